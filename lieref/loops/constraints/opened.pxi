# Whether a configuration closes the loops, from the residuals of `openings`.

from lieref.loops.constraints.constraints cimport CLOSED


cdef inline bint is_open(LoopTables t, int failed, const double* opening) noexcept nogil:
    """Whether a cluster up to the singular one is open; NULL: that is not looked at."""
    cdef int k
    if opening != NULL:
        for k in range(JUDGED * (t.n_clusters if failed < 0 else failed + 1)):
            if not opening[k] <= CLOSED:
                return True
    return False
