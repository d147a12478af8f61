"""Mechanisms attached to trees and mechanisms, and trees to them: they close, and move alike."""

import pickle
import re
from dataclasses import replace

import numpy as np
import pytest
from support.mechanisms.moved_mechanisms import constrained
from support.trees.one_go import in_one_go
from support.trees.spatial_robots import EPS, floats

import lieref
from lieref import SE3, loops
from lieref.errors import ArgumentError, ModelError
from lieref.model.loops.loop_newton import CLOSED, Closer

# Newton's method closes both to some eps; the largest difference by the largest entry
ROUNDING = 100 * EPS
PLACEMENT = SE3.exp([0.3, -0.4, 0.9, 0.2, -0.1, 0.15])
# loops in a plane and in space, about a free platform, couplings, an equation, a choice of joints
OTHERS = {
    "four_bar": lieref.catalogue.four_bar,
    "delta_robot": lieref.catalogue.delta_robot,
    "differential": lieref.catalogue.differential,
    "planar_ladder": lieref.catalogue.planar_ladder,
    "constrained": constrained,
}
CARRIERS = {
    "serial": lambda: lieref.catalogue.serial_chain(4),
    "cheetah": lieref.catalogue.mini_cheetah_like,
    "five_bar": lieref.catalogue.five_bar,
}


def near(a, b):
    a, b = np.asarray(a), np.asarray(b)
    assert a.shape == b.shape
    assert abs(a - b).max() <= ROUNDING * max(abs(b).max(), 1e-300)


def independent(model):
    """The choice that a model has made."""
    return model.independent if hasattr(model, "independent") else np.arange(model.nv)


def assembly(model):
    return model.assembly if hasattr(model, "assembly") else model.neutral()


def tree_of(model):
    return getattr(model, "tree", model)


def check_same(whole, built):
    """All that names say, and what is computed at a random configuration."""
    for name in ("name", "names", "joint_names", "clusters", "loop_ends", "coupling_ends",
                 "constraint_ends", "constraints", "rank", "cluster_independent"):  # fmt: skip
        assert getattr(whole, name) == getattr(built, name), name
    for name in ("loops", "couplings"):
        assert [x.name for x in getattr(whole, name)] == [x.name for x in getattr(built, name)]
    for name in ("independent", "lower", "upper", "force_limit", "velocity_limit"):
        assert np.array_equal(getattr(whole, name), getattr(built, name)), name
    near(whole.assembly, built.assembly)
    rng = np.random.default_rng(5)
    q, v = built.random_configuration(rng), rng.standard_normal((3, built.nv))
    closer = Closer(whole)
    for k in range(len(whole.clusters)):
        assert np.abs(closer.residual(k, q)).max(initial=0.0) < CLOSED
    near(loops.inverse_dynamics(whole, q, v), loops.inverse_dynamics(built, q, v))
    tau = rng.standard_normal((1, built.nv))
    near(loops.forward_dynamics(whole, q, v[0], tau), loops.forward_dynamics(built, q, v[0], tau))
    near(loops.joint_space_inertia(whole, q), loops.joint_space_inertia(built, q))


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("carrier", CARRIERS)
def test_the_whole_is_built_in_one_go(carrier, name):
    model, other = CARRIERS[carrier](), OTHERS[name]()
    frame = model.names[-1]
    whole = model.attach(other, frame, PLACEMENT, "my ")
    chosen = [*independent(model), *(tree_of(model).nv + independent(other))]
    start = np.append(assembly(model), assembly(other))
    built = in_one_go(model, other, frame, PLACEMENT, "my ").build(chosen, start)
    assert whole.independent.tolist() == chosen
    near(whole.assembly, start)
    check_same(whole, built)
    if name != "constrained":
        assert pickle.loads(pickle.dumps(whole)) == whole


