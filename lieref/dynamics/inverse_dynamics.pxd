"""Inverse dynamics for other people's Cython: fill a Call, run it without the GIL."""

from lieref.algebra.scalars.state_groups cimport Ahead
from lieref.model.model cimport Model

# One call: memory of doubles (or of double complex for the complex build), nothing is checked.
cdef struct Call:
    int r                       # order of the highest time derivative of tau
    int base                    # 0 body, 1 spatial, 2 hybrid, 3 mixed
    const void* q               # (nq,)
    const void* v               # (r + 2, nv) derivatives of the velocity
    const void* wrenches        # (r + 1, nbodies, 6) or NULL
    bint inertial_wrenches      # resolved in inertial instead of body axes
    const void* tau_ext         # (r + 1, nv) or NULL
    void* tau                   # (r + 1, nv), written
    void* workspace             # workspace_size(...) scalars
    Ahead* ahead                # read by builds over many states alone: what to ask for, or NULL

cdef size_t workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil
cdef void run_inverse_dynamics(Model model, const Call* call) noexcept nogil
