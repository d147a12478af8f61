# Where the entries of entries.pxi go: each once, and its copies by symmetry. Nothing is
# written outside the tree's pattern. Included after entries.pxi.

cdef extern from * nogil:
    """
    /* Rows to pieces of columns: LANES neighbors of LANES rows of `in`, a stride apart, go side
       by side to the rows row[0], row[1], ... of `out`, nv apart. */
    static inline void put_across(const real *in, ptrdiff_t stride, real *out, const int *row,
                                  size_t nv)
    {
    #if LANES == 4
        typedef long long mask __attribute__((vector_size(32)));
        const lane a = *(const lane *) in, b = *(const lane *) (in + stride);
        const lane c = *(const lane *) (in + 2 * stride), d = *(const lane *) (in + 3 * stride);
        const lane ab_even = __builtin_shuffle(a, b, (mask) {0, 4, 2, 6});
        const lane ab_odd = __builtin_shuffle(a, b, (mask) {1, 5, 3, 7});
        const lane cd_even = __builtin_shuffle(c, d, (mask) {0, 4, 2, 6});
        const lane cd_odd = __builtin_shuffle(c, d, (mask) {1, 5, 3, 7});
        *(lane *) (out + row[0] * nv) = __builtin_shuffle(ab_even, cd_even, (mask) {0, 1, 4, 5});
        *(lane *) (out + row[1] * nv) = __builtin_shuffle(ab_odd, cd_odd, (mask) {0, 1, 4, 5});
        *(lane *) (out + row[2] * nv) = __builtin_shuffle(ab_even, cd_even, (mask) {2, 3, 6, 7});
        *(lane *) (out + row[3] * nv) = __builtin_shuffle(ab_odd, cd_odd, (mask) {2, 3, 6, 7});
    #else
        for (int i = 0; i < LANES; i++)
            for (int j = 0; j < LANES; j++)
                out[row[i] * nv + j] = in[j * stride + i];
    #endif
    }
    """
    void put_across(const real* inp, ptrdiff_t stride, real* out, const int* row, size_t nv)


cdef inline const real* slot(const RunColumn* p, int row, int y, const Run* run) noexcept nogil:
    """Slot y of a row of p."""
    return p.rows + row * run.stride + y


cdef inline void put_run(const real* row, real* to, int count, real sign) noexcept nogil:
    """`count` neighbors, times 1 or -1; the last lane overlaps the one before."""
    cdef int k = 0
    if count < LANES:
        for k in range(count):
            to[k] = sign * row[k]
        return
    while k < count - LANES:
        store(to + k, sign * load(row + k))
        k += LANES
    store(to + count - LANES, sign * load(row + count - LANES))


cdef inline void scatter_first(const RunColumn* p, int x, int end, const Run* run) noexcept nogil:
    """Entries of the force of slot x, differentiated by p first"""
    cdef int stop
    cdef int y = 0
    cdef const int* coordinate = run.path.coordinate
    cdef size_t at = (coordinate[x] * run.nv + p.index) * run.nv
    cdef size_t mirrored = (p.index * run.nv + coordinate[x]) * run.nv
    while y < p.start:
        stop = min(run.until[y], p.start)
        put_run(slot(p, R_QQ, y, run), run.dq_dq + at + coordinate[y], stop - y, 1)
        put_run(slot(p, R_QV, y, run), run.dq_dv + at + coordinate[y], stop - y, 1)
        put_run(slot(p, R_VV, y, run), run.dv_dv + at + coordinate[y], stop - y, 1)
        y = stop
    put_run(slot(p, R_QQ, y, run), run.dq_dq + at + coordinate[y], p.end - y, 1)
    y = end
    while y < p.end:
        stop = min(run.until[y], p.end)
        put_run(slot(p, R_AQ, y, run), run.da_dq + at + coordinate[y], stop - y, 1)
        put_run(slot(p, R_AQ, y, run), run.da_dq + mirrored + coordinate[y], stop - y, 1)
        y = stop