@pytest.mark.parametrize("frame", [None, "coupler", "on it"])
def test_a_tree_on_a_mechanism(frame):
    base = lieref.catalogue.four_bar()
    model = base.attach(lieref.catalogue.serial_chain(1), "rocker", None, "first ")
    tree = model.tree
    name, parts = tree.__reduce__()[0], list(tree.__reduce__()[1])
    at = (("on it", "coupler", PLACEMENT), ("shelf", None, np.eye(4)))
    parts[13] = [lieref.Frame(*x) for x in at]
    model = loops.close(name(*parts), model.loops, (), model.independent, model.assembly)
    other = lieref.catalogue.serial_chain(2)
    whole = model.attach(other, frame, PLACEMENT, "my ")
    chosen = [*model.independent, *(tree.nv + np.arange(2))]
    start = np.append(model.assembly, other.neutral())
    built = in_one_go(model, other, frame, PLACEMENT, "my ").build(chosen, start)
    check_same(whole, built)
    assert whole.frames["on it"].body == "coupler" and whole.frames["shelf"].body is None


def test_the_choice_of_coordinates_is_kept():
    """Not what would be chosen again, of either model."""
    other = lieref.catalogue.four_bar()
    for joint in other.joint_names:
        one = loops.close(other.tree, other.loops, (), [joint], other.assembly)
        whole = one.attach(one, one.names[0], PLACEMENT, "my ")
        place = one.joint_names.index(joint)
        assert whole.independent.tolist() == [place, 3 + place]


