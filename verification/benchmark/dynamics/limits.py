"""The statements of the benchmark and their limits."""

from __future__ import annotations

from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.benchmark.dynamics.plans import LARGE, ROBOTS, SMALL, VISITS
from verification.benchmark.dynamics.problems import FORWARD, INVERSE, Dynamics
from verification.benchmark.judging import Judging, claimed, wanted
from verification.benchmark.timed import ratio, times
from verification.benchmark.timing import slope
from verification.verdicts import Limit, Pick, Records, Row, Verdict, judged

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
# The sweep of [Ali, Fig. 4], and its part where what a call takes once weighs nothing; of orders.
BODIES, LARGE_BODIES, ORDERS = (6, 996), (51, 996), (2, 10)


def pinocchio(problem: Dynamics) -> list[Limit]:
    """Return the statements on calls from Python."""
    return [
        Limit(name, ratio("Pinocchio"), limit, of=wanted(robot=ROBOTS[name]))
        for name, limit in FRACTIONS[problem.name].items()
    ]


def generated(problem: Dynamics, order: int, most: float) -> list[Limit]:
    """Return the statement on the kernel and generated C for the aerial manipulator."""
    own = wanted(problem, robot=SMALL, order=order, peer="C, cse")
    return [Limit("time over C", ratio("C, cse"), most, of=own)]


def _speedup(peer: str) -> Pick:
    return lambda record: 1 / ratio(peer)(record)


#: On the tree of 101 bodies.
CASADI = [
    Limit(
        f"times faster than {peer}",
        _speedup(peer),
        least,
        "at least",
        of=wanted(robot=LARGE, order=LARGEST_ORDER, peer=peer),
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


def _by_problem(records: Records) -> list[tuple[Dynamics, str]]:
    """Return each problem that there are records of, with what its rows begin with."""
    found = [one for one in (INVERSE, FORWARD) if any(map(wanted(one), records))]
    return [(one, f"{one.label}, " if len(found) > 1 else "") for one in found]


def growth_bodies(least: int, most: int) -> Verdict:
    """Return the statement on the slopes over the number of bodies, from ``least`` to ``most``."""
    slope_of = partial(slope_within, least=least, most=most)

    def judge(records: Records) -> list[Row]:
        return judged(
            Limit(
                f"{which}slope in N from {least}, order {order}",
                slope_of,
                1.05,
                of=wanted(problem, order=order),
            )
            for problem, which in _by_problem(records)
            for order in range(LARGEST_ORDER + 1)
        )(records)

    return judge


def growth_orders(records: Records) -> list[Row]:
    """Judge the slope over the order for the tree of 101 bodies."""
    return judged(
        Limit(f"{which}slope in r, N = 101", orders_slope, 2.0, of=wanted(problem, robot=LARGE))
        for problem, which in _by_problem(records)
    )(records)


#: The time of forward dynamics at order 5 by its own time at order 0.
COST_OF_ORDERS = [
    Limit(part, orders_cost, 6.0, of=wanted(FORWARD, robot=robot))
    for part, robot in (("N = 7", SMALL), ("N = 101", LARGE))
]


def _pinocchio(problem: Dynamics) -> Judging:
    return claimed(
        "from_python",
        "speed_pinocchio",
        f"From Python at order 0, {problem.label} dynamics takes a fraction of the time of "
        "Pinocchio's.",
        "Both are called with arrays at hand, Pinocchio with its data made before; lieref checks "
        "its arguments in the time that counts.",
        pinocchio(problem),
    )


GROWTH: tuple[Judging, ...] = (
    claimed(
        "growth_bodies",
        "speed_growth_bodies",
        "The kernel's time grows linearly with the number of bodies at every order.",
        "Least-squares slope on logarithmic axes over N = 6 to 996 (5 branches), the sweep of "
        f"[Ali, Fig. 4]; all sizes are timed in turn, at {VISITS} moments of one run (once in a "
        "quick one). 1.05 leaves room for what outgrows a cache.",
        [growth_bodies(*BODIES)],
    ),
    claimed(
        "growth_bodies",
        "speed_growth_large",
        "From 51 bodies on, too, it grows linearly, where caches end that hold fewer.",
        "The same slope over N = 51 to 996, where what a call takes once weighs nothing, and the "
        "end of a cache more: at order 5 a body has 2.4 kB, so that a second-level cache of 512 KB "
        "ends before N = 301, one of 1 MB before N = 501. Each order sweeps all bodies, from which "
        "neither fetching ahead nor sweeping branch by branch saves anything.",
        [growth_bodies(*LARGE_BODIES)],
    ),
    claimed(
        "growth_orders",
        "speed_growth_orders",
        "The kernel's time grows at most quadratically with the order.",
        "Least-squares slope on logarithmic axes over r = 2 to 10 at N = 101; products of series "
        "take O(r^2) operations.",
        [growth_orders],
    ),
)
CLAIMS: dict[str, tuple[Judging, ...]] = {
    INVERSE.name: (
        _pinocchio(INVERSE),
        claimed(
            "casadi",
            "speed_generated",
            "At N = 7 and order 5, the kernel takes at most half the time of CasADi's best C code.",
            "C generated for this robot alone, common subexpressions eliminated after each order, "
            "compiled with -O3 -march=native; it computes the r-th derivative only, lieref all "
            "orders up to it.",
            generated(INVERSE, LARGEST_ORDER, 0.5),
        ),
        claimed(
            "casadi",
            "speed_casadi",
            "At N = 101 and order 5, the kernel is many times faster than CasADi in any form.",
            "VM: CasADi's virtual machine on derivatives by jtimes(y, t, 1) as in Table 4 of Ali "
            "et al.; VM, cse and C, cse: common subexpressions eliminated after each order. "
            "CasADi computes the r-th derivative only, lieref all orders up to it.",
            CASADI,
        ),
        *GROWTH,
    ),
    FORWARD.name: (
        _pinocchio(FORWARD),
        claimed(
            "growth_orders",
            "speed_orders",
            "All orders up to 5 take the kernel at most six times what order 0 takes.",
            "The articulated inertia and its factors are computed once and serve every order; all "
            "orders are timed in turn.",
            COST_OF_ORDERS,
        ),
        claimed(
            "casadi",
            "speed_generated",
            "At N = 7 and order 3, the kernel takes at most 0.35 of the time of CasADi's C code.",
            "C generated for this robot alone from the articulated-body algorithm in body frames, "
            "the base by casadi.solve as in Table 4 of Ali et al., common subexpressions "
            "eliminated after each order, compiled with -O3 -march=native. It is given the lower "
            "derivatives of the velocity and computes the r-th one only, lieref all of them. With "
            "the base by LDL^T (C, cse, LDL) it has fewer operations; that is not judged.",
            generated(FORWARD, 3, 0.35),
        ),
        *GROWTH,
    ),
}
