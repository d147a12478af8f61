# The series of A, B, H times series of moves, from either side, without the matrices: sums over
# paths and subtrees, as in products_kernel.pxi, with convolutions.
# Plain twin: series_products_twin.py. Of a body i, sums over its path, itself included:
#   X, Y     sum psi_d xi + s dv (angular), and sum psi_dd xi + (psi_d + s_d) dv + s da
#   x, y     the joint's own parts of them;  z = sum s xi of the joint
#   E        what the moves of the joints beyond do to the force across the joint
# and of weights w: the twist W = sum s w of a path, T and U the sums of I (W_j - W_p) and
# B^T (W_j - W_p) over the joints beyond.

include "lieref/partials/any_order/inverse/series_partials_kernel.pxi"

from lieref.partials.calls cimport OrderProductsCall as Products

# Offsets of a body, in units of one series; E, T and U are padded.
cdef enum ProductOffset:
    PATH_X = 0
    PATH_Y = 6
    OWN_X = 12
    OWN_Y = 18
    OWN_Z = 24
    BEYOND = 31                 # E
    PATH_W = 0
    BEYOND_T = 7
    BEYOND_U = 19
    PRODUCTS = 42

# Offsets of the scratch beside.
cdef enum ScratchOffset:
    TOTAL = 1                   # padded, a force
    MORE = 13                   # padded, another one
    MOVES = 25                  # padded: xi, dv and da of a coordinate
    SCRATCH = 30


cdef struct Scratch:
    real* body                  # (nbodies) blocks
    real* rest


cdef size_t products_workspace(Model model, int r) noexcept nogil:
    """Number of reals that a product needs."""
    cdef Pass at
    cdef size_t size = whole(memory_at(model, r, NULL, &at).size)
    return size + (<size_t> model.nbodies * PRODUCTS + SCRATCH) * at.W


cdef void prepare(Model model, const Products* call, Pass* at, Memory* to,
                  Scratch* work) noexcept nogil:
    """Columns of all joints, composites of all bodies, memory that is zero."""
    cdef int i
    cdef real* start = <real*> call.workspace
    to[0] = memory_at(model, call.r, start, at)
    work.body = start + whole(to.size)
    work.rest = work.body + <size_t> model.nbodies * PRODUCTS * at.W
    clear_series(work.body, (model.nbodies * PRODUCTS + SCRATCH) * at.W)
    if call.prepared:
        return
    still_roots(model, <const real*> call.v, at, to)
    base_to_tip(model, IN_BODY, <const real*> call.q, to.v, at)
    base_to_tip_columns(model, <const real*> call.v, at, to)
    for i in range(model.nbodies - 1, -1, -1):
        if model.parent[i] >= 0:
            add_subtree(model, i, at, to)


cdef inline void add_series(const real* x, int stride, real* out, int out_stride, int count,
                            Pass* at) noexcept nogil:
    """out += x, `count` series"""
    cdef int i, b
    for i in range(count):
        for b in range(at.blocks):
            add_to(out + i * out_stride, load(x + i * stride + b * LANES), b)


cdef inline void add_column(const real* column, int count, const real* move, real* out,
                            Pass* at) noexcept nogil:
    """out += column times a series, padded"""
    cdef int i, b
    for i in range(count):
        for b in range(at.blocks):
            add_to(out + i * at.W, product(column + i * at.W, move, b, at.n), b)


cdef inline void read_series(const real* x, int nv, real* out, int n) noexcept nogil:
    """Read the coefficients of one coordinate; those of one order are nv apart."""
    cdef int k
    for k in range(n):
        out[k] = x[k * nv]


cdef inline void write_rows(const real* x, real* out, int nv, int n) noexcept nogil:
    cdef int k
    for k in range(n):
        out[k * nv] = x[k]


