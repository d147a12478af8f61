"""Mechanisms of the papers, and chains and trees of any size: the same on every call.

What no paper prescribes (masses, frames, axes of chains and trees) is generic, so that no term of
the dynamics vanishes by symmetry, and a fixed function of the body's number, so that a chain is
the beginning of any longer one. Mechanisms with loops, a `LoopModel` each, are in
`transmissions`, `linkages`, `parallel_robots`, `andrews` and `loop_robots`, and are reached from
here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import generator, items
from lieref.documentation import described
from lieref.errors import ModelError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import (
    CompositeJoint,
    Cylindrical,
    EulerAngles,
    Free,
    Helical,
    Joint,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from lieref.model.mechanisms.andrews import ANDREWS_START, ANDREWS_TORQUE, andrews, andrews_spring
from lieref.model.mechanisms.generic_bodies import (
    GRAVITY,
    IRRATIONAL,
    LINK_LENGTH,
    Base,
    add_generic,
    numbers_of,
    pose,
    require_base,
    require_count,
    triple,
    unit,
)
from lieref.model.mechanisms.linkages import (
    four_bar,
    four_bar_chain,
    n_four_bar,
    parallelogram,
    planar_ladder,
    rssr,
    slider_crank,
    spatial_loop,
)
from lieref.model.mechanisms.loop_robots import (
    jvrc1_like,
    mini_cheetah_like,
    mit_humanoid_leg_like,
    mit_humanoid_like,
    tello_like,
)
from lieref.model.mechanisms.parallel_robots import (
    bennett,
    delta_robot,
    excavator,
    five_bar,
    planar_3rrr,
    stewart_platform,
)
from lieref.model.mechanisms.transmissions import (
    KneeAnkleDifferential,
    RodDifferential,
    belt_chain,
    belt_ratios,
    belt_transmission,
    differential,
    geared_chain,
    geared_motor,
)
from lieref.model.model import Model

__all__ = [
    "ANDREWS_START",
    "ANDREWS_TORQUE",
    "GRAVITY",
    "KINDS",
    "KneeAnkleDifferential",
    "LINK_LENGTH",
    "RodDifferential",
    "aerial_manipulator",
    "andrews",
    "andrews_spring",
    "belt_chain",
    "belt_ratios",
    "belt_transmission",
    "bennett",
    "binary_tree",
    "delta_robot",
    "differential",
    "excavator",
    "five_bar",
    "four_bar",
    "four_bar_chain",
    "geared_chain",
    "geared_motor",
    "jvrc1_like",
    "mini_cheetah_like",
    "mit_humanoid_leg_like",
    "mit_humanoid_like",
    "n_four_bar",
    "parallelogram",
    "planar_3rrr",
    "planar_ladder",
    "random_tree",
    "rssr",
    "serial_chain",
    "slider_crank",
    "spatial_loop",
    "stewart_platform",
    "tello_like",
]

Array = NDArray[np.float64]
KINDS = ("revolute", "prismatic", "helical", "spherical", "free", "universal")


@described()
def aerial_manipulator(branches: int = 2, links: int = 3, *, gravity: ArrayLike = GRAVITY) -> Model:
    """Return the aerial manipulator of Ali et al., Fig. 2 with the numbers of Table 3.

    A hexarotor of 2.5 kg with inertia diag(0.03, 0.03, 0.05) kg m^2 carries arms of revolute
    joints; each link has 0.25 kg and diag(0.002, 0.002, 0.001) kg m^2. Every frame is at its
    body's center of mass, all of them parallel at home. The first link of an arm hangs b + d
    below the base with b = 0.10 m, d = 0.06 m, and c / 2 = 0.09 m to the side; each further link
    2 d below the one before; each joint axis passes the point (0, 0, d) of its link, along y, x
    and z in turn.

    Bodies are named "B1" (base) to "BN" and joints "q1" to "qN", arm after arm, as in the paper.

    Choices that the paper leaves open: gravity 9.81 m/s^2 along -z; for other numbers of branches
    (Table 4 has five, and does not say where) the arms sit evenly on the circle of radius c / 2
    around the base's z axis, the first one on x, which is the paper's +-c / 2 for two; in longer
    arms the axes go on as y, x, z, y, ...

    Parameters
    ----------
    branches, links : int
        Numbers of arms, and of links of each arm; 5 and n are Table 4's.

    Returns
    -------
    Model
        1 + branches * links bodies.

    Raises
    ------
    ModelError
        A number that is negative or no integer.

    Examples
    --------
    >>> import lieref
    >>> lieref.catalogue.aerial_manipulator().nv
    12
    """
    require_count("branches", branches, 0)
    require_count("links", links, 0)
    b, c, d = 0.10, 0.18, 0.06
    axes = ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    builder = ModelBuilder(gravity, "aerial_manipulator")
    builder.add_body(
        "B1", None, Free(), mass=2.5, inertia=np.diag([0.03, 0.03, 0.05]), joint_name="q1"
    )
    number = 1
    for branch in range(branches):
        cosine, sine = _direction(branch, branches)
        parent, offset = "B1", (c / 2 * cosine, c / 2 * sine, -b - d)
        for link in range(links):
            number += 1
            parent = builder.add_body(
                f"B{number}",
                parent,
                Revolute(axes[link % 3], (0.0, 0.0, d)),
                pose(np.eye(3), offset),
                mass=0.25,
                inertia=np.diag([0.002, 0.002, 0.001]),
                joint_name=f"q{number}",
            )
            offset = (0.0, 0.0, -2 * d)
    return builder.build_tree()


@described()
def serial_chain(n: int, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY) -> Model:
    """Return a chain of n bodies with revolute joints about generic axes.

    The origins of neighbors are 0.1 m apart in generic directions; masses are 0.5 to 1.5 kg.

    Parameters
    ----------
    n : int
        Number of bodies, the base included.
    base : {"fixed", "free"}
        Whether the first body turns on the world or is free.

    Examples
    --------
    >>> import lieref
    >>> lieref.catalogue.serial_chain(7).nv
    7
    """
    return _numbered("serial_chain", n, base, lambda i: i - 1, gravity)


@described()
def binary_tree(n: int, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY) -> Model:
    """Return a tree of n bodies in which body i carries bodies 2 i + 1 and 2 i + 2.

    Joints and bodies are those of `serial_chain`.

    Parameters
    ----------
    n : int
        Number of bodies, the base included.
    base : {"fixed", "free"}
        Whether the first body turns on the world or is free.

    Examples
    --------
    >>> import lieref
    >>> lieref.catalogue.binary_tree(3).nbodies
    3
    """
    return _numbered("binary_tree", n, base, lambda i: (i - 1) // 2, gravity)


@described()
def random_tree(
    n: int,
    rng: np.random.Generator | int,
    kinds: Sequence[str] = KINDS,
    base: Base = "fixed",
    *,
    gravity: ArrayLike = GRAVITY,
) -> Model:
    """Return a random tree; each body hangs on one of the up to three bodies before it.

    Parameters
    ----------
    n : int
        Number of bodies with mass; a composite joint adds massless ones.
    rng : numpy.random.Generator or int
        Generator, or a seed for one.
    kinds : sequence of str
        Joint types, used in turn: "revolute", "prismatic", "helical", "spherical", "free",
        "universal", "cylindrical", "planar", "euler".
    base : {"fixed", "free"}
        "free" makes the first body free, whatever `kinds` says.

    Raises
    ------
    ModelError
        n is not a positive integer, an unknown joint type, or another `base`.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> lieref.catalogue.random_tree(9, np.random.default_rng(0)).nbodies
    10
    """
    require_count("n", n, 1)
    require_base(base)
    rng = generator("rng", rng)
    chosen = items("kinds", kinds)
    if not chosen or any(not isinstance(k, str) or k not in _JOINTS for k in chosen):
        raise ModelError(f"kinds: {kinds!r}, expected some of {', '.join(_JOINTS)}")
    builder = ModelBuilder(gravity, "random_tree")
    for i in range(n):
        parent = None if i == 0 else f"body{rng.integers(max(0, i - 3), i)}"
        u = rng.random(len(IRRATIONAL))
        kind = "free" if i == 0 and base == "free" else chosen[i % len(chosen)]
        joint = _JOINTS[kind](unit(rng.standard_normal(3)), unit(rng.standard_normal(3)))
        add_generic(builder, i, parent, joint, u)
    return builder.build_tree()


# Joint types of random trees, each made from two random unit vectors.
_JOINTS: dict[str, Callable[[Array, Array], Joint | CompositeJoint]] = {
    "revolute": lambda a, b: Revolute(triple(a), triple(LINK_LENGTH * b)),
    "prismatic": lambda a, _: Prismatic(triple(a)),
    "helical": lambda a, b: Helical(triple(a), 0.05 + abs(b[0]), triple(LINK_LENGTH * b)),
    "spherical": lambda _a, _b: Spherical(),
    "free": lambda _a, _b: Free(),
    "universal": lambda a, b: Universal(triple(a), triple(b)),
    "cylindrical": lambda a, _: Cylindrical(triple(a)),
    "planar": lambda a, _: Planar(triple(a)),
    "euler": lambda _a, _b: EulerAngles("zyx"),
}


def _numbered(
    name: str, n: int, base: Base, parent_of: Callable[[int], int], gravity: ArrayLike
) -> Model:
    """A tree of generic bodies with revolute joints, all a function of the body's number."""
    require_count("n", n, 1)
    require_base(base)
    builder = ModelBuilder(gravity, name)
    for i in range(n):
        u = numbers_of(i)
        joint = Free() if i == 0 and base == "free" else Revolute(triple(unit(u[:3] - 0.5)))
        add_generic(builder, i, None if i == 0 else f"body{parent_of(i)}", joint, u)
    return builder.build_tree()


def _direction(k: int, n: int) -> tuple[float, float]:
    """Cosine and sine of k / n of a turn, without rounding at the quarters."""
    quarters = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    if 4 * k % n == 0:
        return quarters[4 * k // n]
    return math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)
