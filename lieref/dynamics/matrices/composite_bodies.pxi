# Composite bodies: the joint-space inertia H, order by order, in body frames; one text for every
# scalar. A module defines its build and includes it. Plain twin: composite_bodies_twin.py.
#
# A series is n Taylor coefficients; a literal n = 1 leaves plain numbers. Symbols:
#   T       rotation, this body's kernel axes -> the parent's
#   R       rotation, kernel axes -> common axes of the tree: a free root's body axes, else inertial
#   offset  the kernel origin from the parent's, in the parent's kernel axes; l in equations
#   shift   the part of it that the joint moves, likewise; s in equations
#   lever   the offset in common axes
#   h, P    first and second moments of the composite body about the kernel origin, kernel axes
#   n, f    momentum of the composite body for a unit velocity of one joint, common axes

from lieref.dynamics.shared.calls cimport ClosedFormsCall as Call
from lieref.model.model cimport FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Link, Model
from lieref.model.tree.widths cimport width

# Offsets in a body's block, in units of one series; matrices row by row.
cdef enum:
    TURN = 0
    ROTATION = 9
    LEVER = 18
    OFFSET = 21
    SHIFT = 24
    FIRST = 27
    SECOND = 30
    BLOCK = 36

# Scratch, in units of one series.
cdef enum:
    RATES = 0
    COS = 6
    SIN = 7
    Q = 8
    POSITION = 17
    LOCAL = 20
    WALK = 26
    PRODUCT = 32
    SCRATCH_SERIES = 41


cdef inline real term(const real* a, const real* b, int k) noexcept nogil:
    """(a b)_k = sum_j a_j b_{k-j}"""
    cdef int j
    cdef real total = a[0] * b[k]
    for j in range(1, k + 1):
        total = total + a[j] * b[k - j]
    return total


cdef inline real across(const real* R, int i, const real* x, int step, int k, int n) noexcept nogil:
    """Coefficient k of row i of R, times x, whose components are so many series apart"""
    return (term(R + 3 * i * n, x, k) + term(R + (3 * i + 1) * n, x + step * n, k)
            + term(R + (3 * i + 2) * n, x + 2 * step * n, k))


cdef inline void turn(const real* R, const real* x, real* out, int n) noexcept nogil:
    """out = R x"""
    cdef int i, k
    for i in range(3):
        for k in range(n):
            out[i * n + k] = across(R, i, x, 1, k, n)


cdef inline real along(const real* R, int i, const real* x, int k, int n) noexcept nogil:
    """Coefficient k of column i of R, times x"""
    return (term(R + i * n, x, k) + term(R + (3 + i) * n, x + n, k)
            + term(R + (6 + i) * n, x + 2 * n, k))


cdef inline void joint_turn(const Body* body, const real* c, const real* s, real* block,
                            int n) noexcept nogil:
    """T = E^T Rz"""
    cdef int i, k
    cdef const double* E = body.E
    cdef real* T = block + TURN * n
    for i in range(3):
        for k in range(n):
            T[3 * i * n + k] = E[i] * c[k] + E[3 + i] * s[k]
            T[(3 * i + 1) * n + k] = E[3 + i] * c[k] - E[i] * s[k]
            T[(3 * i + 2) * n + k] = 0
        T[(3 * i + 2) * n] = E[6 + i]


cdef inline void one_degree(const Body* body, int kind, real q, real sine, real cosine,
                            const real* v, int nv, real* block, real* scratch,
                            int n) noexcept nogil:
    """T and s = E^T z d of a revolute, prismatic or helical joint: c' = -s qd, s' = c qd"""
    cdef int i, k
    cdef double lead = body.pitch if kind == HELICAL else 1
    cdef real* rate = scratch + RATES * n
    cdef real* c = scratch + COS * n
    cdef real* s = scratch + SIN * n
    taylor_series(v, nv, rate, n - 1)
    c[0] = 1 if kind == PRISMATIC else cosine
    s[0] = 0 if kind == PRISMATIC else sine
    for k in range(n - 1):
        c[k + 1] = 0 if kind == PRISMATIC else -divided(term(rate, s, k), k + 1)
        s[k + 1] = 0 if kind == PRISMATIC else divided(term(rate, c, k), k + 1)
    joint_turn(body, c, s, block, n)
    for i in range(3):
        block[(OFFSET + i) * n] = body.r[i]
        for k in range(n):
            block[(SHIFT + i) * n + k] = 0
            if k > 0:
                block[(OFFSET + i) * n + k] = 0
    if kind == REVOLUTE:
        return
    for i in range(3):
        block[(SHIFT + i) * n] = body.E[6 + i] * (lead * q)
        for k in range(n - 1):
            block[(SHIFT + i) * n + k + 1] = body.E[6 + i] * divided(lead * rate[k], k + 1)
        for k in range(n):
            block[(OFFSET + i) * n + k] += block[(SHIFT + i) * n + k]


