# Checks of the arguments of public functions: plain arrays of finite numbers, or a clear error.
# Included by a module that has cimported numpy as cnp and imported np and the errors.

from cpython.mem cimport PyMem_RawMalloc
from libc.string cimport memset

from lieref.algebra.arguments import unknown_word, unmasked
from lieref.deprecated import current_word
from lieref.model.arguments import row_hint
from lieref.model.tree.configuration import require_tree

cdef extern from * nogil:
    """
    #ifndef LIEREF_DEBUG
    #define LIEREF_DEBUG 0
    #endif
    """
    enum: LIEREF_DEBUG

BASES = {"body": 0, "spatial": 1, "hybrid": 2, "mixed": 3}
AXES = {"body": False, "inertial": True}
# The usual options, recognized by identity: literals of one text are one object.
cdef str BODY = "body"
cdef str DEFAULT = "default"
cdef str FINITE = "expected a finite number"
# A quaternion farther from unit norm than this is an error (docs/conventions.md).
cdef double UNIT_NORM = 1e-9
cdef double LEAST_SQUARE = (1 - UNIT_NORM) ** 2
cdef double MOST_SQUARE = (1 + UNIT_NORM) ** 2
# Scratch up to this many doubles lives on the stack; it begins at a cache line, of these bytes. A
# call with so little of it takes some microseconds, which is too short to be worth releasing the
# GIL.
cdef enum:
    STACK = 4096
    LINE = 64
    # fewer numbers are summed up without lanes
    FEW = 128
    # rows of v beyond which k! is no double any more
    MOST_ORDERS = 171
    # a wanted length: that of a batch
    BATCH = -100


cdef inline int _parts(int typenum) noexcept nogil:
    """Doubles to a number of this kind."""
    return 1 if typenum == cnp.NPY_DOUBLE else 2


cdef inline bint _ready(object value, int ndim, int typenum) noexcept:
    """A plain, aligned, contiguous array of native numbers of the wanted kind?"""
    return (cnp.PyArray_CheckExact(value)
            and cnp.PyArray_NDIM(value) == ndim
            and cnp.PyArray_TYPE(value) == typenum
            and cnp.PyArray_ISCARRAY_RO(value))


cdef inline bint _shaped(object value, int ndim, const cnp.npy_intp* shape) noexcept:
    """Has an array these lengths (negative: any)?"""
    cdef int i
    for i in range(ndim):
        if shape[i] >= 0 and (<cnp.ndarray> value).shape[i] != shape[i]:
            return False
    return True


cdef cnp.ndarray _argument(str what, object value, int typenum, int ndim,
                           const cnp.npy_intp* shape):
    """`value` as a checked array: plain memory, `shape` (negative: any), every number finite."""
    cdef cnp.ndarray array = _array(what, value, typenum, ndim, shape)
    _check_finite(what, array, typenum, FINITE)
    return array


cdef inline cnp.ndarray _array(str what, object value, int typenum, int ndim,
                               const cnp.npy_intp* shape):
    """As _argument, but for the finite numbers."""
    if _ready(value, ndim, typenum) and _shaped(value, ndim, shape):
        return <cnp.ndarray> value
    return _made_ready(what, value, typenum, ndim, shape)


cdef cnp.ndarray _made_ready(str what, object value, int typenum, int ndim,
                             const cnp.npy_intp* shape):
    """As _array for what is not such an array yet."""
    cdef cnp.ndarray array = _convert(what, value, typenum)
    if cnp.PyArray_NDIM(array) != ndim or not _shaped(array, ndim, shape):
        expected = ", ".join([_length(shape[i]) for i in range(ndim)])
        raise ShapeError(f"{what} has shape {_shape(array)}, expected "
                         f"({expected}{',' if ndim == 1 else ''}){_hint(what, array, ndim, shape)}")
    return array


cdef str _hint(str what, cnp.ndarray array, int ndim, const cnp.npy_intp* shape):
    """What helps where one row came in place of several."""
    if ndim != 2 or cnp.PyArray_NDIM(array) != 1 or array.shape[0] != shape[1] or shape[0] >= 0:
        return ""
    return row_hint(what)


cdef str _length(cnp.npy_intp wanted):
    """A wanted length in words: -1 for r + 1 and -2 for r + 2, where r follows from the array."""
    if wanted == BATCH:
        return "batch"
    return f"r + {-wanted}" if wanted < 0 else str(wanted)


cdef tuple _shape(cnp.ndarray array):
    return tuple([array.shape[i] for i in range(cnp.PyArray_NDIM(array))])


cdef cnp.ndarray _convert(str what, object value, int typenum):
    """Anything that numpy reads as real (for the complex build also complex) numbers."""
    kinds = "iuf" if typenum == cnp.NPY_DOUBLE else "iufc"
    try:
        array = np.asarray(unmasked(value))
    except (TypeError, ValueError, OverflowError) as error:
        raise ShapeError(f"{what}: not an array of numbers ({error})") from None
    if array.dtype.kind not in kinds:
        raise ShapeError(f"{what} has dtype {array.dtype}, expected real numbers")
    # a long double beyond the range of double becomes inf, which the finiteness check reports
    with np.errstate(over="ignore"):
        return np.array(array, dtype=np.float64 if typenum == cnp.NPY_DOUBLE else np.complex128,
                        order="C", ndmin=0)


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


