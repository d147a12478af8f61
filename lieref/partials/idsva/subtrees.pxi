# What the partial derivatives of a motion are made of: lines 1 to 11 of [Singh, Algorithm 1] and
# the composites of its line 76. One text for every scalar: a module defines its build and includes
# lanes.pxi, series.pxi, spatial_vectors.pxi and this. Plain twin: idsva_twin.py.
#
# Everything is resolved in inertial axes about the place where the origin of the tree's root is
# now, each tree about its own, so that nothing grows with the robot's distance from the inertial
# origin. A free root is seen from a frame that moves at its origin's velocity u, constant in space,
# where forces are the same (Galileo): v = (w, u) and a = (b, c) become (w, 0) and (b, c + w x u),
# and s_d is what a changes by with v. So nothing grows with the speed of a base either. 6-vectors
# have their angular part first. Symbols:
#   R, x       attitude and place of the body's kernel frame
#   v, a       velocity, and acceleration minus gravity
#   s          a column of the joint's motion subspace
#   psi_d      v_p x s, p the joint's predecessor                                             (15)
#   psi_dd     a_p x s + v_p x psi_d
#   s_d        v_i x s; stored with psi_d, as it is used: psi_d + s_d
#   m, h, J    mass, first moment and inertia about the origin
#   C, k       2 B of (14) = [[C, 0], [-[k], 0]]: k is twice the linear momentum
#   f          force across the joint, less the wrenches on the subtree

from lieref.model.model cimport (
    FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Link, Model
)
from lieref.model.tree.widths cimport width

# Offsets in a body's block; those of the composite body, which are summed over a subtree, first.
cdef enum Offset:
    MASS = 0
    FIRST = 1
    INERTIA = 4             # xx, yy, zz, xy, xz, yz
    CORIOLIS = 10           # C, row by row
    MOMENTUM = 19           # k
    FORCE = 22
    COMPOSITE = 28
    ROTATION = 28           # row by row
    ORIGIN = 37
    VELOCITY = 40
    ACCELERATION = 46
    BLOCK = 52

# Offsets in the block of a velocity coordinate.
cdef enum ColumnOffset:
    S = 0
    PSI_D = 6
    PSI_DD = 12
    SUM_D = 18              # psi_d + s_d
    COLUMN = 24


cdef struct Sweep:
    real* bodies            # (nbodies + 1) blocks; the last is the world
    real* columns           # (nv) blocks
    real* sines             # of the joint angles, one to each body
    real* cosines
    real* angles


cdef inline size_t angle_size(Model model) noexcept nogil:
    """Size of an array of one number for each body and one vector more, in whole cache lines."""
    return (<size_t> model.nbodies + 15) // 8 * 8


cdef inline size_t sweep_size(Model model) noexcept nogil:
    """Number of reals that a Sweep needs, in whole cache lines."""
    return ((<size_t> model.nbodies + 1) * BLOCK + 7) // 8 * 8 + (
        <size_t> model.nv * COLUMN + 3 * angle_size(model))


cdef inline Sweep sweep_at(Model model, real* memory) noexcept nogil:
    cdef Sweep at
    at.bodies = memory
    at.columns = memory + ((<size_t> model.nbodies + 1) * BLOCK + 7) // 8 * 8
    at.sines = at.columns + <size_t> model.nv * COLUMN
    at.cosines = at.sines + angle_size(model)
    at.angles = at.cosines + angle_size(model)
    return at


cdef inline void times_inertia(const real* block, const real* x, real* out) noexcept nogil:
    """out = I x = (J x_w + h x x_u, m x_u - h x x_w)"""
    cdef int i
    cdef real[6] y
    times_symmetric(block + INERTIA, x, y)
    add_cross(block + FIRST, x + 3, y)
    cross(x, block + FIRST, y + 3)
    for i in range(3):
        y[3 + i] = y[3 + i] + block[<int> MASS] * x[3 + i]
    copy(y, out, 6)


