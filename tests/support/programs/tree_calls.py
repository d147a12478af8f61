"""Calls of every public function that takes a model: arguments by their names, at one state."""

import inspect

import numpy as np

import lieref
from lieref.api.operations import OPERATIONS

# Of a batch: more than a multiple of any number of lanes.
STATES = 37
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
    given["frames"], given["poses"] = model.nbodies - 1, np.eye(4)
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
            parts = PARTS.get(name, {})
            if "bodies" in parts:
                parts = {**parts, "bodies": (min(1, model.nbodies - 1),)}
            calls[name] = (function, {x: arguments[x] for x in names}, parts)
    return calls


def batch_calls(model, state, seed):
    """The functions that share a batch among threads of their own, and forms and bases."""
    rng = np.random.default_rng(seed)
    q, v = (np.broadcast_to(x, (STATES, *x.shape)) for x in state)
    v = v * rng.uniform(0.5, 1.5, (STATES, 1, 1))
    loads = rng.standard_normal((STATES, 1, model.nbodies, 6))
    tau, w = v[:, 1:], rng.standard_normal((STATES, model.nv))
    options = {"wrenches": loads, "wrench_axes": "inertial", "base": "mixed"}
    single = {**options, "wrenches": loads[:, 0]}
    mask = np.arange(model.nv) % 2 == 0
    given = {
        "inverse_dynamics": ((q, v), options),
        "forward_dynamics": ((q, v[:, 0], tau), options),
        "hybrid_dynamics": ((q, v[:, 0], tau, tau, mask), options),
        "joint_space_inertia": ((q,), {"base": "mixed"}),
        "inverse_dynamics_partials": ((q, v[:, 0], v[:, 1]), single),
        "forward_dynamics_partials": ((q, v[:, 0], tau[:, 0]), single),
        "inverse_dynamics_contraction": ((q, v[:, 0], v[:, 1], w), single),
    }
    calls = {}
    for name, (arguments, named) in given.items():
        for workers in (1, 3):
            more = {**named, "workers": workers}
            calls[f"{name}, workers={workers}"] = (getattr(lieref, name), arguments, more)
    for form in ("spatial", "body", "hybrid"):
        more = {"form": form, "base": "hybrid"}
        calls[f"inverse, {form}"] = (lieref.inverse_dynamics, (q[0], v[0]), more)
        calls[f"forward, {form}"] = (lieref.forward_dynamics, (q[0], v[0, 0], tau[0]), more)
    return calls


def simulated(model, q, v, methods=("rkmk4", "variational")):
    """Two steps of some integrators."""
    solutions = [
        lieref.simulate.simulate(model, q, v[0], (0.0, 1e-3, 2e-3), method=method)
        for method in methods
    ]
    return [(found.q, found.v) for found in solutions]
