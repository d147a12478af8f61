/* Independent states side by side: STATES numbers, one of each state, which share nothing but the
   instructions. The kernel texts compute a batch with them; see lanes.h.

   Groups of states come and go through `gather` and `scatter`: rows of numbers, a row to a state,
   against numbers of STATES lanes, transposed in registers. */
#ifndef LIEREF_STATES_H
#define LIEREF_STATES_H

#if defined(LIEREF_STATES)
#include <math.h>
#include <stddef.h>

#include "trigonometry.h"

#define STATES LIEREF_STATES

typedef double states_vec __attribute__((vector_size(8 * STATES)));
typedef long long states_mask __attribute__((vector_size(8 * STATES)));
typedef double states_row __attribute__((vector_size(8 * STATES), aligned(8), may_alias));

struct states {
    states_vec x;

    states() = default;
    /* x - 0 is x, of every sign; x + 0 would not be */
    states(double value) : x(value - states_vec{}) {}
    states(states_vec x) : x(x) {}

    states operator-() const { return -x; }
};

static inline states operator+(const states &x, const states &y)
{
    return x.x + y.x;
}

static inline states operator-(const states &x, const states &y)
{
    return x.x - y.x;
}

static inline states operator*(const states &x, const states &y)
{
    return x.x * y.x;
}

static inline states operator*(double x, const states &y)
{
    return x * y.x;
}

static inline states operator*(const states &x, double y)
{
    return x.x * y;
}

static inline states operator/(const states &x, const states &y)
{
    return x.x / y.x;
}

static inline states operator/(const states &x, double y)
{
    return x.x / y;
}

static inline states operator/(double x, const states &y)
{
    return x / y.x;
}

static inline states &operator+=(states &x, const states &y)
{
    return x = x + y;
}

static inline states &operator-=(states &x, const states &y)
{
    return x = x - y;
}

/* What a pivot must exceed in every state is judged by the smallest, NaN if there is one. */
static inline double smallest(const states &x)
{
    double least = x.x[0];
    for (int i = 1; i < STATES; i++)
        least = x.x[i] >= least || least != least ? least : x.x[i];
    return least;
}

/* The larger one, state by state. */
static inline states larger(const states &x, const states &y)
{
    return x.x > y.x ? x.x : y.x;
}

/* x > y in every state; false where one of them is NaN. */
static inline bool exceeds(const states &x, const states &y)
{
    const states_mask least = x.x > y.x;
    long long all = -1;
    for (int i = 0; i < STATES; i++)
        all &= least[i];
    return all != 0;
}

/* Sines and cosines of count angles of every state. */
static inline void sincos_states(const states *angles, states *sines, states *cosines, int count)
{
    states_mask far = {};
    for (int i = 0; i < count; i++) {
        trig_vec s, c;
        sincos_vector(angles[i].x, &s, &c);
        sines[i] = s;
        cosines[i] = c;
        far |= ~((angles[i].x <= TRIG_LIMIT) & (angles[i].x >= -TRIG_LIMIT));
    }
    long long any = 0;
    for (int i = 0; i < STATES; i++)
        any |= far[i];
    if (any != 0)
        for (int i = 0; i < count; i++)
            for (int k = 0; k < STATES; k++)
                if (!(fabs(angles[i].x[k]) <= TRIG_LIMIT)) {
                    sines[i].x[k] = sin(angles[i].x[k]);
                    cosines[i].x[k] = cos(angles[i].x[k]);
                }
}

/* Numbers of two vectors, counted through both: those with a bit of their index clear, and set. */
#if STATES == 8
static const states_mask states_low[] = {
    {0, 8, 2, 10, 4, 12, 6, 14}, {0, 1, 8, 9, 4, 5, 12, 13}, {0, 1, 2, 3, 8, 9, 10, 11}};
static const states_mask states_high[] = {
    {1, 9, 3, 11, 5, 13, 7, 15}, {2, 3, 10, 11, 6, 7, 14, 15}, {4, 5, 6, 7, 12, 13, 14, 15}};
#elif STATES == 4
static const states_mask states_low[] = {{0, 4, 2, 6}, {0, 1, 4, 5}};
static const states_mask states_high[] = {{1, 5, 3, 7}, {2, 3, 6, 7}};
#else
static const states_mask states_low[] = {{0, 2}};
static const states_mask states_high[] = {{1, 3}};
#endif

static inline states_vec chosen_of(states_vec a, states_vec b, states_mask which)
{
#if defined(__clang__)
    states_vec out;
    for (int i = 0; i < STATES; i++)
        out[i] = which[i] < STATES ? a[which[i]] : b[which[i] - STATES];
    return out;
#else
    return __builtin_shuffle(a, b, which);
#endif
}

/* x[i][j] <-> x[j][i]: the bits of the indices change places, one after the other. */
static inline void transpose_states(states_vec *x)
{
#pragma GCC unroll 3
    for (int bit = 1, place = 0; bit < STATES; bit *= 2, place++)
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            if (!(i & bit)) {
                const states_vec a = x[i], b = x[i + bit];
                x[i] = chosen_of(a, b, states_low[place]);
                x[i + bit] = chosen_of(a, b, states_high[place]);
            }
}

/* 0 where every number was finite, else NaN: a sum of x - x. */
static inline double oddness(states_vec odd)
{
    double sum = 0;
    for (int i = 0; i < STATES; i++)
        sum += odd[i];
    return sum;
}

/* out[k] = (rows[0][k], rows[1][k], ...), k < count; 0 where every number is finite, else NaN. */
static inline double gather_states(const double **rows, size_t count, double *out)
{
    states_vec x[STATES], odd = {};
    if (count < STATES) {
        for (size_t k = 0; k < count; k++) {
            states_vec row = {};
            for (int i = 0; i < STATES; i++)
                row[i] = rows[i][k];
            odd += row - row;
            *(states_vec *) (out + k * STATES) = row;
        }
        return oddness(odd);
    }
    /* the last block may share numbers with the one before */
    for (size_t next = 0; next < count; next += STATES) {
        const size_t k = next + STATES <= count ? next : count - STATES;
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            x[i] = *(const states_row *) (rows[i] + k);
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            odd += x[i] - x[i];
        transpose_states(x);
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            *(states_vec *) (out + (k + i) * STATES) = x[i];
    }
    return oddness(odd);
}

/* rows[i][k] = in[k][i], k < count, i < few; 0 where every number is finite, else NaN. */
static inline double scatter_states(const double *in, size_t count, double **rows, int few)
{
    states_vec x[STATES], odd = {};
    if (count < STATES) {
        for (size_t k = 0; k < count; k++) {
            const states_vec row = *(const states_vec *) (in + k * STATES);
            odd += row - row;
            for (int i = 0; i < few; i++)
                rows[i][k] = row[i];
        }
        return oddness(odd);
    }
    for (size_t next = 0; next < count; next += STATES) {
        const size_t k = next + STATES <= count ? next : count - STATES;
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            x[i] = *(const states_vec *) (in + (k + i) * STATES);
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            odd += x[i] - x[i];
        transpose_states(x);
#pragma GCC unroll 8
        for (int i = 0; i < STATES; i++)
            if (i < few)
                *(states_row *) (rows[i] + k) = x[i];
    }
    return oddness(odd);
}
#endif

#endif
