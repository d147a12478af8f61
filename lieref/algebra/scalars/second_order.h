/* Second-order numbers a + b e1 + c e2 + d e1 e2 with e1 e1 = e2 e2 = SIGMA, e1 e2 = e2 e1 != 0.

   SIGMA = 0, hyper-dual: what is computed from x + b e1 + c e2 has in b, c and d its exact
   derivatives along e1, along e2, and along both (the chain rule, run forward). SIGMA = -1,
   bicomplex, z1 + z2 e2 with the complex numbers z1 = a + b e1 and z2 = c + d e1: the same up to
   the square of the step [Singh, (54)]. Each part holds PAIRS numbers, of so many pairs of
   directions side by side, which share nothing but the instructions. */
#ifndef LIEREF_SECOND_ORDER_H
#define LIEREF_SECOND_ORDER_H

#if defined(__AVX2__)
#define PAIRS 4
#else
#define PAIRS 2
#endif

#if defined(LIEREF_SIGMA)
#include <math.h>

typedef double part __attribute__((vector_size(8 * PAIRS)));

struct second_order {
    part a, b, c, d;

    second_order() = default;
    second_order(double x) : a(part{} + x), b{}, c{}, d{} {}
    second_order(part a, part b, part c, part d) : a(a), b(b), c(c), d(d) {}

    second_order operator-() const { return {-a, -b, -c, -d}; }
};

static inline second_order operator+(const second_order &x, const second_order &y)
{
    return {x.a + y.a, x.b + y.b, x.c + y.c, x.d + y.d};
}

static inline second_order operator-(const second_order &x, const second_order &y)
{
    return {x.a - y.a, x.b - y.b, x.c - y.c, x.d - y.d};
}

static inline second_order operator*(double x, const second_order &y)
{
    return {x * y.a, x * y.b, x * y.c, x * y.d};
}

static inline second_order operator*(const second_order &x, double y)
{
    return y * x;
}

static inline second_order operator*(const second_order &x, const second_order &y)
{
#if LIEREF_SIGMA == 0
    return {x.a * y.a,
            x.a * y.b + x.b * y.a,
            x.a * y.c + x.c * y.a,
            (x.a * y.d + x.d * y.a) + (x.b * y.c + x.c * y.b)};
#else
    return {(x.a * y.a - x.b * y.b) - (x.c * y.c - x.d * y.d),
            (x.a * y.b + x.b * y.a) - (x.c * y.d + x.d * y.c),
            (x.a * y.c + x.c * y.a) - (x.b * y.d + x.d * y.b),
            (x.a * y.d + x.d * y.a) + (x.b * y.c + x.c * y.b)};
#endif
}

static inline second_order operator/(const second_order &x, double y)
{
    return {x.a / y, x.b / y, x.c / y, x.d / y};
}

static inline second_order reciprocal_of(const second_order &x)
{
#if LIEREF_SIGMA == 0
    /* f(x) = f + f' (b e1 + c e2 + d e1 e2) + f'' b c e1 e2 with f = 1 / a */
    const part f = 1 / x.a, slope = -f * f;
    return {f, slope * x.b, slope * x.c, slope * (x.d - 2 * f * x.b * x.c)};
#else
    /* (z1 - z2 e2) / w, w = z1^2 + z2^2, and 1 / w = (w' - w'' e1) / (w'^2 + w''^2) */
    const part re = (x.a * x.a - x.b * x.b) + (x.c * x.c - x.d * x.d);
    const part im = 2 * (x.a * x.b + x.c * x.d), norm = re * re + im * im;
    return second_order(x.a, x.b, -x.c, -x.d) * second_order(re / norm, -im / norm, part{}, part{});
#endif
}

static inline second_order operator/(const second_order &x, const second_order &y)
{
    return x * reciprocal_of(y);
}

static inline second_order operator/(double x, const second_order &y)
{
    return x * reciprocal_of(y);
}

static inline second_order &operator+=(second_order &x, const second_order &y)
{
    return x = x + y;
}

static inline second_order &operator-=(second_order &x, const second_order &y)
{
    return x = x - y;
}

/* sin z = sin z1 cosh z2 + e2 cos z1 sinh z2 and cos z = cos z1 cosh z2 - e2 sin z1 sinh z2; with
   SIGMA = 0 every hyperbolic or trigonometric function of a b, c or d is its series' first term. */
static inline void sincos_second_order(const second_order &x, second_order *s, second_order *c)
{
#if LIEREF_SIGMA == 0
    part sine, cosine;
    for (int i = 0; i < PAIRS; i++) {
        sine[i] = sin(x.a[i]);
        cosine[i] = cos(x.a[i]);
    }
    *s = {sine, cosine * x.b, cosine * x.c, cosine * x.d - sine * (x.b * x.c)};
    *c = {cosine, -sine * x.b, -sine * x.c, -(sine * x.d + cosine * (x.b * x.c))};
#else
    /* of z1 and of z2: real parts in a, imaginary ones in b */
    second_order sin1(0), cos1(0), sinh2(0), cosh2(0);
    for (int i = 0; i < PAIRS; i++) {
        const double a = x.a[i], b = x.b[i], u = x.c[i], v = x.d[i];
        sin1.a[i] = sin(a) * cosh(b);
        sin1.b[i] = cos(a) * sinh(b);
        cos1.a[i] = cos(a) * cosh(b);
        cos1.b[i] = -sin(a) * sinh(b);
        sinh2.a[i] = sinh(u) * cos(v);
        sinh2.b[i] = cosh(u) * sin(v);
        cosh2.a[i] = cosh(u) * cos(v);
        cosh2.b[i] = sinh(u) * sin(v);
    }
    const second_order e2(part{}, part{}, part{} + 1, part{});
    *s = sin1 * cosh2 + e2 * (cos1 * sinh2);
    *c = cos1 * cosh2 - e2 * (sin1 * sinh2);
#endif
}
#endif

#endif
