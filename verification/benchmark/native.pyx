# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Loops that time compiled code without Python in between; built by build.py at run time."""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.pycapsule cimport PyCapsule_GetPointer
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from lieref.dynamics.forward_dynamics cimport (
    Call as ForwardCall, forward_workspace_size, run_forward_dynamics)
from lieref.dynamics.inverse_dynamics cimport (
    Call as InverseCall, run_inverse_dynamics, workspace_size)
from lieref.loops.constraints.constraints cimport Stage, constraint_stage
from lieref.loops.clusters.group_table cimport GroupTable
from lieref.loops.constraints.loop_tables cimport LoopTables
from lieref.loops.clusters.c_aba.c_aba cimport ClusterCall, cluster_workspace, run_c_aba
from lieref.loops.clusters.c_rnea.c_rnea cimport gather, spread
from lieref.model.model cimport Model
from lieref.partials.idsva.inverse_dynamics_partials cimport (
    Call as FirstPartialsCall, partials_workspace_size, run_inverse_dynamics_partials)
from lieref.partials.idsva_so.inverse_dynamics_second_partials cimport (
    Call as SecondPartialsCall, run_inverse_dynamics_second_partials,
    second_partials_workspace_size)

cdef extern from * nogil:
    """
    /* A chain of dependent additions takes one cycle each on every x86-64 processor. */
    static void lieref_additions(long count)
    {
    #if defined(__x86_64__) && defined(__GNUC__)
        long x = 0;
        for (long i = 0; i < count; i += 8)
            __asm__ volatile("add $1, %0\\n\\tadd $1, %0\\n\\tadd $1, %0\\n\\tadd $1, %0\\n\\t"
                             "add $1, %0\\n\\tadd $1, %0\\n\\tadd $1, %0\\n\\tadd $1, %0"
                             : "+r"(x));
    #endif
    }
    """
    void lieref_additions(long count)

# What CasADi generates: arguments, results, integer and real scratch, memory slot.
ctypedef int (*Generated)(const double** arg, double** res, long long* iw, double* w,
                          int mem) noexcept nogil


# What a build of a form of inverse dynamics has in its capsules RUN and WORKSPACE.
ctypedef void (*Run)(Model, const InverseCall*) noexcept nogil
ctypedef size_t (*Workspace)(Model, int, bint) noexcept nogil


cdef inline double now() noexcept nogil:
    cdef timespec t
    clock_gettime(CLOCK_MONOTONIC, &t)
    return t.tv_sec + 1e-9 * t.tv_nsec


def inverse_dynamics_reals(Model model not None, int r):
    """Number of doubles of scratch that the kernel needs at order r."""
    return workspace_size(model, r, False)


def forward_dynamics_reals(Model model not None, int r):
    """Number of doubles of scratch that the kernel needs at order r."""
    return forward_workspace_size(model, r, False)


cdef InverseCall inverse_call(const double[::1] q, const double[:, ::1] v, double[:, ::1] tau,
                              double[::1] workspace):
    """The call of a motion in body representation, no wrenches applied."""
    cdef InverseCall call
    call.r = <int> tau.shape[0] - 1
    call.base = 0
    call.q = &q[0]
    call.v = &v[0, 0]
    call.wrenches = NULL
    call.inertial_wrenches = False
    call.tau_ext = NULL
    call.tau = &tau[0, 0]
    call.workspace = &workspace[0]
    call.ahead = NULL
    return call


def form_reals(object build, Model model not None, int r):
    """Number of doubles of scratch that a build (module) of a form needs at order r."""
    return (<Workspace> PyCapsule_GetPointer(build.WORKSPACE, "lieref.workspace"))(model, r, False)


def form_seconds(object build, Model model not None, const double[::1] q, const double[:, ::1] v,
                 double[:, ::1] tau, double[::1] workspace, long calls):
    """Seconds that `calls` runs of a build of a form take together; tau is written."""
    cdef Run run = <Run> PyCapsule_GetPointer(build.RUN, "lieref.run")
    cdef InverseCall call = inverse_call(q, v, tau, workspace)
    cdef long _i
    cdef double start, end
    with nogil:
        start = now()
        for _i in range(calls):
            run(model, &call)
        end = now()
    return end - start