cdef void joint_moves(Model model, int i, const Products* call, const real* columns, real* body,
                      real* rest, Pass* at) noexcept nogil:
    """x, y, z of a joint"""
    cdef int c, at_
    cdef int W = at.W
    cdef const real* column
    cdef real* xi = rest + MOVES * W
    cdef real* dv = xi + 2 * W
    cdef real* da = dv + 2 * W
    for c in range(width(model.kind[i])):
        at_ = model.iv[i] + c
        column = columns + at_ * COLUMN * W
        read_series(<const real*> call.along_q + at_, model.nv, xi, at.n)
        read_series(<const real*> call.along_v + at_, model.nv, dv, at.n)
        read_series(<const real*> call.along_a + at_, model.nv, da, at.n)
        add_column(column + PSI_D * W, 3, xi, body + OWN_X * W, at)
        add_column(column, 3, dv, body + OWN_X * W, at)
        add_column(column + PSI_DD * W, 6, xi, body + OWN_Y * W, at)
        add_column(column + SUM_D * W, 6, dv, body + OWN_Y * W, at)
        add_column(column, 6, da, body + OWN_Y * W, at)
        add_column(column, 6, xi, body + OWN_Z * W, at)


cdef void add_turned_force(const real* z, const real* f, real* out, Pass* at) noexcept nogil:
    """out += z x* f = (z_w x n + z_u x l, z_w x l); f and out padded"""
    cdef int i, b
    cdef int W = at.W
    cdef int n = at.n
    for b in range(at.blocks):
        for i in range(3):
            add_to(out + 2 * i * W, cross_term(z, W, f, i, b, n, W)
                   + cross_term(z + 3 * W, W, f + 6 * W, i, b, n, W), b)
            add_to(out + (6 + 2 * i) * W, cross_term(z, W, f + 6 * W, i, b, n, W), b)


cdef void run_jvp(Model model, const Products* call) noexcept nogil:
    """tau_k = sum of A_{k-i} xi_i + B_{k-i} dv_i + H_{k-i} da_i"""
    cdef int i, c, b, W
    cdef Pass at
    cdef Memory to
    cdef Scratch work
    cdef const real* block
    cdef real* body
    cdef real* above
    cdef real* total
    prepare(model, call, &at, &to, &work)
    W = at.W
    total = work.rest + TOTAL * W
    for i in range(model.nbodies):
        body = work.body + i * PRODUCTS * W
        joint_moves(model, i, call, to.columns, body, work.rest, &at)
        copy(body + OWN_X * W, body + PATH_X * W, 12 * W)
        if model.parent[i] >= 0:
            add_series(work.body + model.parent[i] * PRODUCTS * W, W, body, W, 12, &at)
    for i in range(model.nbodies - 1, -1, -1):
        block = at.body + i * BLOCK * W
        body = work.body + i * PRODUCTS * W
        times_inertia(to.masses[i], block, body + PATH_Y * W, W, total, 2 * W, &at)
        add_coriolis(block, body + PATH_X * W, total, &at)
        add_series(body + BEYOND * W, 2 * W, total, 2 * W, 6, &at)
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            for b in range(at.blocks):
                store(at.scratch + b * LANES, dot6(to.columns + c * COLUMN * W, total, b, &at))
            write_rows(at.scratch, <real*> call.tau + c, model.nv, at.n)
        if model.parent[i] >= 0:
            above = work.body + model.parent[i] * PRODUCTS * W + BEYOND * W
            times_inertia(to.masses[i], block, body + OWN_Y * W, W, total, 2 * W, &at)
            add_coriolis(block, body + OWN_X * W, total, &at)
            add_turned_force(body + OWN_Z * W, block + FORCE * W, total, &at)
            add_series(total, 2 * W, above, 2 * W, 6, &at)
            add_series(body + BEYOND * W, 2 * W, above, 2 * W, 6, &at)
    if model.physics != NULL:
        add_joint_products(model, <const real*> call.v, at.n, <const real*> call.along_q,
                           <const real*> call.along_v, <const real*> call.along_a,
                           <real*> call.tau, <real*> call.tau, <real*> call.tau)


