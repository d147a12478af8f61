"""Generalized forces and their first and second derivatives from the principle of virtual work.

A body is a cloud of mass points T(t) X, of which only the second moments J = sum X X^T dm in
homogeneous coordinates count. Their accelerations take the torque sum x cross (x'' - g) dm about
the origin of space, the antisymmetric part of T J (T'' - g)^T, and the force sum (x'' - g) dm, its
last row. The force of a coordinate is the work of what all bodies take that it moves, along the
rigid motion at its unit rate. All is linear or bilinear in poses, so that derivatives follow from
those of `path_derivatives` by the product rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.tree.exact import ExactBody
from lieref.oracle.scalars.scalars import objects
from lieref.oracle.tree.joint_torques import joint_torque_slopes
from lieref.oracle.tree.path_derivatives import EVERY, PathDerivatives, path_derivatives
from lieref.oracle.tree.perturbations import State
from lieref.oracle.tree.transforms import constants

Array = NDArray[Any]
#: A function of a configuration by kinds "", "q", "qq": its value and its derivatives, (..., 3).
Vectors = dict[str, Array]


@dataclass
class Loads:
    """What a joint carries.

    at : the coordinates that it depends on: those of the joint's path first, then those beyond
    of : by kinds of coordinates, arrays (..., 6): torque about the origin of space and force; axes
        of pairs as in `PathDerivatives`
    """

    at: list[int]
    of: dict[str, Array]


def torque_derivatives(K: Any, at: State, kinds: Sequence[str] = EVERY) -> dict[str, Array]:
    """Forces "" (nv,), first derivatives "q", "v", "a" (nv, nv), second ones by `PAIRS`.

    kinds: `FIRST`, or `EVERY` one of them.

    The first axis is that of generalized forces. Call inside K.working().
    """
    bodies, nv = at.exact.bodies, len(at.v)
    poses = path_derivatives(K, at, kinds)
    beyond: list[list[Loads]] = [[] for _ in bodies]
    out = {kind: np.full((nv,) * (1 + len(kind)), K(0), dtype=object) for kind in kinds}
    for i in reversed(range(len(bodies))):
        body, pose = bodies[i], poses[i]
        carried = _sum(K, Loads(pose.path, _required(K, at, i, pose)), beyond[i])
        if body.parent >= 0:
            beyond[body.parent].append(carried)
        lines = _lines(K, body, pose, at.base)
        own = list(range(body.iv, body.iv + lines[""].shape[-2]))
        for kind, x in _work(K, lines, carried, len(pose.path)).items():
            out[kind][np.ix_(own, *[carried.at] * len(kind))] = np.moveaxis(x, -1, 0)
    if at.exact.physics is not None:
        for kind, row in joint_torque_slopes(K, at.exact.physics, at.q, at.v, at.a).items():
            if kind not in kinds:
                continue
            for c, x in enumerate(row):
                entry = (c,) * (1 + len(kind))
                out[kind][entry] = out[kind][entry] + x
    return out


def _required(K: Any, at: State, i: int, pose: PathDerivatives) -> dict[str, Array]:
    """What the motion of one body takes, less the wrench that is applied to it."""
    J = objects(K.entries(constants(K, at.exact.bodies[i]).J), (4, 4))
    T = {kind: pose.at_start(kind) for kind in pose.of if kind in ("", "q", "qq")}
    A = {kind: pose.acceleration(kind) for kind in pose.of}
    A[""][:, 3] = A[""][:, 3] - np.array(at.exact.gravity, object)
    weighted, resisting = _through(K, T[""], J), _through(K, A[""], J)
    torque = {kind: -_crossed(K, x, weighted) for kind, x in A.items()}
    torque["q"] = torque["q"] + _crossed(K, T["q"], resisting)
    if "qq" in T:
        moving = _through(K, T["q"], J)
        for kind in "qva":
            # the acceleration changes along the first coordinate, the pose along the second
            both = _crossed(K, A[kind], moving)
            torque[kind + "q"] = torque[kind + "q"] - both
            if kind == "q":
                torque["qq"] = torque["qq"] - both.swapaxes(0, 1) + _crossed(K, T["qq"], resisting)
    found = {
        kind: np.concatenate([torque[kind], _through(K, x, J[:, 3:])[..., 0]], axis=-1)
        for kind, x in A.items()
    }
    if at.applied is not None:
        for kind, x in _applied(at.applied[0][i], pose, at.axes).items():
            found[kind] = found[kind] - x
    return found


def _applied(wrench: list[Any], pose: PathDerivatives, axes: str) -> dict[str, Array]:
    """An applied wrench about the origin of space, and its derivatives."""
    in_axes: Callable[..., Vectors] = _turned if axes == "body" else _held
    torque, force = (in_axes(pose, wrench[k : k + 3]) for k in (0, 3))
    moment = _cross_product(_point(pose, [0, 0, 0]), force)
    return {
        kind: np.concatenate([torque[kind] + moment[kind], x], axis=-1) for kind, x in force.items()
    }


def _sum(K: Any, own: Loads, others: list[Loads]) -> Loads:
    """Loads of a body and of those that it carries, over the coordinates of all of them."""
    n, whole = len(own.at), list(own.at)
    places = []
    for other in others:
        places.append([*range(n), *range(len(whole), len(whole) + len(other.at) - n)])
        whole += other.at[n:]
    total = {}
    for kind, x in own.of.items():
        total[kind] = np.full((len(whole),) * len(kind) + (6,), K(0), dtype=object)
        total[kind][(slice(n),) * len(kind)] = x
        for other, place in zip(others, places, strict=True):
            here = np.ix_(*[place] * len(kind), range(6))
            total[kind][here] = total[kind][here] + other.of[kind]
    return Loads(whole, total)


def _lines(K: Any, body: ExactBody, pose: PathDerivatives, base: str) -> dict[str, Array]:
    """Rigid motions at unit rates of a joint's coordinates: (..., coordinates, 6).

    (n, r cross n) turns about n through r, (0, n) slides along n: the work of a wrench about the
    origin of space on either is the product with it.
    """
    none = _held(pose, [0 * x for x in pose.origin])
    units = [[K(int(i == j)) for j in range(3)] for i in range(3)]
    if body.kind in ("spherical", "free"):
        root = body.kind == "free" and body.parent < 0
        turning = _turned if not root or base in ("body", "mixed") else _held
        sliding = _turned if not root or base == "body" else _held
        # spatial: the velocity of the point at the true origin of space
        still = root and base == "spatial"
        point = _held(pose, [-x for x in pose.origin]) if still else _point(pose, [0, 0, 0])
        axes = [turning(pose, unit) for unit in units]
        found = [(n, _cross_product(point, n)) for n in axes]
        if body.kind == "free":
            found += [(none, sliding(pose, unit)) for unit in units]
    else:
        n = _turned(pose, body.axis)
        if body.kind == "prismatic":
            found = [(none, n)]
        else:
            slide = _cross_product(_point(pose, body.point), n)
            found = [(n, {kind: x + body.pitch * n[kind] for kind, x in slide.items()})]
    return {
        kind: np.stack([np.concatenate([w[kind], u[kind]], axis=-1) for w, u in found], axis=-2)
        for kind in none
    }


def _work(K: Any, lines: dict[str, Array], carried: Loads, n: int) -> dict[str, Array]:
    """Generalized forces of a joint's coordinates, the last axis, and their derivatives."""
    W, S = carried.of, lines[""].T
    out = {kind: _through(K, x, S) for kind, x in W.items()}
    moving = lines["q"].reshape(-1, 6).T
    size = S.shape[1]
    out["q"][:n] = out["q"][:n] + _through(K, W[""], moving).reshape(n, size)
    if "qq" not in lines:
        return out
    for kind in "qva":
        both = _through(K, W[kind], moving).reshape(-1, n, size)
        out[kind + "q"][:, :n] = out[kind + "q"][:, :n] + both
        if kind == "q":
            out["qq"][:n] = out["qq"][:n] + both.swapaxes(0, 1)
    twice = _through(K, W[""], lines["qq"].reshape(-1, 6).T)
    out["qq"][:n, :n] = out["qq"][:n, :n] + twice.reshape(n, n, size)
    return out


