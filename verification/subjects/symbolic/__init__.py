"""Inverse and forward dynamics as CasADi expressions, their time derivatives and partials.

Written from the model's data and sharing nothing with lieref's kernels. Zeros and ones of the
model disappear from the expressions, so this is code for one robot, as CasADi's users have it.
"""

from verification.subjects.symbolic.along import (
    FORWARD,
    FORWARD_LDL,
    INVERSE,
    Derivatives,
    Map,
    derivatives,
)
from verification.subjects.symbolic.partials import Partials, inertia, partials

__all__ = [
    "FORWARD",
    "FORWARD_LDL",
    "INVERSE",
    "Derivatives",
    "Map",
    "Partials",
    "derivatives",
    "inertia",
    "partials",
]
