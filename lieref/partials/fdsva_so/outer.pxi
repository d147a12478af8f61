# H^-1 times many columns, in panels. Either by the factor L^T D L in the sparsity of the tree
# ("dtm"), or by a forward dynamics without velocity and gravity for each column ("aza"), [Singh,
# (50)], with articulated inertias that are computed once. Symbols of the latter, in the frame of
# subtrees.pxi:
#   A       articulated inertia; a joint of several degrees is taken as so many joints of one
#   U, D    A s and s . U
#   p       bias wrench: the part of the wrench on a body that does not depend on a
#   u       generalized force that is left for a coordinate


cdef inline size_t outer_size(Model model) noexcept nogil:
    """Number of reals for either way, and a panel."""
    cdef size_t nv = model.nv
    cdef size_t panel = PANEL * LANES * nv
    cdef size_t factor = 2 * nv * nv + 3 * nv + 2 * pairs(model)
    cdef size_t bodies = (sweep_size(model) + 36 * <size_t> model.nbodies + 13 * nv
                          + 6 * PANEL * LANES * <size_t> model.nbodies)
    return panel + whole_lines(max(factor, bodies)) + 8


cdef inline real* factorise(Model model, const real* H, Tree* tree, real* free,
                            int* lost) noexcept nogil:
    """The factor of H as lists along the tree; NULL if a pivot is lost."""
    cdef int c, i, e
    cdef int nv = model.nv
    cdef Factor factor
    cdef real* L = free
    tree.L_before = L + <size_t> nv * nv
    tree.L_beyond = tree.L_before + pairs(model)
    tree.inverse = tree.L_beyond + pairs(model)
    copy(H, L, nv * nv)
    factor.H = L
    factor.b = tree.inverse
    factor.up = tree.up
    factor.lost = lost
    run_factorise(model, &factor)
    if lost[0] >= 0:
        return NULL
    for c in range(nv):
        tree.inverse[c] = 1 / L[c * nv + c]
        for e in range(tree.before_start[c], tree.before_start[c + 1]):
            tree.L_before[e] = L[c * nv + tree.before[e]]
        for e in range(tree.beyond_start[c], tree.beyond_start[c + 1]):
            tree.L_beyond[e] = L[tree.beyond[e] * nv + c]
    return free + whole_lines(<size_t> nv * nv + nv + 2 * pairs(model))


cdef inline void factor_solve(const Tree* tree, int nv, real* x) noexcept nogil:
    """x becomes -H^-1 x: y with L^T y = x, then L x = -D^-1 y"""
    cdef int c, e, b
    cdef real L
    cdef real* row
    cdef const real* other
    cdef lane[PANEL] sum
    for c in range(nv - 1, -1, -1):
        row = x + c * PANEL * LANES
        for b in range(PANEL):
            sum[b] = load(row + b * LANES)
        for e in range(tree.beyond_start[c], tree.beyond_start[c + 1]):
            other = x + tree.beyond[e] * PANEL * LANES
            L = tree.L_beyond[e]
            for b in range(PANEL):
                sum[b] = sum[b] - L * load(other + b * LANES)
        for b in range(PANEL):
            store(row + b * LANES, sum[b])
    for c in range(nv):
        row = x + c * PANEL * LANES
        for b in range(PANEL):
            sum[b] = -tree.inverse[c] * load(row + b * LANES)
        for e in range(tree.before_start[c], tree.before_start[c + 1]):
            other = x + tree.before[e] * PANEL * LANES
            L = tree.L_before[e]
            for b in range(PANEL):
                sum[b] = sum[b] - L * load(other + b * LANES)
        for b in range(PANEL):
            store(row + b * LANES, sum[b])


cdef inline void place_bodies(Model model, const real* q, const Sweep* at) noexcept nogil:
    """Attitudes, places, axes and the bodies' own inertias."""
    cdef int i, c, kind
    cdef bint root
    cdef real* block
    cdef real* parent
    cdef real* world = at.bodies + model.nbodies * BLOCK
    clear(world, BLOCK)
    for i in range(3):
        world[ROTATION + 4 * i] = 1
    for i in range(model.nbodies):
        at.angles[i] = q[model.iq[i]] if model.kind[i] < SPHERICAL else 0
    sincos_reals(at.angles, at.sines, at.cosines, model.nbodies)
    for i in range(model.nbodies):
        kind = model.kind[i]
        root = model.parent[i] < 0
        block = at.bodies + i * BLOCK
        parent = world if root else at.bodies + model.parent[i] * BLOCK
        clear(block, COMPOSITE)
        pose_of_body(&model.bodies[i], kind, root, q + model.iq[i], at.sines[i], at.cosines[i],
                     parent, block)
        own_inertia(&model.links[i], block)
        for c in range(width(kind)):
            subspace(&model.bodies[i], kind, c, block, at.columns + (model.iv[i] + c) * COLUMN)


cdef inline void whole_inertia(const real* block, real* A) noexcept nogil:
    """6 x 6 of a block's mass, first moment and inertia, column by column."""
    cdef int i
    cdef real[6] unit
    for i in range(6):
        clear(unit, 6)
        unit[i] = 1
        times_inertia(block, unit, A + 6 * i)


