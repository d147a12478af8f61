"""What the plain twins of the body-fixed and the hybrid recursion share: the tree, joint by joint.

Series are Taylor coefficients x^(k)/k! over any scalar field K. Frames are kernel frames (origin on
the joint axis, z along it, `lieref.model.tree.compiled`): body-fixed frames in which joint screws
are sparse [Müller, Sec. 4.2, Remark on Forward Dynamics]. A free root has body coordinates here,
any other representation is turned into it before the recursion, and its force back behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from lieref.algebra.groups.screw_arrays import product
from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.dynamics.shared.base_change import Array, BaseChange, base_change, velocity
from lieref.kinematics.forward_kinematics_twin import lead
from lieref.model.tree.compiled import body_constants, link_constants
from lieref.model.tree.exact import ExactBody, ExactModel, multiply, rotation_from_quaternion
from lieref.model.tree.exact import apply as apply_matrix

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class JointFrame:
    """One body and its joint: series of the relative pose and constants in the body's frame.

    Q, p: rotation from the body's axes to the parent's, and the origin in the parent's frame.
    X: columns of the joint's subspace, constants of six; rates: their coordinates, series.
    m, h, J: mass, first moment, and inertia about the origin; K, k: the frame in the body frame.
    """

    parent: int
    iv: int
    Q: MatrixSeries
    p: VectorSeries
    X: list[list[Any]]
    rates: list[Series]
    m: Any
    h: Any
    J: Any
    K: Any
    k: Any


def _relative_pose(
    K: Any, body: ExactBody, q: list[Any], rates: list[Series], along: Any
) -> tuple[MatrixSeries, VectorSeries]:
    """exp(X q) of one joint: rotation, and shift in the axes of its placement."""
    n, zero = len(rates[0]), K(0)
    nothing = taylor.constant(zero, n)
    still = [nothing, nothing, nothing]
    if body.kind in ("spherical", "free"):
        Q = taylor.rotation(rotation_from_quaternion(K, tuple(q[-4:])), rates[:3], "body")
        if body.kind == "spherical":
            return Q, still
        # p' = Q u
        moved = taylor.apply(Q, rates[3:])
        return Q, [taylor.integral(x, x0) for x, x0 in zip(moved, q[:3], strict=True)]
    c, s = taylor.constant(K(1), n), nothing
    if body.kind != "prismatic":
        c, s = taylor.cos_sin(K.cos(q[0]), K.sin(q[0]), rates[0])
    turn = [[c, taylor.scale(-1, s), nothing], [s, c, nothing]]
    turn.append([nothing, nothing, taylor.constant(K(1), n)])
    return turn, [nothing, nothing, taylor.scale(along, taylor.integral(rates[0], q[0]))]


def _subspace(K: Any, kind: str, along: Any) -> list[list[Any]]:
    """Columns of the joint's constant subspace in its kernel frame."""
    unit = [[K(int(i == j)) for j in range(6)] for i in range(6)]
    if kind == "spherical":
        return unit[:3]
    if kind == "free":
        return unit
    turn = K(int(kind != "prismatic"))
    return [[turn * a + along * b for a, b in zip(unit[2], unit[5], strict=True)]]


def joint_frames(K: Any, exact: ExactModel, q: list[Any], rates: list[Series]) -> list[JointFrame]:
    """Every body's relative pose and constants; rates: nv series, of a free root in body form."""
    frames = []
    tables = zip(body_constants(K, exact), link_constants(K, exact), strict=True)
    for body, (row, link) in zip(exact.bodies, tables, strict=True):
        nq, nv = {"spherical": (4, 3), "free": (7, 6)}.get(body.kind, (1, 1))
        own = rates[body.iv : body.iv + nv]
        along = lead(K, body)
        turn, shift = _relative_pose(K, body, q[body.iq : body.iq + nq], own, along)
        back = taylor.transpose([row[0:3], row[3:6], row[6:9]])
        # C_{p,i} = B exp(X q) with B = (E^T, r)   [Müller, (66a)]
        columns = [taylor.apply_constant(back, column) for column in taylor.transpose(turn)]
        p = taylor.apply_constant(back, shift)
        p = [taylor.add(x, taylor.constant(r, len(x))) for x, r in zip(p, row[9:12], strict=True)]
        xx, yy, zz, xy, xz, yz = link[4:10]
        frames.append(
            JointFrame(
                parent=body.parent,
                iv=body.iv,
                Q=taylor.transpose(columns),
                p=p,
                X=_subspace(K, body.kind, along),
                rates=own,
                m=link[0],
                h=link[1:4],
                J=[[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]],
                K=[row[23:26], row[26:29], row[29:32]],
                k=row[32:35],
            )
        )
    return frames


def attitudes(K: Any, frames: list[JointFrame]) -> list[MatrixSeries]:
    """Rotations from the bodies' axes to the inertial ones: R = R_p Q."""
    found: list[MatrixSeries] = []
    for frame in frames:
        if frame.parent < 0:
            found.append(frame.Q)
            continue
        columns = taylor.transpose(frame.Q)
        turned = [taylor.apply(found[frame.parent], column) for column in columns]
        found.append(taylor.transpose(turned))
    return found


def moved_wrench(frame: JointFrame, moment: VectorSeries, force: VectorSeries) -> VectorSeries:
    """A wrench at the body frame's origin in body axes, at the kernel frame's in kernel axes."""
    to_kernel = taylor.transpose(frame.K)
    n, f = taylor.apply_constant(to_kernel, moment), taylor.apply_constant(to_kernel, force)
    k = [taylor.constant(x, len(f[0])) for x in apply_matrix(to_kernel, frame.k)]
    return taylor.vsub(n, taylor.cross(k, f)) + f


def base_changes(
    K: Any, model: Model, exact: ExactModel, q: list[Any], rates: Array, base: str
) -> list[BaseChange]:
    """T with v_body = T v_base of every free root; rates (n, nv): Taylor coefficients."""
    changes = []
    for body in exact.bodies:
        if body.kind != "free" or body.parent >= 0 or base == "body":
            continue
        here = slice(body.iv, body.iv + 6)
        position, quaternion = q[body.iq : body.iq + 3], tuple(q[body.iq + 3 : body.iq + 7])
        R0 = multiply(body.R, rotation_from_quaternion(K, quaternion))
        p0 = [a + b for a, b in zip(body.p, apply_matrix(body.R, tuple(position)), strict=True)]
        start = np.array(R0, dtype=object), np.array(p0, dtype=object)
        changes.append(base_change(here, base, *start, rates[:, here], len(rates)))
    return changes


def body_coordinates(changes: list[BaseChange], rates: Array) -> list[Series]:
    """Velocities (n, nv) as nv series, those of free roots in body form."""
    for change in changes:
        rates = velocity(change, rates)
    return [list(column) for column in rates.T]


def base_torques(changes: list[BaseChange], tau: list[Series]) -> list[Series]:
    """tau_base = T^T tau of every free root."""
    out = [list(series) for series in tau]
    for change in changes:
        torque = np.array(tau[change.here], dtype=object).T[:, :, None]
        moved = product(change.T.swapaxes(1, 2), torque)[:, :, 0]
        out[change.here] = [list(column) for column in moved.T]
    return out
