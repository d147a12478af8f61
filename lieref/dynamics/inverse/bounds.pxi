# Inverse dynamics with proven bounds: the default recursion in double-doubles gives the value, the
# same recursion in balls how far it may be from the exact result. docs/bounds.md has the proof.

# What the radii of balls are of those of double-doubles, ball.h, and what the radii's own roundings
# take from them.
cdef double DOUBLE_DOUBLE_SHARE = 2.0**-47
cdef double OUTWARD = 1 + 2.0**-19
# Factorials beyond 22! are no doubles.
cdef int LAST_BOUNDED = 20

# Radii of the arguments, each of the shape of its argument; NULL for zeros.
cdef struct Radii:
    const double* q
    const double* v
    const double* wrenches
    const double* tau_ext

cdef Kernel double_doubles = _kernel("_h_grne_fine")
cdef Kernel balls = _kernel("_h_grne_ball")


cdef double* _pair_memory(Model model, const Call* call) except NULL:
    """Memory for `_run_pairs`: of both recursions, whose lanes are as many."""
    cdef size_t rows = _order(call) + 1
    cdef size_t pairs = model.nq + (4 * rows + 1) * model.nv + 6 * rows * model.nbodies
    pairs += balls.workspace(model, _order(call), call.wrenches != NULL and call.inertial_wrenches)
    memory = <double*> PyMem_RawMalloc(2 * sizeof(double) * pairs + LINE)
    if memory == NULL:
        raise MemoryError(f"{pairs} pairs of workspace for order {call.r}")
    return memory


# The recursions keep several orders in a register and need two of them.
cdef inline int _order(const Call* call) noexcept nogil:
    return max(call.r, 1)


cdef double* _paired(const void* given, const double* radii, size_t count, size_t places,
                     double** free) noexcept nogil:
    """Numbers and radii as pairs in the next free memory, zeros after them; NULL stays."""
    cdef size_t i
    cdef const double* x = <const double*> given
    cdef double* out = free[0]
    if given == NULL:
        return NULL
    for i in range(count):
        out[2 * i] = x[i]
        out[2 * i + 1] = 0 if radii == NULL else radii[i]
    for i in range(2 * count, 2 * places):
        out[i] = 0
    free[0] = out + 2 * places
    return out


cdef double* _run_pairs(const Kernel* kernel, Model numbers, const Call* call, const Radii* radii,
                        double* memory) noexcept nogil:
    """Run a recursion over pairs on a model of such constants; return its forces, in memory."""
    cdef Call its = call[0]
    cdef size_t given = call.r + 1
    cdef size_t rows = _order(call) + 1
    cdef size_t nv = numbers.nv
    cdef size_t wrenches = 6 * <size_t> numbers.nbodies
    its.r = _order(call)
    its.q = _paired(call.q, radii.q, numbers.nq, numbers.nq, &memory)
    its.v = _paired(call.v, radii.v, (given + 1) * nv, (rows + 1) * nv, &memory)
    its.wrenches = _paired(call.wrenches, radii.wrenches, given * wrenches, rows * wrenches,
                           &memory)
    its.tau_ext = _paired(call.tau_ext, radii.tau_ext, given * nv, rows * nv, &memory)
    its.tau = memory
    # at a cache line
    its.workspace = _aligned(memory + 2 * rows * nv)
    kernel.run(numbers, &its)
    return <double*> its.tau


cdef void _enclose(double hi, double lo, double* value, double* bound) noexcept nogil:
    """A double-double and the radius of its ball, in bound, as a double and its error's bound."""
    cdef double rounded = hi + lo
    cdef double rest = lo - (rounded - hi)
    cdef double least = (fabs(rest) + DOUBLE_DOUBLE_SHARE * bound[0]) * OUTWARD
    if least < INFINITY and isfinite(rounded):
        value[0] = rounded
        bound[0] = least
    else:
        # the value of doubles stays
        bound[0] = INFINITY


