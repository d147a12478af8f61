"""Chains and four-bars on the builder, with their angles by hand, for tests of the model room."""

import math

import numpy as np

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)
BOX = np.diag([0.1, 0.2, 0.3])


def shift(x=0.0, y=0.0, z=0.0):
    pose = np.eye(4)
    pose[:3, 3] = x, y, z
    return pose


def turned(axis, angle, translation=(0, 0, 0)):
    """Pose turned about a coordinate axis."""
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    pose = shift(*translation)
    c, s = math.cos(angle), math.sin(angle)
    pose[[i, i, j, j], [i, j, i, j]] = c, -s, s, c
    return pose


def chain(n=3, joint=None, builder=None, prefix="l"):
    """A builder with a chain of links of length 1 along x."""
    b = builder or ModelBuilder()
    for i in range(n):
        parent = f"{prefix}{i - 1}" if i else None
        at = shift(1.0 if i else 0.0)
        b.add_body(f"{prefix}{i}", parent, joint or Revolute(Z), at, 1.0, (0.5, 0, 0), BOX)
    return b


# A crank-rocker: crank 1, coupler 2, rocker 1.5, ground 2.2; the angles close it.
LENGTHS = (1.0, 2.0, 1.5, 2.2)


def four_bar(lengths=LENGTHS, joint=None, axis=Z, placement=None):
    a, b_, c, d = lengths
    b = ModelBuilder()
    home = np.eye(4) if placement is None else placement
    b.add_body("crank", None, Revolute(axis), home, 1.0, (0.5, 0, 0), BOX)
    b.add_body("coupler", "crank", Revolute(axis), shift(a), 1.0, (1, 0, 0), BOX)
    b.add_body("rocker", None, Revolute(axis), home @ shift(d), 1.0, (0.7, 0, 0), BOX)
    b.add_loop("close", "coupler", "rocker", joint or Revolute(axis), shift(b_), shift(c))
    return b


START = {"crank_joint": 1.0, "coupler_joint": -0.5, "rocker_joint": 1.5}


def four_bar_angles(crank, lengths=LENGTHS):
    """Coupler and rocker angle by the law of cosines, rocker above the ground."""
    a, b, c, d = lengths
    px, py = d - a * math.cos(crank), -a * math.sin(crank)
    r = math.hypot(px, py)
    at_rocker = math.acos((r * r + c * c - b * b) / (2 * r * c))
    rocker = math.atan2(-py, -px) - at_rocker
    tip = (px + c * math.cos(rocker), py + c * math.sin(rocker))
    return math.atan2(tip[1], tip[0]) - crank, rocker


def place(model, q, loop):
    """Pose of either loop frame in the world."""
    poses = []
    for body, frame in zip(
        model.loop_ends[loop],
        (model.loops[loop].predecessor_frame, model.loops[loop].successor_frame),
        strict=True,
    ):
        pose = frame
        while body >= 0:
            joint, x = model.tree.joints[body], q[model.tree.idx_q[body]]
            assert joint.kind in ("revolute", "prismatic"), "not needed here"
            motion = shift(*(x * np.array(joint.axis)))
            if joint.kind == "revolute":
                motion = turned(int(np.argmax(joint.axis)), x)
            pose = model.tree.placements[body] @ motion @ pose
            body = int(model.tree.parents[body])
        poses.append(pose)
    return poses
