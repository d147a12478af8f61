"""Forward dynamics, feedback linearization and feedforward of elastic joints."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from support.trees.elastic_robots import Rotors, branched, smooth_motion
from support.trees.elastic_robots import largest_error as error
from support.trees.robots import two_link

import lieref
from lieref import elastic
from lieref.errors import ArgumentError, ConfigurationError, ModelError, ShapeError
from lieref.trajectories import BSpline, Trajectory

# The condition of the inertia is below 1e4, and each order loses a digit (docs/how-to.md).
SAME = 1e-10

KINDS = {
    "linear": {},
    "hardening": {"hardening": 400.0, "motor_damping": 0.2},
    "damped": {"damping": [1.0, 2.0, 1.5, 3.0, 0.8], "hardening": 400.0},
    "some damped": {"damping": [0.0, 2.0, 0.0, 3.0, 0.8], "motor_damping": 0.2},
    "some rigid": {"stiffness": [np.inf, 200.0, 300.0, np.inf, 150.0], "motor_damping": 0.2},
    "complete": {"gear_ratio": 6.0, "motor_damping": 0.2},
    "complete, some rigid": {
        "gear_ratio": 6.0,
        "stiffness": [200.0, np.inf, 300.0, 250.0, np.inf],
        "damping": [0.0, 0.0, 2.0, 0.0, 0.0],
        "motor_damping": 0.2,
    },
}


def robot(kind):
    return elastic.ElasticJoints(
        branched(), **{"stiffness": 200.0, "motor_inertia": 0.1, **KINDS[kind]}
    )


@pytest.mark.parametrize("kind", KINDS)
def test_forward_dynamics_gives_the_motion_back(kind):
    joints = robot(kind)
    r = 2
    q, v = smooth_motion(joints.model, r + joints.relative_degree)
    found = elastic.inverse_dynamics(joints, q, v, np.linspace(-0.1, 0.1, 5))
    theta = found.theta
    back = elastic.forward_dynamics(joints, q, v[0], theta[0], theta[1], found.motor_torque)
    assert back.vdot.shape == back.theta_acceleration.shape == (r + 1, 5)
    # both accelerations are differences of forces: by what these would make without the others
    size = np.abs(found.motor_torque).max(axis=-1) / 0.1 + np.abs(theta[2 : r + 3]).max(axis=-1)
    gap = np.abs(back.vdot - v[1 : r + 2]).max(axis=-1)
    assert (gap <= SAME * size).all(), gap / size
    gap = np.abs(back.theta_acceleration - theta[2 : r + 3]).max(axis=-1)
    assert (gap <= SAME * size).all(), gap / size


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_rotors_on_a_free_base_in_any_representation(base):
    model = lieref.catalogue.serial_chain(4, "free")
    joints = elastic.ElasticJoints(model, 200.0, 0.1, gear_ratio=6.0)
    q, v = smooth_motion(model, 1 + joints.relative_degree)
    found = elastic.inverse_dynamics(joints, q, v, base=base)
    theta = found.theta
    back = elastic.forward_dynamics(joints, q, v[0], *theta[:2], found.motor_torque, base)
    size = np.abs(found.motor_torque).max(axis=-1) / 0.1 + np.abs(theta[2:4]).max(axis=-1)
    assert (np.abs(back.vdot - v[1:3]).max(axis=-1) <= SAME * size).all()
    # the joints do not know how the base is represented
    at = lieref.forward_kinematics(model, q, v, base, "body", [0])[1][:, 0]
    body = elastic.inverse_dynamics(joints, q, np.concatenate([at, v[:, 6:]], axis=1))
    assert error(found.motor_torque[:, 6:], body.motor_torque[:, 6:]) <= SAME


def test_forward_dynamics_of_the_complete_model_is_that_of_the_bodies():
    """Links and rotors of the oracle's tree, with springs between them."""
    model = branched()
    rotors = Rotors(model)
    n = rotors.ratio
    joints = elastic.ElasticJoints(
        rotors.carried(model),
        200.0,
        n**2 * rotors.spin,
        gear_ratio=n,
        rotor_bodies=[None if x < 0 else x for x in rotors.bodies],
        rotor_axes=rotors.axes,
    )
    rng = np.random.default_rng(4)
    q, v, theta, speed, torque = rng.uniform(-1, 1, (5, 5))
    found = elastic.forward_dynamics(joints, q, v, theta, speed, [torque])
    through = 200.0 * (theta - q)
    exact = lieref.oracle.forward_dynamics(
        rotors.as_bodies(model),
        np.concatenate([q, n * theta]),
        np.concatenate([v, n * speed]),
        [np.concatenate([through, (torque - through) / n])],
        digits=30,
    )[0]
    exact = np.array(exact, float)
    assert error(found.vdot[0], exact[:5]) <= SAME
    assert error(found.theta_acceleration[0], exact[5:] / n) <= SAME


