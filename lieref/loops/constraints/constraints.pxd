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

# First cluster whose loops are singular, or -1.
cdef int constraint_stage(LoopTables t, const Stage* stage) noexcept nogil

# How open a loop may be, in rad and in lengths of the loop, and how far a driven coordinate may be
# off its coupling, in rad or m.
cdef double CLOSED

# The closed tree configuration of independent coordinates y (nq,), by Newton's method from the
# tree configuration `near` or the assembly; everything is checked.
cdef cnp.ndarray closed_from(object model, LoopTables t, object y, object near)
