/* Scalars of the kernel text: `real`, one Taylor coefficient, and `lane`, LANES neighbours.

   A lane is a GCC vector: Cython sees a double and emits its arithmetic verbatim, the compiler
   turns it into one instruction. Loads may be unaligned. With LANES 1 a lane is a real, which
   may then be any scalar: double, double complex, or a vector of independent states. */
#ifndef LIEREF_LANES_H
#define LIEREF_LANES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <complex.h>
#include <math.h>

#if defined(LIEREF_COMPLEX)
typedef double _Complex real;
typedef real lane;
#define LANES 1
#elif defined(LIEREF_WIDE) && defined(__AVX2__)
typedef double real;
typedef double lane __attribute__((vector_size(32), aligned(8), may_alias));
#define LANES 4
#elif defined(LIEREF_WIDE)
typedef double real;
typedef double lane __attribute__((vector_size(16), aligned(8), may_alias));
#define LANES 2
#else
typedef double real;
typedef real lane;
#define LANES 1
#endif

static inline void sincos_real(real q, real *s, real *c)
{
#if defined(LIEREF_COMPLEX)
    *s = csin(q);
    *c = ccos(q);
#else
    *s = sin(q);
    *c = cos(q);
#endif
}

#endif
