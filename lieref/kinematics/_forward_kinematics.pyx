"""[Ali, Algorithm 1] in double precision, after checks of the arguments."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport sqrt
cimport numpy as cnp

from lieref.model.model cimport FREE, SPHERICAL, Model

import numpy as np

from lieref.errors import ConfigurationError, NonFiniteError, ShapeError

cnp.import_array()

include "../model/arguments.pxi"
include "../algebra/scalars/lanes.pxi"
include "../algebra/series/series.pxi"
include "joint_pose.pxi"
include "poses.pxi"
include "../algebra/series/convolutions.pxi"
include "forward_kinematics.pxi"

# Series of scratch: B and L of the body's Ad_C, then its body twist.
cdef enum Scratch:
    BODY_TWIST = 18
    SPARE = 24


cdef void inertial_twist(const real* pose, const real* block, double* out, int stride,
                         Pass* at) noexcept nogil:
    """From the shifted to the inertial origin: (w, v + o x w), as plain derivatives."""
    cdef int i, k
    cdef int W = at.W
    cdef real[6] x
    for k in range(at.n):
        read_vector(block + V * W, 6, k, 2 * W, x)
        add_cross_at(pose + ORIGIN, 1, x, 1, x + 3)
        write_vector(x, 6, k, W, at.spare)
    for i in range(6):
        write_series(at.spare + i * W, out + i, stride, at.n)


cdef void body_twist(const real* pose, const real* block, double* out, int stride,
                     Pass* at) noexcept nogil:
    """Ad_C^-1 V = (R^T w, R^T v + L^T w), Ad_C = [[R, 0], [L, R]], (Ad_C)' = ad_V Ad_C"""
    cdef int i, j, k, m
    cdef int W = at.W
    cdef real[6] x
    cdef real* R = at.spare + B * W
    cdef real* lever = at.spare + L * W
    cdef real* twist = at.spare + BODY_TWIST * W
    cdef const real* w = block + V * W
    cdef const real* v = w + 6 * W
    adjoint_blocks(pose, R, lever, W)
    for j in range(3):
        for k in range(at.n - 1):
            screw_rate(w, R + j * W, 3 * W, k, W)
    for k in range(at.n):
        clear(x, 6)
        for m in range(k + 1):
            add_turn_back_at(R + m, W, w + k - m, 2 * W, x)
            add_turn_back_at(R + m, W, v + k - m, 2 * W, x + 3)
            add_turn_back_at(lever + m, W, w + k - m, 2 * W, x + 3)
        write_vector(x, 6, k, W, twist)
    for i in range(6):
        write_series(twist + i * W, out + i, stride, at.n)


cdef void passes(Model model, int base, bint in_body, const double* q, const double* v,
                 double* poses, double* origins, double* twists, int stride,
                 Pass* at) noexcept nogil:
    """All bodies; poses (nbodies, 4, 4) row by row, zeroed; twists (nbodies, 6), orders apart."""
    cdef int b, i, j
    cdef const real* pose
    cdef const real* block
    base_to_tip(model, base, q, v, at)
    for b in range(model.nbodies):
        pose = at.pose + b * POSES
        block = at.body + b * MOTION * at.W
        for i in range(3):
            for j in range(3):
                poses[16 * b + 4 * i + j] = pose[C + 3 * i + j]
            poses[16 * b + 4 * i + 3] = pose[C + 9 + i]
            origins[3 * b + i] = pose[ORIGIN + i]
        poses[16 * b + 15] = 1
        if in_body:
            body_twist(pose, block, twists + 6 * b, stride, at)
        else:
            inertial_twist(pose, block, twists + 6 * b, stride, at)


cdef bint in_range(const double* poses, const double* origins, Py_ssize_t bodies,
                   const double* twists, Py_ssize_t entries) noexcept nogil:
    """Is every number finite, and every place in the inertial frame?"""
    cdef Py_ssize_t b
    cdef Py_ssize_t i
    cdef double x
    cdef double total = 0
    for b in range(bodies):
        for i in range(3):
            x = poses[16 * b + 4 * i + 3] + origins[3 * b + i]
            total += x - x
    return total == 0 and _all_finite(twists, entries)


