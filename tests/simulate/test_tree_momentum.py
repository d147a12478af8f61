"""Derivatives of the Lagrangian against the closed forms and inverse dynamics."""

import numpy as np
import pytest
from support.references.tolerances import EPS
from support.trees.robots import ROBOTS, draw

from lieref.algebra import SE3
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.momentum import momentum
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
from lieref.errors import NonFiniteError, ShapeError
from lieref.simulate.tree_momentum import TreeMomentum

# Of the largest of the terms that cancel. Found: below 6 eps (serial_20_free).
TERMS = 32 * EPS


@pytest.mark.parametrize("state", ["generic", "fast", "near_pi", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_momentum_is_inertia_times_velocity_and_force_completes_hamel(robot, state):
    model, q, v = draw(robot, state, 0)
    v = v[0]
    p, force = TreeMomentum(model)(q, v)
    H, rate = joint_space_inertia_derivatives(model, q, v[None])
    assert abs(p - H @ v).max() <= TERMS * (abs(H) @ abs(v)).max()
    # Hamel: d/dt p = ad_v^T p + dL/dq + tau, joint by joint; without acceleration p' = H' v
    tau = inverse_dynamics(model, q, np.stack([v, np.zeros(model.nv)]))[0]
    turned = np.zeros(model.nv)
    for i, at in enumerate(model.idx_v):
        if model.joints[i].kind == "free":
            turned[at : at + 6] = SE3.ad_t_mul(v[at : at + 6], p[at : at + 6])
        elif model.joints[i].kind == "spherical":
            turned[at : at + 3] = np.cross(p[at : at + 3], v[at : at + 3])
    terms = abs(rate) @ abs(v) + abs(turned) + abs(tau)
    assert abs(rate @ v - turned - tau - force).max() <= TERMS * terms.max()


@pytest.mark.parametrize("state", ["generic", "fast", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_energies_are_those_of_the_laws(robot, state):
    model, q, v = draw(robot, state, 0)
    kinetic, potential, power = TreeMomentum(model).energies(q, v[0])
    motion = np.stack([v[0], np.zeros(model.nv)])
    wanted = energy(model, q, motion)
    assert abs(kinetic - wanted.kinetic[0]) <= TERMS * wanted.kinetic[0]
    heights = abs(q).max() + 10.0
    weight = 9.81 * model.masses.sum()
    assert abs(potential - wanted.potential[0]) <= TERMS * weight * heights
    # (moment, force) of the weight about the origins, joint by joint
    forces = abs(TreeMomentum(model)(q, np.zeros(model.nv))[1])
    assert abs(power + wanted.potential[1]) <= TERMS * (forces @ abs(v[0]) + weight)


def test_rest_and_weightlessness():
    model, q, _ = draw("quadruped", "generic", 0)
    p, force = TreeMomentum(model)(q, np.zeros(model.nv))
    assert not p.any()
    assert np.array_equal(joint_space_inertia(model, q) @ np.zeros(model.nv), p)
    # the weight of all bodies
    weight = np.linalg.norm(force[3:6])
    assert abs(weight - 9.81 * model.masses.sum()) <= TERMS * weight


@pytest.mark.parametrize("robot", ["free_body", "serial_20_free", "aerial_manipulator"])
def test_momentum_of_a_free_root_about_the_origin(robot):
    model, q, v = draw(robot, "generic", 0)
    tree = TreeMomentum(model)
    p = tree(q, v[0])[0]
    spatial = tree.to_world(0, q, p[:6])
    expected = momentum(model, q, v[:1])[0]
    assert abs(spatial - expected).max() <= TERMS * abs(expected).max()
    assert abs(tree.to_body(0, q, spatial) - p[:6]).max() <= TERMS * abs(spatial).max()


def test_wrong_arguments():
    model, q, v = draw("free_body", "generic", 0)
    tree = TreeMomentum(model)
    with pytest.raises(ShapeError, match="q has 6 and v 6 entries, expected 7 and 6"):
        tree(q[:6], v[0])
    with pytest.raises(ShapeError, match="q has 7 and v 5 entries"):
        tree(q, v[0, :5])
    with pytest.raises(ShapeError, match="q has 6 and v 6 entries"):
        tree.energies(q[:6], v[0])
    with pytest.raises(NonFiniteError, match="beyond the range of double"):
        tree(q, np.full(6, np.inf))
    for i, W in ((0, np.zeros(5)), (1, np.zeros(6)), (-1, np.zeros(6))):
        with pytest.raises(ShapeError, match=f"body {i}: "):
            tree.to_world(i, q, W)
