# What lanes.h defines, as Cython sees it: doubles, whatever they are in C.

from lieref.model.model cimport FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Home, Model

cdef extern from "lanes.h" nogil:
    ctypedef double real
    ctypedef double lane
    enum: LANES
    enum: UNROLLED
    const double[13][2] factorial_reciprocal
    enum: RECIPROCALS
    real divided(real x, int k)
    void sincos_real(real q, real* s, real* c)
