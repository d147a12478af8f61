# Hybrid-twist forward and hybrid dynamics: [Ali, Algorithms 3 and 4] in the representation of
# [Müller, (72)-(76)], inertial axes about the origin of each body's kernel frame. One lane to a
# coefficient. Plain twin: h_gabi_hybrid_twin.py. Here what one body does at order k, from
# velocities up to k and wrenches up to k - 1; symbols of column_elimination.pxi, and
#   R, l    rotation, body's axes -> inertial ones, and origin from the parent's in inertial axes
#   V       hybrid twist (w, v)
#   A       V' and gravity against it, (w', v' - g)
#   h, J    first moment and inertia about the origin of the body alone; R h, R J R^T inertial axes

from lieref.model.model cimport (
    FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Link, Model
)

# Offsets in a body's block, in units of one series.
cdef enum Offset:
    ATTITUDE = 0
    ARM = 9             # l
    V = 12
    SCREW = 18          # S v
    A = 24
    WRENCH = 30
    RATES = 36          # velocity coordinates of the joint, up to 6
    FIRST = 42          # R h
    SPIN = 45           # J R^T w: angular momentum about the origin in the body's axes, v apart
    GIVEN = 48          # the wrench that is applied, as it is given
    BLOCK = 54

cdef enum Base:
    IN_BODY = 0
    SPATIAL = 1
    HYBRID = 2
    MIXED = 3


cdef inline bint varies(const Joint* j) noexcept nogil:
    """S turns with the body, but for a base whose velocity is hybrid."""
    return j.base != HYBRID


cdef void column_order(const Body* body, const Joint* j, int c, int m, int W,
                       real* s) noexcept nogil:
    """Coefficient m of column c of S = Ad_R X   [Müller, (75b)]; of a base as its velocity is."""
    cdef int i
    cdef int first = 0 if c < 3 else 3
    cdef int axis = c % 3 if j.count > 1 else 2
    cdef const real* R = j.block + ATTITUDE * W + m
    cdef const real* p = j.block + ARM * W + m
    clear(s, 6)
    if j.base == HYBRID or j.base == SPATIAL or (j.base == MIXED and c >= 3):
        s[c] = 0 if m > 0 else 1
        if j.base == SPATIAL and c < 3:
            # v_hybrid = v + w x p: e x p
            s[3 + (c + 1) % 3] = -p[(c + 2) % 3 * W]
            s[3 + (c + 2) % 3] = p[(c + 1) % 3 * W]
        return
    read_vector(R + axis * W, 3, 0, 3 * W, s + first)
    if j.count == 1 and j.kind != REVOLUTE:
        for i in range(3):
            s[3 + i] = lead(body, j.kind) * s[i]
            if j.kind == PRISMATIC:
                s[i] = 0


cdef void place(const Joint* j, const real* parent, const real* pose, int W) noexcept nogil:
    """R = R_p Q, l = R_p p of now; pose: Q and p"""
    cdef int i
    cdef real[3] x
    cdef const real* R = parent + ATTITUDE * W
    for i in range(3):
        # a row of R_p, turned by Q^T
        clear(x, 3)
        add_turn_back_at(pose, 1, R + 3 * i * W, W, x)
        write_vector(x, 3, 0, W, j.block + (ATTITUDE + 3 * i) * W)
    clear(x, 3)
    add_turn_at(R, W, pose + 9, 1, x)
    write_vector(x, 3, 0, W, j.block + ARM * W)


cdef void advance(const Joint* j, const real* parent, int k, int W) noexcept nogil:
    """R' = w~ R, l' = w_p x l + S v linear, of order k + 1   [rates of Müller, (75a)]"""
    cdef int c, m
    cdef real[3] x
    cdef real* R = j.block + ATTITUDE * W
    for c in range(3):
        clear(x, 3)
        # column c of R lies three series apart
        for m in range(k + 1):
            add_cross_at(j.block + V * W + m, W, R + c * W + k - m, 3 * W, x)
        write_integral(x, 3, k + 1, 3 * W, R + c * W)
    read_vector(j.block + (SCREW + 3) * W, 3, k, W, x)
    add_crossed(parent + V * W, j.block + ARM * W, 0, k, k, W, x)
    write_integral(x, 3, k + 1, W, j.block + ARM * W)


