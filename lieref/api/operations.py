"""A row for each public function that takes trees and mechanisms."""

from __future__ import annotations

from typing import Literal, NamedTuple

#: How a function takes many states: "itself"; "at once", with one leading axis; one "by one";
#: "in lanes", by a function beside it that computes batches, or "all in lanes", by it alone; or
#: "never".
Batches = Literal["itself", "at once", "in lanes", "all in lanes", "by one", "never"]

#: Axes of each argument that belongs to a state, in one state; all other arguments are options.
#: A stack of time derivatives has one more.
AXES = {
    # configuration, and directions from it
    "q": 1,
    "dq": 1,
    # velocity and acceleration, and directions from them
    "v": 1,
    "a": 1,
    "vdot": 1,
    "dv": 1,
    "da": 1,
    # generalized forces
    "tau": 1,
    "tau_rate": 1,
    "tau_ext": 1,
    "dtau": 1,
    # of every body
    "wrenches": 2,
    "wrench_rates": 2,
    # weights of results
    "w": 1,
}


class Operation(NamedTuple):
    """A public function.

    module : of the function of trees below lieref, with the signature and the docstring
    state : names of the arguments that differ from state to state, "v'" if it is a stack of time
        derivatives
    mechanisms, trees : how they take many states
    trees_alone : options that mechanisms have not; they take the default
    entry : whether the function of trees has an entry in C, of the same name with `_of` behind it
    """

    name: str
    module: str
    state: str
    mechanisms: Batches = "by one"
    trees: Batches = "itself"
    trees_alone: tuple[str, ...] = ()
    entry: bool = False

    @property
    def axes(self) -> dict[str, int]:
        """Own axes of each argument of a state."""
        names = self.state.split()
        return {x.rstrip("'"): AXES[x.rstrip("'")] + x.endswith("'") for x in names}


