"""Poses of all bodies as Taylor series in t, by composition of poses.

Nothing but the definitions: a joint's pose is a function of its coordinate, a rotation driven by
an angular velocity solves its differential equation, poses along the tree are multiplied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lieref.model.tree.exact import ExactBody, exact_model, rotation_from_quaternion
from lieref.oracle.arguments import BASES, choice, chosen_field, configuration, stack
from lieref.oracle.scalars import series as ts

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class PoseSeries:
    """Pose of a body in the inertial frame, coefficients of t^k.

    R: rotation (x_inertial = R x_body + p); p: origin; d: origin relative to the parent's origin,
    inertial axes, carried along so that lever arms never are differences of large numbers.
    """

    R: ts.Matrix
    p: ts.Vector
    d: ts.Vector


def pose_series(
    K: Any, bodies: tuple[ExactBody, ...], q: list[Any], v: list[list[Any]], base: str
) -> list[PoseSeries]:
    """Taylor series of every body's pose, len(v) + 1 coefficients, parents first."""
    world = _world(K, len(v) + 1)
    out: list[PoseSeries] = []
    for body in bodies:
        parent = world if body.parent < 0 else out[body.parent]
        out.append(_body_pose(K, body, parent, q, v, base))
    return out


def unit_rates(
    K: Any, bodies: tuple[ExactBody, ...], q: list[Any], base: str
) -> tuple[list[PoseSeries], list[PoseSeries]]:
    """Poses at rest, and for each velocity coordinate the pose of the body that it moves first.

    The second list has two coefficients: pose at q and its rate while that coordinate alone has
    velocity 1, so that the body's parent rests.
    """
    nv = sum({"spherical": 3, "free": 6}.get(body.kind, 1) for body in bodies)
    rest = pose_series(K, bodies, q, [[K(0)] * nv], base)
    world = _world(K, 2)
    out: list[PoseSeries] = []
    for i, body in enumerate(bodies):
        parent = world if body.parent < 0 else rest[body.parent]
        end = bodies[i + 1].iv if i + 1 < len(bodies) else nv
        for j in range(body.iv, end):
            v = [[K(1 if column == j else 0) for column in range(nv)]]
            out.append(_body_pose(K, body, parent, q, v, base))
    return rest, out


def _world(K: Any, length: int) -> PoseSeries:
    """The inertial frame, at rest in the origin."""
    zero, one = K(0), K(1)
    identity = [[one if i == j else zero for j in range(3)] for i in range(3)]
    return PoseSeries(
        ts.matrix_constant(K, identity, length), *[ts.vector_constant(K, [zero] * 3, length)] * 2
    )


def _body_pose(
    K: Any, body: ExactBody, parent: PoseSeries, q: list[Any], v: list[list[Any]], base: str
) -> PoseSeries:
    """Pose of a body from its parent's and its joint's."""
    R, p = joint_pose(K, body, q, v, base)
    if body.kind == "free" and body.parent < 0:
        return PoseSeries(R, p, p)
    d = ts.apply(K, parent.R, p)
    return PoseSeries(ts.compose(K, parent.R, R), ts.vector_add(parent.p, d), d)


def joint_pose(
    K: Any, body: ExactBody, q: list[Any], v: list[list[Any]], base: str
) -> tuple[ts.Matrix, ts.Vector]:
    """Rotation and origin of a body in its parent's frame: placement * J(q)."""
    if body.kind == "free" and body.parent < 0:
        return _free_root(K, body, q, v, base)
    R, p = _joint_motion(K, body, q, v)
    R = ts.transpose([ts.apply_constant(body.R, column) for column in ts.transpose(R)])
    p = ts.vector_add(ts.vector_constant(K, body.p, len(v) + 1), ts.apply_constant(body.R, p))
    return R, p


def angular_velocity(K: Any, R: ts.Matrix) -> ts.Vector:
    """w in body axes from [w] = R^T dR/dt, one coefficient shorter than R."""
    columns = ts.transpose(R)
    rates = [[ts.derivative(x) for x in column] for column in columns]
    return [ts.dot(K, columns[i], rates[j]) for i, j in ((2, 1), (0, 2), (1, 0))]


def _columns(K: Any, v: list[list[Any]], start: int) -> ts.Vector:
    """Three velocity coordinates as a vector of series."""
    return [ts.taylor([row[start + i] for row in v]) for i in range(3)]


def _joint_motion(
    K: Any, body: ExactBody, q: list[Any], v: list[list[Any]]
) -> tuple[ts.Matrix, ts.Vector]:
    """J(q(t)) of a joint whose velocity is given in the body frame: rotation and translation."""
    length, zero = len(v) + 1, K(0)
    if body.kind == "spherical":
        R0 = rotation_from_quaternion(K, tuple(q[body.iq : body.iq + 4]))
        R = _turned_in_body(K, R0, _columns(K, v, body.iv))
        return R, ts.vector_constant(K, [zero] * 3, length)
    if body.kind == "free":
        R0 = rotation_from_quaternion(K, tuple(q[body.iq + 3 : body.iq + 7]))
        R = _turned_in_body(K, R0, _columns(K, v, body.iv))
        rate = ts.apply(K, R, _columns(K, v, body.iv + 3))
        return R, [ts.integral(q[body.iq + i], rate[i][: length - 1]) for i in range(3)]
    x = ts.taylor([q[body.iq], *(row[body.iv] for row in v)])
    axis: Any = body.axis
    point: Any = body.point
    if body.kind == "prismatic":
        identity = [[K(1) if i == j else zero for j in range(3)] for i in range(3)]
        return ts.matrix_constant(K, identity, length), [ts.scale(a, x) for a in axis]
    R = _turn_about(K, axis, x)
    # x_body -> point + Rot (x_body - point) + pitch q axis
    turned = ts.apply_to_constant(R, point)
    p = ts.vector_subtract(ts.vector_constant(K, point, length), turned)
    if body.kind == "helical":
        p = [ts.add(c, ts.scale(body.pitch * a, x)) for c, a in zip(p, axis, strict=True)]
    return R, p


