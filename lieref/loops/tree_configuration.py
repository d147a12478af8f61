"""Configurations of a model with loops: closing them, checking that they are closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.taylor_scalar import Functions
from lieref.errors import ConfigurationError, ShapeError, SingularError
from lieref.loops import constraints
from lieref.loops.loop_tables import LoopTables, loop_tables
from lieref.model.arguments import real_array, real_numbers
from lieref.model.configuration import checked_configuration
from lieref.model.coupling_functions import derivatives, driven_values

if TYPE_CHECKING:
    from lieref.model.loop_model import LoopModel

Array = NDArray[np.float64]

#: How open a loop may be, in rad and in lengths of the loop, and how far a driven coordinate may be
#: off its coupling, in rad or m by its own size: the 1e-9 of quaternions and placements.
CLOSED = 1e-9
#: A step of Newton's method below this is rounding, in rad or by the coordinate's own size.
ROUNDING = 4 * float(np.finfo(float).eps)
#: First step of Newton's method beyond which the way is gone in smaller parts, rad or lengths.
LONGEST = 0.3
#: Longest part of the independent coordinates' way: a whole turn is gone, not skipped.
LONGEST_PART = 0.5
#: Newton's steps from a start that near, and the smallest part of the way that is tried.
STEPS = 30
SMALLEST = 2.0**-12
#: A singular value of the scaled Jacobian not above this is zero.
SINGULAR = 2.0**-40
DOUBLES = Functions(float)


def coupling_values(model: LoopModel, tables: LoopTables, q: Array) -> Array:
    """Gamma, gamma and Gamma' of the clusters that functions couple, as kernels read them."""
    if not tables.n_driven:
        return np.zeros(0)
    numbers: list[float] = []
    x = q.tolist()
    for k, cluster in enumerate(model.clusters):
        if not any(model.couplings[c].function is not None for c in cluster.couplings):
            continue
        order = tables.free_orders[k]
        gamma, bends = derivatives(DOUBLES, model, k, x)
        values = driven_values(DOUBLES, model, k, x)
        place = {iv: int(model.tree.idx_q[i]) for i, iv in enumerate(model.tree.idx_v.tolist())}
        numbers += [row[j] for row in gamma for j in order]
        numbers += [float(values.get(place.get(iv, -1), 0.0)) for iv in cluster.velocities]
        numbers += [bend[i][j] for bend in bends for i in order for j in order]
    return np.array(numbers, dtype=np.float64)


def equations(model: LoopModel, q: Array, qdot: Array) -> tuple[Array, Array, Array]:
    """phi, K and k of all clusters along the tree; rows by clusters, loops before couplings."""
    tables = loop_tables(model)
    phi, bias = np.zeros(tables.n_closing), np.zeros(tables.n_closing)
    K = np.zeros((tables.n_closing, model.tree.nv))
    constraints.run_equations(tables, q, coupling_values(model, tables, q), qdot, phi, K, bias)
    return phi, K, bias