@pytest.mark.parametrize("kind", ["some damped", "complete, some rigid"])
def test_batches_are_states(kind):
    joints = robot(kind)
    rng = np.random.default_rng(3)
    q, v = rng.uniform(-1, 1, (2, 3, 5)), rng.uniform(-1, 1, 5)
    theta, speed = rng.uniform(-1, 1, (2, 3, 5)), rng.uniform(-1, 1, (3, 5))
    torque = rng.uniform(-1, 1, (2, 5))
    loads = rng.uniform(-1, 1, (2, 1, 2, 5, 6))
    found = elastic.forward_dynamics(joints, q, v, theta, speed, torque, wrenches=loads)
    for i, j in np.ndindex(2, 3):
        one = elastic.forward_dynamics(
            joints, q[i, j], v, theta[i, j], speed[j], torque, wrenches=loads[i, 0]
        )
        assert error(found.vdot[i, j], one.vdot) <= SAME
        assert error(found.theta_acceleration[i, j], one.theta_acceleration) <= SAME
    with pytest.raises(ShapeError, match="wrenches has shape"):
        elastic.forward_dynamics(joints, q, v, theta, speed, torque, wrenches=loads[..., :1, :, :])


def test_wrenches_reach_the_links():
    joints = robot("complete, some rigid")
    q, v = smooth_motion(joints.model, 1 + joints.relative_degree)
    rng = np.random.default_rng(8)
    loads = rng.standard_normal((len(v) - 1, 5, 6))
    x = np.linspace(-0.1, 0.1, 5)
    found = elastic.inverse_dynamics(joints, q, v, x, wrenches=loads, wrench_axes="inertial")
    back = elastic.forward_dynamics(
        joints,
        q,
        v[0],
        *found.theta[:2],
        found.motor_torque,
        wrenches=loads[:2],
        wrench_axes="inertial",
    )
    assert error(back.vdot, v[1:3]) <= SAME


@pytest.mark.parametrize("damping", [0.0, 2.0])
def test_feedback_linearization(damping):
    joints = elastic.ElasticJoints(branched(), 200.0, 0.1, damping, 400.0, 0.3)
    d = joints.relative_degree
    q, v = smooth_motion(joints.model, d)
    x = np.linspace(-0.1, 0.1, 5)
    motion = elastic.inverse_dynamics(joints, q, v, x)
    state = (q, v[0], motion.theta[0], motion.theta[1])
    rows = elastic.linearizing_state(joints, *state)
    assert error(rows, v[: d - 1]) <= SAME
    torque = elastic.feedback_linearization(joints, *state, v[d - 1])
    assert error(torque, motion.motor_torque[0]) <= SAME
    many = elastic.feedback_linearization(joints, *state, np.stack([v[d - 1]] * 2))
    assert error(many, torque) <= SAME


