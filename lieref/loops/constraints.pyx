"""The compiled constraint stage, and what of it Python needs; checks are in `constraint_state`."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport M_PI, atan2, cos, fabs, fmax, rint, sin
from libc.string cimport memset

from lieref.algebra.se3 cimport se3_ad_mul
from lieref.algebra.so3 cimport cross, quaternion_to_matrix
from lieref.loops.loop_tables cimport UNIVERSAL, TWISTED, ClusterTable, LoopTable, LoopTables
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Model

# A scaled pivot below this is rounding, as in constraint_twin.py.
cdef double FLOOR = 2.0 ** -45

include "loop_poses.pxi"
include "constraints.pxi"
include "loop_equations.pxi"


cdef extern from * nogil:
    """
    #ifndef LIEREF_DEBUG
    #define LIEREF_DEBUG 0
    #endif
    """
    enum: LIEREF_DEBUG


cdef double* _work(LoopTables tables) except NULL:
    cdef double* work = <double*> PyMem_RawMalloc((tables.n_work + 1) * sizeof(double))
    if work == NULL:
        raise MemoryError(f"{tables.n_work} doubles of workspace")
    if LIEREF_DEBUG:
        # what a kernel reads before it has written it becomes NaN in its result
        memset(work, 0xFF, (tables.n_work + 1) * sizeof(double))
    return work


cdef inline double* _data(double[::1] x) noexcept:
    return &x[0] if x.shape[0] else NULL


cdef inline const double* _constant(const double[::1] x) noexcept:
    return &x[0] if x.shape[0] else NULL


def run(LoopTables tables not None, const double[::1] q, const double[::1] ydot,
        const double[::1] driven, double[::1] G, double[::1] g, double[::1] qdot,
        double[::1] measure):
    """Fill G (n_G,), g and qdot (tree.nv,), measure (n_clusters,); the singular cluster or -1."""
    cdef Stage stage
    cdef int failed
    stage.q, stage.ydot, stage.driven = _constant(q), _constant(ydot), _constant(driven)
    stage.G, stage.g, stage.qdot = _data(G), _data(g), _data(qdot)
    stage.measure = _data(measure)
    stage.work = _work(tables)
    with nogil:
        failed = constraint_stage(tables, &stage)
    PyMem_RawFree(stage.work)
    return failed


def run_equations(LoopTables tables not None, const double[::1] q, const double[::1] driven,
                  const double[::1] qdot, double[::1] phi, double[:, ::1] K, double[::1] bias):
    """Fill phi (n_closing,), K (n_closing, tree.nv), given as zeros, and k (n_closing,)."""
    cdef double* work = _work(tables)
    cdef double* rows = &K[0, 0] if K.shape[0] and K.shape[1] else NULL
    cdef const double* at = _constant(q)
    cdef const double* values = _constant(driven)
    cdef const double* rate = _constant(qdot)
    cdef double* to = _data(phi)
    cdef double* right = _data(bias)
    with nogil:
        equations(tables, at, values, rate, work, to, rows, right)
    PyMem_RawFree(work)


def run_newton_step(LoopTables tables not None, int k, const double[::1] q,
                    const double[::1] driven, double[::1] step):
    """Fill step (tree.nv,), given as zeros, with Newton's in cluster k; the pivots' ratio.

    The ratio is 0 where the loops of the cluster are singular.
    """
    cdef double* work = _work(tables)
    cdef double measure = 0
    cdef bint solved
    cdef const double* at = _constant(q)
    cdef const double* values = _constant(driven)
    cdef double* to = _data(step)
    with nogil:
        solved = newton_step(tables, k, at, values, work, to, &measure)
    PyMem_RawFree(work)
    return measure if solved else 0.0
