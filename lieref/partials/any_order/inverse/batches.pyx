"""Partials of inverse dynamics of any order of many states: those with leading axes."""

cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, open_batch
from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderPartialsCall as Call
from lieref.model.checks cimport BODY, MOST_ORDERS, named_option, shape_of
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count
from lieref.dynamics.shared.motion_arguments cimport is_body_call, named

from collections.abc import Callable
from typing import Any

import numpy as np

from lieref.model.state_by_state import each_state
from lieref.errors import NonFiniteError, ShapeError
from lieref.partials.any_order.results import InverseDynamicsOrderPartials
from lieref.model.checks import AXES

cnp.import_array()

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef void (*Run)(void*, const Call*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil


# What is the same for every group of a batch.
cdef struct Common:
    void* model
    int r

# Builds that this processor runs.
cdef Run kernel_run = <Run> entry("_series_partials_states", "RUN", "order_partials_run")
cdef Workspace kernel_workspace = <Workspace> entry(
    "_series_partials_states", "WORKSPACE", "order_partials_workspace")


cdef int _run_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q, v -> dtau_dq, dtau_dv"""
    cdef const Common* common = <const Common*> context
    cdef Call call
    call.r = common.r
    call.series = False
    call.q = inputs[0]
    call.v = inputs[1]
    call.dq = outputs[0]
    call.dv = outputs[1]
    call.workspace = workspace
    kernel_run(common.model, &call)
    return -1


cdef tuple _in_lanes(object alone, Model model, object q, object v, object arguments,
                     int workers):
    """The blocks of base "body" of every state."""
    cdef Batch batch
    cdef Common common
    cdef int n = <int> v.shape[v.ndim - 2] - 1
    axes = batch_shape(arguments)
    dq = np.empty(axes + (n, model.nv, model.nv))
    dv = np.empty(axes + (n, n + 1, model.nv, model.nv))
    open_batch(&batch, axes)
    add_rows(&batch, q, 1, False)
    add_rows(&batch, v, 2, False)
    add_rows(&batch, dq, 3, True)
    add_rows(&batch, dv, 4, True)
    common.model = <void*> model
    common.r = n - 1
    batch.start = NULL
    batch.run = _run_group
    batch.context = &common
    batch.workspace = sizeof(double) * batch.width * kernel_workspace(model, common.r)
    compute_batch(&batch, model, alone, arguments, axes, workers, NonFiniteError)
    return dq, dv


def inverse_order_partials(
    alone: Callable[..., Any], Model model not None, q: Any, v: Any, base: Any, wrenches: Any,
    wrench_axes: Any, workers: Any,
) -> InverseDynamicsOrderPartials:
    """`inverse_dynamics_order_partials`; alone: that function, for a single state."""
    cdef cnp.npy_intp[3] shape
    cdef int threads = worker_count(workers)
    shape[0] = model.nq
    q = state_rows("q", q, 1, shape)
    shape[0] = -2
    shape[1] = model.nv
    v = state_rows("v", v, 2, shape)
    if not 2 <= v.shape[v.ndim - 2] <= MOST_ORDERS:
        raise ShapeError(f"v has shape {shape_of(v)}, expected (..., r + 2, {model.nv}) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")
    named_option("wrench_axes", wrench_axes, AXES)
    if wrenches is not None:
        shape[0] = -1
        shape[1] = model.nbodies
        shape[2] = 6
        wrenches = state_rows("wrenches", wrenches, 3, shape)
    if wrenches is not None or not is_body_call(model, base, None, BODY):
        return each_state("inverse_dynamics_order_partials", alone, model,
                          (q, v, base, wrenches, wrench_axes), (1, 2, 0, 3, 0))
    arguments = (("q", q, 1), ("v", v, 2), ("base", base, 0))
    return named(InverseDynamicsOrderPartials,
                 _in_lanes(alone, model, q, v, arguments, threads))
