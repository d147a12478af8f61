# Inverse dynamics with proven bounds: the default recursion in double-doubles gives the value, the
# same recursion in balls how far it may be from the exact result. docs/bounds.md has the proof.

# Factorials beyond 22! are no doubles.
cdef int LAST_BOUNDED = 20

# Radii of the arguments, each of the shape of its argument; NULL for zeros.
cdef struct Radii:
    const double* q
    const double* v
    const double* wrenches
    const double* tau_ext

# With several orders in a register, and for order 0 one number at a time.
cdef Kernel double_doubles = _kernel("_h_grne_fine")
cdef Kernel balls = _kernel("_h_grne_ball")
cdef Kernel single_double_doubles = _kernel("_h_grne_fine_single")
cdef Kernel single_balls = _kernel("_h_grne_ball_single")


cdef inline const Kernel* _pair_kernel(bint in_balls, int r) noexcept nogil:
    if r == 0:
        return &single_balls if in_balls else &single_double_doubles
    return &balls if in_balls else &double_doubles


cdef double* _pair_memory(Model model, const Call* call) except NULL:
    """Memory for `_run_pairs`: of both recursions, whose lanes are as many."""
    cdef size_t rows = call.r + 1
    cdef size_t pairs = model.nq + (4 * rows + 1) * model.nv + 6 * rows * model.nbodies
    pairs += _pair_kernel(True, call.r).workspace(
        model, call.r, call.wrenches != NULL and call.inertial_wrenches)
    return <double*> take(NULL, 2 * pairs + LINE // sizeof(double))


cdef double* _paired(const void* given, const double* radii, size_t count,
                     double** free) noexcept nogil:
    """Numbers and radii as pairs in the next free memory; NULL stays."""
    cdef size_t i
    cdef const double* x = <const double*> given
    cdef double* out = free[0]
    if given == NULL:
        return NULL
    for i in range(count):
        out[2 * i] = x[i]
        out[2 * i + 1] = 0 if radii == NULL else radii[i]
    free[0] = out + 2 * count
    return out


cdef double* _run_pairs(bint in_balls, Model numbers, const Call* call, const Radii* radii,
                        double* memory) noexcept nogil:
    """Run a recursion over pairs on a model of such constants; return its forces, in memory."""
    cdef Call its = call[0]
    cdef size_t rows = call.r + 1
    cdef size_t nv = numbers.nv
    cdef size_t wrenches = 6 * <size_t> numbers.nbodies
    its.q = _paired(call.q, radii.q, numbers.nq, &memory)
    its.v = _paired(call.v, radii.v, (rows + 1) * nv, &memory)
    its.wrenches = _paired(call.wrenches, radii.wrenches, rows * wrenches, &memory)
    its.tau_ext = _paired(call.tau_ext, radii.tau_ext, rows * nv, &memory)
    its.tau = memory
    # at a cache line
    its.workspace = cache_aligned(memory + 2 * rows * nv)
    _pair_kernel(in_balls, call.r).run(numbers, &its)
    return <double*> its.tau


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
    cdef Model numbers, fine
    if call.r > LAST_BOUNDED:
        raise ShapeError(f"v has {call.r + 2} rows, expected at most {LAST_BOUNDED + 2} with "
                         "bounds=True")
    bound = np.zeros((call.r + 1, model.nv))
    if model.nbodies == 0:
        return tau, bound
    bounds = <double*> cnp.PyArray_DATA(<cnp.ndarray> bound)
    kept = {name: radii_of(input_radius, name, array) for name, array in arguments.items()}
    radii.q = _numbers(kept["q"])
    radii.v = _numbers(kept["v"])
    radii.wrenches = _numbers(kept["wrenches"])
    radii.tau_ext = _numbers(kept["tau_ext"])
    numbers, fine = model.in_balls(), model._in_pairs()
    memory = _pair_memory(model, call)
    with nogil:
        pairs = _run_pairs(True, numbers, call, &radii, memory)
        for i in range(count):
            bounds[i] = pairs[2 * i + 1]
            if given:
                widen(&values[i], &bounds[i], pairs[2 * i])
        if not given:
            pairs = _run_pairs(False, fine, call, &radii, memory)
            for i in range(count):
                enclose(pairs[2 * i], pairs[2 * i + 1], &values[i], &bounds[i])
    release(memory, NULL)
    return tau, bound


cdef const double* _numbers(object array):
    return NULL if array is None else <const double*> cnp.PyArray_DATA(<cnp.ndarray> array)


cdef object _state_with_bounds(object model, object q, object v, object base, object wrenches,
                               object wrench_axes, object tau_ext, object form, object workers,
                               object bounds, object input_radius):
    """Inverse dynamics of one state with bounds; refuses what has none."""
    if not bounds_wanted(bounds, input_radius, ("q", "v", "wrenches", "tau_ext")):
        return inverse_dynamics(model, q, v, base, wrenches, wrench_axes, tau_ext, form, workers)
    if form != "default":
        raise ArgumentError(f'form = {form!r}, expected "default" with bounds=True')
    if (workers is not ONE or is_batched(q, 1) or is_batched(v, 2) or is_batched(wrenches, 3)
            or is_batched(tau_ext, 2)):
        raise ShapeError("bounds=True takes one state; call it for each state of a batch")
    return _call(<Model> model, q, v, base, wrenches, wrench_axes, tau_ext, form,
                 cnp.NPY_DOUBLE, True, input_radius)


def paired_inverse_dynamics(
    Model model not None, q: ArrayLike, v: ArrayLike, second: ArrayLike, bint in_balls,
    base: Base = "body", wrenches: ArrayLike | None = None, wrench_axes: Axes = "body",
    tau_ext: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """Inverse dynamics in double-doubles, or in balls, of arguments that were checked before.

    second (r + 2, nv): the trailing parts of v, or its radii. Returns pairs (r + 1, nv, 2): leading
    and trailing parts, or midpoints and radii, the latter before they are multiplied by OUTWARD.
    """
    cdef Call call
    cdef Radii radii
    cdef double* memory
    cdef const double* pairs
    cdef cnp.npy_intp[3] shape
    kept = [None if x is None else np.ascontiguousarray(x, dtype=np.float64)
            for x in (q, v, wrenches, tau_ext, second)]
    call.r = len(v) - 2
    call.base = named_option("base", base, BASES)
    call.inertial_wrenches = named_option("wrench_axes", wrench_axes, AXES)
    call.q = _numbers(kept[0])
    call.v = _numbers(kept[1])
    call.wrenches = _numbers(kept[2])
    call.tau_ext = _numbers(kept[3])
    radii.q = radii.wrenches = radii.tau_ext = NULL
    radii.v = _numbers(kept[4])
    shape[0], shape[1], shape[2] = call.r + 1, model.nv, 2
    out = cnp.PyArray_ZEROS(3, shape, cnp.NPY_DOUBLE, 0)
    memory = _pair_memory(model, &call)
    pairs = _run_pairs(in_balls, model.in_balls() if in_balls else model._in_pairs(), &call, &radii,
                       memory)
    memcpy(cnp.PyArray_DATA(out), pairs, 2 * sizeof(double) * shape[0] * shape[1])
    release(memory, NULL)
    return out


cdef Model _weightless(Model model, Model numbers, cnp.ndarray physics):
    """The same constants in weightlessness, without joint torques but those of armature.

    physics: memory that the caller keeps, nv Coordinates.
    """
    cdef Model out = numbers._of_pairs(numbers._kernel_table, numbers._link_table)
    cdef Coordinate* coordinate = <Coordinate*> cnp.PyArray_DATA(physics)
    cdef int c
    out.g[0] = out.g[1] = out.g[2] = 0
    if model.physics != NULL:
        for c in range(model.nv):
            coordinate[c].armature = model.physics[c].armature
        out.physics = coordinate
    return out


def inertia_in_pairs(
    Model model not None, q: ArrayLike, base: Base, radius: NDArray[np.float64] | None,
    bint in_balls,
) -> NDArray[np.float64]:
    """H (nv, nv, 2) in balls or double-doubles, of checked arguments; radius (nq,) of q or None.

    Column j is the force that a unit acceleration j asks for in weightlessness. Radii are those
    before they are multiplied by OUTWARD.
    """
    cdef Call call
    cdef Radii radii
    cdef double* memory
    cdef double* unit
    cdef double* H
    cdef const double* pairs
    cdef int nv = model.nv, i, j
    physics = np.zeros(nv * sizeof(Coordinate), dtype=np.uint8)
    cdef Model numbers = _weightless(
        model, model.in_balls() if in_balls else model._in_pairs(), physics)
    q = np.ascontiguousarray(q, dtype=np.float64)
    v = np.zeros((2, nv))
    call.r = 0
    call.base = named_option("base", base, BASES)
    call.inertial_wrenches = False
    call.q = _numbers(q)
    call.v = _numbers(v)
    call.wrenches = call.tau_ext = NULL
    radii.q = _numbers(radius)
    radii.v = radii.wrenches = radii.tau_ext = NULL
    out = np.zeros((nv, nv, 2))
    H = <double*> cnp.PyArray_DATA(<cnp.ndarray> out)
    unit = <double*> cnp.PyArray_DATA(<cnp.ndarray> v) + nv
    memory = _pair_memory(model, &call)
    for j in range(nv):
        unit[j] = 1
        pairs = _run_pairs(in_balls, numbers, &call, &radii, memory)
        unit[j] = 0
        for i in range(j + 1):
            memcpy(H + 2 * (i * nv + j), pairs + 2 * i, 2 * sizeof(double))
            memcpy(H + 2 * (j * nv + i), pairs + 2 * i, 2 * sizeof(double))
    release(memory, NULL)
    return out


def bounded_inertia(
    H: NDArray[np.float64], model: Model, q: NDArray[np.float64], base: Base,
    input_radius: ArrayLike | Mapping[str, ArrayLike] | None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """H (nv, nv) of doubles, corrected, and the bounds of its error, of checked arguments."""
    if model.nv == 0:
        return H, np.zeros_like(H)
    found = inertia_in_pairs(model, q, base, radii_of(input_radius, "q", q), True)
    fine = inertia_in_pairs(model, q, base, None, False) if input_radius is None else None
    return enclosed(H, found, fine)
