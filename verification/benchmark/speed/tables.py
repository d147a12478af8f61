"""The tables on speed, made of the records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.benchmark.dynamics import problems
from verification.benchmark.dynamics import tables as of_dynamics
from verification.benchmark.speed import limits
from verification.benchmark.speed.cases import CPP, KERNEL, MUJOCO, PYTHON
from verification.benchmark.speed.every_function import UNIT
from verification.benchmark.speed.plans import HIGH, SINGLE, SPREAD, TIMED
from verification.benchmark.timed import MICRO, NANO, best, micro, micros, namer
from verification.evidence import Evidence
from verification.picks import param, result
from verification.tables import Columns, made

PEERS = (CPP, PYTHON, MUJOCO)
name_of = namer({**SINGLE, **SPREAD})


def problem_of(record: Record) -> str:
    """Return the word for the problem."""
    return problems.of(record["params"]).label


#: The first columns of most tables.
WHERE: Mapping[str | tuple[str, ...], Any] = {
    "Dynamics": problem_of,
    "Robot": name_of,
    "r": param("order"),
}


def _nano(name: str) -> Callable[[Record], float | str]:
    """The best time of a state in nanoseconds, nothing where it was not timed."""

    def cell(record: Record) -> float | str:
        timed = name in record["result"]["timings"]
        return NANO * best(record, name) / int(record["params"]["states"]) if timed else ""

    return cell


def _over(peer: str) -> Callable[[Record], float | str]:
    return lambda record: record["result"]["ratios"].get(peer, "")


def _peer(record: Record) -> str:
    return next(x for x in (CPP, PYTHON) if x in record["result"]["timings"])


def _in_its_time(record: Record) -> float:
    count = int(record["params"]["states"])
    return count * best(record, _peer(record)) / best(record, "one worker")


def _spread(record: Record) -> list[float]:
    """The number of states, and the distribution of their times."""
    times = [MICRO * x for x in limits.state_times(record)]
    return [len(times), *(times[round(x * (len(times) - 1))] for x in (0.0, 0.5, 0.9, 1.0))]


def _above(call: str) -> Callable[[Record], float]:
    return lambda record: MICRO * best(record, call) - MICRO * best(record, KERNEL)


def _timed(evidence: Evidence) -> dict[str, Record]:
    """The records of every function by robot."""
    records = {name_of(record): record for record in evidence.of("functions")}
    return {name: records[name] for name in TIMED if name in records}


def _functions(evidence: Evidence) -> Iterator[list[Any]]:
    """Every public function as a multiple of inverse dynamics."""
    records = _timed(evidence)
    timed = dict.fromkeys(x for record in records.values() for x in record["result"]["timings"])
    for function in timed:
        row: list[Any] = [function]
        for found in records.values():
            here = function in found["result"]["timings"]
            ratio = best(found, function) / best(found, UNIT) if here else ""
            row += [micro(found, function), ratio, found["result"]["numbers"].get(function, "")]
        yield row


def _functions_heads(evidence: Evidence) -> list[str]:
    of = [(x, f"over {UNIT}, {x}", f"numbers, {x}") for x in _timed(evidence)]
    return ["Function", *(head for heads in of for head in heads)]


def _sizes(evidence: Evidence) -> Iterator[list[Any]]:
    """Time a state of batches of growing size."""
    for record in evidence.of("sizes"):
        where = [cell(record) for cell in WHERE.values()]
        for count in record["params"]["sizes"]:
            one = NANO * best(record, str(count)) / count
            yield [*where, record["params"]["workers"], count, one]


def _giga(key: str) -> Callable[[Record], float]:
    return lambda record: float(record["result"][key]) / NANO


def _workspace(evidence: Evidence) -> Iterator[list[Any]]:
    """Workspace of inverse dynamics."""
    for record in evidence.of("workspace"):
        found = record["result"]
        for order, count in found["lanes"].items():
            alone, bodies = found["single"][order], found["nbodies"]
            each = [count, count / bodies, alone, alone / bodies]
            yield [name_of(record), int(order), *each, limits.REALS * (int(order) + 2)]


def _left_out(evidence: Evidence) -> Iterator[list[Any]]:
    """What could not be measured, and why."""
    yield from map(list, of_dynamics.LEFT_OUT.table(evidence).rows)
    for record in evidence.of("single"):
        for peer, reason in record["result"]["left_out"].items():
            if record["params"]["order"] == 0:
                yield [f"single, {peer}", problem_of(record), name_of(record), 0, reason]


def unbuilt(evidence: Evidence) -> list[str]:
    """Return why Pinocchio's C++ was not timed; empty where it was."""
    reasons = {r["result"]["left_out"].get(CPP, "") for r in evidence.of("single")}
    return sorted(reasons - {""})


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