@pytest.mark.parametrize("damping", [0.0, 2.0])
def test_linearizing_states_of_many_states(damping):
    joints = elastic.ElasticJoints(branched(), 200.0, 0.1, damping, 400.0, 0.3)
    rng = np.random.default_rng(12)
    shapes = ((3, 1), (2, 1, 1), (1, 4), (3, 4))
    state = [rng.uniform(-0.3, 0.3, (*shape, joints.model.nv)) for shape in shapes]
    found = elastic.linearizing_state(joints, *state)
    assert found.shape == (2, 3, 4, joints.relative_degree - 1, joints.model.nv)
    full = [np.broadcast_to(x, (2, 3, 4, joints.model.nv)) for x in state]
    w = rng.uniform(-1, 1, full[0].shape)
    torque = elastic.feedback_linearization(joints, *state, w)
    for k in np.ndindex(2, 3, 4):
        one = [x[k] for x in full]
        assert error(found[k], elastic.linearizing_state(joints, *one)) <= SAME
        assert error(torque[k], elastic.feedback_linearization(joints, *one, w[k])) <= SAME


def test_what_cannot_be_linearized_is_refused():
    state = np.zeros((5, 5))
    for kind, message in (
        ("some rigid", "joint '.*' is rigid"),
        ("some damped", "has no damper, others have"),
        ("complete", "dynamic feedback alone"),
    ):
        with pytest.raises(ModelError, match=message):
            elastic.feedback_linearization(robot(kind), *state)


def spline_motion(model, duration, seed=4, degree=7):
    rng = np.random.default_rng(seed)
    knots = np.concatenate([[0.0] * degree, np.linspace(0, duration, 4), [duration] * degree])
    inner = rng.uniform(-1.0, 1.0, (model.nv, len(knots) - degree - 1 - 8))
    return Trajectory(
        model,
        {
            name: BSpline(knots, [row[0]] * 4 + list(row) + [row[-1]] * 4, degree)
            for name, row in zip(model.joint_names, inner, strict=True)
        },
    )


@pytest.mark.parametrize("damping", [0.0, 3.0])
def test_the_full_system_follows_the_feedforward(damping):
    """The oracle's links and the motors, integrated together from the state at the start."""
    model = two_link()
    joints = elastic.ElasticJoints(model, [300.0, 150.0], 0.1, damping, 2000.0, 0.2)
    motion = spline_motion(model, 0.4)
    times = np.linspace(0, 0.1, 65)
    q, v = motion.state(times, joints.relative_degree - 2)
    found = elastic.feedforward(joints, times, q, v)
    # the torque as a polynomial through all of these times would oscillate: asked for where needed
    start = found.theta[0, 0] - q[0]

    def torque(t):
        at = np.append(times[times < t], t)
        if not damping:
            at = at[-1:]
        state = motion.state(at, joints.relative_degree - 2)
        return elastic.feedforward(joints, at, *state, start).motor_torque[-1, 0]

    def rates(t, y):
        link, speed, theta, theta_speed = y.reshape(4, 2)
        x = theta - link
        through = joints.stiffness * x + 2000.0 * x**3 + damping * (theta_speed - speed)
        a = lieref.oracle.forward_dynamics(model, link, speed, [through], digits=16)[0]
        motors = (torque(t) - through - 0.2 * theta_speed) / 0.1
        return np.concatenate([speed, np.array(a, float), theta_speed, motors])

    y0 = np.concatenate([q[0], v[0, 0], found.theta[0, 0], found.theta[0, 1]])
    # without a first step old versions of scipy look for one beyond the end
    options = {"rtol": 1e-10, "atol": 1e-10, "first_step": 1e-4}
    end = solve_ivp(rates, (0, 0.1), y0, "DOP853", **options).y[:, -1]
    # the integrator's tolerance; of damped springs, to order 4 of the distance of the times
    assert np.abs(end[:2] - q[-1]).max() <= 1e-8
    assert np.abs(end[4:6] - found.theta[-1, 0]).max() <= 1e-8


