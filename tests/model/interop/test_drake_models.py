"""MultibodyPlant to lieref: maps, dynamics and frames of every joint."""

import numpy as np
import pytest
from support.programs.library_agreement import check

import lieref
from lieref.algebra import SE3

pytest.importorskip("pydrake", reason="Drake: extra drake")

from pydrake.math import RigidTransform, RotationMatrix
from pydrake.multibody import tree
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from support.programs.drake_library import library_of, state

AXIS = np.array([1.0, 2.0, 3.0]) / np.sqrt(14.0)
JOINTS = {
    "revolute": lambda name, a, b: tree.RevoluteJoint(name, a, b, AXIS),
    "prismatic": lambda name, a, b: tree.PrismaticJoint(name, a, b, AXIS),
    "screw": lambda name, a, b: tree.ScrewJoint(name, a, b, AXIS, 0.7, 0.0),
    "universal": lambda name, a, b: tree.UniversalJoint(name, a, b),
    "planar": lambda name, a, b: tree.PlanarJoint(name, a, b, np.zeros(3)),
    "ball": lambda name, a, b: tree.BallRpyJoint(name, a, b),
    "quaternion": lambda name, a, b: tree.QuaternionFloatingJoint(name, a, b),
    "rpy": lambda name, a, b: tree.RpyFloatingJoint(name, a, b),
    "weld": lambda name, a, b: tree.WeldJoint(name, a, b, pose(77)),
}


def pose(seed):
    X = SE3.exp(np.random.default_rng(seed).uniform(-1, 1, 6))
    return RigidTransform(RotationMatrix.ProjectToRotationMatrix(X[:3, :3]), X[:3, 3])


def inertia(seed):
    rng = np.random.default_rng(seed)
    A, c = rng.uniform(-0.3, 0.3, (3, 3)), rng.uniform(-0.3, 0.3, 3)
    about = A @ A.T + 0.5 * np.eye(3) + (c @ c) * np.eye(3) - np.outer(c, c)
    moments = [about[j, k] for j, k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    return tree.SpatialInertia(rng.uniform(1, 2), c, tree.UnitInertia(*moments))


def empty():
    plant = MultibodyPlant(time_step=0.0)
    plant.mutable_gravity_field().set_gravity_vector([0.3, -0.2, -9.7])
    return plant


def chain(*names, beside=True, finalized=True):
    """Joints in a chain, their frames beside the bodies', and one more on the first body."""
    plant = empty()
    bodies = [plant.AddRigidBody(f"body {k}", inertia(k)) for k in range(len(names) + 1)]
    for k, name in enumerate([*names, "revolute"]):
        above = (
            plant.world_frame() if k == 0 else bodies[k - 1 if k < len(names) else 0].body_frame()
        )
        ends = [above, bodies[k].body_frame()]
        if beside:
            ends = [
                plant.AddFrame(tree.FixedOffsetFrame(f"{side} {k}", frame, pose(10 + 2 * k + n)))
                for n, (side, frame) in enumerate(zip(("inner", "outer"), ends, strict=True))
            ]
        plant.AddJoint(JOINTS[name](f"{name} {k}", *ends))
    if finalized:
        plant.Finalize()
    return plant


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("name", list(JOINTS))
def test_every_joint_alone_and_behind_another(name, beside):
    for names in ((name,), ("revolute", name), (name, name)):
        plant = chain(*names, beside=beside)
        both = lieref.from_drake(plant)
        assert both.model.joint_physics is None and not both.skipped
        for seed in range(3):
            q, v, a = state(plant, seed)
            check(both, library_of(plant), q, v, a)
            again = both.from_lieref_q(both.to_lieref_q(q))
            rest = both.model.difference(both.to_lieref_q(q), both.to_lieref_q(again))
            np.testing.assert_allclose(rest, 0.0, atol=1e-13)


def test_frames_keep_their_names():
    plant = chain("quaternion", "ball", "weld", "universal", "planar", "screw")
    both, context = lieref.from_drake(plant), plant.CreateDefaultContext()
    q = state(plant, 5)[0]
    plant.SetPositions(context, q)
    kinds = [f"{side} {k}" for side in ("inner", "outer", "body") for k in range(7)]
    names = [x for x in kinds if x != "inner 0"]
    rest = np.zeros((1, both.model.nv))
    poses = lieref.forward_kinematics(both.model, both.to_lieref_q(q), rest, frames=names)[0]
    for name, found in zip(names, poses, strict=True):
        frame = plant.GetFrameByName(name)
        expected = frame.CalcPoseInWorld(context).GetAsMatrix4()
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-14)
    assert both.model.frames["inner 0"].body is None


@pytest.mark.parametrize("name", ["revolute", "prismatic", "weld"])
def test_joints_that_are_traversed_from_their_child(name):
    plant = empty()
    first, second = (plant.AddRigidBody(x, inertia(k)) for k, x in enumerate("ab"))
    plant.AddJoint(JOINTS["revolute"]("base", plant.world_frame(), first.body_frame()))
    frames = [
        plant.AddFrame(tree.FixedOffsetFrame(f"side {k}", body.body_frame(), pose(k)))
        for k, body in enumerate((second, first))
    ]
    plant.AddJoint(JOINTS[name]("back", *frames))
    plant.Finalize()
    both = lieref.from_drake(plant)
    assert both.model.names == (("a",) if name == "weld" else ("a", "b"))
    for seed in range(3):
        check(both, library_of(plant), *state(plant, seed))


