"""Second partials of w . tau along a motion, as series, from gradients of changed motions.

Along a motion that changes by xi = t^p e_d, its velocity by dv = xi' + b xi and its acceleration by
da = dv', b = ad_v of the joints, the gradients w^T A, w^T B, w^T H change by

    R_A = QQ xi + QV dv + QA da,    R_B = VQ xi + VV dv,    R_H = AQ xi,                        (14)

VQ = QV^T and AQ = QA^T. For p > r + 4 that begins behind all coefficients of the motion, and its
square behind those that are wanted. Two p tell xi from dv.

Arrays of any scalar, numpy's own or objects; axis 0 counts Taylor coefficients x^(k)/k!.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import derivatives

Array = NDArray[Any]
Gradient = Callable[[Array, Array], tuple[Array, Array, Array]]

#: Beside numbers of this size those of the motion itself are below rounding, and its square is a
#: double.
LARGE = 2**200
#: How far apart the two changes begin.
APART = 4


class SecondSeries(NamedTuple):
    """Coefficients of QQ (r + 1), QV (r + 2), VV and AQ (r + 3), (nv, nv) each.

    [c, d]: of the gradient by c the derivative by d.
    """

    QQ: Array
    QV: Array
    VV: Array
    AQ: Array


def second_series(gradient: Gradient, v: Array, w: Array, b: Array) -> SecondSeries:
    """The series of second partials of a motion of order r.

    gradient(v, w): coefficients (n, nv) of w^T A, w^T B, w^T H for derivatives v (n + 1, nv);
    v (r + 2, nv), w (r + 1, nv) and b (r + 2, nv, nv) are coefficients.
    """
    r = len(w) - 1
    near = r + 5
    RA, RB, RH = _responses(gradient, v, w, b, near)
    beyond = _responses(gradient, v, w, b, near + APART)[1]
    AQ = RH[near:]
    VV = (beyond[near + APART - 1 :] - RB[near - 1 :])[: r + 3] / APART
    VQ = RB[near:][: r + 2] - near * VV[1:] - _product(VV, b)[: r + 2]
    QV, QA = VQ.swapaxes(1, 2), AQ.swapaxes(1, 2)
    rate = b * np.arange(near, near + r + 2).reshape(-1, 1, 1)
    QQ = RA[near:][: r + 1] - near * QV[1:] - _product(QV, b)[: r + 1]
    QQ = QQ - near * (near - 1) * QA[2:] - _product(QA, rate)[1 : r + 2]
    return SecondSeries(QQ, QV, VV, AQ)


def _product(x: Array, b: Array) -> Array:
    """(x b)_k = sum_j x_{k-j} b_j, as many coefficients as b has."""
    return np.array([sum(x[k - j] @ b[j] for j in range(k + 1)) for k in range(len(b))])


def _responses(gradient: Gradient, v: Array, w: Array, b: Array, p: int) -> Array:
    """R_A, R_B, R_H of every xi = t^p e_d, p + r + 3 coefficients (nv, nv) each; d last."""
    r, nv = len(w) - 1, v.shape[1]
    n = p + r + 3
    weights = np.concatenate([w, np.zeros((n - r - 1, nv), w.dtype)])
    found = np.zeros((3, n, nv, nv), v.dtype)
    for d in range(nv):
        late = np.zeros((n + 1, nv), v.dtype)
        late[: r + 2] = v
        late[p - 1, d] = p * LARGE
        late[p : p + r + 2] = b[..., d] * LARGE
        found[..., d] = np.array(gradient(derivatives(late), weights)) / LARGE
    return found
