# The scalars of the constraint stage, and what it takes of other packages' texts over them.

cdef extern from "lanes.h" nogil:
    ctypedef double real
    void sincos_real(real q, real* s, real* c)

cdef extern from "loops/constraints/per_state.h" nogil:
    enum: STATE_COUNT
    double value_of(real x, int state)
    void put_value(real* to, double value, int state)
    void swap_state(real* a, real* b, int state)
    void copy_state(real* to, const real* source, int state)

include "../../algebra/scalars/vectors.pxi"


cdef inline void twist_cross(const real* V, const real* W, real* out) noexcept nogil:
    """V x W = (w x w', w x v' + v x w')"""
    cdef int i
    cdef real[3] turned_arm
    cross(V, W, out)
    cross(V, W + 3, out + 3)
    cross(V + 3, W, turned_arm)
    for i in range(3):
        out[3 + i] += turned_arm[i]
