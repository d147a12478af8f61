"""What parameters are and when errors are raised, in numpydoc, for `lieref.documentation`."""

#: Models of trees, and mechanisms where the next table has no other words.
TREES = """
model : Model or LoopModel
    Of a mechanism all is of its independent coordinates, see `lieref.loops`.
q : (nq,)
    Configuration, rad and m; quaternions (x, y, z, w) of unit norm within 1e-9.
q : (..., nq)
    Configuration, rad and m; quaternions (x, y, z, w) of unit norm within 1e-9. Leading axes,
    of any argument, are those of a batch of states; they broadcast.
v : (nv,)
    Velocity, rad/s and m/s.
v : (r, nv)
    Velocity and its plain time derivatives of order 0 .. r - 1, r >= 0; SI units.
v : (r + 1, nv)
    Velocity and its plain time derivatives of order 0 .. r; SI units.
v : (r + 2, nv)
    Velocity and its plain time derivatives of order 0 .. r + 1; SI units.
a : (nv,)
    Time derivative of the components of v, rad/s^2 and m/s^2.
tau : (nv,)
    Generalized force, N m and N.
tau : (r + 1, nv)
    Generalized force and its plain time derivatives of order 0 .. r; N m and N, per s^k.
base : {"body", "spatial", "hybrid", "mixed"}
    Representation of the velocity of free joints on the world (docs/conventions.md), to which
    their force is dual.
wrenches : (nbodies, 6), optional
    Wrench (moment, force), N m and N, that acts on each body at the origin of its frame.
wrenches : (r + 1, nbodies, 6), optional
    Wrench (moment, force), N m and N, that acts on each body at the origin of its frame, and
    the plain time derivatives of its components.
wrench_axes : {"body", "inertial"}
    Axes in which the wrenches are resolved.
tau : (r + 1, nv), of coordinates that are not prescribed
    Generalized force and its plain time derivatives of order 0 .. r; N m and N, per s^k. Other
    columns are not read, and may hold anything.
vdot : (r + 1, nv)
    Row k: derivative k + 1 of v; SI units. Only prescribed columns are read, the others may
    hold anything.
prescribed : (nv,) of bool
    True where the motion is given. The coordinates of one spherical or free joint need not be
    alike (those of `base`, for free joints on the world).
tau_ext : (r + 1, nv), optional
    Generalized forces that act beside tau, N m and N, and their plain time derivatives.
side : {"right", "left"}
    The placement T goes to T exp(U), U in the body's axes at q = 0, or to exp(U) T, U in the
    axes of the parent body.
directions : (6 nbodies, k), optional
    Columns of changes, such as parameters make that move several placements; None is each
    coordinate alone. Loops with redundant constraints, those of planar mechanisms, stay closed
    in some directions only: others are a SingularError.
parameters : sequence of "inertia", "armature", "damping", "friction", "stiffness"
    Kinds of columns, as of `inertial_parameters`: those of joint physics are diagonal, vdot, v,
    s(v) (its width held) and q - rest (zero where no spring can be).
parameters : sequence of "placement", "screw", "inertia"
    Kinds of parameters: 6 for each body's placement T, which goes to T exp(U); 6 for each
    joint's screw X, zeros if it has none; 10 inertial ones in the order of
    `inertial_parameters`.
bodies : sequence of int or str, optional
    Numbers or names of the bodies that they are of; all of them when none are given.
body : int or str
    Number of a body, or name of a body or frame (`Model.frames`).
body : int, str or sequence of them
    Body or frame whose twist is given, or several.
representation : {"body", "spatial", "hybrid", "mixed"}
    Representation of the twists (docs/conventions.md); "body" is resolved in the axes of the
    frame.
point : (3,), optional
    Another origin, in the axes of the body or frame, m. A spatial twist is the same for all.
twists : (n, 6) or (n, bodies, 6)
    V = (omega, v) and its plain time derivatives of order 0 .. n - 1, in `representation`;
    those of a pose are `lieref.twist_derivatives` of its derivatives, "spatial".
task_weights : (6,) or (bodies, 6), optional
    Q >= 0 of each component, 1 if not given; a component of weight 0 is not asked for.
joint_weights : (nv,) or (nv, nv), optional
    W, positive, or a positive definite matrix, such as the inertia; 1 if not given.
secondary : (n, nv), optional
    z and its time derivatives, which v comes as near to as the task lets it; 0 if not given.
damping : float
    d, 0 or within 1e-9 and 1e9 times the largest singular value of Q^(1/2) J W^(-1/2). A
    direction with the singular value s is followed but for the share d^2 / (s^2 + d^2). It is
    the same at all times, so that v(t) has derivatives.
joints : ElasticJoints
    The robot with its springs and motors.
joints : AntagonisticJoints
    The robot with its springs and motors.
theta : (..., nv)
    Position of the motors on the side of the link, rad or m; not read where a joint is rigid.
theta_velocity : (..., nv)
    Velocity of the motors on the side of the link, rad/s or m/s; not read where a joint is
    rigid.
motor_torque : (..., r + 1, nv)
    Torque or force of the motors and its plain time derivatives of order 0 .. r; N m or N.
t : (...,)
    Times, s.
r : int
    Highest order.
workers : int
    Threads that share a batch; the result is the same for any number.
frame : str
    Name of a body or frame (`Model.frames`). Of a frame's placement on its body the numbers are
    taken as they are.
samples : int
    Number of random moves, 1 or more.
seed : int
    Of the random moves, a non-negative integer.
accuracy : int
    The largest radius of each row (derivative order) is to be at most 10^-accuracy times the
    row's max norm.
most_digits : int
    Working precision that is not to be exceeded.
digits : int
    Working precision in decimal digits, when no field is given.
field : scalar field, optional
    As `lieref.oracle.Mp`; `Mp(digits)` by default. All numbers may be its scalars, or others,
    of which doubles are taken exactly.
balls : bool
    Compute with `Arb(digits)`, so that each result carries a proven radius.

ArgumentError
    A model of another kind, or a name that is not known.
ShapeError
    An argument of another shape or dtype.
NonFiniteError
    NaN or infinity, or a result beyond the range of double.
ConfigurationError
    A quaternion that is not of unit norm within 1e-9; names the joint.
SingularError
    A joint that no inertia opposes, or none that rounding errors leave; names the joint.
SingularError, no mass
    A model without mass has no center of mass.
ConfigurationError, of a tree
    A quaternion that is not of unit norm within 1e-9; names the joint.
ConfigurationError, rotations
    `rotations` farther than 1e-9 from rotations.
ModelError, whole joints
    A LoopModel in which a joint of several degrees is independent in part.
ModelError, weights
    Weights that are negative, or whose matrix is not positive definite; no component with a
    weight.
ArgumentError, ElasticJoints
    No ElasticJoints.
ModelError, elastic alike
    A rigid joint, damped and undamped springs, the complete model.
ShapeError, time
    An argument of another shape or dtype, a negative order, or a time outside the domain of a
    spline.
ArgumentError, name
    A name that is not known.
LierefError
    Inverse dynamics does not return the forces to half of the digits: too few of them.

>>> import lieref, numpy as np
>>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
"""

