"""Momentum, energy and center of mass of a whole model: sums over the bodies, as Taylor series.

Everything is resolved in the shifted frame of the body's tree, as in forward_kinematics.pxi, so
that nothing loses digits far from the inertial origin. Symbols, of a body or of a subtree:

    m       mass
    f       first moment, the integral of x dm, 3
    Q       second moments, the integral of x x^T dm, 3 x 3
    p, L    linear and angular momentum about the origin of the frame, 3

    p = m v + w x f,    L = f x v + (tr Q - Q) w,    f' = p,    Q' = G + G^T, G = v f^T + w~ Q

The momentum at the twist of a joint's screw, with the moments of all bodies beyond the joint, is a
column of the momentum matrix.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport sqrt
cimport numpy as cnp

from lieref.model.model cimport FREE, SPHERICAL, Model, Rigid

import numpy as np

from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError

cnp.import_array()

include "../../model/arguments.pxi"
include "../../algebra/scalars/lanes.pxi"
include "../../algebra/series/series.pxi"
include "../../kinematics/joint_pose.pxi"
include "../../kinematics/poses.pxi"
include "../../algebra/series/convolutions.pxi"
include "../../kinematics/forward_kinematics.pxi"

# Places in the moments of a body, in units of one series.
cdef enum Moment:
    FIRST = 0
    SECOND = 3
    MOMENTS = 12

# Places in the sums over all bodies: momentum (L, p), first moment, twice the kinetic energy.
cdef enum Sum:
    TOTAL = 0
    PLACE = 6
    ENERGY = 9
    SUMS = 10

cdef enum Room:
    COLUMN = 6
    ZEROS = 7

# What is asked for.
cdef enum Wanted:
    MOMENTUM = 0
    CENTROIDAL = 1
    CENTER = 2
    ENERGIES = 3
    MATRIX = 4

# Derivatives up to this order: 170! is the last factorial that is a double.
cdef enum:
    MOST_ROWS = 170

# Scratch of one call; mass: of all bodies, below: of each with all beyond it.
cdef struct Scratch:
    Pass motion
    int n
    double mass
    real* moments   # MOMENTS series to a body
    real* sums      # SUMS series
    real* below     # (nbodies,)
    real* zero      # ZEROS series, a vector with components up to three series apart


cdef inline void second_moments(const Rigid* body, const double* R, const real* c, real* Q,
                                int W) noexcept nogil:
    """Q = R (tr J / 2 - J) R^T + m c c^T, values; c is the center of mass"""
    cdef int i, j
    cdef double half = (body.J[0] + body.J[1] + body.J[2]) / 2
    cdef double xx = half - body.J[0]
    cdef double yy = half - body.J[1]
    cdef double zz = half - body.J[2]
    cdef double xy = -body.J[3]
    cdef double xz = -body.J[4]
    cdef double yz = -body.J[5]
    cdef double x, y, z
    for i in range(3):
        x = R[3 * i] * xx + R[3 * i + 1] * xy + R[3 * i + 2] * xz
        y = R[3 * i] * xy + R[3 * i + 1] * yy + R[3 * i + 2] * yz
        z = R[3 * i] * xz + R[3 * i + 1] * yz + R[3 * i + 2] * zz
        for j in range(3):
            Q[(3 * i + j) * W] = (x * R[3 * j] + y * R[3 * j + 1] + z * R[3 * j + 2]
                                  + body.m * c[i] * c[j])


cdef inline void linear_at(double m, const real* f, const real* w, const real* v, int step, int k,
                           int W, real* p) noexcept nogil:
    """Coefficient k of p = m v + w x f"""
    cdef int i, j
    for i in range(3):
        p[i] = m * v[i * step + k]
    for j in range(k + 1):
        add_cross_at(w + j, step, f + k - j, W, p)


cdef inline void angular_at(const real* f, const real* Q, const real* w, const real* v, int step,
                            int k, int W, real* L) noexcept nogil:
    """Coefficient k of L = f x v + (tr Q - Q) w"""
    cdef int i, j
    cdef real trace
    clear(L, 3)
    for j in range(k + 1):
        add_cross_at(f + j, W, v + k - j, step, L)
        trace = Q[j] + Q[4 * W + j] + Q[8 * W + j]
        for i in range(3):
            L[i] += (trace * w[i * step + k - j]
                     - (Q[3 * i * W + j] * w[k - j] + Q[(3 * i + 1) * W + j] * w[step + k - j]
                        + Q[(3 * i + 2) * W + j] * w[2 * step + k - j]))


cdef inline void second_rate(const real* f, real* Q, const real* w, const real* v, int step, int k,
                             int W) noexcept nogil:
    """Coefficient k + 1 of Q: Q' = G + G^T, G = v f^T + w~ Q"""
    cdef int i, j, a
    cdef real[9] G
    clear(G, 9)
    for j in range(k + 1):
        for a in range(3):
            # column a of G is row a here
            add_scaled_at(f[a * W + j], v + k - j, 3, step, G + 3 * a)
            add_cross_at(w + k - j, step, Q + a * W + j, 3 * W, G + 3 * a)
    for i in range(3):
        for a in range(3):
            Q[(3 * i + a) * W + k + 1] = divided(G[3 * a + i] + G[3 * i + a], k + 1)


