/* Threads that share the work of one call, and memory for them that outlives it.

   The caller works as well, and takes help from as many idle threads as it asked for; they are
   made when they are first wanted, and sleep between calls; who waits looks for some microseconds
   before it sleeps, because waking takes longer than a small batch. Several callers may ask at
   once. A process that forks leaves its threads behind: the child makes its own. */
#ifndef LIEREF_WORKERS_H
#define LIEREF_WORKERS_H

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

typedef void (*workers_task)(void *context);

typedef struct workers_job {
    workers_task task;
    void *context;
    int wanted;   /* helpers that may still join */
    int running;  /* helpers at work */
    struct workers_job *next;
} workers_job;

/* Whatever is apart for the caches: bytes of their lines. */
#define WORKERS_LINE 64

typedef struct workers_scratch {
    size_t bytes;
    const void *owner; /* the thread that used it last */
    struct workers_scratch *next;
} workers_scratch;

static pthread_mutex_t workers_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t workers_wanted = PTHREAD_COND_INITIALIZER;
static pthread_cond_t workers_done = PTHREAD_COND_INITIALIZER;
static workers_job *workers_jobs;
static int workers_idle;
static size_t workers_posted; /* jobs so far */
static workers_scratch *workers_free;

static void workers_before_fork(void)
{
    pthread_mutex_lock(&workers_lock);
}

static void workers_after_fork(void)
{
    pthread_mutex_unlock(&workers_lock);
}

static void workers_in_child(void)
{
    pthread_mutex_init(&workers_lock, NULL);
    pthread_cond_init(&workers_wanted, NULL);
    pthread_cond_init(&workers_done, NULL);
    workers_jobs = NULL;
    workers_idle = 0;
}

/* Once, at import. */
static int workers_prepare(void)
{
    return pthread_atfork(workers_before_fork, workers_after_fork, workers_in_child);
}

/* How often who waits looks before it sleeps: 10 to 40 microseconds. */
#define WORKERS_LOOKS 1000

