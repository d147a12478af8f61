"""Threads that compute first partials at once get, bit for bit, what one thread gets."""

import numpy as np
from support.trees.robots import draw
from test_threads import _together

from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

# Scratch on the stack with the GIL, on the heap without it.
ROBOTS = ("two_link", "every_joint_free", "serial_20_free", "aerial_manipulator_5x4")
ROUNDS = 20


def test_two_threads_on_shared_models():
    tasks = []
    for robot in ROBOTS:
        model, q, v = draw(robot, "generic", r=0)
        for entry in (inverse_dynamics_partials, forward_dynamics_partials):
            for base in ("body", "mixed"):
                tasks.append(lambda d=entry, m=model, q=q, v=v, b=base: d(m, q, *v, base=b))
    alone = [task() for task in tasks]

    def work(number):
        # each thread in its own order, so that different robots meet
        order = np.random.default_rng(number).permutation(len(tasks))
        wrong = 0
        for _ in range(ROUNDS):
            for i in order:
                same = zip(tasks[i](), alone[i], strict=True)
                wrong += not all(np.array_equal(x, y) for x, y in same)
        return wrong

    assert _together(2, work) == [0, 0]
