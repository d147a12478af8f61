"""Partial derivatives of many states: the door behind those of a single one."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from libc.math cimport sqrt
from libc.string cimport memset
cimport numpy as cnp

from lieref.algebra.state_groups cimport (
    NO_FAILURE, NO_MEMORY, Batch, GroupRun, GroupStart, add_rows, open_batch, run_batch,
    states_width)
from lieref.dynamics.forward_dynamics cimport Call as ForwardCall
from lieref.model.model cimport FREE, SPHERICAL, Model
from lieref.partials.forward_dynamics_partials cimport Solve
from lieref.partials.inverse_dynamics_partials cimport Call as InverseCall
from lieref.partials.products cimport Call as ProductsCall

import operator

import numpy as np

from lieref import machine
from lieref.dynamics.state_by_state import each_state, raise_first
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError
from lieref.partials.products_results import InverseDynamicsContraction
from lieref.partials.results import ForwardDynamicsPartials, InverseDynamicsPartials

cnp.import_array()

include "../dynamics/arguments.pxi"
include "../dynamics/batch_arguments.pxi"
include "state.pxi"

# a model is a pointer here: threads hand it on, its caller holds it
ctypedef void (*InverseRun)(void*, const InverseCall*) noexcept nogil
ctypedef int (*ForwardRun)(void*, const ForwardCall*) noexcept nogil
ctypedef int (*SolveRun)(void*, const Solve*) noexcept nogil
ctypedef void (*ContractionRun)(void*, const ProductsCall*) noexcept nogil
ctypedef size_t (*Workspace)(Model) noexcept nogil
ctypedef size_t (*ForwardWorkspace)(Model, int, bint) noexcept nogil

cdef InverseRun inverse_run
cdef ForwardRun forward_run
cdef SolveRun solve_run
cdef ContractionRun contraction_run
cdef Workspace inverse_workspace, solve_workspace, contraction_workspace
cdef ForwardWorkspace forward_workspace

# What the methods that are computed in lanes are called; the others go state by state.
LANES = ("idsva", "fdsva")


def _bind():
    """Choose, once at import, the builds that this processor runs."""
    global inverse_run, inverse_workspace, solve_run, solve_workspace
    global contraction_run, contraction_workspace, forward_run, forward_workspace
    module = machine.kernel("lieref.partials._idsva_states")
    inverse_run = <InverseRun> PyCapsule_GetPointer(module.RUN, "lieref.partials_run")
    inverse_workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE,
                                                         "lieref.partials_workspace")
    module = machine.kernel("lieref.partials._fdsva_states")
    solve_run = <SolveRun> PyCapsule_GetPointer(module.RUN, "lieref.solve_run")
    solve_workspace = <Workspace> PyCapsule_GetPointer(module.WORKSPACE,
                                                       "lieref.partials_workspace")
    module = machine.kernel("lieref.partials._products_states")
    contraction_run = <ContractionRun> PyCapsule_GetPointer(module.CONTRACTION,
                                                            "lieref.products_run")
    contraction_workspace = <Workspace> PyCapsule_GetPointer(module.CONTRACTION_WORKSPACE,
                                                             "lieref.partials_workspace")
    module = machine.kernel("lieref.dynamics._h_gabi_states")
    forward_run = <ForwardRun> PyCapsule_GetPointer(module.RUN, "lieref.forward_run")
    forward_workspace = <ForwardWorkspace> PyCapsule_GetPointer(module.WORKSPACE,
                                                                "lieref.forward_workspace")


_bind()


# What is the same for every group of a batch.
cdef struct Held:
    void* model
    int nv
    int results                 # matrices, (nv, nv)
    int width
    bint inertial_wrenches


cdef void _clear(const void* context, double** outputs, void* workspace) noexcept nogil:
    """The matrices are zero beyond the tree's pattern, which no run leaves."""
    cdef const Held* held = <const Held*> context
    cdef int i
    for i in range(held.results):
        memset(outputs[i], 0, <size_t> held.nv * held.nv * held.width * sizeof(double))


cdef int _inverse_group(const void* context, const double** inputs, double** outputs,
                        void* workspace) noexcept nogil:
    """q, v, a, wrenches -> dtau_dq, dtau_dv, dtau_da"""
    cdef const Held* held = <const Held*> context
    cdef InverseCall call
    call.q = inputs[0]
    call.v = inputs[1]
    call.a = inputs[2]
    call.wrenches = inputs[3]
    call.dq = outputs[0]
    call.dv = outputs[1]
    call.da = outputs[2]
    call.workspace = workspace
    inverse_run(held.model, &call)
    return -1


cdef int _contraction_group(const void* context, const double** inputs, double** outputs,
                            void* workspace) noexcept nogil:
    """q, v, a, wrenches, w -> the four matrices"""
    cdef const Held* held = <const Held*> context
    cdef ProductsCall call
    call.q = inputs[0]
    call.v = inputs[1]
    call.a = inputs[2]
    call.wrenches = inputs[3]
    call.inertial_wrenches = held.inertial_wrenches
    call.w = inputs[4]
    call.dq_dq = outputs[0]
    call.dv_dv = outputs[1]
    call.dq_dv = outputs[2]
    call.da_dq = outputs[3]
    call.workspace = workspace
    contraction_run(held.model, &call)
    return -1


