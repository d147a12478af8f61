"""Changed copies of a model: what they weigh, how they move, and what they are called."""

import pickle

import numpy as np
import pytest
from support.trees.robots import draw
from support.trees.spatial_robots import EPS

import lieref
from lieref.errors import ArgumentError, ConfigurationError, ModelError, ShapeError

# poses and inertias of a chain of some ten bodies, by the largest entry
ROUNDING = 100 * EPS


def near(a, b):
    assert a.shape == b.shape
    assert abs(a - b).max() <= ROUNDING * max(abs(b).max(), 1e-300)


@pytest.fixture(scope="module")
def robot():
    return draw("every_joint", "generic", r=0)


def with_tool(model, body):
    """The model with a frame, and that frame."""
    b = np.eye(4)
    b[:3, :3] = lieref.SO3.exp(np.array([0.3, -0.8, 0.4]))
    b[:3, 3] = (0.2, -0.1, 0.3)
    name, frames = model.__reduce__()[0], list(model.__reduce__()[1])
    frames[13] = (*frames[13], lieref.Frame("tool", body, b))
    return name(*frames)


def test_a_payload_is_point_masses_on_the_frame(robot):
    """Energy and potential of six points, by the Jacobians of where they are."""
    model, q, v = robot
    model = with_tool(model, model.names[-2])
    points = np.concatenate([np.diag([0.1, 0.2, 0.3]), -np.diag([0.1, 0.2, 0.3])]) + (0.05, 0, 0.1)
    mass, com = 0.25, points.mean(axis=0)
    arms = points - com
    inertia = mass * sum(a @ a * np.eye(3) - np.outer(a, a) for a in arms)
    heavy = model.with_payload("tool", 6 * mass, com, inertia)
    before, after = lieref.energy(model, q, v[:1]), lieref.energy(heavy, q, v[:1])
    kinetic = potential = 0.0
    pose = lieref.forward_kinematics(model, q, v[:1], frames=["tool"])[0][0]
    for p in points:
        velocity = lieref.jacobian(model, q, "tool", "hybrid", p)[3:] @ v[0]
        kinetic += 0.5 * mass * velocity @ velocity
        potential -= mass * model.gravity @ (pose[:3, :3] @ p + pose[:3, 3])
    near(after.kinetic - before.kinetic, np.array([kinetic]))
    near(after.potential - before.potential, np.array([potential]))
    assert heavy.names == model.names and heavy != model
    assert np.array_equal(
        lieref.forward_kinematics(heavy, q, v)[0], lieref.forward_kinematics(model, q, v)[0]
    )


def test_a_payload_on_nothing_and_of_nothing(robot):
    model, _, _ = robot
    b = lieref.ModelBuilder()
    b.add_body("light", None, lieref.Revolute((0, 0, 1)), None, 0.0)
    b.add_body("tip", "light", lieref.Revolute((1, 0, 0)), None, 1.0, inertia=np.eye(3))
    b.add_frame("table")
    light = b.build()
    assert light.with_payload("light", 2.0, (1, 2, 3)).coms[0].tolist() == [1, 2, 3]
    assert light.with_payload("table", 2.0) == light
    near(model.with_payload(model.names[0], 0.0, (1, 1, 1)).inertias, model.inertias)


@pytest.mark.parametrize("name", ["every_joint", "every_joint_free", "quadruped"])
def test_locked_joints_do_not_move(name):
    model, q, v = draw(name, "generic", r=0)
    rng = np.random.default_rng(1)
    chosen = [i for i in range(model.nbodies) if rng.random() < 0.5]
    locked = {}
    moving = np.ones(model.nv, bool)
    kept_q = np.ones(model.nq, bool)
    for i in chosen:
        a, b, joint = model.idx_q[i], model.idx_v[i], model.joints[i]
        locked[model.joint_names[i]] = q[a] if joint.nq == 1 else q[a : a + joint.nq]
        moving[b : b + joint.nv] = False
        kept_q[a : a + joint.nq] = False
    small = model.reduced(locked, "small")
    assert small.name == "small" and small.nv == moving.sum()
    rates = v.copy()
    rates[:, ~moving] = 0.0
    tau = lieref.inverse_dynamics(model, q, rates)
    near(lieref.inverse_dynamics(small, q[kept_q], v[:, moving]), tau[:, moving])
    frames = list(model.names)
    poses, twists = lieref.forward_kinematics(small, q[kept_q], v[:, moving], frames=frames)
    expected, moved = lieref.forward_kinematics(model, q, rates)
    near(poses, expected)
    near(twists, moved)
    assert np.array_equal(small.lower, model.lower[moving])


def test_everything_locked_is_a_model_without_joints(robot):
    model, q, v = robot
    still = model.reduced(model.joint_names)
    assert still.nv == 0 and list(still.frames) == list(model.names)
    expected, _ = lieref.forward_kinematics(model, model.neutral(), v[:1])
    found, _ = lieref.forward_kinematics(still, [], np.zeros((1, 0)), frames=list(model.names))
    near(found, expected)


