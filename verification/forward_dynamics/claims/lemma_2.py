"""Ali et al., Lemma 2 holds: the articulated inertia is the same at every order, to 1e-40.

Of the flying base, orders 0 to 3, at 50 digits: how its wrench W^(k) changes with V^(k+1), from the
oracle's hybrid dynamics, is one matrix for all k; it is H_bb - H_bj H_jj^-1 H_jb of the oracle's
joint-space inertia, and what the recursion of Lemma 2 gives.
"""

from verification.measurements.forward_dynamics.lemma_2 import evaluate
from verification.subjects.selections import AERIAL_MANIPULATOR, random_tree
from verification.verdicts import Params, Records, Row, at_most, largest

__all__ = ["cases", "evaluate", "verdict"]

LIMIT, ORDER = 1e-40, 3


def cases(quick: bool) -> list[Params]:
    """The base's velocity in spatial form, in which its wrench is W itself."""
    robots = [AERIAL_MANIPULATOR] if quick else [AERIAL_MANIPULATOR, random_tree(4, 5)]
    return [
        {
            "robot": robot,
            "state": {"seed": seed, "base": "spatial", "wrench_axes": "body", "tau_ext": True},
            "order": ORDER,
            "torques": "motion",
        }
        for robot in robots
        for seed in range(1 if quick else 2)
    ]


def verdict(records: Records) -> list[Row]:
    """The orders among each other, and order 0 against two other ways to M^A."""
    return [
        at_most(
            "orders 1-3 against order 0",
            records,
            lambda record: largest(record["result"]["orders"]),
            LIMIT,
        ),
        at_most(
            "against the joint-space inertia",
            records,
            lambda record: float(record["result"]["inertia"]),
            LIMIT,
        ),
        at_most(
            "recursion against the joint-space inertia",
            records,
            lambda record: float(record["result"]["recursion"]),
            LIMIT,
        ),
    ]
