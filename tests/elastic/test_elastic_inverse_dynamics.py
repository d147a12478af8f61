"""Motor torques of motions: from the definitions, from rotors as bodies, by another recursion."""

from math import comb, factorial

import mpmath
import numpy as np
import pytest
from support.trees.elastic_robots import EPS, Rotors, branched, largest_error, smooth_motion
from support.trees.robots import with_physics

import lieref
from lieref import elastic
from lieref.errors import ArgumentError, NonFiniteError, ShapeError

# Of order r + 2 of a torque, relative to the largest of its row: kernel and spring round some ten
# times each. Found: below 12 eps.
SAME = 64 * EPS


def by_definition(joints, q, v, r):
    """Motor torque and theta with their derivatives: theta(t) from order 0, at times near 0.

    The derivatives are those of the polynomial through 13 of them, 1e-5 s apart, in 120 digits.
    """
    K, points, apart = lieref.oracle.Mp(120), range(-6, 7), 10**5
    with mpmath.workdps(120):
        rows = [[mpmath.mpf(float(x)) for x in row] for row in [q, *v]]
        numbers = [
            [mpmath.mpf(float(x)) for x in row]
            for row in (
                joints.stiffness,
                joints.hardening,
                joints.motor_inertia,
                joints.motor_damping,
            )
        ]

        def place(t, k):
            at = range(k, len(rows))
            return [
                sum(rows[i][c] * t ** (i - k) / factorial(i - k) for i in at) for c in range(len(q))
            ]

        torques, angles = [], []
        for point in points:
            t = mpmath.mpf(point) / apart
            force = lieref.oracle.inverse_dynamics(
                joints.model, place(t, 0), [place(t, 1), place(t, 2)], field=K
            )[0]
            x = [
                mpmath.findroot(lambda x, k=k, k3=k3, f=f: k * x + k3 * x**3 - f, f / k)
                for k, k3, f in zip(*numbers[:2], force, strict=True)
            ]
            torques.append(force)
            angles.append([a + b for a, b in zip(place(t, 0), x, strict=True)])
        powers = mpmath.matrix([[mpmath.mpf(i) ** k for k in range(13)] for i in points])

        def derivatives(values):
            columns = [
                mpmath.lu_solve(powers, list(column)) for column in zip(*values, strict=True)
            ]
            return [[c[k] * factorial(k) * apart**k for c in columns] for k in range(r + 3)]

        tau, theta = derivatives(torques), derivatives(angles)
        motor = [
            [
                tau[k][c] + numbers[3][c] * theta[k + 1][c] + numbers[2][c] * theta[k + 2][c]
                for c in range(len(q))
            ]
            for k in range(r + 1)
        ]
    return motor, theta


@pytest.mark.parametrize("hardening", [0.0, 500.0])
def test_reduced_model_is_its_definition(hardening):
    model = with_physics(lieref.catalogue.serial_chain(2))
    joints = elastic.ElasticJoints(model, [80.0, 50.0], [0.1, 0.2], 0.0, hardening, 0.4)
    q, v = smooth_motion(model, 6)
    found = elastic.inverse_dynamics(joints, q, v)
    motors, angles = by_definition(joints, q, v, 2)
    # hardening: the powers of a spring take some more roundings
    assert largest_error(found.motor_torque, motors) <= 4 * SAME
    assert largest_error(found.theta, angles) <= 4 * SAME
    assert largest_error(found.joint_torque, lieref.inverse_dynamics(model, q, v)[:3]) <= SAME


def rotors_apart(model, rotors, joints, q, v, found, r):
    """What the torques of a model with a body to each rotor miss those of links and motors by."""
    n = rotors.ratio
    theta = found.theta[1 : r + 3]
    rows = np.concatenate([v[: r + 2], n * theta], axis=1)
    place = np.concatenate([q, n * found.theta[0]])
    exact = lieref.oracle.inverse_dynamics(rotors.as_bodies(model), place, rows, digits=30)
    exact = np.array(exact, float)
    links, motors = exact[:, : model.nv], n * exact[:, model.nv :]
    motors += found.joint_torque + joints.motor_damping * theta[: r + 1]
    return max(largest_error(found.joint_torque, links), largest_error(found.motor_torque, motors))


