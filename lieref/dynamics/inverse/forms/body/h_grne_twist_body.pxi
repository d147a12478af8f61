# The body-fixed recursion by twists: inverse dynamics of order r, [Müller, (66), (67)] corrected.
# One text for every scalar: a module defines its build and includes it. Plain twin: body_twin.py.
#
# Kernel frames, series and block of h_grne_body.pxi; in place of Xi and the augmented bodies:
#   V       body twist (w, v), v the velocity of the frame's origin, padded
#   dV      V' and gravity against it, (w', v' - g) in body axes, 6
#   n, f    wrench W that the joint transmits to the body, 3 each
# The mass matrix M is constant: M V = (J w + h x v, m v - h x w), of the body alone.

from lieref.model.model cimport Link

cdef enum TwistOffset:
    V_X = XI + 1
    DV = XI + 6


cdef inline Lanes3 crossed_with(Lanes3 a, const double* r) noexcept nogil:
    """a x r for a constant r"""
    return lanes3(a.y * r[2] - a.z * r[1], a.z * r[0] - a.x * r[2], a.x * r[1] - a.y * r[0])


cdef inline void screw_to_child(const Body* body, int kind, const real* block, const real* w,
                                const real* v, int stride, real* out_w, real* out_v,
                                int out_stride, Pass* at) noexcept nogil:
    """out = Ad_{C_i,p} (w, v) = (Q^T w, Q^T (v + w x p)), Q = E^T Rz, p = r + E^T z d   (66b)"""
    cdef int m, b
    cdef int W = at.W
    cdef real* x = at.scratch
    cdef real* y = at.scratch + 3 * W
    cdef Lanes3 spin, speed
    for b in range(at.blocks):
        m = b * LANES
        spin = vector(w + m, stride)
        speed = rotated(body.E, plus(vector(v + m, stride), crossed_with(spin, body.r)))
        spin = rotated(body.E, spin)
        put(x + m, W, spin)
        put(y + m, W, speed)
    if kind != REVOLUTE:
        # E (w x E^T z d) = E w x z d
        for b in range(at.blocks):
            add_to(y, product(x + W, block + SHIFT * W, b, at.n), b)
            subtract_from(y + W, product(x, block + SHIFT * W, b, at.n), b)
    rotate_back(x, block + COS * W, block + SIN * W, out_w, out_stride, at.n, at.blocks)
    rotate_back(y, block + COS * W, block + SIN * W, out_v, out_stride, at.n, at.blocks)


cdef inline void one_degree_motion(const Body* body, int kind, real* block, const real* parent,
                                   Pass* at) noexcept nogil:
    """V = Ad V_p + X q',  V' = Ad V_p' - ad_{X q'} V + X q''   [Müller, (66b), (66c)]

    X = (z, lead z), (0, z) or (z, 0): -ad_{X q'} V = (w x z q', v x z q' + lead w x z q').
    """
    cdef int b, m
    cdef int W = at.W
    cdef double lead = 1 if kind == PRISMATIC else body.pitch
    cdef bint turns = kind != PRISMATIC
    cdef real* w = block + W_X * W
    cdef real* v = block + V_X * W
    cdef real* dw = block + DV * W
    cdef real* dv = dw + 3 * W
    cdef const real* rate = block + RATE * W
    cdef lane now, then, x, y
    screw_to_child(body, kind, block, parent + W_X * W, parent + V_X * W, 2 * W, w, v, 2 * W, at)
    screw_to_child(body, kind, block, parent + DV * W, parent + (DV + 3) * W, W, dw, dv, W, at)
    for b in range(at.blocks):
        m = b * LANES
        now = load(rate + m)
        if turns:
            add_to(w + 4 * W, now, b)
        if kind != REVOLUTE:
            add_to(v + 4 * W, lead * now, b)
    for b in range(at.blocks):
        m = b * LANES
        # the coefficients of q'' are (k + 1) q'_{k+1}
        then = count_from(m) * load(rate + m + 1)
        x = product(w, rate, b, at.n)
        y = product(w + 2 * W, rate, b, at.n)
        if turns:
            add_to(dw, y, b)
            subtract_from(dw + W, x, b)
            add_to(dw + 2 * W, then, b)
            add_to(dv, product(v + 2 * W, rate, b, at.n), b)
            subtract_from(dv + W, product(v, rate, b, at.n), b)
        if kind != REVOLUTE:
            add_to(dv, lead * y, b)
            subtract_from(dv + W, lead * x, b)
            add_to(dv + 2 * W, lead * then, b)


cdef inline void momentum(const Link* link, const real* w, const real* v, int stride, real* n,
                          real* f, Pass* at) noexcept nogil:
    """(n, f) = M V = (J w + h x v, m v - h x w)"""
    cdef int b, m
    cdef Lanes3 spin, speed, moment, force
    for b in range(at.blocks):
        m = b * LANES
        spin = vector(w + m, stride)
        speed = vector(v + m, stride)
        moment = plus(inertia_times(link.J, spin), cross_constant(link.first, speed))
        force = plus(scaled(link.m, speed), crossed_with(spin, link.first))
        put(n + m, at.W, moment)
        put(f + m, at.W, force)


cdef inline void twist_wrench(const Link* link, real* block, Pass* at) noexcept nogil:
    """W = M V' - ad_V^T M V,  -ad_V^T (n, f) = (w x n + v x f, w x f)   [Müller, (41)]"""
    cdef int i, b
    cdef int W = at.W
    cdef const real* w = block + W_X * W
    cdef const real* v = block + V_X * W
    cdef real* spin = at.scratch
    cdef real* push = at.scratch + 3 * W
    momentum(link, w, v, 2 * W, spin, push, at)
    momentum(link, block + DV * W, block + (DV + 3) * W, W, block + N * W, block + F * W, at)
    for i in range(3):
        for b in range(at.blocks):
            subtract_from(block + (N + i) * W, cross_term(spin, W, w, i, b, at.n, W)
                          + cross_term(push, W, v, i, b, at.n, W), b)
            subtract_from(block + (F + i) * W, cross_term(push, W, w, i, b, at.n, W), b)


cdef inline void one_degree_torque(const Body* body, int kind, const real* block, real* tau,
                                   int nv, Pass* at) noexcept nogil:
    """X^T W = z . n, z . f, or z . n + pitch z . f   [Müller, (67b)]"""
    cdef int b, m
    cdef int W = at.W
    if kind == REVOLUTE:
        write_series(block + (N + 2) * W, tau, nv, at.n)
        return
    if kind == PRISMATIC:
        write_series(block + (F + 2) * W, tau, nv, at.n)
        return
    for b in range(at.blocks):
        m = b * LANES
        store(at.scratch + m, load(block + (N + 2) * W + m)
              + body.pitch * load(block + (F + 2) * W + m))
    write_series(at.scratch, tau, nv, at.n)


cdef inline void one_degree_to_parent(const Body* body, int kind, real* block, real* parent,
                                      Pass* at) noexcept nogil:
    """W_p += Ad^T W: Rz commutes with z d x, so that the shift's moment joins n before it."""
    cdef int b
    cdef int W = at.W
    if kind != REVOLUTE:
        for b in range(at.blocks):
            subtract_from(block + N * W, product(block + (F + 1) * W, block + SHIFT * W, b, at.n),
                          b)
            add_to(block + (N + 1) * W, product(block + F * W, block + SHIFT * W, b, at.n), b)
    wrench_to_parent(body, REVOLUTE, block, parent, at)
