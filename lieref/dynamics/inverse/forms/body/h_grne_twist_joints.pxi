# Series of the joints for the recursions by twists, body-fixed and hybrid; plain twin:
# joint_frames_twin.py. Layout and symbols are those of h_grne_body.pxi and h_grne_multi.pxi, but
# the rate and u of a spherical or free joint stay what they are, its twist in body axes.


cdef inline size_t angle_size(Model model) noexcept nogil:
    """Size of an array of one number for each body and one vector more, in whole cache lines."""
    return (<size_t> model.nbodies + 15) // 8 * 8


cdef inline size_t joint_size(Model model) noexcept nogil:
    """Number of series in the blocks of the spherical and free joints."""
    cdef int i
    cdef size_t size = 0
    for i in range(model.nbodies):
        if model.kind[i] == SPHERICAL or model.kind[i] == FREE:
            size += MULTI
    return size


cdef inline void lay_out(Model model, void* workspace, Pass* at) noexcept nogil:
    """Where things stand in the workspace; blocks for `applied` would come before `multi`."""
    at.body = <real*> workspace
    at.sines = at.body + (model.nbodies + 1) * BLOCK * at.W
    at.cosines = at.sines + angle_size(model)
    at.scratch = at.cosines + 2 * angle_size(model)
    at.applied = at.scratch + 24 * at.W
    at.multi = at.applied


cdef inline Lanes3 inertia_times(const double* J, Lanes3 a) noexcept nogil:
    """J a for a constant symmetric J, its columns PADDED numbers apart"""
    return lanes3(J[0] * a.x + J[PADDED] * a.y + J[2 * PADDED] * a.z,
                  J[1] * a.x + J[PADDED + 1] * a.y + J[2 * PADDED + 1] * a.z,
                  J[2] * a.x + J[PADDED + 2] * a.y + J[2 * PADDED + 2] * a.z)


cdef inline void one_degree_series(Model model, const real* q, const real* v,
                                   Pass* at) noexcept nogil:
    """Cosine, sine, rate and shift of every one-degree joint, n + 1 coefficients but the shift."""
    cdef int i
    cdef int count = 0
    cdef int[LANES] joints
    cdef real* angles = at.cosines + angle_size(model)
    for i in range(model.nbodies):
        angles[i] = q[model.iq[i]] if model.kind[i] < SPHERICAL else 0
    sincos_reals(angles, at.sines, at.cosines, model.nbodies)
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            continue
        joints[count] = i
        count += 1
        if count == LANES:
            joint_series(model, joints, count, q, v, at)
            count = 0
    if count > 0:
        joint_series(model, joints, count, q, v, at)


cdef void several_degrees_series(const Body* body, int kind, const real* q, const real* v, int nv,
                                 real* multi, int n, Pass* at) noexcept nogil:
    """n coefficients of rate and u, of the rotation Q, and of p with p' = E^T Q u"""
    cdef int i, k
    cdef int W = at.W
    cdef real* p = at.scratch + 3 * W
    clear_series(multi, MULTI * W)
    for i in range(3):
        taylor_series(v + i, nv, multi + (MRATE + 2 * i) * W, n)
    quaternion_rotation(q if kind == SPHERICAL else q + 3, multi + Q * W, 2 * W)
    rotation_series(multi + MRATE * W, 2 * W, multi + Q * W, 2 * W, False, n)
    if kind == SPHERICAL:
        return
    for i in range(3):
        taylor_series(v + 3 + i, nv, multi + (U + 2 * i) * W, n)
    rotate_vector(multi + Q * W, multi + U * W, 2 * W, at.scratch, W, False, n, W)
    clear_series(p, 3 * W)
    for i in range(3):
        p[i * W] = q[i]
        for k in range(n - 1):
            p[i * W + k + 1] = divided(at.scratch[i * W + k], k + 1)
    constant_rotation_back(body.E, p, at.scratch, at)
    for i in range(3):
        copy(at.scratch + i * W, multi + (P + 2 * i) * W, W)
