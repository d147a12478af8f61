"""Claims on the accuracy of dynamics through loops, as rows of data."""

from functools import partial

from verification.claims import Claim, claim
from verification.loops.numbers import ACCURATE, error, generic
from verification.loops.selections import DISTANCES, EXACT, accuracy, compared, far
from verification.measurements.loops.loops_accuracy import evaluate
from verification.verdicts import Limit, having, judged, measured_parts

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
    limits = [
        Limit("relative max norm", error, ACCURATE),
        Limit("scaled condition", generic, 1e4),
    ]
    return claim(name, f"{sentence}\n{NEAR}", evaluate, partial(accuracy, of), judged(limits))


def _far(name: str, sentence: str, of: str) -> Claim:
    """The worst error at each distance that was measured."""
    limits = [
        Limit(f"at {x:g} m", error, ACCURATE, of=having("state", "distance", value=x))
        for x in DISTANCES
    ]
    verdict = measured_parts(judged(limits))
    return claim(name, f"{sentence}\n{FAR}", evaluate, partial(far, of), verdict)


def _method(of: str, method: str) -> Limit:
    """The worst error of a method that Chignoli et al. compare with."""
    return Limit(
        f"{of.replace('_', ' ')}, {method}",
        error,
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
        judged(_method(of, method) for of, methods in EXACT.items() for method in methods),
    ),
)
