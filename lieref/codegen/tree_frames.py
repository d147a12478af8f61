"""Frames and inertial parameters of a robot in which its recursions take few operations.

The frame of a one-degree joint has z along its axis. What is left free, the angle about z and the
place on the axis, makes as many numbers zero as it can, in the manner of Denavit and Hartenberg: x
along the common normal of this axis and the first one beyond. The joint's angle grows by a constant
then, which costs four products beside its sine and cosine.

Mass on the axis of a revolute joint moves as if it belonged to the parent: its first moment along z
and second moment zz go there, as the mass itself does in `lieref.model.tree.compiled`; beyond a
prismatic joint all second moments go [Gautier and Khalil 1990, regrouping]. All of this is done in
decimals and rounded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from lieref.model.tree.compiled import PAIRS, kernel_frame
from lieref.model.tree.exact import (
    DecimalField,
    ExactBody,
    ExactModel,
    Matrix,
    Vector,
    apply,
    dot,
    multiply,
    transpose,
)

#: Entries of rotations, and parts of vectors by their largest entry, below this are zero: what
#: files with rounded angles have in place of zeros, under half a unit in the last place of 1.
NEGLIGIBLE = 2.0**-53
ONE_DEGREE = ("revolute", "prismatic", "helical")
TURNING = ("revolute", "helical")


@dataclass(frozen=True)
class Frames:
    """A robot in its new frames.

    exact : bodies whose joints have the z axis of their own frame
    turns : cosine and sine of what the angle of each joint grows by, None for none
    frames : rotation and origin of each joint's frame in the body
    """

    exact: ExactModel
    turns: tuple[tuple[Any, Any] | None, ...]
    frames: tuple[tuple[Matrix, Vector], ...]


def few_operations(K: DecimalField, exact: ExactModel) -> Frames:
    """The robot in frames of few operations; the frames of multi-degree joints stay."""
    frames: list[tuple[Matrix, Vector]] = []
    bodies, turns = [], []
    for i, body in enumerate(exact.bodies):
        above = frames[body.parent] if body.parent >= 0 else _identity(K)
        turn, frame, place = None, _identity(K), None
        if body.kind in ONE_DEGREE:
            frame, turn, place = _joint_frame(K, exact, i, above)
        frames.append(frame)
        R, p = _between(above, (body.R, body.p), frame)
        turning = transpose(frame[0])
        com = apply(turning, _less(body.com, frame[1]))
        bodies.append(
            replace(
                body,
                R=R if place is None else place,
                p=p,
                axis=None if body.axis is None else (K(0), K(0), K(1)),
                point=None if body.axis is None else (K(0),) * 3,
                com=com,
                inertia=multiply(turning, multiply(body.inertia, frame[0])),
            )
        )
        turns.append(turn)
    return Frames(replace(exact, bodies=tuple(bodies)), tuple(turns), tuple(frames))


def _joint_frame(
    K: DecimalField, exact: ExactModel, i: int, above: tuple[Matrix, Vector]
) -> tuple[tuple[Matrix, Vector], tuple[Any, Any] | None, Matrix]:
    """Frame of a one-degree joint in its body, its constant angle, and its place's rotation."""
    body = exact.bodies[i]
    rotation, origin = kernel_frame(K, body)
    given, r = _between(above, (body.R, body.p), (rotation, origin))
    u = _cleared(K, tuple(row[2] for row in given))
    # given = place Rz(beta)
    place = _place(K, u)
    x = apply(transpose(place), tuple(row[0] for row in given))
    c, s = x[0], x[1]
    if body.kind not in TURNING:
        # the frame turns back by beta: the rotation is constant
        return (multiply(rotation, _about_z(K, c, -s)), origin), None, place
    # the origin slides along the axis until an entry of its place is zero
    k = max(range(3), key=lambda j: abs(u[j]))
    shift = -r[k] / u[k]
    origin = tuple(a + shift * row[2] for a, row in zip(origin, rotation, strict=True))
    more_c, more_s = _to_first_axis(K, exact, i, rotation)
    turn = c * more_c - s * more_s, s * more_c + c * more_s
    return (multiply(rotation, _about_z(K, more_c, more_s)), origin), turn, place