cdef inline void scatter_last_from(const RunColumn* p, int y, size_t force,
                                   const Run* run) noexcept nogil:
    """Entries of one force with the slots from y on, differentiated by p last"""
    cdef size_t at
    cdef const int* coordinate = run.path.coordinate
    for y in range(y, p.start):
        at = (force + coordinate[y]) * run.nv + p.index
        run.dq_dq[at] = slot(p, R_QQ, y, run)[0]
        run.dq_dv[at] = slot(p, R_VQ, y, run)[0]
        run.dv_dv[at] = slot(p, R_VV, y, run)[0]
        run.da_dq[at] = slot(p, R_QA, y, run)[0]
    for y in range(p.start, p.end):
        at = (force + coordinate[y]) * run.nv + p.index
        run.dq_dv[at] = slot(p, R_VQ, y, run)[0]
        run.dv_dv[at] = slot(p, R_VV, y, run)[0]


cdef inline void scatter_last(int count, int x, const Run* run) noexcept nogil:
    """Entries of the force of slot x, differentiated by the first columns of the run last"""
    cdef int y, k
    cdef size_t at
    cdef int done = 0
    cdef const RunColumn* columns = run.columns
    cdef ptrdiff_t stride = -<ptrdiff_t> (TABLE + ROWS) * run.stride
    cdef const int* coordinate = run.path.coordinate
    cdef size_t force = coordinate[x] * run.nv
    cdef const RunColumn* last
    # LANES columns, neighbors in the last index, over the slots that they have in common
    while LANES > 1 and done + LANES <= count:
        last = columns + done + LANES - 1
        at = force * run.nv + last.index
        y = 0
        while y + LANES <= last.start:
            put_across(slot(last, R_QQ, y, run), stride, run.dq_dq + at, coordinate + y, run.nv)
            put_across(slot(last, R_VQ, y, run), stride, run.dq_dv + at, coordinate + y, run.nv)
            put_across(slot(last, R_VV, y, run), stride, run.dv_dv + at, coordinate + y, run.nv)
            put_across(slot(last, R_QA, y, run), stride, run.da_dq + at, coordinate + y, run.nv)
            y += LANES
        for k in range(done, done + LANES):
            scatter_last_from(columns + k, y, force, run)
        done += LANES
    for k in range(done, count):
        scatter_last_from(columns + k, 0, force, run)


cdef inline void scatter_force(const RunColumn* p, int x, int start, int end,
                               const Run* run) noexcept nogil:
    """Entries of the force of p itself with slot x and those up to the joint of x"""
    cdef int stop
    cdef int y = 0
    cdef size_t column
    cdef const real* qq = run.force_qq
    cdef const int* coordinate = run.path.coordinate
    cdef size_t plane = p.index * run.nv * run.nv
    cdef size_t row = plane + coordinate[x] * run.nv
    while y < start:
        stop = min(run.until[y], start)
        put_run(qq + y, run.dq_dq + row + coordinate[y], stop - y, 1)
        put_run(run.force_qv + y, run.dq_dv + row + coordinate[y], stop - y, 1)
        put_run(slot(p, R_VV, y, run), run.dv_dv + row + coordinate[y], stop - y, -1)
        y = stop
    put_run(qq + y, run.dq_dq + row + coordinate[y], end - y, 1)
    put_run(slot(p, R_QA, y, run), run.dv_dv + row + coordinate[y], end - y, -1)
    for y in range(start):
        column = plane + coordinate[y] * run.nv + coordinate[x]
        run.dq_dq[column] = qq[y]
        run.dv_dv[column] = -slot(p, R_VV, y, run)[0]
        run.dq_dv[column] = -slot(p, R_VQ, y, run)[0]
    for y in range(start, end):
        run.dq_dv[plane + coordinate[y] * run.nv + coordinate[x]] = -slot(p, R_VQ, y, run)[0]
