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
from support.mechanisms.loop_calls import LOOPS, loop_batch_calls, loop_calls, mechanism
from support.programs.tree_calls import batch_calls, simulated, tree_calls
from support.trees.robots import draw

import lieref
from lieref import loops

THREADS, ROUNDS, MEETINGS = 3, 2, 12
# Every joint; scratch on the stack with the lock, on the stack without it, on the heap.
TREES = ("two_link", "every_joint_free")


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
    if isinstance(result, lieref.LoopModel):
        frames = [(x.predecessor_frame, x.successor_frame) for x in result.loops]
        return leaves([result.assembly, frames])
    if dataclasses.is_dataclass(result):
        return leaves([getattr(result, f.name) for f in dataclasses.fields(result)])
    if isinstance(result, lieref.InertiaFactor):
        return leaves([result.L, result.D])
    array = np.asarray(result)
    return [(array.shape, array.dtype.str, array.tobytes())]


def prepared(model, q, v):
    """A round trip by prepared calls, made and used by one thread."""
    tau, vdot = np.zeros((1, model.nv)), np.zeros((1, model.nv))
    lieref.prepare_inverse_dynamics(model, 0)(q, v, tau)
    lieref.prepare_forward_dynamics(model, 0)(q, v[0].copy(), tau, vdot)
    return tau, vdot


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
    assert len(whole.tables) == 7
    for missing in MEETINGS * [*({name} for name in whole.tables), set(whole.tables)]:
        left = {name: table for name, table in whole.tables.items() if name not in missing}
        shared = dataclasses.replace(model, tables=left)
        assert together(lambda _, shared=shared: calls(shared)) == [alone] * THREADS
