"""Partials of forward dynamics of any order of many states: those with leading axes."""

from libc.string cimport memcpy, memset
cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, open_batch
from lieref.dynamics.shared.calls cimport ForwardCall
from lieref.model.model cimport Model
from lieref.partials.calls cimport OrderPartialsCall as InverseCall
from lieref.partials.calls cimport OrderSolve
from lieref.model.checks cimport BODY, MOST_ORDERS, named_option, shape_of
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count
from lieref.dynamics.shared.motion_arguments cimport is_body_call, named

from collections.abc import Callable
from typing import Any

import numpy as np

from lieref.model.state_by_state import each_state
from lieref.errors import ShapeError, SingularError
from lieref.partials.any_order.results import ForwardDynamicsOrderPartials
from lieref.model.checks import AXES

cnp.import_array()

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef int (*ForwardRun)(void*, const ForwardCall*) noexcept nogil
ctypedef void (*InverseRun)(void*, const InverseCall*) noexcept nogil
ctypedef int (*SolveRun)(void*, const OrderSolve*) noexcept nogil
ctypedef size_t (*ForwardWorkspace)(Model, int, bint) noexcept nogil
ctypedef size_t (*Workspace)(Model, int) noexcept nogil


# What is the same for every group of a batch.
cdef struct Common:
    void* model
    int r
    size_t nv
    size_t width

# Builds that this processor runs.
cdef ForwardRun forward_run = <ForwardRun> entry("_h_gabi_states", "RUN", "forward_run")
cdef ForwardWorkspace forward_workspace = <ForwardWorkspace> entry(
    "_h_gabi_states", "WORKSPACE", "forward_workspace")
cdef InverseRun inverse_run = <InverseRun> entry(
    "_series_partials_states", "RUN", "order_partials_run")
cdef Workspace inverse_workspace = <Workspace> entry(
    "_series_partials_states", "WORKSPACE", "order_partials_workspace")
cdef SolveRun solve_run = <SolveRun> entry("_series_solve_states", "RUN", "order_solve_run")
cdef Workspace solve_workspace = <Workspace> entry(
    "_series_solve_states", "WORKSPACE", "order_partials_workspace")


cdef inline size_t _kept(size_t nv, size_t n) noexcept nogil:
    """Numbers of the motion and of dtau_dv, in whole cache lines."""
    return ((n + 1) * nv * (1 + n * nv) + 7) // 8 * 8


cdef int _run_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q, v, tau -> da_dq, da_dv, da_dtau; 0 if a joint is singular."""
    cdef const Common* common = <const Common*> context
    cdef ForwardCall forward
    cdef InverseCall inverse
    cdef OrderSolve solve
    cdef size_t row = common.nv * common.width
    cdef double* motion = <double*> workspace
    cdef double* blocks = motion + (common.r + 2) * row
    cdef void* rest = motion + _kept(common.nv, common.r + 1) * common.width
    memset(&forward, 0, sizeof(forward))
    inverse.series = False
    memcpy(motion, inputs[1], row * sizeof(double))
    forward.r = inverse.r = solve.r = common.r
    forward.q = inverse.q = inputs[0]
    forward.v = inputs[1]
    forward.tau = <void*> inputs[2]
    forward.vdot = motion + row
    inverse.v = motion
    inverse.dq = solve.dq = outputs[0]
    inverse.dv = blocks
    solve.dv = blocks
    solve.da_dv = outputs[1]
    solve.da_dtau = outputs[2]
    forward.workspace = inverse.workspace = solve.workspace = rest
    if forward_run(common.model, &forward) >= 0:
        return 0
    inverse_run(common.model, &inverse)
    return -1 if solve_run(common.model, &solve) < 0 else 0


cdef tuple _in_lanes(object alone, Model model, tuple arguments, int workers):
    """The blocks of base "body" of every state."""
    cdef Batch batch
    cdef Common common
    cdef int n = <int> arguments[2][1].shape[arguments[2][1].ndim - 2]
    axes = batch_shape(arguments)
    found = (np.empty(axes + (n, model.nv, model.nv)), np.empty(axes + (n, model.nv, model.nv)),
             np.empty(axes + (n, n, model.nv, model.nv)))
    open_batch(&batch, axes)
    for _, array, core in arguments[:3]:
        add_rows(&batch, array, core, False)
    for array, core in zip(found, (3, 3, 4), strict=True):
        add_rows(&batch, array, core, True)
    common.model = <void*> model
    common.r = n - 1
    common.nv = model.nv
    common.width = batch.width
    batch.start = NULL
    batch.run = _run_group
    batch.context = &common
    batch.workspace = sizeof(double) * batch.width * (_kept(common.nv, n) + max(
        forward_workspace(model, common.r, False),
        max(inverse_workspace(model, common.r), solve_workspace(model, common.r))))
    compute_batch(&batch, model, alone, arguments, axes, workers, SingularError)
    return found


def require_orders(n: int, tau: Any) -> None:
    """n rows of tau whose derivatives have factorials, or an error."""
    if not 1 <= n <= MOST_ORDERS - 1:
        raise ShapeError(f"tau has shape {shape_of(tau)}, expected (..., r + 1, nv) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")


def forward_order_partials(
    alone: Callable[..., Any], Model model not None, q: Any, v: Any, tau: Any, base: Any,
    wrenches: Any, wrench_axes: Any, workers: Any,
) -> ForwardDynamicsOrderPartials:
    """`forward_dynamics_order_partials`; alone: that function, for a single state."""
    cdef cnp.npy_intp[3] shape
    cdef int threads = worker_count(workers)
    shape[0] = model.nq
    q = state_rows("q", q, 1, shape)
    shape[0] = model.nv
    v = state_rows("v", v, 1, shape)
    shape[0] = -1
    shape[1] = model.nv
    tau = state_rows("tau", tau, 2, shape)
    require_orders(tau.shape[tau.ndim - 2], tau)
    named_option("wrench_axes", wrench_axes, AXES)
    if wrenches is not None:
        shape[0] = -1
        shape[1] = model.nbodies
        shape[2] = 6
        wrenches = state_rows("wrenches", wrenches, 3, shape)
    if wrenches is not None or not is_body_call(model, base, None, BODY):
        return each_state("forward_dynamics_order_partials", alone, model,
                          (q, v, tau, base, wrenches, wrench_axes), (1, 1, 2, 0, 3, 0))
    arguments = (("q", q, 1), ("v", v, 1), ("tau", tau, 2), ("base", base, 0))
    return named(ForwardDynamicsOrderPartials, _in_lanes(alone, model, arguments, threads))
