# Changes of representation in double-double; nothing is checked here, see representations.py.
#
# Sums of products of series cancel more with each order. Here they carry about 106 bits from the
# given doubles to the result, which is rounded once. Symbols:
#
#     R, G    rotation of a frame, body axes to inertial axes, and its inverse, 3 x 3, row by row
#     p       origin of the frame, inertial frame, 3
#     w, v    angular and linear part of a twist, in body axes w_b; a row of `rates` is (w, v)
#     T       V_target = T V_source, [[A, 0], [L, D]], 6 x 6: turns, and a cross product with p
#
# Series are Taylor coefficients, one after the other. A rotation in doubles is one to some eps,
# so G is the inverse of R, not its transpose, and R' = R w_b~ whichever twist is given: the change
# back is the inverse of the change.

from lieref.calls cimport release, take
cimport numpy as cnp

from lieref.algebra.scalars.double_double cimport (
    DD, dd_add, dd_div, dd_mul, dd_sub, dd_times)

cnp.import_array()

cdef enum Base:
    BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3


cdef inline DD plain(double x) noexcept nogil:
    """A double as a double-double."""
    cdef DD out
    out.hi = x
    out.lo = 0
    return out


cdef inline bint in_body(int representation, int part) noexcept nogil:
    """Is the angular (0) or the linear part (1) resolved in body axes?"""
    return representation == BODY or (part == 0 and representation == MIXED)


cdef inline DD crossed(const DD* a, int step_a, const DD* b, int step_b, int i) noexcept nogil:
    """Component i of a x b, whose components lie `step` apart."""
    cdef int j = (i + 1) % 3
    cdef int k = (i + 2) % 3
    return dd_sub(dd_mul(a[step_a * j], b[step_b * k]), dd_mul(a[step_a * k], b[step_b * j]))


cdef void scale(const double* x, Py_ssize_t row, const DD* factorials, int n, int size,
                DD* out) noexcept nogil:
    """x^(k)/k! of rows that are `row` doubles apart."""
    cdef int k, i
    for k in range(n):
        for i in range(size):
            out[k * size + i] = plain(x[k * row + i])
            if k > 1:
                out[k * size + i] = dd_div(out[k * size + i], factorials[k])


cdef void unscale(const DD* x, Py_ssize_t row, const DD* factorials, int n, int size,
                  double* out) noexcept nogil:
    """x_k k!, rounded once."""
    cdef int k, i
    cdef DD entry
    for k in range(n):
        for i in range(size):
            entry = x[k * size + i]
            if k > 1:
                entry = dd_mul(entry, factorials[k])
            out[k * row + i] = entry.hi + entry.lo


cdef void invert(const DD* R, DD* G) noexcept nogil:
    """G = R^-1: row i is the cross product of two columns of R by the determinant."""
    cdef int i, j, a, b
    cdef DD share
    cdef DD det = plain(0)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        for j in range(3):
            G[3 * i + j] = crossed(R + a, 3, R + b, 3, j)
    for j in range(3):
        det = dd_add(det, dd_mul(R[3 * j], G[j]))
    share = dd_div(plain(1), det)
    for i in range(9):
        G[i] = dd_mul(G[i], share)


cdef void turn(const DD* rates, int source, int k, DD* w, DD* R, DD* G) noexcept nogil:
    """Coefficient k of w_b, k + 1 of R and G: w_b = G w, R' = R w_b~, G' = -w_b~ G"""
    cdef int i, j, m
    cdef DD total, back
    cdef DD order = plain(k + 1)
    for i in range(3):
        total = plain(0)
        if in_body(source, 0):
            total = rates[6 * k + i]
        else:
            for m in range(k + 1):
                for j in range(3):
                    total = dd_add(total, dd_mul(G[9 * m + 3 * i + j], rates[6 * (k - m) + j]))
        w[3 * k + i] = total
    for i in range(3):
        for j in range(3):
            total = plain(0)
            back = plain(0)
            for m in range(k + 1):
                # row i of R, times w~: R_i x w; column i of G: -w x G_i
                total = dd_add(total, crossed(R + 9 * m + 3 * i, 1, w + 3 * (k - m), 1, j))
                back = dd_add(back, crossed(G + 9 * m + i, 3, w + 3 * (k - m), 1, j))
            R[9 * (k + 1) + 3 * i + j] = dd_div(total, order)
            G[9 * (k + 1) + 3 * j + i] = dd_div(back, order)


