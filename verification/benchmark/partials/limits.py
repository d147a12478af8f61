"""The statements of the benchmark of partial derivatives, and their limits."""

from __future__ import annotations

from lieref.reporting.campaigns.store import Record
from verification.benchmark.limits import Judging, Records, claimed
from verification.benchmark.partials import growth, problems
from verification.benchmark.partials.plans import CHAIN_20, COMPARED, INVERSE_2
from verification.benchmark.partials.problems import PROBLEMS, Problem
from verification.benchmark.plans import ROBOTS
from verification.benchmark.timed import ratio, times
from verification.verdicts import Row, Verdict, at_most

FIRST = "From Python, first partials of {} dynamics take a fraction of the time of Pinocchio's."
SECOND = (
    "Second partials of inverse dynamics take the kernel a few times what Pinocchio's first ones "
    "take from Python."
)
GROWTH = "The kernel's time of second partials of inverse dynamics grows as the tree's pattern."
GENERATED = "Second partials of inverse dynamics take about the time of CasADi's generated C."
FRACTION = 0.8
JUDGED = ("HyQ, free", "Talos, free", "aerial manipulator, N = 7")
MULTIPLES = {"serial chain of 20": (CHAIN_20, 6.0), "Talos, free": (ROBOTS["Talos, free"], 8.0)}
SLOPES = {"serial chain": 3.1, "binary tree": 1.6}
MULTIPLES_OF_C = {"UR5, fixed": 3.0, "HyQ, free": 1.2}
PEER = "C, cse"


def first_partials(problem: Problem) -> Verdict:
    """Return the verdict on first partials called from Python."""

    def judge(records: Records) -> list[Row]:
        return [
            at_most(name, growth.of(records, problem, COMPARED[name]), ratio("Pinocchio"), FRACTION)
            for name in JUDGED
        ]

    return judge


def second_partials(records: Records) -> list[Row]:
    """Judge the kernel of second partials by Pinocchio's first ones."""
    return [
        at_most(name, growth.of(records, INVERSE_2, robot), ratio("Pinocchio, first"), limit)
        for name, (robot, limit) in MULTIPLES.items()
    ]


def generated(records: Records) -> list[Row]:
    """Judge the kernel of second partials by generated C."""
    return [
        at_most(
            name,
            [r for r in growth.of(records, INVERSE_2, ROBOTS[name]) if r["params"]["peer"] == PEER],
            ratio(PEER),
            limit,
        )
        for name, limit in MULTIPLES_OF_C.items()
    ]


def slope(record: Record) -> float:
    """Return the slope of the kernel's time over the number of bodies."""
    return growth.fitted(growth.large(problems.of(record["params"]), times(record))).A


def slopes(records: Records) -> list[Row]:
    """Judge the slope in N of the kernel of second partials of inverse dynamics."""
    return [
        at_most(
            f"slope in N, {family}",
            [r for r in growth.of(records, INVERSE_2) if growth.family_of(r) == family],
            slope,
            limit,
        )
        for family, limit in SLOPES.items()
    ]


def _first(problem: Problem) -> Judging:
    return claimed(
        "from_python",
        f"speed_{problem.dynamics}_first",
        FIRST.format(problem.dynamics),
        "Against computeRNEADerivatives and computeABADerivatives. Both are called with arrays at "
        "hand, Pinocchio with its data made before; lieref checks its arguments and makes new "
        "matrices in the time that counts.",
        first_partials(problem),
    )


CLAIMS: tuple[Judging, ...] = (
    *(_first(problem) for problem in PROBLEMS if problem.degree == 1),
    claimed(
        "second_partials",
        "speed_second",
        SECOND,
        "Pinocchio's second order cannot be called from Python; in C++ it takes such a multiple "
        "of computeRNEADerivatives. The kernel is run without Python and writes into memory of a "
        "former call.",
        second_partials,
    ),
    claimed(
        "growth",
        "speed_second_growth",
        GROWTH,
        "Least-squares slope on logarithmic axes over N = 10 to 100, as Table III of Singh et al. "
        "(3.08 and 1.45); all sizes are timed in turn. The tensors are zeroed once, the kernel "
        "writes the tree's pattern alone.",
        slopes,
    ),
    claimed(
        "casadi",
        "speed_second_generated",
        GENERATED,
        "C generated for this robot alone from jacobian(jacobian(tau)), common subexpressions "
        "eliminated after each differentiation, compiled with -O3 -march=native; it writes the "
        "entries of the tree's pattern one after the other.",
        generated,
    ),
)
