# The arguments of functions of a motion, checked.

cimport numpy as cnp

from lieref.model.model cimport Model

cdef cnp.ndarray checked_configuration(Model model, object q, int typenum=*)
cdef cnp.ndarray checked_row(Model model, str what, object value, int typenum=*)
cdef cnp.ndarray checked_rows(Model model, str what, object value, int count)
cdef cnp.ndarray checked_wrenches(Model model, object wrenches, int typenum=*)
cdef bint is_body_call(Model model, object base, object wrenches, object wrench_axes) except -1


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
    object named "named_tuple"(object kind, tuple values)
