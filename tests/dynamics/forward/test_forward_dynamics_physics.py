"""What mechanics demands of forward dynamics, whatever the recursion."""

import numpy as np
import pytest
from support.references.forward_forms import bounds
from support.references.moving_bodies import moving_bodies
from support.references.tolerances import EPS
from support.trees.robots import ROBOTS, draw, two_link
from support.trees.spatial_robots import BASES, bases, floats

from lieref import oracle
from lieref.dynamics.forward_dynamics import forward_dynamics, hybrid_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue

FORMS = ("default", "spatial", "body", "hybrid")
# Sums of terms that cancel, relative to their moduli. Found: below 40 eps, but for the spatial
# form, whose accelerations of the robots of many bodies have errors of a thousand eps.
IDENTITY = {
    "default": 512 * EPS,
    "spatial": 1e5 * EPS,
    "body": 512 * EPS,
    "hybrid": 512 * EPS,
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_torque_times_velocity_is_the_rate_of_energy(robot, form):
    model, q, v = draw(robot, "generic", r=0)
    for base in bases(model):
        tau = np.random.default_rng(1).standard_normal((1, model.nv))
        v[1] = forward_dynamics(model, q, v[0], tau, base, form=form)[0]
        terms = [tau[0] * v[0]]
        for i, (_, _, velocity, acceleration, w, dw) in enumerate(moving_bodies(model, q, v, base)):
            terms.append(-model.masses[i] * velocity * (acceleration - model.gravity))
            terms.append(-w * (model.inertias[i] @ dw))
        terms = np.concatenate(terms)
        assert abs(terms.sum()) <= IDENTITY[form] * abs(terms).sum(), base


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["quadruped", "every_joint_free", "aerial_manipulator_5x4"])
def test_a_floating_tree_keeps_its_momentum(robot, base, form):
    """Forces of the joints alone change no momentum; gravity changes it by the weight."""
    model, q, v = draw(robot, "generic", r=0)
    tau = np.random.default_rng(2).standard_normal((1, model.nv))
    tau[0, :6] = 0
    v[1] = forward_dynamics(model, q, v[0], tau, base, form=form)[0]
    terms = []
    for i, (R, c, _, acceleration, w, dw) in enumerate(moving_bodies(model, q, v, base)):
        force = model.masses[i] * (acceleration - model.gravity)
        J = model.inertias[i]
        spin = R @ (J @ dw + np.cross(w, J @ w))
        terms.append([*force, *(np.cross(c, force) + spin)])
    terms = np.array(terms)
    assert (abs(terms.sum(0)) <= IDENTITY[form] * abs(terms).sum()).all()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("robot", ["arm", "every_joint_free", "aerial_manipulator"])
def test_every_order_has_the_same_matrix(robot, form):
    """[Ali, Lemma 2]: d vdot^(r) / d tau^(r) is one matrix, symmetric and positive definite."""
    r = 3
    model, q, v = draw(robot, "generic", r)
    for base in bases(model):
        tau = inverse_dynamics(model, q, v, base)
        whole = forward_dynamics(model, q, v[0], tau, base, form=form)
        inverses = []
        for k in range(r + 1):
            columns = []
            for e in np.eye(model.nv):
                # long steps, for the map is affine
                step = 1e3 * max(1, abs(tau[k]).max())
                moved = tau.copy()
                moved[k] += step * e
                rows = forward_dynamics(model, q, v[0], moved, base, form=form)
                assert np.array_equal(rows[:k], whole[:k])
                columns.append((rows[k] - whole[k]) / step)
            inverses.append(np.array(columns))
        first = inverses[0]
        scale = abs(first).max()
        size = np.array([1e-10, 1e-10, 1e-9, 1e-7]) * (1 if form == "default" else 100)
        for inverse, limit in zip(inverses, size, strict=True):
            assert abs(inverse - first).max() <= limit * scale
        assert abs(first - first.T).max() <= size[0] * scale
        assert np.linalg.eigvalsh((first + first.T) / 2)[0] > 0