_KINEMATICS = (
    Operation(
        "forward_kinematics",
        "kinematics.forward_kinematics",
        "q v'",
        "at once",
        trees_alone=("bounds", "input_radius"),
    ),
    Operation("jacobian", "kinematics.jacobian", "q", "at once"),
    Operation("jacobian_derivatives", "kinematics.jacobians", "q v'", "at once"),
    Operation("system_jacobian", "kinematics.jacobians", "q", "at once"),
    Operation("system_jacobian_derivatives", "kinematics.jacobians", "q v'", "at once"),
    Operation("jacobian_partial", "kinematics.jacobian_partials", "q"),
    Operation("jacobian_partials", "kinematics.jacobian_partials", "q"),
    Operation("frame_wrenches", "kinematics.frame_wrenches", "", "never"),
    Operation("inverse_kinematics_derivatives", "kinematics.inverse_kinematics", "q", "itself"),
)
_DYNAMICS = (
    Operation(
        "inverse_dynamics",
        "dynamics.inverse_dynamics",
        "q v' wrenches' tau_ext'",
        "in lanes",
        trees_alone=("form", "bounds", "input_radius"),
        entry=True,
    ),
    Operation(
        "forward_dynamics",
        "dynamics.forward_dynamics",
        "q v tau' wrenches' tau_ext'",
        "in lanes",
        trees_alone=("form", "digits", "bounds"),
        entry=True,
    ),
    Operation(
        "hybrid_dynamics",
        "dynamics.forward_dynamics",
        "q v vdot' tau' wrenches' tau_ext'",
        trees_alone=("form", "digits", "bounds"),
    ),
    Operation("conditioning_bound", "dynamics.forward_dynamics", "", "never"),
    Operation(
        "joint_space_inertia",
        "dynamics.closed_forms",
        "q",
        "all in lanes",
        trees_alone=("method", "bounds", "input_radius"),
        entry=True,
    ),
    Operation("coriolis_matrix", "dynamics.closed_forms", "q v", "at once"),
    Operation("prepare_inverse_dynamics", "dynamics.prepared", "", "never"),
    Operation("prepare_forward_dynamics", "dynamics.prepared", "", "never"),
)
_LAWS = (
    Operation("energy", "dynamics.laws.energy", "q v'", "at once"),
    Operation("momentum", "dynamics.laws.momentum", "q v'", "at once"),
    Operation("centroidal_momentum", "dynamics.laws.momentum", "q v'", "at once"),
    Operation("center_of_mass", "dynamics.laws.momentum", "q v'", "at once"),
    Operation("centroidal_momentum_matrix", "dynamics.laws.centroidal", "q", "at once"),
    Operation(
        "centroidal_momentum_matrix_derivatives", "dynamics.laws.centroidal", "q v'", "at once"
    ),
    Operation("center_of_mass_jacobian", "dynamics.laws.centroidal", "q", "at once"),
    Operation("center_of_mass_jacobian_derivatives", "dynamics.laws.centroidal", "q v'", "at once"),
    Operation("centroidal_bias", "dynamics.laws.centroidal", "q v", "at once"),
    Operation("bias_forces", "dynamics.laws.generalized_forces", "q v", "at once", entry=True),
    Operation("external_forces", "dynamics.laws.generalized_forces", "q wrenches", "at once"),
    Operation("gravity_forces", "dynamics.laws.generalized_forces", "q", "at once", entry=True),
    Operation(
        "joint_space_inertia_derivatives",
        "dynamics.matrices.joint_space_inertia",
        "q v'",
        "at once",
    ),
    Operation("joint_wrenches", "dynamics.laws.joint_wrenches", "q v' wrenches'", trees="at once"),
    Operation("inverse_inertia_times", "dynamics.matrices.joint_space_inertia", "", "never"),
    Operation("christoffel_symbols", "dynamics.matrices.christoffel", "q"),
)
_PARTIALS = (
    Operation(
        "inverse_dynamics_partials",
        "partials.idsva.inverse_dynamics_partials",
        "q v a wrenches",
        "in lanes",
        trees_alone=("bounds", "input_radius"),
        entry=True,
    ),
    Operation(
        "forward_dynamics_partials",
        "partials.fdsva.forward_dynamics_partials",
        "q v tau wrenches",
        "in lanes",
        entry=True,
    ),
    Operation(
        "inverse_dynamics_second_partials",
        "partials.idsva_so.inverse_dynamics_second_partials",
        "q v a wrenches",
        "itself",
    ),
    Operation(
        "forward_dynamics_second_partials",
        "partials.fdsva_so.forward_dynamics_second_partials",
        "q v tau wrenches",
        trees_alone=("inner", "outer"),
    ),
    Operation("inverse_dynamics_jvp", "partials.products.products", "", "itself"),
    Operation("inverse_dynamics_vjp", "partials.products.products", "", "itself"),
    Operation("inverse_dynamics_contraction", "partials.products.products", "", "itself"),
    Operation("forward_dynamics_jvp", "partials.products.products_forward", "", "itself"),
    Operation("forward_dynamics_vjp", "partials.products.products_forward", "", "itself"),
    Operation("forward_dynamics_contraction", "partials.products.products_forward", "", "itself"),
)
_ORDER_PARTIALS = (
    Operation(
        "inverse_dynamics_order_partials",
        "partials.any_order.inverse.inverse_dynamics_order_partials",
        "q v' wrenches'",
        trees_alone=("out",),
    ),
    Operation(
        "forward_dynamics_order_partials",
        "partials.any_order.forward.forward_dynamics_order_partials",
        "q v tau' wrenches'",
    ),
    Operation(
        "inverse_dynamics_order_jvp",
        "partials.any_order.inverse.inverse_dynamics_order_products",
        "q v' dq dv'",
        "by one",
        "by one",
    ),
    Operation(
        "inverse_dynamics_order_vjp",
        "partials.any_order.inverse.inverse_dynamics_order_products",
        "q v' w'",
        "by one",
        "by one",
    ),
    Operation(
        "forward_dynamics_order_jvp",
        "partials.any_order.forward.forward_dynamics_order_products",
        "q v tau' dq dv dtau'",
        "by one",
        "by one",
    ),
    Operation(
        "forward_dynamics_order_vjp",
        "partials.any_order.forward.forward_dynamics_order_products",
        "q v tau' w'",
        "by one",
        "by one",
    ),
)
_PARAMETERS = (
    Operation("inertial_parameters", "partials.parameters.regressor", "", "never"),
    Operation("inverse_dynamics_regressor", "partials.parameters.regressor", "q v a"),
    Operation("forward_dynamics_regressor", "partials.parameters.regressor", "q v tau wrenches"),
    Operation(
        "inverse_dynamics_regressor_derivatives", "partials.parameters.regressor_rates", "q v'"
    ),
    Operation(
        "inverse_dynamics_parameter_second_partials",
        "partials.parameters.parameter_second_partials",
        "q v a wrenches",
    ),
    Operation(
        "forward_dynamics_parameter_second_partials",
        "partials.parameters.parameter_second_partials",
        "q v tau wrenches",
    ),
    Operation(
        "inverse_dynamics_geometric_partials",
        "partials.coordinates.geometric_partials",
        "q v a wrenches",
    ),
    Operation(
        "forward_dynamics_geometric_partials",
        "partials.coordinates.geometric_partials",
        "q v tau wrenches",
    ),
    Operation(
        "inverse_dynamics_screw_partials",
        "partials.coordinates.geometric_partials",
        "q v a wrenches",
    ),
    Operation(
        "forward_dynamics_screw_partials",
        "partials.coordinates.geometric_partials",
        "q v tau wrenches",
    ),
    Operation(
        "inverse_dynamics_geometric_derivatives",
        "partials.parameters.geometric_rates",
        "q v' wrenches'",
        "by one",
        "by one",
    ),
    Operation(
        "forward_dynamics_geometric_derivatives",
        "partials.parameters.forward_rates",
        "q v tau'",
        "by one",
        "by one",
    ),
    Operation(
        "forward_dynamics_regressor_derivatives",
        "partials.parameters.forward_rates",
        "q v tau'",
        "by one",
        "by one",
    ),
    Operation("centroidal_momentum_partials", "partials.idsva.centroidal", "q v a"),
    Operation(
        "linearized", "partials.coordinates.linearized", "q v tau wrenches", "by one", "by one"
    ),
    Operation(
        "linearized_rates",
        "partials.coordinates.linearized",
        "q v tau tau_rate wrenches wrench_rates",
        "by one",
        "by one",
    ),
)
#: By module of this package, which build_api.py writes.
GROUPS: dict[str, tuple[Operation, ...]] = {
    "kinematics": _KINEMATICS,
    "dynamics": _DYNAMICS,
    "laws": _LAWS,
    "partials": _PARTIALS,
    "order_partials": _ORDER_PARTIALS,
    "parameters": _PARAMETERS,
}
#: All of them by name.
OPERATIONS = {row.name: row for rows in GROUPS.values() for row in rows}
