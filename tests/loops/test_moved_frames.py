"""Loops whose frames move: the same mechanism as the one that is built there."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

import lieref
from lieref import loops
from lieref.algebra import SE3, SO3
from lieref.errors import (
    ArgumentError,
    ModelError,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.model.mechanisms import catalogue

SKEW = (2 / 7, 3 / 7, -6 / 7)
JOINTS = {
    "revolute": lieref.Revolute(SKEW, (0.1, 0.2, 0.3)),
    "prismatic": lieref.Prismatic(SKEW),
    "helical": lieref.Helical(SKEW, 0.3, (0.1, 0, 0)),
    "spherical": lieref.Spherical(),
    "universal": lieref.Universal((1, 0, 0), (0, 1, 0)),
    "cylindrical": lieref.Cylindrical(SKEW),
    "planar": lieref.Planar(SKEW),
    "fixed": lieref.Fixed(),
}


def tied(tree, joint, ends, at):
    """Loops between bodies of a tree that close at a configuration with their joints at zero."""
    poses = lieref.forward_kinematics(tree, at, np.zeros((1, tree.nv)))[0]
    made = []
    for n, (one, other) in enumerate(ends):
        near, far = SE3.exp(0.3 * np.arange(1, 7) / 7), SE3.exp(0.2 * np.arange(6, 0, -1) / 7)
        if one is None:
            near = poses[other] @ far
        else:
            far = SE3.inverse(poses[other]) @ poses[one] @ near
        name = None if one is None else tree.names[one]
        made.append(lieref.Loop(f"tie{n}", name, tree.names[other], joint, near, far))
    return made


def mechanism(kind="fixed", ends=((None, 7), (3, 11))):
    """A tree with a free base and loops of one joint."""
    tree = catalogue.random_tree(12, 5, base="free")
    at = tree.random_configuration(np.random.default_rng(2))
    return loops.close(tree, tied(tree, JOINTS[kind], ends, at), assembly=at), ends


def elsewhere(model, ends, seed, far=0.0):
    """Frames of the same loops that close at another configuration, and this."""
    rng = np.random.default_rng(seed)
    q = model.tree.integrate(model.assembly, 0.2 * rng.standard_normal(model.tree.nv))
    q[:3] += far
    joint = model.loops[0].joint
    return {loop.name: loop for loop in tied(model.tree, joint, ends, q)}, q


def move(model, moved, q):
    return loops.move_frames(
        model,
        {name: loop.predecessor_frame for name, loop in moved.items()},
        {name: loop.successor_frame for name, loop in moved.items()},
        q,
    )


def built(model, moved, q):
    given = [moved.get(loop.name, loop) for loop in model.loops]
    own = model.couplings, model.independent.tolist(), q, model.constraints
    return loops.close(model.tree, given, *own)


def numbers(model, q):
    """What dynamics, partials, forces of the loops and batches say at a closed configuration."""
    rng = np.random.default_rng(7)
    v, tau = rng.standard_normal((2, model.nv)), rng.standard_normal((1, model.nv))
    many = np.broadcast_to(q, (5, len(q)))
    forces = loops.constraint_forces(model, q, v[0], tau[0])
    partials = lieref.inverse_dynamics_partials(model, q, *v)
    forward = lieref.forward_dynamics_partials(model, q, v[0], tau[0])
    return {
        "residual": loops.loop_residual(model, q),
        "jacobian": loops.loop_jacobian(model, q),
        "inverse": lieref.inverse_dynamics(model, q, np.vstack([v, v])),
        "forward": lieref.forward_dynamics(model, q, v[0], tau),
        "batch": lieref.forward_dynamics(
            model, many, np.tile(v[0], (5, 1)), np.tile(tau, (5, 1, 1))
        ),
        "loops": forces.loops,
        "torques": forces.torques,
        "dtau_dq": partials.dtau_dq,
        "da_dq": forward.da_dq,
        "measure": loops.toggle_measure(model, q),
        "expanded": q if model.nq is None else loops.expand(model, q[model.independent_q], q),
    }


def same(model, other, q):
    for name, x in numbers(model, q).items():
        np.testing.assert_array_equal(x, numbers(other, q)[name], err_msg=name)


@pytest.mark.parametrize("kind", JOINTS)
def test_the_same_bits_as_of_the_mechanism_that_is_built_there(kind):
    model, ends = mechanism(kind)
    lieref.forward_dynamics(model, model.assembly, np.zeros(model.nv), np.zeros((1, model.nv)))
    moved, q = elsewhere(model, ends, 3)
    same(move(model, moved, q), built(model, moved, q), q)
    # one loop alone, before and after the other one
    one = {"tie1": moved["tie1"]}
    first = loops.project(built(model, one, model.assembly), model.assembly)
    after = move(move(model, one, first), moved, q)
    same(after, built(model, moved, q), q)


@pytest.mark.parametrize("far", [3.0, 1e3, 1e-230])
def test_a_foothold_far_away_changes_a_length_of_the_loop(far):
    model, ends = mechanism("spherical")
    moved, q = elsewhere(model, ends, 4, far)
    if far < 1:
        frame = moved["tie0"].predecessor_frame.copy()
        frame[0, 3] = far
        moved["tie0"] = replace(moved["tie0"], predecessor_frame=frame)
        q = built(model, moved, q).assembly
    same(move(model, moved, q), built(model, moved, q), q)


@pytest.mark.parametrize("name", ["four_bar", "stewart_platform", "rssr", "delta_robot"])
def test_mechanisms_whose_rows_depend_on_each_other_too(name):
    model = getattr(catalogue, name)()
    loop = model.loops[-1]
    frame = loop.predecessor_frame.copy()
    frame[:3, 3] *= 1.02
    moved = {loop.name: replace(loop, predecessor_frame=frame)}
    made = loops.move_frames(model, {loop.name: frame})
    assert np.abs(loops.loop_residual(made, made.assembly)).max() < 1e-14
    assert made.loops[-1].predecessor_frame.tolist() == frame.tolist()
    same(made, built(model, moved, made.assembly), made.assembly)


def test_the_model_that_is_moved_stays():
    model, ends = mechanism("spherical")
    before = numbers(model, model.assembly)
    moved, q = elsewhere(model, ends, 5)
    made = move(model, moved, q)
    for name, x in numbers(model, model.assembly).items():
        np.testing.assert_array_equal(x, before[name])
    assert model.loops[0] != made.loops[0] and model.tree is made.tree
    same(pickle.loads(pickle.dumps(made)), made, q)
    # loops are switched off and on where they are now
    single = made.with_loops(["tie0"])
    assert single.with_loops(["tie0", "tie1"]) is made
    same(single, loops.close(model.tree, [moved["tie0"]], assembly=q), q)
    # nothing to move
    same(loops.move_frames(model), model, model.assembly)


def test_a_frame_that_turns_keeps_a_foot_where_it_is():
    """A ball joint does not mind how its frame is turned."""
    model, _ = mechanism("spherical")
    q, v = model.assembly, np.ones((2, model.nv))
    pose = model.loops[0].predecessor_frame.copy()
    pose[:3, :3] = pose[:3, :3] @ SO3.exp(np.array([0.3, -0.2, 0.5]))
    turned = loops.move_frames(model, {"tie0": pose})
    assert turned.assembly is q
    expected = lieref.inverse_dynamics(model, q, v)
    found = lieref.inverse_dynamics(turned, q, v)
    assert np.abs(found - expected).max() <= 1e-12 * np.abs(expected).max()


def test_errors_say_what_and_where():
    model, ends = mechanism("spherical")
    with pytest.raises(ArgumentError, match="(?s)predecessor_frames: .*mapping"):
        loops.move_frames(model, [np.eye(4)])
    with pytest.raises(ModelError, match="successor_frames.*'tie7'.*did you mean 'tie"):
        loops.move_frames(model, successor_frames={"tie7": np.eye(4)})
    with pytest.raises(ModelError, match="loop 'tie0': predecessor_frame: its rotation"):
        loops.move_frames(model, {"tie0": 2 * np.diag([1, 1, 1, 0.5])})
    with pytest.raises(ShapeError, match="loop 'tie1': successor_frame"):
        loops.move_frames(model, successor_frames={"tie1": np.eye(3)})
    with pytest.raises(NonFiniteError, match="loop 'tie1': successor_frame"):
        loops.move_frames(model, successor_frames={"tie1": np.full((4, 4), np.nan)})
    with pytest.raises(ShapeError, match="assembly"):
        loops.move_frames(model, assembly=np.zeros(3))
    with pytest.raises(ArgumentError, match="LoopModel"):
        loops.move_frames(model.tree, {})
    for held in (catalogue.rssr(), catalogue.four_bar()):
        away = held.loops[0].successor_frame.copy()
        away[:3, 3] += 1e3
        with pytest.raises(ModelError, match=f"assembly: .*{held.loops[0].name!r}"):
            loops.move_frames(held, successor_frames={held.loops[0].name: away})


@pytest.mark.parametrize(("bend", "said"), [(0.0, "toggle"), (1e-9, "ratio of .*e-1?[0-9]")])
def test_independent_coordinates_that_do_not_do_there_are_refused(bend, said):
    """An arm of four hinges held at its tip: stretched, its last two joints no longer follow."""
    b, step = lieref.ModelBuilder(), np.eye(4)
    step[0, 3] = 1.0
    for n, axis in enumerate([(0, 0, 1), (0, 1, 0), (0, 1, 0), (0, 1, 0)]):
        parent, place = (f"l{n - 1}", step) if n > 1 else ("l0" if n else None, np.eye(4))
        b.add_body(f"l{n}", parent, lieref.Revolute(axis), place, 1.0, (0.5, 0, 0), np.eye(3))
    tree = b.build()

    def tip(q):
        poses = lieref.forward_kinematics(tree, np.array(q), np.zeros((1, 4)))[0]
        return poses[3] @ step

    bent, straight = [0.3, 0.4, 0.5, 0.6], [0.3, 0.4, 0.5, bend]
    held = lieref.Loop("tip", None, "l3", lieref.Spherical(), tip(bent), step)
    model = loops.close(tree, [held], independent=["l1_joint"], assembly=bent)
    with pytest.raises(SingularError, match=f"loop 'tip'.*{said}"):
        loops.move_frames(model, {"tip": tip(straight)}, assembly=straight)
