"""The statements of the benchmark and their limits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.benchmark import dynamics
from verification.benchmark.dynamics import FORWARD, INVERSE, Dynamics
from verification.benchmark.plans import LARGE, ROBOTS, SMALL, VISITS
from verification.benchmark.timed import ratio, times
from verification.benchmark.timing import slope
from verification.claims import Claim
from verification.verdicts import Pick, Row, Verdict, at_least, at_most

Records = Sequence[Record]
PINOCCHIO = "From Python at order 0, {} dynamics takes a fraction of the time of Pinocchio's."
SMALL_C = "At N = 7 and order 5, the kernel takes at most half the time of CasADi's best C code."
FORWARD_C = "At N = 7 and order 3, the kernel takes at most 0.35 of the time of CasADi's C code."
LARGE_ALL = "At N = 101 and order 5, the kernel is many times faster than CasADi in any form."
BODIES_GROWTH = "The kernel's time grows linearly with the number of bodies at every order."
LARGE_GROWTH = "From 51 bodies on, too, it grows linearly, where caches end that hold fewer."
ORDERS_GROWTH = "The kernel's time grows at most quadratically with the order."
ORDERS_COST = "All orders up to 5 take the kernel at most six times what order 0 takes."
# The largest ratio of lieref's time to Pinocchio's.
FRACTIONS = {
    INVERSE.name: {
        "aerial manipulator, N = 7": 0.5, "tree 5 x 20, N = 101": 0.4, "Talos, free": 0.45,
    },
    FORWARD.name: {
        "aerial manipulator, N = 7": 0.5, "tree 5 x 20, N = 101": 0.4, "Talos, free": 0.4,
    },
}  # fmt: skip
# How many times faster than CasADi lieref has to be at N = 101, r = 5.
SPEEDUPS = {"VM": 200.0, "VM, cse": 25.0, "C, cse": 4.0}
LARGEST_ORDER = 5
SIX = 6.0
SLOPE_BODIES, SLOPE_ORDERS = 1.05, 2.0
# The sweep of [Ali, Fig. 4], and its part where what a call takes once weighs nothing; of orders.
BODIES, LARGE_BODIES, ORDERS = (6, 996), (51, 996), (2, 10)


def pinocchio(problem: Dynamics) -> Verdict:
    """Return the verdict on the calls from Python."""

    def judge(records: Records) -> list[Row]:
        return [
            at_most(
                name,
                [r for r in records if r["params"]["robot"] == ROBOTS[name]],
                ratio("Pinocchio"),
                limit,
            )
            for name, limit in FRACTIONS[problem.name].items()
        ]

    return judge


def _peer(records: Records, robot: object, order: int, peer: str) -> list[Record]:
    wanted = {"robot": robot, "order": order, "peer": peer}
    return [r for r in records if wanted.items() <= r["params"].items()]


def small_generated(records: Records) -> list[Row]:
    """Judge the kernel of inverse dynamics against generated C for the aerial manipulator."""
    found = _peer(_of(records, INVERSE), SMALL, LARGEST_ORDER, "C, cse")
    return [at_most("time over C", found, ratio("C, cse"), 0.5)]


def forward_generated(records: Records) -> list[Row]:
    """Judge the kernel of forward dynamics against generated C for the aerial manipulator."""
    found = _peer(_of(records, FORWARD), SMALL, 3, "C, cse")
    return [at_most("time over C", found, ratio("C, cse"), 0.35)]


def large_casadi(records: Records) -> list[Row]:
    """Judge the kernel against CasADi on the tree of 101 bodies."""

    def speedup(peer: str) -> Pick:
        return lambda r: 1 / ratio(peer)(r)

    return [
        at_least(
            f"times faster than {peer}",
            _peer(records, LARGE, LARGEST_ORDER, peer),
            speedup(peer),
            least,
        )
        for peer, least in SPEEDUPS.items()
    ]


def slope_within(record: Record, least: int, most: int) -> float:
    """Return the slope of the kernel's time over the sizes from ``least`` to ``most``."""
    points = [(x, seconds) for x, seconds in times(record) if least <= x <= most]
    return slope(*zip(*points, strict=True))


def orders_slope(record: Record) -> float:
    """Return the slope of time over the order."""
    return slope_within(record, *ORDERS)


def orders_cost(record: Record) -> float:
    """Return the time of the largest order of the limits over that of order 0."""
    found = dict(times(record))
    return found[LARGEST_ORDER] / found[0]


def _of(records: Records, problem: Dynamics) -> list[Record]:
    return [r for r in records if dynamics.of(r["params"]) is problem]


def _by_problem(records: Records) -> Iterator[tuple[str, list[Record]]]:
    """Yield each problem that there are records of, with what its rows begin with."""
    found = [problem for problem in (INVERSE, FORWARD) if _of(records, problem)]
    for problem in found:
        yield (f"{problem.label}, " if len(found) > 1 else ""), _of(records, problem)


