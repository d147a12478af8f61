# cython: language_level=3
"""Dynamics, joint-space inertia and the tree's motion of many states of a mechanism:
`lieref.inverse_dynamics` and others for leading axes.
"""

cimport numpy as cnp

from lieref.calls cimport entry
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, open_batch
from lieref.loops.clusters.dynamics cimport Mechanism, State, mechanism_of
from lieref.model.checks cimport MOST_ORDERS, named_option, shape_of
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_array
from lieref.loops.arguments import base_number
from lieref.loops.constraint_equations import expand_motion
from lieref.loops.configuration import expand, tree_configuration
from lieref.model.state_by_state import each_state
from lieref.errors import NonFiniteError, ShapeError, SingularError
from lieref.model.checks import AXES
from lieref.model.loops.loop_model import LoopModel

cnp.import_array()

Array = NDArray[np.float64]

# the mechanism is a pointer here: threads pass it on without the GIL, the caller keeps it alive
ctypedef bint (*Dynamics)(void*, const State*, int, void*) noexcept nogil
ctypedef size_t (*DynamicsSize)(Mechanism, int, bint, bint) noexcept nogil
ctypedef bint (*Inertia)(void*, const State*, void*) noexcept nogil
ctypedef size_t (*InertiaSize)(Mechanism) noexcept nogil

ctypedef size_t (*MotionsSize)(Mechanism, int) noexcept nogil

# Builds that this processor runs.
cdef Dynamics run_motions = <Dynamics> entry("_dynamics_states", "MOTIONS", "mechanism_motions")
cdef MotionsSize motions_size = <MotionsSize> entry(
    "_dynamics_states", "MOTIONS_SIZE", "mechanism_motions_size")
cdef Dynamics run_dynamics = <Dynamics> entry("_dynamics_states", "DYNAMICS", "mechanism_dynamics")
cdef DynamicsSize dynamics_size = <DynamicsSize> entry(
    "_dynamics_states", "DYNAMICS_SIZE", "mechanism_dynamics_size")
cdef Inertia run_inertia = <Inertia> entry("_dynamics_states", "INERTIA", "mechanism_inertia")
cdef InertiaSize inertia_size = <InertiaSize> entry(
    "_dynamics_states", "INERTIA_SIZE", "mechanism_inertia_size")


# What is the same for every group of a batch.
cdef struct Shared:
    void* mechanism
    State state
    int r
    bint forward
    size_t row              # doubles of nv numbers in lanes


cdef int _dynamics_group(const void* context, const double** inputs, double** outputs,
                         void* workspace) noexcept nogil:
    """q, v, wrenches, forces on the tree and, of forward dynamics, tau -> tau or vdot"""
    cdef const Shared* shared = <const Shared*> context
    cdef State state = shared.state
    state.q, state.ydot, state.wrenches, state.tree_ext = inputs[0], inputs[1], inputs[2], inputs[3]
    state.yddot = NULL if shared.forward else inputs[1] + shared.row
    state.tau = inputs[4] if shared.forward else NULL
    state.out = outputs[0]
    return -1 if run_dynamics(shared.mechanism, &state, shared.r, workspace) else 0


cdef int _inertia_group(const void* context, const double** inputs, double** outputs,
                        void* workspace) noexcept nogil:
    """q -> G^T H G"""
    cdef const Shared* shared = <const Shared*> context
    cdef State state = shared.state
    state.q, state.out = inputs[0], outputs[0]
    return -1 if run_inertia(shared.mechanism, &state, workspace) else 0


cdef int _motions_group(const void* context, const double** inputs, double** outputs,
                        void* workspace) noexcept nogil:
    """q, v -> the tree's velocity and G, with derivatives"""
    cdef const Shared* shared = <const Shared*> context
    cdef State state = shared.state
    state.q, state.ydot, state.out = inputs[0], inputs[1], outputs[0]
    return -1 if run_motions(shared.mechanism, &state, shared.r, workspace) else 0


cdef int _share(Shared* shared, Mechanism m, const Batch* batch) except -1:
    shared.mechanism = <void*> m
    shared.row = <size_t> m.loops.nv * batch.width
    shared.state.driven = shared.state.series = shared.state.blocks = NULL
    return 0


