"""Second partials of inverse dynamics for other people's Cython: fill a Call, run it."""

from lieref.model.model cimport Model

# One call: memory of doubles, nothing is checked. Everything is for base = "body". The tensors
# are indexed in the order of their names, force first. Only the entries of the tree's pattern are
# written, which is the same for every state: memory of a former call need not be zeroed again.
cdef struct Call:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, or NULL
    void* dq_dq                 # (nv, nv, nv), zeroed, written where the tree's pattern is
    void* dv_dv
    void* dq_dv
    void* da_dq
    void* workspace             # second_partials_workspace_size(...) doubles, at a cache line

cdef size_t second_partials_workspace_size(Model model) noexcept nogil
cdef void run_inverse_dynamics_second_partials(Model model, const Call* call) noexcept nogil
