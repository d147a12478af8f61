# cython: language_level=3
"""The model of a tree of rigid bodies: immutable data that kernels read as C arrays."""

from libc.string cimport memcpy
cimport cython
cimport numpy as cnp

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.ready import is_stack
from lieref.errors import ConfigurationError, ShapeError
from lieref.model.arguments import frozen, require_finite, require_in_range
from lieref.model.joints.joints import Joint, Mimic
from lieref.model.tree import attaching, configuration, editing
from lieref.model.tree.compiled import (
    KINDS, balls, compile_model, fine_tables, tables_of_changed_inertia)
from lieref.model.tree.depth_first import depth_first
from lieref.model.tree.drive_limits import frozen_limits, no_limits
from lieref.model.tree.frames import BodyFrame, frame_table, frozen_frame, body_frame_table
from lieref.model.tree.joint_physics import compiled_physics, frozen_physics, zero_physics
from lieref.model.tree.tree import require_tree
from lieref.model.tree.tree_model import Attached, DriveLimits, Frame, JointPhysics, TreeModel
from lieref.model.writing.html_tree import html_tree
from lieref.model.writing.sdf_text import sdf_text
from lieref.model.writing.urdf_text import urdf_text


cnp.import_array()

include "configurations.pxi"
include "copies.pxi"
include "edits.pxi"


