# Whether a result of double-doubles is known well enough that more digits would round it alike.

# Double-doubles lose as many digits as doubles, whose loss is seen: by how much they may lose more,
# and what they lose where doubles happen to be right, in parts of a row.
cdef double GROWTH = 2.0**10
cdef double LEAST_LOSS = 2.0**-90


cdef tuple _certain(tuple arguments):
    """v_all and tau_all of `hybrid_dynamics` as any more digits round them, or None if unknown."""
    cdef Model model = arguments[0]
    cdef Call call, its
    cdef int singular
    cdef bint known
    cdef cnp.ndarray motion, torque
    _, q, v, vdot, tau, mask, base, wrenches, wrench_axes, tau_ext = arguments
    if model.nbodies == 0:
        return None
    try:
        of_doubles = _hybrid(model, q, v, vdot, tau, mask, base, wrenches, wrench_axes, tau_ext,
                             DEFAULT, DOUBLES, cnp.NPY_DOUBLE)
    except (SingularError, NonFiniteError):
        return None
    motion = of_doubles[0][1:].copy()
    torque = of_doubles[1].copy()
    q = _state(model, &call, q, cnp.NPY_DOUBLE)
    v = _velocity(model, &call, v, cnp.NPY_DOUBLE)
    call.r = <int> motion.shape[0] - 1
    call.prescribed = <const unsigned char*> cnp.PyArray_DATA(<cnp.ndarray> mask)
    call.tau = cnp.PyArray_DATA(<cnp.ndarray> tau)
    call.vdot = cnp.PyArray_DATA(<cnp.ndarray> vdot)
    _options(&call, base, wrench_axes)
    wrenches, tau_ext = _loads(model, &call, wrenches, tau_ext, cnp.NPY_DOUBLE)
    cdef double[:, ::1] rates = motion
    cdef double[:, ::1] forces = torque
    cdef Model fine = model._in_pairs()
    cdef double* memory = <double*> take(NULL, fine_workspace_size(model, &call))
    with nogil:
        singular = run_in_pairs(model, <void*> fine, &call,
                                kernels[<int> DEFAULT_FINE].run, 1, memory, &its)
        known = singular < 0 and _rounded(rates, <const double*> its.vdot) and _rounded(
            forces, <const double*> its.tau)
    release(memory, NULL)
    return (np.concatenate(([v], motion)), torque) if known else None


cdef bint _rounded(double[:, ::1] rows, const double* pairs) noexcept nogil:
    """Round double-doubles to rows that hold what doubles gave; whether all are certain."""
    cdef Py_ssize_t k, c, i
    cdef double size, lost, error
    for k in range(rows.shape[0]):
        size = 0
        lost = 0
        for c in range(rows.shape[1]):
            i = 2 * (k * rows.shape[1] + c)
            size = max(size, fabs(pairs[i]))
            lost = max(lost, fabs(pairs[i] - rows[k, c]))
        error = GROWTH * lost * 2.0**-53 + LEAST_LOSS * size
        for c in range(rows.shape[1]):
            i = 2 * (k * rows.shape[1] + c)
            # given numbers, and exact zeros
            if pairs[i] == rows[k, c] and pairs[i + 1] == 0:
                continue
            # written so that a NaN is not certain
            if not pairs[i] + (pairs[i + 1] - error) == pairs[i] + (pairs[i + 1] + error):
                return False
            rows[k, c] = pairs[i] + pairs[i + 1]
    return True
