"""Inverse dynamics by two plain recursions whose every term can be scaled or replaced.

A link's numbers have two leading axes: mistakes, and states; either may be 1 and is broadcast. So
one call computes what many mistakes in one link do at many states. Nothing here is fast or exact:
the numbers explain a difference that the certified reference has shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SO3
from lieref.model.model import Model

Array = NDArray[np.float64]
#: A factor of a term: a number, or one for each mistake, (mistakes, 1, 1).
Factor = Any


@dataclass
class Link:
    """One body and the joint above it, in axes of the body.

    R, r : rotation to the parent's axes and origin in the parent's frame, (., states, 3, 3), (., 3)
    R_back, r_back : the same where forces are passed to the parent
    R_gravity : the same where gravity is turned into the body's axes
    S_w, S_v : motion subspace, (., states, 3, nv): angular and linear part
    mass, com, inertia : (., states, 1), (., states, 3), (., states, 3, 3) about the center of mass
    factors : of terms, 1 unless it is named here
    """

    R: Array
    r: Array
    S_w: Array
    S_v: Array
    mass: Array
    com: Array
    inertia: Array
    R_back: Array
    r_back: Array
    R_gravity: Array
    factors: dict[str, Factor] = field(default_factory=dict)

    def of(self, term: str) -> Factor:
        """The factor of a term."""
        return self.factors.get(term, 1.0)


@dataclass(frozen=True)
class Motion:
    """Accelerations and velocities of the joints at states, (states, nv), and gravity (3,)."""

    v: Array
    a: Array
    gravity: Array


def cross(x: Array, y: Array) -> Array:
    """The vector product along the last axis."""
    x0, x1, x2 = x[..., 0], x[..., 1], x[..., 2]
    y0, y1, y2 = y[..., 0], y[..., 1], y[..., 2]
    return np.stack((x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0), axis=-1)


def times(A: Array, x: Array) -> Array:
    """Matrices times vectors."""
    return np.asarray((A @ x[..., None])[..., 0])


def back(A: Array, x: Array) -> Array:
    """Transposed matrices times vectors."""
    return np.asarray((np.swapaxes(A, -1, -2) @ x[..., None])[..., 0])


def joint_pose(joint: Any, q: Array) -> tuple[Array, Array]:
    """Rotation (states, 3, 3) and shift (states, 3) of a joint at configurations (states, nq)."""
    if joint.kind in ("free", "spherical"):
        R = np.array([SO3.from_quaternion(x[-4:]) for x in q])
        return R, q[:, :3] if joint.kind == "free" else np.zeros((len(q), 3))
    axis, point = np.array(joint.axis), np.array(joint.point)
    if joint.kind == "prismatic":
        return np.broadcast_to(np.eye(3), (len(q), 3, 3)), q * axis
    R = np.array([SO3.exp(x[0] * axis) for x in q])
    return R, point - R @ point + joint.pitch * q * axis


def subspace(joint: Any) -> tuple[Array, Array]:
    """Angular and linear part (3, nv) of a joint's motion subspace in axes of the body."""
    if joint.kind == "spherical":
        return np.eye(3), np.zeros((3, 3))
    if joint.kind == "free":
        return np.eye(3, 6), np.eye(3, 6, 3)
    axis = np.array(joint.axis)[:, None]
    if joint.kind == "prismatic":
        return np.zeros((3, 1)), axis
    # velocity of the body's origin as it turns about the point
    moved = np.cross(np.array(joint.point), axis[:, 0])[:, None]
    return axis, moved + joint.pitch * axis


def links_of(model: Model, q: Array) -> list[Link]:
    """The links of a model at configurations (states, nq), without any mistake."""
    found = []
    for i, joint in enumerate(model.joints):
        start = int(model.idx_q[i])
        turn, shift = joint_pose(joint, q[:, start : start + joint.nq])
        R0, r0 = model.placements[i][:3, :3], model.placements[i][:3, 3]
        R, r = (R0 @ turn)[None], (r0 + shift @ R0.T)[None]
        S_w, S_v = (x[None, None] for x in subspace(joint))
        mass = model.masses[i].reshape(1, 1, 1)
        com, inertia = model.coms[i][None, None], model.inertias[i][None, None]
        found.append(Link(R, r, S_w, S_v, mass, com, inertia, R, r, R))
    return found


