"""Two chains of all joint kinds, and between their tips one loop with any joint.

Shared by the tests of the model and the loops room. The loop is closed at a random configuration
by construction: the successor's frame is computed from the poses there.
"""

from __future__ import annotations

import functools
import math
import zlib

import numpy as np
from numpy.typing import NDArray
from support.trees.robots import translation as shifted

from lieref.algebra import SE3
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import (
    Cylindrical,
    EulerAngles,
    Fixed,
    Free,
    Helical,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)
from lieref.model.loops.loop_assembly import close, structure
from lieref.model.loops.loop_model import LoopModel, LoopStructure
from lieref.model.loops.loops import Loop, coupling

Array = NDArray[np.float64]
#: Where `four_bar` is assembled.
FOUR_BAR = {"crank_joint": 0.5, "coupler_joint": -0.9, "rocker_joint": 0.1}


def unit(rng: np.random.Generator) -> Array:
    """A random direction."""
    x = rng.standard_normal(3)
    return x / np.linalg.norm(x)


def screw(rng: np.random.Generator) -> Screw:
    """A random helical screw."""
    return Screw((*unit(rng), *rng.standard_normal(3)))


LOOP_JOINTS = {
    "revolute": lambda rng: Revolute(unit(rng), rng.standard_normal(3)),
    "prismatic": lambda rng: Prismatic(unit(rng)),
    "helical": lambda rng: Helical(unit(rng), 0.3, rng.standard_normal(3)),
    "screw": screw,
    "spherical": lambda rng: Spherical(),
    "universal": lambda rng: Universal(unit(rng), unit(rng)),
    "cylindrical": lambda rng: Cylindrical(unit(rng)),
    "planar": lambda rng: Planar(unit(rng)),
    "euler": lambda rng: EulerAngles("zxy"),
    "fixed": lambda rng: Fixed(),
}


def seed_of(*names: object) -> int:
    """A seed that depends on the names alone."""
    seed = zlib.crc32(repr(names).encode())
    print(f"seed {seed} of {names}")
    return seed


def pose(rng: np.random.Generator) -> Array:
    """A random pose some decimetres away."""
    return SE3.exp(rng.uniform(-0.7, 0.7, 6))


def loop_motion(rng: np.random.Generator, joint: object) -> Array:
    """Pose of a random position of a loop joint: the product of its one-degree motions."""
    if isinstance(joint, Fixed):
        return np.eye(4)
    if isinstance(joint, Spherical):
        return SE3.exp(np.concatenate([rng.uniform(-1, 1, 3), np.zeros(3)]))
    total = np.eye(4)
    for part in joint.expand() if hasattr(joint, "expand") else (joint,):
        if isinstance(part, Screw):
            X = np.array(part.X)
        elif isinstance(part, Prismatic):
            X = np.array([0, 0, 0, *part.axis])
        else:
            e, c = np.array(part.axis), np.array(part.point)
            X = np.array([*e, *(np.cross(c, e) + part.pitch * e)])
        total = total @ SE3.exp(rng.uniform(-2, 2) * X)
    return total


def chains(rng: np.random.Generator, root: str) -> ModelBuilder:
    """A base and two chains with the tips "left" and "right"; bodies have random places.

    root: "free" for a free base, "world" for two chains on the world, "shifts" for two on the
    world whose first joints shift.
    """
    b = ModelBuilder()
    inertia = np.eye(3) * 0.1
    sides = {
        "left": (Revolute(unit(rng)), screw(rng), Spherical(), Prismatic(unit(rng))),
        "right": (
            Universal(unit(rng), unit(rng)),
            Cylindrical(unit(rng)),
            Free(),
            Helical(unit(rng), 0.1),
        ),
    }
    if root == "shifts":
        left, right = sides["left"], sides["right"]
        sides = {"left": (left[3], *left[:3]), "right": (right[2], right[0], right[1], right[3])}
    if root == "free":
        b.add_body("base", None, Free(), None, 1.0, (0, 0, 0), inertia)
    for side, joints in sides.items():
        parent = "base" if root == "free" else None
        for n, joint in enumerate(joints):
            name = side if n == len(joints) - 1 else f"{side}{n}"
            parent = b.add_body(name, parent, joint, pose(rng), 1.0, (0, 0, 0), inertia)
    return b


