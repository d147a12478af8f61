# What the rows of K depend on, as Taylor coefficients along a motion: x = sum_m x_m t^m. Vectors in
# the axes of the loop's ancestor, which is at rest; V' = w x V for what a body carries along:
#   SPIN, SPEED  w and u of a body on a path: its angular velocity, the velocity of its origin
#   ARM          from that origin to the origin of the predecessor's loop frame:  arm' = U - u
#   axes e       of a joint, each followed by its moment e x arm + pitch e, the velocity of a point
#                of the body at the loop frame's origin by a unit velocity about e
#   HERE         U, the velocity of the origin of the predecessor's loop frame
# Plain twin: motion_series of any_scalar.py, which differentiates loop_poses.pxi's.

# Vector series of a body on a path; axes and moments come last.
cdef enum BodySeries:
    SPIN = 0
    SPEED = 1
    ARM = 2
    FIRST_AXIS = 3

# Vector series of a loop: axes of the predecessor's loop frame; U; the successor's axis of a
# universal joint; of a planar one the place d of its origin, normal m, m x e_z, and d . (m x e_z);
# what the special row of these two and of a helical joint multiplies turns by.
cdef enum LoopSeries:
    HERE = 3
    TIP = 4
    AWAY = 5
    NORMAL = 6
    ACROSS = 7
    LEVER = 8
    SLOPE = 9
    LOOP_SERIES = 10


cdef inline int axes_of(int kind) noexcept nogil:
    """Axes that a joint turns or shifts along."""
    return 3 if kind == SPHERICAL or kind == FREE else 1


cdef inline void add_crossed(const real* a, const real* b, int k, real* out) noexcept nogil:
    """out += coefficient k of a x b"""
    cdef int i, j
    cdef real[3] term
    for j in range(k + 1):
        cross(a + 3 * j, b + 3 * (k - j), term)
        for i in range(3):
            out[i] += term[i]


cdef inline real dotted(const real* a, const real* b, int k) noexcept nogil:
    """Coefficient k of a . b"""
    cdef int j
    cdef const real* c
    cdef real total
    total = 0
    for j in range(k + 1):
        c = b + 3 * (k - j)
        total += a[3 * j] * c[0] + a[3 * j + 1] * c[1] + a[3 * j + 2] * c[2]
    return total


cdef inline void carried(const real* w, int m, real* x) noexcept nogil:
    """Coefficient m of a vector that a body with the angular velocity w carries; NULL: at rest."""
    cdef int i
    for i in range(3):
        x[3 * m + i] = 0
    if w == NULL:
        return
    add_crossed(w, x, m - 1, x + 3 * m)
    for i in range(3):
        x[3 * m + i] /= m


cdef void moments(const Body* body, int kind, int n, int m, real* x) noexcept nogil:
    """Coefficient m of e x arm + pitch e of the axes of a joint."""
    cdef int a, i
    cdef real* e = x + 3 * n * FIRST_AXIS
    cdef real* moment
    if kind == PRISMATIC:
        return
    for a in range(axes_of(kind)):
        moment = e + 3 * n
        for i in range(3):
            moment[3 * m + i] = body.pitch * e[3 * m + i]
        add_crossed(e, x + 3 * n * ARM, m, moment + 3 * m)
        e += 6 * n


cdef void path_start(Model tree, const int* path, int count, const real* pose, const real* here,
                     int n, real* x) noexcept nogil:
    """Coefficient 0 of arms, axes and moments of the bodies on a path."""
    cdef int b, a, i, kind, axes
    for b in range(count):
        kind = tree.kind[path[b]]
        axes = axes_of(kind)
        for i in range(3):
            x[3 * n * ARM + i] = here[i] - pose[PLACE + i]
        for a in range(axes):
            for i in range(3):
                x[3 * n * (FIRST_AXIS + 2 * a) + i] = pose[3 * i + (a if axes == 3 else 2)]
        moments(&tree.bodies[path[b]], kind, n, 0, x)
        pose += POSE
        x += 3 * n * (FIRST_AXIS + 2 * axes)


