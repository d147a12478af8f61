"""Momentum, energy and center of mass of a whole model: sums over the bodies, as Taylor series.
"""

cimport numpy as cnp

from lieref.calls cimport STACK, release, take
from lieref.model.model cimport FREE, SPHERICAL, Model
from lieref.model.checks cimport (
    BATCH, BODY, check_finite, check_quaternions, check_tree, checked_array, is_batched,
    named_option, require_double_range, shape_of)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError, SingularError
from lieref.model.checks import BASES

cnp.import_array()

Array = NDArray[np.float64]

include "../../algebra/scalars/lanes.pxi"
include "../../algebra/series/series.pxi"
include "../../kinematics/forward/joint_pose.pxi"
include "../../kinematics/forward/poses.pxi"
include "../../algebra/series/convolutions.pxi"
include "../../kinematics/forward/forward_kinematics.pxi"

include "body_sums.pxi"
include "../matrices/christoffel.pxi"

# Derivatives up to this order: 170! is the last factorial that is a double.
cdef enum:
    MOST_ROWS = 170


cdef int _run(Model model, int base, int wanted, const double* q, const double* v, Py_ssize_t count,
              bint moving, int n, double* out, Py_ssize_t size) except -1:
    """Results of `count` configurations q, `size` doubles each, at one motion v (n, nv) or, if
    `moving`, each at its own.
    """
    cdef Scratch at
    cdef int i
    cdef Py_ssize_t state
    cdef size_t multi = 0
    cdef size_t room
    cdef size_t bodies = model.nbodies
    cdef double[STACK] local
    cdef real* memory
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            multi += MULTI
    at.n = n
    at.motion.n = n
    at.motion.blocks = (n + LANES - 1) // LANES
    at.motion.W = at.motion.blocks * LANES
    at.motion.size = MOTION
    room = (((bodies + 1) * MOTION + COLUMN + ZEROS + SUMS + multi + bodies * MOMENTS) * at.motion.W
            + bodies * (POSES + 1))
    if wanted == CHRISTOFFEL:
        room += COLUMNS * model.nv
    memory = <real*> take(local, room)
    at.motion.body = memory
    at.motion.scratch = at.motion.body + (bodies + 1) * MOTION * at.motion.W
    at.zero = at.motion.scratch + COLUMN * at.motion.W
    at.sums = at.zero + ZEROS * at.motion.W
    at.motion.multi = at.sums + SUMS * at.motion.W
    at.moments = at.motion.multi + multi * at.motion.W
    at.motion.pose = at.moments + bodies * MOMENTS * at.motion.W
    at.below = at.motion.pose + bodies * POSES
    at.columns = at.below + bodies
    at.mass = _mass(model)
    with nogil:
        clear(at.zero, ZEROS * at.motion.W)
        for state in range(count):
            base_to_tip(model, base, q + state * model.nq, v, &at.motion)
            sum_bodies(model, wanted, &at)
            if wanted == CHRISTOFFEL:
                christoffel(model, out, &at)
            else:
                results(model, base, wanted, out + state * size, &at)
                if wanted == ENERGIES and model.physics != NULL:
                    add_joint_energies(model, q + state * model.nq, v, out + state * size, &at)
            if moving:
                v += n * model.nv
    release(memory, local)
    return 0


cdef double _mass(Model model) noexcept nogil:
    """The mass of all bodies, kg."""
    cdef int i
    cdef double total = 0
    for i in range(model.nbodies):
        total += model.rigid[i].m
    return total


cdef int _require_mass(Model model) except -1:
    if not _mass(model) > 0:
        raise SingularError("the model has no mass, hence no center of mass")
    return 0


cdef cnp.ndarray _configuration(Model model, object q, bint batched):
    """q (nq,), or (batch, nq), checked."""
    cdef cnp.npy_intp[2] shape
    cdef cnp.ndarray array
    shape[0] = BATCH if batched else model.nq
    shape[1] = model.nq
    array = checked_array("q", q, cnp.NPY_DOUBLE, 2 if batched else 1, shape)
    if not batched:
        check_quaternions(model, array, cnp.NPY_DOUBLE)
    elif model.nq > model.nv:
        for row in array:
            check_quaternions(model, row, cnp.NPY_DOUBLE)
    return array


cdef int _base(object base) except -1:
    return 0 if base is BODY else named_option("base", base, BASES)


