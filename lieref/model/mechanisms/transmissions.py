"""Mechanisms of the catalogue that couple motors and links: gears, belts, differentials."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ModelError
from lieref.model.arguments import real_array, require_in_range
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute, Spherical, Universal
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms.generic_bodies import (
    GRAVITY,
    LINK_LENGTH,
    Base,
    add_base,
    add_generic,
    box,
    disc,
    generic_placement,
    numbers_of,
    require_count,
    shift,
    triple,
    unit,
)

Array = NDArray[np.float64]
Axis = tuple[float, float, float]
X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
ROTOR_MASS, ROTOR_RADIUS = 0.15, 0.03


def add_rotor(
    builder: ModelBuilder,
    name: str,
    parent: str | None,
    axis: Axis,
    placement: ArrayLike,
    mass: float = ROTOR_MASS,
    radius: float = ROTOR_RADIUS,
) -> str:
    """Add the rotor of a motor, a balanced disc, with its joint `name`_joint; return that name."""
    builder.add_body(
        name, parent, Revolute(axis), placement, mass=mass, inertia=disc(mass, radius, axis)
    )
    return f"{name}_joint"


@described()
def geared_motor(ratio: float = 6.0, *, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a link on the world and the rotor that drives it through a gear: `geared_chain(1)`.

    Parameters
    ----------
    ratio : float
        Turns of the rotor per turn of the link.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.geared_motor()
    >>> model.tree.nv, model.nv
    (2, 1)
    """
    return geared_chain(1, ratio, gravity=gravity)


@described()
def geared_chain(
    n: int = 12, ratio: float = 6.0, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY
) -> LoopModel:
    """Return a chain of links with geared motors [Chignoli et al., Fig. 8 (e)].

    Links "body0" to "body{n-1}" are those of `serial_chain`. Each has a rotor "rotor{i}" on the
    body that carries the link, with an axis parallel to the link's joint: 0.15 kg, a cylinder of
    3 cm radius and thickness, its angle `ratio` times that of the link.

    Parameters
    ----------
    n : int
        Number of links, which are the independent coordinates; 12 is the paper's.
    ratio : float
        Turns of a rotor per turn of its link.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.geared_chain()
    >>> model.tree.nv, model.nv
    (24, 12)
    """
    require_count("n", n, 1)
    builder = ModelBuilder(gravity, "geared_chain")
    parent = add_base(builder, base)
    for i in range(n):
        u = numbers_of(i)
        axis = triple(unit(u[:3] - 0.5))
        add_generic(builder, i, parent, Revolute(axis), u)
        rotor = add_rotor(
            builder, f"rotor{i}", parent, axis, generic_placement(u) @ shift(0.02, -0.03, 0.01)
        )
        builder.couple(rotor, f"body{i}_joint", ratio)
        parent = f"body{i}"
    return cast(LoopModel, builder.build())


def belt_ratios(links: int, ratio: float, belt: float) -> Array:
    """Turns of the rotors of a parallel belt transmission per turn of its joints.

    The belt to link k goes over pulleys that turn freely on the joints before it. With `ratio`
    from a rotor to its first pulley and `belt` from each pulley to the next one, all relative to
    the link that carries the two: theta_k = ratio (q_1 + belt (q_2 + belt (... q_k))).

    Returns
    -------
    (links, links) lower triangular array
    """
    require_count("links", links, 1)
    ratio, belt = (float(real_array(name, x, ())) for name, x in (("ratio", ratio), ("belt", belt)))
    with np.errstate(over="ignore"):
        turns = np.asarray(ratio * belt ** np.arange(links), np.float64)
    require_in_range("ratio belt^k", turns)
    return np.tril(np.tile(turns, (links, 1)))