cdef inline void fixed_order(const real* R, const double* x, int k, int W,
                             real* out) noexcept nogil:
    """Coefficient k of R x for a constant x"""
    cdef int i
    for i in range(3):
        out[i] = (R[3 * i * W + k] * x[0] + R[(3 * i + 1) * W + k] * x[1]
                  + R[(3 * i + 2) * W + k] * x[2])


cdef inline void inertia_times(const Link* link, const real* x, real* out) noexcept nogil:
    """J x in the body's axes"""
    cdef int i
    for i in range(3):
        out[i] = link.J[i] * x[0] + link.J[4 + i] * x[1] + link.J[8 + i] * x[2]


cdef void twist_order(const Body* body, const Link* link, const Joint* j, const real* parent, int k,
                      int W) noexcept nogil:
    """V = V_p + (0, w_p x l) + S v   [Müller, (75c)], R, l and R h of order k + 1"""
    cdef real[6] x
    cdef real[3] y
    clear(x, 6)
    add_rates(body, j, 0, k, W, x)
    write_vector(x, 6, k, W, j.block + SCREW * W)
    add_scaled_at(1, parent + V * W + k, 6, W, x)
    add_crossed(parent + V * W, j.block + ARM * W, 0, k, k, W, x + 3)
    write_vector(x, 6, k, W, j.block + V * W)
    advance(j, parent, k, W)
    fixed_order(j.block + ATTITUDE * W, link.first, k + 1, W, y)
    write_vector(y, 3, k + 1, W, j.block + FIRST * W)


cdef void spin_order(const Link* link, const Joint* j, int k, int W) noexcept nogil:
    """J R^T w of order k complete, and of order k + 1 as far as w_{k+1} = 0 goes."""
    cdef int i
    cdef real[3] x, y
    cdef real* spin = j.block + SPIN * W
    cdef const real* R = j.block + ATTITUDE * W
    cdef const real* w = j.block + V * W
    clear(x, 3)
    add_turn_back_at(R, W, w + k, W, x)
    inertia_times(link, x, y)
    for i in range(3):
        spin[i * W + k] = y[i] if k == 0 else spin[i * W + k] + y[i]
    clear(x, 3)
    add_turned_back(R, w, 1, k + 1, W, x)
    inertia_times(link, x, y)
    write_vector(y, 3, k + 1, W, spin)


cdef void bias_acceleration(const Joint* j, const real* parent, int k, int W) noexcept nogil:
    """b = (0, (w_p x l)') with w_p' of order k zero"""
    cdef int i
    cdef real* b = j.fixed + BIAS_RATE
    clear(b, 6)
    add_crossed(parent + V * W, j.block + ARM * W, 0, k, k + 1, W, b + 3)
    for i in range(3):
        b[3 + i] = (k + 1) * b[3 + i]


cdef void bias_wrench(const Joint* j, int k, int W) noexcept nogil:
    """W^A = ((R J R^T w)' + h x a, (w x h)')   [Müller, (53), (76a)] with A_k = 0, a = v' - g"""
    cdef int i
    cdef real* bias = j.fixed + BIAS_WRENCH
    cdef const real* h = j.block + FIRST * W
    clear(bias, 6)
    add_turned(j.block + ATTITUDE * W, j.block + SPIN * W, 0, k + 1, W, bias)
    add_crossed(j.block + V * W, h, 0, k, k + 1, W, bias + 3)
    for i in range(6):
        bias[i] = (k + 1) * bias[i]
    add_crossed(h, j.block + (A + 3) * W, 1, k, k, W, bias)


