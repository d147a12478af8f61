"""Python threads that call lieref at once get, bit for bit, what one thread gets.

Every function that takes a model, on models that the threads share and that are new when they
start, so that the first calls, which fill tables and caches, meet as well. With Python's lock its
switches are made as frequent as they can be; without it the calls do run at the same time.
"""

import dataclasses
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.mechanisms import loop_robots
from support.programs.tree_calls import PARTS, takes_model, tree_calls
from support.trees.robots import draw

import lieref
from lieref import loops

THREADS, ROUNDS, MEETINGS = 3, 2, 12
STATES = 37  # of a batch: more than a multiple of any number of lanes
# Every joint; scratch on the stack with the lock, on the stack without it, on the heap.
TREES = ("two_link", "every_joint_free")
# Mechanisms with the methods that they have, beside that by clusters.
LOOPS = {
    "four_bar_free": ("projection", "multipliers"),
    "belted_leg_free": ("projection_sparse", "approximate"),
    "cam": ("projection", "multipliers"),
    "implicit": ("projection", "multipliers"),
}


@pytest.fixture(autouse=True)
def frequent_switches():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def leaves(result):
    """Every number of a result as bytes, with shapes and types."""
    if isinstance(result, dict):
        return leaves(list(result.items()))
    if isinstance(result, tuple | list):
        return [leaf for part in result for leaf in leaves(part)]
    if dataclasses.is_dataclass(result):
        return leaves([getattr(result, f.name) for f in dataclasses.fields(result)])
    if isinstance(result, lieref.InertiaFactor):
        return leaves([result.L, result.D])
    array = np.asarray(result)
    return [(array.shape, array.dtype.str, array.tobytes())]


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


def prepared(model, q, v):
    """A round trip by prepared calls, made and used by one thread."""
    tau, vdot = np.zeros((1, model.nv)), np.zeros((1, model.nv))
    lieref.prepare_inverse_dynamics(model, 0)(q, v, tau)
    lieref.prepare_forward_dynamics(model, 0)(q, v[0].copy(), tau, vdot)
    return tau, vdot


def simulated(model, q, v, methods=("rkmk4", "variational")):
    """Two steps of some integrators."""
    solutions = [
        lieref.simulate.simulate(model, q, v[0], (0.0, 1e-3, 2e-3), method=method)
        for method in methods
    ]
    return [(found.q, found.v) for found in solutions]


def cases():
    """(model, calls of it by name) of every robot."""
    out = []
    for seed, robot in enumerate(TREES):
        model, q, v = draw(robot, "generic", 0)
        calls = {
            name: (function, list(given.values()), named)
            for name, (function, given, named) in tree_calls(model, (q, v), seed).items()
        }
        calls |= batch_calls(model, (q, v), seed)
        calls["prepared"] = (prepared, (q, v), {})
        calls["simulate"] = (simulated, (q, v), {})
        # objects that the threads share
        matrices = lieref.grouped_matrices(model, q, np.vstack([v, v[:1]]))
        factor = lieref.inertia_factor(model, lieref.joint_space_inertia(model, q))
        calls["closed form"] = (lambda _, x: lieref.closed_form_rate(x), (matrices,), {})
        calls["factor"] = (lambda _, x, b: (x.solve(b), x.multiply(b)), (factor, v[0]), {})
        out.append((model, calls))
    for seed, (robot, methods) in enumerate(LOOPS.items()):
        model, q = mechanism(robot)
        calls = loop_calls(model, q, methods, seed) | loop_batch_calls(model, q, seed)
        out.append((model, calls))
    return out


def fresh(model):
    """The same model, of which nothing has been computed."""
    if isinstance(model, lieref.LoopModel):
        return dataclasses.replace(model, tables={})
    return pickle.loads(pickle.dumps(model))


def together(work):
    """Run work(number) in threads that start at one moment; their results, or first error."""
    running = []

    def run(number):
        running.append(number)
        # awake: a thread that a barrier wakes up may come when the others are done
        while len(running) < THREADS:
            time.sleep(0)
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return [future.result() for future in [pool.submit(run, i) for i in range(THREADS)]]


def test_every_function_on_shared_new_models():
    given = cases()
    tasks = [(i, name) for i, (_, calls) in enumerate(given) for name in calls]

    def compute(models, task):
        i, name = task
        function, arguments, named = given[i][1][name]
        return leaves(function(models[i], *arguments, **named))

    alone = [compute([model for model, _ in given], task) for task in tasks]
    for number in range(ROUNDS):
        models = [fresh(model) for model, _ in given]

        def work(thread, models=models, number=number):
            # each thread in its own order, so that all kinds of calls meet
            order = np.random.default_rng([number, thread]).permutation(len(tasks))
            return [tasks[i] for i in order if compute(models, tasks[i]) != alone[i]]

        assert together(work) == [[]] * THREADS


@pytest.mark.parametrize("robot", LOOPS)
def test_first_calls_meet(robot):
    """All threads find one of the tables of a mechanism missing, and then all of them."""
    model, q = mechanism(robot)
    rng = np.random.default_rng(1)
    v = rng.standard_normal(model.nv)
    rates, tau = np.array([v, v, v]), rng.standard_normal((2, model.nv))
    ends = [(model.nbodies - 1, None)]

    def calls(model):
        return leaves(
            [
                loops.expand_motion(model, q, rates),
                loops.inverse_dynamics(model, q, rates[:2]),
                loops.forward_dynamics(model, q, v, tau[:1]),
                loops.forward_dynamics(model, q, v, tau[:1], method="projection"),
                loops.inverse_operational_inertia(model, q, ends),
            ]
        )

    whole = fresh(model)
    alone = calls(whole)
    assert len(whole.tables) == 6
    for missing in MEETINGS * [*({name} for name in whole.tables), set(whole.tables)]:
        left = {name: table for name, table in whole.tables.items() if name not in missing}
        shared = dataclasses.replace(model, tables=left)
        assert together(lambda _, shared=shared: calls(shared)) == [alone] * THREADS
