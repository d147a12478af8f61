# Second partials of w(t) . tau along a motion, as series: contraction.pxi with convolutions, in the
# frame of columns.pxi. Included after second_blocks.pxi. Plain twin:
# contraction_twin.py. Symbols as there: W of a path, the sums T, U, A over a subtree,
# and y = W_p x s, p the joint's predecessor.

# Offsets of a body beside PATH_W, BEYOND_T and BEYOND_U, which have its own joint's share here: A,
# laid out as first moment and inertia of a block.
cdef enum ShareOffset:
    RATE_FIRST = 25
    # what a block's FIRST is to it
    RATE_BLOCK = RATE_FIRST - FIRST

# Offsets of a coordinate beside those of entries.pxi, in units of one series; padded but for the
# last two.
cdef enum WeightOffset:
    ALPHA = 55
    BETA = 67
    DELTA = 79
    FORCE_SCRATCH = 91
    W_P = 103                  # W_p
    TWIST_SCRATCH = 114
    MINUS_W_P = 120                  # -W_p
    WEIGHTS = 126

# size of an array of six results of as many lanes as there may be
cdef enum:
    PAIRS = 24


cdef inline lane turned_entry(const real* w, const real* J, int i, int j, int b,
                              Pass* at) noexcept nogil:
    """Block b of (w~ J)_ij; J padded"""
    cdef int W = at.W
    cdef int a = (i + 1) % 3
    cdef int c = (i + 2) % 3
    return (product(w + a * W, J + 2 * pair(min(c, j), max(c, j)) * W, b, at.n)
            - product(w + c * W, J + 2 * pair(min(a, j), max(a, j)) * W, b, at.n))


cdef inline void inertia_rate(double mass, const real* block, const real* s, real* out,
                              Pass* at) noexcept nogil:
    """A_1 = s x* I - I (s x), s = (w, u): w x h + m u in the place of h, and of J

    w~ J + (w~ J)^T - h u^T - u h^T + 2 (u . h) 1
    """
    cdef int i, j, b
    cdef int W = at.W
    cdef int n = at.n
    cdef lane entry, spread
    cdef const real* u = s + 3 * W
    cdef const real* h = block + FIRST * W
    cdef const real* J = block + INERTIA * W
    for b in range(at.blocks):
        spread = (product(u, h, b, n) + product(u + W, h + 2 * W, b, n)
                  + product(u + 2 * W, h + 4 * W, b, n))
        for i in range(3):
            store(out + (FIRST + 2 * i) * W + b * LANES,
                  cross_term(s, W, h, i, b, n, W) + mass * load(u + i * W + b * LANES))
            for j in range(i, 3):
                entry = (turned_entry(s, J, i, j, b, at) + turned_entry(s, J, j, i, b, at)
                         - product(u + i * W, h + 2 * j * W, b, n)
                         - product(u + j * W, h + 2 * i * W, b, n))
                if i == j:
                    entry = entry + 2 * spread
                store(out + (INERTIA + 2 * pair(i, j)) * W + b * LANES, entry)


cdef inline void subtract_rate(const real* A, const real* x, real* scratch, real* out,
                               Pass* at) noexcept nogil:
    """out -= A x; out padded"""
    cdef int i, b
    cdef int W = at.W
    times_inertia(0, A, x, W, scratch, 2 * W, at)
    for i in range(6):
        for b in range(at.blocks):
            subtract_from(out + 2 * i * W, load(scratch + 2 * i * W + b * LANES), b)


cdef inline void hold(const real* above, real* p, Pass* at) noexcept nogil:
    """W_p and -W_p; zero at a root"""
    cdef int i, k
    cdef int W = at.W
    for i in range(6):
        for k in range(W):
            p[(W_P + 2 * i) * W + k] = above[i * W + k] if above != NULL else 0
            p[(MINUS_W_P + i) * W + k] = -p[(W_P + 2 * i) * W + k]