cdef inline void add_coriolis(const real* block, const real* x, real* out) noexcept nogil:
    """out += 2 B x = (C x_w, x_w x k)"""
    cdef int i
    cdef real[6] y
    copy(out, y, 6)
    for i in range(3):
        y[i] = y[i] + dot(block + CORIOLIS + 3 * i, x)
    add_cross(x, block + MOMENTUM, y + 3)
    copy(y, out, 6)


cdef inline void coriolis_back(const real* block, const real* x, real* out) noexcept nogil:
    """out = angular part of 2 B^T x = (C^T x_w + k x x_u, 0)"""
    cdef int i
    cdef const real* C = block + CORIOLIS
    for i in range(3):
        out[i] = C[i] * x[0] + C[3 + i] * x[1] + C[6 + i] * x[2]
    add_cross(block + MOMENTUM, x + 3, out)


cdef inline void pose_of_body(const Body* body, int kind, bint root, const real* q, real sine,
                              real cosine, const real* parent, real* block) noexcept nogil:
    """R = R_p E^T Q,  x = x_p + R_p (r + E^T p), Q, p the joint's turn and shift; a root: x = 0"""
    cdef int i, j
    cdef const real* up = parent + ROTATION
    cdef real* R = block + ROTATION
    cdef real* x = block + ORIGIN
    cdef real[9] M, Q
    cdef real u, lead
    copy(parent + ORIGIN, x, 3)
    if not root:
        add_turn(up, body.r, x)
    # M = R_p E^T
    times_constant_back(up, body.E, M)
    if kind >= SPHERICAL:
        quaternion_rotation(q if kind == SPHERICAL else q + 3, Q, 1)
        for i in range(3):
            for j in range(3):
                R[3 * i + j] = (M[3 * i] * Q[j] + M[3 * i + 1] * Q[3 + j]
                                + M[3 * i + 2] * Q[6 + j])
            if kind == FREE and not root:
                x[i] += dot(M + 3 * i, q)
        return
    if kind == PRISMATIC:
        copy(M, R, 9)
    else:
        for i in range(3):
            u = M[3 * i]
            R[3 * i] = cosine * u + sine * M[3 * i + 1]
            R[3 * i + 1] = cosine * M[3 * i + 1] - sine * u
            R[3 * i + 2] = M[3 * i + 2]
    if kind != REVOLUTE and not root:
        lead = q[0]
        if kind == HELICAL:
            lead = lead * body.pitch
        for i in range(3):
            x[i] += M[3 * i + 2] * lead


cdef inline void subspace(const Body* body, int kind, int c, const real* block,
                          real* s) noexcept nogil:
    """s = (e, x x e + pitch e) of a turn about the kernel axis e, (0, e) of a shift along it"""
    cdef int i
    cdef int axis = 2 if kind < SPHERICAL else c % 3
    cdef real[3] e
    for i in range(3):
        e[i] = block[ROTATION + 3 * i + axis]
    if kind == PRISMATIC or c >= 3:
        clear(s, 3)
        copy(e, s + 3, 3)
        return
    copy(e, s, 3)
    cross(block + ORIGIN, e, s + 3)
    if kind == HELICAL:
        for i in range(3):
            s[3 + i] += body.pitch * e[i]


cdef inline void move_body(const Body* body, int kind, const real* v, const real* a,
                           const real* parent, real* block, real* columns) noexcept nogil:
    """Columns of the joint, and with them v = v_p + S v and a = a_p + S a + Psi_d v   (line 5)"""
    cdef int c, i
    cdef real* column
    cdef real[6] velocity, acceleration, s, psi_d, psi_dd, more
    copy(parent + VELOCITY, velocity, 6)
    copy(parent + ACCELERATION, acceleration, 6)
    for c in range(width(kind)):
        column = columns + c * COLUMN
        subspace(body, kind, c, block, s)
        motion_cross(parent + VELOCITY, s, psi_d)
        motion_cross(parent + ACCELERATION, s, psi_dd)
        motion_cross(parent + VELOCITY, psi_d, more)
        for i in range(6):
            velocity[i] = velocity[i] + s[i] * v[c]
            acceleration[i] = acceleration[i] + (s[i] * a[c] + psi_d[i] * v[c])
            psi_dd[i] = psi_dd[i] + more[i]
        copy(s, column + S, 6)
        copy(psi_d, column + PSI_D, 6)
        copy(psi_dd, column + PSI_DD, 6)
    copy(velocity, block + VELOCITY, 6)
    copy(acceleration, block + ACCELERATION, 6)
    for c in range(width(kind)):
        column = columns + c * COLUMN
        if kind < SPHERICAL:
            # a single column does not feel its own joint: s x s = 0
            for i in range(6):
                column[SUM_D + i] = 2 * column[PSI_D + i]
            continue
        motion_cross(velocity, column + S, more)
        for i in range(6):
            column[SUM_D + i] = column[PSI_D + i] + more[i]