cdef class Model:
    """A tree of rigid bodies, parents before children; build it with `ModelBuilder`.

    All arrays are read-only. A model can be shared between threads, pickled and hashed; models with
    the same content are equal.

    Attributes
    ----------
    name : str
    names, joint_names : tuple of str
        Of the bodies, and of the joint that connects each body to its parent.
    joints : tuple of joint objects
    nbodies, nq, nv : int
        Numbers of bodies, configuration and velocity coordinates.
    parents, idx_q, idx_v : (nbodies,) int arrays
        Parent (-1 for the world), first configuration and velocity coordinate of each joint.
    placements : (nbodies, 4, 4) array
        Pose of the body frame in the parent's at q = 0, m.
    masses, coms, inertias : (nbodies,), (nbodies, 3), (nbodies, 3, 3) arrays
        kg; m, body frame; kg m^2 about the center of mass, body axes.
    gravity : (3,) array
        m/s^2, inertial frame.
    lower, upper : (nv,) arrays
        Position limits of one-degree joints, infinite where there are none.
    force_limit, velocity_limit : (nv,) arrays
        Of the drives, as `DriveLimits` (`drive_limits`, None without any); infinite where none.
    mimics : tuple of Mimic
        Couplings read from a URDF; the joints stay independent coordinates.
    joint_physics : JointPhysics or None
        Armature, damping, friction and springs of the joints; None where no joint has any.
    armature, damping, friction, friction_width, stiffness, rest : (nv,) arrays
        The same coordinate by coordinate, zeros where there is none; units as of `JointPhysics`.
    frames : mapping of str to Frame
        Every frame by its name: those of the bodies, then links that were merged into bodies,
        tools and sensors (`ModelBuilder.add_frame`).

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> model.nbodies, model.nq, model.nv
    (3, 3, 3)
    """

    name: str
    names: tuple[str, ...]
    joint_names: tuple[str, ...]
    joints: tuple[Joint, ...]
    mimics: tuple[Mimic, ...]
    nbodies: int
    nq: int
    nv: int
    parents: NDArray[np.intc]
    idx_q: NDArray[np.intc]
    idx_v: NDArray[np.intc]
    gravity: NDArray[np.float64]
    placements: NDArray[np.float64]
    masses: NDArray[np.float64]
    coms: NDArray[np.float64]
    inertias: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    joint_physics: JointPhysics | None
    drive_limits: DriveLimits | None

    def __cinit__(
        self, name: str, names: Sequence[str], joint_names: Sequence[str], joints: Sequence[Joint],
        parents: ArrayLike, placements: ArrayLike, masses: ArrayLike, coms: ArrayLike,
        inertias: ArrayLike, gravity: ArrayLike, lower: ArrayLike, upper: ArrayLike,
        mimics: Sequence[Mimic] = (), frames: Sequence[Frame] = (),
        physics: JointPhysics | None = None, drive_limits: DriveLimits | None = None,
    ):
        cdef int n
        if name is _EMPTY:
            return
        n = len(names)
        self.name = name
        self.names = tuple(names)
        self.joint_names = tuple(joint_names)
        self.joints = tuple(joints)
        self.mimics = tuple(mimics)
        self._own_frames = tuple([frozen_frame(frame) for frame in frames])
        self._frames = self._places = self._hash = None
        self.nbodies = n
        sizes_q, sizes_v = [x.nq for x in self.joints], [x.nv for x in self.joints]
        self.nq, self.nv = sum(sizes_q), sum(sizes_v)
        self.parents = frozen(parents, np.intc, n)
        self.idx_q = frozen(np.cumsum(sizes_q) - sizes_q, np.intc, n)
        self.idx_v = frozen(np.cumsum(sizes_v) - sizes_v, np.intc, n)
        self.placements = frozen(placements, np.float64, (n, 4, 4))
        self.masses = frozen(masses, np.float64, n)
        self.coms = frozen(coms, np.float64, (n, 3))
        self.inertias = frozen(inertias, np.float64, (n, 3, 3))
        self.gravity = frozen(gravity, np.float64, 3)
        self.lower = frozen(lower, np.float64, self.nv)
        self.upper = frozen(upper, np.float64, self.nv)
        self.joint_physics = frozen_physics(physics, self.nv)
        self.drive_limits = frozen_limits(drive_limits, self.nv)
        self._arguments = _listed(self)
        require_tree(self.names, self.parents, self.joints)
        self._bind()

    cdef int _bind(self) except -1:
        """Point the C members at tables that this object keeps alive."""
        if self.nbodies == 0:
            return self._bind_tables(None)
        kinds = [KINDS[joint.kind] for joint in self.joints]
        widths = [joint.nv for joint in self.joints]
        first, counts = depth_first(self.parents.tolist(), widths)
        order = np.argsort(np.concatenate(list(map(np.arange, first, first + widths))))
        self._index_table = np.concatenate(
            [self.parents, kinds, self.idx_q, self.idx_v, first, counts, order], dtype=np.intc
        )
        self.in_depth_first = np.array_equal(first, self.idx_v)
        _bind_physics(self)
        return self._bind_tables(compile_model(self))

    cdef int _bind_tables(self, object tables) except -1:
        """Read the gravity and point at these constants of the bodies."""
        _read(self, self.gravity)
        if tables is None:
            return 0
        self._tables = tables
        self.rigid = <const Rigid*> cnp.PyArray_DATA(<cnp.ndarray?> tables.rigid)
        return self._point(tables.bodies, tables.links)

    cdef Model _of_pairs(self, object bodies, object links):
        """What kernels over pairs of doubles see of this model."""
        cdef Model out = _like(self)
        _read(out, self.gravity)
        out._tables, out.rigid = self._tables, self.rigid
        out._point(bodies, links)
        return out

    def _in_pairs(self) -> Model:
        """What kernels over double-doubles see, `fine`; made when it is first asked for."""
        with cython.critical_section(self):
            if self.fine is None and self.nbodies > 0:
                bodies, links = fine_tables(self._tables)
                self.fine = self._of_pairs(bodies, links)
            return self.fine

    cdef Model in_balls(self):
        with cython.critical_section(self):
            if self._balls is None:
                bodies, links = balls(self, *fine_tables(self._tables))
                self._balls = self._of_pairs(bodies, links)
            return self._balls

    cdef int _point(self, object bodies, object links) except -1:
        """Point at these tables of bodies and links, and at the table of indices."""
        cdef int* index = <int*> cnp.PyArray_DATA(<cnp.ndarray?> self._index_table)
        self._kernel_table, self._link_table = bodies, links
        self.parent = index
        self.kind = index + self.nbodies
        self.iq = index + 2 * self.nbodies
        self.iv = index + 3 * self.nbodies
        self.subtree_start = index + 4 * self.nbodies
        self.subtree_nv = index + 5 * self.nbodies
        self.depth_first = index + 6 * self.nbodies
        self.bodies = <const Body*> cnp.PyArray_DATA(<cnp.ndarray?> bodies)
        self.links = <const Link*> cnp.PyArray_DATA(<cnp.ndarray?> links)
        return 0

    def __reduce__(self):
        return Model, self._arguments

    def __eq__(self, other):
        if self is other:
            return True
        if not isinstance(other, Model):
            return NotImplemented
        return hash(self) == hash(other) and self._content() == (<Model> other)._content()

    def __hash__(self):
        if self._hash is None:
            self._hash = hash(self._content())
        return self._hash

    def _content(self):
        """All that the model was made of, with arrays as bytes; +0 and -0 differ."""
        def plain(value):
            return value.tobytes() if isinstance(value, np.ndarray) else value

        frames = [(name, body, at.tobytes()) for name, body, at in self._own_frames]
        rows = [tuple([array.tobytes() for array in given or ()])
                for given in (self.joint_physics, self.drive_limits)]
        return (*[plain(value) for value in self._arguments[:-3]], tuple(frames), *rows)

    def __repr__(self):
        physics = "" if self.joint_physics is None else ", joint physics"
        return (f"Model({self.name!r}: {self.nbodies} bodies, nq = {self.nq}, nv = {self.nv}"
                f"{physics})")

    @property
    def armature(self) -> NDArray[np.float64]:
        return (self.joint_physics or zero_physics(self.nv)).armature

    @property
    def damping(self) -> NDArray[np.float64]:
        return (self.joint_physics or zero_physics(self.nv)).damping

    @property
    def friction(self) -> NDArray[np.float64]:
        return (self.joint_physics or zero_physics(self.nv)).friction

    @property
    def friction_width(self) -> NDArray[np.float64]:
        return (self.joint_physics or zero_physics(self.nv)).friction_width

    @property
    def stiffness(self) -> NDArray[np.float64]:
        return (self.joint_physics or zero_physics(self.nv)).stiffness

    @property
    def rest(self) -> NDArray[np.float64]:
        return (self.joint_physics or zero_physics(self.nv)).rest

    @property
    def force_limit(self) -> NDArray[np.float64]:
        return (self.drive_limits or no_limits(self.nv)).force

    @property
    def velocity_limit(self) -> NDArray[np.float64]:
        return (self.drive_limits or no_limits(self.nv)).velocity

    @property
    def frames(self) -> Mapping[str, Frame]:
        if self._frames is None:
            self._frames = frame_table(self, self._own_frames)
        return self._frames

    def _body_frame(self, name: str) -> BodyFrame:
        """The `BodyFrame` of a frame, or KeyError."""
        if self._places is None:
            self._places = body_frame_table(self)
        return self._places[name]

    def _repr_html_(self):
        """The tree as nested lists, for notebooks."""
        return html_tree(self)

    _under = under
    _driven = driven
    _renamed = renamed
    _changed_inertia = changed_inertia
    _attached_to = attached_to

    def neutral(self) -> NDArray[np.float64]:
        """Configuration (nq,) with every joint at its zero; quaternions are (0, 0, 0, 1)."""
        return configuration.neutral(self)

    def random_configuration(self, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return a random configuration (nq,) by a NumPy generator, or a seed for one.

        One-degree joints are uniform between their limits. Where there are none: in [-pi, pi];
        where one is infinite: within 2 pi of the other one. Quaternions are uniform over the
        rotations, positions of free joints uniform in [-1, 1] m.
        """
        return configuration.random_configuration(self, rng)

    integrate = integrate
    difference = difference
    normalize = normalize

    with_gravity = with_gravity
    without_joint_physics = without_joint_physics
    with_joint_physics = with_joint_physics
    with_payload = with_payload
    with_inertia = with_inertia
    reduced = reduced
    subtree = subtree
    with_base = with_base
    attach = attach
    rename = rename

    def to_urdf(self) -> str:
        """The robot as the text of a URDF file, for programs that read one.

        A root that is free at the world's origin is the root link: read the text with
        `base="free"`. Else the root link stands for the world, free roots hang on it by floating
        joints: read it with `base="fixed"`. Frames are links without mass. Links stand on the axes
        of their joints, which have no point in URDF. Numbers have all their digits; rotations, as
        roll, pitch and yaw, are the same to an ulp. A prismatic joint without limits gets -1e9 to
        1e9 m, and 1e9 stands for no limit of a drive. Gravity is not in a URDF; readers order
        bodies as they like.

        Returns
        -------
        str

        Raises
        ------
        ModelError
            A spherical or helical joint, armature, a spring or smooth friction, which URDF does not
            have; names the joint.
        """
        return urdf_text(self)

    def to_sdf(self) -> str:
        """The robot as the text of an SDF file, version 1.10; gravity is not in it.

        Free roots are links without a joint, as the format has it; frames are its frames.

        Returns
        -------
        str

        Raises
        ------
        ModelError
            A free joint between two bodies, which SDF does not have; names the joint.
        """
        return sdf_text(self)


TreeModel.register(Model)
