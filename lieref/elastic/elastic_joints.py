"""What a robot with elastic joints is made of: a model, and a spring and a motor to each joint."""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import items
from lieref.errors import ModelError, NonFiniteError, ShapeError
from lieref.kinematics.frames import body_frame_of
from lieref.model.arguments import real_array, real_numbers
from lieref.model.model import Model
from lieref.model.tree.configuration import one_degree, require_tree

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Bodies = Sequence[int | str | None]


class ElasticJoints:
    """Motors that move the joints of a model through springs and dampers.

    The joint torque of a coordinate with the deflection x = theta - q is

        tau = stiffness x + hardening x^3 + damping x',

    and its motor, all quantities on the side of the link, obeys

        motor_inertia theta'' + motor_damping theta' + tau = motor torque.

    This is the reduced model of Spong (1987): rotors turn about their own axes alone. It is that of
    series elastic actuators, too. With `gear_ratio` it is the complete model: a rotor of inertia
    motor_inertia / gear_ratio^2 about its axis turns with gear_ratio theta' relative to the body
    that it is mounted on, and both feel each other's rotation (docs/theory/elastic-joints.md).
    The masses of rotors and their inertias at rest belong to the bodies that carry them.

    Parameters
    ----------
    model : Model
        Bodies and joints beyond the springs; its joint physics acts on the links.
    stiffness : number or (nv,)
        k > 0 of joints of one degree, N m/rad or N/m; infinity for a rigid joint. A number stands
        for all joints of one degree; joints of several degrees are rigid.
    motor_inertia : number or (nv,)
        B, of the rotor behind its gear, kg m^2 or kg; above 0 unless the joint is rigid.
    damping : number or (nv,)
        Of the damper beside the spring, N m s/rad or N s/m.
    hardening : number or (nv,)
        k3 of a spring that hardens, N m/rad^3 or N/m^3.
    motor_damping : number or (nv,)
        Viscous, N m s/rad or N s/m.
    gear_ratio : number or (nv,), optional
        Turns of the rotor for one of theta, not 0 (rad/m for a prismatic joint): asks for the
        complete model.
    rotor_bodies : sequence of nv int, str or None, optional
        Of the complete model: the body that each rotor is mounted on, None for the world; the
        parent of the joint's body if not given.
    rotor_axes : (nv, 3), optional
        Unit vectors in the frames of these bodies; the joints' own axes if not given.

    Attributes
    ----------
    relative_degree : int
        Derivative of q that the motor torque depends on: 4, less where joints are damped (3) or
        rigid (2), more in the complete model, by 2 for each spring between a rotor's
        body and the world.
    rigid, damped : (nv,) arrays of bool
        Joints without spring, and those whose deflection is a state of its own.
    complete : bool
        Whether the rotors couple with the bodies.

    Raises
    ------
    ArgumentError
        A model that is no tree; a name of no body.
    ModelError
        A stiffness that is not above 0, negative numbers, a motor without inertia behind a spring,
        a spring or motor of a joint of several degrees, an axis that is no unit vector, rotors on
        bodies that they move themselves.
    ShapeError, NonFiniteError
        Arrays of another shape; NaN.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(3)
    >>> joints = lieref.elastic.ElasticJoints(model, stiffness=300.0, motor_inertia=0.1)
    >>> joints.relative_degree
    4
    """

    def __init__(
        self,
        model: Model,
        stiffness: ArrayLike,
        motor_inertia: ArrayLike,
        damping: ArrayLike = 0.0,
        hardening: ArrayLike = 0.0,
        motor_damping: ArrayLike = 0.0,
        gear_ratio: ArrayLike | None = None,
        rotor_bodies: Bodies | None = None,
        rotor_axes: ArrayLike | None = None,
    ) -> None:
        require_tree(model)
        self.model = model
        one = np.zeros(model.nv, bool)
        one[one_degree(model)[1]] = True
        self.stiffness = _row(model, "stiffness", stiffness, one, absent=np.inf)
        self._refuse(self.stiffness == 0, "stiffness", self.stiffness, "above 0")
        self.rigid = np.isinf(self.stiffness)
        self.motor_inertia = _row(model, "motor_inertia", motor_inertia, one)
        self.motor_damping = _row(model, "motor_damping", motor_damping, one)
        self.damping = _row(model, "damping", damping, ~self.rigid)
        self.hardening = _row(model, "hardening", hardening, ~self.rigid)
        empty = ~self.rigid & (self.motor_inertia == 0)
        self._refuse(empty, "motor_inertia", self.motor_inertia, "above 0 behind a spring")
        self.damped = self.damping > 0
        self.complete = gear_ratio is not None
        if not self.complete and (rotor_bodies is not None or rotor_axes is not None):
            raise ShapeError("rotor_bodies and rotor_axes need a gear_ratio, which is None")
        # rotors without inertia or on the world couple with nothing: -1
        self.rotor_bodies = np.full(model.nv, -1)
        self.rotor_axes = np.zeros((model.nv, 3))
        self.spin = np.zeros(model.nv)
        if self.complete:
            self._mount(gear_ratio, rotor_bodies, rotor_axes, one)
        self.order = self._evaluation_order()
        self.relative_degree = 2 + self._largest_order()
        rigid = self.rigid
        self._rigid_model: Model | None = None
        if rigid.any() and (self.motor_inertia[rigid].any() or self.motor_damping[rigid].any()):
            own = {
                name: getattr(model, name)
                for name in ("friction", "friction_width", "stiffness", "rest")
            }
            self._rigid_model = model.with_joint_physics(
                armature=model.armature + np.where(rigid, self.motor_inertia, 0.0),
                damping=model.damping + np.where(rigid, self.motor_damping, 0.0),
                **own,
            )
        for array in vars(self).values():
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    @property
    def coupled(self) -> list[int]:
        """Coordinates whose rotors couple with the body that carries them."""
        return [int(x) for x in np.flatnonzero(self.rotor_bodies >= 0)]

    @property
    def link_model(self) -> Model:
        """The model with the motors of rigid joints as armature and damping of its joints."""
        return self.model if self._rigid_model is None else self._rigid_model

    def __repr__(self) -> str:
        kind = "complete" if self.complete else "reduced"
        springs = int((~self.rigid).sum())
        return f"ElasticJoints({self.model.name!r}, {springs} springs, {kind} model)"

    def _refuse(self, wrong: Mask, name: str, row: Array, expected: str) -> None:
        if wrong.any():
            at = int(np.argmax(wrong))
            raise ModelError(
                f"{name} of joint {joint_of(self.model, at)!r}: {float(row[at])!r}, expected "
                f"{expected}"
            )

    def _mount(
        self,
        gear_ratio: ArrayLike | None,
        bodies: Bodies | None,
        axes: ArrayLike | None,
        one: Mask,
    ) -> None:
        model = self.model
        ratio = _row(model, "gear_ratio", gear_ratio, one, absent=1.0, least=-np.inf)
        self._refuse(ratio == 0, "gear_ratio", ratio, "a number that is not 0")
        # n J of the rotor's own inertia J = B / n^2
        self.spin = self.motor_inertia / ratio
        mounted = [int(model.parents[_joint(model, c)]) for c in range(model.nv)]
        if bodies is not None:
            named = items("rotor_bodies", bodies)
            if len(named) != model.nv:
                raise ShapeError(f"rotor_bodies has {len(named)} bodies, expected {model.nv}")
            mounted = [body_number(model, body) for body in named]
        self.rotor_bodies = np.where(self.spin != 0, mounted, -1)
        own = [own_axis(model, c) for c in range(model.nv)]
        given = own if axes is None else real_array("rotor_axes", axes, (model.nv, 3))
        self.rotor_axes = np.array(given, float).reshape(model.nv, 3)
        length = np.linalg.norm(self.rotor_axes, axis=1)
        wrong = (self.spin != 0) & (np.abs(length - 1) > 1e-9)
        self._refuse(wrong, "length of the rotor axis", length, "1 within 1e-9")

    def _dependencies(self) -> dict[int, set[int]]:
        """For each coordinate the springs whose rotors it feels: what its torque depends on."""
        rotors = [x for x in self.coupled if not self.rigid[x]]
        return {c: {x for x in rotors if moves(self, c, x)} for c in range(self.model.nv)}

    def _evaluation_order(self) -> tuple[int, ...]:
        """Coordinates, each after those whose rotors it feels."""
        self.felt = self._dependencies()
        try:
            return tuple(TopologicalSorter(self.felt).static_order())
        except CycleError as error:
            name = joint_of(self.model, error.args[1][0])
            raise ModelError(
                f"the rotor of joint {name!r} is on a body that its own spring moves: its motion "
                "follows from a differential equation, not from that of the links"
            ) from None

    def _largest_order(self) -> int:
        """Highest derivative of a joint torque that the motor torques depend on."""
        # a derivative of order m of theta takes one of order m, or m - 1, of the torque
        lag = np.where(self.rigid, 0, np.where(self.damped, 1, 2))
        needed = lag.copy()
        for c in reversed(self.order):
            for rotor in self.felt[c]:
                needed[rotor] = max(needed[rotor], needed[c] + lag[rotor])
        return int(needed.max(initial=0))