cdef cnp.ndarray _configurations(object model, Mechanism m, object q, bint* closed):
    """Tree configurations (..., tree.nq); closed: found from independent coordinates."""
    cdef cnp.npy_intp[1] shape
    given = as_array("q", q)
    closed[0] = given.ndim > 0 and given.shape[given.ndim - 1] != m.tree.nq
    shape[0] = m.tree.nq
    if closed[0]:
        given = each_state("expand", expand, model, (given,), (1,))
    return state_rows("q", given, 1, shape)


cdef tuple _external(Mechanism m, object tau_ext, int rows):
    """Other forces on the independent coordinates, and on the tree's: one of them, or none."""
    cdef cnp.npy_intp[2] shape
    if tau_ext is None:
        return None, None
    given = as_array("tau_ext", tau_ext)
    shape[0] = rows
    shape[1] = m.tree.nv if given.ndim and given.shape[given.ndim - 1] == m.tree.nv else m.loops.nv
    found = state_rows("tau_ext", tau_ext, 2, shape)
    return (None, found) if shape[1] == m.tree.nv else (found, None)


cdef cnp.ndarray _orders(str what, object value, int more, int nv):
    """Rows (..., r + more, nv) of a motion or of forces, of an order r that there is."""
    cdef cnp.npy_intp[2] shape
    shape[0], shape[1] = -more, nv
    rows = state_rows(what, value, 2, shape)
    if not more <= rows.shape[rows.ndim - 2] < MOST_ORDERS + more - 1:
        raise ShapeError(f"{what} has shape {shape_of(rows)}, expected (..., r + {more}, {nv}) "
                         f"with an order r from 0 to {MOST_ORDERS - 2}")
    return rows


cdef object _dynamics(object single, object model, object q, object v, object tau, object options,
                      int workers):
    """vdot of forward dynamics or, without `tau`, the forces of inverse dynamics.

    options: base, wrenches, wrench_axes and tau_ext.
    """
    cdef Mechanism m = mechanism_of(model)
    cdef Batch batch
    cdef Shared shared
    cdef cnp.npy_intp[3] shape
    base, wrenches, wrench_axes, tau_ext = options
    shared.forward = tau is not None
    shared.state.base = base_number(model, base)
    shared.state.inertial_wrenches = named_option("wrench_axes", wrench_axes, AXES)
    if shared.forward:
        shape[0] = m.loops.nv
        moving, core = state_rows("v", v, 1, shape), 1
        torque = _orders("tau", tau, 1, m.loops.nv)
        rows = torque.shape[torque.ndim - 2]
    else:
        moving, core = _orders("v", v, 2, m.loops.nv), 2
        torque, rows = None, moving.shape[moving.ndim - 2] - 1
    shared.r = <int> rows - 1
    own, tree = _external(m, tau_ext, <int> rows)
    shape[0], shape[1], shape[2] = rows, m.tree.nbodies, 6
    loads = None if wrenches is None else state_rows("wrenches", wrenches, 3, shape)
    q_rows = _configurations(model, m, q, &shared.state.closed)
    arguments = (("q", q_rows, 1), ("v", moving, core),
                 *((("tau", torque, 2),) if shared.forward else ()), ("base", base, 0),
                 ("wrenches", loads, 3), ("wrench_axes", wrench_axes, 0),
                 ("tau_ext", tree if own is None else own, 2))
    axes = batch_shape(arguments)
    if shared.forward and own is not None:
        torque = torque + own
    out = np.empty(axes + (rows, m.loops.nv))
    open_batch(&batch, axes)
    for array, own_axes in ((q_rows, 1), (moving, core), (loads, 3), (tree, 2), (torque, 2)):
        add_rows(&batch, array, own_axes, False)
    add_rows(&batch, out, 2, True)
    _share(&shared, m, &batch)
    batch.run = _dynamics_group
    batch.context = &shared
    batch.workspace = sizeof(double) * batch.width * dynamics_size(
        m, shared.r, loads is not None and shared.state.inertial_wrenches, shared.forward)
    compute_batch(&batch, m.tree, lambda _, *state: single(model, *state), arguments, axes, workers,
                  SingularError if shared.forward else NonFiniteError)
    if own is not None and not shared.forward:
        out -= own
    return out