static inline void workers_pause(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Until a job is posted; the lock is held before and after. */
static void workers_wait(void)
{
    const size_t before = workers_posted;
    workers_idle++;
    pthread_mutex_unlock(&workers_lock);
    for (int i = 0; i < WORKERS_LOOKS
                    && __atomic_load_n(&workers_posted, __ATOMIC_RELAXED) == before; i++)
        workers_pause();
    pthread_mutex_lock(&workers_lock);
    while (workers_posted == before)
        pthread_cond_wait(&workers_wanted, &workers_lock);
    workers_idle--;
}

static void *workers_help(void *unused)
{
    (void) unused;
    pthread_mutex_lock(&workers_lock);
    for (;;) {
        workers_job *job = workers_jobs;
        while (job != NULL && job->wanted == 0)
            job = job->next;
        if (job == NULL) {
            workers_wait();
            continue;
        }
        job->wanted--;
        __atomic_add_fetch(&job->running, 1, __ATOMIC_RELAXED);
        pthread_mutex_unlock(&workers_lock);
        job->task(job->context);
        pthread_mutex_lock(&workers_lock);
        /* where nobody is left the caller goes, and the job with it */
        if (__atomic_sub_fetch(&job->running, 1, __ATOMIC_RELEASE) == 0)
            pthread_cond_broadcast(&workers_done);
    }
    return NULL;
}

/* One more thread, which leaves signals to the others; none if the system cannot start one. */
static void workers_more(void)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (pthread_create(&thread, NULL, workers_help, NULL) == 0)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* The task by the caller and up to helpers other threads at once; returns when all have left it. */
static void workers_run(workers_task task, void *context, int helpers)
{
    if (helpers > 0) {
        workers_job job = {task, context, helpers, 0, NULL}, **link;
        pthread_mutex_lock(&workers_lock);
        for (link = &workers_jobs; *link != NULL; link = &(*link)->next)
            ;
        *link = &job;
        for (int i = workers_idle; i < helpers; i++)
            workers_more();
        __atomic_add_fetch(&workers_posted, 1, __ATOMIC_RELAXED);
        pthread_cond_broadcast(&workers_wanted);
        pthread_mutex_unlock(&workers_lock);
        task(context);
        pthread_mutex_lock(&workers_lock);
        for (link = &workers_jobs; *link != &job; link = &(*link)->next)
            ;
        *link = job.next;
        pthread_mutex_unlock(&workers_lock);
        for (int i = 0; i < WORKERS_LOOKS
                        && __atomic_load_n(&job.running, __ATOMIC_ACQUIRE) > 0; i++)
            workers_pause();
        pthread_mutex_lock(&workers_lock);
        while (__atomic_load_n(&job.running, __ATOMIC_ACQUIRE) > 0)
            pthread_cond_wait(&workers_done, &workers_lock);
        pthread_mutex_unlock(&workers_lock);
    }
    else {
        task(context);
    }
}

/* At least so many bytes that no other thread has, at a cache line; NULL if there are none. */
static void *workers_take(size_t bytes)
{
    static _Thread_local char self;
    workers_scratch **link, **fit, *found;
    void *memory;
    pthread_mutex_lock(&workers_lock);
    for (link = &workers_free; *link != NULL && (*link)->bytes < bytes; link = &(*link)->next)
        ;
    /* rather what its own caches hold */
    for (fit = link; *fit != NULL && (*fit)->owner != &self; fit = &(*fit)->next)
        ;
    if (*fit != NULL)
        link = fit;
    found = *link;
    if (found != NULL)
        *link = found->next;
    pthread_mutex_unlock(&workers_lock);
    if (found == NULL) {
        /* the line before it remembers its size */
        if (posix_memalign(&memory, WORKERS_LINE, bytes + WORKERS_LINE) != 0)
            return NULL;
        found = memory;
        found->bytes = bytes;
    }
    found->owner = &self;
    return (char *) found + WORKERS_LINE;
}

/* Back for the next call: a few are kept, the larger ones. */
#define WORKERS_KEPT 64
static void workers_give_back(void *memory)
{
    workers_scratch *scratch = (workers_scratch *) ((char *) memory - WORKERS_LINE), **link;
    int kept = 0;
    pthread_mutex_lock(&workers_lock);
    /* ascending sizes: the first that is large enough is the smallest such */
    for (link = &workers_free; *link != NULL && (*link)->bytes < scratch->bytes;
         link = &(*link)->next)
        ;
    scratch->next = *link;
    *link = scratch;
    for (workers_scratch *each = workers_free; each != NULL; each = each->next)
        kept++;
    scratch = NULL;
    if (kept > WORKERS_KEPT) {
        scratch = workers_free;
        workers_free = scratch->next;
    }
    pthread_mutex_unlock(&workers_lock);
    free(scratch);
}

/* Pieces of what is left of a range: the last ones are short, so that all finish together. */
#define WORKERS_PARTS 4

/* What nobody has claimed yet of a range of the work. Each worker begins with one of its own, on a
   cache line of its own, and call after call finds what it needs of it in its own caches. */
typedef struct workers_range {
    _Alignas(WORKERS_LINE) size_t next;
    size_t end;
} workers_range;

static inline void workers_divide(workers_range *ranges, size_t number, size_t work)
{
    for (size_t i = 0; i < number; i++) {
        ranges[i].next = work * i / number;
        ranges[i].end = work * (i + 1) / number;
    }
}

/* The next piece, *first to *last, of the range *own, or of the following ones where nothing is
   left of it; 0 if nothing is left of any. */
static inline int workers_claim(workers_range *ranges, size_t number, size_t *own, size_t *first,
                                size_t *last)
{
    for (size_t tried = 0; tried < number; tried++) {
        workers_range *range = &ranges[*own];
        *first = __atomic_load_n(&range->next, __ATOMIC_RELAXED);
        while (*first < range->end) {
            *last = *first + (range->end - *first + WORKERS_PARTS - 1) / WORKERS_PARTS;
            if (__atomic_compare_exchange_n(&range->next, first, *last, 1, __ATOMIC_RELAXED,
                                            __ATOMIC_RELAXED))
                return 1;
        }
        *own = (*own + 1) % number;
    }
    return 0;
}

/* How many came before. */
static inline size_t workers_join(size_t *joined)
{
    return __atomic_fetch_add(joined, 1, __ATOMIC_RELAXED);
}

static inline void workers_mark(size_t *value)
{
    __atomic_store_n(value, 1, __ATOMIC_RELAXED);
}

static inline size_t workers_read(size_t *value)
{
    return __atomic_load_n(value, __ATOMIC_RELAXED);
}

/* *value = min(*value, other) */
static inline void workers_lower(size_t *value, size_t other)
{
    size_t seen = __atomic_load_n(value, __ATOMIC_RELAXED);
    while (other < seen
           && !__atomic_compare_exchange_n(value, &seen, other, 1, __ATOMIC_RELAXED,
                                           __ATOMIC_RELAXED))
        ;
}

#endif