#: Functions of mechanisms alone: their `model` is a LoopModel.
MECHANISMS = """
model : LoopModel or Model
    A model without loops is passed on to the function of this name in `lieref`.
q : (tree.nq,) or (nq,)
    Closed tree configuration, or independent coordinates, rad and m.
q : (tree.nq,)
    Tree configuration, rad and m.
v : (nv,)
    Independent velocity, rad/s and m/s.
v : (r, nv)
    Independent velocity and its plain time derivatives of order 0 .. r - 1, r >= 0; SI units.
v : (r + 1, nv)
    Independent velocity and its plain time derivatives of order 0 .. r; SI units.
v : (r + 2, nv)
    Independent velocity and its plain time derivatives of order 0 .. r + 1; SI units.
tau : (nv,)
    Force on the independent coordinates, N m and N.
tau : (r + 1, nv)
    Force on the independent coordinates and its plain time derivatives of order 0 .. r; N m and
    N, per s^k.
base : {"body", "spatial", "hybrid", "mixed"}
    Representation of the velocity of free joints on the world (docs/conventions.md), to which
    their force is dual; "body" if a loop goes through one.
tau_ext : (r + 1, nv) or (r + 1, tree.nv), optional
    Forces that act beside tau, on the independent coordinates or on all joints of the tree, and
    their plain time derivatives; N m and N.
tau_ext : (nv,) or (tree.nv,), optional
    Forces that act beside tau, on the independent coordinates or on all joints of the tree, N m
    and N.
near : (tree.nq,), optional
    For independent coordinates: a closed configuration, from which `expand` finds that of q;
    the assembly of the model if none is given.

ConfigurationError
    q does not close the loops; names the loop. A quaternion that is not of unit norm.
SingularError
    The dependent coordinates do not follow from the independent ones at q; names the loop. Of
    what forces cause also an inertia that is singular; names the joints.

>>> import lieref, numpy as np
>>> model = lieref.catalogue.four_bar()
>>> q, v = model.assembly, np.ones(model.nv)
"""

#: Of these the functions of the oracle, which have a `field`.
CLOSED_FIRST = """
q : (tree.nq,) or (nq,)
    Configuration of the tree, almost closed, or independent coordinates, rad and m. The loops
    are closed first, the independent coordinates staying as they are.
near : (tree.nq,), optional
    Closed configuration from which independent coordinates are followed, in short steps; by
    default the assembly of the model. Not read for a configuration of the tree.

ConfigurationError
    A loop that is open by more than `most_open` of `loop_configuration`, or that cannot be
    closed; names it. A quaternion that is not of unit norm within 1e-9.
SingularError
    The dependent coordinates are not determined: a toggle; names one of them. Of what forces
    cause also no inertia along a motion that the loops admit, or too few digits.
"""

#: Functions of the catalogue, which draw a robot.
ROBOTS = """
base : {"fixed", "free"}
    "free": a free body of 5 kg carries the mechanism.
gravity : (3,)
    m/s^2, inertial frame.

ModelError, number
    n is not a positive integer.
ModelError
    A number that is not positive, or no integer where something is counted; lengths of which
    nothing can be made; another `base`.
ShapeError
    An argument of another shape or dtype.
NonFiniteError
    NaN or infinity.
"""
