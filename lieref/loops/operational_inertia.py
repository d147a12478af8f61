"""Inverse operational-space inertia of mechanisms with loops: checked entry point of the C-EFPA."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import items
from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.loops.arguments import body_number, choice
from lieref.loops.clusters.c_aba.accelerations import zero_inertia
from lieref.loops.clusters.c_efpa.c_efpa import c_efpa_inertia
from lieref.loops.clusters.group_table import group_table
from lieref.loops.constraint_equations import packed_state
from lieref.loops.methods.projection_methods import INERTIA_METHODS, ends_inertia
from lieref.model.arguments import real_array, real_numbers
from lieref.model.body_arguments import rigid_pose
from lieref.model.loops.loop_model import LoopModel, require_loop_model

Array = NDArray[np.float64]


@described()
def inverse_operational_inertia(
    model: LoopModel,
    q: ArrayLike,
    ends: Sequence[Any],
    near: ArrayLike | None = None,
    method: str = "clusters",
) -> Array:
    """Return what wrenches on the ends do to the accelerations of the ends.

    C-EFPA [Chignoli et al., Sec. VIII]: J G (G^T H G)^-1 G^T J^T, the paper's Omega, with J the
    stacked Jacobians of the ends along the tree.

    Parameters
    ----------
    ends : sequence of (body, place), or of names
        Bodies by name or number, or frames of bodies by name (`Model.frames`); place is None for
        their own frame, a point (3,) in it with its axes [m], or a pose (4, 4) of the end's frame
        in it. A name alone stands for (name, None).
    method : {"clusters", "projected", "projected_sparse", "approximate", "approximate_full", \
"unconstrained"}
        What the C-EFPA is compared with [Chignoli et al., Sec. II-E]: the formula above by the
        full matrix G^T H G or by its L^T L, to the same result; or the approximations of
        `inverse_dynamics`, where no end may be on a rotor.

    Returns
    -------
    (6 m, 6 m) array
        Symmetric. Rows: angular and linear acceleration (body components of the twist's rate at
        rest) of the m ends in their frames; columns: moment and force on them, likewise.
        1/(kg m^2), 1/(kg m), 1/kg.

    Raises
    ------
    ShapeError
        An unknown body, a place of another shape.
    ModelError
        A frame whose rotation is none.

    Notes
    -----
    Cost O(nbodies + m d + m^2 d) with d the depth of the tree of clusters.

    Examples
    --------
    >>> lieref.loops.inverse_operational_inertia(model, q, ["coupler"]).shape
    (6, 6)
    """
    require_loop_model(model)
    listed = items("ends", ends)
    bodies = np.empty(len(listed), np.intc)
    frames = np.empty((len(listed), 12))
    for e, end in enumerate(listed):
        if isinstance(end, str):
            end = (end, None)
        if not isinstance(end, (tuple, list)) or len(end) != 2:
            raise ShapeError(f"ends[{e}] is {end!r}, expected (body, place) or a name")
        body, pose = end[0], _frame(f"ends[{e}]", end[1])
        frame = model.tree.frames.get(body) if isinstance(body, str) else None
        if frame is not None and frame.body is not None:
            body, pose = frame.body, frame.placement @ pose
        bodies[e] = body_number(model, body)
        frames[e] = [*pose[:3, :3].ravel(), *pose[:3, 3]]
    choice("method", method, INERTIA_METHODS)
    state = packed_state(model, q, np.zeros(model.nv), near)
    if method != "clusters":
        return ends_inertia(model, state, method, bodies, frames)
    table = group_table(model, "group")
    found, singular = c_efpa_inertia(table, state.q, state.G, bodies, frames)
    if singular >= 0:
        raise zero_inertia(model, table, singular, state.q)
    return found


def _frame(what: str, place: Any) -> Array:
    """Pose (4, 4) of an end in the frame that it is given in."""
    pose = np.eye(4)
    if place is None:
        return pose
    given = real_numbers(f"{what}: place", place)
    if given.shape == (3,):
        pose[:3, 3] = real_array(f"{what}: point", given, (3,))
        return pose
    return rigid_pose(f"{what}: frame", given)
