"""The compiled constraint stage, and what of it Python needs; checks are in `constraint_state`."""

from cpython.exc cimport PyErr_CheckSignals
from libc.float cimport DBL_EPSILON
from libc.math cimport M_PI, atan2, cos, fabs, fmax, fmin, isfinite, rint, sin
from libc.string cimport memcpy
cimport numpy as cnp

from lieref.calls cimport LINE, cache_aligned, entry, release, take
from lieref.algebra.groups.se3 cimport se3_exp, se3_log
from lieref.algebra.groups.so3 cimport (
    quaternion_multiply,
    quaternion_to_matrix,
    so3_exp_quaternion,
    so3_log_quaternion,
)
from lieref.loops.constraints.loop_tables cimport (
    PLAIN,
    PLANE,
    TWISTED,
    UNIVERSAL,
    ClusterTable,
    LoopTable,
    LoopTables,
    driven_hessian_at,
    driven_values_at,
    implicit_hessian_at,
    implicit_rows_at,
    implicit_values_at,
    is_rounding,
)
from lieref.loops.constraints.couplings.programs cimport (
    HESSIANS, JACOBIANS, VALUES, run_series, run_values)
from lieref.model.model cimport FREE, PRISMATIC, REVOLUTE, SPHERICAL, Body, Model
from lieref.model.checks cimport (
    FINITE, check_finite, check_quaternions, checked_array, is_finite, is_plain, number_array,
    shape_of)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref import machine
from lieref.errors import ConfigurationError, ShapeError
from lieref.loops.constraints.couplings.coupling_values import cluster_values, driven_coordinates
from lieref.model.tree.configuration import checked_configuration
from lieref.model.loops.loop_configuration import whole_turns_close
from lieref.model.loops.loop_model import LoopModel
from lieref.model.loops.loop_newton import CLOSED as _CLOSED
from lieref.model.loops.loop_structure import implicit_names

cnp.import_array()

CLOSED = _CLOSED

# The same stage over second-order numbers, PAIRS of them side by side, of some clusters.
ctypedef int (*DisplacedRun)(LoopTables, const Stage*, const int*, int) noexcept nogil

cdef DisplacedRun displaced_run = <DisplacedRun> entry(
    "_constraints_hyper_dual", "RUN", "displaced_constraints")
PAIRS: int = machine.kernel("_constraints_hyper_dual").PAIRS

include "loop_numbers.pxi"
include "loop_poses.pxi"
include "explicit_constraints.pxi"
include "constraint_bias.pxi"
include "openings.pxi"
include "loop_equations.pxi"
include "constraint_stage.pxi"
include "series/loop_series.pxi"
include "series/motion_series.pxi"
include "closing.pxi"


cdef int _copy_to(cnp.ndarray to, const double* x) except -1:
    memcpy(cnp.PyArray_DATA(to), x, to.shape[0] * sizeof(double))
    return 0


cdef inline double* _data(double[::1] x) noexcept:
    return &x[0] if x.shape[0] else NULL


cdef inline const double* _constant(const double[::1] x) noexcept:
    return &x[0] if x.shape[0] else NULL


def run(
    LoopTables tables not None, const double[::1] q: NDArray[np.float64],
    const double[::1] ydot: NDArray[np.float64], const double[::1] driven: NDArray[np.float64],
    double[::1] G: NDArray[np.float64], double[::1] g: NDArray[np.float64],
    double[::1] qdot: NDArray[np.float64], double[::1] measure: NDArray[np.float64],
) -> int:
    """Fill G (n_G,), g and qdot (tree.nv,), measure (n_clusters,); the singular cluster or -1."""
    cdef Stage stage
    cdef int failed
    stage.q, stage.ydot, stage.driven = _constant(q), _constant(ydot), _constant(driven)
    stage.G, stage.g, stage.qdot = _data(G), _data(g), _data(qdot)
    stage.measure = _data(measure)
    stage.opening = NULL
    stage.work = <double*> take(NULL, tables.n_work)
    with nogil:
        failed = constraint_stage(tables, &stage)
    release(stage.work, NULL)
    return failed


