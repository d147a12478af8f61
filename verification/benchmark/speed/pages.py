"""The tables on speed, made of the records."""

from __future__ import annotations

from lieref.reporting.campaigns.store import Record
from lieref.reporting.tables import Table
from verification.benchmark import dynamics, pages
from verification.benchmark.speed import limits
from verification.benchmark.speed.cases import CPP, KERNEL, MUJOCO, PYTHON
from verification.benchmark.speed.every_function import UNIT
from verification.benchmark.speed.plans import HIGH, SINGLE, SPREAD, TIMED
from verification.benchmark.timed import MICRO, NANO, best, micro, namer
from verification.evidence import Evidence

PEERS = (CPP, PYTHON, MUJOCO)
name_of = namer({**SINGLE, **SPREAD})


def problem_of(record: Record) -> str:
    """Return the word for the problem."""
    return dynamics.of(record["params"]).label


def _where(record: Record) -> list[object]:
    return [problem_of(record), name_of(record), record["params"]["order"]]


def _nano(record: Record, name: str, states: int = 1) -> float | str:
    """The best time of a state in nanoseconds, nothing where it was not timed."""
    timed = name in record["result"]["timings"]
    return NANO * best(record, name) / states if timed else ""


def single(evidence: Evidence) -> Table:
    """One state: the kernel against compiled peers."""
    rows = []
    for record in evidence.of("single"):
        result = record["result"]
        ratios = [result["ratios"].get(peer, "") for peer in PEERS]
        times = [micro(record, name) for name in (KERNEL, *PEERS)]
        rows.append([*_where(record), result["nbodies"], *times, *ratios])
    return Table(
        "single",
        "One state: lieref's kernel (all orders up to r) and other libraries at order 0, best "
        "times in microseconds; the kernel's time over each of theirs. MuJoCo: the stages of its "
        "C library that the problem needs.",
        ("Dynamics", "Robot", "r", "Bodies", "lieref", *PEERS, *(f"over {x}" for x in PEERS)),
        rows,
    )


def batch(evidence: Evidence) -> Table:
    """Batches: time a state, workers, throughput against Pinocchio."""
    rows = []
    for record in evidence.of("batch"):
        count = record["params"]["states"]
        peer = next(x for x in (CPP, PYTHON) if x in record["result"]["timings"])
        rows.append(
            [
                *_where(record),
                count,
                _nano(record, "one worker", count),
                _nano(record, "two workers", count),
                limits.speedup(record) or "",
                peer,
                _nano(record, peer),
                count * best(record, peer) / best(record, "one worker"),
            ]
        )
    return Table(
        "batch",
        "Batches called from Python: nanoseconds a state, all orders up to r, with one worker and "
        "with two; the time of one state in Pinocchio at order 0, and how many states one worker "
        "does in it.",
        ("Dynamics", "Robot", "r", "States", "One worker", "Two workers", "Two over one", "Peer",
         "Peer, r = 0", "States in its time"),
        rows,
    )  # fmt: skip


def spread(evidence: Evidence) -> Table:
    """Times of random states: the distribution over the states."""
    rows = []
    for record in evidence.of("spread"):
        times = [MICRO * x for x in limits.state_times(record)]
        parts = [times[round(share * (len(times) - 1))] for share in (0.0, 0.5, 0.9, 1.0)]
        rows.append([*_where(record), len(times), *parts, limits.slowest(record)])
    return Table(
        "spread",
        "The kernel on states drawn at random (q over its whole range, v and its derivatives "
        "uniform in +-1): microseconds, best of many repeats of each state, over the states.",
        ("Dynamics", "Robot", "r", "States", "Fastest", "Median", "90 %", "Slowest",
         "Slowest over fastest"),
        rows,
    )  # fmt: skip


def extended(evidence: Evidence) -> Table:
    """Batches in double-doubles and in doubles."""
    rows = []
    for record in evidence.of("extended"):
        count = record["params"]["states"]
        times = [_nano(record, name, count) for name in ("doubles", "double-doubles")]
        ratio = limits.over(record, "doubles", "double-doubles")
        rows.append([*_where(record), count, *times, ratio])
    return Table(
        "extended",
        "Batches of forward dynamics from Python, one worker: nanoseconds a state in doubles and "
        "in double-doubles (digits=31).",
        ("Dynamics", "Robot", "r", "States", "Doubles", "Double-doubles", "Ratio"),
        rows,
    )


def calls(evidence: Evidence) -> Table:
    """What the calls from Python cost above the kernel."""
    rows = []
    for record in evidence.of("calls"):
        names = (KERNEL, "prepared", "ordinary")
        kernel, prepared, ordinary = (MICRO * best(record, name) for name in names)
        above = [prepared - kernel, ordinary - kernel]
        rows.append([*_where(record), kernel, prepared, ordinary, *above])
    return Table(
        "calls",
        "The kernel and the calls from Python around it, best times in microseconds.",
        ("Dynamics", "Robot", "r", "Kernel", "Prepared call", "Ordinary call", "Prepared above",
         "Ordinary above"),
        rows,
    )  # fmt: skip