cdef void add_body(const Rigid* body, const real* pose, const real* twist, bint second, real* f,
                   const double* offset, Scratch* at) noexcept nogil:
    """Moments of one body, and what it adds to the sums; offset: of its tree from the first.

    Its own momentum (L, p) is left in the spare series.
    """
    cdef int i, k
    cdef int W = at.motion.W
    cdef int step = 2 * W
    cdef const real* w = twist
    cdef const real* v = twist + 6 * W
    cdef real* Q = f + SECOND * W
    cdef real* sums = at.sums
    cdef real[3] c
    cdef real[6] h
    for i in range(3):
        c[i] = pose[C + 9 + i] + (pose[C + 3 * i] * body.c[0] + pose[C + 3 * i + 1] * body.c[1]
                                  + pose[C + 3 * i + 2] * body.c[2])
        f[i * W] = body.m * c[i]
        sums[(PLACE + i) * W] += f[i * W] + body.m * offset[i]
    second_moments(body, pose + C, c, Q, W)
    for k in range(at.n):
        linear_at(body.m, f, w, v, step, k, W, h + 3)
        if k < at.n - 1:
            write_integral(h + 3, 3, k + 1, W, f)
            if second:
                second_rate(f, Q, w, v, step, k, W)
        if second:
            angular_at(f, Q, w, v, step, k, W, h)
            write_vector(h, 6, k, W, at.motion.spare)
            add_cross_at(offset, 1, h + 3, 1, h)
            for i in range(3):
                sums[(TOTAL + i) * W + k] += h[i]
        for i in range(3):
            sums[(TOTAL + 3 + i) * W + k] += h[3 + i]


cdef void add_energy(const real* twist, const real* h, Scratch* at) noexcept nogil:
    """Twice the kinetic energy, w . L + v . p of the series h = (L, p)"""
    cdef int i, j, k
    cdef int W = at.motion.W
    for k in range(at.n):
        for j in range(k + 1):
            for i in range(6):
                at.sums[ENERGY * W + k] += twist[2 * i * W + j] * h[i * W + k - j]


cdef void sum_bodies(Model model, int wanted, Scratch* at) noexcept nogil:
    """Moments and sums; the poses and twists are there."""
    cdef int b, i
    cdef int W = at.motion.W
    cdef const real* pose
    cdef const real* twist
    cdef real* f
    cdef double[3] offset
    clear(at.sums, SUMS * W)
    for b in range(model.nbodies):
        pose = at.motion.pose + b * POSES
        twist = at.motion.body + (b * MOTION + V) * W
        f = at.moments + b * MOMENTS * W
        for i in range(3):
            offset[i] = pose[ORIGIN + i] - at.motion.pose[ORIGIN + i]
        add_body(&model.rigid[b], pose, twist, wanted != CENTER, f, offset, at)
        if wanted == ENERGIES:
            add_energy(twist, at.motion.spare, at)


