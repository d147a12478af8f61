# Spherical and free joints, and the free base in its four representations, in the body-fixed
# recursion by twists; plain twin: body_twin.py. Symbols as in h_grne_twist_body.pxi and
# h_grne_twist_joints.pxi; of a free base multi holds what base_series leaves there.


cdef void multi_screw_to_child(const Body* body, int kind, const real* multi, const real* w,
                               const real* v, int stride, real* out_w, real* out_v,
                               int out_stride, Pass* at) noexcept nogil:
    """out = Ad_{C_i,p} (w, v) = (Q^T E w, Q^T E (v + w x (r + p)))"""
    cdef int i, j, k, b, m
    cdef int W = at.W
    cdef const double* r = body.r
    cdef real* moved = at.scratch + 3 * W
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        for b in range(at.blocks):
            m = b * LANES
            store(moved + i * W + m, load(v + i * stride + m)
                  + (r[k] * load(w + j * stride + m) - r[j] * load(w + k * stride + m)))
            if kind == FREE:
                add_to(moved + i * W, cross_term(w, stride, multi + P * W, i, b, at.n, W), b)
    constant_rotation(body.E, w, stride, at.scratch, at)
    rotate_vector(multi + Q * W, at.scratch, W, out_w, out_stride, True, at.n, W)
    constant_rotation(body.E, moved, W, at.scratch, at)
    rotate_vector(multi + Q * W, at.scratch, W, out_v, out_stride, True, at.n, W)


cdef void several_degrees_motion(const Body* body, int kind, const real* v, int nv, real* block,
                                 const real* multi, const real* parent, Pass* at) noexcept nogil:
    """V = Ad V_p + X q',  V' = Ad V_p' + [V, X q'] + X q''   [Müller, (66b), (65c)]

    With X q' = (s, t) of rate and u: [V, X q'] = (w x s, v x s + w x t).
    """
    cdef int i, k, b
    cdef int W = at.W
    cdef real* w = block + W_X * W
    cdef real* u = block + V_X * W
    cdef real* dw = block + DV * W
    cdef real* du = dw + 3 * W
    cdef const real* s = multi + MRATE * W
    cdef const real* t = multi + U * W
    multi_screw_to_child(body, kind, multi, parent + W_X * W, parent + V_X * W, 2 * W, w, u, 2 * W,
                         at)
    multi_screw_to_child(body, kind, multi, parent + DV * W, parent + (DV + 3) * W, W, dw, du, W,
                         at)
    for i in range(3):
        for b in range(at.blocks):
            add_to(w + 2 * i * W, load(s + 2 * i * W + b * LANES), b)
            add_to(u + 2 * i * W, load(t + 2 * i * W + b * LANES), b)
    for i in range(3):
        for b in range(at.blocks):
            add_to(dw + i * W, cross_term(w, 2 * W, s, i, b, at.n, W), b)
            add_to(du + i * W, cross_term(u, 2 * W, s, i, b, at.n, W)
                   + cross_term(w, 2 * W, t, i, b, at.n, W), b)
        for k in range(at.n):
            dw[i * W + k] += taylor(v[(k + 1) * nv + i], k)
            if kind == FREE:
                du[i * W + k] += taylor(v[(k + 1) * nv + 3 + i], k)


cdef void base_twist(int base, real* block, const real* multi, Pass* at) noexcept nogil:
    """V and V' of a free base after base_series, which left its w, and gravity in `slide`.

    In body form v = u and v' = u'; else v = R^T p' and v' = R^T p'' - w x v.
    """
    cdef int i, b
    cdef int W = at.W
    cdef const real* w = block + W_X * W
    cdef real* v = block + V_X * W
    cdef real* dw = block + DV * W
    cdef real* dv = dw + 3 * W
    for i in range(3):
        clear_series(block + (V_X + 2 * i - 1) * W, W)
    if base != BODY:
        rotate_vector(multi + Q * W, multi + U * W, 2 * W, v, 2 * W, True, at.n, W)
    for i in range(3):
        for b in range(at.blocks):
            if base == BODY:
                store(v + 2 * i * W + b * LANES, load(multi + (U + 2 * i) * W + b * LANES))
                store(dv + i * W + b * LANES, load(multi + (DU + i) * W + b * LANES))
            # dv is where base_series has put R^T p''
            subtract_from(dv + i * W, load(block + (SLIDE + i) * W + b * LANES), b)
            store(dw + i * W + b * LANES, count_from(b * LANES)
                  * load(w + 2 * i * W + b * LANES + 1))
    if base == BODY:
        return
    for i in range(3):
        for b in range(at.blocks):
            subtract_from(dv + i * W, cross_term(w, 2 * W, v, i, b, at.n, W), b)


cdef void several_degrees_torque(int kind, int base, const real* block, const real* multi,
                                 real* tau, int nv, Pass* at) noexcept nogil:
    """X^T W in body axes; of a base in another form (R n + p x R f, R f), (R n, R f), (n, R f)"""
    cdef int i, b
    cdef int W = at.W
    cdef real* moment = at.scratch
    cdef real* force = at.scratch + 3 * W
    copy(block + N * W, moment, 3 * W)
    copy(block + F * W, force, 3 * W)
    if base == SPATIAL or base == HYBRID:
        rotate_vector(multi + Q * W, block + N * W, W, moment, W, False, at.n, W)
    if base != BODY:
        rotate_vector(multi + Q * W, block + F * W, W, force, W, False, at.n, W)
    for i in range(3):
        if base == SPATIAL:
            for b in range(at.blocks):
                subtract_from(moment + i * W, cross_term(force, W, multi + P * W, i, b, at.n, W),
                              b)
        write_series(moment + i * W, tau + i, nv, at.n)
        if kind == FREE:
            write_series(force + i * W, tau + 3 + i, nv, at.n)


cdef void several_degrees_to_parent(const Body* body, int kind, real* block, real* multi,
                                    real* parent, Pass* at) noexcept nogil:
    """f_p += f,  n_p += n + (r + p) x f with n, f in the parent's axes"""
    cdef int i, b
    cdef int W = at.W
    # which leaves the force in the parent's axes in scratch 3..5
    multi_wrench_to_parent(body, SPHERICAL, block, multi, parent, at)
    if kind != FREE:
        return
    for i in range(3):
        for b in range(at.blocks):
            subtract_from(parent + (N + i) * W,
                          cross_term(at.scratch + 3 * W, W, multi + P * W, i, b, at.n, W), b)
