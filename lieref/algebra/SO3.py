"""The rotation group SO(3): exp, log, their differentials and quaternions, on arrays.

See `lieref.algebra.so3` for shapes, units and errors.
"""

from lieref.algebra.so3 import (
    dexp,
    dexp_inv,
    exp,
    exp_quaternion,
    from_quaternion,
    hat,
    log,
    log_quaternion,
    quaternion_product,
    to_quaternion,
    vee,
)

__all__ = [
    "dexp",
    "dexp_inv",
    "exp",
    "exp_quaternion",
    "from_quaternion",
    "hat",
    "log",
    "log_quaternion",
    "quaternion_product",
    "to_quaternion",
    "vee",
]
