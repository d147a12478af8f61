"""The geometric Jacobian of a body or of a frame on it: checks of arguments and the columns.

Column j is the twist of the frame at unit velocity j: of a joint with the axis e through x

    (e, (x - p) x e + pitch e)

at the point p of the twist, the frame's origin or, for a spatial one, the inertial origin.
Everything is relative to the root's origin, as in poses.pxi. Plain twin: jacobian_columns.py.
"""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport STACK, release, take
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Model
from lieref.model.checks cimport (
    BATCH, BODY, check_quaternions, checked_array, is_batched, named_option, require_double_range)

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import ShapeError
from lieref.kinematics.frames import body_frame_of
from lieref.kinematics.representations import Representation
from lieref.model.checks import BASES
from lieref.model.tree.frames import BodyFrame

cnp.import_array()

include "../algebra/scalars/lanes.pxi"
include "../algebra/series/series.pxi"
include "forward/joint_pose.pxi"
include "forward/poses.pxi"
include "../algebra/series/convolutions.pxi"

cdef enum Seen:
    IN_BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3

# A frame: its body, its origin and axes in it, and the representation of its Jacobian.
cdef struct JacobianFrame:
    int body
    int base
    int representation
    bint turned
    double[3] point
    double[9] axes


cdef inline void turn_back(const double* R, double* x, Py_ssize_t stride) noexcept nogil:
    """x := R^T x"""
    cdef int i
    cdef double a = x[0]
    cdef double b = x[stride]
    cdef double c = x[2 * stride]
    for i in range(3):
        x[i * stride] = R[i] * a + R[3 + i] * b + R[6 + i] * c


cdef inline void turning(double e0, double e1, double e2, const double* x, const double* p,
                         double* J, int nv) noexcept nogil:
    """The column (e, (x - p) x e)"""
    cdef double d0 = x[0] - p[0]
    cdef double d1 = x[1] - p[1]
    cdef double d2 = x[2] - p[2]
    J[0] = e0
    J[nv] = e1
    J[2 * nv] = e2
    J[3 * nv] = d1 * e2 - d2 * e1
    J[4 * nv] = d2 * e0 - d0 * e2
    J[5 * nv] = d0 * e1 - d1 * e0


cdef inline void sliding(double e0, double e1, double e2, double along, double* J,
                         int nv) noexcept nogil:
    """Add along (0, e) to a column."""
    J[3 * nv] += along * e0
    J[4 * nv] += along * e1
    J[5 * nv] += along * e2


cdef void free_columns(int base, const double* pose, const double* p, double* J,
                       int nv) noexcept nogil:
    """The columns of a free joint whose velocity is in the representation `base`."""
    cdef int i
    cdef double[3] about
    cdef const double* R = pose + C
    cdef bint turned = base == IN_BODY or base == MIXED
    for i in range(3):
        # a spatial velocity is that of the point at the inertial origin
        about[i] = -pose[ORIGIN + i] if base == SPATIAL else pose[C + 9 + i]
    for i in range(3):
        if turned:
            turning(R[i], R[3 + i], R[6 + i], about, p, J + i, nv)
        else:
            turning(i == 0, i == 1, i == 2, about, p, J + i, nv)
        if base == IN_BODY:
            sliding(R[i], R[3 + i], R[6 + i], 1, J + 3 + i, nv)
        else:
            J[(3 + i) * nv + 3 + i] = 1


cdef void joint_columns(const Body* body, int kind, int base, const double* pose,
                        const double* p, double* J, int nv) noexcept nogil:
    """The columns of one joint, zero before, in inertial axes."""
    cdef int i
    cdef const double* R = pose + C
    if kind == FREE:
        free_columns(base, pose, p, J, nv)
    elif kind == SPHERICAL:
        for i in range(3):
            turning(R[i], R[3 + i], R[6 + i], pose + C + 9, p, J + i, nv)
    elif kind == PRISMATIC:
        sliding(pose[2], pose[5], pose[8], 1, J, nv)
    else:
        turning(pose[2], pose[5], pose[8], pose + 9, p, J, nv)
        sliding(pose[2], pose[5], pose[8], lead(body, kind), J, nv)