def test_a_subtree_stands_on_what_carried_it():
    model, q, v = draw("quadruped", "generic", r=0)
    body = next(i for i in range(1, model.nbodies) if i in model.parents[1:])
    part = model.subtree(model.names[body])
    number = [model.names.index(name) for name in part.names]
    assert number[0] == body and all(
        i in number for i in range(model.nbodies) if model.parents[i] in number
    )
    # all else at its zero and without gravity, as seen from the body that carries it
    kept = np.concatenate(
        [np.arange(model.idx_v[i], model.idx_v[i] + model.joints[i].nv) for i in number]
    )
    coordinates = np.concatenate(
        [np.arange(model.idx_q[i], model.idx_q[i] + model.joints[i].nq) for i in number]
    )
    posture, rates = model.neutral(), np.zeros_like(v)
    posture[coordinates], rates[:, kept] = q[coordinates], v[:, kept]
    still = model.with_gravity((0, 0, 0))
    tau = lieref.inverse_dynamics(still, posture, rates)
    found = lieref.inverse_dynamics(part.with_gravity((0, 0, 0)), q[coordinates], v[:, kept])
    near(found, tau[:, kept])


def test_a_base_that_does_not_move_is_a_fixed_one(robot):
    model, q, v = robot
    floating = model.with_base("free", "pelvis", 3.0, (0.1, 0, 0), 0.1 * np.eye(3))
    assert floating.names == ("pelvis", *model.names) and floating.nv == model.nv + 6
    still = np.concatenate([np.zeros((len(v), 6)), v], axis=1)
    where = np.concatenate([[0.3, 0.2, 0.1, 0, 0, 0, 1], q])
    near(
        lieref.inverse_dynamics(floating, where, still)[:, 6:], lieref.inverse_dynamics(model, q, v)
    )
    again = floating.with_base("fixed")
    assert again.names == model.names
    near(lieref.inverse_dynamics(again, q, v), lieref.inverse_dynamics(model, q, v))
    assert model.with_base("fixed") is model
    b = lieref.ModelBuilder()
    b.add_body("arm", None, lieref.Revolute((0, 0, 1)), None, 1.0, inertia=np.eye(3))
    b.add_frame("base_link")
    b.add_frame("shelf", None, lieref.SE3.exp(np.full(6, 0.1)))
    standing = b.build()
    assert standing.with_base("free", "base_link").frames["shelf"].body == "base_link"
    with pytest.raises(ModelError, match="'shelf'.*used twice"):
        standing.with_base("free", "shelf")
    with pytest.raises(ModelError, match="'pelvis' is a free root already"):
        floating.with_base("free")
    with pytest.raises(ModelError, match=model.names[0]):
        model.with_base("free", model.names[0])


def test_gravity_and_inertia_are_replaced(robot):
    model, q, v = robot
    moon = model.with_gravity((0, 0, -1.62))
    assert moon.gravity.tolist() == [0, 0, -1.62] and moon != model
    assert moon.with_gravity(model.gravity) == model
    changed = model.with_inertia(model.names[1], 7.0)
    assert changed.masses[1] == 7.0 and np.array_equal(changed.coms, model.coms)
    back = changed.with_inertia(model.names[1], float(model.masses[1]))
    assert back == model and hash(back) == hash(model)
    assert np.array_equal(lieref.inverse_dynamics(back, q, v), lieref.inverse_dynamics(model, q, v))


@pytest.mark.parametrize("name", ["two_link", "every_joint_free"])
def test_copies_compute_what_a_new_model_computes(name):
    """Copies share storage; every kind of number in it is that of a model made from its parts."""
    model, q, v = draw(name, "generic", 0)
    physics = np.zeros(model.nv)
    physics[[i for joint, i in zip(model.joints, model.idx_v, strict=True) if joint.nv == 1]] = 0.3
    last, inertia = model.names[-1], np.diag([0.1, 0.2, 0.25])
    changed = [
        model.with_gravity((1.0, -2.0, 3.0)),
        model.with_payload(last, 0.7, (0.1, 0.2, 0.3), inertia),
        model.with_inertia(model.names[0], 2.0, (0.3, 0.1, -0.2), inertia),
        model.with_joint_physics(armature=physics, damping=physics),
    ]
    changed.append(changed[1].with_gravity((0.0, 1.0, 0.0)).with_payload(model.names[0], 1.0))
    changed.append(changed[3].with_payload(last, 1.0))
    changed.append(changed[-1].without_joint_physics())
    plain = lieref.inverse_dynamics(model, q, v)
    for copy in changed:
        new = pickle.loads(pickle.dumps(copy))
        assert copy == new and hash(copy) == hash(new) and copy != model
        assert copy.frames.keys() == new.frames.keys()
        assert not copy.masses.flags.writeable and not copy.gravity.flags.writeable
        tau = lieref.inverse_dynamics(new, q, v)
        assert not np.array_equal(tau, plain)
        for one, other in (
            (lieref.inverse_dynamics(copy, q, v), tau),
            (lieref.inverse_dynamics(copy, q, v, form="spatial"),
             lieref.inverse_dynamics(new, q, v, form="spatial")),
            (lieref.inverse_dynamics(copy, q, v, bounds=True)[1],
             lieref.inverse_dynamics(new, q, v, bounds=True)[1]),
            (lieref.forward_dynamics(copy, q, v[0], tau, digits=31),
             lieref.forward_dynamics(new, q, v[0], tau, digits=31)),
        ):  # fmt: skip
            assert np.array_equal(one, other)
    assert np.array_equal(lieref.inverse_dynamics(model, q, v), plain)


