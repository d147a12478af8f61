/* Sine and cosine of several angles at once, to 0.8 ulp.

   Reduction by multiples of pi/2 in the manner of Cody and Waite, pi/2 in parts of 33 bits as in
   fdlibm's e_rem_pio2.c; polynomials of fdlibm's k_sin.c and k_cos.c, where the error analysis
   stands, with the reduction's tail. Angles beyond LIMIT go to the C library. The error is measured
   in tests/algebra/test_trigonometry.py. */
#ifndef LIEREF_TRIGONOMETRY_H
#define LIEREF_TRIGONOMETRY_H

#include <math.h>

#if defined(LIEREF_STATES)
#define TRIG_WIDTH LIEREF_STATES
#elif defined(__AVX2__)
#define TRIG_WIDTH 4
#else
#define TRIG_WIDTH 2
#endif
typedef double trig_vec __attribute__((vector_size(8 * TRIG_WIDTH)));
typedef long long trig_int __attribute__((vector_size(8 * TRIG_WIDTH)));
typedef double trig_load __attribute__((vector_size(8 * TRIG_WIDTH), aligned(8), may_alias));

#define TRIG_LIMIT 1e5

static inline void sincos_vector(trig_vec x, trig_vec *sine, trig_vec *cosine)
{
    /* adding 1.5 * 2^52 rounds to an integer, which then stands in the last bits */
    const double magic = 0x1.8p52;
    trig_vec shifted = x * 0x1.45f306dc9c883p-1 + magic;
    trig_vec turns = shifted - magic;
    trig_int quadrant = (trig_int) shifted;
    /* pi/2 = 33 bits + 33 bits + rest; products with turns < 2^20 are exact */
    trig_vec first = x - turns * 0x1.921fb544p0;
    trig_vec second = turns * 0x1.0b4611a6p-34;
    trig_vec r = first - second;
    trig_vec rest = turns * 0x1.3198a2e037073p-69 - ((first - r) - second);
    trig_vec y = r - rest;
    trig_vec tail = (r - y) - rest;

    trig_vec z = y * y;
    trig_vec v = z * y;
    trig_vec p = 8.33333333332248946124e-03
        + z * (-1.98412698298579493134e-04
        + z * (2.75573137070700676789e-06
        + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    trig_vec s = y - ((z * (0.5 * tail - v * p) - tail) - v * -1.66666666666666324348e-01);
    trig_vec q = z * (4.16666666666666019037e-02
        + z * (-1.38888888888741095749e-03
        + z * (2.48015872894767294178e-05
        + z * (-2.75573143513906633035e-07
        + z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    trig_vec half = 0.5 * z;
    trig_vec w = 1.0 - half;
    trig_vec c = w + (((1.0 - w) - half) + (z * q - y * tail));

    trig_int odd = -(quadrant & 1);
    trig_int si = ((trig_int) s & ~odd) | ((trig_int) c & odd);
    trig_int ci = ((trig_int) c & ~odd) | ((trig_int) s & odd);
    *sine = (trig_vec) (si ^ ((quadrant & 2) << 62));
    *cosine = (trig_vec) (ci ^ (((quadrant + 1) & 2) << 62));
}

/* sines[i], cosines[i] of angles[i], i < count; the arrays are longer by TRIG_WIDTH. */
static inline void sincos_many(double *angles, double *sines, double *cosines, int count)
{
    for (int i = count; i % TRIG_WIDTH; i++)
        angles[i] = 0;
    for (int i = 0; i < count; i += TRIG_WIDTH) {
        trig_vec s, c;
        sincos_vector(*(const trig_load *) (angles + i), &s, &c);
        *(trig_load *) (sines + i) = s;
        *(trig_load *) (cosines + i) = c;
    }
    for (int i = 0; i < count; i++)
        if (!(fabs(angles[i]) <= TRIG_LIMIT)) {
            sines[i] = sin(angles[i]);
            cosines[i] = cos(angles[i]);
        }
}

#endif
