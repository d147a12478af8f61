/* Unevaluated sums hi + lo of two doubles, about 31 decimal digits, as a scalar of the kernel
   texts; see lanes.h. The error-free transformations of Dekker (1971) and Knuth; what other
   people's Cython can cimport of them, without a header, is double_double.pxd. */
#ifndef LIEREF_DOUBLE_DOUBLE_H
#define LIEREF_DOUBLE_DOUBLE_H

#if defined(LIEREF_DOUBLE_DOUBLE)
#include <math.h>

struct double_double {
    double hi, lo;

    double_double() = default;
    double_double(double x) : hi(x), lo(0) {}
    double_double(double hi, double lo) : hi(hi), lo(lo) {}

    double_double operator-() const { return {-hi, -lo}; }
};

/* hi + lo for |hi| >= |lo| or hi = 0 */
static inline double_double renormalised(double hi, double lo)
{
    const double sum = hi + lo;
    return {sum, lo - (sum - hi)};
}

static inline double_double two_sum(double x, double y)
{
    const double sum = x + y, part = sum - x;
    return {sum, (x - (sum - part)) + (y - part)};
}

static inline double_double two_product(double x, double y)
{
    const double product = x * y;
    return {product, fma(x, y, -product)};
}

/* The error is below 2^-103 (|x| + |y|) of sums, 2^-102 relative of products and quotients. */
static inline double_double operator+(const double_double &x, const double_double &y)
{
    const double_double sum = two_sum(x.hi, y.hi);
    return renormalised(sum.hi, sum.lo + (x.lo + y.lo));
}

static inline double_double operator-(const double_double &x, const double_double &y)
{
    return x + -y;
}

static inline double_double operator*(const double_double &x, const double_double &y)
{
    const double_double product = two_product(x.hi, y.hi);
    return renormalised(product.hi, product.lo + (x.hi * y.lo + x.lo * y.hi));
}

static inline double_double operator*(double x, const double_double &y)
{
    const double_double product = two_product(x, y.hi);
    return renormalised(product.hi, product.lo + x * y.lo);
}

static inline double_double operator*(const double_double &x, double y)
{
    return y * x;
}

/* The quotient of the leading parts, and one correction by what it leaves. */
static inline double_double operator/(const double_double &x, const double_double &y)
{
    const double quotient = x.hi / y.hi;
    const double_double rest = x - quotient * y;
    return renormalised(quotient, rest.hi / y.hi);
}

static inline double_double &operator+=(double_double &x, const double_double &y)
{
    return x = x + y;
}

static inline double_double &operator-=(double_double &x, const double_double &y)
{
    return x = x - y;
}

/* pi/2 in two parts, and how many of them an angle may be away: beyond that, what a double holds
   of an angle is worth less than the sines and cosines of the C library. */
#define MOST_QUARTERS 1e9
static const double quarter[2] = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/* Less the nearest multiple of pi/2, then the Taylor series; to 2^-103, or so much of a large x. */
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
    const double_double minus_square = -(rest * rest);
    double_double sine = rest, cosine = 1, term = rest;
    /* rest is pi/4 at most: what is left out begins with rest^28/28!, below 2^-107 */
    double_double even = 1;
    for (int k = 2; k <= 26; k += 2) {
        even = even * minus_square / double_double((k - 1) * k);
        cosine += even;
        term = term * minus_square / double_double(k * (k + 1));
        sine += term;
    }
    const int corner = (int) ((long long) turns & 3);
    *s = corner == 0 ? sine : corner == 1 ? cosine : corner == 2 ? -sine : -cosine;
    *c = corner == 0 ? cosine : corner == 1 ? -sine : corner == 2 ? -cosine : sine;
}
#endif

#endif