def _turn_about(K: Any, axis: Any, angle: ts.Series) -> ts.Matrix:
    """Rotation about a unit axis: a a^T + cos (1 - a a^T) + sin [a]."""
    sine, cosine = ts.sin_cos(K, angle)
    x, y, z = axis
    zero = K(0)
    skew = ((zero, -z, y), (z, zero, -x), (-y, x, zero))
    R = []
    for i in range(3):
        row = []
        for j in range(3):
            along = axis[i] * axis[j]
            across = (1 if i == j else 0) - along
            entry = ts.add(ts.scale(across, cosine), ts.scale(skew[i][j], sine))
            row.append([entry[0] + along, *entry[1:]])
        R.append(row)
    return R


def _turned_in_body(K: Any, R0: Any, w: ts.Vector) -> ts.Matrix:
    """Solution of dR/dt = R [w], w in body axes: every row solves dx/dt = x cross w."""
    return [ts.solve_rotating(K, row, w) for row in R0]


def _turned_in_space(K: Any, R0: Any, w: ts.Vector) -> ts.Matrix:
    """Solution of dR/dt = [w] R, w in inertial axes: every column solves dx/dt = w cross x."""
    against = ts.vector_scale(-1, w)
    return ts.transpose([ts.solve_rotating(K, [row[j] for row in R0], against) for j in range(3)])


def _free_root(
    K: Any, body: ExactBody, q: list[Any], v: list[list[Any]], base: str
) -> tuple[ts.Matrix, ts.Vector]:
    """Pose in the inertial frame of a free body attached to the world.

    The velocity coordinates mean, with w and u their two halves (conventions.md):
    body: dR/dt = R [w], dp/dt = R u; spatial: dR/dt = [w] R, dp/dt = u + w x p;
    hybrid: dR/dt = [w] R, dp/dt = u; mixed: dR/dt = R [w], dp/dt = u.
    """
    w, u = _columns(K, v, body.iv), _columns(K, v, body.iv + 3)
    turn = rotation_from_quaternion(K, tuple(q[body.iq + 3 : body.iq + 7]))
    R0 = [[K.dot(row, column) for column in zip(*turn, strict=True)] for row in body.R]
    p0 = [K.dot(row, q[body.iq : body.iq + 3]) + s for row, s in zip(body.R, body.p, strict=True)]
    R = (_turned_in_body if base in ("body", "mixed") else _turned_in_space)(K, R0, w)
    if base == "spatial":
        return R, ts.solve_rotating(K, p0, ts.vector_scale(-1, w), u)
    rate = ts.apply(K, R, u) if base == "body" else u
    return R, [ts.integral(x, a[: len(v)]) for x, a in zip(p0, rate, strict=True)]


def body_poses(
    model: Model, q: Any, v: Any, base: str = "body", digits: int = 50, field: Any = None
) -> list[list[list[list[Any]]]]:
    """Time derivatives of the pose of every body, from the definitions.

    Parameters
    ----------
    model : Model
    q : (nq,) configuration, m and rad.
    v : (m, nv) velocity and its derivatives of order 0 .. m - 1, m >= 1.
    base : "body", "spatial", "hybrid" or "mixed": representation of the velocity of free joints
        that are attached to the world.
    digits : working precision in decimal digits, when no field is given.
    field : scalar field; `Mp(digits)` by default.

    Returns
    -------
    list
        [k][i] is the k-th time derivative, k = 0 .. m, of the 4x4 pose of body i in the inertial
        frame (x_inertial = R x_body + p), as rows of scalars of the field.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        For arguments that are no such arrays.

    Examples
    --------
    >>> import lieref
    >>> model, q, v = lieref.catalogue.serial_chain(2), [0.3, 0.4], [1.0, 2.0]
    >>> len(lieref.oracle.body_poses(model, q, [v]))
    2
    """
    K = chosen_field(field, digits, balls=False)
    choice("base", base, BASES)
    with K.working():
        qs, vs = configuration(K, model, q), stack(K, model, "v", v, 1)
        poses = pose_series(K, exact_model(model, K).bodies, qs, vs, base)
        out: list[list[list[list[Any]]]] = [[] for _ in range(len(vs) + 1)]
        for pose in poses:
            R = [[ts.plain(entry) for entry in row] for row in pose.R]
            p = [ts.plain(entry) for entry in pose.p]
            for k, matrices in enumerate(out):
                top = [[R[i][0][k], R[i][1][k], R[i][2][k], p[i][k]] for i in range(3)]
                matrices.append([*top, [K(0), K(0), K(0), K(1 if k == 0 else 0)]])
    return out