def test_a_free_platform_that_loops_hold_keeps_its_coordinates():
    """A free base that they do not hold is fixed, also where a loop ends on it."""
    delta, cheetah = lieref.catalogue.delta_robot(), lieref.catalogue.mini_cheetah_like()
    arm = lieref.catalogue.serial_chain(2)
    assert arm.attach(delta, "body1", None, "my ").tree.nv == 2 + delta.tree.nv
    whole = arm.attach(cheetah, "body1", PLACEMENT, "my ")
    assert whole.nv == 2 + cheetah.nv - 6 and whole.tree.nv == 2 + cheetah.tree.nv - 6
    assert whole.frames["my " + cheetah.names[0]].body == "body1"
    assert whole.tree.masses.sum() == pytest.approx(arm.masses.sum() + cheetah.tree.masses.sum())
    closing, b = lieref.catalogue.four_bar(), lieref.ModelBuilder()
    b.add_body("palm", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    carrier = b.build()
    hand = carrier.attach(closing, "palm", PLACEMENT)
    whole = arm.attach(hand, "body1", None, "my ")
    assert whole.loops[0].predecessor == "my coupler" and whole.nv == 3
    direct = arm.with_payload("body1", 1.0, (0, 0, 0), np.eye(3)).attach(
        closing, "body1", PLACEMENT, "my "
    )
    q, v = whole.random_configuration(1), np.ones((2, 3))
    near(loops.inverse_dynamics(whole, q, v), loops.inverse_dynamics(direct, q, v))


def test_contacts_with_the_world_are_contacts_with_the_frame():
    """Loops that are switched off are attached too, and can be switched on."""
    arm = lieref.catalogue.serial_chain(2)
    leg = lieref.catalogue.serial_chain(4)
    end = lieref.forward_kinematics(leg, np.full(4, 0.3), np.zeros((1, 4)))[0][3]
    tip = lieref.Loop("tip", None, "body3", lieref.Spherical(), end, np.eye(4))
    standing = loops.close(leg, [tip], (), None, np.full(4, 0.3))
    whole = arm.attach(standing, "body1", PLACEMENT, "my ")
    assert whole.loops[0].predecessor == "body1" and whole.nv == 3
    near(whole.loops[0].predecessor_frame, PLACEMENT @ end)
    lifted = arm.attach(standing.with_loops([]), "body1", PLACEMENT, "my ")
    assert lifted.nv == 6 and [x.name for x in lifted.inactive] == ["my tip"]
    again = lifted.with_loops(["my tip"], whole.assembly)
    q, v = whole.random_configuration(2), np.ones((2, 3))
    near(loops.inverse_dynamics(again, q, v), loops.inverse_dynamics(whole, q, v))
    both = standing.with_loops([]).attach(standing, None, prefix="my ")
    assert [x.name for x in both.inactive] == ["tip"] and both.loops[0].name == "my tip"
    bodies, joints = ({x: f"{x}2" for x in names} for names in (leg.names, leg.joint_names))
    second = replace(tip, successor="body32")
    second = loops.close(leg.rename(None, bodies, joints), [second], (), None, np.full(4, 0.3))
    for one, two in ((standing.with_loops([]), second), (standing, second.with_loops([]))):
        with pytest.raises(ModelError, match="loop names used in both models"):
            one.attach(two, None)


def test_a_free_palm_that_a_coupling_has_beside_it_is_fixed():
    """Its cluster is that of the coupling, which moves one end on the palm and one on the world."""
    b = lieref.ModelBuilder()
    b.add_body("palm", None, lieref.Free(), mass=1.0, inertia=np.eye(3))
    for name, parent in (("finger", "palm"), ("knob", None)):
        b.add_body(name, parent, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    b.couple("finger_joint", "knob_joint", 2.0)
    b.add_loop("switched off", None, "palm", lieref.Spherical())
    palm = b.build().with_loops([])
    assert len(palm.clusters) == 1 and palm.nv == 7
    whole = lieref.catalogue.serial_chain(2).attach(palm, "body1", PLACEMENT)
    assert whole.names[2:] == ("finger", "knob") and whole.nv == 3
    assert whole.tree.parents.tolist() == [-1, 0, 1, 1]
    assert whole.inactive[0].successor == "palm"


def test_the_oracle_says_the_same():
    arm, other = lieref.catalogue.serial_chain(3), lieref.catalogue.four_bar()
    whole = arm.attach(other, "body2", PLACEMENT, "my ")
    start = np.append(arm.neutral(), other.assembly)
    built = in_one_go(arm, other, "body2", PLACEMENT, "my ").build([0, 1, 2, 3], start)
    rng = np.random.default_rng(3)
    q, v = whole.random_configuration(rng), rng.standard_normal((2, whole.nv))
    reference = lieref.oracle.loop_inverse_dynamics(built, q.tolist(), v.tolist(), digits=30)
    near(loops.inverse_dynamics(whole, q, v), floats(reference))


def coupled(names=("one", "two"), **given):
    b = lieref.ModelBuilder()
    for name in names:
        b.add_body(name, None, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    joints = [f"{name}_joint" for name in names]
    if "coupling" in given:
        b.couple(*joints, 2.0, name=given["coupling"])
    else:
        b.constrain(joints, lambda y, m: [y[0] - m.sin(y[1])], name=given["constraint"])
    return b.build()


@pytest.mark.parametrize("kind", ["coupling", "constraint"])
def test_names_of_both_are_told_apart(kind):
    model, other = (coupled(names, **{kind: "same"}) for names in (("a", "b"), ("c", "d")))
    with pytest.raises(ModelError, match=rf"{kind} names used in both models: \['same'\]; prefix="):
        model.attach(other, "a")
    whole = model.attach(other, "a", prefix="my ")
    assert [x.name for x in getattr(whole, f"{kind}s")] == ["same", "my same"]


def test_what_is_wrong_is_named():
    model = lieref.catalogue.four_bar()
    for other, arguments, error, text in (
        (3, {}, ArgumentError, "Argument 'other' has incorrect type"),
        (model, {"frame": "no"}, ArgumentError, "frame is 'no', expected one of 'crank',"),
        (model, {"prefix": ""}, ModelError, "loop names used in both models: ['closing']"),
        (model.tree, {"prefix": ""}, ModelError, "body or frame names used in both models: ['cr"),
        (model, {"prefix": None}, ArgumentError, "prefix is None, expected a text"),
        (model, {"placement": 2 * np.eye(4)}, ModelError, "placement: last row is"),
    ):
        with pytest.raises(error, match=re.escape(text)):
            model.attach(other, **{"frame": None, "prefix": "my ", **arguments})
    with pytest.raises(ModelError, match=re.escape("body or frame names used in both models")):
        model.tree.attach(model, None)
