"""Sensitivity to placements and screws: against moved models at 210 digits, and identities."""

import numpy as np
import pytest
from support.partials.partial_cases import floats, motion
from support.partials.sensitivity_cases import changed_torques, loads, slopes
from support.references.oracle_differences import FINE, small_tree
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS

from lieref.algebra import SE3, SO3
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.coordinates.geometric_partials import (
    forward_dynamics_geometric_partials,
    forward_dynamics_screw_partials,
    inverse_dynamics_geometric_partials,
    inverse_dynamics_screw_partials,
)
from lieref.partials.coordinates.screw_motion import joint_screw
from lieref.partials.idsva.inverse_dynamics_partials import inverse_dynamics_partials
from lieref.partials.parameters import virtual_joints_twin
from lieref.partials.sensitivities import virtual_partials

K = Arb(50)
# Required; found: 5 eps.
DEMANDED = 1e-13
# Kernel against twin, max norms. Found: 12 eps (every_joint_free, fast).
KERNEL = 48 * EPS
# Identities of doubles, by the terms that cancel. Found: 7.5 eps
# (serial_20_free, fast).
IDENTITY = 32 * EPS
ENTRIES = (
    inverse_dynamics_geometric_partials,
    inverse_dynamics_screw_partials,
    forward_dynamics_geometric_partials,
    forward_dynamics_screw_partials,
)


def case(name):
    model = small_tree(name, seed=21)
    q, (v, a), _, _ = random_state(model, 0, seed=22)
    return model, q, v, a


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize(
    ("name", "base"),
    [("free_root", "spatial"), ("free_root", "hybrid"), ("free_root", "mixed"),
     ("free_on_arm", "body"), ("free_inside", "hybrid"), ("spherical_leaf", "mixed")],
)  # fmt: skip
def test_wrenches_and_representations_against_moved_models(name, base, axes):
    model, q, v, a = case(name)
    q = model.normalize(q)
    wrenches = np.random.default_rng(25).standard_normal((model.nbodies, 6))

    def moved(exact, change, *state):
        return changed_torques(exact, [change], *state, base, loads(wrenches), axes)

    for entry, kind in zip(ENTRIES, ("placement", "screw"), strict=False):
        with FINE.working():
            reference = slopes(model, q, v, a, moved, kind)
        found = entry(model, q, v, a, base=base, wrenches=wrenches, wrench_axes=axes)
        assert abs(found - reference).max() <= DEMANDED * abs(reference).max()


@pytest.mark.parametrize("name", ["free_inside", "spherical_leaf", "one_degree"])
def test_screws_against_moved_models(name):
    model = random_tree(name, seed=23)
    q, (v, a), _, _ = random_state(model, 0, seed=24)

    def moved(exact, change, *state):
        return changed_torques(exact, [change], *state)

    reference = slopes(model, q, v, a, moved, "screw")
    found = inverse_dynamics_screw_partials(model, q, v, a)
    assert abs(found - reference).max() <= DEMANDED * abs(reference).max()
    for i, joint in enumerate(model.joints):
        assert found[:, 6 * i : 6 * i + 6].any() == (joint.nv == 1)


@pytest.mark.parametrize(
    ("robot", "state"), [("arm", "near_pi"), ("quadruped", "far"), ("every_joint_free", "fast")]
)
def test_kernel_against_twin(robot, state):
    model, q, v, a, _ = motion(robot, state)
    with K.working():
        *matrices, row = virtual_joints_twin.virtual_partials(model, q, v, a, K)
    reference = [*floats(K, matrices), floats(K, [[row]])[0][0]]
    for mine, theirs in zip(virtual_partials(model, q, v, a), reference, strict=True):
        assert abs(mine - theirs).max() <= KERNEL * abs(theirs).max()


@pytest.mark.parametrize("state", ["generic", "fast", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_a_placement_along_its_joint_is_its_coordinate(robot, state):
    model, q, v, a, _ = motion(robot, state)
    found = inverse_dynamics_geometric_partials(model, q, v, a)
    moved = inverse_dynamics_partials(model, q, v, a).dtau_dq
    for i, joint in enumerate(model.joints):
        here, iv = found[:, 6 * i : 6 * i + 6], model.idx_v[i]
        if joint.nv == 1:
            X = joint_screw(joint)
            size = (abs(here) @ abs(X)).max()
            assert abs(here @ X - moved[:, iv]).max() <= IDENTITY * max(size, abs(moved).max())
        elif joint.nv == 3:
            # T exp(U) J = T J exp(R^T U)
            R = SO3.from_quaternion(q[model.idx_q[i] :][:4])
            size = abs(moved).max()
            assert abs(here[:, :3] @ R - moved[:, iv : iv + 3]).max() <= IDENTITY * size


def test_a_placement_before_a_free_joint_is_its_pose():
    model = small_tree("free_on_arm", seed=31)
    q, (v, a), _, _ = random_state(model, 0, seed=32)
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = SO3.from_quaternion(q[4:]), q[1:4]
    found = inverse_dynamics_geometric_partials(model, q, v, a)[:, 6:]
    moved = inverse_dynamics_partials(model, q, v, a).dtau_dq[:, 1:]
    assert abs(found @ SE3.Ad(pose) - moved).max() <= IDENTITY * abs(moved).max()


def test_left_placements_that_are_not_quite_rotations():
    # the rotation meant is the nearest one
    rotation = SO3.exp(np.array([0.1, 0.5, -0.3]))
    results = []
    for scale in (1.0, 1 + 4e-10):
        b = ModelBuilder()
        placement = np.eye(4)
        placement[:3, :3], placement[:3, 3] = scale * rotation, (0.3, -0.2, 0.5)
        inertia = np.diag([0.1, 0.12, 0.14])
        b.add_body("one", None, Revolute((0, 1, 0)), None, 1.3, (0.1, 0.2, 0.3), inertia)
        b.add_body("two", "one", Prismatic((1, 0, 0)), placement, 0.7, (0.3, 0.1, 0.2), inertia)
        arguments = [0.3, 0.4], [0.7, -0.2], [1.1, 0.6]
        results.append(inverse_dynamics_geometric_partials(b.build(), *arguments, side="left"))
    assert abs(results[0] - results[1]).max() <= 16 * EPS * abs(results[0]).max()


@pytest.mark.parametrize(("base", "axes"), [("body", "inertial"), ("hybrid", "body")])
@pytest.mark.parametrize(
    ("forward", "inverse"),
    [(ENTRIES[2], ENTRIES[0]), (ENTRIES[3], ENTRIES[1])],
    ids=["placement", "screw"],
)
def test_forward_is_the_solution_of_the_linear_equations(forward, inverse, base, axes):
    model, q, v, tau, wrenches = motion("every_joint_free", "generic")
    held = {"base": base, "wrenches": wrenches, "wrench_axes": axes}
    found = forward(model, q, v, tau, **held)
    a = forward_dynamics(model, q, v, tau[None], base, wrenches[None], axes)[0]
    H, slope = joint_space_inertia(model, q, base), inverse(model, q, v, a, **held)
    size = (abs(H) @ abs(found)).max()
    assert abs(H @ found + slope).max() <= IDENTITY * size