def growth_bodies(least: int, most: int) -> Verdict:
    """Return the verdict on the slopes over the number of bodies, from ``least`` to ``most``."""

    def judge(records: Records) -> list[Row]:
        return [
            at_most(
                f"{which}slope in N from {least}, order {order}",
                [r for r in some if r["params"]["order"] == order],
                partial(slope_within, least=least, most=most),
                SLOPE_BODIES,
            )
            for which, some in _by_problem(records)
            for order in range(LARGEST_ORDER + 1)
        ]

    return judge


def growth_orders(records: Records) -> list[Row]:
    """Judge the slope over the order for the tree of 101 bodies."""
    return [
        at_most(
            f"{which}slope in r, N = 101",
            [r for r in some if r["params"]["robot"] == LARGE],
            orders_slope,
            SLOPE_ORDERS,
        )
        for which, some in _by_problem(records)
    ]


def cost_of_orders(records: Records) -> list[Row]:
    """Judge the time of forward dynamics at order 5 by its own time at order 0."""
    found = _of(records, FORWARD)
    return [
        at_most(part, [r for r in found if r["params"]["robot"] == robot], orders_cost, SIX)
        for part, robot in (("N = 7", SMALL), ("N = 101", LARGE))
    ]


# A claim, and the kind of the cases that it judges.
Judging = tuple[Claim, str]


def claimed(case: str, name: str, sentence: str, reason: str, verdict: Verdict) -> Judging:
    """Return a claim on the cases of one kind."""
    module = "verification.benchmark.cases"
    return Claim(name, sentence, reason, module, lambda quick: [], verdict), case


def _pinocchio(problem: Dynamics) -> Judging:
    return claimed(
        "from_python",
        "speed_pinocchio",
        PINOCCHIO.format(problem.label),
        "Both are called with arrays at hand, Pinocchio with its data made before; lieref checks "
        "its arguments in the time that counts.",
        pinocchio(problem),
    )


GROWTH: tuple[Judging, ...] = (
    claimed(
        "growth_bodies",
        "speed_growth_bodies",
        BODIES_GROWTH,
        "Least-squares slope on logarithmic axes over N = 6 to 996 (5 branches), the sweep of "
        f"[Ali, Fig. 4]; all sizes are timed in turn, at {VISITS} moments of one run (once in a "
        "quick one). 1.05 leaves room for what outgrows a cache.",
        growth_bodies(*BODIES),
    ),
    claimed(
        "growth_bodies",
        "speed_growth_large",
        LARGE_GROWTH,
        "The same slope over N = 51 to 996, where what a call takes once weighs nothing, and the "
        "end of a cache more: at order 5 a body has 2.4 kB, so that a second-level cache of 512 KB "
        "ends before N = 301, one of 1 MB before N = 501. Each order sweeps all bodies, from which "
        "neither fetching ahead nor sweeping branch by branch saves anything.",
        growth_bodies(*LARGE_BODIES),
    ),
    claimed(
        "growth_orders",
        "speed_growth_orders",
        ORDERS_GROWTH,
        "Least-squares slope on logarithmic axes over r = 2 to 10 at N = 101; products of series "
        "take O(r^2) operations.",
        growth_orders,
    ),
)
CLAIMS: dict[str, tuple[Judging, ...]] = {
    INVERSE.name: (
        _pinocchio(INVERSE),
        claimed(
            "casadi",
            "speed_generated",
            SMALL_C,
            "C generated for this robot alone, common subexpressions eliminated after each order, "
            "compiled with -O3 -march=native; it computes the r-th derivative only, lieref all "
            "orders up to it.",
            small_generated,
        ),
        claimed(
            "casadi",
            "speed_casadi",
            LARGE_ALL,
            "VM: CasADi's virtual machine on derivatives by jtimes(y, t, 1) as in Table 4 of Ali "
            "et al.; VM, cse and C, cse: common subexpressions eliminated after each order. "
            "CasADi computes the r-th derivative only, lieref all orders up to it.",
            large_casadi,
        ),
        *GROWTH,
    ),
    FORWARD.name: (
        _pinocchio(FORWARD),
        claimed(
            "growth_orders",
            "speed_orders",
            ORDERS_COST,
            "The articulated inertia and its factors are computed once and serve every order; all "
            "orders are timed in turn.",
            cost_of_orders,
        ),
        claimed(
            "casadi",
            "speed_generated",
            FORWARD_C,
            "C generated for this robot alone from the articulated-body algorithm in body frames, "
            "the base by casadi.solve as in Table 4 of Ali et al., common subexpressions "
            "eliminated after each order, compiled with -O3 -march=native. It is given the lower "
            "derivatives of the velocity and computes the r-th one only, lieref all of them. With "
            "the base by LDL^T (C, cse, LDL) it has fewer operations; that is not judged.",
            forward_generated,
        ),
        *GROWTH,
    ),
}
