# cython: language_level=3
"""Constants of all bodies of a model as sums of three doubles.

The formulas of `lieref.model.tree.compiled`, which are generic over a field of numbers, in compiled
arithmetic: loading a robot would spend most of its time in decimals of 40 digits.
"""
from libc.math cimport fabs
from libc.string cimport memcpy
cimport numpy as cnp

from lieref.model.tree.constants cimport HELICAL, PRISMATIC
from lieref.model.tree.triple cimport (
    Terms, Triple, add, add_multiple, add_product, add_vectors, apply, apply_transposed, cross, dot,
    multiply, multiply_transposed, normalize, product, quotient, scaled, subtract, total, triple,
)

from typing import Any

import numpy as np
from numpy.typing import NDArray

cnp.import_array()

Array = NDArray[np.float64]
Indices = NDArray[np.intc]

# What the axis of a joint is given by: nothing, axis and point, or a screw.
NO_AXIS: int = 0
LINE: int = 1
SCREW: int = 2
cdef int _SCREW = SCREW, _NO_AXIS = NO_AXIS
# A step from closer to a rotation than this, in entries of R^T R, ends below 2^-150 of one.
cdef double LAST_STEP = 1e-23
# Rows and columns in which symmetric matrices are stored, compiled.PAIRS.
cdef int[6] ROW = [0, 1, 2, 0, 0, 1]
cdef int[6] COLUMN = [0, 1, 2, 1, 2, 2]

# Order of compiled.body_constants.
cdef struct BodyConstants:
    Triple[9] E
    Triple[3] r
    Triple pitch
    Triple m
    Triple[3] h
    Triple[6] P
    Triple[9] K
    Triple[3] k

# Order of compiled.link_constants, then yy - xx, xx - zz, zz - yy.
cdef struct LinkConstants:
    Triple m
    Triple[3] h
    Triple[6] J
    Triple about
    Triple along
    Triple[3] differences

# Of a body alone: what is lumped at it is not in.
cdef struct Weight:
    Triple m
    Triple[3] h
    Triple[6] P

# Numbers of a body in `LinkConstants`, and rows of its constants in lanes: compiled.LANES.
cdef enum:
    OWN = 15
    LANED = 88


cdef void _identity(Triple* A) noexcept:
    cdef int i
    for i in range(9):
        A[i] = triple(1.0 if i % 4 == 0 else 0.0)


cdef void _take(const double* given, int n, Triple* x) noexcept:
    cdef int i
    for i in range(n):
        x[i] = triple(given[i])


cdef void nearest_rotation(Triple* R) noexcept:
    # Newton-Schulz: R <- R (3 - R^T R) / 2 squares the distance to a rotation
    cdef Triple[9] gram
    cdef Triple[9] half
    cdef Triple[9] old
    cdef Terms s
    cdef double distance, entry
    cdef int i, _step
    # from 1e-9, three steps reach 1e-72
    for _step in range(3):
        multiply_transposed(R, R, gram)
        distance = 0.0
        for i in range(9):
            s.n = 0
            add(&s, triple(1.0 if i % 4 == 0 else 0.0))
            subtract(&s, gram[i])
            half[i] = scaled(total(&s), 0.5)
            entry = fabs(half[i].hi)
            distance = entry if entry > distance else distance
        if distance == 0.0:
            return
        for i in range(9):
            old[i] = R[i]
        # R (3 - R^T R) / 2 = R + R (1 - R^T R) / 2
        multiply(old, half, gram)
        for i in range(3):
            add_vectors(&old[3 * i], &gram[3 * i], &R[3 * i])
        if distance < LAST_STEP:
            return