def _row(
    model: Model,
    name: str,
    value: ArrayLike | None,
    having: Mask,
    absent: float = 0.0,
    least: float = 0.0,
) -> Array:
    """Return (nv,) numbers: one for all coordinates `having` such a thing, `absent` of others."""
    given = real_numbers(name, value)
    if given.ndim and given.shape != (model.nv,):
        raise ShapeError(f"{name}: shape {given.shape}, expected a number or ({model.nv},)")
    row = np.where(having, given, absent) if given.ndim == 0 else given.copy()
    infinite = np.isinf(row) & (absent != np.inf)
    for wrong, expected, error in (
        (np.isnan(row) | infinite, "a finite number", NonFiniteError),
        (row < least, "at least 0", ModelError),
        (~having & (row != absent), f"{absent:g}: no spring or motor there", ModelError),
    ):
        if wrong.any():
            at = int(np.argmax(wrong))
            raise error(
                f"{name} of joint {joint_of(model, at)!r}: {float(row[at])!r}, expected {expected}"
            )
    return row


def _joint(model: Model, coordinate: int) -> int:
    """Number of the joint that a velocity coordinate belongs to."""
    return int(np.searchsorted(model.idx_v, coordinate, "right")) - 1


def moves(joints: ElasticJoints, coordinate: int, rotor: int) -> bool:
    """Whether a joint moves the body that a rotor is mounted on."""
    body, joint = int(joints.rotor_bodies[rotor]), _joint(joints.model, coordinate)
    while body > joint:
        body = int(joints.model.parents[body])
    return body == joint


def joint_of(model: Model, coordinate: int) -> str:
    """Name of the joint that a velocity coordinate belongs to."""
    return model.joint_names[_joint(model, coordinate)]


def body_number(model: Model, body: int | str | None) -> int:
    """Number of a body, -1 for the world."""
    if body is None:
        return -1
    if isinstance(body, str) and body in model.names:
        return model.names.index(body)
    return int(body_frame_of(model, body).body)


def own_axis(model: Model, coordinate: int) -> Array:
    """Axis of a joint of one degree in the frame of the parent, in which it stays at rest."""
    i = _joint(model, coordinate)
    joint = model.joints[i]
    axis = np.array(getattr(joint, "axis", (0.0, 0.0, 0.0)), float)
    return np.asarray(model.placements[i][:3, :3] @ axis)
