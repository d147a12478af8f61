"""Threads that compute second partials at once get, bit for bit, what one thread gets."""

import numpy as np
from support.partials.partial_cases import motion
from test_threads import _together

from lieref.partials.inverse_dynamics_second_partials import inverse_dynamics_second_partials

ROBOTS = ("two_link", "every_joint_free", "serial_20_free", "quadruped")
ROUNDS = 10


def test_two_threads_on_shared_models():
    cases = [motion(robot, "generic") for robot in ROBOTS]
    alone = [inverse_dynamics_second_partials(*case[:4], wrenches=case[4]) for case in cases]

    def work(number):
        # each thread in its own order, so that different robots meet, in memory of its own
        order = np.random.default_rng(number).permutation(len(cases))
        memory = [inverse_dynamics_second_partials(*case[:4]) for case in cases]
        wrong = 0
        for _ in range(ROUNDS):
            for i in order:
                model, q, v, a, wrenches = cases[i]
                inverse_dynamics_second_partials(model, q, v, a, wrenches=wrenches, out=memory[i])
                same = zip(memory[i], alone[i], strict=True)
                wrong += not all(np.array_equal(x, y) for x, y in same)
        return wrong

    assert _together(2, work) == [0, 0]