cdef void _kernel_frame(BodyConstants* body, int kind, int given, const double* line) noexcept:
    # compiled.axis_frame of exact.joint_geometry: line is axis, point and pitch, or a screw
    cdef Triple[3] x
    cdef Triple[3] y
    cdef Triple[3] z
    cdef Triple[3] point
    cdef Triple[3] other
    cdef Triple square
    cdef int i, along = 0
    _identity(body.K)
    _take([0.0, 0.0, 0.0], 3, body.k)
    body.pitch = triple(0.0)
    if given == _NO_AXIS:
        return
    _take(line, 3, z)
    _take(line + 3, 3, other)
    if given == _SCREW:
        square = dot(z, 1, z, 1)
        cross(z, other, point)
        for i in range(3):
            point[i] = quotient(point[i], square)
        if kind == HELICAL:
            body.pitch = quotient(dot(z, 1, other, 1), square)
    else:
        _take(line + 3, 3, point)
        body.pitch = triple(line[6])
    normalize(z)
    for i in range(1, 3):
        if fabs(line[i]) > fabs(line[along]):
            along = i
    # x completes z from the coordinate axis after the one that z is along
    along = (along + 1) % 3
    for i in range(3):
        x[i] = triple(1.0 if i == along else 0.0)
    add_multiple(x, scaled(z[along], -1.0), z, x)
    normalize(x)
    cross(z, x, y)
    for i in range(3):
        body.K[3 * i], body.K[3 * i + 1], body.K[3 * i + 2] = x[i], y[i], z[i]
    if kind != PRISMATIC:
        add_multiple(point, scaled(dot(z, 1, point, 1), -1.0), z, body.k)


cdef void _place(BodyConstants* body, const BodyConstants* parent, const double* pose) noexcept:
    # E = (R K)^T K_parent, r = K_parent^T (p + R k - k_parent)
    cdef Triple[9] R
    cdef Triple[9] turned
    cdef Triple[3] p
    cdef Triple[3] at
    cdef int i
    for i in range(3):
        _take(pose + 4 * i, 3, &R[3 * i])
        p[i] = triple(pose[4 * i + 3])
    nearest_rotation(R)
    multiply(R, body.K, turned)
    multiply_transposed(turned, parent.K, body.E)
    apply(R, body.k, at)
    add_vectors(p, at, at)
    add_multiple(at, triple(-1.0), parent.k, at)
    apply_transposed(parent.K, at, body.r)


cdef void _weigh(BodyConstants* body, const double* com, const double* inertia) noexcept:
    # compiled._inertia_about: h = m c, P = tr(I) / 2 - I + h c^T
    cdef Triple[9] given
    cdef Triple[9] turned
    cdef Triple[9] moments
    cdef Triple[3] c
    cdef Terms s
    cdef int i, j
    _take(com, 3, c)
    add_multiple(c, triple(-1.0), body.k, given)
    apply_transposed(body.K, given, c)
    _take(inertia, 9, given)
    multiply(given, body.K, turned)
    multiply_transposed(body.K, turned, moments)
    for i in range(3):
        body.h[i] = product(body.m, c[i])
    for i in range(6):
        s.n = 0
        for j in range(0, 9, 4):
            if i < 3:
                add(&s, scaled(moments[j], 0.5))
        subtract(&s, moments[3 * ROW[i] + COLUMN[i]])
        add_product(&s, body.h[ROW[i]], c[COLUMN[i]])
        body.P[i] = total(&s)


cdef void _own(const Weight* body, Triple pitch, Triple fraction, LinkConstants* link) noexcept:
    # compiled.link_constants
    cdef Triple trace
    cdef Terms s
    cdef int i
    link.m = body.m
    s.n = 0
    for i in range(3):
        link.h[i] = body.h[i]
        add(&s, body.P[i])
    trace = total(&s)
    for i in range(6):
        s.n = 0
        if i < 3:
            add(&s, trace)
        subtract(&s, body.P[i])
        link.J[i] = total(&s)
    s.n = 0
    add(&s, scaled(trace, 4.0))
    add_product(&s, product(scaled(pitch, 2.0), pitch), body.m)
    link.about = product(fraction, total(&s))
    link.along = product(fraction, body.m)
    for i in range(3):
        s.n = 0
        add(&s, link.J[(4 - i) % 3])
        subtract(&s, link.J[(3 - i) % 3])
        link.differences[i] = total(&s)


