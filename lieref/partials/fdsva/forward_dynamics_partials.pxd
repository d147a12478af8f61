"""The linear solves of FDSVA for other people's Cython: fill a Solve, run it without the GIL."""

from lieref.model.model cimport Model
from lieref.partials.calls cimport Solve

cdef size_t solve_workspace_size(Model model) noexcept nogil
# -1, or the coordinate whose pivot is rounding error alone
cdef int run_solve(Model model, const Solve* call) noexcept nogil

cdef object forward_dynamics_partials_of(Model model, object q, object v, object tau, object base,
                                         object wrenches, object wrench_axes, object method,
                                         object workers)
