"""MJCF files where a URDF file can be: ``lieref check --model robot.xml``."""

import pytest

import lieref
from lieref.__main__ import main
from lieref.check import named_model
from lieref.check.models import named_robot

pytest.importorskip("mujoco", reason="MuJoCo: extra interop")

ARM = """<!-- <robot> --><mujoco model="arm"><worldbody>
 <body name="a"><joint name="first" axis="0 1 0"/><geom size=".1" mass="1" pos=".1 0 0"/>
  <body name="b" pos=".3 0 0"><joint name="second" axis="0 0 1"/><geom size=".1" mass="1"/>
   <body name="c" pos=".3 0 0"><joint name="third" axis="0 1 0"/><geom size=".1" mass="2"/>
   </body></body></body>
</worldbody>EQUALITY</mujoco>"""


@pytest.fixture
def arm(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM.replace("EQUALITY", ""))
    return str(path)


def test_the_base_is_that_of_the_file_or_as_asked_for(arm):
    assert named_model(arm).joint_names == ("first", "second", "third")
    assert named_model(arm, "fixed").nv == 3
    free = named_model(arm, "free")
    assert free.nv == 9 and free.joints[0].kind == "free"


def test_a_check_of_an_mjcf_file(arm, capsys):
    words = ["check", "lieref", "--model", arm, "--states", "generic"]
    assert main([*words, "--quantities", "inverse_dynamics", "--jobs", "1"]) == 0
    assert "arm.xml" in capsys.readouterr().out


def test_equalities_are_loops_of_the_robot(tmp_path):
    path = tmp_path / "arm.xml"
    gear = '<equality><joint joint1="first" joint2="second"/></equality>'
    path.write_text(ARM.replace("EQUALITY", gear))
    assert isinstance(named_robot(str(path)), lieref.LoopModel)
    with pytest.raises(lieref.ModelError, match="loops or couplings, expected a tree"):
        named_model(str(path))
    with pytest.raises(lieref.ModelError, match="with loops its base is the file's, not 'free'"):
        named_robot(str(path), "free")


def test_urdf_in_a_file_of_that_ending(tmp_path):
    model = lieref.catalogue.serial_chain(3)
    path = tmp_path / "chain.xml"
    path.write_text(model.to_urdf())
    assert named_model(str(path), "fixed").joint_names == model.joint_names


def test_a_broken_file_is_named(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text("<mujoco><worldbody>")
    with pytest.raises(lieref.ModelError, match="MuJoCo cannot read .*arm.xml"):
        named_model(str(path))


def test_without_mujoco_the_extra_is_named(arm, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "mujoco", None)
    with pytest.raises(lieref.ModelError, match=r"MJCF, .*install lieref\[interop\]"):
        named_model(arm)
