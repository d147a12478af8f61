"""Poses of the bodies along a motion, as power series whose coefficients are 4x4 matrices.

T_i = T_parent G_i, with G_i the pose across the joint of body i, a function of its coordinates.
Coefficient k of a product of series is the sum of a_l b_(k-l). A coefficient is one matrix of the
field (`Field.matrix`), so that the products run in FLINT where the field is `Arb`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lieref.model.tree.exact import ExactBody, cross
from lieref.oracle.scalars import series as ts
from lieref.oracle.scalars.scalars import Arb, Mp
from lieref.oracle.tree.rotating_joints import free_root, joint_motion

#: Coefficients in t, each a matrix of the field.
Series = list[Any]
Rows = list[list[Any]]


@dataclass
class Constants:
    """Matrices of one body that no state changes.

    pose : (12, n) [R | p] across the joint = pose @ its n `functions_of_time`
    screws : (4, 4 s) of the s velocity coordinates in body axes: [w]x and v of their unit twists
    J : (4, 4) second moments sum X X^T dm of X = (x, y, z, 1)
    """

    pose: Any
    screws: Any
    J: Any


@dataclass
class Transforms:
    """G (4, 4) of one body in its parent, and T = [R | p] (3, 4) in the inertial frame."""

    G: Series
    T: Series


def transforms(
    K: Any, bodies: Sequence[ExactBody], q: list[Any], v: list[list[Any]], base: str
) -> list[Transforms]:
    """Series of len(v) + 1 coefficients of every body, parents first."""
    out: list[Transforms] = []
    for body in bodies:
        G = joint_pose(K, body, q, v, base)
        if body.parent < 0:
            T = [K.matrix(3, 4, K.entries(x)[:12]) for x in G]
        else:
            above = out[body.parent].T
            T = [coefficient(K, above, G, k) for k in range(len(G))]
        out.append(Transforms(G, T))
    return out


def coefficient(K: Any, a: Series, b: Series, k: int) -> Any:
    """Coefficient k of the product of two series that have as many, or more."""
    total = K.times(a[0], b[k])
    for i in range(1, k + 1):
        total = total + K.times(a[i], b[k - i])
    return total


def constants(K: Any, body: ExactBody) -> Constants:
    """`Constants` of a body of scalars of K; kept with it where these are numbers."""
    kept = body.kept.get("constants") if isinstance(K, Arb | Mp) else None
    if kept is None:
        kept = Constants(_pose_of_functions(K, body), screws(K, body), second_moments(K, body))
        if isinstance(K, Arb | Mp):
            body.kept["constants"] = kept
    return kept


def joint_pose(K: Any, body: ExactBody, q: list[Any], v: list[list[Any]], base: str) -> Series:
    """G of a body: placement @ J(q), or the pose in the inertial frame of a free root."""
    length, zero, one = len(v) + 1, K(0), K(1)
    functions = functions_of_time(K, body, q, v, base)
    entries = [x for function in functions for x in function]
    if len(functions) != 12:
        rows = K.matrix(len(functions), length, entries)
        entries = K.entries(K.times(constants(K, body).pose, rows))
    last = [zero, zero, zero, one], [zero] * 4
    return [K.matrix(4, 4, entries[k::length] + last[k > 0]) for k in range(length)]


def functions_of_time(
    K: Any, body: ExactBody, q: list[Any], v: list[list[Any]], base: str
) -> list[ts.Series]:
    """What the entries of a joint's pose are combinations of; of a free root those 12 themselves.

    1, cosine and sine of the angle, and the coordinate itself where a joint slides. Of a joint
    without an axis the entries of R and p, and 1.
    """
    unit = [K(1), *[K(0)] * len(v)]
    if body.axis is None:
        if body.kind == "free" and body.parent < 0:
            R, p = free_root(K, body, q, v, base)
            return [x for row, y in zip(R, p, strict=True) for x in (*row, y)]
        R, p = joint_motion(K, body, q, v)
        return [*R[0], *R[1], *R[2], *p, unit]
    x = ts.taylor([q[body.iq], *(row[body.iv] for row in v)])
    if body.kind == "prismatic":
        return [unit, x]
    sine, cosine = ts.sin_cos(K, x)
    return [unit, cosine, sine, x] if body.kind == "helical" else [unit, cosine, sine]


def _pose_of_functions(K: Any, body: ExactBody) -> Any:
    """Columns: [R | p] of the placement times what each function of time multiplies."""
    zero, one = K(0), K(1)
    if body.axis is None:
        units = [[one if i == r else zero for i in range(3)] for r in range(3)]
        none = [zero] * 3
        # entries of R, row by row, those of p, and 1
        blocks = [
            ([e if i == r else none for i in range(3)], none, 0) for r in range(3) for e in units
        ]
        blocks += [([none] * 3, e, 0) for e in units]
        blocks.append(([none] * 3, none, 1))
    else:
        blocks = _about_axis(K, body)
    rows = [(*row, p) for row, p in zip(body.R, body.p, strict=True)]
    placement = K.matrix(3, 4, [x for row in rows for x in row])
    columns = []
    for R, p, homogeneous in blocks:
        part = [x for row, y in zip(R, p, strict=True) for x in (*row, y)]
        part += [zero, zero, zero, one if homogeneous else zero]
        columns.append(K.entries(K.times(placement, K.matrix(4, 4, part))))
    return K.matrix(12, len(columns), [x for row in zip(*columns, strict=True) for x in row])


def _about_axis(K: Any, body: ExactBody) -> list[tuple[Rows, list[Any], int]]:
    """Rotations, translations and homogeneous ones that 1, cos, sin and the coordinate multiply.

    About a unit axis a through r: a a^T + cos (1 - a a^T) + sin [a], which r is not moved by, and
    pitch a for each radian; along it: 1 and a.
    """
    a: Any = body.axis
    point: Any = body.point
    zero, one = K(0), K(1)
    unit = [[one if i == j else zero for j in range(3)] for i in range(3)]
    nothing = [[zero] * 3] * 3
    if body.kind == "prismatic":
        return [(unit, [zero] * 3, 1), (nothing, list(a), 0)]
    along = [[x * y for y in a] for x in a]
    across = [[x - y for x, y in zip(*rows, strict=True)] for rows in zip(unit, along, strict=True)]
    x, y, z = a
    turning = [[zero, -z, y], [z, zero, -x], [-y, x, zero]]
    moved = [[-K.dot(row, point) for row in R] for R in (along, across, turning)]
    still = [x + y for x, y in zip(point, moved[0], strict=True)]
    blocks = [(along, still, 1), (across, moved[1], 0), (turning, moved[2], 0)]
    if body.kind == "helical":
        blocks.append((nothing, [body.pitch * x for x in a], 0))
    return blocks


def screws(K: Any, body: ExactBody) -> Any:
    """Unit twists in body axes as matrices [w]x | v, side by side."""
    zero, one = K(0), K(1)
    units = [[one if i == j else zero for j in range(3)] for i in range(3)]
    none = [zero] * 3
    if body.axis is not None and body.point is not None:
        a = list(body.axis)
        if body.kind == "prismatic":
            twists = [(none, a)]
        else:
            slide = cross(body.point, tuple(a))
            twists = [(a, [x + body.pitch * y for x, y in zip(slide, a, strict=True)])]
    else:
        twists = [(e, none) for e in units]
        if body.kind == "free":
            twists += [(none, e) for e in units]
    rows: list[list[Any]] = [[] for _ in range(4)]
    for (x, y, z), u in twists:
        skew = ((zero, -z, y), (z, zero, -x), (-y, x, zero))
        for row, entries, slide_i in zip(rows, skew, u, strict=False):
            row += [*entries, slide_i]
        rows[3] += [zero] * 4
    return K.matrix(4, len(rows[0]), [x for row in rows for x in row])


def second_moments(K: Any, body: ExactBody) -> Any:
    """J = sum X X^T dm of X = (x, y, z, 1) in the body frame, from m, c and the inertia about c.

    sum x x^T dm = (trace I / 2) 1 - I + m c c^T, I the inertia.
    """
    c = [*body.com, K(1)]
    J = [[body.mass * x * y for y in c] for x in c]
    inertia = body.inertia
    half = (inertia[0][0] + inertia[1][1] + inertia[2][2]) / 2
    for i in range(3):
        J[i][i] = J[i][i] + half
        for j in range(3):
            J[i][j] = J[i][j] - inertia[i][j]
    return K.matrix(4, 4, [x for row in J for x in row])