def tree_configuration(model: LoopModel, q: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return the tree configuration that q stands for, closed.

    Parameters
    ----------
    model : LoopModel
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
    given = real_numbers("q", q)
    if given.shape != (model.tree.nq,):
        return expand(model, q, near)
    at = checked_configuration(model.tree, given)
    phi = equations(model, at, np.zeros(model.tree.nv))[0]
    open_rows = [
        (who, float(x) / unit)
        for (who, unit), x in zip(loop_tables(model).owners, phi, strict=True)
        if not abs(x) <= CLOSED * unit
    ]
    if open_rows:
        who, gap = max(open_rows, key=lambda row: abs(row[1]))
        raise ConfigurationError(
            f"q: {who} is open by {abs(gap):.3g} (rad, or lengths of the loop), expected at most "
            f"{CLOSED:g}; `project` closes it"
        )
    return at


def expand(model: LoopModel, y: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return the tree configuration with the independent coordinates y in which all loops close.

    Newton's method for the dependent coordinates, until a step is rounding. It follows the branch
    of the loops on which `near` lies: where a step is long, the way from there to y is gone in
    parts. [Chignoli et al., Sec. II-B]

    Parameters
    ----------
    model : LoopModel
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
        The model has no independent configurations; a quaternion off unit norm; loops that
        cannot be closed at y on this branch: names them.
    """
    if model.independent_q is None:
        raise ConfigurationError(
            "a joint of several degrees of freedom is independent in part: configurations of this "
            f"model are those of its tree, of shape ({model.tree.nq},)"
        )
    given = real_numbers("y", y)
    if given.shape != (model.nq,):
        raise ShapeError(
            f"q has shape {given.shape}, expected ({model.nq},) independent coordinates or "
            f"({model.tree.nq},) of the tree"
        )
    goal = real_array("q", given, (len(given),))
    start = model.assembly if near is None else real_array("near", near, (model.tree.nq,))
    aim = start.copy()
    aim[model.independent_q] = goal
    aim = checked_configuration(model.tree, aim)
    q = checked_configuration(model.tree, start, "near")
    return _follow(model, q, aim)


def _follow(model: LoopModel, q: Array, aim: Array) -> Array:
    """Go from q to the independent coordinates of aim, cluster by cluster, in parts if need be."""
    tables = loop_tables(model)
    way = model.tree.difference(q, aim)
    q = q.copy()
    for k, cluster in enumerate(model.clusters):
        own = model.independent[list(model.cluster_independent[k])]
        size = float(np.abs(way[own] / tables.tree_units[own]).max(initial=0.0))
        longest = LONGEST_PART / size if cluster.loops and size > LONGEST_PART else 1.0
        done, part = 0.0, longest
        base = q
        while done < 1.0:
            share = min(1.0, done + part)
            step = np.zeros(model.tree.nv)
            step[own] = (share - done) * way[own]
            moved = model.tree.integrate(base, step)
            if share == 1.0:
                _copy_independent(model, k, aim, moved)
            closed = _newton(model, tables, k, moved)
            if closed is None:
                part /= 2
                if part < SMALLEST:
                    raise ConfigurationError(
                        f"{_loop_names(model, cluster.loops)}: does not close beyond {done:.6g} of "
                        "the way from `near` to the given independent coordinates"
                    )
                continue
            base, done = closed, share
            part = min(2 * part, longest)
        q = base
    return q


def _copy_independent(model: LoopModel, k: int, aim: Array, q: Array) -> None:
    """Give q the independent coordinates of cluster k as they were asked for, to the last bit."""
    own = set(model.independent[list(model.cluster_independent[k])].tolist())
    for i in model.clusters[k].bodies:
        if int(model.tree.idx_v[i]) in own:
            at = slice(int(model.tree.idx_q[i]), int(model.tree.idx_q[i]) + model.tree.joints[i].nq)
            q[at] = aim[at]


def _newton(model: LoopModel, tables: LoopTables, k: int, q: Array) -> Array | None:
    """Close cluster k by its dependent coordinates; None where the start is too far away."""
    cluster = model.clusters[k]
    q = coupled(model, k, q)
    if not cluster.loops:
        return q
    moving = list(cluster.velocities)
    units = tables.tree_units[moving]
    # what stays of a step when coordinates are large numbers
    limit = max(CLOSED / 8, 16 * ROUNDING * float(np.abs(q).max()))
    last = LONGEST
    for n in range(STEPS):
        step = np.zeros(model.tree.nv)
        values = coupling_values(model, tables, q)
        if not constraints.run_newton_step(tables, k, q, values, step):
            return None
        size = float(np.abs(step[moving] / units).max(initial=0.0))
        if not size <= LONGEST or (n > 1 and size > last / 2):
            # below the rounding of the residual steps shrink no more
            return q if size < limit else None
        q = coupled(model, k, model.tree.integrate(q, step))
        if size <= ROUNDING:
            return q
        last = size
    return None


def coupled(model: LoopModel, k: int, q: Array) -> Array:
    """q with the driven coordinates of cluster k put to gamma of their sources."""
    if not model.clusters[k].couplings:
        return q
    moved = q.copy()
    for iq, value in driven_values(DOUBLES, model, k, q.tolist()).items():
        moved[iq] = value
    return moved


def project(model: LoopModel, q: ArrayLike) -> Array:
    """Return the nearest closed configuration: repeated least-norm corrections of all coordinates.

    Parameters
    ----------
    model : LoopModel
    q : (tree.nq,)
        A tree configuration near one that closes the loops, as integration leaves it.

    Returns
    -------
    (tree.nq,) array
        Closed to rounding. Corrections are least in rad and lengths of the loop.

    Raises
    ------
    ShapeError, NonFiniteError
        q of another shape, NaN or infinity.
    ConfigurationError
        A quaternion off unit norm; loops that do not close from there: names the worst.
    """
    at = checked_configuration(model.tree, real_array("q", q, (model.tree.nq,)))
    tables = loop_tables(model)
    rows = np.array([unit for _, unit in tables.owners])
    columns = tables.tree_units
    still = np.zeros(model.tree.nv)
    last = np.inf
    for _ in range(STEPS):
        phi, K, _ = equations(model, at, still)
        scaled = K / rows[:, None] * columns
        # redundant rows: singular values below this are not followed
        step = -np.linalg.lstsq(scaled, phi / rows, rcond=CLOSED)[0]
        size = float(np.abs(step).max(initial=0.0))
        if not size < last / 2 and size < CLOSED:
            break
        at = model.tree.integrate(at, columns * step)
        if size <= ROUNDING or not size <= 1e3:
            break
        last = size
    for k in range(len(model.clusters)):
        at = coupled(model, k, at)
    return tree_configuration(model, at)


def _loop_names(model: LoopModel, loops: Sequence[int]) -> str:
    return "loop " + ", ".join(repr(model.loops[at].name) for at in loops)


def singular(model: LoopModel, k: int, q: Array) -> SingularError:
    """The error for a cluster whose dependent coordinates do not follow from the independent."""
    cluster = model.clusters[k]
    names = _loop_names(model, cluster.loops)
    found = np.linalg.svd(scaled_jacobian(model, k, q), compute_uv=False)
    rank = int((found > SINGULAR).sum())
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
