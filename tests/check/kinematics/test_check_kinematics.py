"""Kinematics of frames in the audit: right code passes, each planted mistake is found and named."""

import sys

import numpy as np
import pytest

import lieref
from lieref.check import audit
from lieref.check.model_table import from_table, to_table
from lieref.errors import ArgumentError, ShapeError
from lieref.model.mechanisms import catalogue

POSE, JACOBIAN = "forward_kinematics", "jacobian"
BOTH = (POSE, JACOBIAN)
FRAMES = ("tool", "camera", "ground", "forearm")

# subject, the quantities that it gets wrong, and the name that the audit must find for it
CONFUSED = (
    ("unsaid", {JACOBIAN}, "hybrid representation of the frame"),
    ("linear_first", {JACOBIAN}, "linear-first twist of the frame"),
    (
        "linear_first_unsaid",
        {JACOBIAN},
        "spatial representation of the frame and linear-first twist of the frame",
    ),
    ("inverse", {POSE}, "inverse pose"),
    ("body", {POSE, JACOBIAN}, "body of the frame"),
)

PROGRAM = """
import json, math, sys

hello = json.loads(sys.stdin.readline())
frames = {x["name"]: x for x in hello["model"].get("frames", [])}
print(json.dumps({"ready": 1, "name": "planar 1.0", "representation": "mixed"}), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    answer = {"not_offered": True}
    if asked["quantity"] == "jacobian":
        # one joint about z through the origin; frames are on its body, not turned
        x, y, _, _ = (row[3] for row in frames[asked["frame"]]["placement"])
        c, s = math.cos(asked["q"][0]), math.sin(asked["q"][0])
        answer = {"result": {"J": [[0], [0], [1], [-(s * x + c * y)], [c * x - s * y], [0]]}}
    print(json.dumps({"id": asked["id"]} | answer), flush=True)
"""


def at(x, y, z, turned=False):
    """A placement, turned about a skew axis or not."""
    placement = np.eye(4)
    placement[:3, 3] = x, y, z
    if turned:
        placement[:3, :3] = [[0.36, 0.48, -0.8], [-0.8, 0.6, 0.0], [0.48, 0.64, 0.6]]
    return placement


HELICAL = lieref.Helical((0, 0.6, 0.8), 0.3)


def robot(root, elbow=HELICAL):
    """An arm with frames on two bodies and on the world."""
    b = lieref.ModelBuilder(name="framed")
    b.add_body("base", None, root, at(0.2, -0.1, 0.4, True), 2.0, (0.1, 0, 0.2), np.eye(3))
    b.add_body("arm", "base", lieref.Spherical(), at(0, 0.1, 0.3), 1.0, inertia=np.eye(3))
    b.add_body("forearm", "arm", elbow, at(0.3, 0, 0, True), 0.5, inertia=np.eye(3))
    b.add_body("hand", "forearm", lieref.Revolute((1, 0, 0)), at(0, 0, 0.4), 0.2, inertia=np.eye(3))
    b.add_frame("tool", "hand", at(0.1, 0.02, 0.05, True))
    b.add_frame("camera", "arm", at(-0.1, 0.2, 0.0))
    b.add_frame("ground", None, at(1.0, 2.0, -0.5, True))
    return b.build()


def test_frames_are_in_the_table():
    model = robot(lieref.Free())
    again = from_table(to_table(model))
    assert set(again.frames) == set(model.frames)
    for name, frame in model.frames.items():
        assert again.frames[name].body == frame.body
        assert np.array_equal(again.frames[name].placement, frame.placement)


@pytest.mark.parametrize("root", [lieref.Free(), lieref.Prismatic((0, 0, 1))], ids=["free", "rail"])
@pytest.mark.parametrize("subject", ["lieref", "frame_subjects:hybrid"])
def test_right_kinematics_passes(root, subject):
    report = audit(subject, robot(root), BOTH, ["generic", "near_zero"], frames=FRAMES)
    assert report.exit_status == 0
    assert len(report.passed) == 2 * 2 * len(FRAMES)
    assert {x.quantity for x in report.passed} == set(BOTH)
    assert {x.state for x in report.passed} >= {f"generic, seed 0, {name}" for name in FRAMES}
    names = {block.name for x in report.passed for block in x.judgement.blocks}
    assert {"rotation", "position"} <= names
    assert any(name.startswith("angular part x ") for name in names)


