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

/* x / k and x / k! for the small k of Taylor coefficients, without the slow division: the
   reciprocal in two parts loses next to nothing against a correctly rounded quotient. */
#define RECIPROCALS 12
static const double reciprocal[RECIPROCALS + 1][2] = {
    {0, 0},
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-2, 0x1.5555555555555p-56},
    {0x1.0000000000000p-2, 0x0.0p+0},
    {0x1.999999999999ap-3, -0x1.999999999999ap-57},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.2492492492492p-3, 0x1.2492492492492p-57},
    {0x1.0000000000000p-3, 0x0.0p+0},
    {0x1.c71c71c71c71cp-4, 0x1.c71c71c71c71cp-58},
    {0x1.999999999999ap-4, -0x1.999999999999ap-58},
    {0x1.745d1745d1746p-4, -0x1.745d1745d1746p-59},
    {0x1.5555555555555p-4, 0x1.5555555555555p-58}
};
static const double factorial_reciprocal[RECIPROCALS + 1][2] = {
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p+0, 0x0.0p+0},
    {0x1.0000000000000p-1, 0x0.0p+0},
    {0x1.5555555555555p-3, 0x1.5555555555555p-57},
    {0x1.5555555555555p-5, 0x1.5555555555555p-59},
    {0x1.1111111111111p-7, 0x1.1111111111111p-63},
    {0x1.6c16c16c16c17p-10, -0x1.f49f49f49f49fp-65},
    {0x1.a01a01a01a01ap-13, 0x1.a01a01a01a01ap-73},
    {0x1.a01a01a01a01ap-16, 0x1.a01a01a01a01ap-76},
    {0x1.71de3a556c734p-19, -0x1.c154f8ddc6c00p-73},
    {0x1.27e4fb7789f5cp-22, 0x1.cbbc05b4fa99ap-76},
    {0x1.ae64567f544e4p-26, -0x1.c062e06d1f209p-80},
    {0x1.1eed8eff8d898p-29, -0x1.2aec959e14c06p-83}
};

static inline real divided(real x, int k)
{
    return k > RECIPROCALS ? x / k : x * reciprocal[k][0] + x * reciprocal[k][1];
}

/* One copy of the passes for each of the first orders, where lanes are; see `run`. */
#define UNROLLED (LANES > 1)

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
