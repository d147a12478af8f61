# Arguments with leading axes, one state to each place of them, for the doors to the kernels:
# included behind arguments.pxi by a module that has cimported what state_groups.pxd offers.

cdef enum:
    # more threads than any machine has processors
    MOST_WORKERS = 4096


cdef int _workers(object workers) except -1:
    """A number of threads, or an error."""
    try:
        count = -1 if isinstance(workers, bool) else operator.index(workers)
    except TypeError:
        count = -1
    if count < 1:
        raise ShapeError(f"workers is {workers!r}, expected a positive integer")
    return <int> min(count, MOST_WORKERS)


cdef cnp.ndarray _rows(str what, object value, int core, const cnp.npy_intp* shape):
    """`value` as doubles (..., *shape), negative for any; the last `core` axes contiguous."""
    cdef cnp.ndarray array
    cdef int i, more
    cdef Py_ssize_t step = sizeof(double)
    if (cnp.PyArray_CheckExact(value) and cnp.PyArray_TYPE(value) == cnp.NPY_DOUBLE
            and cnp.PyArray_ISBEHAVED_RO(value)):
        array = value
    else:
        array = _convert(what, value, cnp.NPY_DOUBLE)
    more = cnp.PyArray_NDIM(array) - core
    cdef bint fits = more >= 0
    for i in range(core):
        fits = fits and (shape[i] < 0 or array.shape[more + i] == shape[i])
    if not fits:
        expected = ", ".join(_length(shape[i]) for i in range(core))
        raise ShapeError(f"{what} has shape {_shape(array)}, expected (..., {expected})")
    for i in range(core - 1, -1, -1):
        if array.shape[more + i] != 1 and array.strides[more + i] != step:
            return np.ascontiguousarray(array)
        step *= array.shape[more + i]
    return array


def _batch_shape(arguments):
    """The axes of the batch that the arguments (what, array or None, core) share."""
    shapes = {what: array.shape[:array.ndim - core]
              for what, array, core in arguments if array is not None}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        listed = ", ".join(f"{what} {shape}" for what, shape in shapes.items())
        raise ShapeError(f"leading axes do not broadcast: {listed}") from None


def _check_quaternion_rows(Model model not None, q):
    """As _check_quaternions, for every state."""
    for index in np.ndindex(q.shape[:q.ndim - 1]):
        try:
            _check_quaternions(model, np.ascontiguousarray(q[index]), cnp.NPY_DOUBLE)
        except ConfigurationError as error:
            raise ConfigurationError(f"state {_place(index)}: {error}") from None


cdef str _place(object index):
    """An index in words"""
    return "[" + ", ".join([str(i) for i in index]) + "]"


cdef cnp.ndarray _quaternion_places(Model model):
    """Where in q the quaternions begin."""
    return np.array([model.iq[i] + (3 if model.kind[i] == FREE else 0)
                     for i in range(model.nbodies) if model.kind[i] >= SPHERICAL], dtype=np.intc)


cdef inline bint _unit_quaternions(const int* places, Py_ssize_t count, const double* q,
                                   int width) noexcept nogil:
    """Whether those of a group of states are of unit norm; q in lanes."""
    cdef Py_ssize_t i
    cdef int j, lane
    cdef const double* x
    cdef double[MOST_WIDTH] norm
    cdef bint fine = True
    for i in range(count):
        x = q + places[i] * width
        for lane in range(width):
            norm[lane] = 0
        for j in range(4):
            for lane in range(width):
                norm[lane] += x[j * width + lane] * x[j * width + lane]
        for lane in range(width):
            norm[lane] = sqrt(norm[lane])
            fine = fine and 1 - UNIT_NORM <= norm[lane] <= 1 + UNIT_NORM
    return fine
