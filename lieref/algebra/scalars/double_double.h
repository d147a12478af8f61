/* Unevaluated sums hi + lo of two doubles, about 31 decimal digits, as a scalar of the kernel
   texts; see lanes.h. The error-free transformations of Dekker (1971) and Knuth; what other
   people's Cython can cimport of them, without a header, is double_double.pxd. */
#ifndef LIEREF_DOUBLE_DOUBLE_H
#define LIEREF_DOUBLE_DOUBLE_H

#if defined(LIEREF_DOUBLE_DOUBLE) || defined(LIEREF_BALL)
#include <math.h>
#include <type_traits>

#include "reciprocals.h"
#if defined(LIEREF_STATES)
#include "states.h"
#endif
#if defined(__AVX2__)
#include <immintrin.h>
#endif

#define INLINED inline __attribute__((always_inline))

template <class part> struct two_parts;

static INLINED double multiply_add(double x, double y, double z)
{
    return fma(x, y, z);
}

#if defined(LIEREF_STATES)
static INLINED states_vec multiply_add(states_vec x, states_vec y, states_vec z)
{
#if LIEREF_STATES == 8 && defined(__AVX512F__)
    return _mm512_fmadd_pd(x, y, z);
#elif LIEREF_STATES == 4 && defined(__FMA__)
    return _mm256_fmadd_pd(x, y, z);
#else
    for (int i = 0; i < LIEREF_STATES; i++)
        z[i] = fma(x[i], y[i], z[i]);
    return z;
#endif
}
#elif defined(__AVX2__) && defined(__FMA__)
#define FOUR_PAIRS
typedef double four_doubles __attribute__((vector_size(32)));

static INLINED four_doubles multiply_add(four_doubles x, four_doubles y, four_doubles z)
{
    return _mm256_fmadd_pd(x, y, z);
}
#endif

/* hi + lo for |hi| >= |lo| or hi = 0 */
template <class part> static INLINED two_parts<part> renormalized(part hi, part lo)
{
    const part sum = hi + lo;
    return {sum, lo - (sum - hi)};
}

template <class part> static INLINED two_parts<part> two_sum(part x, part y)
{
    const part sum = x + y, rest = sum - x;
    return {sum, (x - (sum - rest)) + (y - rest)};
}

template <class part> static INLINED two_parts<part> two_product(part x, part y)
{
    const part product = x * y;
    return {product, multiply_add(x, y, -product)};
}

/* x y + z of trailing parts, rounded once where that is one instruction. */
template <class part> static INLINED part trailing(part x, part y, part z)
{
#if defined(__FMA__)
    return multiply_add(x, y, z);
#else
    return z + x * y;
#endif
}

/* One such number, or, with `part` a vector, one in each lane. */
template <class part> struct two_parts {
    part hi, lo;

    two_parts() = default;
    /* in every lane; a zero keeps its sign */
    two_parts(double x) : hi(x - part()), lo() {}
    two_parts(part hi, part lo) : hi(hi), lo(lo) {}
#if defined(LIEREF_STATES)
    /* a single number, in every lane */
    template <class one, class = typename std::enable_if<
        std::is_same<one, double>::value && !std::is_same<part, double>::value>::type>
    two_parts(const two_parts<one> &x) : hi(x.hi - part()), lo(x.lo - part()) {}
#endif

    /* With u = 2^-53: sums and quotients are normalized, |lo| <= u |hi|. A product is not, since
       most products are summed next: |lo| <= 3 u |hi| for normalized factors, and 2 u more for each
       further factor. For |lo| <= 3 u |hi| of both x and y the errors are below
       2^-102 (|x| + |y|) of sums, 2^-101 relative of products, 2^-100 of quotients. */
    friend INLINED two_parts operator+(const two_parts &x, const two_parts &y)
    {
        const two_parts sum = two_sum(x.hi, y.hi);
        return renormalized(sum.hi, sum.lo + (x.lo + y.lo));
    }

    friend INLINED two_parts operator-(const two_parts &x, const two_parts &y)
    {
        return x + -y;
    }

    INLINED two_parts operator-() const { return {-hi, -lo}; }

    friend INLINED two_parts operator*(const two_parts &x, const two_parts &y)
    {
        const two_parts product = two_product(x.hi, y.hi);
        return {product.hi, trailing(x.hi, y.lo, trailing(x.lo, y.hi, product.lo))};
    }

    friend INLINED two_parts operator*(part x, const two_parts &y)
    {
        const two_parts product = two_product(x, y.hi);
        return {product.hi, trailing(x, y.lo, product.lo)};
    }

    friend INLINED two_parts operator*(const two_parts &x, part y)
    {
        return y * x;
    }

    /* The quotient of the leading parts, and one correction by what it leaves. */
    friend INLINED two_parts operator/(const two_parts &x, const two_parts &y)
    {
        const part quotient = x.hi / y.hi;
        const two_parts rest = x - quotient * y;
        return renormalized(quotient, rest.hi / y.hi);
    }

    friend INLINED two_parts &operator+=(two_parts &x, const two_parts &y)
    {
        return x = x + y;
    }

    friend INLINED two_parts &operator-=(two_parts &x, const two_parts &y)
    {
        return x = x - y;
    }
};

typedef two_parts<double> double_double;

/* pi/2 in two parts, and how many of them an angle may be away: beyond that, what a double holds
   of an angle is worth less than the sines and cosines of the C library. */
#define MOST_QUARTERS 1e9
static const double quarter[2] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

