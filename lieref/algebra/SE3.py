"""The group of rigid motions SE(3): exp, log, their differentials, Ad and ad, on arrays.

Angular part first. See `lieref.algebra.se3` for shapes, units and errors.
"""

from lieref.algebra.se3 import (
    Ad,
    Ad_inv_mul,
    Ad_inv_t_mul,
    Ad_mul,
    Ad_t,
    Ad_t_mul,
    ad,
    ad_mul,
    ad_t,
    ad_t_mul,
    compose,
    dexp,
    dexp_inv,
    exp,
    inverse,
    log,
)

__all__ = [
    "Ad",
    "Ad_inv_mul",
    "Ad_inv_t_mul",
    "Ad_mul",
    "Ad_t",
    "Ad_t_mul",
    "ad",
    "ad_mul",
    "ad_t",
    "ad_t_mul",
    "compose",
    "dexp",
    "dexp_inv",
    "exp",
    "inverse",
    "log",
]
