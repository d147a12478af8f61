"""The arguments of functions of a motion, checked."""

cimport numpy as cnp

from lieref.model.checks cimport BODY, check_quaternions, checked_array, named_option
from lieref.model.model cimport FREE, Model

from collections.abc import Callable
from typing import Any

import numpy as np

from lieref.errors import NonFiniteError
from lieref.model.checks import AXES, BASES

cnp.import_array()


cdef cnp.ndarray checked_configuration(Model model, object q, int typenum=cnp.NPY_DOUBLE):
    """q, with quaternions of unit norm."""
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nq
    cdef cnp.ndarray array = checked_array("q", q, typenum, 1, shape)
    check_quaternions(model, array, typenum)
    return array


cdef cnp.ndarray checked_row(Model model, str what, object value,
                             int typenum=cnp.NPY_DOUBLE):
    """One number for each velocity coordinate."""
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    return checked_array(what, value, typenum, 1, shape)


cdef cnp.ndarray checked_rows(Model model, str what, object value, int count):
    """So many rows of one number for each velocity coordinate."""
    cdef cnp.npy_intp[2] shape
    shape[0] = count
    shape[1] = model.nv
    return checked_array(what, value, cnp.NPY_DOUBLE, 2, shape)


cdef cnp.ndarray checked_wrenches(Model model, object wrenches, int typenum=cnp.NPY_DOUBLE):
    """One wrench on each body."""
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nbodies
    shape[1] = 6
    return checked_array("wrenches", wrenches, typenum, 2, shape)


cdef bint is_body_call(Model model, object base, object wrenches, object wrench_axes) except -1:
    """Is this what a kernel computes: base "body" or as good as, and no inertial wrenches?"""
    cdef int i
    cdef bint body = base is BODY or named_option("base", base, BASES) == 0
    if not (wrench_axes is BODY or not named_option("wrench_axes", wrench_axes, AXES)
            or wrenches is None):
        return False
    if body:
        return True
    for i in range(model.nbodies):
        if model.kind[i] == FREE and model.parent[i] < 0:
            return False
    return True


def in_range(function: Callable[..., Any], *arguments: Any) -> Any:
    """function(*arguments) of checked arguments: what is not finite on the way is beyond range."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return function(*arguments)
    except NonFiniteError:
        raise NonFiniteError("the motion is beyond the range of double") from None