template <class part> static INLINED two_parts<part> coefficient(int k)
{
    return {factorial_reciprocal[k][0] - part(), factorial_reciprocal[k][1] - part()};
}

/* Taylor series for |x| <= pi/4; what is left out begins with x^28/28!, below 2^-107. */
template <class part>
static inline void sincos_series(const two_parts<part> &x, two_parts<part> *s, two_parts<part> *c)
{
    const two_parts<part> minus_square = -(x * x);
    two_parts<part> even = coefficient<part>(26), odd = coefficient<part>(27);
    for (int k = 24; k >= 2; k -= 2) {
        even = coefficient<part>(k) + even * minus_square;
        odd = coefficient<part>(k + 1) + odd * minus_square;
    }
    *s = x + x * (odd * minus_square);
    *c = coefficient<part>(0) + even * minus_square;
}

/* Sine and cosine of an angle from those of what is left of it without quarter turns. */
static inline void turn_on(double turns, double_double *s, double_double *c)
{
    const double_double sine = *s, cosine = *c;
    const int corner = (int) ((long long) turns & 3);
    *s = corner == 0 ? sine : corner == 1 ? cosine : corner == 2 ? -sine : -cosine;
    *c = corner == 0 ? cosine : corner == 1 ? -sine : corner == 2 ? -cosine : sine;
}

/* Less the nearest multiple of pi/2, then the series; to 2^-103, or so much of a large x. */
static inline void sincos_double_double(const double_double &x, double_double *s, double_double *c)
{
    const double turns = nearbyint(x.hi / quarter[0]);
    if (!(fabs(turns) <= MOST_QUARTERS)) {
        *s = sin(x.hi);
        *c = cos(x.hi);
        return;
    }
    double_double rest = x;
    for (int i = 0; i < 2; i++)
        rest -= two_product(turns, quarter[i]);
    sincos_series(rest, s, c);
    turn_on(turns, s, c);
}

#if defined(FOUR_PAIRS)
#include "four_pairs.h"

typedef two_parts<four_doubles> double_doubles;

/* Four doubles, exactly. */
static INLINED double_doubles four_of(const double *x)
{
    return {_mm256_permute4x64_pd(_mm256_loadu_pd(x), 0xd8), four_doubles()};
}

static inline void sincos_four(const double_double *x, double_double *s, double_double *c)
{
    double_doubles rest = four_of(x), sines, cosines;
    const four_doubles turns = _mm256_round_pd(rest.hi / quarter[0],
                                               _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    for (int i = 0; i < 4; i++)
        if (!(fabs(turns[i]) <= MOST_QUARTERS)) {
            for (int j = 0; j < 4; j++)
                sincos_double_double(x[j], s + j, c + j);
            return;
        }
    for (int i = 0; i < 2; i++)
        rest -= two_product(turns, spread(quarter[i]));
    sincos_series(rest, &sines, &cosines);
    put_four(s, sines);
    put_four(c, cosines);
    /* lane i holds number 0, 2, 1, 3 */
    for (int i = 0; i < 4; i++)
        turn_on(turns[i % 2 * 2 + i / 2], s + i, c + i);
}
#endif

#if defined(LIEREF_STATES)
/* One number of each of several states; those of the model are single ones. */
typedef two_parts<states_vec> fine_states;

static INLINED fine_states operator*(double x, const fine_states &y)
{
    return (x - states_vec()) * y;
}

static INLINED fine_states operator*(const fine_states &x, double y)
{
    return y * x;
}

static INLINED fine_states operator/(const fine_states &x, double y)
{
    return x / fine_states(y);
}

static inline double smallest(const fine_states &x)
{
    return smallest(states(x.hi));
}

static inline fine_states larger(const fine_states &x, const fine_states &y)
{
    return {x.hi > y.hi ? x.hi : y.hi, x.hi > y.hi ? x.lo : y.lo};
}

static inline bool exceeds(const fine_states &x, const fine_states &y)
{
    return exceeds(states(x.hi), states(y.hi));
}

/* As `sincos_double_double`, state by state. */
static inline void sincos_fine_states(const fine_states *angles, fine_states *sines,
                                      fine_states *cosines, int count)
{
    /* adding 1.5 * 2^52 rounds to an integer, which then stands in the last bits */
    const double magic = 0x1.8p52;
    for (int i = 0; i < count; i++) {
        const states_vec shifted = angles[i].hi / quarter[0] + magic, turns = shifted - magic;
        fine_states rest = angles[i], s, c;
        for (int j = 0; j < 2; j++)
            rest -= two_product(turns, quarter[j] - states_vec());
        sincos_series(rest, &s, &c);
        const states_mask odd = -((states_mask) shifted & 1);
        const states_vec down = ((states_mask) shifted & 2) != 0 ? -1.0 - states_vec()
                                                                 : 1.0 - states_vec();
        const states_vec up = odd != 0 ? -down : down;
        sines[i] = {down * (odd != 0 ? c.hi : s.hi), down * (odd != 0 ? c.lo : s.lo)};
        cosines[i] = {up * (odd != 0 ? s.hi : c.hi), up * (odd != 0 ? s.lo : c.lo)};
        for (int k = 0; k < STATES; k++)
            if (!(fabs(turns[k]) <= MOST_QUARTERS)) {
                sines[i].hi[k] = sin(angles[i].hi[k]);
                cosines[i].hi[k] = cos(angles[i].hi[k]);
                sines[i].lo[k] = cosines[i].lo[k] = 0;
            }
    }
}
#endif
#endif

#endif
