# Sums over the bodies of a model, as Taylor series.
#
# Everything is resolved in the shifted frame of the body's tree, as in forward_kinematics.pxi, so
# that nothing loses digits far from the inertial origin. Symbols, of a body or of a subtree:
#
#   m       mass
#   f       first moment, the integral of x dm, 3
#   Q       second moments, the integral of x x^T dm, 3 x 3
#   p, L    linear and angular momentum about the origin of the frame, 3
#
# p = m v + w x f,  L = f x v + (tr Q - Q) w,  f' = p,  Q' = G + G^T with G = v f^T + w~ Q
#
# The momentum at the twist of a joint's screw, with the moments of all bodies beyond the joint, is
# a column of the momentum matrix.

from lieref.model.model cimport Coordinate, FREE, SPHERICAL, Model, Rigid

# Offsets in the moments of a body, in units of one series.
cdef enum Moment:
    FIRST = 0
    SECOND = 3
    MOMENTS = 12

# Offsets in the sums over all bodies: momentum (L, p), first moment, twice the kinetic energy.
cdef enum Sum:
    TOTAL = 0
    PLACE = 6
    ENERGY = 9
    SUMS = 10

cdef enum Room:
    COLUMN = 6
    ZEROS = 7

# What is asked for.
cdef enum Wanted:
    MOMENTUM = 0
    CENTROIDAL = 1
    CENTER = 2
    ENERGIES = 3
    MATRIX = 4
    CHRISTOFFEL = 5

# Scratch of one call; mass: of all bodies, below: of each with all beyond it.
cdef struct Scratch:
    Pass motion
    int n
    double mass
    real* moments   # MOMENTS series to a body
    real* sums      # SUMS series
    real* below     # (nbodies,)
    real* columns   # christoffel.pxi; room for it only if it is wanted
    real* zero      # ZEROS series, a vector with components up to three series apart


cdef inline void second_moments(const Rigid* body, const double* R, const real* c, real* Q,
                                int W) noexcept nogil:
    """Q = R (tr J / 2 - J) R^T + m c c^T, values; c is the center of mass"""
    cdef int i, j
    cdef double half = (body.J[0] + body.J[1] + body.J[2]) / 2
    cdef double xx = half - body.J[0]
    cdef double yy = half - body.J[1]
    cdef double zz = half - body.J[2]
    cdef double xy = -body.J[3]
    cdef double xz = -body.J[4]
    cdef double yz = -body.J[5]
    cdef double x, y, z
    for i in range(3):
        x = R[3 * i] * xx + R[3 * i + 1] * xy + R[3 * i + 2] * xz
        y = R[3 * i] * xy + R[3 * i + 1] * yy + R[3 * i + 2] * yz
        z = R[3 * i] * xz + R[3 * i + 1] * yz + R[3 * i + 2] * zz
        for j in range(3):
            Q[(3 * i + j) * W] = (x * R[3 * j] + y * R[3 * j + 1] + z * R[3 * j + 2]
                                  + body.m * c[i] * c[j])


cdef inline void linear_at(double m, const real* f, const real* w, const real* v, int step, int k,
                           int W, real* p) noexcept nogil:
    """Coefficient k of p = m v + w x f"""
    cdef int i, j
    for i in range(3):
        p[i] = m * v[i * step + k]
    for j in range(k + 1):
        add_cross_at(w + j, step, f + k - j, W, p)


cdef inline void angular_at(const real* f, const real* Q, const real* w, const real* v, int step,
                            int k, int W, real* L) noexcept nogil:
    """Coefficient k of L = f x v + (tr Q - Q) w"""
    cdef int i, j
    cdef real trace
    clear(L, 3)
    for j in range(k + 1):
        add_cross_at(f + j, W, v + k - j, step, L)
        trace = Q[j] + Q[4 * W + j] + Q[8 * W + j]
        for i in range(3):
            L[i] += (trace * w[i * step + k - j]
                     - (Q[3 * i * W + j] * w[k - j] + Q[(3 * i + 1) * W + j] * w[step + k - j]
                        + Q[(3 * i + 2) * W + j] * w[2 * step + k - j]))


cdef inline void second_rate(const real* f, real* Q, const real* w, const real* v, int step, int k,
                             int W) noexcept nogil:
    """Coefficient k + 1 of Q: Q' = G + G^T, G = v f^T + w~ Q"""
    cdef int i, j, a
    cdef real[9] G
    clear(G, 9)
    for j in range(k + 1):
        for a in range(3):
            # column a of G is row a here
            add_scaled_at(f[a * W + j], v + k - j, 3, step, G + 3 * a)
            add_cross_at(w + k - j, step, Q + a * W + j, 3 * W, G + 3 * a)
    for i in range(3):
        for a in range(3):
            Q[(3 * i + a) * W + k + 1] = divided(G[3 * a + i] + G[3 * i + a], k + 1)


