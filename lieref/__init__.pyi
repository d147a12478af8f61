"""Where each public name is, for type checkers and for `__init__.py`, which imports on demand."""

from typing import Any

from lieref import elastic, errors, integrate, loops, oracle, trajectories
from lieref.algebra import SE3, SO3
from lieref.api.dynamics import (
    conditioning_bound,
    coriolis_matrix,
    forward_dynamics,
    hybrid_dynamics,
    inverse_dynamics,
    joint_space_inertia,
    prepare_forward_dynamics,
    prepare_inverse_dynamics,
)
from lieref.api.kinematics import (
    forward_kinematics,
    frame_wrenches,
    inverse_kinematics_derivatives,
    jacobian,
    jacobian_derivatives,
    jacobian_partial,
    jacobian_partials,
    system_jacobian,
    system_jacobian_derivatives,
)
from lieref.api.laws import (
    bias_forces,
    center_of_mass,
    center_of_mass_jacobian,
    center_of_mass_jacobian_derivatives,
    centroidal_bias,
    centroidal_momentum,
    centroidal_momentum_matrix,
    centroidal_momentum_matrix_derivatives,
    christoffel_symbols,
    energy,
    external_forces,
    gravity_forces,
    inverse_inertia_times,
    joint_space_inertia_derivatives,
    joint_wrenches,
    momentum,
)
from lieref.api.order_partials import (
    forward_dynamics_order_jvp,
    forward_dynamics_order_partials,
    forward_dynamics_order_vjp,
    inverse_dynamics_order_jvp,
    inverse_dynamics_order_partials,
    inverse_dynamics_order_vjp,
)
from lieref.api.parameters import (
    centroidal_momentum_partials,
    forward_dynamics_geometric_derivatives,
    forward_dynamics_geometric_partials,
    forward_dynamics_parameter_second_partials,
    forward_dynamics_regressor,
    forward_dynamics_regressor_derivatives,
    forward_dynamics_screw_partials,
    inertial_parameters,
    inverse_dynamics_geometric_derivatives,
    inverse_dynamics_geometric_partials,
    inverse_dynamics_parameter_second_partials,
    inverse_dynamics_regressor,
    inverse_dynamics_regressor_derivatives,
    inverse_dynamics_screw_partials,
    linearized,
    linearized_rates,
)
from lieref.api.partials import (
    forward_dynamics_contraction,
    forward_dynamics_jvp,
    forward_dynamics_partials,
    forward_dynamics_second_partials,
    forward_dynamics_vjp,
    inverse_dynamics_contraction,
    inverse_dynamics_jvp,
    inverse_dynamics_partials,
    inverse_dynamics_second_partials,
    inverse_dynamics_vjp,
)
from lieref.codegen.generating import GeneratedCode, generate
from lieref.dynamics.laws.energy import Energy
from lieref.dynamics.laws.newton_euler import (
    inertia_in_frame,
    momentum_balance,
    newton_euler,
    newton_euler_components,
    newton_euler_in_frame,
)
from lieref.dynamics.laws.path_dynamics import PathCoefficients, PathDynamics, path_dynamics
from lieref.dynamics.laws.phase_space import PhaseSpaceRates, body_momenta, phase_space_rates
from lieref.dynamics.laws.propellers import Propellers, hexarotor, paper_hexarotor
from lieref.dynamics.matrices.grouped_matrices import (
    closed_form,
    closed_form_rate,
    grouped_matrices,
)
from lieref.dynamics.matrices.inertia_factor import InertiaFactor, inertia_factor
from lieref.dynamics.matrices.sparse_inertia import SparseInertia, sparse_joint_space_inertia
from lieref.dynamics.matrices.system_forms import (
    LagrangeMatrices,
    euler_jourdain,
    lagrange_matrices,
    momentum_jourdain,
)
from lieref.errors import (
    ArgumentError,
    BusyError,
    ConfigurationError,
    IntegrationError,
    LierefError,
    ModelError,
    ModelWarning,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.kinematics.pose_derivatives import pose_derivatives, twist_derivatives
from lieref.kinematics.representations import convert_inertias, convert_twists, convert_wrenches
from lieref.kinematics.system_factors import SystemFactors, block_brackets, system_factors
from lieref.model.builder import ModelBuilder
from lieref.model.home_screws import from_home_screws
from lieref.model.interop.drake_reading import from_drake
from lieref.model.interop.library_model import LibraryModel
from lieref.model.interop.mujoco_reading import from_mjcf, from_mujoco
from lieref.model.interop.pinocchio_reading import from_pinocchio
from lieref.model.interop.pinocchio_writing import to_pinocchio
from lieref.model.joints.joints import (
    Cylindrical,
    EulerAngles,
    Fixed,
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
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import Coupling, Loop
from lieref.model.mechanisms import catalogue
from lieref.model.model import Model
from lieref.model.tree.tree_model import Frame
from lieref.model.urdf import load_urdf
from lieref.partials import tensor_algebra
from lieref.partials.any_order.inverse.contraction import (
    InverseDynamicsOrderContraction,
    inverse_dynamics_order_contraction,
)
from lieref.partials.any_order.prepared import (
    prepare_forward_dynamics_order_partials,
    prepare_inverse_dynamics_order_partials,
)
from lieref.partials.any_order.results import (
    ForwardDynamicsOrderPartials,
    ForwardDynamicsOrderVjp,
    InverseDynamicsOrderPartials,
    InverseDynamicsOrderVjp,
)
from lieref.partials.coordinates.hessian import (
    commutator,
    lie_second_derivative,
    retraction_hessian,
)
from lieref.partials.coordinates.lie_derivatives import (
    coordinate_partials,
    coordinate_second_partials,
    lie_partials,
    lie_second_partials,
)
from lieref.partials.coordinates.linearized import Linearized
from lieref.partials.idsva.centroidal import CentroidalPartials
from lieref.partials.parameters.parameter_second_partials import (
    ForwardParameterSecondPartials,
    InverseParameterSecondPartials,
)
from lieref.partials.products.products_results import (
    ForwardDynamicsContraction,
    ForwardDynamicsVjp,
    InverseDynamicsContraction,
    InverseDynamicsVjp,
)
from lieref.partials.results import (
    ForwardDynamicsPartials,
    ForwardDynamicsSecondPartials,
    InverseDynamicsPartials,
    InverseDynamicsSecondPartials,
)
from lieref.poses.solve_pose import PoseSolution, solve_pose
from lieref.version import __version__

__all__ = [
    "ArgumentError",
    "BusyError",
    "CentroidalPartials",
    "ConfigurationError",
    "Coupling",
    "Cylindrical",
    "Energy",
    "EulerAngles",
    "Fixed",
    "ForwardDynamicsContraction",
    "ForwardDynamicsOrderPartials",
    "ForwardDynamicsOrderVjp",
    "ForwardDynamicsPartials",
    "ForwardDynamicsSecondPartials",
    "ForwardDynamicsVjp",
    "ForwardParameterSecondPartials",
    "Frame",
    "GeneratedCode",
    "Free",
    "Helical",
    "ImplicitConstraint",
    "InertiaFactor",
    "IntegrationError",
    "InverseDynamicsContraction",
    "InverseDynamicsOrderContraction",
    "InverseDynamicsOrderPartials",
    "InverseDynamicsOrderVjp",
    "InverseDynamicsPartials",
    "InverseDynamicsSecondPartials",
    "InverseDynamicsVjp",
    "InverseParameterSecondPartials",
    "LagrangeMatrices",
    "LibraryModel",
    "LierefError",
    "Linearized",
    "Loop",
    "LoopModel",
    "Mimic",
    "Model",
    "ModelBuilder",
    "ModelError",
    "ModelWarning",
    "NonFiniteError",
    "PathCoefficients",
    "PathDynamics",
    "PhaseSpaceRates",
    "PoseSolution",
    "Planar",
    "Prismatic",
    "Propellers",
    "Revolute",
    "SE3",
    "SO3",
    "Screw",
    "ShapeError",
    "SingularError",
    "SparseInertia",
    "Spherical",
    "SystemFactors",
    "Universal",
    "__version__",
    "bias_forces",
    "block_brackets",
    "body_momenta",
    "catalogue",
    "center_of_mass",
    "center_of_mass_jacobian",
    "center_of_mass_jacobian_derivatives",
    "centroidal_bias",
    "centroidal_momentum",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_derivatives",
    "centroidal_momentum_partials",
    "christoffel_symbols",
    "closed_form",
    "closed_form_rate",
    "commutator",
    "conditioning_bound",
    "convert_inertias",
    "convert_twists",
    "convert_wrenches",
    "coordinate_partials",
    "coordinate_second_partials",
    "coriolis_matrix",
    "elastic",
    "energy",
    "errors",
    "euler_jourdain",
    "external_forces",
    "forward_dynamics",
    "forward_dynamics_contraction",
    "forward_dynamics_geometric_derivatives",
    "forward_dynamics_geometric_partials",
    "forward_dynamics_jvp",
    "forward_dynamics_order_jvp",
    "forward_dynamics_order_partials",
    "forward_dynamics_order_vjp",
    "forward_dynamics_parameter_second_partials",
    "forward_dynamics_partials",
    "forward_dynamics_regressor",
    "forward_dynamics_regressor_derivatives",
    "forward_dynamics_screw_partials",
    "forward_dynamics_second_partials",
    "forward_dynamics_vjp",
    "forward_kinematics",
    "frame_wrenches",
    "from_drake",
    "from_home_screws",
    "from_mjcf",
    "from_mujoco",
    "from_pinocchio",
    "generate",
    "gravity_forces",
    "grouped_matrices",
    "hexarotor",
    "hybrid_dynamics",
    "inertia_factor",
    "inertia_in_frame",
    "inertial_parameters",
    "integrate",
    "inverse_dynamics",
    "inverse_dynamics_contraction",
    "inverse_dynamics_geometric_derivatives",
    "inverse_dynamics_geometric_partials",
    "inverse_dynamics_jvp",
    "inverse_dynamics_order_contraction",
    "inverse_dynamics_order_jvp",
    "inverse_dynamics_order_partials",
    "inverse_dynamics_order_vjp",
    "inverse_dynamics_parameter_second_partials",
    "inverse_dynamics_partials",
    "inverse_dynamics_regressor",
    "inverse_dynamics_regressor_derivatives",
    "inverse_dynamics_screw_partials",
    "inverse_dynamics_second_partials",
    "inverse_dynamics_vjp",
    "inverse_inertia_times",
    "inverse_kinematics_derivatives",
    "jacobian",
    "jacobian_derivatives",
    "jacobian_partial",
    "jacobian_partials",
    "joint_space_inertia",
    "joint_space_inertia_derivatives",
    "joint_wrenches",
    "lagrange_matrices",
    "lie_partials",
    "lie_second_derivative",
    "lie_second_partials",
    "linearized",
    "linearized_rates",
    "load_urdf",
    "loops",
    "momentum",
    "momentum_balance",
    "momentum_jourdain",
    "newton_euler",
    "newton_euler_components",
    "newton_euler_in_frame",
    "oracle",
    "paper_hexarotor",
    "path_dynamics",
    "phase_space_rates",
    "pose_derivatives",
    "prepare_forward_dynamics",
    "prepare_forward_dynamics_order_partials",
    "prepare_inverse_dynamics",
    "prepare_inverse_dynamics_order_partials",
    "retraction_hessian",
    "sparse_joint_space_inertia",
    "solve_pose",
    "system_factors",
    "system_jacobian",
    "system_jacobian_derivatives",
    "tensor_algebra",
    "to_pinocchio",
    "trajectories",
    "twist_derivatives",
]

def __getattr__(name: str) -> Any: ...