cdef int _run(Model model, int base, bint in_body, const double* q, const double* v,
              Py_ssize_t states, int n, double* poses, double* origins, double* twists,
              Py_ssize_t next_state, int next_order) except -1:
    """All states; poses (states, nbodies, 4, 4) zeroed, origins (states, nbodies, 3)."""
    cdef Pass at
    cdef int i
    cdef Py_ssize_t state
    cdef size_t bodies = model.nbodies
    cdef size_t places = (bodies + 1) * MOTION + SPARE
    cdef size_t multi = 0
    cdef size_t room
    cdef double[STACK] local
    cdef bint fits
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            multi += MULTI
    at.n = n
    at.blocks = (n + LANES - 1) // LANES
    at.W = at.blocks * LANES
    at.size = MOTION
    room = (places + multi) * at.W + POSES * bodies
    fits = room <= STACK
    at.body = local
    if not fits:
        at.body = <real*> PyMem_RawMalloc(room * sizeof(real))
        if at.body == NULL:
            raise MemoryError(f"workspace for {n} rows of v")
    at.spare = at.body + (bodies + 1) * MOTION * at.W
    at.multi = at.spare + SPARE * at.W
    at.pose = at.multi + multi * at.W
    with nogil:
        for state in range(states):
            passes(model, base, in_body, q + state * model.nq, v + state * n * model.nv,
                   poses + state * 16 * bodies, origins + state * 3 * bodies,
                   twists + state * next_state, next_order, &at)
    if not fits:
        PyMem_RawFree(at.body)
    return 0


def run(Model model not None, const double[:, ::1] q, const double[:, :, ::1] v, int base,
        bint in_body, double[:, :, :, ::1] poses, double[:, :, ::1] origins,
        double[:, :, :, ::1] twists):
    """Fill poses (states, nbodies, 4, 4), given as zeros, origins (states, nbodies, 3), twists.

    q (states, nq), v (states, n, nv), twists (n, states, nbodies, 6).

    Positions are relative to the origin of the body's root, whose own are the origins: a sum of
    both is a place in the inertial frame, and a difference of such sums would lose digits.
    """
    cdef Py_ssize_t states = q.shape[0]
    if model.nbodies == 0 or states == 0:  # no array has a first element then
        return
    _run(model, base, in_body, &q[0, 0], &v[0, 0, 0], states, <int> v.shape[1], &poses[0, 0, 0, 0],
         &origins[0, 0, 0], &twists[0, 0, 0, 0], 6 * model.nbodies,
         <int> (states * 6 * model.nbodies))


def motions(model, q, v, base, bint in_body):
    """Poses, twists, and whether all of them are in the range of double, of checked arguments.

    (N, 4, 4) and (n, N, 6) of q (nq,) and v (n, nv); a batch has one more leading axis.
    """
    cdef cnp.npy_intp[4] shape
    cdef cnp.ndarray configuration, rows, poses, origins, twists
    cdef Model tree
    cdef int origin, n
    cdef Py_ssize_t states, i
    cdef bint batched
    cdef cnp.npy_intp* core = shape
    cdef double* pose
    cdef const double* place
    _require_tree(model)
    tree = model
    origin = 0 if base is BODY else _choice("base", base, BASES)
    batched = _batched(q, 1)
    if not batched:
        # a single state has no first axis
        core = shape + 1
    elif np.ndim(q) != 2:
        raise ShapeError(
            f"q has shape {np.shape(q)}, expected ({tree.nq},) or (batch, {tree.nq})")
    shape[0] = -1 if batched else tree.nq
    shape[1] = tree.nq
    configuration = _argument("q", q, cnp.NPY_DOUBLE, 2 if batched else 1, shape)
    if not batched:
        _check_quaternions(tree, configuration, cnp.NPY_DOUBLE)
    elif tree.nq > tree.nv:
        for row in configuration:
            _check_quaternions(tree, row, cnp.NPY_DOUBLE)
    states = configuration.shape[0] if batched else 1
    shape[0] = states
    shape[1] = -1
    shape[2] = tree.nv
    rows = _argument("v", v, cnp.NPY_DOUBLE, 3 if batched else 2, core)
    n = <int> rows.shape[1 if batched else 0]
    if n == 0:
        raise ShapeError(f"v has shape {_shape(rows)}, expected (n, {tree.nv}) with n >= 1")
    shape[1] = tree.nbodies
    shape[2] = shape[3] = 4
    poses = cnp.PyArray_ZEROS(4 if batched else 3, core,
                              cnp.NPY_DOUBLE, 0)
    shape[2] = 3
    origins = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = n
    shape[2] = tree.nbodies
    shape[3] = 6
    twists = cnp.PyArray_EMPTY(4 if batched else 3, core,
                               cnp.NPY_DOUBLE, 0)
    if tree.nbodies == 0 or states == 0:
        return poses, twists, True
    pose = <double*> cnp.PyArray_DATA(poses)
    place = <const double*> cnp.PyArray_DATA(origins)
    _run(tree, origin, in_body, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(rows), states, n, pose, <double*> place,
         <double*> cnp.PyArray_DATA(twists), n * 6 * tree.nbodies, 6 * tree.nbodies)
    good = in_range(pose, place, states * tree.nbodies,
                    <const double*> cnp.PyArray_DATA(twists), states * n * 6 * tree.nbodies)
    for i in range(states * tree.nbodies):
        pose[16 * i + 3] += place[3 * i]
        pose[16 * i + 7] += place[3 * i + 1]
        pose[16 * i + 11] += place[3 * i + 2]
    return poses, twists, good
