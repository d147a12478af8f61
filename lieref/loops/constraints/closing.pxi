# Closing the loops: from independent coordinates to the tree's, by Newton's method along a path.
# [Chignoli et al., Sec. II-B]. Symbols beyond explicit_constraints.pxi:
#   target   (tree.nq,) a tree configuration with the given independent coordinates
#   path     (tree.nv,) tangent vector from the start to target
#   driven   (n_driven,) values of the couplings' functions, brought up to date here

# First step of Newton's method beyond which the path is divided into smaller parts, rad or lengths.
cdef double LONGEST = 0.3
# Longest part of the independent coordinates' path: a whole turn is followed, not skipped,
cdef double LONGEST_PART = 0.5
# unless a path is longer than this, rad, and whole turns change no loop and no coupling.
cdef double LONGEST_WAY = 100.0
# Most parts of a path, those included that were too long.
cdef int MOST_PARTS = 1 << 16
# A step of Newton's method below this is rounding, in rad or by the coordinate's own size.
cdef double ROUNDING = 4 * DBL_EPSILON
# Newton's steps from a start that near, and the smallest share of the longest part that is tried.
cdef int STEPS = 30
cdef double SMALLEST = 2.0 ** -12
# Least ratio of pivots, the root of the rounding unit: where it is less, rounding of the residual
# moves the coordinates farther than to the next toggle, and may have led to another branch.
cdef double REGULAR = 2.0 ** -26


cdef struct Closing:
    double* registers       # of the programs of the couplings' functions
    double* q               # (tree.nq,) moved
    double* target
    double* base            # (tree.nq,) where the part of the path begins
    double* path
    double* step            # (tree.nv,)
    double* driven
    double* work            # (n_work,)
    double distance         # moved by the last Newton's method, at most; rad or lengths of the loop
    double measure          # smallest pivot of its last Jacobian by the largest


cdef inline size_t closing_size(LoopTables t) noexcept nogil:
    """Doubles of one Closing but for q and target."""
    return t.tree.nq + 2 * t.tree.nv + t.n_work + t.n_driven + t.programs.registers


cdef inline void lay_closing(LoopTables t, double* scratch, Closing* at) noexcept nogil:
    at.base = scratch
    at.path = at.base + t.tree.nq
    at.step = at.path + t.tree.nv
    at.work = at.step + t.tree.nv
    at.driven = at.work + t.n_work
    at.registers = at.driven + t.n_driven


cdef inline void turn_by(double* quaternion, const double* w) noexcept nogil:
    """x * exp(w)"""
    cdef double[4] turn, product
    cdef int i
    so3_exp_quaternion(w, turn)
    quaternion_multiply(quaternion, turn, product)
    for i in range(4):
        quaternion[i] = product[i]


cdef void move(LoopTables t, const ClusterTable* cluster, double* q,
               const double* step) noexcept nogil:
    """q * exp(step) for the joints of a cluster, in place."""
    cdef int b, i, body, kind
    cdef const double* dv
    cdef double* x
    cdef double[16] shift
    cdef double[9] R
    cdef double[3] slide
    for b in range(cluster.bodies):
        body = t.indices[cluster.first_body + b]
        kind = t.tree.kind[body]
        x = q + t.tree.iq[body]
        dv = step + t.tree.iv[body]
        if kind == FREE:
            # position by R times the shift of exp(dv), then the turn
            se3_exp(dv, shift)
            for i in range(3):
                slide[i] = shift[4 * i + 3]
            quaternion_to_matrix(x + 3, R)
            for i in range(3):
                x[i] += R[3 * i] * slide[0] + R[3 * i + 1] * slide[1] + R[3 * i + 2] * slide[2]
            turn_by(x + 3, dv)
        elif kind == SPHERICAL:
            turn_by(x, dv)
        else:
            x[0] += dv[0]


cdef void copy_independent(LoopTables t, const ClusterTable* cluster, const double* target,
                           double* q) noexcept nogil:
    """Independent coordinates as they were asked for, to the last bit."""
    cdef int i, j, body, kind, count
    for i in range(cluster.n_ind_bodies):
        body = t.indices[cluster.first_ind_body + i]
        kind = t.tree.kind[body]
        count = 7 if kind == FREE else 4 if kind == SPHERICAL else 1
        for j in range(t.tree.iq[body], t.tree.iq[body] + count):
            q[j] = target[j]