cdef bint _in_lanes(object model) except -1:
    """Whether the states of a model have a kernel: functions that couple joints were traced."""
    cdef Mechanism m = mechanism_of(model)
    return m.loops.programs.complete and m.loops.nv > 0


def inverse_dynamics(
    single: Callable[..., Any], model: object, arguments: Sequence[Any], cores: Sequence[int],
    workers: int,
) -> Any:
    """`lieref.inverse_dynamics` of a model with loops; single: that of one state."""
    cdef int threads = worker_count(workers)
    if not _in_lanes(model):
        return each_state("inverse_dynamics", single, model, arguments, cores)
    q, v = arguments[:2]
    return _dynamics(single, model, q, v, None, arguments[2:], threads)


def forward_dynamics(
    single: Callable[..., Any], model: object, arguments: Sequence[Any], cores: Sequence[int],
    workers: int,
) -> Any:
    """`lieref.forward_dynamics` of a model with loops; single: that of one state."""
    cdef int threads = worker_count(workers)
    if not _in_lanes(model):
        return each_state("forward_dynamics", single, model, arguments, cores)
    q, v, tau = arguments[:3]
    return _dynamics(single, model, q, v, tau, arguments[3:], threads)


def joint_space_inertia(
    single: Callable[..., Any], model: object, arguments: Sequence[Any], cores: Sequence[int],
    workers: int,
) -> Any:
    """`lieref.joint_space_inertia` of a model with loops; single: that of one state."""
    cdef Mechanism m = mechanism_of(model)
    cdef Batch batch
    cdef Shared shared
    cdef int threads = worker_count(workers)
    q, base = arguments
    if not _in_lanes(model) or base_number(model, base) != 0:
        return each_state("joint_space_inertia", single, model, arguments, cores)
    q_rows = _configurations(model, m, q, &shared.state.closed)
    named = (("q", q_rows, 1), ("base", base, 0))
    axes = batch_shape(named)
    out = np.empty(axes + (m.loops.nv, m.loops.nv))
    open_batch(&batch, axes)
    add_rows(&batch, q_rows, 1, False)
    add_rows(&batch, out, 2, True)
    _share(&shared, m, &batch)
    batch.run = _inertia_group
    batch.context = &shared
    batch.workspace = sizeof(double) * batch.width * inertia_size(m)
    compute_batch(&batch, m.tree, lambda _, *state: single(model, *state), named, axes, threads,
                  NonFiniteError)
    return out


def expanded_motions(model: LoopModel, q: ArrayLike, v: ArrayLike) -> tuple[Array, Array, Array]:
    """q (batch, tree.nq), and as of `expand_motion`: v (batch, n, tree.nv), G (.., tree.nv, nv).

    q (batch, nq) or (batch, tree.nq), v (batch, n, nv) with n > 0.
    """
    cdef Mechanism m = mechanism_of(model)
    cdef Batch batch
    cdef Shared shared
    cdef cnp.npy_intp[2] shape
    if not _in_lanes(model):
        at = each_state("expand", tree_configuration, model, (q,), (1,))
        return at, *each_state("expand_motion", expand_motion, model, (at, v), (1, 2))
    q_rows = _configurations(model, m, q, &shared.state.closed)
    shape[0], shape[1] = -1, m.loops.nv
    rates = state_rows("v", v, 2, shape)
    named = (("q", q_rows, 1), ("v", rates, 2))
    axes = batch_shape(named)
    shared.r = n = rates.shape[rates.ndim - 2]
    out = np.empty(axes + (n * (m.tree.nv + m.loops.n_G),))
    open_batch(&batch, axes)
    add_rows(&batch, q_rows, 1, False)
    add_rows(&batch, rates, 2, False)
    add_rows(&batch, out, 1, True)
    _share(&shared, m, &batch)
    batch.run = _motions_group
    batch.context = &shared
    batch.workspace = sizeof(double) * batch.width * motions_size(m, n)
    compute_batch(&batch, m.tree, lambda _, *state: expand_motion(model, *state), named, axes, 1,
                  NonFiniteError)
    found, packed = np.split(out, [n * m.tree.nv], axis=-1)
    at = np.broadcast_to(q_rows, axes + (m.tree.nq,))
    return (at, found.reshape(axes + (n, m.tree.nv)),
            m.loops.dense_series(packed.reshape(axes + (n, m.loops.n_G))))
