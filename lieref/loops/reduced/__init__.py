"""Functions of mechanisms behind the public ones of trees, which pass a `LoopModel` on to them.

qdot = G ydot, [Chignoli et al., Sec. II-B], and its derivatives make each of them that of the tree:
what is multiplied by velocities is multiplied by G, what is dual to them by G^T. See
`lieref.model.loops.other_models`; arguments and errors are those of the public functions.
"""

from lieref.loops.reduced.conditioning import conditioning_bound
from lieref.loops.reduced.dynamics import (
    centroidal_bias,
    christoffel_symbols,
    hybrid_dynamics,
    inverse_inertia_times,
)
from lieref.loops.reduced.geometry import (
    forward_dynamics_geometric_partials,
    forward_dynamics_screw_partials,
    inverse_dynamics_geometric_derivatives,
    inverse_dynamics_geometric_partials,
    inverse_dynamics_screw_partials,
)
from lieref.loops.reduced.kinematics import (
    forward_kinematics,
    frame_wrenches,
    jacobian,
    jacobian_derivatives,
    jacobian_partial,
    jacobian_partials,
    system_jacobian,
    system_jacobian_derivatives,
)
from lieref.loops.reduced.linear import linearized, linearized_rates
from lieref.loops.reduced.momentum import centroidal_momentum_partials
from lieref.loops.reduced.order_products import (
    forward_dynamics_order_jvp,
    forward_dynamics_order_vjp,
    inverse_dynamics_order_jvp,
    inverse_dynamics_order_vjp,
)
from lieref.loops.reduced.parameter_partials import (
    forward_dynamics_parameter_second_partials,
    inverse_dynamics_parameter_second_partials,
)
from lieref.loops.reduced.prepared import prepare_forward_dynamics, prepare_inverse_dynamics
from lieref.loops.reduced.products import product
from lieref.loops.reduced.regressors import (
    forward_dynamics_regressor,
    inertial_parameters,
    inverse_dynamics_regressor,
    inverse_dynamics_regressor_derivatives,
)

__all__ = [
    "centroidal_bias",
    "centroidal_momentum_partials",
    "christoffel_symbols",
    "conditioning_bound",
    "forward_dynamics_geometric_partials",
    "forward_dynamics_order_jvp",
    "forward_dynamics_order_vjp",
    "forward_dynamics_parameter_second_partials",
    "forward_dynamics_regressor",
    "forward_dynamics_screw_partials",
    "forward_kinematics",
    "frame_wrenches",
    "hybrid_dynamics",
    "inertial_parameters",
    "inverse_dynamics_geometric_derivatives",
    "inverse_dynamics_geometric_partials",
    "inverse_dynamics_order_jvp",
    "inverse_dynamics_order_vjp",
    "inverse_dynamics_parameter_second_partials",
    "inverse_dynamics_regressor",
    "inverse_dynamics_regressor_derivatives",
    "inverse_dynamics_screw_partials",
    "inverse_inertia_times",
    "jacobian",
    "jacobian_derivatives",
    "jacobian_partial",
    "jacobian_partials",
    "linearized",
    "linearized_rates",
    "prepare_forward_dynamics",
    "prepare_inverse_dynamics",
    "product",
    "system_jacobian",
    "system_jacobian_derivatives",
]
