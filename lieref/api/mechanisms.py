"""The functions of mechanisms behind the public ones, imported when a mechanism first comes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from lieref.loops import kinematics
from lieref.loops.centroidal import (
    center_of_mass,
    center_of_mass_jacobian,
    center_of_mass_jacobian_derivatives,
    centroidal_bias,
    centroidal_momentum,
    centroidal_momentum_matrix,
    centroidal_momentum_matrix_derivatives,
    momentum,
)
from lieref.loops.clusters import many_states
from lieref.loops.clusters.dynamics import inverse_dynamics
from lieref.loops.conditioning import conditioning_bound
from lieref.loops.dynamics import forward_dynamics
from lieref.loops.equations_of_motion import (
    bias_forces,
    christoffel_symbols,
    coriolis_matrix,
    energy,
    external_forces,
    gravity_forces,
    hybrid_dynamics,
    inverse_inertia_times,
    joint_space_inertia,
    joint_space_inertia_derivatives,
)
from lieref.loops.joint_wrenches import joint_wrenches
from lieref.loops.kinematics import (
    forward_kinematics,
    frame_wrenches,
    jacobian,
    jacobian_derivatives,
    jacobian_partial,
    jacobian_partials,
    system_jacobian,
    system_jacobian_derivatives,
)
from lieref.loops.parameters import (
    forward_dynamics_geometric_derivatives,
    forward_dynamics_regressor,
    forward_dynamics_regressor_derivatives,
    inertial_parameters,
    inverse_dynamics_regressor,
    inverse_dynamics_regressor_derivatives,
)
from lieref.loops.partials import dynamics_partials
from lieref.loops.partials import many_states as many_partials
from lieref.loops.partials.any_order.dynamics_partials import (
    forward_dynamics_order_partials,
    inverse_dynamics_order_partials,
)
from lieref.loops.partials.any_order.products import (
    forward_dynamics_order_jvp,
    forward_dynamics_order_vjp,
    inverse_dynamics_order_jvp,
    inverse_dynamics_order_vjp,
)
from lieref.loops.partials.dynamics_partials import (
    forward_dynamics_partials,
    forward_dynamics_second_partials,
    inverse_dynamics_partials,
)
from lieref.loops.partials.geometry import (
    forward_dynamics_geometric_partials,
    forward_dynamics_screw_partials,
    inverse_dynamics_geometric_derivatives,
    inverse_dynamics_geometric_partials,
    inverse_dynamics_screw_partials,
)
from lieref.loops.partials.linearization import linearized, linearized_rates
from lieref.loops.partials.momentum import centroidal_momentum_partials
from lieref.loops.partials.parameter_partials import (
    forward_dynamics_parameter_second_partials,
    inverse_dynamics_parameter_second_partials,
)
from lieref.loops.partials.products import product
from lieref.loops.prepared import prepare_forward_dynamics, prepare_inverse_dynamics
from lieref.model.state_by_state import each_state
from lieref.partials.idsva_so.inverse_dynamics_second_partials import given_to, require_memory

if TYPE_CHECKING:
    from lieref.kinematics.inverse_kinematics import Bodies
    from lieref.model.loops.loop_model import LoopModel
    from lieref.partials.results import InverseDynamicsSecondPartials

inverse_dynamics_jvp = partial(product, "inverse_dynamics_jvp")
inverse_dynamics_vjp = partial(product, "inverse_dynamics_vjp")
inverse_dynamics_contraction = partial(product, "inverse_dynamics_contraction")
forward_dynamics_jvp = partial(product, "forward_dynamics_jvp")
forward_dynamics_vjp = partial(product, "forward_dynamics_vjp")
forward_dynamics_contraction = partial(product, "forward_dynamics_contraction")


def inverse_dynamics_second_partials(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    a: ArrayLike,
    base: str,
    wrenches: ArrayLike | None,
    wrench_axes: str,
    method: str,
    out: InverseDynamicsSecondPartials | None,
) -> Any:
    """`lieref.inverse_dynamics_second_partials`, of which trees compute in the memory of `out`."""
    if out is not None:
        require_memory(model.nv, out, q, v, a, wrenches)
    function = dynamics_partials.inverse_dynamics_second_partials
    arguments = (q, v, a, base, wrenches, wrench_axes, method)
    return given_to(out, each_state(function.__name__, function, model, arguments, CORES))


def inverse_kinematics_derivatives(
    model: LoopModel, q: ArrayLike, twists: ArrayLike, body: Bodies, *options: Any
) -> Any:
    """`lieref.inverse_kinematics_derivatives`, whose twists are of one body or of several."""
    several = 3 if isinstance(body, list | tuple) else 2
    function, cores = kinematics.inverse_kinematics_derivatives, (1, several, 0, 0, 0, 0)
    arguments = (q, twists, body, *options)
    return each_state(function.__name__, function, model, arguments, (*cores, 0, 0, 2, 0))


#: Own axes of the arguments of partials.
CORES = (1, 1, 1, 0, 2, 0, 0)
#: Functions of many states in lanes.
IN_LANES = {
    "inverse_dynamics": many_states.inverse_dynamics,
    "forward_dynamics": many_states.forward_dynamics,
    "joint_space_inertia": many_states.joint_space_inertia,
    "inverse_dynamics_partials": many_partials.inverse_dynamics_partials,
    "forward_dynamics_partials": many_partials.forward_dynamics_partials,
}