cdef inline void find_weights(double mass, const real* block, const real* A, const real* momentum,
                              const real* drag, const real* column, const real* y, real* p,
                              Pass* at) noexcept nogil:
    """m = I W + T, b = B^T W + U of the momentum and the drag:

    beta = I y + s x* m
    delta = beta - W x* (I s) - A s
    alpha = I (W x psi_d) - W x* (I psi_d) + psi_d x* m - A psi_d + B^T y + s x* b
    """
    cdef int i, b
    cdef int W = at.W
    cdef const real* psi = column + PSI_D * W
    cdef const real* kept = p + MINUS_W_P * W
    cdef real* scratch = p + FORCE_SCRATCH * W
    cdef real* moved = p + TWIST_SCRATCH * W
    cdef real* alpha = p + ALPHA * W
    cdef real* beta = p + BETA * W
    cdef real* delta = p + DELTA * W
    find_force_partials(mass, block, column, p, at)
    times_inertia(mass, block, y, W, beta, 2 * W, at)
    add_turned_force(column, momentum, beta, at)
    copy(beta, delta, 11 * W)
    add_turned_force(kept, p + DF_DA * W, delta, at)
    subtract_rate(A, column, scratch, delta, at)
    motion_products(p + W_P * W, psi, moved, False, at)
    times_inertia(mass, block, moved, W, alpha, 2 * W, at)
    times_inertia(mass, block, psi, W, scratch, 2 * W, at)
    add_turned_force(kept, scratch, alpha, at)
    add_turned_force(psi, momentum, alpha, at)
    subtract_rate(A, psi, scratch, alpha, at)
    coriolis_back(block, y, scratch, at)
    add_series(scratch, 2 * W, alpha, 2 * W, 3, at)
    for b in range(at.blocks):
        for i in range(3):
            add_to(alpha + 2 * i * W, cross_term(column, W, drag, i, b, at.n, W), b)


cdef inline void own_pairs(int iv, int count, const real* columns, const real* ys, int c,
                           const real* p, Pass* at, const SecondSeries* to) noexcept nogil:
    """Entries inside one joint, first c, then t, of which the two orders differ:

    QQ = alpha . psi_d + beta . psi_dd + dF_dq . y    VV = (delta_c . t + delta_t . c) / 2
    QV = delta . psi_d + dF_dv . y of t and c          AQ = dF_da . y
    """
    cdef int t, b, k
    cdef int W = at.W
    cdef size_t there, back, start
    cdef const real* s
    cdef const real* y
    cdef real* found = at.scratch
    for t in range(count):
        s = columns + t * COLUMN * W
        y = ys + 6 * t * W
        for b in range(at.blocks):
            store(found + b * LANES, dot6(s + PSI_D * W, p + ALPHA * W, b, at)
                  + dot6(s + PSI_DD * W, p + BETA * W, b, at) + dot6(y, p + DF_DQ * W, b, at))
            store(found + W + b * LANES, 0.5 * dot6(s, p + DELTA * W, b, at))
            store(found + 2 * W + b * LANES, dot6(s + PSI_D * W, p + DELTA * W, b, at)
                  + dot6(y, p + DF_DV * W, b, at))
            store(found + 3 * W + b * LANES, dot6(y, p + DF_DA * W, b, at))
        there = <size_t> (iv + c) * to.nv + iv + t
        back = <size_t> (iv + t) * to.nv + iv + c
        for k in range(at.n):
            start = k * to.square
            to.QQ[start + there] = found[k]
            to.VV[start + there] += found[W + k]
            to.VV[start + back] += found[W + k]
            to.VQ[start + there] = found[2 * W + k]
            to.QV[start + back] = found[2 * W + k]
            to.AQ[start + there] = found[3 * W + k]
            to.QA[start + back] = found[3 * W + k]


