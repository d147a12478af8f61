# Second partials of one combination of the forces, sum_i w_i d2tau_i of [Singh, Algorithm 1],
# without the tensors. Included by products_kernel.pxi, whose symbols these are. Plain twin:
# contraction_twin.py, which says why a pair of coordinates needs products of vectors alone. And
#   A     sum A_1 w over the subtree: the rate of its inertia, A_1 = s x* I - I s x, laid out as an
#         inertia without mass
#   y     W_p x s, W_p of the joint's predecessor

# Offsets in a body's share of a contraction; those that are summed over a subtree last.
cdef enum SumOffset:
    # TWIST and OWN_TWIST of products_kernel.pxi
    RATE = 12               # A: mass, first moment, inertia
    WEIGHTED = 22            # T, then U
    SUMS = 31

# What a coordinate brings to every pair with a coordinate of a joint before its own.
cdef struct Weights:
    real[6] alpha
    real[6] beta
    real[6] delta
    real[6] dF_dq
    real[6] dF_dv
    real[6] dF_da
    real[3] spread          # of inertial wrenches


cdef inline void inertia_rate(const real* block, const real* s, real* out) noexcept nogil:
    """A_1 of s = (w, u): w x h + m u in the place of h, and of J

    [w] J + ([w] J)^T - h u^T - u h^T + 2 h . u
    """
    cdef int i, j
    cdef real[9] M
    cdef real[3] column
    cdef const real* u = s + 3
    cdef const real* h = block + FIRST
    cdef real* J = out + INERTIA
    out[<int> MASS] = 0
    cross(s, h, out + FIRST)
    for i in range(3):
        out[FIRST + i] += block[<int> MASS] * u[i]
    for j in range(3):
        for i in range(3):
            column[i] = block[INERTIA + pair(min(i, j), max(i, j))]
        cross(s, column, M + 3 * j)
    for i in range(3):
        for j in range(i, 3):
            J[pair(i, j)] = M[3 * j + i] + M[3 * i + j] - h[i] * u[j] - u[i] * h[j]
        J[i] += 2 * dot(h, u)


cdef inline void own_sums(const real* block, real* share) noexcept nogil:
    """A, T and U of the joint's own coordinates, with all that it carries."""
    cdef const real* own = share + OWN_TWIST
    inertia_rate(block, own, share + RATE)
    times_inertia(block, own, share + WEIGHTED)
    coriolis_back(block, own, share + WEIGHTED + 6)


cdef inline void find_weights(const real* block, const real* share, const real* W,
                              const real* column, const real* y, const real* momentum,
                              const real* drag, Weights* p) noexcept nogil:
    """momentum = I W + T, drag = 2 B^T W + U:

    beta = I y + s x* momentum
    delta = beta - W x* (I s) - A s
    alpha = I (W x psi_d) - W x* (I psi_d) + psi_d x* momentum - A psi_d + 2 B^T y + s x* drag
    """
    cdef int i
    cdef real[6] kept, rated
    cdef const real* s = column + S
    cdef const real* psi = column + PSI_D
    times_inertia(block, s, p.dF_da)
    times_inertia(block, column + SUM_D, p.dF_dv)
    add_coriolis(block, s, p.dF_dv)
    times_inertia(block, column + PSI_DD, p.dF_dq)
    add_coriolis(block, psi, p.dF_dq)
    add_force_cross(s, block + FORCE, p.dF_dq)
    times_inertia(block, y, p.beta)
    add_force_cross(s, momentum, p.beta)
    # f x* g is taken with -W instead of W
    for i in range(6):
        kept[i] = -W[i]
    times_inertia(share + RATE, s, rated)
    for i in range(6):
        p.delta[i] = p.beta[i] - rated[i]
    add_force_cross(kept, p.dF_da, p.delta)
    motion_cross(W, psi, rated)
    times_inertia(block, rated, p.alpha)
    times_inertia(block, psi, rated)
    add_force_cross(kept, rated, p.alpha)
    add_force_cross(psi, momentum, p.alpha)
    times_inertia(share + RATE, psi, rated)
    coriolis_back(block, y, kept)
    add_cross(s, drag, kept)
    for i in range(6):
        p.alpha[i] -= rated[i]
    for i in range(3):
        p.alpha[i] += kept[i]


cdef inline void add_load(const real* load, const real* W, const real* s,
                          Weights* p) noexcept nogil:
    """Inertial wrenches: their moment, of which y turns the arm, and what turns with s itself"""
    cdef int i
    cdef real[3] moment
    load_moment(load, s, moment)
    for i in range(3):
        p.dF_dq[i] -= moment[i]
    load_spread(load, W, s, p.spread)


