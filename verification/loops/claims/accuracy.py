"""Claims on the accuracy of dynamics through loops."""

from functools import partial

from lieref.reporting.campaigns.store import Record
from verification.claims import Claim, claim
from verification.loops.cases import DISTANCES, EXACT, accuracy, compared, far
from verification.measurements.loops.loops_accuracy import evaluate
from verification.picks import having, number
from verification.verdicts import Limit

#: Largest relative error in generic states.
ACCURATE = 1e-13
ERROR = number("error")


def _condition(record: Record) -> float:
    """The larger one of the two scaled conditions."""
    return max(float(record["result"]["loops"]), float(record["result"]["inertia"]))


GENERIC = Limit("scaled condition", _condition, 1e4)
NEAR = """
Random states near the assembly whose scaled conditions are below 1e4: that of the loops (largest
pivot of K_d by the smallest) and that of the reduced inertia with a unit diagonal. Relative max
norm; the reference value, in balls of 70 digits, knows nothing of clusters.
"""
FAR = """
The same draws on free bases near by and far away, base motion in body and (but for inertias) hybrid
form; relative max norm against the oracle, which is given the far configuration.
"""


def _near(name: str, sentence: str, of: str) -> Claim:
    """The worst error, and that all states are generic."""
    limits = [Limit("relative max norm", ERROR, ACCURATE), GENERIC]
    return claim(name, f"{sentence}\n{NEAR}", evaluate, partial(accuracy, of), limits)


def _far(name: str, sentence: str, of: str) -> Claim:
    """The worst error at each distance that was measured."""
    limits = [
        Limit(f"at {x:g} m", ERROR, ACCURATE, of=having("state", "distance", value=x))
        for x in DISTANCES
    ]
    text = f"{sentence}\n{FAR}"
    return claim(name, text, evaluate, partial(far, of), limits, measured_alone=True)


def _method(of: str, method: str) -> Limit:
    """The worst error of a method that Chignoli et al. compare with."""
    return Limit(
        f"{of.replace('_', ' ')}, {method}",
        ERROR,
        ACCURATE,
        of=lambda r: (r["params"]["of"], r["params"]["method"]) == (of, method),
    )


CLAIMS = (
    _near(
        "c_rnea",
        "C-RNEA: inverse dynamics through loops agrees with the oracle to 1e-13 on every "
        "mechanism.",
        "inverse_dynamics",
    ),
    _near(
        "c_aba",
        "C-ABA: forward dynamics through loops agrees with the oracle to 1e-13 on every mechanism.",
        "forward_dynamics",
    ),
    _near(
        "c_efpa",
        "C-EFPA: inverse operational inertias agree with the oracle to 1e-13 on every mechanism.",
        "inverse_operational_inertia",
    ),
    _far(
        "c_rnea_far",
        "C-RNEA: inverse dynamics loses nothing 1e3 and 1e6 m from the origin.",
        "inverse_dynamics",
    ),
    _far(
        "c_aba_far",
        "C-ABA: forward dynamics loses nothing 1e3 and 1e6 m from the origin.",
        "forward_dynamics",
    ),
    _far(
        "c_efpa_far",
        "C-EFPA: the inverse operational-space inertia loses nothing 1e3 and 1e6 m from "
        "the origin.",
        "inverse_operational_inertia",
    ),
    claim(
        "compared_methods",
        """Projection and multipliers, dense and sparse, agree with the oracle to 1e-13 as well.

        The methods that Chignoli et al. compare with, but for those that approximate; the generic
        states of the claims on the recursions. Relative max norm against balls of 70 digits.
        """,
        evaluate,
        compared,
        [_method(of, method) for of, methods in EXACT.items() for method in methods],
    ),
)
