"""The constraint stage for other kernels: G, g and qdot of one state, without the GIL."""

cimport numpy as cnp

from lieref.loops.constraints.loop_tables cimport LoopTables

# Pointers of one state; nothing is checked. The build over second-order numbers takes pointers to
# these for q, driven, G, g, qdot and work.
cdef struct Stage:
    const double* q         # (tree.nq,) closes the loops
    const double* ydot      # (nv,)
    const double* driven    # (n_driven,) values of the couplings' functions
    double* G               # (n_G,)
    double* g               # (tree.nv,)
    double* qdot            # (tree.nv,)
    double* measure         # (n_clusters,) smallest scaled pivot by the largest
    double* opening         # (n_clusters,) largest residual, rad or loop lengths; or NULL
    double* work            # (n_work,)

# `driven` of a state where the couplings' functions have been traced; registers: t.programs has
# their number.
cdef void coupling_stage(LoopTables t, const double* q, double* registers,
                         double* driven) noexcept nogil

# First cluster whose loops are singular, or -1.
cdef int constraint_stage(LoopTables t, const Stage* stage) noexcept nogil

# The same along a motion of any order, as Taylor coefficients x^(k)/k!; see motion_series.pxi.
# Where functions couple joints they must have been traced.
cdef struct Motion:
    int n                   # coefficients of qdot
    const double* q         # (tree.nq,)
    double* qdot            # (n, tree.nv)
    double* G               # (n, n_G); clusters without loops and functions have the first only
    double* measure         # (n_clusters,) and opening, as of a Stage
    double* opening
    double* work            # (motion_size(...),)

cdef size_t motion_size(LoopTables t, int n) noexcept nogil
# G_0, and the factors for every order: the first singular cluster, or -1; then for each m: qdot_m
# of y_m = 0, and G_m, for m > 0, and what y_m adds. qdot_0 is given as zeros.
cdef int motion_start(LoopTables t, const Motion* motion) noexcept nogil
cdef void motion_next(LoopTables t, const Motion* motion, int m, bint with_G) noexcept nogil
cdef void motion_add(LoopTables t, const Motion* motion, int m, const double* y,
                     double factor) noexcept nogil
# Coefficients first to last of G^T tau, in rows of nv, of forces on the tree.
cdef void motion_forces(LoopTables t, const Motion* motion, const double* tau, int first, int last,
                        double* out) noexcept nogil

# How open a loop may be, in rad and in lengths of the loop, and how far a driven coordinate may be
# off its coupling, in rad or m.
cdef double CLOSED

cdef inline bint is_open(LoopTables t, int failed, const double* opening,
                         int states) noexcept nogil:
    """Whether a cluster up to the singular one is open in one of so many states; not, if NULL."""
    cdef int k
    if opening != NULL:
        for k in range(states * (t.n_clusters if failed < 0 else failed + 1)):
            if not opening[k] <= CLOSED:
                return True
    return False

# The closed tree configuration of independent coordinates y (nq,), by Newton's method from the
# tree configuration `near` or the assembly; everything is checked.
cdef cnp.ndarray closed_from(object model, LoopTables t, object y, object near)