def functions(evidence: Evidence) -> Table:
    """Every public function as a multiple of inverse dynamics, slowest first."""
    records = {name_of(record): record for record in evidence.of("functions")}
    names = [name for name in TIMED if name in records]
    timed = list(dict.fromkeys(x for name in names for x in records[name]["result"]["timings"]))
    rows: list[list[object]] = []
    for function in timed:
        row: list[object] = [function]
        for name in names:
            found = records[name]
            here = function in found["result"]["timings"]
            ratio = best(found, function) / best(found, UNIT) if here else ""
            row += [micro(found, function), ratio, found["result"]["numbers"].get(function, "")]
        rows.append(row)
    # by the multiple of the last robot
    rows.sort(key=lambda row: -float(str(row[-2] or 0)))
    columns = [x for name in names for x in (name, f"over {UNIT}, {name}", f"numbers, {name}")]
    return Table(
        "functions",
        "Every public function of a tree called from Python, order 0 unless it says so, all "
        "bodies: best times in microseconds, and over that of inverse dynamics (r = 0) in the same "
        "run, and how many numbers the result has, which alone cost time where they are many. "
        "What takes a body, frame or joint is given the last one.",
        ("Function", *columns),
        rows,
    )


def sizes(evidence: Evidence) -> Table:
    """Time a state of batches of growing size."""
    rows = []
    for record in evidence.of("sizes"):
        for count in record["params"]["sizes"]:
            one = _nano(record, str(count), count)
            rows.append([*_where(record), record["params"]["workers"], count, one])
    return Table(
        "sizes",
        "Batches of growing size from Python: nanoseconds a state.",
        ("Dynamics", "Robot", "r", "Workers", "States", "Time a state"),
        rows,
    )


def roofline(evidence: Evidence) -> Table:
    """Operations and bytes of batches against the measured peaks."""
    rows = []
    for record in evidence.of("roofline"):
        result = record["result"]
        rows.append(
            [
                name_of(record),
                record["params"]["order"],
                result["flops"],
                result["bytes"],
                result["flops"] / result["bytes"],
                result["flops_per_second"] / NANO,
                result["peak_flops"] / NANO,
                limits.share(record),
                result["peak_bytes"] / NANO,
                result["bits"],
            ]
        )
    return Table(
        "roofline",
        "Batches of 4096 states of inverse dynamics, one worker: operations and bytes a state, "
        "10^9 operations a second, and what fused multiply-adds in the widest vectors and a "
        "stream through memory (10^9 bytes a second) reach in the same run. Operations are counted "
        "by the plain Python implementation on counting scalars; bytes are "
        "those of the arrays, each moved once.",
        ("Robot", "r", "Operations", "Bytes", "Operations a byte", "Reached", "Peak", "Share",
         "Peak of memory", "Bits of a vector"),
        rows,
    )  # fmt: skip


def workspace(evidence: Evidence) -> Table:
    """Workspace of inverse dynamics."""
    rows = []
    for record in evidence.of("workspace"):
        result = record["result"]
        for order, count in result["lanes"].items():
            alone = result["single"][order]
            bodies = result["nbodies"]
            rows.append(
                [name_of(record), int(order), count, count / bodies, alone, alone / bodies,
                 limits.REALS * (int(order) + 2)]
            )  # fmt: skip
    return Table(
        "workspace",
        "Doubles of workspace of inverse dynamics: of a lane of a batch, and of one state alone, "
        "whose orders lie side by side in registers and are padded to their width; each in all and "
        "a body; the limit a body and lane.",
        ("Robot", "r", "Lane", "a body", "Alone", "a body", "Limit"),
        rows,
    )


def unbuilt(evidence: Evidence) -> list[str]:
    """Return why Pinocchio's C++ was not timed; empty where it was."""
    reasons = {r["result"]["left_out"].get(CPP, "") for r in evidence.of("single")}
    return sorted(reasons - {""})


def left_out(evidence: Evidence) -> Table:
    """What could not be measured, and why."""
    found = pages.left_out(evidence)
    rows = [
        [f"single, {peer}", problem_of(record), name_of(record), 0, reason]
        for record in evidence.of("single")
        for peer, reason in record["result"]["left_out"].items()
        if record["params"]["order"] == 0
    ]
    return Table(found.name, found.caption, found.columns, [*found.rows, *rows])


def said(evidence: Evidence) -> str:
    """Say what the kernel of order 5 costs beside Pinocchio's order 0."""
    why = unbuilt(evidence)
    if why:
        return (
            f"Pinocchio's C++ was not compiled here ({'; '.join(why)}): its function is called "
            "from Python instead, and what is said of its C++ is not judged."
        )
    found = [
        f"{limits.over(record, CPP):.2g} ({name_of(record)})"
        for record in evidence.of("single")
        if record["params"]["order"] == HIGH and problem_of(record) == "inverse"
    ]
    return (
        "Time of all derivatives of inverse dynamics up to the fifth over that of Pinocchio's "
        f"rnea in C++: {', '.join(found)}."
        if found
        else ""
    )


def all_tables(evidence: Evidence) -> list[Table]:
    """Return the tables that have rows."""
    makers = (
        single, batch, spread, extended, calls, functions, pages.casadi, roofline, workspace, sizes,
        left_out,
    )  # fmt: skip
    found = [make(evidence) for make in makers]
    return [table for table in found if table.rows]