cdef real* loop_start(LoopTables t, const LoopTable* loop, const real* pose, const real* frame,
                      int n, real* x) noexcept nogil:
    """Coefficients 0 of one loop from its poses and frame; returns where the next one's begin."""
    cdef int i, k, side, b, kind
    cdef real[9] axes
    cdef real[3] here, m
    cdef real* at = x + 3 * n * LOOP_SERIES
    for k in range(3):
        for i in range(3):
            x[3 * n * k + i] = frame[3 * i + k]
    for i in range(3):
        x[3 * n * TIP + i] = frame[OTHER + 3 * i + 2]
        x[3 * n * AWAY + i] = frame[OFFSET + i]
        m[i] = loop.normal[i]
    turned(frame, m, x + 3 * n * NORMAL)
    cross(x + 3 * n * NORMAL, x + 3 * n * 2, x + 3 * n * ACROSS)
    for side in range(2):
        loop_end(loop, side, pose, axes, here)
        if side == 1:
            # the predecessor's origin, from the successor's anchor
            for i in range(3):
                here[i] -= frame[OFFSET + i]
        path_start(t.tree, t.indices + loop.first_path[side], loop.n_path[side], pose, here, n, at)
        pose += POSE * loop.n_path[side]
        for b in range(loop.n_path[side]):
            kind = t.tree.kind[t.indices[loop.first_path[side] + b]]
            at += 3 * n * (FIRST_AXIS + 2 * axes_of(kind))
    special_row(loop, n, 0, x)
    return at


cdef void special_row(const LoopTable* loop, int n, int m, real* x) noexcept nogil:
    """Coefficient m of what the special row of a loop joint multiplies turns by."""
    cdef int i, j
    cdef const real* axis = x + 3 * n * 2
    cdef real* lever = x + 3 * n * LEVER
    cdef real* slope = x + 3 * n * SLOPE + 3 * m
    for i in range(3):
        slope[i] = -loop.pitch * axis[3 * m + i] if loop.joint == TWISTED else 0
    if loop.joint == UNIVERSAL:
        # the row turns with the successor: w . (s x e_z)
        add_crossed(x + 3 * n * TIP, axis, m, slope)
    elif loop.joint == PLANE:
        # m . (v + w_z e_z x d)
        lever[m] = dotted(x + 3 * n * ACROSS, x + 3 * n * AWAY, m)
        for j in range(m + 1):
            for i in range(3):
                slope[i] += lever[j] * axis[3 * (m - j) + i]


cdef inline void body_rates(Model tree, int body, const real* qdot, int n, int k,
                            const real* above, real* x) noexcept nogil:
    """Coefficient k of w and u of a body on a path; above: the body before it, or NULL."""
    cdef int a, c, i, j
    cdef int kind = tree.kind[body]
    cdef int nv = tree.nv
    cdef real* w = x + 3 * n * SPIN + 3 * k
    cdef real* u = x + 3 * n * SPEED + 3 * k
    cdef const real* e = x + 3 * n * FIRST_AXIS
    cdef const real* rate
    cdef real pitch
    cdef real[3] arm, swept
    pitch = tree.bodies[body].pitch
    for i in range(3):
        w[i] = 0
        u[i] = 0
    if above != NULL:
        # u = u_p + w_p x (arm_p - arm)
        for j in range(k + 1):
            for i in range(3):
                arm[i] = above[3 * (n * ARM + k - j) + i] - x[3 * (n * ARM + k - j) + i]
            cross(above + 3 * j, arm, swept)
            for i in range(3):
                u[i] += swept[i]
        for i in range(3):
            w[i] = above[3 * k + i]
            u[i] += above[3 * (n * SPEED + k) + i]
    for a in range(axes_of(kind)):
        for c in range(2 if kind == FREE else 1):
            rate = qdot + tree.iv[body] + a + 3 * c
            for i in range(3):
                swept[i] = 0
            for j in range(k + 1):
                for i in range(3):
                    swept[i] += e[3 * j + i] * rate[(k - j) * nv]
            if kind == PRISMATIC or c == 1:
                for i in range(3):
                    u[i] += swept[i]
            else:
                for i in range(3):
                    w[i] += swept[i]
                    u[i] += pitch * swept[i]
        e += 6 * n


cdef inline void body_shifts(Model tree, int body, const real* U, int n, int m,
                             real* x) noexcept nogil:
    """Coefficient m of arm, axes and moments of a body on a path."""
    cdef int a, i
    cdef int kind = tree.kind[body]
    for i in range(3):
        x[3 * (n * ARM + m) + i] = (U[3 * (m - 1) + i] - x[3 * (n * SPEED + m - 1) + i]) / m
    for a in range(axes_of(kind)):
        carried(x + 3 * n * SPIN, m, x + 3 * n * (FIRST_AXIS + 2 * a))
    moments(&tree.bodies[body], kind, n, m, x)


