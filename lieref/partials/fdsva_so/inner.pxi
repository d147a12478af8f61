# The products T^x_ijk = sum_m dH_im/dq_j da_m/dx_k of FDSVA-SO, for a panel of columns k at once.
# Either as sums over m, where dH is not zero ("dtm"), or column by column ("idfoza"), [Singh, (51),
# (52)]: as first partials of an inverse dynamics without velocity and gravity, whose accelerations
# are da/dx_k. Symbols of the latter, in the frame of subtrees.pxi and with zero velocity:
#   a      acceleration of a body
#   psi    a_p x s, p the joint's predecessor
#   f      force across a joint
#   I      inertia of a subtree;  dF_da  I s


cdef inline size_t inner_size(Model model) noexcept nogil:
    """Number of reals for either way."""
    cdef size_t W = PANEL * LANES
    cdef size_t nv = model.nv
    return (2 * W * nv + whole_lines(sweep_size(model) + 2 * COMPOSITE * <size_t> model.nbodies
                                     + 12 * nv)
            + 6 * W * (2 * <size_t> model.nbodies + nv + 3))


cdef inline real* move_tree(Model model, const real* q, Tree* tree, real* free) noexcept nogil:
    """Axes, and inertias of bodies and of subtrees; returns the memory behind them."""
    cdef int i, c
    cdef real* block
    cdef Sweep at = sweep_at(model, free)
    place_bodies(model, q, &at)
    tree.own = free + sweep_size(model)
    tree.composite = tree.own + COMPOSITE * model.nbodies
    tree.axes = tree.composite + COMPOSITE * model.nbodies
    tree.dF_da = tree.axes + 6 * model.nv
    for i in range(model.nbodies):
        copy(at.bodies + i * BLOCK, tree.own + i * COMPOSITE, COMPOSITE)
    for i in range(model.nbodies - 1, -1, -1):
        block = at.bodies + i * BLOCK
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            copy(at.columns + c * COLUMN, tree.axes + 6 * c, 6)
            times_inertia(block, tree.axes + 6 * c, tree.dF_da + 6 * c)
        copy(block, tree.composite + i * COMPOSITE, COMPOSITE)
        add_to_parent(model, i, &at)
    return free + whole_lines(sweep_size(model) + 2 * COMPOSITE * <size_t> model.nbodies
                              + 12 * <size_t> model.nv)


cdef inline void lane_cross(const lane* a, const real* b, lane* out) noexcept nogil:
    """out = a x b"""
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


cdef inline void add_lane_cross(const lane* a, const real* b, lane* out) noexcept nogil:
    """out += a x b"""
    out[0] = out[0] + (a[1] * b[2] - a[2] * b[1])
    out[1] = out[1] + (a[2] * b[0] - a[0] * b[2])
    out[2] = out[2] + (a[0] * b[1] - a[1] * b[0])


cdef inline void lane_inertia(const real* block, const lane* x, lane* out) noexcept nogil:
    """out = I x = (J x_w + h x x_u, m x_u - h x x_w)"""
    cdef int i
    cdef const real* J = block + INERTIA
    cdef const real* h = block + FIRST
    cdef real m = block[<int> MASS]
    out[0] = J[0] * x[0] + J[3] * x[1] + J[4] * x[2]
    out[1] = J[3] * x[0] + J[1] * x[1] + J[5] * x[2]
    out[2] = J[4] * x[0] + J[5] * x[1] + J[2] * x[2]
    # h x x_u and x_w x h
    out[0] = out[0] + (h[1] * x[5] - h[2] * x[4])
    out[1] = out[1] + (h[2] * x[3] - h[0] * x[5])
    out[2] = out[2] + (h[0] * x[4] - h[1] * x[3])
    lane_cross(x, h, out + 3)
    for i in range(3):
        out[3 + i] = out[3 + i] + m * x[3 + i]


cdef inline void load_six(const real* panels, int b, lane* out) noexcept nogil:
    """Lane b of six panels."""
    cdef int k
    for k in range(6):
        out[k] = load(panels + (k * PANEL + b) * LANES)


