"""The C-ABA for other people's Cython: fill a ClusterCall, run it without the GIL."""

from lieref.loops.clusters.group_table cimport GroupTable
from lieref.model.model cimport Model

# Every function takes the tree beside its table. Memory of doubles; nothing is checked.

# One call of the C-ABA. Memory of doubles, or of vectors of them for the build over states.
cdef struct ClusterCall:
    int base                    # 0 body, 1 spatial, 2 hybrid, 3 mixed
    const void* q               # (tree.nq,)
    const void* v               # (tree.nv,) velocity of the tree, G ydot
    const void* G               # (packed,) blocks of the constrained clusters
    const void* bias            # (tree.nv,) g of qddot = G yddot + g
    const double* gravity       # (3,) inertial axes, m/s^2
    const void* wrenches        # (nbodies, 6) or NULL
    bint inertial_wrenches      # resolved in inertial instead of body axes
    const void* tau             # (nv,) on the independent coordinates
    void* vdot                  # (nv,), written
    void* workspace             # cluster_workspace(...) scalars

cdef size_t cluster_workspace(Model model, GroupTable table, bint inertial_wrenches) noexcept nogil
# -1, or the number of the singular group
cdef int run_c_aba(Model model, GroupTable table, const ClusterCall* call) noexcept nogil
