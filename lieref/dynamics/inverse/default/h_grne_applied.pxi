# Applied wrenches; plain twins: inverse_dynamics_twin._subtract_wrenches and applied_twin. Those in
# body axes join f and n. Those in inertial axes are summed up there, from the tips to the base, and
# only then seen by the joints: in the axes of a body that turns fast the same wrench has large high
# derivatives, which would cancel where the sum leaves the body.
#   R       rotation from kernel axes to inertial ones, 3 x 3, row by row
#   MOMENT  of the wrenches on the subtree about the origin of the kernel frame, inertial axes
#   FORCE   of the wrenches on the subtree, inertial axes

from lieref.dynamics.shared.calls cimport InverseCall as Call

# Offsets in a body's block; moment and force padded.
cdef enum AppliedOffset:
    ATTITUDE = 0
    MOMENT = 10
    FORCE = 16
    APPLIED = 21


cdef inline void origin_offset(const Body* body, param* out) noexcept nogil:
    """K^T k: the kernel frame's origin off the body frame's, in kernel axes."""
    cdef int i
    for i in range(3):
        out[i] = body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2]


cdef void subtract_wrench(const Body* body, const real* wrench, int stride, real* block,
                          Pass* at) noexcept nogil:
    """f -= f_app, n -= n_app - k x f_app; the wrench acts at the body's origin, ours lies k off.

    wrench: six numbers in body axes, their k-th derivatives k stride further.
    """
    cdef int i, m
    cdef int W = at.W
    cdef Lanes3 f_app
    cdef param[3] off
    cdef real* moment = at.scratch + 6 * W
    cdef real* force = at.scratch + 9 * W
    clear_series(at.scratch, 6 * W)
    for i in range(6):
        taylor_series(wrench + i, stride, at.scratch + i * W, at.n)
    constant_rotation_back(body.K, at.scratch, moment, at)
    constant_rotation_back(body.K, at.scratch + 3 * W, force, at)
    origin_offset(body, off)
    for m in range(at.blocks):
        f_app = vector_at(force, 0, m, at)
        subtract_at(block, F, m, f_app, at)
        subtract_at(block, N, m, minus(vector_at(moment, 0, m, at), cross_constant(off, f_app)), at)


cdef void attitude(const Body* body, int kind, const real* block, const real* multi,
                   const real* parent, real* out, Pass* at) noexcept nogil:
    """R = R_p E^T Rz or R_p E^T Q; parent: the block of the parent, or NULL for the world."""
    cdef int i, j
    cdef int W = at.W
    cdef real* axis = at.scratch + 3 * W
    for j in range(3):
        if kind == FREE and parent == NULL:
            clear_tails(out + 3 * j * W, 3, at.n, W)
            for i in range(3):
                out[(3 * j + i) * W] = multi[(Q + 6 * j + 2 * i) * W]
            fixed_direction(block + W_X * W, 2 * W, out + 3 * j * W, W, at.n)
            continue
        if parent == NULL:
            clear_series(axis, 3 * W)
            axis[j * W] = 1
        else:
            copy(parent + (ATTITUDE + 3 * j) * W, axis, 3 * W)
        constant_rotation(body.E, axis, W, at.scratch, at)
        if kind < SPHERICAL:
            rotate_back(at.scratch, block + COS * W, block + SIN * W, out + 3 * j * W, W, at.n,
                        at.blocks)
        else:
            rotate_vector(multi + Q * W, at.scratch, W, out + 3 * j * W, W, True, at.n, W)


cdef inline void fixed_point(const real* R, const param* x, real* out, Pass* at) noexcept nogil:
    """out = R x for a constant x"""
    cdef int m
    for m in range(at.blocks):
        put_at(out, 0, m, matrix_times(R, 0, x, m, at), at)


cdef void own_wrench(const Body* body, const real* wrench, int stride, real* applied,
                     Pass* at) noexcept nogil:
    """FORCE = f_app,  MOMENT = n_app - R k x f_app"""
    cdef int i, m
    cdef int W = at.W
    cdef param[3] off
    cdef real* moment = applied + MOMENT * W
    clear_series(applied + (MOMENT - 1) * W, 12 * W)
    for i in range(3):
        taylor_series(wrench + i, stride, applied + (MOMENT + 2 * i) * W, at.n)
        taylor_series(wrench + 3 + i, stride, applied + (FORCE + 2 * i) * W, at.n)
    origin_offset(body, off)
    fixed_point(applied + ATTITUDE * W, off, at.scratch, at)
    for m in range(at.blocks):
        put(moment + m * LANES, 2 * W, minus(vector(moment + m * LANES, 2 * W), cross_terms(
            at.scratch, W, applied + FORCE * W, m, at)))


cdef void applied_to_parent(const Body* body, int kind, const real* block, const real* multi,
                            const real* applied, real* parent, Pass* at) noexcept nogil:
    """FORCE_p += FORCE,  MOMENT_p += MOMENT + R_p (r + p) x FORCE"""
    cdef int m
    cdef int W = at.W
    cdef const real* R = parent + ATTITUDE * W
    cdef real* lever = at.scratch
    cdef real* along = at.scratch + 3 * W
    fixed_point(R, body.r, lever, at)
    if kind == PRISMATIC or kind == HELICAL:
        # p = E^T z d
        fixed_point(R, body.E + 6, along, at)
        for m in range(at.blocks):
            add_at(lever, 0, m, products(along, W, block + SHIFT * W, m, at), at)
    elif kind == FREE:
        for m in range(at.blocks):
            add_at(lever, 0, m, matrix_products(R, multi + P * W, m, at), at)
    for m in range(at.blocks):
        add_padded(parent, FORCE, m, padded_at(applied, FORCE, m, at), at)
        add_padded(parent, MOMENT, m, plus(padded_at(applied, MOMENT, m, at), cross_terms(
            lever, W, applied + FORCE * W, m, at)), at)


