"""The figures of the benchmark of partial derivatives, drawn from its records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from lieref.reporting.drawing import COLORS, INK, Plot, legend
from verification.benchmark.dynamics.figures import letter, stacked
from verification.benchmark.partials import comparison, growth, stages
from verification.benchmark.partials.growth import Curves, Points
from verification.benchmark.partials.plans import (
    CASADI,
    COMPARED,
    FAMILIES,
    FORWARD_2,
    INVERSE_1,
    INVERSE_2,
)
from verification.benchmark.partials.problems import PROBLEMS, Problem
from verification.benchmark.partials.tables import crossovers
from verification.benchmark.timed import MICRO, best
from verification.evidence import Evidence
from verification.subjects.partial_methods import (
    BICOMPLEX,
    CHAIN_RULE,
    COMPLEX_STEP,
    DIFFERENCES_1,
    DIFFERENCES_2,
)

GREY = "#888888"
# One color and marker a method; the analytic one and its kernel share theirs.
LOOKS: dict[str, tuple[str, str]] = {
    "analytic": (COLORS[0], "o"),
    comparison.KERNEL: (COLORS[0], "."),
    CHAIN_RULE: (COLORS[1], "s"),
    BICOMPLEX: (COLORS[3], "D"),
    COMPLEX_STEP: (COLORS[3], "d"),
    DIFFERENCES_1: (COLORS[4], "^"),
    DIFFERENCES_2: (COLORS[2], "v"),
    "CasADi C, cse": (COLORS[5], "*"),
    "CasADi VM": (GREY, "x"),
}
STROKES: dict[str, Literal["-", "--"]] = {"serial chain": "-", "binary tree": "--"}
# As fig. 7 and 8 of inverse, 16 and 17 of forward dynamics.
SHOWN_AS = {"inverse": (7, 8), "forward": (16, 17)}
TALL = (5.2, 4.6)
TICKS = (2, 5, 10, 20, 50, 100)
DASHES = "Solid: serial chains; dashed: binary trees."


def _look(problem: Problem, name: str) -> tuple[str, str]:
    return LOOKS["analytic" if name == comparison.analytic(problem) else name]


def _timed(evidence: Evidence, problem: Problem, family: str) -> Curves:
    """What every method takes, CasADi's ways with it."""
    found = growth.methods(evidence, problem, family)
    names = {r["params"]["peer"]: f"CasADi {r['params']['peer']}" for r in evidence.of("casadi")}
    others = growth.curves(evidence.of("casadi"), problem, family)
    drawn = {name: points for peer, points in others.items() if (name := names.get(peer)) in LOOKS}
    return {**found, **drawn}


def _line(axes: Axes, points: Points, look: tuple[str, str], **style: Any) -> None:
    sizes, values = zip(*points, strict=True)
    color, marker = look
    axes.plot(sizes, values, color=color, marker=marker, **style)


def _sizes(axes: Axes, label: str) -> None:
    """Logarithmic axes, numbers of bodies written out."""
    axes.set(xscale="log", yscale="log", xlabel="Bodies $N$", ylabel=label)
    axes.set_xticks(TICKS, [str(n) for n in TICKS])
    axes.set_xticks([], minor=True)


def _handle(label: str, look: tuple[str, str]) -> Line2D:
    return Line2D([], [], color=look[0], marker=look[1], label=label)


def _families() -> list[Line2D]:
    return [Line2D([], [], color=INK, linestyle=STROKES[name], label=name) for name in FAMILIES]


def _times(evidence: Evidence, problem: Problem) -> Plot:
    """Time against size, every method."""

    def draw(axes: Axes) -> None:
        axes.figure.set_size_inches(*TALL)  # type: ignore[union-attr]
        shown: dict[str, Line2D] = {}
        for family in FAMILIES:
            for name, points in _timed(evidence, problem, family).items():
                look = _look(problem, name)
                scaled = [(size, MICRO * seconds) for size, seconds in points]
                _line(axes, scaled, look, linestyle=STROKES[family])
                shown[name] = _handle(name, look)
        if problem == INVERSE_2:
            _first_order(axes, evidence, shown)
        _sizes(axes, "Time [µs]")
        legend(axes, 3, handles=[*shown.values(), *_families()], fontsize=8)

    fits = [
        f"{method}, {family}s: N^{fit.A:.2f}"
        for known, family, method, fit in growth.fits(evidence)
        if known == problem and method in (comparison.KERNEL, comparison.analytic(problem))
    ]
    as_in = f", as Fig. {SHOWN_AS[problem.dynamics][0]} of Singh et al." * (problem.degree == 2)
    return Plot(
        f"time_{problem.dynamics}_{problem.degree}",
        f"Time of {problem.label} against the number of bodies, every method called from Python "
        f"but for the kernel and CasADi{as_in}; the loops in Python of the methods that step show "
        f"at small N. {DASHES} Fitted: {'; '.join(fits)}.",
        "Line chart, both axes logarithmic: rising lines, that of the analytic method the lowest.",
        draw,
    )


