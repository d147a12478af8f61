# cython: language_level=3
"""C-RNEA [Chignoli, Sec. VI] of a state whose G and g are known.

The transforms between clusters are written body by body: the open tree's recursion computes the
forces of the rates G ydot and G yddot + g, and G^T takes them to the independent coordinates. G is
packed, see `GroupTable`: blocks of the constrained clusters; the other rows are those of the unit
matrix.
"""

from lieref.calls cimport release, take
from lieref.dynamics cimport inverse_dynamics as tree_inverse
from lieref.loops.clusters.group_table cimport Group, GroupTable, Rows, require_sizes
from lieref.model.model cimport Model
from lieref.model.tree.widths cimport width

import numpy as np
from numpy.typing import NDArray


cdef void spread(Model model, GroupTable table, const double* G, const double* y,
                 double* out) noexcept nogil:
    """out = G y on the coordinates of the tree   [Chignoli, Sec. II-B]"""
    cdef int k, a, i, r, c, iv
    cdef double total
    cdef const Group* group
    cdef const Rows* rows
    for k in range(table.ngroups):
        group = table.groups + k
        for a in range(group.count):
            i = table.order[group.first + a]
            rows = table.rows + i
            iv = model.iv[i]
            for r in range(width(model.kind[i])):
                if rows.offset < 0:
                    out[iv + r] = y[table.columns[group.column + rows.column + r]]
                    continue
                total = 0
                for c in range(rows.width):
                    total += (G[rows.offset + r * rows.width + c]
                              * y[table.columns[group.column + rows.column + c]])
                out[iv + r] = total


cdef void gather(Model model, GroupTable table, const double* G, const double* tau,
                 double* out) noexcept nogil:
    """out = G^T tau, tau on the coordinates of the tree   [Chignoli, Sec. II-C]"""
    cdef int k, a, i, r, c, iv
    cdef const Group* group
    cdef const Rows* rows
    for k in range(table.nv):
        out[k] = 0
    for k in range(table.ngroups):
        group = table.groups + k
        for a in range(group.count):
            i = table.order[group.first + a]
            rows = table.rows + i
            iv = model.iv[i]
            for r in range(width(model.kind[i])):
                if rows.offset < 0:
                    out[table.columns[group.column + rows.column + r]] += tau[iv + r]
                    continue
                for c in range(rows.width):
                    out[table.columns[group.column + rows.column + c]] += (
                        G[rows.offset + r * rows.width + c] * tau[iv + r])


cdef void run_c_rnea(Model model, GroupTable table, const double* G,
                     const tree_inverse.Call* call, double* tau) noexcept nogil:
    """tau = G^T tau_tree(q, G ydot, G yddot + g)   [Chignoli, Sec. VI]"""
    tree_inverse.run_inverse_dynamics(model, call)
    gather(model, table, G, <const double*> call.tau, tau)


def tree_rates(
    GroupTable table not None, const double[::1] G not None: NDArray[np.float64],
    const double[::1] y not None: NDArray[np.float64],
) -> NDArray[np.float64]:
    """G y: rates of y as rates of the tree, (tree.nv,)."""
    cdef Model model = table.model
    out = np.empty(model.nv)
    cdef double[::1] view = out
    if table.nv and model.nv:
        spread(model, table, &G[0], &y[0], &view[0])
    return out


def independent_forces(
    GroupTable table not None, const double[::1] G not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
) -> NDArray[np.float64]:
    """G^T tau: forces on the tree as forces on y, (nv,)."""
    out = np.empty(table.nv)
    cdef double[::1] view = out
    if table.nv and tau.shape[0]:
        gather(table.model, table, &G[0], &tau[0], &view[0])
    return out


def c_rnea(
    GroupTable table not None, int base, const double[::1] q not None: NDArray[np.float64],
    const double[:, ::1] v not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64], wrenches: NDArray[np.float64] | None = None,
    bint inertial_wrenches=False,
) -> NDArray[np.float64]:
    """Forces on y, (nv,), of tree rates v = (G ydot, G yddot + g): the C-RNEA body by body.

    wrenches: (nbodies, 6) or None. Shapes and numbers were checked by the caller.
    """
    cdef Model model = table.model
    cdef tree_inverse.Call call
    cdef const double[:, ::1] applied
    out, whole = np.empty(table.nv), np.empty(model.nv)
    cdef double[::1] tau = out
    cdef double[::1] torques = whole
    require_sizes(table, q, G)
    if table.nv == 0:
        return out
    call.r = 0
    call.base = base
    call.q = &q[0]
    call.v = &v[0, 0]
    call.wrenches = NULL
    call.inertial_wrenches = inertial_wrenches
    if wrenches is not None:
        applied = wrenches
        call.wrenches = &applied[0, 0]
    call.tau_ext = NULL
    call.tau = &torques[0]
    call.workspace = take(NULL, tree_inverse.workspace_size(
        model, 0, wrenches is not None and inertial_wrenches))
    with nogil:
        run_c_rnea(model, table, &G[0], &call, &tau[0])
    release(call.workspace, NULL)
    return out
