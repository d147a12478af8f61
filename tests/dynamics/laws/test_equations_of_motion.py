"""H a + h + g + joint torques = tau and what follows, of trees and mechanisms, in every base."""

import numpy as np
import pytest
from support.mechanisms import loop_robots
from support.references.tolerances import CLOSED_FORMS
from support.trees import robots
from support.trees.spatial_robots import bases

import lieref

TREES = ("two_link", "arm", "every_joint", "every_joint_free", "quadruped")
MECHANISMS = ("four_bar", "four_bar_free", "belted_leg_free", "cam")
PHYSICS = {
    "armature": ("armature",),
    "damping": ("damping",),
    "friction": ("friction", "friction_width"),
    "springs": ("stiffness", "rest"),
    "all": ("armature", "damping", "friction", "friction_width", "stiffness", "rest"),
}
# Of a mechanism the loops are closed to some roundings and solved once more: as test_loop_laws.
LOOPS = 100 * float(np.finfo(float).eps)


def case(robot, physics):
    """A model, its tree, a closed state and G; joints have the physics of one kind, or of all."""
    only = PHYSICS[physics]
    if robot in TREES:
        plain, q, (v, a) = robots.draw(robot, "generic", 0)
        model = robots.with_physics(plain, 3, only=only)
        return model, model, q, v, a, np.eye(model.nv), CLOSED_FORMS
    plain, q, v, rng = loop_robots.draw(robot)
    tree = robots.with_physics(plain.tree, 3, only=only)
    model = plain.with_joint_physics(*tree.joint_physics)
    a = rng.uniform(-1, 1, model.nv)
    return model, tree, q, v, a, lieref.loops.constraint_state(model, q, v).G, LOOPS


def assert_sum(terms, limit):
    """Terms that cancel, each an array; relative to their moduli."""
    scale = sum(abs(x).max() for x in terms)
    assert abs(sum(terms)).max() <= limit * scale


@pytest.mark.parametrize("physics", PHYSICS)
@pytest.mark.parametrize("robot", [*TREES, *MECHANISMS])
def test_the_equations_of_motion_and_their_power(robot, physics):
    model, tree, q, v, a, G, limit = case(robot, physics)
    # damping, friction and springs, which are in none of H, C, h and g
    rate = G.T @ robots.joint_torques(tree, q, G @ v, np.zeros(tree.nv))
    springs = tree.with_joint_physics(stiffness=tree.stiffness, rest=tree.rest)
    stored = G.T @ robots.joint_torques(springs, q, 0 * G @ v, np.zeros(tree.nv))
    for base in bases(tree):
        tau = lieref.inverse_dynamics(model, q, [v, a], base)[0]
        H = lieref.joint_space_inertia(model, q, base)
        C = lieref.coriolis_matrix(model, q, v, base)
        h, g = lieref.bias_forces(model, q, v, base), lieref.gravity_forces(model, q, base)
        assert_sum([H @ a, h, g, rate, -tau], limit)
        assert_sum([C @ v, -h], limit)
        Hdot = lieref.joint_space_inertia_derivatives(model, q, [v], base)[1]
        assert_sum([Hdot, -C, -C.T], limit)
        energy = lieref.energy(model, q, [v, a], base)
        change = energy.kinetic[1] + energy.potential[1]
        lost = v @ (rate - stored)
        assert abs(tau @ v - lost - change) <= limit * (abs(tau) @ abs(v) + abs(lost))
        assert abs(energy.kinetic[0] - v @ H @ v / 2) <= limit * energy.kinetic[0]
        if base == "body":
            symbols = lieref.christoffel_symbols(model, q)
            assert_sum([np.einsum("ijk,j,k->i", symbols, v, v), -h], limit)