cdef void move(const DD* rates, int source, int k, const DD* R, DD* p) noexcept nogil:
    """Coefficient k + 1 of p: p' = R v, or v + w x p, or v as the twist is represented."""
    cdef int i, j, m
    cdef DD total
    for i in range(3):
        total = plain(0) if source == BODY else rates[6 * k + 3 + i]
        for m in range(k + 1):
            if source == BODY:
                for j in range(3):
                    total = dd_add(total, dd_mul(R[9 * m + 3 * i + j], rates[6 * (k - m) + 3 + j]))
            elif source == SPATIAL:
                total = dd_add(total, crossed(rates + 6 * m, 1, p + 3 * (k - m), 1, i))
        p[3 * (k + 1) + i] = dd_div(total, plain(k + 1))


cdef void pose_coefficients(const double* pose, const DD* rates, int source, int n, bint inverse,
                            DD* w, DD* R, DD* G, DD* p) noexcept nogil:
    """Series of R, p and, if `inverse`, G of a pose (4, 4) that moves with the given twists."""
    cdef int i, j, k
    for i in range(3):
        for j in range(3):
            R[3 * i + j] = plain(pose[4 * i + j])
        p[i] = plain(pose[4 * i + 3])
    if inverse or n > 1:
        invert(R, G)
    for k in range(n - 1):
        turn(rates, source, k, w, R, G)
        move(rates, source, k, R, p)


cdef inline bint back_to_body(int source, int target) noexcept nogil:
    """Is any part turned from inertial into body axes?"""
    return (in_body(target, 0) and not in_body(source, 0)
            or in_body(target, 1) and not in_body(source, 1))


cdef void turned(const DD* A, bint transposed, const DD* x, int n, DD* out) noexcept nogil:
    """out_k = sum_m A_m x_{k-m}, or of A^T; A NULL for 1; vectors are six numbers apart"""
    cdef int i, j, k, m
    cdef DD total
    for k in range(n):
        for i in range(3):
            total = x[6 * k + i]
            if A != NULL:
                total = plain(0)
                for m in range(k + 1):
                    for j in range(3):
                        total = dd_add(total, dd_mul(
                            A[9 * m + (3 * j + i if transposed else 3 * i + j)],
                            x[6 * (k - m) + j]))
            out[6 * k + i] = total


cdef void add_crossed(const DD* p, const DD* x, bint negative, int n, DD* out) noexcept nogil:
    """out_k += sum_m p_m x x_{k-m}, or -= if `negative`"""
    cdef int i, k, m
    cdef DD step
    for k in range(n):
        for m in range(k + 1):
            for i in range(3):
                step = crossed(p + 3 * m, 1, x + 6 * (k - m), 1, i)
                out[6 * k + i] = (dd_sub(out[6 * k + i], step) if negative
                                  else dd_add(out[6 * k + i], step))


cdef void change(const DD* R, const DD* G, const DD* p, int source, int target, bint dual, int n,
                 DD* x, DD* out) noexcept nogil:
    """out = T x of twists, T^T x of wrenches   [Mueller (98)-(100)]; x is used up

    v_s = v_h + p x w and t_s = t_h + p x f: what moves with the point is the linear part of a twist
    and the moment of a wrench. V_source = A V_target in one part is f_target = A^T f_source.
    """
    cdef int part
    cdef int fixed = 3 if dual else 0
    cdef int moved = 3 - fixed
    # the twist that is turned: of the target's a wrench is the dual
    cdef int here = target if dual else source
    cdef int there = source if dual else target
    cdef const DD* A
    if source == SPATIAL:
        add_crossed(p, x + fixed, True, n, x + moved)
    for part in range(2):
        A = NULL
        if in_body(here, part) != in_body(there, part):
            A = R if in_body(here, part) else G
        turned(A, dual, x + 3 * part, n, out + 3 * part)
    if target == SPATIAL:
        add_crossed(p, out + fixed, False, n, out + moved)


