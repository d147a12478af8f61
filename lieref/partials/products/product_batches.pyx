"""Products of partial derivatives with vectors, of many states, for leading axes of the
public functions."""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, GroupRun, GroupStart, add_rows, open_batch
from lieref.dynamics.shared.calls cimport ForwardCall
from lieref.model.model cimport Model
from lieref.partials.calls cimport ProductsCall as Call
from lieref.partials.products.products_solve cimport ForwardRun, solve_each, solve_scratch
from lieref.model.checks cimport BODY, FINITE, check_finite, named_option, shape_of
from lieref.dynamics.shared.batches cimport (
    batch_shape, compute_batch, state_index, state_rows, worker_count)
from lieref.dynamics.shared.motion_arguments cimport is_body_call, named

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.model.state_by_state import raise_first
from lieref.errors import NonFiniteError, ShapeError, SingularError
from lieref.partials.products import products_represented as represented
from lieref.partials.products.products_results import InverseDynamicsContraction, InverseDynamicsVjp
from lieref.model.checks import AXES

cnp.import_array()

Array = NDArray[np.float64]

include "../state_batches.pxi"

# the model is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef void (*Run)(void*, const Call*) noexcept nogil
ctypedef size_t (*ForwardWorkspace)(Model, int, bint) noexcept nogil

# Builds that this processor runs.
cdef Run jvp_run = <Run> entry("_products_states", "JVP", "products_run")
cdef Run vjp_run = <Run> entry("_products_states", "VJP", "products_run")
cdef Run contraction_run = <Run> entry("_products_states", "CONTRACTION", "products_run")
cdef Workspace products_workspace = <Workspace> entry(
    "_products_states", "PRODUCTS_WORKSPACE", "partials_workspace")
cdef Workspace contraction_workspace = <Workspace> entry(
    "_products_states", "CONTRACTION_WORKSPACE", "partials_workspace")
cdef ForwardRun forward_run = <ForwardRun> entry("_h_gabi_states", "RUN", "forward_run")
cdef ForwardWorkspace forward_workspace = <ForwardWorkspace> entry(
    "_h_gabi_states", "WORKSPACE", "forward_workspace")


cdef Call _call(const Common* common, const double** inputs, void* workspace) noexcept nogil:
    """A call at q, v, a, wrenches."""
    cdef Call call
    memset(&call, 0, sizeof(call))
    call.q = inputs[0]
    call.v = inputs[1]
    call.a = inputs[2]
    call.wrenches = inputs[3]
    call.inertial_wrenches = common.inertial_wrenches
    call.count = common.directions
    call.workspace = workspace
    return call


cdef int _jvp_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q, v, a, wrenches, dq, dv, da -> dtau"""
    cdef const Common* common = <const Common*> context
    cdef Call call = _call(common, inputs, workspace)
    call.along_q = inputs[4]
    call.along_v = inputs[5]
    call.along_a = inputs[6]
    call.tau = outputs[0]
    jvp_run(common.model, &call)
    return -1


cdef int _vjp_group(const void* context, const double** inputs, double** outputs,
                    void* workspace) noexcept nogil:
    """q, v, a, wrenches, w -> w^T dtau_dq, dtau_dv, dtau_da"""
    cdef const Common* common = <const Common*> context
    cdef Call call = _call(common, inputs, workspace)
    call.w = inputs[4]
    call.dq = outputs[0]
    call.dv = outputs[1]
    call.da = outputs[2]
    vjp_run(common.model, &call)
    return -1


cdef int _contraction_group(const void* context, const double** inputs, double** outputs,
                            void* workspace) noexcept nogil:
    """q, v, a, wrenches, w -> the four matrices"""
    cdef const Common* common = <const Common*> context
    cdef Call call = _call(common, inputs, workspace)
    call.w = inputs[4]
    call.dq_dq = outputs[0]
    call.dv_dv = outputs[1]
    call.dq_dv = outputs[2]
    call.da_dq = outputs[3]
    contraction_run(common.model, &call)
    return -1


cdef int _solve_group(const void* context, const double** inputs, double** outputs,
                      void* workspace) noexcept nogil:
    """q, b -> H^-1 b; 0 if a joint is singular."""
    cdef const Common* common = <const Common*> context
    cdef ForwardCall call
    memset(&call, 0, sizeof(call))
    call.q = inputs[0]
    call.base = common.base
    return -1 if solve_each(forward_run, common.model, &call, inputs[1], common.directions,
                            common.nv, common.width, <double*> workspace, outputs[0]) < 0 else 0


cdef bint _fits(tuple axes, tuple wanted):
    """Do these axes, as many as are wanted or fewer, broadcast to those that are?"""
    return all([n == 1 or n == m for n, m in zip(axes[::-1], wanted[::-1])])


cdef tuple _along(Model model, tuple names, tuple values, tuple axes):
    """(what, array, own axes) of directions that belong together: 2 of them if there are k.

    axes: the state's. What has more than one axis behind these has k rows for each state.
    """
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    found = []
    for what, value in zip(names, values):
        array = state_rows(what, value, 1, shape)
        given = shape_of(array)
        core = 1 if len(given) - 1 <= len(axes) else 2
        if len(given) - core > len(axes):
            raise ShapeError(f"{what} has shape {given}, expected (..., {model.nv}) or "
                             f"(..., k, {model.nv}) with the state's axes {axes} in front")
        if not _fits(given[:len(given) - core], axes):
            raise ShapeError(f"{what} has shape {given}, whose leading axes do not broadcast to "
                             f"the state's, {axes}")
        if found and (core, given[-core:]) != (found[0][2], found[0][1].shape[-core:]):
            raise ShapeError(f"{what} has shape {given}, expected as many directions as "
                             f"{names[0]}, {found[0][1].shape}")
        found.append((what, array if core == 1 else np.ascontiguousarray(array), core))
    return tuple(found)


cdef bint _body(Model model, object base, object wrench_axes) except -1:
    """Is the base's velocity in body representation, or free of a choice? Both must be words."""
    named_option("wrench_axes", wrench_axes, AXES)
    return is_body_call(model, base, None, BODY)