def closed_chains(kind: str, root: str = "free", seed: int = 0) -> tuple[LoopStructure, Array]:
    """The chains with one loop of a kind, and a configuration that closes it to rounding."""
    rng = np.random.default_rng(seed_of(kind, root, seed))
    tree = chains(rng, root).build_tree()
    joint = LOOP_JOINTS[kind](rng)
    q = tree.random_configuration(rng)
    at = forward_kinematics(tree, q, np.zeros((1, tree.nv)))[0]
    frame = pose(rng)
    left, right = tree.names.index("left"), tree.names.index("right")
    closing = SE3.inverse(at[right]) @ at[left] @ frame @ loop_motion(rng, joint)
    loop = Loop(kind, "left", "right", joint, frame, closing)
    return structure(tree, [loop], []), q


def coupled_chains(seed: int = 0) -> tuple[LoopStructure, Array]:
    """The chains with a spherical loop and three couplings in its cluster, a chain of them.

    "left1" follows "right0" and "left0" by ratios, "right" follows "left0" and "left1" by a
    curve, and a joint of "right1" follows "right" by a ratio.
    """
    rng = np.random.default_rng(seed_of("coupled", seed))
    tree = chains(rng, "free").build_tree()
    couplings = [
        coupling("after", ("right1_joint:1",), ("right_joint",), [[0.3]]),
        coupling("curved", ("right_joint",), ("left0_joint", "left1_joint"), function=curved),
        coupling("geared", ("left1_joint",), ("right0_joint", "left0_joint"), [[0.5, -2.0]], [0.1]),
    ]
    q = tree.random_configuration(rng)
    at = {name: int(tree.idx_q[i]) for i, name in enumerate(tree.joint_names)}
    a, b = q[at["left0_joint"]], q[at["right0_joint"]]
    q[at["left1_joint"]] = 0.5 * b - 2.0 * a + 0.1
    q[at["right_joint"]] = curved([a, q[at["left1_joint"]]], math)[0]
    q[at["right1_joint:1"]] = 0.3 * q[at["right_joint"]]
    poses = forward_kinematics(tree, q, np.zeros((1, tree.nv)))[0]
    left, right = tree.names.index("left"), tree.names.index("right")
    frame = pose(rng)
    motion = loop_motion(rng, Spherical())
    closing = SE3.inverse(poses[right]) @ poses[left] @ frame @ motion
    loop = Loop("ball", "left", "right", Spherical(), frame, closing)
    return structure(tree, [loop], couplings), q


@functools.cache
def chains_model(kind: str) -> LoopModel:
    """A model with one loop of a kind, with couplings besides, or on first joints that shift."""
    if kind == "coupled":
        made, q = coupled_chains()
    else:
        made, q = closed_chains("revolute", kind) if kind == "shifts" else closed_chains(kind)
    return close(made.tree, made.loops, made.couplings, None, q)


def curved(y: list, m: object) -> list:
    """A coupling with most of the functions."""
    a, b = y
    return [m.atan2(m.sin(a), 2 + m.cos(b)) * m.exp(a / 5) + m.sqrt(20 + a * b) * m.log(9 + b / 9)]


def four_bar(
    far: float = 0.0,
    scale: float = 1.0,
    independent: str = "crank_joint",
    assembly: dict[str, float] | None = None,
) -> LoopModel:
    """Crank, coupler and rocker in the plane z = 0; at q = 0 crank and coupler are in line.

    0.4, 1.0, 0.94 and 1.2 m long: the crank turns around.
    """
    b = ModelBuilder(name="four-bar")
    add_four_bar(b, far, scale)
    return b.build(independent=[independent], assembly=assembly or FOUR_BAR)


def add_four_bar(b: ModelBuilder, far: float = 0.0, scale: float = 1.0) -> None:
    """Its bodies and its loop, see `four_bar`."""
    z = (0, 0, 1)
    inertia = np.eye(3) * 0.1
    for name, parent, x in (("crank", None, far), ("coupler", "crank", 0.4 * scale)):
        b.add_body(name, parent, Revolute(z), shifted(x, 0, 0), 1.0, (0.1, 0, 0), inertia)
    at_rocker = shifted(far + 0.9 * scale, -0.8 * scale, 0)
    b.add_body("rocker", None, Revolute(z), at_rocker, 1.0, (0.1, 0, 0), inertia)
    b.add_loop("closing", "coupler", "rocker", Revolute(z), shifted(scale, 0, 0))
