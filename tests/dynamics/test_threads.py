"""Threads that compute at once on shared models get, bit for bit, what one thread gets."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from support.trees.robots import draw

from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex

# Small workspaces run on the stack with the GIL held, larger ones on the heap without it: these
# orders and robots have both.
ROBOTS = ("two_link", "aerial_manipulator", "every_joint_free", "serial_20_free")
ORDERS = (0, 1, 3, 6, 9)
ROUNDS = 30


def _tasks(form):
    """Calls without arguments; every robot has one model and one state for all orders."""
    tasks = []
    for robot in ROBOTS:
        model, q, v = draw(robot, "generic", max(ORDERS))
        wrenches = np.random.default_rng(9).standard_normal((max(ORDERS) + 1, model.nbodies, 6))
        for r in ORDERS:
            for entry in (inverse_dynamics, inverse_dynamics_complex):
                arguments = {"wrenches": wrenches[: r + 1], "wrench_axes": "inertial", "form": form}
                tasks.append(
                    lambda entry=entry, m=model, q=q, v=v[: r + 2], a=arguments: entry(m, q, v, **a)
                )
    return tasks


def _together(workers, work):
    """Run work(number) in several threads that start at one moment; their results."""
    barrier = threading.Barrier(workers)

    def run(number):
        barrier.wait(timeout=60)
        return work(number)

    with ThreadPoolExecutor(workers) as pool:
        return [future.result() for future in [pool.submit(run, i) for i in range(workers)]]


@pytest.mark.parametrize("form", ["default", "spatial"])
def test_two_threads_on_shared_models(form):
    tasks = _tasks(form)
    alone = [task() for task in tasks]

    def work(number):
        # each thread in its own order, so that different robots and orders meet
        order = np.random.default_rng(number).permutation(len(tasks))
        wrong = 0
        for _ in range(ROUNDS // 3):
            wrong += sum(not np.array_equal(tasks[i](), alone[i]) for i in order)
        return wrong

    assert _together(2, work) == [0, 0]


@pytest.mark.parametrize("r", ORDERS)
def test_four_threads_on_one_model_and_one_state(r):
    model, q, v = draw("every_joint_free", "generic", r)
    alone = inverse_dynamics(model, q, v)

    def work(_):
        return all(np.array_equal(inverse_dynamics(model, q, v), alone) for _ in range(10 * ROUNDS))

    assert all(_together(4, work))


def test_errors_in_one_thread_leave_the_other_alone():
    model, q, v = draw("aerial_manipulator", "generic", r=5)
    alone = inverse_dynamics(model, q, v)
    spoilt = q.copy()
    spoilt[3] = np.nan

    def work(number):
        right = 0
        for _ in range(20 * ROUNDS):
            if number == 0:
                right += np.array_equal(inverse_dynamics(model, q, v), alone)
            else:
                with pytest.raises(ValueError, match=r"^q\[3\] is nan"):
                    inverse_dynamics(model, spoilt, v)
                right += 1
        return right

    assert _together(2, work) == [20 * ROUNDS] * 2
