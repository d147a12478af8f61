/* Memory that is wanted when a kernel over many states is through. The kernel knows when to ask for
   it, which is all the time: to ask for everything at once would fill the queue that the kernel's
   own loads stand in. */
#ifndef LIEREF_AHEAD_H
#define LIEREF_AHEAD_H

#include <stddef.h>

#define AHEAD_LINE 64
#define AHEAD_ROWS 12

typedef struct {
    int count;
    const char *asked[AHEAD_ROWS]; /* what was asked for ends here, */
    const char *due[AHEAD_ROWS];   /* and should end here */
    size_t step[AHEAD_ROWS];       /* bytes: at first of everything, then of one part */
} ahead;

#if defined(LIEREF_STATES)
/* Cut into so many parts what is wanted; NULL: nothing. */
static inline void divide_ahead(ahead *wanted, int parts)
{
    if (wanted)
        for (int i = 0; i < wanted->count; i++)
            wanted->step[i] = wanted->step[i] / parts + 1;
}

/* Ask the caches for the next part. */
static inline void ask_ahead(ahead *wanted)
{
    if (wanted)
        for (int i = 0; i < wanted->count; i++) {
            wanted->due[i] += wanted->step[i];
            for (; wanted->asked[i] < wanted->due[i]; wanted->asked[i] += AHEAD_LINE)
                __builtin_prefetch(wanted->asked[i]);
        }
}
#else
/* Calls for one state need not even have a place for it. */
#define divide_ahead(wanted, parts) ((void) 0)
#define ask_ahead(wanted) ((void) 0)
#endif

#endif
