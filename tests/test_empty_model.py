"""A model in which nothing moves, as of a URDF whose links are all fixed: every call takes it."""

import numpy as np
import pytest

import lieref

NONE, STACK = np.zeros(0), np.zeros((2, 0))
ENTRIES = {
    "inverse_dynamics": (STACK,),
    "forward_dynamics": (NONE, STACK),
    "hybrid_dynamics": (NONE, STACK, STACK, np.zeros(0, bool)),
    "conditioning_bound": (NONE, STACK),
    "joint_space_inertia": (),
    "coriolis_matrix": (NONE,),
    "christoffel_symbols": (),
    "lagrange_matrices": (NONE,),
    "grouped_matrices": (STACK,),
    "gravity_forces": (),
    "bias_forces": (NONE,),
    "euler_jourdain": (NONE, NONE),
    "momentum_jourdain": (NONE, NONE),
    "body_momenta": (NONE,),
    "phase_space_rates": (np.zeros((0, 6)), NONE),
    "path_dynamics": (STACK,),
    "energy": (STACK,),
    "momentum": (STACK,),
    "forward_kinematics": (STACK,),
    "system_jacobian": (),
    "system_jacobian_derivatives": (STACK,),
    "system_factors": (),
    "inverse_dynamics_partials": (NONE, NONE),
    "forward_dynamics_partials": (NONE, NONE),
    "inverse_dynamics_order_partials": (STACK,),
    "forward_dynamics_order_partials": (NONE, STACK),
    "forward_dynamics_order_jvp": (NONE, STACK, NONE, NONE, STACK),
    "forward_dynamics_order_vjp": (NONE, STACK, STACK),
    "inverse_dynamics_order_jvp": (STACK, NONE, STACK),
    "inverse_dynamics_order_vjp": (STACK, STACK[1:]),
    "inverse_dynamics_order_contraction": (STACK, STACK[1:]),
    "inverse_dynamics_second_partials": (NONE, NONE),
    "forward_dynamics_second_partials": (NONE, NONE),
    "inverse_dynamics_parameter_second_partials": (NONE, NONE),
    "forward_dynamics_parameter_second_partials": (NONE, NONE),
    "inverse_dynamics_regressor": (NONE, NONE),
    "inverse_dynamics_regressor_derivatives": (STACK,),
    "inverse_dynamics_geometric_partials": (NONE, NONE),
    "inverse_dynamics_geometric_derivatives": (STACK,),
    "forward_dynamics_geometric_derivatives": (NONE, STACK),
    "forward_dynamics_regressor_derivatives": (NONE, STACK),
    "inverse_dynamics_screw_partials": (NONE, NONE),
    "linearized": (NONE, NONE),
    "linearized_rates": (NONE, NONE, NONE),
}


@pytest.fixture
def empty():
    with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
        return lieref.ModelBuilder(doubtful="warn").build()


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_entry_takes_a_model_in_which_nothing_moves(empty, entry):
    assert getattr(lieref, entry)(empty, NONE, *ENTRIES[entry]) is not None


def test_its_one_configuration(empty):
    assert empty.neutral().shape == empty.random_configuration(np.random.default_rng(1)).shape
    assert empty.integrate(NONE, NONE).shape == empty.difference(NONE, NONE).shape == (0,)
    assert lieref.conditioning_bound(empty, NONE, NONE, STACK).tolist() == [0.0, 0.0]
    assert lieref.system_jacobian_derivatives(empty, NONE, STACK).shape == (3, 0, 0)
