"""Forward and hybrid dynamics for other people's Cython: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

ctypedef unsigned char flag

# What recursions answer that meet no singular joint, whose body's number they answer otherwise.
cdef enum:
    DONE = -1
    STRAINED = -2       # rounding errors grew more than they would in double-doubles
    LOST = -3           # of one joint: it is singular

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
    SPATIAL_FINE = 2
    SPATIAL_COMPLEX = 3
    BODY_REAL = 4
    BODY_COMPLEX = 5
    HYBRID_REAL = 6
    HYBRID_COMPLEX = 7
    PRODUCTION_FINE = 8

cdef size_t forward_workspace_size(Model model, int r, bint inertial_wrenches) noexcept nogil
# DONE, or the number of the body at whose joint the articulated inertia is singular
cdef int run_forward_dynamics(Model model, const Call* call) noexcept nogil
# The same in doubles, whatever they lose: STRAINED as well
cdef int run_in_doubles(Model model, const Call* call) noexcept nogil
# The same of a form over double-doubles, in so many doubles of memory.
cdef size_t fine_workspace_size(Model model, const Call* call, Form form) noexcept nogil
cdef int run_fine(Model model, const Call* call, Form form, double* memory) noexcept nogil
