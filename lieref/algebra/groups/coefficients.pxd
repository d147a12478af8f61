# cython: language_level=3
"""Every coefficient function of exp, log, dexp and dexp^-1 on SO(3) and SE(3); nowhere else.

With W = hat(omega), t = |omega|, x = t^2, h = t/2, and ' the derivative by t:

    exp(W)     = I + exp_1 W + exp_2 W^2            exp_1 = sin t / t
    dexp_W     = I + exp_2 W + exp_3 W^2            exp_2 = (1 - cos t) / t^2
    dexp_W^-1  = I -     W/2 + dexp_inv_2 W^2       exp_3 = (t - sin t) / t^3
    f_slope    = f' / t = 2 df/dx                   dexp_inv_2 = (1 - h cot h) / t^2

Five Taylor series about x = 0 carry everything up to x = FAR; the rest are products and quotients
of them without cancellation:

    exp_2 = exp_1(h)^2 / 2                          exp_2_slope = exp_1(h) exp_1_slope(h) / 4
    dexp_inv_2 = -exp_1_slope(h) / (4 exp_1(h))
    dexp_inv_2_slope = 4 COT_RESIDUE / exp_1(h)^2,  COT_RESIDUE = ((1 + exp_1)/4 - exp_2) / x^2

Switch points. FAR = 20.25 (t = 4.5): the first term left out is below 1e-20 of each sum there, the
first one summed in plain doubles below 1e-5 of it, and the closed forms beyond lose at most 3 bits
(the worst is 8.4 - 1.8 - 2 in dexp_inv_2_slope). NEAR = 4 (t = 2): exp_1 and exp_1_slope go to the
closed form there, because a series cannot keep the relative accuracy of sin t / t next to t = pi.
"""
from libc.math cimport atan2, cos, fma, sin, sqrt

from lieref.algebra.scalars.double_double cimport (
    DD, dd, dd_add, dd_div, dd_dot, dd_mul, dd_scale, dd_sub, dd_times, horner, two_prod, two_sum,
)

# hi and lo parts of the rational Taylor coefficients; recomputed exactly by tests/algebra.
cdef extern from *:
    """
    #ifndef LIEREF_SERIES
    #define LIEREF_SERIES
    /* a module that cimports one coefficient leaves the other tables unused */
    #if defined(__GNUC__)
    #pragma GCC diagnostic push
    #pragma GCC diagnostic ignored "-Wunused-variable"
    #endif
    /* EXP_1: (-1)^k / (2k+1)! */
    static const double EXP_1[15] = {
        1.0, -0.16666666666666666, 0.008333333333333333,
        -0.0001984126984126984, 2.7557319223985893e-06, -2.505210838544172e-08,
        1.6059043836821613e-10, -7.647163731819816e-13, 2.8114572543455206e-15,
        -8.22063524662433e-18, 1.9572941063391263e-20, -3.868170170630684e-23,
        6.446950284384474e-26, -9.183689863795546e-29, 1.1309962886447716e-31,
    };
    static const double EXP_1_LO[8] = {
        0.0, -9.25185853854297e-18, 1.1564823173178714e-19,
        -1.7209558293420705e-22, -1.858393274046472e-22, 1.448814070935912e-24,
        1.2585294588752098e-26, -7.03872877733453e-30,
    };
    /* EXP_1_SLOPE: (-1)^(k+1) 2(k+1) / (2k+3)! */
    static const double EXP_1_SLOPE[15] = {
        -0.3333333333333333, 0.03333333333333333, -0.0011904761904761906,
        2.2045855379188714e-05, -2.505210838544172e-07, 1.9270852604185937e-09,
        -1.0706029224547743e-11, 4.498331606952833e-14, -1.4797143443923793e-16,
        3.9145882126782523e-19, -8.509974375387505e-22, 1.5472680682522736e-24,
        -2.387759364586842e-27, 3.166789608205361e-30, -3.6483751246605535e-33,
    };
    static const double EXP_1_SLOPE_LO[8] = {
        -1.850371707708594e-17, 4.625929269271486e-19, 1.073876437509452e-19,
        -1.4867146192371777e-21, -1.1981638892337766e-23, 4.762595849589671e-26,
        -3.0049059461926245e-28, 2.6414148369378292e-30,
    };
    /* EXP_3: (-1)^k / (2k+3)! */
    static const double EXP_3[18] = {
        0.16666666666666666, -0.008333333333333333, 0.0001984126984126984,
        -2.7557319223985893e-06, 2.505210838544172e-08, -1.6059043836821613e-10,
        7.647163731819816e-13, -2.8114572543455206e-15, 8.22063524662433e-18,
        -1.9572941063391263e-20, 3.868170170630684e-23, -6.446950284384474e-26,
        9.183689863795546e-29, -1.1309962886447716e-31, 1.216125041553518e-34,
        -1.151633562077195e-37, 9.67759295863189e-41, -7.265460179153071e-44,
    };
    static const double EXP_3_LO[8] = {
        9.25185853854297e-18, -1.1564823173178714e-19, 1.7209558293420705e-22,
        1.858393274046472e-22, -1.448814070935912e-24, -1.2585294588752098e-26,
        7.03872877733453e-30, -1.6508842730861433e-31,
    };
    /* EXP_3_SLOPE: (-1)^(k+1) 2(k+1) / (2k+5)! */
    static const double EXP_3_SLOPE[18] = {
        -0.016666666666666666, 0.0007936507936507937, -1.6534391534391536e-05,
        2.0041686708353376e-07, -1.6059043836821615e-09, 9.17659647818378e-12,
        -3.936040156083729e-14, 1.3153016394598927e-16, -3.523129391410427e-19,
        7.736340341261368e-22, -1.4183290625645841e-24, 2.204085567310931e-27,
        -2.9405903504764064e-30, 3.4051501163498504e-33, -3.4549006862315854e-36,
        3.096829746762205e-39, -2.4702564609120444e-42, 1.7648891123448757e-45,
    };
    static const double EXP_3_SLOPE_LO[8] = {
        -2.312964634635743e-19, 6.883823317368282e-22, 1.1150359644278832e-21,
        -1.1590512567487296e-23, 2.9243418966171714e-26, 4.883615288011724e-28,
        -7.3351617187857695e-31, 3.5427030591366825e-33,
    };
    /* COT_RESIDUE: (-1)^k (k+1) / (2 (2k+6)!) */
    static const double COT_RESIDUE[18] = {
        0.0006944444444444445, -2.48015873015873e-05, 4.133597883597884e-07,
        -4.17535139757362e-09, 2.867686399432431e-11, -1.4338431997162155e-13,
        5.46672243900518e-16, -1.644127049324866e-18, 4.003556126602758e-21,
        -8.058687855480592e-24, 1.3637779447736387e-26, -1.9679335422419028e-29,
        2.4504919587303386e-32, -2.6602735283983207e-35, 2.540368151640871e-38,
        -2.150576213029309e-41, 1.6251687242842397e-44, -1.1030556952155473e-47,
    };
    static const double COT_RESIDUE_LO[8] = {
        -2.6502719771867885e-20, -2.1511947866775882e-23, -1.7287987270018325e-23,
        2.41469011822652e-25, 1.3241813857670847e-27, -7.630648887518319e-30,
        -4.459428269759003e-32, -5.765189351463811e-36,
    };
    #if defined(__GNUC__)
    #pragma GCC diagnostic pop
    #endif
    #endif
    """
    const double *EXP_1
    const double *EXP_1_LO
    const double *EXP_1_SLOPE
    const double *EXP_1_SLOPE_LO
    const double *EXP_3
    const double *EXP_3_LO
    const double *EXP_3_SLOPE
    const double *EXP_3_SLOPE_LO
    const double *COT_RESIDUE
    const double *COT_RESIDUE_LO

