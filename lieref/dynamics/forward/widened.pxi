# Calls of doubles run by a recursion over double-doubles: arguments widened, results rounded once.
# width: states side by side, whose numbers are neighbors; 1 for a single state.


cdef size_t widened_size(Model model, const Call* call, size_t workspace) noexcept nogil:
    """Doubles to a state that `run_widened` needs; workspace: numbers that its recursion needs."""
    cdef size_t rows = call.r + 1
    cdef size_t numbers = model.nq + model.nv + 2 * rows * model.nv
    if call.tau_ext != NULL:
        numbers += rows * model.nv
    if call.wrenches != NULL:
        numbers += 6 * rows * model.nbodies
    return 2 * (numbers + workspace)


cdef double* _widened(const void* given, size_t count, int width, double** free) noexcept nogil:
    """Doubles as double-doubles in the next free memory; NULL stays."""
    cdef size_t i
    cdef int lane
    cdef const double* x = <const double*> given
    cdef double* out = free[0]
    if given == NULL:
        return NULL
    for i in range(count):
        for lane in range(width):
            out[(2 * i) * width + lane] = x[i * width + lane]
            out[(2 * i + 1) * width + lane] = 0
    free[0] = out + 2 * count * width
    return out


cdef void _narrow(const void* fine, size_t count, int width, void* out) noexcept nogil:
    """Double-doubles, rounded: a product has not been."""
    cdef size_t i
    cdef int lane
    cdef const double* x = <const double*> fine
    for i in range(count):
        for lane in range(width):
            (<double*> out)[i * width + lane] = (x[(2 * i) * width + lane]
                                                 + x[(2 * i + 1) * width + lane])


cdef int run_in_pairs(Model model, void* fine, const Call* call, Run run, int width,
                      double* memory, Call* its) noexcept nogil:
    """Run a recursion over double-doubles, on the model of these, for a call of doubles.

    DONE, or the body whose joint is singular; its: the call of double-doubles, and its results.
    """
    cdef size_t stack = <size_t> (call.r + 1) * model.nv
    its[0] = call[0]
    its.q = _widened(call.q, model.nq, width, &memory)
    its.v = _widened(call.v, model.nv, width, &memory)
    its.tau = _widened(call.tau, stack, width, &memory)
    its.tau_ext = _widened(call.tau_ext, stack, width, &memory)
    its.wrenches = _widened(call.wrenches, 6 * <size_t> (call.r + 1) * model.nbodies, width,
                            &memory)
    if call.prescribed == NULL:
        its.vdot = memory
        memory += 2 * stack * width
    else:
        its.vdot = _widened(call.vdot, stack, width, &memory)
    its.workspace = memory
    return run(fine, its)


cdef int run_widened(Model model, void* fine, const Call* call, Run run, int width,
                     double* memory) noexcept nogil:
    """`run_in_pairs`, its results rounded."""
    cdef Call its
    cdef size_t stack = <size_t> (call.r + 1) * model.nv
    if model.nbodies == 0:
        return DONE
    cdef int singular = run_in_pairs(model, fine, call, run, width, memory, &its)
    if singular >= 0:
        return singular
    _narrow(its.vdot, stack, width, call.vdot)
    if call.prescribed != NULL:
        _narrow(its.tau, stack, width, call.tau)
    return DONE
