"""The statements of the benchmark of partial derivatives, and their limits."""

from __future__ import annotations

from typing import Any

from lieref.reporting.campaigns.store import Record
from verification.benchmark.dynamics.plans import ROBOTS
from verification.benchmark.judging import Judging, claimed
from verification.benchmark.partials import growth, problems
from verification.benchmark.partials.plans import CHAIN_20, COMPARED, INVERSE_2
from verification.benchmark.partials.problems import PROBLEMS, Problem
from verification.benchmark.timed import ratio, times
from verification.verdicts import Condition, Limit

FRACTION = 0.8
JUDGED = ("HyQ, free", "Talos, free", "aerial manipulator, N = 7")
MULTIPLES = {"serial chain of 20": (CHAIN_20, 6.0), "Talos, free": (ROBOTS["Talos, free"], 8.0)}
SLOPES = {"serial chain": 3.1, "binary tree": 1.6}
MULTIPLES_OF_C = {"UR5, fixed": 3.0, "HyQ, free": 1.2}
PEER = "C, cse"


def wanted(problem: Problem, **params: Any) -> Condition:
    """Return whether a case is of a problem and has these parameters."""

    def own(record: Record) -> bool:
        found = record["params"]
        return problems.of(found) == problem and params.items() <= found.items()

    return own


def slope(record: Record) -> float:
    """Return the slope of the kernel's time over the number of bodies."""
    return growth.fitted(growth.large(problems.of(record["params"]), times(record))).A


def _first(problem: Problem) -> Judging:
    return claimed(
        "from_python",
        f"speed_{problem.dynamics}_first",
        f"From Python, first partials of {problem.dynamics} dynamics take a fraction of the time "
        "of Pinocchio's.",
        "Against computeRNEADerivatives and computeABADerivatives. Both are called with arrays at "
        "hand, Pinocchio with its data made before; lieref checks its arguments and makes new "
        "matrices in the time that counts.",
        [
            Limit(x, ratio("Pinocchio"), FRACTION, of=wanted(problem, robot=COMPARED[x]))
            for x in JUDGED
        ],
    )


CLAIMS: tuple[Judging, ...] = (
    *(_first(problem) for problem in PROBLEMS if problem.degree == 1),
    claimed(
        "second_partials",
        "speed_second",
        "Second partials of inverse dynamics take the kernel a few times what Pinocchio's first "
        "ones take from Python.",
        "Pinocchio's second order cannot be called from Python; in C++ it takes such a multiple "
        "of computeRNEADerivatives. The kernel is run without Python and writes into memory of a "
        "former call.",
        [
            Limit(name, ratio("Pinocchio, first"), limit, of=wanted(INVERSE_2, robot=robot))
            for name, (robot, limit) in MULTIPLES.items()
        ],
    ),
    claimed(
        "growth",
        "speed_second_growth",
        "The kernel's time of second partials of inverse dynamics grows as the tree's pattern.",
        "Least-squares slope on logarithmic axes over N = 10 to 100, as Table III of Singh et al. "
        "(3.08 and 1.45); all sizes are timed in turn. The tensors are zeroed once, the kernel "
        "writes the tree's pattern alone.",
        [
            Limit(f"slope in N, {x}", slope, limit, of=wanted(INVERSE_2, family=x))
            for x, limit in SLOPES.items()
        ],
    ),
    claimed(
        "casadi",
        "speed_second_generated",
        "Second partials of inverse dynamics take about the time of CasADi's generated C.",
        "C generated for this robot alone from jacobian(jacobian(tau)), common subexpressions "
        "eliminated after each differentiation, compiled with -O3 -march=native; it writes the "
        "entries of the tree's pattern one after the other.",
        [
            Limit(x, ratio(PEER), limit, of=wanted(INVERSE_2, robot=ROBOTS[x], peer=PEER))
            for x, limit in MULTIPLES_OF_C.items()
        ],
    ),
)
