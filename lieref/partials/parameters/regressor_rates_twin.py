"""Plain twin of the regressor's derivatives: what stands in body axes, derived in a fixed frame.

Over any scalar field K. A screw y in the shifted frame is Ad_C^-1 y in axes of the body with the
pose C, whose k-th time derivative is Ad_C^-1 D^k y with D y = y' - [V, y], V the body's twist.
So twist, gravity and joint screws of every order are seen from the body, and no pose is moved.
"""

from __future__ import annotations

from math import comb, factorial
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.kinematics.forward_kinematics_twin import adjoint, inverse, motions
from lieref.model.tree.exact import exact_model
from lieref.partials.parameters.regressor_twin import shares
from lieref.partials.tensor_algebra import motion_cross, skew

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = Any


def seen_from_body(y: list[Any], V: list[Any], n: int) -> list[Any]:
    """y, D y, ..., D^(n - 1) y of now; y and V rows of coefficients."""
    found = []
    for _ in range(n):
        found.append(y[0])
        y = [
            (k + 1) * y[k + 1] - sum(motion_cross(V[k - j]) @ y[j] for j in range(k + 1))
            for k in range(len(y) - 1)
        ]
    return found


def rows(series: Any, n: int) -> list[Any]:
    """Coefficients as vectors, from six series."""
    return [np.array([x[k] for x in series], dtype=object) for k in range(n)]


def wrench_matrices(V: list[Any], g: list[Any], K: Any) -> list[Array]:
    """Derivatives of the 6 x 10 matrix of a body, from those of its twist and gravity, body axes.

    n = h x a + J w' + w x J w,   f = m a + w' x h + w x (w x h)
    """
    w, u = [x[:3] for x in V], [x[3:] for x in V]
    found = []
    for k in range(len(V) - 1):
        terms = [(comb(k, j), w[k - j], j) for j in range(k + 1)]
        a = u[k + 1] + sum(c * (skew(x) @ u[j]) for c, x, j in terms) - g[k][3:]
        W = np.full((6, 10), K(0), dtype=object)
        W[:3, 1:4] = -skew(a)
        W[:3, 4:] = shares(w[k + 1]) + sum(c * (skew(x) @ shares(w[j])) for c, x, j in terms)
        W[3:, 0] = a
        W[3:, 1:4] = skew(w[k + 1]) + sum(c * (skew(x) @ skew(w[j])) for c, x, j in terms)
        found.append(W)
    return found


def regressor_derivatives(model: Model, q: Any, v: Any, K: Any) -> Array:
    """(r + 1, nv, 10 nbodies) of base "body"; v (r + 2, nv) derivatives, nothing is checked."""
    exact, n = exact_model(model, K), len(v) - 1
    series = [[K(v[k][c]) / factorial(k) for k in range(n + 1)] for c in range(model.nv)]
    found = motions(K, exact, [K(x) for x in q], series, "body")
    out = np.full((n, model.nv, 10 * model.nbodies), K(0), dtype=object)
    zero = np.array([K(0)] * 6, dtype=object)
    fall = [np.array([K(0)] * 3 + list(exact.gravity), dtype=object), *[zero] * n]
    for i, motion in enumerate(found):
        V, back = rows(motion.V, n + 1), inverse(motion.C)

        def seen(y: list[Any], V: list[Any] = V, back: Any = back) -> list[Any]:
            orders = seen_from_body(y, V, len(y))
            return [np.array(adjoint(back, tuple(x)), dtype=object) for x in orders]

        # gravity is a direction: its screw does not turn about the origin
        W = wrench_matrices(seen(V), seen(fall[: n + 1]), K)
        j = i
        while j >= 0:
            for t, column in enumerate(found[j].S):
                s = seen(rows(column, n))
                for k in range(n):
                    row = sum(comb(k, m) * (s[m] @ W[k - m]) for m in range(k + 1))
                    out[k, exact.bodies[j].iv + t, 10 * i : 10 * i + 10] = row
            j = exact.bodies[j].parent
    return out
