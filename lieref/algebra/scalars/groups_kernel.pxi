# How groups of states come into lanes and out of them; one build to each instruction set.

from cpython.pycapsule cimport PyCapsule_New

from lieref.algebra.scalars.state_groups cimport Lanes

cdef extern from "lanes.h" nogil:
    enum: STATES
    double gather_states(const double** rows, size_t count, double* out)
    double scatter_states(const double* inp, size_t count, double** rows, int few)

cdef Lanes lanes
lanes.width = STATES
lanes.gather = gather_states
lanes.scatter = scatter_states

LANES = PyCapsule_New(&lanes, "lieref.lanes", NULL)