cdef void several_degrees(const Body* body, int kind, const real* q, const real* v, int nv,
                          real* block, real* scratch, int n) noexcept nogil:
    """T = E^T Q and s = E^T p of a spherical or free joint: Q' = Q w~, p' = Q u"""
    cdef int i, j, k
    cdef const double* E = body.E
    cdef real* T = block + TURN * n
    cdef real* rate = scratch + RATES * n
    cdef real* R = scratch + Q * n
    cdef real* p = scratch + POSITION * n
    for i in range(6 if kind == FREE else 3):
        taylor_series(v + i, nv, rate + i * n, n - 1)
    quaternion_rotation(q if kind == SPHERICAL else q + 3, R, n)
    rotation_series(rate, n, R, n, False, n)
    clear(p, 3 * n)
    if kind == FREE:
        for i in range(3):
            p[i * n] = q[i]
            for k in range(n - 1):
                p[i * n + k + 1] = divided(across(R, i, rate + 3 * n, 1, k, n), k + 1)
    for i in range(3):
        for k in range(n):
            for j in range(3):
                T[(3 * i + j) * n + k] = (E[i] * R[j * n + k] + E[3 + i] * R[(3 + j) * n + k]
                                          + E[6 + i] * R[(6 + j) * n + k])
            block[(SHIFT + i) * n + k] = (E[i] * p[k] + E[3 + i] * p[n + k]
                                          + E[6 + i] * p[2 * n + k])
            block[(OFFSET + i) * n + k] = block[(SHIFT + i) * n + k]
        block[(OFFSET + i) * n] += body.r[i]


cdef inline void root_axes(int kind, real* block, int n) noexcept nogil:
    """R = 1 and no lever of a free root; R = T and the shift as the lever of another."""
    cdef int i
    if kind != FREE:
        copy(block + TURN * n, block + ROTATION * n, 9 * n)
        copy(block + SHIFT * n, block + LEVER * n, 3 * n)
        return
    clear(block + ROTATION * n, 12 * n)
    for i in range(3):
        block[(ROTATION + 4 * i) * n] = 1


cdef inline void child_axes(real* block, const real* parent, int n) noexcept nogil:
    """R = R_p T,  lever = R_p l"""
    cdef int i, j, k
    cdef const real* T = block + TURN * n
    cdef const real* up = parent + ROTATION * n
    cdef real* R = block + ROTATION * n
    for i in range(3):
        for j in range(3):
            for k in range(n):
                R[(3 * i + j) * n + k] = across(up, i, T + j * n, 3, k, n)
    turn(up, block + OFFSET * n, block + LEVER * n, n)


cdef inline void own_moments(const Body* body, real* block, int n) noexcept nogil:
    """h and P of the augmented body alone; the children's follow."""
    cdef int i
    clear(block + FIRST * n, 9 * n)
    for i in range(3):
        block[(FIRST + i) * n] = body.h[i]
    for i in range(6):
        block[(SECOND + i) * n] = body.P[i]


cdef inline void base_to_tip(Model model, const Call* call, real* blocks, real* scratch,
                             real* angles, int n) noexcept nogil:
    """Attitude and origin of every body in the common axes of its tree."""
    cdef int i, kind
    cdef real* block
    cdef real* sines = angles + angle_size(model)
    cdef real* cosines = sines + angle_size(model)
    cdef const real* q = <const real*> call.q
    cdef const real* v = <const real*> call.v
    for i in range(model.nbodies):
        angles[i] = q[model.iq[i]] if model.kind[i] < SPHERICAL else 0
    sincos_reals(angles, sines, cosines, model.nbodies)
    for i in range(model.nbodies):
        kind = model.kind[i]
        block = blocks + i * BLOCK * n
        if kind < SPHERICAL:
            one_degree(&model.bodies[i], kind, q[model.iq[i]], sines[i], cosines[i],
                       v + model.iv[i], model.nv, block, scratch, n)
        else:
            several_degrees(&model.bodies[i], kind, q + model.iq[i], v + model.iv[i], model.nv,
                            block, scratch, n)
        if model.parent[i] < 0:
            root_axes(kind, block, n)
        else:
            child_axes(block, blocks + model.parent[i] * BLOCK * n, n)
        own_moments(&model.bodies[i], block, n)


