# Inverse and forward dynamics of order r >= 1: the constraints as Taylor coefficients in time, the
# tree's recursion of that order on the rates they give, and its forces on the coordinates y.

# Memory of one state of order r; `work` is that of the constraints, `workspace` of the recursions.
cdef struct OrderRoom:
    Motion motion
    double* rates       # (r + 2, tree.nv) derivatives of the tree's velocity
    double* torques     # (r + 1, tree.nv)
    double* forces      # (nv,)
    double* yddot       # (nv,)
    double* still       # (2 tree.nv + nv,) zeros
    void* workspace


cdef size_t _order_size(Mechanism m, int r, bint inertial, bint forward) noexcept:
    """Doubles of an OrderRoom, whose workspace may begin late."""
    cdef LoopTables t = m.loops
    cdef size_t nv = m.tree.nv
    cdef size_t work = tree_inverse.workspace_size(m.tree, r, inertial)
    if forward:
        work = max(work, cluster_workspace(m.tree, m.groups, inertial))
    return ((r + 2) * (2 * nv + t.n_G) + (r + 1) * nv + 2 * nv + 3 * t.nv + 2 * t.n_clusters
            + motion_room(t, r + 2) + work + LINE // sizeof(double))


cdef void _lay_orders(Mechanism m, const State* s, int r, double* memory,
                      OrderRoom* room) noexcept:
    cdef LoopTables t = m.loops
    cdef size_t nv = m.tree.nv
    room.motion.n = r + 2
    room.motion.q = s.q
    room.motion.qdot = memory
    room.motion.G = room.motion.qdot + (r + 2) * nv
    room.motion.measure = room.motion.G + (r + 2) * t.n_G
    room.motion.opening = room.motion.measure + t.n_clusters
    room.motion.work = room.motion.opening + t.n_clusters
    room.rates = room.motion.work + motion_room(t, r + 2)
    room.torques = room.rates + (r + 2) * nv
    room.forces = room.torques + (r + 1) * nv
    room.yddot = room.forces + t.nv
    room.still = room.yddot + t.nv
    room.workspace = _aligned(room.still + 2 * nv + t.nv)
    if s.closed:
        room.motion.opening = NULL
    memset(room.motion.qdot, 0, nv * sizeof(double))
    memset(room.still, 0, (2 * nv + t.nv) * sizeof(double))


cdef int _start(Mechanism m, OrderRoom* room) noexcept nogil:
    """The constraints at t = 0; DONE, OPEN, or the singular cluster."""
    cdef int failed = motion_start(m.loops, &room.motion)
    if _is_open(m, failed, room.motion.opening):
        return OPEN
    return failed


cdef inline double _reciprocal(int m) noexcept nogil:
    """1 / m!"""
    cdef int k
    cdef double factorial = 1
    for k in range(2, m + 1):
        factorial *= k
    return 1 / factorial


cdef void _tree_torques(Mechanism m, const State* s, int r, OrderRoom* room) noexcept nogil:
    """Coefficients of the forces on the tree of a motion, rates to order r + 1."""
    cdef tree_inverse.Call call
    cdef int i, k
    cdef int nv = m.tree.nv
    cdef double factorial = 1
    for k in range(r + 2):
        factorial *= max(1, k)
        for i in range(nv):
            room.rates[k * nv + i] = factorial * room.motion.qdot[k * nv + i]
    call.r, call.base = r, s.base
    call.q, call.v = s.q, room.rates
    call.wrenches, call.inertial_wrenches = s.wrenches, s.inertial_wrenches
    call.tau_ext, call.tau = s.tree_ext, room.torques
    call.workspace = room.workspace
    tree_inverse.run_inverse_dynamics(m.tree, &call)
    factorial = 1
    for k in range(2, r + 1):
        factorial *= k
        for i in range(nv):
            room.torques[k * nv + i] /= factorial


cdef int _inverse_orders(Mechanism m, const State* s, int r, OrderRoom* room) noexcept nogil:
    """tau^(k) = k! sum_j G_j^T tau_tree,k-j"""
    cdef int i, k
    cdef int nv = m.loops.nv
    cdef int failed = DONE
    cdef double factorial = 1
    if s.series == NULL:
        failed = _start(m, room)
        if failed != DONE:
            return failed
        for k in range(r + 2):
            if k > 0:
                motion_next(m.loops, &room.motion, k, k <= r)
            motion_add(m.loops, &room.motion, k, s.ydot + k * nv, _reciprocal(k))
    else:
        room.motion.qdot, room.motion.G = <double*> s.series, <double*> s.blocks
    _tree_torques(m, s, r, room)
    motion_forces(m.loops, &room.motion, room.torques, 0, r, s.out)
    for k in range(2, r + 1):
        factorial *= k
        for i in range(nv):
            s.out[k * nv + i] *= factorial
    return DONE


cdef int _accelerations(Mechanism m, const State* s, OrderRoom* room, const double* tau,
                        bint moving, double* out) noexcept nogil:
    """The C-ABA of a state, or at rest without its weight: -1, or the singular group."""
    cdef ClusterCall call
    call.base, call.q, call.G = s.base, s.q, room.motion.G
    call.v, call.bias, call.gravity, call.wrenches = room.still, room.still, room.still, NULL
    call.inertial_wrenches = s.inertial_wrenches
    if moving:
        call.v, call.bias = room.motion.qdot, room.motion.qdot + m.tree.nv
        call.gravity, call.wrenches = m.tree.g, s.wrenches
    call.tau, call.vdot, call.workspace = tau, out, room.workspace
    return run_cluster_dynamics(m.tree, m.groups, &call)


cdef int _forward_orders(Mechanism m, const State* s, int r, OrderRoom* room,
                         int* group) noexcept nogil:
    """One C-ABA, then one at rest for each order, with what the known motion leaves of the forces.

    y^(k+2) = (G^T H G)^-1 (tau - tau(y, .., y^(k+1), 0))^(k)
    """
    cdef int i, k
    cdef int nv = m.loops.nv
    cdef double factorial = 1
    cdef int failed = _start(m, room)
    group[0] = -1
    if failed != DONE:
        return failed
    motion_add(m.loops, &room.motion, 0, s.ydot, 1)
    # with no accelerations of y: g
    motion_next(m.loops, &room.motion, 1, True)
    for i in range(nv):
        room.forces[i] = s.tau[i]
    if s.tree_ext != NULL:
        motion_forces(m.loops, &room.motion, s.tree_ext, 0, 0, room.yddot)
        for i in range(nv):
            room.forces[i] += room.yddot[i]
    group[0] = _accelerations(m, s, room, room.forces, True, s.out)
    for k in range(1, r + 1):
        if group[0] >= 0:
            return DONE
        motion_add(m.loops, &room.motion, k, s.out + (k - 1) * nv, _reciprocal(k))
        motion_next(m.loops, &room.motion, k + 1, k < r)
        _tree_torques(m, s, k, room)
        motion_forces(m.loops, &room.motion, room.torques, k, k, room.forces)
        factorial *= k
        for i in range(nv):
            room.forces[i] = s.tau[k * nv + i] - factorial * room.forces[i]
        group[0] = _accelerations(m, s, room, room.forces, False, s.out + k * nv)
    return DONE


cdef int _run_orders(object model, Mechanism m, State* s, int r, object q) except -1:
    """Run a call of order r on memory of its own, without the GIL where that pays."""
    cdef double[STACK] local
    cdef OrderRoom room
    cdef int failed
    cdef int group = -1
    cdef bint forward = s.yddot == NULL
    cdef size_t doubles = _order_size(m, r, s.wrenches != NULL and s.inertial_wrenches, forward)
    cdef double* memory = <double*> _scratch_memory(local, sizeof(local),
                                                    doubles * sizeof(double))
    cdef bint fits = memory == local
    _lay_orders(m, s, r, memory, &room)
    if fits:
        failed = (_forward_orders(m, s, r, &room, &group) if forward
                  else _inverse_orders(m, s, r, &room))
    else:
        with nogil:
            failed = (_forward_orders(m, s, r, &room, &group) if forward
                      else _inverse_orders(m, s, r, &room))
    if not fits:
        PyMem_RawFree(memory)
    return _refuse(model, m, s, failed, group, q)
