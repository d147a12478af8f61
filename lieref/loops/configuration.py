"""Configurations of a model with loops: closing them, checking that they are closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ConfigurationError, SingularError
from lieref.loops.constraints import constraints
from lieref.loops.constraints.couplings.coupling_values import DOUBLES, coupling_values
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.nearest_closed import nearest_closed
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.loops.coupling_functions import derivatives
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.loops.loop_newton import CLOSED
from lieref.model.loops.loop_structure import implicit_names
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]

#: A step below this is rounding, in rad or by the coordinate's own size.
ROUNDING = 4 * float(np.finfo(float).eps)
#: A singular value below this part of the terms that were added up is zero.
SINGULAR = 2.0**-40


def equations(model: LoopModel, q: Array, qdot: Array) -> tuple[Array, Array, Array]:
    """phi, K and k of all clusters along the tree; rows by clusters, loops before couplings."""
    tables = loop_tables(model)
    phi, bias = np.zeros(tables.n_closing), np.zeros(tables.n_closing)
    K = np.zeros((tables.n_closing, model.tree.nv))
    constraints.run_equations(tables, q, coupling_values(model, tables, q), qdot, phi, K, bias)
    return phi, K, bias


@described()
def tree_configuration(model: LoopModel, q: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return the tree configuration that q stands for, closed.

    Parameters
    ----------
    q : (tree.nq,) or (nq,)
        A tree configuration, taken as it is, or independent coordinates, see `expand`.
    near : (tree.nq,) or None
        Where `expand` starts from; None is the assembly.

    Raises
    ------
    ShapeError, NonFiniteError
        q or near of another shape, NaN or infinity.
    ConfigurationError
        A tree configuration that does not close a loop or obey a coupling; names it and its
        residual. Independent coordinates for which the loops do not close.
    """
    if near is None and constraints.is_closed(loop_tables(model), q):
        return np.array(q)
    given = real_numbers("q", q)
    if given.shape != (model.tree.nq,):
        return expand(model, q, near)
    if near is not None:
        # nothing starts from it
        checked_near(model, near)
    at = checked_configuration(model.tree, given)
    require_closed(model, at)
    return at


def checked_near(model: LoopModel, near: ArrayLike) -> Array:
    """Return `near` (tree.nq,) as a checked tree configuration."""
    return checked_configuration(model.tree, real_array("near", near, (model.tree.nq,)), "near")


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


@described()
def expand(model: LoopModel, y: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return the tree configuration with the independent coordinates y in which all loops close.

    Newton's method for the dependent coordinates, until a step is rounding. It follows the branch
    of the loops on which `near` lies: where a step is long, the way from there to y is gone in
    parts. [Chignoli et al., Sec. II-B]

    A revolute joint that is more than 100 rad from `near` goes the shorter way round, without its
    whole turns; the dependent coordinates keep the turns that they have in `near`. This holds for
    clusters without helical loop joints in which revolute joints drive only revolute joints, by
    integer ratios. Elsewhere the whole way is gone, of 32768 rad or lengths of the loop at most, or
    less where it takes parts of less than 0.5.

    Two configurations with the same y may be closed, and the way decides which one is returned.
    A way of at most 100 rad is gone whole: joints that turn with the crank have turned with it, and
    a mechanism that closes only after two turns of its crank has changed its branch after one. Of
    longer ways without their whole turns the result is what less than half a turn from `near` leads
    to, after an odd number of turns too. Where this matters, go in steps of at most 100 rad, each
    from the last result as `near`.

    Parameters
    ----------
    y : (nq,)
        Independent coordinates, rad and m, in the order of `model.independent_q`.
    near : (tree.nq,) or None
        A closed tree configuration; None is the assembly.

    Returns
    -------
    (tree.nq,) array

    Raises
    ------
    ShapeError, NonFiniteError
        y or near of another shape, NaN or infinity.
    ConfigurationError
        The model has no independent configurations; a quaternion off unit norm; a `near` that is
        open; loops that cannot be closed at y on this branch, or only at a toggle: names them.

    Examples
    --------
    >>> closed = lieref.loops.expand(model, q[model.independent_q] + 0.1, q)
    >>> bool(abs(lieref.loops.loop_residual(model, closed)).max() < 1e-12)
    True
    """
    require_loop_model(model)
    return constraints.closed_configuration(model, loop_tables(model), y, near)


@described()
def project(model: LoopModel, q: ArrayLike) -> Array:
    """Return the closed configuration next to q: damped least-norm corrections of all coordinates.

    The Levenberg-Marquardt method. To first order in the opening the result is the nearest closed
    configuration. Redundant and over-constrained loops close as others do.

    Parameters
    ----------
    q : (tree.nq,)
        A tree configuration near one that closes the loops, as integration leaves it.

    Returns
    -------
    (tree.nq,) array
        Closed to rounding. Corrections are least in rad and lengths of the loop. No cluster of
        loops moves farther than four times its first least-norm correction, nor than four times
        the square root of its residual.

    Raises
    ------
    ShapeError, NonFiniteError
        q of another shape, NaN or infinity.
    ConfigurationError
        A quaternion off unit norm; loops that do not close from there: names the worst.
    SingularError
        Loops that do not close because a toggle lies on the way; names them.

    Examples
    --------
    >>> closed = lieref.loops.project(model, q + 0.01)
    >>> bool(abs(lieref.loops.loop_residual(model, closed)).max() < 1e-12)
    True
    """
    require_loop_model(model)
    at = checked_configuration(model.tree, real_array("q", q, (model.tree.nq,)))
    at = nearest_closed(model, at, equations)
    constraints.impose_couplings(model, loop_tables(model), at)
    require_closed(model, at, "no closed configuration was found from there")
    return at


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

    They are compared with the terms of an entry, which are as large as 1; see rank_rule.pxi.
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