cdef void about_center(const real* center, const real* linear, real* angular, int step,
                       Scratch* at) noexcept nogil:
    """L := L - c x p; the components of c are W apart, those of L and p a step"""
    cdef int i, j, k
    cdef real[3] moment
    for k in range(at.n):
        clear(moment, 3)
        for j in range(k + 1):
            add_cross_at(center + j, at.motion.W, linear + k - j, step, moment)
        for i in range(3):
            angular[i * step + k] -= moment[i]


cdef void momentum_column(double m, const real* f, const real* w, const real* v, int step,
                          const double* offset, double* A, Py_ssize_t nv,
                          Scratch* at) noexcept nogil:
    """Column of the momentum matrix about the center of mass, (n, 6) entries nv apart."""
    cdef int i, k
    cdef int W = at.motion.W
    cdef real[6] h
    cdef real* column = at.motion.spare
    for k in range(at.n):
        linear_at(m, f, w, v, step, k, W, h + 3)
        angular_at(f, f + SECOND * W, w, v, step, k, W, h)
        add_cross_at(offset, 1, h + 3, 1, h)
        write_vector(h, 6, k, W, column)
    about_center(at.sums + PLACE * W, column + 3 * W, column, W, at)
    for i in range(6):
        write_series(column + i * W, A + i * nv, <int> (6 * nv), at.n)


cdef void matrix(Model model, int base, double* A, Scratch* at) noexcept nogil:
    """A (n, 6, nv) about the center of mass, whose series is in the sums."""
    cdef int b, i, j, kind
    cdef int W = at.motion.W
    cdef double[3] offset
    cdef const real* multi = at.motion.multi
    cdef const real* screw
    cdef const real* slide
    cdef const real* pose
    cdef real* f
    cdef double* column
    # f, Q and m of the subtrees
    for b in range(model.nbodies):
        at.below[b] = model.rigid[b].m
    for b in range(model.nbodies - 1, -1, -1):
        j = model.parent[b]
        if j >= 0:
            at.below[j] += at.below[b]
            for i in range(MOMENTS * W):
                at.moments[j * MOMENTS * W + i] += at.moments[b * MOMENTS * W + i]
    for b in range(model.nbodies):
        kind = model.kind[b]
        pose = at.motion.pose + b * POSES
        f = at.moments + b * MOMENTS * W
        column = A + model.iv[b]
        for i in range(3):
            offset[i] = pose[ORIGIN + i] - at.motion.pose[ORIGIN + i]
        if kind < SPHERICAL:
            screw = at.motion.body + (b * MOTION + S) * W
            momentum_column(at.below[b], f, screw, screw + 3 * W, W, offset, column, model.nv, at)
            continue
        for j in range(3):
            screw = multi + (B + j) * W
            momentum_column(at.below[b], f, screw, screw + L * W, 3 * W, offset, column + j,
                            model.nv, at)
        if kind == FREE:
            slide = multi + (B if base == IN_BODY or model.parent[b] >= 0 else D) * W
            for j in range(3):
                momentum_column(at.below[b], f, at.zero, slide + j * W, 3 * W, offset,
                                column + 3 + j, model.nv, at)
        multi += MULTI * W


