"""A tree of rigid bodies with loops and couplings: what is tied to what, and what is free."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import items, unknown_word
from lieref.errors import ArgumentError, ConfigurationError, ModelError
from lieref.model.arguments import real_array, real_numbers
from lieref.model.loops.coupling_trace import untraced_functions
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loop_attaching import attached_loops
from lieref.model.loops.loop_configuration import random_configuration
from lieref.model.loops.loop_structure import LoopStructure
from lieref.model.loops.loops import Loop
from lieref.model.model import Model
from lieref.model.tree.configuration import wrong_model

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LoopModel(LoopStructure):
    """A model with loops or couplings, immutable; build it with `ModelBuilder`.

    Its velocities are the independent coordinates, some of the tree's velocity coordinates; its
    configurations are those of the tree that close the loops, or the independent part of them.
    Arrays are read-only. A model can be shared between threads, and pickled if the functions of
    its couplings can. Models are equal if their content is; functions if they are one object.

    Attributes
    ----------
    independent : (nv,) int array
        Velocity coordinates of the tree that are independent, increasing.
    independent_q : (nq,) int array or None
        Configuration coordinates of the tree that are an independent configuration; None if a
        joint of several degrees is independent in part, so that no part of its quaternion is.
    cluster_independent : tuple of tuples of int
        For each cluster the positions of its coordinates in `independent`.
    rank : tuple of int
        For each cluster the rank of its loops' Jacobian K at the assembly.
    assembly : (tree.nq,) array
        A configuration of the tree in which everything is closed.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> q, v = model.assembly, np.ones(model.nv)
    >>> model.tree.nv, model.nv
    (3, 1)
    """

    independent: NDArray[np.intc]
    independent_q: NDArray[np.intc] | None
    cluster_independent: tuple[tuple[int, ...], ...]
    rank: tuple[int, ...]
    assembly: Array
    #: `loop_assembly.close`, which builds this object and imports this module.
    close: Callable[..., LoopModel] = field(repr=False, compare=False)
    #: Loops that `with_loops` has switched off.
    inactive: tuple[Loop, ...] = ()
    #: Compiled tables of other packages, made when they are first needed.
    tables: dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "tables": {}}

    def __repr__(self) -> str:
        return (
            f"LoopModel({self.name!r}: {self.nbodies} bodies, {len(self.loops)} loops, "
            + (f"{len(self.constraints)} constraints, " if self.constraints else "")
            + f"{len(self.couplings)} couplings, nq = {self.nq}, nv = {self.nv})"
        )

    @property
    def nv(self) -> int:
        """Number of independent velocity coordinates."""
        return len(self.independent)

    @property
    def nq(self) -> int | None:
        """Numbers in an independent configuration; None if there is no such thing.

        There is none if a joint of several degrees is independent in part; configurations can
        then be given as tree configurations only.
        """
        return None if self.independent_q is None else len(self.independent_q)

    @property
    def untraced(self) -> tuple[str, ...]:
        """Names of couplings and constraints whose functions run in Python, 1000 times slower.

        Other functions have been traced once and run in compiled code. This is not possible where
        a function asks for the value of a source, to branch on it, say, or to hand it to another
        library.
        """
        found: tuple[str, ...] | None = self.tables.get("untraced functions")
        if found is None:
            found = untraced_functions(self, self.assembly.tolist())
            self.tables["untraced functions"] = found
        return found

    @property
    def lower(self) -> Array:
        """Lower position limits of the independent coordinates, -inf where there is none."""
        return self.tree.lower[self.independent]

    @property
    def upper(self) -> Array:
        """Upper position limits of the independent coordinates, inf where there is none."""
        return self.tree.upper[self.independent]

    @property
    def force_limit(self) -> Array:
        """Largest forces of the drives of the independent coordinates; see `Model`."""
        return self.tree.force_limit[self.independent]

    @property
    def velocity_limit(self) -> Array:
        """Largest velocities of the drives of the independent coordinates; see `Model`."""
        return self.tree.velocity_limit[self.independent]

    def with_gravity(self, gravity: ArrayLike) -> LoopModel:
        """Return the same model under another gravity; see `Model.with_gravity`."""
        return self._on(self.tree.with_gravity(gravity))

    def with_payload(
        self,
        frame: str,
        mass: float,
        com: ArrayLike = (0.0, 0.0, 0.0),
        inertia: ArrayLike | None = None,
    ) -> LoopModel:
        """Return the model with a body added on a body or frame; see `Model.with_payload`."""
        return self._on(self.tree.with_payload(frame, mass, com, inertia))

    def with_inertia(
        self,
        body: str,
        mass: float | None = None,
        com: ArrayLike | None = None,
        inertia: ArrayLike | None = None,
    ) -> LoopModel:
        """Return the model with another inertia of a body; see `Model.with_inertia`."""
        return self._on(self.tree.with_inertia(body, mass, com, inertia))

    def without_joint_physics(self) -> LoopModel:
        """Return the same model without armature, damping, friction and springs of its joints."""
        return self._on(self.tree.without_joint_physics())

    def with_joint_physics(
        self,
        armature: ArrayLike | None = None,
        damping: ArrayLike | None = None,
        friction: ArrayLike | None = None,
        friction_width: ArrayLike | None = None,
        stiffness: ArrayLike | None = None,
        rest: ArrayLike | None = None,
    ) -> LoopModel:
        """Return the model with other joint physics, (tree.nv,) each; see `Model`."""
        return self._on(
            self.tree.with_joint_physics(
                armature, damping, friction, friction_width, stiffness, rest
            )
        )

    def with_loops(
        self, active: Iterable[str | Loop], assembly: ArrayLike | None = None
    ) -> LoopModel:
        """Return the model with these loops alone, as contacts come and go.

        Couplings and constraints stay.

        Which coordinates are independent is chosen again, see `choose_independent` and
        `loops.expand_motion` for going from one choice to another.

        Parameters
        ----------
        active : sequence of str or Loop
            Names of loops of this model, switched on or off, or new ones; () leaves a tree.
        assembly : (tree.nq,) or None
            A configuration near which these loops close; None is the assembly of this model.

        Returns
        -------
        LoopModel
            The same object whenever the same names are asked for again without an assembly; of the
            names of all its loops, this model.

        Raises
        ------
        ArgumentError, ShapeError
            Not a sequence of names and loops.
        ModelError
            A name that is no loop's or comes twice, loops that do not close near the assembly or
            leave no mobility.
        SingularError
            The assembly is a toggle of the loops.

        Examples
        --------
        >>> import lieref
        >>> model = lieref.catalogue.four_bar()
        >>> model.with_loops([]).nv, model.with_loops([]).with_loops(["closing"]).nv
        (3, 1)
        """
        wanted = items("active", active)
        for loop in wanted:
            if not isinstance(loop, str | Loop):
                raise ArgumentError(f"active: {loop!r}, expected names of loops or objects of Loop")
        names = tuple(loop.name if isinstance(loop, Loop) else loop for loop in wanted)
        known = {loop.name: loop for loop in (*self.loops, *self.inactive)}
        plain = assembly is None and all(isinstance(loop, str) for loop in wanted)
        own = tuple(loop.name for loop in self.loops)
        family = self.tables.setdefault("loops", {own: self})
        if plain and names in family:
            found: LoopModel = family[names]
            return found
        for name in names:
            if names.count(name) > 1:
                raise ModelError(f"active: loop {name!r} is named twice")
        known |= {loop.name: loop for loop in wanted if isinstance(loop, Loop)}
        for name in names:
            if name not in known:
                raise ModelError(str(unknown_word("active", name, known)))
        made = self.close(
            self.tree,
            [known[name] for name in names],
            self.couplings,
            None,
            self.assembly if assembly is None else assembly,
            self.constraints,
        )
        passive = tuple(loop for name, loop in known.items() if name not in names)
        made = replace(made, inactive=passive, tables={})
        if plain:
            made.tables["loops"] = family
            family[names] = made
        return made

    def reduced(
        self,
        locked: Mapping[str, ArrayLike] | Sequence[str],
        name: str | None = None,
    ) -> LoopModel:
        """Return the model with some joints locked; see `Model.reduced`.

        Which coordinates are independent is chosen again. The others start from the assembly.

        Raises
        ------
        ArgumentError, ShapeError, NonFiniteError, ConfigurationError
            As `Model.reduced`.
        ModelError
            A locked joint of a coupling or constraint; a loop within what is rigid then; loops that
            do not close with the joints where they are locked, or leave no mobility.
        SingularError
            A toggle of the loops.

        Examples
        --------
        >>> import lieref
        >>> model = lieref.catalogue.five_bar()
        >>> joint, at = model.joint_names[0], model.assembly[0]
        >>> model.nv, model.reduced({joint: at}).nv
        (2, 1)
        """
        tree = self.tree.reduced(locked, name)
        gone = set(self.joint_names).difference(tree.joint_names)
        for kind, given in (("coupling", self.couplings), ("constraint", self.constraints)):
            for one in given:
                joints = (
                    one.joints if isinstance(one, ImplicitConstraint) else one.driven + one.sources
                )
                for joint in gone.intersection(joints):
                    raise ModelError(f"joint {joint!r} is locked, but {kind} {one.name!r} moves it")
        q = tree.neutral()
        for i, (joint, iq) in enumerate(zip(tree.joint_names, tree.idx_q, strict=True)):
            at = self.tree.idx_q[self.joint_names.index(joint)]
            count = tree.joints[i].nq
            q[iq : iq + count] = self.assembly[at : at + count]
        return self.close(tree, self.loops, self.couplings, None, q, self.constraints)

    def attach(
        self,
        other: Model | LoopModel,
        frame: str | None,
        placement: ArrayLike | None = None,
        prefix: str = "",
    ) -> LoopModel:
        """Return the model with another one attached; see `Model.attach`.

        Independent coordinates and the assembly are those of this model, then those of `other`.

        Examples
        --------
        >>> import lieref
        >>> model = lieref.catalogue.four_bar()
        >>> model.attach(model, model.names[0], prefix="small ").nv
        2
        """
        made: LoopModel = attached_loops(self, other, frame, placement, prefix, self.close)
        return made

    def _attached_to(
        self, carrier: Model, frame: str | None, placement: ArrayLike | None, prefix: str
    ) -> LoopModel:
        made: LoopModel = attached_loops(carrier, self, frame, placement, prefix, self.close)
        return made

    def _on(self, tree: Model) -> LoopModel:
        """The same loops on a tree with the same joints."""
        return replace(self, tree=tree, tables={})

    def neutral(self) -> Array:
        """Return the independent configuration of the assembly; see `nq`.

        Raises
        ------
        ConfigurationError
            The model has no independent configurations.
        """
        if self.independent_q is None:
            raise ConfigurationError(
                "a joint of several degrees of freedom is independent in part: the model has no "
                "independent configurations, only those of its tree"
            )
        return self.assembly[self.independent_q].copy()

    def random_configuration(self, rng: np.random.Generator | int) -> Array:
        """Draw a tree configuration that closes the loops; see `loop_configuration`."""
        own = [self.independent[list(places)] for places in self.cluster_independent]
        return random_configuration(self, own, self.assembly, rng)

    def integrate(self, q: ArrayLike, dv: ArrayLike) -> Array:
        """Configuration q * exp(dv), of the tree, or of the independent coordinates alone.

        Parameters
        ----------
        q, dv : (..., tree.nq) and (..., tree.nv), or (..., nq) and (..., nv)
            Of the tree the result leaves the loops, see `loops.project`; independent coordinates
            keep them, see `loops.expand`.
        """
        y = self._independent(q)
        if y is None:
            return self.tree.integrate(q, dv)
        step = np.zeros((*y.shape[:-1], self.tree.nv))
        step[..., self.independent] = real_array("dv", dv, (*y.shape[:-1], self.nv))
        return self.tree.integrate(self._whole(y), step)[..., self.independent_q]

    def difference(self, q0: ArrayLike, q1: ArrayLike) -> Array:
        """Tangent vector dv with integrate(q0, dv) = q1; both as of `integrate`."""
        y = self._independent(q0)
        if y is None:
            return self.tree.difference(q0, q1)
        found = self.tree.difference(self._whole(y), self._whole(real_array("q1", q1, y.shape)))
        return np.asarray(found[..., self.independent])

    def _independent(self, q: ArrayLike) -> Array | None:
        """Independent coordinates (..., nq), None if these are others, by their number."""
        given = real_numbers("q", q)
        own = given.shape[-1:] == (self.nq,) != (self.tree.nq,)
        return real_array("q", given, given.shape) if own else None

    def _whole(self, y: Array) -> Array:
        """The tree's configurations with these independent coordinates, others as assembled."""
        whole = np.broadcast_to(self.assembly, (*y.shape[:-1], self.tree.nq)).copy()
        whole[..., self.independent_q] = y
        return whole


# Fields of LoopStructure have types whose names that module knows, and this one does not.
LoopModel.__init__.__annotations__.update(get_type_hints(LoopModel))


def require_loop_model(model: object) -> None:
    """ArgumentError unless it has loops or couplings."""
    if not isinstance(model, LoopModel):
        tree = "functions of trees are in lieref itself, those of the oracle begin without `loop_`"
        hint = tree if hasattr(model, "joints") else ""
        raise wrong_model(model, "lieref.model.loops.loop_model.LoopModel", hint)
