"""The recursions over clusters for other people's Cython: fill a Call, run it without the GIL."""

from lieref.dynamics cimport inverse_dynamics as tree_inverse
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
cdef int run_cluster_dynamics(Model model, GroupTable table,
                              const ClusterCall* call) noexcept nogil

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

# The C-RNEA: the tree's call (q, rates G ydot and G yddot + g, room for its forces), then
# tau (nv,) = G^T of its forces
cdef void run_cluster_torques(Model model, GroupTable table, const double* G,
                              const tree_inverse.Call* call, double* tau) noexcept nogil

# G^T tau (nv,) of forces on the tree, and G y (tree.nv,) of rates of the independent coordinates
cdef void gather(Model model, GroupTable table, const double* G, const double* tau,
                 double* out) noexcept nogil
cdef void spread(Model model, GroupTable table, const double* G, const double* y,
                 double* out) noexcept nogil
