"""The C-EFPA for other people's Cython: fill an EndsCall, run it without the GIL."""

from lieref.loops.clusters.group_table cimport GroupTable
from lieref.model.model cimport Model

# Every function takes the tree beside its table. Memory of doubles; nothing is checked.

# One call of the C-EFPA.
cdef struct EndsCall:
    int count                   # ends
    const double* q             # (tree.nq,)
    const double* G             # (packed,)
    const int* bodies           # (count,)
    const double* frames        # (count, 12): axes of the end -> body axes by rows, origin (m)
    double* inertia             # (6 count, 6 count) inverse operational-space inertia, written
    void* workspace             # ends_workspace(...) doubles

cdef size_t ends_workspace(Model model, GroupTable table, int count) noexcept nogil
cdef int run_ends(Model model, GroupTable table, const EndsCall* call) noexcept nogil
