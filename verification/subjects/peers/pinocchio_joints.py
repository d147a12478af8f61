"""Pinocchio's joint models, and the same joints made of lieref's: chains with coordinate maps.

A joint of Pinocchio is one or more `Part`s in series. A part is a chain of lieref's joints, without
mass but at its end, and a map between the coordinates: q, v and a of the chain are functions of
Pinocchio's, and the chain's velocity is E(q) v. Maps run in any scalar field, jets too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import flint
import numpy as np

from lieref.model.joints.joints import Free, Helical, Joint, Prismatic, Revolute, Spherical

Vector = list[Any]
Matrix = list[list[Any]]

X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
# unit vectors whose entries are doubles with a norm of 1 to the last place
TILTED, OTHER = (0.6, 0.0, 0.8), (0.0, 0.8, -0.6)
PITCH = 0.3
RADII = (0.4, 0.5, 0.7)


@dataclass(frozen=True)
class Part:
    """One-degree joints in a chain, with the same coordinates in both libraries.

    joints : lieref's
    """

    joints: tuple[Joint, ...]

    @property
    def nq(self) -> int:
        """Entries of Pinocchio's q."""
        return len(self.joints)

    @property
    def nv(self) -> int:
        """Entries of Pinocchio's v."""
        return len(self.joints)

    def chart(self, K: Any, q: Vector) -> Vector:
        """Scalars that stand for Pinocchio's q, and that directions of v are added to."""
        return q

    def moved(self, K: Any, x: Vector, by: Vector) -> Vector:
        """The chart at q * exp(by), right to the first order in each entry of `by`."""
        return [a + b for a, b in zip(x, by, strict=True)]

    def chain(self, K: Any, x: Vector, v: Vector, a: Vector) -> tuple[Vector, Vector, Vector]:
        """Configuration, velocity and acceleration of the chain."""
        return x, v, a

    def map(self, K: Any, x: Vector) -> Matrix:
        """E: one row for each velocity of the chain, one column for each of Pinocchio's."""
        return [[K(int(i == j)) for j in range(self.nv)] for i in range(self.nv)]


class Circle(Part):
    """A revolute joint whose q is (cos, sin)."""

    nq = property(lambda self: 2)

    def chart(self, K: Any, q: Vector) -> Vector:
        """The angle."""
        return [angle(q[0], q[1])]


class Planar(Part):
    """q = (x, y, cos, sin), v in the axes of the moving body."""

    nq = property(lambda self: 4)

    def chart(self, K: Any, q: Vector) -> Vector:
        """Position and angle."""
        return [q[0], q[1], angle(q[2], q[3])]

    def moved(self, K: Any, x: Vector, by: Vector) -> Vector:
        """The position goes along the axes of the body."""
        E = self.map(K, x)
        return [a + K.dot(row, by) for a, row in zip(x, E, strict=True)]

    def chain(self, K: Any, x: Vector, v: Vector, a: Vector) -> tuple[Vector, Vector, Vector]:
        """Accelerations from d/dt (E v) = E (a + w x v)."""
        E, w = self.map(K, x), v[2]
        turned = [a[0] - w * v[1], a[1] + w * v[0], a[2]]
        return x, [K.dot(row, v) for row in E], [K.dot(row, turned) for row in E]

    def map(self, K: Any, x: Vector) -> Matrix:
        """The rotation by the angle."""
        sine, cosine, zero = K.sin(x[2]), K.cos(x[2]), K(0)
        return [[cosine, -sine, zero], [sine, cosine, zero], [zero, zero, K(1)]]


class Quaternion(Part):
    """A spherical or free joint: the same q, v with the linear part first in Pinocchio's."""

    @property
    def nq(self) -> int:
        """Quaternion, and position before it."""
        return self.joints[0].nq

    @property
    def nv(self) -> int:
        """3 or 6."""
        return self.joints[0].nv

    def moved(self, K: Any, x: Vector, by: Vector) -> Vector:
        """Q (1 + w / 2), which keeps the norm to the first order, and p + R(Q) u."""
        u, w = by[:-3], [b / 2 for b in by[-3:]]
        i, j, k, r = Q = x[-4:]
        turned = [
            i + r * w[0] + j * w[2] - k * w[1],
            j + r * w[1] + k * w[0] - i * w[2],
            k + r * w[2] + i * w[1] - j * w[0],
            r - K.dot(Q[:3], w),
        ]
        if not u:
            return turned
        rows = [
            [1 - 2 * (j * j + k * k), 2 * (i * j - k * r), 2 * (i * k + j * r)],
            [2 * (i * j + k * r), 1 - 2 * (i * i + k * k), 2 * (j * k - i * r)],
            [2 * (i * k - j * r), 2 * (j * k + i * r), 1 - 2 * (i * i + j * j)],
        ]
        return [p + K.dot(row, u) for p, row in zip(x[:3], rows, strict=True)] + turned

    def chain(self, K: Any, x: Vector, v: Vector, a: Vector) -> tuple[Vector, Vector, Vector]:
        """Angular parts first."""
        return x, v[-3:] + v[:-3], a[-3:] + a[:-3]

    def map(self, K: Any, x: Vector) -> Matrix:
        """A permutation."""
        order = [*range(self.nv - 3, self.nv), *range(self.nv - 3)]
        return [[K(int(j == i)) for j in range(self.nv)] for i in order]


