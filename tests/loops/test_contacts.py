"""Contacts as loops: switching them, impacts, and how they share the forces of a motion."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

import lieref
from lieref import loops
from lieref.algebra import SE3
from lieref.errors import ArgumentError, ConfigurationError, ModelError, ShapeError, SingularError
from lieref.model.mechanisms import catalogue

MECHANISMS = ("four_bar", "stewart_platform", "planar_3rrr", "belt_transmission", "tello_like")


def standing(seed=3, feet=(6, 8, 11)):
    """A tree with a free base, held at three bodies where it stands."""
    tree = catalogue.random_tree(12, seed, base="free")
    q = tree.random_configuration(np.random.default_rng(seed))
    poses, _ = lieref.forward_kinematics(tree, q, np.zeros((1, tree.nv)))
    names = [tree.names[i] for i in feet]
    held = [
        lieref.Loop(f"foot {name}", None, name, lieref.Spherical(), poses[i], np.eye(4))
        for i, name in zip(feet, names, strict=True)
    ]
    return loops.close(tree, held, assembly=q), q, names


def on_tree(model, q, wrenches):
    """Forces on the joints that wrenches of loops on the world are, by the definition of power."""
    total = np.zeros(model.tree.nv)
    for loop, wrench in zip(model.loops, wrenches, strict=True):
        i = model.names.index(loop.successor)
        total += lieref.jacobian(model.tree, q, i).T @ wrench
    return total


@pytest.mark.parametrize("restitution", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("name", MECHANISMS)
def test_an_impact_keeps_momentum_and_turns_the_rate_of_the_gap(name, restitution):
    model = getattr(catalogue, name)()
    rng = np.random.default_rng(1)
    before = rng.standard_normal(model.tree.nv)
    found = loops.impact(model, model.assembly, before, restitution)
    H = lieref.joint_space_inertia(model.tree, model.assembly)
    scale = np.abs(H @ before).max()
    assert np.abs(H @ (found.v - before) - found.torques).max() <= 1e-12 * scale
    K = loops.loop_jacobian(model, model.assembly)
    gap = K @ before
    assert np.abs(K @ found.v + restitution * gap).max() <= 1e-12 * np.abs(gap).max()
    energy = 0.5 * before @ H @ before
    assert found.lost == pytest.approx(energy - 0.5 * found.v @ H @ found.v, abs=1e-12 * energy)
    if restitution == 1.0:
        assert abs(found.lost) <= 1e-12 * energy
    if restitution == 0.0:
        # Gauss: every other velocity that the loops allow is farther
        G = loops.constraint_state(model, model.assembly, np.zeros(model.nv)).G
        for _ in range(4):
            other = found.v + G @ rng.standard_normal(model.nv)
            change, least = other - before, found.v - before
            assert change @ H @ change > least @ H @ least


def test_impulses_of_contacts_are_wrenches_on_the_feet():
    model, q, _ = standing()
    before = np.random.default_rng(2).standard_normal(model.tree.nv)
    found = loops.impact(model, q, before)
    shown = on_tree(model, q, found.loops)
    assert np.abs(shown - found.torques).max() <= 1e-12 * np.abs(found.torques).max()


def test_impacts_agree_with_pinocchio():
    pin = pytest.importorskip("pinocchio")
    model, q, names = standing()
    theirs = lieref.to_pinocchio(model.tree)
    before = np.random.default_rng(2).standard_normal(model.tree.nv)
    data, there = theirs.other.createData(), theirs.from_lieref_q(q)
    speed = theirs.from_lieref_v(q, before)
    pin.computeJointJacobians(theirs.other, data, there)
    pin.updateFramePlacements(theirs.other, data)
    rows = [
        pin.getFrameJacobian(
            theirs.other, data, theirs.other.getFrameId(name), pin.ReferenceFrame.LOCAL
        )[:3]
        for name in names
    ]
    for e in (0.0, 0.7):
        wanted = pin.impulseDynamics(theirs.other, data, there, speed, np.vstack(rows), e, 0.0)
        found = theirs.from_lieref_v(q, loops.impact(model, q, before, e).v)
        assert np.abs(found - wanted).max() <= 1e-11 * np.abs(wanted).max()


def with_coupler_of(mass):
    """A four-bar whose coupler has this mass, a disk."""
    b = lieref.ModelBuilder(gravity=(0, -9.81, 0), doubtful="warn")
    hinge, body = lieref.Revolute((0, 0, 1)), (1.0, (0.1, 0.02, 0.01), 0.01 * np.eye(3))
    for name, parent, x in (("crank", None, 0), ("coupler", "crank", 0.2), ("rocker", None, 0.45)):
        place = np.eye(4)
        place[0, 3] = x
        of_coupler = (mass, (0, 0, 0), mass * np.eye(3) if mass else None)
        b.add_body(name, parent, hinge, place, *(of_coupler if name == "coupler" else body))
    frames = np.eye(4), np.eye(4)
    for frame, x in zip(frames, (0.5, 0.4), strict=True):
        frame[0, 3] = x
    b.add_loop("close", "coupler", "rocker", hinge, *frames)
    return b.build(independent=["crank_joint"], assembly={"crank_joint": 1.0})


@pytest.mark.parametrize("mass", [0.0, 1e-9, 1e-3, 1.0])
def test_a_body_without_mass_bears_forces_and_impacts(mass):
    model = with_coupler_of(mass)
    at, v, tau = model.assembly, np.array([1.3]), np.array([0.7])
    found = loops.constraint_forces(model, at, v, tau)
    assert found.vdot == pytest.approx(lieref.forward_dynamics(model, at, v, [tau])[0], rel=1e-13)
    wanted = lieref.oracle.loop_constraint_forces(model, at, [v, found.vdot]).loops[0][0]
    np.testing.assert_allclose(found.loops[0], [float(x) for x in wanted], atol=1e-12)
    series = loops.constraint_forces(model, at, v, tau[None])
    for of_one, of_series in zip(vars(found).values(), vars(series).values(), strict=True):
        assert np.array_equal(of_one, of_series[0])
    # what is left of an impact is nearest to what was, in the energy of what has mass
    before = np.array([0.3, -1.0, 0.5])
    hit = loops.impact(model, at, before)
    G = loops.constraint_state(model, at, v).G
    H = lieref.joint_space_inertia(model.tree, at)
    assert np.abs(G.T @ H @ (hit.v - before)).max() <= 1e-14
    assert np.abs(loops.loop_jacobian(model, at) @ hit.v).max() <= 1e-14
    np.testing.assert_allclose(hit.torques, H @ (hit.v - before), rtol=0, atol=1e-15)


def test_forces_of_joints_and_contacts_move_the_tree():
    model, q, _ = standing()
    rng = np.random.default_rng(4)
    v = rng.standard_normal((2, model.nv))
    motors = model.joint_names[1:]
    moved = loops.expand_motion(model, q, v)[0]
    needed = lieref.inverse_dynamics(model.tree, q, moved)[0]
    loads = []
    for weight in (1e-4, 1.0, 1e4):
        weights = {model.loops[0].name: weight}
        found = loops.distribute_forces(model, q, v, motors, weights)
        assert not found.tau[:6].any()
        shown = found.tau + on_tree(model, q, found.loops)
        assert np.abs(shown - needed).max() <= 1e-10 * np.abs(needed).max()
        loads.append(np.linalg.norm(found.loops[0]))
    assert loads[0] > loads[1] > loads[2]


def test_of_all_forces_the_least_are_taken():
    model, q, _ = standing()
    v = np.random.default_rng(5).standard_normal((2, model.nv))
    found = loops.distribute_forces(model, q, v, model.joint_names[1:])
    # in these units loops are in N times a length; ways of K^T lambda + S tau = 0 change nothing
    tables = loops.constraints.loop_tables.loop_tables(model)
    K = loops.loop_jacobian(model, q)
    ways = np.vstack([np.eye(model.tree.nv)[6:], K]).T
    units = np.concatenate([tables.tree_units[6:], tables.row_units])
    held = on_tree(model, q, found.loops)
    multipliers = np.linalg.lstsq(K.T, held, rcond=None)[0]
    forces = units * np.concatenate([found.tau[6:], multipliers])
    _, sizes, right = np.linalg.svd(ways / units)
    free = right[len(sizes) :]
    assert len(free) == len(units) - model.tree.nv == 3
    assert np.abs(free @ forces).max() <= 1e-10 * np.abs(forces).max()


def test_with_one_motor_for_each_freedom_it_is_inverse_dynamics():
    model = catalogue.four_bar()
    v = np.array([[1.3], [-0.4]])
    found = loops.distribute_forces(model, model.assembly, v, ["crank_joint"])
    wanted = lieref.inverse_dynamics(model, model.assembly, v)[0]
    assert found.tau[model.independent] == pytest.approx(wanted, rel=1e-12)
    # more motors than freedoms need less, where forces in the loop count for nothing
    ends = ["crank_joint", "rocker_joint"]
    more = loops.distribute_forces(model, model.assembly, v, ends, {"closing": 1e-6})
    assert np.linalg.norm(more.tau) < np.linalg.norm(found.tau)
    # light joints: the motors take all, the loop nothing
    every = loops.distribute_forces(model, model.assembly, v, model.joint_names, {"joints": 1e-8})
    assert np.abs(every.loops).max() <= 1e-6 * np.abs(every.tau).max()


def test_a_balanced_arm_needs_no_force_but_rounding():
    b = lieref.ModelBuilder(gravity=(0, -9.81, 0))
    box, counter, far = 0.01 * np.eye(3), np.eye(4), np.eye(4)
    counter[0, 3], far[0, 3] = -0.3, 3.0
    hinge = lieref.Revolute((0, 0, 1))
    b.add_body("arm", None, hinge, None, 0.1, (0.1 + 0.2, 0, 0), box)
    b.add_body("counter", "arm", hinge, counter, 0.1, (0, 0, 0), box)
    b.add_body("motor", None, hinge, far, 0.3, (0, 0, 0), box)
    b.couple("counter_joint", "motor_joint", 0.0)
    model = b.build()
    q = model.assembly.copy()
    q[0] = 0.3
    rest = np.zeros((2, model.nv))
    needed = lieref.inverse_dynamics(model, q, rest)
    assert 0 < np.abs(needed).max() < 1e-15
    found = loops.distribute_forces(model, q, rest, ["motor_joint"])
    assert np.abs(found.tau).max() < 1e-15
    # what no motor gives is an error all the same, however little it is
    with pytest.raises(SingularError, match="'arm_joint': the motion needs a force"):
        loops.distribute_forces(model, q, [[0, 0], [1e-6, 0]], ["motor_joint"])


def test_loops_are_switched():
    model, q, _ = standing()
    first, second, third = (loop.name for loop in model.loops)
    free = model.with_loops([])
    assert free.nv == model.tree.nv and not free.loops
    one = free.with_loops([first])
    assert one is model.with_loops([first]) and one.nv == model.tree.nv - 3
    assert [loop.name for loop in one.inactive] == [second, third]
    every = one.with_loops([first, second, third])
    assert every is model and every is free.with_loops([first, second, third])
    # another loop of the same name, or another assembly, is another mechanism
    given = model.loops[0]
    frame = given.predecessor_frame @ SE3.exp(np.array([0, 0, 0, 1e-3, 0, 0]))
    other = model.with_loops([replace(given, predecessor_frame=frame)])
    assert np.array_equal(other.loops[0].predecessor_frame, frame)
    assert model.with_loops([first]) is one
    elsewhere = one.random_configuration(np.random.default_rng(8))
    assert np.abs(model.with_loops([first], elsewhere).assembly - elsewhere).max() <= 1e-14
    v = np.random.default_rng(6).standard_normal((2, model.tree.nv))
    wanted = lieref.inverse_dynamics(model.tree, q, v)
    assert lieref.inverse_dynamics(free, q, v) == pytest.approx(wanted, rel=1e-12, abs=1e-12)
    # other models remember what is switched off
    lighter = one.with_gravity((0, 0, -1.62))
    assert lighter.with_loops([second]).gravity[2] == -1.62
    again = pickle.loads(pickle.dumps(one))
    assert again.with_loops([second]).loops[0].name == second


def test_a_new_loop_where_the_foot_is_then():
    model, _, names = standing()
    tree, rng = model.tree, np.random.default_rng(7)
    q = tree.random_configuration(rng)
    i = tree.names.index(names[0])
    pose = lieref.forward_kinematics(tree, q, np.zeros((1, tree.nv)))[0][i]
    step = lieref.Loop("step", None, names[0], lieref.Fixed(), pose, np.eye(4))
    moved = model.with_loops([step], q)
    assert moved.nv == tree.nv - 6 and np.abs(loops.loop_residual(moved, q)).max() <= 1e-14
    assert {loop.name for loop in moved.inactive} == {loop.name for loop in model.loops}


def test_bad_input():
    model, q, _ = standing()
    v, tree = np.zeros((2, model.nv)), model.tree
    for call, error, message in (
        (lambda: model.with_loops(["ground"]), ModelError, "active is 'ground'"),
        (lambda: model.with_loops([model.loops[0]] * 2), ModelError, "named twice"),
        (lambda: model.with_loops("foot"), ShapeError, "active is 'foot'"),
        (lambda: loops.impact(model, q, np.zeros(model.nv)), ShapeError, "v: shape"),
        (lambda: loops.impact(model, q, np.zeros(tree.nv), 1.5), ArgumentError, "from 0 to 1"),
        (
            lambda: loops.impact(model, tree.neutral(), np.zeros(tree.nv)),
            ConfigurationError,
            "foot",
        ),
        (lambda: loops.distribute_forces(model, q, v, ["knee"]), ArgumentError, "actuated is"),
        (lambda: loops.distribute_forces(model, q, v, "knee"), ShapeError, "expected a sequence"),
        (lambda: loops.distribute_forces(model, q, v, []), SingularError, "neither"),
        (
            lambda: loops.distribute_forces(model, q, v, [], {"joints": 0.0}),
            ArgumentError,
            "more than zero",
        ),
        (lambda: loops.distribute_forces(model, q, v, [], {"hip": 1.0}), ArgumentError, "weights"),
    ):
        with pytest.raises(error, match=message):
            call()
