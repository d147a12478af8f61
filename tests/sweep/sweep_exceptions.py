"""Replacements that a call may take after all, and those that are left out, with the reasons."""

from __future__ import annotations

# (call, argument, replacement), "*" for any of either.
Key = tuple[str, str, str]

# An empty batch, or one of any length.
EMPTY = ("empty tuple", "empty list")
# Sizes of robots: as large as asked for.
SIZES = ("n", "branches", "links", "length")
MODELS = ("Model", "LoopModel")
PHYSICS = ("armature", "damping", "friction", "friction_width", "stiffness", "rest")
SIDES = ("predecessor", "successor")
PREPARED = ("prepared inverse dynamics", "prepared forward dynamics")
# Functions of a tree or of a mechanism.
OF_ANY_MODEL = ("inertial_parameters", "prepare_inverse_dynamics", "prepare_forward_dynamics")
# Optional arguments of methods, of which the signature does not say so here.
OPTIONAL = {
    "LoopModel.with_loops": ("assembly",),
    "Model.with_base": ("inertia",),
    "ModelBuilder.add_body": ("placement", "inertia", "limits", *PHYSICS),
    "ModelBuilder.add_frame": ("placement",),
    "ModelBuilder.add_loop": ("predecessor_frame", "successor_frame"),
    "ModelBuilder.constrain": ("name",),
    "ModelBuilder.couple": ("ratios", "offsets"),
    **dict.fromkeys((f"{kind}.attach" for kind in MODELS), ("frame", "placement")),
    **dict.fromkeys((f"{kind}.with_inertia" for kind in MODELS), ("mass", "com", "inertia")),
    **dict.fromkeys((f"{kind}.with_payload" for kind in MODELS), ("inertia",)),
    **dict.fromkeys((f"{kind}.with_joint_physics" for kind in MODELS), PHYSICS),
    **dict.fromkeys(PREPARED, ("wrenches", "tau_ext")),
}

PERMITTED: set[Key] = {
    *((call, name, "None") for call, names in OPTIONAL.items() for name in names),
    # any text is a name
    *(("*", name, "a text") for name in ("parent", "predecessor")),
    # empty as arrays, or an empty mapping
    *(("loops.close", name, "complex") for name in ("couplings", "constraints")),
    *(("loops.close", "independent", what) for what in (*EMPTY, "a dictionary")),
    ("loops.distribute_forces", "weights", "a dictionary"),
    *(("loops.move_frames", f"{side}_frames", "a dictionary") for side in SIDES),
    # none are locked
    *(("LoopModel.reduced", "locked", what) for what in (*EMPTY, "a dictionary")),
    # wrenches on no frame; frames of any number, of a dictionary its names
    ("frame_wrenches", "wrenches", "a dictionary"),
    *(("forward_kinematics", "frames", what) for what in (*EMPTY, "a dictionary")),
    # a seed
    *((f"{kind}.random_configuration", "rng", "zero") for kind in MODELS),
    # of any model, without a state
    *((name, "model", "a model with loops") for name in (*OF_ANY_MODEL, "simulate.model_group")),
    # False stands for what are no accelerations
    ("Group.accept", "values", "*"),
    # a tree or a mechanism
    ("Model.attach", "other", "a model with loops"),
}
SKIPPED: set[Key] = {
    *(("*", name, what) for name in SIZES for what in ("2^31", "2^64")),
    # a million samples are what was asked for
    ("*", "samples", "2^31"),
    ("*", "samples", "2^64"),
}
