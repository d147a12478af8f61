"""URDF files with faults that leave no doubt about the robot, or that make it doubtful."""

import re
import warnings

import numpy as np
import pytest
from support.trees.urdf_texts import inertial, joint, link, read, robot

from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ModelError, ModelWarning
from lieref.model.urdf import load_urdf, read_urdf
from lieref.model.urdf.masses import TRIANGLE_TOLERANCE

ARM = (link("base"), link("arm"), joint("j", "base", "arm"))


def told(make):
    """What `make` returns, and its warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = make()
    assert all(each.category is ModelWarning for each in caught)
    return model, [str(each.message) for each in caught]


def arm(content, base="fixed"):
    return read(link("base"), link("arm", content), joint("j", "base", "arm"), base=base)


def test_limits_in_reverse_order():
    limits = '<limit\n lower="1.5" upper="-2"/>'
    model, found = told(lambda: read(*ARM[:2], joint("j", "base", "arm", content=limits)))
    assert (model.lower.tolist(), model.upper.tolist()) == ([-2.0], [1.5])
    assert found == ["thing.urdf:4: joint 'j': lower limit 1.5 above the upper one -2.0, exchanged"]


@pytest.mark.parametrize("moments", [(-1e-18, 0, 0, 0, 0, 0), (1e-18, -2e-19, 0, 1e-18, 0, 3e-15)])
def test_moments_of_rounding_without_mass(moments):
    """As exporters write them, who subtract what they have added."""
    model, found = told(lambda: arm(inertial(0, moments)))
    assert not model.inertias.any()
    expected = "thing.urdf:3: link 'arm': moments of inertia "
    (said,) = [x for x in found if x.startswith(expected)]
    assert said.endswith(" without mass, taken as 0")
    with pytest.raises(ModelError, match="expected none negative"):
        arm(inertial(0, (-1e-14, 0, 0, 0, 0, 0)))


@pytest.mark.parametrize("moments", [(-1.7e-18, 0, 0, 1e-18, 0, 1e-18), (-1e-15,) + (0,) * 5])
def test_moments_that_are_negative_by_rounding(moments):
    model, found = told(lambda: arm(inertial(1.3, moments)))
    assert np.diag(model.inertias[0]).tolist() == [moments[0], moments[3], moments[5]]
    expected = f"thing.urdf:3: link 'arm': moment of inertia {moments[0]!r}, taken as the rounding"
    assert found[0].startswith(expected)


def test_moments_that_are_negative_by_more():
    with pytest.raises(ModelError, match="thing.urdf:3: link 'arm': moments of inertia"):
        arm(inertial(1.3, (-1e-14, 0, 0, 0, 0, 0)))


def test_an_inertia_without_products():
    content = (
        '<inertial><mass value="1"/>\n<inertia ixx="1" iyy="2" izz="2.5" ixz="0.1"/></inertial>'
    )
    model, found = told(lambda: arm(content))
    assert model.inertias[0].tolist() == [[1, 0, 0.1], [0, 2, 0], [0.1, 0, 2.5]]
    assert found == ["thing.urdf:4: link 'arm': <inertia> without ixy, iyz, taken as 0"]


def test_an_inertial_with_a_mass_alone():
    content = '<inertial><origin xyz="0 0 0.5"/><mass value="2"/></inertial>'
    model, found = told(lambda: arm(content))
    assert (model.masses[0], model.coms[0].tolist()) == (2.0, [0, 0, 0.5])
    assert not model.inertias[0].any()
    assert found == ["thing.urdf:3: link 'arm': <inertial> without <inertia>, a point mass"]


def test_macros_in_elements_that_are_not_read():
    model, found = told(
        lambda: read(
            *ARM,
            '<gazebo reference="${side}">\n<xacro:sensor/></gazebo>',
            '<transmission name="${side}_t"><xacro:motor/></transmission>',
        )
    )
    assert model.names == ("arm",)
    assert found == [
        "thing.urdf:6: <xacro:sensor> inside an element that is not read, ignored",
        "thing.urdf:7: <transmission> with the name '${side}_t' of a macro, ignored",
        "thing.urdf:7: <xacro:motor> inside an element that is not read, ignored",
    ]


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_blank_lines_before_the_declaration(mark):
    data = mark + b'\n \r\n<?xml version="1.0"?>\n' + robot(*ARM).encode()
    model, found = told(lambda: read_urdf(data, "thing.urdf"))
    assert model.names == ("arm",)
    assert found == ["thing.urdf:1: blank text before the XML declaration, ignored"]
    # lines are those of the file
    with pytest.raises(ModelError, match="thing.urdf:8: broken XML"):
        read_urdf(data.replace(b"</robot>", b"</car>"), "thing.urdf")


@pytest.mark.parametrize("name", ['<robot name="">', "<robot>"])
def test_a_robot_without_a_name(name):
    data = robot(*ARM).replace('<robot name="thing">', name)
    model, found = told(lambda: read_urdf(data.encode(), "thing.urdf"))
    assert model.name == "robot"
    assert found == ["thing.urdf:1: a robot without a name, called 'robot'"]


def test_world_that_is_not_declared():
    parts = (*ARM, joint("w", "world", "base", "fixed", '<origin xyz="0 0 1"/>'))
    model, found = told(lambda: read(*parts))
    declared = read(link("world", ""), *parts)
    assert model.names == declared.names
    assert np.array_equal(model.placements, declared.placements)
    assert found == [
        "thing.urdf:5: joint 'w': its parent 'world' is not declared, taken as a link without mass"
    ]
    with pytest.raises(ModelError, match="its parent 'map' is no link"):
        read(*ARM, joint("w", "map", "base", "fixed", ""))


def test_a_massless_root_that_moves_freely():
    parts = (link("base", ""), *ARM[1:])
    model, found = told(lambda: read(*parts, base="free"))
    assert model.masses.tolist() == [0.0, 1.0]
    assert len(found) == 1 and found[0].startswith("thing.urdf:2: root link 'base' without mass")
    assert told(lambda: read(*parts))[1] == []
    carried = (*parts, link("ballast"), joint("f", "base", "ballast", "fixed", ""))
    assert told(lambda: read(*carried, base="free"))[1] == []


@pytest.mark.parametrize("turn", ["", '<origin rpy="0.3 -0.4 1.2"/>'])
def test_moments_that_break_the_triangle_inequality(turn):
    model, found = told(lambda: arm(inertial(1.0, (1, 0, 0, 1, 0, 2.1), turn)))
    assert model.nbodies == 1
    assert len(found) == 1
    assert re.match(
        "thing.urdf:3: link 'arm': principal moments of inertia .* no body has", found[0]
    )
    # four digits of a thin plate
    plate = 2 * (1 + 0.5 * TRIANGLE_TOLERANCE)
    assert told(lambda: arm(inertial(1.0, (1, 0, 0, 1, 0, plate), turn)))[1] == []
    # products count
    products = (1, 0.9, 0, 1, 0, 1)
    assert len(told(lambda: arm(inertial(1.0, products, turn)))[1]) == 1


def test_a_mimic_of_an_unknown_joint():
    mimic = '<limit/><mimic joint="ghost"/>'
    model, found = told(lambda: read(*ARM[:2], joint("j", "base", "arm", content=mimic)))
    assert len(model.mimics) == 1 and len(found) == 1 and "'ghost'" in found[0]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_line_breaks_in_attributes(encoding):
    limits = '<origin xyz="0 0\n1"/><limit/>'
    text = robot(*ARM[:2], joint("j", "base", "arm", content=limits))
    # where nothing is read, nothing is told
    text = text.replace("</robot>", "<!-- a='\n' --><gazebo x='\n'/></robot>")
    model, found = told(lambda: read_urdf(text.encode(encoding), "thing.urdf"))
    assert model.placements[0][:3, 3].tolist() == [0, 0, 1]
    assert len(found) == 1
    assert found[0].startswith("thing.urdf:4: <origin>: attribute 'xyz' has a line break, read as")


def test_warnings_point_to_the_caller(tmp_path):
    path = tmp_path / "thing.urdf"
    path.write_text(robot(*ARM, name=""))
    for call in (lambda: load_urdf(path), lambda: read_urdf(path.read_bytes())):
        with pytest.warns(ModelWarning) as caught:
            call()
        assert [each.filename for each in caught] == [__file__]


def test_dynamics_of_a_file_with_faults_is_that_of_the_corrected_one():
    limits = joint("j", "base", "arm", content='<axis xyz="0 1 0"/><limit lower="2" upper="-1"/>')
    wrong, found = told(lambda: read(link("arm"), link("base"), limits))
    right = read(link("arm"), link("base"), limits.replace('"2" upper="-1"', '"-1" upper="2"'))
    state = [0.3], [[0.5], [0.7]]
    assert len(found) == 1
    assert np.array_equal(inverse_dynamics(wrong, *state), inverse_dynamics(right, *state))