@pytest.mark.parametrize("damped", [(), (1, 4), (0, 1, 2, 3, 4)])
@pytest.mark.parametrize("rigid", [(), (2,), (0, 3)])
def test_complete_model_has_a_body_to_each_rotor(damped, rigid):
    model = branched()
    rotors = Rotors(model)
    stiffness, damping = np.array([300.0, 200.0, 150.0, 4000.0, 90.0]), np.zeros(5)
    damping[list(damped)] = 2.0
    stiffness[list(rigid)], damping[list(rigid)] = np.inf, 0.0
    joints = elastic.ElasticJoints(
        rotors.carried(model),
        stiffness,
        rotors.ratio**2 * rotors.spin,
        damping,
        motor_damping=0.3,
        gear_ratio=rotors.ratio,
        rotor_bodies=[None if x < 0 else x for x in rotors.bodies],
        rotor_axes=rotors.axes,
    )
    r, d = 1, joints.relative_degree
    q, v = smooth_motion(model, r + d)
    x = np.linspace(-0.1, 0.1, 5)
    found = elastic.inverse_dynamics(joints, q, v, x)
    assert rotors_apart(model, rotors, joints, q, v, found, r) <= 64 * SAME
    # springs and dampers transmit the joint torques
    deflection = found.theta[:2] - [q, v[0]]
    spring = ~joints.rigid
    through = stiffness[spring] * deflection[0, spring] + damping[spring] * deflection[1, spring]
    assert largest_error(found.joint_torque[0, spring], through) <= 1e4 * EPS
    assert np.abs(deflection[0] - x)[joints.damped].max(initial=0) <= 4 * EPS
    # as many rows as it says, and not one fewer
    with pytest.raises(ShapeError, match=rf"expected \(..., r \+ {d}, 5\)"):
        elastic.inverse_dynamics(joints, q, v[: d - 1], x)
    elastic.inverse_dynamics(joints, q, v[:d], x)


def test_relative_degree_counts_the_springs_between_rotor_and_world():
    chain = lieref.catalogue.serial_chain(7)
    for expected, arguments in (
        (2, {"stiffness": np.full(7, np.inf)}),
        (3, {"stiffness": 10.0, "damping": 1.0}),
        (4, {"stiffness": 10.0}),
        (4, {"stiffness": 10.0, "damping": [0.0, 1, 1, 1, 1, 1, 1]}),
        # De Luca and Tomei: 2 (N + 1) of a serial arm
        (16, {"stiffness": 10.0, "gear_ratio": 50.0}),
        (4, {"stiffness": 10.0, "gear_ratio": 50.0, "rotor_bodies": [None] * 7}),
    ):
        joints = elastic.ElasticJoints(chain, motor_inertia=0.1, **arguments)
        assert joints.relative_degree == expected, arguments


def seen(R, turn, a):
    """Derivatives of R^T a in a frame that turns with velocity `turn` relative to that of a.

    turn, a: derivatives of both in their own axes; (R^T a)' = R^T a' - turn x R^T a.
    """
    rows, found = [R.T @ x for x in a], []
    while rows:
        found.append(rows[0])
        rows = [
            rows[k + 1] - sum(comb(k, j) * np.cross(turn[j], rows[k - j]) for j in range(k + 1))
            for k in range(len(rows) - 1)
        ]
    return np.array(found)


def published_recursion(model, joints, q, v):
    """Buondonno and De Luca (2015): Newton and Euler with two more derivatives each way.

    Revolute joints through the origins of their bodies, points and wrenches in body axes.
    """
    n, own = model.nv, [v[:, i, None] * np.array(x.axis) for i, x in enumerate(model.joints)]
    R = [
        model.placements[i][:3, :3] @ lieref.SO3.exp(np.array(model.joints[i].axis) * q[i])
        for i in range(n)
    ]
    offsets = model.placements[:, :3, 3]
    w, a = np.zeros((n + 1, 4, 3)), np.zeros((n + 1, 3, 3))
    # the last of them is the world
    a[-1, 0] = -np.asarray(model.gravity)
    for i in range(n):
        w[i] = seen(R[i], own[i], w[i - 1]) + own[i]
        a[i] = seen(R[i], own[i], point_acceleration(w[i - 1], a[i - 1], offsets[i]))
    f, m, tau = np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, n))
    for i in reversed(range(n)):
        force = model.masses[i] * point_acceleration(w[i], a[i], model.coms[i])
        moment = w[i, 1:] @ model.inertias[i] + np.cross(model.coms[i], force)
        for k in range(3):
            for j in range(k + 1):
                moment[k] += comb(k, j) * np.cross(w[i, j], model.inertias[i] @ w[i, k - j])
        if i < n - 1:
            # a body's wrench in the axes of its parent: their turning is the opposite one
            turn = [-R[i + 1] @ x for x in own[i + 1]]
            f, m = seen(R[i + 1].T, turn, f), seen(R[i + 1].T, turn, m)
            m = m + np.cross(offsets[i + 1], f)
        f, m = f + force, m + moment
        tau[:, i] = m @ np.array(model.joints[i].axis)
    return tau[0] + joints.motor_inertia * (v[1] + tau[2] / joints.stiffness)


def point_acceleration(w, a, x):
    """Acceleration of a point x of a body and its two derivatives, in body axes."""
    out = np.cross(w[1:], x) + a
    for k in range(3):
        for j in range(k + 1):
            out[k] += comb(k, j) * np.cross(w[j], np.cross(w[k - j], x))
    return out


