/* Scalars of the kernel text: `real`, one Taylor coefficient, and `lane`, LANES neighbours.

   A lane is a GCC vector: Cython sees a double and emits its arithmetic verbatim, the compiler
   turns it into one instruction. Loads may be unaligned. LIEREF_WIDE is the most that may lie in
   one. With LANES 1 a lane is a real, which may then be any scalar: double, double complex,
   double-double, or a vector of independent states. */
#ifndef LIEREF_LANES_H
#define LIEREF_LANES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#if defined(LIEREF_COMPLEX)
#include <complex.h>
#endif
#include <math.h>

#include "ahead.h"
#include "double_double.h"
#if defined(LIEREF_BALL)
#include "ball.h"
#endif
#include "reciprocals.h"
#include "trigonometry.h"

/* The template of a scalar that is a pair of doubles. */
#if defined(LIEREF_BALL)
#define PAIR_OF_REAL ball
#elif defined(LIEREF_DOUBLE_DOUBLE)
#define PAIR_OF_REAL two_parts
#endif

#if defined(LIEREF_STATES)
#include "states.h"
#if defined(LIEREF_DOUBLE_DOUBLE)
typedef fine_states real;
#else
typedef states real;
#endif
typedef real lane;
#define LANES 1
#elif defined(LIEREF_SIGMA)
/* of second_order.h, which these builds take in before */
typedef second_order real;
typedef real lane;
#define LANES 1
#elif defined(LIEREF_BALL) && defined(FOUR_PAIRS) && defined(LIEREF_WIDE)
typedef ball<double> real;
typedef balls lane;
#define LANES 4
#elif defined(LIEREF_BALL)
typedef ball<double> real;
typedef real lane;
#define LANES 1
#elif defined(FOUR_PAIRS) && defined(LIEREF_WIDE)
typedef double_double real;
typedef double_doubles lane;
#define LANES 4
#elif defined(LIEREF_DOUBLE_DOUBLE)
typedef double_double real;
typedef real lane;
#define LANES 1
#elif defined(LIEREF_COMPLEX)
typedef double _Complex real;
typedef real lane;
#define LANES 1
#elif defined(LIEREF_WIDE) && LIEREF_WIDE == 8 && defined(__AVX512F__)
typedef double real;
typedef double lane __attribute__((vector_size(64), aligned(8), may_alias));
#define LANES 8
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

static inline double large_factorial(int k)
{
    double product = small_factorial[RECIPROCALS];
    for (; k > RECIPROCALS; k--)
        product *= k;
    return product;
}

/* k! x, and x / k! of a real or a lane, for large k: 22! is the last factorial that is a double;
   factors beyond it are applied in the scalar's own arithmetic. */
static inline real times_large_factorial(real x, int k)
{
    for (; k > 22; k--)
        x = (double)k * x;
    return large_factorial(k) * x;
}

#define over_large_factorial(x, k) ({ \
    __typeof__((x) * 1.0) over = (x); \
    int left = (k); \
    for (; left > 22; left--) \
        over = over / (double)left; \
    over / large_factorial(left); })

/* of doubles alone */
#define factorial(k) ((k) > RECIPROCALS ? large_factorial(k) : small_factorial[k])
#define times_factorial(x, k) ((k) > RECIPROCALS ? times_large_factorial(x, k) \
                               : small_factorial[k] * (x))

/* x / k and x / k! for the small k of Taylor coefficients, without the slow division: the
   reciprocal in two parts loses next to nothing against a correctly rounded quotient. x is a real
   or a lane. */
#define divided(x, k) ((k) > RECIPROCALS ? (x) / (double)(k) \
                                         : (x) * reciprocal[k][0] + (x) * reciprocal[k][1])
#define taylor(x, k) ((k) > RECIPROCALS ? over_large_factorial(x, k) \
                      : (x) * factorial_reciprocal[k][0] + (x) * factorial_reciprocal[k][1])

/* LANES neighbours in memory. */
#if defined(FOUR_PAIRS) && LANES > 1
#define load_lane(x) four_of(x)
#define store_lane(x, value) put_four(x, value)
#else
static inline __attribute__((always_inline)) lane load_lane(const real *x)
{
    return *(const lane *) x;
}

static inline __attribute__((always_inline)) void store_lane(real *x, lane value)
{
    *(lane *) x = value;
}
#endif

static inline lane zero_lane(void)
{
    lane zero = {0};
    return zero;
}

