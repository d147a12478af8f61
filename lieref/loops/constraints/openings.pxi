# How open the loops, constraints and couplings of a cluster are: residuals of the constraints.
# Rows of a loop: see lieref/model/loops/loop_closure.py.


cdef inline double without_turns(double shift, double pitch, double sine,
                                 double cosine) noexcept nogil:
    """A shift less what a helical joint advances, by the nearest number of turns."""
    cdef double turns = 2 * M_PI * pitch
    shift -= pitch * atan2(sine, cosine)
    return shift - turns * rint(shift / turns)


cdef void loop_residual(const LoopTable* loop, const real* frame, real* phi) noexcept nogil:
    """phi of one loop: attitude or axis kept, shifts d - phi_t x d, advance of a helical joint."""
    cdef int i, j, k, state
    cdef real scale
    cdef real[9] R
    cdef real[6] six
    cdef real[3] d, moved
    back_times(frame, frame + OTHER, 0, R)
    for i in range(3):
        six[i] = 0
    turned_back(frame, frame + OFFSET, d)
    if loop.rows & 4:
        scale = 2 / (1 + (R[0] + R[4] + R[8]))
        for i in range(3):
            j = (i + 1) % 3
            k = (i + 2) % 3
            six[i] = scale * (R[3 * k + j] - R[3 * j + k])
    elif loop.rows & 2:
        scale = 2 / (1 + R[8])
        six[0] = -scale * R[5]
        six[1] = scale * R[2]
    cross(six, d, moved)
    for i in range(3):
        six[3 + i] = d[i] - moved[i]
    if loop.joint == UNIVERSAL:
        six[0] = R[8] - loop.cosine
    elif loop.joint == TWISTED:
        for state in range(STATE_COUNT):
            put_value(&six[5],
                      without_turns(value_of(six[5], state), loop.pitch, value_of(R[3], state),
                                    value_of(R[0], state)), state)
    elif loop.joint == PLANE:
        for i in range(3):
            moved[i] = 0
        six[5] = along_normal(loop, six + 3, moved, moved[0])
    j = 0
    for i in range(6):
        if loop.rows >> i & 1:
            phi[j] = six[i]
            j += 1


cdef int driven_residual(LoopTables t, const ClusterTable* cluster, const real* gamma,
                         const real* q, real* phi) noexcept nogil:
    """q - gamma(z) of the driven coordinates; returns their number."""
    cdef int a, j
    cdef int count = 0
    cdef const int* free = t.indices + cluster.first_free
    cdef const int* place = t.indices + cluster.first_configuration
    cdef const real* values = gamma + driven_values_at(cluster)
    cdef double ratio
    cdef real total
    if gamma == NULL:
        return 0
    for a in range(cluster.n_tree):
        if not is_driven(cluster, free, a):
            continue
        total = values[a]
        if cluster.gamma >= 0:
            for j in range(cluster.n_free):
                ratio = t.numbers[cluster.gamma + a * cluster.n_free + j]
                if ratio != 0:
                    total += ratio * q[place[free[j]]]
        phi[count] = q[place[a]] - total
        count += 1
    return count


cdef inline bint is_driven(const ClusterTable* cluster, const int* free, int a) noexcept nogil:
    cdef int j
    for j in range(cluster.n_free):
        if free[j] == a:
            return False
    return True


cdef void openings(LoopTables t, const ClusterTable* cluster, const real* gamma, const real* q,
                   const ClusterWork* at, double* opening) noexcept nogil:
    """Largest residual of a cluster with its rows, rad, lengths of the loop or units.

    One to each state.
    """
    cdef int n, i, count, state
    cdef const LoopTable* loop
    cdef real[6] phi
    for state in range(STATE_COUNT):
        opening[state] = 0
    for n in range(cluster.n_loops):
        loop = &t.loops[cluster.first_loop + n]
        loop_residual(loop, at.frame + FRAME * n, phi)
        count = 0
        for i in range(6):
            if loop.rows >> i & 1:
                widen(opening, phi[count], 1 if i < 3 else cluster.shift)
                count += 1
    for i in range(cluster.n_implicit):
        widen(opening, gamma[implicit_values_at(cluster) + i],
              t.numbers[cluster.implicit_scales + i])
    for i in range(driven_residual(t, cluster, gamma, q, at.rate)):
        widen(opening, at.rate[i], 1)


cdef inline void widen(double* opening, real x, double scale) noexcept nogil:
    """max(opening, |scale x|) in place, and NaN if x is."""
    cdef int state
    cdef double size
    for state in range(STATE_COUNT):
        size = fabs(scale * value_of(x, state))
        if not size <= opening[state]:
            opening[state] = size
