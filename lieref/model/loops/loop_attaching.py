"""Models with loops attached to others, or others to them: ends of loops, choice of coordinates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.loops.clusters import between_ends
from lieref.model.loops.implicit import ImplicitConstraint
from lieref.model.loops.loops import Coupling, Loop
from lieref.model.model import Model
from lieref.model.tree.attaching import Mount, attached, fixed_roots, mount_on, require_attachable

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Tied:
    """A tree and what is tied to what in it; the names are those of `LoopModel`.

    `bodies` are those on the paths between the ends of loops.
    """

    tree: Model
    loops: tuple[Loop, ...]
    inactive: tuple[Loop, ...]
    couplings: tuple[Coupling, ...]
    constraints: tuple[ImplicitConstraint, ...]
    bodies: frozenset[int]
    independent: list[int]
    assembly: Array


def _tied(model: Any) -> Tied:
    """A tree, or a LoopModel, whose module imports this one."""
    if isinstance(model, Model):
        neutral = model.neutral()
        return Tied(model, (), (), (), (), frozenset(), list(range(model.nv)), neutral)
    parents = model.tree.parents.tolist()
    return Tied(
        model.tree,
        model.loops,
        model.inactive,
        model.couplings,
        model.constraints,
        frozenset().union(*(between_ends(parents, *ends) for ends in model.loop_ends)),
        model.independent.tolist(),
        model.assembly,
    )


def attached_loops(
    model: Any,
    other: Any,
    frame: str | None,
    placement: ArrayLike | None,
    prefix: str,
    close: Callable[..., Any],
) -> Any:
    """Return a LoopModel with another model attached, of which one at least has loops.

    Parameters
    ----------
    model, other : Model or LoopModel
    frame, placement, prefix
        As of `Model.attach`.
    close : callable
        `loop_assembly.close`.
    """
    require_attachable(other)
    own, more = _tied(model), _tied(other)
    mount = mount_on(own.tree, frame, placement, prefix)
    for what, ours, theirs in (
        ("loop", own.loops + own.inactive, more.loops + more.inactive),
        ("coupling", own.couplings, more.couplings),
        ("constraint", own.constraints, more.constraints),
    ):
        mount.refuse_shared(what, [x.name for x in ours], [x.name for x in theirs])
    fixed = fixed_roots(more.tree, mount, more.bodies)
    tree = attached(own.tree, more.tree, mount, fixed)
    q, v = _coordinates(more.tree, fixed)
    number = {column: own.tree.nv + at for at, column in enumerate(v)}
    made = close(
        tree,
        [*own.loops, *(_moved(mount, x) for x in more.loops)],
        [*own.couplings, *(_renamed(mount, x) for x in more.couplings)],
        [*own.independent, *(number[x] for x in more.independent if x in number)],
        np.append(own.assembly, more.assembly[q]),
        [*own.constraints, *(_constraint(mount, x) for x in more.constraints)],
    )
    inactive = (*own.inactive, *(_moved(mount, x) for x in more.inactive))
    return replace(made, inactive=inactive, tables={})


def _coordinates(tree: Model, fixed: list[int]) -> tuple[list[int], list[int]]:
    """Configuration and velocity coordinates of the joints that are not fixed."""
    kept = [i for i in range(tree.nbodies) if i not in fixed]
    at_q, at_v, joints = tree.idx_q.tolist(), tree.idx_v.tolist(), tree.joints
    return (
        [c for i in kept for c in range(at_q[i], at_q[i] + joints[i].nq)],
        [c for i in kept for c in range(at_v[i], at_v[i] + joints[i].nv)],
    )


def _moved(mount: Mount, loop: Loop) -> Loop:
    """A loop of the attached model between bodies of the whole, or frames that were bodies."""
    predecessor, at = mount.on(loop.predecessor, loop.predecessor_frame)
    return replace(
        loop,
        name=mount.prefix + loop.name,
        predecessor=predecessor,
        successor=mount.prefix + loop.successor,
        predecessor_frame=at,
    )


def _renamed(mount: Mount, coupling: Coupling) -> Coupling:
    """A coupling of the attached model between joints of the whole."""
    return replace(
        coupling,
        name=mount.prefix + coupling.name,
        driven=mount.named(coupling.driven),
        sources=mount.named(coupling.sources),
    )


def _constraint(mount: Mount, constraint: ImplicitConstraint) -> ImplicitConstraint:
    """A constraint of the attached model on joints of the whole."""
    name, joints = mount.prefix + constraint.name, mount.named(constraint.joints)
    return replace(constraint, name=name, joints=joints)