cdef cnp.ndarray _of_motion(Model model, object q, object v, object base, int wanted,
                            const cnp.npy_intp* core, int axes):
    """Results at a motion v (n, nv): n rows of `core`, or for energies two of n; for q with a
    leading axis, at v with one: with one.
    """
    cdef cnp.npy_intp[4] shape
    cdef cnp.ndarray rows, out, configuration
    cdef int i, n, origin
    cdef int batched = is_batched(q, 1) and is_batched(v, 2)
    cdef Py_ssize_t size
    configuration = _configuration(model, q, batched)
    shape[0] = configuration.shape[0]
    shape[batched] = -1
    shape[batched + 1] = model.nv
    rows = checked_array("v", v, cnp.NPY_DOUBLE, 2 + batched, shape)
    if not 1 <= rows.shape[batched] <= MOST_ROWS:
        raise ShapeError(f"v has shape {shape_of(rows)}, "
                         f"expected 1 to {MOST_ROWS} rows of {model.nv}")
    origin = _base(base)
    n = <int> rows.shape[batched]
    shape[batched] = n
    for i in range(axes):
        shape[batched + 1 + i] = core[i]
    if wanted == ENERGIES:
        shape[batched] = 2
        shape[batched + 1] = n
    size = 1
    for i in range(1 + axes):
        size *= shape[batched + i]
    out = cnp.PyArray_EMPTY(batched + 1 + axes, shape, cnp.NPY_DOUBLE, 0)
    if model.nbodies == 0:
        out[...] = 0
        return out
    _run(model, origin, wanted, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(rows), configuration.shape[0] if batched else 1, True, n,
         <double*> cnp.PyArray_DATA(out), size)
    return out


def momentum(model: Model, q: ArrayLike, v: ArrayLike, base: str = "body") -> Array:
    """`lieref.momentum`."""
    cdef cnp.npy_intp six = 6
    cdef cnp.ndarray out
    check_tree(model)
    out = _of_motion(model, q, v, base, MOMENTUM, &six, 1)
    require_double_range("momentum", out)
    return out


def centroidal_momentum(model: Model, q: ArrayLike, v: ArrayLike, base: str = "body") -> Array:
    """`lieref.centroidal_momentum`."""
    cdef cnp.npy_intp six = 6
    cdef cnp.ndarray out
    check_tree(model)
    _require_mass(model)
    out = _of_motion(model, q, v, base, CENTROIDAL, &six, 1)
    require_double_range("momentum", out)
    return out


def center_of_mass(model: Model, q: ArrayLike, v: ArrayLike, base: str = "body") -> Array:
    """`lieref.center_of_mass`."""
    cdef cnp.npy_intp three = 3
    cdef cnp.ndarray out
    check_tree(model)
    _require_mass(model)
    out = _of_motion(model, q, v, base, CENTER, &three, 1)
    require_double_range("center", out)
    return out


def energies(model: Model, q: ArrayLike, v: ArrayLike, base: str = "body") -> tuple[Array, Array]:
    """The rows of `lieref.energy`, kinetic and potential, (..., n) each."""
    cdef cnp.npy_intp none = 0
    cdef cnp.ndarray out
    check_tree(model)
    out = _of_motion(model, q, v, base, ENERGIES, &none, 1)
    require_double_range("energy", out)
    return out[..., 0, :], out[..., 1, :]


def matrix_series(model: Model, q: ArrayLike, v: ArrayLike, base: str = "body") -> Array:
    """Centroidal momentum matrix (n, 6, nv) and its derivatives of order 0 .. n - 1.

    v (n, nv): the last row moves nothing.
    """
    cdef cnp.npy_intp[2] core
    cdef cnp.ndarray out
    check_tree(model)
    _require_mass(model)
    core[0] = 6
    core[1] = (<Model> model).nv
    out = _of_motion(model, q, v, base, MATRIX, core, 2)
    require_double_range("A", out)
    return out


def matrices(model: Model, q: ArrayLike, base: str = "body") -> Array:
    """Centroidal momentum matrices (6, nv) or (batch, 6, nv) of q (nq,) or (batch, nq)."""
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray configuration, out, still
    cdef Model tree
    cdef int origin = _base(base)
    cdef bint batched
    check_tree(model)
    _require_mass(model)
    tree = model
    batched = is_batched(q, 1)
    configuration = _configuration(tree, q, batched)
    shape[0] = configuration.shape[0] if batched else 1
    shape[1] = 6
    shape[2] = tree.nv
    out = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    still = cnp.PyArray_ZEROS(1, &shape[2], cnp.NPY_DOUBLE, 0)
    _run(tree, origin, MATRIX, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(still), shape[0], False, 1,
         <double*> cnp.PyArray_DATA(out), 6 * tree.nv)
    require_double_range("A", out)
    return out if batched else out[0]


def christoffel_symbols(Model model not None, q: ArrayLike) -> Array:
    """Christoffel symbols (nv, nv, nv) by pseudo-inertias."""
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray configuration = _configuration(model, q, False)
    cdef cnp.ndarray out, still
    shape[0] = shape[1] = shape[2] = model.nv
    out = cnp.PyArray_ZEROS(3, shape, cnp.NPY_DOUBLE, 0)
    still = cnp.PyArray_ZEROS(1, shape, cnp.NPY_DOUBLE, 0)
    if model.nbodies:
        _run(model, 0, CHRISTOFFEL, <const double*> cnp.PyArray_DATA(configuration),
             <const double*> cnp.PyArray_DATA(still), 1, False, 1,
             <double*> cnp.PyArray_DATA(out), 0)
    check_finite("Gamma", out, cnp.NPY_DOUBLE, "the model is beyond the range of double")
    return out