cdef void columns(Model model, const JacobianFrame* frame, const double* q, double* poses,
                  int* path, double* J) noexcept nogil:
    """J (6, nv), given as zeros; poses and path have room for every body."""
    cdef int i, j, k, n
    cdef int depth = 0
    cdef int nv = model.nv
    cdef int kind
    cdef double[3] p
    cdef double[9] axes
    cdef double* pose
    cdef double* parent
    i = frame.body
    while i >= 0:
        path[depth] = i
        depth += 1
        i = model.parent[i]
    parent = NULL
    for n in range(depth):
        i = path[depth - 1 - n]
        pose = poses + n * POSES
        body_pose(&model.bodies[i], model.kind[i], q + model.iq[i], parent, pose)
        parent = pose
    pose = poses + (depth - 1) * POSES
    for i in range(3):
        if frame.representation == SPATIAL:
            p[i] = -pose[ORIGIN + i]
        else:
            p[i] = pose[C + 9 + i] + (pose[C + 3 * i] * frame.point[0]
                                      + pose[C + 3 * i + 1] * frame.point[1]
                                      + pose[C + 3 * i + 2] * frame.point[2])
        for j in range(3):
            axes[3 * i + j] = pose[C + 3 * i + j]
    if frame.turned:
        for i in range(3):
            for j in range(3):
                axes[3 * i + j] = (pose[C + 3 * i] * frame.axes[j]
                                   + pose[C + 3 * i + 1] * frame.axes[3 + j]
                                   + pose[C + 3 * i + 2] * frame.axes[6 + j])
    for n in range(depth):
        i = path[depth - 1 - n]
        kind = model.kind[i]
        k = model.iv[i]
        joint_columns(&model.bodies[i], kind, frame.base if model.parent[i] < 0 else IN_BODY,
                      poses + n * POSES, p, J + k, nv)
        for j in range(k, k + (6 if kind == FREE else 3 if kind == SPHERICAL else 1)):
            if frame.representation == IN_BODY or frame.representation == MIXED:
                turn_back(axes, J + j, nv)
            if frame.representation == IN_BODY:
                turn_back(axes, J + 3 * nv + j, nv)


cdef int _run(Model model, const JacobianFrame* frame, const double* q, double* J,
              Py_ssize_t count) except -1:
    """The Jacobians of `count` configurations, row after row."""
    cdef Py_ssize_t n
    cdef double[STACK] local
    # and a number of a body each
    cdef double* poses = <double*> take(local, model.nbodies * (POSES + 1))
    memset(J, 0, <size_t> count * 6 * model.nv * sizeof(double))
    with nogil:
        for n in range(count):
            columns(model, frame, q + n * model.nq, poses, <int*> (poses + POSES * model.nbodies),
                    J + n * 6 * model.nv)
    release(poses, local)
    return 0


include "forward/jacobian_partials.pxi"


@described("q : (nq,) or (batch, nq)")
def jacobian(
    model: Model, q: ArrayLike, body: int | str,
    representation: Representation = "body", point: ArrayLike | None = None,
    base: Representation = "body",
) -> NDArray[np.float64]:
    """Return the geometric Jacobian of a body, or of a frame on it.

    V = J v. Source: Müller (2018), (103)-(106), and (100) for "mixed".

    Returns
    -------
    (6, nv) or (batch, 6, nv) array
        Angular part first; zero in the columns of joints that do not move the body.

    Raises
    ------
    ShapeError
        An argument of another shape or dtype, or a number of no body.

    Notes
    -----
    O(depth + nv). "spatial" grows with the distance from the inertial origin, the others do not
    see it.

    Examples
    --------
    >>> import lieref
    >>> model = lieref.catalogue.serial_chain(7)
    >>> lieref.jacobian(model, model.neutral(), "body6").shape
    (6, 7)
    """
    cdef JacobianFrame frame
    cdef cnp.ndarray J
    body_frame = body_frame_of(model, body, point)
    _set_frame(body_frame, representation, base, &frame)
    J = _jacobians(model, &frame, q)
    require_double_range("J", J)
    return J


