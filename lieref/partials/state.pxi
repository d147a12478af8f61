# The arguments of the partial derivatives of a motion, checked. Included after arguments.pxi.

cdef cnp.ndarray _configuration(Model model, object q):
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nq
    cdef cnp.ndarray array = _argument("q", q, cnp.NPY_DOUBLE, 1, shape)
    _check_quaternions(model, array, cnp.NPY_DOUBLE)
    return array


cdef cnp.ndarray _row(Model model, str what, object value):
    """One number for each velocity coordinate."""
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    return _argument(what, value, cnp.NPY_DOUBLE, 1, shape)


cdef cnp.ndarray _rows_of(Model model, str what, object value, int count):
    """So many rows of one number for each velocity coordinate."""
    cdef cnp.npy_intp[2] shape
    shape[0] = count
    shape[1] = model.nv
    return _argument(what, value, cnp.NPY_DOUBLE, 2, shape)


cdef cnp.ndarray _wrenches(Model model, object wrenches):
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nbodies
    shape[1] = 6
    return _argument("wrenches", wrenches, cnp.NPY_DOUBLE, 2, shape)


cdef bint _plain(Model model, object base, object wrenches, object wrench_axes) except -1:
    """Is this what a kernel computes: base "body" or as good as, and no inertial wrenches?"""
    cdef int i
    cdef bint body = base is BODY or _choice("base", base, BASES) == 0
    if not (wrench_axes is BODY or not _choice("wrench_axes", wrench_axes, AXES)
            or wrenches is None):
        return False
    if body:
        return True
    for i in range(model.nbodies):
        if model.kind[i] == FREE and model.parent[i] < 0:
            return False
    return True


cdef extern from *:
    """
    /* A NamedTuple is a tuple of another type: made as tuple.__new__ does, without the call. */
    static PyObject *named_tuple(PyObject *kind, PyObject *values)
    {
        PyObject *arguments = PyTuple_Pack(1, values), *result = NULL;
        if (arguments != NULL) {
            result = PyTuple_Type.tp_new((PyTypeObject *) kind, arguments, NULL);
            Py_DECREF(arguments);
        }
        return result;
    }
    """
    object _named "named_tuple"(object kind, tuple values)


def _in_range(function, *arguments):
    """function(*arguments) of checked arguments: what is not finite on the way is beyond range."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            return function(*arguments)
    except NonFiniteError:
        raise NonFiniteError("the motion is beyond the range of double") from None
