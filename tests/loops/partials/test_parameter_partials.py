"""Second partials of mechanisms by parameters: first ones of moved mechanisms, and identities."""

import numpy as np
import pytest
from support.mechanisms.moved_mechanisms import (
    closed,
    placed,
    richardson,
    robot_state,
    screwed,
)
from support.mechanisms.tree_checks import assert_near, displaced, state

import lieref
from lieref import ModelBuilder, Revolute, loops
from lieref.partials.coordinates.screw_motion import joint_screw

SLOPE = 1e-6
# Loops without redundant constraints, functions, gears on a free base.
ROBOTS = ("constraint", "cam", "belted_leg_free", "stewart_platform")


@pytest.mark.parametrize("robot", ROBOTS)
def test_against_first_partials_of_moved_mechanisms(robot):
    model, q, (v, a), rng = robot_state(robot)
    i = model.nbodies - 1
    kinds = ("inertia", "placement", "screw")
    loads = rng.uniform(-1, 1, (model.nbodies, 6))
    held = {"wrenches": loads, "wrench_axes": "inertial"}
    found = lieref.inverse_dynamics_parameter_second_partials(model, q, v, a, kinds, [i], **held)
    D = np.zeros((6 * model.nbodies, 6))
    D[6 * i : 6 * i + 6] = np.eye(6)

    def first(m, at, v, a):
        Y = lieref.inverse_dynamics_regressor(m, at, v, a)[:, 10 * i : 10 * i + 10]
        U = lieref.inverse_dynamics_geometric_partials(m, at, v, a, directions=D, **held)
        X = lieref.inverse_dynamics_screw_partials(m, at, v, a, directions=D, **held)
        return np.concatenate([Y, U, X], axis=1)

    y, w = rng.uniform(-1, 1, (2, model.nv))
    expected = richardson(lambda h: first(model, displaced(model, q, y, h), v, a))
    assert_near(found.d2tau_dp_dq @ y, expected, SLOPE)
    # quadratic in v and linear in a
    expected = (first(model, q, v + w, a) - first(model, q, v - w, a)) / 2
    assert_near(found.d2tau_dp_dv @ w, expected, 1e-10)
    expected = first(model, q, v, a + w) - first(model, q, v, a)
    assert_near(np.einsum("iaj,a->ij", found.d2tau_da_dp, w), expected, 1e-10)
    # along a placement, second; first along a screw of the same joint the order is the other one
    u = rng.uniform(-1, 1, 6)

    def moved(h):
        m = placed(model, D @ (h * u), "right")
        return first(m, closed(m, q), v, a)

    expected = richardson(moved)
    assert_near(found.d2tau_dp_dp[:, :, 10:16] @ u, expected, SLOPE)
    joint = model.tree.joints[i]
    if joint.nv != 1:
        return
    # along a screw, but for the rate of the joint; of inertia and screws: U comes after it
    X = joint_screw(joint)
    part = slice(0, 3) if X[:3].any() else slice(3, 6)
    u[part] -= X[part] * (X[part] @ u[part])
    u[:3] *= X[:3].any()

    def turned(h):
        m = screwed(model, D @ (h * u))
        return first(m, closed(m, q), v, a)

    expected = richardson(turned)
    found_here = found.d2tau_dp_dp[:, :, 16:22] @ u
    for here in (slice(0, 10), slice(16, 22)):
        assert_near(found_here[:, here], expected[:, here], SLOPE)


@pytest.mark.parametrize("robot", ["cam", "stewart_platform"])
def test_accelerations_have_the_forces(robot):
    model, q, (v, tau), _ = robot_state(robot)
    bodies, kinds = [model.nbodies - 1], ("placement", "inertia", "screw")
    a = lieref.forward_dynamics(model, q, v, [tau])[0]
    inverse = lieref.inverse_dynamics_parameter_second_partials(model, q, v, a, kinds, bodies)
    found = lieref.forward_dynamics_parameter_second_partials(model, q, v, tau, kinds, bodies)
    # tau(q, v, a(q, v, tau, p), p) = tau
    H = lieref.joint_space_inertia(model, q)
    first = lieref.forward_dynamics_partials(model, q, v, tau)
    expected = np.einsum("iaj,ak->ijk", inverse.d2tau_da_dp, first.da_dv) + inverse.d2tau_dp_dv
    assert_near(np.tensordot(H, found.d2a_dp_dv, 1), -expected, 1e-9)


def test_a_tree_with_the_same_motion():
    # where nothing is tied, all numbers are the tree's
    b = ModelBuilder()
    inertia = np.diag([0.02, 0.03, 0.04])
    b.add_body("one", None, Revolute((0, 0, 1)), None, 1.0, (0.25, 0.02, 0), inertia)
    b.add_body("two", "one", Revolute((0, 1, 0)), lieref.SE3.exp([0, 0.1, 0, 0.5, 0, 0]), 0.7,
               (0.1, 0, 0), inertia)  # fmt: skip
    tree = b.build()
    model = loops.close(tree, (), (), None, tree.neutral())
    q, v, a = np.array([[0.3, 0.7], [0.5, -0.2], [0.1, 0.4]])
    for name in ("inverse", "forward"):
        call = getattr(lieref, name + "_dynamics_parameter_second_partials")
        for one, other in zip(call(model, q, v, a), call(tree, q, v, a), strict=True):
            assert_near(one, other, 1e-12)


def test_inertial_parameters_of_a_redundant_loop():
    model, q, (v, a), _ = state("four_bar_free")
    found = lieref.inverse_dynamics_parameter_second_partials(
        model, q, v, a, ["inertia"], [model.nbodies - 1]
    )
    assert not found.d2tau_dp_dp.any()
    planar = lieref.catalogue.four_bar()
    with pytest.raises(lieref.SingularError, match="redundant"):
        lieref.inverse_dynamics_parameter_second_partials(
            planar, planar.assembly, [1.0], [1.0], ["placement"]
        )
