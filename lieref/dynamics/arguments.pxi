# Checked arguments of the doors to the kernels: plain arrays of finite numbers, or a clear error.
# Included by a module that has cimported numpy as cnp and imported np and the errors.

cdef extern from * nogil:
    """
    #ifndef LIEREF_DEBUG
    #define LIEREF_DEBUG 0
    #endif
    """
    enum: LIEREF_DEBUG

BASES = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
AXES = {"body": False, "inertial": True}
# The usual options, recognised by identity: literals of one text are one object.
cdef str BODY = "body"
cdef str PRODUCTION = "production"
# A quaternion farther from unit norm than this is an error (docs/conventions.md).
cdef double UNIT_NORM = 1e-9
# Scratch up to this many doubles lives on the stack; it begins at a cache line, of these bytes. A
# call with so little of it takes some microseconds, which is too short to hand on the GIL.
cdef enum:
    STACK = 4096
    LINE = 64
    # rows of v beyond which k! is no double any more
    MOST_ORDERS = 171


cdef inline bint _ready(object value, int ndim, int typenum) noexcept:
    """A plain, aligned, contiguous array of native numbers of the wanted kind?"""
    return (cnp.PyArray_CheckExact(value)
            and cnp.PyArray_NDIM(value) == ndim
            and cnp.PyArray_TYPE(value) == typenum
            and cnp.PyArray_ISCARRAY_RO(value))


cdef cnp.ndarray _argument(str what, object value, int typenum, int ndim,
                           const cnp.npy_intp* shape):
    """`value` as a checked array: plain memory, `shape` (negative: any), every number finite."""
    cdef cnp.ndarray array
    cdef int i
    if _ready(value, ndim, typenum):
        array = value
    else:
        array = _convert(what, value, typenum)
    cdef bint fits = cnp.PyArray_NDIM(array) == ndim
    for i in range(ndim):
        fits = fits and (shape[i] < 0 or array.shape[i] == shape[i])
    if not fits:
        expected = ", ".join([_length(shape[i]) for i in range(ndim)])
        raise ShapeError(f"{what} has shape {_shape(array)}, expected "
                         f"({expected}{',' if ndim == 1 else ''})")
    _check_finite(what, array, typenum, "expected a finite number")
    return array


cdef str _length(cnp.npy_intp wanted):
    """A wanted length in words: -1 for r + 1 and -2 for r + 2, where r follows from the array."""
    return f"r + {-wanted}" if wanted < 0 else str(wanted)


cdef tuple _shape(cnp.ndarray array):
    return tuple([array.shape[i] for i in range(cnp.PyArray_NDIM(array))])


cdef cnp.ndarray _convert(str what, object value, int typenum):
    """Anything that numpy reads as real (for the complex build also complex) numbers."""
    kinds = "iuf" if typenum == cnp.NPY_DOUBLE else "iufc"
    try:
        array = np.asarray(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise ShapeError(f"{what}: not an array of numbers ({error})") from None
    if array.dtype.kind not in kinds:
        raise ShapeError(f"{what} has dtype {array.dtype}, expected real numbers")
    # a long double beyond the range of double becomes inf, which the finiteness check reports
    with np.errstate(over="ignore"):
        return np.array(array, dtype=np.float64 if typenum == cnp.NPY_DOUBLE else np.complex128,
                        order="C", ndmin=0)


cdef inline bint _all_finite(const double* x, Py_ssize_t count) noexcept nogil:
    """Is every number finite? x - x is 0 for a finite x and NaN for every other."""
    # sums that do not wait for one another
    cdef double[4] sums
    cdef Py_ssize_t i, j
    for j in range(4):
        sums[j] = 0
    for i in range(0, count - 3, 4):
        for j in range(4):
            sums[j] += x[i + j] - x[i + j]
    for i in range(count // 4 * 4, count):
        sums[0] += x[i] - x[i]
    return (sums[0] + sums[1]) + (sums[2] + sums[3]) == 0


cdef int _check_finite(str what, cnp.ndarray array, int typenum, str why) except -1:
    """Every number finite, or an error that names the first index that is not."""
    cdef Py_ssize_t count = array.size * (1 if typenum == cnp.NPY_DOUBLE else 2)
    if _all_finite(<const double*> cnp.PyArray_DATA(array), count):
        return 0
    index = np.argwhere(~np.isfinite(array))[0]
    place = ", ".join([str(i) for i in index])
    raise NonFiniteError(f"{what}[{place}] is {array[tuple(index)]}, {why}")


def _choice(what, value, choices):
    """The meaning of a named option, or an error that lists the names."""
    if isinstance(value, str) and value in choices:
        return choices[value]
    names = ", ".join([repr(name) for name in choices])
    raise ShapeError(f"{what} is {value!r}, expected one of {names}")


cdef int _check_quaternions(Model model, cnp.ndarray q, int typenum) except -1:
    """Quaternions of unit norm; of complex ones the real parts."""
    cdef int i, j, first
    cdef int step = 1 if typenum == cnp.NPY_DOUBLE else 2
    cdef double norm
    cdef const double* x = <const double*> cnp.PyArray_DATA(q)
    for i in range(model.nbodies):
        if model.kind[i] < SPHERICAL:
            continue
        first = model.iq[i] + (3 if model.kind[i] == FREE else 0)
        norm = 0
        for j in range(4):
            norm += x[step * (first + j)] * x[step * (first + j)]
        norm = sqrt(norm)
        if not (1 - UNIT_NORM <= norm <= 1 + UNIT_NORM):
            raise ConfigurationError(
                f"quaternion q[{first}:{first + 4}] of joint {model.joint_names[i]!r} has norm "
                f"{norm!r}, expected 1 within {UNIT_NORM:g}; model.normalize(q) scales it")
    return 0


cdef inline void* _aligned(void* memory) noexcept nogil:
    """The first cache line at or after memory."""
    return <void*> ((<size_t> memory + LINE - 1) & ~(<size_t> LINE - 1))


cdef inline bint _batched(object value, int core):
    """Has an argument axes before its own `core` ones?"""
    if value is None:
        return False
    if cnp.PyArray_Check(value):
        return cnp.PyArray_NDIM(value) > core
    try:
        return np.ndim(value) > core
    except ValueError:
        # ragged: the checks of a single state say so
        return False
