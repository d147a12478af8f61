"""Robots of several models built in one go, body by body, by `ModelBuilder`."""

from __future__ import annotations

import numpy as np

import lieref


def add_model(b, model, prefix="", parent=None, pose=None):
    """Add bodies, frames, mimics, loops, couplings and constraints of a model on a body.

    parent: name of the body, None is the world; pose: of the model's world in it
    """
    tree = getattr(model, "tree", model)
    pose = np.eye(4) if pose is None else pose

    def on(body, at):
        return (parent, pose @ at) if body is None else (prefix + body, at)

    for i, joint in enumerate(tree.joints):
        v = slice(int(tree.idx_v[i]), int(tree.idx_v[i]) + joint.nv)
        above = int(tree.parents[i])
        body, placement = on(None if above < 0 else tree.names[above], tree.placements[i])
        free = joint.kind == "free"
        rows = ("armature", "damping", "friction", "friction_width", "stiffness", "rest")
        b.add_body(
            prefix + tree.names[i],
            body,
            joint,
            placement,
            tree.masses[i],
            tree.coms[i],
            tree.inertias[i],
            prefix + tree.joint_names[i],
            (tree.lower[v], tree.upper[v]) if joint.nv == 1 else None,
            force_limit=tree.force_limit[v],
            velocity_limit=tree.velocity_limit[v],
            **({} if free else {name: getattr(tree, name)[v] for name in rows}),
        )
    for name, body, at in list(tree.frames.values())[tree.nbodies :]:
        b.add_frame(prefix + name, *on(body, at))
    for x in tree.mimics:
        b.add_mimic(prefix + x.joint, prefix + x.source, x.multiplier, x.offset)
    for x in getattr(model, "loops", ()):
        body, at = on(x.predecessor, x.predecessor_frame)
        b.add_loop(prefix + x.name, body, prefix + x.successor, x.joint, at, x.successor_frame)
    for x in getattr(model, "couplings", ()):
        ends = ([prefix + name for name in names] for names in (x.driven, x.sources))
        b.couple(*ends, x.ratios, x.offsets, x.function, prefix + x.name)
    for x in getattr(model, "constraints", ()):
        joints = [prefix + name for name in x.joints]
        b.constrain(joints, x.function, prefix + x.name, x.size, x.unit)


def in_one_go(carrier, other, frame, placement, prefix):
    """The builder of a model with another one at a pose in a frame of it."""
    tree = getattr(carrier, "tree", carrier)
    _, body, at = (None, None, np.eye(4)) if frame is None else tree.frames[frame]
    b = lieref.ModelBuilder(carrier.gravity, carrier.name)
    add_model(b, carrier)
    add_model(b, other, prefix, body, at @ placement)
    return b