cdef real* loop_next(LoopTables t, const LoopTable* loop, const real* qdot, int n, int m,
                     real* x) noexcept nogil:
    """Coefficients m > 0 of one loop, for rates up to m - 1; returns where the next one's begin."""
    cdef int b, i, side, body
    cdef int k = m - 1
    cdef real* U = x + 3 * n * HERE
    cdef real* at = x + 3 * n * LOOP_SERIES
    cdef const real* above
    cdef const real* tip[2]
    cdef const int* path
    for side in range(2):
        path = t.indices + loop.first_path[side]
        above = NULL
        for b in range(loop.n_path[side]):
            body_rates(t.tree, path[b], qdot, n, k, above, at)
            above = at
            at += 3 * n * (FIRST_AXIS + 2 * axes_of(t.tree.kind[path[b]]))
        tip[side] = above
    for i in range(3):
        U[3 * k + i] = 0
    if tip[0] != NULL:
        add_crossed(tip[0], tip[0] + 3 * n * ARM, k, U + 3 * k)
        for i in range(3):
            U[3 * k + i] += tip[0][3 * (n * SPEED + k) + i]
    at = x + 3 * n * LOOP_SERIES
    for side in range(2):
        path = t.indices + loop.first_path[side]
        for b in range(loop.n_path[side]):
            body_shifts(t.tree, path[b], U, n, m, at)
            at += 3 * n * (FIRST_AXIS + 2 * axes_of(t.tree.kind[path[b]]))
    for i in range(3):
        carried(tip[0], m, x + 3 * n * i)
    if loop.joint == UNIVERSAL:
        carried(tip[1], m, x + 3 * n * TIP)
    elif loop.joint == PLANE:
        carried(tip[0], m, x + 3 * n * NORMAL)
        carried(tip[0], m, x + 3 * n * ACROSS)
        away(tip[1], U, n, m, x + 3 * n * AWAY)
    if loop.joint != PLAIN:
        special_row(loop, n, m, x)
    return at


cdef void away(const real* tip, const real* U, int n, int m, real* d) noexcept nogil:
    """Coefficient m of the successor's origin from the predecessor's: d' = u + w x (arm + d) - U.
    """
    cdef int i, k
    k = m - 1
    for i in range(3):
        d[3 * m + i] = -U[3 * k + i]
    if tip != NULL:
        add_crossed(tip, d, k, d + 3 * m)
        add_crossed(tip, tip + 3 * n * ARM, k, d + 3 * m)
        for i in range(3):
            d[3 * m + i] += tip[3 * (n * SPEED + k) + i]
    for i in range(3):
        d[3 * m + i] /= m


cdef void row_next(LoopTables t, const LoopTable* loop, int bit, const real* x, int n, int m,
                   real* K) noexcept nogil:
    """Coefficient m of one row of K (n_tree,), given as zeros: turns by `slope`, shifts by `along`.
    """
    cdef int side, b, a, body, kind
    cdef double sign
    cdef const real* slope = NULL
    cdef const real* along = NULL
    cdef const real* at = x + 3 * n * LOOP_SERIES
    cdef const real* e
    cdef real* to
    if bit >= 3:
        along = x + 3 * n * (NORMAL if loop.joint == PLANE and bit == 5 else bit - 3)
    if (loop.joint == UNIVERSAL and bit == 0) or (bit == 5 and (loop.joint == TWISTED
                                                                or loop.joint == PLANE)):
        slope = x + 3 * n * SLOPE
    elif bit < 3:
        slope = x + 3 * n * bit
    for side in range(2):
        sign = 2 * side - 1
        for b in range(loop.n_path[side]):
            body = t.indices[loop.first_path[side] + b]
            kind = t.tree.kind[body]
            to = K + t.local[t.tree.iv[body]]
            for a in range(axes_of(kind)):
                e = at + 3 * n * (FIRST_AXIS + 2 * a)
                if kind == PRISMATIC:
                    if along != NULL:
                        to[a] += sign * dotted(along, e, m)
                    continue
                if slope != NULL:
                    to[a] += sign * dotted(slope, e, m)
                if along != NULL:
                    to[a] += sign * dotted(along, e + 3 * n, m)
                    if kind == FREE:
                        to[3 + a] += sign * dotted(along, e, m)
            at += 3 * n * (FIRST_AXIS + 2 * axes_of(kind))
