# Single coefficients of products of Taylor series, for kernels that find one order after the other.
# Plain twin: convolutions_twin.py. A series is W coefficients; a vector three series, one behind
# the other, a matrix nine, row by row. `first` leaves out what is not known yet or treated apart.


cdef inline void add_turned(const real* R, const real* x, int first, int k, int W,
                            real* out) noexcept nogil:
    """out += sum of R_m x_{k-m}, m = first .. k"""
    cdef int i, m
    for i in range(3):
        for m in range(first, k + 1):
            out[i] = out[i] + (R[3 * i * W + m] * x[k - m] + R[(3 * i + 1) * W + m] * x[W + k - m]
                               + R[(3 * i + 2) * W + m] * x[2 * W + k - m])


cdef inline void add_turned_back(const real* R, const real* x, int first, int k, int W,
                                 real* out) noexcept nogil:
    """out += sum of R_m^T x_{k-m}, m = first .. k"""
    cdef int i, m
    for i in range(3):
        for m in range(first, k + 1):
            out[i] = out[i] + (R[i * W + m] * x[k - m] + R[(3 + i) * W + m] * x[W + k - m]
                               + R[(6 + i) * W + m] * x[2 * W + k - m])


cdef inline void add_crossed(const real* x, const real* y, int first, int last, int k, int W,
                             real* out) noexcept nogil:
    """out += sum of x_m x y_{k-m}, m = first .. last"""
    cdef int m
    cdef const real* a
    cdef const real* b
    for m in range(first, last + 1):
        a = x + m
        b = y + k - m
        out[0] = out[0] + (a[W] * b[2 * W] - a[2 * W] * b[W])
        out[1] = out[1] + (a[2 * W] * b[0] - a[0] * b[2 * W])
        out[2] = out[2] + (a[0] * b[W] - a[W] * b[0])


cdef inline void write_vector(const real* x, int count, int k, int W, real* series) noexcept nogil:
    """Coefficient k of `count` series."""
    cdef int i
    for i in range(count):
        series[i * W + k] = x[i]


cdef inline void read_vector(const real* series, int count, int k, int W, real* x) noexcept nogil:
    """Coefficient k of `count` series."""
    cdef int i
    for i in range(count):
        x[i] = series[i * W + k]
