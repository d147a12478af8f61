# What a start and changes of v and of its derivatives make of a motion, in series, and back:
# docs/order-partials.md, (2), (4), (6), (7). Included after second_blocks.pxi. Plain twin:
# directions_twin.py. Of a joint of one degree xi' = dv; of a spherical or free one, and of a
# free joint on the world that is not represented in its body,
#   dv_body = T dv + V xi,   xi' = dv_body - ad_{v_body} xi,   dtau = T^T (dtau_body + Z xi)

# Series, n + 1 coefficients of nv numbers each, and of a joint, six numbers each.
cdef struct Directions:
    int n                       # r + 1
    real* xi
    real* rate                  # dv_body
    real* lift                  # dv_body'
    real* force                 # dtau_body
    real* spin                  # v of a joint
    real* given                 # its dv, or weights of dtau
    real* step

# A free joint on the world, or NULL in place of T: (n + 1, 6, 6) each.
cdef struct Change:
    const real* T
    const real* V
    const real* Z


cdef size_t directions_workspace(Model model, int r) noexcept nogil:
    """Number of reals that a product along directions needs."""
    return products_workspace(model, r) + whole((r + 2) * (4 * <size_t> model.nv + 18))


cdef Directions directions_at(Model model, const Products* call) noexcept nogil:
    """Where the series are, behind the workspace of the products."""
    cdef Directions at
    cdef size_t all_joints = (call.r + 2) * <size_t> model.nv
    cdef size_t joint = 6 * <size_t> (call.r + 2)
    at.n = call.r + 1
    at.xi = <real*> call.workspace + products_workspace(model, call.r)
    at.rate = at.xi + all_joints
    at.lift = at.rate + all_joints
    at.force = at.lift + all_joints
    at.spin = at.force + all_joints
    at.given = at.spin + joint
    at.step = at.given + joint
    return at


cdef inline Change next_change(Model model, int i, int n, const void** changes) noexcept nogil:
    """T, V, Z of body i's joint; `changes` is moved to those of the next one that has some."""
    cdef Change found
    cdef size_t size = 36 * <size_t> (n + 1)
    found.T = NULL
    if changes[0] != NULL and model.kind[i] == FREE and model.parent[i] < 0:
        found.T = <const real*> changes[0]
        found.V = found.T + size
        found.Z = found.V + size
        changes[0] = found.Z + size
    return found


cdef inline void add_times_six(const real* A, const real* x, real* out) noexcept nogil:
    """out += A x"""
    cdef int i, j
    for i in range(6):
        for j in range(6):
            out[i] = out[i] + A[6 * i + j] * x[j]


cdef inline void add_back_six(const real* A, const real* x, real* out) noexcept nogil:
    """out += A^T x"""
    cdef int i, j
    for i in range(6):
        for j in range(6):
            out[j] = out[j] + A[6 * i + j] * x[i]


cdef inline void read_six(const real* row, int count, real* out) noexcept nogil:
    """A joint's numbers and zeros."""
    clear(out, 6)
    copy(row, out, count)


cdef void joint_moves_of(Model model, int iv, int count, const real* v, const Change* change,
                         Directions* at) noexcept nogil:
    """xi and dv_body of a joint of several degrees, one coefficient after the other   (2), (4)"""
    cdef int i, j, c
    cdef int n = at.n
    cdef real* x
    cdef const real* w
    cdef real[6] rate, turned, before
    spin_series(v + iv, model.nv, count, n + 1, at.spin)
    for i in range(n + 1):
        read_six(at.rate + i * model.nv + iv, count, at.given + 6 * i)
    for i in range(n + 1):
        copy(at.given + 6 * i, rate, 6)
        clear(turned, 6)
        if change.T != NULL:
            clear(rate, 6)
        for j in range(i + 1):
            read_six(at.xi + j * model.nv + iv, count, before)
            w = at.spin + 6 * (i - j)
            add_cross_at(w, 1, before, 1, turned)
            add_cross_at(w + 3, 1, before, 1, turned + 3)
            add_cross_at(w, 1, before + 3, 1, turned + 3)
            if change.T != NULL:
                add_times_six(change.T + 36 * (i - j), at.given + 6 * j, rate)
                add_times_six(change.V + 36 * (i - j), before, rate)
        copy(rate, at.rate + i * model.nv + iv, count)
        if i < n:
            x = at.xi + (i + 1) * model.nv + iv
            for c in range(count):
                x[c] = divided(rate[c] - turned[c], i + 1)


