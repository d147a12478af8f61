"""C-RNEA, C-ABA and C-EFPA of mechanisms with loops against the oracle."""

import numpy as np
import pytest
from support.mechanisms.cluster_twins import random_pose
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw

from lieref import loops, oracle

EPS = np.finfo(float).eps
# Units of rounding that an order may lose: q closes the loops to rounding only, and forward
# dynamics loses a digit with each order.
ERRORS = (1e4, 1e6, 1e8)


def close(found, reference):
    for k, (row, expected) in enumerate(zip(found, reference, strict=True)):
        expected = np.array(expected, dtype=float)
        assert np.max(np.abs(row - expected)) <= ERRORS[k] * EPS * np.max(np.abs(expected))


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_inverse_dynamics(name):
    model, q, v, rng = draw(name, 1)
    motion = np.concatenate([[v], rng.standard_normal((2, model.nv))])
    wrenches = rng.standard_normal((2, model.nbodies, 6))
    found = loops.inverse_dynamics(model, q, motion, wrenches=wrenches, wrench_axes="inertial")
    reference = oracle.loop_inverse_dynamics(
        model, q, motion, wrenches=wrenches, wrench_axes="inertial", digits=30
    )
    close(found, reference)
    close(
        loops.inverse_dynamics(model, q, motion[:2], wrenches=wrenches[:1], wrench_axes="inertial"),
        reference[:1],
    )


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_forward_dynamics(name):
    model, q, v, rng = draw(name, 2)
    tau = rng.standard_normal((3, model.nv))
    reference = oracle.loop_forward_dynamics(model, q, v, tau, digits=30)
    close(loops.forward_dynamics(model, q, v, tau), reference)


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_operational_inertia(name):
    model, q, _, rng = draw(name, 3)
    places = [None, rng.standard_normal(3), random_pose(rng), None, rng.standard_normal(3)]
    bodies = [model.names[-1], 0, model.names[model.nbodies // 2], 0, model.nbodies - 2]
    ends = list(zip(bodies, places, strict=True))
    found = loops.inverse_operational_inertia(model, q, ends)
    numbers = [model.names.index(x) if isinstance(x, str) else x for x in bodies]
    places = [np.eye(4) if place is None else place for place in places]
    same = [(model.names[i], place) for i, place in zip(numbers, places, strict=True)]
    reference = oracle.loop_inverse_operational_inertia(model, q, same, digits=30)
    close([found], [reference])
    assert np.array_equal(found, found.T)
