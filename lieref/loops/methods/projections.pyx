# cython: language_level=3
"""What the recursions over clusters are compared with: from tables to compiled passes.

States whose G and g, or K and k, are known; shapes and numbers were checked by the callers.
"""

from lieref.calls cimport entry, release, take
from lieref.loops.methods.projection_table cimport ProjectionTable

import numpy as np
from numpy.typing import NDArray

ctypedef int (*Run)(ProjectionTable, const ProjectionCall*) noexcept nogil
ctypedef size_t (*Workspace)(ProjectionTable) noexcept nogil
ctypedef void (*RunTorques)(ProjectionTable, const TorquesCall*) noexcept nogil
ctypedef int (*RunMultipliers)(ProjectionTable, const MultiplierCall*) noexcept nogil
ctypedef size_t (*CountedWorkspace)(ProjectionTable, int) noexcept nogil
ctypedef int (*RunEnds)(ProjectionTable, const ProjectedEnds*) noexcept nogil

METHODS: dict[str, int] = {
    "projected": DENSE, "projection": DENSE, "projected_sparse": SPARSE,
    "projection_sparse": SPARSE, "approximate": APPROXIMATE, "approximate_full": FULL,
    "unconstrained": UNCONSTRAINED}

# Builds that this processor runs.
cdef Run run = <Run> entry("_projections_dense", "RUN", "projection_run")
cdef Workspace workspace = <Workspace> entry(
    "_projections_dense", "WORKSPACE", "projection_workspace")
cdef RunTorques torques = <RunTorques> entry(
    "_projections_dense", "TORQUES", "projected_torques_run")
cdef RunMultipliers multipliers = <RunMultipliers> entry(
    "_projections_dense", "MULTIPLIERS", "multipliers_run")
cdef CountedWorkspace multipliers_size = <CountedWorkspace> entry(
    "_projections_dense", "MULTIPLIERS_WORKSPACE", "multipliers_workspace")
cdef RunEnds ends = <RunEnds> entry("_projections_dense", "ENDS", "projected_ends_run")
cdef CountedWorkspace ends_size = <CountedWorkspace> entry(
    "_projections_dense", "ENDS_WORKSPACE", "projected_ends_workspace")


cdef size_t projection_workspace(ProjectionTable table) noexcept nogil:
    return workspace(table)


cdef int run_projection(ProjectionTable table, const ProjectionCall* call) noexcept nogil:
    return run(table, call)


cdef void run_projected_torques(ProjectionTable table, const TorquesCall* call) noexcept nogil:
    torques(table, call)


cdef size_t multiplier_workspace(ProjectionTable table, int count) noexcept nogil:
    return multipliers_size(table, count)


cdef int run_multipliers(ProjectionTable table, const MultiplierCall* call) noexcept nogil:
    return multipliers(table, call)


cdef size_t projected_ends_workspace(ProjectionTable table, int count) noexcept nogil:
    return ends_size(table, count)


cdef int run_projected_ends(ProjectionTable table, const ProjectedEnds* call) noexcept nogil:
    return ends(table, call)


cdef const double* _wrenches(object given):
    cdef const double[:, ::1] view
    if given is None:
        return NULL
    view = given
    return &view[0, 0]