/* LANES neighbours from x - j on, j >= 0, and from x + 1 on. A load of 64 bytes across the borders
   of what was just stored waits until that has left the store buffer, and always meets two cache
   lines: two whole lanes and a shuffle are faster. */
static inline lane earlier(const real *x, int j)
{
#if LANES == 8
    typedef long long mask __attribute__((vector_size(64)));
    if (j < 8)
        return __builtin_shuffle(*(const lane *) (x - 8), *(const lane *) x,
                                 (mask) {8, 9, 10, 11, 12, 13, 14, 15} - j);
#endif
    return load_lane(x - j);
}

static inline lane later(const real *x)
{
#if LANES == 8
    typedef long long mask __attribute__((vector_size(64)));
    return __builtin_shuffle(*(const lane *) x, *(const lane *) (x + 8),
                             (mask) {1, 2, 3, 4, 5, 6, 7, 8});
#else
    return load_lane(x + 1);
#endif
}

/* k + 1, k + 2, ...: what turns coefficients k + 1 on into those of the derivative. */
#if defined(FOUR_PAIRS) && LANES > 1
#define count_from(k) (count_four<PAIR_OF_REAL>(k))
#elif defined(LIEREF_SIGMA) || defined(LIEREF_STATES) || defined(PAIR_OF_REAL)
#define count_from(k) ((double) ((k) + 1))
#else
static inline lane count_from(int k)
{
    lane count;
    for (int i = 0; i < LANES; i++)
        ((real *) &count)[i] = k + 1 + i;
    return count;
}
#endif

/* A triple, x y z and in lanes a number that stays zero, fills TRIPLE reals; SPAN lanes hold its
   x y z. A triple of constants fills PADDED. */
#define PADDED 4
#define TRIPLE (LANES == 1 ? 3 : PADDED)
#define SPAN ((2 + LANES) / LANES)
/* and so many its x and y alone */
#define PLANE ((1 + LANES) / LANES)

/* x and y of two triples, a quad, are four reals; so many lanes hold them. */
#define QUAD 4
#define QUAD_SPAN (QUAD / LANES)

static const double unit_triples[3 * PADDED] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
static const double others_of_triples[3 * PADDED] = {0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0};

/* LANES neighbours of constants, which are doubles for every scalar but where they are moved. */
#if defined(FOUR_PAIRS) && LANES > 1
#define constant(x) four_of(x)
#elif defined(LIEREF_SIGMA) || defined(LIEREF_PARAMETERS) || defined(LIEREF_STATES) \
    || defined(PAIR_OF_REAL)
#define constant(x) (*(x))
#else
static inline lane constant(const double *x)
{
#if LANES == 1
    return *x;
#else
    return *(const lane *) x;
#endif
}
#endif

/* Columns to rows: three triples of `in`, a stride apart, to three of `out`, a step apart. */
static inline void transpose_columns(const real *first, const real *second, const real *third,
                                     real *out, int step)
{
#if LANES == 4 && defined(FOUR_PAIRS)
    for (int i = 0; i < 3; i++)
        put_four(out + i * step, first[i], second[i], third[i], real(0));
#elif LANES == 4
    typedef long long mask __attribute__((vector_size(32)));
    const lane a = *(const lane *) first, b = *(const lane *) second;
    const lane c = *(const lane *) third, zero = {0};
    const lane ab_even = __builtin_shuffle(a, b, (mask) {0, 4, 2, 6});
    const lane ab_odd = __builtin_shuffle(a, b, (mask) {1, 5, 3, 7});
    const lane c_even = __builtin_shuffle(c, zero, (mask) {0, 4, 2, 6});
    const lane c_odd = __builtin_shuffle(c, zero, (mask) {1, 5, 3, 7});
    *(lane *) out = __builtin_shuffle(ab_even, c_even, (mask) {0, 1, 4, 5});
    *(lane *) (out + step) = __builtin_shuffle(ab_odd, c_odd, (mask) {0, 1, 4, 5});
    *(lane *) (out + 2 * step) = __builtin_shuffle(ab_even, c_even, (mask) {2, 3, 6, 7});
#else
    for (int i = 0; i < 3; i++) {
        out[i * step] = first[i];
        out[i * step + 1] = second[i];
        out[i * step + 2] = third[i];
        if (TRIPLE > 3)
            out[i * step + 3] = 0;
    }
#endif
}

