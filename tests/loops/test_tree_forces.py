"""Forces on all joints of a mechanism: derivatives of accelerations in time, and partials."""

import numpy as np
import pytest
from support.mechanisms.tree_checks import ROBOTS, SLOPE, STEP, assert_near, slope, state

import lieref
from lieref import loops, oracle
from lieref.errors import ConfigurationError, ShapeError
from lieref.model.loops.loop_choice import with_coordinates

FIRST = ("inverse_dynamics_partials", "forward_dynamics_partials")


@pytest.mark.parametrize("robot", ROBOTS)
def test_accelerations_of_the_tree_with_derivatives(robot):
    model, q, v, rng = state(robot, 1)
    forces = rng.uniform(-1, 1, (3, model.tree.nv))
    loads = {
        "wrenches": rng.uniform(-1, 1, (3, model.nbodies, 6)),
        "tau_ext": rng.uniform(-1, 1, (3, model.nv)),
    }
    rates = loops.expand_motion(model, q, v)[0][0]
    found = loops.forward_dynamics(model, q, rates, forces, coordinates="tree", **loads)
    # in independent coordinates, which the forces reach through G^T
    own = loads.pop("tau_ext")
    y = loops.forward_dynamics(model, q, v[0], own, tau_ext=forces, **loads)
    expected = loops.expand_motion(model, q, np.concatenate([v, y]))[0][1:]
    for k in range(3):
        assert_near(found[k], expected[k], 1e-9)
    first = loops.forward_dynamics(
        model, q, rates, forces[:1], coordinates="tree", tau_ext=own[:1],
        wrenches=loads["wrenches"][:1],
    )  # fmt: skip
    assert_near(found[0], first[0], 1e-11)
    # equations of motion by the oracle: what the motion needs is what acts, but for K^T lambda
    exact = oracle.loop_inverse_dynamics(model, q, np.concatenate([v, y]), digits=30, **loads)
    needed = np.array([[float(x) for x in row] for row in exact])
    assert_near(needed[0], (forces[0] @ loops.constraint_state(model, q, v[0]).G) + own[0], 1e-10)


def test_derivatives_of_the_tree_whatever_is_independent():
    model = lieref.catalogue.four_bar()
    n = model.tree.nv
    for crank in np.linspace(0.1, 3.0, 4):
        q = loops.expand(model, [model.assembly[0] + crank])
        K = loops.loop_jacobian(model, q)
        rates = np.linalg.svd(K)[2][-1]
        tau = np.arange(1.0, 3 * n + 1).reshape(3, n)
        found = loops.forward_dynamics(model, q, rates, tau, coordinates="tree")
        # the constraints hold along the motion: K qddot = k
        assert np.abs(K @ found[0] - loops.loop_bias(model, q, rates)).max() < 1e-11
        others = [with_coordinates(model, [j]) for j in range(n)]
        for other in others:
            if abs(loops.toggle_measure(other, q)[0]) > 1e-2:
                again = loops.forward_dynamics(other, q, rates, tau, coordinates="tree")
                assert_near(again, found, 1e-9)
        assert any(other is model for other in others)
    with pytest.raises(ConfigurationError, match="broken at a rate"):
        loops.forward_dynamics(model, q, rates + 1, tau, coordinates="tree")


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("function", FIRST)
def test_partials_with_forces_on_all_joints(robot, function):
    model, q, (v, u, e), rng = state(robot, 3)
    acting = rng.uniform(-1, 1, model.tree.nv)
    call = getattr(loops, function)
    found = call(model, q, v, u, tau_ext=acting)

    def result(at, y, last):
        if function.startswith("inverse"):
            return loops.inverse_dynamics(model, at, [y, last], tau_ext=[acting])[0]
        return loops.forward_dynamics(model, at, y, [last], tau_ext=[acting])[0]

    steps = slope(lambda at: result(at, v, u), model, q, e)
    assert np.abs(steps - found[0] @ e).max() <= SLOPE * max(1.0, np.abs(found[0]).max())
    steps = (result(q, v + STEP * e, u) - result(q, v - STEP * e, u)) / (2 * STEP)
    assert np.abs(steps - found[1] @ e).max() <= SLOPE * max(1.0, np.abs(found[1]).max())
    steps = (result(q, v, u + e) - result(q, v, u - e)) / 2
    assert_near(found[2] @ e, steps, 1e-9)
    second = getattr(loops, function.replace("partials", "second_partials"))
    curved = second(model, q, v, u, tau_ext=acting)[0]
    steps = slope(lambda at: call(model, at, v, u, tau_ext=acting)[0], model, q, e)
    assert np.abs(steps - curved @ e).max() <= 10 * SLOPE * max(1.0, np.abs(curved).max())


def test_forces_on_the_independent_coordinates_and_on_a_tree():
    model, q, (v, u), rng = state("four_bar_free")
    own = rng.uniform(-1, 1, model.nv)
    for function in FIRST:
        call = getattr(loops, function)
        found = call(model, q, v, u, tau_ext=own)
        moved = call(model, q, v, u + own if function.startswith("forward") else u)
        assert all(map(np.array_equal, found, moved))
    arm = lieref.catalogue.serial_chain(3)
    x, w = np.ones(3), np.full(3, 0.5)
    found = loops.forward_dynamics_partials(arm, x, x, x, tau_ext=w)
    expected = lieref.forward_dynamics_partials(arm, x, x, x + w)
    assert all(map(np.array_equal, found, expected))
    with pytest.raises(ShapeError, match="tau_ext"):
        loops.inverse_dynamics_partials(arm, x, x, x, tau_ext=w[1:])
