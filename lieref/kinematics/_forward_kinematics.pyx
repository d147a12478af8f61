"""[Ali, Algorithm 1] in double precision, after checks of the arguments."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport sqrt
from libc.string cimport memset
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
include "places.pxi"

# Series of scratch: B and L of the body's Ad_C, or the place in L; then the twist.
cdef enum Scratch:
    TWIST = 18
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


cdef void turned_back(const real* R, const real* x, int k, real* total, int W) noexcept nogil:
    """Add coefficient k of R^T x; x two series apart"""
    cdef int m
    for m in range(k + 1):
        add_turn_back_at(R + m, W, x + k - m, 2 * W, total)


cdef void own_twist(const real* pose, const real* block, int representation, double* out,
                    int stride, Pass* at) noexcept nogil:
    """What a frame sees of V, the pose of the frame being C.

    "body": Ad_C^-1 V = (R^T w, R^T v + L^T w), Ad_C = [[R, 0], [L, R]], (Ad_C)' = ad_V Ad_C.
    "hybrid": (w, x'), x' = v + w x x with x the place of its origin. "mixed": (R^T w, x').
    """
    cdef int i, j, k
    cdef int W = at.W
    cdef real[6] total
    cdef real* R = at.spare + B * W
    cdef real* lever = at.spare + L * W
    cdef real* twist = at.spare + TWIST * W
    cdef const real* w = block + V * W
    cdef const real* v = w + 6 * W
    if representation != HYBRID:
        adjoint_blocks(pose, R, lever, W)
        for j in range(3):
            for k in range(at.n - 1):
                screw_rate(w, R + j * W, 3 * W, k, W)
    if representation != IN_BODY:
        write_vector(pose + C + 9, 3, 0, W, lever)
    for k in range(at.n):
        clear(total, 6)
        if representation == HYBRID:
            read_vector(w, 3, k, 2 * W, total)
        else:
            turned_back(R, w, k, total, W)
        if representation == IN_BODY:
            turned_back(R, v, k, total + 3, W)
            turned_back(lever, w, k, total + 3, W)
        else:
            place_rate(w, k, lever, total + 3, at)
        write_vector(total, 6, k, W, twist)
    for i in range(6):
        write_series(twist + i * W, out + i, stride, at.n)


cdef void passes(Model model, int base, int representation, Places* places, const double* q,
                 const double* v, double* poses, double* origins, double* twists, int stride,
                 int* moves, Pass* at) noexcept nogil:
    """All places; poses (places, 4, 4) row by row, zeroed; twists (places, 6), orders apart."""
    cdef Py_ssize_t f
    cdef int b, i, j
    cdef real[POSES] place
    cdef const real* pose
    cdef const real* block
    if places.body == NULL:
        base_to_tip(model, base, q, v, at)
    else:
        base_to_places(model, base, places, q, v, moves, at)
    for f in range(places.count):
        pose = place
        if places.body == NULL:
            b = <int> f
            pose = at.pose + b * POSES
        else:
            b = places.body[f]
            pose_of(model, places, f, place, at)
        # the world's block is the last
        block = at.body + (b if b >= 0 else model.nbodies) * MOTION * at.W
        for i in range(3):
            for j in range(3):
                poses[16 * f + 4 * i + j] = pose[C + 3 * i + j]
            poses[16 * f + 4 * i + 3] = pose[C + 9 + i]
            origins[3 * f + i] = pose[ORIGIN + i]
        poses[16 * f + 15] = 1
        if representation == SHIFTED:
            for i in range(6):
                write_series(block + (V + 2 * i) * at.W, twists + 6 * f + i, stride, at.n)
        elif representation == SPATIAL:
            inertial_twist(pose, block, twists + 6 * f, stride, at)
        else:
            own_twist(pose, block, representation, twists + 6 * f, stride, at)


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


cdef int _run(Model model, int base, int representation, Places* places, const double* q,
              const double* v, Py_ssize_t states, int n, double* poses, double* origins,
              double* twists, Py_ssize_t next_state, int next_order) except -1:
    """All states; poses (states, places, 4, 4) zeroed, origins (states, places, 3)."""
    cdef Pass at
    cdef Py_ssize_t state
    cdef double[STACK] local
    cdef size_t room = prepare(model, n, SPARE, &at)
    cdef size_t bytes = room * sizeof(real) + model.nbodies * sizeof(int)
    cdef bint fits = bytes <= sizeof(local)
    at.body = local
    if not fits:
        at.body = <real*> PyMem_RawMalloc(bytes)
        if at.body == NULL:
            raise MemoryError(f"workspace for {n} rows of v")
    divide(model, SPARE, &at)
    with nogil:
        for state in range(states):
            passes(model, base, representation, places, q + state * model.nq,
                   v + state * n * model.nv, poses + state * 16 * places.count,
                   origins + state * 3 * places.count, twists + state * next_state, next_order,
                   <int*> (at.body + room), &at)
    if not fits:
        PyMem_RawFree(at.body)
    return 0


def run(Model model not None, const double[:, ::1] q, const double[:, :, ::1] v, int base,
        int representation, double[:, :, :, ::1] poses, double[:, :, ::1] origins,
        double[:, :, :, ::1] twists):
    """Fill poses (states, nbodies, 4, 4), given as zeros, origins (states, nbodies, 3), twists.

    q (states, nq), v (states, n, nv), twists (n, states, nbodies, 6); representation: its number,
    or 4 for twists in the shifted frame.

    Positions are relative to the origin of the body's root, whose own are the origins: a sum of
    both is a place in the inertial frame, and a difference of such sums would lose digits.
    """
    cdef Py_ssize_t states = q.shape[0]
    cdef Places places
    if model.nbodies == 0 or states == 0:  # no array has a first element then
        return
    places.count = model.nbodies
    places.body = NULL
    _run(model, base, representation, &places, &q[0, 0], &v[0, 0, 0], states, <int> v.shape[1],
         &poses[0, 0, 0, 0], &origins[0, 0, 0], &twists[0, 0, 0, 0], 6 * model.nbodies,
         <int> (states * 6 * model.nbodies))


def motions(model, q, v, base, representation, places=None):
    """Poses, twists, and whether all of them are in the range of double, of checked arguments.

    (N, 4, 4) and (n, N, 6) of q (nq,) and v (n, nv); a batch has one more leading axis. places:
    list of `Place`, N of them; the frames of all bodies if None.
    """
    cdef cnp.npy_intp[4] shape
    cdef cnp.ndarray configuration, rows, poses, origins, twists
    cdef Model tree
    cdef Places asked
    cdef int origin, target, n
    cdef Py_ssize_t states, i
    cdef bint batched
    cdef cnp.npy_intp* core = shape
    cdef double* pose
    cdef const double* place
    _require_tree(model)
    tree = model
    origin = 0 if base is BODY else _choice("base", base, BASES)
    target = _choice("representation", representation, BASES)
    asked.count = tree.nbodies
    asked.body = NULL
    _tables = None if places is None else _asked(places, &asked)
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
    shape[1] = asked.count
    shape[2] = shape[3] = 4
    poses = cnp.PyArray_ZEROS(4 if batched else 3, core,
                              cnp.NPY_DOUBLE, 0)
    shape[2] = 3
    origins = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    shape[1] = n
    shape[2] = asked.count
    shape[3] = 6
    twists = cnp.PyArray_EMPTY(4 if batched else 3, core,
                               cnp.NPY_DOUBLE, 0)
    if asked.count == 0 or states == 0:
        return poses, twists, True
    pose = <double*> cnp.PyArray_DATA(poses)
    place = <const double*> cnp.PyArray_DATA(origins)
    _run(tree, origin, target, &asked, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(rows), states, n, pose, <double*> place,
         <double*> cnp.PyArray_DATA(twists), n * 6 * asked.count, <int> (6 * asked.count))
    good = in_range(pose, place, states * asked.count,
                    <const double*> cnp.PyArray_DATA(twists), states * n * 6 * asked.count)
    for i in range(states * asked.count):
        pose[16 * i + 3] += place[3 * i]
        pose[16 * i + 7] += place[3 * i + 1]
        pose[16 * i + 11] += place[3 * i + 2]
    return poses, twists, good
