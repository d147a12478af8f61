"""What elastic joints can be made of, and what is refused."""

import numpy as np
import pytest
from support.trees.elastic_robots import branched

import lieref
from lieref import elastic
from lieref.elastic.elastic_joints import own_axis
from lieref.elastic.springs import deflection_of_force
from lieref.errors import ArgumentError, ModelError, ShapeError

CHAIN = lieref.catalogue.serial_chain(3)


@pytest.mark.parametrize(
    ("error", "message", "arguments"),
    [
        (
            ModelError,
            "stiffness of joint 'body1_joint': 0.0, expected above 0",
            {"stiffness": [1, 0, 1]},
        ),
        (
            ModelError,
            "stiffness of joint 'body0_joint': -1.0, expected at least 0",
            {"stiffness": -1},
        ),
        (
            ModelError,
            "motor_inertia .* 0.0, expected above 0 behind a spring",
            {"motor_inertia": 0},
        ),
        (ModelError, "damping .* -2.0, expected at least 0", {"damping": -2}),
        (
            ModelError,
            "damping .* expected 0: no spring",
            {"stiffness": [1, np.inf, 1], "damping": [1, 1, 1]},
        ),
        (ModelError, "hardening .* -1.0", {"hardening": [0, 0, -1]}),
        (ModelError, "gear_ratio of joint 'body0_joint': 0.0", {"gear_ratio": 0}),
        (ShapeError, "need a gear_ratio", {"rotor_bodies": [0, 0, 0]}),
        (ShapeError, "has 1 bodies, expected 3", {"gear_ratio": 2, "rotor_bodies": [0]}),
        (
            ArgumentError,
            "body is 'arm', expected one of",
            {"gear_ratio": 2, "rotor_bodies": ["arm"] * 3},
        ),
        (ShapeError, "rotor_axes", {"gear_ratio": 2, "rotor_axes": [1, 0, 0]}),
        (
            ModelError,
            "length of the rotor axis .* 2.0",
            {"gear_ratio": 2, "rotor_axes": 2 * np.eye(3)},
        ),
        (
            ModelError,
            "rotor of joint 'body2_joint' is on a body",
            {"gear_ratio": 2, "rotor_bodies": [None, 0, 2]},
        ),
    ],
)
def test_what_is_no_elastic_joint(error, message, arguments):
    with pytest.raises(error, match=message):
        elastic.ElasticJoints(CHAIN, **{"stiffness": 100.0, "motor_inertia": 0.1, **arguments})


def test_joints_of_several_degrees_are_rigid():
    model = lieref.catalogue.serial_chain(3, "free")
    joints = elastic.ElasticJoints(model, 100.0, 0.1, 1.0)
    np.testing.assert_array_equal(joints.rigid, [True] * 6 + [False] * 2)
    np.testing.assert_array_equal(joints.motor_inertia, [0.0] * 6 + [0.1] * 2)
    with pytest.raises(ModelError, match="expected inf: no spring"):
        elastic.ElasticJoints(model, np.full(8, 100.0), 0.1)
    with pytest.raises(ArgumentError, match="has incorrect type"):
        elastic.ElasticJoints(lieref.catalogue.four_bar(), 100.0, 0.1)


def test_rotors_are_on_the_parent_about_the_joint_axis():
    model = branched()
    joints = elastic.ElasticJoints(model, 100.0, 0.1, gear_ratio=4.0)
    np.testing.assert_array_equal(joints.rotor_bodies, model.parents)
    for i in range(5):
        pose = lieref.forward_kinematics(model, np.full(5, 0.3), np.ones((1, 5)))[0]
        above = pose[model.parents[i], :3, :3] if model.parents[i] >= 0 else np.eye(3)
        # the axis as the parent and as the body sees it
        inertial = pose[i, :3, :3] @ np.array(model.joints[i].axis)
        np.testing.assert_allclose(above @ own_axis(model, i), inertial, rtol=0, atol=1e-15)
    assert "complete model" in repr(joints)


def test_arrays_cannot_be_changed():
    joints = elastic.ElasticJoints(CHAIN, 100.0, 0.1)
    with pytest.raises(ValueError, match="read-only"):
        joints.stiffness[0] = 1.0


def test_deflections_of_hard_and_soft_springs():
    rng = np.random.default_rng(1)
    k, k3, x = 10.0 ** rng.uniform(-6, 6, (3, 2000))
    x *= rng.choice([-1, 1], 2000)
    force = k * x + k3 * x**3
    found = deflection_of_force(k, k3, force)
    # force and sinh round some five times, and a spring's slope only takes errors back
    assert np.abs(found / x - 1).max() <= 32 * np.finfo(float).eps
    np.testing.assert_array_equal(deflection_of_force(k, 0 * k3, force), force / k)
