"""What wrenches that are constant in inertial axes add to the partials of y = J^T W, compiled.

Nothing is checked here. Symbols are those of inertial_wrenches.pxi, formulas of the plain twin,
inertial_wrenches_twin.py.
"""

from lieref.calls cimport release, take

import numpy as np
from numpy.typing import NDArray

include "../../algebra/scalars/lanes.pxi"
include "../../algebra/series/series.pxi"
include "../../kinematics/forward/joint_pose.pxi"
include "../../kinematics/forward/poses.pxi"
include "inertial_wrenches.pxi"

cdef void triple(const double* Z, Sweep* at) noexcept nogil:
    """entry[a, b] = f . (w_a x (w_b x xi)) = w_a^T (Z - tr Z) w_b"""
    cdef int a, b, i
    cdef double trace = Z[0] + Z[4] + Z[8]
    cdef double* K
    cdef const double* w
    for b in range(at.length):
        w = at.S + 6 * at.path[b]
        for i in range(3):
            at.product[3 * b + i] = ((Z[3 * i] * w[0] + Z[3 * i + 1] * w[1] + Z[3 * i + 2] * w[2])
                                     - trace * w[i])
    for a in range(at.length):
        w = at.S + 6 * at.path[a]
        for b in range(at.length):
            K = at.product + 3 * b
            at.entry[a * at.nv + b] = w[0] * K[0] + w[1] * K[1] + w[2] * K[2]


cdef inline double ordered(int a, int b, Sweep* at) noexcept nogil:
    """The entry of two coordinates, the outer one first; of one joint b is the outer one."""
    if at.joint[b] <= at.joint[a]:
        return at.entry[b * at.nv + a]
    return at.entry[a * at.nv + b]


cdef void second_order(int d, int i, const double* load, Sweep* at, double* out) noexcept nogil:
    """All entries of which coordinate d of joint i is the deepest."""
    cdef int a, b, j, k
    cdef size_t nv = at.nv
    cdef double x
    cdef double[9] Z
    cdef const double* w = at.S + 6 * d
    spread(w, load, Z)
    triple(Z, at)
    for a in range(at.length):
        j = at.path[a]
        if at.joint[a] == i:
            continue
        for b in range(at.length):
            k = at.path[b]
            x = ordered(a, b, at)
            out[(j * nv + d) * nv + k] = x
            if at.joint[b] != i:
                out[(j * nv + k) * nv + d] = x
    for a in range(3):
        for b in range(3):
            Z[3 * a + b] += w[a] * load[b]
    triple(Z, at)
    for a in range(at.length):
        for b in range(at.length):
            out[(d * nv + at.path[a]) * nv + at.path[b]] = ordered(a, b, at)


cdef void run_second(Model model, const double* q, const double* wrenches, real* memory,
                     double* out) noexcept nogil:
    """d2y/dq dq to out (nv, nv, nv), given as zeros."""
    cdef int i, d
    cdef Sweep at = sweep_at(model, memory)
    tip_to_base(model, q, wrenches, memory, &at)
    for i in range(model.nbodies):
        enter(model, i, &at)
        for d in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            second_order(d, i, at.load + i * LOAD, &at, out)


cdef _run(Model model, const double[::1] q, const double[:, ::1] wrenches, bint second,
          double* out):
    """Fill out, given as zeros, on scratch memory of its own."""
    cdef real* memory = <real*> take(NULL, workspace(model))
    with nogil:
        if second:
            run_second(model, &q[0], &wrenches[0, 0], memory, out)
        else:
            run_first(model, &q[0], &wrenches[0, 0], memory, out)
    release(memory, NULL)


def first_partials(
    Model model not None, const double[::1] q: NDArray[np.float64],
    const double[:, ::1] wrenches: NDArray[np.float64],
) -> NDArray[np.float64]:
    """dy/dq (nv, nv): generalized force, coordinate."""
    out = np.zeros((model.nv, model.nv))
    cdef double[:, ::1] view = out
    _run(model, q, wrenches, False, &view[0, 0])
    return out


def second_partials(
    Model model not None, const double[::1] q: NDArray[np.float64],
    const double[:, ::1] wrenches: NDArray[np.float64],
) -> NDArray[np.float64]:
    """d2y/dq dq (nv, nv, nv): generalized force, the first coordinate, the one taken last."""
    out = np.zeros((model.nv, model.nv, model.nv))
    cdef double[:, :, ::1] view = out
    _run(model, q, wrenches, True, &view[0, 0, 0])
    return out
