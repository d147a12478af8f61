"""Second partials obey the commutator law, are symmetric elsewhere; dM/dq is the derivative of M.

Random trees with spherical and free joints. Inside a joint H[:, a, b] - H[:, b, a] is (df/dq)
coords(s_b x s_a) for f = tau and f = a; all other pairs exchange; dM/dq is compared with a central
difference of the oracle's H at 70 digits, right to 1e-40. Relative to the largest entry; of forward
dynamics the condition of H comes in.
"""

from verification.measurements.partials.partials_laws import evaluate
from verification.partials import selections
from verification.subjects.selections import random_tree
from verification.verdicts import Params, Pick, Records, Row, at_most

__all__ = ["cases", "evaluate", "verdict"]

LIMITS = {"inverse": 1e-14, "forward": 1e-13}


def cases(quick: bool) -> list[Params]:
    """Random trees of every joint type, and one with a free joint on a free base."""
    # dtau/dq has nothing to say on the linear half of a base: forces do not depend on its place
    return [*selections.trees(quick), {"robot": random_tree(2, 5), "state": {"seed": 5}}]


def _residual(dynamics: str, law: str) -> Pick:
    return lambda record: float(record["result"][dynamics][law])


def verdict(records: Records) -> list[Row]:
    """Each law of each dynamics."""
    found = [
        at_most(
            f"{law}, {dynamics} dynamics",
            records,
            _residual(dynamics, law),
            limit,
        )
        for dynamics, limit in LIMITS.items()
        for law in ("commutator", "symmetry")
    ]
    inertia = at_most(
        "dM/dq", records, lambda record: float(record["result"]["inertia"]), LIMITS["inverse"]
    )
    return [*found, inertia]
