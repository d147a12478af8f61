# First partial derivatives of forward dynamics of any order from those of inverse dynamics, order
# by order, docs/order-partials.md, (8):
#
#     H da^(k) = dtau^(k) - Q_k xi_0 - D_k0 dv - sum_{j=1..k} D_kj da^(j-1).
#
# Included after branch_factor.pxi. Plain twin: series_solve_generic.py. Symbols:
#   X          (n, nv, lanes LANES) columns of da^(0), da^(1), ..., so many at once
#   D          (n, n + 1, nv, nv) blocks of inverse dynamics, D_{k, k+1} = H
#
# The columns of a strip are taken through all orders while they are in the cache. Entries of D
# between coordinates of different branches are zero and left out.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/fdsva/branch_factor.pxi"

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from lieref.partials.calls cimport OrderSolve

# Coordinates on a branch with each one: those before it, itself, and those beyond it.
cdef struct Relatives:
    int nv
    int* count              # (nv,)
    int* column             # (nv, nv)

# What the columns of a run are of: by q, v, tau, tau', ...
cdef enum:
    BY_Q = 0
    BY_V = 1
    BY_TAU = 2


cdef struct Solution:
    int n                   # orders
    int nv
    size_t square           # nv^2
    const real* D
    real* out[2]            # (n, nv, nv) da_dq, which holds dtau_dq before, and da_dv
    real* da_dtau           # (n, n, nv, nv)
    Branches factor
    Relatives relatives
    real* X


cdef inline size_t lane_count(int nv) noexcept nogil:
    """Lanes that the columns of one matrix fill."""
    return (<size_t> nv + LANES - 1) // LANES


cdef inline size_t relative_size(Model model) noexcept nogil:
    """Number of reals that Relatives need, in whole cache lines."""
    return (<size_t> model.nv * (model.nv + 1) + 7) // 8 * 8


cdef inline Relatives relatives_at(const Branches* factor, int* memory) noexcept nogil:
    """From the ways to the coordinates: each is beyond those on its way."""
    cdef Relatives at
    cdef int i, k, a
    at.nv = factor.nv
    at.count = memory
    at.column = memory + at.nv
    memset(at.count, 0, at.nv * sizeof(int))
    for k in range(at.nv):
        for a in range(factor.count[k] + 1):
            i = factor.way[<size_t> k * factor.stride + a]
            at.column[<size_t> k * at.nv + at.count[k]] = i
            at.count[k] += 1
            if i != k:
                at.column[<size_t> i * at.nv + at.count[i]] = k
                at.count[i] += 1
    return at


cdef inline real* result(const Solution* at, int which, int k) noexcept nogil:
    """Where the partials of a^(k) by q, v or a derivative of tau are."""
    if which < BY_TAU:
        return at.out[which] + k * at.square
    return at.da_dtau + (<size_t> k * at.n + which - BY_TAU) * at.square


cdef inline void read_columns(const real* matrix, int nv, int c, real* X, int W) noexcept nogil:
    """X = -(columns c .. c + LANES - 1), W a row; beyond the last column zeros."""
    cdef int i, k
    if c + LANES <= nv:
        for i in range(nv):
            store(X + i * W, -load(matrix + <size_t> i * nv + c))
        return
    for i in range(nv):
        for k in range(LANES):
            X[i * W + k] = -matrix[<size_t> i * nv + c + k] if c + k < nv else <real> 0


cdef inline void unit_columns(int nv, int c, bint unit, real* X, int W) noexcept nogil:
    """Columns c .. c + LANES - 1 of the unit matrix, or of zeros."""
    cdef int i, k
    for i in range(nv):
        for k in range(LANES):
            X[i * W + k] = unit and i == c + k


cdef inline void write_columns(const real* X, int W, int nv, int c, real* matrix) noexcept nogil:
    """Columns c .. c + LANES - 1 of a result."""
    cdef int i, k
    if c + LANES <= nv:
        for i in range(nv):
            store(matrix + <size_t> i * nv + c, load(X + i * W))
        return
    for i in range(nv):
        for k in range(nv - c):
            matrix[<size_t> i * nv + c + k] = X[i * W + k]


