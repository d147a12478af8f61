# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Loops that time compiled code without Python in between; built by build.py at run time."""

from cpython.pycapsule cimport PyCapsule_GetPointer
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from lieref.dynamics.forward_dynamics cimport (
    Call as ForwardCall, forward_workspace_size, run_forward_dynamics)
from lieref.dynamics.inverse_dynamics cimport (
    Call as InverseCall, run_inverse_dynamics, workspace_size)
from lieref.model.model cimport Model
from lieref.partials.inverse_dynamics_partials cimport (
    Call as FirstPartialsCall, partials_workspace_size, run_inverse_dynamics_partials)
from lieref.partials.inverse_dynamics_second_partials cimport (
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