cdef int _set_frame(body_frame, representation, base, JacobianFrame* frame) except -1:
    """A `BodyFrame` as kernels take it."""
    cdef int i
    cdef const double* at = <const double*> cnp.PyArray_DATA(<cnp.ndarray> body_frame.point)
    frame.body = body_frame.body
    frame.turned = body_frame.axes is not None
    for i in range(3):
        frame.point[i] = at[i]
    if frame.turned:
        at = <const double*> cnp.PyArray_DATA(<cnp.ndarray> body_frame.axes)
        for i in range(9):
            frame.axes[i] = at[i]
    frame.representation = 0 if representation is BODY else named_option("representation",
                                                                         representation, BASES)
    frame.base = 0 if base is BODY else named_option("base", base, BASES)
    return 0


cdef cnp.ndarray _jacobians(Model model, const JacobianFrame* frame, object q):
    """One Jacobian, or one for each row of q."""
    cdef cnp.ndarray q_array, J
    cdef cnp.npy_intp[3] shape
    cdef bint batched = is_batched(q, 1)
    shape[0] = BATCH if batched else model.nq
    shape[1] = model.nq
    q_array = checked_array("q", q, cnp.NPY_DOUBLE, 2 if batched else 1, shape)
    if batched:
        for row in q_array:
            check_quaternions(model, row, cnp.NPY_DOUBLE)
    else:
        check_quaternions(model, q_array, cnp.NPY_DOUBLE)
    shape[0] = q_array.shape[0] if batched else 1
    shape[1] = 6
    shape[2] = model.nv
    J = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    if model.nbodies and frame.body >= 0:
        _run(model, frame, <const double*> cnp.PyArray_DATA(q_array),
             <double*> cnp.PyArray_DATA(J), shape[0])
    else:
        J[...] = 0
    return J if batched else J[0]


def partials(
    Model model not None, q: ArrayLike, body_frame: BodyFrame, representation: Representation,
    int order, coordinates: Sequence[int] | None = None,
) -> NDArray[np.float64]:
    """Derivatives of the Jacobians at a `BodyFrame`, of base "body": all of an order, or one of it.

    q (nq,) or (batch, nq); coordinates: None, or `order` of them, each 0 .. nv - 1. Returns
    ([batch,] 6, nv, ..., nv) with `order` more axes than a Jacobian, or ([batch,] 6, nv).
    """
    cdef JacobianFrame frame
    cdef cnp.ndarray J, out
    cdef Py_ssize_t count
    cdef const double* given
    cdef double* found
    # "mixed" is both others put together
    parts = (("body", 0, 3), ("hybrid", 3, 6)) if representation == "mixed" else (
        (representation, 0, 6),)
    out = None
    for seen, first, last in parts:
        _set_frame(body_frame, seen, BODY, &frame)
        J = _jacobians(model, &frame, q)
        if cnp.PyArray_NDIM(J) == 3 and J.shape[0] == 0:
            raise ShapeError(f"q has shape {np.shape(q)}, expected at least one row")
        if out is None:
            further = () if coordinates is not None else (model.nv,) * order
            out = np.zeros(np.shape(J) + further)
        count = J.shape[0] if cnp.PyArray_NDIM(J) == 3 else 1
        given = <const double*> cnp.PyArray_DATA(J)
        found = <double*> cnp.PyArray_DATA(out)
        if frame.body < 0 or cnp.PyArray_SIZE(out) == 0:
            continue
        if coordinates is None:
            _of_order(model, &frame, given, count, order, first, last, found)
        else:
            _along(model, &frame, given, count, np.asarray(coordinates, np.longlong), first, last,
                   found)
    return out
