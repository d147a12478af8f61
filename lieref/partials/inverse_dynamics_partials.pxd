"""First partials of inverse dynamics for Cython elsewhere: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct Call:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, or NULL
    void* dq                    # (nv, nv), zeroed, written where the tree's pattern is
    void* dv
    void* da
    void* workspace             # partials_workspace_size(...) scalars

cdef size_t partials_workspace_size(Model model) noexcept nogil
cdef void run_inverse_dynamics_partials(Model model, const Call* call) noexcept nogil
