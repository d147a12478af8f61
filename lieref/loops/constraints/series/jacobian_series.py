"""K along a motion, and multipliers of K^T lambda = f there: Taylor coefficients, plain twin.

Rows of loops and couplings as of `loop_jacobian`. Where K has lost no rank, lambda_k follows from

    K_0^T lambda_k = f_k - sum_{j > 0} K_j^T lambda_{k-j}.

Redundant rows: of the solutions the one in the range of K, lambda = K mu, at all times. Its part in
the range of K_0 is given by the equation above, the rest by sum_{j > 0} K_j mu_{k-j}.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Taylor
from lieref.loops.constraints.any_scalar import configuration_series
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.row_space import row_spaces
from lieref.loops.constraints.state import closure_of

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]


def moving_configuration(model: LoopModel, q: Array, rates: Array) -> list[Any]:
    """The tree's configuration as series of n + 1 coefficients, those of qdot being `rates`.

    rates (n, tree.nv), n >= 0.
    """
    return series_of(model, configuration_series(model, q.tolist(), rates.T.tolist(), 0.0))


def displaced_configuration(model: LoopModel, q: Array, moves: Array) -> list[Any]:
    """Series of two coefficients for many motions at once: q, and its change along each.

    moves (tree.nv, m): a tree velocity in each column; coefficients 1 are arrays (m,).
    """
    return series_of(model, configuration_series(model, q.tolist(), [[x] for x in moves], 0.0))


def series_of(model: LoopModel, coefficients: list[list[Any]]) -> list[Any]:
    F = closure_of(model).K
    return [F.series(x) for x in coefficients]


def jacobian_series(model: LoopModel, q: list[Any], n: int, many: tuple[int, ...] = ()) -> Array:
    """Coefficients (n, rows, tree.nv) of K at the series q; (..., m) of m motions, many = (m,)."""
    closure, tables = closure_of(model), loop_tables(model)
    K = np.zeros((n, tables.n_closing, model.tree.nv, *many))
    row = 0
    for k, cluster in enumerate(model.clusters):
        for numbers in closure.jacobian(k, q):
            for iv, x in zip(cluster.velocities, numbers, strict=True):
                _add(K[:, row, iv], x, 1.0)
            row += 1
        gamma = closure.coupling_derivatives(k, q)[0] if cluster.driven else []
        for iv, ratios in zip(cluster.velocities, gamma, strict=False):
            if iv in cluster.free:
                continue
            K[0, row, iv] = 1.0
            for free, x in zip(cluster.free, ratios, strict=True):
                _add(K[:, row, free], x, -1.0)
            row += 1
    return K


def _add(entry: Array, x: Any, sign: float) -> None:
    """Add a series to the coefficients of an entry of K, numbers or arrays."""
    for k, c in enumerate(coefficients(x, len(entry))):
        entry[k] += sign * c


def multiplier_series(model: LoopModel, K: Array, f: Array) -> Array:
    """Coefficients (n, rows) of lambda, K^T lambda = f (n, tree.nv); least at every time.

    Least in N m and N times a length of the loop, as `least_multipliers`.
    """
    n = len(f)
    out = np.zeros((n, K.shape[1]))
    for space in row_spaces(model, K[0]):
        rank = len(space.sizes)
        U, V = space.left[:, :rank], space.right.T / space.sizes
        A = K[:, space.rows][:, :, space.columns] / space.row_units[:, None] * space.column_units
        h = f[:, space.columns] * space.column_units
        shown, mu = np.zeros((n, len(U))), np.zeros((n, len(V)))
        for k in range(n):
            short = h[k] - sum(A[j].T @ shown[k - j] for j in range(1, k + 1))
            beyond = np.zeros(len(U)) + sum(A[j] @ mu[k - j] for j in range(1, k + 1))
            shown[k] = U @ (V.T @ short) + (beyond - U @ (U.T @ beyond))
            mu[k] = V @ (U.T @ (shown[k] - beyond))
        out[:, space.rows] = shown / space.row_units
    return out


def coefficients(x: Any, n: int) -> list[Any]:
    """Those of a series, or of a constant."""
    return list(x.c) if isinstance(x, Taylor) else [x] + [0.0] * (n - 1)