cdef void inertial_body(const Link* link, const Joint* j, int W) noexcept nogil:
    """M of the body alone: R h and R J R^T of now."""
    cdef int i, c
    cdef real[9] J
    cdef real[3] first, row, turned
    cdef const real* R = j.block + ATTITUDE * W
    fixed_order(R, link.first, 0, W, first)
    write_vector(first, 3, 0, W, j.block + FIRST * W)
    for i in range(3):
        read_vector(R + 3 * i * W, 3, 0, W, row)
        inertia_times(link, row, turned)
        for c in range(3):
            J[3 * i + c] = (R[3 * c * W] * turned[0] + R[(3 * c + 1) * W] * turned[1]
                            + R[(3 * c + 2) * W] * turned[2])
    rigid_inertia(link.m, first, J, j.fixed + ARTICULATED)


cdef void subtract_applied(const Body* body, const Joint* j, const real* wrench, bint inertial,
                           int k, int W) noexcept nogil:
    """W^A -= (n - R off x f, f); given at the body's origin; ours is at `off`.

    wrench: six numbers, the k-th derivatives of its components.
    """
    cdef int i, c, m
    cdef double[3] off
    cdef real[3] lever
    cdef real[6] x
    cdef const real* R = j.block + ATTITUDE * W
    cdef real* series = j.block + GIVEN * W
    for i in range(3):
        off[i] = body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2]
    for c in range(6):
        x[c] = taylor(wrench[c], k)
    if inertial:
        write_vector(x, 6, k, W, series)
        for m in range(k + 1):
            fixed_order(R, off, m, W, lever)
            for i in range(3):
                x[i] -= (lever[(i + 1) % 3] * series[(3 + (i + 2) % 3) * W + k - m]
                         - lever[(i + 2) % 3] * series[(3 + (i + 1) % 3) * W + k - m])
    else:
        # to kernel axes and origin, from there to inertial axes
        for i in range(3):
            series[(3 + i) * W + k] = (body.K[i] * x[3] + body.K[3 + i] * x[4]
                                       + body.K[6 + i] * x[5])
        for i in range(3):
            series[i * W + k] = ((body.K[i] * x[0] + body.K[3 + i] * x[1] + body.K[6 + i] * x[2])
                                 - (off[(i + 1) % 3] * series[(3 + (i + 2) % 3) * W + k]
                                    - off[(i + 2) % 3] * series[(3 + (i + 1) % 3) * W + k]))
        clear(x, 6)
        add_turned(R, series, 0, k, W, x)
        add_turned(R, series + 3 * W, 0, k, W, x + 3)
    add_scaled(-1, x, j.fixed + BIAS_WRENCH)


cdef void to_parent(const Joint* j, real* parent, int k, int W) noexcept nogil:
    """W^A_p += (n + l x f, f), f of order k as transmitted   [Müller, (76b)]"""
    cdef real[6] x
    copy(j.fixed + PARENT_BIAS, x, 6)
    add_crossed(j.block + ARM * W, j.block + (WRENCH + 3) * W, 1, k, k, W, x)
    add_cross_at(j.block + ARM * W, W, x + 3, 1, x)
    add_scaled(1, x, parent + BIAS_WRENCH)


cdef void from_parent(const Joint* j, const real* parent, int k, int W) noexcept nogil:
    """ACCELERATION = A_p + (0, w_p' x l), l of now"""
    cdef int i
    cdef real[3] swing
    cdef real* out = j.fixed + ACCELERATION
    read_vector(parent + A * W, 6, k, W, out)
    clear(swing, 3)
    add_cross_at(j.block + ARM * W, W, out, 1, swing)
    for i in range(3):
        out[3 + i] = out[3 + i] - swing[i]


cdef void transmit(const Joint* j, int k, int W) noexcept nogil:
    """A_k and W_k of the body."""
    cdef int i
    cdef real[6] x
    write_vector(j.fixed + ACCELERATION, 6, k, W, j.block + A * W)
    for i in range(6):
        x[i] = transmitted(j, i)
    write_vector(x, 6, k, W, j.block + WRENCH * W)
