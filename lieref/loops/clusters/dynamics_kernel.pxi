# Mechanisms over states side by side: the constraints, the passes of every order, the joint-space
# inertia and the motion of the tree, by the texts that one state is computed with; recursions of
# the tree and over clusters are those of their own builds over states. Which rows are pivots is
# found state by state.

from cpython.pycapsule cimport PyCapsule_New
from libc.math cimport M_PI, acos, asin, atan, atan2, exp, fabs, fmax, log, rint, sqrt
from libc.string cimport memset

from lieref.calls cimport LINE, entry
from lieref.dynamics cimport inverse_dynamics as tree_inverse
from lieref.dynamics.shared.calls cimport ClosedFormsCall
from lieref.loops.clusters.group_table cimport GroupTable
from lieref.loops.clusters.c_aba.c_aba cimport ClusterCall
from lieref.loops.clusters.dynamics cimport DONE, OPEN, Mechanism, State
from lieref.loops.constraints.constraints cimport Motion, Stage, is_open
from lieref.loops.constraints.loop_tables cimport (
    PLAIN,
    PLANE,
    TWISTED,
    UNIVERSAL,
    ClusterTable,
    LoopTable,
    LoopTables,
    driven_hessian_at,
    driven_values_at,
    implicit_hessian_at,
    implicit_rows_at,
    implicit_values_at,
    is_rounding,
)
from lieref.loops.constraints.couplings.programs cimport (
    ACOS,
    ADD,
    ASIN,
    ATAN,
    ATAN2,
    DIV,
    EXP,
    LOG,
    MUL,
    NEG,
    OVER,
    PER,
    SCALE,
    SHIFT,
    SINCOS,
    JACOBIANS,
    SQRT,
    SUB,
    Program,
    Programs,
    Wanted,
)
from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Model

include "../constraints/loop_numbers.pxi"
include "../constraints/couplings/instructions.pxi"
include "../constraints/loop_poses.pxi"
include "../constraints/explicit_constraints.pxi"
include "../constraints/constraint_bias.pxi"
include "../constraints/openings.pxi"
include "../constraints/series/loop_series.pxi"
include "../constraints/series/motion_series.pxi"

ctypedef void (*TreeRun)(Model, const tree_inverse.Call*) noexcept nogil
ctypedef size_t (*TreeSize)(Model, int, bint) noexcept nogil
ctypedef int (*ClusterRun)(Model, GroupTable, const ClusterCall*) noexcept nogil
ctypedef size_t (*ClusterSize)(Model, GroupTable, bint) noexcept nogil
ctypedef void (*InertiaRun)(Model, const ClosedFormsCall*) noexcept nogil
ctypedef size_t (*TreeInertiaSize)(Model, int) noexcept nogil

cdef TreeRun tree_run = <TreeRun> entry("_h_grne_states", "RUN", "run")
cdef TreeSize tree_size = <TreeSize> entry("_h_grne_states", "WORKSPACE", "workspace")
cdef ClusterRun cluster_run = <ClusterRun> entry("_c_aba_states", "RUN", "cluster_run")
cdef ClusterSize cluster_size = <ClusterSize> entry(
    "_c_aba_states", "WORKSPACE", "cluster_workspace")
cdef InertiaRun inertia_run = <InertiaRun> entry("_inertia_states", "INERTIA", "run")
cdef TreeInertiaSize tree_inertia_size = <TreeInertiaSize> entry(
    "_inertia_states", "INERTIA_WORKSPACE", "inertia_workspace")


cdef inline size_t torques_size(Mechanism m, int r, bint inertial) noexcept nogil:
    return tree_size(m.tree, r, inertial)


cdef inline void run_torques(Mechanism m, const tree_inverse.Call* call) noexcept nogil:
    tree_run(m.tree, call)


cdef inline size_t clusters_size(Mechanism m, bint inertial) noexcept nogil:
    return cluster_size(m.tree, m.groups, inertial)


cdef inline int run_clusters(Mechanism m, const ClusterCall* call) noexcept nogil:
    return cluster_run(m.tree, m.groups, call)


include "time_derivatives.pxi"


cdef size_t dynamics_size(Mechanism m, int r, bint inertial, bint forward) noexcept nogil:
    """Reals that `run_dynamics` needs."""
    return series_scratch_size(m, r, inertial, forward) + LINE // sizeof(real) + 1


cdef bint run_dynamics(Mechanism m, const State* s, int r, void* memory) noexcept nogil:
    """Inverse or forward dynamics of order r; False if it fails in one of the states."""
    cdef SeriesScratch scratch
    cdef int group = -1
    lay_series_scratch(m, s, r, <double*> memory, &scratch)
    if s.yddot != NULL:
        return inverse_derivatives(m, s, r, &scratch) == DONE
    return forward_derivatives(m, s, r, &scratch, &group) == DONE and group < 0


