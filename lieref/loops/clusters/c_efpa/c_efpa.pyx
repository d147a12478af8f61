# cython: language_level=3
"""C-EFPA [Chignoli, Sec. VIII] of a state whose G is known: from tables to its passes."""

from lieref.calls cimport entry, release, take
from lieref.loops.clusters.group_table cimport GroupTable, require_sizes
from lieref.model.model cimport Model

import numpy as np
from numpy.typing import NDArray

ctypedef int (*RunEnds)(Model, GroupTable, const EndsCall*) noexcept nogil
ctypedef size_t (*EndsWorkspace)(Model, GroupTable, int) noexcept nogil

# The build that this processor runs; it shares a module with the C-ABA.
cdef RunEnds c_efpa = <RunEnds> entry("_c_aba_wide", "ENDS", "ends_run")
cdef EndsWorkspace c_efpa_workspace = <EndsWorkspace> entry(
    "_c_aba_wide", "ENDS_WORKSPACE", "ends_workspace")


cdef size_t ends_workspace(Model model, GroupTable table, int count) noexcept nogil:
    return c_efpa_workspace(model, table, count)


cdef int run_ends(Model model, GroupTable table, const EndsCall* call) noexcept nogil:
    return c_efpa(model, table, call)


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
    require_sizes(table, q, G)
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
