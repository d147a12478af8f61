"""Loops whose frames move, as the foothold of a foot that is set down: data, no new mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import unknown_word
from lieref.documentation import described
from lieref.errors import ArgumentError, ConfigurationError, ModelError, SingularError
from lieref.loops.clusters.group_table import group_table
from lieref.loops.configuration import project
from lieref.loops.constraints import constraints
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.moved_loops import LoopGeometry, moved_tables, own_lengths, tabulated
from lieref.loops.constraints.state import closed_state
from lieref.model.arguments import real_array
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.loops.loop_newton import RANK
from lieref.model.loops.loop_structure import implicit_names
from lieref.model.loops.loops import Loop
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]
Frames = Mapping[str, ArrayLike]

#: Tables that frames of loops have no part in.
SHARED = (
    "bodies",
    "changing clusters",
    "recursions of group",
    "recursions of joint",
    "untraced functions",
)


@described()
def move_frames(
    model: LoopModel,
    predecessor_frames: Frames | None = None,
    successor_frames: Frames | None = None,
    assembly: ArrayLike | None = None,
) -> LoopModel:
    """Return the mechanism with some frames of its loops elsewhere.

    A foot that is set down at another place, a pin in another hole. What is tied to what stays, and
    so do the independent coordinates; therefore it costs no more than a few calls of the dynamics,
    as long as the rows of the moved loops are independent of each other. Where they are not, as of
    a sole held by a ball joint at each corner, the loops are closed and judged as by `close`.

    Parameters
    ----------
    predecessor_frames, successor_frames : mapping from names of loops to (4, 4), optional
        New poses of the loop frames in the bodies that `model.loops` names, in the world where that
        is None [m].
    assembly : (tree.nq,), optional
        A configuration in which the loops close with these frames, or one nearby: `project` closes
        it. None is that of the model.

    Returns
    -------
    LoopModel

    Raises
    ------
    ArgumentError
        A model without loops; frames that are no mapping.
    ModelError
        A name that is no loop's, a frame that is no rigid pose; loops that do not close near the
        assembly.
    SingularError
        The independent coordinates do not determine the others at the assembly.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> pin = model.loops[0].successor_frame + 0.01 * np.eye(4, k=3)
    >>> lieref.loops.move_frames(model, successor_frames={"closing": pin}).nv
    1
    """
    require_loop_model(model)
    loops = _moved(model, predecessor_frames, successor_frames)
    start = model.assembly if assembly is None else _start(model, assembly)
    changed = [at for at, loop in enumerate(loops) if loop is not model.loops[at]]
    clusters = [k for k, c in enumerate(model.clusters) if not set(changed).isdisjoint(c.loops)]
    kept = loop_tables(model)
    if any(kept.row_ranges[k][1] > model.rank[k] for k in clusters):
        # where they may become independent of each other, mobility is at stake
        tied = model.couplings, model.independent.tolist(), start, model.constraints
        return replace(model.close(model.tree, loops, *tied), inactive=model.inactive)
    model.tables.setdefault("bodies", {})
    group_table(model)
    tables = {name: model.tables[name] for name in SHARED if name in model.tables}
    made = replace(model, loops=loops, assembly=start, tables=tables)
    _make_tables(model, made, changed)
    made = _closed(made)
    measure = closed_state(made, made.assembly, np.zeros(made.nv)).measure
    for k in clusters:
        if not measure[k] >= RANK:
            raise SingularError(
                f"{implicit_names(made, k)}: at the assembly the other joints hardly follow from "
                f"the independent ones, pivots of a ratio of {measure[k]:.3g}, expected at least "
                f"{RANK:g}; `close` chooses independent ones again"
            )
    return made


def _moved(model: LoopModel, *given: Frames | None) -> tuple[Loop, ...]:
    """The loops with the new frames; a loop that stays is the same object."""
    loops = {loop.name: loop for loop in model.loops}
    for side, frames in zip(("predecessor_frames", "successor_frames"), given, strict=True):
        if frames is None:
            continue
        if not isinstance(frames, Mapping):
            raise ArgumentError(
                f"{side}: {frames!r}, expected a mapping from names of loops to poses"
            )
        for name, pose in frames.items():
            if name not in loops:
                raise ModelError(str(unknown_word(side, name, loops)))
            change: dict[str, Any] = {side.removesuffix("s"): pose}
            loops[name] = replace(loops[name], **change)
    return tuple(loops.values())


def _start(model: LoopModel, assembly: ArrayLike) -> Array:
    """The configuration to close from, checked, as a read-only copy."""
    given = real_array("assembly", assembly, (model.tree.nq,))
    start = checked_configuration(model.tree, given, "assembly").copy()
    start.setflags(write=False)
    return start


def _make_tables(model: LoopModel, made: LoopModel, changed: Sequence[int]) -> None:
    """Take over the tables of a model with other frames, where no more than these changes."""
    kept = loop_tables(model)
    if kept.n_driven > 0 or not tabulated(model):
        # scales of functions are those at the assembly
        return
    if "loop geometry" not in model.tables:
        geometry = model.tables["loop geometry"] = LoopGeometry(model)
        model.tables["loop lengths"] = own_lengths(model, geometry)
    geometry, lengths = model.tables["loop geometry"], list(model.tables["loop lengths"])
    tables = moved_tables(kept, made, geometry, lengths, changed)
    made.tables.update({"loop geometry": geometry, "loop lengths": lengths})
    if tables is not None:
        made.tables["constraints"] = tables
        if "projections" in model.tables:
            made.tables["projections"] = model.tables["projections"]


def _closed(model: LoopModel) -> LoopModel:
    """The model with an assembly that closes, found from the one that it has."""
    tables = loop_tables(model)
    if constraints.is_closed(tables, model.assembly):
        return model
    try:
        q = project(model, model.assembly)
    except (ConfigurationError, SingularError) as error:
        raise ModelError(f"assembly: {str(error).removeprefix('q: ')}") from None
    q.setflags(write=False)
    made = replace(model, assembly=q)
    tables.bind_configurations(made)
    return made