cdef void find_moves(Model model, const Products* call, Directions* at) noexcept nogil:
    """xi, dv_body and dv_body' of a start along_q (nv) and changes along_v (n + 1, nv)."""
    cdef int i, c, nv = model.nv
    cdef const void* changes = call.changes
    cdef const real* rates = <const real*> call.along_v
    cdef Change change
    copy(<const real*> call.along_q, at.xi, nv)
    for i in range(at.n + 1):
        for c in range(nv):
            at.rate[i * nv + c] = taylor(rates[i * nv + c], i)
            if i < at.n:
                at.xi[(i + 1) * nv + c] = divided(at.rate[i * nv + c], i + 1)
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            change = next_change(model, i, at.n, &changes)
            joint_moves_of(model, model.iv[i], width(model.kind[i]), <const real*> call.v, &change,
                           at)
    for i in range(at.n):
        for c in range(nv):
            at.lift[i * nv + c] = (i + 1) * at.rate[(i + 1) * nv + c]


cdef void write_forces(Model model, const Products* call, const Directions* at) noexcept nogil:
    """Derivatives of dtau = T^T (dtau_body + Z xi)   (7)"""
    cdef int i, j, k, iv, nv = model.nv
    cdef const void* changes = call.changes
    cdef real* tau = <real*> call.tau
    cdef real[6] force
    cdef Change change
    copy(at.force, tau, at.n * nv)
    for i in range(model.nbodies):
        change = next_change(model, i, at.n, &changes)
        if change.T == NULL:
            continue
        iv = model.iv[i]
        for k in range(at.n):
            for j in range(k + 1):
                add_times_six(change.Z + 36 * (k - j), at.xi + j * nv + iv, at.force + k * nv + iv)
        for k in range(at.n):
            clear(force, 6)
            for j in range(k + 1):
                add_back_six(change.T + 36 * (k - j), at.force + j * nv + iv, force)
            copy(force, tau + k * nv + iv, 6)
    for k in range(at.n):
        for i in range(nv):
            tau[k * nv + i] = times_factorial(tau[k * nv + i], k)


cdef void run_directional_jvp(Model model, const Products* call) noexcept nogil:
    """tau (n, nv), change of the derivatives, of along_q (nv) and along_v (n + 1, nv)."""
    cdef Directions at = directions_at(model, call)
    cdef Products series = call[0]
    find_moves(model, call, &at)
    series.along_q = at.xi
    series.along_v = at.rate
    series.along_a = at.lift
    series.tau = at.force
    run_jvp(model, &series)
    write_forces(model, call, &at)


cdef void find_weights_of(Model model, const Products* call, Directions* at,
                          real* of_xi) noexcept nogil:
    """Weights of dtau_body, in the reversed order, and what they are of xi   (7)"""
    cdef int i, j, k, iv, nv = model.nv, n = at.n
    cdef const void* changes = call.changes
    cdef const real* w = <const real*> call.w
    cdef real* row
    cdef Change change
    clear(of_xi, (n + 1) * nv)
    for k in range(n):
        for i in range(nv):
            at.force[(n - 1 - k) * nv + i] = times_factorial(w[k * nv + i], k)
    for i in range(model.nbodies):
        change = next_change(model, i, n, &changes)
        if change.T == NULL:
            continue
        iv = model.iv[i]
        for k in range(n):
            read_six(at.force + (n - 1 - k) * nv + iv, 6, at.given + 6 * k)
        for k in range(n):
            row = at.force + (n - 1 - k) * nv + iv
            clear(row, 6)
            for j in range(k, n):
                add_times_six(change.T + 36 * (j - k), at.given + 6 * j, row)
        for k in range(n):
            for j in range(k, n):
                add_back_six(change.Z + 36 * (j - k), at.force + (n - 1 - j) * nv + iv,
                             of_xi + k * nv + iv)


