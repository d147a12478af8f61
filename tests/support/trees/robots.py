"""The robots and the states that tests draw from: one place, and every draw says its seed."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from typing import Literal

import numpy as np
import pytest
from numpy.typing import NDArray

from lieref.check.models import named_model
from lieref.errors import ModelWarning
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Prismatic, Revolute
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model

Array = NDArray[np.float64]
ALL_KINDS = (
    "revolute",
    "helical",
    "spherical",
    "prismatic",
    "free",
    "universal",
    "euler",
    "cylindrical",
    "planar",
)


def two_link() -> Model:
    """A planar double pendulum whose links are not symmetric."""
    b = ModelBuilder(name="two_link")
    inertia = np.diag([0.02, 0.03, 0.011])
    b.add_body("upper", None, Revolute((0, 1, 0)), None, 1.2, (0.02, 0.01, -0.25), inertia)
    at_elbow = translation(0.0, 0.0, -0.5)
    b.add_body("lower", "upper", Revolute((0, 1, 0)), at_elbow, 0.8, (0.0, 0.03, -0.2), inertia / 2)
    return b.build()


def slide() -> Model:
    """One body on a prismatic joint: where it is changes nothing, nor does a moment on it."""
    b = ModelBuilder(name="slide")
    b.add_body("cart", None, Prismatic((0, 0, 1)), None, 2.0, (0, 0, 0), np.eye(3))
    return b.build()


def massless_tip() -> Model:
    """An arm whose last joint is singular: the body beyond it has no inertia."""
    b = ModelBuilder(name="massless_tip", doubtful="warn")
    inertia = np.diag([0.02, 0.03, 0.04])
    b.add_body("arm", None, Revolute((0, 0, 1)), None, 1.0, (0.1, 0, 0), inertia)
    b.add_body("tip", "arm", Revolute((0, 1, 0)), None, 0.0, (0, 0, 0), 0 * inertia)
    with pytest.warns(ModelWarning):
        return b.build()


def arm() -> Model:
    """A six-axis arm with an offset wrist, joint limits and a prismatic gripper finger."""
    b = ModelBuilder(name="arm")
    axes = ((0, 0, 1), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 0, -1), (0, 1, 0))
    offsets = ((0, 0, 0.1), (0, 0.14, 0), (0, -0.12, 0.42), (0, 0, 0.39), (0, 0.09, 0), (0, 0, 0.1))
    masses = (3.7, 8.4, 2.3, 1.2, 1.2, 0.3)
    parent = None
    for i, (axis, offset, mass) in enumerate(zip(axes, offsets, masses, strict=True)):
        parent = b.add_body(
            f"link{i + 1}",
            parent,
            Revolute(axis),
            translation(*offset),
            mass,
            (0.01 * i, 0.02, 0.05),
            mass * np.array([[0.03, 0.001, 0.0], [0.001, 0.025, 0.002], [0.0, 0.002, 0.01]]),
            limits=(-2.9 + 0.1 * i, 2.8),
        )
    at_finger = translation(0.0, 0.05, 0.08)
    b.add_body("finger", parent, Prismatic((0, 1, 0)), at_finger, 0.05, limits=(0.0, 0.04))
    return b.build()


def quadruped() -> Model:
    """A free trunk with four legs of three revolute joints each."""
    b = ModelBuilder(name="quadruped")
    b.add_body("trunk", None, Free(), None, 9.0, (0.01, 0.0, 0.02), np.diag([0.07, 0.25, 0.28]))
    for leg, (x, y) in enumerate(((0.24, 0.1), (0.24, -0.1), (-0.24, 0.1), (-0.24, -0.1))):
        hip, thigh, shank = (f"{part}{leg}" for part in ("hip", "thigh", "shank"))
        small = np.array([[8e-4, 1e-5, 2e-5], [1e-5, 1.1e-3, -1e-5], [2e-5, -1e-5, 7e-4]])
        side = np.sign(y)
        b.add_body(hip, "trunk", Revolute((1, 0, 0)), translation(x, y, 0), 0.6, inertia=small)
        at_thigh, at_shank = translation(0, 0.08 * side, 0), translation(0, 0, -0.2)
        b.add_body(thigh, hip, Revolute((0, 1, 0)), at_thigh, 1.0, (0, 0.02 * side, -0.05), small)
        b.add_body(shank, thigh, Revolute((0, 1, 0)), at_shank, 0.2, (0.006, 0, -0.12), small)
    return b.build()


def translation(x: float, y: float, z: float) -> Array:
    """Pose without rotation, (4, 4)."""
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


_BUILDERS: dict[str, Callable[[], Model]] = {
    "free_body": lambda: catalogue.serial_chain(1, "free"),
    "two_link": two_link,
    "serial_5": lambda: catalogue.serial_chain(5),
    "serial_20_free": lambda: catalogue.serial_chain(20, "free"),
    "binary_tree": lambda: catalogue.binary_tree(11),
    "arm": arm,
    "quadruped": quadruped,
    "every_joint": lambda: catalogue.random_tree(13, 0, ALL_KINDS),
    "every_joint_free": lambda: catalogue.random_tree(13, 0, ALL_KINDS, "free"),
    "aerial_manipulator": catalogue.aerial_manipulator,
    "aerial_manipulator_5x4": lambda: catalogue.aerial_manipulator(5, 4),
}
# A model never changes: a process builds each of them once.
ROBOTS = {name: cache(builder) for name, builder in _BUILDERS.items()}


def _generic(model: Model, rng: np.random.Generator, r: int) -> tuple[Array, Array]:
    """Random configuration; every derivative of the velocity of order one."""
    return model.random_configuration(rng), rng.standard_normal((r + 2, model.nv))


def _zero(model: Model, rng: np.random.Generator, r: int) -> tuple[Array, Array]:
    """Every joint at its zero, at rest for good."""
    return model.neutral(), np.zeros((r + 2, model.nv))


def _tiny(model: Model, rng: np.random.Generator, r: int) -> tuple[Array, Array]:
    """Coordinates and velocities log-uniform from 1e-9 to 1, of either sign."""
    q = model.integrate(model.neutral(), _log_uniform(rng, model.nv))
    return q, _log_uniform(rng, (r + 2, model.nv))


def _near_pi(model: Model, rng: np.random.Generator, r: int) -> tuple[Array, Array]:
    """Every rotation short of pi by an amount log-uniform from 1e-9 to 0.1."""
    dv = np.zeros(model.nv)
    for joint, iv in zip(model.joints, model.idx_v, strict=True):
        angle = np.pi - 0.1 * abs(_log_uniform(rng, (), 1e-8))
        if joint.nv == 1:
            dv[iv] = angle * rng.choice([-1.0, 1.0])
        else:
            direction = rng.standard_normal(3)
            dv[iv : iv + 3] = angle * direction / np.linalg.norm(direction)
            dv[iv + 3 : iv + joint.nv] = rng.standard_normal(joint.nv - 3)
    return model.integrate(model.neutral(), dv), rng.standard_normal((r + 2, model.nv))


def _fast(model: Model, rng: np.random.Generator, r: int) -> tuple[Array, Array]:
    """A motion a hundred times as fast as the generic one: v^(k) of the size 100^(k + 1)."""
    speed = 100.0 ** np.arange(1, r + 3)
    return model.random_configuration(rng), speed[:, None] * rng.standard_normal((r + 2, model.nv))


def _far(model: Model, rng: np.random.Generator, r: int) -> tuple[Array, Array]:
    """The generic state a kilometre away, for every free joint on the world."""
    q, v = _generic(model, rng, r)
    for joint, parent, iq in zip(model.joints, model.parents, model.idx_q, strict=True):
        if joint.kind == "free" and parent < 0:
            q[iq : iq + 3] += 1e3 * np.array([0.6, -0.48, 0.64])
    return q, v


STATES: dict[str, Callable[[Model, np.random.Generator, int], tuple[Array, Array]]] = {
    "generic": _generic,
    "zero": _zero,
    "tiny": _tiny,
    "near_pi": _near_pi,
    "fast": _fast,
    "far": _far,
}


def draw(robot: str, state: str, r: int = 2, seed: int = 1) -> tuple[Model, Array, Array]:
    """Return a model of ROBOTS with q and the stack v (r + 2, nv) of a state of STATES.

    The draw depends on nothing but its arguments; it is printed, so that the report of a test
    that fails shows the call that repeats it.
    """
    print(f"draw({robot!r}, {state!r}, r={r}, seed={seed})")
    model = ROBOTS[robot]()
    rng = np.random.default_rng([seed, zlib.crc32(robot.encode()), zlib.crc32(state.encode())])
    return (model, *STATES[state](model, rng, r))


def _log_uniform(
    rng: np.random.Generator, shape: int | tuple[int, ...], least: float = 1e-9
) -> Array:
    """Numbers of either sign whose logarithm is uniform from `least` to 1."""
    size = least ** rng.random(shape)
    return size * rng.choice([-1.0, 1.0], shape)


KINDS_WITH_SPRINGS = ("revolute", "prismatic", "helical")


def with_physics(
    model: Model, seed: int = 0, friction: str = "smooth", only: tuple[str, ...] = ()
) -> Model:
    """The model with physics of all joints but free ones; friction "smooth", "sign" or "none".

    only: the kinds of physics that there shall be, all if empty.
    """
    rng = np.random.default_rng(seed)
    rows = {
        name: rng.uniform(0.05, 1.0, model.nv)
        for name in ("armature", "damping", "friction", "friction_width", "stiffness")
    }
    rows["rest"] = rng.uniform(-1.0, 1.0, model.nv)
    for joint, at in zip(model.joints, model.idx_v, strict=True):
        here = slice(at, at + joint.nv)
        if joint.kind not in KINDS_WITH_SPRINGS:
            rows["stiffness"][here] = rows["rest"][here] = 0.0
        if joint.kind == "free":
            for row in rows.values():
                row[here] = 0.0
    if friction != "smooth":
        rows["friction_width"][:] = 0.0
    if friction == "none":
        rows["friction"][:] = 0.0
    return model.with_joint_physics(
        **{name: row for name, row in rows.items() if not only or name in only}
    )


def joint_torques(model: Model, q: Array, v: Array, a: Array) -> Array:
    """What joints take at order 0, (nv,), written once more."""
    place = np.repeat(model.idx_q, [joint.nv for joint in model.joints])
    width = model.friction_width
    square = np.sqrt(v * v + width * width)
    direction = np.where(width > 0, v / np.where(square > 0, square, 1.0), np.sign(v))
    stretch = np.where(model.stiffness > 0, q[place] - model.rest, 0.0)
    return (
        model.armature * a
        + model.damping * v
        + model.friction * direction
        + model.stiffness * stretch
    )


def example_robot(name: str, base: Literal["fixed", "free"]) -> Model:
    """Return a robot of example-robot-data; skip the test where these files are not installed."""
    try:
        distribution("example-robot-data")
    except PackageNotFoundError:
        pytest.skip("example-robot-data: extra interop")
    return named_model(name, base)
