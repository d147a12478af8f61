"""The factor of H for other people's Cython: fill a Factor, run it without the GIL."""

from lieref.model.model cimport Model

# The factor L^T D L of H, in its lower triangle; see inertia_factor.pxi.
cdef struct Factor:
    void* H                     # (nv, nv), read or replaced by L and D
    void* b                     # (nv, count) right-hand sides, replaced; (nv,) scratch to factorize
    int count                   # columns of b
    int* up                     # (nv,) the coordinate before each, written when factorizing
    int* lost                   # written when factorizing: -1, or a coordinate without a pivot
