# One joint of a tree, order by order, for recursions by twists: what its velocity coordinates say
# of a twist, and the forces that its wrench leaves. A kernel includes it behind its own text,
# which has the places RATES and WRENCH in a body's block and `column_order`.
# Plain twins: joint_frames_twin.py, order_arguments_twin.py.


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


cdef real torque_sum(const Body* body, const Joint* j, int c, int first, int k,
                     int W) noexcept nogil:
    """sum of S_m . W_{k-m}, m = first .. k: of the force of coordinate c, coefficient k"""
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


cdef void torques_left(Model model, const Call* call, const Body* body, const Joint* j, int k,
                       int W, real* left) noexcept nogil:
    """Q_k - sum_m S_m . W_{k-m}, m > 0, of the free coordinates   (9)"""
    cdef int c
    cdef size_t row = <size_t> k * model.nv + j.iv
    for c in range(j.count):
        if given(j, c):
            continue
        left[c] = (taylor((<const real*> call.tau)[row + c], k)
                   - torque_sum(body, j, c, 1, k, W))
        if call.tau_ext != NULL:
            left[c] += taylor((<const real*> call.tau_ext)[row + c], k)
    if j.physics != NULL:
        keep_joint_torques(model, call, j, k, left)


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
            tau[c] = times_factorial(torque_sum(body, j, c, 0, k, W), k)
            if call.tau_ext != NULL:
                tau[c] -= (<const real*> call.tau_ext)[row + c]
            if j.physics != NULL:
                tau[c] += joint_torque(model, <const real*> call.q, <const real*> call.v,
                                       <const real*> call.vdot, j.iv + c, k)
        else:
            acceleration = found[c]
            vdot[c] = times_factorial(found[c], k)
        j.block[(RATES + c) * W + k + 1] = divided(acceleration, k + 1)
