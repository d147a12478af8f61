# Which recursion of forward and hybrid dynamics runs, in which numbers and on which memory, and
# what confirms it.

ctypedef int (*Run)(Model, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One recursion in one build.
cdef struct Kernel:
    Run run
    Workspace workspace
    bint fine               # over double-doubles, in and out

cdef Kernel[9] kernels

FORMS = {"production": <int> PRODUCTION_REAL, "spatial": <int> SPATIAL_FINE,
         "body": <int> BODY_REAL, "hybrid": <int> HYBRID_REAL}

# In which numbers a recursion runs: in double-doubles where doubles are strained, in one or other.
cdef enum Precision:
    AS_NEEDED = 0
    DOUBLES = 1
    DOUBLE_DOUBLES = 2
    LONG_DECIMALS = 3

# Decimal digits that the first two of these have.
cdef enum:
    DIGITS_OF_DOUBLES = 16
    DIGITS_OF_DOUBLE_DOUBLES = 31


cdef Kernel _kernel(str name):
    cdef Kernel kernel
    module = machine.kernel("lieref.dynamics." + name)
    kernel.fine = name.endswith("_fine")
    kernel.run = <Run> PyCapsule_GetPointer(module.RUN, "lieref.forward_run")
    kernel.workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE,
                                                        "lieref.forward_workspace")
    return kernel


def _bind():
    """Choose, once at import, the builds that this processor runs."""
    kernels[<int> PRODUCTION_REAL] = _kernel("_h_gabi_wide")
    kernels[<int> PRODUCTION_COMPLEX] = _kernel("_h_gabi_complex")
    kernels[<int> PRODUCTION_FINE] = _kernel("_h_gabi_fine")
    kernels[<int> SPATIAL_FINE] = _kernel("_gabi_spatial_fine")
    kernels[<int> SPATIAL_COMPLEX] = _kernel("_gabi_spatial_complex")
    kernels[<int> BODY_REAL] = _kernel("_gabi_body_scalar")
    kernels[<int> BODY_COMPLEX] = _kernel("_gabi_body_complex")
    kernels[<int> HYBRID_REAL] = _kernel("_gabi_hybrid_scalar")
    kernels[<int> HYBRID_COMPLEX] = _kernel("_gabi_hybrid_complex")


_bind()


cdef inline bint _checked_by_another(const Kernel* kernel) noexcept nogil:
    """The spatial form does not look at what it loses: production does, and says if it is right."""
    return kernel == &kernels[<int> SPATIAL_FINE]


cdef size_t _fine_size(Model model, const Call* call, const Kernel* kernel) noexcept nogil:
    """Doubles that `_run_fine` needs for a call with these pointers."""
    cdef size_t stack = <size_t> (call.r + 1) * model.nv
    if _checked_by_another(kernel):
        return 2 * stack + max(_own_size(model, call, kernel),
                               _own_size(model, call, &kernels[<int> PRODUCTION_FINE]))
    return _own_size(model, call, kernel)


cdef size_t _own_size(Model model, const Call* call, const Kernel* kernel) noexcept nogil:
    """The same of `_run_widened`."""
    cdef size_t rows = call.r + 1
    cdef size_t numbers = model.nq + model.nv + 2 * rows * model.nv
    if call.tau_ext != NULL:
        numbers += rows * model.nv
    if call.wrenches != NULL:
        numbers += 6 * rows * model.nbodies
    return 2 * (numbers + kernel.workspace(
        model, call.r, call.wrenches != NULL and call.inertial_wrenches))


cdef double* _widened(const void* given, size_t count, double** free) noexcept nogil:
    """Doubles as double-doubles in the next free memory; NULL stays."""
    cdef size_t i
    cdef double* out = free[0]
    if given == NULL:
        return NULL
    for i in range(count):
        out[2 * i] = (<const double*> given)[i]
        out[2 * i + 1] = 0
    free[0] = out + 2 * count
    return out


cdef void _narrow(const double* fine, size_t count, void* out) noexcept nogil:
    """Double-doubles, rounded."""
    cdef size_t i
    for i in range(count):
        (<double*> out)[i] = fine[2 * i]


cdef int _run_widened(Model model, const Call* call, const Kernel* kernel,
                      double* memory) noexcept nogil:
    """A recursion over double-doubles of a call of doubles; as `run_forward_dynamics`."""
    cdef Call fine = call[0]
    cdef size_t stack = <size_t> (call.r + 1) * model.nv
    cdef int singular
    if model.nbodies == 0:
        return DONE
    fine.q = _widened(call.q, model.nq, &memory)
    fine.v = _widened(call.v, model.nv, &memory)
    fine.tau = _widened(call.tau, stack, &memory)
    fine.tau_ext = _widened(call.tau_ext, stack, &memory)
    fine.wrenches = _widened(call.wrenches, 6 * <size_t> (call.r + 1) * model.nbodies, &memory)
    if call.prescribed == NULL:
        fine.vdot = memory
        memory += 2 * stack
    else:
        fine.vdot = _widened(call.vdot, stack, &memory)
    fine.workspace = memory
    singular = kernel.run(model.fine, &fine)
    if singular >= 0:
        return singular
    _narrow(<const double*> fine.vdot, stack, call.vdot)
    if call.prescribed != NULL:
        _narrow(<const double*> fine.tau, stack, call.tau)
    return DONE


# Accelerations of two recursions agree to this part of the largest of their order, or of what a
# motion so fast may have cancelled: what vanishes exactly is noise in both of them.
cdef double AGREED = 1e-14
cdef double CANCELLED = 1e-24


