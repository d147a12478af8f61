"""C text of sines and cosines of several angles at once; NAME and COUNT are put in."""

DOUBLE = """\
#include <float.h>
#include <math.h>

/* Sines and cosines, to 0.8 units in the last place: reduction in the manner of Cody and Waite,
   pi/2 in parts of 33 bits, and the polynomials of fdlibm's k_sin.c and k_cos.c. Without branches,
   so that compilers make vectors of the loop. Larger angles are left to the library. */
static void NAME_sincos(const value *angle, value *sine, value *cosine)
{
    const double *const x = (const double *) angle;
    double *const s = (double *) sine;
    double *const c = (double *) cosine;
#if !defined(__FAST_MATH__) && FLT_EVAL_METHOD == 0
    const double magic = 6755399441055744.0;
    double large = 0.0;
    for (int i = 0; i < COUNT; i++) {
        const double turns = (x[i] * 0.63661977236758138 + magic) - magic;
        const double first = x[i] - turns * 1.57079632673412561417;
        const double second = turns * 6.07710050630396597660e-11;
        const double r = first - second;
        const double rest = turns * 2.02226624879595063154e-21 - ((first - r) - second);
        const double y = r - rest;
        const double tail = (r - y) - rest;
        const double z = y * y;
        const double v = z * y;
        const double p = 8.33333333332248946124e-03 + z * (-1.98412698298579493134e-04
            + z * (2.75573137070700676789e-06
            + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
        const double sn = y - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
        const double o = z * (4.16666666666666019037e-02 + z * (-1.38888888888741095749e-03
            + z * (2.48015872894767294178e-05 + z * (-2.75573143513906633035e-07
            + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
        const double half = 0.5 * z;
        const double w = 1.0 - half;
        const double cs = w + (((1.0 - w) - half) + (z * o - y * tail));
        /* whether quarter and half turns are odd, by arithmetic: gcc makes branches of conditions,
           and no vectors of branches */
        const double halves = ((turns * 0.5 - 0.25) + magic) - magic;
        const double odd = turns - 2.0 * halves;
        const double even = 1.0 - odd;
        const double sign = 1.0 - 2.0 * (halves - 2.0 * (((halves * 0.5 - 0.25) + magic) - magic));
        s[i] = sign * (even * sn + odd * cs);
        c[i] = sign * (even * cs - odd * sn);
        large += (fabs(x[i]) <= 1.0e5) ? 0.0 : 1.0;
    }
    if (large == 0.0) {
        return;
    }
#endif
    for (int i = 0; i < COUNT; i++) {
        s[i] = sin(x[i]);
        c[i] = cos(x[i]);
    }
}
"""

FLOAT = """\
#include <math.h>

static void NAME_sincos(const value *angle, value *sine, value *cosine)
{
    const float *const x = (const float *) angle;
    float *const s = (float *) sine;
    float *const c = (float *) cosine;
    for (int i = 0; i < COUNT; i++) {
        s[i] = sinf(x[i]);
        c[i] = cosf(x[i]);
    }
}
"""
