"""Batches of states: rows of numbers are brought into lanes, computed in groups, and brought back.

Threads share the groups. What a group computes depends on nothing but its states, so that any
number of threads gives the same result.
"""

from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport entry, spoil

cnp.import_array()

cdef extern from "workers.h" nogil:
    enum: LINE "WORKERS_LINE"
    ctypedef void (*workers_task)(void* context) noexcept nogil
    int workers_prepare()
    void workers_run(workers_task task, void* context, int helpers)
    void* workers_take(size_t size)
    void workers_give_back(void* memory)
    ctypedef struct Range "workers_range":
        pass
    void workers_divide(Range* ranges, size_t number, size_t work)
    size_t workers_join(size_t* joined)
    bint workers_claim(Range* ranges, size_t number, size_t* own, size_t* first, size_t* last)
    void workers_mark(size_t* value)
    size_t workers_read(size_t* value)
    void workers_lower(size_t* value, size_t other)

cdef enum:
    # more workers than these share ranges of the work
    MOST_RANGES = 64
    # bytes of arguments and results that need not be asked for ahead
    NEAR = 1 << 21

ctypedef double* Numbers

cdef Lanes chosen = (<Lanes*> entry("_groups_states", "LANES", "lanes"))[0]


cdef double _gather_one(const double** rows, size_t count, double* out) noexcept nogil:
    """As Lanes.gather for one state: a copy."""
    cdef size_t k
    cdef double odd = 0
    for k in range(count):
        out[k] = rows[0][k]
        odd += out[k] - out[k]
    return odd


cdef double _scatter_one(const double* inp, size_t count, double** rows, int few) noexcept nogil:
    """As Lanes.scatter for one state: a copy."""
    cdef size_t k
    cdef double odd = 0
    for k in range(count):
        rows[0][k] = inp[k]
        odd += inp[k] - inp[k]
    return odd


cdef Lanes single
single.width = 1
single.gather = _gather_one
single.scatter = _scatter_one


if workers_prepare() != 0:
    raise MemoryError("no memory for what a fork must do")


cdef int states_width() noexcept nogil:
    """Lanes of the builds over states that this processor runs."""
    return chosen.width


cdef int open_batch(Batch* batch, object shape) except -1:
    """An empty batch of these axes, a tuple."""
    cdef int axis
    memset(batch, 0, sizeof(Batch))
    batch.axes = len(shape)
    batch.states = 1
    for axis in range(batch.axes):
        batch.shape[axis] = shape[axis]
        batch.states *= shape[axis]
    batch.width = chosen.width
    return 0


cdef int add_rows(Batch* batch, object array, int core, bint output) except -1:
    """The next input or output: `core` contiguous last axes, the others broadcast; None: left out.

    The array must outlive the run.
    """
    cdef cnp.ndarray given
    cdef int axis, i
    cdef int more
    cdef Rows* rows = &batch.rows[batch.inputs + batch.outputs]
    if output:
        batch.outputs += 1
    else:
        batch.inputs += 1
    rows.data = NULL
    if array is None:
        return 0
    given = array
    more = cnp.PyArray_NDIM(given) - core
    rows.data = <char*> cnp.PyArray_DATA(given)
    rows.count = 1
    for i in range(core):
        rows.count *= given.shape[more + i]
    for axis in range(batch.axes):
        i = axis - (batch.axes - more)
        rows.strides[axis] = given.strides[i] if i >= 0 and given.shape[i] != 1 else 0
    return 0


cdef void _merge_axes(Batch* batch) noexcept nogil:
    """Neighboring axes become one where every argument walks through both as through one."""
    cdef int axis, kept, i
    cdef int count = batch.inputs + batch.outputs
    cdef bint one
    if batch.axes == 0:
        batch.axes = 1
        batch.shape[0] = 1
        for i in range(count):
            batch.rows[i].strides[0] = 0
    kept = 0
    for axis in range(1, batch.axes):
        one = True
        for i in range(count):
            one = one and (batch.rows[i].strides[kept]
                           == batch.shape[axis] * batch.rows[i].strides[axis])
        if one:
            batch.shape[kept] *= batch.shape[axis]
        else:
            kept += 1
            batch.shape[kept] = batch.shape[axis]
        for i in range(count):
            batch.rows[i].strides[kept] = batch.rows[i].strides[axis]
    batch.axes = kept + 1


# What the workers of one call share.
cdef struct Work:
    const Batch* batch
    const Lanes* lanes
    size_t groups
    size_t scratch      # bytes for one worker
    bint asks           # its kernel asks for rows ahead, and there are more than caches hold
    size_t number       # of ranges
    Range[MOST_RANGES] ranges   # of groups that nobody has claimed
    # lines of the caches that a worker writes are not those from which all of them read
    size_t joined       # workers so far
    size_t failed       # the first group that failed so far, or `groups`
    size_t poor         # not 0: a worker got no memory


cdef inline size_t _lines(size_t size) noexcept nogil:
    return (size + LINE - 1) // LINE * LINE


cdef inline bint _is_shared(const Rows* rows, int axes) noexcept nogil:
    cdef int axis
    for axis in range(axes):
        if rows.strides[axis] != 0:
            return False
    return True


cdef inline char* _row(const Rows* rows, const Batch* batch, Py_ssize_t state) noexcept nogil:
    """The numbers of one state."""
    cdef char* at = rows.data
    cdef int axis
    for axis in range(batch.axes - 1, 0, -1):
        at += state % batch.shape[axis] * rows.strides[axis]
        state = state // batch.shape[axis]
    return at + state * rows.strides[0]


