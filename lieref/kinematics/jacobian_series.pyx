"""Geometric Jacobians of frames with time derivatives, after checks of the arguments.

[Ali, Algorithm 1] has the columns S of the joints in the shifted frame with S' = ad_V S, (16) of
Mueller (2018); here they are turned into the representation that is asked for, (100), (106), by the
series of the frame's rotation R and position x:

    "hybrid"  (e, t + e x x)       "spatial"  (e, t + o x e)
    "mixed"   (R^T e, t + e x x)   "body"     (R^T e, R^T (t + e x x))

of S = (e, t). Plain twin: jacobian_columns.py.
"""

from libc.string cimport memcpy, memset
cimport numpy as cnp

from lieref.calls cimport STACK, release, take
from lieref.model.model cimport FREE, SPHERICAL, Model
from lieref.model.checks cimport (
    BATCH, BODY, all_finite, check_quaternions, check_tree, checked_array, is_batched, named_option)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError
from lieref.kinematics.representations import MOST_ROWS
from lieref.model.checks import BASES
from lieref.model.tree.frames import BodyFrame

cnp.import_array()

include "../algebra/scalars/lanes.pxi"
include "../algebra/series/series.pxi"
include "forward/joint_pose.pxi"
include "forward/poses.pxi"
include "../algebra/series/convolutions.pxi"
include "forward/forward_kinematics.pxi"
include "forward/body_frames.pxi"
include "forward/body_frame_arguments.pxi"

# Series of scratch: R and x of the frame, a column in inertial axes, and as it is asked for.
cdef enum Scratch:
    ROTATION = 0
    PLACE = 9
    COLUMN = 12
    TURNED = 18
    SCRATCH_SERIES = 24


cdef void follow(const real* pose, const real* block, Pass* at) noexcept nogil:
    """R and x of a frame that is fixed to the body with this twist."""
    cdef int k
    cdef int W = at.W
    cdef real[3] rate
    cdef real* R = at.scratch + ROTATION * W
    cdef real* x = at.scratch + PLACE * W
    write_vector(pose + C, 9, 0, W, R)
    write_vector(pose + C + 9, 3, 0, W, x)
    rotation_series(block + V * W, 2 * W, R, W, True, at.n)
    for k in range(at.n - 1):
        origin_rate(block + V * W, k, x, rate, at)


cdef void column(const real* e, const real* t, int stride, int representation, const real* pose,
                 double* J, int nv, Py_ssize_t next_order, Pass* at) noexcept nogil:
    """A column (e, t), e NULL where it is zero, of vectors whose series are `stride` apart."""
    cdef int i, k, m, part
    cdef int W = at.W
    cdef real[6] total
    cdef const real* R = at.scratch + ROTATION * W
    cdef const real* x = at.scratch + PLACE * W
    cdef real* seen = at.scratch + COLUMN * W
    cdef real* turned = at.scratch + TURNED * W
    cdef const real* out
    for k in range(at.n):
        clear(total, 6)
        read_vector(t, 3, k, stride, total + 3)
        if e != NULL:
            read_vector(e, 3, k, stride, total)
            if representation == SPATIAL:
                add_cross_at(pose + ORIGIN, 1, total, 1, total + 3)
            elif representation != SHIFTED:
                for m in range(k + 1):
                    add_cross_at(e + m, stride, x + k - m, W, total + 3)
        write_vector(total, 6, k, W, seen)
    for part in range(2):
        out = seen + 3 * part * W
        if representation == IN_BODY or (representation == MIXED and part == 0):
            for k in range(at.n):
                clear(total, 3)
                for m in range(k + 1):
                    add_turn_back_at(R + m, W, out + k - m, W, total)
                write_vector(total, 3, k, W, turned)
            out = turned
        for i in range(3):
            write_series(out + i * W, J + (3 * part + i) * nv, <int> next_order, at.n)


cdef void joint_columns(Model model, int i, int base, int representation, const real* multi,
                        const real* pose, double* J, Py_ssize_t next_order,
                        Pass* at) noexcept nogil:
    """All columns of the joint of body i."""
    cdef int j
    cdef int W = at.W
    cdef int kind = model.kind[i]
    cdef const real* s = at.body + (i * MOTION + S) * W
    cdef int slide = B if base == IN_BODY or model.parent[i] >= 0 else D
    J += model.iv[i]
    if kind < SPHERICAL:
        column(s, s + 3 * W, W, representation, pose, J, model.nv, next_order, at)
        return
    for j in range(3):
        column(multi + (B + j) * W, multi + (L + j) * W, 3 * W, representation, pose, J + j,
               model.nv, next_order, at)
    if kind == FREE:
        for j in range(3):
            column(NULL, multi + (slide + j) * W, 3 * W, representation, pose, J + 3 + j,
                   model.nv, next_order, at)


