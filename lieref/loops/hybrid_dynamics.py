"""Hybrid dynamics of mechanisms, Christoffel symbols, and the inverse inertia times a vector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_array, choice
from lieref.dynamics.closed_forms import joint_space_inertia as tree_inertia
from lieref.dynamics.matrices import christoffel
from lieref.errors import ShapeError, SingularError
from lieref.loops.arguments import external_forces, stack
from lieref.loops.configuration import joints, tree_configuration
from lieref.loops.constraints.constraint_partials import cluster_partials
from lieref.loops.dynamics import Axes, Base, inverse_dynamics
from lieref.loops.equations_of_motion import centroidal_momentum, joint_space_inertia, velocity_rows
from lieref.loops.lift import closed_matrix
from lieref.model.arguments import real_array, real_numbers, require_finite, require_in_range

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def centroidal_bias(model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body") -> Array:
    """`lieref.centroidal_bias`: the rate of the momentum at zero independent acceleration."""
    found = centroidal_momentum(model, q, velocity_rows(model, v), base)
    return np.asarray(found[..., 1, :])


def christoffel_symbols(
    model: LoopModel, q: ArrayLike, form: Literal["pseudo_inertia", "screws"] = "pseudo_inertia"
) -> Array:
    """`lieref.christoffel_symbols` of the independent coordinates.

    From h = G^T (H g + h_tree(G y)), g = y_j y_k X_k G e_j:

        Gamma_ijk = G_ai (Gamma_abc G_bj G_ck + H_ab (X_k G_bj + X_j G_bk) / 2)
    """
    at, G = closed_matrix(model, q)
    symbols = christoffel.christoffel_symbols(model.tree, at, form)
    H = tree_inertia(model.tree, at)
    with np.errstate(over="ignore", invalid="ignore"):
        out = np.einsum("ai,abc,bj,ck->ijk", G, symbols, G, G, optimize=True)
        for c in cluster_partials(model, at, np.zeros(model.nv), G, False):
            bent = (c.dG + c.dG.swapaxes(1, 2)) / 2
            out[np.ix_(range(model.nv), c.columns, c.columns)] += np.tensordot(
                G.T @ H[:, c.rows], bent, 1
            )
        out = (out + out.swapaxes(1, 2)) / 2
    require_in_range("Gamma", out)
    return np.asarray(out)


def inverse_inertia_times(
    model: LoopModel, q: ArrayLike, b: ArrayLike, base: Base = "body"
) -> Array:
    """`lieref.inverse_inertia_times` with H = G^T H_tree G, by its Cholesky factor."""
    forces = real_numbers("b", b)
    if forces.ndim not in (1, 2) or len(forces) != model.nv:
        raise ShapeError(
            f"b has shape {forces.shape}, expected ({model.nv},) or ({model.nv}, count)"
        )
    require_finite("b", forces)
    at = tree_configuration(model, q)
    found = _solved(model, joint_space_inertia(model, at, base), np.arange(model.nv), forces)
    require_finite("H^-1 b", found)
    return found


def _solved(model: LoopModel, H: Array, places: NDArray[np.intp], b: Array) -> Array:
    """H^-1 b of the coordinates at these places; SingularError names one without inertia."""
    if not len(places):
        return np.array(b)
    part = H[np.ix_(places, places)]
    own = np.diag(part)
    if not (own > 0).all():
        raise _nothing_opposes(model, places[int(np.argmin(own))])
    scale = 1 / np.sqrt(own)
    unit = scale[:, None] * part * scale
    found, vectors = np.linalg.eigh(unit)
    if found[0] <= len(places) * np.finfo(float).eps:
        raise _nothing_opposes(model, places[int(np.abs(vectors[:, 0]).argmax())])
    weights = scale if b.ndim == 1 else scale[:, None]
    return np.asarray(weights * np.linalg.solve(unit, weights * b))


def _nothing_opposes(model: LoopModel, place: int) -> SingularError:
    (name,) = joints(model, [int(model.independent[place])])
    return SingularError(
        f"joint {name!r}: singular, no inertia opposes it, alone or together with others, beyond "
        "rounding errors"
    )


def hybrid_dynamics(
    model: LoopModel,
    q: ArrayLike,
    v: ArrayLike,
    vdot: ArrayLike,
    tau: ArrayLike,
    prescribed: ArrayLike,
    base: Base = "body",
    wrenches: ArrayLike | None = None,
    wrench_axes: Axes = "body",
    tau_ext: ArrayLike | None = None,
) -> tuple[Array, Array]:
    """`lieref.hybrid_dynamics` of independent coordinates, some prescribed, others free.

    H_ff a_f^(k) = tau_f^(k) - [inverse dynamics without a_f^(k)]_f, order by order; H is reduced.
    """
    mask = as_array("prescribed", prescribed)
    if mask.shape != (model.nv,) or mask.dtype != bool:
        raise ShapeError(
            f"prescribed has shape {mask.shape} and dtype {mask.dtype}, expected ({model.nv},) bool"
        )
    forces = _read("tau", tau, ~mask)
    motion = _read("vdot", vdot, mask)
    rows = len(forces)
    if motion.shape != forces.shape:
        raise ShapeError(f"vdot has shape {motion.shape}, expected {forces.shape}, that of tau")
    choice("wrench_axes", wrench_axes, ("body", "inertial"))
    loads = None
    if wrenches is not None:
        loads = real_array("wrenches", wrenches, (rows, model.nbodies, 6))
    own, tree = external_forces(model, tau_ext, rows)
    at = tree_configuration(model, q)
    rates = np.concatenate([real_array("v", v, (model.nv,))[None], motion])
    free = np.flatnonzero(~mask)
    H = joint_space_inertia(model, at, base)

    def needed(n: int) -> Array:
        applied = None if loads is None else loads[:n]
        return (
            inverse_dynamics(model, at, rates[: n + 1], base, applied, wrench_axes, tree[:n])
            - own[:n]
        )

    for k in range(rows if len(free) else 0):
        short = forces[k, free] - needed(k + 1)[k, free]
        rates[k + 1, free] = _solved(model, H, free, short)
        require_finite("vdot", rates[k + 1])
    found = needed(rows)
    found[:, free] = forces[:, free]
    return rates, found


def _read(name: str, value: ArrayLike, columns: NDArray[np.bool_]) -> Array:
    """A stack with zeros in the columns that are not read."""
    given = real_numbers(name, value)
    if given.ndim == 2 and given.shape[1] == len(columns):
        given = np.where(columns, given, 0.0)
    return stack(name, given, 1, len(columns))
