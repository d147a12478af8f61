"""The mechanisms with loops that tests draw from, and their states; every draw says its seed."""

from __future__ import annotations

import functools
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Cylindrical, Free, Prismatic, Revolute, Spherical, Universal
from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
Y, Z = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)


def _inertia(mass: float) -> Array:
    return mass * np.array([[0.021, 0.001, 0.0], [0.001, 0.017, 0.002], [0.0, 0.002, 0.012]])


def _at(x: float, y: float, z: float) -> Array:
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def _rotor(b: ModelBuilder, name: str, parent: str | None, place: Array, axis: Any) -> str:
    inertia = np.diag([2e-4, 2e-4, 2e-4])
    return b.add_body(name, parent, Revolute(axis), place, 0.3, (0.0, 0.01, 0.0), inertia)


def _trunk(b: ModelBuilder) -> str:
    return b.add_body("trunk", None, Free(), None, 8.0, (0.02, -0.01, 0.1), _inertia(20.0))


def geared_arm(links: int = 4, base: str = "fixed") -> LoopModel:
    """Every link and its rotor on the link before, a gear of 6 : 1 between them."""
    b = ModelBuilder(name="geared_arm")
    parent = _trunk(b) if base == "free" else None
    for k in range(links):
        axis = (Y, Z)[k % 2]
        place = _at(0.05, 0.1 * (k % 2), 0.3)
        link = b.add_body(
            f"link{k}", parent, Revolute(axis), place, 1.5, (0.02, 0.0, 0.1), _inertia(1.5)
        )
        _rotor(b, f"rotor{k}", parent, _at(0.0, 0.05, 0.25), axis)
        b.couple(f"rotor{k}_joint", f"link{k}_joint", 6.0)
        parent = link
    return b.build()


def belted_leg(base: str = "fixed") -> LoopModel:
    """Thigh and shank, driven through belts by two rotors on the trunk; a foot without a rotor."""
    b = ModelBuilder(name="belted_leg")
    trunk = _trunk(b) if base == "free" else None
    for side in (-0.1, 0.1):
        one = f"{side:+.1f}"
        thigh = b.add_body(
            "thigh" + one, trunk, Revolute(Y), _at(0, side, 0), 2.0, (0, 0, -0.1), _inertia(2.0)
        )
        shank = b.add_body(
            "shank" + one, thigh, Revolute(Y), _at(0, 0, -0.3), 1.0, (0, 0, -0.1), _inertia(1.0)
        )
        b.add_body(
            "foot" + one, shank, Revolute(Y), _at(0, 0, -0.3), 0.2, (0.04, 0, 0), _inertia(0.2)
        )
        _rotor(b, "hip" + one, trunk, _at(0, side, 0), Y)
        _rotor(b, "knee" + one, trunk, _at(0, side, 0.05), Y)
        b.couple(
            [f"hip{one}_joint", f"knee{one}_joint"],
            [f"thigh{one}_joint", f"shank{one}_joint"],
            [[8.0, 0.0], [8.0, 8.0]],
        )
    return b.build()


def four_bar(base: str = "fixed", driver: str = "crank_joint") -> LoopModel:
    """A planar four-bar with a generic tool on its coupler; the crank can turn all around."""
    b = ModelBuilder(name="four_bar")
    trunk = _trunk(b) if base == "free" else None
    crank = b.add_body("crank", trunk, Revolute(Y), _at(0, 0, 0), 0.6, (0, 0, 0.1), _inertia(0.6))
    coupler = b.add_body(
        "coupler", crank, Revolute(Y), _at(0, 0, 0.2), 0.9, (0.2, 0, 0.02), _inertia(0.9)
    )
    b.add_body("rocker", trunk, Revolute(Y), _at(0.45, 0, 0), 0.8, (0, 0, 0.15), _inertia(0.8))
    b.add_body("tool", coupler, Revolute(Z), _at(0.5, 0, 0.1), 0.4, (0.02, 0.03, 0), _inertia(0.4))
    b.add_loop("closing", "coupler", "rocker", Revolute(Y), _at(0.5, 0, 0.1))
    return b.build(independent=[driver, "tool_joint"] + ["trunk_joint"] * (trunk is not None))


def rod_drive() -> LoopModel:
    """A trunk whose leg is moved by a slider through a rod with a universal and a ball joint."""
    b = ModelBuilder(name="rod_drive")
    trunk = _trunk(b)
    leg = b.add_body("leg", trunk, Revolute(Y), _at(0.1, 0, 0), 1.4, (0, 0.01, -0.2), _inertia(1.4))
    slider = b.add_body(
        "slider", trunk, Prismatic(Z), _at(0.2, 0.05, 0.1), 0.5, (0, 0, 0.02), _inertia(0.5)
    )
    b.add_body(
        "rod", slider, Universal((1, 0, 0), (0, 1, 0)), None, 0.3, (0, 0, -0.15), _inertia(0.3)
    )
    b.add_body("toe", leg, Spherical(), _at(0, 0, -0.4), 0.3, (0.05, 0, 0), _inertia(0.3))
    b.add_loop("ball", "rod", "leg", Spherical(), _at(0.01, 0.0, -0.3))
    return b.build()


def _cam(y: list[Any], m: Any) -> list[Any]:
    return [m.sin(y[0]) / 2 + y[0], y[0] * y[0] / 4]


def cam() -> LoopModel:
    """A cam that moves two followers by functions, and a cylindrical joint beyond one of them."""
    b = ModelBuilder(name="cam")
    wheel = b.add_body("wheel", None, Revolute(Z), None, 1.0, (0.03, 0, 0), _inertia(1.0))
    one = b.add_body("one", None, Revolute(Y), _at(0.2, 0, 0), 0.7, (0, 0, 0.1), _inertia(0.7))
    b.add_body("two", one, Prismatic((1, 0, 0)), _at(0, 0, 0.2), 0.5, (0.01, 0, 0), _inertia(0.5))
    b.add_body("end", one, Cylindrical(Z), _at(0, 0.1, 0), 0.4, (0.02, 0, 0.1), _inertia(0.4))
    b.add_body("spin", wheel, Revolute(Y), _at(0, 0, 0.1), 0.4, (0.02, 0, 0.1), _inertia(0.4))
    b.couple(["one_joint", "two_joint"], "wheel_joint", function=_cam)
    return b.build()


LOOP_ROBOTS: dict[str, Callable[[], LoopModel]] = {
    "geared_arm": geared_arm,
    "geared_arm_free": lambda: geared_arm(2, "free"),
    "belted_leg_free": lambda: belted_leg("free"),
    "four_bar": four_bar,
    "four_bar_free": lambda: four_bar("free"),
    "rod_drive": rod_drive,
    "cam": cam,
}


@functools.cache
def robot(name: str) -> LoopModel:
    """The mechanism, built once."""
    return LOOP_ROBOTS[name]()


def draw(name: str, seed: int = 0) -> tuple[LoopModel, Array, Array, np.random.Generator]:
    """A mechanism, a closed configuration of its tree, independent velocities, the generator."""
    model = robot(name)
    print(f"mechanism {name}, seed {seed}")
    rng = np.random.default_rng([zlib.crc32(name.encode()), seed])
    return model, model.random_configuration(rng), rng.standard_normal(model.nv), rng
