"""Forward and hybrid dynamics of many states: `lieref.forward_dynamics` and
`lieref.hybrid_dynamics` for leading axes.
"""

from libc.string cimport memcpy
cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, open_batch
from lieref.dynamics.shared.calls cimport (
    BODY_REAL, DEFAULT_REAL, DIGITS_OF_DOUBLE_DOUBLES, DIGITS_OF_DOUBLES, DONE, HYBRID_REAL,
    SPATIAL_REAL, ForwardCall as Call)
from lieref.model.model cimport Model
from lieref.model.checks cimport MOST_ORDERS, named_option, number_array, shape_of
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.forward import extended
from lieref.model.state_by_state import each_state
from lieref.errors import ShapeError, SingularError
from lieref.model.checks import AXES, BASES

cnp.import_array()

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef int (*Run)(void*, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil
ctypedef int (*Widen)(void*, void*, const Call*, Run, int, double*) noexcept nogil

include "widened.pxi"

cdef Widen widen = <Widen> <void*> run_widened

# One recursion in one build: the default form in lanes, over doubles and over double-doubles,
# the others state by state.
cdef struct Kernel:
    Run run
    Workspace workspace

FORMS = {"default": <int> DEFAULT_REAL, "spatial": <int> SPATIAL_REAL,
         "body": <int> BODY_REAL, "hybrid": <int> HYBRID_REAL}


cdef Kernel _kernel(str name):
    """The build of a kernel that this processor runs."""
    return Kernel(<Run> entry(name, "RUN", "forward_run"),
                  <Workspace> entry(name, "WORKSPACE", "forward_workspace"))


cdef Kernel default = _kernel("_h_gabi_states")
cdef Kernel fine = _kernel("_h_gabi_fine_states")
cdef Kernel spatial = _kernel("_gabi_spatial_scalar")
cdef Kernel body = _kernel("_gabi_body_scalar")
cdef Kernel hybrid = _kernel("_gabi_hybrid_scalar")


# What is the same for every group of a batch.
cdef struct Common:
    void* model
    void* fine                  # the model of double-doubles if they are asked for, else NULL
    Run run
    Call call
    int width                   # lanes
    size_t stack                # doubles to a state of a stack (r + 1, nv)


cdef int _run_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q, v, wrenches, tau_ext, tau and for hybrid dynamics vdot -> vdot, for hybrid dynamics tau.

    0 if a joint of a state is singular.
    """
    cdef const Common* common = <const Common*> context
    cdef Call call = common.call
    cdef size_t bytes = sizeof(double) * common.width * common.stack
    cdef int found
    call.q = inputs[0]
    call.v = inputs[1]
    call.wrenches = inputs[2]
    call.tau_ext = inputs[3]
    call.vdot = outputs[0]
    if call.prescribed == NULL:
        call.tau = <void*> inputs[4]
    else:
        # the kernel writes results into the columns that are not given
        memcpy(outputs[0], inputs[5], bytes)
        memcpy(outputs[1], inputs[4], bytes)
        call.tau = outputs[1]
    call.workspace = workspace
    if common.fine == NULL:
        found = common.run(common.model, &call)
    else:
        found = widen(common.model, common.fine, &call, common.run, common.width,
                      <double*> workspace)
    return -1 if found == DONE else 0


cdef cnp.ndarray _columns(str what, object value, const cnp.npy_intp* shape, object kept):
    """A stack of derivatives, with zeros in the columns that are not read."""
    cdef cnp.ndarray array = number_array(what, value, cnp.NPY_DOUBLE)
    if array.ndim >= 2 and array.shape[array.ndim - 1] == kept.shape[0]:
        array[..., ~kept] = 0
    return state_rows(what, array, 2, shape)


cdef tuple _tree(object alone, Model model, object q, object v, object vdot, object tau,
                 object mask, object base, object wrenches, object wrench_axes, object tau_ext,
                 object form, object digits, int workers):
    """vdot and, for a mask of prescribed coordinates, tau; complete."""
    cdef Batch batch
    cdef Common common
    cdef Kernel kernel
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray prescribed
    cdef bint attitudes
    cdef size_t numbers
    cdef int which = named_option("form", form, FORMS)
    cdef bint doubles = digits is None or digits == DIGITS_OF_DOUBLES
    shape[0] = model.nq
    q_rows = state_rows("q", q, 1, shape)
    shape[0] = model.nv
    v_rows = state_rows("v", v, 1, shape)
    shape[0] = -1
    shape[1] = model.nv
    tau_rows = (state_rows("tau", tau, 2, shape) if mask is None
                else _columns("tau", tau, shape, ~mask))
    orders = tau_rows.shape[tau_rows.ndim - 2]
    if not 1 <= orders < MOST_ORDERS:
        raise ShapeError(f"tau has shape {shape_of(tau_rows)}, expected (..., r + 1, {model.nv}) "
                         f"with an order r from 0 to {MOST_ORDERS - 2}")
    shape[0] = orders
    vdot_rows = None if mask is None else _columns("vdot", vdot, shape, mask)
    common.call.r = <int> orders - 1
    common.call.base = named_option("base", base, BASES)
    common.call.inertial_wrenches = named_option("wrench_axes", wrench_axes, AXES)
    e_rows = None if tau_ext is None else state_rows("tau_ext", tau_ext, 2, shape)
    shape[1] = model.nbodies
    shape[2] = 6
    w_rows = None if wrenches is None else state_rows("wrenches", wrenches, 3, shape)
    torques = (("tau", tau_rows, 2),)
    if mask is not None:
        torques = (("vdot", vdot_rows, 2), *torques, ("prescribed", mask, 0))
    arguments = (("q", q_rows, 1), ("v", v_rows, 1), *torques, ("base", base, 0),
                 ("wrenches", w_rows, 3), ("wrench_axes", wrench_axes, 0), ("tau_ext", e_rows, 2),
                 ("form", form, 0), ("digits", digits, 0))
    axes = batch_shape(arguments)
    found = [np.empty(axes + (orders, model.nv)) for _ in range(1 if mask is None else 2)]
    open_batch(&batch, axes)
    for array, core in ((q_rows, 1), (v_rows, 1), (w_rows, 3), (e_rows, 2), (tau_rows, 2),
                        (vdot_rows, 2)):
        add_rows(&batch, array, core, False)
    for array in found:
        add_rows(&batch, array, 2, True)
    if which != DEFAULT_REAL:
        batch.width = 1
    common.model = <void*> model
    common.width = batch.width
    common.stack = orders * model.nv
    common.call.prescribed = NULL
    if mask is not None:
        prescribed = mask
        common.call.prescribed = <const unsigned char*> cnp.PyArray_DATA(prescribed)
    batch.run = _run_group
    batch.context = &common
    # any: what counts is which are given
    common.call.wrenches = NULL if w_rows is None else <const void*> model
    common.call.tau_ext = NULL if e_rows is None else <const void*> model
    attitudes = w_rows is not None and common.call.inertial_wrenches
    if not doubles:
        model._in_pairs()
        kernel = fine
    elif which == DEFAULT_REAL:
        kernel = default
    else:
        kernel = spatial if which == SPATIAL_REAL else body if which == BODY_REAL else hybrid
    common.run = kernel.run
    common.fine = NULL if doubles else <void*> model.fine
    numbers = kernel.workspace(model, common.call.r, attitudes)
    if not doubles:
        numbers = widened_size(model, &common.call, numbers)
    batch.workspace = sizeof(double) * batch.width * numbers
    compute_batch(&batch, model, alone, arguments, axes, workers, SingularError)
    return tuple(found)


cdef bint _many_digits(object digits, object form) except -1:
    """More than double-doubles have; ShapeError as for a single state."""
    if digits is None:
        return False
    named_option("form", form, {"default": 0})
    extended.require_digits(digits)
    return digits > DIGITS_OF_DOUBLE_DOUBLES


def forward_dynamics(
    alone: Callable[..., Any], model: Any, q: Any, v: Any, tau: Any, base: Any, wrenches: Any,
    wrench_axes: Any, tau_ext: Any, form: Any, digits: Any, workers: Any,
) -> NDArray[np.float64]:
    """`lieref.forward_dynamics` where an argument has leading axes, or with several workers.

    alone: that function, for a single state.
    """
    count = worker_count(workers)
    arguments = (q, v, tau, base, wrenches, wrench_axes, tau_ext, form, digits)
    cores = (1, 1, 2, 0, 3, 0, 2, 0, 0)
    if _many_digits(digits, form):
        return each_state("forward_dynamics", alone, model, arguments, cores)
    return _tree(alone, <Model> model, q, v, None, tau, None, base, wrenches, wrench_axes, tau_ext,
                 form, digits, count)[0]


def hybrid_dynamics(
    alone: Callable[..., Any], Model model not None: Any, q: Any, v: Any, vdot: Any, tau: Any,
    mask: Any, base: Any, wrenches: Any, wrench_axes: Any, tau_ext: Any, form: Any, digits: Any,
    workers: Any,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`lieref.hybrid_dynamics` where an argument has leading axes, or with several workers.

    alone: that function, for a single state; mask: (nv,) booleans, checked.
    """
    cdef cnp.ndarray motion
    cdef int more
    count = worker_count(workers)
    if _many_digits(digits, form):
        return each_state("hybrid_dynamics", alone, model,
                          (q, v, vdot, tau, mask, base, wrenches, wrench_axes, tau_ext, form,
                           digits),
                          (1, 1, 2, 2, 0, 0, 3, 0, 2, 0, 0))
    motion, torque = _tree(alone, model, q, v, vdot, tau, mask, base, wrenches, wrench_axes,
                           tau_ext, form, digits, count)
    more = cnp.PyArray_NDIM(motion) - 2
    speed = np.asarray(v, dtype=np.float64)[..., None, :]
    speed = np.broadcast_to(speed, (<object> motion).shape[:more] + speed.shape[speed.ndim - 2:])
    return np.concatenate((speed, motion), axis=-2), torque