cdef void _lump(const BodyConstants* body, BodyConstants* parent) noexcept:
    # adds the mass at r to the parent
    cdef Triple[3] moment
    cdef Terms s
    cdef int i
    s.n = 0
    add(&s, parent.m)
    add(&s, body.m)
    parent.m = total(&s)
    for i in range(3):
        moment[i] = product(body.m, body.r[i])
    add_vectors(parent.h, moment, parent.h)
    for i in range(6):
        s.n = 0
        add(&s, parent.P[i])
        add_product(&s, moment[ROW[i]], body.r[COLUMN[i]])
        parent.P[i] = total(&s)


cdef Triple _fraction(int trusted) noexcept:
    # of the largest inertia, that pivots must exceed
    return quotient(triple(1.0), triple(10.0 ** (trusted - 2)))


def constants(
    const int[::1] parents: Indices, const int[::1] kinds: Indices, const int[::1] given: Indices,
    const double[:, ::1] lines: Array, const double[:, :, ::1] placements: Array,
    const double[::1] masses: Array, const double[:, ::1] coms: Array,
    const double[:, :, ::1] inertias: Array,
) -> tuple[Array, Array]:
    """Constants of bodies as doubles, three to each number: sums along the last axis.

    Parameters
    ----------
    parents, kinds : (n,)
        As of a model; kinds by their numbers.
    given, lines : (n,), (n, 7)
        NO_AXIS; LINE with axis, point and pitch; or SCREW with the screw of a turning joint.
    placements, masses, coms, inertias : (n, ...)
        As of a model.

    Returns
    -------
    bodies : (n, 35, 3) array
        `compiled.body_constants`.
    own : (n, 10, 3) array
        m, h and P of each body alone.
    """
    cdef int n = parents.shape[0], i
    if not (n == kinds.shape[0] == given.shape[0] == lines.shape[0] == placements.shape[0]
            == masses.shape[0] == coms.shape[0] == inertias.shape[0]):
        raise ValueError("arrays of different numbers of bodies")
    cdef double[:, :, ::1] body_table = np.zeros((n + 1, 35, 3))
    cdef double[:, :, ::1] own_table = np.zeros((n, 10, 3))
    # the world stands after the bodies
    cdef BodyConstants* bodies = <BodyConstants*> &body_table[0, 0, 0]
    cdef Weight* own = <Weight*> &own_table[0, 0, 0]
    cdef BodyConstants* parent
    _identity(bodies[n].K)
    for i in range(n):
        if not -1 <= parents[i] < i:
            raise ValueError("a parent after its child")
        _kernel_frame(&bodies[i], kinds[i], given[i], &lines[i, 0])
        parent = &bodies[parents[i] if parents[i] >= 0 else n]
        _place(&bodies[i], parent, &placements[i, 0, 0])
        bodies[i].m = triple(masses[i])
        _weigh(&bodies[i], &coms[i, 0], &inertias[i, 0, 0])
        memcpy(&own[i], &bodies[i].m, sizeof(Weight))
    for i in range(n - 1, -1, -1):
        if parents[i] >= 0:
            _lump(&bodies[i], &bodies[parents[i]])
    return np.asarray(body_table)[:n], np.asarray(own_table)


def links(
    const double[:, :, ::1] bodies: Array, const double[:, :, ::1] own: Array, int trusted,
) -> Array:
    """`compiled.link_constants`, then yy - xx, xx - zz, zz - yy of J, (n, 15, 3): sums.

    bodies, own: of `constants`; trusted: digits of the numbers that pivots are computed in.
    """
    cdef int n = bodies.shape[0], i
    if not (n == own.shape[0] and bodies.shape[1] == 35 and own.shape[1] == 10
            and bodies.shape[2] == own.shape[2] == 3):
        raise ValueError("arrays of different numbers of bodies")
    cdef double[:, :, ::1] table = np.empty((n, OWN, 3))
    cdef Triple fraction = _fraction(trusted)
    for i in range(n):
        _own(<const Weight*> &own[i, 0, 0], (<const BodyConstants*> &bodies[i, 0, 0]).pitch,
             fraction, <LinkConstants*> &table[i, 0, 0])
    return np.asarray(table)


include "changed_inertia.pxi"
