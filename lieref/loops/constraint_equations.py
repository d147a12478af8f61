"""What the loops and couplings make of one state: G, g, and the tree's coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import choice
from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.loops.configuration import tree_configuration
from lieref.loops.constraints import constraints
from lieref.loops.constraints.couplings.coupling_values import DOUBLES, coupling_values
from lieref.loops.constraints.equations import equations, rank_of, scaled_jacobian, singular
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import PackedState, closed_state, motion_coefficients
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.loops.coupling_functions import derivatives
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.loops.loop_newton import pivots
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]


@dataclass(frozen=True)
@described()
class ConstraintState:
    """The state of the tree, and its velocities and accelerations by the independent ones.

    Attributes
    ----------
    q : (tree.nq,) array
        Tree configuration, rad and m.
    v : (tree.nv,) array
        Tree velocity G ydot, rad/s and m/s.
    G : (tree.nv, nv) array
        qdot = G ydot.
    g : (tree.nv,) array
        qddot = G yddot + g, rad/s^2 and m/s^2.

    Examples
    --------
    >>> state = lieref.loops.constraint_state(model, q, v)
    >>> bool(np.array_equal(state.v, state.G @ v))
    True
    """

    q: Array
    v: Array
    G: Array
    g: Array


def packed_state(
    model: LoopModel, q: ArrayLike, v: ArrayLike, near: ArrayLike | None = None
) -> PackedState:
    """Return the packed G, g and the tree's state; arguments and errors of `constraint_state`."""
    at = tree_configuration(model, q, near)
    ydot = real_array("v", v, (model.nv,))
    return closed_state(model, at, ydot)


@described()
def constraint_state(
    model: LoopModel, q: ArrayLike, v: ArrayLike, near: ArrayLike | None = None
) -> ConstraintState:
    """Return G and g of qdot = G ydot, qddot = G yddot + g.

    [Chignoli et al., Sec. II-B]: G_dep = -K_d^-1 K_i and g_dep = K_d^-1 k for loops, composed with
    the couplings' gamma. Complete pivoting on K_d, turns in rad and shifts in lengths of the loop.

    Returns
    -------
    ConstraintState

    Examples
    --------
    >>> lieref.loops.constraint_state(model, q, v).G.shape
    (3, 1)
    """
    require_loop_model(model)
    state = packed_state(model, q, v, near)
    for name, result in (("v", state.v), ("G", state.G), ("g", state.g)):
        require_in_range(name, result)
    return ConstraintState(state.q, state.v, loop_tables(model).dense(state.G), state.g)


@described("q : (tree.nq,)", "ConfigurationError, of a tree")
def loop_residual(model: LoopModel, q: ArrayLike) -> Array:
    """Return how far a tree configuration is from closing the loops and obeying the couplings.

    Rows by clusters: first phi of the loops, see `lieref.model.loops.loop_closure`, in rad and m,
    then q - gamma of the driven coordinates. [Chignoli et al., (2), (3)]

    Examples
    --------
    >>> bool(abs(lieref.loops.loop_residual(model, q)).max() < 1e-12)
    True
    """
    require_loop_model(model)
    at = checked_configuration(model.tree, real_array("q", q, (model.tree.nq,)))
    return equations(model, at, np.zeros(model.tree.nv))[0]


@described("q : (tree.nq,)", "ConfigurationError, of a tree")
def loop_jacobian(model: LoopModel, q: ArrayLike) -> Array:
    """Return K (rows, tree.nv) with K qdot = 0; rows of `loop_residual`.

    Columns are Lie derivatives along the tree's velocity coordinates; exact where the loops are
    closed. [Chignoli et al., (2)]

    Examples
    --------
    >>> lieref.loops.loop_jacobian(model, q).shape
    (5, 3)
    """
    require_loop_model(model)
    at = checked_configuration(model.tree, real_array("q", q, (model.tree.nq,)))
    return equations(model, at, np.zeros(model.tree.nv))[1]


@described("q : (tree.nq,)", "ConfigurationError, of a tree")
def loop_bias(model: LoopModel, q: ArrayLike, v: ArrayLike) -> Array:
    """Return k (rows,) with K qddot = k for a tree velocity v (tree.nv,) with K v = 0.

    Rows of `loop_residual`; [Chignoli et al., (2)].

    Parameters
    ----------
    v : (tree.nv,)
        Velocity of the tree that obeys the loops, rad/s and m/s.

    Examples
    --------
    >>> state = lieref.loops.constraint_state(model, q, v)
    >>> lieref.loops.loop_bias(model, q, state.v).shape
    (5,)
    """
    require_loop_model(model)
    at = checked_configuration(model.tree, real_array("q", q, (model.tree.nq,)))
    bias = equations(model, at, real_array("v", v, (model.tree.nv,)))[2]
    require_in_range("k", bias)
    return bias


