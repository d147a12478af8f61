"""The forces that keep loops closed and couplings obeyed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import required
from lieref.loops.arguments import (
    AXES,
    applied_wrenches,
    base_number,
    choice,
    external_forces,
)
from lieref.loops.constraints.constraint_state import packed_state
from lieref.loops.constraints.row_space import least_multipliers
from lieref.loops.couplings.coupling_values import DOUBLES
from lieref.loops.projection.projection_methods import tree_with_multipliers
from lieref.loops.tree_configuration import equations
from lieref.model.arguments import real_numbers
from lieref.model.loops.loop_closure import LoopClosure
from lieref.model.loops.loop_frames import successor_frame
from lieref.model.loops.loop_model import require_loop_model

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ConstraintForces:
    """What loops and couplings exert, and the acceleration that they allow.

    Attributes
    ----------
    loops : (nloops, 6) array
        Wrench (moment, force) of each loop joint on its successor, N m and N, at the origin of the
        successor's loop frame and in its axes; the predecessor feels the opposite.
    couplings : (tree.nv,) array
        Forces of all couplings on the joints of the tree, N m or N.
    torques : (tree.nv,) array
        Forces of loops and couplings on the joints of the tree, K^T lambda, N m or N.
    vdot : (nv,) array
        Acceleration of the independent coordinates, rad/s^2 and m/s^2.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> q, v = model.assembly, np.ones(model.nv)
    >>> forces = lieref.loops.constraint_forces(model, q, v, v)
    >>> forces.vdot.shape
    (1,)
    """

    loops: Array
    couplings: Array
    torques: Array
    vdot: Array


def constraint_forces(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    tau: ArrayLike,
    base: Literal["body", "spatial", "hybrid", "mixed"] = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Literal["body", "inertial"] = "body",
    tau_ext: ArrayLike | None = None,
    near: ArrayLike | None = None,
) -> ConstraintForces:
    """Return the forces in loops and couplings of a state that forces act on.

    Equations with multipliers [Chignoli et al., Sec. II-D], by L^T L of the tree's inertia and
    K H^-1 K^T of as many rows of K as it has rank; which rows, is decided in rad and lengths of
    the loop. `torques`, K^T lambda, and `vdot` are unique. Where the motion does not determine how
    the redundant constraints share the forces (a planar loop of revolute joints), `loops` and
    `couplings` are those of the multipliers of least norm in N m, forces taken times a length of
    the loop, on the loop joints' axes: one choice of many.

    Parameters
    ----------
    model : LoopModel
    q : (tree.nq,) or (nq,)
        Closed tree configuration, or independent coordinates, rad and m.
    v : (nv,)
        Independent velocities, rad/s and m/s.
    tau : (nv,) or (tree.nv,)
        Forces on the independent coordinates, or on all joints of the tree, N m or N.
    base, wrench_axes, near
        As for `inverse_dynamics`.
    wrenches : (nbodies, 6), optional
        Wrenches (moment, force) on the bodies at the origins of their frames, N m and N.
    tau_ext : (nv,) or (tree.nv,), optional
        Other forces that act beside tau.

    Returns
    -------
    ConstraintForces

    Raises
    ------
    As `forward_dynamics`.

    Notes
    -----
    `lieref.oracle.loop_constraint_forces` is the reference value.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model = lieref.catalogue.four_bar()
    >>> q, v = model.assembly, np.ones(model.nv)
    >>> forces = lieref.loops.constraint_forces(model, q, v, v)
    >>> forces.loops.shape
    (1, 6)
    """
    require_loop_model(model)
    number = base_number(model, base)
    inertial = bool(choice("wrench_axes", wrench_axes, AXES))
    applied = (
        None
        if wrenches is None
        else applied_wrenches(model, real_numbers("wrenches", wrenches)[None], 1)
    )
    state = packed_state(model, q, v, near)
    forces = np.zeros(model.tree.nv)
    for name, given in (("tau", required("tau", tau)), ("tau_ext", tau_ext)):
        if given is not None:
            own, tree = external_forces(model, real_numbers(name, given)[None], 1, name)
            forces += tree[0]
            forces[model.independent] += own[0]
    found, held = tree_with_multipliers(
        model, state.q, state.v, number, forces, None if applied is None else applied[0], inertial
    )
    K = equations(model, state.q, state.v)[1]
    multipliers = least_multipliers(model, K, held)
    return ConstraintForces(*shares(model, state.q, K, multipliers), held, found[model.independent])


def shares(model: LoopModel, q: Array, K: Array, multipliers: Array) -> tuple[Array, Array]:
    """Wrenches of the loops, and forces of the couplings on the tree."""
    closure = LoopClosure(DOUBLES, model)
    wrenches, couplings = np.zeros((len(model.loops), 6)), np.zeros(model.tree.nv)
    row = 0
    for cluster in model.clusters:
        for at in cluster.loops:
            bits = [i for i in range(6) if closure.loops[at].rows >> i & 1]
            shown = multipliers[row : row + len(bits)]
            axes, place = successor_frame(DOUBLES, model.loops[at].joint)
            R: Array = np.array(axes)
            p: Array = np.array(place)
            moment, force = _wrench(closure, at, q, bits, shown)
            wrenches[at] = *(R @ moment + np.cross(p, R @ force)), *(R @ force)
            row += len(bits)
        end = row + len(cluster.driven)
        couplings += K[row:end].T @ multipliers[row:end]
        row = end
    return wrenches, couplings


def _wrench(closure: LoopClosure, at: int, q: Array, bits: list[int], shown: Array) -> Array:
    """Multipliers of one loop as moment and force at the successor's frame on the joint's axis."""
    loop = closure.loops[at]
    relative, place = closure.relative(at, q.tolist())
    R: Array = np.array(relative)
    d: Array = np.array(place)
    six = np.zeros(6)
    six[bits] = shown
    if loop.kind == "universal":
        # the row is omega . (s x e_z), s the successor's z
        six[:3] = six[0] * np.array([R[1, 2], -R[0, 2], 0.0])
    if loop.kind == "planar":
        # the row is m . (v + omega_z e_z x d)
        m: Array = np.array(loop.normal)
        six[2:] = six[5] * np.array([m[1] * d[0] - m[0] * d[1], *m])
    if loop.kind == "helical":
        six[2] -= float(loop.pitch) * six[5]
    return np.array([R.T @ (six[:3] - np.cross(d, six[3:])), R.T @ six[3:]])
