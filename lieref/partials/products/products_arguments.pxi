# Arguments of the products of one state, checked and entered in a Call. Included by products.pyx.

cdef cnp.ndarray _directions(Model model, str what, object value):
    """One row for each velocity coordinate, or any number of such rows."""
    cdef cnp.ndarray array
    if is_plain(value, 1, cnp.NPY_DOUBLE) or is_plain(value, 2, cnp.NPY_DOUBLE):
        array = value
    else:
        array = number_array(what, value, cnp.NPY_DOUBLE)
    cdef int ndim = cnp.PyArray_NDIM(array)
    if ndim not in (1, 2) or array.shape[ndim - 1] != model.nv:
        raise ShapeError(f"{what} has shape {shape_of(array)}, expected ({model.nv},) or "
                         f"(k, {model.nv})")
    check_finite(what, array, cnp.NPY_DOUBLE, FINITE)
    return array


cdef tuple _alike(Model model, tuple names, tuple values):
    """Directions that belong together: as many of each."""
    arrays = tuple([_directions(model, name, x) for name, x in zip(names, values)])
    for name, array in zip(names, arrays):
        if array.shape != arrays[0].shape:
            raise ShapeError(f"{name} has shape {array.shape}, expected {arrays[0].shape}, that "
                             f"of {names[0]}")
    return arrays


cdef bint _body(Model model, object base, object wrench_axes) except -1:
    """Is the base's velocity in body representation, or free of a choice? Both must be words."""
    if wrench_axes is not BODY:
        named_option("wrench_axes", wrench_axes, AXES)
    return is_body_call(model, base, None, BODY)


cdef tuple _state(Model model, object q, object v, object a, object wrenches):
    return (checked_configuration(model, q), checked_row(model, "v", v), checked_row(model, "a", a),
            None if wrenches is None else checked_wrenches(model, wrenches))


cdef int _fill(Call* call, tuple state, object wrench_axes) except -1:
    """The state of a call; the caller keeps its arrays alive."""
    q, v, a, wrenches = state
    call.q = cnp.PyArray_DATA(<cnp.ndarray> q)
    call.v = cnp.PyArray_DATA(<cnp.ndarray> v)
    call.a = cnp.PyArray_DATA(<cnp.ndarray> a)
    call.wrenches = NULL if wrenches is None else cnp.PyArray_DATA(<cnp.ndarray> wrenches)
    call.inertial_wrenches = wrench_axes is not BODY and AXES[wrench_axes]
    return 0


cdef inline int _count(cnp.ndarray array) noexcept:
    return <int> array.shape[0] if cnp.PyArray_NDIM(array) == 2 else 1
