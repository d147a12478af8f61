# Are all numbers of a large result finite? For doors, after arguments.pxi, which names the culprit.

cdef extern from * nogil:
    """
    #include <stddef.h>
    #include <stdint.h>
    #include <string.h>

    /* An exponent of all ones carries into the sign when one is added; no branch, no chain of
       additions: the compiler turns it into vectors. */
    static int all_finite(const double *x, size_t count)
    {
        uint64_t carried = 0;
        for (size_t i = 0; i < count; i++) {
            uint64_t bits;
            memcpy(&bits, x + i, sizeof bits);
            carried |= (bits & 0x7ff0000000000000u) + 0x0010000000000000u;
        }
        return !(carried >> 63);
    }
    """
    bint all_finite(const double* x, size_t count)


cdef int _require_finite(str what, cnp.ndarray array) except -1:
    """Every number of a real array finite, or NonFiniteError names the first that is not."""
    if all_finite(<const double*> cnp.PyArray_DATA(array), array.size):
        return 0
    return _check_finite(what, array, cnp.NPY_DOUBLE, "the motion is beyond the range of double")
