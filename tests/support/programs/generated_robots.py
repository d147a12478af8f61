"""Robots that code is generated of."""

import numpy as np

import lieref


def with_physics(model):
    """The model with every kind of joint physics, friction with and without a width."""
    rng = np.random.default_rng(5)
    single = [joint.nv == 1 for joint in model.joints for _ in range(joint.nv)]
    turning = [joint.kind != "free" for joint in model.joints for _ in range(joint.nv)]
    rows = {
        name: rng.uniform(0.1, 1.0, model.nv) * turning
        for name in ("armature", "damping", "friction")
    }
    rows["friction_width"] = np.where(np.arange(model.nv) % 2, 0.3, 0.0) * turning
    rows["stiffness"] = rng.uniform(0.1, 1.0, model.nv) * single
    rows["rest"] = rng.standard_normal(model.nv) * single
    return model.with_joint_physics(**rows)


def joints_of_every_kind():
    """A spherical, a helical, a prismatic and a free joint on bodies that move."""
    return lieref.catalogue.random_tree(
        5, 3, ("revolute", "spherical", "helical", "prismatic", "free")
    )