cdef inline real* articulate(Model model, const real* q, Tree* tree, real* free,
                             int* lost) noexcept nogil:
    """Axes, U / D and 1 / D of every coordinate; NULL if a pivot is not positive."""
    cdef int c, i, k
    cdef real D
    cdef real[6] U
    cdef const real* s
    cdef real* inertias
    cdef real* A
    cdef Sweep at = sweep_at(model, free)
    place_bodies(model, q, &at)
    inertias = free + sweep_size(model)
    tree.axes = inertias + 36 * model.nbodies
    tree.gain = tree.axes + 6 * model.nv
    tree.inverse = tree.gain + 6 * model.nv
    for i in range(model.nbodies):
        whole_inertia(at.bodies + i * BLOCK, inertias + 36 * i)
    for c in range(model.nv - 1, -1, -1):
        s = at.columns + c * COLUMN
        A = inertias + 36 * tree.body[c]
        copy(s, tree.axes + 6 * c, 6)
        for i in range(6):
            U[i] = 0
            for k in range(6):
                U[i] += A[6 * k + i] * s[k]
        D = 0
        for i in range(6):
            D += s[i] * U[i]
        if model.physics != NULL:
            D += model.physics[c].armature
        if not D > 0:
            lost[0] = c
            return NULL
        tree.inverse[c] = 1 / D
        # A' = A - U U^T / D, symmetric to the last bit
        for i in range(6):
            tree.gain[6 * c + i] = U[i] / D
        for i in range(6):
            for k in range(i + 1):
                A[6 * i + k] -= U[i] * tree.gain[6 * c + k]
                A[6 * k + i] = A[6 * i + k]
        if tree.joint[c] == c and model.parent[tree.body[c]] >= 0:
            for i in range(36):
                inertias[36 * model.parent[tree.body[c]] + i] += A[i]
    lost[0] = -1
    return free + whole_lines(sweep_size(model) + 36 * <size_t> model.nbodies
                              + 13 * <size_t> model.nv)


cdef inline void subtract_product(const real* s, const real* six, lane* u) noexcept nogil:
    """u -= s . x for six panels x; in two halves, which the processor works on at once"""
    cdef int b, k
    cdef lane[PANEL] angular
    for b in range(PANEL):
        angular[b] = s[0] * load(six + b * LANES)
        u[b] = u[b] - s[3] * load(six + (3 * PANEL + b) * LANES)
    for k in range(1, 3):
        for b in range(PANEL):
            angular[b] = angular[b] + s[k] * load(six + (k * PANEL + b) * LANES)
            u[b] = u[b] - s[3 + k] * load(six + ((3 + k) * PANEL + b) * LANES)
    for b in range(PANEL):
        u[b] = u[b] - angular[b]


cdef inline void articulated_solve(Model model, const Tree* tree, real* x,
                                   real* wrenches) noexcept nogil:
    """x becomes -H^-1 x; wrenches: (nbodies, 6) panels"""
    cdef int c, i, k, b, m
    cdef int W = PANEL * LANES
    cdef lane[PANEL] u
    cdef const real* Y
    cdef real* p
    cdef real* above
    still(wrenches, 6 * model.nbodies)
    for c in range(model.nv - 1, -1, -1):
        Y = tree.gain + 6 * c
        i = tree.body[c]
        p = wrenches + i * 6 * W
        # u = x - s . p,  p += U u / D
        for b in range(PANEL):
            u[b] = load(x + c * W + b * LANES)
        subtract_product(tree.axes + 6 * c, p, u)
        for b in range(PANEL):
            store(x + c * W + b * LANES, u[b])
        if tree.joint[c] == c and model.parent[i] >= 0:
            # the joint's first coordinate is eliminated last: all is transmitted then
            above = wrenches + model.parent[i] * 6 * W
            for k in range(6):
                for b in range(PANEL):
                    m = (k * PANEL + b) * LANES
                    add_to(above + m, load(p + m) + Y[k] * u[b], 0)
        else:
            for k in range(6):
                for b in range(PANEL):
                    add_to(p + (k * PANEL + b) * LANES, Y[k] * u[b], 0)
    for c in range(model.nv):
        i = tree.body[c]
        # the accelerations take the wrenches' places
        p = wrenches + i * 6 * W
        above = p
        if tree.joint[c] == c:
            if model.parent[i] < 0:
                still(p, 6)
            else:
                above = wrenches + model.parent[i] * 6 * W
        # -u / D - U . a / D,  a += s of it
        for b in range(PANEL):
            u[b] = -tree.inverse[c] * load(x + c * W + b * LANES)
        subtract_product(tree.gain + 6 * c, above, u)
        for b in range(PANEL):
            store(x + c * W + b * LANES, u[b])
        for k in range(6):
            for b in range(PANEL):
                m = (k * PANEL + b) * LANES
                store(p + m, load(above + m) + tree.axes[6 * c + k] * u[b])


cdef inline void solve_rows(Model model, int outer, const Tree* tree, real* rows, size_t stride,
                            size_t count, real* free) noexcept nogil:
    """-H^-1 times `count` columns, in their place."""
    cdef int i, here
    cdef size_t b, first
    cdef int W = PANEL * LANES
    cdef int nv = model.nv
    for b in range(panels(count)):
        first = b * W
        here = <int> min(count - first, <size_t> W)
        gather(rows + first, stride, nv, here, free)
        if outer == OUTER_AZA:
            articulated_solve(model, tree, free, free + nv * W)
        else:
            factor_solve(tree, nv, free)
        for i in range(nv):
            put(free + i * W, here, False, rows + first + i * stride)
