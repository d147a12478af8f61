"""SE(3) on arrays with any leading axes; one function per primitive of se3.pxd.

Angular part first. Screw coordinates X = (omega, v) (..., 6) in rad and m; poses C (..., 4, 4) =
[[R, p], [0, 1]] of frame B in frame A, x_A = R x_B + p; twists V (..., 6); wrenches W = (torque,
force) (..., 6). Public as `lieref.SE3`. Leading axes of two arguments broadcast. Every function
raises ShapeError for a wrong shape or a dtype that numpy cannot cast safely to float64,
NonFiniteError for NaN or infinity (argument and index) and where a result overflows; functions that
take C raise ConfigurationError where it is farther than 1e-9 from a pose. Accuracy (relative,
largest entry): exp, dexp, dexp_inv at most 1e-15 up to the angle 4.5, log 4e-15; tested in
tests/algebra/test_algebra_accuracy.py.
"""
import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_pair, as_poses, as_stack

from lieref.algebra.groups.batch cimport TwoToOne, map_one, map_two

__all__ = [
    "Ad", "Ad_inv_mul", "Ad_inv_t_mul", "Ad_mul", "Ad_t", "Ad_t_mul", "ad", "ad_mul", "ad_t",
    "ad_t_mul", "compose", "dexp", "dexp_inv", "exp", "inverse", "log",
]

VECTOR, POSE, MATRIX = (6,), (4, 4), (6, 6)


cdef object pose_on_vector(TwoToOne primitive, object C, object V, str name):
    # checks of the four products with Ad
    C, V = as_pair(as_poses(C, "C"), as_stack(V, name, VECTOR), ("C", name), (2, 1))
    return map_two(primitive, C, V, POSE, VECTOR, VECTOR, "C", name)


cdef object twist_on_vector(TwoToOne primitive, object V, object Y, str name):
    # checks of the two products with ad
    V, Y = as_pair(as_stack(V, "V", VECTOR), as_stack(Y, name, VECTOR), ("V", name), (1, 1))
    return map_two(primitive, V, Y, VECTOR, VECTOR, VECTOR, "V", name)


def exp(X: ArrayLike) -> NDArray[np.float64]:
    """Poses C (..., 4, 4) of the screw motions X (..., 6).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> SE3.exp(X)[:3, 3].round(6)
    array([0.841471, 0.459698, 0.      ])
    """
    return map_one(se3_exp, as_stack(X, "X", VECTOR), VECTOR, POSE, "X")


def log(C: ArrayLike) -> NDArray[np.float64]:
    """Screw coordinates X (..., 6), |omega| <= pi, of the poses C (..., 4, 4).

    R means the rotation nearest to it. At the angle pi exactly either sign of omega may come.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.log(SE3.exp(X)), X, 0, 1e-12))
    True
    """
    return map_one(se3_log, as_poses(C, "C"), POSE, VECTOR, "C")


def inverse(C: ArrayLike) -> NDArray[np.float64]:
    """Inverses (..., 4, 4) of the poses C: [[R^T, -R^T p], [0, 1]].

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.inverse(SE3.exp(X)), SE3.exp(-X), 0, 1e-12))
    True
    """
    return map_one(se3_inverse, as_poses(C, "C"), POSE, POSE, "C")


def compose(C1: ArrayLike, C2: ArrayLike) -> NDArray[np.float64]:
    """Poses C1 C2 (..., 4, 4).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.compose(SE3.exp(X), SE3.exp(-X)), np.eye(4), 0, 1e-12))
    True
    """
    C1, C2 = as_pair(as_poses(C1, "C1"), as_poses(C2, "C2"), ("C1", "C2"), (2, 2))
    return map_two(se3_compose, C1, C2, POSE, POSE, POSE, "C1", "C2")


def Ad(C: ArrayLike) -> NDArray[np.float64]:
    """Matrices Ad_C (..., 6, 6) = [[R, 0], [hat(p) R, R]]: V_A = Ad_C V_B.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.Ad(SE3.exp(X)) @ X, X, 0, 1e-12))
    True
    """
    return map_one(se3_Ad, as_poses(C, "C"), POSE, MATRIX, "C")


def Ad_t(C: ArrayLike) -> NDArray[np.float64]:
    """Transposes (..., 6, 6) of Ad_C: W_B = Ad_C^T W_A.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.array_equal(SE3.Ad_t(SE3.exp(X)), SE3.Ad(SE3.exp(X)).T))
    True
    """
    return map_one(se3_Ad_t, as_poses(C, "C"), POSE, MATRIX, "C")


