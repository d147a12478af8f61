# The constraint stage over second-order numbers: G and g of displaced configurations, and with
# them their derivatives. Plain twin: constraint_partials_twin.py.

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport fabs, fmax
from libc.string cimport memcpy, memset

from lieref.loops.constraints cimport Stage
from lieref.loops.loop_tables cimport (
    PLANE,
    TWISTED,
    UNIVERSAL,
    ClusterTable,
    LoopTable,
    LoopTables,
)
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Model

include "loop_numbers.pxi"
include "loop_poses.pxi"
include "constraints.pxi"

cdef extern from *:
    """
    #ifndef LIEREF_DEBUG
    #define LIEREF_DEBUG 0
    #endif
    """
    bint LIEREF_DEBUG

cdef enum:
    LINE = 64


cdef int _stages(LoopTables t, const Stage* stage) noexcept nogil:
    """G and g of all clusters; returns the first singular cluster, or -1."""
    cdef int k
    cdef const ClusterTable* cluster
    cdef Places at
    for k in range(t.n_clusters):
        cluster = &t.clusters[k]
        if cluster.G < 0:
            free_cluster(t, cluster, stage)
        elif not cluster_finish(t, cluster, cluster_start(t, cluster, stage, &at), &at, stage,
                                stage.measure + k):
            return k
    return -1


def run(LoopTables tables not None, const double[:, :, :, ::1] q, const double[::1] ydot,
        const double[:, :, :, ::1] driven, double[:, :, :, ::1] G, double[:, :, :, ::1] g):
    """Fill G and g of displaced configurations; the singular cluster or -1.

    Parameters
    ----------
    tables : LoopTables
    q : (batches, tree.nq, 4, PAIRS)
        PAIRS configurations a batch, each number as value and parts of e1, e2 and e1 e2.
    ydot : (nv,)
    driven : (batches, n_driven, 4, PAIRS)
        Values of the couplings' functions, see `lieref.loops.coupling_values`.
    G, g : (batches, n_G, 4, PAIRS), (batches, tree.nv, 4, PAIRS)
    """
    cdef Stage stage
    cdef int failed = -1
    cdef Py_ssize_t b
    cdef size_t nq = tables.tree.nq
    cdef size_t nv = tables.tree.nv
    cdef size_t reals = nq + tables.n_driven + tables.n_G + 2 * nv + tables.n_work
    cdef size_t bytes = LINE + reals * sizeof(real) + tables.n_clusters * sizeof(double)
    cdef void* memory = PyMem_RawMalloc(bytes)
    if memory == NULL:
        raise MemoryError(f"{bytes} bytes of workspace")
    if LIEREF_DEBUG:
        # what a kernel reads before it has written it becomes NaN in its result
        memset(memory, 0xFF, bytes)
    cdef real* at = <real*> ((<size_t> memory + LINE - 1) & ~(<size_t> LINE - 1))
    cdef real* values = at + nq
    cdef real* matrix = values + tables.n_driven
    cdef real* bias = matrix + tables.n_G
    cdef real* work = bias + 2 * nv
    stage.q, stage.driven = <double*> at, <double*> values
    stage.G, stage.g, stage.qdot = <double*> matrix, <double*> bias, <double*> (bias + nv)
    stage.work, stage.measure = <double*> work, <double*> (work + tables.n_work)
    stage.opening = NULL
    stage.ydot = &ydot[0] if ydot.shape[0] else NULL
    with nogil:
        for b in range(q.shape[0]):
            if nq:
                memcpy(at, &q[b, 0, 0, 0], nq * sizeof(real))
            if tables.n_driven:
                memcpy(values, &driven[b, 0, 0, 0], tables.n_driven * sizeof(real))
            failed = _stages(tables, &stage)
            if failed >= 0:
                break
            if tables.n_G:
                memcpy(&G[b, 0, 0, 0], matrix, tables.n_G * sizeof(real))
            if nv:
                memcpy(&g[b, 0, 0, 0], bias, nv * sizeof(real))
    PyMem_RawFree(memory)
    return failed
