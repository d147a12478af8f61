# cython: language_level=3
"""Inverse and forward dynamics of mechanisms: from a user's arguments to the C-RNEA or C-ABA.

One call checks its arguments, closes the loops where independent coordinates are given, or finds
that they are closed, computes G and g by the constraint stage, and runs the recursion over
clusters, on memory of its own. Derivatives in time: time_derivatives.pxi.
"""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport LINE, STACK, cache_aligned, is_short, release, take
from lieref.dynamics cimport inverse_dynamics as tree_inverse
from lieref.loops.constraints.constraints cimport (
    Motion, Stage, closed_from, constraint_stage, coupling_stage, is_open, motion_add,
    motion_forces, motion_next, motion_size, motion_start)
from lieref.loops.constraints.loop_tables cimport LoopTables, loop_tables
from lieref.loops.clusters.c_aba.c_aba cimport ClusterCall, cluster_workspace, run_c_aba
from lieref.loops.clusters.c_rnea.c_rnea cimport gather, run_c_rnea, spread
from lieref.model.checks cimport (
    BODY, FINITE, MOST_ORDERS, check_finite, check_quaternions, checked_array, is_plain,
    named_option, number_array, require_double_range, shape_of)

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.errors import ShapeError
from lieref.loops.arguments import base_number, external_forces
from lieref.loops.constraints.state import motion_coefficients
from lieref.loops.constraints.couplings.coupling_values import coupling_values
from lieref.loops.clusters.c_aba.accelerations import zero_inertia
from lieref.loops.clusters.group_table import group_table
from lieref.loops.configuration import checked_near
from lieref.loops.constraints.equations import require_closed, singular
from lieref.model.checks import AXES
from lieref.model.loops.loop_model import LoopModel

cnp.import_array()

cdef extern from "loops/constraints/per_state.h" nogil:
    ctypedef double real
    enum: STATE_COUNT


cdef inline size_t torques_size(Mechanism m, int r, bint inertial) noexcept nogil:
    return tree_inverse.workspace_size(m.tree, r, inertial)


cdef inline void run_torques(Mechanism m, const tree_inverse.Call* call) noexcept nogil:
    tree_inverse.run_inverse_dynamics(m.tree, call)


cdef inline size_t clusters_size(Mechanism m, bint inertial) noexcept nogil:
    return cluster_workspace(m.tree, m.groups, inertial)


cdef inline int run_clusters(Mechanism m, const ClusterCall* call) noexcept nogil:
    return run_c_aba(m.tree, m.groups, call)


include "time_derivatives.pxi"


cdef class Mechanism:
    """What every call needs of one model with loops."""

    def __cinit__(self, model):
        self.loops = loop_tables(model)
        self.groups = group_table(model)
        self.tree = model.tree


cdef Mechanism mechanism_of(object model):
    cdef dict tables = model.tables
    found = tables.get("order 0")
    if found is None:
        found = tables["order 0"] = Mechanism(model)
    return <Mechanism> found


# Memory of one state; the doubles of the kernel's workspace come last.
cdef struct Scratch:
    double* G
    double* g
    double* rates       # (2, tree.nv) G ydot, and G yddot + g
    double* torques     # (tree.nv,)
    double* measure     # (n_clusters,)
    double* opening         # (n_clusters,)
    double* driven          # (n_driven,) values of the couplings' functions, by their programs
    double* registers
    double* work
    void* workspace


cdef size_t _scratch_size(Mechanism m) noexcept:
    """Doubles of a Scratch but for the workspace, whose cache line may begin late."""
    cdef LoopTables t = m.loops
    return (t.n_G + 4 * m.tree.nv + 2 * t.n_clusters + t.n_driven + t.programs.registers
            + t.n_work + 1)


cdef void _lay_scratch(Mechanism m, double* memory, Scratch* scratch) noexcept nogil:
    scratch.G = memory
    scratch.g = scratch.G + m.loops.n_G
    scratch.rates = scratch.g + m.tree.nv
    scratch.torques = scratch.rates + 2 * m.tree.nv
    scratch.measure = scratch.torques + m.tree.nv
    scratch.opening = scratch.measure + m.loops.n_clusters
    scratch.driven = scratch.opening + m.loops.n_clusters
    scratch.registers = scratch.driven + m.loops.n_driven
    scratch.work = scratch.registers + m.loops.programs.registers
    scratch.workspace = cache_aligned(scratch.work + m.loops.n_work + 1)