cdef inline lane in_body_axes(const real* R, const real* x, int i, int m, int n,
                              int W) noexcept nogil:
    """Block m of the i-th component of R^T x; x padded."""
    return (product(R + i * W, x, m, n) + product(R + (3 + i) * W, x + 2 * W, m, n)
            + product(R + (6 + i) * W, x + 4 * W, m, n))


cdef void subtract_from_base(int base, const real* applied, const real* multi, real* tau, int nv,
                             Pass* at) noexcept nogil:
    """tau -= the wrench on the whole tree as the dual of `base`; also of a joint inside the tree.

    Spatial: the moment is that about the inertial origin, MOMENT + p x FORCE.
    """
    cdef int i, m
    cdef int W = at.W
    cdef const real* R = applied + ATTITUDE * W
    cdef const real* moment = applied + MOMENT * W
    cdef const real* force = applied + FORCE * W
    for i in range(3):
        for m in range(at.blocks):
            if base == BODY or base == MIXED:
                store(at.scratch + m * LANES, in_body_axes(R, moment, i, m, at.n, W))
            else:
                store(at.scratch + m * LANES, load(moment + 2 * i * W + m * LANES))
            if base == SPATIAL:
                subtract_from(at.scratch, cross_term(force, 2 * W, multi + P * W, i, m, at.n, W), m)
            if base == BODY:
                store(at.scratch + W + m * LANES, in_body_axes(R, force, i, m, at.n, W))
            else:
                store(at.scratch + W + m * LANES, load(force + 2 * i * W + m * LANES))
        subtract_series(at.scratch, tau + i, nv, at.n)
        subtract_series(at.scratch + W, tau + 3 + i, nv, at.n)


cdef void subtract_torque(const Body* body, int kind, const real* applied, real* tau, int nv,
                          Pass* at) noexcept nogil:
    """tau -= z . R^T MOMENT, z . R^T FORCE, their sum with the pitch, or R^T MOMENT

    of a revolute, prismatic, helical and spherical joint.
    """
    cdef int i, m
    cdef int W = at.W
    cdef const real* R = applied + ATTITUDE * W
    cdef const real* moment = applied + MOMENT * W
    cdef const real* force = applied + FORCE * W
    if kind == SPHERICAL:
        for i in range(3):
            for m in range(at.blocks):
                store(at.scratch + m * LANES, in_body_axes(R, moment, i, m, at.n, W))
            subtract_series(at.scratch, tau + i, nv, at.n)
        return
    for m in range(at.blocks):
        store(at.scratch + m * LANES,
              in_body_axes(R, force if kind == PRISMATIC else moment, 2, m, at.n, W))
        if kind == HELICAL:
            add_to(at.scratch, body.pitch * in_body_axes(R, force, 2, m, at.n, W), m)
    subtract_series(at.scratch, tau, nv, at.n)


cdef void body_axes_wrenches(Model model, const Call* call, Pass* at) noexcept nogil:
    """Subtract the wrenches that act on the bodies, given in body axes, from theirs."""
    cdef int i
    for i in range(model.nbodies):
        subtract_wrench(&model.bodies[i], <const real*> call.wrenches + 6 * i, 6 * model.nbodies,
                        at.body + i * BLOCK * at.W, at)


cdef void inertial_wrenches(Model model, const Call* call, Pass* at) noexcept nogil:
    """Subtract the forces of the wrenches that act on the bodies, given in inertial axes."""
    cdef int i, kind
    cdef int W = at.W
    cdef int nv = model.nv
    cdef real* block
    cdef real* applied
    cdef real* parent
    cdef real* tau
    cdef real* multi = at.multi
    for i in range(model.nbodies):
        kind = model.kind[i]
        applied = at.applied + i * APPLIED * W
        parent = NULL if model.parent[i] < 0 else at.applied + model.parent[i] * APPLIED * W
        attitude(&model.bodies[i], kind, at.body + i * BLOCK * W, multi, parent, applied, at)
        own_wrench(&model.bodies[i], <const real*> call.wrenches + 6 * i, 6 * model.nbodies,
                   applied, at)
        if kind == SPHERICAL or kind == FREE:
            multi += MULTI * W
    for i in range(model.nbodies - 1, -1, -1):
        kind = model.kind[i]
        block = at.body + i * BLOCK * W
        applied = at.applied + i * APPLIED * W
        parent = NULL if model.parent[i] < 0 else at.applied + model.parent[i] * APPLIED * W
        tau = <real*> call.tau + model.iv[i]
        if kind == SPHERICAL or kind == FREE:
            multi -= MULTI * W
        if kind == FREE:
            subtract_from_base(call.base if parent == NULL else BODY, applied, multi, tau, nv, at)
        else:
            subtract_torque(&model.bodies[i], kind, applied, tau, nv, at)
        if parent != NULL:
            applied_to_parent(&model.bodies[i], kind, block, multi, applied, parent, at)
