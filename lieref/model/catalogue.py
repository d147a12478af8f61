"""Mechanisms of the papers, and chains and trees of any size: the same on every call.

What no paper prescribes (masses, frames, axes of chains and trees) is generic, so that no term of
the dynamics vanishes by symmetry, and a fixed function of the body's number, so that a chain is
the beginning of any longer one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra import SO3
from lieref.errors import ModelError
from lieref.model.builder import ModelBuilder
from lieref.model.joints import (
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
from lieref.model.model import Model

Array = NDArray[np.float64]
Base = Literal["fixed", "free"]
GRAVITY = (0.0, 0.0, -9.81)
KINDS = ("revolute", "prismatic", "helical", "spherical", "free", "universal")
LINK_LENGTH = 0.1
# Multiples of these irrational numbers fill the unit cube evenly and without a period.
IRRATIONAL = np.sqrt([2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0, 31.0, 37.0, 41.0])


def aerial_manipulator(branches: int = 2, links: int = 3, *, gravity: ArrayLike = GRAVITY) -> Model:
    """Return the aerial manipulator of Ali et al., Fig. 2 with the numbers of Table 3.

    A hexarotor of 2.5 kg with inertia diag(0.03, 0.03, 0.05) kg m^2 carries arms of revolute
    joints; each link has 0.25 kg and diag(0.002, 0.002, 0.001) kg m^2. Every frame is at its
    body's centre of mass, all of them parallel at home. The first link of an arm hangs b + d
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
    gravity : (3,)
        m/s^2, inertial frame.

    Returns
    -------
    Model
        1 + branches * links bodies.

    Raises
    ------
    ModelError
        A number that is negative or no integer.
    """
    _require_count("branches", branches, 0)
    _require_count("links", links, 0)
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
                _pose(np.eye(3), offset),
                mass=0.25,
                inertia=np.diag([0.002, 0.002, 0.001]),
                joint_name=f"q{number}",
            )
            offset = (0.0, 0.0, -2 * d)
    return builder.build()


def serial_chain(n: int, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY) -> Model:
    """Return a chain of n bodies with revolute joints about generic axes.

    The origins of neighbours are 0.1 m apart in generic directions; masses are 0.5 to 1.5 kg.

    Parameters
    ----------
    n : int
        Number of bodies, the base included.
    base : {"fixed", "free"}
        Whether the first body turns on the world or is free.
    gravity : (3,)
        m/s^2, inertial frame.

    Raises
    ------
    ModelError
        n is not a positive integer, or another `base`.
    """
    return _numbered("serial_chain", n, base, lambda i: i - 1, gravity)


def binary_tree(n: int, base: Base = "fixed", *, gravity: ArrayLike = GRAVITY) -> Model:
    """Return a tree of n bodies in which body i carries bodies 2 i + 1 and 2 i + 2.

    Joints and bodies are those of `serial_chain`.

    Parameters
    ----------
    n : int
        Number of bodies, the base included.
    base : {"fixed", "free"}
        Whether the first body turns on the world or is free.
    gravity : (3,)
        m/s^2, inertial frame.

    Raises
    ------
    ModelError
        n is not a positive integer, or another `base`.
    """
    return _numbered("binary_tree", n, base, lambda i: (i - 1) // 2, gravity)


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
    gravity : (3,)
        m/s^2, inertial frame.

    Raises
    ------
    ModelError
        n is not a positive integer, an unknown joint type, or another `base`.
    """
    _require_count("n", n, 1)
    _require_base(base)
    rng = np.random.default_rng(rng)
    if not kinds or set(kinds) - set(_JOINTS):
        raise ModelError(f"kinds: {kinds!r}, expected some of {', '.join(_JOINTS)}")
    builder = ModelBuilder(gravity, "random_tree")
    for i in range(n):
        parent = None if i == 0 else f"body{rng.integers(max(0, i - 3), i)}"
        u = rng.random(len(IRRATIONAL))
        kind = "free" if i == 0 and base == "free" else kinds[i % len(kinds)]
        joint = _JOINTS[kind](_unit(rng.standard_normal(3)), _unit(rng.standard_normal(3)))
        _add_generic(builder, i, parent, joint, u)
    return builder.build()