cdef inline void subtract_lower(const Solution* at, int first, int k, int lanes) noexcept nogil:
    """X_k -= sum of D_kj X_{j-1}, j = first + 1 .. k; lanes a literal"""
    cdef int i, j, e, m
    cdef int W = lanes * LANES
    cdef int nv = at.nv
    cdef lane[STRIPS] x
    cdef real entry
    cdef const real* row
    cdef const real* y
    cdef const real* lower
    cdef const int* column
    for i in range(nv):
        for m in range(lanes):
            x[m] = load(at.X + (<size_t> k * nv + i) * W + m * LANES)
        column = at.relatives.column + <size_t> i * nv
        for j in range(first + 1, k + 1):
            row = at.D + (<size_t> k * (at.n + 1) + j) * at.square + <size_t> i * nv
            lower = at.X + <size_t> (j - 1) * nv * W
            for e in range(at.relatives.count[i]):
                entry = row[column[e]]
                y = lower + column[e] * W
                for m in range(lanes):
                    x[m] = x[m] - entry * load(y + m * LANES)
        for m in range(lanes):
            store(at.X + (<size_t> k * nv + i) * W + m * LANES, x[m])


cdef inline void subtract_lanes(const Solution* at, int first, int k, int lanes) noexcept nogil:
    """subtract_lower for 1 to STRIPS lanes"""
    if lanes == 4:
        subtract_lower(at, first, k, 4)
    elif lanes == 3:
        subtract_lower(at, first, k, 3)
    elif lanes == 2:
        subtract_lower(at, first, k, 2)
    else:
        subtract_lower(at, first, k, 1)


cdef void solve_columns(const Solution* at, int which, int matrices, int first) noexcept nogil:
    """All orders of the columns of so many matrices, whose a^(k) vanish for k < first."""
    cdef int k, m, kind, c
    cdef int strip = 0
    cdef int W, count
    cdef int each = <int> lane_count(at.nv)
    cdef int lanes = matrices * each
    cdef real* X
    while strip < lanes:
        count = min(lanes - strip, <int> STRIPS)
        W = count * LANES
        for k in range(first, at.n):
            X = at.X + <size_t> k * at.nv * W
            for m in range(count):
                kind = which + (strip + m) // each
                c = (strip + m) % each * LANES
                if kind == BY_Q:
                    read_columns(at.out[0] + k * at.square, at.nv, c, X + m * LANES, W)
                elif kind == BY_V:
                    read_columns(at.D + k * (at.n + 1) * at.square, at.nv, c, X + m * LANES, W)
                else:
                    unit_columns(at.nv, c, k == kind - BY_TAU, X + m * LANES, W)
            subtract_lanes(at, first, k, count)
            solve_lanes(&at.factor, X, count)
            for m in range(count):
                write_columns(X + m * LANES, W, at.nv, (strip + m) % each * LANES,
                              result(at, which + (strip + m) // each, k))
        strip += count


cdef size_t workspace(Model model, int r) noexcept nogil:
    """Number of reals that a run needs."""
    return (branch_size(model) + relative_size(model)
            + <size_t> (r + 1) * model.nv * STRIPS * LANES)


cdef int run(Model model, const OrderSolve* call) noexcept nogil:
    """All partials of orders 0 .. call.r; -1, or the coordinate of a lost pivot."""
    cdef int j, lost
    cdef Solution at
    cdef real* memory = <real*> call.workspace
    at.n = call.r + 1
    at.nv = model.nv
    at.square = <size_t> model.nv * model.nv
    at.D = <const real*> call.dv
    at.out = [<real*> call.dq, <real*> call.da_dv]
    at.da_dtau = <real*> call.da_dtau
    at.factor = branches_at(model, memory)
    lost = factorise(at.D + at.square, &at.factor)
    if lost >= 0:
        return lost
    memory += branch_size(model)
    at.relatives = relatives_at(&at.factor, <int*> memory)
    at.X = memory + relative_size(model)
    memset(at.da_dtau, 0, at.n * at.n * at.square * sizeof(real))
    # what sets in at once, then what sets in with tau', tau'', ...
    solve_columns(&at, BY_Q, 3, 0)
    for j in range(1, at.n):
        solve_columns(&at, BY_TAU + j, 1, j)
    return -1


RUN = PyCapsule_New(<void*> run, "lieref.order_solve_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.order_partials_workspace", NULL)
