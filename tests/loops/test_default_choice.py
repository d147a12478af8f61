"""Which coordinates are independent where the user does not say."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import shift as at

import lieref
from lieref import loops
from lieref.loops.constraints.loop_tables import loop_tables

EPS = np.finfo(float).eps
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
# Angle of the knees: the legs are almost stretched.
KNEE = 0.1


def humanoid(hips):
    """A free base on two legs, hips of three hinges or of a ball each."""
    b = lieref.ModelBuilder()
    box = np.diag([0.1, 0.12, 0.08])
    b.add_body("base", None, lieref.Free(), None, 10.0, (0.01, 0.02, 0.2), box)
    for s, y in (("l", 0.1), ("r", -0.1)):
        thigh = 3.0, (0.01, 0, -0.2), 0.1 * box
        if hips == "hinges":
            small = 1.0, (0, 0.01, -0.02), 0.01 * box
            b.add_body(f"{s}yaw", "base", lieref.Revolute(Z), at(0, y, -0.1), *small)
            b.add_body(f"{s}roll", f"{s}yaw", lieref.Revolute(X), None, *small)
            b.add_body(f"{s}thigh", f"{s}roll", lieref.Revolute(Y), None, *thigh)
        else:
            b.add_body(f"{s}thigh", "base", lieref.Spherical(), at(0, y, -0.1), *thigh)
        shank, foot = (2.0, (0.01, 0, -0.2), 0.1 * box), (1.0, (0.03, 0, -0.05), 0.01 * box)
        b.add_body(f"{s}shank", f"{s}thigh", lieref.Revolute(Y), at(0, 0, -0.4), *shank)
        ankle = 0.5, (0.01, 0, 0), 0.01 * box
        b.add_body(f"{s}ankle", f"{s}shank", lieref.Revolute(Y), at(0, 0, -0.4), *ankle)
        b.add_body(f"{s}foot", f"{s}ankle", lieref.Revolute(X), None, *foot)
    return b.build()


def standing(hips, independent=None):
    """The humanoid on two soles."""
    tree = humanoid(hips)
    q = tree.neutral()
    for s in "lr":
        for name, angle in ((f"{s}shank", KNEE), (f"{s}ankle", -KNEE / 2)):
            q[tree.idx_q[tree.names.index(name)]] = angle
        i = tree.idx_q[tree.names.index(f"{s}thigh")]
        if hips == "hinges":
            q[i] = -KNEE / 2
        else:
            q[i : i + 4] = 0, np.sin(-KNEE / 4), 0, np.cos(KNEE / 4)
    poses = lieref.forward_kinematics(tree, q, np.zeros((1, tree.nv)))[0]
    feet = [tree.names.index(f"{s}foot") for s in "lr"]
    soles = [
        lieref.Loop(f"sole{i}", None, tree.names[i], lieref.Fixed(), poses[i], np.eye(4))
        for i in feet
    ]
    return loops.close(tree, soles, assembly=q, independent=independent)


def growth(model):
    """The largest entry of G in rad and lengths of the loop."""
    units = loop_tables(model).tree_units
    G = loops.constraint_state(model, model.assembly, np.zeros(model.nv)).G
    return np.abs(G / units[:, None] * units[model.independent]).max()


def round_trip(model):
    """Errors of forward after inverse dynamics, by the largest of each order."""
    v = np.random.default_rng(8).uniform(-1, 1, (5, model.nv))
    tau = lieref.inverse_dynamics(model, model.assembly, v)
    found = lieref.forward_dynamics(model, model.assembly, v[0], tau)
    return np.abs(found - v[1:]).max(axis=1) / np.abs(v[1:]).max(axis=1)


@pytest.mark.parametrize("hips", ["hinges", "balls"])
def test_a_robot_on_stretched_legs_is_not_told_by_its_base(hips):
    model = standing(hips)
    assert model.nv == 6 and growth(model) <= 8
    assert (round_trip(model) <= [1e-12, 1e-11, 1e-8, 1e-6]).all()
    # joints of several degrees are taken apart only where that is needed
    assert model.nq == (6 if hips == "hinges" else None)


def test_who_names_joints_keeps_them():
    model = standing("hinges", ["base_joint"])
    assert model.independent.tolist() == [0, 1, 2, 3, 4, 5]
    assert growth(model) > 50
    # what a choice costs: its growth to the power of the order and one
    assert (round_trip(model)[2:] > 1e3 * round_trip(standing("hinges"))[2:]).all()


@pytest.mark.parametrize("hips", ["hinges", "balls"])
def test_single_coordinates_can_be_named(hips):
    model = standing(hips, ["base_joint"] if hips == "hinges" else [0, 1, 2])
    good = loops.choose_independent(model, model.assembly)
    again = loops.close(model.tree, model.loops, independent=good, assembly=model.assembly)
    assert np.array_equal(again.independent, good) and growth(again) <= 8
    part = standing(hips, [2, "lshank_joint"])
    assert {2, int(part.tree.idx_v[part.tree.joint_names.index("lshank_joint")])} <= set(
        part.independent.tolist()
    )


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ([18], "18, expected a coordinate of the tree below 18"),
        ([-1], "-1, expected a coordinate"),
        ([True], "unknown joint True"),
        ([1.0], "unknown joint 1.0"),
        ([2, 2], "'base_joint' is named twice"),
        (["base_joint", 2], "'base_joint' is named twice"),
        ([0, 1, 2, 3, 4, 5, 6], "have 7 velocity coordinates"),
    ],
)
def test_what_is_no_coordinate_is_refused(given, text):
    with pytest.raises(lieref.ModelError, match=text):
        standing("hinges", given)


def test_a_driven_coordinate_may_be_named():
    motor = lieref.catalogue.geared_motor()
    driven = motor.clusters[0].driven[0]
    again = loops.close(motor.tree, [], motor.couplings, [driven])
    assert again.independent.tolist() == [driven]
