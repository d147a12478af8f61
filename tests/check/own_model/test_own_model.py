"""What a subject has read itself: compared by names, and its dynamics through its own order."""

import numpy as np
import pytest

import lieref
from lieref.check import audit
from lieref.check.own_model.comparing import compared
from lieref.check.own_model.joint_map import Coordinates
from lieref.check.quantities import QUANTITIES
from lieref.check.writers import FORMATS, summary
from lieref.errors import ArgumentError, ModelError

ASKED = ("inverse_dynamics", "joint_space_inertia", "inverse_dynamics_partials")
KINDS = ("joints", "parents", "joint types", "masses", "centers of mass", "inertias")
ALL_KINDS = (*KINDS, "placements", "axes", "limits", "gravity")


@pytest.fixture(scope="module")
def robot():
    return lieref.catalogue.random_tree(5, 3, ("revolute", "prismatic"))


def own(name, model, **options):
    options = {"quantities": ASKED, "states": ["generic"]} | options
    return audit(f"own_subjects:{name}", model, own_model=True, **options)


def of_model(report):
    """Status and text of each comparison of the models."""
    return {x.output: (x.status, x.text) for x in report.results if x.quantity == "model"}


@pytest.mark.parametrize("name", ["same", "shuffled"])
def test_the_same_robot_passes_in_any_order(name, robot):
    report = own(name, robot)
    assert report.exit_status == 0
    found = of_model(report)
    assert tuple(found) == ALL_KINDS
    assert {status for status, _ in found.values()} == {"pass"}
    order = "5 joints, another order" if name == "shuffled" else "5 joints, in the same order"
    assert found["joints"][1] == order
    # and its numbers were compared as well
    assert len(report.passed) == 10 + 1 + 1 + 3


def test_the_body_where_models_part_is_named(robot):
    report = own("heavy", robot)
    assert report.exit_status == 1
    found = of_model(report)
    assert {x for x, (status, _) in found.items() if status == "fail"} == {"masses", "inertias"}
    assert found["masses"][1].startswith("body 'body2' ('body2_joint'): ")
    assert "0.05 of its scale" in found["masses"][1]
    # wrong forces are those of the other model, and no confusion
    assert {x.confusion for x in report.explanations} == {"another model"}
    assert {x.quantity for x in report.explanations} == set(ASKED)
    assert any(line.startswith("model masses: fail: body 'body2'") for line in summary(report))
    for write in FORMATS.values():
        assert "body2" in write(report)


def test_axes_and_limits(robot):
    found = of_model(own("other_axis", robot))
    assert {x for x, (status, _) in found.items() if status == "fail"} == {"axes", "limits"}
    assert "body 'body1'" in found["axes"][1] and "body 'body3'" in found["limits"][1]


def test_other_joints_are_named_and_nothing_is_asked(robot):
    report = own("other_name", robot)
    status, text = of_model(report)["joints"]
    assert status == "fail"
    assert text == "without joint 'body1_joint'; with joint 'elbow', which lieref does not have"
    assert [x.status for x in report.results if x.quantity != "model"] == ["not asked"]


def test_wrong_dynamics_of_the_right_model(robot):
    report = own("same_but_wrong", robot, quantities=["inverse_dynamics"])
    assert {status for status, _ in of_model(report).values()} == {"pass"}
    assert [x.confusion for x in report.explanations] == ["factor 1/2"]


def test_without_a_model_there_is_nothing_to_compare(robot):
    report = own("silent", robot)
    assert report.exit_status == 2
    assert [x.status for x in report.results] == ["refused"]
    assert "does not say its own model" in report.results[0].text
    with pytest.raises(ArgumentError):
        audit("own_subjects:same", None)
    with pytest.raises(ModelError, match="URDF has no spherical joint"):
        own("same", lieref.catalogue.random_tree(2, 3, ("spherical",)))
    report = audit("lieref", None, own_model=True)
    assert "lieref has no model of itself" in report.results[0].text


@pytest.mark.parametrize("library, base", [
    ("lieref", "free"), ("pinocchio", "free"), ("pinocchio", "fixed"), ("mujoco", "fixed"),
    # Drake ignores floating joints, so that its root must be at the origin
    ("drake", "fixed"), ("drake", "at the origin"),
])  # fmt: skip
def test_libraries_read_the_text_of_a_model(library, base):
    pytest.importorskip({"drake": "pydrake"}.get(library, library))
    if base == "at the origin":
        model = lieref.catalogue.aerial_manipulator()
    else:
        model = lieref.catalogue.random_tree(6, 4, ("revolute", "prismatic"), base)
    report = audit(library, model, ASKED, ["generic", "near_zero"], own_model=True)
    assert report.exit_status == 0
    found = of_model(report)
    assert {status for status, _ in found.values()} == {"pass"}