cdef inline void store_six(const lane* x, int b, real* panels) noexcept nogil:
    cdef int k
    for k in range(6):
        store(panels + (k * PANEL + b) * LANES, x[k])


cdef inline void inner_product(const real* s, const real* six, real* out) noexcept nogil:
    """out = s . x for six panels x"""
    cdef int b, k
    cdef lane[PANEL] sum
    for b in range(PANEL):
        sum[b] = s[0] * load(six + b * LANES)
    for k in range(1, 6):
        for b in range(PANEL):
            sum[b] = sum[b] + s[k] * load(six + (k * PANEL + b) * LANES)
    for b in range(PANEL):
        store(out + b * LANES, sum[b])


cdef inline void accelerate(Model model, const Tree* tree, const real* x, real* a, real* f,
                            real* psi) noexcept nogil:
    """a = a_p + S x,  psi = a_p x s,  f = I a of the body alone"""
    cdef int i, c, k, b
    cdef int six = 6 * PANEL * LANES
    cdef lane u
    cdef lane[6] above, now, moved
    cdef const real* s
    for i in range(model.nbodies):
        for b in range(PANEL):
            if model.parent[i] < 0:
                for k in range(6):
                    above[k] = zero_lane()
            else:
                load_six(a + model.parent[i] * six, b, above)
            for k in range(6):
                now[k] = above[k]
            for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
                s = tree.axes + 6 * c
                u = load(x + (c * PANEL + b) * LANES)
                for k in range(6):
                    now[k] = now[k] + s[k] * u
                lane_cross(above, s, moved)
                lane_cross(above + 3, s, moved + 3)
                add_lane_cross(above, s + 3, moved + 3)
                store_six(moved, b, psi + c * six)
            store_six(now, b, a + i * six)
            lane_inertia(tree.own + i * COMPOSITE, now, moved)
            store_six(moved, b, f + i * six)


cdef inline void find_wrenches(const real* s, const real* inertia, const real* psi, const real* f,
                               real* kept, real* turned) noexcept nogil:
    """kept = I psi,  turned = I psi + s x* f"""
    cdef int b, k
    cdef lane[6] x, g
    for b in range(PANEL):
        load_six(psi, b, x)
        lane_inertia(inertia, x, g)
        store_six(g, b, kept)
        load_six(f, b, x)
        for k in range(6):
            x[k] = -x[k]
        # -(n x s_w + l x s_u, l x s_w)
        add_lane_cross(x, s, g)
        add_lane_cross(x + 3, s + 3, g)
        add_lane_cross(x + 3, s, g + 3)
        store_six(g, b, turned)


cdef inline void by_columns(Model model, const Tree* tree, const real* x, int count, bint adds,
                            real* T, real* free) noexcept nogil:
    """T of a panel x of accelerations: dH/dq a = IDSVA(q, 0, a, 0), zero for roots    (52)"""
    cdef int i, c, t, e, k
    cdef int nv = model.nv
    cdef int W = PANEL * LANES
    cdef int six = 6 * W
    cdef real* a = free
    cdef real* f = a + model.nbodies * six
    cdef real* psi = f + model.nbodies * six
    cdef real* kept = psi + nv * six
    cdef real* turned = kept + six
    cdef real* row = turned + six
    accelerate(model, tree, x, a, f, psi)
    for i in range(model.nbodies - 1, -1, -1):
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            find_wrenches(tree.axes + 6 * c, tree.composite + i * COMPOSITE, psi + c * six,
                          f + i * six, kept, turned)
            # the joint's own axes turn with it, those of joints before it stay
            for t in range(model.iv[i], model.iv[i] + width(model.kind[i])):
                inner_product(tree.axes + 6 * t, kept, row)
                put(row, count, adds, T + (<size_t> t * nv + c) * nv)
            for e in range(tree.before_start[model.iv[i]], tree.before_start[model.iv[i] + 1]):
                t = tree.before[e]
                inner_product(tree.axes + 6 * t, turned, row)
                put(row, count, adds, T + (<size_t> t * nv + c) * nv)
                inner_product(tree.dF_da + 6 * c, psi + t * six, row)
                put(row, count, adds, T + (<size_t> c * nv + t) * nv)
        if model.parent[i] >= 0:
            for k in range(6 * PANEL):
                add_to(f + model.parent[i] * six, load(f + i * six + k * LANES), k)


