# Inverse and forward dynamics of order r: the constraints as Taylor coefficients in time, the
# tree's recursion of that order on the rates they give, and its forces on the coordinates y. Over
# doubles, or over states side by side: `torques_size`, `run_torques`, `clusters_size` and
# `run_clusters` are the recursions of that build.

# Memory of one call of order r; `work` is that of the constraints, `workspace` of the recursions.
cdef struct SeriesScratch:
    Motion motion
    real* rates         # (r + 2, tree.nv) derivatives of the tree's velocity
    real* torques       # (r + 1, tree.nv)
    real* forces        # (nv,)
    real* yddot         # (nv,)
    real* still         # (2 tree.nv + nv,) zeros
    void* workspace


cdef inline void* line_of(void* memory) noexcept nogil:
    """Where the next cache line begins."""
    return <void*> ((<size_t> memory + LINE - 1) // LINE * LINE)


cdef size_t series_scratch_size(Mechanism m, int r, bint inertial, bint forward) noexcept nogil:
    """Reals of a SeriesScratch, whose workspace may begin a cache line later."""
    cdef size_t nv = m.tree.nv
    cdef size_t work = torques_size(m, r, inertial)
    if forward:
        work = max(work, clusters_size(m, inertial))
    return ((r + 2) * (2 * nv + m.loops.n_G) + (r + 1) * nv + 2 * nv + 3 * m.loops.nv
            + 2 * m.loops.n_clusters + motion_size(m.loops, r + 2) + work)


cdef void lay_series_scratch(Mechanism m, const State* s, int r, double* memory,
                             SeriesScratch* scratch) noexcept nogil:
    cdef size_t nv = m.tree.nv
    cdef real* qdot = <real*> memory
    cdef real* G = qdot + (r + 2) * nv
    cdef real* measure = G + (r + 2) * m.loops.n_G
    cdef real* work = measure + 2 * m.loops.n_clusters
    scratch.motion.n, scratch.motion.q = r + 2, s.q
    scratch.motion.qdot, scratch.motion.G = <double*> qdot, <double*> G
    scratch.motion.measure = <double*> measure
    scratch.motion.opening = NULL
    if not s.closed:
        scratch.motion.opening = <double*> (measure + m.loops.n_clusters)
    scratch.motion.work = <double*> work
    scratch.rates = work + motion_size(m.loops, r + 2)
    scratch.torques = scratch.rates + (r + 2) * nv
    scratch.forces = scratch.torques + (r + 1) * nv
    scratch.yddot = scratch.forces + m.loops.nv
    scratch.still = scratch.yddot + m.loops.nv
    scratch.workspace = line_of(scratch.still + 2 * nv + m.loops.nv)
    memset(qdot, 0, nv * sizeof(real))
    memset(scratch.still, 0, (2 * nv + m.loops.nv) * sizeof(real))


cdef int _start(Mechanism m, SeriesScratch* scratch) noexcept nogil:
    """The constraints at t = 0; DONE, OPEN, or the singular cluster."""
    cdef int failed = motion_start(m.loops, &scratch.motion)
    return OPEN if is_open(m.loops, failed, scratch.motion.opening, STATE_COUNT) else failed


cdef inline double _reciprocal(int m) noexcept nogil:
    """1 / m!"""
    cdef int k
    cdef double factorial = 1
    for k in range(2, m + 1):
        factorial *= k
    return 1 / factorial


cdef void _tree_torques(Mechanism m, const State* s, int r, SeriesScratch* scratch) noexcept nogil:
    """Coefficients of the forces on the tree of a motion, rates to order r + 1."""
    cdef tree_inverse.Call call
    cdef int i, k
    cdef int nv = m.tree.nv
    cdef double factorial = 1
    cdef const real* qdot = <const real*> scratch.motion.qdot
    for k in range(r + 2):
        factorial *= max(1, k)
        for i in range(nv):
            scratch.rates[k * nv + i] = factorial * qdot[k * nv + i]
    call.r, call.base = r, s.base
    call.q, call.v = s.q, scratch.rates
    call.wrenches, call.inertial_wrenches = s.wrenches, s.inertial_wrenches
    call.tau_ext, call.tau = s.tree_ext, scratch.torques
    call.workspace = scratch.workspace
    call.ahead = NULL
    run_torques(m, &call)
    factorial = 1
    for k in range(2, r + 1):
        factorial *= k
        for i in range(nv):
            scratch.torques[k * nv + i] /= factorial


cdef int inverse_derivatives(Mechanism m, const State* s, int r,
                             SeriesScratch* scratch) noexcept nogil:
    """tau^(k) = k! sum_j G_j^T tau_tree,k-j"""
    cdef int i, k
    cdef int nv = m.loops.nv
    cdef int failed = DONE
    cdef double factorial = 1
    cdef const real* y = <const real*> s.ydot
    cdef real* out = <real*> s.out
    if s.series == NULL:
        failed = _start(m, scratch)
        if failed != DONE:
            return failed
        for k in range(r + 2):
            if k > 0:
                motion_next(m.loops, &scratch.motion, k, k <= r)
            motion_add(m.loops, &scratch.motion, k, <const double*> (y + k * nv), _reciprocal(k))
    else:
        scratch.motion.qdot, scratch.motion.G = <double*> s.series, <double*> s.blocks
    _tree_torques(m, s, r, scratch)
    motion_forces(m.loops, &scratch.motion, <const double*> scratch.torques, 0, r, s.out)
    for k in range(2, r + 1):
        factorial *= k
        for i in range(nv):
            out[k * nv + i] = factorial * out[k * nv + i]
    return DONE


cdef int _accelerations(Mechanism m, const State* s, SeriesScratch* scratch, const real* tau,
                        bint moving, real* out) noexcept nogil:
    """The C-ABA of a state, or at rest without its weight: -1, or the singular group."""
    cdef ClusterCall call
    call.base, call.q, call.G = s.base, s.q, scratch.motion.G
    call.v, call.bias, call.wrenches = scratch.still, scratch.still, NULL
    call.gravity = <const double*> scratch.still
    call.inertial_wrenches = s.inertial_wrenches
    if moving:
        call.v, call.bias = scratch.motion.qdot, <const real*> scratch.motion.qdot + m.tree.nv
        call.gravity, call.wrenches = m.tree.g, s.wrenches
    call.tau, call.vdot, call.workspace = tau, out, scratch.workspace
    return run_clusters(m, &call)


cdef int forward_derivatives(Mechanism m, const State* s, int r, SeriesScratch* scratch,
                             int* group) noexcept nogil:
    """One C-ABA, then one at rest for each order, with what the known motion leaves of the forces.

    y^(k+2) = (G^T H G)^-1 (tau - tau(y, .., y^(k+1), 0))^(k)

    Of joint physics the C-ABA knows the armature alone: then it is at rest for order 0, too.
    """
    cdef int i, k
    cdef int nv = m.loops.nv
    cdef double factorial = 1
    cdef bint moving = m.tree.physics == NULL
    cdef const real* tau = <const real*> s.tau
    cdef real* out = <real*> s.out
    cdef int failed = _start(m, scratch)
    group[0] = -1
    if failed != DONE:
        return failed
    motion_add(m.loops, &scratch.motion, 0, s.ydot, 1)
    # with no accelerations of y: g
    motion_next(m.loops, &scratch.motion, 1, r > 0)
    if moving:
        for i in range(nv):
            scratch.forces[i] = tau[i]
        if s.tree_ext != NULL:
            motion_forces(m.loops, &scratch.motion, s.tree_ext, 0, 0, <double*> scratch.yddot)
            for i in range(nv):
                scratch.forces[i] += scratch.yddot[i]
        group[0] = _accelerations(m, s, scratch, scratch.forces, True, out)
    for k in range(1 if moving else 0, r + 1):
        if group[0] >= 0:
            return DONE
        if k > 0:
            motion_add(m.loops, &scratch.motion, k, <const double*> (out + (k - 1) * nv),
                       _reciprocal(k))
            motion_next(m.loops, &scratch.motion, k + 1, k < r)
            factorial *= k
        _tree_torques(m, s, k, scratch)
        motion_forces(m.loops, &scratch.motion, <const double*> scratch.torques, k, k,
                      <double*> scratch.forces)
        for i in range(nv):
            scratch.forces[i] = tau[k * nv + i] - factorial * scratch.forces[i]
        group[0] = _accelerations(m, s, scratch, scratch.forces, False, out + k * nv)
    return DONE