cdef int impose(object model, LoopTables t, int k, double* q, double* registers,
                double* driven) except -1:
    """Put the driven coordinates of cluster k to gamma of their sources."""
    cdef int a, j
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef const int* free = t.indices + cluster.first_free
    cdef const int* place = t.indices + cluster.first_configuration
    cdef const double* gamma
    cdef double total
    if cluster.driven >= 0 and t.programs.complete:
        run_values(t.programs, &t.programs.programs[k], q, VALUES, registers,
                   driven + cluster.driven)
        gamma = driven + cluster.driven + driven_values_at(cluster)
        for a in range(cluster.n_tree):
            if is_driven(cluster, free, a):
                q[place[a]] = gamma[a]
    elif cluster.driven >= 0:
        at = np.empty(t.tree.nq)
        _copy_to(at, q)
        for iq, value in driven_coordinates(model, k, at).items():
            q[<int> iq] = value
    elif cluster.gamma >= 0:
        gamma = t.numbers + cluster.gamma
        for a in range(cluster.n_tree):
            if is_driven(cluster, free, a):
                total = gamma[cluster.n_tree * cluster.n_free + a]
                for j in range(cluster.n_free):
                    if gamma[a * cluster.n_free + j] != 0:
                        total += gamma[a * cluster.n_free + j] * q[place[free[j]]]
                q[place[a]] = total
    return 0


cdef int refresh(object model, LoopTables t, int k, const double* q, double* registers,
                 double* driven) except -1:
    """Bring the values of the functions of cluster k up to date."""
    cdef int i
    cdef double* to
    if t.clusters[k].driven >= 0 and t.programs.complete:
        run_values(t.programs, &t.programs.programs[k], q, JACOBIANS, registers,
                   driven + t.clusters[k].driven)
    elif t.clusters[k].driven >= 0:
        at = np.empty(t.tree.nq)
        _copy_to(at, q)
        to = driven + t.clusters[k].driven
        for i, value in enumerate(cluster_values(model, t, k, at)):
            to[i] = value
    return 0


cdef double rounding_of(LoopTables t, const ClusterTable* cluster, const double* q) noexcept nogil:
    """What stays of a step when coordinates are large numbers, in rad or lengths of the loop."""
    cdef int b, body, i, count
    cdef double unit
    cdef double largest = 1
    for b in range(cluster.bodies):
        body = t.indices[cluster.first_body + b]
        # quaternions are of unit norm
        count = 3 if t.tree.kind[body] == FREE else 0 if t.tree.kind[body] == SPHERICAL else 1
        unit = t.units[t.tree.iv[body] + (3 if t.tree.kind[body] == FREE else 0)]
        for i in range(count):
            largest = fmax(largest, fabs(q[t.tree.iq[body] + i]) / unit)
    return fmax(CLOSED / 8, 16 * ROUNDING * largest)


cdef double opening_at(object model, LoopTables t, int k, Closing* at) except -1:
    """How open cluster k is at q, which has rows."""
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef const double* gamma
    cdef ClusterWork its
    refresh(model, t, k, at.q, at.registers, at.driven)
    lay_out(cluster, t, at.work, &its)
    gamma = ratios(t, cluster, at.driven, &its)
    cluster_rows(t, cluster, gamma, at.q, &its)
    return opening_of(t, cluster, gamma, at.q, &its)


cdef int newton(object model, LoopTables t, int k, Closing* at) except -1:
    """Close cluster k by its dependent coordinates; 0 where the start is too far away."""
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef const int* velocity = t.indices + cluster.first_velocity
    cdef int a, n
    cdef double size, limit
    cdef double last = LONGEST
    cdef ClusterWork its
    at.distance, at.measure = 0, 1
    impose(model, t, k, at.q, at.registers, at.driven)
    if cluster.n_rows == 0:
        return 1
    limit = rounding_of(t, cluster, at.q)
    for n in range(STEPS):
        refresh(model, t, k, at.q, at.registers, at.driven)
        for a in range(cluster.n_tree):
            at.step[velocity[a]] = 0
        if not newton_step(t, k, at.q, at.driven, at.work, at.step, &at.measure):
            return 0
        size = 0
        for a in range(cluster.n_tree):
            size = fmax(size, fabs(at.step[velocity[a]]) / t.units[velocity[a]])
        if not size <= LONGEST or (n > 1 and size > last / 2):
            # below the rounding of the residual steps shrink no more
            if not size < limit:
                return 0
            lay_out(cluster, t, at.work, &its)
            return opening_of(t, cluster, ratios(t, cluster, at.driven, &its), at.q,
                              &its) <= CLOSED
        move(t, cluster, at.q, at.step)
        at.distance += size
        impose(model, t, k, at.q, at.registers, at.driven)
        if size <= ROUNDING:
            return 1
        last = size
    return 0


