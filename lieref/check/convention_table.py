"""What other libraries do with a free base: the words that `conventions` converts by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from lieref.algebra.arguments import choice


@dataclass(frozen=True)
class Convention:
    """What one library, at one setting, does with a free body.

    Attributes
    ----------
    library, setting : str
        Its name, and the reference frame or function that is meant.
    twist : {"body", "spatial", "hybrid", "mixed"}
        Representation of twists, and of the wrenches dual to them.
    order : {"angular", "linear"}
        Which part of twists and wrenches comes first.
    layout : {"position xyzw", "position wxyz", "wxyz position", "pose"}
        Parts of a configuration in their order; "pose" is a 4x4 matrix.
    acceleration : {"derivative", "turned"}
        Componentwise time derivative of the twist; or that of the body twist, its axes turned.
    perturbation : {"body", "twist", "coordinates", "none"}
        What moves in a partial derivative by the configuration: a right perturbation in body axes,
        one whose rate is the twist, the configuration's own numbers, or there are none.
    partial : {"force first", "coordinate first", "none"}
        Index order of a partial derivative of forces.
    gravity : (3,) tuple or None
        Its default in m/s^2; None where every call is given one.
    checked : {"measured", "documented"}
        Whether the tests compare with numbers of the library itself.
    remark : str
    """

    library: str
    setting: str
    twist: Literal["body", "spatial", "hybrid", "mixed"]
    order: Literal["angular", "linear"]
    layout: Literal["position xyzw", "position wxyz", "wxyz position", "pose"]
    acceleration: Literal["derivative", "turned"]
    perturbation: Literal["body", "twist", "coordinates", "none"]
    partial: Literal["force first", "coordinate first", "none"]
    gravity: tuple[float, float, float] | None
    checked: Literal["measured", "documented"]
    remark: str = ""


DOWN = (0.0, 0.0, -9.81)
CONVENTIONS = {
    "lieref": Convention(
        "lieref", 'base="body"', "body", "angular", "position xyzw", "derivative", "body",
        "force first", DOWN, "measured",
    ),
    "pinocchio.LOCAL": Convention(
        "Pinocchio", "LOCAL, free-flyer", "body", "linear", "position xyzw", "derivative", "body",
        "force first", DOWN, "measured",
        "velocity, acceleration and force of a free-flyer are always LOCAL",
    ),
    "pinocchio.WORLD": Convention(
        "Pinocchio", "WORLD", "spatial", "linear", "position xyzw", "derivative", "body",
        "force first", DOWN, "measured",
    ),
    "pinocchio.LOCAL_WORLD_ALIGNED": Convention(
        "Pinocchio", "LOCAL_WORLD_ALIGNED", "hybrid", "linear", "position xyzw", "turned", "body",
        "force first", DOWN, "measured",
        "getFrameAcceleration turns the LOCAL one; the derivative of the twist is "
        "getFrameClassicalAcceleration",
    ),
    "mujoco": Convention(
        "MuJoCo", "free joint", "mixed", "linear", "position wxyz", "derivative", "twist",
        "coordinate first", DOWN, "measured",
        "mj_objectVelocity is angular first, cvel about the center of mass of the subtree",
    ),
    "drake": Convention(
        "Drake", "quaternion floating joint", "hybrid", "angular", "wxyz position", "derivative",
        "coordinates", "force first", DOWN, "measured",
        "derivatives by AutoDiff in all seven coordinates; a quaternion is divided by its norm",
    ),
    "idyntree": Convention(
        "iDynTree", "MIXED_REPRESENTATION", "hybrid", "linear", "pose", "derivative", "none",
        "none", None, "documented", "the default representation",
    ),
    "idyntree.BODY_FIXED": Convention(
        "iDynTree", "BODY_FIXED_REPRESENTATION", "body", "linear", "pose", "derivative", "none",
        "none", None, "documented",
    ),
    "idyntree.INERTIAL_FIXED": Convention(
        "iDynTree", "INERTIAL_FIXED_REPRESENTATION", "spatial", "linear", "pose", "derivative",
        "none", "none", None, "documented",
    ),
    "rbdl": Convention(
        "RBDL", "JointTypeFloatingBase", "mixed", "linear", "position xyzw", "derivative", "none",
        "none", (0.0, -9.81, 0.0), "documented",
        "w stands behind all joint coordinates; spatial vectors are angular first",
    ),
    "featherstone": Convention(
        "Featherstone, spatial_v2", "xfb of FDfb and IDfb", "spatial", "angular", "wxyz position",
        "derivative", "none", "none", DOWN, "documented",
        "elsewhere motion vectors are of the body, angular first",
    ),
    "modern_robotics.body": Convention(
        "Modern Robotics", "body twist", "body", "angular", "pose", "derivative", "none", "none",
        None, "documented",
    ),
    "modern_robotics.space": Convention(
        "Modern Robotics", "space twist", "spatial", "angular", "pose", "derivative", "none",
        "none", None, "documented",
    ),
}  # fmt: skip


def convention(name: str) -> Convention:
    """Return the convention of that name; ArgumentError for another one."""
    return CONVENTIONS[choice("convention", name, CONVENTIONS)]
