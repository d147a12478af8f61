"""Arguments with leading axes, one state to each place of them, and batches of states."""

cimport numpy as cnp

from lieref.algebra.scalars.state_groups cimport NO_FAILURE, NO_MEMORY, Batch, run_batch
from lieref.model.checks cimport (
    LEAST_SQUARE, MOST_SQUARE, length_in_words, number_array, shape_of)
from lieref.model.model cimport FREE, SPHERICAL, Model

import operator

import numpy as np

from lieref.errors import ShapeError
from lieref.model.state_by_state import raise_first

cnp.import_array()

cdef enum:
    # more threads than any machine has processors
    MOST_WORKERS = 4096


cdef int worker_count(object workers) except -1:
    """A number of threads, or an error."""
    try:
        count = -1 if isinstance(workers, bool) else operator.index(workers)
    except TypeError:
        count = -1
    if count < 1:
        raise ShapeError(f"workers is {workers!r}, expected a positive integer")
    return <int> min(count, MOST_WORKERS)


cdef cnp.ndarray state_rows(str what, object value, int core, const cnp.npy_intp* shape):
    """`value` as doubles (..., *shape), negative for any; the last `core` axes contiguous."""
    cdef cnp.ndarray array
    cdef int i, more
    cdef Py_ssize_t step = sizeof(double)
    if (cnp.PyArray_CheckExact(value) and cnp.PyArray_TYPE(value) == cnp.NPY_DOUBLE
            and cnp.PyArray_ISBEHAVED_RO(value)):
        array = value
    else:
        array = number_array(what, value, cnp.NPY_DOUBLE)
    more = cnp.PyArray_NDIM(array) - core
    cdef bint fits = more >= 0
    for i in range(core):
        fits = fits and (shape[i] < 0 or array.shape[more + i] == shape[i])
    if not fits:
        expected = ", ".join([length_in_words(shape[i]) for i in range(core)])
        raise ShapeError(f"{what} has shape {shape_of(array)}, expected (..., {expected})")
    for i in range(core - 1, -1, -1):
        if array.shape[more + i] != 1 and array.strides[more + i] != step:
            return np.ascontiguousarray(array)
        step *= array.shape[more + i]
    return array


cdef object batch_shape(object arguments):
    """The axes of the batch that the arguments (what, array or None, core) share.

    Options have core 0.
    """
    shapes = {what: array.shape[:array.ndim - core]
              for what, array, core in arguments if core and array is not None}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        listed = ", ".join([f"{what} {shape}" for what, shape in shapes.items()])
        raise ShapeError(f"leading axes do not broadcast: {listed}") from None


cdef int compute_batch(Batch* batch, Model model, object function, object arguments, object axes,
                       int workers, object edge) except -1:
    """Run a batch that is filled in, or raise the error of the first state that failed.

    The first input is q. function: the one of a single state, which takes the arguments (what,
    array or option, core) in their order. Where it finds no fault, the roundings of lanes decided,
    and the error is an `edge`.
    """
    cdef Py_ssize_t failed
    cdef cnp.ndarray places = np.array(
        [model.iq[i] + (3 if model.kind[i] == FREE else 0)
         for i in range(model.nbodies) if model.kind[i] >= SPHERICAL], dtype=np.intc)
    batch.quaternions = <const int*> cnp.PyArray_DATA(places)
    batch.quaternion_count = places.size
    batch.least_square = LEAST_SQUARE
    batch.most_square = MOST_SQUARE
    with nogil:
        failed = run_batch(batch, workers)
    if failed == NO_MEMORY:
        raise MemoryError(f"{batch.workspace} bytes of workspace")
    if failed == NO_FAILURE:
        return 0
    last = min(failed + batch.width, batch.states) - 1
    raise_first(function, model, arguments, axes, range(failed, last + 1))
    raise edge(f"states {state_index(failed, axes)} to {state_index(last, axes)}: one of them is "
               "so close to where the single call fails that roundings decide")


cdef str state_index(Py_ssize_t state, object axes):
    """A state's index in words"""
    return "[" + ", ".join([str(i) for i in np.unravel_index(state, axes)]) + "]"