cdef tuple _bounded(Model model, const Call* call, cnp.ndarray tau, dict arguments,
                    object input_radius):
    """tau and the bounds of its error, of these arguments or of all within a radius of them."""
    cdef bint given = input_radius is not None
    cdef Radii radii
    cdef double* values = <double*> cnp.PyArray_DATA(tau)
    cdef double* bounds
    cdef double* memory
    cdef const double* pairs
    cdef size_t count = (<size_t> call.r + 1) * model.nv
    cdef size_t i
    cdef Model in_balls
    if call.r > LAST_BOUNDED:
        raise ShapeError(f"v has {call.r + 2} rows, expected at most {LAST_BOUNDED + 2} with "
                         "bounds=True")
    bound = np.zeros((call.r + 1, model.nv))
    if model.nbodies == 0:
        return tau, bound
    bounds = <double*> cnp.PyArray_DATA(<cnp.ndarray> bound)
    kept = {name: _radii(input_radius, name, array) for name, array in arguments.items()}
    radii.q = _numbers(kept["q"])
    radii.v = _numbers(kept["v"])
    radii.wrenches = _numbers(kept["wrenches"])
    radii.tau_ext = _numbers(kept["tau_ext"])
    in_balls = model.in_balls()
    memory = _pair_memory(model, call)
    with nogil:
        pairs = _run_pairs(&balls, in_balls, call, &radii, memory)
        for i in range(count):
            bounds[i] = pairs[2 * i + 1]
            if given:
                values[i] = pairs[2 * i]
                bounds[i] = bounds[i] * OUTWARD if bounds[i] < INFINITY else INFINITY
        if not given:
            pairs = _run_pairs(&double_doubles, model.fine, call, &radii, memory)
            for i in range(count):
                _enclose(pairs[2 * i], pairs[2 * i + 1], &values[i], &bounds[i])
    PyMem_RawFree(memory)
    return tau, bound


cdef object _radii(object given, str name, object array):
    """The radii of one argument as an array of its shape, or None for zeros."""
    if isinstance(given, Mapping):
        given = given.get(name)
    if given is None or array is None:
        return None
    shape = array.shape
    try:
        radii = np.array(np.broadcast_to(np.asarray(given, dtype=np.float64), shape), order="C")
    except (TypeError, ValueError):
        raise ShapeError(f"input_radius of {name}: {given!r}, expected numbers that broadcast to "
                         f"{shape}") from None
    if not (radii >= 0).all():
        raise ArgumentError(f"input_radius of {name}: {given!r}, expected numbers from 0 on")
    return radii


cdef const double* _numbers(object array):
    return NULL if array is None else <const double*> cnp.PyArray_DATA(<cnp.ndarray> array)


cdef object _state_with_bounds(object model, object q, object v, object base, object wrenches,
                               object wrench_axes, object tau_ext, object form, object workers,
                               object bounds, object input_radius):
    """Inverse dynamics of one state with bounds; refuses what has none."""
    if not bounds:
        raise ArgumentError("input_radius needs bounds=True")
    if not isinstance(model, Model):
        raise ArgumentError(f"bounds=True takes a Model, not {type(model).__name__}")
    if form != "default":
        raise ArgumentError(f'form = {form!r}, expected "default" with bounds=True')
    if isinstance(input_radius, Mapping):
        unknown = sorted(set(map(str, input_radius)) - {"q", "v", "wrenches", "tau_ext"})
        if unknown:
            raise ArgumentError(f'input_radius has {unknown[0]!r}, expected "q", "v", "wrenches" '
                                'or "tau_ext"')
    if (workers is not ONE or _batched(q, 1) or _batched(v, 2) or _batched(wrenches, 3)
            or _batched(tau_ext, 2)):
        raise ShapeError("bounds=True takes one state; call it for each state of a batch")
    return _call(<Model> model, q, v, base, wrenches, wrench_axes, tau_ext, form,
                 cnp.NPY_DOUBLE, True, input_radius)