cdef enum:
    N_SHORT = 15  # terms of a series used up to x = FAR / 4
    N_LONG = 18  # terms of a series used up to x = FAR
    N_LO = 8  # terms summed in double-double

cdef extern from *:
    """
    #define LIEREF_NEAR 4.0
    #define LIEREF_FAR 20.25
    #define LIEREF_TINY 1e-150
    #define LIEREF_TURN 67108864.0
    """
    const double NEAR "LIEREF_NEAR"
    const double FAR "LIEREF_FAR"
    const double TINY "LIEREF_TINY"
    const double TURN "LIEREF_TURN"

ctypedef struct Angle:
    DD x      # t^2
    DD t      # rotation angle, >= 0
    double s  # sin(t/2)
    double c  # cos(t/2)


cdef inline Angle angle_of_square(DD x) noexcept nogil:
    # t = sqrt(x); sine and cosine corrected for the part of t that a double cannot hold
    cdef Angle a
    cdef double t = sqrt(x.hi)
    cdef double dt = (fma(-t, t, x.hi) + x.lo) / (2.0 * t) if t > 0.0 else 0.0
    cdef double s = sin(0.5 * t), c = cos(0.5 * t)
    cdef double d = 0.5 * dt, turn = d, rest = 1.0
    if t > TURN:
        # |d| <= 2^-54 t: up to TURN 1 - cos d and d - sin d are below 2^-57, beyond it they are not
        turn = sin(d)
        rest = cos(d)
    a.x = x
    a.t = dd(t, dt)
    a.s = rest * s + turn * c
    a.c = rest * c - turn * s
    return a


cdef inline Angle angle_of(double t) noexcept nogil:
    # of a scalar; every coefficient is even in t
    return angle_of_square(two_prod(t, t))


cdef inline Angle angle_of_vector(const double *w) noexcept nogil:
    # t = |w|
    return angle_of_square(dd_dot(w, w))


cdef inline DD one_minus(DD a) noexcept nogil:
    # 1 - a
    return dd_sub(dd(1.0, 0.0), a)


