"""Clusters that are one only because of those below them: several bodies that nothing ties."""

import numpy as np
import pytest

import lieref
from lieref import loops, oracle

EPS = float(np.finfo(float).eps)
ROUNDING = 1e3 * EPS
HINGE = (0, 1, 0)


def coupled_arms(ball):
    """Two arms on the ground whose forearms a belt couples; one shoulder may be a ball."""
    b = lieref.ModelBuilder(name="arms")
    shift, inertia = np.eye(4), np.diag([0.02, 0.03, 0.04])
    shift[0, 3] = 0.5
    shoulder = lieref.Spherical() if ball else lieref.Revolute(HINGE)
    for name, parent, joint in (
        ("upper_left", None, lieref.Revolute(HINGE)),
        ("left", "upper_left", lieref.Revolute(HINGE)),
        ("upper_right", None, shoulder),
        ("right", "upper_right", lieref.Revolute((0, 0, 1))),
    ):
        b.add_body(name, parent, joint, shift, 1.0, (0.2, 0.01, 0.1), inertia)
    b.couple("right_joint", "left_joint", 0.7)
    return b.build()


@pytest.mark.parametrize("ball", [False, True])
def test_arms_that_a_belt_couples(ball):
    model = coupled_arms(ball)
    assert [c.bodies for c in model.clusters] == [(0, 2), (1, 3)]
    rng = np.random.default_rng(6)
    q = model.random_configuration(rng)
    v = rng.uniform(-1, 1, (4, model.nv))
    for rows in (v[:2], v):
        tau = lieref.inverse_dynamics(model, q, rows)
        reference = oracle.loop_inverse_dynamics(model, q.tolist(), rows.tolist(), digits=30)
        expected = np.array([[float(x) for x in row] for row in reference])
        assert np.abs(tau - expected).max() <= ROUNDING * np.abs(expected).max()
        back = lieref.forward_dynamics(model, q, rows[0], tau)
        assert np.abs(back - rows[1:]).max() <= ROUNDING * np.abs(v).max()
    usual = lieref.forward_dynamics(model, q, v[0], v[1:2])
    for method in ("projection", "multipliers"):
        found = loops.forward_dynamics(model, q, v[0], v[1:2], method=method)
        assert np.abs(found - usual).max() <= ROUNDING * np.abs(usual).max()
