"""The compiled calls of order 0 and the closing of loops: their pieces, and what they refuse."""

import numpy as np
import pytest
from support.mechanisms.closed_chains import shifted
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw

import lieref
from lieref import loops
from lieref.loops.clusters.c_aba.c_aba import c_aba_accelerations
from lieref.loops.clusters.c_rnea.c_rnea import c_rnea, independent_forces, tree_rates
from lieref.loops.clusters.group_table import group_table
from lieref.loops.constraint_equations import packed_state
from lieref.model.joints.joints import Fixed

EPS = float(np.finfo(float).eps)
# Expansions that end at one place: what Newton's last step leaves, times the loops' pivots.
EXPANDED = 64 * EPS
Z = (0, 0, 1)
INERTIA = np.diag([0.02, 0.03, 0.04])


def pieces(model, q, v, tau, motion, loads, tau_ext, axes):
    """Forces and accelerations by the stage and the recursions, each through its own call."""
    table, state = group_table(model), packed_state(model, q, v)
    inertial = axes == "inertial"
    rates = np.stack([state.v, tree_rates(table, state.G, motion[1]) + state.g])
    forces = c_rnea(table, 0, state.q, rates, state.G, loads[0], inertial)
    beside = tau_ext[0] if tau_ext.shape[1] == model.nv else None
    if beside is None:
        beside = independent_forces(table, state.G, tau_ext[0])
    gravity = np.array(model.gravity)
    vdot, _ = c_aba_accelerations(
        table, 0, state.q, state.v, state.G, state.g, tau + beside, gravity, loads[0], inertial
    )
    return forces - beside, vdot


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_independent_coordinates_are_expanded(name):
    model, q, v, rng = draw(name)
    if model.nq is None:
        with pytest.raises(lieref.ConfigurationError, match="independent in part"):
            loops.expand(model, np.zeros(model.nv))
        return
    y = q[model.independent_q]
    tau = rng.standard_normal((1, model.nv))
    there = loops.expand(model, y, near=q)
    assert np.array_equal(there[model.independent_q], y)
    assert np.abs(there - q).max() <= EXPANDED * max(1.0, np.abs(q).max())
    found = loops.forward_dynamics(model, y, v, tau, near=q)
    assert np.array_equal(found, loops.forward_dynamics(model, there, v, tau))
    motion = np.stack([v, v])
    found = loops.inverse_dynamics(model, y, motion, near=q)
    assert np.array_equal(found, loops.inverse_dynamics(model, there, motion))


def ball_and_body(joint):
    """An independent joint of several degrees in a loop: its tip pulls two sliders and a link."""
    b = lieref.ModelBuilder(name="ball_and_body")
    b.add_body("held", None, joint, None, 1.0, (0, 0, 0.1), INERTIA)
    b.add_body("first", None, lieref.Prismatic((1, 0, 0)), shifted(0, 0, 1), 1.0, (0, 0, 0))
    b.add_body("second", "first", lieref.Prismatic((0, 1, 0)), None, 1.0, (0, 0, 0))
    b.add_body("third", "second", lieref.Prismatic(Z), None, 1.0, (0, 0, 0), INERTIA)
    b.add_loop("tip", "held", "third", lieref.Spherical(), shifted(0.1, 0.2, 1))
    return b.build(independent=["held_joint"])


