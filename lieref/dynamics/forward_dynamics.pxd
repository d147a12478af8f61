"""Forward and hybrid dynamics for other people's Cython: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

ctypedef unsigned char flag

# One call: memory of doubles (or of double complex for the complex build), nothing is checked.
cdef struct Call:
    int r                       # order of the highest time derivative of vdot
    int base                    # 0 body, 1 spatial, 2 hybrid, 3 mixed
    const void* q               # (nq,)
    const void* v               # (nv,)
    const flag* prescribed      # (nv,) 1 where the motion is given, or NULL for none
    const void* wrenches        # (r + 1, nbodies, 6) or NULL
    bint inertial_wrenches      # resolved in inertial instead of body axes
    const void* tau_ext         # (r + 1, nv) or NULL
    void* vdot                  # (r + 1, nv), in: the prescribed columns, out: all
    void* tau                   # (r + 1, nv), in: the other columns, out: all
    void* workspace             # workspace(...) scalars

cdef size_t forward_workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil
# -1, or the number of the body at whose joint the articulated inertia is singular
cdef int run_forward_dynamics(Model model, const Call* call) noexcept nogil
