"""Inverse and forward dynamics for C: the functions that lieref.h declares, in a capsule."""

from cpython.pycapsule cimport PyCapsule_New

from lieref.dynamics.forward_dynamics cimport (
    Call as ForwardCall, forward_workspace_size, run_forward_dynamics)
from lieref.dynamics.inverse_dynamics cimport (
    Call as InverseCall, run_inverse_dynamics, workspace_size)
from lieref.model.model cimport Model

# lieref/lieref.h, seen from a folder in which the compiler looks
cdef extern from "lieref.h" nogil:
    enum: LIEREF_API_VERSION
    const char* LIEREF_API_CAPSULE

    ctypedef struct lieref_model:
        const void* handle
        int nbodies
        int nq
        int nv

    ctypedef struct lieref_inverse_call:
        int r
        int base
        const double* q
        const double* v
        const double* wrenches
        int inertial_wrenches
        const double* tau_ext
        double* tau
        void* workspace

    ctypedef struct lieref_forward_call:
        int r
        int base
        const double* q
        const double* v
        const double* wrenches
        int inertial_wrenches
        const double* tau_ext
        const double* tau
        double* vdot
        void* workspace

    ctypedef struct lieref_api:
        int version
        int (*model_of)(object, lieref_model*) except -1
        size_t (*inverse_workspace_size)(const lieref_model*, int, int) noexcept
        size_t (*forward_workspace_size)(const lieref_model*, int, int) noexcept
        void (*inverse_dynamics)(const lieref_model*, const lieref_inverse_call*) noexcept
        int (*forward_dynamics)(const lieref_model*, const lieref_forward_call*) noexcept

# a model is a pointer here: the caller holds it
ctypedef size_t (*Size)(const void*, int, bint) noexcept nogil
ctypedef void (*InverseRun)(const void*, const InverseCall*) noexcept nogil
ctypedef int (*ForwardRun)(const void*, const ForwardCall*) noexcept nogil

cdef Size inverse_size = <Size> <void*> workspace_size
cdef Size forward_size = <Size> <void*> forward_workspace_size
cdef InverseRun inverse_run = <InverseRun> <void*> run_inverse_dynamics
cdef ForwardRun forward_run = <ForwardRun> <void*> run_forward_dynamics


cdef int _model_of(object value, lieref_model* opened) except -1:
    if not isinstance(value, Model):
        raise TypeError(f"expected a lieref Model, not a {type(value).__name__}")
    cdef Model model = value
    opened.handle = <const void*> model
    opened.nbodies, opened.nq, opened.nv = model.nbodies, model.nq, model.nv
    return 0


cdef size_t _inverse_workspace_size(const lieref_model* model, int r,
                                    int inertial_wrenches) noexcept nogil:
    return inverse_size(model.handle, r, inertial_wrenches)


cdef size_t _forward_workspace_size(const lieref_model* model, int r,
                                    int inertial_wrenches) noexcept nogil:
    return forward_size(model.handle, r, inertial_wrenches)


cdef void _inverse_dynamics(const lieref_model* model,
                            const lieref_inverse_call* given) noexcept nogil:
    cdef InverseCall call
    call.r, call.base, call.inertial_wrenches = given.r, given.base, given.inertial_wrenches
    call.q, call.v, call.wrenches, call.tau_ext = given.q, given.v, given.wrenches, given.tau_ext
    call.tau, call.workspace = given.tau, given.workspace
    inverse_run(model.handle, &call)


cdef int _forward_dynamics(const lieref_model* model,
                           const lieref_forward_call* given) noexcept nogil:
    cdef ForwardCall call
    call.r, call.base, call.inertial_wrenches = given.r, given.base, given.inertial_wrenches
    call.q, call.v, call.wrenches, call.tau_ext = given.q, given.v, given.wrenches, given.tau_ext
    call.prescribed = NULL
    # nothing is prescribed, so the generalized forces are read alone
    call.tau = <double*> given.tau
    call.vdot, call.workspace = given.vdot, given.workspace
    return forward_run(model.handle, &call)


cdef lieref_api table
table.version = LIEREF_API_VERSION
table.model_of = _model_of
table.inverse_workspace_size = _inverse_workspace_size
table.forward_workspace_size = _forward_workspace_size
table.inverse_dynamics = _inverse_dynamics
table.forward_dynamics = _forward_dynamics

C_API: object = PyCapsule_New(&table, LIEREF_API_CAPSULE, NULL)