cdef void add_body(const Rigid* body, const real* pose, const real* twist, bint second, real* f,
                   const double* offset, Scratch* at) noexcept nogil:
    """Moments of one body, and what it adds to the sums; offset: of its tree from the first.

    Its own momentum (L, p) is left in the scratch series.
    """
    cdef int i, k
    cdef int W = at.motion.W
    cdef int step = 2 * W
    cdef const real* w = twist
    cdef const real* v = twist + 6 * W
    cdef real* Q = f + SECOND * W
    cdef real* sums = at.sums
    cdef real[3] c
    cdef real[6] h
    for i in range(3):
        c[i] = pose[C + 9 + i] + (pose[C + 3 * i] * body.c[0] + pose[C + 3 * i + 1] * body.c[1]
                                  + pose[C + 3 * i + 2] * body.c[2])
        f[i * W] = body.m * c[i]
        sums[(PLACE + i) * W] += f[i * W] + body.m * offset[i]
    second_moments(body, pose + C, c, Q, W)
    for k in range(at.n):
        linear_at(body.m, f, w, v, step, k, W, h + 3)
        if k < at.n - 1:
            write_integral(h + 3, 3, k + 1, W, f)
            if second:
                second_rate(f, Q, w, v, step, k, W)
        if second:
            angular_at(f, Q, w, v, step, k, W, h)
            write_vector(h, 6, k, W, at.motion.scratch)
            add_cross_at(offset, 1, h + 3, 1, h)
            for i in range(3):
                sums[(TOTAL + i) * W + k] += h[i]
        for i in range(3):
            sums[(TOTAL + 3 + i) * W + k] += h[3 + i]


cdef void add_energy(const real* twist, const real* h, Scratch* at) noexcept nogil:
    """Twice the kinetic energy, w . L + v . p of the series h = (L, p)"""
    cdef int i, j, k
    cdef int W = at.motion.W
    for k in range(at.n):
        for j in range(k + 1):
            for i in range(6):
                at.sums[ENERGY * W + k] += twist[2 * i * W + j] * h[i * W + k - j]


cdef void add_joint_energies(Model model, const double* q, const double* v, double* out,
                             Scratch* at) noexcept nogil:
    """out (2, n) += armature v^2 / 2 and stiffness (q - rest)^2 / 2, plain derivatives"""
    cdef int c, j, k
    cdef real kinetic, spring
    cdef const Coordinate* joint
    cdef real* rate = at.motion.scratch
    cdef real* stretch = at.motion.scratch + at.motion.W
    for c in range(model.nv):
        joint = &model.physics[c]
        if joint.armature == 0 and joint.stiffness == 0:
            continue
        taylor_series(v + c, model.nv, rate, at.n)
        stretch[0] = q[joint.place] - joint.rest if joint.stiffness != 0 else 0
        for k in range(1, at.n):
            stretch[k] = divided(rate[k - 1], k)
        for k in range(at.n):
            kinetic = 0
            spring = 0
            for j in range(k + 1):
                kinetic += rate[j] * rate[k - j]
                spring += stretch[j] * stretch[k - j]
            out[k] += times_factorial(joint.armature * kinetic / 2, k)
            out[at.n + k] += times_factorial(joint.stiffness * spring / 2, k)


cdef void sum_bodies(Model model, int wanted, Scratch* at) noexcept nogil:
    """Moments and sums; the poses and twists are there."""
    cdef int b, i
    cdef int W = at.motion.W
    cdef const real* pose
    cdef const real* twist
    cdef real* f
    cdef double[3] offset
    clear(at.sums, SUMS * W)
    for b in range(model.nbodies):
        pose = at.motion.pose + b * POSES
        twist = at.motion.body + (b * MOTION + V) * W
        f = at.moments + b * MOMENTS * W
        for i in range(3):
            offset[i] = pose[ORIGIN + i] - at.motion.pose[ORIGIN + i]
        add_body(&model.rigid[b], pose, twist, wanted != CENTER, f, offset, at)
        if wanted == ENERGIES:
            add_energy(twist, at.motion.scratch, at)


cdef void about_center(const real* center, const real* linear, real* angular, int step,
                       Scratch* at) noexcept nogil:
    """L := L - c x p; the components of c are W apart, those of L and p a step"""
    cdef int i, j, k
    cdef real[3] moment
    for k in range(at.n):
        clear(moment, 3)
        for j in range(k + 1):
            add_cross_at(center + j, at.motion.W, linear + k - j, step, moment)
        for i in range(3):
            angular[i * step + k] -= moment[i]


