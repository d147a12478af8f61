"""The lower triangle of a joint-space inertia, packed: only what the tree does not make zero."""

cimport numpy as cnp

from lieref.calls cimport entry, release, take
from lieref.dynamics.shared.calls cimport ClosedFormsCall as Call
from lieref.model.model cimport Model
from lieref.model.tree.widths cimport width
from lieref.model.checks cimport check_quaternions, checked_array

import numpy as np
from numpy.typing import ArrayLike, NDArray

cnp.import_array()

ctypedef void (*Run)(Model, const Call*, const Py_ssize_t*, const int*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_composite_lanes_wide", "PACKED_INERTIA", "run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_composite_lanes_wide", "WORKSPACE", "workspace")


cdef tuple _pattern(Model model):
    """Where rows begin (nv + 1,), coordinates above each one (nv,), and the columns of all rows."""
    cdef int i, c, way
    cdef Py_ssize_t at
    cdef cnp.ndarray rows = np.zeros(model.nv + 1, np.intp)
    cdef cnp.ndarray above = np.zeros(model.nv, np.intc)
    cdef cnp.ndarray up = np.empty(model.nv, np.intc)
    cdef Py_ssize_t[::1] begin = rows
    cdef int[::1] count = above
    cdef int[::1] before = up
    for i in range(model.nbodies):
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            # the coordinate before this one in its joint, or the last of the parent's
            before[c] = c - 1
            if c == model.iv[i]:
                before[c] = -1
                if model.parent[i] >= 0:
                    before[c] = model.iv[model.parent[i]] + width(model.kind[model.parent[i]]) - 1
            count[c] = count[before[c]] + 1 if before[c] >= 0 else 0
            begin[c + 1] = begin[c] + count[c] + 1
    cdef cnp.ndarray columns = np.empty(rows[model.nv], np.intc)
    cdef int[::1] column = columns
    for c in range(model.nv):
        way = c
        at = begin[c + 1]
        while way >= 0:
            at -= 1
            column[at] = way
            way = before[way]
    return rows, above, columns


def packed_inertia(
    Model model not None, q: ArrayLike,
) -> tuple[NDArray[np.float64], NDArray[np.intc], NDArray[np.intp]]:
    """Numbers of the lower triangle of H for base "body", their columns, and where rows begin."""
    cdef Call call
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nq
    cdef cnp.ndarray q_array = checked_array("q", q, cnp.NPY_DOUBLE, 1, shape)
    check_quaternions(model, q_array, cnp.NPY_DOUBLE)
    cdef cnp.ndarray rows, above, columns
    rows, above, columns = _pattern(model)
    cdef cnp.ndarray H = np.empty(len(columns))
    call.n = 1
    call.q = cnp.PyArray_DATA(q_array)
    call.v = NULL
    call.H = cnp.PyArray_DATA(H)
    call.A = NULL
    call.first = NULL
    call.workspace = take(NULL, kernel_workspace(model, 1, False))
    with nogil:
        kernel_run(model, &call, <const Py_ssize_t*> cnp.PyArray_DATA(rows),
                   <const int*> cnp.PyArray_DATA(above))
    release(call.workspace, NULL)
    return H, columns, rows