@pytest.mark.parametrize("form", FORMS)
def test_the_hybrid_map_is_affine_at_every_order_too(form):
    """Held coordinates answer with -H_fp of H_ff^-1, the same at each order."""
    model, q, v = draw("aerial_manipulator", "generic", r=2)
    held = np.arange(model.nv) % 3 == 1
    tau = inverse_dynamics(model, q, v)
    whole = hybrid_dynamics(model, q, v[0], v[1:], tau, held, form=form)
    for row in np.flatnonzero(held):
        answers = []
        for k in range(3):
            moved = v[1:].copy()
            moved[k, row] += 1e3
            found = hybrid_dynamics(model, q, v[0], moved, tau, held, form=form)
            change = np.concatenate([found[0][k + 1] - whole[0][k + 1], found[1][k] - whole[1][k]])
            answers.append(change / 1e3)
        scale = abs(answers[0]).max()
        assert max(abs(x - answers[0]).max() for x in answers) <= 1e-9 * scale


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["free_body", "serial_20_free", "aerial_manipulator"])
def test_without_torque_everything_falls(robot, base, form):
    model, q, _ = draw(robot, "generic", r=1)
    vdot = forward_dynamics(model, q, np.zeros(model.nv), np.zeros((3, model.nv)), base, form=form)
    fall = np.zeros(model.nv)
    fall[3:6] = model.gravity
    if base == "body":
        turn = floats(oracle.body_poses(model, q, [fall * 0], field=oracle.Double()))[0, 0]
        fall[3:6] = turn[:3, :3].T @ model.gravity
    limit = 1e-13 if form == "default" else 1e-9
    assert abs(vdot[0] - fall).max() <= limit * abs(fall).max()
    assert abs(vdot[1:]).max() <= limit * abs(fall).max()


@pytest.mark.parametrize("form", FORMS)
def test_a_double_pendulum_by_hand(form):
    """The mass matrix of the textbook, and gravity as of test_inverse_dynamics_physics.py."""
    model = two_link()
    q, v, tau = np.array([0.7, -0.4]), np.array([0.3, -0.9]), np.array([[0.2, 0.1]])
    (m1, m2), (c1, c2), g = model.masses, model.coms[:, [0, 2]], -model.gravity[2]
    (i1, i2), arm = model.inertias[:, 1, 1], np.array([0.0, -0.5])

    def turned(angle, x):
        c, s = np.cos(angle), np.sin(angle)
        return np.array([c * x[0] + s * x[1], -s * x[0] + c * x[1]])

    a, b, e = turned(q[0], c1), turned(q.sum(), c2), turned(q[0], arm)
    outer = m2 * (e @ b)
    H = np.array(
        [
            [i1 + i2 + m1 * a @ a + m2 * (e + b) @ (e + b), i2 + m2 * b @ b + outer],
            [i2 + m2 * b @ b + outer, i2 + m2 * b @ b],
        ]
    )
    bent = m2 * (e[1] * b[0] - e[0] * b[1])  # derivative of `outer` along q[1], with its sign
    bent = -bent
    coriolis = np.array([bent * (2 * v[0] * v[1] + v[1] ** 2), -bent * v[0] ** 2])
    weight = -g * np.array([m1 * a[0] + m2 * (e + b)[0], m2 * b[0]])
    vdot = np.linalg.solve(H, tau[0] - coriolis - weight)
    found = forward_dynamics(model, q, v, tau, form=form)[0]
    assert abs(found - vdot).max() <= 1e-12 * abs(vdot).max()


@pytest.mark.parametrize("form", FORMS)
def test_a_mass_on_a_slide_has_the_force_by_its_mass(form):
    model = catalogue.serial_chain(1, "free", gravity=(0.0, 0.0, 0.0))
    q = model.random_configuration(np.random.default_rng(4))
    # pure forces at the center of mass: no rotation at any order
    turn = floats(oracle.body_poses(model, q, [np.zeros(6)], field=oracle.Double()))[0, 0, :3, :3]
    wrenches = np.zeros((3, 1, 6))
    wrenches[:, 0, 3:] = np.random.default_rng(5).standard_normal((3, 3))
    wrenches[:, 0, :3] = np.cross(turn @ model.coms[0], wrenches[:, 0, 3:])
    vdot = forward_dynamics(
        model, q, np.zeros(6), np.zeros((3, 6)), "hybrid", wrenches, "inertial", form=form
    )
    assert abs(vdot[:, :3]).max() <= 1e-11
    assert abs(vdot[:, 3:] - wrenches[:, 0, 3:] / model.masses[0]).max() <= 1e-11
    assert bounds(lambda x: forward_dynamics(model, x, np.zeros(6), np.ones((1, 6))), (q,))[0] < 1