def newton_euler(
    links: Sequence[Link],
    parents: Sequence[int],
    starts: Sequence[int],
    motion: Motion,
    to: Sequence[int] | None = None,
) -> Array:
    """Generalized forces (mistakes, states, nv) by the recursion of Luh, Walker and Paul.

    Gravity is a force on each body. `starts` are the first velocity coordinates, `to` the parents
    that forces are passed to, if they are others.
    """
    zero = np.zeros((1, 1, 3))
    w, dw, acc, g, F, N = ([zero] * len(links) for _ in range(6))
    for i, x in enumerate(links):
        p = parents[i]
        wp, dwp, ap = (w[p], dw[p], acc[p]) if p >= 0 else (zero, zero, zero)
        gp = g[p] if p >= 0 else motion.gravity[None, None]
        at = slice(starts[i], starts[i] + x.S_w.shape[-1])
        v, a = motion.v[None, :, at], motion.a[None, :, at]
        wJ, vJ, turned = times(x.S_w, v), times(x.S_v, v), back(x.R, wp)
        w[i] = x.of("w parent") * turned + x.of("w joint") * wJ
        dw[i] = (
            x.of("dw parent") * back(x.R, dwp)
            + x.of("dw joint") * times(x.S_w, a)
            + x.of("w x s v") * cross(turned, wJ)
        )
        share = x.of("w of the parent for r")
        about = share * wp + (1.0 - share) * w[i]
        origin = (
            x.of("a parent") * ap
            + x.of("dw x r") * cross(dwp, x.r)
            + x.of("w x (w x r)") * cross(about, cross(about, x.r))
        )
        acc[i] = (
            back(x.R, origin)
            + x.of("2 w x v") * 2.0 * cross(turned, vJ)
            + x.of("a joint") * times(x.S_v, a)
            + x.of("wJ x vJ") * cross(wJ, vJ)
        )
        g[i] = x.of("g passed") * back(x.R_gravity, gp)
        F[i] = x.mass * (
            x.of("m a") * acc[i]
            + x.of("dw x c") * cross(dw[i], x.com)
            + x.of("w x (w x c)") * cross(w[i], cross(w[i], x.com))
            - x.of("m g") * g[i]
        )
        N[i] = x.of("I dw") * times(x.inertia, dw[i]) + x.of("w x I w") * cross(
            w[i], times(x.inertia, w[i])
        )
        N[i] = N[i] + x.of("c x F") * cross(x.com, F[i])
    return passed(links, parents if to is None else to, starts, F, N, motion.v.shape)


def spatial(
    links: Sequence[Link], parents: Sequence[int], starts: Sequence[int], motion: Motion
) -> Array:
    """The same by Featherstone's recursion: spatial accelerations, gravity in that of the base."""
    zero = np.zeros((1, 1, 3))
    w, u, dw, du, F, N = ([zero] * len(links) for _ in range(6))
    for i, x in enumerate(links):
        p = parents[i]
        wp, up, dwp, dup = (y[p] if p >= 0 else zero for y in (w, u, dw, du))
        if p < 0:
            dup = -motion.gravity[None, None]
        at = slice(starts[i], starts[i] + x.S_w.shape[-1])
        v, a = motion.v[None, :, at], motion.a[None, :, at]
        wJ, vJ = times(x.S_w, v), times(x.S_v, v)
        w[i] = back(x.R, wp) + wJ
        u[i] = back(x.R, x.of("v + w x r") * cross(wp, x.r) + up) + vJ
        dw[i] = (
            back(x.R, dwp) + times(x.S_w, a) + x.of("V x S v") * x.of("w x s v") * cross(w[i], wJ)
        )
        bias = cross(w[i], vJ) + cross(u[i], wJ)
        du[i] = (
            back(x.R, dup + cross(dwp, x.r))
            + times(x.S_v, a)
            + x.of("V x S v") * x.of("linear part of V x S v") * bias
        )
        momentum = x.mass * (u[i] + cross(w[i], x.com))
        angular = times(x.inertia, w[i]) + cross(x.com, momentum)
        accelerated = x.mass * (du[i] + cross(dw[i], x.com))
        whole = x.of("V x* I V")
        F[i] = x.of("I A") * accelerated + whole * x.of("w x p") * cross(w[i], momentum)
        N[i] = x.of("I A") * (times(x.inertia, dw[i]) + cross(x.com, accelerated)) + whole * (
            x.of("w x L") * cross(w[i], angular) + x.of("v x p") * cross(u[i], momentum)
        )
    return passed(links, parents, starts, F, N, motion.v.shape)


def passed(
    links: Sequence[Link],
    parents: Sequence[int],
    starts: Sequence[int],
    F: Sequence[Array],
    N: Sequence[Array],
    shape: tuple[int, ...],
) -> Array:
    """Pass forces to the parents; return those of the joints, (mistakes, states, nv)."""
    forces, moments = list(F), list(N)
    rows: list[Any] = [None] * len(links)
    for i in reversed(range(len(links))):
        x, p = links[i], parents[i]
        f, n = forces[i], moments[i]
        rows[i] = x.of("tau") * (x.of("s n") * back(x.S_w, n) + x.of("s f") * back(x.S_v, f))
        if p >= 0:
            force = times(x.R_back, f)
            forces[p] = forces[p] + x.of("f passed") * force
            moments[p] = (
                moments[p]
                + x.of("n passed") * times(x.R_back, n)
                + x.of("r x f") * cross(x.r_back, force)
            )
    size = max(row.shape[0] for row in rows)
    found = np.zeros((size, *shape))
    for start, row in zip(starts, rows, strict=True):
        found[..., start : start + row.shape[-1]] = row
    return found