cdef inline void add_terms(const int* those, int count, const real* dH, int nv, const real* x,
                           lane* sum) noexcept nogil:
    """sum += dH_m x_m over the coordinates m of a list"""
    cdef int e, b
    cdef real h
    cdef const real* row
    for e in range(count):
        h = dH[those[e] * nv]
        row = x + those[e] * PANEL * LANES
        for b in range(PANEL):
            sum[b] = sum[b] + h * load(row + b * LANES)


cdef inline void entry(const Call* call, const Tree* tree, int i, int j, bint beyond, int nv,
                       const real* x, real* row) noexcept nogil:
    """row = sum_m dH_im/dq_j x_m; beyond: is joint j beyond joint i?

    H_im depends on q_j if joint j is beyond one of the other two.
    """
    cdef int b
    cdef int m = tree.joint[j]
    cdef const real* dH = <const real*> call.dH + <size_t> i * nv * nv + j
    cdef lane[PANEL] sum
    for b in range(PANEL):
        sum[b] = zero_lane()
    if call.varies[j] or beyond:
        m = i if call.varies[j] else j
        add_terms(&m, 1, dH, nv, x, sum)
        add_terms(tree.beyond + tree.beyond_start[m],
                  tree.beyond_start[m + 1] - tree.beyond_start[m], dH, nv, x, sum)
    add_terms(tree.before + tree.before_start[m],
              tree.before_start[m + 1] - tree.before_start[m], dH, nv, x, sum)
    for b in range(PANEL):
        store(row + b * LANES, sum[b])


cdef inline void by_sums(Model model, const Call* call, const Tree* tree, const real* x, int count,
                         bint adds, real* T, real* row) noexcept nogil:
    """T of a panel x: direct products, of all or of those coordinates that vary otherwise."""
    cdef int i, j, e
    cdef int nv = model.nv
    cdef bint all = call.inner == INNER_DTM
    for i in range(nv):
        for e in range(tree.before_start[i], tree.before_start[i + 1]):
            j = tree.before[e]
            if all or call.varies[j]:
                entry(call, tree, i, j, False, nv, x, row)
                put(row, count, adds, T + (<size_t> i * nv + j) * nv)
        if all or call.varies[i]:
            entry(call, tree, i, i, False, nv, x, row)
            put(row, count, adds, T + (<size_t> i * nv + i) * nv)
        for e in range(tree.beyond_start[i], tree.beyond_start[i + 1]):
            j = tree.beyond[e]
            if all or call.varies[j]:
                entry(call, tree, i, j, tree.joint[j] != tree.joint[i], nv, x, row)
                put(row, count, adds, T + (<size_t> i * nv + j) * nv)


cdef inline void products(Model model, const Call* call, const Tree* tree, int which, bint adds,
                          real* T, real* free) noexcept nogil:
    """T^x written, or added; which: 0 for x = q, 1 for v, 2 for tau."""
    cdef int b, first, here
    cdef int nv = model.nv
    cdef int W = PANEL * LANES
    cdef const real* x = <const real*> call.first + which * nv
    cdef const real* moved = <const real*> call.along + which * nv
    for b in range(panels(nv)):
        first = b * W
        here = min(nv - first, W)
        if call.inner == INNER_IDFOZA:
            gather(moved + first, 3 * nv, nv, here, free)
            by_columns(model, tree, free, here, adds, T + first, free + nv * W)
        gather(x + first, 3 * nv, nv, here, free)
        by_sums(model, call, tree, free, here, adds, T + first, free + nv * W)
