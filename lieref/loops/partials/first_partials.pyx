# cython: language_level=3
"""First partials through loops: of the tree's motion, of the forces and of the accelerations.

Calls of the kernels of motion_partials.pxi, force_partials.pxi and acceleration_partials.pxi.
"""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport LINE, cache_aligned, entry, release, take
from lieref.algebra.scalars.state_groups cimport Batch, add_rows, open_batch
from lieref.dynamics cimport inverse_dynamics as tree_inverse
from lieref.loops.constraints.loop_tables cimport LoopTables, loop_tables
from lieref.model.model cimport Model
from lieref.partials.calls cimport PartialsCall
from lieref.dynamics.shared.batches cimport batch_shape, compute_batch, state_rows, worker_count

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import as_array
from lieref.loops.configuration import expand
from lieref.model.state_by_state import each_state
from lieref.errors import NonFiniteError
from lieref.partials.results import ForwardDynamicsPartials

cnp.import_array()

Array = NDArray[np.float64]

# the tables are a pointer here: threads pass them on without the GIL, the caller keeps them alive
ctypedef int (*Motion)(void*, const MotionPartialsCall*) noexcept nogil
ctypedef size_t (*MotionSize)(LoopTables) noexcept nogil
ctypedef void (*Forces)(void*, const ForcePartialsCall*) noexcept nogil
ctypedef void (*Accelerations)(int, const AccelerationPartialsCall*) noexcept nogil
ctypedef void (*TreeRun)(void*, const tree_inverse.Call*) noexcept nogil
ctypedef size_t (*TreeSize)(Model, int, bint) noexcept nogil
ctypedef void (*PartialsRun)(void*, const PartialsCall*) noexcept nogil
ctypedef size_t (*PartialsSize)(Model) noexcept nogil

# The kernels in one build.
cdef struct Build:
    Motion motion
    MotionSize motion_size
    Forces forces
    Accelerations accelerations


cdef Build _build(str name):
    """The build of the kernels that this processor runs."""
    return Build(
        <Motion> entry(name, "MOTION", "motion_partials_run"),
        <MotionSize> entry(name, "MOTION_SIZE", "motion_partials_size"),
        <Forces> entry(name, "FORCES", "force_partials_run"),
        <Accelerations> entry(name, "ACCELERATIONS", "acceleration_partials_run"),
    )


cdef Build one = _build("_first_partials_dense")
cdef Build many = _build("_first_partials_states")
cdef TreeRun tree_run = <TreeRun> entry("_h_grne_states", "RUN", "run")
cdef TreeSize tree_size = <TreeSize> entry("_h_grne_states", "WORKSPACE", "workspace")
cdef PartialsRun partials_run = <PartialsRun> entry("_idsva_states", "RUN", "partials_run")
cdef PartialsSize partials_size = <PartialsSize> entry(
    "_idsva_states", "WORKSPACE", "partials_workspace")


cdef size_t _dG_size(LoopTables t) noexcept:
    """How many numbers dG has."""
    cdef int k
    cdef size_t total = 0
    for k in range(t.n_clusters):
        # clusters that move: by loops, by constraints or by functions
        if t.clusters[k].n_rows > 0 or t.clusters[k].driven >= 0:
            total += <size_t> t.clusters[k].n_tree * t.clusters[k].n_ind * t.clusters[k].n_ind
    return total


cdef tuple _arrays(LoopTables t, tuple axes):
    """Arrays of rates, maps and dG."""
    return (np.empty(axes + (2, t.tree.nv)), np.empty(axes + (4, t.n_G)),
            np.empty(axes + (_dG_size(t),)))


def motion_partials(
    LoopTables t not None, const double[::1] q not None: Array, const double[::1] y not None: Array,
    const double[::1] a not None: Array,
) -> tuple[tuple[Array, Array, Array], int]:
    """Rates (2, tree.nv), maps (4, n_G) and dG at a closed q, and the singular cluster or -1.

    The functions that couple joints have been traced; see first_partials.pxd.
    """
    cdef MotionPartialsCall call
    cdef int failed
    cdef cnp.ndarray rates, maps, dG
    rates, maps, dG = found = _arrays(t, ())
    call.closed = True
    call.q = &q[0] if q.shape[0] else NULL
    call.y = &y[0] if y.shape[0] else NULL
    call.a = &a[0] if a.shape[0] else NULL
    call.rates = <double*> cnp.PyArray_DATA(rates)
    call.maps = <double*> cnp.PyArray_DATA(maps)
    call.dG = <double*> cnp.PyArray_DATA(dG)
    call.work = <double*> take(NULL, one.motion_size(t))
    with nogil:
        failed = one.motion(<void*> t, &call)
    release(call.work, NULL)
    return found, failed