cdef int _disagreement(Model model, int r, const double* v, const double* vdot,
                       const double* other) noexcept nogil:
    """DONE, or the body at whose joint accelerations (r + 1, nv) and other ones disagree most."""
    cdef int k, c
    cdef int worst = 0
    cdef int nv = model.nv
    cdef double size, apart, farthest
    # 1/s: (k + 1)-th derivatives of the velocity are of the size of its (k + 2)-th power
    cdef double rate = sqrt(fabs(model.g[0]) + fabs(model.g[1]) + fabs(model.g[2]))
    rate = max(rate, 1)
    for c in range(nv):
        rate = max(rate, fabs(v[c]))
    for k in range(r + 1):
        size = 0
        farthest = 0
        for c in range(nv):
            size = max(size, fabs(vdot[k * nv + c]))
            apart = fabs(vdot[k * nv + c] - other[k * nv + c])
            if apart > farthest:
                farthest = apart
                worst = c
        # no number is larger than another that is none
        if not farthest <= max(AGREED * size, CANCELLED * pow(rate, k + 2)):
            return _body_of(model, worst)
        rate = max(rate, pow(size, 1.0 / (k + 2)))
    return DONE


cdef int _body_of(Model model, int column) noexcept nogil:
    """The body whose joint has this velocity coordinate."""
    cdef int i = model.nbodies - 1
    while model.iv[i] > column:
        i -= 1
    return i


cdef int _run_fine(Model model, const Call* call, const Kernel* kernel,
                   double* memory) noexcept nogil:
    """`_run_widened`, whose result production has to confirm if the kernel is the spatial form."""
    cdef Call other = call[0]
    cdef int found = _run_widened(model, call, kernel, memory)
    cdef size_t stack = <size_t> (call.r + 1) * model.nv
    if found != DONE or not _checked_by_another(kernel):
        return found
    other.vdot = memory
    other.tau = memory + stack
    memcpy(other.vdot, call.vdot, sizeof(double) * stack)
    memcpy(other.tau, call.tau, sizeof(double) * stack)
    found = _run_widened(model, &other, &kernels[<int> PRODUCTION_FINE], memory + 2 * stack)
    if found != DONE:
        return found
    return _disagreement(model, call.r, <const double*> call.v, <const double*> call.vdot,
                         <const double*> other.vdot)


cdef size_t forward_workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil:
    cdef Call call
    call.r = r
    call.inertial_wrenches = inertial_wrenches
    # any: how much memory is needed at most
    call.wrenches = call.tau_ext = <const void*> model.g
    return max(kernels[<int> PRODUCTION_REAL].workspace(model, r, inertial_wrenches),
               _fine_size(model, &call, &kernels[<int> PRODUCTION_FINE]))


cdef int run_in_doubles(Model model, const Call* call) noexcept nogil:
    return kernels[<int> PRODUCTION_REAL].run(model, call)


cdef int run_forward_dynamics(Model model, const Call* call) noexcept nogil:
    cdef int found = run_in_doubles(model, call)
    if found == DONE:
        return DONE
    return _run_fine(model, call, &kernels[<int> PRODUCTION_FINE], <double*> call.workspace)


cdef size_t fine_workspace_size(Model model, const Call* call, Form form) noexcept nogil:
    return _fine_size(model, call, &kernels[<int> form])


cdef int run_fine(Model model, const Call* call, Form form, double* memory) noexcept nogil:
    return _run_fine(model, call, &kernels[<int> form], memory)


cdef int _run(Model model, Call* call, const Kernel* kernel, size_t scalar,
              Precision precision) except -3:
    """Run the kernel on scratch memory of its own, without the GIL where that pays.

    The number of the body at whose joint it met a singular inertia, or DONE.
    """
    cdef double[STACK] local
    cdef void* memory
    cdef int found
    cdef const Kernel* fine = &kernels[<int> PRODUCTION_FINE]
    if kernel.fine:
        return _run_allocated(model, call, kernel)
    if precision == DOUBLE_DOUBLES:
        return _run_allocated(model, call, fine)
    cdef size_t bytes = LINE + scalar * kernel.workspace(
        model, call.r, call.wrenches != NULL and call.inertial_wrenches)
    cdef bint fits = bytes <= sizeof(local)
    memory = <void*> local if fits else PyMem_RawMalloc(bytes)
    if memory == NULL:
        raise MemoryError(f"{bytes} bytes of workspace for order {call.r}")
    if LIEREF_DEBUG:
        # what a kernel reads before it has written it becomes NaN in its result
        memset(memory, 0xFF, bytes)
    call.workspace = _aligned(memory)
    if fits:
        found = kernel.run(model, call)
    else:
        with nogil:
            found = kernel.run(model, call)
    if not fits:
        PyMem_RawFree(memory)
    if found == DONE:
        return DONE
    if kernel == &kernels[<int> PRODUCTION_REAL] and precision == AS_NEEDED:
        return _run_allocated(model, call, fine)
    return max(found, DONE)


cdef int _run_allocated(Model model, Call* call, const Kernel* kernel) except -3:
    """`_run_fine` on memory of its own, without the GIL."""
    cdef int found
    cdef size_t bytes = sizeof(double) * _fine_size(model, call, kernel)
    cdef void* memory = PyMem_RawMalloc(bytes)
    if memory == NULL:
        raise MemoryError(f"{bytes} bytes of workspace for order {call.r}")
    if LIEREF_DEBUG:
        memset(memory, 0xFF, bytes)
    with nogil:
        found = _run_fine(model, call, kernel, <double*> memory)
    PyMem_RawFree(memory)
    return found
