"""Closing the loops of a model: phi(q), its Jacobian K, its bias k, over any scalar field.

[Chignoli et al., (2)]: phi(q) = 0, K qdot = 0, K qddot = k = -Kdot qdot. A loop joint resists some
of the turns phi_t and shifts phi_f of the successor's loop frame in the predecessor's. With R, d
the pose of one in the other, resolved in the predecessor's loop frame (z along the joint's axis,
origin on it, `loop_frames`), and e_z the axis:

    phi_t = 2 e_z x (R e_z) / (1 + e_z . R e_z)          axis kept: two rows
    phi_t = 2 vee(R - R^T) / (1 + tr R)                  attitude kept: three rows
    phi_t = e_z . R e_z - cosine                         universal: one row
    phi_f = d - phi_t x d                                the rows along which no shift is free
    phi_f,z = d_z - pitch * angle of R about e_z         helical, by the nearest number of turns
    phi_f,z = m . (d - phi_t x d)                        planar: m normal to its two shifts

None of them has a second root half a turn away. K is the derivative of phi where phi = 0, the
relative twist's part that the joint resists, and differs from it by O(phi) elsewhere: its columns
are the Lie derivatives along the tree's velocity coordinates. Behind the rows of its loops a
cluster has those of its implicit constraints.

The twin of `lieref.loops.constraints.constraints`; also what the builder closes loops with.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor_scalar import Functions, near_double
from lieref.errors import ConfigurationError
from lieref.model.loops.coupling_functions import (
    derivatives,
    driven_values,
    implicit_derivatives,
    implicit_values,
)
from lieref.model.loops.loop_frames import ROWS, BodyFrame, LoopFrame, body_frames, loop_frames
from lieref.model.tree.exact import (
    Matrix,
    Vector,
    add,
    apply,
    cross,
    dot,
    exact_model,
    multiply,
    rotation_from_quaternion,
    subtract,
    transpose,
)

if TYPE_CHECKING:
    from lieref.model.loops.loop_structure import LoopStructure

Twist = tuple[Any, ...]
Columns = list[tuple[int, list[Twist]]]
Row = list[Any]
Rows = list[Row]
#: Axes, place and anchor's shift of bodies on paths, by the path's first body and the body.
Known = dict[tuple[int, int], tuple[Matrix, Vector, Vector]]
#: Poses along both paths of a loop, loop frames at their tips, gap between the anchors.
Ends = tuple[list[Any], list[Any], Vector]
_RESISTED = {kind: [i for i in range(6) if rows >> i & 1] for kind, rows in ROWS.items()}


def residuals(K: Any, model: LoopStructure, q: list[Any]) -> list[list[Any]]:
    """phi of each cluster's loops, one list for each cluster; see `LoopClosure.residual`."""
    closure = LoopClosure(K, model)
    return [closure.residual(k, q) for k in range(len(model.clusters))]


