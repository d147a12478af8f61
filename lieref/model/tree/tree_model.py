"""The data of a tree of bodies that the functions of this folder read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.joints.joints import Joint, Mimic

Array = NDArray[np.float64]
Indices = NDArray[np.intc]


class Frame(NamedTuple):
    """A frame that is fixed to a body, such as a tool, a sensor or a link that was merged.

    Attributes
    ----------
    name : str
    body : str or None
        Name of the body; None is the world.
    placement : (4, 4) array
        Pose of the frame in the body's frame, m; read-only.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> frame = model.frames["body2"]
    >>> frame.body
    'body2'
    """

    name: str
    body: str | None
    placement: Array


class JointPhysics(NamedTuple):
    """What acts on the velocity coordinates of a model besides its bodies; (nv,) arrays each.

    The generalized force of coordinate i has the part

        armature vdot + damping v + friction s(v) + stiffness (q - rest)

    with s(v) the sign of v, or v / sqrt(v^2 + friction_width^2) where there is a width.

    Attributes
    ----------
    armature : (nv,) array
        Inertia of a rotor behind its gear, kg m^2 or kg.
    damping : (nv,) array
        Viscous damping, N m s/rad or N s/m.
    friction : (nv,) array
        Coulomb friction, N m or N.
    friction_width : (nv,) array
        Velocity within which friction is smooth, rad/s or m/s; 0 makes it the sign.
    stiffness : (nv,) array
        Of a spring, N m/rad or N/m; of joints of one degree of freedom alone.
    rest : (nv,) array
        Position at which the spring rests, rad or m.
    """

    armature: Array
    damping: Array
    friction: Array
    friction_width: Array
    stiffness: Array
    rest: Array


class DriveLimits(NamedTuple):
    """The largest magnitudes that the drives of joints allow, infinite where there is no limit.

    They are data for whoever controls a robot; nothing here computes with them.

    Attributes
    ----------
    force : (nv,) array
        Of the generalized force, N m or N.
    velocity : (nv,) array
        Of the velocity, rad/s or m/s.
    """

    force: Array
    velocity: Array


class Attachable(Protocol):
    """A tree or a mechanism: either attaches itself to a tree."""

    def _attached_to(
        self, carrier: Any, frame: str | None, placement: ArrayLike | None, prefix: str
    ) -> Any: ...


#: What is attached to a tree is what the whole is: a tree or a mechanism.
Attached = TypeVar("Attached", bound=Attachable)


class TreeModel(ABC):
    """The base class of `lieref.model.model.Model`, whose attributes are explained there.

    `Model` is compiled and registers itself. It calls the functions of this folder, which therefore
    cannot import it, not for annotations either.
    """

    @property
    @abstractmethod
    def name(self) -> str: ...
    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]: ...
    @property
    @abstractmethod
    def joint_names(self) -> tuple[str, ...]: ...
    @property
    @abstractmethod
    def joints(self) -> tuple[Joint, ...]: ...
    @property
    @abstractmethod
    def mimics(self) -> tuple[Mimic, ...]: ...
    @property
    @abstractmethod
    def frames(self) -> Mapping[str, Frame]: ...
    @property
    @abstractmethod
    def nbodies(self) -> int: ...
    @property
    @abstractmethod
    def nq(self) -> int: ...
    @property
    @abstractmethod
    def nv(self) -> int: ...
    @property
    @abstractmethod
    def parents(self) -> Indices: ...
    @property
    @abstractmethod
    def idx_q(self) -> Indices: ...
    @property
    @abstractmethod
    def idx_v(self) -> Indices: ...
    @property
    @abstractmethod
    def gravity(self) -> Array: ...
    @property
    @abstractmethod
    def placements(self) -> Array: ...
    @property
    @abstractmethod
    def masses(self) -> Array: ...
    @property
    @abstractmethod
    def coms(self) -> Array: ...
    @property
    @abstractmethod
    def inertias(self) -> Array: ...
    @property
    @abstractmethod
    def lower(self) -> Array: ...
    @property
    @abstractmethod
    def upper(self) -> Array: ...
    @property
    @abstractmethod
    def joint_physics(self) -> JointPhysics | None: ...
    @property
    @abstractmethod
    def drive_limits(self) -> DriveLimits | None: ...
    @abstractmethod
    def _attached_to(
        self, carrier: TreeModel, frame: str | None, placement: ArrayLike | None, prefix: str
    ) -> TreeModel: ...

    # Copies that share what does not change; nothing is checked.
    @abstractmethod
    def _under(self, gravity: Array) -> TreeModel: ...
    @abstractmethod
    def _driven(self, physics: JointPhysics | None) -> TreeModel: ...
    @abstractmethod
    def _renamed(
        self,
        name: str,
        names: Sequence[str],
        joint_names: Sequence[str],
        mimics: Sequence[Mimic],
        frames: Sequence[Frame],
    ) -> TreeModel: ...
    @abstractmethod
    def _changed_inertia(self, i: int, mass: float, com: Array, inertia: Array) -> TreeModel: ...
