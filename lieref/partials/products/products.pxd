"""Directional forms for other people's Cython: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct Call:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, or NULL
    bint inertial_wrenches      # resolved, and constant, in inertial instead of body axes
    int count                   # directions
    const void* along_q         # jvp: (count, nv) each
    const void* along_v
    const void* along_a
    const void* w               # vjp: (count, nv); contraction: (nv,)
    void* tau                   # jvp: (count, nv), written
    void* dq                    # vjp: (count, nv) each, written
    void* dv
    void* da
    void* dq_dq                 # contraction: (nv, nv) each, zeroed, written where the pattern is
    void* dv_dv
    void* dq_dv
    void* da_dq
    void* workspace             # workspace_size(...) scalars

cdef size_t products_workspace_size(Model model) noexcept nogil
cdef size_t contraction_workspace_size(Model model) noexcept nogil
cdef void run_jvp(Model model, const Call* call) noexcept nogil
cdef void run_vjp(Model model, const Call* call) noexcept nogil
cdef void run_contraction(Model model, const Call* call) noexcept nogil
