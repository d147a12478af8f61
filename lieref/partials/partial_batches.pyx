"""First partial derivatives of many states: the public functions for leading axes."""

from libc.string cimport memcpy, memset
cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, GroupRun, GroupStart, add_rows, open_batch
from lieref.dynamics.shared.calls cimport ForwardCall
from lieref.model.model cimport Model
from lieref.partials.calls cimport Solve
from lieref.partials.calls cimport PartialsCall as InverseCall
from lieref.dynamics.shared.batches cimport (
    batch_shape, compute_batch, state_index, state_rows, worker_count)
from lieref.dynamics.shared.motion_arguments cimport is_body_call, named

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from lieref.dynamics.forward.roots import add_taken, resting_roots
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.model.state_by_state import raise_first
from lieref.errors import NonFiniteError, SingularError
from lieref.partials.coordinates import represented
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.results import ForwardDynamicsPartials, InverseDynamicsPartials

cnp.import_array()

include "state_batches.pxi"

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef void (*InverseRun)(void*, const InverseCall*) noexcept nogil
ctypedef int (*ForwardRun)(void*, const ForwardCall*) noexcept nogil
ctypedef int (*SolveRun)(void*, const Solve*) noexcept nogil
ctypedef void (*LoadsRun)(void*, const double*, const double*, double*, double*) noexcept nogil
ctypedef size_t (*ForwardWorkspace)(Model, int, bint) noexcept nogil


# What the methods that are computed in lanes are called.
LANES = ("idsva", "fdsva")

# Builds that this processor runs.
cdef InverseRun inverse_run = <InverseRun> entry("_idsva_states", "RUN", "partials_run")
cdef Workspace inverse_workspace = <Workspace> entry(
    "_idsva_states", "WORKSPACE", "partials_workspace")
cdef SolveRun solve_run = <SolveRun> entry("_fdsva_states", "RUN", "solve_run")
cdef Workspace solve_workspace = <Workspace> entry(
    "_fdsva_states", "WORKSPACE", "partials_workspace")
cdef LoadsRun loads_run = <LoadsRun> entry("_inertial_wrenches_states", "RUN", "loads_run")
cdef Workspace loads_workspace = <Workspace> entry(
    "_inertial_wrenches_states", "WORKSPACE", "partials_workspace")
cdef ForwardRun forward_run = <ForwardRun> entry("_h_gabi_states", "RUN", "forward_run")
cdef ForwardWorkspace forward_workspace = <ForwardWorkspace> entry(
    "_h_gabi_states", "WORKSPACE", "forward_workspace")


cdef int _inverse_group(const void* context, const double** inputs, double** outputs,
                        void* workspace) noexcept nogil:
    """q, v, a, wrenches -> dtau_dq, dtau_dv, dtau_da"""
    cdef const Common* common = <const Common*> context
    cdef InverseCall call
    call.q = inputs[0]
    call.v = inputs[1]
    call.a = inputs[2]
    call.wrenches = inputs[3]
    call.dq = outputs[0]
    call.dv = outputs[1]
    call.da = outputs[2]
    call.workspace = workspace
    inverse_run(common.model, &call)
    return -1


cdef int _forward_group(const void* context, const double** inputs, double** outputs,
                        void* workspace) noexcept nogil:
    """q, v, tau, wrenches -> da_dq, da_dv, da_dtau; 0 if a joint is singular."""
    cdef const Common* common = <const Common*> context
    cdef ForwardCall forward
    cdef InverseCall call
    cdef Solve solve
    cdef size_t matrix = <size_t> common.nv * common.nv * common.width
    cdef double* H = <double*> workspace
    cdef double* a = H + matrix
    cdef double* rest = a + common.nv * common.width
    memset(&forward, 0, sizeof(forward))
    forward.q = inputs[0]
    forward.v = inputs[1]
    forward.tau = <void*> inputs[2]
    forward.wrenches = inputs[3]
    forward.vdot = a
    forward.workspace = rest
    if forward_run(common.model, &forward) >= 0:
        return 0
    # the solves write entries that the partials of inverse dynamics do not
    _clear(context, outputs, workspace)
    memset(H, 0, matrix * sizeof(double))
    call.q = inputs[0]
    call.v = inputs[1]
    call.a = a
    call.wrenches = inputs[3]
    call.dq = outputs[0]
    call.dv = outputs[1]
    call.da = H
    call.workspace = rest
    inverse_run(common.model, &call)
    solve.H = H
    solve.dq = outputs[0]
    solve.dv = outputs[1]
    solve.da_dtau = outputs[2]
    solve.workspace = rest
    return -1 if solve_run(common.model, &solve) < 0 else 0


cdef size_t _forward_scratch(Model model) noexcept nogil:
    """Number of reals that _forward_group needs."""
    cdef size_t passes = max(forward_workspace(model, 0, False),
                             max(inverse_workspace(model), solve_workspace(model)))
    return <size_t> model.nv * (model.nv + 1) + passes


cdef int _solve_group(const void* context, const double** inputs, double** outputs,
                      void* workspace) noexcept nogil:
    """dtau_dq, dtau_dv, H -> da_dq, da_dv, da_dtau; 0 if H is not known to be positive."""
    cdef const Common* common = <const Common*> context
    cdef Solve solve
    cdef size_t bytes = <size_t> common.nv * common.nv * common.width * sizeof(double)
    memcpy(outputs[0], inputs[1], bytes)
    memcpy(outputs[1], inputs[2], bytes)
    memset(outputs[2], 0, bytes)
    solve.H = inputs[3]
    solve.dq = outputs[0]
    solve.dv = outputs[1]
    solve.da_dtau = outputs[2]
    solve.workspace = workspace
    return -1 if solve_run(common.model, &solve) < 0 else 0


