"""Plain twin of the regressor: each body's wrench as a 6 x 10 matrix times its parameters.

Over any scalar field K, in the shifted frame of `lieref.kinematics.forward_kinematics_twin`.
Symbols (docs/notation.md): R, x attitude and place of a body; w, dw, a its angular velocity and
acceleration and the acceleration of its origin minus gravity, in body axes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.kinematics.forward_kinematics_twin import Motion, adjoint, inverse, motions
from lieref.model.tree.exact import apply, cross, exact_model, transpose
from lieref.partials.tensor_algebra import skew

if TYPE_CHECKING:
    from lieref.model.model import Model

Matrix = Any
# J x = shares(x) (xx, yy, zz, xy, xz, yz)
SHARES = ((0, 3, 4), (3, 1, 5), (4, 5, 2))


def shares(x: Matrix) -> Matrix:
    """3 x 6: the coefficients of xx, yy, zz, xy, xz, yz in J x."""
    out = np.full((3, 6), x[0] * 0, dtype=object)
    for i in range(3):
        for j in range(3):
            out[i, SHARES[i][j]] = x[j]
    return out


def wrench_matrix(K: Any, motion: Motion, fall: Any) -> Matrix:
    """6 x 10: the wrench on a body in its own axes about its origin, by its parameters

    n = h x a + J dw + w x J w,   f = m a + dw x h + w x (w x h)
    """
    R, x = motion.C
    back = transpose(R)
    now, rate = ([c[k] for c in motion.V] for k in range(2))
    lift = [u - g for u, g in zip(rate[3:], fall, strict=True)]
    moved = [u + c for u, c in zip(now[3:], cross(tuple(now[:3]), x), strict=True)]
    turned, swept = cross(tuple(rate[:3]), x), cross(tuple(now[:3]), tuple(moved))
    place = tuple(u + b + c for u, b, c in zip(lift, turned, swept, strict=True))
    w, dw, a = (np.array(apply(back, y)) for y in (tuple(now[:3]), tuple(rate[:3]), place))
    out = np.full((6, 10), K(0), dtype=object)
    out[:3, 1:4] = -skew(a)
    out[:3, 4:] = shares(dw) + skew(w) @ shares(w)
    out[3:, 0] = a
    out[3:, 1:4] = skew(dw) + skew(w) @ skew(w)
    return out


def inverse_dynamics_regressor(model: Model, q: Any, v: Any, a: Any, K: Any) -> Matrix:
    """The regressor, nv x 10 nbodies, of base "body"; entries convertible by K, nothing checked."""
    exact = exact_model(model, K)
    series = [[K(v[i]), K(a[i])] for i in range(model.nv)]
    found = motions(K, exact, [K(x) for x in q], series, "body")
    out = np.full((model.nv, 10 * model.nbodies), K(0), dtype=object)
    for i, motion in enumerate(found):
        wrench, to_body = wrench_matrix(K, motion, exact.gravity), inverse(motion.C)
        j = i
        while j >= 0:
            for t, column in enumerate(found[j].S):
                s = np.array(adjoint(to_body, tuple(x[0] for x in column)))
                out[exact.bodies[j].iv + t, 10 * i : 10 * i + 10] = s @ wrench
            j = exact.bodies[j].parent
    return out
