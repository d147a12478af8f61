# Which recursion of forward and hybrid dynamics runs, in which numbers and on which memory.

# the model is a pointer here: the caller keeps it alive
ctypedef int (*Run)(void*, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One recursion in one build.
cdef struct Kernel:
    Run run
    Workspace workspace

cdef Kernel[9] kernels

include "widened.pxi"

FORMS = {"default": <int> DEFAULT_REAL, "spatial": <int> SPATIAL_REAL,
         "body": <int> BODY_REAL, "hybrid": <int> HYBRID_REAL}

# In which numbers a recursion runs.
cdef enum Precision:
    DOUBLES = 0
    DOUBLE_DOUBLES = 1
    ARBITRARY_PRECISION = 2

cdef Kernel _kernel(str name):
    """The build of a kernel that this processor runs."""
    return Kernel(<Run> entry(name, "RUN", "forward_run"),
                  <Workspace> entry(name, "WORKSPACE", "forward_workspace"))


kernels[<int> DEFAULT_REAL] = _kernel("_h_gabi_wide")
kernels[<int> DEFAULT_COMPLEX] = _kernel("_h_gabi_complex")
kernels[<int> DEFAULT_FINE] = _kernel("_h_gabi_fine")
kernels[<int> SPATIAL_REAL] = _kernel("_gabi_spatial_scalar")
kernels[<int> SPATIAL_COMPLEX] = _kernel("_gabi_spatial_complex")
kernels[<int> BODY_REAL] = _kernel("_gabi_body_scalar")
kernels[<int> BODY_COMPLEX] = _kernel("_gabi_body_complex")
kernels[<int> HYBRID_REAL] = _kernel("_gabi_hybrid_scalar")
kernels[<int> HYBRID_COMPLEX] = _kernel("_gabi_hybrid_complex")


cdef size_t fine_workspace_size(Model model, const Call* call) noexcept nogil:
    return widened_size(model, call, kernels[<int> DEFAULT_FINE].workspace(
        model, call.r, call.wrenches != NULL and call.inertial_wrenches))


cdef int run_fine(Model model, const Call* call, double* memory) noexcept nogil:
    return run_widened(model, <void*> model.fine, call, kernels[<int> DEFAULT_FINE].run, 1,
                       memory)


# Accelerations of two recursions agree to this part of the largest of their order, or of what a
# motion so fast may have canceled: what vanishes exactly is noise in both of them.
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
        # a NaN would compare as not larger
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


cdef size_t forward_workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil:
    return kernels[<int> DEFAULT_REAL].workspace(model, r, inertial_wrenches)


cdef int run_forward_dynamics(Model model, const Call* call) noexcept nogil:
    return kernels[<int> DEFAULT_REAL].run(<void*> model, call)


cdef int _run(Model model, Call* call, const Kernel* kernel, int doubles,
              Precision precision) except -2:
    """Run the kernel on scratch memory of its own, without the GIL where that pays.

    The number of the body at whose joint it met a singular inertia, or DONE.
    """
    cdef double[STACK] local
    cdef int found
    if precision == DOUBLE_DOUBLES:
        return _run_fine(model, call)
    cdef size_t size = doubles * kernel.workspace(
        model, call.r, call.wrenches != NULL and call.inertial_wrenches)
    call.workspace = take(local, size)
    if is_short(size):
        found = kernel.run(<void*> model, call)
    else:
        with nogil:
            found = kernel.run(<void*> model, call)
    release(call.workspace, local)
    return found


cdef int _run_fine(Model model, Call* call) except -2:
    """`run_fine` on memory of its own, without the GIL."""
    cdef int found
    model._in_pairs()
    cdef void* memory = take(NULL, fine_workspace_size(model, call))
    with nogil:
        found = run_fine(model, call, <double*> memory)
    release(memory, NULL)
    return found


cdef inline const Kernel* _choose(object form, int typenum) except NULL:
    cdef int which = 0 if form is DEFAULT else named_option("form", form, FORMS)
    return &kernels[which if typenum == cnp.NPY_DOUBLE else which + 1]


cdef Precision _precision(object digits, object form):
    """The numbers that have so many digits; ShapeError for a form other than the default one, and
    for digits that are no number.
    """
    named_option("form", form, {"default": 0})
    extended.require_digits(digits)
    if digits == DIGITS_OF_DOUBLES:
        return DOUBLES
    return DOUBLE_DOUBLES if digits <= DIGITS_OF_DOUBLE_DOUBLES else ARBITRARY_PRECISION
