"""Joint types: immutable values that say how a body moves in its parent.

Axes, points and screws are given in the frame of the moved body, which at q = 0 is where the
body's placement puts it. Twists have the angular part first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from numpy.typing import ArrayLike

from lieref.errors import ModelError, ShapeError
from lieref.model.arguments import real_array

Vector3 = tuple[float, float, float]
ORIGIN: Vector3 = (0.0, 0.0, 0.0)
# How far a given axis may be from unit norm, and two axes from parallel (see conventions: the
# same 1e-9 as for quaternions). The joint then moves along axis / |axis| at every precision.
UNIT_TOLERANCE = 1e-9


def _vector(what: str, value: ArrayLike) -> Vector3:
    given: Any = value
    if type(given) is tuple and len(given) == 3:
        # three doubles need no conversion; a NaN or infinity makes the sum one
        x, y, z = given
        if type(x) is type(y) is type(z) is float and math.isfinite(x + y + z):
            return x, y, z
    x, y, z = real_array(what, value, (3,)).tolist()
    return x, y, z


def _unit(what: str, value: ArrayLike) -> Vector3:
    axis = _vector(what, value)
    norm = math.hypot(*axis)
    if abs(norm - 1.0) > UNIT_TOLERANCE:
        raise ModelError(f"{what}: {axis} has norm {norm!r}, expected 1 within {UNIT_TOLERANCE:g}")
    return axis


def _number(what: str, value: ArrayLike) -> float:
    return float(real_array(what, value, ()))


def _cross(a: Vector3, b: Vector3) -> Vector3:
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


@dataclass(frozen=True)
class Revolute:
    """Rotation by q [rad] about `axis` through `point`: x -> point + Rot(axis, q) (x - point).

    Parameters
    ----------
    axis : (3,)
        Unit vector within 1e-9, body frame.
    point : (3,)
        A point of the axis [m], body frame.

    Raises
    ------
    ModelError
        `axis` is not a unit vector.
    ShapeError, NonFiniteError
        Not three finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> lieref.Revolute((0, 0, 1)).nv
    1
    """

    axis: Vector3
    point: Vector3 = ORIGIN
    kind: ClassVar[str] = "revolute"
    nq: ClassVar[int] = 1
    nv: ClassVar[int] = 1
    pitch: ClassVar[float] = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "axis", _unit("Revolute axis", self.axis))
        object.__setattr__(self, "point", _vector("Revolute point", self.point))


@dataclass(frozen=True)
class Prismatic:
    """Translation by q [m] along `axis`.

    Parameters
    ----------
    axis : (3,)
        Unit vector within 1e-9, body frame.

    Raises
    ------
    ModelError
        `axis` is not a unit vector.
    ShapeError, NonFiniteError
        Not three finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> lieref.Prismatic((0, 0, 1)).nv
    1
    """

    axis: Vector3
    kind: ClassVar[str] = "prismatic"
    nq: ClassVar[int] = 1
    nv: ClassVar[int] = 1
    point: ClassVar[Vector3] = ORIGIN
    pitch: ClassVar[float] = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "axis", _unit("Prismatic axis", self.axis))


@dataclass(frozen=True)
class Helical:
    """Rotation by q [rad] about `axis` through `point` with translation pitch * q along it.

    Parameters
    ----------
    axis : (3,)
        Unit vector within 1e-9, body frame.
    pitch : float
        Advance [m/rad].
    point : (3,)
        A point of the axis [m], body frame.

    Raises
    ------
    ModelError
        `axis` is not a unit vector.
    ShapeError, NonFiniteError
        Not finite real numbers of these shapes.

    Examples
    --------
    >>> import lieref
    >>> lieref.Helical((0, 0, 1), pitch=0.01).nv
    1
    """

    axis: Vector3
    pitch: float
    point: Vector3 = ORIGIN
    kind: ClassVar[str] = "helical"
    nq: ClassVar[int] = 1
    nv: ClassVar[int] = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "axis", _unit("Helical axis", self.axis))
        object.__setattr__(self, "pitch", _number("Helical pitch", self.pitch))
        object.__setattr__(self, "point", _vector("Helical point", self.point))


@dataclass(frozen=True)
class Screw:
    """One-degree joint with the motion exp(X q), X = (w, v) in the body frame.

    Its kind follows from X: "prismatic" if w = 0, "revolute" if w . v = 0 exactly, else
    "helical". `axis`, `point` = w x v / w.w and `pitch` = w.v / w.w are read from X in double
    precision, for information; the joint at every precision is that of X, scaled to |w| = 1
    (or |v| = 1).

    Parameters
    ----------
    X : (6,)
        Screw, angular part first; |w| = 1, or w = 0 and |v| = 1, within 1e-9.

    Raises
    ------
    ModelError
        Neither of the two norms is 1.
    ShapeError, NonFiniteError
        Not six finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> lieref.Screw((0, 0, 1, 0, 0, 0.01)).kind
    'helical'
    """

    X: tuple[float, float, float, float, float, float]
    kind: str = field(init=False)
    axis: Vector3 = field(init=False)
    point: Vector3 = field(init=False)
    pitch: float = field(init=False)
    nq: ClassVar[int] = 1
    nv: ClassVar[int] = 1

    def __post_init__(self) -> None:
        screw = tuple(real_array("Screw X", self.X, (6,)).tolist())
        w, v = screw[:3], screw[3:]
        point, pitch = ORIGIN, 0.0
        if w == ORIGIN:
            kind, axis = "prismatic", _unit("Screw X with w = 0: v", v)
        else:
            axis = _unit("Screw X: w", w)
            # exact products: a rounded dot product may be 0 where the pitch is not, or the reverse
            advance = sum(Fraction(a) * Fraction(b) for a, b in zip(w, v, strict=True))
            square = sum(Fraction(a) ** 2 for a in w)
            kind = "revolute" if advance == 0 else "helical"
            x, y, z = (c / float(square) for c in _cross(w, v))
            # w is a unit vector, so only v near the largest double can overflow here
            real_array("Screw X: point of its axis", (x, y, z), (3,))
            point, pitch = (x, y, z), float(advance / square)
        derived = {"X": screw, "kind": kind, "axis": axis, "point": point, "pitch": pitch}
        for name, value in derived.items():
            object.__setattr__(self, name, value)


@dataclass(frozen=True)
class Spherical:
    """Ball joint centered at the body's origin: q is a unit quaternion (x, y, z, w).

    Its velocity is the angular velocity of the body relative to its parent, in body axes.

    Examples
    --------
    >>> import lieref
    >>> lieref.Spherical().nq, lieref.Spherical().nv
    (4, 3)
    """

    kind: ClassVar[str] = "spherical"
    nq: ClassVar[int] = 4
    nv: ClassVar[int] = 3


@dataclass(frozen=True)
class Free:
    """Six degrees: q is the position (x, y, z) [m] and a unit quaternion (x, y, z, w).

    Its velocity is the twist (omega, v) relative to the parent, in body axes; of a joint on the
    world it may be represented in the other ways too, by the argument `base` of a call.

    Examples
    --------
    >>> import lieref
    >>> lieref.Free().nq, lieref.Free().nv
    (7, 6)
    """

    kind: ClassVar[str] = "free"
    nq: ClassVar[int] = 7
    nv: ClassVar[int] = 6


@dataclass(frozen=True)
class Fixed:
    """A weld without freedom; closes loops only, since a body fixed to another is part of it.

    Examples
    --------
    >>> import lieref
    >>> lieref.Fixed().nv
    0
    """

    kind: ClassVar[str] = "fixed"
    nq: ClassVar[int] = 0
    nv: ClassVar[int] = 0


@dataclass(frozen=True)
class Universal:
    """Two rotations about axes through the body's origin, the first one next to the parent.

    Parameters
    ----------
    axis1, axis2 : (3,)
        Unit vectors within 1e-9, not parallel, both in the body frame at q = 0.

    Raises
    ------
    ModelError
        An axis is not a unit vector, or the two are parallel.
    ShapeError, NonFiniteError
        Not three finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("shaft", None, lieref.Universal((1, 0, 0), (0, 1, 0)), mass=1.0)
    >>> b.build().nv
    2
    """

    axis1: Vector3
    axis2: Vector3

    def __post_init__(self) -> None:
        first, second = _unit("Universal axis1", self.axis1), _unit("Universal axis2", self.axis2)
        if math.hypot(*_cross(first, second)) <= UNIT_TOLERANCE:
            raise ModelError(f"Universal: axis1 {first} and axis2 {second} are parallel")
        object.__setattr__(self, "axis1", first)
        object.__setattr__(self, "axis2", second)

    def expand(self) -> tuple[OneDegreeJoint, ...]:
        """Return the chain of one-degree joints, from the parent to the body."""
        return Revolute(self.axis1), Revolute(self.axis2)


@dataclass(frozen=True)
class Cylindrical:
    """Translation along and rotation about one axis through the body's origin, in this order.

    Parameters
    ----------
    axis : (3,)
        Unit vector within 1e-9, body frame.

    Raises
    ------
    ModelError
        `axis` is not a unit vector.
    ShapeError, NonFiniteError
        Not three finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> lieref.Cylindrical((0, 0, 1)).axis
    (0.0, 0.0, 1.0)
    """

    axis: Vector3

    def __post_init__(self) -> None:
        object.__setattr__(self, "axis", _unit("Cylindrical axis", self.axis))

    def expand(self) -> tuple[OneDegreeJoint, ...]:
        """Return the chain of one-degree joints, from the parent to the body."""
        return Prismatic(self.axis), Revolute(self.axis)


@dataclass(frozen=True)
class Planar:
    """Motion in a plane: two translations in it, then a rotation about its normal.

    The first direction is the part in the plane of the coordinate axis that is least aligned
    with the normal (the first such axis), the second one is normal x first: x and y for the
    normal (0, 0, 1). So the state is (along first, along second, angle).

    Parameters
    ----------
    normal : (3,)
        Unit vector within 1e-9, body frame.

    Raises
    ------
    ModelError
        `normal` is not a unit vector.
    ShapeError, NonFiniteError
        Not three finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("puck", None, lieref.Planar((0, 0, 1)), mass=1.0)
    >>> b.build().nv
    3
    """

    normal: Vector3

    def __post_init__(self) -> None:
        object.__setattr__(self, "normal", _unit("Planar normal", self.normal))

    def expand(self) -> tuple[OneDegreeJoint, ...]:
        """Return the chain of one-degree joints, from the parent to the body."""
        n = self.normal
        least = min(range(3), key=lambda i: abs(n[i]))
        x, y, z = (float(i == least) - n[least] * n[i] for i in range(3))
        length = math.hypot(x, y, z)
        first = (x / length, y / length, z / length)
        x, y, z = _cross(n, first)
        length = math.hypot(x, y, z)
        second = (x / length, y / length, z / length)
        return Prismatic(first), Prismatic(second), Revolute(n)


@dataclass(frozen=True)
class EulerAngles:
    """Three rotations about body axes, one after the other (intrinsic), e.g. yaw-pitch-roll "zyx".

    Parameters
    ----------
    sequence : str
        Three letters out of x, y, z, neighbors different; the first one is next to the parent.

    Raises
    ------
    ModelError
        Another sequence.

    Examples
    --------
    >>> import lieref
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("head", None, lieref.EulerAngles("zyx"), mass=1.0)
    >>> b.build().nv
    3
    """

    sequence: str = "zyx"

    def __post_init__(self) -> None:
        s = self.sequence
        if not isinstance(s, str) or len(s) != 3 or set(s) - set("xyz") or s[1] in (s[0], s[2]):
            raise ModelError(
                f"EulerAngles sequence: {s!r}, expected three letters out of x, y, z with "
                "different neighbors"
            )

    def expand(self) -> tuple[OneDegreeJoint, ...]:
        """Return the chain of one-degree joints, from the parent to the body."""
        axes = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
        return tuple(Revolute(axes[letter]) for letter in self.sequence)


@dataclass(frozen=True)
class Mimic:
    """Coupling q(joint) = multiplier * q(source) + offset that a model carries but does not apply.

    Parameters
    ----------
    joint, source : str
        Names of one-degree joints; `source` may be missing from a model that was read with a
        warning.
    multiplier : float
        Ratio, in units of `joint` per unit of `source`.
    offset : float
        In units of `joint` (rad or m).

    Examples
    --------
    >>> import lieref
    >>> lieref.Mimic("finger2", "finger1", multiplier=-1.0, offset=0.0).multiplier
    -1.0
    """

    joint: str
    source: str
    multiplier: float = 1.0
    offset: float = 0.0

    def __post_init__(self) -> None:
        for side in (self.joint, self.source):
            if not isinstance(side, str):
                raise ShapeError(f"mimic: {side!r} is no name of a joint")
        what = f"mimic of joint {self.joint!r}"
        object.__setattr__(self, "multiplier", _number(f"{what}: multiplier", self.multiplier))
        object.__setattr__(self, "offset", _number(f"{what}: offset", self.offset))


OneDegreeJoint = Revolute | Prismatic | Helical | Screw
Joint = OneDegreeJoint | Spherical | Free
CompositeJoint = Universal | Cylindrical | Planar | EulerAngles
LoopJoint = OneDegreeJoint | Spherical | CompositeJoint | Fixed
ONE_DEGREE_KINDS = ("revolute", "prismatic", "helical")