cdef inline DD cos_t(Angle a) noexcept nogil:
    # cos t = (c - s)(c + s)
    return dd_mul(two_sum(a.c, -a.s), two_sum(a.c, a.s))


cdef inline DD exp_1_of_half(Angle a) noexcept nogil:
    # exp_1 at t/2: sin h / h
    if a.x.hi <= FAR:
        return horner(EXP_1, EXP_1_LO, N_SHORT, N_LO, dd_scale(a.x, 0.25))
    return dd_div(dd(a.s, 0.0), dd_scale(a.t, 0.5))


cdef inline DD exp_1_slope_of_half(Angle a) noexcept nogil:
    # exp_1_slope at t/2: (cos h - sin h / h) / h^2
    if a.x.hi <= FAR:
        return horner(EXP_1_SLOPE, EXP_1_SLOPE_LO, N_SHORT, N_LO, dd_scale(a.x, 0.25))
    return dd_div(dd_sub(dd(a.c, 0.0), exp_1_of_half(a)), dd_scale(a.x, 0.25))


cdef inline DD exp_1_of(Angle a) noexcept nogil:
    # sin t / t = 2 sin(t/2) cos(t/2) / t
    if a.x.hi <= NEAR:
        return horner(EXP_1, EXP_1_LO, N_SHORT, N_LO, a.x)
    return dd_div(two_prod(2.0 * a.s, a.c), a.t)


cdef inline DD exp_1_slope_of(Angle a) noexcept nogil:
    # (t cos t - sin t) / t^3
    if a.x.hi <= NEAR:
        return horner(EXP_1_SLOPE, EXP_1_SLOPE_LO, N_SHORT, N_LO, a.x)
    return dd_div(dd_sub(cos_t(a), exp_1_of(a)), a.x)


cdef inline DD exp_2_of(Angle a) noexcept nogil:
    # (1 - cos t) / t^2 = (sin h / h)^2 / 2
    cdef DD r = exp_1_of_half(a)
    return dd_scale(dd_mul(r, r), 0.5)


cdef inline DD exp_2_slope_of(Angle a) noexcept nogil:
    # (t sin t - 2 (1 - cos t)) / t^4, the derivative of (sin h / h)^2 / 2
    return dd_scale(dd_mul(exp_1_of_half(a), exp_1_slope_of_half(a)), 0.25)


cdef inline DD exp_3_of(Angle a) noexcept nogil:
    # (t - sin t) / t^3
    if a.x.hi <= FAR:
        return horner(EXP_3, EXP_3_LO, N_LONG, N_LO, a.x)
    return dd_div(one_minus(exp_1_of(a)), a.x)


cdef inline DD exp_3_slope_of(Angle a) noexcept nogil:
    # (3 sin t - 2 t - t cos t) / t^5
    if a.x.hi <= FAR:
        return horner(EXP_3_SLOPE, EXP_3_SLOPE_LO, N_LONG, N_LO, a.x)
    cdef DD three_sinc = dd_times(exp_1_of(a), 3.0)
    return dd_div(dd_sub(three_sinc, dd_add(dd(2.0, 0.0), cos_t(a))), dd_mul(a.x, a.x))


cdef inline DD cot_residue_of(Angle a) noexcept nogil:
    # (t^2 + t sin t - 4 (1 - cos t)) / (4 t^6)
    if a.x.hi <= FAR:
        return horner(COT_RESIDUE, COT_RESIDUE_LO, N_LONG, N_LO, a.x)
    cdef DD quarter = dd_scale(dd_add(dd(1.0, 0.0), exp_1_of(a)), 0.25)
    return dd_div(dd_sub(quarter, exp_2_of(a)), dd_mul(a.x, a.x))


cdef inline DD dexp_inv_2_of(Angle a) noexcept nogil:
    # (1 - h cot h) / t^2 = (sin h - h cos h) / h^3 / (4 sin h / h); pole at t = 2 pi
    return dd_scale(dd_div(exp_1_slope_of_half(a), exp_1_of_half(a)), -0.25)


cdef inline DD dexp_inv_2_slope_of(Angle a) noexcept nogil:
    # (h^2 / sin^2 h + h cot h - 2) / t^4; pole at t = 2 pi
    cdef DD r = exp_1_of_half(a)
    return dd_scale(dd_div(cot_residue_of(a), dd_mul(r, r)), 4.0)


cdef inline DD half_sinc_of(Angle a) noexcept nogil:
    # sin(t/2) / t, from a rotation vector to the vector part of its quaternion
    return dd_scale(exp_1_of_half(a), 0.5)


cdef inline double log_ratio_of(double s, double c) noexcept nogil:
    # 2 atan2(s, c) / s, from the vector part (norm s >= 0) and scalar part c of a quaternion of any
    # norm r to its rotation vector times r; below TINY the angle is s/c to 1e-300 relative
    return 2.0 / c if s <= TINY * c else 2.0 * atan2(s, c) / s