cdef int _forward_group(const void* context, const double** inputs, double** outputs,
                        void* workspace) noexcept nogil:
    """q, v, tau, wrenches -> da_dq, da_dv, da_dtau; 0 if a joint is singular."""
    cdef const Held* held = <const Held*> context
    cdef ForwardCall forward
    cdef InverseCall call
    cdef Solve solve
    cdef size_t matrix = <size_t> held.nv * held.nv * held.width
    cdef double* H = <double*> workspace
    cdef double* a = H + matrix
    cdef double* rest = a + held.nv * held.width
    memset(&forward, 0, sizeof(forward))
    forward.q = inputs[0]
    forward.v = inputs[1]
    forward.tau = <void*> inputs[2]
    forward.wrenches = inputs[3]
    forward.vdot = a
    forward.workspace = rest
    if forward_run(held.model, &forward) >= 0:
        return 0
    # the solves fill what the partials of inverse dynamics leave alone
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
    inverse_run(held.model, &call)
    solve.H = H
    solve.dq = outputs[0]
    solve.dv = outputs[1]
    solve.da_dtau = outputs[2]
    solve.workspace = rest
    return -1 if solve_run(held.model, &solve) < 0 else 0


cdef size_t _forward_scratch(Model model) noexcept nogil:
    """Number of reals that _forward_group needs."""
    cdef size_t passes = max(forward_workspace(model, 0, False),
                             max(inverse_workspace(model), solve_workspace(model)))
    return <size_t> model.nv * (model.nv + 1) + passes


cdef tuple _arguments(Model model, tuple names, tuple state, object wrenches):
    """(what, array, own axes) of q and rows of nv numbers, and of the wrenches."""
    cdef cnp.npy_intp[2] shape
    shape[0] = model.nq
    found = [("q", _rows("q", state[0], 1, shape), 1)]
    shape[0] = model.nv
    found += [(what, _rows(what, value, 1, shape), 1) for what, value in zip(names, state[1:])]
    shape[0] = model.nbodies
    shape[1] = 6
    loads = None if wrenches is None else _rows("wrenches", wrenches, 2, shape)
    return tuple(found), ("wrenches", loads, 2)


cdef object _in_lanes(Model model, object single, tuple rows, tuple arguments, object kind,
                      GroupRun run, GroupStart start, size_t scratch, object wrench_axes,
                      int workers, object edge):
    """The results of a run over rows, as the NamedTuple `kind`; the rest is for `_compute`."""
    cdef Batch batch
    cdef Held held
    axes = _batch_shape(arguments)
    results = tuple([np.empty(axes + (model.nv, model.nv)) for _ in kind._fields])
    open_batch(&batch, axes)
    for _, array, core in rows:
        add_rows(&batch, array, core, False)
    for array in results:
        add_rows(&batch, array, 2, True)
    held.model = <void*> model
    held.nv = model.nv
    held.results = <int> len(results)
    held.width = batch.width
    held.inertial_wrenches = wrench_axes is not BODY and AXES[wrench_axes]
    batch.start = start
    batch.run = run
    batch.held = &held
    batch.workspace = sizeof(double) * scratch * states_width()
    _compute(&batch, model, single, arguments, axes, workers, edge)
    return _named(kind, results)


cdef object _one_by_one(single, Model model, arguments):
    """What is not computed in lanes."""
    _, values, cores = zip(*arguments)
    return each_state(single.__name__, single, model, values, cores)


def inverse_partials(single, Model model not None, state, wrenches, options, workers):
    """`inverse_dynamics_partials`; state (q, v, a), options (base, wrench_axes, method)."""
    cdef int threads = _workers(workers)
    base, wrench_axes, method = options
    rows, loads = _arguments(model, ("v", "a"), state, wrenches)
    arguments = (*rows, ("base", base, 0), loads, ("wrench_axes", wrench_axes, 0),
                 ("method", method, 0))
    if not _plain(model, base, wrenches, wrench_axes) or method not in LANES:
        return _one_by_one(single, model, arguments)
    return _in_lanes(model, single, (*rows, loads), arguments, InverseDynamicsPartials,
                     _inverse_group, _clear, inverse_workspace(model), wrench_axes, threads,
                     NonFiniteError)


def forward_partials(single, Model model not None, state, wrenches, options, workers):
    """`forward_dynamics_partials`; state (q, v, tau), options (base, wrench_axes, method)."""
    cdef int threads = _workers(workers)
    base, wrench_axes, method = options
    rows, loads = _arguments(model, ("v", "tau"), state, wrenches)
    arguments = (*rows, ("base", base, 0), loads, ("wrench_axes", wrench_axes, 0),
                 ("method", method, 0))
    if not _plain(model, base, wrenches, wrench_axes) or method not in LANES:
        return _one_by_one(single, model, arguments)
    return _in_lanes(model, single, (*rows, loads), arguments, ForwardDynamicsPartials,
                     _forward_group, NULL, _forward_scratch(model), wrench_axes, threads,
                     SingularError)


def inverse_contraction(single, Model model not None, state, w, wrenches, options, workers):
    """`inverse_dynamics_contraction`; state (q, v, a), options (base, wrench_axes)."""
    cdef int threads = _workers(workers)
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    base, wrench_axes = options
    rows, loads = _arguments(model, ("v", "a"), state, wrenches)
    weights = ("w", _rows("w", w, 1, shape), 1)
    arguments = (*rows, weights, ("base", base, 0), loads, ("wrench_axes", wrench_axes, 0))
    _choice("wrench_axes", wrench_axes, AXES)
    if not _plain(model, base, None, BODY):
        return _one_by_one(single, model, arguments)
    return _in_lanes(model, single, (*rows, loads, weights), arguments,
                     InverseDynamicsContraction, _contraction_group, _clear,
                     contraction_workspace(model), wrench_axes, threads, NonFiniteError)