def is_closed(LoopTables t not None, object q: ArrayLike) -> bool:
    """Whether q is a plain array that needs no more checks: a tree configuration that closes.

    Raises ConfigurationError for a quaternion off unit norm. What is not known without Python, or
    not right, is False.
    """
    cdef const double* at
    cdef double* scratch
    cdef bint closed
    if not is_plain(q, 1, cnp.NPY_DOUBLE) or (<cnp.ndarray> q).shape[0] != t.tree.nq:
        return False
    if not t.programs.complete or not is_finite(q, cnp.NPY_DOUBLE):
        return False
    check_quaternions(t.tree, q, cnp.NPY_DOUBLE)
    at = <const double*> cnp.PyArray_DATA(q)
    scratch = <double*> take(NULL, t.n_work + t.n_driven + t.programs.registers)
    with nogil:
        closed = all_closed(t, at, scratch)
    release(scratch, NULL)
    return closed


def run_motion(
    LoopTables tables not None, const double[::1] q: NDArray[np.float64],
    const double[:, ::1] y: NDArray[np.float64], double[:, ::1] qdot: NDArray[np.float64],
    double[:, ::1] G: NDArray[np.float64],
) -> int:
    """Fill qdot (n, tree.nv) and G (n, n_G), given as zeros; the singular cluster or -1.

    Coefficients of Taylor series, y (n, nv) those of the independent velocity.
    """
    cdef Motion motion
    cdef int failed, m
    motion.n = <int> y.shape[0]
    motion.q, motion.opening = _constant(q), NULL
    motion.qdot = &qdot[0, 0] if qdot.shape[1] else NULL
    motion.G = &G[0, 0] if G.shape[1] else NULL
    cdef double* scratch = <double*> take(NULL, tables.n_clusters + motion_size(tables, motion.n))
    cdef const double* rates = &y[0, 0] if y.shape[1] else NULL
    motion.measure, motion.work = scratch, scratch + tables.n_clusters
    with nogil:
        failed = motion_start(tables, &motion)
        if failed < 0:
            for m in range(motion.n):
                if m > 0:
                    motion_next(tables, &motion, m, True)
                motion_add(tables, &motion, m, rates + m * tables.nv, 1)
    release(scratch, NULL)
    return failed


