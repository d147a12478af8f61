# Vectors of three lanes: the same few coefficients of three series, or the same few columns of
# three rows of a table.

cdef struct Lanes3:
    lane x
    lane y
    lane z


cdef inline Lanes3 lanes3(lane x, lane y, lane z) noexcept nogil:
    cdef Lanes3 out
    out.x = x
    out.y = y
    out.z = z
    return out


cdef inline Lanes3 vector(const real* rows, int L) noexcept nogil:
    """The lanes at `rows` and at the next two rows, L reals apart."""
    return lanes3(load(rows), load(rows + L), load(rows + 2 * L))


cdef inline void put(real* rows, int L, Lanes3 a) noexcept nogil:
    """rows = a"""
    store(rows, a.x)
    store(rows + L, a.y)
    store(rows + 2 * L, a.z)


cdef inline Lanes3 plus(Lanes3 a, Lanes3 b) noexcept nogil:
    return lanes3(a.x + b.x, a.y + b.y, a.z + b.z)


cdef inline Lanes3 minus(Lanes3 a, Lanes3 b) noexcept nogil:
    return lanes3(a.x - b.x, a.y - b.y, a.z - b.z)


cdef inline void add_vector(real* rows, int L, Lanes3 a) noexcept nogil:
    """rows += a"""
    put(rows, L, plus(vector(rows, L), a))


cdef inline Lanes3 across_rows(Lanes3 a, const real* b, int L) noexcept nogil:
    """a x b; b: three numbers, L reals apart."""
    return lanes3(b[2 * L] * a.y - b[L] * a.z, b[0] * a.z - b[2 * L] * a.x,
                  b[L] * a.x - b[0] * a.y)


cdef inline lane rate_of(const real* x, int b) noexcept nogil:
    """Block b of x'; its coefficients are (k + 1) x_{k+1}"""
    return count_from(b * LANES) * load(x + b * LANES + 1)
