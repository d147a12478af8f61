"""Robots of the catalogue with geared, belt-driven and differential joints, after Chignoli et al.

The data of the robots that the paper measures are not published with it. These are *like* them:
the same bodies, joints and couplings, and numbers that such a robot may have, written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import CouplingFunction
from lieref.model.mechanisms.generic_bodies import GRAVITY, box, shift
from lieref.model.mechanisms.transmissions import (
    KneeAnkleDifferential,
    RodDifferential,
    add_rotor,
    belt_ratios,
)

Array = NDArray[np.float64]
Triple = tuple[float, float, float]
X, Y, Z = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
AXES = {"x": X, "y": Y, "z": Z}


@dataclass(frozen=True)
class Motor:
    """Gear ratio, and mass [kg] and radius [m] of a rotor that is as thick as its radius."""

    ratio: float
    mass: float
    radius: float


@dataclass(frozen=True)
class Link:
    """One link of a limb, a box.

    Attributes
    ----------
    name : str
        What comes after the name of the limb.
    axis : {"x", "y", "z"}
        Of its joint.
    offset : (3,)
        Of its frame in the link before, m; its y is to the left.
    mass : float
        kg.
    size : (3,)
        Edges of the box, m. It hangs below the frame, but for bodies that stand up (`up`).
    """

    name: str
    axis: str
    offset: Triple
    mass: float
    size: Triple
    up: bool = False

    def com(self, side: float) -> Triple:
        """Center of mass: half of the box away from the joint, and a little off its middle."""
        x, y, z = self.size
        return (0.05 * x, 0.05 * y * side, (0.5 if self.up else -0.5) * z)


def _trunk(builder: ModelBuilder, name: str, mass: float, size: Triple, com: Triple) -> str:
    return builder.add_body(name, None, Free(), mass=mass, com=com, inertia=box(mass, size))


def _add_link(
    builder: ModelBuilder,
    limb: str,
    parent: str | None,
    link: Link,
    side: float = 1.0,
    limit: float = np.inf,
) -> str:
    """Add one link; side is 1 for the left of the robot and -1 for its mirror image."""
    x, y, z = link.offset
    return builder.add_body(
        limb + link.name,
        parent,
        Revolute(AXES[link.axis]),
        shift(x, side * y, z),
        link.mass,
        link.com(side),
        box(link.mass, link.size),
        limits=((-limit,), (limit,)),
    )


def _add_geared(
    builder: ModelBuilder,
    limb: str,
    parent: str | None,
    links: Sequence[tuple[Link, Motor]],
    side: float = 1.0,
) -> str | None:
    """Add links, each with a rotor on the link before it; return the name of the last."""
    for link, motor in links:
        x, y, z = link.offset
        # 3 cm inwards of the joint
        place, axis = shift(x, side * (y - 0.03), z), AXES[link.axis]
        name = f"{limb}{link.name}_rotor"
        rotor = add_rotor(builder, name, parent, axis, place, motor.mass, motor.radius)
        parent = _add_link(builder, limb, parent, link, side)
        builder.couple(rotor, f"{parent}_joint", motor.ratio)
    return parent


def _add_pair(
    builder: ModelBuilder,
    limb: str,
    parent: str | None,
    links: tuple[Link, Link],
    motors: tuple[Motor, Motor],
    side: float,
    coupling: Array | CouplingFunction,
    limit: float = np.inf,
) -> str | None:
    """Add two links, driven together by two rotors on the body before; return the last one.

    coupling: turns of the rotors per turn of the joints, or the rotors' angles as a function.
    """
    rotors = [
        add_rotor(
            builder, f"{limb}{link.name}_rotor", parent, Y,
            shift(links[0].offset[0], side * links[0].offset[1] + at, links[0].offset[2]),
            motor.mass, motor.radius,
        )
        for link, motor, at in zip(links, motors, (0.04, -0.04), strict=True)
    ]  # fmt: skip
    joints = []
    for link in links:
        parent = _add_link(builder, limb, parent, link, side, limit)
        joints.append(f"{parent}_joint")
    if callable(coupling):
        builder.couple(rotors, joints, function=coupling)
    else:
        builder.couple(rotors, joints, coupling)
    return parent


@described()
def mini_cheetah_like(*, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a quadruped like the MIT Mini Cheetah: free base, twelve geared joints.

    25 bodies, nv = 18. Each leg has an abduction joint, a hip 6 cm outwards and a knee 21 cm
    below, with gears of 6 : 1, and a belt of 1.55 : 1 more to the knee, whose rotor is on the
    thigh. Trunk 3.3 kg, links 0.54, 0.63 and 0.16 kg; rotors 0.09 kg with 3 cm radius. Legs are
    "front_left_" and so on, with the bodies "abduction", "thigh", "shank" and their "_rotor".

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.mini_cheetah_like()
    >>> model.tree.nv, model.nv
    (30, 18)
    """
    builder = ModelBuilder(gravity, "mini_cheetah_like")
    trunk = _trunk(builder, "trunk", 3.3, (0.38, 0.2, 0.1), (0.01, -0.005, 0.01))
    gear, knee = Motor(6.0, 0.09, 0.03), Motor(6.0 * 1.55, 0.09, 0.03)
    for end, x in (("front", 0.19), ("hind", -0.19)):
        for name, side in (("left", 1.0), ("right", -1.0)):
            leg = (
                (Link("abduction", "x", (x, 0.05, 0.0), 0.54, (0.08, 0.07, 0.08)), gear),
                (Link("thigh", "y", (0.0, 0.062, 0.0), 0.63, (0.05, 0.03, 0.209)), gear),
                (Link("shank", "y", (0.0, 0.0, -0.209), 0.16, (0.03, 0.02, 0.195)), knee),
            )
            _add_geared(builder, f"{end}_{name}_", trunk, leg, side)
    return cast(LoopModel, builder.build())