cdef int _state_stage(Mechanism m, const State* s, Scratch* scratch) noexcept nogil:
    """G, g and the tree's velocity; DONE, OPEN, or the singular cluster."""
    cdef Stage stage
    cdef int failed
    if s.driven == NULL:
        coupling_stage(m.loops, s.q, scratch.registers, scratch.driven)
    stage.q, stage.ydot = s.q, s.ydot
    stage.driven = scratch.driven if s.driven == NULL else s.driven
    stage.G, stage.g, stage.qdot = scratch.G, scratch.g, scratch.rates
    stage.measure, stage.work = scratch.measure, scratch.work
    stage.opening = NULL if s.closed else scratch.opening
    failed = constraint_stage(m.loops, &stage)
    return OPEN if is_open(m.loops, failed, stage.opening, STATE_COUNT) else failed


cdef int _inverse(Mechanism m, const State* s, Scratch* scratch) noexcept nogil:
    """tau = G^T tau_tree(q, G ydot, G yddot + g)   [Chignoli, Sec. II-C]"""
    cdef tree_inverse.Call call
    cdef int i
    cdef int failed = _state_stage(m, s, scratch)
    if failed != DONE:
        return failed
    spread(m.tree, m.groups, scratch.G, s.yddot, scratch.rates + m.tree.nv)
    for i in range(m.tree.nv):
        scratch.rates[m.tree.nv + i] += scratch.g[i]
    call.r, call.base = 0, s.base
    call.q, call.v = s.q, scratch.rates
    call.wrenches, call.inertial_wrenches = s.wrenches, s.inertial_wrenches
    call.tau_ext, call.tau = s.tree_ext, scratch.torques
    call.workspace = scratch.workspace
    run_c_rnea(m.tree, m.groups, scratch.G, &call, s.out)
    return DONE


cdef int _forward(Mechanism m, const State* s, Scratch* scratch, int* group) noexcept nogil:
    """The C-ABA; `group` is the singular one, or -1."""
    cdef ClusterCall call
    cdef int i
    cdef int failed = _state_stage(m, s, scratch)
    group[0] = -1
    if failed != DONE:
        return failed
    call.tau = s.tau
    if s.tree_ext != NULL:
        # G^T tau_ext on the independent coordinates, beside tau
        gather(m.tree, m.groups, scratch.G, s.tree_ext, scratch.torques)
        for i in range(m.loops.nv):
            scratch.torques[i] += s.tau[i]
        call.tau = scratch.torques
    call.base, call.q, call.v = s.base, s.q, scratch.rates
    call.G, call.bias, call.gravity = scratch.G, scratch.g, m.tree.g
    call.wrenches, call.inertial_wrenches = s.wrenches, s.inertial_wrenches
    call.vdot, call.workspace = s.out, scratch.workspace
    group[0] = run_c_aba(m.tree, m.groups, &call)
    return DONE


cdef int _passes(Mechanism m, const State* s, int r, bint plain, double* memory,
                 int* group) noexcept nogil:
    """The passes of order 0, or those of time derivatives; DONE, OPEN, or the singular cluster."""
    cdef Scratch scratch
    cdef SeriesScratch series
    cdef bint forward = s.yddot == NULL
    group[0] = -1
    if plain:
        _lay_scratch(m, memory, &scratch)
        return _forward(m, s, &scratch, group) if forward else _inverse(m, s, &scratch)
    lay_series_scratch(m, s, r, memory, &series)
    if forward:
        return forward_derivatives(m, s, r, &series, group)
    return inverse_derivatives(m, s, r, &series)


cdef int _run(object model, Mechanism m, State* s, int r, bint plain, object q) except -1:
    """Run a call on memory of its own, without the GIL where that pays; or raise its error."""
    cdef double[STACK] local
    cdef int failed, group
    cdef bint forward = s.yddot == NULL
    cdef bint inertial = s.wrenches != NULL and s.inertial_wrenches
    cdef size_t doubles = LINE // sizeof(double)
    if plain:
        doubles += _scratch_size(m) + (clusters_size(m, inertial) if forward
                                       else torques_size(m, 0, inertial))
    else:
        doubles += series_scratch_size(m, r, inertial, forward)
    cdef double* memory = <double*> take(local, doubles)
    if is_short(doubles):
        failed = _passes(m, s, r, plain, memory, &group)
    else:
        with nogil:
            failed = _passes(m, s, r, plain, memory, &group)
    release(memory, local)
    return _refuse(model, m, s, failed, group, q)