def test_bodies_that_float_and_instances_of_one_name():
    text = """<?xml version="1.0"?><robot name="r"><link name="base"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0"
    ixz="0" iyz="0"/></inertial></link><joint name="elbow" type="revolute"><parent link="base"/>
    <child link="arm"/><axis xyz="0 1 0"/><limit lower="-1" upper="2" effort="1" velocity="1"/>
    <dynamics damping="0.3"/></joint></robot>"""
    plant = empty()
    for name in ("left", "right"):
        parser = Parser(plant, name)
        parser.SetAutoRenaming(True)
        parser.AddModelsFromString(text, "urdf")
    plant.Finalize()
    both = lieref.from_drake(plant)
    assert sorted(x.rpartition("::")[2] for x in both.model.names) == ["arm", "arm", "base", "base"]
    assert len(set(both.model.names)) == 4 and all("::" in x for x in both.model.names)
    elbows = [i for i, x in enumerate(both.model.joint_names) if x.endswith("elbow")]
    at = both.model.idx_v[elbows]
    np.testing.assert_array_equal(both.model.damping[at], 0.3)
    np.testing.assert_array_equal(both.model.lower[at], -1.0)
    np.testing.assert_array_equal(both.model.upper[at], 2.0)
    q, v, a = state(plant, 1)
    check(both, library_of(plant), q, v, a)


def test_rotors_dampers_and_springs_come_along():
    plant = chain("revolute", "prismatic", "planar", finalized=False)
    motor = plant.AddJointActuator("motor", plant.GetJointByName("revolute 0"))
    motor.set_default_rotor_inertia(0.1)
    motor.set_default_gear_ratio(3.0)
    plant.GetJointByName("planar 2").set_default_damping_vector([0.1, 0.2, 0.3])
    plant.AddForceElement(tree.RevoluteSpring(plant.GetJointByName("revolute 0"), 0.2, 5.0))
    plant.AddForceElement(tree.PrismaticSpring(plant.GetJointByName("prismatic 1"), 0.4, 7.0))
    plant.Finalize()
    both = lieref.from_drake(plant)
    model = both.model
    np.testing.assert_allclose(model.armature[:2], [0.9, 0.0])
    np.testing.assert_array_equal(model.damping[2:5], [0.1, 0.2, 0.3])
    np.testing.assert_array_equal(model.stiffness[:2], [5.0, 7.0])
    np.testing.assert_array_equal(model.rest[:2], [0.2, 0.4])
    for seed in range(3):
        check(both, library_of(plant), *state(plant, seed))
    bare = lieref.from_drake(plant, joint_physics=False).model
    assert bare == model.without_joint_physics()


def test_sdf_files_through_drake(tmp_path):
    model = lieref.catalogue.random_tree(6, 1, kinds=("revolute", "prismatic", "helical"))
    path = tmp_path / "robot.sdf"
    path.write_text(model.to_sdf())
    plant = empty()
    Parser(plant).AddModels(str(path))
    plant.Finalize()
    both = lieref.from_drake(plant)
    assert set(both.model.names) == set(model.names)
    for i, name in enumerate(model.names):
        k = both.model.names.index(name)
        assert both.model.joint_names[k] == model.joint_names[i]
        np.testing.assert_allclose(both.model.masses[k], model.masses[i], rtol=1e-14)
        np.testing.assert_allclose(both.model.inertias[k], model.inertias[i], atol=1e-14)
        np.testing.assert_allclose(both.model.placements[k], model.placements[i], atol=1e-14)


def test_what_cannot_be_is_refused():
    with pytest.raises(lieref.ModelError, match=r"not finalized, call plant.Finalize\(\)"):
        lieref.from_drake(empty())
    with pytest.raises(lieref.ArgumentError, match="plant is a str, expected a pydrake"):
        lieref.from_drake("robot.sdf")
    plant = empty()
    plant.Finalize()
    with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
        lieref.from_drake(plant)
    plant = chain("revolute", finalized=False)
    ends = [plant.GetBodyByName(f"body {k}") for k in (0, 1)]
    plant.AddForceElement(tree.LinearSpringDamper(ends[0], [0, 0, 1], ends[1], [0, 1, 0], 1, 2, 3))
    plant.Finalize()
    with pytest.raises(lieref.ModelError, match="force element 1: a LinearSpringDamper"):
        lieref.from_drake(plant)
    with pytest.warns(lieref.ModelWarning, match="left out"):
        both = lieref.from_drake(plant, unsupported="skip")
    assert both.skipped == ("force element 1: a LinearSpringDamper",)
    plant = chain("revolute", finalized=False)
    plant.set_gravity_enabled(plant.GetBodyByName("body 0").model_instance(), False)
    plant.Finalize()
    with pytest.raises(lieref.ModelError, match="'DefaultModelInstance': gravity disabled"):
        lieref.from_drake(plant)
    plant = MultibodyPlant(time_step=0.01)
    bodies = [plant.AddRigidBody(x, inertia(0)) for x in "ab"]
    plant.AddWeldConstraint(bodies[0], RigidTransform(), bodies[1], RigidTransform())
    plant.Finalize()
    with pytest.raises(lieref.ModelError, match="plant: 1 constraints"):
        lieref.from_drake(plant)
