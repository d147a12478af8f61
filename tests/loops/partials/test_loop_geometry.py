"""Sensitivity of mechanisms to geometry: against mechanisms that are moved, and closed again."""

from __future__ import annotations

import numpy as np
import pytest
from support.mechanisms.moved_mechanisms import closed, placed, richardson, robot_state, screwed
from support.mechanisms.tree_checks import assert_near

import lieref
from lieref import loops, oracle
from lieref.partials.coordinates.screw_motion import joint_screw

# Central differences with Richardson's extrapolation.
SLOPE = 1e-8


def slopes(move, value, model, q, directions):
    """Derivatives of value(model, q) along changes of the model, its own coordinates held."""

    def at(change):
        moved = move(model, change)
        return value(moved, closed(moved, q))

    return np.stack([richardson(lambda h, d=d: at(h * d)) for d in directions.T], axis=-1)


def to_the_right(model, U):
    return placed(model, U, "right")


def directions_of(model, rng, n=2):
    return rng.uniform(-1, 1, (6 * model.nbodies, n))


# Loops without redundant constraints, functions, gears on a free base.
ROBOTS = ("cam", "belted_leg_free", "constraint", "stewart_platform")


@pytest.mark.parametrize(
    ("robot", "side"), [("belted_leg_free", "left"), *((robot, "right") for robot in ROBOTS)]
)
def test_placements_against_moved_mechanisms(robot, side):
    model, q, (v, a), rng = robot_state(robot)
    D = directions_of(model, rng)
    wrenches = rng.uniform(-1, 1, (model.nbodies, 6))
    found = lieref.inverse_dynamics_geometric_partials(
        model, q, v, a, side, wrenches=wrenches, wrench_axes="inertial", directions=D
    )
    expected = slopes(
        lambda m, U: placed(m, U, side),
        lambda m, at: lieref.inverse_dynamics(m, at, [v, a], "body", wrenches[None], "inertial")[0],
        model,
        q,
        D,
    )
    assert_near(found, expected, SLOPE)
    whole = lieref.inverse_dynamics_geometric_partials(
        model, q, v, a, side, wrenches=wrenches, wrench_axes="inertial"
    )
    assert_near(whole @ D, found, 1e-12)


@pytest.mark.parametrize("robot", ROBOTS)
def test_screws_against_moved_mechanisms(robot):
    model, q, (v, a), rng = robot_state(robot)
    D = directions_of(model, rng).reshape(model.nbodies, 6, -1)
    for i, joint in enumerate(model.tree.joints):
        # the rate of the joint stays: no change of |w|, and none that turns a slide
        if joint.nv == 1:
            X = joint_screw(joint)
            turns = X[:3].any()
            unit = X[:3] if turns else X[3:]
            part = D[i, :3] if turns else D[i, 3:]
            part -= np.outer(unit, unit @ part)
            if not turns:
                D[i, :3] = 0.0
    D = D.reshape(6 * model.nbodies, -1)
    found = lieref.inverse_dynamics_screw_partials(model, q, v, a, directions=D)
    expected = slopes(screwed, lambda m, at: lieref.inverse_dynamics(m, at, [v, a])[0], model, q, D)
    assert_near(found, expected, 1e-7)


def test_accelerations_follow():
    model, q, (v, tau), rng = robot_state("belted_leg_free")
    D = directions_of(model, rng)
    found = lieref.forward_dynamics_geometric_partials(model, q, v, tau, directions=D)
    expected = slopes(
        to_the_right, lambda m, at: lieref.forward_dynamics(m, at, v, [tau])[0], model, q, D
    )
    assert_near(found, expected, 1e-7)
    a = lieref.forward_dynamics(model, q, v, [tau])[0]
    H = lieref.joint_space_inertia(model, q)
    screws = lieref.inverse_dynamics_screw_partials(model, q, v, a)
    assert_near(H @ lieref.forward_dynamics_screw_partials(model, q, v, tau), -screws, 1e-10)


@pytest.mark.parametrize("robot", ["cam", "stewart_platform"])
def test_derivatives_of_any_order(robot):
    model, q, v, rng = robot_state(robot, 4)
    D = directions_of(model, rng)
    found = lieref.inverse_dynamics_geometric_derivatives(model, q, v, directions=D)
    expected = slopes(to_the_right, lambda m, at: lieref.inverse_dynamics(m, at, v), model, q, D)
    assert_near(found, expected, 1e-7)
    tau = rng.uniform(-1, 1, (3, model.nv))
    found = lieref.forward_dynamics_geometric_derivatives(model, q, v[0], tau, directions=D)
    expected = slopes(
        to_the_right, lambda m, at: lieref.forward_dynamics(m, at, v[0], tau), model, q, D
    )
    assert_near(found, expected, 1e-7)
    Y = lieref.forward_dynamics_regressor_derivatives(model, q, v[0], tau)
    assert_near(Y[0], lieref.forward_dynamics_regressor(model, q, v[0], tau[0]), 1e-10)


def test_redundant_loops_stay_closed_in_their_plane_alone():
    model = lieref.catalogue.four_bar()
    q, v, a = loops.expand(model, model.neutral() + 0.2), np.array([0.7]), np.array([0.3])
    with pytest.raises(lieref.SingularError, match="'closing': has redundant constraints"):
        lieref.inverse_dynamics_geometric_partials(model, q, v, a)
    # lengths of the crank and of the ground, turns about the hinges
    D = np.zeros((18, 3))
    D[6 + 3, 0], D[12 + 3, 1], D[6 + 1, 2] = 1.0, 1.0, -1.0
    found = lieref.inverse_dynamics_geometric_partials(model, q, v, a, directions=D)
    expected = slopes(
        to_the_right, lambda m, at: lieref.inverse_dynamics(m, at, [v, a])[0], model, q, D
    )
    assert_near(found, expected, SLOPE)
    with pytest.raises(lieref.ShapeError, match="directions"):
        lieref.inverse_dynamics_geometric_partials(model, q, v, a, directions=D[1:])


@pytest.mark.parametrize("robot", ["cam", "planar_3rrr", "constraint", "belted_leg_free"])
def test_conditioning_bounds_are_those_of_the_oracle(robot):
    model, q, v, rng = robot_state(robot, 1)
    tau = rng.uniform(-1, 1, (2, model.nv))
    loads = {"wrenches": rng.uniform(-1, 1, (2, model.nbodies, 6)), "tau_ext": 0.5 * tau}
    found = lieref.conditioning_bound(model, q, v[0], tau, samples=8, **loads)
    expected = np.array(
        oracle.loop_conditioning_bound(
            "forward_dynamics", model, q, 8, v=v[0], tau=tau, field=oracle.Arb(50), **loads
        )
    )
    # other samples of such moves
    assert found.shape == (2,)
    assert np.all((found < 5 * expected) & (found > expected / 5))
    again = lieref.conditioning_bound(model, q, v[0], tau, samples=8, **loads)
    assert np.array_equal(found, again)
