"""Inverse dynamics of many states: `lieref.inverse_dynamics` for leading axes."""

cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, ahead_of, open_batch
from lieref.dynamics.shared.calls cimport InverseCall as Call
from lieref.model.model cimport Model
from lieref.model.checks cimport MOST_ORDERS, named_option, shape_of
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.errors import NonFiniteError, ShapeError
from lieref.model.checks import AXES, BASES

cnp.import_array()

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef void (*Run)(void*, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil

# One recursion in one build, which takes `width` states at once, 0 for as many as lanes hold.
cdef struct Kernel:
    Run run
    Workspace workspace
    int width

FORMS = {"default": -1, "spatial": 0, "body": 1, "hybrid": 2}


cdef Kernel _kernel(str name, int width):
    """The build of a kernel that this processor runs."""
    return Kernel(<Run> entry(name, "RUN", "run"),
                  <Workspace> entry(name, "WORKSPACE", "workspace"), width)


# The default form in lanes; the others state by state, at order 0 and beyond.
cdef Kernel lanes = _kernel("_h_grne_states", 0)
cdef Kernel[3][2] others
cdef int form
cdef str module
for form, module in enumerate(("_spatial", "_body", "_hybrid")):
    others[form][0] = _kernel(module + "_scalar", 1)
    others[form][1] = _kernel(module + "_wide", 1)


# What is the same for every group of a batch.
cdef struct Shared:
    void* model
    Run run
    Call call


cdef int _run_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q, v, wrenches, tau_ext -> tau"""
    cdef const Shared* shared = <const Shared*> context
    cdef Call call = shared.call
    call.q = inputs[0]
    call.v = inputs[1]
    call.wrenches = inputs[2]
    call.tau_ext = inputs[3]
    call.tau = outputs[0]
    call.workspace = workspace
    call.ahead = ahead_of(workspace)
    shared.run(shared.model, &call)
    return -1


cdef cnp.ndarray _tree(object alone, Model model, object q, object v, object base,
                       object wrenches, object wrench_axes, object tau_ext, object form,
                       int workers):
    cdef Batch batch
    cdef Shared shared
    cdef Kernel kernel
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray tau
    cdef int which = named_option("form", form, FORMS)
    shape[0] = model.nq
    q_rows = state_rows("q", q, 1, shape)
    shape[0] = -2
    shape[1] = model.nv
    v_rows = state_rows("v", v, 2, shape)
    orders = v_rows.shape[v_rows.ndim - 2]
    if not 2 <= orders <= MOST_ORDERS:
        raise ShapeError(f"v has shape {shape_of(v_rows)}, expected (..., r + 2, {model.nv}) with "
                         f"an order r from 0 to {MOST_ORDERS - 2}")
    shared.call.r = <int> orders - 2
    shared.call.base = named_option("base", base, BASES)
    shared.call.inertial_wrenches = named_option("wrench_axes", wrench_axes, AXES)
    shape[0] = orders - 1
    e_rows = None if tau_ext is None else state_rows("tau_ext", tau_ext, 2, shape)
    shape[1] = model.nbodies
    shape[2] = 6
    w_rows = None if wrenches is None else state_rows("wrenches", wrenches, 3, shape)
    arguments = (("q", q_rows, 1), ("v", v_rows, 2), ("base", base, 0), ("wrenches", w_rows, 3),
                 ("wrench_axes", wrench_axes, 0), ("tau_ext", e_rows, 2), ("form", form, 0))
    axes = batch_shape(arguments)
    tau = np.empty(axes + (orders - 1, model.nv))
    open_batch(&batch, axes)
    for array, core in ((q_rows, 1), (v_rows, 2), (w_rows, 3), (e_rows, 2)):
        add_rows(&batch, array, core, False)
    add_rows(&batch, tau, 2, True)
    kernel = lanes if which < 0 else others[which][shared.call.r > 0]
    if kernel.width > 0:
        batch.width = kernel.width
    shared.model = <void*> model
    shared.run = kernel.run
    batch.run = _run_group
    batch.asks = True
    batch.context = &shared
    batch.workspace = sizeof(double) * batch.width * kernel.workspace(
        model, shared.call.r, w_rows is not None and shared.call.inertial_wrenches)
    compute_batch(&batch, model, alone, arguments, axes, workers, NonFiniteError)
    return tau


def inverse_dynamics(
    alone: Callable[..., Any], model: Any, q: Any, v: Any, base: Any, wrenches: Any,
    wrench_axes: Any, tau_ext: Any, form: Any, workers: Any,
) -> NDArray[np.float64]:
    """`lieref.inverse_dynamics` where an argument has leading axes, or with several workers.

    alone: that function, for a single state.
    """
    count = worker_count(workers)
    return _tree(alone, <Model> model, q, v, base, wrenches, wrench_axes, tau_ext, form, count)