# Joint types of random trees, each made from two random unit vectors.
_JOINTS: dict[str, Callable[[Array, Array], Joint | CompositeJoint]] = {
    "revolute": lambda a, b: Revolute(_triple(a), _triple(LINK_LENGTH * b)),
    "prismatic": lambda a, _: Prismatic(_triple(a)),
    "helical": lambda a, b: Helical(_triple(a), 0.05 + abs(b[0]), _triple(LINK_LENGTH * b)),
    "spherical": lambda _a, _b: Spherical(),
    "free": lambda _a, _b: Free(),
    "universal": lambda a, b: Universal(_triple(a), _triple(b)),
    "cylindrical": lambda a, _: Cylindrical(_triple(a)),
    "planar": lambda a, _: Planar(_triple(a)),
    "euler": lambda _a, _b: EulerAngles("zyx"),
}


def _numbered(
    name: str, n: int, base: Base, parent_of: Callable[[int], int], gravity: ArrayLike
) -> Model:
    """A tree of generic bodies with revolute joints, all a function of the body's number."""
    _require_count("n", n, 1)
    _require_base(base)
    builder = ModelBuilder(gravity, name)
    for i in range(n):
        u = np.modf((i + 1) * IRRATIONAL)[0]
        joint = Free() if i == 0 and base == "free" else Revolute(_triple(_unit(u[:3] - 0.5)))
        _add_generic(builder, i, None if i == 0 else f"body{parent_of(i)}", joint, u)
    return builder.build()


def _add_generic(
    builder: ModelBuilder, i: int, parent: str | None, joint: Joint | CompositeJoint, u: Array
) -> None:
    """Add body i with everything else given by the numbers u in [0, 1).

    The inertia is that of a cloud of masses with standard deviations of 3 to 6 cm along its
    principal axes, so it belongs to a body that can exist.
    """
    mass = 0.5 + u[3]
    spread = (0.03 + 0.03 * u[4:7]) ** 2
    axes = SO3.exp(math.pi * (u[7:10] - 0.5))
    inertia = axes @ np.diag(mass * (spread.sum() - spread)) @ axes.T
    rotation = SO3.exp(2.0 * (u[10:13] - 0.5))
    builder.add_body(
        f"body{i}",
        parent,
        joint,
        _pose(rotation, LINK_LENGTH * _unit(u[5:8] - 0.5)),
        mass=mass,
        com=LINK_LENGTH * (u[8:11] - 0.5),
        inertia=inertia / 2 + inertia.T / 2,
    )


def _direction(k: int, n: int) -> tuple[float, float]:
    """Cosine and sine of k / n of a turn, without rounding at the quarters."""
    quarters = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))
    if 4 * k % n == 0:
        return quarters[4 * k // n]
    return math.cos(2 * math.pi * k / n), math.sin(2 * math.pi * k / n)


def _pose(rotation: Array, translation: ArrayLike) -> Array:
    pose = np.eye(4)
    pose[:3, :3] = rotation
    pose[:3, 3] = translation
    return pose


def _unit(vector: Array) -> Array:
    return vector / np.linalg.norm(vector)


def _triple(vector: Array) -> tuple[float, float, float]:
    x, y, z = vector.tolist()
    return x, y, z


def _require_count(what: str, n: int, least: int) -> None:
    if isinstance(n, bool) or not isinstance(n, (int, np.integer)) or n < least:
        raise ModelError(f"{what}: {n!r}, expected an integer, at least {least}")


def _require_base(base: str) -> None:
    if not isinstance(base, str) or base not in ("fixed", "free"):
        raise ModelError(f"base: {base!r}, expected 'fixed' or 'free'")