def Ad_mul(C: ArrayLike, V: ArrayLike) -> NDArray[np.float64]:
    """Products Ad_C V (..., 6).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.Ad_mul(SE3.exp(X), X), X, 0, 1e-12))
    True
    """
    return pose_on_vector(se3_Ad_mul, C, V, "V")


def Ad_t_mul(C: ArrayLike, W: ArrayLike) -> NDArray[np.float64]:
    """Products Ad_C^T W (..., 6).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.Ad_t_mul(SE3.exp(X), X), SE3.Ad_t(SE3.exp(X)) @ X, 0, 1e-12))
    True
    """
    return pose_on_vector(se3_Ad_t_mul, C, W, "W")


def Ad_inv_mul(C: ArrayLike, V: ArrayLike) -> NDArray[np.float64]:
    """Products Ad_C^-1 V (..., 6): V_B = Ad_C^-1 V_A.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.Ad_inv_mul(SE3.exp(X), X), X, 0, 1e-12))
    True
    """
    return pose_on_vector(se3_Ad_inv_mul, C, V, "V")


def Ad_inv_t_mul(C: ArrayLike, W: ArrayLike) -> NDArray[np.float64]:
    """Products Ad_C^-T W (..., 6): W_A = Ad_C^-T W_B.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.Ad_inv_t_mul(SE3.exp(X), SE3.Ad_t_mul(SE3.exp(X), X)), X, 0, 1e-12))
    True
    """
    return pose_on_vector(se3_Ad_inv_t_mul, C, W, "W")


def ad(V: ArrayLike) -> NDArray[np.float64]:
    """Matrices ad_V (..., 6, 6) = [[hat(omega), 0], [hat(v), hat(omega)]].

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.ad(X) @ X, 0, 0, 1e-12))
    True
    """
    return map_one(se3_ad, as_stack(V, "V", VECTOR), VECTOR, MATRIX, "V")


def ad_t(V: ArrayLike) -> NDArray[np.float64]:
    """Transposes (..., 6, 6) of ad_V.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.array_equal(SE3.ad_t(X), SE3.ad(X).T))
    True
    """
    return map_one(se3_ad_t, as_stack(V, "V", VECTOR), VECTOR, MATRIX, "V")


def ad_mul(V: ArrayLike, Y: ArrayLike) -> NDArray[np.float64]:
    """Screw products ad_V Y (..., 6).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> SE3.ad_mul(X, np.array([1.0, 0, 0, 0, 0, 0]))
    array([0., 1., 0., 0., 0., 0.])
    """
    return twist_on_vector(se3_ad_mul, V, Y, "Y")


def ad_t_mul(V: ArrayLike, W: ArrayLike) -> NDArray[np.float64]:
    """Products ad_V^T W (..., 6).

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> SE3.ad_t_mul(X, np.array([1.0, 0, 0, 0, 0, 0]))
    array([-0., -1., -0.,  0.,  0.,  0.])
    """
    return twist_on_vector(se3_ad_t_mul, V, W, "W")


def dexp(X: ArrayLike) -> NDArray[np.float64]:
    """Left (spatial) differentials D (..., 6, 6) of exp: Cdot C^-1 = D Xdot for C = exp X (..., 6).

    D = sum_k ad_X^k / (k+1)!. `dexp(-X)` is the right (body) one: C^-1 Cdot = dexp(-X) Xdot.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.dexp(X) @ X, X, 0, 1e-12))
    True
    """
    return map_one(se3_dexp, as_stack(X, "X", VECTOR), VECTOR, MATRIX, "X")


def dexp_inv(X: ArrayLike) -> NDArray[np.float64]:
    """Inverses (..., 6, 6) of `dexp`; X (..., 6) with |omega| < 2 pi, its pole.

    Examples
    --------
    >>> import numpy as np
    >>> from lieref import SE3
    >>> X = np.array([0.0, 0.0, 1.0, 1.0, 0.0, 0.0])
    >>> bool(np.allclose(SE3.dexp_inv(X) @ SE3.dexp(X), np.eye(6), 0, 1e-12))
    True
    """
    return map_one(se3_dexp_inv, as_stack(X, "X", VECTOR), VECTOR, MATRIX, "X")
