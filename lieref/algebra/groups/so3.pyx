"""SO(3) on arrays with any leading axes; one function per primitive of so3.pxd.

Rotation vectors w (..., 3) in rad, rotations R (..., 3, 3), quaternions (x, y, z, w) (..., 4).
Public as `lieref.SO3`. Every function raises ShapeError for a wrong shape or a dtype that numpy
cannot cast safely to float64, NonFiniteError for NaN or infinity (argument and index) and where a
result overflows; functions that take R, q or W raise ConfigurationError where it is farther than
1e-9 from a rotation, a unit quaternion, a skew matrix. Accuracy (relative, largest entry): exp,
dexp, dexp_inv at most 1e-15 up to the angle 4.5, log 4e-15: tests/algebra/test_algebra_accuracy.py.
"""
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_pair, as_quaternions, as_rotations, as_skew, as_stack

from lieref.algebra.groups.batch cimport map_one, map_two

__all__ = [
    "dexp", "dexp_inv", "exp", "exp_quaternion", "from_quaternion", "hat", "log", "log_quaternion",
    "quaternion_product", "to_quaternion", "vee",
]

VECTOR, QUATERNION, MATRIX = (3,), (4,), (3, 3)


def hat(w: ArrayLike) -> NDArray[np.float64]:
    """Skew matrices W (..., 3, 3) of vectors w (..., 3): W u = w x u.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> SO3.hat(w)
    array([[ 0., -1.,  0.],
           [ 1.,  0., -0.],
           [-0.,  0.,  0.]])
    """
    return map_one(so3_hat, as_stack(w, "w", VECTOR), VECTOR, MATRIX, "w")


def vee(W: ArrayLike) -> NDArray[np.float64]:
    """Vectors w (..., 3) of skew matrices W (..., 3, 3), the inverse of `hat`.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> SO3.vee(SO3.hat(w))
    array([0., 0., 1.])
    """
    return map_one(so3_vee, as_skew(W, "W"), MATRIX, VECTOR, "W")


def exp(w: ArrayLike) -> NDArray[np.float64]:
    """Rotations R (..., 3, 3) by the angle |w| about w (..., 3); Rodrigues' formula.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> SO3.exp(w).round(6)
    array([[ 0.540302, -0.841471,  0.      ],
           [ 0.841471,  0.540302,  0.      ],
           [ 0.      ,  0.      ,  1.      ]])
    """
    return map_one(so3_exp, as_stack(w, "w", VECTOR), VECTOR, MATRIX, "w")


def log(R: ArrayLike) -> NDArray[np.float64]:
    """Rotation vectors w (..., 3), |w| <= pi, of the rotations nearest to R (..., 3, 3).

    At the angle pi exactly either sign of w may come.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> bool(np.allclose(SO3.log(SO3.exp(w)), w, 0, 1e-12))
    True
    """
    return map_one(so3_log, as_rotations(R, "R"), MATRIX, VECTOR, "R")


def dexp(w: ArrayLike) -> NDArray[np.float64]:
    """Left (spatial) differentials D (..., 3, 3) of exp: Rdot R^T = hat(D wdot).

    `dexp(-w)` is the right (body) one.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> bool(np.allclose(SO3.dexp(w) @ w, w, 0, 1e-12))
    True
    """
    return map_one(so3_dexp, as_stack(w, "w", VECTOR), VECTOR, MATRIX, "w")


def dexp_inv(w: ArrayLike) -> NDArray[np.float64]:
    """Inverses (..., 3, 3) of `dexp`; w (..., 3) with |w| < 2 pi, its pole.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> bool(np.allclose(SO3.dexp_inv(w) @ SO3.dexp(w), np.eye(3), 0, 1e-12))
    True
    """
    return map_one(so3_dexp_inv, as_stack(w, "w", VECTOR), VECTOR, MATRIX, "w")


def exp_quaternion(w: ArrayLike) -> NDArray[np.float64]:
    """Unit quaternions (..., 4) of the rotations by |w| about w (..., 3).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> SO3.exp_quaternion(0 * w)
    array([0., 0., 0., 1.])
    """
    return map_one(so3_exp_quaternion, as_stack(w, "w", VECTOR), VECTOR, QUATERNION, "w")


def log_quaternion(q: ArrayLike) -> NDArray[np.float64]:
    """Rotation vectors w (..., 3), |w| <= pi, of the rotations of q / |q|; q (..., 4).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> bool(np.allclose(SO3.log_quaternion(SO3.exp_quaternion(w)), w, 0, 1e-12))
    True
    """
    return map_one(so3_log_quaternion, as_quaternions(q, "q"), QUATERNION, VECTOR, "q")


def from_quaternion(q: ArrayLike) -> NDArray[np.float64]:
    """Rotations R (..., 3, 3) of q / |q|; q (..., 4).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> bool(np.allclose(SO3.from_quaternion(SO3.exp_quaternion(w)), SO3.exp(w), 0, 1e-12))
    True
    """
    return map_one(quaternion_to_matrix, as_quaternions(q, "q"), QUATERNION, MATRIX, "q")


def to_quaternion(R: ArrayLike) -> NDArray[np.float64]:
    """Unit quaternions (..., 4) with w >= 0 of the rotations nearest to R (..., 3, 3).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> bool(np.allclose(SO3.to_quaternion(SO3.exp(w)), SO3.exp_quaternion(w), 0, 1e-12))
    True
    """
    return map_one(matrix_to_quaternion, as_rotations(R, "R"), MATRIX, QUATERNION, "R")


def quaternion_product(a: ArrayLike, b: ArrayLike) -> NDArray[np.float64]:
    """Products a b (..., 4): the rotation b followed by a. Leading axes broadcast.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SO3
    >>> w = np.array([0.0, 0.0, 1.0])
    >>> half = SO3.exp_quaternion(w / 2)
    >>> bool(np.allclose(SO3.quaternion_product(half, half), SO3.exp_quaternion(w), 0, 1e-12))
    True
    """
    a, b = as_pair(as_quaternions(a, "a"), as_quaternions(b, "b"), ("a", "b"), (1, 1))
    return map_two(quaternion_multiply, a, b, QUATERNION, QUATERNION, QUATERNION, "a", "b")
