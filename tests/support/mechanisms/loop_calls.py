"""Calls of every function of lieref.loops: arguments by their names, at one state."""

import numpy as np
from support.mechanisms import loop_robots
from support.programs.tree_calls import PARTS, STATES, simulated, takes_model

import lieref
from lieref import loops

# Mechanisms with the methods that they have, beside that by clusters.
LOOPS = {
    "four_bar_free": ("projection", "multipliers"),
    "belted_leg_free": ("projection_sparse", "approximate"),
    "cam": ("projection", "multipliers"),
    "implicit": ("projection", "multipliers"),
}


def implicit():
    """Three joints in a row that an equation ties."""
    b = lieref.ModelBuilder(name="implicit")
    link = np.eye(4)
    link[0, 3] = 0.3
    for name, parent in (("one", None), ("two", "one"), ("three", "two")):
        b.add_body(
            name, parent, lieref.Revolute((0, 1, 0)), link, 1.0, (0.1, 0, 0), 0.02 * np.eye(3)
        )
    joints = ("one_joint", "two_joint", "three_joint")
    b.constrain(joints, lambda y, m: [m.sin(y[0]) + y[1] - 0.5 * m.cos(y[2])])
    return b.build(independent=["one_joint", "three_joint"])


def mechanism(name):
    """A model and a closed configuration of it."""
    if name == "implicit":
        model = implicit()
        return model, model.random_configuration(np.random.default_rng(1))
    return loop_robots.draw(name)[:2]


def loop_batch_calls(model, q, seed):
    """What shares a batch of a mechanism among threads, and sensitivities of one state."""
    rng = np.random.default_rng(seed)
    many = np.broadcast_to(q, (STATES, *q.shape))
    v, a = rng.standard_normal((2, STATES, model.nv))
    stack = np.stack([v, a], axis=1)
    given = {
        "inverse_dynamics": (many, stack),
        "forward_dynamics": (many, v, stack),
        "joint_space_inertia": (many,),
        "inverse_dynamics_partials": (many, v, a),
        "forward_dynamics_partials": (many, v, a),
    }
    calls = {
        f"{name} of many, workers={workers}": (getattr(lieref, name), x, {"workers": workers})
        for name, x in given.items()
        for workers in (1, 3)
    }
    along = {"directions": np.zeros((6 * model.nbodies, 1))}
    for name in ("inverse_dynamics_geometric_partials", "forward_dynamics_screw_partials"):
        calls[name] = (getattr(lieref, name), (q, v[0], a[0]), along)
    name = "forward_dynamics_parameter_second_partials"
    inertia = {"parameters": ("inertia",), "bodies": (model.nbodies - 1,)}
    calls[name] = (getattr(lieref, name), (q, v[0], a[0]), inertia)
    bound = lieref.conditioning_bound
    calls["conditioning_bound"] = (bound, (q, v[0], a[:1]), {"samples": 1})
    # along the motion of the tree, and products
    rows = {"energy": stack, "coriolis_matrix": v, "bias_forces": v, "momentum": stack}
    for name, motion in rows.items():
        calls[f"{name} of many"] = (getattr(lieref, name), (many, motion), {})
    calls["jacobian of many"] = (lieref.jacobian, (many, model.nbodies - 1), {})
    calls["jvp of many"] = (lieref.inverse_dynamics_jvp, (many, v, a, v, a, v), {"workers": 3})
    return calls


def loop_calls(model, q, methods, seed):
    """Every function of lieref.loops, and orders and methods of its dynamics."""
    rng = np.random.default_rng(seed)
    v, tau = rng.standard_normal((4, model.nv)), rng.standard_normal((3, model.nv))
    given = {"q": q, "v": v[0], "a": v[1], "tau": tau[0], "ends": [(model.nbodies - 1, None)]}
    given["twists"], given["body"] = rng.standard_normal((2, 6)), model.nbodies - 1
    given["wrenches"] = rng.standard_normal((model.nbodies, 6))
    given["y"] = model.neutral() if model.nq is not None else q
    own = {
        "inverse_dynamics": {"v": v[:2]},
        "forward_dynamics": {"tau": tau[:1]},
        "inverse_dynamics_order_partials": {"v": v},
        "forward_dynamics_order_partials": {"tau": tau},
        "centroidal_momentum_matrix_derivatives": {"v": v[:1]},
        "expand_motion": {"v": v},
        "loop_bias": {"v": rng.standard_normal(model.tree.nv)},
        "impact": {"v": rng.standard_normal(model.tree.nv)},
        "impact_partials": {"v": rng.standard_normal(model.tree.nv)},
        "distribute_forces": {"v": v[:2], "actuated": model.joint_names},
        "joint_space_inertia_derivatives": {"v": v[:1]},
        **dict.fromkeys(("energy", "momentum", "centroidal_momentum", "center_of_mass"), {"v": v}),
    }
    calls = {}
    for name in loops.__all__:
        function = getattr(loops, name)
        names = takes_model(function)
        if names is not None:
            arguments = [{**given, **own.get(name, {})}[x] for x in names]
            calls[name] = (function, arguments, PARTS.get(name, {}))
    calls["inverse, order 2"] = (loops.inverse_dynamics, (q, v), {})
    calls["forward, order 2"] = (loops.forward_dynamics, (q, v[0], tau), {})
    for method in methods:
        more = {"method": method}
        calls[f"forward, {method}"] = (loops.forward_dynamics, (q, v[0], tau[:1]), more)
    calls["simulate"] = (simulated, (q, v), {"methods": ("rkmk4", "rkmk54", "variational")})
    return calls