def _through(K: Any, x: Array, matrix: Array) -> Array:
    """The last axis of x times a matrix."""
    rows = K.product(x.reshape(-1, x.shape[-1]), matrix)
    return np.asarray(rows.reshape(*x.shape[:-1], matrix.shape[1]))


def _crossed(K: Any, a: Array, b: Array) -> Array:
    """Sum over columns of a_c cross b_c, for all pairs of matrices (..., 3, 4) of a and b."""
    P = _through(K, a, b.reshape(-1, b.shape[-1]).T).reshape(*a.shape[:-1], *b.shape[:-1])
    P = np.moveaxis(P, a.ndim - 2, -2)
    return np.stack([P[..., i, j] - P[..., j, i] for i, j in ((1, 2), (2, 0), (0, 1))], axis=-1)


def _turned(pose: PathDerivatives, x: Any) -> Vectors:
    """A direction of the body in inertial axes."""
    direction = np.array(list(x), object)
    kinds = [kind for kind in pose.of if kind in ("", "q", "qq")]
    return {kind: pose.at_start(kind)[..., :3] @ direction for kind in kinds}


def _point(pose: PathDerivatives, x: Any) -> Vectors:
    """A point of the body in space."""
    return {kind: y + pose.at_start(kind)[..., 3] for kind, y in _turned(pose, x).items()}


def _held(pose: PathDerivatives, x: Any) -> Vectors:
    """A vector that stays."""
    n, constant = len(pose.path), np.array(list(x), object)
    nil = 0 * constant
    out = {"": constant, "q": np.array([nil] * n)}
    if "qq" in pose.of:
        out["qq"] = np.array([[nil] * n] * n)
    return out


def _cross_product(a: Vectors, b: Vectors) -> Vectors:
    """a cross b and its derivatives."""
    aq, bq = a["q"], b["q"]
    out = {"": _cross(a[""], b[""]), "q": _cross(aq, b[""]) + _cross(a[""], bq)}
    if "qq" in a:
        both = _cross(aq[:, None], bq[None])
        out["qq"] = _cross(a["qq"], b[""]) + both + both.swapaxes(0, 1) + _cross(a[""], b["qq"])
    return out


def _cross(a: Array, b: Array) -> Array:
    """a cross b along the last axis."""
    return np.stack(
        [a[..., i] * b[..., j] - a[..., j] * b[..., i] for i, j in ((1, 2), (2, 0), (0, 1))],
        axis=-1,
    )
