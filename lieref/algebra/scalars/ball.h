/* Balls as a scalar of the kernel texts: a midpoint and a radius, both doubles, that enclose the
   result of exact arithmetic for all numbers in the given balls. After Rump's midpoint-radius
   arithmetic; docs/bounds.md derives the constants.

   A radius is a sum of products of numbers that are not negative. Its own roundings make it
   smaller by at most a factor 1 - 2^-20, which whoever reads the result puts back; ROUNDED of the
   magnitude of a result covers the rounding of its midpoint, TINY what goes below the range of
   doubles. What is beyond that range makes a radius of infinity or NaN.

   The radii are those of double-doubles too, times DOUBLE_DOUBLE_SHARE: every term above is at
   least that many times what the same operation of double_double.h is wrong by. Therefore a
   product has three times the product of the radii, and a sum ROUNDED of both its terms. */
#ifndef LIEREF_BALL_H
#define LIEREF_BALL_H

#include "double_double.h"

#define ROUNDED 0x1p-52
#define TINY 0x1p-1000
/* what a sine or cosine may be away from its double, beside 1 or the angle */
#define TURNED 0x1p-52

static INLINED double magnitude(double x)
{
    return fabs(x);
}

#if defined(FOUR_PAIRS)
static INLINED four_doubles magnitude(four_doubles x)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}
#endif

template <class part> struct ball {
    part mid, rad;

    ball() = default;
    /* a number that is meant exactly, in every lane */
    ball(double x) : mid(x - part()), rad() {}
    ball(part mid, part rad) : mid(mid), rad(rad) {}

    friend INLINED ball operator+(const ball &x, const ball &y)
    {
        const part both = magnitude(x.mid) + magnitude(y.mid);
        return {x.mid + y.mid, trailing<part>(0.5 * ROUNDED + part(), both, x.rad + y.rad)};
    }

    friend INLINED ball operator-(const ball &x, const ball &y)
    {
        return x + -y;
    }

    INLINED ball operator-() const { return {-mid, rad}; }

    friend INLINED ball operator*(const ball &x, const ball &y)
    {
        const part product = x.mid * y.mid, x_size = magnitude(x.mid);
        const part rounding = trailing<part>(ROUNDED + part(), magnitude(product), TINY + part());
        const part of_x = trailing<part>(3.0 + part(), y.rad, magnitude(y.mid));
        return {product, trailing(x_size, y.rad, trailing(x.rad, of_x, rounding))};
    }

    friend INLINED ball operator*(part x, const ball &y)
    {
        const part product = x * y.mid;
        const part rounding = trailing<part>(ROUNDED + part(), magnitude(product), TINY + part());
        return {product, trailing(magnitude(x), y.rad, rounding)};
    }

    friend INLINED ball operator*(const ball &x, part y)
    {
        return y * x;
    }

    /* The divisor may be smaller by its radius, and for the share of double-doubles by three. */
    friend INLINED ball operator/(const ball &x, const ball &y)
    {
        const part quotient = x.mid / y.mid, size = magnitude(quotient);
        const part smallest = (magnitude(y.mid) - 3.0 * y.rad) * (1 - ROUNDED);
        const part rad = (x.rad + size * y.rad) / smallest + size * ROUNDED + TINY;
        return {quotient, smallest > 0 ? rad : HUGE_VAL + part()};
    }

    friend INLINED ball &operator+=(ball &x, const ball &y)
    {
        return x = x + y;
    }

    friend INLINED ball &operator-=(ball &x, const ball &y)
    {
        return x = x - y;
    }
};

/* How far the sine and cosine of a ball may be from those of its midpoint, rounded; of an angle
   that double-doubles cannot reduce nothing is known. */
static INLINED double turned_by(const ball<double> &x)
{
    const double size = fabs(x.mid);
    return size < MOST_QUARTERS ? fmin(x.rad, 2) + TURNED * fmax(1, size) : HUGE_VAL;
}

static inline void sincos_ball(const ball<double> &x, ball<double> *s, ball<double> *c)
{
    double_double sine, cosine;
    sincos_double_double(x.mid, &sine, &cosine);
    *s = {sine.hi, turned_by(x)};
    *c = {cosine.hi, turned_by(x)};
}

#if defined(FOUR_PAIRS)
typedef ball<four_doubles> balls;

static inline void sincos_four_balls(const ball<double> *x, ball<double> *s, ball<double> *c)
{
    double_double angles[4], sines[4], cosines[4];
    for (int i = 0; i < 4; i++)
        angles[i] = x[i].mid;
    sincos_four(angles, sines, cosines);
    for (int i = 0; i < 4; i++) {
        s[i] = {sines[i].hi, turned_by(x[i])};
        c[i] = {cosines[i].hi, turned_by(x[i])};
    }
}
#endif
#endif
