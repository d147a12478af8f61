/* Where values decide, as pivots do, each of JUDGED states is judged by itself: its part of a number,
   and changes of numbers in this state alone. A scalar of another kind is one state. */
#ifndef LIEREF_JUDGED_H
#define LIEREF_JUDGED_H

#include "lanes.h"

#if defined(LIEREF_STATES)
#define JUDGED STATES
#else
#define JUDGED 1
#endif

static inline double judged(real number, int state)
{
#if defined(LIEREF_STATES)
    return number.x[state];
#else
    (void) state;
    return real_part(number);
#endif
}

static inline void put_judged(real *to, double value, int state)
{
#if defined(LIEREF_STATES)
    to->x[state] = value;
#else
    (void) state;
    *to = value;
#endif
}

static inline void copy_judged(real *to, const real *from, int state)
{
#if defined(LIEREF_STATES)
    to->x[state] = from->x[state];
#else
    (void) state;
    *to = *from;
#endif
}

static inline void swap_judged(real *a, real *b, int state)
{
    const real kept = *a;
    copy_judged(a, b, state);
    copy_judged(b, &kept, state);
}

#endif
