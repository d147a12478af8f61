"""Calls of every public function that takes a model: arguments by their names, at one state."""

import inspect

import numpy as np

import lieref
from lieref.api.operations import OPERATIONS

# What a model is asked for by other means: an order, and arguments of each call.
PREPARED = {"prepare_inverse_dynamics", "prepare_forward_dynamics"}
PREPARED |= {f"{name}_order_partials" for name in PREPARED}
# What returns objects of another library.
OTHERS = {"to_pinocchio"}
# What is slow, for a part of the robot; what is singular, damped.
PARTS = {
    "conditioning_bound": {"samples": 1},
    "inverse_kinematics_derivatives": {"damping": 0.5},
    "generate": {"states": 0},
    "forward_dynamics_parameter_second_partials": {"parameters": ("screw",), "bodies": (1,)},
    "inverse_dynamics_parameter_second_partials": {"parameters": ("screw",), "bodies": (1,)},
}


def takes_model(function):
    """Names of the arguments after the model that must be given; None if it takes none."""
    if not callable(function) or isinstance(function, type):
        return None
    taken = inspect.signature(function).parameters
    if next(iter(taken), None) != "model":
        return None
    return [x.name for x in taken.values() if x.default is x.empty][1:]


def tree_calls(model, state, seed):
    """By name: each function of lieref that takes a model, its arguments and options."""
    rng = np.random.default_rng(seed)
    q, v = state
    n = model.nv
    vectors = {x: rng.standard_normal(n) for x in ("b", "dq", "dv", "da", "dtau", "tau_rate", "w")}
    given = {"q": q, "v": v[0], "a": v[1], "tau": rng.standard_normal(n), **vectors}
    given["u"], given["momenta"] = v, rng.standard_normal((model.nbodies, 6))
    given["first"] = rng.standard_normal((n, n))
    given["second"] = given["lie_second"] = given["hessian"] = rng.standard_normal((n, n, n))
    given["coordinates"], given["body"] = [0, n - 1, n - 1], model.nbodies - 1
    given["twists"] = rng.standard_normal((2, 6))
    given["wrenches"] = rng.standard_normal((model.nbodies, 6))
    given["H"] = lieref.joint_space_inertia(model, q)
    given["prescribed"] = np.arange(n) % 2 == 0
    stacks = {"v": v, "dv": 2 * v, **dict.fromkeys(("vdot", "tau", "dtau", "w"), v[1:])}
    wide = rng.standard_normal((n, model.nq)), rng.standard_normal((n, model.nq, model.nq))
    own = {
        **{
            name: {x: stacks[x] for x in stacks if f"{x}'" in row.state.split()}
            for name, row in OPERATIONS.items()
        },
        "inverse_dynamics_order_contraction": {"v": v, "w": v[1:]},
        "conditioning_bound": {"tau": v[1:]},
        "frame_wrenches": {"wrenches": dict.fromkeys(model.names[-1:], np.ones(6))},
        "path_dynamics": {"u": v},
        "lie_partials": {"first": wide[0]},
        "lie_second_partials": {"first": wide[0], "second": wide[1]},
    }
    calls = {}
    for name in lieref.__all__:
        function = getattr(lieref, name)
        names = takes_model(function)
        if names is not None and name not in PREPARED | OTHERS:
            arguments = {**given, **own.get(name, {})}
            calls[name] = (function, {x: arguments[x] for x in names}, PARTS.get(name, {}))
    return calls
