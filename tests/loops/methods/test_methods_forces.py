"""Forces in loops and couplings: the open tree moves with them as if it were closed, no power."""

import numpy as np
import pytest
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw

import lieref
from lieref import loops, oracle

EPS = np.finfo(float).eps
BASES = ("body", "spatial", "hybrid", "mixed")


def drawn(name, seed=21):
    model, q, v, rng = draw(name, seed)
    tau = rng.standard_normal(model.nv)
    wrenches = rng.standard_normal((model.nbodies, 6))
    return model, q, v, tau, wrenches


def on_tree(model, tau):
    out = np.zeros(model.tree.nv)
    out[model.independent] = tau
    return out


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_the_open_tree_moves_with_them_as_the_closed_one(name, base):
    model, q, v, tau, wrenches = drawn(name)
    held = loops.constraint_forces(model, q, v, tau, base, wrenches)
    state = loops.constraint_state(model, q, v)
    found = lieref.forward_dynamics(
        model.tree, state.q, state.v, [on_tree(model, tau) + held.torques], base, wrenches[None]
    )[0]
    wanted = state.G @ held.vdot + state.g
    # the open tree's own condition multiplies the rounding of the forces
    scale = (
        np.abs(found).max()
        + np.abs(lieref.inverse_inertia_times(model.tree, state.q, held.torques, base)).max()
    )
    assert np.abs(found - wanted).max() <= 1e4 * EPS * scale
    loads = {"base": base, "wrenches": wrenches[None]}
    vdot = loops.forward_dynamics(model, q, v, [tau], **loads)[0]
    assert np.abs(held.vdot - vdot).max() <= 1e-12 * np.abs(vdot).max()


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_they_have_no_power_in_any_motion_that_the_loops_allow(name):
    model, q, v, tau, wrenches = drawn(name)
    held = loops.constraint_forces(model, q, v, tau, wrenches=wrenches)
    state = loops.constraint_state(model, q, v)
    terms = np.abs(held.torques)
    assert held.torques.any()
    assert np.all(np.abs(held.torques @ state.G) <= 64 * EPS * (terms @ np.abs(state.G)))
    assert abs(held.torques @ state.v) <= 64 * EPS * (terms @ np.abs(state.v))


def poses_of(model, q):
    return lieref.forward_kinematics(model.tree, q, np.zeros((1, model.tree.nv)))[0]


def through_ends(model, q, wrenches):
    """Forces on the tree of wrenches on successors, and their opposites on predecessors."""
    acting = np.zeros((1, model.nbodies, 6))
    poses = poses_of(model, q)
    for loop, ends, wrench in zip(model.loops, model.loop_ends, wrenches, strict=True):
        there = poses[ends[1]] @ loop.successor_frame
        back = np.eye(4) if ends[0] < 0 else np.linalg.inv(poses[ends[0]])
        frames = (back @ there, loop.successor_frame)
        for body, frame, sign in zip(ends, frames, (-1, 1), strict=True):
            if body >= 0:
                force = frame[:3, :3] @ wrench[3:]
                moment = frame[:3, :3] @ wrench[:3] + np.cross(frame[:3, 3], force)
                acting[0, body] += sign * np.concatenate([moment, force])
    still = np.zeros((2, model.tree.nv))
    free = lieref.inverse_dynamics(model.tree, q, still)
    return (free - lieref.inverse_dynamics(model.tree, q, still, wrenches=acting))[0], acting


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_loops_act_on_both_ends_alike(name):
    """Wrenches on successors and their opposites on predecessors, and couplings, are K^T lambda."""
    model, q, v, tau, wrenches = drawn(name)
    held = loops.constraint_forces(model, q, v, tau, wrenches=wrenches)
    found, acting = through_ends(model, q, held.loops)
    scale = np.abs(held.torques).max() + np.abs(acting).max() + np.abs(found).max()
    assert np.abs(found + held.couplings - held.torques).max() <= 1e3 * EPS * scale


KINDS = {
    "revolute": lieref.Revolute((0, 0.6, 0.8), (0.1, 0.05, -0.1)),
    "prismatic": lieref.Prismatic((0, 0.6, 0.8)),
    "helical": lieref.Helical((0, 0.6, 0.8), 0.05, (0.1, 0.05, -0.1)),
    "universal": lieref.Universal((1, 0, 0), (0, 0.8, 0.6)),
    "cylindrical": lieref.Cylindrical((0.6, 0, 0.8)),
    "planar": lieref.Planar((0.6, 0, 0.8)),
    "spherical": lieref.Spherical(),
    "fixed": lieref.Fixed(),
}


