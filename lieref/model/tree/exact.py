"""The model as exact numbers: what the given doubles mean, at any precision.

A double cannot hold a unit axis or a rotation matrix exactly. This module says which exact
object the given doubles stand for, so that kernels (rounded once from here), twins and the
oracle all speak of the same robot:

- the axis of a joint is ``axis / |axis|``;
- the rotation of a placement is the rotation nearest to the given matrix (its polar factor);
- a quaternion stands for the rotation of ``q / |q|``;
- everything else (masses, points, inertias, gravity) is the given double itself.

Every function is generic over a scalar field ``K``: ``K(x)`` converts a number exactly,
``K.sqrt`` takes roots, ``K.digits`` is the working precision, values support ``+ - * /``.
"""

from __future__ import annotations

import cmath
import decimal
import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from lieref.model.tree.tree_model import TreeModel

Vector = tuple[Any, ...]
Matrix = tuple[Vector, ...]

#: Placement rotations farther than this from orthogonality are refused by the builder.
ORTHOGONALITY = 1e-9
IDENTITY: Matrix = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


class DecimalField:
    """Real numbers of `digits` decimal digits from the standard library."""

    def __init__(self, digits: int = 40):
        self.digits = digits
        self._context = decimal.Context(prec=digits, Emin=-99999, Emax=99999)

    def __call__(self, x: float | int | decimal.Decimal) -> decimal.Decimal:
        return decimal.Decimal(x)

    def sqrt(self, x: decimal.Decimal) -> decimal.Decimal:
        """Square root, correctly rounded to `digits`."""
        return self._context.sqrt(x)

    def cos(self, x: decimal.Decimal) -> decimal.Decimal:
        """Cosine of an angle in rad, in error by at most some units of the last digit."""
        return self._cos_sin(x)[0]

    def sin(self, x: decimal.Decimal) -> decimal.Decimal:
        """Sine of an angle in rad."""
        return self._cos_sin(x)[1]

    def _cos_sin(self, x: decimal.Decimal) -> tuple[decimal.Decimal, decimal.Decimal]:
        """Taylor series of x / 2^n, |x| / 2^n < 1/16, and n times the double angle.

        The double angle doubles an error, so that n further digits are more than enough.
        """
        doublings = max(0, x.adjusted() * 4 + 8)
        with decimal.localcontext(self._context) as context:
            context.prec = self.digits + doublings + 8
            small = x / 2**doublings
            # e = cos - 1, so that its digits are not lost beside 1
            e, s, term, k = decimal.Decimal(0), small, small, 1
            while term and term.adjusted() > -context.prec + small.adjusted():
                k += 1
                term = term * small / k
                if k % 2:
                    s += -term if k % 4 == 3 else term
                else:
                    e += -term if k % 4 == 2 else term
            for _ in range(doublings):
                e, s = -2 * s * s, 2 * s * (1 + e)
            c = 1 + e
        return self._context.plus(c), self._context.plus(s)

    def working(self) -> Any:
        """Context manager under which the operators + - * / keep `digits`."""
        return decimal.localcontext(self._context)


class ComplexField:
    """Complex numbers of doubles, for the complex step by a model's own constants."""

    digits = 15

    def __call__(self, x: complex) -> complex:
        return complex(x)

    def sqrt(self, x: complex) -> complex:
        """Square root, the branch of positive real parts."""
        return cmath.sqrt(x)


@dataclass(frozen=True)
class ExactBody:
    """One body and its joint; lengths in m, masses in kg, angles in rad.

    R (3x3) and p (3): rotation and origin of the body frame in the parent's at q = 0
    (x_parent = R x_body + p). axis, point (3) in the body frame, pitch in m/rad; None where the
    joint has none. com (3) and inertia (3x3, about the com) in the body frame. kept: what was
    computed from these numbers alone.
    """

    parent: int
    kind: str
    iq: int
    iv: int
    R: Matrix
    p: Vector
    axis: Vector | None
    point: Vector | None
    pitch: Any
    mass: Any
    com: Vector
    inertia: Matrix
    kept: dict[str, Any] = field(default_factory=dict, init=False, compare=False, repr=False)


@dataclass(frozen=True)
class ExactCoordinate:
    """Joint physics of one velocity coordinate, as of `JointPhysics`.

    iq: the configuration coordinate that a spring pulls at, None where the joint can have none.
    """

    iq: int | None
    armature: Any
    damping: Any
    friction: Any
    friction_width: Any
    stiffness: Any
    rest: Any


@dataclass(frozen=True)
class ExactModel:
    """Bodies, parents first, and gravity (3, m/s^2, inertial frame) as scalars of a field.

    physics: of every velocity coordinate, None where no joint has any.
    """

    bodies: tuple[ExactBody, ...]
    gravity: Vector
    physics: tuple[ExactCoordinate, ...] | None = None


def dot(a: Vector, b: Vector) -> Any:
    """Scalar product of two 3-vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Vector, b: Vector) -> Vector:
    """Vector product a x b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def add(a: Vector, b: Vector) -> Vector:
    """Sum of two vectors of any length."""
    return tuple([x + y for x, y in zip(a, b, strict=True)])


def subtract(a: Vector, b: Vector) -> Vector:
    """Difference of two vectors of any length."""
    return tuple([x - y for x, y in zip(a, b, strict=True)])