cdef inline void move_root(const Body* body, const real* v, const real* a, const real* world,
                           real* block, real* columns) noexcept nogil:
    """A free root seen from a frame that moves with its origin; s_d of a turn: w x s + s x u"""
    cdef int c, i
    cdef real[3] u
    cdef real[6] rate, lift
    copy(v, rate, 3)
    clear(rate + 3, 3)
    copy(a, lift, 6)
    add_cross(v, v + 3, lift + 3)
    move_body(body, FREE, rate, lift, world, block, columns)
    for i in range(3):
        u[i] = 0
        for c in range(3):
            u[i] += columns[(3 + c) * COLUMN + S + 3 + i] * v[3 + c]
    for c in range(3):
        add_cross(columns + c * COLUMN + S, u, columns + c * COLUMN + SUM_D + 3)


cdef inline void own_inertia(const Link* link, real* block) noexcept nogil:
    """g = R h_k,  h = g + m x,  J = R J_k R^T + 2 (x . g) 1 - x g^T - g x^T + m [x]^T [x]"""
    cdef int i, j
    cdef real trace
    cdef real[3] g, h
    cdef real[6] J
    cdef real[9] X
    cdef const real* R = block + ROTATION
    cdef const real* x = block + ORIGIN
    clear(g, 3)
    add_turn(R, link.first, g)
    # X = R J_k
    for i in range(3):
        for j in range(3):
            X[3 * i + j] = (R[3 * i] * link.J[PADDED * j] + R[3 * i + 1] * link.J[PADDED * j + 1]
                            + R[3 * i + 2] * link.J[PADDED * j + 2])
    for i in range(3):
        h[i] = g[i] + link.m * x[i]
    trace = 2 * dot(x, g) + link.m * dot(x, x)
    for i in range(3):
        for j in range(i, 3):
            J[pair(i, j)] = dot(X + 3 * i, R + 3 * j) - (x[i] * g[j] + x[j] * h[i])
        J[i] = J[i] + trace
    block[<int> MASS] = link.m
    copy(h, block + FIRST, 3)
    copy(J, block + INERTIA, 6)


cdef inline int pair(int i, int j) noexcept nogil:
    """Place of the element (i, j) among xx, yy, zz, xy, xz, yz."""
    return i if i == j else 2 + i + j


cdef inline void own_force(real* block) noexcept nogil:
    """f = I a + v x* (I v), and C = -2 ([w] P + [h] [u]) with P = tr(J) / 2 - J"""
    cdef int i, j
    cdef real half, spread
    cdef real[6] momentum, force
    cdef real[9] P, C
    cdef const real* v = block + VELOCITY
    cdef const real* u = v + 3
    cdef const real* h = block + FIRST
    cdef const real* J = block + INERTIA
    times_inertia(block, v, momentum)
    times_inertia(block, block + ACCELERATION, force)
    add_force_cross(v, momentum, force)
    half = 0.5 * (J[0] + J[1] + J[2])
    for i in range(3):
        for j in range(3):
            P[3 * i + j] = half - J[i] if i == j else -J[pair(i, j)]
    # [h] [u] = u h^T - (h . u) 1; P is symmetric: its rows are its columns
    spread = dot(h, u)
    for j in range(3):
        C[j] = -2 * (v[1] * P[3 * j + 2] - v[2] * P[3 * j + 1] + u[0] * h[j])
        C[3 + j] = -2 * (v[2] * P[3 * j] - v[0] * P[3 * j + 2] + u[1] * h[j])
        C[6 + j] = -2 * (v[0] * P[3 * j + 1] - v[1] * P[3 * j] + u[2] * h[j])
        C[4 * j] = C[4 * j] + 2 * spread
    for i in range(3):
        block[MOMENTUM + i] = 2 * momentum[3 + i]
    copy(force, block + FORCE, 6)
    copy(C, block + CORIOLIS, 9)


