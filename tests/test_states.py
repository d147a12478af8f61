"""Every function of a tree's state: a batch is its states, and places of a free base are alike."""

import inspect

import numpy as np
import pytest
from support.programs.tree_calls import tree_calls
from support.references.rounding_scale import arrays
from support.references.tolerances import EPS
from support.trees.robots import draw, with_physics

FREE, Q, V = draw("every_joint_free", "generic", 1)
# In free space, far from the origin, of numbers that no double holds together.
AWAY = np.array([6e5, -4.8e5, 6.4e5])
# What says where the robot is.
PLACES = ("center_of_mass", "energy", "forward_kinematics", "momentum")
# It takes other arguments than a state.
OTHERS = ("frame_wrenches", "generate")
# What is of every state its own, if the function takes it; anything else is shared.
OF_STATES = ("q", "v", "a", "tau", "vdot", "dq", "dv", "da", "dtau", "w", "u", "tau_rate")
# States of a batch are summed in lanes, in another order; those of forward dynamics with the
# inverse of H, whose condition is 1e4.
LANES = {
    "forward_dynamics": 1e-10,
    "forward_dynamics_contraction": 1e-10,
    "forward_dynamics_jvp": 1e-10,
    "forward_dynamics_order_partials": 1e-10,
    "forward_dynamics_partials": 1e-10,
    "forward_dynamics_vjp": 1e-10,
    "hybrid_dynamics": 1e-10,
    "gravity_forces": 64 * EPS,
    "inverse_dynamics": 64 * EPS,
    "inverse_dynamics_contraction": 64 * EPS,
    "inverse_dynamics_jvp": 64 * EPS,
    "inverse_dynamics_order_partials": 64 * EPS,
    "inverse_dynamics_partials": 64 * EPS,
    "inverse_dynamics_vjp": 64 * EPS,
    "joint_space_inertia": 64 * EPS,
}
# Functions that take no batch refuse it: see tests/sweep/test_arguments.py.
BATCHED = (
    *LANES,
    "center_of_mass",
    "center_of_mass_jacobian",
    "center_of_mass_jacobian_derivatives",
    "centroidal_momentum",
    "centroidal_momentum_matrix",
    "centroidal_momentum_matrix_derivatives",
    "coriolis_matrix",
    "energy",
    "forward_dynamics_geometric_derivatives",
    "forward_dynamics_order_jvp",
    "forward_dynamics_order_vjp",
    "forward_dynamics_regressor_derivatives",
    "forward_kinematics",
    "inverse_dynamics_geometric_derivatives",
    "inverse_dynamics_order_contraction",
    "inverse_dynamics_order_jvp",
    "inverse_dynamics_order_vjp",
    "inverse_dynamics_regressor_derivatives",
    "inverse_kinematics_derivatives",
    "jacobian",
    "jacobian_derivatives",
    "jacobian_partial",
    "jacobian_partials",
    "linearized",
    "linearized_rates",
    "momentum",
    "path_dynamics",
    "system_jacobian",
    "system_jacobian_derivatives",
)
CALLS = tree_calls(FREE, (Q, V), 0)


def options(function):
    """The keyword arguments that a function has."""
    return inspect.signature(function).parameters


def numbers(result):
    """The arrays of a result, those of its parts as well."""
    if isinstance(result, tuple | list):
        return [y for x in result for y in numbers(x)]
    if hasattr(result, "__dataclass_fields__"):
        return [y for x in vars(result).values() for y in numbers(x)]
    return arrays(result)


@pytest.mark.parametrize("base", ["body", "hybrid", "mixed"])
@pytest.mark.parametrize(
    "name",
    [name for name, call in CALLS.items() if "base" in options(call[0])
     and name not in PLACES + OTHERS],
)  # fmt: skip
def test_the_place_of_the_base_changes_no_bit(name, base):
    function, given, more = CALLS[name]
    far = Q.copy()
    far[:3] = AWAY
    near, away = (numbers(function(FREE, **{**given, "q": q}, **more, base=base)) for q in (Q, far))
    assert all(np.array_equal(x, y) for x, y in zip(near, away, strict=True))


@pytest.mark.parametrize("physics", [False, True])
@pytest.mark.parametrize("name", BATCHED)
def test_a_batch_is_its_states(name, physics):
    model = with_physics(FREE, 1, "sign" if name == "path_dynamics" else "smooth")
    model = model if physics else FREE
    function, given, more = tree_calls(model, (Q, V), 0)[name]
    many = dict(given)
    for what in OF_STATES:
        if what in given:
            parts = [given[what], 0.5 * given[what], -given[what]]
            if what == "q":
                parts[1:] = [model.integrate(Q, np.full(model.nv, x)) for x in (0.1, -0.2)]
            many[what] = np.stack(parts)
    taken = options(function)
    for base in ("body", "hybrid") if "base" in taken else (None,):
        for workers in (1, 3) if "workers" in taken else (None,):
            chosen = {"base": base, "workers": workers}
            chosen = {what: x for what, x in chosen.items() if x is not None} | more
            batch = numbers(function(model, **many, **chosen))
            for i in range(3):
                one = {what: x[i] if what in OF_STATES else x for what, x in many.items()}
                chosen.pop("workers", None)
                for x, y in zip(batch, numbers(function(model, **one, **chosen)), strict=True):
                    assert x[i].shape == y.shape
                    limit = LANES.get(name, 0.0) * abs(y).max(initial=0.0)
                    assert abs(x[i] - y).max(initial=0.0) <= limit, (base, workers, i)