def force_partials(
    LoopTables t not None, maps: Array, dG: Array, force: Array, first: Sequence[Array],
) -> list[Array]:
    """Partials (nv, nv) by q, v and a from those (tree.nv, tree.nv) of the open tree's forces."""
    cdef ForcePartialsCall call
    cdef cnp.ndarray[double, ndim=1] _work = np.empty(3 * t.nv)
    kept = [np.ascontiguousarray(x, np.float64) for x in (maps, dG, force, *first)]
    out = [np.empty((t.nv, t.nv)) for _ in range(3)]
    call.maps, call.dG, call.force = _at(kept[0]), _at(kept[1]), _at(kept[2])
    call.dq, call.dv, call.da = _at(kept[3]), _at(kept[4]), _at(kept[5])
    call.out_q, call.out_v, call.out_a = _at(out[0]), _at(out[1]), _at(out[2])
    call.work = <double*> cnp.PyArray_DATA(_work)
    with nogil:
        one.forces(<void*> t, &call)
    return out


def forward_partials(first: Sequence[Array]) -> ForwardDynamicsPartials:
    """First partials of forward dynamics from those of inverse dynamics, (..., nv, nv) each."""
    cdef AccelerationPartialsCall call
    cdef Py_ssize_t _state
    dq, dv, H = [np.array(x, np.float64, order="C") for x in first]
    inverse = np.empty_like(H)
    cdef int n = <int> H.shape[H.ndim - 1]
    call.dq, call.dv, call.H, call.inverse = _at(dq), _at(dv), _at(H), _at(inverse)
    for _state in range(H.size // (n * n) if n else 0):
        one.accelerations(n, &call)
        call.dq += n * n
        call.dv += n * n
        call.H += n * n
        call.inverse += n * n
    return ForwardDynamicsPartials(dq, dv, inverse)


cdef inline double* _at(object array):
    return <double*> cnp.PyArray_DATA(array)


# What is the same for every group of a batch.
cdef struct Shared:
    void* tables
    void* tree
    bint closed
    bint forward            # partials of the accelerations
    int nv
    size_t maps             # doubles of all lanes of the maps and of dG
    size_t dG
    size_t row              # the same of tree.nv numbers
    size_t matrix           # and of (tree.nv, tree.nv)
    size_t inertia          # and of (nv, nv), of forward dynamics


cdef int _motion_group(const void* context, const double** inputs, double** outputs,
                       void* workspace) noexcept nogil:
    """q, y, a -> rates, maps, dG"""
    cdef const Shared* shared = <const Shared*> context
    cdef MotionPartialsCall call
    call.closed = shared.closed
    call.q, call.y, call.a = inputs[0], inputs[1], inputs[2]
    call.rates, call.maps, call.dG = outputs[0], outputs[1], outputs[2]
    call.work = <double*> workspace
    return many.motion(shared.tables, &call)


cdef int _force_group(const void* context, const double** inputs, double** outputs,
                      void* workspace) noexcept nogil:
    """q, maps, dG, forces and their partials -> partials through the loops"""
    cdef const Shared* shared = <const Shared*> context
    cdef ForcePartialsCall call
    call.maps, call.dG, call.force = inputs[1], inputs[2], inputs[3]
    call.dq, call.dv, call.da = inputs[4], inputs[5], inputs[6]
    call.out_q, call.out_v, call.out_a = outputs[0], outputs[1], outputs[2]
    call.work = <double*> workspace
    many.forces(shared.tables, &call)
    return -1


cdef double* _matrices(const Shared* shared, void* workspace) noexcept nogil:
    """The open tree's partials in the workspace of `_partials_group`."""
    return <double*> workspace + shared.maps + shared.dG + 3 * shared.row


cdef void _clear(const void* context, double** outputs, void* workspace) noexcept nogil:
    """They are zero beyond the tree's pattern, which no run leaves."""
    cdef const Shared* shared = <const Shared*> context
    memset(_matrices(shared, workspace), 0, 3 * shared.matrix * sizeof(double))


cdef int _partials_group(const void* context, const double** inputs, double** outputs,
                         void* workspace) noexcept nogil:
    """q, y, a, wrenches in body axes -> partials of the forces or accelerations"""
    cdef const Shared* shared = <const Shared*> context
    cdef MotionPartialsCall motion
    cdef tree_inverse.Call torques
    cdef PartialsCall partials
    cdef ForcePartialsCall forces
    cdef AccelerationPartialsCall accelerations
    cdef int failed
    cdef double* force
    cdef double* inertia
    motion.closed = shared.closed
    motion.q, motion.y, motion.a = inputs[0], inputs[1], inputs[2]
    motion.maps = <double*> workspace
    motion.dG = motion.maps + shared.maps
    motion.rates = motion.dG + shared.dG
    force = motion.rates + 2 * shared.row
    partials.dq = _matrices(shared, workspace)
    partials.dv = <double*> partials.dq + shared.matrix
    partials.da = <double*> partials.dv + shared.matrix
    inertia = <double*> partials.da + shared.matrix
    motion.work = <double*> cache_aligned(inertia + shared.inertia)
    failed = many.motion(shared.tables, &motion)
    if failed != -1:
        return failed
    torques.r, torques.base, torques.inertial_wrenches = 0, 0, False
    torques.q, torques.v, torques.wrenches = motion.q, motion.rates, inputs[3]
    torques.tau_ext, torques.ahead = NULL, NULL
    torques.tau, torques.workspace = force, motion.work
    tree_run(shared.tree, &torques)
    partials.q, partials.v, partials.a = motion.q, motion.rates, motion.rates + shared.row
    partials.wrenches, partials.workspace = inputs[3], motion.work
    partials_run(shared.tree, &partials)
    forces.maps, forces.dG, forces.force = motion.maps, motion.dG, force
    forces.dq = <const double*> partials.dq
    forces.dv, forces.da = <const double*> partials.dv, <const double*> partials.da
    forces.out_q, forces.out_v = outputs[0], outputs[1]
    forces.out_a = inertia if shared.forward else outputs[2]
    forces.work = motion.work
    many.forces(shared.tables, &forces)
    if shared.forward:
        accelerations.H, accelerations.inverse = inertia, outputs[2]
        accelerations.dq, accelerations.dv = outputs[0], outputs[1]
        many.accelerations(shared.nv, &accelerations)
    return -1


cdef class ManyStates:
    """Many states of a mechanism whose functions were traced: a call of a public function.

    Parameters
    ----------
    single : callable
        That function of one state.
    model : LoopModel
    arguments : tuple of (name, value, own axes)
        Those of the function, in its order; q, then others; 0 axes: an option.
    workers : int

    Attributes
    ----------
    axes : tuple of int
        Of the batch.
    q : (..., tree.nq) array
        Closed configurations.
    """
    cdef LoopTables tables
    cdef object single
    cdef tuple arguments
    cdef bint closed
    cdef int threads
    cdef readonly tuple axes
    cdef readonly object q
    axes: tuple[int, ...]
    q: Array

    def __cinit__(
        self, single: Callable[..., Any], model: object, arguments: Sequence[tuple[str, Any, int]],
        workers: int,
    ):
        cdef cnp.npy_intp[1] shape
        self.single = lambda _, *state: single(model, *state)
        self.tables = loop_tables(model)
        self.threads = worker_count(workers)
        shape[0] = self.tables.tree.nq
        given = as_array("q", arguments[0][1])
        self.closed = given.ndim > 0 and given.shape[given.ndim - 1] != self.tables.tree.nq
        if self.closed:
            given = each_state("expand", expand, model, (given,), (1,))
        rows = tuple([(name, self._given(name, value, core), core)
                      for name, value, core in arguments[1:]])
        self.arguments = (("q", state_rows("q", given, 1, shape), 1), *rows)
        self.axes = batch_shape(self.arguments)
        self.q = self.arguments[0][1]

    def _given(self, name, value, core):
        """An argument as doubles: (..., nv), or (..., nbodies, 6)."""
        cdef cnp.npy_intp[2] shape
        if core == 0 or value is None:
            return value
        shape[0], shape[1] = (self.tables.nv, 0) if core == 1 else (self.tables.tree.nbodies, 6)
        return state_rows(name, value, core, shape)

    def broadcast(self, int k) -> Any:
        """Argument number k with all axes of the batch, or None."""
        _, value, core = self.arguments[k]
        if value is None:
            return None
        return np.broadcast_to(value, self.axes + value.shape[value.ndim - core:])

    def motion_partials(self, y: ArrayLike, a: ArrayLike) -> tuple[Array, Array, Array]:
        """Rates (..., 2, tree.nv), maps (..., 4, n_G) and dG of independent motions."""
        cdef Batch batch
        cdef Shared shared
        found = _arrays(self.tables, self.axes)
        self._open(&batch, &shared, [(self.q, 1), (y, 1), (a, 1)], list(zip(found, (2, 2, 1))))
        batch.run = _motion_group
        batch.workspace = sizeof(double) * batch.width * many.motion_size(self.tables)
        self._run(&batch)
        return found

    def force_partials(
        self, maps: Array, dG: Array, force: Array, first: Sequence[Array],
    ) -> tuple[Array, Array, Array]:
        """Partials (..., nv, nv) by q, v and a, from those of the open tree's forces."""
        cdef Batch batch
        cdef Shared shared
        n = self.tables.nv
        found = tuple([np.empty(self.axes + (n, n)) for _ in range(3)])
        inputs = [(self.q, 1), (maps, 2), (dG, 1), (force, 1), *[(x, 2) for x in first]]
        self._open(&batch, &shared, inputs, [(x, 2) for x in found])
        batch.run = _force_group
        batch.workspace = sizeof(double) * batch.width * 3 * n
        self._run(&batch)
        return found

    def partials(
        self, y: ArrayLike, a: ArrayLike, loads: Array | None, bint forward,
    ) -> tuple[Array, Array, Array]:
        """First partials (..., nv, nv) in a motion, of the accelerations if `forward`.

        Base "body", wrenches (..., nbodies, 6) in body axes or None.
        """
        cdef Batch batch
        cdef Shared shared
        cdef Model tree = self.tables.tree
        cdef LoopTables t = self.tables
        cdef size_t work = max(many.motion_size(t),
                               max(tree_size(tree, 0, False), partials_size(tree)))
        found = tuple([np.empty(self.axes + (t.nv, t.nv)) for _ in range(3)])
        self._open(&batch, &shared, [(self.q, 1), (y, 1), (a, 1), (loads, 2)],
                   [(x, 2) for x in found])
        batch.start, batch.run = _clear, _partials_group
        work = max(work, <size_t> 3 * t.nv)
        shared.maps, shared.dG = 4 * t.n_G * batch.width, _dG_size(t) * batch.width
        shared.row = <size_t> tree.nv * batch.width
        shared.matrix = tree.nv * shared.row
        shared.forward, shared.nv = forward, t.nv
        shared.inertia = <size_t> t.nv * t.nv * batch.width * forward
        batch.workspace = LINE + sizeof(double) * (
            shared.maps + shared.dG + 3 * shared.row + 3 * shared.matrix + shared.inertia
            + work * batch.width)
        self._run(&batch)
        return found

    cdef int _open(self, Batch* batch, Shared* shared, inputs, outputs) except -1:
        open_batch(batch, self.axes)
        for array, core in inputs:
            add_rows(batch, array, core, False)
        for array, core in outputs:
            add_rows(batch, array, core, True)
        shared.tables, shared.tree = <void*> self.tables, <void*> self.tables.tree
        shared.closed = self.closed
        batch.context = shared
        return 0

    cdef int _run(self, Batch* batch) except -1:
        return compute_batch(batch, self.tables.tree, self.single, self.arguments, self.axes,
                             self.threads, NonFiniteError)
