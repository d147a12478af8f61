"""[Ali, Algorithm 1] in double precision; nothing is checked here, see forward_kinematics.py."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc

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


cdef bint in_range(const double* poses, const double* origins, const double* twists,
                   Py_ssize_t bodies, int n) noexcept nogil:
    """Is every number finite, and every place in the inertial frame?"""
    cdef Py_ssize_t b
    cdef Py_ssize_t i
    cdef double x
    cdef double total = 0
    for b in range(bodies):
        for i in range(3):
            x = poses[16 * b + 4 * i + 3] + origins[3 * b + i]
            total += x - x
    for i in range(6 * bodies * n):
        total += twists[i] - twists[i]
    return total == 0


def run(Model model not None, const double[:, ::1] q, const double[:, :, ::1] v, int base,
        bint in_body, double[:, :, :, ::1] poses, double[:, :, ::1] origins,
        double[:, :, :, ::1] twists):
    """Fill poses (states, nbodies, 4, 4), given as zeros, origins (states, nbodies, 3), twists.

    q (states, nq), v (states, n, nv), twists (n, states, nbodies, 6).

    Positions are relative to the origin of the body's root, whose own are the origins: a sum of
    both is a place in the inertial frame, and a difference of such sums would lose digits. False
    where one of them or a twist is beyond the range of double.
    """
    cdef Pass at
    cdef int i
    cdef bint good
    cdef Py_ssize_t state
    cdef Py_ssize_t states = q.shape[0]
    cdef size_t places = (model.nbodies + 1) * MOTION + SPARE
    cdef size_t multi = 0
    if model.nbodies == 0 or states == 0:  # no array has a first element then
        return True
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            multi += MULTI
    at.n = <int> v.shape[1]
    at.blocks = (at.n + LANES - 1) // LANES
    at.W = at.blocks * LANES
    at.size = MOTION
    at.body = <real*> PyMem_RawMalloc(
        ((places + multi) * at.W + POSES * model.nbodies) * sizeof(real))
    if at.body == NULL:
        raise MemoryError(f"workspace for {at.n} rows of v")
    at.spare = at.body + (model.nbodies + 1) * MOTION * at.W
    at.multi = at.spare + SPARE * at.W
    at.pose = at.multi + multi * at.W
    with nogil:
        for state in range(states):
            passes(model, base, in_body, &q[state, 0], &v[state, 0, 0], &poses[state, 0, 0, 0],
                   &origins[state, 0, 0], &twists[0, state, 0, 0],
                   <int> states * 6 * model.nbodies, &at)
        good = in_range(&poses[0, 0, 0, 0], &origins[0, 0, 0], &twists[0, 0, 0, 0],
                        states * model.nbodies, at.n)
    PyMem_RawFree(at.body)
    return good
