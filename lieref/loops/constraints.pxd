"""The constraint stage for other kernels: G, g and qdot of one state, without the GIL."""

from lieref.loops.loop_tables cimport LoopTables

# Pointers of one state; nothing is checked.
cdef struct Stage:
    const double* q         # (tree.nq,) closes the loops
    const double* ydot      # (nv,)
    const double* driven    # (n_driven,) values of the couplings' functions
    double* G               # (n_G,)
    double* g               # (tree.nv,)
    double* qdot            # (tree.nv,)
    double* measure         # (n_clusters,) smallest scaled pivot by the largest
    double* work            # (n_work,)

# First cluster whose loops are singular, or -1.
cdef int constraint_stage(LoopTables t, const Stage* stage) noexcept nogil