cdef void weighted_columns(Model model, int i, const real* above, const real* f,
                           const Products* call, const real* columns, real* rest,
                           Pass* at) noexcept nogil:
    """Results of a joint, from its momentum and its drag: of (12), (13) the row w^T"""
    cdef int c, b, k
    cdef int W = at.W
    cdef int n = at.n
    cdef lane drag, swept
    cdef const real* column
    cdef const real* momentum = rest + TOTAL * W
    cdef const real* d = rest + MORE * W
    cdef real* turned = rest + (MORE + 6) * W
    cdef real* found = at.scratch
    for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
        column = columns + c * COLUMN * W
        clear(turned - W, 12 * W)
        add_turned_force(column, f, turned, at)
        for b in range(at.blocks):
            drag = product(column + PSI_D * W, d, b, n)
            swept = product(column, d, b, n)
            for k in range(1, 3):
                drag = drag + product(column + (PSI_D + k) * W, d + 2 * k * W, b, n)
                swept = swept + product(column + k * W, d + 2 * k * W, b, n)
            drag = drag + dot6(column + PSI_DD * W, momentum, b, at)
            if above != NULL:
                drag = drag + dot6(above, turned, b, at)
            store(found + b * LANES, drag)
            store(found + W + b * LANES, swept + dot6(column + SUM_D * W, momentum, b, at))
            store(found + 2 * W + b * LANES, dot6(column, momentum, b, at))
        write_rows(found, <real*> call.dq + c, model.nv, n)
        write_rows(found + W, <real*> call.dv + c, model.nv, n)
        write_rows(found + 2 * W, <real*> call.da + c, model.nv, n)


cdef inline const real* predecessor(Model model, int i, const Scratch* work, int W) noexcept nogil:
    """The share of the body that carries body i; NULL of a root."""
    return work.body + model.parent[i] * PRODUCTS * W if model.parent[i] >= 0 else NULL


cdef void path_twists(Model model, const Products* call, const real* columns, const Scratch* work,
                      Pass* at) noexcept nogil:
    """W of every body: the twist that the weights give it."""
    cdef int i, c
    cdef int W = at.W
    cdef real* body
    for i in range(model.nbodies):
        body = work.body + i * PRODUCTS * W
        if model.parent[i] >= 0:
            copy(predecessor(model, i, work, W), body, 6 * W)
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            read_series(<const real*> call.w + c, model.nv, work.rest + MOVES * W, at.n)
            add_column(columns + c * COLUMN * W, 6, work.rest + MOVES * W, body, at)


cdef void run_vjp(Model model, const Products* call) noexcept nogil:
    """Series w^T A, w^T B, w^T H"""
    cdef int i, k, W
    cdef Pass at
    cdef Memory to
    cdef Scratch work
    cdef const real* block
    cdef const real* above
    cdef real* body
    cdef real* parent
    cdef real* own
    cdef real* momentum
    cdef real* drag
    prepare(model, call, &at, &to, &work)
    W = at.W
    momentum = work.rest + TOTAL * W
    drag = work.rest + MORE * W
    path_twists(model, call, to.columns, &work, &at)
    for i in range(model.nbodies - 1, -1, -1):
        block = at.body + i * BLOCK * W
        body = work.body + i * PRODUCTS * W
        above = predecessor(model, i, &work, W)
        times_inertia(to.masses[i], block, body, W, momentum, 2 * W, &at)
        add_series(body + BEYOND_T * W, 2 * W, momentum, 2 * W, 6, &at)
        coriolis_back(block, body, drag, &at)
        add_series(body + BEYOND_U * W, 2 * W, drag, 2 * W, 3, &at)
        weighted_columns(model, i, above, block + FORCE * W, call, to.columns, work.rest, &at)
        if model.parent[i] >= 0:
            parent = work.body + model.parent[i] * PRODUCTS * W
            own = at.scratch
            for k in range(6 * W):
                own[k] = body[k] - parent[k]
            times_inertia(to.masses[i], block, own, W, momentum, 2 * W, &at)
            coriolis_back(block, own, drag, &at)
            add_series(momentum, 2 * W, parent + BEYOND_T * W, 2 * W, 6, &at)
            add_series(drag, 2 * W, parent + BEYOND_U * W, 2 * W, 3, &at)
            add_series(body + BEYOND_T * W, 2 * W, parent + BEYOND_T * W, 2 * W, 6, &at)
            add_series(body + BEYOND_U * W, 2 * W, parent + BEYOND_U * W, 2 * W, 3, &at)
    if model.physics != NULL:
        add_joint_products(model, <const real*> call.v, at.n, <const real*> call.w,
                           <const real*> call.w, <const real*> call.w, <real*> call.dq,
                           <real*> call.dv, <real*> call.da)


# Products with several directions, and the contraction with weights, call these.
include "lieref/partials/any_order/inverse/second_blocks.pxi"
include "lieref/partials/any_order/inverse/directions.pxi"
include "lieref/partials/any_order/inverse/contraction.pxi"