def _first_order(axes: Axes, evidence: Evidence, shown: dict[str, Line2D]) -> None:
    """The kernel of first partials, for comparison."""
    look = (GREY, "")
    for family in FAMILIES:
        points = growth.methods(evidence, INVERSE_1, family).get(comparison.KERNEL)
        if points:
            scaled = [(size, MICRO * seconds) for size, seconds in points]
            _line(axes, scaled, look, linestyle=STROKES[family])
            name = f"{comparison.analytic(INVERSE_1)}, kernel"
            shown[name] = _handle(name, look)


def _speedups(evidence: Evidence, problem: Problem) -> Plot:
    """How many times slower the other methods are."""
    own = comparison.analytic(problem)

    def draw(axes: Axes) -> None:
        axes.figure.set_size_inches(*TALL)  # type: ignore[union-attr]
        shown: dict[str, Line2D] = {}
        for family in FAMILIES:
            known = growth.methods(evidence, problem, family)
            mine = dict(known[own]) if own in known else {}
            for name, points in known.items():
                if name in (own, comparison.KERNEL):
                    continue
                ratios = [(size, seconds / mine[size]) for size, seconds in points]
                _line(axes, ratios, LOOKS[name], linestyle=STROKES[family])
                shown[name] = _handle(name, LOOKS[name])
        axes.axhline(1.0, color=INK, linewidth=0.6)
        _sizes(axes, f"Time over {own}'s")
        legend(axes, 3, handles=[*shown.values(), *_families()], fontsize=8)

    return Plot(
        f"speedup_{problem.dynamics}_{problem.degree}",
        f"How many times longer than {own} the other methods take, all called from Python and "
        f"making new tensors, as Fig. {SHOWN_AS[problem.dynamics][1]} of Singh et al. {DASHES}",
        "Line chart, both axes logarithmic: lines far above one.",
        draw,
    )


def _terms(evidence: Evidence) -> Plot:
    """Fig. 14 of Singh et al."""

    def draw(axes: Axes) -> None:
        panels = stacked(axes, 2)
        for panel, stage, name in zip(panels, ("inner", "outer"), "ab", strict=True):
            looks = dict(zip(stages.STAGES[stage], list(LOOKS.values())[2:4], strict=True))
            for family in FAMILIES:
                known = growth.curves(evidence.of("terms"), FORWARD_2, family)
                for way, look in looks.items():
                    points = known.get(stages.name(stage, way), [])
                    if points:
                        scaled = [(size, MICRO * seconds) for size, seconds in points]
                        _line(panel, scaled, look, linestyle=STROKES[family])
            _sizes(panel, f"{stage.capitalize()} terms [µs]")
            letter(panel, name)
            handles = [_handle(way.upper(), look) for way, look in looks.items()]
            legend(panel, 4, handles=[*handles, *_families()], fontsize=8)

    told = "; ".join(
        f"{stage}, {family}s: {at} ({paper})" for stage, family, at, paper in crossovers(evidence)
    )
    return Plot(
        "terms",
        "Time of (a) the inner and (b) the outer terms of FDSVA-SO by both ways, as Fig. 14 of "
        f"Singh et al. {DASHES} N from which on the second way is faster, in parentheses theirs: "
        f"{told}.",
        "Two line charts, both axes logarithmic, of two rising lines each for both families.",
        draw,
    )