def _to_first_axis(K: DecimalField, exact: ExactModel, i: int, rotation: Matrix) -> tuple[Any, Any]:
    """Cosine and sine of the turn that takes x to the common normal with the first axis beyond."""
    for body in exact.bodies[i + 1 :]:
        if body.parent == i and body.kind in ONE_DEGREE:
            assert body.axis is not None
            axis = apply(body.R, body.axis)
            u = _cleared(K, apply(transpose(rotation), axis))
            rho = K.sqrt(u[0] * u[0] + u[1] * u[1])
            return (-u[1] / rho, u[0] / rho) if rho else (K(1), K(0))
    return K(1), K(0)


def _place(K: DecimalField, u: Vector) -> Matrix:
    """Rz(a) Rx(alpha) with z axis u."""
    rho = K.sqrt(u[0] * u[0] + u[1] * u[1])
    c, s = (-u[1] / rho, u[0] / rho) if rho else (K(1), K(0))
    return ((c, -s * u[2], s * rho), (s, c * u[2], -c * rho), (K(0), rho, u[2]))


def _cleared(K: DecimalField, u: Vector) -> Vector:
    """A unit vector without negligible entries."""
    kept = tuple(K(0) if abs(x) < NEGLIGIBLE else x for x in u)
    norm = K.sqrt(dot(kept, kept))
    return tuple(x / norm for x in kept)


def _about_z(K: DecimalField, c: Any, s: Any) -> Matrix:
    return ((c, -s, K(0)), (s, c, K(0)), (K(0), K(0), K(1)))


def _identity(K: DecimalField) -> tuple[Matrix, Vector]:
    return _about_z(K, K(1), K(0)), (K(0),) * 3


def _less(a: Vector, b: Vector) -> Vector:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _between(
    above: tuple[Matrix, Vector], pose: tuple[Matrix, Vector], frame: tuple[Matrix, Vector]
) -> tuple[Matrix, Vector]:
    """above^-1 pose frame"""
    back = transpose(above[0])
    R = multiply(back, multiply(pose[0], frame[0]))
    moved = apply(pose[0], frame[1])
    p = tuple(a + b - c for a, b, c in zip(moved, pose[1], above[1], strict=True))
    return R, apply(back, p)


def regrouped(
    K: DecimalField, bodies: tuple[ExactBody, ...], rows: list[tuple[Any, ...]]
) -> list[list[Any]]:
    """`body_constants` with what moves like the parent moved there."""
    found = [list(row) for row in rows]
    for i in range(len(bodies) - 1, -1, -1):
        row, kind, parent = found[i], bodies[i].kind, bodies[i].parent
        E, r = (tuple(row[0:3]), tuple(row[3:6]), tuple(row[6:9])), row[9:12]
        z = E[2]
        if kind == "revolute":
            h_z, P_zz = row[16], row[19]
            row[16] = row[19] = K(0)
            h = [h_z * x for x in z]
            P = [h_z * (r[a] * z[b] + z[a] * r[b]) + P_zz * z[a] * z[b] for a, b in PAIRS]
        elif kind == "prismatic":
            own = _symmetric(row[17:23])
            turned = multiply(transpose(E), multiply(own, E))
            h, P = [K(0)] * 3, [turned[a][b] for a, b in PAIRS]
            row[17:23] = [K(0)] * 6
        else:
            continue
        if parent >= 0:
            above = found[parent]
            above[14:17] = [x + y for x, y in zip(above[14:17], h, strict=True)]
            above[17:23] = [x + y for x, y in zip(above[17:23], P, strict=True)]
    return found


def _symmetric(six: Any) -> Matrix:
    xx, yy, zz, xy, xz, yz = six
    return ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))


def rounded(rows: list[list[Any]]) -> list[tuple[float, ...]]:
    """Constants as doubles, without what is negligible beside the rest of its vector or matrix."""
    found = []
    for row in rows:
        out = [float(x) for x in row]
        for first, last in ((0, 9), (9, 12), (14, 17), (17, 23)):
            out[first:last] = cleared(out[first:last], 1.0 if first == 0 else None)
        found.append(tuple(out))
    return found


def cleared(x: Sequence[float], size: float | None = None) -> tuple[float, ...]:
    """A vector without what is negligible beside a size, or its largest entry."""
    largest = max(map(abs, x)) if size is None else size
    return tuple(0.0 if abs(y) < NEGLIGIBLE * largest else y for y in x)