class LoopClosure:
    """The constraints of a model as functions of scalars of the field K, or of series over it.

    Parameters
    ----------
    K : field
        Scalars: ``K(x)`` converts a number, ``K.sin``, ``K.cos``, ``K.sqrt``, ``K.digits``; or
        the type `float`.
    model : LoopStructure
        Tree, loops, couplings and clusters.
    frames : (bodies, loops) or None
        Their constants in frames of the caller's, by default those of `body_frames`.
    """

    def __init__(
        self,
        K: Any,
        model: LoopStructure,
        frames: tuple[list[BodyFrame], list[LoopFrame]] | None = None,
    ):
        self.K = K if isinstance(K, Functions) else Functions(K)
        self.model = model
        if frames is None:
            bodies, kernels = body_frames(self.K, exact_model(model.tree, self.K))
            frames = bodies, loop_frames(self.K, model, bodies, kernels)
        self.bodies, self.loops = frames
        #: Of the arguments of couplings' and constraints' functions.
        self.functions = self.K
        self._homes = [transpose(body.E) for body in self.bodies]
        zero, one = K(0), K(1)
        self._zero: Vector = (zero, zero, zero)
        self._axes: Matrix = tuple(
            tuple(one if i == j else zero for j in range(3)) for i in range(3)
        )

    def residual(self, k: int, q: list[Any], known: Known | None = None) -> list[Any]:
        """phi of cluster k at the tree configuration q; rad and m of its loops, then constraints.

        ConfigurationError if the ends of a loop are half a turn apart or a constraint has no value.
        known: poses at this q, kept from one function to the next.
        """
        rows: list[Any] = []
        known = Known() if known is None else known
        for at in self.model.clusters[k].loops:
            try:
                rows += self._closed(self.loops[at], q, known)
            except ZeroDivisionError:
                raise ConfigurationError(
                    f"loop {self.model.loops[at].name!r}: its ends are half a turn apart"
                ) from None
        return rows + implicit_values(self.functions, self.model, k, q)

    def jacobian(self, k: int, q: list[Any], known: Known | None = None) -> Rows:
        """K of cluster k: rows of `residual` by the velocity coordinates of the cluster."""
        cluster, known = self.model.clusters[k], Known() if known is None else known
        rows: list[Any] = []
        for at in cluster.loops:
            loop = self.loops[at]
            ends = self._ends(loop, q, known)
            columns, (R, d) = self._columns(loop, ends), _relative(ends)
            shown = {
                iv: self._shown(loop, R, d, tuple(sign * x for x in column))
                for path, sign in zip(columns, (-1, 1), strict=True)
                for iv, twists in path
                for iv, column in enumerate(twists, iv)
            }
            nothing = [self._zero[0]] * loop.rows.bit_count()
            rows += zip(*(shown.get(iv, nothing) for iv in cluster.velocities), strict=True)
        return [list(row) for row in rows] + self.implicit_derivatives(k, q)[0]

    def bias(self, k: int, q: list[Any], qdot: list[Any]) -> list[Any]:
        """k = -Kdot qdot of cluster k for a tree velocity with K qdot = 0; rows of `residual`."""
        rows, cluster, known = list[Any](), self.model.clusters[k], Known()
        for at in cluster.loops:
            loop = self.loops[at]
            ends = self._ends(loop, q, known)
            R, d = _relative(ends)
            (V_p, A_p), (V_s, A_s) = (
                self._path_motion(path, qdot) for path in self._columns(loop, ends)
            )
            V = subtract(V_s, V_p)
            # d/dt of the relative twist seen from the predecessor: A_s - A_p - V_p x (V_s - V_p)
            A = subtract(subtract(A_s, A_p), _ad(V_p, V))
            resisted = self._shown(loop, R, d, A)
            if loop.kind == "universal":
                # the row turns with the successor: (omega x s) x e_z . omega
                sdot = cross(V[:3], _axis(R))
                resisted[0] = resisted[0] + (sdot[1] * V[0] - sdot[0] * V[1])
            if loop.kind == "planar":
                # the place that the row looks at moves: ddot = v + omega x d
                ddot = add(V[3:], cross(V[:3], d))
                resisted[-1] = resisted[-1] + _tilted(loop, ddot) * V[2]
            rows += [-x for x in resisted]
        own, (_, bends) = [qdot[iv] for iv in cluster.velocities], self.implicit_derivatives(k, q)
        return rows + [-_sum(own, [_sum(row, own) for row in bend]) for bend in bends]

    def coupled(self, q: list[Any]) -> list[Any]:
        """q with every driven coordinate put to gamma of its sources."""
        moved = list(q)
        for k in range(len(self.model.clusters)):
            for iq, value in driven_values(self.functions, self.model, k, moved).items():
                moved[iq] = value
        return moved

    def coupling_derivatives(self, k: int, q: list[Any]) -> tuple[Rows, list[Rows]]:
        """Gamma and Gamma' of cluster k; see `coupling_functions.derivatives`."""
        return derivatives(self.functions, self.model, k, q)

    def implicit_derivatives(self, k: int, q: list[Any]) -> tuple[Rows, list[Rows]]:
        """First and second derivatives of the constraints of cluster k by its velocities."""
        return implicit_derivatives(self.functions, self.model, k, q)

    def scales(self, k: int, gamma: Rows) -> tuple[list[float], list[float]]:
        """Factors for rows and free columns of cluster k that make K Gamma a matrix of numbers.

        Lengths are counted in a length L of the cluster's loops: 1 for turns and 1/L for shifts
        that a loop resists, 1 for joints that turn and L for those that shift, and less for a
        coordinate that moves several joints or moves one faster; powers of two, so that scaled
        numbers keep their digits. 1 by the unit of a constraint. gamma: Gamma of the cluster.
        """
        cluster = self.model.clusters[k]
        units = [1.0 / self.unit(k, iv) for iv in cluster.velocities]
        columns = []
        for j in range(len(cluster.free)):
            reach = sum(abs(near_double(row[j])) * u for row, u in zip(gamma, units, strict=True))
            columns.append(2.0 ** -round(math.log2(reach)))
        return self.row_scales(k), columns

    def row_scales(self, k: int) -> list[float]:
        """The factors of rows, see `scales`."""
        length = self.length(k)
        return [
            1.0 if i < 3 else 1.0 / length
            for at in self.model.clusters[k].loops
            for i in range(6)
            if self.loops[at].rows >> i & 1
        ] + [
            1.0 / constraint.unit
            for constraint in (
                self.model.constraints[c] for c in self.model.clusters[k].constraints
            )
            for _ in range(constraint.size)
        ]

    def length(self, k: int) -> float:
        """A length of cluster k's loops, a power of two, m."""
        return max((self.loops[at].length for at in self.model.clusters[k].loops), default=1.0)

    def unit(self, k: int, iv: int) -> float:
        """What counts as one of a velocity coordinate of cluster k: 1 rad, or a length in m."""
        body = next(b for b in reversed(self.bodies) if b.iv <= iv)
        shifts = body.kind == "prismatic" or (body.kind == "free" and iv >= body.iv + 3)
        return self.length(k) if shifts else 1.0

    # ------------------------------------------------------------------ poses along the two paths

    def _joint(self, i: int, home: Matrix, q: list[Any]) -> tuple[Matrix, Vector | None]:
        """Axes of body i, whose axes are home at q = 0, and its shift along home; None is zero."""
        body, K = self.bodies[i], self.K
        x = q[body.iq]
        if body.kind in ("spherical", "free"):
            first = body.iq + (3 if body.kind == "free" else 0)
            turn = rotation_from_quaternion(K, tuple(q[first : first + 4]))
            shift = tuple(q[body.iq : body.iq + 3]) if body.kind == "free" else None
            return multiply(home, turn), shift
        zero = self._zero[0]
        if body.kind == "prismatic":
            return home, (zero, zero, x)
        c, s = K.cos(x), K.sin(x)
        turned = tuple((h0 * c + h1 * s, h1 * c - h0 * s, h2) for h0, h1, h2 in home)
        return turned, (zero, zero, body.pitch * x) if body.kind == "helical" else None

    def _poses(self, path: tuple[int, ...], q: Row, known: Known) -> tuple[list[Any], Vector]:
        """Axes and place of each body of a path relative to the anchor, and the anchor's shift.

        known: those at the same q, of this path and of others, by its first body and each body.
        """
        R, x, shift = self._axes, self._zero, self._zero
        poses = []
        for n, i in enumerate(path):
            if (path[0], i) not in known:
                # x_i = x_p + R_p (r + E^T slide),   R_i = R_p E^T turn
                home = multiply(R, self._homes[i])
                axes, slide = self._joint(i, home, q)
                moved = self._zero if slide is None else apply(home, slide)
                if n == 0:
                    shift = moved
                else:
                    x = add(x, add(apply(R, self.bodies[i].r), moved))
                known[path[0], i] = axes, x, shift
            R, x, shift = known[path[0], i]
            poses.append((R, x))
        return poses, shift

    def _ends(self, loop: LoopFrame, q: Row, known: Known) -> Ends:
        """Poses along both paths, loop frames at the tips, gap between the anchors; ancestor."""
        poses, shifts, frames = [], [], []
        for path, R, p in zip(loop.paths, loop.R, loop.p, strict=True):
            along, shift = self._poses(path, q, known)
            axes, place = along[-1] if along else (self._axes, self._zero)
            poses.append(along)
            shifts.append(shift)
            frames.append((multiply(axes, R), add(place, apply(axes, p))))
        return poses, frames, add(loop.gap, subtract(shifts[1], shifts[0]))

    def relative(self, at: int, q: list[Any]) -> tuple[Matrix, Vector]:
        """R, d of one loop: the successor's frame along the joint's axis in the predecessor's."""
        return _relative(self._ends(self.loops[at], q, Known()))

    # ------------------------------------------------------------------------------- phi, K and k

    def _closed(self, loop: LoopFrame, q: list[Any], known: Known) -> list[Any]:
        """phi of one loop."""
        R, d = _relative(self._ends(loop, q, known))
        x, y, z = _axis(R)
        zero = self._zero[0]
        if loop.rows & 4:
            w = (R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1])
            scale = 2 / (1 + (R[0][0] + R[1][1] + R[2][2]))
            turn = tuple(scale * c for c in w)
        elif loop.rows & 2:
            turn = (-2 * y / (1 + z), 2 * x / (1 + z), zero)
        else:
            turn = self._zero
        phi = [*turn, *subtract(d, cross(turn, d))]
        if loop.kind == "universal":
            phi[0] = z - loop.cosine
        if loop.kind == "planar":
            phi[5] = dot(loop.normal, tuple(phi[3:]))
        if loop.kind == "helical":
            advance = phi[5] - loop.pitch * self.K.atan2(R[1][0], R[0][0])
            turns = 2 * self.K.pi * loop.pitch
            phi[5] = advance - round(near_double(advance) / near_double(turns)) * turns
        return _resisted(loop, phi)

    def _columns(self, loop: LoopFrame, ends: Ends) -> list[Columns]:
        """Twists per unit velocity along both paths, at and in the predecessor's loop frame.

        Joint by joint from the root to the tip: first velocity coordinate, columns.
        """
        poses, ((axes, place), _), gap = ends
        back = transpose(axes)
        paths = []
        for n, (path, along) in enumerate(zip(loop.paths, poses, strict=True)):
            # the origin of the predecessor's loop frame from this path's anchor
            here = place if n == 0 else subtract(place, gap)
            columns = []
            for i, (R, x) in zip(path, along, strict=True):
                arm = subtract(here, x)
                twists = [
                    (*apply(back, angular), *apply(back, add(linear, cross(angular, arm))))
                    for angular, linear in self._subspace(i, R)
                ]
                columns.append((self.bodies[i].iv, twists))
            paths.append(columns)
        return paths

    def _subspace(self, i: int, R: Matrix) -> list[tuple[Vector, Vector]]:
        """Columns (w, v) of joint i's subspace, along given axes of its kernel frame."""
        body = self.bodies[i]
        if body.kind in ("spherical", "free"):
            axes = transpose(R)
            turns = [(axis, self._zero) for axis in axes]
            shifts = [(self._zero, axis) for axis in axes]
            return turns + shifts if body.kind == "free" else turns
        z = _axis(R)
        if body.kind == "prismatic":
            return [(self._zero, z)]
        return [(z, tuple(body.pitch * c for c in z) if body.kind == "helical" else self._zero)]

    def _path_motion(self, columns: Columns, qdot: list[Any]) -> tuple[Twist, Twist]:
        """Twist of the tip and its rate with qddot = 0: A += V x (J qd), V += J qd by joints."""
        V = A = (*self._zero, *self._zero)
        for iv, twists in columns:
            step: Twist = (*self._zero, *self._zero)
            for j, column in enumerate(twists):
                step = add(step, tuple(x * qdot[iv + j] for x in column))
            A = add(A, _ad(V, step))
            V = add(V, step)
        return V, A

    def _shown(self, loop: LoopFrame, R: Matrix, d: Vector, twist: Twist) -> list[Any]:
        """The part of a relative twist that the joint resists."""
        parts = list(twist)
        if loop.kind == "universal":
            # d(e_z . s) = w . (s x e_z), s = R e_z
            x, y, _ = _axis(R)
            parts[0] = y * twist[0] - x * twist[1]
        if loop.kind == "planar":
            # m . (v + omega_z e_z x d): the turn about e_z is free, and moves d out of the plane
            parts[5] = dot(loop.normal, twist[3:]) + _tilted(loop, d) * twist[2]
        if loop.kind == "helical":
            parts[5] = twist[5] - loop.pitch * twist[2]
        return _resisted(loop, parts)


def _relative(ends: Ends) -> tuple[Matrix, Vector]:
    """R, d: the successor's loop frame in the predecessor's."""
    _, ((axes, place), (other, there)), gap = ends
    back = transpose(axes)
    return multiply(back, other), apply(back, add(subtract(there, place), gap))


def _tilted(loop: LoopFrame, d: Vector) -> Any:
    """m . (e_z x d), of a planar joint."""
    return loop.normal[1] * d[0] - loop.normal[0] * d[1]


def _resisted(loop: LoopFrame, six: list[Any]) -> list[Any]:
    return [six[i] for i in _RESISTED[loop.kind]]


def _axis(R: Matrix) -> Vector:
    """R e_z."""
    return (R[0][2], R[1][2], R[2][2])


def _sum(a: Any, b: Any) -> Any:
    total = a[0] * b[0]
    for x, y in zip(a[1:], b[1:], strict=True):
        total = total + x * y
    return total


def _ad(V: Twist, W: Twist) -> Twist:
    """V x W = (w x w', w x v' + v x w')."""
    return (*cross(V[:3], W[:3]), *add(cross(V[:3], W[3:]), cross(V[3:], W[:3])))
