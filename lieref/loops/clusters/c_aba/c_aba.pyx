# cython: language_level=3
"""C-ABA [Chignoli, Alg. 1] of a state whose G and g are known: from tables to its passes."""

from lieref.calls cimport entry, release, take
from lieref.loops.clusters.group_table cimport GroupTable, require_sizes
from lieref.model.model cimport Model

import numpy as np
from numpy.typing import NDArray

ctypedef int (*Run)(Model, GroupTable, const ClusterCall*) noexcept nogil
ctypedef size_t (*Workspace)(Model, GroupTable, bint) noexcept nogil

# The build that this processor runs.
cdef Run c_aba = <Run> entry("_c_aba_wide", "RUN", "cluster_run")
cdef Workspace c_aba_workspace = <Workspace> entry("_c_aba_wide", "WORKSPACE", "cluster_workspace")


cdef size_t cluster_workspace(Model model, GroupTable table, bint inertial_wrenches) noexcept nogil:
    return c_aba_workspace(model, table, inertial_wrenches)


cdef int run_c_aba(Model model, GroupTable table, const ClusterCall* call) noexcept nogil:
    return c_aba(model, table, call)


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
    require_sizes(table, q, G)
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