cdef inline void moments_to_parent(const Body* body, int kind, const real* block, real* parent,
                                   real* scratch, int n) noexcept nogil:
    """h_p += G,  P_p += T P T^T + l G^T + G l^T - m s s^T  with G = T h + m s

    The mass m at l - s is in the parent's constants already.
    """
    cdef int i, j, k, a
    cdef real value
    cdef const real* T = block + TURN * n
    cdef const real* P = block + SECOND * n
    cdef const real* offset = block + OFFSET * n
    cdef const real* s = block + SHIFT * n
    cdef real* G = scratch + LOCAL * n
    cdef real* X = scratch + PRODUCT * n
    turn(T, block + FIRST * n, G, n)
    if kind != REVOLUTE:
        for k in range(3 * n):
            G[k] += body.m * s[k]
    for k in range(3 * n):
        parent[FIRST * n + k] += G[k]
    # X = T P
    for i in range(3):
        for j in range(3):
            for k in range(n):
                value = 0
                for a in range(3):
                    value += term(T + (3 * i + a) * n, P + pair(a, j) * n, k)
                X[(3 * i + j) * n + k] = value
    for i in range(3):
        for j in range(i, 3):
            for k in range(n):
                value = (term(offset + i * n, G + j * n, k)
                         + term(G + i * n, offset + j * n, k))
                for a in range(3):
                    value += term(X + (3 * i + a) * n, T + (3 * j + a) * n, k)
                if kind != REVOLUTE:
                    value -= body.m * term(s + i * n, s + j * n, k)
                parent[(SECOND + pair(i, j)) * n + k] += value


cdef inline int pair(int i, int j) noexcept nogil:
    """Place of the element (i, j) among xx, yy, zz, xy, xz, yz."""
    return i if i == j else 2 + i + j


cdef inline void unit_turn(const real* block, int a, real* out, int n) noexcept nogil:
    """out = (n, f) of the composite body that turns about axis a: n = J e_a, f = e_a x h"""
    cdef int k
    cdef int b = (a + 1) % 3
    cdef int c = (a + 2) % 3
    cdef const real* h = block + FIRST * n
    cdef const real* P = block + SECOND * n
    for k in range(n):
        out[a * n + k] = P[b * n + k] + P[c * n + k]
        out[b * n + k] = -P[pair(a, b) * n + k]
        out[c * n + k] = -P[pair(a, c) * n + k]
        out[(3 + a) * n + k] = 0
        out[(3 + b) * n + k] = -h[c * n + k]
        out[(3 + c) * n + k] = h[b * n + k]


cdef inline void add_unit_shift(const Body* body, const real* block, int a, double lead, real* out,
                                int n) noexcept nogil:
    """out += lead (h x e_a, m e_a)"""
    cdef int k
    cdef int b = (a + 1) % 3
    cdef int c = (a + 2) % 3
    cdef const real* h = block + FIRST * n
    for k in range(n):
        out[b * n + k] += lead * h[c * n + k]
        out[c * n + k] -= lead * h[b * n + k]
    out[(3 + a) * n] += lead * body.m


cdef inline void column(const Body* body, int kind, const real* block, int c, real* out,
                        int n) noexcept nogil:
    """Momentum (n, f) for a unit velocity of the joint's coordinate c, in kernel axes."""
    if kind == PRISMATIC or c >= 3:
        clear(out, 6 * n)
        add_unit_shift(body, block, 2 if kind == PRISMATIC else c - 3, 1, out, n)
        return
    unit_turn(block, c if kind >= SPHERICAL else 2, out, n)
    if kind == HELICAL:
        add_unit_shift(body, block, 2, body.pitch, out, n)


# Where H is, (n, nv, nv); NULL where only the composite bodies are wanted.
cdef struct Table:
    real* H
    int nv