cdef tuple _run(Model model, Many many, state, along, GroupRun run, object wrench_axes, int count):
    """So many results of a run like the directions `along`, (array, own axes) each."""
    cdef Task task = _task(run, NULL, products_workspace(model))
    array, core = along[0]
    shape = array.shape[array.ndim - core:]
    task.common.inertial_wrenches = AXES[wrench_axes]
    task.common.directions = shape[0] if core == 2 else 1
    return _in_lanes(model, &task, many, (*state, *along), (shape,) * count)


cdef tuple _contraction(Model model, Many many, rows, object wrench_axes):
    cdef Task task = _task(_contraction_group, _clear, contraction_workspace(model))
    task.common.matrices = 4
    task.common.inertial_wrenches = AXES[wrench_axes]
    return _in_lanes(model, &task, many, rows, ((model.nv, model.nv),) * 4)


cdef tuple _plain_rows(arguments):
    return tuple([(array, core) for _, array, core in arguments])


cdef tuple _state_rows(state):
    """(array, own axes) of q, v, a, wrenches"""
    return tuple(zip(state, (1, 1, 1, 2)))


cdef list _with_axis(Many many, along):
    """Directions with all axes of the batch, and one that counts those of a state."""
    return [array if core == 2 else array[..., None, :]
            for array, (_, _, core) in zip(many.spread(along), along)]


def inverse_jvp(
    single: Callable[..., Any], Model model not None, state: tuple[ArrayLike, ArrayLike, ArrayLike],
    along: tuple[ArrayLike, ArrayLike, ArrayLike], wrenches: ArrayLike | None,
    options: tuple[str, str], workers: int,
) -> Array:
    """`inverse_dynamics_jvp`; state (q, v, a), along (dq, dv, da), options (base, wrench_axes)."""
    cdef int threads = worker_count(workers)
    cdef Many many
    base, wrench_axes = options
    rows, loads = _arguments(model, ("v", "a"), state, wrenches)
    at = (*rows, loads)
    moves = _along(model, ("dq", "dv", "da"), along, batch_shape(at))
    many = Many(single, (*rows, *moves, ("base", base, 0), loads, ("wrench_axes", wrench_axes, 0)),
                threads, NonFiniteError)
    if _body(model, base, wrench_axes):
        return _run(model, many, _plain_rows(at), _plain_rows(moves), _jvp_group, wrench_axes,
                    1)[0]

    def run(model, state, along, wrench_axes):
        return _run(model, many, _state_rows(state), [(x, 2) for x in along], _jvp_group,
                    wrench_axes, 1)[0]

    _require_states(model, many, _plain_rows((*at, *moves)))
    # what overflows is reported as an error
    with np.errstate(over="ignore", invalid="ignore"):
        tau = represented.jvp(run, model, tuple(many.spread(at)), tuple(_with_axis(many, moves)),
                              base, wrench_axes, threads)
    _require_states(model, many, (_plain_rows(rows)[0], (tau, 2)))
    return tau if moves[0][2] == 2 else tau[..., 0, :]


