"""Replacements that a call may take after all, and those that are left out, with the reasons."""

from __future__ import annotations

# (call, argument, replacement), "*" for any of either.
Key = tuple[str, str, str]

# Names of bodies, joints and models: any text is one.
NAMES = ("name", "joint", "source", "joint_name", "parent", "predecessor", "successor")
# A number in place of one for each propeller.
NUMBER_OR_ARRAY = ("thrust", "drag", "alpha", "beta")
# What is not read may be anything: the columns of a coordinate that is, or is not, prescribed, and
# what stands in memory for results.
BAD_NUMBERS = ("NaN at 0", "NaN at -1", "infinity at 0", "infinity at -1")
UNREAD = (*BAD_NUMBERS, "a masked array")
# An empty batch, or one of any length.
EMPTY = ("empty tuple", "empty list")
ANY_LENGTH = (*EMPTY, "no number", "zero", "one number too few", "one number too many")
# Sizes of robots: as large as asked for.
SIZES = ("n", "branches", "links", "length")
ANY_SCALAR = ("an object array", "complex numbers")
PAGED = (
    "motion_crosses",
    "force_crosses",
    "swapped_crosses",
    "tensor_times_matrix",
    "matrix_times_tensor",
    "transposed",
    "rotated",
    "coriolis_matrices",
)
TENSORS = ("skew", "motion_cross", "force_cross", "swapped_cross", "coriolis_matrix", *PAGED)
TENSOR_LENGTHS = (*ANY_LENGTH[2:], "ten times the numbers", "one row too few", "one row too many")
CERTIFIED = tuple(f"oracle.certified_{name}_dynamics" for name in ("inverse", "forward", "hybrid"))
MODELS = ("Model", "LoopModel")
PHYSICS = ("armature", "damping", "friction", "friction_width", "stiffness", "rest")
OF_ANY_MODEL = ("inertial_parameters", "prepare_inverse_dynamics", "prepare_forward_dynamics")
PREPARED = ("prepared inverse dynamics", "prepared forward dynamics")

PERMITTED: set[Key] = {
    # empty as arrays, or an empty mapping
    *(("loops.close", name, "complex") for name in ("couplings", "constraints")),
    *(("loops.close", "independent", what) for what in (*EMPTY, "a dictionary")),
    # the assembly of the model itself
    ("LoopModel.with_loops", "assembly", "None"),
    # none are locked
    ("LoopModel.reduced", "locked", "a dictionary"),
    ("loops.distribute_forces", "weights", "a dictionary"),
    *(("*", name, what) for name in NAMES for what in ("a text", "another case")),
    *(("*", name, "zero") for name in NUMBER_OR_ARRAY),
    *(("hybrid_dynamics", name, what) for name in ("tau", "vdot") for what in UNREAD),
    *(("newton_euler_components", "mass", what) for what in EMPTY),
    *((name, "out", what) for name in PREPARED for what in BAD_NUMBERS),
    *((name, "wrenches", "None") for name in PREPARED),
    *((name, "tau_ext", "None") for name in PREPARED),
    # times of any number and shape
    *(("*", "t", what) for what in (*ANY_LENGTH, "ten times the numbers")),
    # directions of any number
    *(("*", "directions", what) for what in (*ANY_LENGTH[2:], "ten times the numbers")),
    # optional arguments of methods
    ("ModelBuilder.constrain", "name", "None"),
    *(("ModelBuilder.couple", name, "None") for name in ("ratios", "offsets")),
    # one number for one joint
    *(("ModelBuilder.couple", name, "zero") for name in ("ratios", "offsets")),
    # what stays as it is, or is zero
    *(
        (f"{kind}.with_inertia", name, "None")
        for kind in MODELS
        for name in ("mass", "com", "inertia")
    ),
    *((f"{kind}.with_payload", "inertia", "None") for kind in MODELS),
    ("Model.with_base", "inertia", "None"),
    *((f"{kind}.with_joint_physics", name, "None") for kind in MODELS for name in PHYSICS),
    *(("ModelBuilder.add_body", name, what) for name in PHYSICS for what in ("None", "zero")),
    ("ModelBuilder.add_frame", "placement", "None"),
    # of any model, without a state
    *((name, "model", "a model with loops") for name in OF_ANY_MODEL),
    # wrenches on no frame; frames of any number, of a dictionary its names
    ("frame_wrenches", "wrenches", "a dictionary"),
    *(("forward_kinematics", "frames", what) for what in (*EMPTY, "a dictionary")),
    # joints without dampers, hardening, motor friction
    *(("elastic.ElasticJoints", name, "zero") for name in ("damping", "hardening")),
    *((f"elastic.{kind}Joints", "motor_damping", "zero") for kind in ("Elastic", "Antagonistic")),
    # rates of s of any order
    ("PathCoefficients.along", "s", "one number too few"),
    ("PathCoefficients.along", "s", "one number too many"),
    # the assembly of the model
    ("LoopModel.with_loops", "assembly", "None"),
    # a seed
    ("Model.random_configuration", "rng", "zero"),
    ("LoopModel.random_configuration", "rng", "zero"),
    ("ModelBuilder.add_loop", "predecessor_frame", "None"),
    ("ModelBuilder.add_loop", "successor_frame", "None"),
    # a body by its number
    ("*", "body", "zero"),
    # a model of either kind
    ("integrate.model_group", "model", "a model with loops"),
    # one time is enough
    ("integrate.solve", "times", "one number too few"),
    *((f"integrate.simulate{n}", "times", "one number too few") for n in ("", "#1")),
    *(("Solution.at", "times", what) for what in (*ANY_LENGTH, "ten times the numbers")),
    # numbers whose default, or whose right value here, is an integer
    *((f"trajectories.{name}", "phase", "a fraction") for name in ("Sine", "Cosine")),
    *((f"trajectories.{name}", "mean", "a fraction") for name in ("Sine", "Cosine")),
    *(("trajectories.Translation", name, "a fraction") for name in "xyz"),
    ("trajectories.Polynomial", "origin", "a fraction"),
    ("BSpline.clamped", "start", "a fraction"),
    ("BSpline.clamped", "end", "a fraction"),
    # as many right-hand sides as there are columns
    *(("InertiaFactor.solve", "b", what) for what in (*ANY_LENGTH[2:], "ten times the numbers")),
    # arrays of any scalar, objects too; columns and axes of any number
    *((f"tensor_algebra.{name}", "*", what) for name in TENSORS for what in ANY_SCALAR),
    *((f"tensor_algebra.{name}", "*", what) for name in PAGED for what in TENSOR_LENGTHS),
    *(("ModelBuilder.add_body", name, "None") for name in ("placement", "inertia", "limits")),
    # the oracle takes numbers of any precision and range, and complex steps
    *((name, "*", "an object array") for name in ("oracle.body_poses", *CERTIFIED)),
    ("oracle.body_poses", "q", "complex numbers"),
    ("oracle.body_poses", "v", "complex numbers"),
    # False stands for what are no accelerations
    ("Group.accept", "values", "*"),
    # memory of stages that are not read yet, and weights of such
    *(("Group.accept", "stages", what) for what in BAD_NUMBERS),
    *(("Group.stage", "stages", what) for what in ("NaN at -1", "infinity at -1")),
    *(("Group.stage", "weights", what) for what in (*ANY_LENGTH, "ten times the numbers")),
}
SKIPPED: set[Key] = {
    *(("*", name, what) for name in SIZES for what in ("2^31", "2^64")),
    # a million samples are what was asked for
    ("*", "samples", "2^31"),
    ("*", "samples", "2^64"),
}
