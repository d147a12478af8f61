"""Rigid-body dynamics on Lie groups: fast recursions, and an independent truth beside them.

See `inverse_dynamics` to begin with, `load_urdf`, `ModelBuilder` and `catalogue` for models,
`oracle` for the truth at any precision, `SE3` and `SO3` for the groups, and docs/conventions.md
for frames, orders and shapes.
"""

from lieref import errors, oracle, trajectories
from lieref.algebra import SE3, SO3
from lieref.dynamics.forward_dynamics import (
    conditioning_floor,
    forward_dynamics,
    hybrid_dynamics,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.propellers import Propellers, hexarotor, paper_hexarotor
from lieref.errors import (
    ConfigurationError,
    LierefError,
    ModelError,
    ModelWarning,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.kinematics.pose_derivatives import pose_derivatives, twist_derivatives
from lieref.model import catalogue
from lieref.model.builder import ModelBuilder
from lieref.model.joints import (
    Cylindrical,
    EulerAngles,
    Free,
    Helical,
    Mimic,
    Planar,
    Prismatic,
    Revolute,
    Screw,
    Spherical,
    Universal,
)
from lieref.model.model import Model
from lieref.model.urdf import load_urdf
from lieref.version import __version__

__all__ = [
    "SE3",
    "SO3",
    "ConfigurationError",
    "Cylindrical",
    "EulerAngles",
    "Free",
    "Helical",
    "LierefError",
    "Mimic",
    "Model",
    "ModelBuilder",
    "ModelError",
    "ModelWarning",
    "NonFiniteError",
    "Planar",
    "Prismatic",
    "Propellers",
    "Revolute",
    "Screw",
    "ShapeError",
    "SingularError",
    "Spherical",
    "Universal",
    "__version__",
    "catalogue",
    "conditioning_floor",
    "errors",
    "forward_dynamics",
    "forward_kinematics",
    "hexarotor",
    "hybrid_dynamics",
    "inverse_dynamics",
    "load_urdf",
    "oracle",
    "paper_hexarotor",
    "pose_derivatives",
    "trajectories",
    "twist_derivatives",
]