@described()
def toggle_measure(model: LoopModel, q: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return for each cluster how near its loops are to a toggle: smallest pivot by largest.

    Of K_d with rows and columns in rad and lengths of the loop: 1 for clusters without loops, 0
    where the dependent coordinates do not follow from the independent ones.

    No error for a toggle at a closed tree configuration.

    Examples
    --------
    >>> lieref.loops.toggle_measure(model, q).shape
    (1,)
    """
    require_loop_model(model)
    at = tree_configuration(model, q, near)
    tables = loop_tables(model)
    measure = np.ones(tables.n_clusters)
    step = np.empty(model.tree.nv)
    values = coupling_values(model, tables, at)
    for k, cluster in enumerate(model.clusters):
        if cluster.implicit:
            measure[k] = constraints.run_newton_step(tables, k, at, values, step)
    return measure


@described()
def choose_independent(
    model: LoopModel,
    q: ArrayLike,
    near: ArrayLike | None = None,
    method: Literal["pivoting", "null space"] = "pivoting",
) -> NDArray[np.intc] | Array:
    """Return independent coordinates that are good at this configuration.

    Parameters
    ----------
    method : {"pivoting", "null space"}
        "pivoting": which velocity coordinates of the tree to take, those that complete pivoting
        leaves. "null space": combinations of them, which are good at a toggle of every choice.

    Returns
    -------
    (nv,) int array or (tree.nv, nv) array
        Coordinates of the tree, increasing; or a matrix N with qdot = N u for any velocities u:
        orthonormal in rad and lengths of the loop, up to the couplings.

    Raises
    ------
    SingularError
        The loops have lost rank at q, so that there are more free coordinates; names them.

    Examples
    --------
    >>> lieref.loops.choose_independent(model, q).shape
    (1,)
    """
    require_loop_model(model)
    choice("method", method, ("pivoting", "null space"))
    at = tree_configuration(model, q, near)
    N = np.zeros((model.tree.nv, model.nv))
    chosen: list[int] = []
    for k, cluster in enumerate(model.clusters):
        places, basis = _null_space(model, k, at)
        chosen += [cluster.free[j] for j in places]
        N[np.ix_(cluster.velocities, model.cluster_independent[k])] = basis
    return np.array(sorted(chosen), dtype=np.intc) if method == "pivoting" else N


def _null_space(model: LoopModel, k: int, q: Array) -> tuple[list[int], Array]:
    """Places of good independent coordinates in the free ones, and a basis of motions."""
    cluster = model.clusters[k]
    rank, n = model.rank[k], len(cluster.free)
    gamma: Array = np.array(derivatives(DOUBLES, model, k, q.tolist())[0])
    if not cluster.implicit:
        return list(range(n)), gamma
    J = scaled_jacobian(model, k, q)
    values, rows = np.linalg.svd(J)[1:]
    if rank_of(values) < rank:
        raise singular(model, k, q)
    left = set(range(n)).difference(pivots(J, range(n), 0.0)[:rank])
    units = loop_tables(model).tree_units[list(cluster.free)]
    return sorted(left), gamma @ (units[:, None] * rows[rank:].T)


@described()
def expand_motion(
    model: LoopModel, q: ArrayLike, v: ArrayLike, near: ArrayLike | None = None
) -> tuple[Array, Array]:
    """Return the tree's velocities, and G with its derivatives, along a motion of any order.

    The constraints are expanded in time, K(t) qdot(t) = 0, and solved order by order with one
    factorization of K_d(0).

    Parameters
    ----------
    v : (n, nv)
        Time derivatives of the independent velocity: v[k] = y^(k+1), rad/s^(k+1) and m/s^(k+1).

    Returns
    -------
    v : (n, tree.nv) array
        Time derivatives of the tree's velocity.
    G : (n, tree.nv, nv) array
        G and its time derivatives along the motion: v[m] = sum_j binomial(m, j) G[j] y^(m-j+1).

    Examples
    --------
    >>> motion, G = lieref.loops.expand_motion(model, q, [v, v])
    >>> motion.shape
    (2, 3)
    """
    require_loop_model(model)
    at = tree_configuration(model, q, near)
    rows = real_numbers("v", v)
    if rows.shape[-1:] == (model.tree.nv,) != (model.nv,):
        raise ShapeError(
            f"v has shape {rows.shape}, expected (n, {model.nv}): of velocities of the tree, as of "
            "a simulation, v[..., model.independent] are the independent ones"
        )
    given = real_array("v", rows, ("n", model.nv))
    n = len(given)
    if n == 0:
        raise ShapeError(f"v has shape {given.shape}, expected (n, {model.nv}) with n >= 1")
    factorials = np.cumprod([1.0, *range(1, n)])
    rates, packed = motion_coefficients(model, at, given / factorials[:, None])
    with np.errstate(over="ignore", invalid="ignore"):
        velocities: Array = rates * factorials[:, None]
        G = loop_tables(model).dense_series(packed) * factorials[:, None, None]
    require_in_range("v", velocities)
    require_in_range("G", G)
    return velocities, G
