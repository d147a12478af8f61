"""Mechanisms of the catalogue with loops of links: planar and spatial."""

from __future__ import annotations

import math
from typing import Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.documentation import described
from lieref.errors import ModelError
from lieref.model.arguments import real_array
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Joint, Prismatic, Revolute, Spherical, Universal
from lieref.model.loops.loop_model import LoopModel
from lieref.model.mechanisms.generic_bodies import (
    GRAVITY,
    Base,
    add_base,
    add_generic,
    box,
    numbers_of,
    pose,
    require_count,
    shift,
    triple,
    unit,
)

Array = NDArray[np.float64]
# Planar mechanisms lie in the plane of x and z; about this axis, angles count from x to z.
HINGE = Revolute((0.0, -1.0, 0.0))
UPRIGHT = pose(np.array([[0.0, 0.0, -1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]), (0.0, 0.0, 0.0))
# Bars weigh this, kg/m, and are this thick as a part of their length.
DENSITY, THICKNESS = 2.0, 0.15


def positive_length(what: str, value: float) -> float:
    length = float(real_array(what, value, ()))
    if length <= 0.0:
        raise ModelError(f"{what}: {length!r}, expected a length above zero")
    return length


def _bar(
    builder: ModelBuilder,
    name: str,
    parent: str | None,
    placement: Array,
    length: float,
    joint: Joint | Universal = HINGE,
) -> str:
    """Add a bar along x of 2 kg/m with a center of mass a little off its middle."""
    mass = DENSITY * length
    return builder.add_body(
        name,
        parent,
        joint,
        placement,
        mass,
        (0.45 * length, 0.03 * length, 0.05 * length),
        box(mass, (length, THICKNESS * length, 2 * THICKNESS * length)),
    )


def free_joints(base: Base, joints: list[str]) -> list[str]:
    return joints + ["base_joint"] * (base == "free")


@described()
def four_bar(
    crank: float = 0.2,
    coupler: float = 0.5,
    rocker: float = 0.4,
    ground: float = 0.45,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a planar four-bar linkage; with the default lengths the crank turns around.

    The crank is hinged at the origin, the rocker at (ground, 0, 0), the coupler on the crank; its
    end is hinged to the rocker's. All hinges have the axis -y, at q = 0 all bars lie along x. The
    crank's angle is independent; it is assembled about the middle of the crank's range, with the
    rocker's end left of the way from crank to rocker's hinge.

    Parameters
    ----------
    crank, coupler, rocker, ground : float
        Distances of the hinges, m. Grashof: the shortest bar turns around if it and the longest
        are together shorter than the other two.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.four_bar()
    >>> model.tree.nv, model.nv
    (3, 1)
    """
    a, b, c, d = (
        positive_length(what, value)
        for what, value in zip(
            ("crank", "coupler", "rocker", "ground"), (crank, coupler, rocker, ground), strict=True
        )
    )
    nearest, farthest = max(abs(a - d), abs(b - c)), min(a + d, b + c)
    if nearest >= farthest:
        raise ModelError(f"bars of {a}, {b}, {c} and {d} m: no quadrilateral can be made of them")
    builder = ModelBuilder(gravity, "four_bar")
    parent = add_base(builder, base)
    _bar(builder, "crank", parent, shift(0.0, 0.0, 0.0), a)
    _bar(builder, "coupler", "crank", shift(a, 0.0, 0.0), b)
    _bar(builder, "rocker", parent, shift(d, 0.0, 0.0), c)
    builder.add_loop("closing", "coupler", "rocker", HINGE, shift(b, 0.0, 0.0), shift(c, 0.0, 0.0))
    # crank's end to rocker's hinge, in the middle of what the bars allow
    diagonal = (nearest + farthest) / 2
    start = _angle(a, d, diagonal)
    rocker_angle = math.pi - _angle(diagonal, d, a) - _angle(diagonal, c, b)
    coupler_angle = math.atan2(
        c * math.sin(rocker_angle) - a * math.sin(start),
        d + c * math.cos(rocker_angle) - a * math.cos(start),
    )
    assembly = {
        "crank_joint": start,
        "coupler_joint": coupler_angle - start,
        "rocker_joint": rocker_angle,
    }
    return cast(LoopModel, builder.build(free_joints(base, ["crank_joint"]), assembly))


def _angle(a: float, b: float, opposite: float) -> float:
    """Angle between the sides a and b of a triangle, from the third side."""
    return math.acos((a * a + b * b - opposite * opposite) / (2 * a * b))


@described()
def parallelogram(
    crank: float = 0.2, ground: float = 0.5, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY
) -> LoopModel:
    """Return a four-bar linkage with equal opposite bars: the coupler does not turn.

    Flattened, at crank angles of 0 and pi, the loop loses rank and the mechanism can leave the
    parallelogram.

    Parameters
    ----------
    crank, ground : float
        Distances of the hinges, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.parallelogram()
    >>> model.tree.nv, model.nv
    (3, 1)
    """
    return four_bar(crank, ground, crank, ground, base, gravity=gravity)


@described()
def slider_crank(
    crank: float = 0.1,
    rod: float = 0.3,
    offset: float = 0.02,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a crank that moves a slider through a connecting rod.

    The crank is hinged at the origin about -y, the slider moves along x at the height z = offset;
    its position is counted from x = crank + rod. The crank's angle is independent; at 1 rad it is
    assembled.

    Parameters
    ----------
    crank, rod : float
        Lengths, m.
    offset : float
        Height of the slider's way, m.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.slider_crank()
    >>> model.tree.nv, model.nv
    (3, 1)
    """
    a, b = positive_length("crank", crank), positive_length("rod", rod)
    height = float(real_array("offset", offset, ()))
    rise = (height - a * math.sin(1.0)) / b
    if abs(rise) >= 1.0:
        raise ModelError(f"rod: {b} m does not reach from a crank of {a} m to a height of {height}")
    builder = ModelBuilder(gravity, "slider_crank")
    parent = add_base(builder, base)
    _bar(builder, "crank", parent, shift(0.0, 0.0, 0.0), a)
    _bar(builder, "rod", "crank", shift(a, 0.0, 0.0), b)
    builder.add_body(
        "slider",
        parent,
        Prismatic((1.0, 0.0, 0.0)),
        shift(a + b, 0.0, height),
        0.5,
        (0.01, 0.0, 0.005),
        box(0.5, (0.08, 0.05, 0.06)),
    )
    builder.add_loop("wrist", "rod", "slider", HINGE, shift(b, 0.0, 0.0), np.eye(4))
    angle = math.asin(rise)
    assembly = {
        "crank_joint": 1.0,
        "rod_joint": angle - 1.0,
        "slider_joint": a * math.cos(1.0) + b * math.cos(angle) - a - b,
    }
    return cast(LoopModel, builder.build(free_joints(base, ["crank_joint"]), assembly))


@described()
def rssr(
    rod: Literal["universal", "spherical"] = "universal",
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> LoopModel:
    """Return a spatial four-bar: crank and rocker on skew axes, joined by a rod with ball joints.

    The crank of 0.1 m turns about z at the origin, the rocker of 0.3 m about (0.2, 1, 0.1) at
    (0.45, 0.1, 0); the rod goes from (0.1, 0, 0) to the rocker's end. Closed at q = 0.

    Parameters
    ----------
    rod : {"universal", "spherical"}
        Its joint on the crank. With a universal joint the crank's angle is all that is
        independent; with a ball joint the rod may spin about itself, and there are no independent
        configurations (see `LoopModel.nq`).

    Raises
    ------
    ModelError
        Another kind of rod, or another `base`.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.rssr()
    >>> model.tree.nv, model.nv
    (4, 1)
    """
    if not isinstance(rod, str) or rod not in ("universal", "spherical"):
        raise ModelError(f"rod: {rod!r}, expected 'universal' or 'spherical'")
    builder = ModelBuilder(gravity, "rssr")
    parent = add_base(builder, base)
    foot, end = np.array([0.45, 0.1, 0.0]), np.array([0.45, 0.1, 0.3])
    tip = np.array([0.1, 0.0, 0.0])
    length = float(np.linalg.norm(end - tip))
    # the rod's x axis points to the rocker's end
    x = (end - tip) / length
    y = unit(np.cross((0.0, 0.0, 1.0), x))
    along = np.stack([x, y, np.cross(x, y)], axis=1)
    _bar(builder, "crank", parent, shift(0.0, 0.0, 0.0), 0.1, Revolute((0.0, 0.0, 1.0)))
    joint = Universal((0.0, 1.0, 0.0), (0.0, 0.0, 1.0)) if rod == "universal" else Spherical()
    _bar(builder, "rod", "crank", pose(along, tip), length, joint)
    axis = triple(UPRIGHT[:3, :3].T @ unit(np.array([0.2, 1.0, 0.1])))
    _bar(builder, "rocker", parent, pose(UPRIGHT[:3, :3], foot), 0.3, Revolute(axis))
    builder.add_loop("ball", "rod", "rocker", Spherical(), shift(length, 0.0, 0.0))
    return cast(LoopModel, builder.build(free_joints(base, ["crank_joint"])))


@described()
def spatial_loop(n: int = 7, *, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a single loop of n revolute joints about generic axes, closed at q = 0.

    The n - 1 bodies are those of `serial_chain`; the last one is hinged to the world. The first
    n - 6 joints are independent. With seven joints it is the general spatial mechanism of one
    degree of freedom.

    Parameters
    ----------
    n : int
        Number of joints, at least 7.

    Raises
    ------
    ModelError
        n is no integer of 7 or more.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.spatial_loop()
    >>> model.tree.nv, model.nv
    (6, 1)
    """
    require_count("n", n, 7)
    builder = ModelBuilder(gravity, "spatial_loop")
    for i in range(n - 1):
        u = numbers_of(i)
        parent = f"body{i - 1}" if i else None
        add_generic(builder, i, parent, Revolute(triple(unit(u[:3] - 0.5))), u)
    frame = pose(SO3.exp(np.array([0.7, -0.4, 0.9])), (0.15, -0.05, 0.1))
    builder.add_loop("closing", None, f"body{n - 2}", Revolute((0.0, 0.0, 1.0)), frame)
    return cast(LoopModel, builder.build([f"body{i}_joint" for i in range(n - 6)]))


@described("ModelError, number")
def four_bar_chain(n: int = 2, *, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a chain of four-bars, each on the coupler of the one before: n clusters.

    Each has a left leg of 0.3 m and a right one of 0.28 m, hinged 0.22 m apart, and the coupler
    "rung{i}" of 0.2 m on the left leg. The angles of the left legs are independent. At q = 0 legs
    are upright and rungs lie, nearly closed.

    Parameters
    ----------
    n : int
        Number of four-bars.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.four_bar_chain(2)
    >>> model.tree.nv, model.nv
    (6, 2)
    """
    require_count("n", n, 1)
    builder = ModelBuilder(gravity, "four_bar_chain")
    parent = None
    for i in range(n):
        _bar(builder, f"left{i}", parent, UPRIGHT, 0.3)
        _bar(builder, f"right{i}", parent, shift(0.22, 0.0, 0.0) @ UPRIGHT, 0.28)
        parent = _rung(builder, i)
    return cast(LoopModel, builder.build([f"left{i}_joint" for i in range(n)]))


@described("ModelError, number")
def planar_ladder(n: int = 2, *, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a ladder whose rails are hinged at each rung: n loops in one cluster.

    Bars are those of `four_bar_chain`, but each leg stands on the end of the leg before. The
    angles of the left legs are independent. At q = 0 legs are upright and rungs lie, nearly
    closed.

    Parameters
    ----------
    n : int
        Number of rungs.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.planar_ladder()
    >>> model.tree.nv, model.nv
    (6, 2)
    """
    require_count("n", n, 1)
    builder = ModelBuilder(gravity, "planar_ladder")
    for i in range(n):
        left = shift(0.3, 0.0, 0.0) if i else UPRIGHT
        right = shift(0.28, 0.0, 0.0) if i else shift(0.22, 0.0, 0.0) @ UPRIGHT
        _bar(builder, f"left{i}", f"left{i - 1}" if i else None, left, 0.3)
        _bar(builder, f"right{i}", f"right{i - 1}" if i else None, right, 0.28)
        _rung(builder, i)
    return cast(LoopModel, builder.build([f"left{i}_joint" for i in range(n)]))


@described()
def n_four_bar(n: int = 2, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return the N-four-bar: parallelograms in a row that lose rank together when they lie flat.

    Benchmark A02 of the IFToMM library of computational benchmark problems (Gonzalez, Dopico,
    Lugris and Cuadrado, Multibody System Dynamics 16 (2006)), after Bayo and Avello (1994): n + 1
    rods on hinges 1 m apart, and n bars between their ends, each of 1 m and 1 kg, uniform and
    thin. All axes are -y; at q = 0 all lie along x, flat. They are assembled upright, where the
    benchmark starts with a rate of -1 rad/s of "rod0_joint", which is independent.

    Parameters
    ----------
    n : int
        Number of parallelograms.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.n_four_bar()
    >>> model.tree.nv, model.nv
    (5, 1)
    """
    require_count("n", n, 1)
    builder = ModelBuilder(gravity, "n_four_bar")
    root = add_base(builder, base)
    middle, thin, end = (0.5, 0.0, 0.0), np.diag([0.0, 1 / 12, 1 / 12]), shift(1.0, 0.0, 0.0)
    upright: dict[str, float] = {}
    for i in range(n + 1):
        builder.add_body(f"rod{i}", root, HINGE, shift(i, 0.0, 0.0), 1.0, middle, thin)
        upright[f"rod{i}_joint"] = math.pi / 2
    for i in range(n):
        builder.add_body(f"bar{i}", f"rod{i}", HINGE, end, 1.0, middle, thin)
        upright[f"bar{i}_joint"] = -math.pi / 2
        builder.add_loop(f"closing{i}", f"bar{i}", f"rod{i + 1}", HINGE, end, end)
    return cast(LoopModel, builder.build(free_joints(base, ["rod0_joint"]), upright))


def _rung(builder: ModelBuilder, i: int) -> str:
    """Add the bar from the left leg's end and hinge it to the right leg's end; return its name."""
    lying = shift(0.3, 0.0, 0.0) @ np.linalg.inv(UPRIGHT)
    rung = _bar(builder, f"rung{i}", f"left{i}", lying, 0.2)
    builder.add_loop(
        f"closing{i}", rung, f"right{i}", HINGE, shift(0.2, 0.0, 0.0), shift(0.28, 0.0, 0.0)
    )
    return rung