@described()
def belt_transmission(
    links: int = 2,
    ratio: float = 6.0,
    belt: float = 1.5,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return one parallel belt transmission of any length: `belt_chain(links, links)`.

    The motors of all links are on the body that carries the first one [Chignoli et al., Fig. 1a].

    Parameters
    ----------
    links : int
        Number of links, which are the independent coordinates.
    ratio, belt : float
        See `belt_ratios`.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.belt_transmission()
    >>> model.tree.nv, model.nv
    (4, 2)
    """
    return belt_chain(links, links, ratio, belt, base, gravity=gravity)


@described()
def belt_chain(
    n: int = 12,
    length: int = 2,
    ratio: float = 6.0,
    belt: float = 1.5,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a chain of links with parallel belt transmissions [Chignoli et al., Fig. 8 (f)].

    Links "body0" to "body{n-1}" have the masses of `serial_chain`. Always `length` of them have
    parallel axes, 0.1 m apart, and their rotors on the body that carries the first of them (the
    last transmission is shorter if n is no multiple). Rotors are those of `geared_chain`.

    Parameters
    ----------
    n : int
        Number of links, which are the independent coordinates; 12 is the paper's.
    length : int
        Links of a transmission; 2 is the paper's.
    ratio, belt : float
        See `belt_ratios`.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.belt_chain()
    >>> model.tree.nv, model.nv
    (24, 12)
    """
    require_count("n", n, 1)
    require_count("length", length, 1)
    builder = ModelBuilder(gravity, "belt_chain")
    parent = add_base(builder, base)
    for first in range(0, n, length):
        u = numbers_of(first)
        axis = triple(unit(u[:3] - 0.5))
        across = LINK_LENGTH * unit(np.cross(axis, (0.3, 0.5, 0.8)))
        numbers = range(first, min(first + length, n))
        rotors = [
            add_rotor(
                builder,
                f"rotor{i}",
                parent,
                axis,
                generic_placement(u) @ shift(0.02, 0.05 * (i - first), 0.01),
            )
            for i in numbers
        ]
        for i in numbers:
            place = generic_placement(u) if i == first else shift(*across)
            add_generic(builder, i, parent, Revolute(axis), numbers_of(i), place)
            parent = f"body{i}"
        builder.couple(
            rotors, [f"body{i}_joint" for i in numbers], belt_ratios(len(rotors), ratio, belt)
        )
    return cast(LoopModel, builder.build())


def crank_angle(m: Any, x: Any, z: Any, square: Any, lever: float) -> Any:
    """Angle about y at which a crank reaches a point through a rod.

    The tip (lever cos a, ., -lever sin a) has the rod's length as its distance to the point
    (x, ., z), all in frames at the crank's center: x cos a - z sin a = (square + lever^2) / (2
    lever), of the two solutions the one that is 0 for a rod along z above or below the tip.

    Parameters
    ----------
    m
        Functions of the scalar field.
    x, z, square : scalars
        Of the point; square is its squared distance from the center, less that of the rod's ends.
    lever : float
        Length of the crank.
    """
    reach = (square + lever * lever) / (2 * lever)
    return m.atan2(-z, x) - m.acos(reach / m.sqrt(x * x + z * z))


def _require_numbers(given: Any) -> None:
    """Raise ShapeError or NonFiniteError for a field that is no finite number; they are doubles."""
    for name, value in vars(given).items():
        object.__setattr__(given, name, float(real_array(name, value, ())))


@dataclass(frozen=True)
class RodDifferential:
    """Angles of two motors that roll and pitch a body through rods, gamma(roll, pitch).

    The body rolls about x, then pitches about y. Rods of the length `height` join its points
    (arm, +-width, 0) to the tips of the motors' cranks, whose axes are along y through
    (arm - lever, +-width, height); at q = 0 the cranks lie along x and the rods are upright.

    Parameters
    ----------
    lever, arm, width, height : float
        m.
    ratio : float
        Turns of a motor per turn of its crank.
    """

    lever: float
    arm: float
    width: float
    height: float
    ratio: float = 1.0

    def __post_init__(self) -> None:
        _require_numbers(self)

    def __call__(self, y: list[Any], m: Any) -> list[Any]:
        """Return the angles of the motors at +width and -width."""
        sr, cr, sp, cp = m.sin(y[0]), m.cos(y[0]), m.sin(y[1]), m.cos(y[1])
        angles = []
        for side in (self.width, -self.width):
            # R_x(roll) R_y(pitch) (arm, side, 0) - center of the crank
            dx = self.arm * cp - (self.arm - self.lever)
            dy = side * (cr - 1) + self.arm * sp * sr
            dz = side * sr - self.arm * sp * cr - self.height
            square = dx * dx + dy * dy + dz * dz - self.height * self.height
            angles.append(self.ratio * crank_angle(m, dx, dz, square, self.lever))
        return angles


@dataclass(frozen=True)
class KneeAnkleDifferential:
    """Angles of two motors that bend knee and ankle together, gamma(knee, ankle).

    A bevel differential in the knee turns the shank by the mean of the motors and a crank on the
    shank by half their difference; a rod goes from the crank to the foot. All axes are along y.
    In the shank's frame at the knee, the ankle is at (0, ., -height) and the rod's ends at q = 0
    at (lever, ., 0) and (arm, ., -height).

    Parameters
    ----------
    lever, arm, height : float
        m.
    ratio : float
        Turns of a motor per turn of the differential's input.
    """

    lever: float
    arm: float
    height: float
    ratio: float = 1.0

    def __post_init__(self) -> None:
        _require_numbers(self)

    def __call__(self, y: list[Any], m: Any) -> list[Any]:
        """Return the angles of both motors."""
        knee, ankle = y
        x = self.arm * m.cos(ankle)
        z = -(self.height + self.arm * m.sin(ankle))
        offset = self.arm - self.lever
        square = x * x + z * z - (self.height * self.height + offset * offset)
        crank = crank_angle(m, x, z, square, self.lever)
        return [self.ratio * (knee + crank), self.ratio * (knee - crank)]


@described()
def differential(
    variant: Literal["explicit", "implicit"] = "explicit",
    rod_mass: float = 0.0,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a joint of two degrees that two motors move together through rods.

    A cross "cross" that rolls about x carries "link", which pitches about y; the cranks "crank0"
    and "crank1" of the motors are on the base. G depends on the configuration. Numbers:
    `RodDifferential` with lever 0.06, arm 0.05, width 0.04 and height 0.3 m; roll and pitch
    within 0.5 rad.

    Parameters
    ----------
    variant : {"explicit", "implicit"}
        "explicit": the cranks follow from roll and pitch by `RodDifferential`; "implicit": rods
        "rod0" and "rod1" on universal joints end in ball joints on the link, and two loops close.
        With massless rods both are the same mechanism.
    rod_mass : float
        Of each rod, kg; for "implicit" only.

    Raises
    ------
    ModelError
        Another variant or base, a negative mass, a mass of rods that are not there.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.differential()
    >>> model.tree.nv, model.nv
    (4, 2)
    """
    rod_mass = float(real_array("rod_mass", rod_mass, ()))
    if not isinstance(variant, str) or variant not in ("explicit", "implicit"):
        raise ModelError(f"variant: {variant!r}, expected 'explicit' or 'implicit'")
    if variant == "explicit" and rod_mass:
        raise ModelError(f"rod_mass: {rod_mass!r}, but the explicit variant has no rods")
    curve = RodDifferential(lever=0.06, arm=0.05, width=0.04, height=0.3)
    limits = ((-0.5,), (0.5,))
    builder = ModelBuilder(gravity, "differential")
    ground = add_base(builder, base)
    cross = builder.add_body(
        "cross", ground, Revolute(X), None, 0.2, (0.0, 0.005, 0.0), box(0.2, (0.05, 0.06, 0.04)),
        limits=limits,
    )  # fmt: skip
    link = builder.add_body(
        "link", cross, Revolute(Y), None, 0.8, (0.03, 0.01, -0.05), box(0.8, (0.2, 0.08, 0.06)),
        limits=limits,
    )  # fmt: skip
    for k, side in enumerate((curve.width, -curve.width)):
        crank = builder.add_body(
            f"crank{k}",
            ground,
            Revolute(Y),
            shift(curve.arm - curve.lever, side, curve.height),
            0.3,
            (0.01, 0.0, 0.002),
            box(0.3, (0.08, 0.04, 0.05)),
        )
        if variant == "implicit":
            builder.add_body(
                f"rod{k}",
                crank,
                Universal(X, Y),
                shift(curve.lever, 0.0, 0.0),
                rod_mass,
                (0.0, 0.0, -curve.height / 2),
                box(rod_mass, (0.01, 0.01, curve.height)),
            )
            end = shift(0.0, 0.0, -curve.height)
            builder.add_loop(f"ball{k}", f"rod{k}", link, Spherical(), end)
    if variant == "explicit":
        builder.couple(["crank0_joint", "crank1_joint"], ["cross_joint", "link_joint"],
                       function=curve)  # fmt: skip
        return cast(LoopModel, builder.build())
    own = ["cross_joint", "link_joint"] + ["base_joint"] * (base == "free")
    return cast(LoopModel, builder.build(own))
