"""The compiled spatial forward and hybrid dynamics: against its twin, the oracle, and itself."""

import numpy as np
import pytest
from support.references.gabi_spatial_entry import bounds, solve
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, bases, floats, relative, two_trees

from lieref import oracle
from lieref.dynamics.forward.spatial import h_gabi_spatial_twin as twin
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue

K = oracle.Double()
# Errors against what half an ulp in the inputs costs: wrenches about the base's origin cancel.
BOUNDS = 400
# Rows that vanish, or whose inputs do: relative to one.
ABSOLUTE = 4e-12
# A limit above this says nothing.
LOOSEST = 0.03
# Generalized forces of a prescribed motion, as of the spatial inverse dynamics up to order 5.
TORQUE = 1e-13


def _loads(model, rows, seed=5):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((rows, model.nbodies, 6)), rng.standard_normal((rows, model.nv))


def _limit(function, *arguments):
    limit = BOUNDS * bounds(function, arguments) + ABSOLUTE
    assert (limit < LOOSEST).all()
    return limit


def _forward(model, base="body", wrenches=None, axes="body", tau_ext=None):
    """vdot as a function of q, v and tau."""
    loads = (base, wrenches, axes, tau_ext)
    return lambda q, v, tau: forward_dynamics(model, q, v, tau, *loads, form="spatial")


@pytest.mark.parametrize("robot", ROBOTS)
def test_agrees_with_the_twin_in_doubles(robot):
    model, q, v = draw(robot, "generic", r=2)
    wrenches, tau_ext = _loads(model, 3)
    tau = inverse_dynamics(model, q, v)
    for base in bases(model):
        for axes in ("body", "inertial"):
            forward = _forward(model, base, wrenches, axes, tau_ext)
            loads = (base, wrenches.tolist(), axes, tau_ext.tolist())
            expected = twin.forward_dynamics(
                model, q.tolist(), v[0].tolist(), tau.tolist(), K, *loads
            )
            error = relative(forward(q, v[0], tau), floats(expected))
            assert (error <= _limit(forward, q, v[0], tau)).all(), (base, axes)


@pytest.mark.parametrize("state", ["generic", "zero", "tiny", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ["free_body", "arm", "aerial_manipulator", "every_joint_free"])
def test_undoes_inverse_dynamics(robot, state):
    model, q, v = draw(robot, state, r=3)
    wrenches, tau_ext = _loads(model, 4)
    for base in bases(model):
        if (base, state) == ("spatial", "far"):
            continue  # the inputs' own rounding leaves nothing of the higher orders
        for axes in ("body", "inertial"):
            loads = (base, wrenches, axes, tau_ext)
            tau = inverse_dynamics(model, q, v, *loads)
            forward = _forward(model, *loads)
            error = relative(forward(q, v[0], tau), v[1:])
            limit = _limit(forward, q, v[0], tau) if state != "zero" else 1e-8
            assert (error <= limit).all(), (base, axes)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["aerial_manipulator", "quadruped"])
def test_against_the_oracle_up_to_order_five(robot, base):
    model, q, v = draw(robot, "generic", r=5)
    tau = inverse_dynamics(model, q, v, base)
    reference = floats(oracle.forward_dynamics(model, q, v[0], tau, base, digits=40))
    forward = _forward(model, base)
    error = relative(forward(q, v[0], tau), reference)
    assert (error <= _limit(forward, q, v[0], tau)).all()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("robot", ["arm", "quadruped", "every_joint_free"])
def test_any_split_returns_motion_and_forces(robot, seed):
    """By coordinate, also inside spherical and free joints; the call hides what is not given."""
    model, q, v = draw(robot, "generic", r=2, seed=seed + 1)
    wrenches, tau_ext = _loads(model, 3)
    rng = np.random.default_rng(seed)
    for base in bases(model):
        prescribed = rng.random(model.nv) < rng.random()
        for axes in ("body", "inertial"):
            loads = (base, wrenches, axes, tau_ext)
            tau = inverse_dynamics(model, q, v, *loads)

            def hybrid(q, v, vdot, tau, prescribed=prescribed, loads=loads):
                return np.concatenate(solve(model, q, v, vdot, tau, prescribed, *loads))

            arguments = (q, v[0], v[1:], tau)
            error = relative(hybrid(*arguments), np.concatenate([v[1:], tau]))
            assert (error <= _limit(hybrid, *arguments)).all(), (base, axes, prescribed)