cdef size_t inertia_size(Mechanism m) noexcept nogil:
    """Reals that `run_inertia` needs."""
    cdef size_t nv = m.tree.nv
    return (nv * (1 + nv + m.loops.nv) + m.loops.n_G + 2 * m.loops.n_clusters
            + motion_size(m.loops, 1) + tree_inertia_size(m.tree, 1) + LINE // sizeof(real) + 1)


cdef bint run_inertia(Mechanism m, const State* s, void* memory) noexcept nogil:
    """G^T H G   [Chignoli, Sec. II-D]; False if it fails in one of the states."""
    cdef int i, j
    cdef int n = m.loops.nv
    cdef int nv = m.tree.nv
    cdef Motion motion
    cdef ClosedFormsCall call
    cdef real* H = <real*> memory
    cdef real* HG = H + nv * nv         # transposed
    cdef real* G = HG + nv * n
    cdef real* measure = G + m.loops.n_G
    cdef real* out = <real*> s.out
    motion.n, motion.q = 1, s.q
    motion.qdot, motion.G = <double*> (measure + 2 * m.loops.n_clusters), <double*> G
    motion.measure = <double*> measure
    motion.opening = NULL
    if not s.closed:
        motion.opening = <double*> (measure + m.loops.n_clusters)
    motion.work = <double*> (<real*> motion.qdot + nv)
    i = motion_start(m.loops, &motion)
    if i >= 0 or is_open(m.loops, i, motion.opening, STATE_COUNT):
        return False
    memset(H, 0, nv * nv * sizeof(real))
    call.n, call.q, call.v, call.H, call.A, call.first = 1, s.q, NULL, H, NULL, NULL
    call.workspace = line_of(<real*> motion.work + motion_size(m.loops, 1))
    inertia_run(m.tree, &call)
    for i in range(nv):
        # rows of n reals, where the result will be
        motion_forces(m.loops, &motion, <const double*> (H + i * nv), 0, 0, <double*> out)
        for j in range(n):
            HG[j * nv + i] = out[j]
    for j in range(n):
        motion_forces(m.loops, &motion, <const double*> (HG + j * nv), 0, 0,
                      <double*> (out + j * n))
    for i in range(n):
        for j in range(i):
            out[i * n + j] = (out[i * n + j] + out[j * n + i]) / 2
            out[j * n + i] = out[i * n + j]
    return True


cdef size_t motions_size(Mechanism m, int n) noexcept nogil:
    """Reals that `run_motions` needs."""
    return 2 * m.loops.n_clusters + motion_size(m.loops, n)


cdef bint run_motions(Mechanism m, const State* s, int n, void* memory) noexcept nogil:
    """Plain derivatives of qdot (n, tree.nv) and of the packed G (n, n_G) behind them, of a motion
    ydot (n, nv); False if it fails in one of the states.
    """
    cdef int i, k
    cdef double factorial = 1
    cdef Motion motion
    cdef int nv = m.tree.nv
    cdef int n_G = m.loops.n_G
    cdef const real* y = <const real*> s.ydot
    cdef real* qdot = <real*> s.out
    cdef real* G = qdot + n * nv
    cdef real* measure = <real*> memory
    motion.n, motion.q = n, s.q
    motion.qdot, motion.G, motion.measure = <double*> qdot, <double*> G, <double*> measure
    motion.opening = NULL
    if not s.closed:
        motion.opening = <double*> (measure + m.loops.n_clusters)
    motion.work = <double*> (measure + 2 * m.loops.n_clusters)
    # what does not move has no derivatives
    memset(qdot, 0, n * (nv + n_G) * sizeof(real))
    i = motion_start(m.loops, &motion)
    if i >= 0 or is_open(m.loops, i, motion.opening, STATE_COUNT):
        return False
    for k in range(n):
        if k > 0:
            motion_next(m.loops, &motion, k, True)
        motion_add(m.loops, &motion, k, <const double*> (y + k * m.loops.nv), _reciprocal(k))
    for k in range(2, n):
        factorial *= k
        for i in range(nv):
            qdot[k * nv + i] = factorial * qdot[k * nv + i]
        for i in range(n_G):
            G[k * n_G + i] = factorial * G[k * n_G + i]
    return True

MOTIONS = PyCapsule_New(<void*> run_motions, "lieref.mechanism_motions", NULL)
MOTIONS_SIZE = PyCapsule_New(<void*> motions_size, "lieref.mechanism_motions_size", NULL)
DYNAMICS = PyCapsule_New(<void*> run_dynamics, "lieref.mechanism_dynamics", NULL)
DYNAMICS_SIZE = PyCapsule_New(<void*> dynamics_size, "lieref.mechanism_dynamics_size", NULL)
INERTIA = PyCapsule_New(<void*> run_inertia, "lieref.mechanism_inertia", NULL)
INERTIA_SIZE = PyCapsule_New(<void*> inertia_size, "lieref.mechanism_inertia_size", NULL)
