"""Robots next to singular ones: arms on a flying base by a parameter, and trees by a seed."""

from __future__ import annotations

import warnings

import numpy as np

import lieref
from lieref.errors import ModelWarning
from lieref.model.joints.joints import Joint

KINDS = ("massless", "thin", "heavy", "light")
LEAF = "leaf"
JOINTS = ("base", "joint0", "joint1", LEAF)


def build(kind: str, size: float) -> lieref.Model:
    """Return a free base with three links in a row, the last one on joint LEAF.

    Parameters
    ----------
    kind : "massless" (mass and inertia of the leaf are multiplied by size), "thin" (a rod along
        its joint's axis, whose inertia about it is size kg m^2), "heavy" (the leaf's mass and
        inertia by size, above 1) or "light" (those of all bodies but the leaf divided by size).
    size : float
    """
    others = 1.0 / size if kind == "light" else 1.0
    last = size if kind in ("massless", "heavy") else 1.0
    inertia = np.array([[0.03, 0.002, 0.001], [0.002, 0.04, -0.003], [0.001, -0.003, 0.05]])
    builder = lieref.ModelBuilder(name=f"{kind} {size}")
    parent = builder.add_body(
        "base", None, lieref.Free(), mass=2.5 * others, inertia=inertia * others,
        joint_name=JOINTS[0],
    )  # fmt: skip
    for number, axis in enumerate(((0.0, 1.0, 0.0), (0.6, 0.0, 0.8))):
        parent = builder.add_body(
            f"link{number}", parent, lieref.Revolute(axis), _shift(0.1, 0.02, -0.2),
            mass=0.5 * others, com=(0.01, 0.02, -0.1), inertia=0.1 * inertia * others,
            joint_name=JOINTS[1 + number],
        )  # fmt: skip
    thin = kind == "thin"
    with warnings.catch_warnings():
        # a doubtful body is what is asked for
        warnings.simplefilter("ignore", ModelWarning)
        builder.add_body(
            LEAF, parent, lieref.Revolute((0.0, 0.0, 1.0)), _shift(0.05, -0.1, -0.2),
            mass=0.5 * last, com=(0.0, 0.0, 0.1) if thin else (0.05, 0.02, 0.1),
            inertia=np.diag([0.004, 0.004, size]) if thin else 0.1 * inertia * last,
            joint_name=LEAF,
        )  # fmt: skip
        return builder.build_tree()


#: What a body of a drawn tree may be, and how often.
BODIES = {"ordinary": 0.5, "point": 0.1, "rod": 0.1, "rod askew": 0.1, "light": 0.1, "heavy": 0.1}
KINDS_OF_JOINTS = {"revolute": 0.5, "prismatic": 0.1, "helical": 0.1, "spherical": 0.2, "free": 0.1}


def draw(seed: int) -> lieref.Model:
    """Return a tree of two to eight bodies, about half of which are ordinary.

    The others are points, rods without an inertia about their axis, which may be that of their
    joint, and bodies that are 1e6 to 1e12 times as light or 1e3 to 1e9 times as heavy.
    """
    rng = np.random.default_rng(seed)
    builder = lieref.ModelBuilder(name=f"near singular {seed}", doubtful="warn")
    with warnings.catch_warnings():
        # doubtful bodies are what is asked for
        warnings.simplefilter("ignore", ModelWarning)
        for number in range(int(rng.integers(2, 9))):
            parent = f"body{int(rng.integers(0, number))}" if number else None
            joint, axis = _joint(rng)
            mass, com, inertia = _body(rng, axis)
            placement = np.eye(4)
            placement[:3, :3] = _turn(rng)
            placement[:3, 3] = 0.3 * rng.standard_normal(3)
            builder.add_body(f"body{number}", parent, joint, placement, mass, com, inertia)
        return builder.build_tree()


def _turn(rng: np.random.Generator) -> np.ndarray:
    Q = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    return np.asarray(Q * np.sign(np.linalg.det(Q)))


def _joint(rng: np.random.Generator) -> tuple[Joint, np.ndarray]:
    """Return a joint and its axis, or another one where it has none."""
    axis = _turn(rng)[0]
    kind = rng.choice([*KINDS_OF_JOINTS], p=[*KINDS_OF_JOINTS.values()])
    joints: dict[str, Joint] = {
        "revolute": lieref.Revolute(axis),
        "prismatic": lieref.Prismatic(axis),
        "helical": lieref.Helical(axis, 0.1),
        "spherical": lieref.Spherical(),
        "free": lieref.Free(),
    }
    return joints[kind], axis


def _body(rng: np.random.Generator, axis: np.ndarray) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mass, center of mass and inertia about it."""
    kind = rng.choice([*BODIES], p=[*BODIES.values()])
    com, R, d = 0.2 * rng.standard_normal(3), _turn(rng), rng.uniform(0.2, 1.0, 3)
    inertia = 0.01 * (R @ np.diag([d[1] + d[2], d[0] + d[2], d[0] + d[1]]) @ R.T)
    along = axis if kind == "rod" else R[0]
    if kind in ("rod", "rod askew"):
        com, inertia = 0.2 * along, 0.01 * (np.eye(3) - np.outer(along, along))
    if kind == "point":
        inertia = np.zeros((3, 3))
    exponents = {"light": (-12.0, -6.0), "heavy": (3.0, 9.0)}
    mass = 10.0 ** rng.uniform(*exponents[kind]) if kind in exponents else 1.0
    return mass, com, mass * (inertia + inertia.T) / 2


def _shift(x: float, y: float, z: float) -> np.ndarray:
    placement = np.eye(4)
    placement[:3, 3] = x, y, z
    return placement
