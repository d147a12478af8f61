# The constraint stage over second-order numbers: G and g of displaced configurations, and with
# them their derivatives. Plain twin: constraint_partials_twin.py.

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport fabs, fmax

from lieref.loops.constraints.constraints cimport Stage
from lieref.loops.constraints.loop_tables cimport (
    PLANE,
    TWISTED,
    UNIVERSAL,
    ClusterTable,
    LoopTable,
    LoopTables,
    driven_hessian_at,
    implicit_hessian_at,
    implicit_rows_at,
    is_rounding,
)
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Model

include "loop_numbers.pxi"
include "loop_poses.pxi"
include "explicit_constraints.pxi"
include "constraint_bias.pxi"


cdef int run(LoopTables t, const Stage* stage, const int* clusters, int count) noexcept nogil:
    """G and g of some clusters whose G is no identity; the first singular one, or -1."""
    cdef int i, k
    cdef const ClusterTable* cluster
    cdef const real* gamma
    cdef ClusterWork at
    for i in range(count):
        k = clusters[i]
        cluster = &t.clusters[k]
        gamma = cluster_start(t, cluster, stage, &at)
        if not cluster_finish(t, cluster, gamma, &at, stage, stage.measure + k):
            return k
    return -1


RUN = PyCapsule_New(<void*> run, "lieref.displaced_constraints", NULL)