cdef inline void write_pair(const Table* table, int a, int b, int k, real value) noexcept nogil:
    """H_ab = H_ba = the derivative of order k that this coefficient means; a is not below b"""
    cdef int nv = table.nv
    value = times_factorial(value, k)
    table.H[(k * nv + a) * nv + b] = value
    table.H[(k * nv + b) * nv + a] = value


cdef inline void own_block(const Body* body, int kind, const real* F, int iv, int c,
                           const Table* table, int n) noexcept nogil:
    """Entries S^T F of the joint's own coordinates up to c, F in kernel axes."""
    cdef int a, k
    cdef int first = 2 if kind < SPHERICAL else 0
    if kind == PRISMATIC:
        first = 5
    for k in range(n):
        for a in range(c + 1):
            write_pair(table, iv + a, iv + c, k, F[(first + a) * n + k])
        if kind == HELICAL:
            write_pair(table, iv, iv, k, F[2 * n + k] + body.pitch * F[5 * n + k])


cdef inline void share(const Body* body, int kind, const real* R, const real* F, int iv, int at,
                       const Table* table, int n) noexcept nogil:
    """Entries S^T F of a joint on the way to the root, F in common axes about its origin."""
    cdef int a, k
    cdef real value
    for k in range(n):
        if kind < SPHERICAL:
            value = along(R, 2, F + (3 * n if kind == PRISMATIC else 0), k, n)
            if kind == HELICAL:
                value += body.pitch * along(R, 2, F + 3 * n, k, n)
            write_pair(table, iv, at, k, value)
            continue
        for a in range(3):
            write_pair(table, iv + a, at, k, along(R, a, F, k, n))
        if kind == FREE:
            for a in range(3):
                write_pair(table, iv + 3 + a, at, k, along(R, a, F + 3 * n, k, n))


cdef inline void lift(const real* lever, real* F, int n) noexcept nogil:
    """n += lever x f"""
    cdef int i, a, b, k
    for i in range(3):
        a = (i + 1) % 3
        b = (i + 2) % 3
        for k in range(n):
            F[i * n + k] += (term(lever + a * n, F + (3 + b) * n, k)
                             - term(lever + b * n, F + (3 + a) * n, k))


cdef inline void walk(Model model, int start, int at, real* blocks, real* F, const Call* call,
                      const Table* table, int n) noexcept nogil:
    """Transmit the momentum F of coordinate `at` to the root; H gets its part in each joint."""
    cdef int k, j, i = start
    cdef real* A = <real*> call.A
    while model.parent[i] >= 0:
        lift(blocks + (i * BLOCK + LEVER) * n, F, n)
        i = model.parent[i]
        share(&model.bodies[i], model.kind[i], blocks + (i * BLOCK + ROTATION) * n, F,
              model.iv[i], at, table, n)
    if A == NULL:
        return
    lift(blocks + (i * BLOCK + LEVER) * n, F, n)
    for j in range(6):
        for k in range(n):
            A[(6 * k + j) * model.nv + at] = times_factorial(F[j * n + k], k)


cdef inline void tip_to_base(Model model, const Call* call, const Table* table, real* blocks,
                             real* scratch, int n) noexcept nogil:
    """H, and where they are wanted the momentum matrix A and the first moments of the trees."""
    cdef int i, c, j, k, kind
    cdef real* block
    cdef real* F = scratch + WALK * n
    cdef real* local = scratch + LOCAL * n
    cdef real* first = <real*> call.first
    for i in range(model.nbodies - 1, -1, -1):
        kind = model.kind[i]
        block = blocks + i * BLOCK * n
        for c in range(width(kind) if table.H != NULL else 0):
            column(&model.bodies[i], kind, block, c, local, n)
            own_block(&model.bodies[i], kind, local, model.iv[i], c, table, n)
            turn(block + ROTATION * n, local, F, n)
            turn(block + ROTATION * n, local + 3 * n, F + 3 * n, n)
            walk(model, i, model.iv[i] + c, blocks, F, call, table, n)
        if model.parent[i] >= 0:
            moments_to_parent(&model.bodies[i], kind, block,
                              blocks + model.parent[i] * BLOCK * n, scratch, n)
        elif first != NULL:
            turn(block + ROTATION * n, block + FIRST * n, local, n)
            for j in range(3):
                for k in range(n):
                    first[(k * model.nbodies + i) * 3 + j] = times_factorial(
                        local[j * n + k] + model.bodies[i].m * block[(LEVER + j) * n + k], k)
