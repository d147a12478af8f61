"""What the passes of a mechanism read and write: dynamics.pyx, time_derivatives.pxi."""

cimport numpy as cnp

from lieref.loops.clusters.group_table cimport GroupTable
from lieref.loops.constraints.loop_tables cimport LoopTables
from lieref.model.model cimport Model


# What every call needs of one model with loops.
cdef class Mechanism:
    cdef LoopTables loops
    cdef GroupTable groups
    cdef Model tree


# The tables of a LoopModel, looked up at the first call.
cdef Mechanism mechanism_of(object model)

# As `inverse_dynamics` and `forward_dynamics`, written into `out` if that is an array; it is not
# checked.
cdef cnp.ndarray inverse_into(object model, object q, object v, object base, object wrenches,
                              object wrench_axes, object tau_ext, object near, object out)
cdef object forward_into(object model, object q, object v, object tau, object base,
                         object wrenches, object wrench_axes, object tau_ext, object near,
                         object out)

# One call: arguments that were checked, and where the result goes. Forces tau act on the
# independent coordinates, `tree_ext` or NULL on those of the tree. Memory of doubles, or of vectors
# of them for the build over states, which takes no `driven`, `series` and `blocks`.
cdef struct State:
    int base
    bint inertial_wrenches
    bint closed             # q was found by closing the loops: its residual is not looked at
    const double* q
    const double* ydot
    const double* yddot     # NULL: forward dynamics
    const double* driven
    const double* wrenches
    const double* tree_ext
    const double* tau       # of forward dynamics
    double* out             # (r + 1, nv)
    const double* series    # (r + 2, tree.nv) coefficients of qdot, or NULL: to be computed
    const double* blocks    # (r + 2, n_G) of the packed G

cdef enum Outcome:
    DONE = -1
    OPEN = -2
