# Methods of Model that return another one.

def with_gravity(Model self not None, gravity: ArrayLike) -> Model:
    """Return the same model under another gravity (3,) [m/s^2], inertial frame.

    Raises
    ------
    ShapeError, NonFiniteError
        Not three finite real numbers.
    """
    return editing.with_gravity(self, gravity)


def without_joint_physics(Model self not None) -> Model:
    """Return the same model without armature, damping, friction and springs of its joints."""
    return editing.with_joint_physics(self)


def with_joint_physics(
    Model self not None, armature: ArrayLike | None = None, damping: ArrayLike | None = None,
    friction: ArrayLike | None = None, friction_width: ArrayLike | None = None,
    stiffness: ArrayLike | None = None, rest: ArrayLike | None = None,
) -> Model:
    """Return the same model with other joint physics, rows (nv,) as `JointPhysics`; None: 0.

    Raises
    ------
    ModelError, ShapeError, NonFiniteError
        As `ModelBuilder.add_body`; names the joint.
    """
    return editing.with_joint_physics(self, armature, damping, friction, friction_width,
                                      stiffness, rest)


def with_payload(
    Model self not None, frame: str, mass: float, com: ArrayLike = (0.0, 0.0, 0.0),
    inertia: ArrayLike | None = None,
) -> Model:
    """Return the model with a rigid body added on a body or frame.

    Parameters
    ----------
    frame : str
        Name of a body or frame; on one of the world nothing changes.
    mass : float
        Mass of the payload [kg], not negative.
    com : (3,)
        Its center of mass [m], in the frame.
    inertia : (3, 3) or None
        Its inertia about its center of mass, axes of the frame [kg m^2]; None is zero.

    Raises
    ------
    ArgumentError
        No such body or frame.
    ModelError, ShapeError, NonFiniteError
        As `ModelBuilder.add_body`; a sum beyond the range of double.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(2)
    >>> float(model.with_payload("body2", 0.5).masses[1] - model.masses[1])
    0.5
    """
    return editing.with_payload(self, frame, mass, com, inertia)


def with_inertia(
    Model self not None, body: str, mass: float | None = None, com: ArrayLike | None = None,
    inertia: ArrayLike | None = None,
) -> Model:
    """Return the model with another mass, center of mass or inertia of a body.

    What is None stays. Units and errors as for `with_payload`; com and inertia in the body
    frame, the inertia about the center of mass.
    """
    return editing.with_inertia(self, body, mass, com, inertia)


def reduced(
    Model self not None, locked: Mapping[str, ArrayLike] | Sequence[str], name: str | None = None,
) -> Model:
    """Return the model with some joints locked.

    The bodies that they carried become parts of those before them, and frames of their names;
    mimics of locked joints are dropped.

    Parameters
    ----------
    locked : mapping of str to float or (nq,), or sequence of str
        Positions of joints by name, rad and m; names alone, or None, stand for their zero.
    name : str or None
        Name of the result; None keeps the name.

    Raises
    ------
    ArgumentError
        No such joint.
    ShapeError, NonFiniteError, ConfigurationError
        A position of another shape, or a quaternion that is not of unit norm.

    Examples
    --------
    >>> import lieref
    >>> lieref.catalogue.serial_chain(3).reduced({"joint2": 0.5}).nv
    2
    """
    return editing.reduced(self, locked, name)


def subtree(Model self not None, body: str, name: str | None = None) -> Model:
    """Return the model of a body and everything beyond it.

    The body keeps its joint and its placement: the frame of what carried it is the world's.

    Raises
    ------
    ArgumentError
        No such body.
    """
    return editing.subtree(self, body, name)


def with_base(
    Model self not None, base: Literal["free", "fixed"], body: str = "base", mass: float = 0.0,
    com: ArrayLike = (0.0, 0.0, 0.0), inertia: ArrayLike | None = None,
) -> Model:
    """Return the model on a fixed or a free base.

    "fixed" locks its free roots at the world's origin. "free" hangs what hung on the world on
    a new free root of this name, mass [kg], center of mass [m] and inertia about it [kg m^2];
    frames of the world go with it.

    Raises
    ------
    ModelError
        The model has a free root already, or a body of this name.
    ArgumentError, ShapeError, NonFiniteError
        As `ModelBuilder.add_body`.
    """
    return editing.with_base(self, base, body, mass, com, inertia)


def attach(
    Model self not None, other: Attached, frame: str | None, placement: ArrayLike | None = None,
    prefix: str = "",
) -> Attached:
    """Return the model with another one attached: a gripper on an arm, an arm on a base.

    The world of `other` becomes a frame on a body of this model, and its roots hang from that body.
    q and v are those of this model, and behind them those of `other`, each in its own order:
    `np.append(q, q_other)`. Frames, joint physics, limits, mimics, loops, couplings and assembly of
    both are kept; gravity and name are those of this model.

    On a body, a free root of `other` is fixed at its zero, unless loops hold it: it becomes part of
    that body, with its mass, and a frame of its name; it has no coordinates then. On the world it
    stays free. So read a gripper with `load_urdf(..., base="free")`: "fixed" makes its base link a
    part of the world, whose mass no model has, as `with_base("fixed")` does.

    Parameters
    ----------
    other : Model or LoopModel
    frame : str or None
        Name of a body or frame of this model; None is the world.
    placement : (4, 4) or None
        Pose of the world of `other` in the frame [m]; None is the identity.
    prefix : str
        Put in front of every name of `other`.

    Returns
    -------
    Model or LoopModel
        As `other` is.

    Raises
    ------
    ArgumentError
        No such frame; `other` is no model; a prefix that is no text.
    ModelError
        A name that both models use; no rigid pose.
    ShapeError, NonFiniteError
        A placement that is not 4x4 finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> arm, finger = lieref.catalogue.serial_chain(6), lieref.catalogue.serial_chain(1)
    >>> left = arm.attach(finger, "body5", prefix="left ")
    >>> left.attach(finger, "body5", prefix="right ").names[-2:]
    ('left body0', 'right body0')
    """
    return attaching.attach(self, other, frame, placement, prefix)


def attached_to(
    Model self not None, carrier: TreeModel, frame: str | None, placement: ArrayLike | None,
    prefix: str,
) -> TreeModel:
    """The carrier, which is a tree, with this tree attached."""
    mount = attaching.mount_on(carrier, frame, placement, prefix)
    return attaching.attached(carrier, self, mount, attaching.fixed_roots(self, mount))


def rename(
    Model self not None, name: str | None = None, bodies: Mapping[str, str] | None = None,
    joints: Mapping[str, str] | None = None, frames: Mapping[str, str] | None = None,
) -> Model:
    """Return the model with other names; mappings from old to new ones.

    Raises
    ------
    ArgumentError
        No such name.
    ModelError
        A name that is used twice.
    """
    return editing.rename(self, name, bodies, joints, frames)