def test_libraries_read_robots_by_name():
    pytest.importorskip("pinocchio")
    try:
        report = audit("pinocchio", "ur5", ASKED, ["generic"], own_model=True, base="fixed")
    except ModelError as error:
        pytest.skip(str(error))
    assert report.exit_status == 0
    assert of_model(report)["masses"][0] == "pass"


def test_mujoco_reads_what_is_fixed_as_one_body(tmp_path):
    pytest.importorskip("mujoco")
    # a massless link that has an inertia is lost where MuJoCo merges it
    text = """<robot name="r"><link name="w"/><link name="a">{}</link><link name="tip">{}</link>
    <joint name="j" type="continuous"><parent link="w"/><child link="a"/></joint>
    <joint name="k" type="fixed"><origin xyz="0 0.1 0.2" rpy="0.3 0 0"/><parent link="a"/>
    <child link="tip"/></joint></robot>"""
    part = (
        '<inertial><origin xyz="0.1 0 0"/><mass value="{}"/><inertia ixx="0.2" ixy="0.01" ixz="0" '
        'iyy="0.3" iyz="0" izz="0.25"/></inertial>'
    )
    for mass, status in (("0.5", "pass"), ("0", "fail")):
        path = tmp_path / "r.urdf"
        path.write_text(text.format(part.format("1"), part.format(mass)))
        report = audit(
            "mujoco", str(path), ["joint_space_inertia"], ["generic"], own_model=True, base="fixed"
        )
        assert of_model(report)["inertias"][0] == status
        assert of_model(report)["masses"][0] == "pass"


def test_results_come_back_in_our_order():
    to = np.array([1, 2, 0])
    theirs, H = Coordinates(to, to), np.arange(9.0).reshape(3, 3)
    given = theirs.theirs({"q": np.array([10.0, 11.0, 12.0])})
    assert given["q"].tolist() == [11.0, 12.0, 10.0]
    back = theirs.ours(QUANTITIES["joint_space_inertia"], {"H": H[np.ix_(to, to)]})
    assert (back["H"] == H).all()


MJCF = """<mujoco><option gravity="0.5 0 -9"/><worldbody>
  <body name="a" pos="0 0 1" euler="20 0 30"><joint name="slide" type="slide" axis="0 1 0"/>
    <joint name="hinge" type="hinge" axis="1 1 0" pos="0.1 0 0" range="-50 60" limited="true"/>
    <inertial pos="0.1 0.2 0" mass="2" fullinertia="0.2 0.3 0.25 0.01 0.02 0.03"/>
    <body name="b" pos="0 0.3 0"><joint name="ball" type="ball"/>
      <inertial pos="0 0.1 0" quat="1 0.2 0 0" mass="1" diaginertia="0.1 0.2 0.15"/>
      <body name="stuck" pos="0 0 0.2" quat="1 0 0.3 0">
        <inertial pos="0.05 0 0" mass="0.5" diaginertia="0.01 0.02 0.015"/>
        <body name="c" pos="0.1 0 0.2"><joint name="last" type="hinge" axis="0 0 1"/>
          <inertial pos="0.05 0 0.1" mass="0.5" diaginertia="0.01 0.02 0.015"/>
        </body></body></body></body>
  <body name="flying" pos="1 0 0"><freejoint name="free"/>
    <inertial pos="0 0.1 0" mass="1" diaginertia="0.1 0.2 0.15"/></body>
</worldbody><actuator><position joint="hinge" kp="30"/></actuator></mujoco>"""


def test_mjcf_is_the_subject_s_alone(tmp_path):
    pytest.importorskip("mujoco")
    path = tmp_path / "robot.xml"
    path.write_text(MJCF)
    quantities = ["inverse_dynamics", "forward_dynamics", "joint_space_inertia"]
    report = audit("mujoco", str(path), quantities, ["generic", "near_zero"], own_model=True)
    assert report.exit_status == 0
    assert (report.nv, len(report.passed)) == (2 + 3 + 1 + 6, 6)
    assert not of_model(report)


def test_scales_of_what_is_compared(robot):
    assert {x.status for x in compared(robot, robot)} == {"pass"}


def test_dh_arm_is_checked_through_its_own_kinematics():
    report = own("dh_arm", None, quantities=["joint_space_inertia"], seeds=[0, 1])
    assert report.exit_status == 0
    assert report.model == "dh arm" and report.nv == 3
    report = own(
        "dh_arm_that_contradicts_itself", None, quantities=["joint_space_inertia"], seeds=[0, 1]
    )
    assert report.exit_status == 1
    report = own("no_tree", None)
    assert report.results[0].status == "garbage"
    assert "turns by 2 rad" in report.results[0].text