cdef int _refuse(object model, Mechanism m, const State* s, int failed, int group,
                 object q) except -1:
    """The error of a call that failed, if it did."""
    if failed == OPEN:
        require_closed(model, q)
    if failed >= 0:
        # a configuration that is open in another cluster is refused for that
        if not s.closed:
            require_closed(model, q)
        raise singular(model, failed, q)
    if group >= 0:
        raise zero_inertia(model, m.groups, group, q)
    return 0


cdef cnp.ndarray _row(str what, object value, int rows, int width):
    """A stack (rows, width), or (rows + any) where rows is negative: see `checked_array`."""
    cdef cnp.npy_intp[2] shape
    shape[0] = rows
    shape[1] = width
    return checked_array(what, value, cnp.NPY_DOUBLE, 2, shape)


cdef cnp.ndarray _vector(str what, object value, int width):
    cdef cnp.npy_intp[1] shape
    shape[0] = width
    return checked_array(what, value, cnp.NPY_DOUBLE, 1, shape)


cdef object _configuration(object model, Mechanism m, State* s, object q, object near):
    """The tree configuration that q stands for, entered in a State."""
    cdef cnp.ndarray at = (q if is_plain(q, 1, cnp.NPY_DOUBLE)
                           else number_array("q", q, cnp.NPY_DOUBLE))
    s.closed = cnp.PyArray_NDIM(at) != 1 or at.shape[0] != m.tree.nq
    if s.closed:
        at = closed_from(model, m.loops, at, near)
    else:
        if near is not None:
            checked_near(model, near)
        check_finite("q", at, cnp.NPY_DOUBLE, FINITE)
        check_quaternions(m.tree, at, cnp.NPY_DOUBLE)
    s.q = <const double*> cnp.PyArray_DATA(at)
    return at


cdef object _driven(object model, Mechanism m, State* s, cnp.ndarray q):
    """Values of the couplings' functions that run in Python, entered in a State."""
    cdef cnp.ndarray values
    s.driven = NULL
    if m.loops.programs.complete:
        return None
    values = coupling_values(model, m.loops, q)
    s.driven = <const double*> cnp.PyArray_DATA(values)
    return values


cdef object _wrenches(Mechanism m, State* s, int r, object wrenches):
    cdef cnp.npy_intp[3] shape
    cdef cnp.ndarray array
    s.wrenches = NULL
    if wrenches is None:
        return None
    shape[0], shape[1], shape[2] = r + 1, m.tree.nbodies, 6
    array = checked_array("wrenches", wrenches, cnp.NPY_DOUBLE, 3, shape)
    s.wrenches = <const double*> cnp.PyArray_DATA(array)
    return array


cdef int _options(object model, State* s, object base, object wrench_axes) except -1:
    s.base = 0 if base is BODY else base_number(model, base)
    s.inertial_wrenches = False if wrench_axes is BODY else named_option("wrench_axes", wrench_axes,
                                                                         AXES)
    return 0


cdef object _series(object model, Mechanism m, State* s, cnp.ndarray q, cnp.ndarray v):
    """Where functions couple joints: coefficients of qdot and G, entered in a State."""
    cdef cnp.ndarray rates, matrices
    s.series = s.blocks = NULL
    if m.loops.programs.complete:
        return None
    factorials = np.cumprod([1.0, *range(1, v.shape[0])])
    rates, matrices = motion_coefficients(model, q, v / factorials[:, None])
    s.series = <const double*> cnp.PyArray_DATA(rates)
    s.blocks = <const double*> cnp.PyArray_DATA(matrices)
    return rates, matrices