def test_prescribing_nothing_or_everything():
    for robot in ("arm", "every_joint_free", "aerial_manipulator"):
        model, q, v = draw(robot, "generic", r=5)
        for base in bases(model):
            tau = inverse_dynamics(model, q, v, base, form="spatial")
            nothing = solve(model, q, v[0], None, tau, None, base)
            assert np.array_equal(nothing[0], _forward(model, base)(q, v[0], tau))
            assert np.array_equal(nothing[1], tau)
            vdot, found = solve(model, q, v[0], v[1:], tau, np.ones(model.nv), base)
            assert np.array_equal(vdot, v[1:])
            assert (relative(found, tau) <= TORQUE).all()


@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint_free"])
def test_the_distance_changes_no_bit(robot):
    model, q, v = draw(robot, "generic", r=5)
    far = q.copy()
    far[:3] = 6e5, -4.8e5, 6.4e5
    wrenches, tau_ext = _loads(model, 6)
    for base in ("body", "hybrid", "mixed"):
        tau = inverse_dynamics(model, q, v, base)
        forward = _forward(model, base, wrenches, "inertial", tau_ext)
        assert np.array_equal(forward(q, v[0], tau), forward(far, v[0], tau))


def test_far_away_a_spatial_base_keeps_the_digits_of_its_inputs():
    """Its coordinates refer to the inertial origin: order 0 loses what the lever takes, no more."""
    model, q, near = draw("aerial_manipulator", "generic", r=0)
    for distance in (1e2, 1e4, 1e6):
        q[:3] = distance * np.array([0.6, -0.48, 0.64])
        v = near.copy()
        # u of the body's origin p becomes u - w x p of the point at the inertial origin
        v[0, 3:6] -= np.cross(v[0, :3], q[:3])
        v[1, 3:6] -= np.cross(v[1, :3], q[:3]) + np.cross(v[0, :3], near[0, 3:6])
        tau = inverse_dynamics(model, q, v, "spatial")
        for given in ((0, 0, 0), (0, 1, 0), (1, 1, 0)):
            prescribed = np.zeros(model.nv)
            prescribed[:3] = given

            def hybrid(q, v, vdot, tau, prescribed=prescribed):
                return solve(model, q, v, vdot, tau, prescribed, "spatial")[0]

            arguments = (q, v[0], v[1:], tau)
            error = relative(hybrid(*arguments), v[1:])
            assert (error <= _limit(hybrid, *arguments)).all(), (distance, given)


def test_two_trees_have_shifted_frames_of_their_own():
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((5, model.nv))
    q[:3] += 1e5
    wrenches, tau_ext = _loads(model, 4)
    for base in ("body", "hybrid", "mixed"):
        loads = (base, wrenches, "inertial", tau_ext)
        tau = inverse_dynamics(model, q, v, *loads)
        forward = _forward(model, *loads)
        error = relative(forward(q, v[0], tau), v[1:])
        assert (error <= _limit(forward, q, v[0], tau)).all()


def test_wrench_and_torque_of_zero_change_nothing():
    model, q, v = draw("every_joint", "generic", r=2)
    tau = inverse_dynamics(model, q, v)
    for axes in ("body", "inertial"):
        zeros = np.zeros((3, model.nbodies, 6)), axes, np.zeros((3, model.nv))
        found = _forward(model, "body", *zeros)(q, v[0], tau)
        assert np.array_equal(found, _forward(model)(q, v[0], tau))


def test_a_free_body_falls():
    model, q, _ = draw("free_body", "zero")
    vdot = _forward(model, "hybrid")(q, np.zeros(6), np.zeros((3, 6)))
    # torque-free and at rest: every point has the acceleration of gravity
    assert abs(vdot[0] - [0, 0, 0, *model.gravity]).max() <= TORQUE * abs(model.gravity).max()
    assert abs(vdot[1:]).max() <= ABSOLUTE


def test_rounding_errors_do_not_add_up_along_a_chain():
    for base in ("fixed", "free"):
        model = catalogue.serial_chain(200, base)
        rng = np.random.default_rng(1)
        q, v = model.random_configuration(rng), rng.standard_normal((2, model.nv))
        tau = inverse_dynamics(model, q, v)
        error = relative(_forward(model)(q, v[0], tau), v[1:])
        assert (error <= _limit(_forward(model), q, v[0], tau)).all()