cdef inline void subtract_wrench(const Body* body, const real* wrench, real* block) noexcept nogil:
    """f -= (n + x_b x l, l) of a wrench (n, l) at the body's origin x_b, which is -K^T k off x"""
    cdef int i, j
    cdef real[3] l, n, at, arm
    cdef const real* R = block + ROTATION
    constant_turn_back(body.K, wrench, n)
    constant_turn_back(body.K, wrench + 3, l)
    for i in range(3):
        at[i] = -(body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2])
    add_cross(at, l, n)
    turn(R, l, arm)
    for i in range(3):
        for j in range(3):
            block[FORCE + i] -= R[3 * i + j] * n[j]
        block[FORCE + 3 + i] -= arm[i]
    add_cross(arm, block + ORIGIN, block + FORCE)


cdef inline void rest(Model model, const Sweep* at) noexcept nogil:
    """The world: it does not move, and nothing falls."""
    cdef int i
    cdef real* world = at.bodies + model.nbodies * BLOCK
    clear(world, BLOCK)
    for i in range(3):
        world[ROTATION + 4 * i] = 1


cdef inline void sweep(Model model, const real* q, const real* v, const real* a,
                       const real* wrenches, const Sweep* at) noexcept nogil:
    """Columns of every joint; C and the rest of every body alone, not yet of its subtree.

    wrenches (nbodies, 6) or NULL: in body axes at the body's origin.
    """
    cdef int i
    cdef real* world = at.bodies + model.nbodies * BLOCK
    rest(model, at)
    for i in range(3):
        world[ACCELERATION + 3 + i] = -model.g[i]
    sweep_bodies(model, q, v, a, wrenches, True, at)


cdef inline void sweep_bodies(Model model, const real* q, const real* v, const real* a,
                              const real* wrenches, bint moving, const Sweep* at) noexcept nogil:
    """The bodies of a sweep, from the world on, which is as it is; moving: with free roots."""
    cdef int i, kind
    cdef bint root
    cdef real* block
    cdef real* parent
    cdef real* world = at.bodies + model.nbodies * BLOCK
    for i in range(model.nbodies):
        at.angles[i] = q[model.iq[i]] if model.kind[i] < SPHERICAL else 0
    sincos_reals(at.angles, at.sines, at.cosines, model.nbodies)
    for i in range(model.nbodies):
        kind = model.kind[i]
        root = model.parent[i] < 0
        block = at.bodies + i * BLOCK
        parent = world if root else at.bodies + model.parent[i] * BLOCK
        pose_of_body(&model.bodies[i], kind, root, q + model.iq[i], at.sines[i], at.cosines[i],
                     parent, block)
        if moving and root and kind == FREE:
            move_root(&model.bodies[i], v + model.iv[i], a + model.iv[i], world, block,
                      at.columns + model.iv[i] * COLUMN)
        else:
            move_body(&model.bodies[i], kind, v + model.iv[i], a + model.iv[i], parent, block,
                      at.columns + model.iv[i] * COLUMN)
        own_inertia(&model.links[i], block)
        own_force(block)
        if wrenches != NULL:
            subtract_wrench(&model.bodies[i], wrenches + 6 * i, block)


cdef inline void add_to_parent(Model model, int i, const Sweep* at) noexcept nogil:
    """Body i, with all beyond it, becomes part of its parent; from the tips to the root."""
    cdef int k
    cdef const real* block = at.bodies + i * BLOCK
    cdef real* parent
    if model.parent[i] < 0:
        return
    parent = at.bodies + model.parent[i] * BLOCK
    for k in range(COMPOSITE // LANES):
        add_to(parent, load(block + k * LANES), k)
