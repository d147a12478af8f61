# Are all numbers of a result finite? For doors, after arguments.pxi, which names the culprit.


cdef int _require_finite(str what, cnp.ndarray array) except -1:
    """Every number of a real array finite, or NonFiniteError names the first that is not."""
    return _check_finite(what, array, cnp.NPY_DOUBLE, "the motion is beyond the range of double")