cdef int _loads_group(const void* context, const double** inputs, double** outputs,
                      void* workspace) noexcept nogil:
    """q, wrenches -> dy_dq of inertial wrenches"""
    cdef const Common* common = <const Common*> context
    loads_run(common.model, inputs[0], inputs[1], <double*> workspace, outputs[0])
    return -1


cdef tuple _matrices(Model model, Many many, tuple rows, GroupRun run, GroupStart start,
                     size_t scratch, int count):
    """So many results (nv, nv) of a run"""
    cdef Task task = _task(run, start, scratch)
    task.common.matrices = count
    return _in_lanes(model, &task, many, rows, ((model.nv, model.nv),) * count)


cdef object _represented(Model model, Many many, tuple arguments, object base,
                         object wrench_axes):
    """Partials of inverse dynamics; base or wrench_axes make a difference. (q, v, a, wrenches)"""

    def run(model, q, v, a, loads):
        found = _matrices(model, many, ((q, 1), (v, 1), (a, 1), (loads, 2)), _inverse_group, _clear,
                          inverse_workspace(model), 3)
        return named(InverseDynamicsPartials, found)

    def run_loads(model, q, loads):
        return _matrices(model, many, ((q, 1), (loads, 2)), _loads_group, _clear,
                         loads_workspace(model), 1)[0]

    # what overflows is reported as an error
    with np.errstate(over="ignore", invalid="ignore"):
        return represented.first(run, model, *arguments[:3], base, arguments[3], wrench_axes,
                                 run_loads, many.workers)


cdef tuple _chain_rule(Model model, Many many, str dynamics, tuple arguments, object base,
                       object wrench_axes):
    """The three matrices by kernels over hyper-dual numbers, state by state and in threads."""
    count = int(np.prod(many.axes))
    given = tuple([(array, core) for _, array, core in arguments])
    _require_states(model, many, given)
    flat = tuple([None if array is None else array.reshape((count,) + array.shape[len(many.axes):])
                  for array in many.spread(arguments)])
    try:
        # what overflows is reported as an error
        with np.errstate(over="ignore", invalid="ignore"):
            found = chain_rule.first_of_many(model, dynamics, flat, (base, wrench_axes),
                                             many.workers)
    except chain_rule.StateError as error:
        many.refuse(model, error.args[0])
    return tuple([x.reshape(many.axes + x.shape[1:]) for x in found])


def inverse_partials(
    single: Callable[..., Any], model: Model, state: tuple[ArrayLike, ArrayLike, ArrayLike],
    wrenches: ArrayLike | None, options: tuple[str, str, str], workers: int,
) -> Any:
    """`inverse_dynamics_partials`; state (q, v, a), options (base, wrench_axes, method)."""
    cdef int threads = worker_count(workers)
    cdef Many many
    base, wrench_axes, method = options
    rows, loads = _arguments(model, ("v", "a"), state, wrenches)
    arguments = (*rows, ("base", base, 0), loads, ("wrench_axes", wrench_axes, 0),
                 ("method", method, 0))
    plain = is_body_call(model, base, wrenches, wrench_axes)
    many = Many(single, arguments, threads, NonFiniteError)
    given = tuple([(array, core) for _, array, core in (*rows, loads)])
    if method not in LANES:
        return named(InverseDynamicsPartials,
                     _chain_rule(model, many, "inverse", (*rows, loads), base, wrench_axes))
    if plain:
        return named(InverseDynamicsPartials,
                     _matrices(model, many, given, _inverse_group, _clear,
                               inverse_workspace(model), 3))
    _require_states(model, many, given)
    found = _represented(model, many, many.spread((*rows, loads)), base, wrench_axes)
    _require_states(model, many, (given[0], *[(x, 2) for x in found]))
    return found


def forward_partials(
    single: Callable[..., Any], model: Model, state: tuple[ArrayLike, ArrayLike, ArrayLike],
    wrenches: ArrayLike | None, options: tuple[str, str, str], workers: int,
) -> Any:
    """`forward_dynamics_partials`; state (q, v, tau), options (base, wrench_axes, method)."""
    cdef int threads = worker_count(workers)
    cdef Many many
    base, wrench_axes, method = options
    rows, loads = _arguments(model, ("v", "tau"), state, wrenches)
    arguments = (*rows, ("base", base, 0), loads, ("wrench_axes", wrench_axes, 0),
                 ("method", method, 0))
    plain = is_body_call(model, base, wrenches, wrench_axes)
    many = Many(single, arguments, threads, SingularError)
    given = tuple([(array, core) for _, array, core in (*rows, loads)])
    if method not in LANES:
        return named(ForwardDynamicsPartials,
                     _chain_rule(model, many, "forward", (*rows, loads), base, wrench_axes))
    q, v, tau, w = many.spread((*rows, loads))
    v, taken = resting_roots(model, q, v, base)
    if plain:
        if taken:
            given = (given[0], (v, 1), *given[2:])
        found = _matrices(model, many, given, _forward_group, NULL, _forward_scratch(model), 3)
        add_taken(taken, found[1])
        return named(ForwardDynamicsPartials, found)
    # forward dynamics refuses what is no state
    a = forward_dynamics(model, q, v, tau[..., None, :], base,
                         None if w is None else w[..., None, :, :], wrench_axes, workers=threads)
    found = _represented(model, many, (q, v, a[..., 0, :], w), base, wrench_axes)
    found = _matrices(model, many, (given[0], *[(x, 2) for x in found]), _solve_group, NULL,
                      solve_workspace(model), 3)
    add_taken(taken, found[1])
    return named(ForwardDynamicsPartials, found)