static inline void transpose_triples(const real *in, int stride, real *out, int step)
{
    transpose_columns(in, in + stride, in + 2 * stride, out, step);
}

/* Lane b of two triples, b = 0, ..., to a quad, whose numbers stay or not. */
static inline void add_quad(real *to, lane first, lane second, int b, int stay)
{
#if LANES == 4 && defined(FOUR_PAIRS)
    lane both = first_two(first, second);
    if (stay)
        both += load_lane(to);
    store_lane(to, both);
#elif LANES == 4
    typedef long long mask __attribute__((vector_size(32)));
    lane both = __builtin_shuffle(first, second, (mask) {0, 1, 4, 5});
    if (stay)
        both += *(lane *) to;
    *(lane *) to = both;
#else
    lane *x = (lane *) (to + b * LANES), *y = (lane *) (to + QUAD / 2 + b * LANES);
    if (b < PLANE) {
        if (stay) {
            first += *x;
            second += *y;
        }
        *x = first;
        *y = second;
    }
#endif
}

/* One copy of the passes for each of the first orders, where vectors are; see `run`. */
#if defined(PAIR_OF_REAL)
#define UNROLLED 0
#elif defined(LIEREF_STATES)
#define UNROLLED 1
#else
#define UNROLLED (LANES > 1)
#endif

/* What the sign of a pivot is judged by; the larger number by it, and whether one is larger. */
#if defined(LIEREF_SIGMA)
#define real_part(x) ((x).a[0])
#elif defined(LIEREF_STATES)
#define real_part(x) smallest(x)
#elif defined(LIEREF_BALL)
#define real_part(x) ((x).mid)
#elif defined(LIEREF_DOUBLE_DOUBLE)
#define real_part(x) ((x).hi)
#elif defined(LIEREF_COMPLEX)
#define real_part(x) creal(x)
#else
#define real_part(x) (x)
#endif

/* Of many states both are in states.h. */
#if !defined(LIEREF_STATES)
static inline real larger(real x, real y)
{
    return real_part(x) > real_part(y) ? x : y;
}

#define exceeds(x, y) (real_part(x) > real_part(y))
#endif

/* A pivot must exceed this part of the inertias whose difference it is: docs/singular-joints.md.
   In trees of masses from 1e-12 to 1e12 kg its rounding errors are up to 500 eps of them; a pivot of
   double-doubles that passes has all digits of a double. */
#if defined(LIEREF_DOUBLE_DOUBLE)
#define TRUSTED 1e-16
#else
#define TRUSTED 1e-12
#endif

static inline void sincos_real(real q, real *s, real *c)
{
#if defined(LIEREF_SIGMA)
    sincos_second_order(q, s, c);
#elif defined(LIEREF_STATES) && defined(LIEREF_DOUBLE_DOUBLE)
    sincos_fine_states(&q, s, c, 1);
#elif defined(LIEREF_STATES)
    sincos_states(&q, s, c, 1);
#elif defined(LIEREF_BALL)
    sincos_ball(q, s, c);
#elif defined(LIEREF_DOUBLE_DOUBLE)
    sincos_double_double(q, s, c);
#elif defined(LIEREF_COMPLEX)
    *s = csin(q);
    *c = ccos(q);
#else
    *s = sin(q);
    *c = cos(q);
#endif
}

/* Sines and cosines of count angles; the arrays are longer by TRIG_WIDTH. */
static inline void sincos_reals(real *angles, real *sines, real *cosines, int count)
{
#if defined(LIEREF_STATES) && defined(LIEREF_DOUBLE_DOUBLE)
    sincos_fine_states(angles, sines, cosines, count);
#elif defined(LIEREF_STATES)
    sincos_states(angles, sines, cosines, count);
#elif defined(FOUR_PAIRS)
    for (int i = count; i % 4; i++)
        angles[i] = 0;
    for (int i = 0; i < count; i += 4)
#if defined(LIEREF_BALL)
        sincos_four_balls(angles + i, sines + i, cosines + i);
#else
        sincos_four(angles + i, sines + i, cosines + i);
#endif
#elif defined(LIEREF_SIGMA) || defined(LIEREF_COMPLEX) || defined(PAIR_OF_REAL)
    for (int i = 0; i < count; i++)
        sincos_real(angles[i], sines + i, cosines + i);
#else
    sincos_many(angles, sines, cosines, count);
#endif
}

#endif
