/* Signs and square roots of reals, whatever these are; see lanes.h. */
#ifndef LIEREF_ROOTS_H
#define LIEREF_ROOTS_H

#include "lanes.h"

static inline double sign_of_double(double x)
{
    return (x > 0) - (x < 0);
}

/* Sign of a real, 0 of a 0; its other parts, for it is constant but at 0, are zero. */
static inline real sign_of(real x)
{
#if defined(LIEREF_STATES)
    states_vec sign;
    for (int i = 0; i < STATES; i++)
#if defined(LIEREF_DOUBLE_DOUBLE)
        sign[i] = sign_of_double(x.hi[i]);
#else
        sign[i] = sign_of_double(x.x[i]);
#endif
#if defined(LIEREF_DOUBLE_DOUBLE)
    return fine_states(sign, states_vec{});
#else
    return states(sign);
#endif
#elif defined(LIEREF_SIGMA)
    part sign;
    for (int i = 0; i < PAIRS; i++)
        sign[i] = sign_of_double(x.a[i]);
    return second_order(sign, part{}, part{}, part{});
#else
    return sign_of_double(real_part(x));
#endif
}

/* 1 / sqrt of a positive real as far as its first double goes: where Newton's steps begin. */
static inline real rough_inverse_root(real x)
{
#if defined(LIEREF_STATES)
    states_vec root;
    for (int i = 0; i < STATES; i++)
#if defined(LIEREF_DOUBLE_DOUBLE)
        root[i] = 1 / sqrt(x.hi[i]);
#else
        root[i] = 1 / sqrt(x.x[i]);
#endif
#if defined(LIEREF_DOUBLE_DOUBLE)
    return fine_states(root, states_vec{});
#else
    return states(root);
#endif
#elif defined(LIEREF_SIGMA)
    part root;
    for (int i = 0; i < PAIRS; i++)
        root[i] = 1 / sqrt(x.a[i]);
    return second_order(root, part{}, part{}, part{});
#else
    return 1 / sqrt(real_part(x));
#endif
}

#endif
