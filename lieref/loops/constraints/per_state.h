/* Where values decide, as pivots do, each of STATE_COUNT states decides for itself: its part of a
   number, and changes of numbers in this state alone. A scalar of another kind is one state. */
#ifndef LIEREF_PER_STATE_H
#define LIEREF_PER_STATE_H

#include "lanes.h"

#if defined(LIEREF_STATES)
#define STATE_COUNT STATES
#else
#define STATE_COUNT 1
#endif

static inline double value_of(real number, int state)
{
#if defined(LIEREF_STATES)
    return number.x[state];
#else
    (void) state;
    return real_part(number);
#endif
}

static inline void put_value(real *to, double value, int state)
{
#if defined(LIEREF_STATES)
    to->x[state] = value;
#else
    (void) state;
    *to = value;
#endif
}

static inline void copy_state(real *to, const real *from, int state)
{
#if defined(LIEREF_STATES)
    to->x[state] = from->x[state];
#else
    (void) state;
    *to = *from;
#endif
}

static inline void swap_state(real *a, real *b, int state)
{
    const real kept = *a;
    copy_state(a, b, state);
    copy_state(b, &kept, state);
}

#endif