def inverse_dynamics_seconds(Model model not None, const double[::1] q, const double[:, ::1] v,
                             double[:, ::1] tau, double[::1] workspace, long calls):
    """Seconds that `calls` runs of the kernel take together; tau is written."""
    cdef InverseCall call = inverse_call(q, v, tau, workspace)
    cdef long _i
    cdef double start, end
    with nogil:
        start = now()
        for _i in range(calls):
            run_inverse_dynamics(model, &call)
        end = now()
    return end - start


def forward_dynamics_seconds(Model model not None, const double[::1] q, const double[::1] v,
                             double[:, ::1] tau, double[:, ::1] vdot, double[::1] workspace,
                             long calls):
    """Seconds that `calls` runs of the kernel take together; vdot is written."""
    cdef ForwardCall call
    cdef long _i
    cdef double start, end
    cdef int singular = -1
    call.r = <int> tau.shape[0] - 1
    call.base = 0
    call.q = &q[0]
    call.v = &v[0]
    call.prescribed = NULL
    call.wrenches = NULL
    call.inertial_wrenches = False
    call.tau_ext = NULL
    call.vdot = &vdot[0, 0]
    call.tau = &tau[0, 0]
    call.workspace = &workspace[0]
    with nogil:
        start = now()
        for _i in range(calls):
            singular = run_forward_dynamics(model, &call)
        end = now()
    if singular >= 0:
        raise ArithmeticError(f"the articulated inertia of body {singular} is singular")
    return end - start


def inverse_dynamics_partials_reals(Model model not None):
    """Number of doubles of scratch that the kernel needs."""
    return partials_workspace_size(model)


def inverse_dynamics_partials_seconds(
        Model model not None, const double[::1] q, const double[::1] v, const double[::1] a,
        double[:, ::1] dq, double[:, ::1] dv, double[:, ::1] da, double[::1] workspace,
        long calls):
    """Seconds that `calls` runs of the kernel take together; dq, dv, da, zeros, are written."""
    cdef FirstPartialsCall call
    cdef long _i
    cdef double start, end
    call.q = &q[0]
    call.v = &v[0]
    call.a = &a[0]
    call.wrenches = NULL
    call.dq = &dq[0, 0]
    call.dv = &dv[0, 0]
    call.da = &da[0, 0]
    call.workspace = &workspace[0]
    with nogil:
        start = now()
        for _i in range(calls):
            run_inverse_dynamics_partials(model, &call)
        end = now()
    return end - start


def inverse_dynamics_second_partials_reals(Model model not None):
    """Number of doubles of scratch that the kernel needs."""
    return second_partials_workspace_size(model)


def inverse_dynamics_second_partials_seconds(
        Model model not None, const double[::1] q, const double[::1] v, const double[::1] a,
        double[:, :, ::1] dq_dq, double[:, :, ::1] dv_dv, double[:, :, ::1] dq_dv,
        double[:, :, ::1] da_dq, double[::1] workspace, long calls):
    """Seconds that `calls` runs of the kernel take together; the tensors, zeros, are written."""
    cdef SecondPartialsCall call
    cdef long _i
    cdef double start, end
    call.q = &q[0]
    call.v = &v[0]
    call.a = &a[0]
    call.wrenches = NULL
    call.dq_dq = &dq_dq[0, 0, 0]
    call.dv_dv = &dv_dv[0, 0, 0]
    call.dq_dv = &dq_dv[0, 0, 0]
    call.da_dq = &da_dq[0, 0, 0]
    call.workspace = &workspace[0]
    with nogil:
        start = now()
        for _i in range(calls):
            run_inverse_dynamics_second_partials(model, &call)
        end = now()
    return end - start


cdef class LoopState:
    """Memory of one state of a mechanism with loops, for the timers below."""
    cdef LoopTables tables
    cdef GroupTable groups
    cdef Stage stage
    cdef object arrays
    cdef void* memory
    cdef void* scratch

    def __cinit__(self, LoopTables tables not None, GroupTable groups not None,
                  const double[::1] q not None, const double[::1] ydot not None,
                  const double[::1] driven not None, double[::1] G not None,
                  double[::1] g not None, double[::1] qdot not None,
                  double[::1] measure not None):
        cdef Model model = groups.model
        cdef size_t reals = cluster_workspace(model, groups, False)
        reals = max(reals, workspace_size(model, 0, False)) + <size_t> tables.n_work + 16
        self.tables, self.groups = tables, groups
        # what the pointers point to
        self.arrays = (q, ydot, driven, G, g, qdot, measure)
        self.memory = PyMem_RawMalloc(reals * sizeof(double))
        if self.memory == NULL:
            raise MemoryError(f"{reals} doubles of workspace")
        self.scratch = <void*> ((<size_t> self.memory + 63) & ~(<size_t> 63))
        self.stage.work = <double*> self.scratch
        self.scratch = <void*> ((<size_t> (self.stage.work + tables.n_work) + 63)
                                & ~(<size_t> 63))
        self.stage.q, self.stage.ydot = &q[0], &ydot[0]
        self.stage.driven = &driven[0] if driven.shape[0] else NULL
        self.stage.G = &G[0] if G.shape[0] else NULL
        self.stage.g, self.stage.qdot, self.stage.measure = &g[0], &qdot[0], &measure[0]
        self.stage.opening = NULL

    def __dealloc__(self):
        PyMem_RawFree(self.memory)


