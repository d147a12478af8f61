"""Terms of the equations of motion of mechanisms: those of the tree along its motion, times G.

Energy, joint-space inertia, Coriolis matrix, bias and external forces, and hybrid dynamics.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_array, choice
from lieref.documentation import described
from lieref.dynamics.closed_forms import inertia_and_coriolis
from lieref.dynamics.closed_forms import joint_space_inertia as tree_inertia
from lieref.dynamics.laws import energy as energies
from lieref.dynamics.laws.energy import Energy
from lieref.dynamics.matrices import christoffel
from lieref.dynamics.matrices import joint_space_inertia as inertias
from lieref.errors import ShapeError, SingularError
from lieref.loops.arguments import external_forces as checked_forces
from lieref.loops.arguments import stack
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints.constraint_partials import changing_clusters, cluster_partials
from lieref.loops.constraints.equations import joints
from lieref.loops.dynamics import Axes, Base, inverse_dynamics, states_inverse_dynamics
from lieref.loops.lift import closed_matrix, matrix_motion, product, tree_motion, velocity_rows
from lieref.model.arguments import real_array, real_numbers, require_finite, require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.state_by_state import each_state

Array = NDArray[np.float64]


@described("v : (r + 1, nv)")
def energy(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Energy:
    """Return the kinetic and the potential energy of a motion with their derivatives up to order r.

    Those of the tree, `lieref.energy`, along v_tree = G y: loops and couplings store no energy.

    Returns
    -------
    Energy
        kinetic and potential, each an (r + 1,) array, J / s^k.

    Examples
    --------
    >>> lieref.loops.energy(model, q, [v, v]).kinetic.shape
    (2,)
    """
    moving = tree_motion(model, q, v, base, near)
    return energies.energy(model.tree, moving.q, moving.v, base)


@described()
def joint_space_inertia(
    model: LoopModel, q: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the inertia of the independent coordinates, G^T H G: kinetic energy is y^T H y / 2.

    Source: [Chignoli et al., Sec. II-D], with the tree's H by composite bodies.

    Returns
    -------
    (nv, nv) array
        kg, kg m and kg m^2; symmetric.

    Examples
    --------
    >>> lieref.loops.joint_space_inertia(model, q).shape
    (1, 1)
    """
    require_loop_model(model)
    none = np.zeros((0, model.nv))
    return np.asarray(joint_space_inertia_derivatives(model, q, none, base, near)[0])


