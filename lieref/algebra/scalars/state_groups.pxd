"""Batches: rows of doubles in, groups of states in lanes, rows out."""

cdef enum:
    # axes of a batch that do not merge into one, inputs and outputs of a kernel, widest lanes
    MOST_AXES = 64
    MOST_ROWS = 12
    MOST_WIDTH = 8

# What a kernel over many states asks the caches for while it computes; see ahead.h.
cdef extern from "ahead.h" nogil:
    ctypedef struct Ahead "ahead":
        int count
        const char* asked[MOST_ROWS]
        const char* due[MOST_ROWS]
        size_t step[MOST_ROWS]

# How one build brings `width` rows of numbers into lanes and back; both return 0 if every number
# is finite.
cdef struct Lanes:
    int width
    double (*gather)(const double** rows, size_t count, double* out) noexcept nogil
    double (*scatter)(const double* inp, size_t count, double** rows, int few) noexcept nogil

# One argument or result: `count` doubles to a state.
cdef struct Rows:
    char* data                      # NULL: left out
    size_t count
    Py_ssize_t[MOST_AXES] strides   # bytes along the axes of the batch, 0 where shared

# A kernel for one group: inputs[i] and outputs[i] are `count` numbers of `width` lanes each, NULL
# where left out. -1 if all is well, anything else if a state of the group failed.
ctypedef int (*GroupRun)(const void* context, const double** inputs, double** outputs,
                         void* workspace) noexcept nogil

# What a worker does once, before its first group.
ctypedef void (*GroupStart)(const void* context, double** outputs, void* workspace) noexcept nogil

# What a public function fills in: `open_batch`, then its inputs and outputs in turn, then
# `run_batch`.
cdef struct Batch:
    int axes
    Py_ssize_t[MOST_AXES] shape
    Py_ssize_t states
    int width                       # lanes of the kernel: `states_width`, or 1
    int inputs
    int outputs
    Rows[MOST_ROWS] rows            # the inputs, then the outputs
    const int* quaternions          # where they begin in a row of the first input
    Py_ssize_t quaternion_count
    double least_square             # bounds of the square of the norm of one
    double most_square
    GroupStart start                # NULL: nothing
    GroupRun run
    const void* context                # what `start` and `run` get
    size_t workspace                # bytes that `run` wants
    bint asks                       # `run` asks for rows ahead, `ahead_of` its workspace

cdef enum:
    NO_FAILURE = -1
    NO_MEMORY = -2


cdef inline Ahead* ahead_of(void* workspace) noexcept nogil:
    """Where `run` finds, if its batch asks, the next group's inputs and its own outputs."""
    return <Ahead*> workspace - 1


cdef int states_width() noexcept nogil
cdef int open_batch(Batch* batch, object shape) except -1
cdef int add_rows(Batch* batch, object array, int core, bint output) except -1
cdef Py_ssize_t run_batch(Batch* batch, int workers) noexcept nogil
