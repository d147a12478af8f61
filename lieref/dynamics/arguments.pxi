# Checked arguments of the doors to the kernels: plain arrays of finite numbers, or a clear error.
# Included by a module that has cimported numpy as cnp and imported np and the errors.

cdef inline bint _ready(object value, int ndim, int typenum) noexcept:
    """A plain, aligned, contiguous array of native numbers of the wanted kind?"""
    return (cnp.PyArray_CheckExact(value)
            and cnp.PyArray_NDIM(value) == ndim
            and cnp.PyArray_TYPE(value) == typenum
            and cnp.PyArray_ISCARRAY_RO(value))


cdef cnp.ndarray _argument(str what, object value, int typenum, int ndim,
                           const cnp.npy_intp* shape):
    """`value` as a checked array: plain memory, `shape` (-1: any length), every number finite."""
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
        expected = ", ".join("r + 2" if shape[i] < 0 else str(shape[i]) for i in range(ndim))
        raise ShapeError(f"{what} has shape {_shape(array)}, expected "
                         f"({expected}{',' if ndim == 1 else ''})")
    _check_finite(what, array, typenum, "expected a finite number")
    return array


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


cdef int _check_finite(str what, cnp.ndarray array, int typenum, str why) except -1:
    """Every number finite, or an error that names the first index that is not."""
    cdef Py_ssize_t i
    cdef Py_ssize_t count = array.size * (1 if typenum == cnp.NPY_DOUBLE else 2)
    cdef const double* x = <const double*> cnp.PyArray_DATA(array)
    cdef double total = 0
    # x - x is 0 for a finite x and NaN for every other
    for i in range(count):
        total += x[i] - x[i]
    if total == 0:
        return 0
    index = np.argwhere(~np.isfinite(array))[0]
    place = ", ".join([str(i) for i in index])
    raise NonFiniteError(f"{what}[{place}] is {array[tuple(index)]}, {why}")
