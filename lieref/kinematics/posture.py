"""Where all bodies and joint screws of a model are, and how they move: what Jacobians are made of.

Arrays of any scalar: `posture` computes doubles by the compiled recursion, `posture_over` the same
in any scalar field by its plain twin. Positions are relative to the root body's origin, twists are
resolved in the *shifted frame* of each tree: fixed, inertial axes, its origin where the root's
origin is now. So nothing loses digits with the distance from the inertial origin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import coefficients, cross, product
from lieref.kinematics._forward_kinematics import run
from lieref.kinematics.forward_kinematics import BASES
from lieref.kinematics.forward_kinematics_twin import motions
from lieref.kinematics.representations import change_series, pose_series
from lieref.model.joints.joints import Free, Spherical
from lieref.model.tree import exact

if TYPE_CHECKING:
    from lieref.model.model import Model

Array = NDArray[Any]
NV = {"spherical": 3, "free": 6}
# What `run` takes for twists in the shifted frame.
SHIFTED = 4


@dataclass(frozen=True)
class Posture:
    """N bodies, nv columns, n orders of motion; m, rad, s.

    R (N, 3, 3): body axes to inertial axes. d (N, 3): origins relative to that of the body's
    root. o (N, 3): origin of that root, inertial frame. X (nv, 6): screw of each velocity
    coordinate (of base "body"), constant in the axes of its body. joint (nv,): that body. moves
    (N, N): [i, k] is true where joint k moves body i. V (n, N, 6): Taylor coefficients of the
    twists in the shifted frame. rates (n, nv): those of the velocity in the representation `base`.
    roots: first columns of the free roots, by body; empty for base "body".
    """

    R: Array
    d: Array
    o: Array
    X: Array
    joint: NDArray[np.intp]
    moves: NDArray[np.bool_]
    V: Array
    rates: Array
    base: str
    roots: dict[int, int]

    def base_columns(self, n: int) -> dict[int, Array]:
        """Per free root: series T (n, 6, 6) with v_body = T v_base; none for base "body"."""
        out = {}
        for body, first in self.roots.items():
            rates = self.rates[:, first : first + 6]
            R, p = pose_series(self.R[body], self.o[body], rates, self.base, n)
            out[first] = change_series(R, p, self.base, "body")
        return out

    def in_base(self, J: Array) -> Array:
        """Series of columns (n, ..., nv, 6) of base "body" as those of `base`: J T."""
        for first, T in self.base_columns(len(J)).items():
            here = slice(first, first + 6)
            lead = T.reshape(len(T), *(1,) * (J.ndim - 3), 6, 6).swapaxes(-1, -2)
            J[..., here, :] = product(lead, J[..., here, :])
        return J


def posture(model: Model, q: NDArray[np.float64], v: NDArray[np.float64], base: str) -> Posture:
    """Posture in doubles; q (nq,) and v (n, nv), plain derivatives, n >= 0, are checked."""
    n, N = len(v), model.nbodies
    rows = v if n else np.zeros((1, model.nv))
    poses, o = np.zeros((N, 4, 4)), np.empty((N, 3))
    twists = np.empty((len(rows), N, 6))
    run(model, q[None], rows[None], BASES[base], SHIFTED, poses[None], o[None], twists[:, None])
    # relative to the root's origin from the start: d does not know how far away the root is
    R, d, V = poses[:, :3, :3], poses[:, :3, 3], coefficients(twists)[:n]
    return _posture(model, (R, d, o), float_screws(model), V, coefficients(v), base)


def posture_over(K: Any, model: Model, q: Sequence[Any], v: Any, base: str = "body") -> Posture:
    """Posture in scalars of K, arrays of objects; q (nq,), v (n, nv), n >= 0, nothing checked."""
    given = exact.exact_model(model, K)
    rates = coefficients(_objects([[K(x) for x in row] for row in v], (len(v), model.nv)))
    series = [list(rates[:, j]) for j in range(model.nv)] if len(v) else [[K(0)]] * model.nv
    bodies = motions(K, given, [K(x) for x in q], series, base)
    N = model.nbodies
    R = _objects([body.C[0] for body in bodies], (N, 3, 3))
    d = _objects([body.C[1] for body in bodies], (N, 3))
    o = _objects([body.o for body in bodies], (N, 3))
    V = _objects([body.V for body in bodies], (N, 6, -1)).transpose(2, 0, 1)[: len(v)]
    X = _objects([row for body in given.bodies for row in _exact_screws(K, body)], (model.nv, 6))
    return _posture(model, (R, d, o), X, V, rates, base)


class _Layout(NamedTuple):
    """Of a tree: body of each column, which joint moves which body, and the free roots."""

    joint: NDArray[np.intp]
    moves: NDArray[np.bool_]
    free: tuple[int, ...]


@lru_cache(maxsize=32)
def _layout(model: Model) -> _Layout:
    N = model.nbodies
    moves = np.zeros((N, N), bool)
    for i, parent in enumerate(model.parents):
        if parent >= 0:
            moves[i] = moves[parent]
        moves[i, i] = True
    joint = np.repeat(np.arange(N), [joint.nv for joint in model.joints])
    free = [i for i in range(N) if model.parents[i] < 0 and model.joints[i].kind == "free"]
    for array in (joint, moves):
        array.setflags(write=False)
    return _Layout(joint, moves, tuple(free))


def _posture(
    model: Model, arrays: tuple[Array, Array, Array], X: Array, V: Array, rates: Array, base: str
) -> Posture:
    tree = _layout(model)
    roots = {i: int(model.idx_v[i]) for i in tree.free if base != "body"}
    return Posture(*arrays, X, tree.joint, tree.moves, V, rates, base, roots)


@lru_cache(maxsize=32)
def float_screws(model: Model) -> Array:
    """Screws (nv, 6): (e, point x e + pitch e), (0, e), or unit ones, body by body."""
    rows = [np.zeros((0, 6))]
    for joint in model.joints:
        if isinstance(joint, Spherical | Free):
            rows.append(np.eye(6)[: NV[joint.kind]])
            continue
        e = np.array(joint.axis)
        e = e / np.linalg.norm(e)
        moment = cross(np.array(joint.point), e) + joint.pitch * e
        screw = [0 * e, e] if joint.kind == "prismatic" else [e, moment]
        rows.append(np.concatenate(screw)[None])
    screws = np.concatenate(rows)
    screws.setflags(write=False)
    return screws


def _exact_screws(K: Any, body: exact.ExactBody) -> list[list[Any]]:
    """Screws of one joint from the exact axis and point."""
    if body.axis is None or body.point is None:
        return [[K(int(i == j)) for j in range(6)] for i in range(NV[body.kind])]
    if body.kind == "prismatic":
        return [[K(0)] * 3 + list(body.axis)]
    moment = exact.cross(body.point, body.axis)
    return [[*body.axis, *(m + body.pitch * e for m, e in zip(moment, body.axis, strict=True))]]


def _objects(rows: Any, shape: tuple[int, ...]) -> Array:
    """Nested sequences of scalars as an array of objects."""
    return np.array(rows, dtype=object).reshape(shape)
