"""Where the errors of wrong arguments are others than those of all functions.

The keys are names of calls and of arguments, where ``*`` stands for any text.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from argument_faults import Fault

from lieref.errors import LierefError, ModelError, ShapeError

#: What is no fault there: (kind or description of the fault, call, argument).
NO_FAULTS = (
    # times of any number and shape, but for those of a simulation: one is enough
    *(("shapes", f"*.{method}", "t") for method in ("state", "derivatives", "poses", "twists")),
    ("shapes", "Solution.at", "times"),
    ("an entry too few", "simulate.simulate*", "times"),
    ("an entry too few", "integrate.solve", "times"),
    # directions and right-hand sides of any number, derivatives of any order
    ("an entry *", "*", "directions"),
    ("an axis too many", "*inertia_times", "b"),
    ("an axis too many", "InertiaFactor.*", "b"),
    ("shapes", "InertiaFactor.solve#1", "b"),
    ("an entry *", "PathCoefficients.along", "s"),
    # rigid joints, if there is no damper beside
    ("inf", "elastic.*Joints", "stiffness"),
    # one row for every coordinate, each state or each time, where the mechanism has one
    ("an axis too many", "loops.bias_forces", "v"),
    ("an axis too many", "loops.inverse_kinematics_derivatives", "joint_weights"),
    ("an axis too many", "simulate.simulate#1", "tau_ext"),
    # a number stands for as many as there are propellers or joints
    *((what, "*", name) for what in ("an axis too few", "a number") for name in (
        "alpha", "beta", "thrust", "drag", "stiffness", "hardening", "motor_inertia", "damping",
        "motor_damping", "gear_ratio", "ratios", "offsets",
    )),
    # they take any axes, and scalars of every kind
    ("an entry *", "tensor_algebra.*", "*"),
    ("an entry *", "trajectories.Polynomial", "coefficients"),
    ("dtype object", "trajectories.*", "*"),
    ("dtype object", "tensor_algebra.*", "*"),
    # infinity is no limit, and joints of several degrees have rows of them
    ("numbers", "ModelBuilder.add_body", "limits"),
    ("an axis too many", "ModelBuilder.add_body", "limits"),
    ("dtype complex128", "tensor_algebra.*", "*"),
    # what is not read: columns, stages that are not there yet, places for results
    ("numbers", "*hybrid_*", "tau"),
    ("numbers", "*hybrid_*", "vdot"),
    ("shapes", "Group.stage", "weights"),
    ("numbers", "Group.stage", "*"),
    ("*", "Group.accept", "values"),
    ("numbers", "Group.accept", "stages"),
    ("numbers", "prepared *", "out"),
    # names of what is made, and bodies by their number
    *(("words", "*", name) for name in ("name", "joint", "source", "successor", "prefix")),
    ("3", "jacobian*", "body"),
    # the world
    ("None", "*.attach", "frame"),
    # the oracle takes numbers of any precision, complex steps too
    ("dtype object", "oracle.*", "*"),
    ("dtype complex128", "oracle.*", "*"),
    ("no booleans", "oracle.*", "prescribed"),
    ("dtype complex128", "*nertia*actor", "H"),
    ("dtype complex128", "inner *_complex", "*"),
    # it looks at a configuration nearby where the coordinates are not independent
    ("*", "oracle.loop_*", "near"),
    ("*", "oracle.*", "most_open"),
    # a state of more axes is a batch, whose other arguments are named
    ("an axis too many", "cent*_derivatives", "q"),
    ("an axis too many", "inverse_dynamics_geometric_derivatives#1", "q"),
    ("an axis too many", "loops.constraint_forces", "tau"),
    ("an axis too many", "LoopModel.*", "q"),
    ("an axis too many", "LoopModel.*", "q0"),
    ("an entry too few", "elastic.feedforward", "times"),
    ("two numbers", "*inverse_kinematics_derivatives*", "body"),
    ("two numbers", "newton_euler_components", "mass"),
    ("two numbers", "inner *", "mass"),
)  # fmt: skip

#: Arguments that the messages call otherwise.
NAMES = {
    ("loops.expand", "y"): "q",
    ("LoopModel.difference", "q0"): "q0?",
    ("trajectories.euler_angles", "first"): "angle",
    ("trajectories.euler_angles", "second"): "angle",
    ("trajectories.euler_angles", "third"): "angle",
    ("catalogue.geared_*", "ratio"): "ratios",
    ("catalogue.parallelogram", "ground"): "coupler",
    ("catalogue.belt_transmission", "links"): "n",
    ("Group.*", "i"): "stage",
}

#: Faults with other errors: (kind or description, call, argument), error, what it says.
OTHERWISE: dict[tuple[str, str, str], tuple[type[LierefError], tuple[str, ...]]] = {
    # places are those of joints, or of one state of a batch
    ("numbers", "elastic.*Joints", "*"): (LierefError, ("of joint|is", "finite|at least 0")),
    ("numbers", "inverse_dynamics_geometric_derivatives#1", "v"): (LierefError, ("finite",)),
    ("numbers", "inverse_dynamics_order_partials#1", "v"): (LierefError, ("finite",)),
    # prepared calls, and those of integrators, take arrays as they are
    ("a mask", "prepared *", "*"): (ShapeError, ("expected a C-contiguous",)),
    ("a mask", "Group.*", "stages"): (ShapeError, ("expected a writable contiguous",)),
    ("a mask", "oracle.*", "*"): (ShapeError, ("takes numbers, not MaskedConstant",)),
    # words of the catalogue and of builders, and names of bodies
    ("words", "catalogue.*", "*"): (ModelError, ("expected '", " or '")),
    ("words", "ModelBuilder", "doubtful"): (ModelError, ("expected 'error' or 'warn'",)),
    ("words", "EulerAngles", "sequence"): (ModelError, ("expected three letters",)),
    ("words", "trajectories.euler_angles", "*"): (ShapeError, ("expected three of the letters",)),
    ("words", "*", "body"): (LierefError, ("expected|known|names",)),
    ("words", "*", "frame"): (LierefError, ("expected|known|names",)),
    ("words", "*", "locked"): (LierefError, ()),
}


def is_no_fault(kind: str, call: str, fault: Fault) -> bool:
    """Is the function right to take it?"""
    return any(_matches(row, kind, call, fault) for row in NO_FAULTS)


def name_of(call: str, argument: str) -> str:
    """The argument, as the messages of this call name it."""
    for (calls, name), said in NAMES.items():
        if fnmatchcase(call, calls) and fnmatchcase(argument, name):
            return said.format(argument)
    return argument


def as_told(kind: str, call: str, fault: Fault) -> Fault:
    """The fault, with the error that this call has for it."""
    for row, (error, words) in OTHERWISE.items():
        if _matches(row, kind, call, fault):
            return fault._replace(error=error, words=words)
    return fault


def _matches(row: tuple[str, str, str], kind: str, call: str, fault: Fault) -> bool:
    what, calls, argument = row
    fits = fnmatchcase(kind, what) or fnmatchcase(fault.what, what)
    return fits and fnmatchcase(call, calls) and fnmatchcase(fault.argument, argument)