def test_motor_torques_are_those_of_the_published_recursion():
    model = lieref.catalogue.serial_chain(7)
    joints = elastic.ElasticJoints(model, np.linspace(100, 400, 7), np.linspace(0.1, 0.3, 7))
    q, v = smooth_motion(model, 4)
    found = elastic.inverse_dynamics(joints, q, v).motor_torque[0]
    assert largest_error(found, published_recursion(model, joints, q, v)) <= SAME


def test_stiff_springs_make_the_robot_rigid():
    """The difference to the rigid robot with the motors as armature is (B tau'' + D tau') / K."""
    model = lieref.catalogue.serial_chain(4)
    q, v = smooth_motion(model, 4)
    rigid = model.with_joint_physics(armature=np.full(4, 0.2), damping=np.full(4, 0.5))
    limit = lieref.inverse_dynamics(rigid, q, v[:2])[0]
    tau = lieref.inverse_dynamics(model, q, v)
    joints = elastic.ElasticJoints(model, np.full(4, np.inf), 0.2, motor_damping=0.5)
    exactly = elastic.inverse_dynamics(joints, q, v[:2]).motor_torque[0]
    assert largest_error(exactly, limit) <= SAME
    for stiffness in (1e3, 1e5, 1e7):
        joints = elastic.ElasticJoints(model, stiffness, 0.2, motor_damping=0.5)
        gap = elastic.inverse_dynamics(joints, q, v).motor_torque[0] - limit
        expected = (0.2 * tau[2] + 0.5 * tau[1]) / stiffness
        assert np.abs(gap - expected).max() <= SAME * np.abs(limit).max()


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_a_free_base_is_rigid(base):
    model = lieref.catalogue.serial_chain(4, "free")
    joints = elastic.ElasticJoints(model, 200.0, 0.1)
    q, v = smooth_motion(model, 5)
    loads = np.random.default_rng(2).standard_normal((4, model.nbodies, 6))
    found = elastic.inverse_dynamics(joints, q, v, None, base, loads, "inertial")
    tau = lieref.inverse_dynamics(model, q, v, base, loads, "inertial")
    # an unactuated base needs no motor
    assert largest_error(found.motor_torque[:, :6], tau[:2, :6]) <= SAME
    np.testing.assert_array_equal(found.theta[0, :6], 0.0)
    np.testing.assert_array_equal(found.theta[1:, :6], v[:3, :6])
    expected = tau[:2] + 0.1 * (v[1:3] + tau[2:] / 200.0)
    assert largest_error(found.motor_torque[:, 6:], expected[:, 6:]) <= SAME


@pytest.mark.parametrize("ratio", [None, 20.0])
def test_batches_are_states(ratio):
    model = branched()
    joints = elastic.ElasticJoints(
        model, 200.0, 0.1, [1.0, 0, 0, 0, 2.0], 50.0, 0.2, gear_ratio=ratio
    )
    rng = np.random.default_rng(1)
    q, v = rng.uniform(-1, 1, (2, 3, 5)), rng.uniform(-1, 1, (3, joints.relative_degree + 1, 5))
    x = rng.uniform(-0.1, 0.1, 5)
    found = elastic.inverse_dynamics(joints, q, v, x)
    assert found.motor_torque.shape == (2, 3, 2, 5)
    assert found.theta.shape == (2, 3, 4, 5)
    for i in range(2):
        for j in range(3):
            one = elastic.inverse_dynamics(joints, q[i, j], v[j], x)
            assert largest_error(found.motor_torque[i, j], one.motor_torque) <= SAME
            assert largest_error(found.theta[i, j], one.theta) <= SAME


def test_what_has_no_solution_is_refused():
    model = lieref.catalogue.serial_chain(2)
    damped = elastic.ElasticJoints(model, 200.0, 0.1, [1.0, 0.0])
    q, v = smooth_motion(model, 4)
    with pytest.raises(ArgumentError, match="deflection is None"):
        elastic.inverse_dynamics(damped, q, v)
    joints = elastic.ElasticJoints(model, 200.0, 0.1)
    with pytest.raises(ShapeError, match=r"v has shape \(3, 2\), expected \(..., r \+ 4, 2\)"):
        elastic.inverse_dynamics(joints, q, v[:3])
    with pytest.raises(NonFiniteError, match="beyond the range of double"):
        elastic.inverse_dynamics(elastic.ElasticJoints(model, 1e-300, 1.0), q, 1e200 * v)
    with pytest.raises(ShapeError, match="do not broadcast"):
        elastic.inverse_dynamics(joints, np.zeros((3, 2)), np.zeros((2, 4, 2)))
    with pytest.raises(ArgumentError, match="joints is a Model, expected ElasticJoints"):
        elastic.inverse_dynamics(model, q, v)
