# Checks of the arguments of compiled public functions: plain arrays of finite numbers, or a clear
# error. What a usual call passes is inlined, the rest is in checks.pyx.

cimport numpy as cnp

from lieref.model.model cimport Model

# The usual options, recognized by identity: literals of one text are one object.
cdef str BODY
cdef str DEFAULT
cdef str FINITE
# Squares of the norms that a quaternion may have (docs/conventions.md).
cdef double LEAST_SQUARE
cdef double MOST_SQUARE
cdef enum:
    # fewer numbers are summed up without lanes
    FEW = 128
    # rows of v beyond which k! is no double any more
    MOST_ORDERS = 171
    # a wanted length: that of a batch
    BATCH = -100

cdef cnp.ndarray converted(str what, object value, int typenum, int ndim,
                           const cnp.npy_intp* shape)
cdef str length_in_words(cnp.npy_intp wanted)
cdef tuple shape_of(cnp.ndarray array)
cdef cnp.ndarray number_array(str what, object value, int typenum)
cdef bint each_finite(const double* x, Py_ssize_t count) noexcept nogil
cdef int raise_not_finite(str what, cnp.ndarray array, str why) except -1
cdef object named_option(str what, object value, dict choices)
cdef int raise_no_tree(object model) except -1
cdef int check_quaternions(Model model, cnp.ndarray q, int typenum) except -1
cdef bint is_deeper(object value, int core)


cdef inline int doubles_each(int typenum) noexcept nogil:
    """Doubles to a number of this kind."""
    return 1 if typenum == cnp.NPY_DOUBLE else 2


cdef inline bint is_plain(object value, int ndim, int typenum) noexcept:
    """A plain, aligned, contiguous array of native numbers of the wanted kind?"""
    return (cnp.PyArray_CheckExact(value)
            and cnp.PyArray_NDIM(value) == ndim
            and cnp.PyArray_TYPE(value) == typenum
            and cnp.PyArray_ISCARRAY_RO(value))


cdef inline bint has_shape(object value, int ndim, const cnp.npy_intp* shape) noexcept:
    """Has an array these lengths (negative: any)?"""
    cdef int i
    for i in range(ndim):
        if shape[i] >= 0 and (<cnp.ndarray> value).shape[i] != shape[i]:
            return False
    return True


cdef inline cnp.ndarray shaped_array(str what, object value, int typenum, int ndim,
                                     const cnp.npy_intp* shape):
    """As checked_array, but for the finite numbers."""
    if is_plain(value, ndim, typenum) and has_shape(value, ndim, shape):
        return <cnp.ndarray> value
    return converted(what, value, typenum, ndim, shape)


cdef extern from * nogil:
    """
    /* A sum without lanes: one over two numbers that were written one by one, as those of a short
       result have been just now, waits until they have reached the cache. Eight sums by name: an
       array of them would be in memory. */
    static inline double lieref_sum_of_few(const volatile double* x, Py_ssize_t count)
    {
        double a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
        Py_ssize_t i = 0;
        for (; i + 8 <= count; i += 8) {
            a += x[i];
            b += x[i + 1];
            c += x[i + 2];
            d += x[i + 3];
            e += x[i + 4];
            f += x[i + 5];
            g += x[i + 6];
            h += x[i + 7];
        }
        for (; i < count; i++)
            a += x[i];
        return ((a + b) + (c + d)) + ((e + f) + (g + h));
    }
    """
    double lieref_sum_of_few(const double* x, Py_ssize_t count)


cdef inline bint all_finite(const double* x, Py_ssize_t count) noexcept nogil:
    """Is every number finite? Their sum is not if one of them is not."""
    # sums that do not wait for one another
    cdef double[8] sums
    cdef double sum = 0
    cdef Py_ssize_t i, j
    cdef Py_ssize_t lanes = 0
    if count >= FEW:
        lanes = count & ~7
        for j in range(8):
            sums[j] = 0
        for i in range(0, lanes, 8):
            for j in range(8):
                sums[j] += x[i + j]
        for j in range(8):
            sum += sums[j]
    sum += lieref_sum_of_few(x + lanes, count - lanes)
    return sum - sum == 0 or each_finite(x, count)


cdef inline Py_ssize_t entry_count(object array) noexcept:
    """How many entries an array has; ndarray.size asks numpy."""
    cdef Py_ssize_t count = 1
    cdef int i
    for i in range(cnp.PyArray_NDIM(<cnp.ndarray> array)):
        count *= (<cnp.ndarray> array).shape[i]
    return count


cdef inline bint is_finite(object array, int typenum) noexcept:
    """Is every number of a plain array finite?"""
    return all_finite(<const double*> cnp.PyArray_DATA(<cnp.ndarray> array),
                      entry_count(array) * doubles_each(typenum))


cdef inline int check_finite(str what, cnp.ndarray array, int typenum, str why) except -1:
    """Every number finite, or an error that names the first index that is not."""
    if is_finite(array, typenum):
        return 0
    return raise_not_finite(what, array, why)


cdef inline int require_double_range(str what, cnp.ndarray array,
                                     int typenum=cnp.NPY_DOUBLE) except -1:
    """A result in the range of double, or an error that names the first index that is not."""
    return check_finite(what, array, typenum, "the motion is beyond the range of double")


cdef inline cnp.ndarray checked_array(str what, object value, int typenum, int ndim,
                                      const cnp.npy_intp* shape):
    """`value` as a checked array: plain memory, `shape` (negative: any), every number finite."""
    cdef cnp.ndarray array = shaped_array(what, value, typenum, ndim, shape)
    check_finite(what, array, typenum, FINITE)
    return array


cdef inline int check_tree(object model) except -1:
    """ArgumentError for what is no tree, with the functions that take it."""
    if not isinstance(model, Model):
        raise_no_tree(model)
    return 0


cdef inline bint is_batched(object value, int core):
    """Has an argument axes before its own `core` ones?"""
    if value is None:
        return False
    if cnp.PyArray_Check(value):
        return cnp.PyArray_NDIM(value) > core
    return is_deeper(value, core)