def constraint_stage_seconds(LoopState state not None, long calls):
    """Seconds that `calls` constraint stages take together."""
    cdef long _i
    cdef double start, end
    with nogil:
        start = now()
        for _i in range(calls):
            constraint_stage(state.tables, &state.stage)
        end = now()
    return end - start


def c_rnea_seconds(LoopState state not None, const double[::1] yddot, double[:, ::1] rates,
                   double[::1] torques, double[::1] tau, long calls):
    """Seconds that `calls` constraint stages, each with a C-RNEA, take together; tau is written.

    rates (2, tree.nv) and generalized forces (tree.nv,) are scratch.
    """
    cdef Model model = state.groups.model
    cdef InverseCall call
    cdef long _i
    cdef int k, n = model.nv
    cdef double start, end
    call.r = 0
    call.base = 0
    call.q, call.v, call.tau = state.stage.q, &rates[0, 0], &torques[0]
    call.wrenches = NULL
    call.inertial_wrenches = False
    call.tau_ext = NULL
    call.workspace = state.scratch
    call.ahead = NULL
    with nogil:
        start = now()
        for _i in range(calls):
            constraint_stage(state.tables, &state.stage)
            spread(model, state.groups, state.stage.G, &yddot[0], &rates[1, 0])
            for k in range(n):
                rates[0, k] = state.stage.qdot[k]
                rates[1, k] += state.stage.g[k]
            run_inverse_dynamics(model, &call)
            gather(model, state.groups, state.stage.G, &torques[0], &tau[0])
        end = now()
    return end - start


def c_aba_seconds(LoopState state not None, const double[::1] tau, const double[::1] gravity,
                  double[::1] vdot, long calls):
    """Seconds that `calls` constraint stages, each with a C-ABA, take together; vdot is written."""
    cdef Model model = state.groups.model
    cdef ClusterCall call
    cdef long _i
    cdef double start, end
    cdef int singular = -1
    call.base = 0
    call.q, call.v, call.G = state.stage.q, state.stage.qdot, state.stage.G
    call.bias, call.gravity = state.stage.g, &gravity[0]
    call.wrenches = NULL
    call.inertial_wrenches = False
    call.tau, call.vdot = &tau[0], &vdot[0]
    call.workspace = state.scratch
    with nogil:
        start = now()
        for _i in range(calls):
            constraint_stage(state.tables, &state.stage)
            singular = run_c_aba(model, state.groups, &call)
        end = now()
    if singular >= 0:
        raise ArithmeticError(f"the articulated inertia of group {singular} is singular")
    return end - start


def generated_seconds(size_t address, const double[::1] x, double[::1] y, long long[::1] iw,
                      double[::1] w, size_t[::1] pointers, long calls):
    """Seconds that `calls` runs of a generated C function x -> y take together.

    pointers: scratch for the arrays of argument and result pointers, one half each.
    """
    cdef Generated function = <Generated> address
    cdef const double** arg = <const double**> &pointers[0]
    cdef double** res = <double**> &pointers[pointers.shape[0] // 2]
    cdef long _i
    cdef double start, end
    with nogil:
        start = now()
        for _i in range(calls):
            # generated code may overwrite the pointers
            arg[0] = &x[0]
            res[0] = &y[0]
            function(arg, res, &iw[0], &w[0], 0)
        end = now()
    return end - start


def addition_seconds(long count):
    """Seconds of `count` dependent integer additions: the clock period, where the chip is x86."""
    cdef double start = now()
    lieref_additions(count)
    return now() - start
