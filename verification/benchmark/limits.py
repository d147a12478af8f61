"""The statements of the benchmark and their limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from verification.benchmark.cases import LARGE, ROBOTS, SMALL
from verification.benchmark.timing import slope
from verification.claims import Claim
from verification.verdicts import Record, Row, at_least, at_most

PINOCCHIO = "From Python at order 0, inverse dynamics takes a fraction of the time of Pinocchio's."
SMALL_C = "At N = 7 and order 5, the kernel takes at most half the time of CasADi's best C code."
LARGE_ALL = "At N = 101 and order 5, the kernel is many times faster than CasADi in any form."
BODIES_GROWTH = "The kernel's time grows linearly with the number of bodies at every order."
ORDERS_GROWTH = "The kernel's time grows at most quadratically with the order."
# How many times faster than CasADi lieref has to be at N = 101, r = 5.
SPEEDUPS = {"VM": 200.0, "VM, cse": 25.0, "C, cse": 4.0}
LARGEST_ORDER = 5
SLOPE_BODIES, SLOPE_ORDERS = 1.05, 2.0
BODIES, ORDERS = (51, 996), (2, 10)


def pinocchio(records: Sequence[Record]) -> list[Row]:
    """Judge the calls from Python."""
    return [
        at_most(
            name,
            [r for r in records if r["params"]["robot"] == robot],
            lambda r: r["result"]["ratios"]["Pinocchio"],
            limit,
        )
        for name, robot, limit in ROBOTS
        if limit is not None
    ]


def _peer(records: Sequence[Record], robot: object, peer: str) -> list[Record]:
    wanted = {"robot": robot, "order": LARGEST_ORDER, "peer": peer}
    return [r for r in records if wanted.items() <= r["params"].items()]


def small_generated(records: Sequence[Record]) -> list[Row]:
    """Judge the kernel against generated C for the aerial manipulator."""
    found = _peer(records, SMALL, "C, cse")
    return [at_most("time over C", found, lambda r: r["result"]["ratios"]["C, cse"], 0.5)]


def large_casadi(records: Sequence[Record]) -> list[Row]:
    """Judge the kernel against CasADi on the tree of 101 bodies."""

    def speedup(peer: str) -> Callable[[Record], float]:
        return lambda r: 1 / r["result"]["ratios"][peer]

    return [
        at_least(f"times faster than {peer}", _peer(records, LARGE, peer), speedup(peer), least)
        for peer, least in SPEEDUPS.items()
    ]


def times(record: Record) -> list[tuple[int, float]]:
    """Return (bodies or order, the kernel's best time in s) of a growth record, by size."""
    timings = record["result"]["timings"]
    return sorted((int(key), float(timing["best"])) for key, timing in timings.items())


def slope_within(record: Record, least: int, most: int) -> float:
    """Return the slope of the kernel's time over the sizes from ``least`` to ``most``."""
    points = [(x, seconds) for x, seconds in times(record) if least <= x <= most]
    return slope(*zip(*points, strict=True))


def bodies_slope(record: Record) -> float:
    """Return the slope of time over the number of bodies."""
    return slope_within(record, *BODIES)


def orders_slope(record: Record) -> float:
    """Return the slope of time over the order."""
    return slope_within(record, *ORDERS)


def growth_bodies(records: Sequence[Record]) -> list[Row]:
    """Judge the slopes over the number of bodies."""
    return [
        at_most(
            f"slope in N, order {order}",
            [r for r in records if r["params"]["order"] == order],
            bodies_slope,
            SLOPE_BODIES,
        )
        for order in range(LARGEST_ORDER + 1)
    ]


def growth_orders(records: Sequence[Record]) -> list[Row]:
    """Judge the slope over the order for the tree of 101 bodies."""
    at_large = [r for r in records if r["params"]["robot"] == LARGE]
    return [at_most("slope in r, N = 101", at_large, orders_slope, SLOPE_ORDERS)]


def _claim(
    name: str, sentence: str, reason: str, verdict: Callable[[Sequence[Record]], list[Row]]
) -> Claim:
    return Claim(name, sentence, reason, "verification.benchmark.cases", lambda quick: [], verdict)


# Each with the name of the cases that it judges.
CLAIMS: tuple[tuple[Claim, str], ...] = (
    (
        _claim(
            "speed_pinocchio",
            PINOCCHIO,
            "Both are called with arrays at hand, Pinocchio with its data made before; lieref "
            "checks its arguments in the time that counts.",
            pinocchio,
        ),
        "from_python",
    ),
    (
        _claim(
            "speed_generated",
            SMALL_C,
            "C generated for this robot alone, common subexpressions eliminated after each order, "
            "compiled with -O3 -march=native; it computes the r-th derivative only, lieref all "
            "orders up to it.",
            small_generated,
        ),
        "casadi",
    ),
    (
        _claim(
            "speed_casadi",
            LARGE_ALL,
            "VM: CasADi's virtual machine on derivatives by jtimes(y, t, 1) as in Table 4 of Ali "
            "et al.; VM, cse and C, cse: common subexpressions eliminated after each order. "
            "CasADi computes the r-th derivative only, lieref all orders up to it.",
            large_casadi,
        ),
        "casadi",
    ),
    (
        _claim(
            "speed_growth_bodies",
            BODIES_GROWTH,
            "Least-squares slope on logarithmic axes over N = 51 to 996 (5 branches); all sizes "
            "are timed in turn. 1.05 leaves room for what outgrows a cache.",
            growth_bodies,
        ),
        "growth_bodies",
    ),
    (
        _claim(
            "speed_growth_orders",
            ORDERS_GROWTH,
            "Least-squares slope on logarithmic axes over r = 2 to 10 at N = 101; products of "
            "series take O(r^2) operations.",
            growth_orders,
        ),
        "growth_orders",
    ),
)