@pytest.mark.parametrize("joint", [lieref.Spherical(), lieref.Free()], ids=["spherical", "free"])
def test_joints_of_several_degrees_are_followed(joint):
    """The third body is where the tip is; far ways are gone in parts to the same place."""
    model = ball_and_body(joint)
    rng = np.random.default_rng(11)
    for size in (1e-3, 0.4, 2.5):
        step = np.zeros(model.tree.nv)
        step[model.independent] = size * rng.uniform(-1, 1, model.nv)
        aim = model.tree.integrate(model.assembly, step)
        q = loops.expand(model, aim[model.independent_q])
        assert np.array_equal(q[model.independent_q], aim[model.independent_q])
        x, y, z, w = aim[model.tree.idx_q[1] - 4 : model.tree.idx_q[1]]
        turn = np.array(
            [
                [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
                [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
                [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
            ]
        )
        tip = turn @ [0.1, 0.2, 1]
        if model.nq == 7:
            tip += aim[:3]
        slid = q[model.tree.idx_q[1] :] - model.assembly[model.tree.idx_q[1] :]
        assert np.abs(slid - (tip - [0.1, 0.2, 1])).max() <= EXPANDED


def gimbal(joint, independent):
    """A body on a joint of several degrees, welded to the last of three hinges."""
    b = lieref.ModelBuilder(name="gimbal")
    b.add_body("held", None, joint, None, 1.0, (0, 0, 0.1), INERTIA)
    parent = None
    for name, axis in (("yaw", Z), ("pitch", (0, 1, 0)), ("roll", (1, 0, 0))):
        parent = b.add_body(name, parent, lieref.Revolute(axis), None, 1.0, (0, 0, 0.1), INERTIA)
    b.add_loop("weld", "held", "roll", Fixed())
    return b.build(independent=independent)


HINGES = ["yaw_joint", "pitch_joint", "roll_joint"]


def attitude(angles):
    """Quaternion (x, y, z, w) of the turns about z, y, x, one after the other."""
    (a, x), (b, y), (c, z) = ((np.cos(t / 2), np.sin(t / 2)) for t in angles[::-1])
    return np.array(
        [x * b * c - a * y * z, a * y * c + x * b * z, a * b * z - x * y * c, a * b * c + x * y * z]
    )


@pytest.mark.parametrize("joint", [lieref.Spherical(), lieref.Free()], ids=["spherical", "free"])
def test_joints_of_several_degrees_follow(joint):
    model = gimbal(joint, HINGES)
    q = model.assembly
    for angles in ([0.4, -0.3, 0.2], [1.6, 0.9, -1.1], [2.6, -0.7, 1.9]):
        q = loops.expand(model, angles, near=q)
        place = model.tree.idx_q[1]
        found, reference = q[place - 4 : place], attitude(angles)
        assert np.abs(found - reference * np.sign(found @ reference)).max() <= EXPANDED
        assert np.abs(q[: place - 4]).max(initial=0.0) <= EXPANDED


def test_hinges_follow_a_ball_from_any_attitude():
    """The way is a turn from where the ball is: far ones would end in another branch."""
    model = gimbal(lieref.Spherical(), ["held_joint"])
    q = loops.expand(model, attitude([0.9, 0.2, -0.8]))
    for angles in ([0.4, -0.3, 0.2], [1.6, 0.9, -1.1], [2.6, -0.7, 0.9]):
        q = loops.expand(model, attitude(angles), near=q)
        assert np.abs(q[4:] - angles).max() <= EXPANDED


def two_four_bars():
    b = lieref.ModelBuilder(name="two")
    for name, at in (("a", 0.0), ("b", 5.0)):
        b.add_body(name + "_crank", None, lieref.Revolute(Z), shifted(0, at, 0), 1.0, (0.1, 0, 0))
        b.add_body(name + "_bar", name + "_crank", lieref.Revolute(Z), shifted(0.3, 0, 0), 1.0)
        b.add_body(name + "_rocker", None, lieref.Revolute(Z), shifted(1, at, 0), 1.0)
        b.add_loop(name, name + "_bar", name + "_rocker", lieref.Revolute(Z), shifted(1, 0.4, 0))
    return b.build(independent=["a_crank_joint", "b_crank_joint"])


def test_an_open_loop_is_named_wherever_it_is():
    model = two_four_bars()
    v, tau = np.zeros(2), np.zeros((1, 2))
    for cluster, name in enumerate("ab"):
        q = model.assembly.copy()
        q[3 * cluster] += 1e-6
        for call in (
            lambda q=q: loops.forward_dynamics(model, q, v, tau),
            lambda q=q: loops.inverse_dynamics(model, q, [v, v]),
        ):
            with pytest.raises(lieref.ConfigurationError, match=f"loop '{name}' is open by"):
                call()
    q = model.assembly.copy()
    q[0] += 1e-12
    assert np.isfinite(loops.forward_dynamics(model, q, v, tau)).all()


def test_quaternions_of_the_compiled_entries_are_named():
    model, q, v, _ = draw("belted_leg_free")
    tau = np.zeros((1, model.nv))
    bad = q.copy()
    bad[3:7] *= 1.1
    with pytest.raises(lieref.ConfigurationError, match="'trunk_joint' has norm"):
        loops.forward_dynamics(model, bad, v, tau)
    with pytest.raises(lieref.ConfigurationError, match="'trunk_joint' has norm"):
        loops.expand(model, bad[model.independent_q])
    with pytest.raises(lieref.ConfigurationError, match=r"near\[.*'trunk_joint' has norm"):
        loops.expand(model, q[model.independent_q], near=bad)