cdef inline bint _unit_quaternions(const Batch* batch, const double* q) noexcept nogil:
    """Whether those of a group of states are of unit norm; q in lanes."""
    cdef Py_ssize_t i
    cdef int j, lane
    cdef int width = batch.width
    cdef const double* x
    cdef double[MOST_WIDTH] square
    cdef bint fine = True
    for i in range(batch.quaternion_count):
        x = q + batch.quaternions[i] * width
        for lane in range(width):
            square[lane] = 0
        for j in range(4):
            for lane in range(width):
                square[lane] += x[j * width + lane] * x[j * width + lane]
        for lane in range(width):
            fine = fine and batch.least_square <= square[lane] <= batch.most_square
    return fine


cdef inline void _add_ahead(const Rows* rows, const Batch* batch, Py_ssize_t start,
                            Ahead* ahead) noexcept nogil:
    """The rows of the group of this first state, if there is one and they follow each other."""
    cdef Py_ssize_t states = min(<Py_ssize_t> batch.width, batch.states - start)
    cdef Py_ssize_t bytes = rows.count * sizeof(double)
    cdef char* at = rows.data + start * bytes
    if rows.data == NULL or states <= 0 or batch.axes != 1 or rows.strides[0] != bytes:
        return
    ahead.asked[ahead.count] = at
    ahead.due[ahead.count] = at
    ahead.step[ahead.count] = states * bytes
    ahead.count += 1


cdef bint _run_group(const Work* work, size_t group, bint first, double** places,
                     void* workspace) noexcept nogil:
    """Gather, compute, scatter; whether all went well. places: inputs, then outputs."""
    cdef const Batch* batch = work.batch
    cdef const Rows* rows
    cdef Numbers[MOST_WIDTH] sources
    cdef int i, lane
    cdef int width = batch.width
    cdef Py_ssize_t start = group * width
    cdef Py_ssize_t last = batch.states - 1
    for i in range(batch.inputs):
        rows = &batch.rows[i]
        if rows.data == NULL or (not first and _is_shared(rows, batch.axes)):
            continue
        for lane in range(width):
            # the last state again where they end
            sources[lane] = <double*> _row(rows, batch, min(start + lane, last))
        if work.lanes.gather(<const double**> sources, rows.count, places[i]) != 0:
            return False
    if not _unit_quaternions(batch, places[0]):
        return False
    if work.asks:
        ahead_of(workspace).count = 0
        for i in range(batch.inputs + batch.outputs):
            _add_ahead(&batch.rows[i], batch, start + width if i < batch.inputs else start,
                       ahead_of(workspace))
    if batch.run(batch.context, <const double**> places, places + batch.inputs, workspace) != -1:
        return False
    for i in range(batch.inputs, batch.inputs + batch.outputs):
        rows = &batch.rows[i]
        if rows.data == NULL:
            continue
        for lane in range(width):
            sources[lane] = <double*> _row(rows, batch, min(start + lane, last))
        if work.lanes.scatter(places[i], rows.count, sources,
                              <int> min(<Py_ssize_t> width, last + 1 - start)) != 0:
            return False
    return True


cdef void _share(void* context) noexcept nogil:
    """The part of one worker: pieces as long as there are any."""
    cdef Work* work = <Work*> context
    cdef const Batch* batch = work.batch
    cdef Numbers[MOST_ROWS] places
    cdef size_t group, end
    cdef size_t own = workers_join(&work.joined) % work.number
    cdef int i
    cdef bint first = True
    cdef char* memory
    cdef char* at
    if not workers_claim(work.ranges, work.number, &own, &group, &end):
        return
    memory = <char*> workers_take(work.scratch)
    if memory == NULL:
        workers_mark(&work.poor)
        return
    spoil(memory, work.scratch)
    at = memory
    for i in range(batch.inputs + batch.outputs):
        places[i] = <double*> at if batch.rows[i].data != NULL else NULL
        at += _lines(batch.rows[i].count * batch.width * sizeof(double))
    at += _lines(sizeof(Ahead))
    ahead_of(at).count = 0
    if batch.start != NULL:
        batch.start(batch.context, places + batch.inputs, at)
    while True:
        while group < end and group < workers_read(&work.failed):
            if not _run_group(work, group, first, places, at):
                workers_lower(&work.failed, group)
            first = False
            group += 1
        if not workers_claim(work.ranges, work.number, &own, &group, &end):
            break
    workers_give_back(memory)


cdef Py_ssize_t run_batch(Batch* batch, int workers) noexcept nogil:
    """Every state of the batch, by so many threads at the most.

    Returns the first state of the first group in which an input or output is not finite, a
    quaternion is not of unit norm, or the kernel failed; NO_FAILURE; or NO_MEMORY.
    """
    cdef Work work
    cdef int i
    cdef int helpers
    cdef size_t numbers         # of one state
    _merge_axes(batch)
    work.batch = batch
    work.lanes = &chosen if batch.width == chosen.width else &single
    work.groups = <size_t> ((batch.states + batch.width - 1) // batch.width)
    work.failed = work.groups
    work.poor = 0
    work.scratch = batch.workspace + _lines(sizeof(Ahead))
    numbers = 0
    for i in range(batch.inputs + batch.outputs):
        work.scratch += _lines(batch.rows[i].count * batch.width * sizeof(double))
        numbers += batch.rows[i].count
    work.asks = batch.asks and numbers * sizeof(double) * <size_t> batch.states > NEAR
    if work.groups == 0:
        return NO_FAILURE
    helpers = <int> min(<size_t> workers, work.groups) - 1
    work.joined = 0
    work.number = min(<size_t> helpers + 1, <size_t> MOST_RANGES)
    workers_divide(work.ranges, work.number, work.groups)
    workers_run(_share, &work, helpers)
    if work.poor != 0:
        return NO_MEMORY
    return NO_FAILURE if work.failed == work.groups else work.failed * batch.width
