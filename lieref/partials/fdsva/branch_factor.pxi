# H = L^T D L in its branch-induced sparsity, Featherstone's LTDL, with slots for ancestors, and
# solves of many columns at once. Included after lanes.pxi and series.pxi. Plain form: ltdl.pxi.
#
# A coordinate's *way* are the coordinates between the root and it, the root's first; the way of an
# ancestor is the beginning of its own. So rows of H are stored by slots of the way, and LANES
# neighbors in a row are worked on at once. Symbols:
#   rows       row k: H_kj, later L_kj, in the slots of k's way, then the pivot D_k in slot count_k
#   scale      1 / D_k

from libc.float cimport DBL_EPSILON
from libc.string cimport memcpy

from lieref.model.model cimport SPHERICAL, Model

cdef extern from * nogil:
    """
    #include <string.h>
    #include <stdint.h>

    /* Has a row any number that is not zero? */
    static inline int any_bits(const real *x, int count)
    {
        uint64_t found = 0;
        for (size_t i = 0; i < count * sizeof(real) / sizeof(double); i++) {
            uint64_t bits;
            memcpy(&bits, (const double *) x + i, sizeof bits);
            found |= bits;
        }
        return found != 0;
    }
    """
    bint any_bits(const real* x, int count)

# Columns that are solved together: so many lanes.
cdef enum:
    STRIPS = 4


cdef struct Branches:
    int nv
    int stride              # slots to a row, a multiple of LANES
    real* rows              # (nv, stride)
    real* scale             # (nv,)
    int* way                # (nv, stride)
    int* count              # (nv,)


cdef inline size_t branch_stride(Model model) noexcept nogil:
    return (<size_t> model.nv + 8) // 8 * 8


cdef inline size_t branch_size(Model model) noexcept nogil:
    """Number of reals that a Branches needs, in whole cache lines."""
    cdef size_t slots = branch_stride(model)
    return 2 * slots * model.nv + 2 * slots


cdef inline Branches branches_at(Model model, real* memory) noexcept nogil:
    """The ways of all coordinates: that of the coordinate before, and that coordinate."""
    cdef Branches at
    cdef int i, c, k, before, parent, last
    cdef int* way
    cdef size_t slots = branch_stride(model)
    at.nv = model.nv
    at.rows = memory
    at.scale = memory + slots * model.nv
    at.way = <int*> (at.scale + slots)
    at.count = <int*> (at.scale + slots + slots * model.nv)
    at.stride = 0
    for i in range(model.nbodies):
        parent = model.parent[i]
        before = model.iv[parent] + joint_width(model.kind[parent]) - 1 if parent >= 0 else -1
        for c in range(joint_width(model.kind[i])):
            k = model.iv[i] + c
            at.count[k] = at.count[before] + 1 if before >= 0 else 0
            at.stride = max(at.stride, at.count[k] + 1)
            before = k
    at.stride = (at.stride + LANES - 1) // LANES * LANES
    for i in range(model.nbodies):
        parent = model.parent[i]
        before = model.iv[parent] + joint_width(model.kind[parent]) - 1 if parent >= 0 else -1
        for c in range(joint_width(model.kind[i])):
            k = model.iv[i] + c
            way = at.way + <size_t> k * at.stride
            last = at.count[k]
            if last > 0:
                memcpy(way, at.way + <size_t> before * at.stride, last * sizeof(int))
            way[last] = k
            before = k
    return at


cdef inline int joint_width(int kind) noexcept nogil:
    """Velocity coordinates of a joint."""
    if kind < SPHERICAL:
        return 1
    return 3 if kind == SPHERICAL else 6


cdef inline int factorise(const real* H, Branches* at) noexcept nogil:
    """H = L^T D L; -1, or the coordinate whose pivot is rounding error alone.

    A pivot is lost below 8 + nv roundings of its diagonal entry, from which up to nv terms of its
    size were subtracted.
    """
    cdef int i, k, a, m
    cdef int nv = at.nv
    cdef real part
    cdef real* row
    cdef real* above
    for k in range(nv):
        row = at.rows + <size_t> k * at.stride
        # lanes reach beyond the pivot
        clear_series(row + at.count[k] // LANES * LANES, LANES)
        for a in range(at.count[k] + 1):
            row[a] = H[<size_t> k * nv + at.way[<size_t> k * at.stride + a]]
    for k in range(nv - 1, -1, -1):
        row = at.rows + <size_t> k * at.stride
        part = H[<size_t> k * nv + k]
        if not exceeds(row[at.count[k]], (8 + nv) * DBL_EPSILON * part):
            return k
        at.scale[k] = 1 / row[at.count[k]]
        for a in range(at.count[k] - 1, -1, -1):
            # H_ij -= L_ki D_k L_kj for every j on the way to i, the coordinate in slot a
            i = at.way[<size_t> k * at.stride + a]
            above = at.rows + <size_t> i * at.stride
            part = row[a] / row[at.count[k]]
            for m in range(a // LANES + 1):
                subtract_from(above, part * load(row + m * LANES), m)
            row[a] = part
    return -1


cdef inline void solve_strip(const Branches* at, real* X, int lanes) noexcept nogil:
    """X (nv, lanes LANES) becomes H^-1 X: L^-T from the tips, D^-1, L^-1 from the root.

    lanes: a literal up to STRIPS, so that the compiler keeps a row in registers.
    """
    cdef int k, a, m
    cdef int W = lanes * LANES
    cdef lane[STRIPS] x
    cdef real entry
    cdef real* y
    cdef const real* row
    cdef const int* way
    for k in range(at.nv - 1, -1, -1):
        y = X + k * W
        # columns of other branches transmit nothing
        if not any_bits(y, W):
            continue
        for m in range(lanes):
            x[m] = load(y + m * LANES)
        row = at.rows + <size_t> k * at.stride
        way = at.way + <size_t> k * at.stride
        for a in range(at.count[k]):
            y = X + way[a] * W
            entry = row[a]
            for m in range(lanes):
                subtract_from(y, entry * x[m], m)
    for k in range(at.nv):
        y = X + k * W
        entry = at.scale[k]
        for m in range(lanes):
            x[m] = entry * load(y + m * LANES)
        row = at.rows + <size_t> k * at.stride
        way = at.way + <size_t> k * at.stride
        for a in range(at.count[k]):
            y = X + way[a] * W
            entry = row[a]
            for m in range(lanes):
                x[m] = x[m] - entry * load(y + m * LANES)
        y = X + k * W
        for m in range(lanes):
            store(y + m * LANES, x[m])


cdef inline void solve_lanes(const Branches* at, real* X, int lanes) noexcept nogil:
    """solve_strip for 1 to STRIPS lanes"""
    if lanes == 4:
        solve_strip(at, X, 4)
    elif lanes == 3:
        solve_strip(at, X, 3)
    elif lanes == 2:
        solve_strip(at, X, 2)
    else:
        solve_strip(at, X, 1)
