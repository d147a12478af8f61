"""Building a model: bodies are collected in any order, checked, and ordered parents first."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from lieref.algebra.arguments import items
from lieref.errors import ModelError, ModelWarning
from lieref.model.arguments import real_array
from lieref.model.body_arguments import GivenBody, given_bodies, name_of, rigid_pose, weightless
from lieref.model.joints.joints import CompositeJoint, Free, Joint, LoopJoint, Mimic
from lieref.model.joints.mimics import check_mimics
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loop_assembly import close, idle_joints
from lieref.model.loops.loop_ends import at_zero
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loops import Coupling, CouplingFunction, Loop, coupling, joint_names
from lieref.model.model import Model
from lieref.model.tree.frames import check_frames
from lieref.model.tree.tree import parents_first, refuse_repeated
from lieref.model.tree.tree_model import DriveLimits, Frame, JointPhysics

FREE = Free()
Doubt = Literal["error", "warn"]


class ModelBuilder:
    """Collect bodies in any order, then `build` the immutable `Model`.

    Parameters
    ----------
    gravity : (3,)
        Acceleration of gravity [m/s^2], inertial frame.
    name : str
        Name of the model.
    doubtful : {"error", "warn"}
        What to do with a model that inverse dynamics can use but that no real mechanism has: a
        joint that moves no mass at all, an indefinite inertia, a massless body with rotational
        inertia, a mimic of an unknown joint.
        "error" raises ModelError, "warn" issues a ModelWarning, as published robots need.

    Raises
    ------
    ShapeError, NonFiniteError
        Gravity is not three finite real numbers.

    Examples
    --------
    >>> import lieref
    >>> b = lieref.ModelBuilder()
    >>> b.add_body("arm", joint=lieref.Revolute((0, 1, 0)), mass=1.0, com=(0, 0, -0.5))
    'arm'
    >>> b.build().nv
    1
    """

    def __init__(
        self,
        gravity: ArrayLike = (0.0, 0.0, -9.81),
        name: str = "model",
        doubtful: Doubt = "error",
    ) -> None:
        if not isinstance(doubtful, str) or doubtful not in ("error", "warn"):
            raise ModelError(f"doubtful: {doubtful!r}, expected 'error' or 'warn'")
        self.gravity = real_array("gravity", gravity, (3,))
        self.name = name_of("name of the model", name)
        self.doubtful = doubtful
        self._bodies: list[GivenBody] = []
        self._mimics: list[Mimic] = []
        self._frames: list[Frame] = []
        self._loops: list[Loop] = []
        self._closed_at_zero: list[Loop] = []
        self._couplings: list[Coupling] = []
        self._constraints: list[ImplicitConstraint] = []

    def add_body(
        self,
        name: str,
        parent: str | None = None,
        joint: Joint | CompositeJoint = FREE,
        placement: ArrayLike | None = None,
        mass: float = 0.0,
        com: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike | None = None,
        joint_name: str | None = None,
        limits: tuple[ArrayLike, ArrayLike] | None = None,
        armature: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        friction: ArrayLike | None = None,
        friction_width: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        rest: ArrayLike | None = None,
        force_limit: ArrayLike | None = None,
        velocity_limit: ArrayLike | None = None,
    ) -> str:
        """Add a body with the joint that moves it in its parent, and return its name.

        A composite joint becomes a chain: massless bodies `name:1`, `name:2`, ... moved by the
        joints `joint_name:1`, ..., and last the body itself, moved by `joint_name`.

        Parameters
        ----------
        name : str
            Name of the body, used once.
        parent : str or None
            Name of the parent body, which may be added later; None is the world.
        joint : joint
            `lieref.Revolute` or another joint; its axis and point are in the body frame.
        placement : (4, 4) or None
            Pose of the body frame in the parent's at q = 0 [m]; None is the identity.
        mass : float
            Mass [kg], not negative.
        com : (3,)
            Center of mass [m], body frame.
        inertia : (3, 3) or None
            Rotational inertia about the center of mass, body axes [kg m^2]; None is zero.
            Symmetric within 1e-9 of its largest entry (its symmetric part is kept) and positive
            semidefinite (a negative moment of 1e-9 of the largest one is a rounded zero).
        joint_name : str or None
            Name of the joint, used once; None is the name of the body with "_joint".
        limits : (lower, upper) or None
            Position limits [rad or m] of a one-degree joint, or one per coordinate of a composite
            joint; infinite where there is none.
        armature, damping, friction, friction_width, stiffness, rest : float or (joint.nv,) or None
            What the joint does itself, docs/joint-physics.md: one number for all of its velocity
            coordinates, or one for each. None is zero.
        force_limit, velocity_limit : float or (joint.nv,) or None
            Largest magnitudes of force [N m or N] and velocity [rad/s or m/s] that its drive
            allows, as data; None and infinity are no limit.

        Raises
        ------
        ModelError
            No rigid pose, negative mass, inertia that is not symmetric or not positive,
            lower limit above the upper one, limits of a spherical or free joint, no joint, negative
            damping, friction, armature, stiffness or limit of a drive, a spring of a spherical
            joint, any of these but limits of a free joint.
        ShapeError, NonFiniteError
            An argument of another shape or type, NaN or infinity.
        """
        physics = (armature, damping, friction, friction_width, stiffness, rest)
        self._bodies += given_bodies(
            name,
            parent,
            joint,
            placement,
            (mass, com, inertia),
            joint_name,
            limits,
            physics,
            (force_limit, velocity_limit),
            self._doubt,
        )
        return name

    def add_frame(
        self, name: str, body: str | None = None, placement: ArrayLike | None = None
    ) -> str:
        """Name a frame that is fixed to a body, as a tool or a sensor, and return its name.

        Functions that take a body take its name too: `jacobian(model, q, name)`.

        Parameters
        ----------
        name : str
            Used once among bodies and frames.
        body : str or None
            Name of the body, which may be added later; None is the world.
        placement : (4, 4) or None
            Pose of the frame in the body's frame [m]; None is the identity.

        Raises
        ------
        ModelError
            No rigid pose. An unknown body or a name used twice is an error of `build`.
        ShapeError, NonFiniteError
            An argument of another shape or type, NaN or infinity.
        """
        what = f"frame {name_of('name of a frame', name)!r}"
        on = None if body is None else name_of(f"{what}: body", body)
        self._frames.append(Frame(name, on, rigid_pose(f"{what}: placement", placement)))
        return name

    def add_mimic(
        self, joint: str, source: str, multiplier: float = 1.0, offset: float = 0.0
    ) -> None:
        """Record the coupling q(joint) = multiplier * q(source) + offset.

        Both joints stay independent coordinates of the model; `Model.mimics` carries the
        coupling to whoever wants to impose it.

        Raises
        ------
        ShapeError, NonFiniteError
            Multiplier or offset is not a finite number.
        """
        name_of("mimic: joint", joint)
        name_of(f"mimic of joint {joint!r}: source", source)
        self._mimics.append(Mimic(joint, source, multiplier, offset))

    def add_loop(
        self,
        name: str,
        predecessor: str | None,
        successor: str,
        joint: LoopJoint,
        predecessor_frame: ArrayLike | None = None,
        successor_frame: ArrayLike | None = None,
    ) -> str:
        """Close a loop with a joint between two bodies, and return its name.

        Parameters
        ----------
        name, predecessor, successor, joint
            See `lieref.Loop`; the bodies and frames may be added later.
        predecessor_frame : (4, 4) or None
            Pose of the loop frame in the predecessor's frame [m]; None is the identity.
        successor_frame : (4, 4) or None
            Pose of the loop frame in the successor's frame [m]; None is the one with which the
            loop is closed at q = 0, its joint at zero.

        Raises
        ------
        ModelError, ShapeError, NonFiniteError
            See `lieref.Loop`.
        """
        given: tuple[Any, ...] = (predecessor_frame, successor_frame)
        frames = [np.eye(4) if frame is None else frame for frame in given]
        self._loops.append(Loop(name, predecessor, successor, joint, *frames))
        if successor_frame is None:
            self._closed_at_zero.append(self._loops[-1])
        return name

    def couple(
        self,
        driven: str | Sequence[str],
        sources: str | Sequence[str],
        ratios: ArrayLike | None = None,
        offsets: ArrayLike | None = None,
        function: CouplingFunction | None = None,
        name: str | None = None,
    ) -> str:
        """Drive joints by others, q_driven = gamma(q_sources), and return the coupling's name.

        A driven joint may be a source of another coupling. A rotor whose joint has the axis of the
        link that it drives is a body, coupled by its gear ratio.

        Parameters
        ----------
        driven, sources, ratios, offsets, function
            See `lieref.Coupling`; one joint is given by its name alone.
        name : str or None
            Name of the coupling, used once; None is "coupling of " and the driven joints.

        Raises
        ------
        ModelError, ShapeError, NonFiniteError
            See `lieref.Coupling`.
        """
        if name is None:
            listed = (driven,) if isinstance(driven, str) else items("driven", driven)
            name = f"coupling of {', '.join(map(str, listed))}"
        self._couplings.append(coupling(name, driven, sources, ratios, offsets, function))
        return name

    def constrain(
        self,
        joints: str | Sequence[str],
        function: CouplingFunction,
        name: str | None = None,
        size: int = 1,
        unit: float = 1.0,
    ) -> str:
        """Hold coordinates of joints to equations phi(y) = 0, and return the constraint's name.

        As `lieref.ImplicitConstraint`; its name is "constraint of " and the joints by default.
        """
        own = joint_names("joints", joints)
        name = f"constraint of {', '.join(own)}" if name is None else name
        self._constraints.append(ImplicitConstraint(name, own, function, size, unit))
        return name

    def build(
        self,
        independent: Sequence[str | int] | None = None,
        assembly: ArrayLike | Mapping[str, float] | None = None,
        closure_tolerance: float = 0.0,
    ) -> Model | LoopModel:
        """Check everything and return the model, parents first and else in order of addition.

        Parameters
        ----------
        independent : sequence of str or int, or None
            Joints that shall be independent, driven ones too, or coordinates of the tree, as of
            `loops.choose_independent`; the rest is chosen by its pivots. Joints of several degrees
            stay whole where nothing then moves eight times as fast (rad, lengths of the loop).
        assembly : (tree.nq,), mapping or None
            A configuration of the tree near which the loops close, or positions by name, kept if
            the other joints, which start at zero, can follow; None is the neutral one.
        closure_tolerance : float
            How far apart the ends of a loop may be, m and rad, where it closes best. Both are moved
            by half of it, which a ModelWarning says; with 0 such a loop is an error.

        Returns
        -------
        Model or LoopModel
            A LoopModel if there are loops, couplings or constraints.

        Raises
        ------
        ModelError
            See `build_tree`; names used twice or unknown, joints driven twice or in a circle, loops
            that do not close near the assembly or leave no mobility, independent ones that are not.
        SingularError
            The assembly is a toggle of the loops; names them.
        """
        if not self._loops and not self._couplings and not self._constraints:
            for what, given in (("independent", independent), ("assembly", assembly)):
                if given is not None:
                    raise ModelError(f"{what}: given for a model without loops and couplings")
            return self.build_tree()
        tree, idle = self._tree()
        closed = [at_zero(tree, x) if x in self._closed_at_zero else x for x in self._loops]
        model = close(
            tree,
            closed,
            self._couplings,
            independent,
            assembly,
            self._constraints,
            closure_tolerance,
        )
        if free := idle_joints(model, idle):
            self._doubt_moved_mass(free)
        return model

    def build_tree(self) -> Model:
        """Check the tree and return it without its loops and couplings.

        Raises
        ------
        ModelError
            No body; a name used twice; an unknown parent or body of a frame; a cycle; a joint
            that moves no mass (see `doubtful`); a mimic of an unknown joint, of itself or of a
            joint that has not one degree of freedom. The error names the bodies or joints.
        """
        tree, idle = self._tree()
        if idle:
            self._doubt_moved_mass([tree.joint_names[i] for i in idle])
        return tree

    def _tree(self) -> tuple[Model, list[int]]:
        """The tree, and the bodies whose joints move no mass."""
        if not self._bodies:
            self._doubt("no body: nothing of this model moves")
        # bodies first: joints that were given no name have those of their bodies
        order = parents_first(
            [body.name for body in self._bodies], [body.parent for body in self._bodies]
        )
        refuse_repeated("joint", [body.joint_name for body in self._bodies])
        bodies = [self._bodies[i] for i in order]
        index = {body.name: i for i, body in enumerate(bodies)}
        parents = [-1 if body.parent is None else index[body.parent] for body in bodies]
        lost = check_mimics(self._mimics, {body.joint_name: body.joint for body in bodies})
        check_frames(self._frames, [body.name for body in bodies])
        if lost:
            self._doubt(f"mimics whose source is no joint of the model: {lost}")
        physics, drive = ([getattr(body, x) for body in bodies] for x in ("physics", "drive"))
        tree = Model(
            self.name,
            tuple(body.name for body in bodies),
            tuple(body.joint_name for body in bodies),
            tuple(body.joint for body in bodies),
            parents,
            [body.placement for body in bodies],
            [body.mass for body in bodies],
            [body.com for body in bodies],
            [body.inertia for body in bodies],
            self.gravity,
            [x for body in bodies for x in body.lower],
            [x for body in bodies for x in body.upper],
            tuple(self._mimics),
            tuple(self._frames),
            JointPhysics(*map(np.concatenate, zip(*physics, strict=True))) if bodies else None,
            DriveLimits(*map(np.concatenate, zip(*drive, strict=True))) if bodies else None,
        )
        return tree, weightless(bodies, parents)

    def _doubt(self, message: str) -> None:
        if self.doubtful == "error":
            raise ModelError(message)
        warnings.warn(f"{self.name}: {message}", ModelWarning, stacklevel=3)

    def _doubt_moved_mass(self, joints: Sequence[str]) -> None:
        names = ", ".join(map(repr, joints))
        lost = "moves no mass and no inertia, so that forward dynamics has no solution"
        self._doubt(f"joint {names}: {lost}")