class Ellipsoid(Part):
    """Rotations about x, y, z by q, the origin at radii * n with n the third axis of the rotation.

    The chain has three prismatic and three revolute joints.
    """

    nq = property(lambda self: 3)
    nv = property(lambda self: 3)

    def _slopes(self, K: Any, x: Vector) -> tuple[Vector, Matrix]:
        """The origin, and its derivatives by the first two angles."""
        (s0, c0), (s1, c1) = ((K.sin(t), K.cos(t)) for t in x[:2])
        n = [s1, -s0 * c1, c0 * c1]
        by_first, by_second = [K(0), -c0 * c1, -s0 * c1], [c1, s0 * s1, -c0 * s1]
        rows = (n, by_first, by_second)
        scaled = [[K(r) * y for r, y in zip(RADII, row, strict=True)] for row in rows]
        return scaled[0], scaled[1:]

    def chain(self, K: Any, x: Vector, v: Vector, a: Vector) -> tuple[Vector, Vector, Vector]:
        """Accelerations of the origin with n'' = n_00 v0^2 + 2 n_01 v0 v1 + n_11 v1^2 + ..."""
        p, (d0, d1) = self._slopes(K, x)
        (s0, c0), (s1, c1) = ((K.sin(t), K.cos(t)) for t in x[:2])
        n00, n01, n11 = [K(0), s0 * c1, -c0 * c1], [K(0), c0 * s1, s0 * s1], [-y for y in p]
        rates, second = [], []
        for i, r in enumerate(RADII):
            curved = K(r) * (n00[i] * v[0] * v[0] + 2 * n01[i] * v[0] * v[1])
            rates.append(d0[i] * v[0] + d1[i] * v[1])
            second.append(d0[i] * a[0] + d1[i] * a[1] + curved + n11[i] * v[1] * v[1])
        return p + x, rates + v, second + a

    def map(self, K: Any, x: Vector) -> Matrix:
        """The derivatives above a unit matrix."""
        _, (d0, d1) = self._slopes(K, x)
        zero = K(0)
        above = [[p, q, zero] for p, q in zip(d0, d1, strict=True)]
        return above + [[K(int(i == j)) for j in range(3)] for i in range(3)]


def angle(cosine: Any, sine: Any) -> Any:
    """The angle of a point near the unit circle, in balls."""
    return flint.arb.atan2(sine, cosine)


#: Placement of the second joint of a composite: R about y with cosine 0.6 and sine 0.8, and p.
TURN = ((0.6, 0.0, 0.8), (0.0, 1.0, 0.0), (-0.8, 0.0, 0.6))
LEVER = (0.1, -0.2, 0.3)


@dataclass(frozen=True)
class Piece:
    """A joint model of Pinocchio by the end of its class's name, and the same in ours.

    arguments : of the class; tuples become arrays
    placed : whether it stands at (TURN, LEVER) in the frame after the piece before it
    """

    name: str
    part: Part
    arguments: tuple[Any, ...] = ()
    placed: bool = False

    def make(self, pin: Any) -> Any:
        """Return Pinocchio's joint model."""
        words = [np.array(x) if isinstance(x, tuple) else x for x in self.arguments]
        return getattr(pin, f"JointModel{self.name}")(*words)

    def code(self) -> str:
        """Return the expression that makes it."""
        words = [
            f"np.array({list(x)})" if isinstance(x, tuple) else repr(x) for x in self.arguments
        ]
        return f"pin.JointModel{self.name}({', '.join(words)})"


