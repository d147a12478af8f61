# Series of the partials of the torques of the joints themselves, each a diagonal; see
# joint_physics.pxi, after which and entries.pxi it is included.


cdef void friction_slopes(const Coordinate* at, const real* v, int nv, int n, real* slope,
                          real* bend) noexcept nogil:
    """Coefficients of ds/dv = width^2 z, z = (v^2 + width^2)^(-3/2); of a sign 0

    z_k = -sum_j (j / 2 + k) (v^2)_j z_{k-j} / (k (v^2 + width^2)_0), j > 0
    bend, unless NULL: d2s/dv2 = -3 v (ds/dv) / (v^2 + width^2)
    """
    cdef int j, k
    cdef real total
    cdef real wide = at.width
    cdef real[LONGEST] rate, square
    clear(slope, n)
    if bend != NULL:
        clear(bend, n)
    if at.width == 0:
        return
    for k in range(n):
        rate[k] = taylor(v[k * nv], k)
        total = rate[0] * rate[k]
        for j in range(1, k + 1):
            total = total + rate[j] * rate[k - j]
        square[k] = total
    square[0] = square[0] + wide * wide
    total = inverse_root(square[0])
    # in this order: the cube of a small width is no double
    slope[0] = (wide * total) * (wide * total) * total
    for k in range(1, n):
        total = 0
        for j in range(1, k + 1):
            total = total - (0.5 * j + k) * square[j] * slope[k - j]
        slope[k] = total / (k * square[0])
    if bend == NULL:
        return
    for k in range(n):
        total = -3 * rate[0] * slope[k]
        for j in range(1, k + 1):
            total = total - 3 * rate[j] * slope[k - j] - square[j] * bend[k - j]
        bend[k] = total / square[0]


cdef void add_joint_series(Model model, const real* v, int n, const Slopes* to) noexcept nogil:
    """A_0 += diag(stiffness), B += diag(damping + slope of friction), H_0 += diag(armature)"""
    cdef int c, k
    cdef size_t at
    cdef real[LONGEST] slope
    for c in range(model.nv):
        at = <size_t> c * (model.nv + 1)
        to.dq[at] = to.dq[at] + model.physics[c].stiffness
        to.dv[at] = to.dv[at] + model.physics[c].damping
        to.da[at] = to.da[at] + model.physics[c].armature
        if model.physics[c].friction == 0:
            continue
        friction_slopes(model.physics + c, v + c, model.nv, n, slope, NULL)
        for k in range(n):
            to.dv[k * to.rows + at] = (to.dv[k * to.rows + at]
                                       + model.physics[c].friction * slope[k])


cdef void add_joint_products(Model model, const real* v, int n, const real* q, const real* w,
                             const real* a, real* of_q, real* of_v, real* of_a) noexcept nogil:
    """of_q += stiffness q, of_v += (damping + slope of friction) w, of_a += armature a: series"""
    cdef int c, k, j, at
    cdef int nv = model.nv
    cdef real[LONGEST] slope
    for c in range(nv):
        friction_slopes(model.physics + c, v + c, nv, n, slope, NULL)
        for k in range(n):
            slope[k] = model.physics[c].friction * slope[k]
        slope[0] = slope[0] + model.physics[c].damping
        for k in range(n):
            at = k * nv + c
            of_q[at] = of_q[at] + model.physics[c].stiffness * q[at]
            of_a[at] = of_a[at] + model.physics[c].armature * a[at]
            for j in range(k + 1):
                of_v[at] = of_v[at] + slope[k - j] * w[j * nv + c]