cdef inline void own_pairs(int iv, int count, const real* columns, const real* ys,
                           const Weights* weights, int nv, const Call* call) noexcept nogil:
    """Entries inside one joint, first p, then t:

    dq_dq = alpha . psi_d + beta . psi_dd + dF_dq . y, of which the two orders differ;
    dv_dv = (delta_p . t + delta_t . p) / 2
    """
    cdef int c, t, at, back
    cdef const real* column
    cdef const real* y
    cdef const Weights* p
    for c in range(count):
        p = weights + c
        for t in range(count):
            column = columns + t * COLUMN
            y = ys + 6 * t
            at = (iv + c) * nv + iv + t
            back = (iv + t) * nv + iv + c
            (<real*> call.dq_dq)[at] = (dot6(p.alpha, column + PSI_D)
                                        + dot6(p.beta, column + PSI_DD) + dot6(p.dF_dq, y)
                                        - dot(p.spread, column + S))
            (<real*> call.dv_dv)[at] = 0.5 * (dot6(p.delta, column + S)
                                              + dot6(weights[t].delta, columns + c * COLUMN + S))
            (<real*> call.dq_dv)[back] = dot6(p.delta, column + PSI_D) + dot6(p.dF_dv, y)
            (<real*> call.da_dq)[at] = dot6(p.dF_da, y)


cdef inline void enter_y(Model model, int i, const real* ys, const Path* path,
                         real* rows) noexcept nogil:
    """The rows of y follow those of the columns; call it before `enter`."""
    cdef int c, k, slot
    while i >= 0:
        slot = path.start[i]
        if slot < path.length and path.coordinate[slot] == model.iv[i]:
            return
        for c in range(width(model.kind[i])):
            for k in range(6):
                rows[k * path.stride + slot + c] = ys[6 * (model.iv[i] + c) + k]
        i = model.parent[i]