@dataclass(frozen=True)
class JointType:
    """A joint of Pinocchio: one piece, or the pieces of a composite, from the parent outwards.

    subspace : "constant", or "dependent" on q: the motion subspace in the body frame
    """

    subspace: str
    pieces: tuple[Piece, ...]
    composite: bool = False

    def make(self, pin: Any) -> Any:
        """Return Pinocchio's joint model."""
        if not self.composite:
            return self.pieces[0].make(pin)
        joint = pin.JointModelComposite()
        for piece in self.pieces:
            at = pin.SE3(np.array(TURN), np.array(LEVER)) if piece.placed else pin.SE3.Identity()
            joint.addJoint(piece.make(pin), at)
        return joint

    def code(self) -> list[str]:
        """Return the lines of a script that make it, as `joint`."""
        if not self.composite:
            return [f"joint = {self.pieces[0].code()}"]
        lines = ["joint = pin.JointModelComposite()"]
        for piece in self.pieces:
            at = f", pin.SE3(np.array({TURN}), np.array({LEVER}))" if piece.placed else ""
            lines.append(f"joint.addJoint({piece.code()}{at})")
        return lines

    @property
    def nq(self) -> int:
        """Entries of q."""
        return sum(piece.part.nq for piece in self.pieces)

    @property
    def nv(self) -> int:
        """Entries of v."""
        return sum(piece.part.nv for piece in self.pieces)


def _type(
    name: str,
    *joints: Joint,
    arguments: tuple[Any, ...] = (),
    part: type[Part] = Part,
    subspace: str = "constant",
) -> JointType:
    return JointType(subspace, (Piece(name, part(joints), arguments),))


def _composite(subspace: str, *pieces: Piece) -> JointType:
    return JointType(subspace, pieces, composite=True)


AXES = {"X": X, "Y": Y, "Z": Z}
_R = {name: Piece(f"R{name}", Part((Revolute(axis),))) for name, axis in AXES.items()}
_P = {name: Piece(f"P{name}", Part((Prismatic(axis),))) for name, axis in AXES.items()}
_TRANSLATION = Piece("Translation", Part(tuple(Prismatic(axis) for axis in AXES.values())))
_ZYX = Piece("SphericalZYX", Part(tuple(Revolute(axis) for axis in (Z, Y, X))))
_SPHERICAL = Piece("Spherical", Quaternion((Spherical(),)))

TYPES: dict[str, JointType] = {
    **{f"R{name}": JointType("constant", (piece,)) for name, piece in _R.items()},
    "RevoluteUnaligned": _type("RevoluteUnaligned", Revolute(TILTED), arguments=(TILTED,)),
    **{f"RUB{n}": _type(f"RUB{n}", Revolute(axis), part=Circle) for n, axis in AXES.items()},
    **{f"P{name}": JointType("constant", (piece,)) for name, piece in _P.items()},
    "PrismaticUnaligned": _type("PrismaticUnaligned", Prismatic(OTHER), arguments=(OTHER,)),
    **{f"H{n}": _type(f"H{n}", Helical(x, PITCH), arguments=(PITCH,)) for n, x in AXES.items()},
    "HelicalUnaligned": _type(
        "HelicalUnaligned", Helical(TILTED, PITCH), arguments=(TILTED, PITCH)
    ),
    "Spherical": JointType("constant", (_SPHERICAL,)),
    "Translation": JointType("constant", (_TRANSLATION,)),
    "Planar": _type("Planar", Prismatic(X), Prismatic(Y), Revolute(Z), part=Planar),
    "FreeFlyer": _type("FreeFlyer", Free(), part=Quaternion),
    "Composite RX": _composite("constant", _R["X"]),
    "Composite RX PX": _composite("constant", _R["X"], _P["X"]),
    "Composite PX PY PZ": _composite("constant", *_P.values()),
    "Universal": _type(
        "Universal", Revolute(X), Revolute(Y), arguments=(X, Y), subspace="dependent"
    ),
    "SphericalZYX": JointType("dependent", (_ZYX,)),
    "Ellipsoid": _type(
        "Ellipsoid",
        *(Prismatic(axis) for axis in AXES.values()),
        *(Revolute(axis) for axis in AXES.values()),
        arguments=RADII,
        part=Ellipsoid,
        subspace="dependent",
    ),
    "Composite RX RY": _composite("dependent", _R["X"], _R["Y"]),
    "Composite RZ PX": _composite(
        "dependent", _R["Z"], Piece("PX", Part((Prismatic(X),)), placed=True)
    ),
    "Composite PX PY RZ": _composite("dependent", _P["X"], _P["Y"], _R["Z"]),
    "Composite Translation SphericalZYX": _composite("dependent", _TRANSLATION, _ZYX),
    "Composite Translation Spherical": _composite("dependent", _TRANSLATION, _SPHERICAL),
}
