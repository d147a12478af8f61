# Arguments of forward and hybrid dynamics, checked and entered in a Call; the arrays
# that are returned must outlive it. Included by forward_dynamics.pyx.

cdef inline int _options(Call* call, object base, object wrench_axes) except -1:
    call.base = 0 if base is BODY else named_option("base", base, BASES)
    call.inertial_wrenches = (False if wrench_axes is BODY
                              else named_option("wrench_axes", wrench_axes, AXES))
    return 0


cdef inline cnp.ndarray _state(Model model, Call* call, object q, int typenum):
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nq
    cdef cnp.ndarray array = checked_array("q", q, typenum, 1, shape)
    check_quaternions(model, array, typenum)
    call.q = cnp.PyArray_DATA(array)
    return array


cdef inline cnp.ndarray _velocity(Model model, Call* call, object v, int typenum):
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    cdef cnp.ndarray array = checked_array("v", v, typenum, 1, shape)
    call.v = cnp.PyArray_DATA(array)
    return array


cdef inline cnp.ndarray _stack(Model model, Call* call, str what, object value, int rows,
                               int typenum):
    """(rows, nv) array of derivatives, not yet looked at; rows -1 sets the order r."""
    cdef cnp.npy_intp[2] shape
    shape[0] = rows
    shape[1] = model.nv
    cdef cnp.ndarray array = shaped_array(what, value, typenum, 2, shape)
    if not 1 <= array.shape[0] < MOST_ORDERS:
        raise ShapeError(f"{what} has shape {shape_of(array)}, expected (r + 1, {model.nv}) with "
                         f"an order r from 0 to {MOST_ORDERS - 2}")
    call.r = <int> array.shape[0] - 1
    return array


cdef cnp.ndarray _finite_stack(Model model, Call* call, str what, object value, int rows,
                               int typenum):
    """As _stack, of finite numbers."""
    cdef cnp.ndarray array = _stack(model, call, what, value, rows, typenum)
    check_finite(what, array, typenum, FINITE)
    return array


cdef tuple _loads(Model model, Call* call, object wrenches, object tau_ext, int typenum):
    """The optional loads as checked arrays, which the caller keeps alive."""
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray w_array = None
    cdef cnp.ndarray e_array = None
    shape[0] = call.r + 1
    call.wrenches = NULL
    call.tau_ext = NULL
    if tau_ext is not None:
        shape[1] = model.nv
        e_array = checked_array("tau_ext", tau_ext, typenum, 2, shape)
        call.tau_ext = cnp.PyArray_DATA(e_array)
    if wrenches is not None:
        shape[1] = model.nbodies
        shape[2] = 6
        w_array = checked_array("wrenches", wrenches, typenum, 3, shape)
        call.wrenches = cnp.PyArray_DATA(w_array)
    return w_array, e_array


def _mask(Model model not None, prescribed):
    """`prescribed` as an array of nv booleans."""
    try:
        array = np.asarray(unmasked(prescribed))
    except (TypeError, ValueError) as error:
        raise ShapeError(f"prescribed: not an array of booleans ({error})") from None
    if array.shape != (model.nv,) or array.dtype != np.bool_:
        raise ShapeError(f"prescribed has shape {array.shape} and dtype {array.dtype}, expected "
                         f"({model.nv},) booleans, one for each velocity coordinate")
    return np.ascontiguousarray(array)


def _relevant(str what, value, columns, int typenum):
    """A stack with zeros in the columns that are not read, whatever stands there."""
    array = number_array(what, value, typenum)
    if array.ndim == 2 and array.shape[1] == columns.shape[0]:
        array[:, ~columns] = 0
    return array


cdef _checked(Model model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext):
    """The arguments of the extended path, checked as those of the kernels; vdot None: zeros."""
    cdef Call call
    q = _state(model, &call, q, cnp.NPY_DOUBLE)
    v = _velocity(model, &call, v, cnp.NPY_DOUBLE)
    mask = _mask(model, prescribed)
    tau = _finite_stack(model, &call, "tau", _relevant("tau", tau, ~mask, cnp.NPY_DOUBLE), -1,
                        cnp.NPY_DOUBLE)
    if vdot is None:
        vdot = np.zeros_like(tau)
    else:
        vdot = _finite_stack(model, &call, "vdot", _relevant("vdot", vdot, mask, cnp.NPY_DOUBLE),
                             call.r + 1, cnp.NPY_DOUBLE)
    _options(&call, base, wrench_axes)
    wrenches, tau_ext = _loads(model, &call, wrenches, tau_ext, cnp.NPY_DOUBLE)
    return model, q, v, vdot, tau, mask, base, wrenches, wrench_axes, tau_ext
