# Arrays that a prepared call takes as they are.


cdef inline double* _numbers(object array) noexcept:
    return <double*> cnp.PyArray_DATA(<cnp.ndarray> array)


cdef inline bint _apart(object first, object second) noexcept:
    """Have two plain arrays of doubles no byte in common?"""
    return (_numbers(first) + entry_count(first) <= _numbers(second)
            or _numbers(second) + entry_count(second) <= _numbers(first))


cdef inline bint _vector(object value, int count, object out) noexcept:
    """A plain (count,) array of finite doubles, apart from out?"""
    return (is_plain(value, 1, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == count
            and is_finite(value, cnp.NPY_DOUBLE) and _apart(value, out))


cdef inline bint _matrix(object value, int rows, int columns, object out) noexcept:
    """A plain (rows, columns) array of doubles, apart from out?

    Its numbers all go into the result, which would not be finite if one of them were not.
    """
    return (is_plain(value, 2, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == rows
            and (<cnp.ndarray> value).shape[1] == columns and _apart(value, out))


cdef inline bint _loads(object value, int rows, int bodies, object out) noexcept:
    """A plain (rows, bodies, 6) array of finite doubles, apart from out?"""
    return (is_plain(value, 3, cnp.NPY_DOUBLE) and (<cnp.ndarray> value).shape[0] == rows
            and (<cnp.ndarray> value).shape[1] == bodies and (<cnp.ndarray> value).shape[2] == 6
            and is_finite(value, cnp.NPY_DOUBLE) and _apart(value, out))