cdef void path_of(LoopTables t, const ClusterTable* cluster, const double* q, const double* target,
                  double* path) noexcept nogil:
    """path: q * exp(path) = target for the independent joints of a cluster, zero for the others."""
    cdef int a, i, b, body, kind
    cdef const int* velocity = t.indices + cluster.first_velocity
    cdef const double* x
    cdef const double* to
    cdef double[4] back, turn
    cdef double[9] R
    cdef double[16] motion
    cdef double* dv
    for a in range(cluster.n_tree):
        path[velocity[a]] = 0
    for b in range(cluster.n_ind_bodies):
        body = t.indices[cluster.first_ind_body + b]
        kind = t.tree.kind[body]
        x = q + t.tree.iq[body]
        to = target + t.tree.iq[body]
        dv = path + t.tree.iv[body]
        if kind != FREE and kind != SPHERICAL:
            dv[0] = to[0] - x[0]
            continue
        i = 3 if kind == FREE else 0
        for a in range(4):
            back[a] = x[i + a] if a == 3 else -x[i + a]
        quaternion_multiply(back, to + i, turn)
        if kind == SPHERICAL:
            so3_log_quaternion(turn, dv)
            continue
        quaternion_to_matrix(turn, R)
        for i in range(3):
            for a in range(3):
                motion[4 * i + a] = R[3 * i + a]
        quaternion_to_matrix(back, R)
        for i in range(3):
            motion[4 * i + 3] = (R[3 * i] * (to[0] - x[0]) + R[3 * i + 1] * (to[1] - x[1])
                                 + R[3 * i + 2] * (to[2] - x[2]))
        se3_log(motion, dv)


cdef int skip_turns(object model, LoopTables t, int k, const Closing* at) except -1:
    """Leave out the whole turns of long ways, where they change no loop and no coupling."""
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef int b, body, iq
    cdef double x, to
    periodic = None
    for b in range(cluster.n_ind_bodies):
        body = t.indices[cluster.first_ind_body + b]
        iq = t.tree.iq[body]
        if t.tree.kind[body] != REVOLUTE or not fabs(at.path[t.tree.iv[body]]) > LONGEST_WAY:
            continue
        if periodic is None:
            periodic = whole_turns_close(model, k)
        if periodic:
            # from sines and cosines: a multiple of the double 2 pi is no multiple of a turn
            x, to = at.q[iq], at.target[iq]
            at.path[t.tree.iv[body]] = atan2(sin(to) * cos(x) - cos(to) * sin(x),
                                             cos(to) * cos(x) + sin(to) * sin(x))
    return 0


cdef double follow(object model, LoopTables t, int k, Closing* at) except -2:
    """Go from q to the independent coordinates of target in cluster k, in parts if need be.

    Returns 1, or how much of the path can be followed where the loops do not close any more, or -1
    for a path of too many parts.
    """
    cdef const ClusterTable* cluster = &t.clusters[k]
    cdef const int* velocity = t.indices + cluster.first_velocity
    cdef int a
    cdef size_t bytes = t.tree.nq * sizeof(double)
    cdef double size, longest, part, share
    cdef double done = 0
    cdef int parts = 0
    if cluster.n_rows == 0:
        copy_independent(t, cluster, at.target, at.q)
        impose(model, t, k, at.q, at.registers, at.driven)
        return 1
    path_of(t, cluster, at.q, at.target, at.path)
    skip_turns(model, t, k, at)
    size = 0
    for a in range(cluster.n_tree):
        size = fmax(size, fabs(at.path[velocity[a]]) / t.units[velocity[a]])
    longest = LONGEST_PART / size if size > LONGEST_PART else 1
    part = longest
    if not size <= LONGEST_PART * MOST_PARTS:
        return -1
    memcpy(at.base, at.q, bytes)
    while done < 1:
        parts += 1
        if parts > MOST_PARTS:
            return -1
        PyErr_CheckSignals()
        share = fmin(1, done + part)
        for a in range(cluster.n_tree):
            at.step[velocity[a]] = (share - done) * at.path[velocity[a]]
        move(t, cluster, at.q, at.step)
        if share == 1:
            copy_independent(t, cluster, at.target, at.q)
        if newton(model, t, k, at) and at.measure > REGULAR:
            memcpy(at.base, at.q, bytes)
            done = share
            part = fmin(2 * part, longest)
            continue
        memcpy(at.q, at.base, bytes)
        part /= 2
        if part < SMALLEST * longest:
            return done
    return 1