cdef void columns(Model model, int base, int representation, BodyFrames* frames, const double* q,
                  const double* v, double* J, int* moves, Pass* at) noexcept nogil:
    """J (n, frames, 6, nv), given as zeros; moves is as long as the bodies."""
    cdef Py_ssize_t f
    cdef int i
    cdef Py_ssize_t size = 6 * model.nv
    cdef real[POSES] pose
    cdef real* multi
    base_to_frames(model, base, frames, q, v, moves, at)
    for f in range(frames.count):
        if frames.body[f] < 0:
            continue
        pose_of(model, frames, f, pose, at)
        follow(pose, at.body + frames.body[f] * MOTION * at.W, at)
        memset(moves, 0, model.nbodies * sizeof(int))
        ancestors(model, frames.body[f], moves)
        multi = at.multi
        for i in range(model.nbodies):
            if moves[i]:
                joint_columns(model, i, base, representation, multi, pose, J + f * size,
                              frames.count * size, at)
            if model.kind[i] >= SPHERICAL:
                multi += MULTI * at.W


cdef void screws(Model model, int base, const double* q, const double* v, double* J,
                 Pass* at) noexcept nogil:
    """J (n, 6, nv): every column where its joint is, in the shifted frame."""
    cdef int i
    cdef real* multi = at.multi
    base_to_tip(model, base, q, v, at)
    for i in range(model.nbodies):
        joint_columns(model, i, base, SHIFTED, multi, NULL, J, 6 * model.nv, at)
        if model.kind[i] >= SPHERICAL:
            multi += MULTI * at.W


cdef int _run(Model model, int base, int representation, BodyFrames* frames, const double* q,
              const double* v, Py_ssize_t states, int n, double* J) except -1:
    """All states; v (states, n - 1, nv), J (states, n, frames, 6, nv) zeroed; NULL: `screws`."""
    cdef Pass at
    cdef Py_ssize_t state
    cdef size_t rows = <size_t> n * model.nv
    cdef size_t given = rows - model.nv
    cdef size_t reals = prepare(model, n, SCRATCH_SERIES, &at)
    cdef double[STACK] local
    cdef double* series
    # numbers of bodies, two of them to a double, come last
    at.body = <real*> take(local, reals + rows + (model.nbodies + 1) // 2)
    divide(model, SCRATCH_SERIES, &at)
    series = at.body + reals
    # the last derivative of a column does not see that of the velocity
    memset(series + given, 0, model.nv * sizeof(double))
    with nogil:
        for state in range(states):
            if given:
                memcpy(series, v + state * given, given * sizeof(double))
            if frames == NULL:
                screws(model, base, q, series, J, &at)
            else:
                columns(model, base, representation, frames, q + state * model.nq, series,
                        J + state * rows * 6 * frames.count, <int*> (series + rows), &at)
    release(at.body, local)
    return 0


def jacobian_series(
    model: Model, q: ArrayLike, v: ArrayLike, base: str, representation: str,
    list frames: list[BodyFrame],
) -> tuple[NDArray[np.float64], bool]:
    """Derivatives (n, frames, 6, nv) of Jacobians, of checked arguments, and if all are finite.

    q (nq,), v (n - 1, nv), or batches of both with one more leading axis; frames: list of
    `BodyFrame`.
    """
    cdef cnp.npy_intp[5] shape
    cdef cnp.ndarray configuration, rows, J
    cdef Model tree
    cdef BodyFrames table
    cdef int origin, target
    cdef Py_ssize_t states, n
    cdef bint batched
    cdef cnp.npy_intp* core
    check_tree(model)
    tree = model
    origin = 0 if base is BODY else named_option("base", base, BASES)
    target = 0 if representation is BODY else named_option("representation", representation, BASES)
    _tables = frame_tables(frames, &table)
    batched = is_batched(q, 1)
    # a single state has no first axis
    core = &shape[0 if batched else 1]
    configuration, rows = _states(tree, q, v, batched)
    shape[0] = states = configuration.shape[0] if batched else 1
    n = rows.shape[1 if batched else 0] + 1
    if n > MOST_ROWS:
        raise ShapeError(f"v has {n - 1} rows, expected at most {MOST_ROWS - 1}")
    shape[1] = n
    shape[2] = table.count
    shape[3] = 6
    shape[4] = tree.nv
    J = cnp.PyArray_ZEROS(5 if batched else 4, core, cnp.NPY_DOUBLE, 0)
    if cnp.PyArray_SIZE(J) == 0:
        return J, True
    _run(tree, origin, target, &table, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(rows), states, <int> n,
         <double*> cnp.PyArray_DATA(J))
    return J, all_finite(<const double*> cnp.PyArray_DATA(J), cnp.PyArray_SIZE(J))


def joint_screws(
    Model model not None, const double[::1] q: NDArray[np.float64],
    const double[:, ::1] v: NDArray[np.float64], int base,
) -> NDArray[np.float64]:
    """Plain derivatives (n + 1, 6, nv) of all joints' screws in the shifted frames of their trees.

    Of q (nq,), v (n, nv) and the number of the base's representation; nothing is checked.
    """
    cdef int n = <int> v.shape[0] + 1
    cdef cnp.ndarray J = np.zeros((n, 6, model.nv))
    if model.nv:
        _run(model, base, SHIFTED, NULL, &q[0], &v[0, 0] if n > 1 else NULL, 1, n,
             <double*> cnp.PyArray_DATA(J))
    return J