cdef void change_both_sides(const DD* R, const DD* G, const DD* p, int source, int target, int n,
                            DD* x, DD* out, DD* M) noexcept nogil:
    """M := T^T M T of inertias (n, 6, 6): its rows, then its columns"""
    cdef int i, j, k, step
    cdef DD* entry
    for step in range(1, 7, 5):
        for i in range(6):
            # entries of a row are one apart, of a column six
            entry = M + (7 - step) * i
            for k in range(n):
                for j in range(6):
                    x[6 * k + j] = entry[36 * k + step * j]
            change(R, G, p, source, target, True, n, x, out)
            for k in range(n):
                for j in range(6):
                    entry[36 * k + step * j] = out[6 * k + j]


cdef void convert_one(const double* x, Py_ssize_t row, const double* pose, const double* rates,
                      Py_ssize_t rates_row, int source, int target, int width, bint dual,
                      const DD* factorials, int n, DD* scratch, double* out) noexcept nogil:
    """One frame: T x of twists, T^T x of wrenches and T^T x T of inertias (width 6)."""
    cdef DD* given = scratch
    cdef DD* w = given + 6 * n
    cdef DD* p = w + 3 * n
    cdef DD* R = p + 3 * n
    cdef DD* G = R + 9 * n
    cdef DD* result = G + 9 * n
    cdef DD* vector = result + 6 * n
    cdef DD* values = vector + 6 * n
    cdef bint inverse = back_to_body(target, source) if dual else back_to_body(source, target)
    scale(rates, rates_row, factorials, n - 1, 6, given)
    scale(x, row, factorials, n, 6 * width, values)
    pose_coefficients(pose, given, source, n, inverse, w, R, G, p)
    if width == 6:
        change_both_sides(R, G, p, source, target, n, vector, result, values)
        result = values
    else:
        change(R, G, p, source, target, dual, n, values, result)
    unscale(result, row, factorials, n, 6 * width, out)


