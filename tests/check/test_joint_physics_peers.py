"""Joint physics against MuJoCo and Pinocchio, and through `lieref check`."""

import importlib
import json

import numpy as np
import pytest
from support.trees.robots import ROBOTS, with_physics

import lieref
from lieref.check import audit
from lieref.check.exchange.wire import SubjectError
from lieref.check.model_table import from_table, to_table

# Both round, by other algorithms; found: below 4e-15.
PEERS = 1e-12
ROBOT_NAMES = ("quadruped", "binary_tree")


def moving(name, kinds):
    model = with_physics(ROBOTS[name](), 1, "none", kinds)
    rng = np.random.default_rng(3)
    q, (v, a) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    return model, q, v, a


def error(found, expected):
    return abs(np.array(found) - expected).max() / abs(np.array(expected)).max()


@pytest.mark.parametrize("kinds", [("armature",), ("damping",), ("stiffness", "rest"), ()])
@pytest.mark.parametrize("name", ROBOT_NAMES)
def test_mujoco(name, kinds):
    pytest.importorskip("mujoco", reason="MuJoCo: extra interop")
    from lieref.check.subjects import mujoco_library

    model, q, v, a = moving(name, kinds)
    peer = mujoco_library._made_for(model)
    tau = lieref.inverse_dynamics(model, q, [v, a], "mixed")[0]
    assert error(peer.inverse_dynamics(q, v, a), tau) <= PEERS
    expected = lieref.forward_dynamics(model, q, v, [tau], "mixed")[0]
    assert error(peer.forward_dynamics(q, v, tau), expected) <= PEERS
    assert (
        error(peer.joint_space_inertia(q), lieref.joint_space_inertia(model, q, "mixed")) <= PEERS
    )


@pytest.mark.parametrize("name", ROBOT_NAMES)
def test_pinocchio(name):
    pytest.importorskip("pinocchio", reason="Pinocchio: extra interop")
    from lieref.check.subjects import pinocchio_library

    model, q, v, a = moving(name, ("armature",))
    answer = pinocchio_library.subject(model).answer
    tau = lieref.inverse_dynamics(model, q, [v, a])[0]
    assert error(answer("inverse_dynamics", q, v=v, a=a), tau) <= PEERS
    assert error(answer("forward_dynamics", q, v=v, tau=tau), a) <= PEERS
    assert error(answer("joint_space_inertia", q), lieref.joint_space_inertia(model, q)) <= PEERS
    for kind, x in (("inverse", {"a": a}), ("forward", {"tau": tau})):
        theirs = answer(f"{kind}_dynamics_partials", q, v=v, **x)
        mine = getattr(lieref, f"{kind}_dynamics_partials")(model, q, v, *x.values())
        for row, expected in zip(theirs.values(), mine, strict=True):
            assert error(row, expected) <= PEERS


def test_tables_keep_it():
    model = with_physics(ROBOTS["every_joint_free"]())
    assert from_table(json.loads(json.dumps(to_table(model)))) == model
    assert "damping" not in str(to_table(ROBOTS["arm"]()))


QUANTITIES = ("inverse_dynamics", "forward_dynamics", "joint_space_inertia")


def test_check_compares_the_same_physics():
    model = with_physics(ROBOTS["binary_tree"](), 1, "none")
    for subject in ("lieref", "mujoco"):
        if subject != "lieref":
            pytest.importorskip("mujoco", reason="MuJoCo: extra interop")
        report = audit(subject, model, QUANTITIES, ["generic"])
        assert report.exit_status == 0, subject
        assert {x.status for x in report.results} == {"pass"}
    smooth = with_physics(ROBOTS["arm"]())
    assert audit("lieref", smooth, QUANTITIES, ["generic"]).exit_status == 0


@pytest.mark.parametrize("subject, kind, text", [
    ("pinocchio", "damping", "has damping, which Pinocchio's dynamics does not know"),
    ("pinocchio", "friction", "has friction, which Pinocchio's dynamics does not know"),
    ("mujoco", "friction", "has friction, which MuJoCo has as a constraint"),
])  # fmt: skip
def test_adapters_refuse_what_a_peer_does_not_know(subject, kind, text):
    pytest.importorskip(subject, reason="extra interop")
    model = with_physics(ROBOTS["binary_tree"](), 1, "sign", (kind,))
    adapter = importlib.import_module(f"lieref.check.subjects.{subject}_library")
    with pytest.raises(SubjectError, match=text) as caught:
        adapter.subject(model)
    assert "without_joint_physics" in str(caught.value)


@pytest.mark.parametrize("subject, left", [
    ("pinocchio", "damping, friction, stiffness of joints"), ("mujoco", "friction of joints"),
])  # fmt: skip
def test_check_leaves_out_what_a_peer_does_not_know(subject, left):
    pytest.importorskip(subject, reason="extra interop")
    model = with_physics(ROBOTS["binary_tree"](), 1, "sign")
    report = audit(subject, model, QUANTITIES, ["generic"])
    assert report.exit_status == 0
    (note,) = (x for x in report.results if x.quantity == "joint physics")
    assert (note.status, note.text) == ("not offered", f"{left}, left out on both sides")