@pytest.mark.parametrize("subject, wrong, name", CONFUSED, ids=[x[0] for x in CONFUSED])
def test_each_mistake_is_named(subject, wrong, name):
    model = robot(lieref.Free())
    report = audit(f"frame_subjects:{subject}", model, BOTH, ["generic"], frames=["tool"])
    assert {x.quantity for x in report.failed} == wrong
    assert {x.confusion for x in report.explanations} == {name}
    assert len(report.explanations) == len(wrong)


def test_small_errors_are_found_where_they_are():
    model = robot(lieref.Prismatic((0, 0, 1)))
    report = audit("frame_subjects:near", model, BOTH, ["generic", "zero"], frames=["tool"])
    assert {x.judgement.joint for x in report.failed} == {"position", "linear part"}
    assert len(report.failed) == 4
    assert not report.explanations
    for x in report.failed:
        wrong = [block.name for block in x.judgement.blocks if block.ratio > 1.0]
        assert wrong in (["position"], ["linear part x prismatic"])


def test_a_program_gets_the_frames(tmp_path):
    program = tmp_path / "planar.py"
    program.write_text(PROGRAM)
    b = lieref.ModelBuilder()
    b.add_body("link", None, lieref.Revolute((0, 0, 1)), None, 1.0, inertia=np.eye(3))
    b.add_frame("tip", "link", at(0.3, -0.2, 0.1))
    report = audit([sys.executable, str(program)], b.build(), BOTH, ["generic"], frames=["tip"])
    assert report.exit_status == 0
    assert [x.quantity for x in report.passed] == [JACOBIAN]


def test_functions_without_frames_go_on():
    model = catalogue.serial_chain(2)
    report = audit("frame_subjects:without_frames", model, "all", ["generic"])
    assert report.exit_status == 0
    assert {x.quantity for x in report.passed} == {"joint_space_inertia"}
    told = {x.quantity: x.status for x in report.results}
    assert [told[name] for name in BOTH] == ["not offered", "not offered"]


def test_the_last_body_is_asked_unless_said():
    model = catalogue.serial_chain(2)
    report = audit("lieref", model, JACOBIAN, ["generic"])
    assert [x.state for x in report.passed] == ["generic, seed 0, body1"]
    usual = audit("lieref", model, None, ["generic"], frames=["body0"])
    assert set(BOTH) <= {x.quantity for x in usual.passed}
    assert not set(BOTH) & {x.quantity for x in audit("lieref", model, None, ["zero"]).passed}


def test_what_is_wrong_is_said():
    model = catalogue.serial_chain(2)
    with pytest.raises(ArgumentError, match=r"frames\[1\] is 'wrist', expected one of 'body0'"):
        audit("lieref", model, BOTH, frames=["body0", "wrist"])
    with pytest.raises(ShapeError, match="frames is 'body0', expected a sequence"):
        audit("lieref", model, BOTH, frames="body0")
    (start,) = audit("frame_subjects:unknown_representation", model, BOTH).results
    assert start.status == "error"
    assert "representation 'LOCAL'" in start.text
    shape = audit("frame_subjects:flat", model, POSE, ["generic"]).results[0]
    assert (shape.status, shape.text) == ("shape", "pose: got (3, 4), expected (4, 4)")


@pytest.mark.parametrize("library, module", [
    ("pinocchio", "pinocchio"), ("mujoco", "mujoco"), ("drake", "pydrake"),
])  # fmt: skip
@pytest.mark.parametrize("base", [lieref.Free(), lieref.Spherical()], ids=["free", "spherical"])
def test_libraries(library, module, base):
    pytest.importorskip(module)
    # MuJoCo has no helical joints
    model = robot(base, lieref.Prismatic((0, 0.6, 0.8)) if library == "mujoco" else HELICAL)
    report = audit(library, model, BOTH, ["generic"], frames=[*FRAMES, "base"])
    assert report.exit_status == 0, [x.text for x in report.results]
    assert len(report.passed) == 10


@pytest.mark.parametrize("library, module", [("mujoco", "mujoco"), ("drake", "pydrake")])
def test_libraries_with_a_model_of_their_own(library, module):
    pytest.importorskip(module)
    asked = {"own_model": True, "base": "fixed", "frames": ["body1"]}
    report = audit(library, "serial_chain:2", BOTH, ["generic"], **asked)
    assert report.exit_status == 0, [x.text for x in report.results]
    assert {x.quantity for x in report.passed} >= set(BOTH)