cdef void results(Model model, int base, int wanted, double* out, Scratch* at) noexcept nogil:
    """What is wanted of the sums, plain derivatives, one row to each order."""
    cdef int i, k
    cdef int W = at.motion.W
    cdef real* sums = at.sums
    cdef const real* o = at.motion.pose + ORIGIN
    cdef double total
    if wanted == MOMENTUM:
        for k in range(at.n):
            read_vector(sums + TOTAL * W, 3, k, W, at.motion.spare)
            for i in range(3):
                at.motion.spare[3 + i] = sums[(TOTAL + 3 + i) * W + k]
            add_cross_at(o, 1, at.motion.spare + 3, 1, at.motion.spare)
            write_vector(at.motion.spare, 3, k, W, sums + TOTAL * W)
    # the place from the inertial origin, or from the first tree's
    for k in range(1, at.n):
        for i in range(3):
            sums[(PLACE + i) * W + k] = divided(sums[(TOTAL + 3 + i) * W + k - 1], k)
    if wanted == ENERGIES:
        write_series(sums + ENERGY * W, out, 1, at.n)
        for k in range(at.n):
            out[k] /= 2
            total = 0
            for i in range(3):
                # not -(f g): a zero should be no negative zero
                total += ((sums[(PLACE + i) * W + k] + (at.mass * o[i] if k == 0 else 0))
                          * (0.0 - model.g[i]))
            out[at.n + k] = total * factorial(k)
        return
    for i in range(3 * W if wanted != MOMENTUM else 0):
        sums[PLACE * W + i] /= at.mass
    if wanted == CENTER:
        for i in range(3):
            sums[(PLACE + i) * W] += o[i]
            write_series(sums + (PLACE + i) * W, out + i, 3, at.n)
        return
    if wanted == MATRIX:
        matrix(model, base, out, at)
        return
    if wanted == CENTROIDAL:
        about_center(sums + PLACE * W, sums + (TOTAL + 3) * W, sums + TOTAL * W, W, at)
    for i in range(6):
        write_series(sums + (TOTAL + i) * W, out + i, 6, at.n)


cdef int _run(Model model, int base, int wanted, const double* q, const double* v, Py_ssize_t count,
              int n, double* out, Py_ssize_t size) except -1:
    """Results of `count` configurations q at one motion v (n, nv), `size` doubles each."""
    cdef Scratch at
    cdef int i
    cdef Py_ssize_t state
    cdef size_t multi = 0
    cdef size_t room
    cdef size_t bodies = model.nbodies
    cdef double[STACK] local
    cdef real* memory = local
    cdef bint fits
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
    fits = room <= STACK
    if not fits:
        memory = <real*> PyMem_RawMalloc(room * sizeof(real))
        if memory == NULL:
            raise MemoryError(f"workspace for {n} rows of v")
    at.motion.body = memory
    at.motion.spare = at.motion.body + (bodies + 1) * MOTION * at.motion.W
    at.zero = at.motion.spare + COLUMN * at.motion.W
    at.sums = at.zero + ZEROS * at.motion.W
    at.motion.multi = at.sums + SUMS * at.motion.W
    at.moments = at.motion.multi + multi * at.motion.W
    at.motion.pose = at.moments + bodies * MOMENTS * at.motion.W
    at.below = at.motion.pose + bodies * POSES
    at.mass = _mass(model)
    with nogil:
        clear(at.zero, ZEROS * at.motion.W)
        for state in range(count):
            base_to_tip(model, base, q + state * model.nq, v, &at.motion)
            sum_bodies(model, wanted, &at)
            results(model, base, wanted, out + state * size, &at)
    if not fits:
        PyMem_RawFree(memory)
    return 0


cdef double _mass(Model model) noexcept nogil:
    """Of all bodies, kg."""
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
    shape[0] = -1 if batched else model.nq
    shape[1] = model.nq
    array = _argument("q", q, cnp.NPY_DOUBLE, 2 if batched else 1, shape)
    if not batched:
        _check_quaternions(model, array, cnp.NPY_DOUBLE)
    elif model.nq > model.nv:
        for row in array:
            _check_quaternions(model, row, cnp.NPY_DOUBLE)
    return array


cdef int _base(object base) except -1:
    return 0 if base is BODY else _choice("base", base, BASES)


