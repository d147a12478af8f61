"""Loops of a primitive over stacks of vectors or matrices; the loop runs without the GIL."""
import numpy as np

cimport numpy as cnp

from lieref.algebra.arguments import require_finite_result

cnp.import_array()


cdef Py_ssize_t _size(tuple core):
    cdef Py_ssize_t size = 1
    for n in core:
        size *= <Py_ssize_t> n
    return size


cdef object map_one(OneToOne primitive, object x, tuple core_in, tuple core_out, str name):
    # x: contiguous float64 (..., *core_in), checked by the caller
    cdef Py_ssize_t size_in = _size(core_in), size_out = _size(core_out)
    batch = x.shape[: x.ndim - len(core_in)]
    result = np.empty(batch + core_out)
    cdef const double *source = <const double *> cnp.PyArray_DATA(x)
    cdef double *target = <double *> cnp.PyArray_DATA(result)
    cdef Py_ssize_t n = _size(batch), i
    with nogil:
        for i in range(n):
            primitive(source + i * size_in, target + i * size_out)
    require_finite_result(result, name, len(core_out))
    return result


cdef object map_two(
    TwoToOne primitive, object x, object y, tuple core_x, tuple core_y, tuple core_out,
    str name_x, str name_y,
):
    # x, y: contiguous float64 (..., *core) with one and the same batch shape
    cdef Py_ssize_t size_x = _size(core_x), size_y = _size(core_y)
    cdef Py_ssize_t size_out = _size(core_out)
    batch = x.shape[: x.ndim - len(core_x)]
    result = np.empty(batch + core_out)
    cdef const double *source_x = <const double *> cnp.PyArray_DATA(x)
    cdef const double *source_y = <const double *> cnp.PyArray_DATA(y)
    cdef double *target = <double *> cnp.PyArray_DATA(result)
    cdef Py_ssize_t n = _size(batch), i
    with nogil:
        for i in range(n):
            primitive(source_x + i * size_x, source_y + i * size_y, target + i * size_out)
    require_finite_result(result, f"{name_x}, {name_y}", len(core_out))
    return result
