"""Loops of a primitive over stacks of vectors or matrices; the loop runs without the GIL."""
import math

import numpy as np

from lieref.algebra.arguments import require_finite_result


cdef object map_one(OneToOne primitive, object x, tuple core_in, tuple core_out, str name):
    # x: contiguous float64 (..., *core_in), checked by the caller
    cdef Py_ssize_t size_in = math.prod(core_in), size_out = math.prod(core_out)
    batch = x.shape[: x.ndim - len(core_in)]
    result = np.empty(batch + core_out)
    cdef const double[::1] source = x.reshape(-1)
    cdef double[::1] target = result.reshape(-1)
    cdef Py_ssize_t n = math.prod(batch), i
    if n:
        with nogil:
            for i in range(n):
                primitive(&source[i * size_in], &target[i * size_out])
    require_finite_result(result, name, len(core_out))
    return result


cdef object map_two(
    TwoToOne primitive, object x, object y, tuple core_x, tuple core_y, tuple core_out,
    str name_x, str name_y,
):
    # x, y: contiguous float64 (..., *core) with one and the same batch shape
    cdef Py_ssize_t size_x = math.prod(core_x), size_y = math.prod(core_y)
    cdef Py_ssize_t size_out = math.prod(core_out)
    batch = x.shape[: x.ndim - len(core_x)]
    result = np.empty(batch + core_out)
    cdef const double[::1] source_x = x.reshape(-1), source_y = y.reshape(-1)
    cdef double[::1] target = result.reshape(-1)
    cdef Py_ssize_t n = math.prod(batch), i
    if n:
        with nogil:
            for i in range(n):
                primitive(&source_x[i * size_x], &source_y[i * size_y], &target[i * size_out])
    require_finite_result(result, f"{name_x}, {name_y}", len(core_out))
    return result
