"""Mechanisms whose placements or screws are moved, and states of those that can be."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from support.mechanisms.tree_checks import state

import lieref
from lieref import SE3, loops
from lieref.model.joints.joints import Helical, Prismatic, Revolute
from lieref.model.loops.loop_model import LoopModel
from lieref.partials.coordinates.screw_motion import joint_screw


def with_tree(model: LoopModel, placements=None, joints=None) -> LoopModel:
    tree = model.tree
    moved = lieref.Model(
        tree.name, tree.names, tree.joint_names, tree.joints if joints is None else joints,
        tree.parents, tree.placements if placements is None else placements, tree.masses,
        tree.coms, tree.inertias, tree.gravity, tree.lower, tree.upper,
        physics=tree.joint_physics,
    )  # fmt: skip
    return replace(model, tree=moved, tables={})


def placed(model, U, side):
    """The mechanism with placements T exp(U) or exp(U) T; U (6 nbodies,)."""
    T, E = model.tree.placements, SE3.exp(U.reshape(-1, 6))
    return with_tree(model, T @ E if side == "right" else E @ T)


def screwed(model, change):
    """The mechanism with screws X + dX of revolute, helical and prismatic joints, at unit rate."""
    joints = []
    for joint, dX in zip(model.tree.joints, change.reshape(-1, 6), strict=True):
        if joint.nv != 1:
            joints.append(joint)
            continue
        X = joint_screw(joint) + dX
        # of unit norm but for what is of second order, which central differences do not see
        X /= np.linalg.norm(X[:3] if X[:3].any() else X[3:])
        w, u = X[:3], X[3:]
        if not w.any():
            joints.append(Prismatic(tuple(u)))
            continue
        point, pitch = np.cross(w, u) / (w @ w), (w @ u) / (w @ w)
        axis = tuple(w)
        joints.append(
            Helical(axis, pitch, tuple(point))
            if abs(pitch) > 1e-12
            else Revolute(axis, tuple(point))
        )
    return with_tree(model, joints=joints)


def constrained():
    """Two bars that an equation ties: a change of geometry leaves phi(q) as it is."""
    b = lieref.ModelBuilder()
    inertia = np.diag([0.02, 0.03, 0.04])
    b.add_body("one", None, Revolute((0, 0, 1)), None, 1.0, (0.25, 0.02, 0), inertia)
    b.add_body(
        "two",
        "one",
        Revolute((0, 1, 0)),
        SE3.exp([0, 0.1, 0, 0.5, 0, 0]),
        0.7,
        (0.1, 0, 0),
        inertia,
    )
    b.constrain(["one_joint", "two_joint"], lambda y, m: [m.sin(y[0]) + y[1] - 0.5 * y[1] * y[0]])
    return b.build(independent=["one_joint"])


def closed(moved, q):
    """The configuration of a moved mechanism whose independent coordinates are those of q."""
    if moved.nq is None:
        return loops.project(moved, q)
    return loops.expand(moved, q[moved.independent_q], q)


def richardson(ends, step=2.0**-9):
    """Derivative at 0 of a function of a step, extrapolated from central differences."""
    one, two = ((ends(h) - ends(-h)) / (2 * h) for h in (step, 2 * step))
    return (4 * one - two) / 3


def robot_state(name, rows=2):
    if name in ("stewart_platform", "planar_3rrr", "constraint"):
        rng = np.random.default_rng(3)
        model = constrained() if name == "constraint" else getattr(lieref.catalogue, name)()
        q = loops.expand(model, model.neutral() + 0.05) if name == "constraint" else model.assembly
        return model, q, rng.uniform(-1, 1, (rows, model.nv)), rng
    return state(name, rows)