cdef bint _all_finite(const double* x, Py_ssize_t count) noexcept nogil:
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
    return sum - sum == 0 or _each_finite(x, count)


cdef bint _each_finite(const double* x, Py_ssize_t count) noexcept nogil:
    """As _all_finite for a sum that may have overflowed."""
    cdef Py_ssize_t i
    for i in range(count):
        if x[i] - x[i] != 0:
            return False
    return True


cdef inline Py_ssize_t _entries(object array) noexcept:
    """How many entries an array has; ndarray.size asks numpy."""
    cdef Py_ssize_t count = 1
    cdef int i
    for i in range(cnp.PyArray_NDIM(<cnp.ndarray> array)):
        count *= (<cnp.ndarray> array).shape[i]
    return count


cdef inline bint _is_finite(object array, int typenum) noexcept:
    """Is every number of a plain array finite?"""
    return _all_finite(<const double*> cnp.PyArray_DATA(<cnp.ndarray> array),
                       _entries(array) * _parts(typenum))


cdef inline int _check_finite(str what, cnp.ndarray array, int typenum, str why) except -1:
    """Every number finite, or an error that names the first index that is not."""
    if _is_finite(array, typenum):
        return 0
    return _name_first(what, array, why)


cdef inline int _require_finite(str what, cnp.ndarray array, int typenum=cnp.NPY_DOUBLE) except -1:
    """A result in the range of double, or an error that names the first index that is not."""
    return _check_finite(what, array, typenum, "the motion is beyond the range of double")


cdef int _name_first(str what, cnp.ndarray array, str why) except -1:
    """The error for the first entry that is not finite."""
    index = np.argwhere(~np.isfinite(array))[0]
    place = ", ".join([str(i) for i in index])
    raise NonFiniteError(f"{what}[{place}] is {array[tuple(index)]}, {why}")


def _choice(what, value, choices):
    """The meaning of a named option, or an error that lists the names."""
    if isinstance(value, str) and value in choices:
        return choices[value]
    renamed = current_word(what, value)
    if renamed is not value:
        return _choice(what, renamed, choices)
    raise unknown_word(what, value, choices)


cdef inline int _require_tree(object model) except -1:
    """ArgumentError for what is no tree, with the functions that take it."""
    if not isinstance(model, Model):
        require_tree(model)
    return 0


cdef int _check_quaternions(Model model, cnp.ndarray q, int typenum) except -1:
    """Quaternions of unit norm; of complex ones the real parts."""
    cdef int j, first
    cdef int i = -1
    cdef int step = _parts(typenum)
    # a joint with a quaternion has one coordinate more than velocities
    cdef int left = model.nq - model.nv
    cdef double square
    cdef const double* x = <const double*> cnp.PyArray_DATA(q)
    while left > 0:
        i += 1
        if model.kind[i] < SPHERICAL:
            continue
        left -= 1
        first = model.iq[i] + (3 if model.kind[i] == FREE else 0)
        square = 0
        for j in range(4):
            square += x[step * (first + j)] * x[step * (first + j)]
        if not (LEAST_SQUARE <= square <= MOST_SQUARE):
            raise ConfigurationError(
                f"quaternion q[{first}:{first + 4}] of joint {model.joint_names[i]!r} has norm "
                f"{sqrt(square)!r}, expected 1 within {UNIT_NORM:g}; model.normalize(q) scales it")
    return 0


cdef extern from * nogil:
    """
    #include <stdint.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    /* Ask for huge pages, of 2 MB, where memory has whole ones: passes over many bodies wait for
       the addresses of small pages, and the first one for each page. */
    static inline void lieref_huge_pages(void* memory, size_t bytes)
    {
    #ifdef MADV_HUGEPAGE
        const uintptr_t page = (uintptr_t) 1 << 21, place = (uintptr_t) memory;
        const uintptr_t first = (place + page - 1) / page * page;
        const uintptr_t end = (place + bytes) / page * page;
        if (first < end)
            madvise((void*) first, end - first, MADV_HUGEPAGE);
    #else
        (void) memory; (void) bytes;
    #endif
    }
    """
    void lieref_huge_pages(void* memory, size_t bytes)


cdef inline void* _scratch_memory(void* local, size_t room, size_t bytes) except NULL:
    """Memory of one call: `local`, which has `room` bytes, where that is enough, or allocated."""
    cdef void* memory = local if bytes <= room else PyMem_RawMalloc(bytes)
    if memory == NULL:
        raise MemoryError(f"{bytes} bytes of workspace")
    if memory != local:
        lieref_huge_pages(memory, bytes)
    if LIEREF_DEBUG:
        # what a kernel reads before it has written it becomes NaN in its result
        memset(memory, 0xFF, bytes)
    return memory


cdef inline void* _aligned(void* memory) noexcept nogil:
    """The first cache line at or after memory."""
    return <void*> ((<size_t> memory + LINE - 1) & ~(<size_t> LINE - 1))


cdef inline bint _batched(object value, int core):
    """Has an argument axes before its own `core` ones?"""
    if value is None:
        return False
    if cnp.PyArray_Check(value):
        return cnp.PyArray_NDIM(value) > core
    return _deeper(value, core)


cdef bint _deeper(object value, int core):
    """As _batched for what is no array."""
    try:
        return np.ndim(value) > core
    except ValueError:
        # ragged: the checks of a single state say so
        return False