def accelerations(
    ProjectionTable table not None, method: str, const double[::1] q not None: NDArray[np.float64],
    v: NDArray[np.float64] | None, const double[::1] G not None: NDArray[np.float64],
    const double[::1] g not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> tuple[NDArray[np.float64], int]:
    """yddot (nv,) and -1, or the index in y of a singular coordinate.

    q, v, wrenches: of the tree, of the independent tree for the approximations; v None: at rest
    and weightless. G packed, one number at least.
    """
    cdef ProjectionCall call
    cdef const double[::1] rates
    cdef double[::1] out
    cdef int lost
    found = np.empty(table.nv)
    if table.nv == 0:
        return found, -1
    out = found
    call.method = METHODS[method]
    call.q, call.G, call.bias, call.tau = &q[0], &G[0], &g[0], &tau[0]
    call.v = NULL
    if v is not None:
        rates = v
        call.v = &rates[0]
    call.wrenches = _wrenches(wrenches)
    call.inertial_wrenches = inertial_wrenches
    call.vdot = &out[0]
    call.workspace = take(NULL, workspace(table))
    with nogil:
        lost = run(table, &call)
    release(call.workspace, NULL)
    return found, lost


def projected_torques(
    ProjectionTable table not None, method: str, int base,
    const double[::1] q not None: NDArray[np.float64],
    const double[::1] v not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64],
    const double[::1] g not None: NDArray[np.float64],
    const double[::1] vdot not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> NDArray[np.float64]:
    """Forces on y (nv,) of a motion; arguments as of `accelerations`, vdot (nv,) is yddot."""
    cdef TorquesCall call
    cdef double[::1] out
    found = np.empty(table.nv)
    if table.nv == 0:
        return found
    out = found
    call.method, call.base = METHODS[method], base
    call.q, call.v, call.G, call.bias, call.vdot = &q[0], &v[0], &G[0], &g[0], &vdot[0]
    call.wrenches = _wrenches(wrenches)
    call.inertial_wrenches = inertial_wrenches
    call.tau = &out[0]
    call.workspace = take(NULL, workspace(table))
    with nogil:
        torques(table, &call)
    release(call.workspace, NULL)
    return found


def tree_accelerations(
    ProjectionTable table not None, const double[::1] q not None: NDArray[np.float64],
    v: NDArray[np.float64] | None, const double[:, ::1] K not None: NDArray[np.float64],
    const double[::1] k not None: NDArray[np.float64],
    const double[::1] tau not None: NDArray[np.float64],
    wrenches: NDArray[np.float64] | None = None, bint inertial_wrenches=False,
) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """qddot and K^T lambda, (tree.nv,), and what `run_multipliers` returns.

    v None: without velocity forces and weight.
    """
    cdef MultiplierCall call
    cdef const double[::1] rates
    cdef double[::1] out, forces
    cdef int lost
    cdef double none = 0
    found, held = np.empty(table.tree.nv), np.empty(table.tree.nv)
    out, forces = found, held
    call.count = <int> K.shape[0]
    call.q, call.tau = &q[0], &tau[0]
    call.K = &K[0, 0] if call.count else &none
    call.k = &k[0] if call.count else &none
    call.v = NULL
    if v is not None:
        rates = v
        call.v = &rates[0]
    call.wrenches = _wrenches(wrenches)
    call.inertial_wrenches = inertial_wrenches
    call.vdot, call.forces = &out[0], &forces[0]
    call.workspace = take(NULL, multipliers_size(table, call.count))
    with nogil:
        lost = multipliers(table, &call)
    release(call.workspace, NULL)
    return found, held, lost


def ends_inertia(
    ProjectionTable table not None, method: str, const double[::1] q not None: NDArray[np.float64],
    const double[::1] G not None: NDArray[np.float64],
    const int[::1] bodies not None: NDArray[np.intc],
    const double[:, ::1] frames not None: NDArray[np.float64],
) -> tuple[NDArray[np.float64], int]:
    """Omega (6 m, 6 m) of m ends and -1, or the index in y of a singular coordinate."""
    cdef ProjectedEnds call
    cdef const double[::1] kept
    cdef double[:, ::1] view
    cdef int lost
    cdef int m = <int> bodies.shape[0]
    found = np.zeros((6 * m, 6 * m))
    if m == 0 or table.nv == 0:
        return found, -1
    view = found
    call.method = METHODS[method]
    call.count = m
    call.q, call.G = &q[0], &G[0]
    call.q_kept = NULL
    if table.kept is not None:
        kept = np.asarray(q)[table.kept_q]
        call.q_kept = &kept[0]
    call.bodies, call.frames, call.inertia = &bodies[0], &frames[0, 0], &view[0, 0]
    call.workspace = take(NULL, ends_size(table, m))
    with nogil:
        lost = ends(table, &call)
    release(call.workspace, NULL)
    return found, lost
