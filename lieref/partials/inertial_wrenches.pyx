"""What wrenches that are constant in inertial axes add to the partials of y = J^T W, compiled.

Nothing is checked here. Formulas are those of the plain twin, inertial_wrenches_twin.py:

    S, w, u  unit velocity of a coordinate and its halves, (nv, 6)
    n, f     moment and force on all that a body carries, f at the origin, (nbodies, 6)
    L        sum x_b f_b^T of that, (nbodies, 9) row by row
    Z        sum xi f^T of a coordinate and all that it carries, 9
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc

import numpy as np

include "../algebra/lanes.pxi"
include "../algebra/series.pxi"
include "../kinematics/poses.pxi"

# Doubles to a body: wrench and L.
cdef enum Place:
    L = 6
    LOAD = 15

cdef struct Sweep:
    int nv
    int length          # coordinates of the path that is worked on
    double* S           # (nv, 6)
    double* load        # (nbodies, LOAD)
    double* product     # (nv, 3): K w_b of the path
    double* entry       # (nv, nv): w_a . K w_b of the path
    int* path           # (nv,) its coordinates, the joint's own first, the root's last
    int* joint          # (nv,) their joints


cdef inline int degrees(int kind) noexcept nogil:
    return 6 if kind == FREE else 3 if kind == SPHERICAL else 1


cdef void joint_axes(const Home* home, int kind, const real* pose, double* S) noexcept nogil:
    """S = Ad_F Y of one degree, else the columns (R e, x x R e) and (0, R e) of Ad_C."""
    cdef int i, j, k, c
    cdef const real* R = pose + C
    cdef const real* x = pose + C + 9
    if kind < SPHERICAL:
        R = pose
        x = pose + 9
        for i in range(3):
            S[i] = R[3 * i] * home.Y[0] + R[3 * i + 1] * home.Y[1] + R[3 * i + 2] * home.Y[2]
            S[3 + i] = R[3 * i] * home.Y[3] + R[3 * i + 1] * home.Y[4] + R[3 * i + 2] * home.Y[5]
        for i in range(3):
            j = (i + 1) % 3
            k = (i + 2) % 3
            S[3 + i] += x[j] * S[k] - x[k] * S[j]
        return
    for c in range(3):
        for i in range(3):
            j = (i + 1) % 3
            k = (i + 2) % 3
            S[6 * c + i] = R[3 * i + c]
            S[6 * c + 3 + i] = x[j] * R[3 * k + c] - x[k] * R[3 * j + c]
            if kind == FREE:
                S[18 + 6 * c + i] = 0
                S[18 + 6 * c + 3 + i] = R[3 * i + c]


cdef void tip_to_base(Model model, const double* q, const double* wrenches, real* poses,
                      Sweep* at) noexcept nogil:
    """S of every coordinate, then the loads of all subtrees."""
    cdef int i, j, k, up
    cdef real* pose
    cdef double* load
    for i in range(model.nbodies):
        up = model.parent[i]
        pose = poses + i * POSES
        load = at.load + i * LOAD
        body_pose(&model.homes[i], &model.bodies[i], model.kind[i], q + model.iq[i],
                  poses + up * POSES if up >= 0 else NULL, pose)
        joint_axes(&model.homes[i], model.kind[i], pose, at.S + 6 * model.iv[i])
        for j in range(6):
            load[j] = wrenches[6 * i + j]
        for j in range(3):
            for k in range(3):
                load[L + 3 * j + k] = pose[C + 9 + j] * load[3 + k]
    for i in range(model.nbodies - 1, -1, -1):
        up = model.parent[i]
        if up >= 0:
            for j in range(<int> LOAD):
                at.load[up * LOAD + j] += at.load[i * LOAD + j]


cdef void enter(Model model, int i, Sweep* at) noexcept nogil:
    """The path becomes that of joint i."""
    cdef int c
    at.length = 0
    while i >= 0:
        for c in range(model.iv[i], model.iv[i] + degrees(model.kind[i])):
            at.path[at.length] = c
            at.joint[at.length] = i
            at.length += 1
        i = model.parent[i]


cdef inline void spread(const double* S, const double* load, double* Z) noexcept nogil:
    """Z = u f^T + w~ L"""
    cdef int a, b, i, j
    for a in range(3):
        i = (a + 1) % 3
        j = (a + 2) % 3
        for b in range(3):
            Z[3 * a + b] = (S[3 + a] * load[3 + b] + (S[i] * load[L + 3 * j + b]
                                                      - S[j] * load[L + 3 * i + b]))


cdef void first_order(int d, int i, const double* load, Sweep* at, double* out) noexcept nogil:
    """Row and column of coordinate d of joint i: w_j . (sum xi x f + w x n), w_j . sum xi x f"""
    cdef int a, b, c, j
    cdef double[9] Z
    cdef double[3] turning, own
    cdef const double* w = at.S + 6 * d
    spread(w, load, Z)
    for c in range(3):
        a = (c + 1) % 3
        b = (c + 2) % 3
        turning[c] = Z[3 * a + b] - Z[3 * b + a]
        own[c] = turning[c] + (w[a] * load[b] - w[b] * load[a])
    for a in range(at.length):
        j = at.path[a]
        w = at.S + 6 * j
        out[d * at.nv + j] = w[0] * own[0] + w[1] * own[1] + w[2] * own[2]
        if at.joint[a] != i:
            out[j * at.nv + d] = w[0] * turning[0] + w[1] * turning[1] + w[2] * turning[2]


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


cdef run(Model model, const double[::1] q, const double[:, ::1] wrenches, bint second, double* out):
    """Fill out (nv, nv) or, `second`, (nv, nv, nv), given as zeros."""
    cdef Sweep at
    cdef int i, d
    cdef size_t nv = model.nv
    cdef size_t size = POSES * model.nbodies + LOAD * model.nbodies + (6 + 3 + nv) * nv
    cdef real* memory = <real*> PyMem_RawMalloc(size * sizeof(real) + 2 * nv * sizeof(int))
    if memory == NULL:
        raise MemoryError(f"workspace for {model.nbodies} bodies")
    at.nv = model.nv
    at.load = memory + POSES * model.nbodies
    at.S = at.load + LOAD * model.nbodies
    at.product = at.S + 6 * nv
    at.entry = at.product + 3 * nv
    at.path = <int*> (memory + size)
    at.joint = at.path + nv
    with nogil:
        tip_to_base(model, &q[0], &wrenches[0, 0], memory, &at)
        for i in range(model.nbodies):
            enter(model, i, &at)
            for d in range(model.iv[i], model.iv[i] + degrees(model.kind[i])):
                if second:
                    second_order(d, i, at.load + i * LOAD, &at, out)
                else:
                    first_order(d, i, at.load + i * LOAD, &at, out)
    PyMem_RawFree(memory)


def first_partials(Model model not None, const double[::1] q, const double[:, ::1] wrenches):
    """dy/dq (nv, nv): effort, coordinate."""
    out = np.zeros((model.nv, model.nv))
    cdef double[:, ::1] view = out
    run(model, q, wrenches, False, &view[0, 0])
    return out


def second_partials(Model model not None, const double[::1] q, const double[:, ::1] wrenches):
    """d2y/dq dq (nv, nv, nv): effort, the first coordinate, the one taken last."""
    out = np.zeros((model.nv, model.nv, model.nv))
    cdef double[:, :, ::1] view = out
    run(model, q, wrenches, True, &view[0, 0, 0])
    return out