def closed_by(kind):
    """Nine links between two bodies of a floating trunk, closed by a joint of that kind."""
    b = lieref.ModelBuilder(name=kind)
    rng = np.random.default_rng(5)
    inertia = np.array([[0.021, 0.001, 0], [0.001, 0.017, 0.002], [0, 0.002, 0.012]])
    b.add_body("trunk", None, lieref.Free(), None, 3.0, (0, 0.1, 0), inertia)
    parent = "trunk"
    for i in range(9):
        place = np.eye(4)
        place[:3, 3] = rng.uniform(-0.4, 0.4, 3)
        axis = rng.standard_normal(3)
        axis /= np.linalg.norm(axis)
        parent = b.add_body(
            f"link{i}", parent, lieref.Revolute(axis), place, 0.5, (0.1, 0.02, 0.03), inertia
        )
    at = np.eye(4)
    at[:3, 3] = 0.2, 0.3, -0.1
    b.add_loop("closing", "link0", parent, KINDS[kind], at)
    return b.build()


@pytest.mark.parametrize("kind", KINDS)
def test_loop_joints_of_every_kind(kind):
    model = closed_by(kind)
    print("seed 6")
    rng = np.random.default_rng(6)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    tau = rng.standard_normal(model.nv)
    held = loops.constraint_forces(model, q, v, tau)
    found, acting = through_ends(model, q, held.loops)
    assert np.abs(found - held.torques).max() <= 1e4 * EPS * (1 + np.abs(acting).max())
    # the joint does not resist what it leaves free: the wrench has no power in its motions
    vdot = loops.forward_dynamics(model, q, v, [tau])
    assert np.abs(held.vdot - vdot).max() <= 1e-11 * np.abs(vdot).max()


@pytest.mark.parametrize("name", ["four_bar_free", "rod_drive", "geared_arm_free"])
def test_against_the_oracle(name):
    model, q, v, tau, wrenches = drawn(name, 22)
    held = loops.constraint_forces(model, q, v, tau, wrenches=wrenches)
    reference = oracle.loop_constraint_forces(
        model, q, [v, held.vdot], wrenches=wrenches[None], digits=30
    )
    for found, wrench, unique in zip(
        held.loops, reference.loops[0], reference.unique_loops, strict=True
    ):
        wanted = np.array(wrench, dtype=float)
        known = np.array(unique)
        assert known.any()
        # the loop frames of a joint with freedom are apart by rounding of the closed q only
        assert np.abs(found - wanted)[known].max() <= 1e-12 * np.abs(wanted).max()
    for coupling, values in zip(model.couplings, reference.couplings[0], strict=True):
        driven = [model.tree.idx_v[model.joint_names.index(j)] for j in coupling.driven]
        wanted = np.array(values, dtype=float)
        assert np.abs(held.couplings[driven] - wanted).max() <= 1e-12 * np.abs(wanted).max()


def test_redundant_rows_share_with_least_norm():
    """A planar four-bar has five rows of rank two; the forces on the tree are unique."""
    model, q, v, tau, _ = drawn("four_bar")
    held = loops.constraint_forces(model, q, v, tau)
    K = loops.loop_jacobian(model, q)
    assert len(K) == 5 and model.rank[0] == 2
    # moments and the force along y are nothing that the motion wants
    assert np.abs(held.loops[0, [0, 1, 2, 4]]).max() <= 64 * EPS * np.abs(held.loops).max()


def test_forces_on_the_tree_and_other_forces():
    model, q, v, tau, _ = drawn("belted_leg_free")
    one = loops.constraint_forces(model, q, v, tau, tau_ext=tau)
    other = loops.constraint_forces(model, q, v, on_tree(model, 2 * tau))
    assert np.array_equal(one.torques, other.torques) and np.array_equal(one.vdot, other.vdot)
    assert np.abs(one.torques - one.couplings).max() <= 64 * EPS * np.abs(one.torques).max()
    with pytest.raises(lieref.ShapeError, match="tau has shape"):
        loops.constraint_forces(model, q, v, tau[:-1])
