"""Two files of one robot are told apart by the body and the number, and by their forces."""

import json

import numpy as np
import pytest

import lieref
from lieref.__main__ import main
from lieref.check import compare
from lieref.errors import ArgumentError, ModelError, ShapeError

PHYSICS = {"damping": [0.1, 0.0, 0.3], "armature": [0.0, 0.02, 0.0]}


@pytest.fixture(scope="module")
def arm():
    return lieref.catalogue.serial_chain(3).with_joint_physics(**PHYSICS)


def different(first, second, **options):
    return {x.output: x.text for x in compare(first, second, **options).different}


def test_one_robot_is_the_same(arm):
    found = compare(arm, arm)
    assert found.exit_status == 0 and not found.different
    assert str(found).startswith("THE SAME: serial_chain (first) and serial_chain (second)")
    assert {x.output for x in found.results} >= {"masses", "damping", "forces at rest"}
    assert "friction" not in {x.output for x in found.results}


@pytest.mark.parametrize(
    "change, what, forces",
    [
        (lambda m: m.with_inertia("body1", mass=2.5 * m.masses[1]), "masses", "forces at rest"),
        (lambda m: m.with_inertia("body2", inertia=2 * m.inertias[2]), "inertias",
         "forces of accelerations"),
        (lambda m: m.with_joint_physics(**PHYSICS | {"damping": [0.1, 0.2, 0.3]}), "damping",
         "forces of velocities"),
        (lambda m: m.with_joint_physics(**PHYSICS | {"armature": [0.5, 0.02, 0.0]}), "armature",
         "forces of accelerations"),
    ],
)  # fmt: skip
def test_what_differs_is_named_and_felt(arm, change, what, forces):
    found = different(arm, change(arm))
    assert what in found and forces in found
    assert not {"placements", "axes", "joints", "limits", "gravity"} & set(found)
    at = {"masses": "body1", "inertias": "body2", "damping": "body1", "armature": "body0"}[what]
    assert found[what].startswith(f"body {at!r} (")
    assert " in serial_chain (first), " in found[what]


def test_names_are_no_formats(arm):
    other = arm.with_inertia("body1", mass=2.0).rename("{0} of {lieref}")
    assert "2. in {0} of {lieref}" in different(arm, other)["masses"]
    longer = lieref.catalogue.serial_chain(4).rename("{1}")
    assert "{1} with joint 'body3_joint'" in str(compare(arm, longer))


def test_numbers_may_differ_by_the_tolerance(arm):
    rounded = arm.with_inertia("body1", mass=arm.masses[1] * (1 + 1e-7))
    assert "masses" in different(arm, rounded)
    assert not different(arm, rounded, tolerance=1e-6)


def test_another_order_of_joints_is_the_same_robot():
    """Bodies belong together by the names of their joints, forces in the order of the first."""
    sides = {"left": 0.3, "right": -0.3}

    def robot(order):
        b = lieref.ModelBuilder(name="-".join(order))
        b.add_body("trunk", None, lieref.Revolute((0, 0, 1)), mass=2.0, com=(0, 0.1, 0))
        for side in order:
            at = np.eye(4)
            at[1, 3] = sides[side]
            b.add_body(
                side, "trunk", lieref.Revolute((1, 0, 0)), at, mass=1.0 + sides[side],
                com=(0, 0, -0.2),
            )  # fmt: skip
        return b.build()

    found = compare(robot(("left", "right")), robot(("right", "left")))
    assert found.exit_status == 0
    assert "3 joints, another order" in str(found)


def test_joints_that_one_lacks(arm):
    found = compare(arm, lieref.catalogue.serial_chain(4))
    assert "serial_chain (second) with joint 'body3_joint'" in str(found)
    assert "the joints differ, so that forces cannot be compared" in str(found)


def test_files_of_two_formats(tmp_path, arm):
    """MuJoCo's own reading of a URDF file, written as MJCF, with one mass changed."""
    mujoco = pytest.importorskip("mujoco")
    arm = arm.without_joint_physics()
    (tmp_path / "arm.urdf").write_text(arm.to_urdf(), encoding="utf-8")
    spec = mujoco.MjSpec.from_file(str(tmp_path / "arm.urdf"))
    spec.compile()
    (tmp_path / "arm.xml").write_text(spec.to_xml(), encoding="utf-8")
    heavy = arm.with_inertia("body1", mass=9.5).to_urdf()
    (tmp_path / "heavy.urdf").write_text(heavy, encoding="utf-8")
    first, second, heavy = (str(tmp_path / x) for x in ("arm.urdf", "arm.xml", "heavy.urdf"))
    # MuJoCo writes six digits
    assert "masses" not in different(first, second, tolerance=1e-4)
    found = different(heavy, second, tolerance=1e-4)
    assert "masses" in found and "9.5 in " in found["masses"]


def test_loops_are_said_to_be_left_out():
    four_bar = lieref.catalogue.four_bar()
    found = compare(four_bar, four_bar)
    assert found.exit_status == 0
    assert any("loops and couplings are not compared" in x for x in found.notes)


def test_the_command(capsys):
    assert main(["compare", "serial_chain:3", "serial_chain:3"]) == 0
    assert capsys.readouterr().out.startswith("THE SAME: serial_chain:3 (first)")
    assert main(["compare", "serial_chain:3", "serial_chain:4", "--format", "json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert said["exit_status"] == 1
    assert {"what": "joints", "status": "fail"}.items() <= said["results"][0].items()
    assert main(["compare", "four_bar", "four_bar"]) == 0
    assert "couplings are not compared" in capsys.readouterr().out
    assert main(["compare", "serial_chain:3", "nothing.urdf"]) == 2
    assert "lieref compare: model 'nothing.urdf'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options, error", [({"base": "loose"}, ArgumentError), ({"tolerance": -1.0}, ShapeError)]
)
def test_wrong_use(arm, options, error):
    with pytest.raises(error):
        compare(arm, arm, **options)


def test_a_file_that_is_none(tmp_path):
    with pytest.raises(ModelError, match=r"none\.urdf"):
        compare(str(tmp_path / "none.urdf"), "serial_chain:2")
