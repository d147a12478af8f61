"""The equations of loops and couplings at a configuration, and the errors that name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ConfigurationError, SingularError
from lieref.loops.constraints import constraints
from lieref.loops.constraints.couplings.coupling_values import DOUBLES, coupling_values
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.arguments import require_in_range
from lieref.model.loops.coupling_functions import derivatives
from lieref.model.loops.loop_newton import CLOSED
from lieref.model.loops.loop_structure import implicit_names

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]

#: A singular value below this part of the terms that were added up is zero.
SINGULAR = 2.0**-40


def equations(model: LoopModel, q: Array, qdot: Array) -> tuple[Array, Array, Array]:
    """phi, K and k of all clusters along the tree; rows by clusters, loops before couplings."""
    tables = loop_tables(model)
    phi, bias = np.zeros(tables.n_closing), np.zeros(tables.n_closing)
    K = np.zeros((tables.n_closing, model.tree.nv))
    constraints.run_equations(tables, q, coupling_values(model, tables, q), qdot, phi, K, bias)
    return phi, K, bias


def require_closed(model: LoopModel, q: Array, advice: str = "`project` closes it") -> None:
    """Raise ConfigurationError, naming what is open widest, unless q is closed."""
    phi = equations(model, q, np.zeros(model.tree.nv))[0]
    if np.all(np.abs(phi) <= CLOSED * loop_tables(model).row_units):
        return
    open_rows = [
        (who, float(x) / unit)
        for (who, unit), x in zip(loop_tables(model).owners, phi, strict=True)
        if not abs(x) <= CLOSED * unit
    ]
    if open_rows:
        who, gap = max(open_rows, key=lambda row: abs(row[1]))
        raise ConfigurationError(
            f"q: {who} is open by {abs(gap):.3g} (rad, or lengths of the loop), expected at most "
            f"{CLOSED:g}; {advice}"
        )


def singular(model: LoopModel, k: int, q: Array) -> SingularError:
    """The error for a cluster whose dependent coordinates do not follow from the independent."""
    names = implicit_names(model, k)
    K = scaled_jacobian(model, k, q)
    require_in_range(f"{names}: K", K)
    found = np.linalg.svd(K, compute_uv=False)
    rank = rank_of(found)
    if rank < model.rank[k]:
        return SingularError(
            f"{names}: rank-deficient, {model.rank[k]} independent constraints are only {rank} at "
            "this configuration: the mechanism can branch, whatever coordinates are independent"
        )
    own = model.independent[list(model.cluster_independent[k])].tolist()
    return SingularError(
        f"{names}: toggle, the other joints do not follow from the independent "
        f"{joints(model, own)} here (smallest singular value of all "
        f"{found[model.rank[k] - 1]:.3g}); "
        "`choose_independent` finds coordinates that do"
    )


def rank_of(values: NDArray[Any]) -> int:
    """Return how many singular values of a matrix in rad and lengths of the loop are no rounding.

    They are compared with the terms of an entry, which are as large as 1; see `is_rounding` of
    loop_tables.pxd.
    """
    return int((values > SINGULAR * max(1.0, values.max(initial=0.0))).sum())


def scaled_jacobian(model: LoopModel, k: int, q: Array) -> Array:
    """K Gamma of cluster k by its free coordinates; in rad and lengths of its loops."""
    tables, cluster = loop_tables(model), model.clusters[k]
    first, rows = tables.row_ranges[k]
    K = equations(model, q, np.zeros(model.tree.nv))[1][first : first + rows]
    gamma: Array = np.array(derivatives(DOUBLES, model, k, q.tolist())[0])
    units = np.array([unit for _, unit in tables.owners[first : first + rows]])
    columns = tables.tree_units[list(cluster.free)]
    scaled: Array = K[:, list(cluster.velocities)] @ gamma / units[:, None] * columns
    return scaled


def joints(model: LoopModel, coordinates: Sequence[int]) -> list[str]:
    """Names of the joints of velocity coordinates of the tree, each once."""
    bodies = [int(model.tree.idx_v.searchsorted(iv, "right")) - 1 for iv in coordinates]
    return list(dict.fromkeys(model.joint_names[i] for i in bodies))
