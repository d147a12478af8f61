"""What IDSVA is made of, for every body of a tree, with its derivatives along q or along v.

Motion subspaces, twists and accelerations are read off poses that jets were composed of (the
oracle's definition of kinematics); nothing is differentiated by hand. Ground frame, angular part
first. The letters are those of Singh et al. (docs/notation.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref import Model, oracle
from lieref.model.tree.exact import ExactBody, exact_model
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.tree.perturbations import displaced, unit_slopes
from lieref.oracle.tree.poses import PoseSeries, angular_velocity, pose_series, unit_rates
from lieref.partials.tensor_algebra import (
    coriolis_matrix,
    force_cross,
    motion_cross,
    skew,
)

Array = NDArray[Any]
DIGITS = 55


@dataclass
class Body:
    """Of joint i and its body: letters as in Singh et al., C the composites of the subtree.

    S, psi_d, psi_dd, S_d (6, n_i); rate, v, a, f (6,) with rate = S_i qd_i and gravity in a;
    inertia, coriolis (6, 6). here: the joint's coordinates.
    """

    parent: int
    here: slice
    S: Array
    psi_d: Array
    psi_dd: Array
    S_d: Array
    rate: Array
    v: Array
    a: Array
    f: Array
    inertia: Array
    coriolis: Array
    inertia_C: Array
    coriolis_C: Array
    f_C: Array


class DifferentiatedTree:
    """Bodies in jets along every coordinate of `along`, "q" (right Lie derivatives) or "v"."""

    def __init__(self, model: Model, q: Any, v: Any, a: Any, along: str) -> None:
        self.K = oracle.Arb(DIGITS)
        self.parents = [int(parent) for parent in model.parents]
        with self.K.working():
            self.bodies = self._bodies(model, q, v, a, along)

    def _bodies(self, model: Model, q: Any, v: Any, a: Any, along: str) -> list[Body]:
        K, J = self.K, Jets(self.K)
        exact = exact_model(model, K)
        rows = [[K(float(x)) for x in row] for row in (q, v, a)]
        slopes = unit_slopes(K, range(model.nv))
        if along == "q":
            rows[0] = displaced(J, exact.bodies, rows[0], [Jet(K(0), slopes[j]) for j in slopes])
        else:
            rows[1] = [Jet(x, slopes[j]) for j, x in enumerate(rows[1])]
        moving = pose_series(J, exact.bodies, rows[0], rows[1:], "body")
        rest, units = unit_rates(J, exact.bodies, rows[0], "body")
        columns = [_twist(J, unit)[:, 0] for unit in units]
        still = np.array([K(0)] * 6)
        fall = np.array([K(0)] * 3 + [-x for x in exact.gravity])
        bodies: list[Body] = []
        for i, body in enumerate(exact.bodies):
            here = slice(body.iv, body.iv + model.joints[i].nv)
            S, twist = np.stack(columns[here], axis=-1), _twist(J, moving[i])
            v_i, a_i = twist[:, 0], twist[:, 1] + fall
            carrier = bodies[body.parent] if body.parent >= 0 else None
            v_p, a_p = (carrier.v, carrier.a) if carrier else (still, fall)
            psi_d = motion_cross(v_p) @ S
            psi_dd = motion_cross(a_p) @ S + motion_cross(v_p) @ psi_d
            inertia = _inertia(body, rest[i])
            f = inertia @ a_i + force_cross(v_i) @ (inertia @ v_i)
            B, rate = coriolis_matrix(inertia, v_i), S @ np.array(rows[1][here])
            S_d, own = motion_cross(v_i) @ S, (inertia, B, f)
            bodies.append(
                Body(body.parent, here, S, psi_d, psi_dd, S_d, rate, v_i, a_i, f, *own[:2], *own)
            )
        for tip in reversed(bodies):
            if tip.parent >= 0:
                carrier = bodies[tip.parent]
                carrier.inertia_C = carrier.inertia_C + tip.inertia_C
                carrier.coriolis_C = carrier.coriolis_C + tip.coriolis_C
                carrier.f_C = carrier.f_C + tip.f_C
        return bodies

    def supports(self, j: int, i: int) -> bool:
        """Whether joint j carries body i: j <= i along one path."""
        while i > j:
            i = self.parents[i]
        return i == j

    def numbers(self) -> list[Body]:
        """The bodies without their derivatives."""
        out = []
        for body in self.bodies:
            arrays: dict[str, Any] = {
                name: _each(x, lambda y: y.x if isinstance(y, Jet) else y)
                for name, x in vars(body).items()
                if isinstance(x, np.ndarray)
            }
            out.append(replace(body, **arrays))
        return out

    def slope(self, x: Array, j: int) -> Array:
        """Derivative along the coordinates of joint j, as the last index."""
        here = self.bodies[j].here
        pages = [_each(x, lambda y, k=k: self._slope(y, k)) for k in range(here.start, here.stop)]
        return np.stack(pages, axis=-1)

    def _slope(self, x: Any, k: int) -> Any:
        return x.u[k] if isinstance(x, Jet) and k < len(x.u) else self.K(0)


def _each(x: Array, change: Any) -> Array:
    """An array of changed entries, of x's shape."""
    out = np.empty(x.shape, dtype=object)
    for index, entry in np.ndenumerate(x):
        out[index] = change(entry)
    return out


def _twist(J: Jets, pose: PoseSeries) -> Array:
    """Spatial twist (w, p' - w x p), (6, m) Taylor coefficients."""
    w = ts.apply(J, pose.R, angular_velocity(J, pose.R))
    rate = [ts.derivative(x) for x in pose.p]
    u = ts.vector_subtract(rate, ts.cross(J, w, pose.p))
    return _rows(w + u, len(w[0]))


def _rows(rows: Sequence[Sequence[Any]], length: int) -> Array:
    """Object array of rows, cut to one length."""
    out = np.empty((len(rows), length), dtype=object)
    for i, row in enumerate(rows):
        out[i] = row[:length]
    return out


def _inertia(body: ExactBody, pose: PoseSeries) -> Array:
    """[[J, h~], [-h~, m]] about the inertial origin, h = m c."""
    R = _rows([[entry[0] for entry in row] for row in pose.R], 3)
    com, p = np.array(body.com), np.array([x[0] for x in pose.p])
    c = p + R @ com
    turned = R @ np.array(body.inertia) @ R.T
    unit = np.eye(3, dtype=int)
    h = skew(body.mass * c)
    # the array first: a jet would take it for one of its scalars
    J = turned + body.mass * (unit * (c @ c) - c[:, None] * c[None, :])
    return np.block([[J, h], [-h, body.mass * unit]])