def inverse_vjp(
    single: Callable[..., Any], Model model not None, state: tuple[ArrayLike, ArrayLike, ArrayLike],
    w: ArrayLike, wrenches: ArrayLike | None, options: tuple[str, str], workers: int,
) -> Any:
    """`inverse_dynamics_vjp`; state (q, v, a), options (base, wrench_axes)."""
    cdef int threads = worker_count(workers)
    cdef Many many
    base, wrench_axes = options
    rows, loads = _arguments(model, ("v", "a"), state, wrenches)
    at = (*rows, loads)
    weights = _along(model, ("w",), (w,), batch_shape(at))
    many = Many(single, (*rows, *weights, ("base", base, 0), loads,
                         ("wrench_axes", wrench_axes, 0)), threads, NonFiniteError)
    if _body(model, base, wrench_axes):
        return named(InverseDynamicsVjp, _run(model, many, _plain_rows(at), _plain_rows(weights),
                                              _vjp_group, wrench_axes, 3))

    def run(model, state, w, wrench_axes):
        found = _run(model, many, _state_rows(state), [(w, 2)], _vjp_group, wrench_axes, 3)
        return named(InverseDynamicsVjp, found)

    _require_states(model, many, _plain_rows((*at, *weights)))
    with np.errstate(over="ignore", invalid="ignore"):
        found = represented.vjp(run, model, tuple(many.spread(at)), _with_axis(many, weights)[0],
                                base, wrench_axes, threads)
    _require_states(model, many, (_plain_rows(rows)[0], *[(x, 2) for x in found]))
    if weights[0][2] == 2:
        return found
    return InverseDynamicsVjp(*[x[..., 0, :] for x in found])


def inverse_contraction(
    single: Callable[..., Any], Model model not None, state: tuple[ArrayLike, ArrayLike, ArrayLike],
    w: ArrayLike, wrenches: ArrayLike | None, options: tuple[str, str], workers: int,
) -> Any:
    """`inverse_dynamics_contraction`; state (q, v, a), options (base, wrench_axes)."""
    cdef int threads = worker_count(workers)
    cdef Many many
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    base, wrench_axes = options
    rows, loads = _arguments(model, ("v", "a"), state, wrenches)
    weights = ("w", state_rows("w", w, 1, shape), 1)
    at = (*rows, loads, weights)
    many = Many(single, (*rows, weights, ("base", base, 0), loads,
                         ("wrench_axes", wrench_axes, 0)), threads, NonFiniteError)
    if _body(model, base, wrench_axes):
        return named(InverseDynamicsContraction,
                     _contraction(model, many, _plain_rows(at), wrench_axes))

    def run(model, state, w, wrench_axes):
        found = _contraction(model, many, (*_state_rows(state), (w, 1)), wrench_axes)
        return named(InverseDynamicsContraction, found)

    def run_vjp(model, state, w, wrench_axes):
        found = _run(model, many, _state_rows(state), [(w, 2)], _vjp_group, wrench_axes, 3)
        return named(InverseDynamicsVjp, found)

    _require_states(model, many, _plain_rows(at))
    *spread, weights = many.spread(at)
    with np.errstate(over="ignore", invalid="ignore"):
        found = represented.contraction(run, run_vjp, model, tuple(spread), weights, base,
                                        wrench_axes, threads)
    _require_states(model, many, (_plain_rows(rows)[0], *[(x, 2) for x in found]))
    return found


def forward_state(
    single: Callable[..., Any], Model model not None, q: ArrayLike, v: ArrayLike, tau: ArrayLike,
    wrenches: ArrayLike | None, w: ArrayLike | None, workers: int,
) -> tuple[Array, Array, Array, Array | None, Array | None]:
    """`products.checked_forward` of many states: arrays with all axes of the batch."""
    cdef Many many
    cdef cnp.npy_intp[1] shape
    shape[0] = model.nv
    rows, loads = _arguments(model, ("v", "tau"), (q, v, tau), wrenches)
    weights = ("w", None if w is None else state_rows("w", w, 1, shape), 1)
    at = (*rows, loads, weights)
    many = Many(single, at, worker_count(workers), NonFiniteError)
    _require_states(model, many, _plain_rows(at))
    return tuple(many.spread(at))


def directions(
    Model model not None, names: tuple[str, ...], values: tuple[ArrayLike, ...],
    axes: tuple[int, ...],
) -> tuple[Array, ...]:
    """Directions as arguments of `inverse_jvp`, for states of these axes."""
    found = _along(model, names, values, axes)
    for what, array, _ in found:
        check_finite(what, np.ascontiguousarray(array), cnp.NPY_DOUBLE, FINITE)
    return tuple([array for _, array, _ in found])


def solve_rows(
    single: Callable[..., Any], Model model not None, q: Array, b: Array, base: int, workers: int,
) -> Array:
    """H^-1 b, `products_solve.solve_rows` of many states: q (..., nq), b (..., nv) or (..., k, nv).
    """
    cdef Many many
    cdef Task task = _task(_solve_group, NULL,
                           solve_scratch(model.nv) + forward_workspace(model, 0, False))
    core = 1 if b.ndim <= q.ndim else 2
    shape = b.shape[b.ndim - core:]
    many = Many(single, (("q", q, 1), ("b", b, core), ("base", base, 0)), worker_count(workers),
                SingularError)
    task.common.base = base
    task.common.directions = shape[0] if core == 2 else 1
    return _in_lanes(model, &task, many, ((q, 1), (b, core)), (shape,))[0]
