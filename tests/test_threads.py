"""Threads that compute at once on shared models get, bit for bit, what one thread gets."""

import os

import numpy as np
import pytest
from support.partials.partial_cases import motion
from support.programs.build_outputs import run
from support.programs.threads import together
from support.references.rounding_scale import arrays
from support.trees.robots import draw

import lieref
from lieref.dynamics.forward_dynamics import forward_dynamics_complex, hybrid_dynamics_complex
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex

# Small workspaces run on the stack with the GIL held, larger ones on the heap without it: these
# orders and robots have both.
ROBOTS = ("two_link", "aerial_manipulator", "every_joint_free", "serial_20_free")
ORDERS = (0, 1, 3, 6, 9)
ROUNDS = 30


def of_inverse_dynamics(form):
    """Calls without arguments; every robot has one model and one state for all orders."""
    for robot in ROBOTS:
        model, q, v = draw(robot, "generic", max(ORDERS))
        wrenches = np.random.default_rng(9).standard_normal((max(ORDERS) + 1, model.nbodies, 6))
        for r in ORDERS:
            options = {"wrenches": wrenches[: r + 1], "wrench_axes": "inertial", "form": form}
            for entry in (lieref.inverse_dynamics, inverse_dynamics_complex):
                yield lambda d=entry, g=(model, q, v[: r + 2]), o=options: d(*g, **o)


def of_forward_dynamics(form):
    for robot in ROBOTS:
        model, q, v = draw(robot, "generic", 6)
        half = np.arange(model.nv) % 2 == 0
        for r in (0, 1, 3, 6):
            rows, options = v[1 : r + 2], {"form": form, "wrench_axes": "inertial"}
            options["wrenches"] = np.ones((r + 1, model.nbodies, 6))
            for entry in (lieref.forward_dynamics, forward_dynamics_complex):
                yield lambda d=entry, g=(model, q, v[0], rows), o=options: d(*g, **o)
            for entry in (lieref.hybrid_dynamics, hybrid_dynamics_complex):
                given = (model, q, v[0], rows, rows, half)
                yield lambda d=entry, g=given, o=options: d(*g, **o)


def of_partials():
    for robot in (*ROBOTS, "aerial_manipulator_5x4"):
        model, q, v = draw(robot, "generic", r=0)
        for name, more in (("partials", ()), ("vjp", v[:1]), ("contraction", v[:1])):
            for dynamics in ("inverse", "forward"):
                entry = getattr(lieref, f"{dynamics}_dynamics_{name}")
                for base in ("body", "mixed"):
                    given = (model, q, *v, *more)
                    yield lambda d=entry, g=given, b=base: d(*g, base=b)


def of_groups():
    screws = np.random.default_rng(51).normal(size=(2000, 6))
    yield lambda: lieref.SE3.log(lieref.SE3.exp(screws))


TASKS = {
    **{f"inverse, {x}": lambda x=x: of_inverse_dynamics(x) for x in ("default", "spatial")},
    **{
        f"forward, {x}": lambda x=x: of_forward_dynamics(x)
        for x in ("default", "spatial", "body", "hybrid")
    },
    "partials": of_partials,
    "groups": of_groups,
}


@pytest.mark.parametrize("name", TASKS)
@pytest.mark.parametrize("workers", [2, 3])
def test_threads_on_shared_models(name, workers):
    tasks = list(TASKS[name]())
    alone = [arrays(task()) for task in tasks]

    def work(number):
        # each thread in its own order, so that different robots and orders meet
        order = np.random.default_rng(number).permutation(len(tasks))
        wrong = 0
        for _ in range(ROUNDS // 3):
            for i in order:
                same = zip(arrays(tasks[i]()), alone[i], strict=True)
                wrong += not all(np.array_equal(x, y) for x, y in same)
        return wrong

    assert together(workers, work) == [0] * workers


def test_second_partials_in_memory_of_each_thread():
    entry = lieref.inverse_dynamics_second_partials
    cases = [motion(robot, "generic") for robot in (*ROBOTS, "quadruped")]
    alone = [entry(*case[:4], wrenches=case[4]) for case in cases]

    def work(number):
        order = np.random.default_rng(number).permutation(len(cases))
        memory = [entry(*case[:4]) for case in cases]
        wrong = 0
        for _ in range(ROUNDS // 3):
            for i in order:
                entry(*cases[i][:4], wrenches=cases[i][4], out=memory[i])
                same = zip(memory[i], alone[i], strict=True)
                wrong += not all(np.array_equal(x, y) for x, y in same)
        return wrong

    assert together(2, work) == [0, 0]


def test_errors_in_one_thread_leave_the_other_alone():
    model, q, v = draw("aerial_manipulator", "generic", r=5)
    alone = lieref.inverse_dynamics(model, q, v)
    spoilt = q.copy()
    spoilt[3] = np.nan

    def work(number):
        right = 0
        for _ in range(20 * ROUNDS):
            if number == 0:
                right += np.array_equal(lieref.inverse_dynamics(model, q, v), alone)
            else:
                with pytest.raises(ValueError, match=r"^q\[3\] is nan"):
                    lieref.inverse_dynamics(model, spoilt, v)
                right += 1
        return right

    assert together(2, work) == [20 * ROUNDS] * 2


# The parent's threads are left to fall asleep, so that none of them is missed in the child.
FORK = """
import os
import time
import numpy as np
from support.references.batches import batch
from lieref import inverse_dynamics
def threads():
    return len(os.listdir("/proc/self/task")) if os.path.isdir("/proc/self/task") else None
model, q, v = batch("arm", 1, 400)
expected = inverse_dynamics(model, q, v, workers=3)
time.sleep(0.2)
child = os.fork()
before = threads()
same = np.array_equal(inverse_dynamics(model, q, v, workers=3), expected)
if child == 0:
    own = before is None or threads() == before + 2
    os._exit((0 if same else 1) + (0 if own else 2))
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
assert same and status == 0, status
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_makes_threads_of_its_own():
    done = run("", FORK)
    assert done.returncode == 0, done.stderr
