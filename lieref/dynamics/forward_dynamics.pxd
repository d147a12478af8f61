"""Forward and hybrid dynamics for other people's Cython: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

ctypedef unsigned char flag

# What recursions return that meet no singular joint, and otherwise the number of its body.
cdef enum:
    DONE = -1

# Decimal digits that doubles and double-doubles have.
cdef enum:
    DIGITS_OF_DOUBLES = 16
    DIGITS_OF_DOUBLE_DOUBLES = 31

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

# The recursions; an even one of doubles precedes that of complex numbers.
cdef enum Form:
    PRODUCTION_REAL = 0
    PRODUCTION_COMPLEX = 1
    SPATIAL_REAL = 2
    SPATIAL_COMPLEX = 3
    BODY_REAL = 4
    BODY_COMPLEX = 5
    HYBRID_REAL = 6
    HYBRID_COMPLEX = 7
    PRODUCTION_FINE = 8

cdef size_t forward_workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil
# DONE, or the number of the body at whose joint the articulated inertia is singular
cdef int run_forward_dynamics(Model model, const Call* call) noexcept nogil
# The same over double-doubles, in so many doubles of memory; the call's workspace is not used.
cdef size_t fine_workspace_size(Model model, const Call* call) noexcept nogil
cdef int run_fine(Model model, const Call* call, double* memory) noexcept nogil