cdef void momentum_column(double m, const real* f, const real* w, const real* v, int step,
                          const double* offset, double* A, Py_ssize_t nv,
                          Scratch* at) noexcept nogil:
    """Column of the momentum matrix about the center of mass, (n, 6) entries nv apart."""
    cdef int i, k
    cdef int W = at.motion.W
    cdef real[6] h
    cdef real* column = at.motion.scratch
    for k in range(at.n):
        linear_at(m, f, w, v, step, k, W, h + 3)
        angular_at(f, f + SECOND * W, w, v, step, k, W, h)
        add_cross_at(offset, 1, h + 3, 1, h)
        write_vector(h, 6, k, W, column)
    about_center(at.sums + PLACE * W, column + 3 * W, column, W, at)
    for i in range(6):
        write_series(column + i * W, A + i * nv, <int> (6 * nv), at.n)


cdef void sum_subtrees(Model model, Scratch* at) noexcept nogil:
    """f, Q and m of each body become those of it with all beyond it."""
    cdef int b, i, j
    cdef int W = at.motion.W
    for b in range(model.nbodies):
        at.below[b] = model.rigid[b].m
    for b in range(model.nbodies - 1, -1, -1):
        j = model.parent[b]
        if j >= 0:
            at.below[j] += at.below[b]
            for i in range(MOMENTS * W):
                at.moments[j * MOMENTS * W + i] += at.moments[b * MOMENTS * W + i]


cdef void matrix(Model model, int base, double* A, Scratch* at) noexcept nogil:
    """A (n, 6, nv) about the center of mass, whose series is in the sums."""
    cdef int b, i, j, kind
    cdef int W = at.motion.W
    cdef double[3] offset
    cdef const real* multi = at.motion.multi
    cdef const real* screw
    cdef const real* slide
    cdef const real* pose
    cdef real* f
    cdef double* column
    sum_subtrees(model, at)
    for b in range(model.nbodies):
        kind = model.kind[b]
        pose = at.motion.pose + b * POSES
        f = at.moments + b * MOMENTS * W
        column = A + model.iv[b]
        for i in range(3):
            offset[i] = pose[ORIGIN + i] - at.motion.pose[ORIGIN + i]
        if kind < SPHERICAL:
            screw = at.motion.body + (b * MOTION + S) * W
            momentum_column(at.below[b], f, screw, screw + 3 * W, W, offset, column, model.nv, at)
            continue
        for j in range(3):
            screw = multi + (B + j) * W
            momentum_column(at.below[b], f, screw, screw + L * W, 3 * W, offset, column + j,
                            model.nv, at)
        if kind == FREE:
            slide = multi + (B if base == IN_BODY or model.parent[b] >= 0 else D) * W
            for j in range(3):
                momentum_column(at.below[b], f, at.zero, slide + j * W, 3 * W, offset,
                                column + 3 + j, model.nv, at)
        multi += MULTI * W


cdef void results(Model model, int base, int wanted, double* out, Scratch* at) noexcept nogil:
    """What is wanted of the sums, plain derivatives, one row to each order."""
    cdef int i, k
    cdef int W = at.motion.W
    cdef real* sums = at.sums
    cdef const real* o = at.motion.pose + ORIGIN
    cdef double total
    if wanted == MOMENTUM:
        for k in range(at.n):
            read_vector(sums + TOTAL * W, 3, k, W, at.motion.scratch)
            for i in range(3):
                at.motion.scratch[3 + i] = sums[(TOTAL + 3 + i) * W + k]
            add_cross_at(o, 1, at.motion.scratch + 3, 1, at.motion.scratch)
            write_vector(at.motion.scratch, 3, k, W, sums + TOTAL * W)
    # the place from the inertial origin, or from the first tree's
    for k in range(1, at.n):
        for i in range(3):
            sums[(PLACE + i) * W + k] = divided(sums[(TOTAL + 3 + i) * W + k - 1], k)
    if wanted == ENERGIES:
        write_series(sums + ENERGY * W, out, 1, at.n)
        for k in range(at.n):
            out[k] /= 2
            total = 0
            for i in range(3):
                # not -(f g): a zero should be no negative zero
                total += ((sums[(PLACE + i) * W + k] + (at.mass * o[i] if k == 0 else 0))
                          * (0.0 - model.g[i]))
            out[at.n + k] = times_factorial(total, k)
        return
    for i in range(3 * W if wanted != MOMENTUM else 0):
        sums[PLACE * W + i] /= at.mass
    if wanted == CENTER:
        for i in range(3):
            sums[(PLACE + i) * W] += o[i]
            write_series(sums + (PLACE + i) * W, out + i, 3, at.n)
        return
    if wanted == MATRIX:
        matrix(model, base, out, at)
        return
    if wanted == CENTROIDAL:
        about_center(sums + PLACE * W, sums + (TOTAL + 3) * W, sums + TOTAL * W, W, at)
    for i in range(6):
        write_series(sums + (TOTAL + i) * W, out + i, 6, at.n)
