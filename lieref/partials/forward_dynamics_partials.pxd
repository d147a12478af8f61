"""The linear solves of FDSVA for other people's Cython: fill a Solve, run it without the GIL."""

from lieref.model.model cimport Model

# One call: memory of doubles, nothing is checked. In any representation of the bases.
cdef struct Solve:
    const void* H               # (nv, nv) joint-space inertia, dtau_da
    void* dq                    # (nv, nv) in: dtau_dq, out: da_dq
    void* dv                    # (nv, nv) in: dtau_dv, out: da_dv
    void* da_dtau               # (nv, nv) zeroed, written
    void* workspace             # solve_workspace_size(...) scalars

cdef size_t solve_workspace_size(Model model) noexcept nogil
# -1, or the coordinate whose pivot is rounding error alone
cdef int run_solve(Model model, const Solve* call) noexcept nogil
