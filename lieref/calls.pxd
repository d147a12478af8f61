# Around every compiled call: the entries of the kernels' builds, and the memory that a kernel runs
# on. What a usual call passes is inlined, the rest is in calls.pyx.

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.string cimport memset

cdef extern from * nogil:
    """
    #ifndef LIEREF_DEBUG
    #define LIEREF_DEBUG 0
    #endif
    """
    enum: LIEREF_DEBUG

# Doubles of scratch on the stack, bytes of a cache line.
cdef enum:
    STACK = 4096
    LINE = 64

# A kernel: a model, and a call of the type that it takes.
ctypedef void (*KernelRun)(object, void*) noexcept nogil

cdef void* entry(str kernel, str name, str kind) except NULL
cdef int raise_no_memory(size_t bytes) except -1


cdef extern from * nogil:
    """
    #include <stdint.h>
    #ifdef __linux__
    #include <sys/mman.h>
    #endif
    /* Ask for huge pages, of 2 MB, where memory has whole ones: passes over many bodies wait for
       the addresses of small pages, and the first one for each page. */
    static inline void lieref_huge_pages(void* memory, size_t bytes)
    {
    #ifdef MADV_HUGEPAGE
        const uintptr_t page = (uintptr_t) 1 << 21, place = (uintptr_t) memory;
        const uintptr_t first = (place + page - 1) / page * page;
        const uintptr_t end = (place + bytes) / page * page;
        if (first < end)
            madvise((void*) first, end - first, MADV_HUGEPAGE);
    #else
        (void) memory; (void) bytes;
    #endif
    }
    """
    void lieref_huge_pages(void* memory, size_t bytes)


cdef inline void* cache_aligned(void* memory) noexcept nogil:
    """The first cache line at or after memory."""
    return <void*> ((<size_t> memory + LINE - 1) & ~(<size_t> LINE - 1))


cdef inline void spoil(void* memory, size_t bytes) noexcept nogil:
    """In debug builds: what a kernel reads before it has written it becomes NaN in its result."""
    if LIEREF_DEBUG:
        memset(memory, 0xFF, bytes)


cdef inline bint is_short(size_t doubles) noexcept nogil:
    """Does a kernel that needs so many doubles of scratch have it on the stack?

    It takes some microseconds, which is too short to be worth releasing the GIL.
    """
    return doubles <= STACK - LINE // sizeof(double)


cdef inline void* take(double* local, size_t doubles) except NULL:
    """Scratch memory of so many doubles, from a cache line on; `release` gives it back.

    In `local`, of STACK doubles, if it is not NULL and that is enough; else allocated.
    """
    cdef size_t bytes = sizeof(double) * doubles
    cdef void* memory = cache_aligned(local)
    cdef void* given
    if local == NULL or not is_short(doubles):
        given = PyMem_RawMalloc(LINE + bytes)
        if given == NULL:
            raise_no_memory(LINE + bytes)
        lieref_huge_pages(given, LINE + bytes)
        # the pointer to be freed is stored right before the cache line that is returned
        memory = cache_aligned(<void**> given + 1)
        (<void**> memory)[-1] = given
    spoil(memory, bytes)
    return memory


cdef inline void release(void* memory, double* local) noexcept nogil:
    """Give back what `take` returned for the same `local`."""
    if memory != cache_aligned(local):
        PyMem_RawFree((<void**> memory)[-1])


cdef inline void run_kernel(KernelRun run, object model, void* call, size_t doubles) noexcept:
    """Run a kernel that needs so many doubles of scratch, without the GIL where that pays."""
    if is_short(doubles):
        run(model, call)
    else:
        with nogil:
            run(model, call)


cdef inline int run_on_scratch(KernelRun run, object model, void* call, void** workspace,
                               size_t doubles) except -1:
    """Run a kernel on a workspace of its own."""
    cdef double[STACK] local
    workspace[0] = take(local, doubles)
    run_kernel(run, model, call, doubles)
    release(workspace[0], local)
    return 0