def test_models_with_the_same_content_are_equal(robot):
    model, _, _ = robot
    copy = pickle.loads(pickle.dumps(model))
    assert copy == model and hash(copy) == hash(model) and len({copy, model}) == 1
    assert model != model.rename("other") and model != "model"
    assert with_tool(model, model.names[0]) != with_tool(model, model.names[1]) != model


def test_names_change_everywhere():
    b = lieref.ModelBuilder()
    for name, parent in (("a", None), ("b", "a")):
        b.add_body(name, parent, lieref.Revolute((0, 0, 1)), None, 1.0, inertia=np.eye(3))
    b.add_mimic("b_joint", "a_joint", 2.0)
    b.add_frame("tool", "b")
    before = b.build()
    tool = lieref.jacobian(before, [0.1, 0.2], "tool")
    model = before.rename("arm", {"b": "hand"}, {"a_joint": "turn"}, {"tool": "tip"})
    assert model == pickle.loads(pickle.dumps(model)) != before
    assert np.array_equal(lieref.jacobian(model, [0.1, 0.2], "tip"), tool)
    assert model.name == "arm" and model.names == ("a", "hand")
    assert model.joint_names == ("turn", "b_joint")
    assert model.mimics[0].source == "turn"
    assert model.frames["tip"].body == "hand" and "tool" not in model.frames
    for wrong, match in (
        ({"bodies": {"b": "x"}}, "'b'"),
        ({"joints": {"turn": "b_joint"}}, "b_joint"),
        ({"frames": {"tip": "a"}}, "'a'.*used twice"),
        ({"bodies": {"a": ""}}, "not empty"),
    ):
        with pytest.raises((ArgumentError, ModelError), match=match):
            model.rename(**wrong)


def test_what_is_wrong_is_named(robot):
    model, _, _ = robot
    spherical = next(i for i, joint in enumerate(model.joints) if joint.kind == "spherical")
    name = model.joint_names[spherical]
    for call, error, match in (
        (lambda: model.with_payload("nothing", 1.0), ArgumentError, "frame is 'nothing'"),
        (lambda: model.with_payload(model.names[0], -1.0), ModelError, "payload: mass"),
        (lambda: model.reduced(["nothing"]), ArgumentError, "locked is 'nothing'"),
        (lambda: model.reduced("joint"), ArgumentError, "names of joints"),
        (lambda: model.reduced({name: 0.1}), ShapeError, name),
        (lambda: model.reduced({name: (0, 0, 0, 2.0)}), ConfigurationError, "norm"),
        (lambda: model.subtree("nothing"), ArgumentError, "body is 'nothing'"),
        (lambda: model.with_base("floating"), ArgumentError, "base is 'floating'"),
    ):
        with pytest.raises(error, match=match):
            call()


def test_a_mechanism_with_loops_keeps_them():
    model = lieref.catalogue.four_bar()
    heavy = model.with_payload(model.names[-1], 2.0, (0.1, 0, 0)).with_gravity((0, 0, 0))
    assert heavy.tree == model.tree.with_payload(model.names[-1], 2.0, (0.1, 0, 0)).with_gravity(
        (0, 0, 0)
    )
    q = model.random_configuration(0)
    motion = np.ones((2, model.nv))
    found = lieref.loops.inverse_dynamics(heavy, q, motion)
    assert abs(found - lieref.loops.inverse_dynamics(model, q, motion)).max() > 0.01
    light = heavy.with_inertia(
        model.names[-1], *(x[-1] for x in (model.tree.masses, model.tree.coms))
    )
    assert light.loops == model.loops


def test_notebooks_show_the_tree(robot):
    model, _, _ = robot
    shown = with_tool(model, model.names[0])._repr_html_()
    assert shown.count("<ul>") == shown.count("</ul>") and shown.count("<li>") == model.nbodies
    assert "frames tool" in shown
    assert "&lt;b&gt;" in model.rename("<b>")._repr_html_()