def _breakdown(evidence: Evidence) -> Plot:
    """Fig. 18 of Singh et al."""

    def draw(axes: Axes) -> None:
        panels = stacked(axes, len(FAMILIES))
        for panel, family in zip(panels, FAMILIES, strict=True):
            shares = _shares(evidence, family)
            sizes = [str(size) for size, _ in shares]
            bottom = [0.0] * len(sizes)
            for i, part in enumerate(shares[0][1] if shares else ()):
                heights = [100 * found[part] for _, found in shares]
                panel.bar(sizes, heights, bottom=bottom, color=COLORS[i], label=part, width=0.7)
                bottom = [a + b for a, b in zip(bottom, heights, strict=True)]
            panel.set(xlabel=f"Bodies $N$, {family}", ylabel="Share of the time [%]", ylim=(0, 100))
        legend(panels[0], 5, fontsize=8)

    return Plot(
        "breakdown",
        "What the stages of FDSVA-SO take of its call from Python, by the ways that it takes by "
        "itself, as Fig. 18 of Singh et al.; first: the solves for the first partials; rest: "
        "forward dynamics, first partials of inverse dynamics, checks, and making and clearing "
        "tensors.",
        "Two charts of bars stacked to a hundred per cent, one bar a size.",
        draw,
    )


def _shares(evidence: Evidence, family: str) -> list[tuple[int, dict[str, float]]]:
    """Shares of the whole call by size."""
    found = []
    for record in evidence.of("terms"):
        if growth.family_of(record) != family:
            continue
        ways = record["result"]["ways"]
        parts = {
            "IDSVA-SO": best(record, "IDSVA-SO"),
            "first": best(record, stages.name("first", ways["outer"])),
            "inner": best(record, stages.name("inner", ways["inner"])),
            "outer": best(record, stages.name("outer", ways["outer"])),
        }
        parts["rest"] = max(0.0, best(record, "whole") - sum(parts.values()))
        whole = sum(parts.values())
        size = record["params"]["robot"]["bodies"]
        found.append((size, {name: part / whole for name, part in parts.items()}))
    return sorted(found, key=lambda item: item[0])


def _casadi(evidence: Evidence) -> Plot:
    """Figs. 10 and 19 of Singh et al.: CasADi with and without generated code."""
    records = evidence.of("casadi")
    timed = [
        problem
        for problem in PROBLEMS
        if any(r["params"]["robot"] in COMPARED.values() for r in growth.of(records, problem))
    ]

    def draw(axes: Axes) -> None:
        panels = stacked(axes, len(timed))
        ways = ("lieref", *CASADI)
        for panel, problem in zip(panels, timed, strict=True):
            for i, way in enumerate(ways):
                found = _on_robots(evidence, problem, way)
                at = [list(COMPARED).index(name) + (i - 1.5) * 0.2 for name in found]
                color = (*COLORS[:3], GREY)[i]
                label = way if way == "lieref" else f"CasADi {way}"
                panel.bar(at, list(found.values()), width=0.18, color=color, label=label)
            names = [
                name.replace(", N", ",\nN").replace("aerial ", "aerial\n") for name in COMPARED
            ]
            panel.set_xticks(range(len(COMPARED)), names)
            title = f"{problem.label[0].upper()}{problem.label[1:]} [µs]"
            panel.set(yscale="log", ylabel=title, xlim=(-0.6, len(COMPARED) - 0.4))
            legend(panel, 4, fontsize=8)

    return Plot(
        "casadi",
        "lieref and CasADi with and without generated code, as Figs. 10 and 19 of Singh et al.; "
        "lieref's kernel of inverse dynamics, its call from Python of forward dynamics. A missing "
        "bar: not timed.",
        "Charts of bars, logarithmic times: generated code and lieref near each other, the virtual "
        "machine some ten to a hundred times slower.",
        draw,
    )


def _on_robots(evidence: Evidence, problem: Problem, way: str) -> dict[str, float]:
    """Best times in microseconds by robot."""
    found = {}
    for name, robot in COMPARED.items():
        for record in growth.of(evidence.of("casadi"), problem, robot):
            if way in (record["params"]["peer"], "lieref"):
                found[name] = MICRO * best(record, way)
    return found


def all_figures(evidence: Evidence) -> list[Plot]:
    """Return the figures for which there are records."""
    found: list[Plot] = []
    makers: tuple[tuple[int, Callable[[Evidence, Problem], Plot]], ...] = (
        (1, _times), (2, _times), (2, _speedups),
    )  # fmt: skip
    for degree, make in makers:
        for problem in PROBLEMS:
            trees = [r for r in evidence.of("methods") if growth.family_of(r)]
            if problem.degree == degree and growth.of(trees, problem):
                found.append(make(evidence, problem))
    if evidence.of("terms"):
        found += [_terms(evidence), _breakdown(evidence)]
    if any(r["params"]["robot"] in COMPARED.values() for r in evidence.of("casadi")):
        found.append(_casadi(evidence))
    return found