def test_deflections_of_damped_springs_are_integrated_to_order_4():
    model = two_link()
    motion = spline_motion(model, 1.0)
    joints = elastic.ElasticJoints(model, 40.0, 0.1, [1.0, 4.0], 3000.0)

    def rates(t, x):
        q, v = motion.state(t)
        tau = lieref.inverse_dynamics(model, q, v)[0]
        return (tau - 40.0 * x - 3000.0 * x**3) / joints.damping

    start = np.array([0.1, -0.2])
    exact = solve_ivp(rates, (0, 1), start, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    errors = []
    for n in (50, 100, 200):
        times = np.linspace(0, 1, n + 1)
        q, v = motion.state(times, 1)
        theta = elastic.feedforward(joints, times, q, v, start).theta
        np.testing.assert_array_equal(theta[0, 0] - q[0], q[0] + start - q[0])
        errors.append(np.abs(theta[-1, 0] - q[-1] - exact).max())
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    assert (orders > 3.7).all(), (errors, orders)


def test_stiff_dampers_need_no_small_steps():
    """A damper a thousandth of the spring times the step: Radau's stages stay at equilibrium."""
    model = two_link()
    motion = spline_motion(model, 1.0)
    times = np.linspace(0, 1, 101)
    joints = elastic.ElasticJoints(model, 1000.0, 0.1, 1e-4)
    q, v = motion.state(times, 2)
    found = elastic.feedforward(joints, times, q, v[:, :3]).theta[:, 0]
    undamped = elastic.feedforward(elastic.ElasticJoints(model, 1000.0, 0.1), times, q, v)
    tau = lieref.inverse_dynamics(model, q, v[:, :3])
    # x = tau / K - D tau' / K^2 + ... behind what the start decays by
    expected = undamped.theta[:, 0] - 1e-4 * tau[:, 1] / 1000.0**2
    assert np.abs(found - expected)[1:].max() <= 1e-12


def test_undamped_feedforward_is_inverse_dynamics():
    joints = elastic.ElasticJoints(branched(), 200.0, 0.1, gear_ratio=5.0)
    rng = np.random.default_rng(2)
    q, v = rng.uniform(-1, 1, (3, 5)), rng.uniform(-1, 1, (3, joints.relative_degree, 5))
    found = elastic.feedforward(joints, [0.0, 0.1, 0.3], q, v)
    expected = elastic.inverse_dynamics(joints, q, v)
    np.testing.assert_array_equal(found.motor_torque, expected.motor_torque)
    np.testing.assert_array_equal(found.theta, expected.theta)


def test_bad_arguments():
    joints = robot("some damped")
    zero = np.zeros((3, 4, 5))
    with pytest.raises(ShapeError, match="each later than the one before"):
        elastic.feedforward(joints, [0.0, 0.0, 1.0], zero[:, 0], zero)
    with pytest.raises(ShapeError, match="a row for each time"):
        elastic.feedforward(joints, [0.0, 1.0], zero[:, 0], zero)
    both = elastic.ElasticJoints(branched(), 200.0, 0.1, 2.0, gear_ratio=5.0)
    rows = np.zeros((1, both.relative_degree, 5))
    with pytest.raises(ModelError, match="damped springs in the complete model"):
        elastic.feedforward(both, [0.0], rows[:, 0], rows)
    with pytest.raises(ShapeError, match=r"theta: shape \(4,\), expected \(..., 5\)"):
        elastic.forward_dynamics(joints, zero[0, 0], zero[0, 0], np.zeros(4), zero[0, 0], zero[0])
    with pytest.raises(ArgumentError, match="expected ElasticJoints"):
        elastic.forward_dynamics(None, *zero[0], zero[0])
    free = elastic.ElasticJoints(lieref.catalogue.serial_chain(2, "free"), 200.0, 0.1)
    with pytest.raises(ConfigurationError, match="expected 1 within"):
        elastic.inverse_dynamics(free, np.zeros(8), np.zeros((4, 7)))
