"""What the records of benchmarks say: times, ratios, and the robot by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lieref.reporting.campaigns.store import Record
from verification.subjects import robots
from verification.verdicts import Params

MICRO, NANO = 1e6, 1e9


def best(record: Record, name: str) -> float:
    """Return the best time of one that was timed, s."""
    return float(record["result"]["timings"][name]["best"])


def micro(record: Record, name: str) -> float | str:
    """Return the best time in microseconds, for a table: nothing where it was not timed."""
    return MICRO * best(record, name) if name in record["result"]["timings"] else ""


def micros(name: str) -> Callable[[Record], float | str]:
    """Return the cell of the best time in microseconds."""
    return lambda record: micro(record, name)


def spreads(name: str) -> Callable[[Record], list[float]]:
    """Return the cells of `spread`."""
    return lambda record: spread(record, name)


def label(record: Record) -> str:
    """Return the label of a record's robot."""
    return robots.label(record["params"]["robot"])


def spread(record: Record, name: str) -> list[float]:
    """Return best, median and the time that 90 % of the repeats do not exceed, microseconds."""
    timing = record["result"]["timings"][name]
    return [MICRO * float(timing[key]) for key in ("best", "median", "ninth")]


def ratio(peer: str) -> Callable[[Record], float]:
    """Return the pick of the kernel's or the call's time over a peer's."""
    return lambda record: float(record["result"]["ratios"][peer])


def times(record: Record) -> list[tuple[int, float]]:
    """Return (bodies or order, the kernel's best time in s) of a growth record, by size."""
    return sorted((int(name), best(record, name)) for name in record["result"]["timings"])


def namer(
    known: Mapping[str, Params], label_of: Callable[[Params], str] = robots.label
) -> Callable[[Record], str]:
    """Return what gives a record's robot its name in a plan; another one its label."""
    names = {label_of(robot): name for name, robot in known.items()}

    def name_of(record: Record) -> str:
        found = label_of(record["params"]["robot"])
        return names.get(found, found)

    return name_of