def _add_arms(builder: ModelBuilder, trunk: str, side: float, name: str) -> None:
    """Add an arm of four geared joints, 6 : 1 and 9 : 1 in the elbow."""
    gear, elbow = Motor(6.0, 0.12, 0.035), Motor(9.0, 0.12, 0.035)
    arm = (
        (Link("shoulder_pitch", "y", (0.0, 0.14, 0.35), 0.65, (0.07, 0.08, 0.07)), gear),
        (Link("shoulder_roll", "x", (0.0, 0.07, 0.0), 0.6, (0.07, 0.07, 0.08)), gear),
        (Link("upper_arm", "z", (0.0, 0.0, -0.1), 0.7, (0.06, 0.06, 0.16)), gear),
        (Link("forearm", "y", (0.0, 0.0, -0.16), 0.45, (0.05, 0.05, 0.22)), elbow),
    )
    _add_geared(builder, f"{name}_", trunk, arm, side)


def _mit_leg(builder: ModelBuilder, trunk: str | None, name: str, side: float) -> None:
    hip, knee = Motor(6.0, 0.2, 0.04), Motor(6.0, 0.25, 0.045)
    upper = (
        (Link("hip_yaw", "z", (0.0, 0.08, -0.05), 0.85, (0.1, 0.1, 0.08)), hip),
        (Link("hip_roll", "x", (0.0, 0.0, -0.06), 1.0, (0.1, 0.1, 0.09)), hip),
        (Link("thigh", "y", (0.0, 0.02, -0.06), 1.8, (0.09, 0.08, 0.26)), knee),
    )
    thigh = _add_geared(builder, f"{name}_", trunk, upper, side)
    lower = (
        Link("shank", "y", (0.0, 0.0, -0.26), 0.7, (0.06, 0.05, 0.26)),
        Link("foot", "y", (0.0, 0.0, -0.26), 0.35, (0.2, 0.06, 0.04)),
    )
    # 6 : 1 in the motors, belts of 2 : 1 to the knee, and of 1 : 1 from there to the ankle
    ratios = np.diag([2.0, 1.0]) @ belt_ratios(2, 6.0, 1.0)
    _add_pair(builder, f"{name}_", thigh, lower, (knee, hip), side, ratios)