cdef void joint_gradients(Model model, int iv, int count, const real* v, const Change* change,
                          Directions* at) noexcept nogil:
    """`joint_moves_of` transposed, from the last coefficient to the first   (16)"""
    cdef int i, j, c
    cdef int n = at.n
    cdef const real* w
    cdef real[6] force, turned, rate
    spin_series(v + iv, model.nv, count, n + 1, at.spin)
    clear(at.given, 6 * (n + 1))
    for i in range(n, -1, -1):
        read_six(at.rate + i * model.nv + iv, count, rate)
        if i < n:
            read_six(at.xi + (i + 1) * model.nv + iv, count, force)
            for c in range(6):
                force[c] = divided(force[c], i + 1)
                rate[c] = rate[c] + force[c]
        for j in range(i + 1):
            clear(turned, 6)
            w = at.spin + 6 * (i - j)
            # ad_v^T f = -v x* f
            if i < n:
                add_dual_at(w, force, turned)
            if change.T != NULL:
                add_back_six(change.T + 36 * (i - j), rate, at.given + 6 * j)
                add_back_six(change.V + 36 * (i - j), rate, turned)
            for c in range(count):
                at.xi[j * model.nv + iv + c] += turned[c]
        if change.T == NULL:
            copy(rate, at.given + 6 * i, 6)
    for i in range(n + 1):
        copy(at.given + 6 * i, at.rate + i * model.nv + iv, count)


cdef void write_gradients(Model model, const Products* call, Directions* at) noexcept nogil:
    """By along_q (nv) and along_v (n + 1, nv), from those by xi and dv_body."""
    cdef int i, c, k, nv = model.nv
    cdef const void* changes = call.changes
    cdef real* of_v = <real*> call.dv
    cdef Change change
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            change = next_change(model, i, at.n, &changes)
            joint_gradients(model, model.iv[i], width(model.kind[i]), <const real*> call.v,
                            &change, at)
        else:
            c = model.iv[i]
            for k in range(at.n):
                at.rate[k * nv + c] += divided(at.xi[(k + 1) * nv + c], k + 1)
    copy(at.xi, <real*> call.dq, nv)
    for k in range(at.n + 1):
        for c in range(nv):
            of_v[k * nv + c] = taylor(at.rate[k * nv + c], k)


cdef inline void turn_around(real* x, int nv, int n) noexcept nogil:
    """Coefficients in the reversed order."""
    cdef int k, c
    cdef real kept
    for k in range(n // 2):
        for c in range(nv):
            kept = x[k * nv + c]
            x[k * nv + c] = x[(n - 1 - k) * nv + c]
            x[(n - 1 - k) * nv + c] = kept


cdef void run_directional_vjp(Model model, const Products* call) noexcept nogil:
    """dq (nv) and dv (n + 1, nv) of weights w (n, nv) of the derivatives."""
    cdef int i, nv = model.nv
    cdef Directions at = directions_at(model, call)
    cdef Products series = call[0]
    cdef real* lifted = <real*> call.dv
    find_weights_of(model, call, &at, at.xi)
    series.w = at.force
    series.dq = at.lift
    series.dv = at.rate
    series.da = lifted
    run_vjp(model, &series)
    # sum_k w_k A_{k-i} is a product of series in the reversed order
    turn_around(at.lift, nv, at.n)
    turn_around(at.rate, nv, at.n)
    turn_around(lifted, nv, at.n)
    clear(at.rate + at.n * nv, nv)
    for i in range(at.n * nv):
        at.xi[i] += at.lift[i]
        at.rate[nv + i] += (i // nv + 1) * lifted[i]
    write_gradients(model, call, &at)


JVP = PyCapsule_New(<void*> run_directional_jvp, "lieref.order_products_run", NULL)
VJP = PyCapsule_New(<void*> run_directional_vjp, "lieref.order_products_run", NULL)
DIRECTIONS_WORKSPACE = PyCapsule_New(<void*> directions_workspace,
                                     "lieref.order_partials_workspace", NULL)
