# cython: language_level=3
"""C-RNEA, C-ABA and C-EFPA for a state whose G and g are known: from tables to compiled passes."""

from lieref.calls cimport entry, release, take
from lieref.dynamics cimport inverse_dynamics as tree_inverse
from lieref.loops.clusters.group_table cimport Group, GroupTable, Rows
from lieref.model.model cimport Model
from lieref.model.tree.widths cimport width

import numpy as np
from numpy.typing import NDArray

ctypedef int (*Run)(Model, GroupTable, const ClusterCall*) noexcept nogil
ctypedef size_t (*Workspace)(Model, GroupTable, bint) noexcept nogil
ctypedef int (*RunEnds)(Model, GroupTable, const EndsCall*) noexcept nogil
ctypedef size_t (*EndsWorkspace)(Model, GroupTable, int) noexcept nogil

# Builds that this processor runs.
cdef Run c_aba = <Run> entry("_c_aba_wide", "RUN", "cluster_run")
cdef Workspace c_aba_workspace = <Workspace> entry("_c_aba_wide", "WORKSPACE", "cluster_workspace")
cdef RunEnds c_efpa = <RunEnds> entry("_c_aba_wide", "ENDS", "ends_run")
cdef EndsWorkspace c_efpa_workspace = <EndsWorkspace> entry(
    "_c_aba_wide", "ENDS_WORKSPACE", "ends_workspace")


cdef size_t cluster_workspace(Model model, GroupTable table, bint inertial_wrenches) noexcept nogil:
    return c_aba_workspace(model, table, inertial_wrenches)


cdef int run_cluster_dynamics(Model model, GroupTable table,
                              const ClusterCall* call) noexcept nogil:
    return c_aba(model, table, call)


cdef size_t ends_workspace(Model model, GroupTable table, int count) noexcept nogil:
    return c_efpa_workspace(model, table, count)


cdef int run_ends(Model model, GroupTable table, const EndsCall* call) noexcept nogil:
    return c_efpa(model, table, call)


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
                if rows.place < 0:
                    out[table.columns[group.column + rows.column + r]] += tau[iv + r]
                    continue
                for c in range(rows.width):
                    out[table.columns[group.column + rows.column + c]] += (
                        G[rows.place + r * rows.width + c] * tau[iv + r])


cdef void spread(Model model, GroupTable table, const double* G, const double* y,
                 double* out) noexcept nogil:
    """out = G y on the coordinates of the tree"""
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
                if rows.place < 0:
                    out[iv + r] = y[table.columns[group.column + rows.column + r]]
                    continue
                total = 0
                for c in range(rows.width):
                    total += (G[rows.place + r * rows.width + c]
                              * y[table.columns[group.column + rows.column + c]])
                out[iv + r] = total


cdef void run_cluster_torques(Model model, GroupTable table, const double* G,
                              const tree_inverse.Call* call, double* tau) noexcept nogil:
    tree_inverse.run_inverse_dynamics(model, call)
    gather(model, table, G, <const double*> call.tau, tau)


cdef int _pointer_check(GroupTable table, const double[::1] q, const double[::1] G) except -1:
    if q.shape[0] != table.model.nq or G.shape[0] < table.packed:
        raise ValueError("q or G of another mechanism")
    return 0


def reduced_forces(
    GroupTable table not None, const double[::1] G not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
) -> NDArray[np.float64]:
    """G^T tau: forces on the tree as forces on y, (nv,)."""
    out = np.empty(table.nv)
    cdef double[::1] view = out
    if table.nv and tau.shape[0]:
        gather(table.model, table, &G[0], &tau[0], &view[0])
    return out


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
    _pointer_check(table, q, G)
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
        run_cluster_torques(model, table, &G[0], &call, &tau[0])
    release(call.workspace, NULL)
    return out


def c_aba_accelerations(
    GroupTable table not None, int base, const double[::1] q not None: NDArray[np.float64],
    const double[::1] v not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64],
    const double[::1] g not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
    const double[::1] gravity not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> tuple[NDArray[np.float64], int]:
    """yddot (nv,) and -1, or the number of the singular group.

    v: (tree.nv,) rates G ydot of the tree. Shapes and numbers were checked by the caller.
    """
    cdef Model model = table.model
    cdef ClusterCall call
    cdef const double[:, ::1] applied
    cdef int singular
    out = np.empty(table.nv)
    cdef double[::1] vdot = out
    _pointer_check(table, q, G)
    if table.nv == 0:
        return out, -1
    call.base = base
    call.q = &q[0]
    call.v = &v[0]
    call.G = &G[0]
    call.bias = &g[0]
    call.gravity = &gravity[0]
    call.wrenches = NULL
    call.inertial_wrenches = inertial_wrenches
    if wrenches is not None:
        applied = wrenches
        call.wrenches = &applied[0, 0]
    call.tau = &tau[0]
    call.vdot = &vdot[0]
    call.workspace = take(NULL, c_aba_workspace(
        model, table, wrenches is not None and inertial_wrenches))
    with nogil:
        singular = c_aba(model, table, &call)
    release(call.workspace, NULL)
    return out, singular


def c_efpa_inertia(
    GroupTable table not None, const double[::1] q not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64],
    const int[::1] bodies not None: NDArray[np.intc],
    const double[:, ::1] frames not None: NDArray[np.float64],
) -> tuple[NDArray[np.float64], int]:
    """Omega (6 m, 6 m) of m ends and -1, or the number of a singular group.

    The table takes every joint as a group; frames: (m, 12), see EndsCall.
    """
    cdef Model model = table.model
    cdef EndsCall call
    cdef int singular
    cdef int m = <int> bodies.shape[0]
    out = np.zeros((6 * m, 6 * m))
    cdef double[:, ::1] inertia = out
    _pointer_check(table, q, G)
    if m == 0 or table.nv == 0:
        return out, -1
    call.count = m
    call.q = &q[0]
    call.G = &G[0]
    call.bodies = &bodies[0]
    call.frames = &frames[0, 0]
    call.inertia = &inertia[0, 0]
    call.workspace = take(NULL, c_efpa_workspace(model, table, m))
    with nogil:
        singular = c_efpa(model, table, &call)
    release(call.workspace, NULL)
    return out, singular
