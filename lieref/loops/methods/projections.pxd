"""The methods that the recursions over clusters are compared with, for other people's Cython.

Fill a call, run it without the GIL. Memory of doubles; nothing is checked.
"""

from lieref.loops.methods.projection_table cimport ProjectionTable

cdef enum Method:
    DENSE = 0           # G^T H G as a full matrix, Cholesky
    SPARSE = 1          # the same in the branch-induced sparsity of the tree of clusters
    APPROXIMATE = 2     # independent tree and the diagonal of the rotors' inertia
    FULL = 3            # independent tree and G_r^T I_r G_r
    UNCONSTRAINED = 4   # independent tree


# Forces of a motion, or accelerations that forces cause, in the body representation of free bases.
cdef struct ProjectionCall:
    Method method
    const double* q             # (tree.nq,); of the approximations that of the independent tree
    # (tree.nv,) G ydot or, of the approximations, ydot; NULL: it rests and nothing has weight
    const double* v
    const double* G             # packed
    const double* bias          # (tree.nv,) g; not read by the approximations
    const double* wrenches      # (nbodies, 6) or NULL, bodies of the tree in question
    bint inertial_wrenches
    const double* tau           # (nv,)
    double* vdot                # (nv,), written
    void* workspace             # projection_workspace(...) doubles

# -1, or the index in y of a singular coordinate
cdef size_t projection_workspace(ProjectionTable table) noexcept nogil
cdef int run_projection(ProjectionTable table, const ProjectionCall* call) noexcept nogil

# Forces that a motion takes, free bases in any representation.
cdef struct TorquesCall:
    Method method               # DENSE or an approximation
    int base                    # 0 body, 1 spatial, 2 hybrid, 3 mixed
    const double* q             # as of ProjectionCall, not NULL
    const double* v
    const double* G
    const double* bias
    const double* wrenches
    bint inertial_wrenches
    const double* vdot          # (nv,)
    double* tau                 # (nv,), written
    void* workspace             # projection_workspace(...) doubles

cdef void run_projected_torques(ProjectionTable table, const TorquesCall* call) noexcept nogil

# Equations with multipliers.
cdef struct MultiplierCall:
    const double* q             # (tree.nq,)
    const double* v             # (tree.nv,); NULL: no velocity forces, nothing has weight
    const double* K             # (count, tree.nv), redundant rows allowed
    const double* k             # (count,) K qddot = k
    int count
    const double* wrenches
    bint inertial_wrenches
    const double* tau           # (tree.nv,)
    double* vdot                # (tree.nv,), written
    double* forces              # (tree.nv,) K^T lambda, written
    void* workspace             # multiplier_workspace(...) doubles

# -1; a singular coordinate of the tree; or -2, K has lost rank
cdef size_t multiplier_workspace(ProjectionTable table, int count) noexcept nogil
cdef int run_multipliers(ProjectionTable table, const MultiplierCall* call) noexcept nogil

# Inverse operational-space inertia.
cdef struct ProjectedEnds:
    Method method
    int count                   # ends
    const double* q             # (tree.nq,)
    const double* q_kept        # (kept.nq,), read by the approximations
    const double* G
    const int* bodies           # (count,) bodies of the tree
    const double* frames        # (count, 12): axes of the end -> body axes by rows, origin (m)
    double* inertia             # (6 count, 6 count), written
    void* workspace             # projected_ends_workspace(...) doubles

cdef size_t projected_ends_workspace(ProjectionTable table, int count) noexcept nogil
cdef int run_projected_ends(ProjectionTable table, const ProjectedEnds* call) noexcept nogil