cdef inline void path_pairs(const Path* path, const real* y_rows, int count, int at,
                            const Weights* p, int nv, const Call* call) noexcept nogil:
    """Entries of coordinate `at` with t of the joints before it, in slots below count:

    dq_dq = alpha . psi_d + beta . psi_dd + dF_dq . y    dv_dv = delta . t
    dq_dv = alpha . t + beta . (psi_d + s_d), and delta . psi_d + dF_dv . y of t and `at`
    da_dq = dF_da . y, and beta . t of t and `at`
    """
    cdef int b, m, k, slot, t
    cdef int L = path.stride
    cdef lane qq, vv, qv, vq, qa, aq, s, psi, y
    cdef real[6 * LANES] found
    cdef const real* row
    for b in range((count + LANES - 1) // LANES):
        m = b * LANES
        row = path.rows + m
        s = load(row)
        psi = load(row + PSI_D * L)
        y = load(y_rows + m)
        qq = p.alpha[0] * psi + p.beta[0] * load(row + PSI_DD * L) + (p.dF_dq[0] * y
                                                                      - p.spread[0] * s)
        vv = p.delta[0] * s
        qv = p.alpha[0] * s + p.beta[0] * load(row + SUM_D * L)
        vq = p.delta[0] * psi + p.dF_dv[0] * y
        qa = p.beta[0] * s
        aq = p.dF_da[0] * y
        for k in range(1, 6):
            s = load(row + k * L)
            psi = load(row + (PSI_D + k) * L)
            y = load(y_rows + k * L + m)
            qq = (qq + p.alpha[k] * psi + p.beta[k] * load(row + (PSI_DD + k) * L)
                     + p.dF_dq[k] * y)
            if k < 3:
                qq = qq - p.spread[k] * s
            vv = vv + p.delta[k] * s
            qv = qv + p.alpha[k] * s + p.beta[k] * load(row + (SUM_D + k) * L)
            vq = vq + p.delta[k] * psi + p.dF_dv[k] * y
            qa = qa + p.beta[k] * s
            aq = aq + p.dF_da[k] * y
        store(found, qq)
        store(found + LANES, vv)
        store(found + 2 * LANES, qv)
        store(found + 3 * LANES, vq)
        store(found + 4 * LANES, qa)
        store(found + 5 * LANES, aq)
        for slot in range(min(count - m, <int> LANES)):
            t = path.coordinate[m + slot]
            (<real*> call.dq_dq)[at * nv + t] = found[slot]
            (<real*> call.dq_dq)[t * nv + at] = found[slot]
            (<real*> call.dv_dv)[at * nv + t] = found[LANES + slot]
            (<real*> call.dv_dv)[t * nv + at] = found[LANES + slot]
            (<real*> call.dq_dv)[at * nv + t] = found[2 * LANES + slot]
            (<real*> call.dq_dv)[t * nv + at] = found[3 * LANES + slot]
            (<real*> call.da_dq)[t * nv + at] = found[4 * LANES + slot]
            (<real*> call.da_dq)[at * nv + t] = found[5 * LANES + slot]


cdef inline void y_of_coordinates(Model model, const real* columns, const real* shares,
                                  real* ys) noexcept nogil:
    """y = W_p x s of every coordinate, zero at a root."""
    cdef int i, c
    for i in range(model.nbodies):
        for c in range(width(model.kind[i])):
            if model.parent[i] < 0:
                clear(ys + 6 * (model.iv[i] + c), 6)
            else:
                motion_cross(shares + model.parent[i] * SUMS + TWIST,
                             columns + (model.iv[i] + c) * COLUMN + S, ys + 6 * (model.iv[i] + c))


cdef size_t contraction_workspace(Model model) noexcept nogil:
    """Number of reals that a contraction needs: O(nv), whatever the tree."""
    return sweep_size(model) + path_size(model, COLUMN) + 6 * (
        (<size_t> model.nv + 7) // 8 * 8) + (
        <size_t> model.nbodies * (SUMS + LOAD) + 6 * <size_t> model.nv)


cdef void run_contraction(Model model, const Call* call) noexcept nogil:
    """The four matrices, zeroed before; every pointer valid, every number finite."""
    cdef int i, c, k, iv, count
    cdef Weights[6] weights
    cdef real[6] momentum, W
    cdef real[3] drag
    cdef real* share
    cdef const real* block
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    cdef Path path = path_at(model, memory + sweep_size(model), COLUMN)
    cdef real* y_rows = memory + sweep_size(model) + path_size(model, COLUMN)
    cdef real* shares = y_rows + 6 * ((<size_t> model.nv + 7) // 8 * 8)
    cdef real* ys = shares + <size_t> model.nbodies * SUMS
    cdef real* loads
    if LANES > 1:
        clear_series(y_rows, 6 * path.stride)
    prepare(model, call, &at)
    path_twists(model, at.columns, <const real*> call.w, shares, SUMS)
    y_of_coordinates(model, at.columns, shares, ys)
    loads = find_loads(model, call, &at, shares + TWIST, SUMS, ys + 6 * <size_t> model.nv)
    composites(model, &at)
    for i in range(model.nbodies):
        own_sums(at.bodies + i * BLOCK, shares + i * SUMS)
    for i in range(model.nbodies - 1, -1, -1):
        iv = model.iv[i]
        count = width(model.kind[i])
        share = shares + i * SUMS
        block = at.bodies + i * BLOCK
        clear(W, 6)
        if model.parent[i] >= 0:
            copy(shares + model.parent[i] * SUMS + TWIST, W, 6)
            for k in range(<int> RATE, <int> SUMS):
                shares[model.parent[i] * SUMS + k] += share[k]
        weighted(block, W, share + WEIGHTED, momentum, drag)
        enter_y(model, i, ys, &path, y_rows)
        enter(model, i, at.columns, COLUMN, &path)
        for c in range(count):
            find_weights(block, share, W, at.columns + (iv + c) * COLUMN, ys + 6 * (iv + c),
                         momentum, drag, &weights[c])
            clear(weights[c].spread, 3)
            if loads != NULL:
                add_load(loads + i * LOAD, W, at.columns + (iv + c) * COLUMN + S, &weights[c])
            path_pairs(&path, y_rows, path.start[i], iv + c, &weights[c], model.nv, call)
        own_pairs(iv, count, at.columns + iv * COLUMN, ys + 6 * iv, weights, model.nv, call)
    if model.physics != NULL:
        for c in range(model.nv):
            (<real*> call.dv_dv)[<size_t> c * (model.nv + 1)] += (
                (<const real*> call.w)[c]
                * friction_slope(model.physics + c, (<const real*> call.v)[c], True))


CONTRACTION = PyCapsule_New(<void*> run_contraction, "lieref.products_run", NULL)
CONTRACTION_WORKSPACE = PyCapsule_New(<void*> contraction_workspace,
                                      "lieref.partials_workspace", NULL)
