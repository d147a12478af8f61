"""The figures on speed, drawn from the records."""

from __future__ import annotations

from matplotlib.axes import Axes

from lieref.reporting.campaigns.store import Record
from lieref.reporting.drawing import COLORS, Plot, legend
from verification.benchmark.dynamics.figures import MARKERS
from verification.benchmark.dynamics.problems import FORWARD
from verification.benchmark.speed import limits, tables
from verification.benchmark.speed.cases import CPP, KERNEL, MUJOCO, PYTHON
from verification.benchmark.speed.plans import HIGH, SINGLE
from verification.benchmark.timed import NANO, best
from verification.evidence import Evidence

# Operations a byte that the roof is drawn for.
INTENSITIES = (0.5, 50.0)
DASHES = {1: "-", 2: "--"}
SHORT = dict(zip(SINGLE, ("$N = 7$", "Talos", "$N = 101$"), strict=True))


def _short(record: Record) -> str:
    return SHORT[tables.name_of(record)]


def _sizes(evidence: Evidence) -> Plot:
    records = evidence.of("sizes")

    def draw(axes: Axes) -> None:
        for record in records:
            params = record["params"]
            counts = params["sizes"]
            times = [NANO * best(record, str(n)) / n for n in counts]
            i = 0 if params["order"] == 0 else 1
            count = params["workers"]
            label = f"$r = {params['order']}$, {count} worker{'s' * (count > 1)}"
            style = DASHES.get(count, ":")
            axes.plot(counts, times, style, color=COLORS[i], marker=MARKERS[i], label=label)
        axes.set(xscale="log", yscale="log", xlabel="States in the batch",
                 ylabel="Time a state [ns]")  # fmt: skip
        legend(axes, 2)

    return Plot(
        "sizes",
        "Batches of inverse dynamics from Python, aerial manipulator, N = 7: time a state against "
        "the size of the batch, with one worker and two.",
        "Line chart, both axes logarithmic: falling curves that level off.",
        draw,
    )


def _roofline(evidence: Evidence) -> Plot:
    records = evidence.of("roofline")
    results = [record["result"] for record in records]
    flops = max(result["peak_flops"] for result in results) / NANO
    memory = max(result["peak_bytes"] for result in results) / NANO

    def draw(axes: Axes) -> None:
        xs = (INTENSITIES[0], flops / memory, INTENSITIES[1])
        axes.plot(xs, [min(flops, memory * x) for x in xs], "-", color="#808080", label="peaks")
        for i, (record, result) in enumerate(zip(records, results, strict=True)):
            where = f"{_short(record)}, $r = {record['params']['order']}$"
            at = (result["flops"] / result["bytes"], result["flops_per_second"] / NANO)
            axes.plot(*at, MARKERS[i], color=COLORS[i], label=where, linestyle="none")
        axes.set(xscale="log", yscale="log", xlabel="Operations a byte",
                 ylabel=r"$10^9$ operations a second")  # fmt: skip
        legend(axes, 2)

    told = ", ".join(
        f"{tables.name_of(r)}, r = {r['params']['order']}: {limits.share(r):.2f}" for r in records
    )
    return Plot(
        "roofline",
        "Roofline of batches of inverse dynamics, one core: operations a second against operations "
        f"a byte of the arrays. The roof is measured: {flops:.3g} 10^9 fused multiply-add "
        f"operations a second, {memory:.3g} 10^9 bytes a second through memory.",
        f"Points under a roof, both axes logarithmic. Shares of the peak: {told}.",
        draw,
    )


def _single(evidence: Evidence) -> Plot:
    records = [r for r in evidence.of("single") if tables.problem_of(r) == "inverse"]
    robots = list(dict.fromkeys(_short(record) for record in records))

    def draw(axes: Axes) -> None:
        bars = [(KERNEL, order) for order in (0, HIGH)]
        bars += [(peer, 0) for peer in (CPP, PYTHON, MUJOCO)]
        shown = 0
        for name, order in bars:
            found = [
                (robots.index(_short(r)), 1e6 * best(r, name))
                for r in records
                if r["params"]["order"] == order and name in r["result"]["timings"]
            ]
            if found:
                xs, ys = zip(*found, strict=True)
                label = f"{name}, $r = {order}$"
                axes.bar([x + 0.2 * shown for x in xs], ys, 0.18, color=COLORS[shown], label=label)
                shown += 1
        axes.set(yscale="log", ylabel="Time [µs]")
        axes.set_xticks([x + 0.1 * (shown - 1) for x in range(len(robots))], robots)
        legend(axes, 2)

    return Plot(
        "single",
        "One state of inverse dynamics: lieref's kernel at orders 0 and 5 and other libraries at "
        "order 0.",
        f"Bar chart, logarithmic. {tables.said(evidence)}",
        draw,
    )


def _spread(evidence: Evidence) -> Plot:
    records = [r for r in evidence.of("spread") if tables.problem_of(r) == FORWARD.label]

    def draw(axes: Axes) -> None:
        for i, record in enumerate(records):
            times = limits.state_times(record)
            shares = [(k + 1) / len(times) for k in range(len(times))]
            label = tables.name_of(record)
            axes.step([x / times[0] for x in times], shares, where="post", color=COLORS[i],
                      label=label)  # fmt: skip
        axes.axvline(limits.SLOWEST, color="#808080", linestyle=":")
        axes.set(xlabel="Time over that of the fastest state", ylabel="Share of the states")
        legend(axes, 2)

    told = ", ".join(f"{tables.name_of(r)}: {limits.slowest(r):.3g}" for r in records)
    return Plot(
        "spread",
        "Forward dynamics with all derivatives up to the fifth on states drawn at random: the "
        "share of the states that take at most so many times as long as the fastest.",
        f"Step curves from 0 to 1. The slowest over the fastest: {told}.",
        draw,
    )


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    makers = {"single": _single, "spread": _spread, "roofline": _roofline, "sizes": _sizes}
    return [make(evidence) for kind, make in makers.items() if evidence.of(kind)]