@described("v : (r, nv)")
def joint_space_inertia_derivatives(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the inertia of the independent coordinates and its time derivatives up to order r.

    (G^T H G)^(k) by Leibniz' rule.

    Returns
    -------
    (r + 1, nv, nv) array
        H, H', ..., H^(r), each symmetric; kg, kg m and kg m^2, per s^k.

    Examples
    --------
    >>> lieref.loops.joint_space_inertia_derivatives(model, q, [v]).shape
    (2, 1, 1)
    """
    at, rates, G = matrix_motion(model, q, v, base, near)
    function = inertias.joint_space_inertia_derivatives
    H = each_state("H", function, model.tree, (at, rates, base), (1, 2, 0))
    out = product("H", G.swapaxes(-1, -2), product("H", H, G))
    return np.asarray((out + out.swapaxes(-1, -2)) / 2)


@described()
def coriolis_matrix(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return the Coriolis matrix of the independent coordinates, G^T (H G' + C_tree G).

    C y are the velocity forces, and H' = C + C^T for H = G^T H_tree G, as for the tree's C. H_tree
    has the armatures of the joints.

    Returns
    -------
    (nv, nv) array
        kg, kg m and kg m^2, each per second.

    Examples
    --------
    >>> lieref.loops.coriolis_matrix(model, q, v).shape
    (1, 1)
    """
    require_loop_model(model)
    at, rates, G = tree_motion(model, q, velocity_rows(model, v), base, near)
    start, rate = G[..., 0, :, :], G[..., 1, :, :]
    H, C = inertia_and_coriolis(model.tree, at, rates[..., 0, :], base)
    with np.errstate(over="ignore", invalid="ignore"):
        forces = C @ start
        if changing_clusters(model):
            forces += H @ rate
        out = np.asarray(start.swapaxes(-1, -2) @ forces)
    require_in_range("C", out)
    return out


@described()
def bias_forces(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: Base = "body", near: ArrayLike | None = None
) -> Array:
    """Return h of H y' + h + g = tau: Coriolis and centrifugal forces, without gravity.

    Inverse dynamics of the weightless mechanism with y' = 0: G^T A G' y of the armatures A is in
    it; damping, friction and springs of joints are not.

    Returns
    -------
    (nv,) array
        N m and N.

    Examples
    --------
    >>> lieref.loops.bias_forces(model, q, v).shape
    (1,)
    """
    require_loop_model(model)
    rows = velocity_rows(model, v)
    at = q if near is None else tree_configuration(model, q, near)
    return states_inverse_dynamics(_weightless(model), at, rows, base)[..., 0, :]


@described("wrenches : (nbodies, 6)")
def external_forces(
    model: LoopModel,
    q: ArrayLike,
    wrenches: ArrayLike,
    base: Base = "body",
    wrench_axes: Axes = "body",
    near: ArrayLike | None = None,
) -> Array:
    """Return the term that wrenches on the bodies add to the left of H y' + h + g + ... = tau.

    Inverse dynamics of the weightless mechanism at rest: what the joints must supply against the
    wrenches.

    Returns
    -------
    (nv,) array
        N m and N.

    Examples
    --------
    >>> lieref.loops.external_forces(model, q, np.ones((3, 6))).shape
    (1,)
    """
    require_loop_model(model)
    loads = real_numbers("wrenches", wrenches)
    if loads.ndim < 3:
        loads = real_array("wrenches", wrenches, (model.nbodies, 6))
    still, loads = np.zeros((2, model.nv)), loads[..., None, :, :]
    at = q if near is None else tree_configuration(model, q, near)
    found = states_inverse_dynamics(_weightless(model), at, still, base, loads, wrench_axes)
    return found[..., 0, :]


def gravity_forces(model: LoopModel, q: ArrayLike, base: Base = "body") -> Array:
    """`lieref.gravity_forces` of the independent coordinates."""
    bare: LoopModel = model if model.tree.joint_physics is None else model.without_joint_physics()
    return states_inverse_dynamics(bare, q, np.zeros((2, model.nv)), base)[..., 0, :]


def _weightless(model: LoopModel) -> LoopModel:
    """The same mechanism without gravity, its joints with armature alone; made once."""
    made: LoopModel | None = model.tables.get("weightless")
    if made is None:
        made = model.with_joint_physics(model.tree.armature).with_gravity((0, 0, 0))
        model.tables["weightless"] = made
    return made


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
            symmetric = (c.dG + c.dG.swapaxes(1, 2)) / 2
            out[np.ix_(range(model.nv), c.columns, c.columns)] += np.tensordot(
                G.T @ H[:, c.rows], symmetric, 1
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


def _solved(model: LoopModel, H: Array, indices: NDArray[np.intp], b: Array) -> Array:
    """H^-1 b of the coordinates with these numbers; SingularError names one without inertia."""
    if not len(indices):
        return np.array(b)
    part = H[np.ix_(indices, indices)]
    own = np.diag(part)
    if not (own > 0).all():
        raise _zero_inertia(model, indices[int(np.argmin(own))])
    scale = 1 / np.sqrt(own)
    unit = scale[:, None] * part * scale
    found, vectors = np.linalg.eigh(unit)
    if found[0] <= len(indices) * np.finfo(float).eps:
        raise _zero_inertia(model, indices[int(np.abs(vectors[:, 0]).argmax())])
    weights = scale if b.ndim == 1 else scale[:, None]
    return np.asarray(weights * np.linalg.solve(unit, weights * b))


def _zero_inertia(model: LoopModel, index: int) -> SingularError:
    (name,) = joints(model, [int(model.independent[index])])
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
    own, tree = checked_forces(model, tau_ext, rows)
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