cdef inline void path_pairs(const Path* path, const Path* y_path, int count, int at_,
                            const real* p, Pass* at, const SecondSeries* to) noexcept nogil:
    """Entries of coordinate `at_` with t of the joints before it, in slots below count:

    QQ = alpha . psi_d + beta . psi_dd + dF_dq . y    VV = delta . t
    QV = alpha . t + beta . (psi_d + s_d), and delta . psi_d + dF_dv . y of t and `at_`
    AQ = dF_da . y, and beta . t of t and `at_`
    """
    cdef int b, m, k, j, i, slot, t
    cdef int W = at.W
    cdef int L = path.stride
    cdef lane qq, vv, qv, vq, qa, aq, s, psi, y
    cdef real[PAIRS] found
    cdef const real* row
    cdef const real* e
    cdef size_t there, back
    for b in range((count + LANES - 1) // LANES):
        m = b * LANES
        for k in range(at.n):
            qq = zero_lane()
            vv = qq
            qv = qq
            vq = qq
            qa = qq
            aq = qq
            for i in range(6):
                row = path.rows + i * W * L + m
                e = p + 2 * i * W + k
                for j in range(k + 1):
                    s = load(row + j * L)
                    psi = load(row + (PSI_D * W + j) * L)
                    y = load(y_path.rows + (i * W + j) * L + m)
                    qq = (qq + e[ALPHA * W - j] * psi + e[DF_DQ * W - j] * y
                             + e[BETA * W - j] * load(row + (PSI_DD * W + j) * L))
                    vv = vv + e[DELTA * W - j] * s
                    qv = (qv + e[ALPHA * W - j] * s
                             + e[BETA * W - j] * load(row + (SUM_D * W + j) * L))
                    vq = vq + e[DELTA * W - j] * psi + e[DF_DV * W - j] * y
                    qa = qa + e[BETA * W - j] * s
                    aq = aq + e[DF_DA * W - j] * y
            store(found, qq)
            store(found + LANES, vv)
            store(found + 2 * LANES, qv)
            store(found + 3 * LANES, vq)
            store(found + 4 * LANES, qa)
            store(found + 5 * LANES, aq)
            for slot in range(min(count - m, <int> LANES)):
                t = path.coordinate[m + slot]
                there = k * to.square + at_ * to.nv + t
                back = k * to.square + t * to.nv + at_
                to.QQ[there] = found[slot]
                to.QQ[back] = found[slot]
                to.VV[there] = found[LANES + slot]
                to.VV[back] = found[LANES + slot]
                to.QV[there] = found[2 * LANES + slot]
                to.VQ[back] = found[2 * LANES + slot]
                to.QV[back] = found[3 * LANES + slot]
                to.VQ[there] = found[3 * LANES + slot]
                to.AQ[back] = found[4 * LANES + slot]
                to.QA[there] = found[4 * LANES + slot]
                to.AQ[there] = found[5 * LANES + slot]
                to.QA[back] = found[5 * LANES + slot]


cdef void own_sums(Model model, const Scratch* work, const Memory* to, real* ys, real* p,
                   Pass* at) noexcept nogil:
    """Of every body what its own joint gives to T, U and A, and y of its coordinates."""
    cdef int i, c, k
    cdef int W = at.W
    cdef real* share
    cdef real* own = p + TWIST_SCRATCH * W
    cdef const real* block
    for i in range(model.nbodies):
        share = work.body + i * PRODUCTS * W
        block = at.body + i * BLOCK * W
        hold(predecessor(model, i, work, W), p, at)
        for k in range(6 * W):
            own[k] = share[k] + p[MINUS_W_P * W + k]
        times_inertia(to.masses[i], block, own, W, share + BEYOND_T * W, 2 * W, at)
        coriolis_back(block, own, share + BEYOND_U * W, at)
        inertia_rate(to.masses[i], block, own, share + RATE_BLOCK * W, at)
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            motion_products(p + W_P * W, to.columns + c * COLUMN * W, ys + c * 6 * W, False, at)


cdef inline void body_pairs(Model model, int i, const Products* call, const Scratch* work,
                            const Memory* to, const real* ys, const Path* path,
                            const Path* y_path, real* p, Pass* at,
                            const SecondSeries* series) noexcept nogil:
    """Entries of the coordinates of a body's joint with those of the joints up to it."""
    cdef int c
    cdef int W = at.W
    cdef int iv = model.iv[i]
    cdef int count = width(model.kind[i])
    cdef const real* above = predecessor(model, i, work, W)
    cdef const real* block = at.body + i * BLOCK * W
    cdef const real* share = work.body + i * PRODUCTS * W
    cdef const real* columns = to.columns + iv * COLUMN * W
    cdef real* momentum = work.rest + TOTAL * W
    cdef real* drag = work.rest + MORE * W
    clear(momentum, 12 * W)
    clear(drag, 6 * W)
    if above != NULL:
        times_inertia(to.masses[i], block, above, W, momentum, 2 * W, at)
        coriolis_back(block, above, drag, at)
    add_series(share + BEYOND_T * W, 2 * W, momentum, 2 * W, 6, at)
    add_series(share + BEYOND_U * W, 2 * W, drag, 2 * W, 3, at)
    hold(above, p, at)
    for c in range(count):
        find_weights(to.masses[i], block, share + RATE_BLOCK * W, momentum, drag,
                     columns + c * COLUMN * W, ys + (iv + c) * 6 * W, p, at)
        path_pairs(path, y_path, path.start[i], iv + c, p, at, series)
        own_pairs(iv, count, columns, ys + iv * 6 * W, c, p, at, series)
    if count > 1:
        # w^T A, of which the brackets of the joint take a part
        weighted_columns(model, i, above, block + FORCE * W, call, to.columns, work.rest, at)


cdef void add_joint_contraction(Model model, const real* v, int n, const real* w,
                                const SecondSeries* to) noexcept nogil:
    """VV += diag(friction w d2s/dv2)"""
    cdef int c, k, j
    cdef size_t at
    cdef real[LONGEST] slope, bend
    for c in range(model.nv):
        if model.physics[c].friction == 0:
            continue
        friction_slopes(model.physics + c, v + c, model.nv, n, slope, bend)
        at = <size_t> c * (model.nv + 1)
        for k in range(n):
            for j in range(k + 1):
                to.VV[k * to.square + at] += (model.physics[c].friction * bend[k - j]
                                              * w[j * model.nv + c])


cdef size_t contraction_workspace(Model model, int r) noexcept nogil:
    """Number of reals that a contraction needs."""
    cdef Pass at
    cdef size_t square = <size_t> model.nv * model.nv
    memory_at(model, r, NULL, &at)
    return (products_workspace(model, r) + whole((6 * <size_t> model.nv + WEIGHTS) * at.W)
            + path_size(model, 6 * at.W) + 9 * whole(at.n * square)
            + whole(3 * <size_t> at.n * model.nv) + blocks_workspace(model, at.n))


cdef void run_contraction(Model model, const Products* call) noexcept nogil:
    """dq_dq, dv_dv, dq_dv of weights that are coefficients in the reversed order."""
    cdef int i, k
    cdef Pass at
    cdef Memory to
    cdef Scratch work
    cdef SecondSeries series
    cdef Path path, y_path
    cdef Products gradient = call[0]
    cdef real* more = <real*> call.workspace + products_workspace(model, call.r)
    cdef real* ys
    cdef real* p
    cdef real* parent
    cdef const real* share
    prepare(model, call, &at, &to, &work)
    path = path_at(model, to.path, COLUMN * at.W)
    ys = more
    p = ys + 6 * model.nv * at.W
    more += whole((6 * <size_t> model.nv + WEIGHTS) * at.W)
    y_path = path_at(model, more, 6 * at.W)
    more += path_size(model, 6 * at.W)
    more = series_at(model, at.n, more, &series)
    gradient.dq = more
    gradient.dv = more + at.n * model.nv
    gradient.da = more + 2 * at.n * model.nv
    clear(p, WEIGHTS * at.W)
    path_twists(model, call, to.columns, &work, &at)
    own_sums(model, &work, &to, ys, p, &at)
    for i in range(model.nbodies - 1, -1, -1):
        if model.parent[i] >= 0:
            enter(model, model.parent[i], to.columns, COLUMN * at.W, &path)
            enter(model, model.parent[i], ys, 6 * at.W, &y_path)
        body_pairs(model, i, &gradient, &work, &to, ys, &path, &y_path, p, &at, &series)
        if model.parent[i] >= 0:
            share = work.body + (i * PRODUCTS + BEYOND_T) * at.W
            parent = work.body + (model.parent[i] * PRODUCTS + BEYOND_T) * at.W
            for k in range((PRODUCTS - BEYOND_T) * at.blocks):
                add_to(parent, load(share + k * LANES), k)
    if model.physics != NULL:
        add_joint_contraction(model, <const real*> call.v, at.n, <const real*> call.w, &series)
    write_second_blocks(model, &series, <const real*> call.v, <const real*> gradient.dq, at.n,
                        more + whole(3 * <size_t> at.n * model.nv), call)


CONTRACTION = PyCapsule_New(<void*> run_contraction, "lieref.order_products_run", NULL)
CONTRACTION_WORKSPACE = PyCapsule_New(<void*> contraction_workspace,
                                      "lieref.order_partials_workspace", NULL)