cdef cnp.ndarray _of_motion(Model model, object q, object v, object base, int wanted,
                            const cnp.npy_intp* core, int axes):
    """Results at one motion v (n, nv): n rows of `core`, or for energies two of n."""
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray rows, out, configuration
    cdef int i, n
    cdef int origin = _base(base)
    configuration = _configuration(model, q, False)
    shape[0] = -1
    shape[1] = model.nv
    rows = _argument("v", v, cnp.NPY_DOUBLE, 2, shape)
    if not 1 <= rows.shape[0] <= MOST_ROWS:
        raise ShapeError(f"v has shape {_shape(rows)}, "
                         f"expected 1 to {MOST_ROWS} rows of {model.nv}")
    n = <int> rows.shape[0]
    shape[0] = n
    for i in range(axes):
        shape[1 + i] = core[i]
    if wanted == ENERGIES:
        shape[0] = 2
        shape[1] = n
    out = cnp.PyArray_EMPTY(1 + axes, shape, cnp.NPY_DOUBLE, 0)
    if model.nbodies == 0:
        out[...] = 0
        return out
    _run(model, origin, wanted, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(rows), 1, n, <double*> cnp.PyArray_DATA(out), 0)
    return out


def momentum(model, q, v, base="body"):
    """`lieref.momentum`."""
    cdef cnp.npy_intp six = 6
    cdef cnp.ndarray out
    _require_tree(model)
    out = _of_motion(model, q, v, base, MOMENTUM, &six, 1)
    _require_finite("momentum", out)
    return out


def centroidal_momentum(model, q, v, base="body"):
    """`lieref.centroidal_momentum`."""
    cdef cnp.npy_intp six = 6
    cdef cnp.ndarray out
    _require_tree(model)
    _require_mass(model)
    out = _of_motion(model, q, v, base, CENTROIDAL, &six, 1)
    _require_finite("momentum", out)
    return out


def center_of_mass(model, q, v, base="body"):
    """`lieref.center_of_mass`."""
    cdef cnp.npy_intp three = 3
    cdef cnp.ndarray out
    _require_tree(model)
    _require_mass(model)
    out = _of_motion(model, q, v, base, CENTER, &three, 1)
    _require_finite("center", out)
    return out


def energies(model, q, v, base="body"):
    """The rows of `lieref.energy`, kinetic and potential, (n,) each."""
    cdef cnp.npy_intp none = 0
    cdef cnp.ndarray out
    _require_tree(model)
    out = _of_motion(model, q, v, base, ENERGIES, &none, 1)
    _require_finite("energy", out)
    return out[0], out[1]


def matrix_series(model, q, v, base="body"):
    """Centroidal momentum matrix (n, 6, nv) and its derivatives of order 0 .. n - 1.

    v (n, nv): the last row moves nothing.
    """
    cdef cnp.npy_intp[2] core
    cdef cnp.ndarray out
    _require_tree(model)
    _require_mass(model)
    core[0] = 6
    core[1] = (<Model> model).nv
    out = _of_motion(model, q, v, base, MATRIX, core, 2)
    _require_finite("A", out)
    return out


def matrices(model, q, base="body"):
    """Centroidal momentum matrices (6, nv) or (batch, 6, nv) of q (nq,) or (batch, nq)."""
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray configuration, out, still
    cdef Model tree
    cdef int origin = _base(base)
    cdef bint batched
    _require_tree(model)
    _require_mass(model)
    tree = model
    batched = _batched(q, 1)
    if batched and np.ndim(q) != 2:
        raise ShapeError(
            f"q has shape {np.shape(q)}, expected ({tree.nq},) or (batch, {tree.nq})")
    configuration = _configuration(tree, q, batched)
    shape[0] = configuration.shape[0] if batched else 1
    shape[1] = 6
    shape[2] = tree.nv
    out = cnp.PyArray_EMPTY(3, shape, cnp.NPY_DOUBLE, 0)
    still = cnp.PyArray_ZEROS(1, &shape[2], cnp.NPY_DOUBLE, 0)
    _run(tree, origin, MATRIX, <const double*> cnp.PyArray_DATA(configuration),
         <const double*> cnp.PyArray_DATA(still), shape[0], 1,
         <double*> cnp.PyArray_DATA(out), 6 * tree.nv)
    _require_finite("A", out)
    return out if batched else out[0]
