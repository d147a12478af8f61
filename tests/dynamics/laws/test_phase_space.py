"""The momentum form: rates of momenta from the definitions, its motion beside the torque form."""

import numpy as np
import pytest
from support.trees.robots import draw, with_physics

import lieref
from lieref.errors import NonFiniteError

# Accelerations of the kernel in doubles: conditions below 1e5. Found: below 3e-12.
SAME = 1e-10


def by_definition(model, q, v, a):
    """Momenta and their rates about the inertial origin from the oracle's poses, as doubles.

    With c the center of mass and I the inertia about it in inertial axes: L = I w + m c x c',
    L' = I w' + w x I w + m c x c''.
    """
    stacks = lieref.oracle.body_poses(model, q, [v, a], digits=40)
    momenta, rates = [], []
    for i in range(model.nbodies):
        C = [np.array(stacks[k][i], dtype=float) for k in range(3)]
        R = [x[:3, :3] for x in C]
        c = [x[:3, :3] @ model.coms[i] + x[:3, 3] for x in C]
        W = R[1] @ R[0].T
        W_rate = R[2] @ R[0].T + R[1] @ R[1].T
        w, w_rate = (np.array([x[2, 1], x[0, 2], x[1, 0]]) for x in (W, W_rate))
        inertia, m = R[0] @ model.inertias[i] @ R[0].T, model.masses[i]
        momenta.append([*(inertia @ w + m * np.cross(c[0], c[1])), *(m * c[1])])
        turn = inertia @ w_rate + np.cross(w, inertia @ w)
        rates.append([*(turn + m * np.cross(c[0], c[2])), *(m * c[2])])
    return np.array(momenta), np.array(rates)


@pytest.mark.parametrize("robot", ["two_link", "arm", "every_joint_free"])
@pytest.mark.parametrize("physics", [False, True])
def test_rates_are_those_of_the_definition(robot, physics):
    model, q, v = draw(robot, "generic", 0)
    if physics:
        model = with_physics(model)
    rng = np.random.default_rng(3)
    tau, loads = rng.uniform(-1, 1, model.nv), rng.uniform(-1, 1, (model.nbodies, 6))
    a = lieref.oracle.forward_dynamics(model, q, v[0], [tau], wrenches=[loads], digits=30)[0]
    momenta, rates = by_definition(model, q, v[0], np.array(a, float))
    found = lieref.body_momenta(model, q, v[0])
    assert np.abs(found - momenta).max() <= 1e-13 * np.abs(momenta).max()
    rate = lieref.phase_space_rates(model, q, found, tau, loads)
    assert np.abs(rate.v - v[0]).max() <= SAME * np.abs(v[0]).max()
    assert np.abs(rate.momenta - rates).max() <= SAME * np.abs(rates).max()


def test_the_projected_rates_are_the_forces():
    """(79), first line: J^T (Pi' - W) = tau, W of gravity and of wrenches."""
    model, q, v = draw("arm", "generic", 0)
    tau = np.linspace(-1, 1, model.nv)
    Pi = lieref.body_momenta(model, q, v[0])
    rate = lieref.phase_space_rates(model, q, Pi, tau)
    poses = lieref.forward_kinematics(model, q, v[:1])[0]
    c = np.einsum("nij,nj->ni", poses[:, :3, :3], model.coms) + poses[:, :3, 3]
    weight = model.masses[:, None] * model.gravity
    W = np.concatenate([np.cross(c, weight), weight], axis=1)
    J = lieref.system_jacobian(model, q, "spatial")
    assert np.abs(J.T @ (rate.momenta - W).ravel() - tau).max() <= SAME * np.abs(W).max()


def test_velocities_are_the_projection_of_momenta_that_are_off():
    model, q, _ = draw("arm", "generic", 0)
    Pi = np.random.default_rng(2).uniform(-1, 1, (model.nbodies, 6))
    v = lieref.phase_space_rates(model, q, Pi, np.zeros(model.nv)).v
    p = lieref.system_jacobian(model, q, "spatial").T @ Pi.ravel()
    H = lieref.joint_space_inertia(model, q)
    assert np.abs(H @ v - p).max() <= SAME * np.abs(p).max()


def test_the_motion_is_that_of_the_torque_form_and_keeps_the_momentum():
    """Midpoint steps of (q, Pi) of a robot in free space: of order 2, and Pi is kept as a sum."""
    model = lieref.catalogue.serial_chain(4, "free").with_gravity((0, 0, 0))
    rng = np.random.default_rng(4)
    start, speed = model.random_configuration(rng), rng.uniform(-1, 1, model.nv)
    zero, end = np.zeros(model.nv), 0.1
    exact = lieref.simulate.simulate(model, start, speed, [0.0, end]).q[-1]
    errors = []
    for steps in (20, 40):
        q, Pi, h = start, lieref.body_momenta(model, start, speed), end / steps
        total = Pi.sum(axis=0)
        for _ in range(steps):
            half = lieref.phase_space_rates(model, q, Pi, zero)
            middle = model.integrate(q, h / 2 * half.v)
            rate = lieref.phase_space_rates(model, middle, Pi + h / 2 * half.momenta, zero)
            q, Pi = model.normalize(model.integrate(q, h * rate.v)), Pi + h * rate.momenta
        assert np.abs(Pi.sum(axis=0) - total).max() <= 1e-13 * np.abs(Pi).max()
        errors.append(np.abs(model.difference(exact, q)).max())
    assert 1.8 < np.log2(errors[0] / errors[1]) < 2.2


def test_momenta_beyond_range_are_refused():
    model, q = lieref.catalogue.serial_chain(2), np.zeros(2)
    with pytest.raises(NonFiniteError, match="beyond the range"):
        lieref.body_momenta(model, q, q + 1.7e308)
