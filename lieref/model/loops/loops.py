"""Loop joints and couplings: what ties the joints of a tree together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ModelError, ShapeError
from lieref.model.arguments import real_array, real_numbers, require_finite
from lieref.model.body_arguments import name_of, rigid_pose
from lieref.model.joints.joints import CompositeJoint, Fixed, Free, Joint, LoopJoint

Array = NDArray[np.float64]
#: gamma(y, m): the driven coordinates as scalars, from the sources y and a field's functions m.
CouplingFunction = Callable[[list[Any], Any], Sequence[Any]]


class ReadOnlyArrays:
    """A frozen dataclass compared by its content, whose arrays stay read-only when unpickled."""

    def __setstate__(self, state: dict[str, Any]) -> None:
        for value in state.values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)
        self.__dict__.update(state)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self is other or self._content() == other._content()

    def __hash__(self) -> int:
        return hash(self._content())

    def _content(self) -> tuple[Any, ...]:
        """Values of the fields, arrays as bytes; +0 and -0 differ, as of `Model`."""
        given = (getattr(self, own.name) for own in fields(self) if own.compare)  # type: ignore[arg-type]
        return tuple(x.tobytes() if isinstance(x, np.ndarray) else x for x in given)


@dataclass(frozen=True, eq=False)
class Loop(ReadOnlyArrays):
    """A joint between two bodies of the tree that closes a loop [Chignoli et al., Sec. II-B].

    The loop is closed where
    ``pose(predecessor) @ predecessor_frame @ motion(joint) = pose(successor) @ successor_frame``
    for some motion of the joint.

    Parameters
    ----------
    name : str
        Name of the loop, used once.
    predecessor : str or None
        Name of the body that carries the joint's fixed side, or of a frame on it; None is the
        world. A model's loops name the bodies.
    successor : str
        Name of the body that carries the side that the joint moves, or of a frame on it.
    joint : joint
        `lieref.Revolute` or another joint but Free; axes and points in the loop frame.
    predecessor_frame, successor_frame : (4, 4)
        Pose of the loop frame in either frame [m]; None is the identity. Kept as read-only
        arrays.

    Raises
    ------
    ModelError
        A loop from a body to itself, no loop joint, no rigid pose.
    ShapeError, NonFiniteError
        A frame that is not 4x4 finite real numbers.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> q, v = model.assembly, np.ones(model.nv)
    >>> model.loops[0].name
    'closing'
    """

    name: str
    predecessor: str | None
    successor: str
    joint: LoopJoint
    predecessor_frame: Array
    successor_frame: Array

    def __post_init__(self) -> None:
        what = f"loop {name_of('name of a loop', self.name)!r}"
        if self.predecessor is not None:
            name_of(f"{what}: predecessor", self.predecessor)
        name_of(f"{what}: successor", self.successor)
        if self.predecessor == self.successor:
            raise ModelError(f"{what}: joins body {self.successor!r} to itself")
        if isinstance(self.joint, Free):
            raise ModelError(f"{what}: a free joint closes nothing")
        if not isinstance(self.joint, Joint | CompositeJoint | Fixed):
            raise ModelError(
                f"{what}: {self.joint!r} is no joint, expected an object like Revolute((0, 0, 1))"
            )
        for side in ("predecessor_frame", "successor_frame"):
            pose = rigid_pose(f"{what}: {side}", getattr(self, side))
            pose.setflags(write=False)
            object.__setattr__(self, side, pose)

    def chain(self) -> tuple[Any, ...]:
        """Return the joints without bodies between them that the loop joint is; () if fixed."""
        if isinstance(self.joint, CompositeJoint):
            return self.joint.expand()
        return () if isinstance(self.joint, Fixed) else (self.joint,)


@dataclass(frozen=True, eq=False)
class Coupling(ReadOnlyArrays):
    """Explicit constraint q_driven = gamma(q_sources) between one-degree tree joints.

    [Chignoli et al., (3)]. Either linear, ``q_driven = ratios @ q_sources + offsets``, or any
    `function`. Velocities and higher derivatives follow by differentiation.

    Parameters
    ----------
    name : str
        Name of the coupling, used once.
    driven, sources : tuple of str
        Names of joints of one degree of freedom.
    ratios : (n_driven, n_sources) array or None
        Of a linear coupling, in units of the driven joint per unit of the source. Read-only.
    offsets : (n_driven,) array or None
        Of a linear coupling, in units of the driven joint (rad or m). Read-only.
    function : callable or None
        ``function(y, m)`` returns the n_driven coordinates for the list y of the n_sources ones.
        It works on scalars of any kind with + - * / and the functions m.sin, cos, tan, asin,
        acos, atan, atan2, sqrt, exp, log and the number m.pi. It is traced and then runs in
        compiled code, as long as it does not ask for values, to branch on them, say: see
        `LoopModel.untraced`. So it must depend on y alone. To pickle the model it has to be a
        function of a module.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> b = lieref.ModelBuilder()
    >>> _ = b.add_body("motor", None, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    >>> _ = b.add_body("wheel", None, lieref.Revolute((0, 0, 1)), mass=1.0, inertia=np.eye(3))
    >>> b.couple("wheel_joint", "motor_joint", 0.1)
    'coupling of wheel_joint'
    >>> b.build().nv
    1
    """

    name: str
    driven: tuple[str, ...]
    sources: tuple[str, ...]
    ratios: Array | None = None
    offsets: Array | None = None
    function: CouplingFunction | None = None

    @property
    def size(self) -> int:
        """Number of equations."""
        return len(self.driven)


def coupling(
    name: str,
    driven: str | Sequence[str],
    sources: str | Sequence[str],
    ratios: ArrayLike | None = None,
    offsets: ArrayLike | None = None,
    function: CouplingFunction | None = None,
) -> Coupling:
    """Return a checked coupling.

    Parameters
    ----------
    name : str
        Name of the coupling.
    driven, sources : str or sequence of str
        Names of joints.
    ratios : (n_driven, n_sources) or None
        A number, or a vector where one of the two is single, will do.
    offsets : (n_driven,) or None
        None is zero; one number is taken for all.
    function : callable or None
        See `Coupling`.

    Raises
    ------
    ModelError
        No joint, a joint named twice, neither or both of `ratios` and `function`, offsets with a
        function.
    ShapeError, NonFiniteError
        Ratios or offsets of another shape, NaN or infinity.
    """
    what = f"coupling {name_of('name of a coupling', name)!r}"
    to, of = joint_names(f"{what}: driven", driven), joint_names(f"{what}: sources", sources)
    twice = [joint for joint, times in Counter(to + of).items() if times > 1]
    if twice:
        raise ModelError(f"{what}: joints named more than once: {twice}")
    if function is None:
        if ratios is None:
            raise ModelError(f"{what}: neither ratios nor function given, expected one of them")
        return Coupling(name, to, of, *_linear(what, ratios, offsets, (len(to), len(of))))
    if ratios is not None or offsets is not None:
        raise ModelError(f"{what}: ratios or offsets given beside a function")
    if not callable(function):
        raise ModelError(f"{what}: function {function!r} cannot be called")
    return Coupling(name, to, of, function=function)


def joint_names(what: str, given: str | Sequence[str]) -> tuple[str, ...]:
    """Names of joints as a tuple, of one or of several."""
    names = (given,) if isinstance(given, str) else given
    if not isinstance(names, (tuple, list)) or not names:
        raise ModelError(f"{what}: {given!r}, expected the name of a joint or several of them")
    return tuple(name_of(what, name) for name in names)


def _linear(
    what: str, ratios: ArrayLike, offsets: ArrayLike | None, shape: tuple[int, int]
) -> tuple[Array, Array]:
    """Ratios as a matrix and offsets as a vector, read-only."""
    matrix = real_numbers(f"{what}: ratios", ratios)
    if matrix.ndim < 2 and matrix.size == shape[0] * shape[1] and 1 in shape:
        matrix = matrix.reshape(shape)
    if matrix.shape != shape:
        raise ShapeError(
            f"{what}: ratios of shape {matrix.shape}, expected {shape} for {shape[0]} driven "
            f"joint(s) and {shape[1]} source(s)"
        )
    require_finite(f"{what}: ratios", matrix)
    vector = real_numbers(f"{what}: offsets", 0.0 if offsets is None else offsets)
    if vector.ndim == 0:
        vector = np.full(shape[0], vector)
    vector = real_array(f"{what}: offsets", vector, shape[:1])
    for array in (matrix, vector):
        array.setflags(write=False)
    return matrix, vector