def convert(cnp.ndarray values, cnp.ndarray poses, cnp.ndarray rates, int source, int target,
            bint dual, cnp.ndarray factorials):
    """The values (n, ..., 6) or (n, ..., 6, 6) of frames in another representation.

    poses (..., 4, 4); rates (n - 1 or more, ..., 6): twists in the representation `source`; `dual`:
    wrenches or inertias, not twists; factorials (n, 2): k! as a sum of two doubles. All of them
    contiguous doubles.
    """
    cdef cnp.ndarray out = cnp.PyArray_EMPTY(values.ndim, values.shape, cnp.NPY_DOUBLE, 0)
    cdef int n = <int> values.shape[0]
    cdef Py_ssize_t m = poses.size // 16
    cdef Py_ssize_t size, i
    cdef const double* x = <const double*> cnp.PyArray_DATA(values)
    cdef const double* C = <const double*> cnp.PyArray_DATA(poses)
    cdef const double* twists = <const double*> cnp.PyArray_DATA(rates)
    cdef const DD* whole = <const DD*> cnp.PyArray_DATA(factorials)
    cdef double* to = <double*> cnp.PyArray_DATA(out)
    cdef DD* scratch
    if m == 0:
        return out
    size = values.size // (n * m)
    # what `convert_one` has for each coefficient
    scratch = <DD*> take(NULL, 2 * ((6 + 3 + 3 + 9 + 9 + 6 + 6 + 36) * <size_t> n))
    with nogil:
        for i in range(m):
            convert_one(x + size * i, m * size, C + 16 * i, twists + 6 * i, 6 * m, source, target,
                        <int> (size // 6), dual, whole, n, scratch, to + size * i)
    release(scratch, NULL)
    return out


cdef void poses_of_one(const double* pose, const double* twists, const DD* factorials, int n,
                       DD* scratch, double* out) noexcept nogil:
    """(k + 1) C_{k+1} = sum_m [V_m] C_{k-m}   [Ali, Remark 1]"""
    cdef int i, j, k, m
    cdef DD total
    cdef DD* rates = scratch
    cdef DD* C = rates + 6 * n
    cdef const DD* below
    scale(twists, 6, factorials, n, 6, rates)
    for i in range(12):
        C[i] = plain(pose[i])
    for k in range(n):
        for i in range(3):
            for j in range(4):
                # the last row of C is (0, 0, 0, 1)
                total = rates[6 * k + 3 + i] if j == 3 else plain(0)
                for m in range(k + 1):
                    below = C + 12 * (k - m) + j
                    total = dd_add(total, crossed(rates + 6 * m, 1, below, 4, i))
                C[12 * (k + 1) + 4 * i + j] = dd_div(total, plain(k + 1))
    unscale(C, 16, factorials, n + 1, 12, out)


def poses_of_twists(const double[:, :, ::1] poses, const double[:, :, ::1] twists,
                    const double[:, ::1] factorials, double[:, :, :, ::1] out):
    """Fill out (m, n + 1, 4, 4), given as zeros, but for the last row of C itself.

    poses (m, 4, 4), twists (m, n, 6), factorials (n + 1, 2).
    """
    cdef int n = <int> twists.shape[1]
    cdef Py_ssize_t i
    cdef DD* scratch
    if twists.shape[0] == 0:
        return
    scratch = <DD*> take(NULL, 2 * (6 * n + 12 * (n + 1)))
    with nogil:
        for i in range(twists.shape[0]):
            poses_of_one(&poses[i, 0, 0], &twists[i, 0, 0], <const DD*> &factorials[0, 0], n,
                         scratch, &out[i, 0, 0, 0])
    release(scratch, NULL)


cdef void twists_of_one(const double* poses, const DD* factorials, int n, DD* scratch,
                        double* out) noexcept nogil:
    """[V_{r-1}] = (r C_r - sum_{k < r-1} [V_k] C_{r-1-k}) C^-1   [Ali, Remark 1]"""
    cdef int i, j, k, r, m
    cdef DD* C = scratch
    cdef DD* hats = C + 12 * (n + 1)
    cdef DD* G = hats + 12 * n
    cdef DD[9] R
    cdef DD[4] row
    cdef DD entry
    scale(poses, 16, factorials, n + 1, 12, C)
    for i in range(3):
        for j in range(3):
            R[3 * i + j] = C[4 * i + j]
    invert(R, G)
    for r in range(1, n + 1):
        for i in range(3):
            for j in range(4):
                entry = dd_times(C[12 * r + 4 * i + j], r)
                for k in range(r - 1):
                    for m in range(3):
                        entry = dd_sub(entry, dd_mul(hats[12 * k + 4 * i + m],
                                                     C[12 * (r - 1 - k) + 4 * m + j]))
                row[j] = entry
            # times C^-1 = [[G, -G p], [0, 1]]
            for j in range(4):
                entry = row[3] if j == 3 else plain(0)
                for m in range(3):
                    if j < 3:
                        entry = dd_add(entry, dd_mul(row[m], G[3 * m + j]))
                    else:
                        entry = dd_sub(entry, dd_mul(hats[12 * (r - 1) + 4 * i + m], C[4 * m + 3]))
                hats[12 * (r - 1) + 4 * i + j] = entry
    unscale(hats, 12, factorials, n, 12, out)


def hats_of_poses(const double[:, :, :, ::1] poses, const double[:, ::1] factorials,
                  double[:, :, :, ::1] out):
    """Fill out (m, n, 3, 4) with the upper rows of [V^(k)] from poses (m, n + 1, 4, 4).

    factorials (n + 1, 2).
    """
    cdef int n = <int> poses.shape[1] - 1
    cdef Py_ssize_t i
    cdef DD* scratch
    if poses.shape[0] == 0:
        return
    scratch = <DD*> take(NULL, 2 * (12 * (2 * n + 1) + 9))
    with nogil:
        for i in range(poses.shape[0]):
            twists_of_one(&poses[i, 0, 0, 0], <const DD*> &factorials[0, 0], n, scratch,
                          &out[i, 0, 0, 0])
    release(scratch, NULL)
