# One joint of a tree, order by order, for recursions by twists: its pose of now, what its velocity
# coordinates say of a twist, and the efforts that its wrench leaves. A kernel includes it behind
# its own text, which has the places RATES and WRENCH in a body's block and `column_order`.
# Plain twins: joint_frames_twin.py, order_arguments_twin.py.


cdef void joint_pose(const Body* body, int kind, const real* q, real* Q, real* p) noexcept nogil:
    """Q = E^T exp(X q), p = r + E^T shift: axes of the body -> the parent's, origin   (66a)"""
    cdef int i, k
    cdef real c, s
    cdef const double* E = body.E
    cdef real[9] turn
    cdef real[3] shift
    clear(shift, 3)
    if kind >= SPHERICAL:
        quaternion_rotation(q if kind == SPHERICAL else q + 3, turn, 1)
        if kind == FREE:
            copy(q, shift, 3)
    else:
        c = 1
        s = 0
        if kind != PRISMATIC:
            sincos_real(q[0], &s, &c)
        clear(turn, 9)
        turn[0] = c
        turn[1] = -s
        turn[3] = s
        turn[4] = c
        turn[8] = 1
        shift[2] = lead(body, kind) * q[0]
    for i in range(3):
        for k in range(3):
            Q[3 * i + k] = E[i] * turn[k] + E[3 + i] * turn[3 + k] + E[6 + i] * turn[6 + k]
        p[i] = body.r[i] + (E[i] * shift[0] + E[3 + i] * shift[1] + E[6 + i] * shift[2])


cdef inline double lead(const Body* body, int kind) noexcept nogil:
    """Shift along z to each unit of a one-degree joint's coordinate."""
    return 1 if kind == PRISMATIC else body.pitch if kind == HELICAL else 0


cdef void add_rates(const Body* body, const Joint* j, int first, int k, int W,
                    real* out) noexcept nogil:
    """out += sum of S_m v_{k-m}, m = first .. k"""
    cdef int c, m, last
    cdef real[6] s
    cdef const real* rate
    for c in range(j.count):
        rate = j.block + (RATES + c) * W
        last = k if varies(j) else min(k, 0)
        for m in range(first, last + 1):
            column_order(body, j, c, m, W, s)
            add_scaled(rate[k - m], s, out)


cdef real effort_sum(const Body* body, const Joint* j, int c, int first, int k,
                     int W) noexcept nogil:
    """sum of S_m . W_{k-m}, m = first .. k: of the effort of coordinate c, coefficient k"""
    cdef int i, m
    cdef int last = k if varies(j) else min(k, 0)
    cdef const real* wrench = j.block + WRENCH * W
    cdef real[6] s
    cdef real total = 0
    for m in range(first, last + 1):
        column_order(body, j, c, m, W, s)
        for i in range(6):
            total = total + s[i] * wrench[i * W + k - m]
    return total


cdef void efforts_left(Model model, const Call* call, const Body* body, const Joint* j, int k,
                       int W, real* left) noexcept nogil:
    """Q_k - sum_m S_m . W_{k-m}, m > 0, of the free coordinates   (9)"""
    cdef int c
    cdef size_t row = <size_t> k * model.nv + j.iv
    for c in range(j.count):
        if given(j, c):
            continue
        left[c] = (taylor((<const real*> call.tau)[row + c], k)
                   - effort_sum(body, j, c, 1, k, W))
        if call.tau_ext != NULL:
            left[c] += taylor((<const real*> call.tau_ext)[row + c], k)


cdef void given_rates(Model model, const Call* call, const Body* body, const Joint* j, int k,
                      int W) noexcept nogil:
    """b += (k + 1) sum_m S_m v_{k+1-m}, m > 0, and S v' where v' is prescribed."""
    cdef int c, i
    cdef real[6] s
    cdef real* b = j.fixed + BIAS_RATE
    if varies(j):
        clear(s, 6)
        add_rates(body, j, 1, k + 1, W, s)
        for i in range(6):
            b[i] = b[i] + (k + 1) * s[i]
    for c in range(j.count):
        if given(j, c):
            column_order(body, j, c, 0, W, s)
            add_scaled(taylor((<const real*> call.vdot)[<size_t> k * model.nv + j.iv + c], k), s,
                       b)


cdef void columns(const Body* body, const Joint* j, int W) noexcept nogil:
    """T of each coordinate."""
    cdef int c
    for c in range(j.count):
        column_order(body, j, c, 0, W, j.fixed + COLUMNS + 6 * c)
    unlever(j)


cdef bint articulate(const Joint* j, const real* X, real* parent) noexcept nogil:
    """M_p += X^T (M - U U^T / D) X with A = X A_p; False if a pivot is lost in rounding errors."""
    cdef int a, b
    cdef real[36] M
    cdef real* N = j.fixed + NOISE
    cdef const real* own = j.fixed + ARTICULATED
    for a in range(6):
        # rounding errors are of the size of the trace, whatever the axis
        b = 21 if a >= 3 else 0
        N[7 * a] = N[7 * a] + (own[b] + own[b + 7] + own[b + 14])
    if not release(j, M):
        return False
    if parent != NULL and not j.whole:
        add_congruent(X, M, parent + ARTICULATED)
        add_congruent(X, N, parent + NOISE)
    return True


cdef void add_congruent(const real* X, const real* M, real* out) noexcept nogil:
    """out += X^T M X, all 6x6, M symmetric"""
    cdef int a, b, c
    cdef real total
    cdef real[36] Y
    for a in range(6):
        for b in range(6):
            total = M[6 * a] * X[b]
            for c in range(1, 6):
                total = total + M[6 * a + c] * X[6 * c + b]
            Y[6 * a + b] = total
    for a in range(6):
        for b in range(a + 1):
            total = X[a] * Y[b]
            for c in range(1, 6):
                total = total + X[6 * c + a] * Y[6 * c + b]
            out[6 * a + b] = out[6 * a + b] + total
            if b < a:
                out[6 * b + a] = out[6 * b + a] + total


cdef void rigid_inertia(double m, const real* h, const real* J, real* M) noexcept nogil:
    """M = [[J, h~], [-h~, m 1]], h the first moment and J (3x3) the inertia about the origin"""
    cdef int i, a, b
    clear(M, 36)
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        copy(J + 3 * i, M + 6 * i, 3)
        M[7 * (3 + i)] = m
        # (h~)_ab = -h_i for (i, a, b) cyclic
        M[6 * a + 3 + b] = -h[i]
        M[6 * b + 3 + a] = h[i]
        M[6 * (3 + b) + a] = -h[i]
        M[6 * (3 + a) + b] = h[i]


cdef void found_rates(Model model, const Call* call, const Body* body, const Joint* j,
                      const real* found, int k, int W) noexcept nogil:
    """v_{k+1} of the joint, vdot of its free coordinates, tau of the prescribed ones."""
    cdef int c
    cdef real acceleration
    cdef size_t row = <size_t> k * model.nv + j.iv
    cdef real* vdot = <real*> call.vdot + row
    cdef real* tau = <real*> call.tau + row
    for c in range(j.count):
        if given(j, c):
            acceleration = taylor(vdot[c], k)
            # Q_k = sum_m S_m . W_{k-m}   [Ali, Alg. 4]
            tau[c] = factorial(k) * effort_sum(body, j, c, 0, k, W)
            if call.tau_ext != NULL:
                tau[c] -= (<const real*> call.tau_ext)[row + c]
        else:
            acceleration = found[c]
            vdot[c] = factorial(k) * found[c]
        j.block[(RATES + c) * W + k + 1] = divided(acceleration, k + 1)
