"""The C-RNEA in compiled code: functions of a tree beside its table; nothing is checked."""

from lieref.dynamics cimport inverse_dynamics as tree_inverse
from lieref.loops.clusters.group_table cimport GroupTable
from lieref.model.model cimport Model

# The tree's call (q, rates G ydot and G yddot + g, memory of its forces), then tau (nv,) = G^T of
# its forces
cdef void run_c_rnea(Model model, GroupTable table, const double* G,
                     const tree_inverse.Call* call, double* tau) noexcept nogil

# G^T tau (nv,) of forces on the tree, and G y (tree.nv,) of rates of the independent coordinates
cdef void gather(Model model, GroupTable table, const double* G, const double* tau,
                 double* out) noexcept nogil
cdef void spread(Model model, GroupTable table, const double* G, const double* y,
                 double* out) noexcept nogil