@described()
def mit_humanoid_like(*, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a humanoid like the MIT Humanoid: knees and ankles driven by parallel belts.

    37 bodies, nv = 24. Each leg: hip yaw, roll and pitch with gears of 6 : 1; the motors of knee
    and ankle are on the thigh, theta_knee = 12 q_knee and theta_ankle = 6 (q_knee + q_ankle).
    Arms: four geared joints. Trunk 8.5 kg; leg links 0.85, 1.0, 1.8, 0.7 and 0.35 kg, thigh and
    shank 0.26 m; rotors 0.2 kg with 4 cm radius, those of thigh and knee 0.25 kg with 4.5 cm.
    Limbs are "left_" and "right_", with the bodies "hip_yaw", "hip_roll", "thigh", "shank",
    "foot", "shoulder_pitch", "shoulder_roll", "upper_arm", "forearm" and their "_rotor".

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.mit_humanoid_like()
    >>> model.tree.nv, model.nv
    (42, 24)
    """
    builder = ModelBuilder(gravity, "mit_humanoid_like")
    trunk = _trunk(builder, "trunk", 8.5, (0.15, 0.25, 0.4), (0.01, 0.002, 0.17))
    for name, side in (("left", 1.0), ("right", -1.0)):
        _mit_leg(builder, trunk, name, side)
        _add_arms(builder, trunk, side, name)
    return cast(LoopModel, builder.build())


@described()
def mit_humanoid_leg_like(*, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return the left leg of `mit_humanoid_like` alone, on the world: ten bodies, nv = 5.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.mit_humanoid_leg_like()
    >>> model.tree.nv, model.nv
    (10, 5)
    """
    builder = ModelBuilder(gravity, "mit_humanoid_leg_like")
    _mit_leg(builder, None, "left", 1.0)
    return cast(LoopModel, builder.build())


@described()
def tello_like(*, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a humanoid like Tello: differentials move its hips, and its knees and ankles.

    37 bodies, nv = 24. Each leg: hip yaw with a gear of 6 : 1; hip roll and pitch by two motors
    of 6 : 1 through rods (`RodDifferential` with lever 0.06, arm 0.05, width 0.04 and height 0.2
    m); knee and ankle by two motors of 6 : 1 (`KneeAnkleDifferential` with lever 0.04, arm 0.05
    and height 0.26 m). These four joints stay within 0.5 rad. Arms, masses and lengths are those
    of `mit_humanoid_like`, with 0.4 kg for the gimbal.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.tello_like()
    >>> model.tree.nv, model.nv
    (42, 24)
    """
    builder = ModelBuilder(gravity, "tello_like")
    trunk = _trunk(builder, "trunk", 8.0, (0.15, 0.25, 0.4), (0.01, 0.002, 0.17))
    motor = Motor(6.0, 0.2, 0.04)
    hips = RodDifferential(lever=0.06, arm=0.05, width=0.04, height=0.2, ratio=motor.ratio)
    knees = KneeAnkleDifferential(lever=0.04, arm=0.05, height=0.26, ratio=motor.ratio)
    for name, side in (("left", 1.0), ("right", -1.0)):
        limb = f"{name}_"
        yaw = (Link("hip_yaw", "z", (0.0, 0.09, -0.05), 0.85, (0.1, 0.1, 0.08)), motor)
        hip = _add_geared(builder, limb, trunk, (yaw,), side)
        upper = (
            Link("gimbal", "x", (0.0, 0.0, -0.1), 0.4, (0.06, 0.07, 0.05)),
            Link("thigh", "y", (0.0, 0.0, 0.0), 1.8, (0.09, 0.08, 0.26)),
        )
        thigh = _add_pair(builder, limb, hip, upper, (motor, motor), side, hips, 0.5)
        lower = (
            Link("shank", "y", (0.0, 0.0, -0.26), 0.7, (0.06, 0.05, 0.26)),
            Link("foot", "y", (0.0, 0.0, -0.26), 0.35, (0.2, 0.06, 0.04)),
        )
        _add_pair(builder, limb, thigh, lower, (motor, motor), side, knees, 0.5)
        _add_arms(builder, trunk, side, name)
    return cast(LoopModel, builder.build())


@described()
def jvrc1_like(*, gravity: ArrayLike = GRAVITY) -> LoopModel:
    """Return a humanoid like JVRC-1 with all joints geared: 38 degrees of freedom.

    65 bodies, nv = 38: six joints in each leg, three in the waist, three in the neck, seven in
    each arm. Pelvis 10 kg, chest 12 kg, 61.45 kg with all rotors; gears of 100 : 1 in legs and
    waist with rotors of 0.12 kg and 2.5 cm radius, 80 : 1 elsewhere with 0.05 kg and 1.8 cm.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.jvrc1_like()
    >>> model.tree.nv, model.nv
    (70, 38)
    """
    builder = ModelBuilder(gravity, "jvrc1_like")
    pelvis = _trunk(builder, "pelvis", 10.0, (0.2, 0.25, 0.2), (-0.01, 0.003, 0.02))
    strong, light = Motor(100.0, 0.12, 0.025), Motor(80.0, 0.05, 0.018)
    waist = (
        Link("waist_yaw", "z", (0.0, 0.0, 0.15), 1.0, (0.1, 0.1, 0.05), up=True),
        Link("waist_pitch", "y", (0.0, 0.0, 0.05), 1.0, (0.1, 0.1, 0.05), up=True),
        Link("chest", "x", (0.0, 0.0, 0.05), 12.0, (0.2, 0.3, 0.35), up=True),
    )
    neck = (
        Link("neck_yaw", "z", (0.0, 0.0, 0.38), 0.3, (0.05, 0.05, 0.04), up=True),
        Link("neck_roll", "x", (0.0, 0.0, 0.04), 0.3, (0.05, 0.05, 0.04), up=True),
        Link("head", "y", (0.02, 0.0, 0.04), 2.0, (0.18, 0.15, 0.2), up=True),
    )
    leg = (
        Link("hip_pitch", "y", (0.0, 0.096, 0.0), 1.5, (0.1, 0.1, 0.1)),
        Link("hip_roll", "x", (0.0, 0.0, 0.0), 1.5, (0.1, 0.1, 0.1)),
        Link("thigh", "z", (0.0, 0.0, -0.05), 4.0, (0.12, 0.12, 0.34)),
        Link("shank", "y", (0.02, 0.0, -0.34), 2.5, (0.1, 0.1, 0.39)),
        Link("ankle", "x", (-0.04, 0.0, -0.39), 0.4, (0.06, 0.06, 0.05)),
        Link("foot", "y", (0.0, 0.0, 0.0), 1.0, (0.22, 0.1, 0.1)),
    )
    arm = (
        Link("shoulder_pitch", "y", (0.0, 0.2, 0.3), 0.8, (0.08, 0.08, 0.08)),
        Link("shoulder_roll", "x", (0.0, 0.03, 0.0), 0.8, (0.08, 0.08, 0.08)),
        Link("upper_arm", "z", (0.0, 0.0, -0.1), 1.2, (0.07, 0.07, 0.19)),
        Link("elbow", "y", (0.01, 0.0, -0.19), 0.8, (0.07, 0.07, 0.1)),
        Link("forearm", "z", (0.0, 0.0, -0.1), 0.8, (0.06, 0.06, 0.15)),
        Link("wrist", "x", (0.0, 0.0, -0.15), 0.2, (0.04, 0.04, 0.03)),
        Link("hand", "y", (0.0, 0.0, -0.03), 0.6, (0.06, 0.04, 0.15)),
    )
    chest = _add_geared(builder, "", pelvis, [(link, strong) for link in waist])
    _add_geared(builder, "", chest, [(link, light) for link in neck])
    for name, side in (("left", 1.0), ("right", -1.0)):
        _add_geared(builder, f"{name}_", pelvis, [(link, strong) for link in leg], side)
        _add_geared(builder, f"{name}_", chest, [(link, light) for link in arm], side)
    return cast(LoopModel, builder.build())
