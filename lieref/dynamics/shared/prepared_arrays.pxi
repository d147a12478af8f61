# Arrays that a prepared call takes as they are. Included after arguments.pxi.


cdef inline double* _numbers(object array) noexcept:
    return <double*> cnp.PyArray_DATA(<cnp.ndarray> array)


cdef inline bint _apart(object first, object second) noexcept:
    """Have two plain arrays of doubles no byte in common?"""
    return (_numbers(first) + _entries(first) <= _numbers(second)
            or _numbers(second) + _entries(second) <= _numbers(first))


cdef inline bint _vector(object value, int count, object out) noexcept:
    """A plain (count,) array of finite doubles, apart from out?"""
    return (_ready(value, 1, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == count
            and _is_finite(value, cnp.NPY_DOUBLE) and _apart(value, out))


cdef inline bint _matrix(object value, int rows, int columns, object out) noexcept:
    """A plain (rows, columns) array of doubles, apart from out?

    Its numbers all go into the result, which would not be finite if one of them were not.
    """
    return (_ready(value, 2, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == rows
            and (<cnp.ndarray> value).shape[1] == columns and _apart(value, out))


cdef inline bint _loads(object value, int rows, int bodies, object out) noexcept:
    """A plain (rows, bodies, 6) array of finite doubles, apart from out?"""
    return (_ready(value, 3, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == rows
            and (<cnp.ndarray> value).shape[1] == bodies and (<cnp.ndarray> value).shape[2] == 6
            and _is_finite(value, cnp.NPY_DOUBLE) and _apart(value, out))