# Names with an underscore keep an array alive that a State points to.
cdef cnp.ndarray inverse_into(object model, object q, object v, object base, object wrenches,
                              object wrench_axes, object tau_ext, object near, object out):
    """As `inverse_dynamics`, in `out` if there is one."""
    cdef Mechanism m = mechanism_of(model)
    cdef State s
    cdef cnp.ndarray motion, tau, at, _loads, forces
    cdef cnp.npy_intp[2] shape
    cdef int r
    motion = _row("v", v, -2, m.loops.nv)
    if not 2 <= motion.shape[0] <= MOST_ORDERS:
        raise ShapeError(f"v has shape {shape_of(motion)}, expected (r + 2, {m.loops.nv}) with an "
                         f"order r from 0 to {MOST_ORDERS - 2}")
    r = <int> motion.shape[0] - 2
    _options(model, &s, base, wrench_axes)
    _loads = _wrenches(m, &s, r, wrenches)
    s.tree_ext = s.tau = NULL
    own = None
    if tau_ext is not None:
        own, forces = external_forces(model, tau_ext, r + 1)
        s.tree_ext = <const double*> cnp.PyArray_DATA(forces)
    at = _configuration(model, m, &s, q, near)
    s.ydot = <const double*> cnp.PyArray_DATA(motion)
    s.yddot = s.ydot + m.loops.nv
    shape[0], shape[1] = r + 1, m.loops.nv
    tau = cnp.PyArray_EMPTY(2, shape, cnp.NPY_DOUBLE, 0) if out is None else out
    s.out = <double*> cnp.PyArray_DATA(tau)
    if r == 0:
        _values = _driven(model, m, &s, at)
    else:
        _values = _series(model, m, &s, at, motion)
    _run(model, m, &s, r, r == 0, at)
    if own is not None:
        tau -= own
    require_double_range("tau", tau)
    return tau


def inverse_dynamics(
    model: LoopModel, q: ArrayLike, v: ArrayLike, base: str, wrenches: ArrayLike | None,
    wrench_axes: str, tau_ext: ArrayLike | None, near: ArrayLike | None = None,
) -> NDArray[np.float64]:
    """tau (r + 1, nv) by the C-RNEA: `lieref.loops.inverse_dynamics`."""
    return inverse_into(model, q, v, base, wrenches, wrench_axes, tau_ext, near, None)


cdef object forward_into(object model, object q, object v, object tau, object base,
                         object wrenches, object wrench_axes, object tau_ext, object near,
                         object out):
    """As `forward_dynamics`, in `out` if there is one."""
    cdef Mechanism m = mechanism_of(model)
    cdef State s
    cdef cnp.ndarray velocity, torque, vdot, at, _loads, forces
    cdef cnp.npy_intp[2] shape
    cdef bint plain
    cdef int r
    torque = _row("tau", tau, -1, m.loops.nv)
    if not 1 <= torque.shape[0] < MOST_ORDERS:
        raise ShapeError(f"tau has shape {shape_of(torque)}, expected (r + 1, {m.loops.nv}) with "
                         f"an order r from 0 to {MOST_ORDERS - 2}")
    r = <int> torque.shape[0] - 1
    plain = r == 0 and m.tree.physics == NULL
    if not plain and not m.loops.programs.complete:
        return None
    velocity = _vector("v", v, m.loops.nv)
    _options(model, &s, base, wrench_axes)
    _loads = _wrenches(m, &s, r, wrenches)
    s.tree_ext = s.yddot = NULL
    if tau_ext is not None:
        own, forces = external_forces(model, tau_ext, r + 1)
        torque = torque + own
        s.tree_ext = <const double*> cnp.PyArray_DATA(forces)
    at = _configuration(model, m, &s, q, near)
    s.ydot = <const double*> cnp.PyArray_DATA(velocity)
    s.tau = <const double*> cnp.PyArray_DATA(torque)
    shape[0], shape[1] = r + 1, m.loops.nv
    vdot = cnp.PyArray_EMPTY(2, shape, cnp.NPY_DOUBLE, 0) if out is None else out
    s.out = <double*> cnp.PyArray_DATA(vdot)
    if plain:
        _values = _driven(model, m, &s, at)
    _run(model, m, &s, r, plain, at)
    require_double_range("vdot", vdot)
    return vdot


def forward_dynamics(
    model: LoopModel, q: ArrayLike, v: ArrayLike, tau: ArrayLike, base: str,
    wrenches: ArrayLike | None, wrench_axes: str, tau_ext: ArrayLike | None, near: ArrayLike | None,
) -> NDArray[np.float64] | None:
    """vdot (r + 1, nv) by the C-ABA, or None: see `lieref.loops.forward_dynamics`."""
    return forward_into(model, q, v, tau, base, wrenches, wrench_axes, tau_ext, near, None)
