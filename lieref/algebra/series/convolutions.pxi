# Single coefficients of products of Taylor series, for kernels that find one order after the other.
# Plain twin: dynamics/shared/convolutions_twin.py. A series is W coefficients; a vector three
# series, one behind the other, a matrix nine, row by row. `first` leaves out what is not known yet
# or treated apart. What ends in `_at` takes one coefficient: of vectors whose components, and of
# matrices whose entries, are a step apart.


cdef inline void cross_at(const real* a, int a_step, const real* b, int b_step,
                          real* out) noexcept nogil:
    """out = a x b"""
    out[0] = a[a_step] * b[2 * b_step] - a[2 * a_step] * b[b_step]
    out[1] = a[2 * a_step] * b[0] - a[0] * b[2 * b_step]
    out[2] = a[0] * b[b_step] - a[a_step] * b[0]


cdef inline void add_cross_at(const real* a, int a_step, const real* b, int b_step,
                              real* out) noexcept nogil:
    """out += a x b"""
    out[0] = out[0] + (a[a_step] * b[2 * b_step] - a[2 * a_step] * b[b_step])
    out[1] = out[1] + (a[2 * a_step] * b[0] - a[0] * b[2 * b_step])
    out[2] = out[2] + (a[0] * b[b_step] - a[a_step] * b[0])


cdef inline void add_turn_at(const real* R, int R_step, const real* x, int x_step,
                             real* out) noexcept nogil:
    """out += R x"""
    cdef int i
    for i in range(3):
        out[i] = out[i] + (R[3 * i * R_step] * x[0] + R[(3 * i + 1) * R_step] * x[x_step]
                           + R[(3 * i + 2) * R_step] * x[2 * x_step])


cdef inline void add_turn_back_at(const real* R, int R_step, const real* x, int x_step,
                                  real* out) noexcept nogil:
    """out += R^T x"""
    cdef int i
    for i in range(3):
        out[i] = out[i] + (R[i * R_step] * x[0] + R[(3 + i) * R_step] * x[x_step]
                           + R[(6 + i) * R_step] * x[2 * x_step])


cdef inline void add_scaled_at(real c, const real* x, int count, int step,
                               real* out) noexcept nogil:
    """out += c x, `count` components"""
    cdef int i
    for i in range(count):
        out[i] = out[i] + x[i * step] * c


cdef inline void add_turned(const real* R, const real* x, int first, int k, int W,
                            real* out) noexcept nogil:
    """out += sum of R_m x_{k-m}, m = first .. k"""
    cdef int m
    for m in range(first, k + 1):
        add_turn_at(R + m, W, x + k - m, W, out)


cdef inline void add_turned_back(const real* R, const real* x, int first, int k, int W,
                                 real* out) noexcept nogil:
    """out += sum of R_m^T x_{k-m}, m = first .. k"""
    cdef int m
    for m in range(first, k + 1):
        add_turn_back_at(R + m, W, x + k - m, W, out)


cdef inline void add_crossed(const real* x, const real* y, int first, int last, int k, int W,
                             real* out) noexcept nogil:
    """out += sum of x_m x y_{k-m}, m = first .. last"""
    cdef int m
    for m in range(first, last + 1):
        add_cross_at(x + m, W, y + k - m, W, out)


cdef inline void write_vector(const real* x, int count, int k, int step,
                              real* series) noexcept nogil:
    """Coefficient k of `count` series, a step apart."""
    cdef int i
    for i in range(count):
        series[i * step + k] = x[i]


cdef inline void write_integral(const real* x, int count, int k, int step,
                                real* series) noexcept nogil:
    """Coefficient k of `count` series whose derivatives have the coefficients k - 1 in x."""
    cdef int i
    for i in range(count):
        series[i * step + k] = divided(x[i], k)


cdef inline void read_vector(const real* series, int count, int k, int step,
                             real* x) noexcept nogil:
    """Coefficient k of `count` series, a step apart."""
    cdef int i
    for i in range(count):
        x[i] = series[i * step + k]