def transpose(a: Matrix) -> Matrix:
    """Transpose of a matrix given as rows."""
    return tuple(zip(*a, strict=True))


def apply(a: Matrix, x: Vector) -> Vector:
    """Matrix times vector."""
    x0, x1, x2 = x
    return tuple([a0 * x0 + a1 * x1 + a2 * x2 for a0, a1, a2 in a])


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """Matrix product."""
    (b00, b01, b02), (b10, b11, b12), (b20, b21, b22) = b
    return tuple(
        [
            (
                a0 * b00 + a1 * b10 + a2 * b20,
                a0 * b01 + a1 * b11 + a2 * b21,
                a0 * b02 + a1 * b12 + a2 * b22,
            )
            for a0, a1, a2 in a
        ]
    )


def nearest_rotation(K: Any, matrix: Matrix) -> Matrix:
    """Rotation nearest to an almost orthogonal 3x3 matrix, to the digits of K.

    Newton-Schulz, X <- X (3 - X^T X) / 2, squares the distance to orthogonality, so the number
    of steps follows from ORTHOGONALITY and K.digits. A field of balls gets the remainder, at
    most 10^-digits, as a radius through `K.widen`.
    """
    if isinstance(K, DecimalField) and matrix == IDENTITY:
        # a step would change nothing
        return tuple(tuple(K(entry) for entry in row) for row in IDENTITY)
    steps = max(1, math.ceil(math.log2((K.digits + 2) / -math.log10(2 * ORTHOGONALITY))))
    x = matrix
    for _ in range(steps):
        gram = multiply(transpose(x), x)
        half = tuple(
            tuple(((3 if i == j else 0) - gram[i][j]) / 2 for j in range(3)) for i in range(3)
        )
        x = multiply(x, half)
    if hasattr(K, "widen"):
        remainder = Fraction(1, 10**K.digits)
        x = tuple(tuple(K.widen(entry, remainder) for entry in row) for row in x)
    return x


def rotation_from_quaternion(K: Any, quaternion: Vector, square: Any = None) -> Matrix:
    """Rotation of q / |q| for q = (x, y, z, w), by a formula without roots: exact in a field.

    square: |q|^2, where it is known.
    """
    x, y, z, w = quaternion
    s = 2 / (x * x + y * y + z * z + w * w if square is None else square)
    one = K(1)
    return (
        (one - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)),
        (s * (x * y + w * z), one - s * (x * x + z * z), s * (y * z - w * x)),
        (s * (x * z - w * y), s * (y * z + w * x), one - s * (x * x + y * y)),
    )


def joint_geometry(K: Any, joint: Any) -> tuple[Vector | None, Vector | None, Any]:
    """Unit axis, a point on it and the pitch of a one-degree joint, from its own doubles."""
    zero = K(0)
    if joint.kind in ("spherical", "free"):
        return None, None, zero
    if hasattr(joint, "X"):
        w = tuple(K(x) for x in joint.X[:3])
        v = tuple(K(x) for x in joint.X[3:])
        direction = v if joint.kind == "prismatic" else w
        square = dot(direction, direction)
        point = (zero, zero, zero)
        pitch = zero
        if joint.kind != "prismatic":
            point = tuple(x / square for x in cross(w, v))
            pitch = dot(w, v) / square if joint.kind == "helical" else zero
    else:
        direction = tuple(K(x) for x in joint.axis)
        point = tuple(K(x) for x in getattr(joint, "point", (0, 0, 0)))
        pitch = K(getattr(joint, "pitch", 0))
    norm = K.sqrt(dot(direction, direction))
    return tuple(x / norm for x in direction), point, pitch


def exact_model(model: TreeModel, K: Any) -> ExactModel:
    """The model's bodies as scalars of the field K (see the module's text for what is exact)."""

    def rows(a: Any) -> Matrix:
        return tuple(tuple(K(float(x)) for x in row) for row in a)

    def vector(a: Any) -> Vector:
        return tuple(K(float(x)) for x in a)

    bodies = []
    for i, joint in enumerate(model.joints):
        axis, point, pitch = joint_geometry(K, joint)
        bodies.append(
            ExactBody(
                parent=int(model.parents[i]),
                kind=joint.kind,
                iq=int(model.idx_q[i]),
                iv=int(model.idx_v[i]),
                R=nearest_rotation(K, rows(model.placements[i][:3, :3])),
                p=vector(model.placements[i][:3, 3]),
                axis=axis,
                point=point,
                pitch=pitch,
                mass=K(float(model.masses[i])),
                com=vector(model.coms[i]),
                inertia=rows(model.inertias[i]),
            )
        )
    return ExactModel(tuple(bodies), vector(model.gravity), _exact_physics(model, K))


def _exact_physics(model: TreeModel, K: Any) -> tuple[ExactCoordinate, ...] | None:
    """The joint physics of a model as scalars of the field."""
    if model.joint_physics is None:
        return None
    out = []
    for i, joint in enumerate(model.joints):
        for column in range(int(model.idx_v[i]), int(model.idx_v[i]) + joint.nv):
            numbers = (K(float(row[column])) for row in model.joint_physics)
            out.append(ExactCoordinate(int(model.idx_q[i]) if joint.nv == 1 else None, *numbers))
    return tuple(out)
