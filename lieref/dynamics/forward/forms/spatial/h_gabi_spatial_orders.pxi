# One order of [Ali, Algorithms 3 and 4]: coefficient k of the accelerations, from the
# twists up to k and the wrenches up to k - 1. Symbols as in column_elimination.pxi.


cdef void extend_subspace(const Joint* j, const real* pose, int k, Pass* at) noexcept nogil:
    """Coefficient k + 1 of S: S' = ad_V S   [Ali, Alg. 1], or as `base` fixes it"""
    cdef int c
    cdef int W = at.W
    cdef const real* twist = j.block + V * W
    if j.kind < SPHERICAL:
        screw_rate(twist, j.block + S * W, W, k, W)
    elif j.base == IN_BODY:
        for c in range(3):
            screw_rate(twist, j.multi + (B + c) * W, 3 * W, k, W)
    else:
        at.n = k + 2
        base_subspace(j.base, pose, j.multi, at)


cdef void extend_inertia(const Joint* j, int k, Pass* at) noexcept nogil:
    """Coefficient k + 1 of c and J and, but for V_{k+1}, of c': c' = v + w x c, J' = w~ J - J w~

    (E2); coefficient k of c' lacks v_k + w_k x c_0 until now.
    """
    cdef int m
    cdef int W = at.W
    cdef real[6] x, nothing
    cdef const real* w = j.block + V * W
    cdef real* c = j.block + CENTRE * W
    cdef real* rate = j.block + CENTRE_RATE * W
    cdef real* J = j.block + INERTIA * W
    clear(nothing, 6)
    if k == 0:
        write_vector(nothing, 3, 0, W, rate)
    read_vector(rate, 3, k, W, x)
    add_scaled_at(1, w + 6 * W + k, 3, 2 * W, x)
    write_vector(x, 3, k, W, rate)
    centre_turn(w, c, rate, 0, k, at)
    read_vector(rate, 3, k, W, x)
    write_integral(x, 3, k + 1, W, c)
    write_vector(nothing, 3, k + 1, W, rate)
    write_vector(nothing, 6, k + 1, W, J)
    for m in range(k + 1):
        centre_turn(w, c, rate, m + 1, k + 1, at)
        inertia_rate(w, J, m, k + 1, at)
    read_vector(J, 6, k + 1, W, x)
    write_integral(x, 6, k + 1, W, J)


cdef inline void add_spin(const real* block, int m, int l, int W, real* spin) noexcept nogil:
    """spin += J_m w_l"""
    cdef const real* J = block + INERTIA * W + m
    cdef real[3] w
    read_vector(block + V * W, 3, l, 2 * W, w)
    spin[0] += J[0] * w[0] + J[3 * W] * w[1] + J[4 * W] * w[2]
    spin[1] += J[3 * W] * w[0] + J[W] * w[1] + J[5 * W] * w[2]
    spin[2] += J[4 * W] * w[0] + J[5 * W] * w[1] + J[2 * W] * w[2]


cdef void bias_wrench(param mass, const double* g, const Joint* j, int k,
                      Pass* at) noexcept nogil:
    """W^A = Pi_bias' - W_grav of the body alone, V_{k+1} = 0   [Ali, Alg. 3]

    Pi' = ((J w)' + m c x c'', m c'')   (E3) as c' x c' = 0,  W_grav = (m c x g, m g)   (E4).
    mass: a double as well, but one whose product with g is not rounded to one
    """
    cdef int i, m
    cdef int W = at.W
    cdef const real* c = j.block + CENTRE * W
    cdef const real* rate = j.block + CENTRE_RATE * W
    cdef real* bias = j.fixed + BIAS_WRENCH
    clear(bias, 6)
    for m in range(1, k + 2):
        add_spin(j.block, m, k + 1 - m, W, bias)
    for i in range(3):
        bias[i] = (k + 1) * bias[i]
    # the force of coefficient m, of which only the last lacks something
    for m in range(k + 1):
        for i in range(3):
            bias[3 + i] = mass * ((m + 1) * rate[i * W + m + 1])
            if m == 0:
                bias[3 + i] -= mass * g[i]
        add_cross_at(c + k - m, W, bias + 3, 1, bias)


cdef inline const real* velocity(const Joint* j, int c, int W) noexcept nogil:
    """Series of velocity coordinate c."""
    return j.block + RATE * W if j.kind < SPHERICAL else j.multi + (RATES + c) * W


cdef void bias_acceleration(const Joint* j, const real* x, const real* vdot, int k,
                            Pass* at) noexcept nogil:
    """b_k = (k + 1) sum_m S_m v_{k+1-m}, m > 0, and S v'_k where v' is prescribed."""
    cdef int i, c, m
    cdef int W = at.W
    cdef real* b = j.fixed + BIAS_RATE
    cdef const real* rate
    cdef const real* series
    cdef real total
    cdef Column s
    clear(b, 6)
    for c in range(j.count):
        s = column(j, c, W)
        rate = velocity(j, c, W)
        for i in range(s.first, 6):
            series = s.x + (i - s.first) * s.stride
            total = series[1] * rate[k]
            for m in range(2, k + 2):
                total += series[m] * rate[k + 1 - m]
            total = (k + 1) * total
            if given(j, c):
                total += series[0] * taylor(vdot[c], k)
            b[i] += total
    add_moment(-1, x, b, b + 3)


cdef inline real torque_sum(const Joint* j, int c, int first, int k, int W) noexcept nogil:
    """sum_m S_m . W_{k-m} from m = first on: of the force of coordinate c, coefficient k"""
    cdef int i, m
    cdef Column s = column(j, c, W)
    cdef const real* wrench = j.block + (WRENCH + 2 * s.first) * W
    cdef real total = 0
    for i in range(6 - s.first):
        for m in range(first, k + 1):
            total += s.x[i * s.stride + m] * wrench[2 * i * W + k - m]
    return total


cdef void torques_left(const Joint* j, const real* tau, const real* tau_ext, int k, int W,
                       real* left) noexcept nogil:
    """Q_k - tau~_k of the free coordinates, tau~ = sum_m S_m . W_{k-m}, m > 0   (9)"""
    cdef int c
    for c in range(j.count):
        if given(j, c):
            continue
        left[c] = taylor(tau[c], k) - torque_sum(j, c, 1, k, W)
        if tau_ext != NULL:
            left[c] += taylor(tau_ext[c], k)


cdef void transmit(const Joint* j, const real* x, int k, int W) noexcept nogil:
    """V_{k+1} = A_k / (k + 1) and W_k = M A_k + W^A_k   [Ali, Lemma 2], in the shifted frame"""
    cdef int i
    cdef real[6] A, wrench
    copy(j.fixed + ACCELERATION, A, 6)
    for i in range(6):
        wrench[i] = transmitted(j, i)
    add_moment(1, x, A, A + 3)
    add_moment(1, x, wrench + 3, wrench)
    write_integral(A, 6, k + 1, 2 * W, j.block + V * W)
    write_vector(wrench, 6, k, 2 * W, j.block + WRENCH * W)
