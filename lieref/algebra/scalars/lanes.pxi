# What lanes.h defines, as Cython sees it: doubles, whatever they are in C.

from lieref.algebra.scalars.state_groups cimport Ahead

cdef extern from "lanes.h" nogil:
    ctypedef double real
    ctypedef double lane
    enum: LANES
    enum: UNROLLED
    real divided(real x, int k)
    lane divided_lane "divided"(lane x, int k)
    real taylor(real x, int k)
    lane taylor_lane "taylor"(lane x, int k)
    const double TRUSTED
    double factorial(int k)
    real times_factorial(real x, int k)
    double real_part(real x)
    real larger(real x, real y)
    bint exceeds(real x, real y)
    lane load "load_lane"(const real* x)
    void store "store_lane"(real* x, lane value)
    lane zero_lane()
    lane earlier(const real* x, int j)
    lane later(const real* x)
    lane count_from(int k)
    enum: PADDED
    enum: TRIPLE
    enum: SPAN
    enum: PLANE
    enum: QUAD
    enum: QUAD_SPAN
    void add_quad(real* to, lane first, lane second, int b, bint stay)
    const double* unit_triples
    const double* others_of_triples
    lane constant(const double* x)
    void transpose_columns(const real* first, const real* second, const real* third, real* out,
                           int step)
    void transpose_triples(const real* inp, int stride, real* out, int step)
    void sincos_real(real q, real* s, real* c)
    void sincos_reals(real* angles, real* sines, real* cosines, int count)
    void divide_ahead(Ahead* wanted, int parts)
    void ask_ahead(Ahead* wanted)