def run_displaced(
    LoopTables tables not None, const int[::1] clusters: NDArray[np.intc],
    const double[:, :, :, ::1] q: NDArray[np.float64], const double[::1] ydot: NDArray[np.float64],
    const double[:, :, :, ::1] driven: NDArray[np.float64],
    double[:, :, :, ::1] G: NDArray[np.float64], double[:, :, :, ::1] g: NDArray[np.float64],
) -> int:
    """Fill G and g of some clusters at displaced configurations; the singular cluster or -1.

    Parameters
    ----------
    tables : LoopTables
    clusters : (n,)
        Such as have loops or couplings.
    q : (batches, tree.nq, 4, PAIRS)
        PAIRS configurations a batch, side by side: values, then parts of e1, e2 and e1 e2.
    ydot : (nv,)
    driven : (batches, n_driven, 4, PAIRS)
        Values of the couplings' functions, see `coupling_values`.
    G, g : (batches, n_G, 4, PAIRS), (batches, tree.nv, 4, PAIRS)
    """
    cdef Stage stage
    cdef int failed = -1
    cdef Py_ssize_t b
    cdef size_t nq = tables.tree.nq
    cdef size_t nv = tables.tree.nv
    cdef size_t number = q.shape[2] * q.shape[3]
    cdef size_t numbers = nq + tables.n_driven + tables.n_G + 2 * nv + tables.n_work
    # vectors of doubles want to be aligned
    cdef double* memory = <double*> take(
        NULL, number * numbers + tables.n_clusters + LINE // sizeof(double))
    cdef double* at = <double*> cache_aligned(memory)
    cdef double* values = at + number * nq
    stage.q, stage.driven = at, values
    stage.G = values + number * tables.n_driven
    stage.g = stage.G + number * tables.n_G
    stage.qdot = stage.g + number * nv
    stage.work = stage.qdot + number * nv
    stage.measure = stage.work + number * tables.n_work
    stage.opening = NULL
    stage.ydot = _constant(ydot)
    with nogil:
        for b in range(q.shape[0]):
            memcpy(at, &q[b, 0, 0, 0], number * nq * sizeof(double))
            if tables.n_driven:
                memcpy(values, &driven[b, 0, 0, 0], number * tables.n_driven * sizeof(double))
            failed = displaced_run(tables, &stage, &clusters[0], <int> clusters.shape[0])
            if failed >= 0:
                break
            memcpy(&G[b, 0, 0, 0], stage.G, number * tables.n_G * sizeof(double))
            memcpy(&g[b, 0, 0, 0], stage.g, number * nv * sizeof(double))
    release(memory, NULL)
    return failed


def run_equations(
    LoopTables tables not None, const double[::1] q: NDArray[np.float64],
    const double[::1] driven: NDArray[np.float64], const double[::1] qdot: NDArray[np.float64],
    double[::1] phi: NDArray[np.float64], double[:, ::1] K: NDArray[np.float64],
    double[::1] bias: NDArray[np.float64],
) -> None:
    """Fill phi (n_closing,), K (n_closing, tree.nv), given as zeros, and k (n_closing,)."""
    cdef double* work = <double*> take(NULL, tables.n_work)
    cdef double* rows = &K[0, 0] if K.shape[0] and K.shape[1] else NULL
    cdef const double* at = _constant(q)
    cdef const double* values = _constant(driven)
    cdef const double* rate = _constant(qdot)
    cdef double* to = _data(phi)
    cdef double* right = _data(bias)
    with nogil:
        equations(tables, at, values, rate, work, to, rows, right)
    release(work, NULL)


def run_newton_step(
    LoopTables tables not None, int k, const double[::1] q: NDArray[np.float64],
    const double[::1] driven: NDArray[np.float64], double[::1] step: NDArray[np.float64],
) -> float:
    """Fill step (tree.nv,), given as zeros, with Newton's in cluster k; the pivots' ratio.

    The ratio is 0 where the loops of the cluster are singular.
    """
    cdef double* work = <double*> take(NULL, tables.n_work)
    cdef double measure = 0
    cdef bint solved
    cdef const double* at = _constant(q)
    cdef const double* values = _constant(driven)
    cdef double* to = _data(step)
    with nogil:
        solved = newton_step(tables, k, at, values, work, to, &measure)
    release(work, NULL)
    return measure if solved else 0.0


cdef cnp.ndarray _wanted(LoopTables t, object y):
    """The independent coordinates as an array of finite numbers."""
    cdef cnp.ndarray given
    if t.n_independent_q < 0:
        raise ConfigurationError(
            "a joint of several degrees of freedom is independent in part: configurations of this "
            f"model are those of its tree, of shape ({t.tree.nq},)")
    given = y if is_plain(y, 1, cnp.NPY_DOUBLE) else number_array("q", y, cnp.NPY_DOUBLE)
    if cnp.PyArray_NDIM(given) != 1 or given.shape[0] != t.n_independent_q:
        raise ShapeError(
            f"q has shape {shape_of(given)}, expected ({t.n_independent_q},) independent "
            f"coordinates or ({t.tree.nq},) of the tree")
    check_finite("q", given, cnp.NPY_DOUBLE, FINITE)
    return given


cdef cnp.ndarray _start(LoopTables t, object near):
    """A fresh tree configuration to start from: near, or the assembly."""
    cdef cnp.npy_intp[1] shape
    cdef cnp.ndarray start
    shape[0] = t.tree.nq
    cdef cnp.ndarray q = cnp.PyArray_EMPTY(1, shape, cnp.NPY_DOUBLE, 0)
    if near is None:
        _copy_to(q, t.assembly)
        return q
    start = checked_array("near", near, cnp.NPY_DOUBLE, 1, shape)
    try:
        check_quaternions(t.tree, start, cnp.NPY_DOUBLE)
    except ConfigurationError:
        # the same for a configuration of this name
        checked_configuration(t.tree, start, "near")
        raise
    _copy_to(q, <const double*> cnp.PyArray_DATA(start))
    return q


cdef cnp.ndarray closed_from(object model, LoopTables t, object y, object near):
    cdef cnp.ndarray given = _wanted(t, y)
    cdef cnp.ndarray q = _start(t, near)
    cdef cnp.ndarray target = q.copy()
    cdef double* scratch
    cdef const double* wanted = <const double*> cnp.PyArray_DATA(given)
    cdef double done, opening
    cdef int k, i
    cdef cnp.ndarray begin
    cdef Closing at
    at.q, at.target = <double*> cnp.PyArray_DATA(q), <double*> cnp.PyArray_DATA(target)
    for i in range(t.n_independent_q):
        at.target[t.independent_q[i]] = wanted[i]
    check_quaternions(t.tree, target, cnp.NPY_DOUBLE)
    scratch = <double*> take(NULL, closing_size(t))
    lay_closing(t, scratch, &at)
    try:
        for k in range(t.n_clusters):
            done = follow(model, t, k, &at)
            if not done == 1:
                names = implicit_names(model, k)
                begin = _start(t, near)
                at.q = <double*> cnp.PyArray_DATA(begin)
                opening = opening_at(model, t, k, &at)
                if not opening <= CLOSED:
                    raise ConfigurationError(
                        f"near: {names} is open by {opening:.3g} (rad, or lengths of the loop), "
                        "expected a closed configuration of the tree; `project` makes one of it")
                if done < 0:
                    raise ConfigurationError(
                        f"{names}: the way from `near` to the given independent coordinates "
                        f"is longer than {LONGEST_PART * MOST_PARTS:g} rad or lengths of the loop, "
                        "or takes too many parts; give a `near` that is nearer")
                raise ConfigurationError(
                    f"{names}: does not close beyond {done:.6g} of the way from `near` to "
                    "the given independent coordinates")
        _check_driven(model, t, at.q)
    finally:
        release(scratch, NULL)
    return q


cdef int _check_driven(object model, LoopTables t, const double* q) except -1:
    """Refuse coordinates for which a coupling's function has no value."""
    cdef int i, iq
    for i in range(t.tree.nbodies if t.n_driven > 0 else 0):
        iq = t.tree.iq[i]
        if not isfinite(q[iq]):
            raise ConfigurationError(
                f"coupled joint {model.joint_names[i]!r}: its coupling's function has no finite "
                "value at the given independent coordinates")
    return 0


def closed_configuration(
    model: LoopModel, LoopTables tables not None, y: ArrayLike, near: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """The closed tree configuration of independent coordinates; see `expand`."""
    return closed_from(model, tables, y, near)


def close_dependents(
    model: LoopModel, LoopTables tables not None, double[::1] q not None: NDArray[np.float64],
) -> int:
    """Close q (tree.nq,) in place by its dependent coordinates; the first open cluster, or -1.

    For a q that is nearly closed, as a step of an integrator leaves it. Newton's method finds the
    closed configuration of q's own branch if it goes no farther than half the smallest singular
    value (Kantorovich, for residuals in rad and lengths of the loop, whose second derivatives are
    about 1). A cluster in which it goes farther counts as open.
    """
    cdef int k
    cdef double* scratch = <double*> take(NULL, closing_size(tables))
    cdef Closing at
    at.q = at.target = _data(q)
    lay_closing(tables, scratch, &at)
    try:
        for k in range(tables.n_clusters):
            if not newton(model, tables, k, &at) or 2 * at.distance > at.measure:
                return k
        _check_driven(model, tables, at.q)
    finally:
        release(scratch, NULL)
    return -1


def impose_couplings(
    model: LoopModel, LoopTables tables not None, double[::1] q not None: NDArray[np.float64],
) -> None:
    """Put all driven coordinates of q (tree.nq,) to gamma of their sources, in place."""
    cdef int k
    cdef double* scratch = <double*> take(NULL, tables.programs.registers + tables.n_driven)
    try:
        for k in range(tables.n_clusters):
            impose(model, tables, k, _data(q), scratch + tables.n_driven, scratch)
    finally:
        release(scratch, NULL)
