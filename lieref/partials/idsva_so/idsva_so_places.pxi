# Where the entries of idsva_so_entries.pxi go: each once, and its copies by symmetry. Nothing is
# written outside the tree's pattern. Included after idsva_so_entries.pxi.

cdef extern from * nogil:
    """
    /* Rows to pieces of columns: LANES neighbors of LANES rows of `in`, a stride apart, go side
       by side to the rows place[0], place[1], ... of `out`, nv apart. */
    static inline void put_across(const real *in, ptrdiff_t stride, real *out, const int *place,
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
        *(lane *) (out + place[0] * nv) = __builtin_shuffle(ab_even, cd_even, (mask) {0, 1, 4, 5});
        *(lane *) (out + place[1] * nv) = __builtin_shuffle(ab_odd, cd_odd, (mask) {0, 1, 4, 5});
        *(lane *) (out + place[2] * nv) = __builtin_shuffle(ab_even, cd_even, (mask) {2, 3, 6, 7});
        *(lane *) (out + place[3] * nv) = __builtin_shuffle(ab_odd, cd_odd, (mask) {2, 3, 6, 7});
    #else
        for (int i = 0; i < LANES; i++)
            for (int j = 0; j < LANES; j++)
                out[place[i] * nv + j] = in[j * stride + i];
    #endif
    }
    """
    void put_across(const real* inp, ptrdiff_t stride, real* out, const int* place, size_t nv)


cdef inline const real* slot(const Member* p, int row, int y, const Run* run) noexcept nogil:
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


cdef inline void put_first(const Member* p, int x, int end, const Run* run) noexcept nogil:
    """Entries of the force of slot x, differentiated by p first"""
    cdef int stop
    cdef int y = 0
    cdef const int* place = run.path.coordinate
    cdef size_t at = (place[x] * run.nv + p.place) * run.nv
    cdef size_t turned = (p.place * run.nv + place[x]) * run.nv
    while y < p.start:
        stop = min(run.until[y], p.start)
        put_run(slot(p, R_CARRIED, y, run), run.dq_dq + at + place[y], stop - y, 1)
        put_run(slot(p, R_PUSHED, y, run), run.dq_dv + at + place[y], stop - y, 1)
        put_run(slot(p, R_SPUN, y, run), run.dv_dv + at + place[y], stop - y, 1)
        y = stop
    put_run(slot(p, R_CARRIED, y, run), run.dq_dq + at + place[y], p.end - y, 1)
    y = end
    while y < p.end:
        stop = min(run.until[y], p.end)
        put_run(slot(p, R_TURNED, y, run), run.da_dq + at + place[y], stop - y, 1)
        put_run(slot(p, R_TURNED, y, run), run.da_dq + turned + place[y], stop - y, 1)
        y = stop


cdef inline void put_last_from(const Member* p, int y, size_t force,
                               const Run* run) noexcept nogil:
    """Entries of one force with the slots from y on, differentiated by p last"""
    cdef size_t at
    cdef const int* place = run.path.coordinate
    for y in range(y, p.start):
        at = (force + place[y]) * run.nv + p.place
        run.dq_dq[at] = slot(p, R_CARRIED, y, run)[0]
        run.dq_dv[at] = slot(p, R_DRAGGED, y, run)[0]
        run.dv_dv[at] = slot(p, R_SPUN, y, run)[0]
        run.da_dq[at] = slot(p, R_RAISED, y, run)[0]
    for y in range(p.start, p.end):
        at = (force + place[y]) * run.nv + p.place
        run.dq_dv[at] = slot(p, R_DRAGGED, y, run)[0]
        run.dv_dv[at] = slot(p, R_SPUN, y, run)[0]


cdef inline void put_last(int count, int x, const Run* run) noexcept nogil:
    """Entries of the force of slot x, differentiated by the first members of the run last"""
    cdef int y, k
    cdef size_t at
    cdef int done = 0
    cdef const Member* members = run.members
    cdef ptrdiff_t stride = -<ptrdiff_t> (TABLE + ROWS) * run.stride
    cdef const int* place = run.path.coordinate
    cdef size_t force = place[x] * run.nv
    cdef const Member* last
    # LANES members, neighbors in the last index, over the slots that they have in common
    while LANES > 1 and done + LANES <= count:
        last = members + done + LANES - 1
        at = force * run.nv + last.place
        y = 0
        while y + LANES <= last.start:
            put_across(slot(last, R_CARRIED, y, run), stride, run.dq_dq + at, place + y, run.nv)
            put_across(slot(last, R_DRAGGED, y, run), stride, run.dq_dv + at, place + y, run.nv)
            put_across(slot(last, R_SPUN, y, run), stride, run.dv_dv + at, place + y, run.nv)
            put_across(slot(last, R_RAISED, y, run), stride, run.da_dq + at, place + y, run.nv)
            y += LANES
        for k in range(done, done + LANES):
            put_last_from(members + k, y, force, run)
        done += LANES
    for k in range(done, count):
        put_last_from(members + k, 0, force, run)


cdef inline void put_force(const Member* p, int x, int start, int end,
                           const Run* run) noexcept nogil:
    """Entries of the force of p itself with slot x and those up to the joint of x"""
    cdef int stop
    cdef int y = 0
    cdef size_t column
    cdef const real* bent = run.bent
    cdef const int* place = run.path.coordinate
    cdef size_t plane = p.place * run.nv * run.nv
    cdef size_t row = plane + place[x] * run.nv
    while y < start:
        stop = min(run.until[y], start)
        put_run(bent + y, run.dq_dq + row + place[y], stop - y, 1)
        put_run(run.swayed + y, run.dq_dv + row + place[y], stop - y, 1)
        put_run(slot(p, R_SPUN, y, run), run.dv_dv + row + place[y], stop - y, -1)
        y = stop
    put_run(bent + y, run.dq_dq + row + place[y], end - y, 1)
    put_run(slot(p, R_RAISED, y, run), run.dv_dv + row + place[y], end - y, -1)
    for y in range(start):
        column = plane + place[y] * run.nv + place[x]
        run.dq_dq[column] = bent[y]
        run.dv_dv[column] = -slot(p, R_SPUN, y, run)[0]
        run.dq_dv[column] = -slot(p, R_DRAGGED, y, run)[0]
    for y in range(start, end):
        run.dq_dv[plane + place[y] * run.nv + place[x]] = -slot(p, R_DRAGGED, y, run)[0]
