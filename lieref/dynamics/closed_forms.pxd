"""The closed forms for other people's Cython: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

# One call: memory of doubles (or of double complex for the complex build), nothing is checked.
# Everything is for base = "body".
cdef struct Call:
    int n                       # coefficients: derivatives of order 0 .. n - 1
    const void* q               # (nq,)
    const void* v               # (n - 1, nv) derivatives of the velocity; of C and the rest (nv,)
    const void* wrenches        # (nbodies, 6), moment and force at the body's origin, body axes
    void* H                     # (n, nv, nv), zeroed, written
    void* A                     # (n, 6, nv) momentum matrix or NULL, written
    void* first                 # (n, nbodies, 3) first moments of the trees or NULL, written
    void* C                     # (nv, nv) Coriolis matrix, zeroed, written
    void* tau                   # (nv,) efforts of the wrenches, written
    void* workspace             # closed_forms_workspace_size(...) scalars

# with n coefficients of H; coriolis: for run_coriolis, where n is 1
cdef size_t closed_forms_workspace_size(Model model, int n, bint coriolis) noexcept nogil
cdef void run_inertia(Model model, const Call* call) noexcept nogil
cdef void run_coriolis(Model model, const Call* call) noexcept nogil