all_tables = partial(
    made,
    (
        Columns(
            "single",
            "One state: lieref's kernel (all orders up to r) and other libraries at order 0, best "
            "times in microseconds; the kernel's time over each of theirs. MuJoCo: the stages of "
            "its C library that the problem needs.",
            "single",
            {
                **WHERE,
                "Bodies": result("nbodies"),
                "lieref": micros(KERNEL),
                **{peer: micros(peer) for peer in PEERS},
                **{f"over {peer}": _over(peer) for peer in PEERS},
            },
        ),
        Columns(
            "batch",
            "Batches called from Python: nanoseconds a state, all orders up to r, with one worker "
            "and with two; the time of one state in Pinocchio at order 0, and how many states one "
            "worker does in it.",
            "batch",
            {
                **WHERE,
                "States": param("states"),
                "One worker": _nano("one worker"),
                "Two workers": _nano("two workers"),
                "Two over one": lambda record: limits.speedup(record) or "",
                "Peer": _peer,
                "Peer, r = 0": lambda record: NANO * best(record, _peer(record)),
                "States in its time": _in_its_time,
            },
        ),
        Columns(
            "spread",
            "The kernel on states drawn at random (q over its whole range, v and its derivatives "
            "uniform in +-1): microseconds, best of many repeats of each state, over the states.",
            "spread",
            {
                **WHERE,
                ("States", "Fastest", "Median", "90 %", "Slowest"): _spread,
                "Slowest over fastest": limits.slowest,
            },
        ),
        Columns(
            "extended",
            "Batches of forward dynamics from Python, one worker: nanoseconds a state in doubles "
            "and in double-doubles (digits=31).",
            "extended",
            {
                **WHERE,
                "States": param("states"),
                "Doubles": _nano("doubles"),
                "Double-doubles": _nano("double-doubles"),
                "Ratio": partial(limits.over, peer="doubles", own="double-doubles"),
            },
        ),
        Columns(
            "calls",
            "The kernel and the calls from Python around it, best times in microseconds.",
            "calls",
            {
                **WHERE,
                "Kernel": micros(KERNEL),
                "Prepared call": micros("prepared"),
                "Ordinary call": micros("ordinary"),
                "Prepared above": _above("prepared"),
                "Ordinary above": _above("ordinary"),
            },
        ),
        Columns(
            "functions",
            "Every public function of a tree called from Python, order 0 unless it says so, all "
            "bodies: best times in microseconds, and over that of inverse dynamics (r = 0) in the "
            "same run, and how many numbers the result has, which alone cost time where they are "
            "many. What takes a body, frame or joint is given the last one.",
            _functions,
            _functions_heads,
            # by the multiple of the last robot
            key=lambda row: -float(row[-2] or 0),
        ),
        of_dynamics.CASADI,
        Columns(
            "roofline",
            "Batches of 4096 states of inverse dynamics, one worker: operations and bytes a state, "
            "10^9 operations a second, and what fused multiply-adds in the widest vectors and a "
            "stream through memory (10^9 bytes a second) reach in the same run. Operations are "
            "counted by the plain Python implementation on counting scalars; bytes are those of "
            "the arrays, each moved once.",
            "roofline",
            {
                "Robot": name_of,
                "r": param("order"),
                "Operations": result("flops"),
                "Bytes": result("bytes"),
                "Operations a byte": lambda x: x["result"]["flops"] / x["result"]["bytes"],
                "Reached": _giga("flops_per_second"),
                "Peak": _giga("peak_flops"),
                "Share": limits.share,
                "Peak of memory": _giga("peak_bytes"),
                "Bits of a vector": result("bits"),
            },
        ),
        Columns(
            "workspace",
            "Doubles of workspace of inverse dynamics: of a lane of a batch, and of one state "
            "alone, whose orders lie side by side in registers and are padded to their width; each "
            "in all and a body; the limit a body and lane.",
            _workspace,
            ("Robot", "r", "Lane", "a body", "Alone", "a body", "Limit"),
        ),
        Columns(
            "sizes",
            "Batches of growing size from Python: nanoseconds a state.",
            _sizes,
            ("Dynamics", "Robot", "r", "Workers", "States", "Time a state"),
        ),
        Columns("left_out", of_dynamics.LEFT_OUT.caption, _left_out, of_dynamics.LEFT_OUT.columns),
    ),
)
