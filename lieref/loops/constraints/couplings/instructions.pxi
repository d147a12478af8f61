# The interpreter of straight-line programs, over doubles or over states side by side.
# A register holds a series; an instruction computes the coefficient m of its result from those up
# to m of its arguments. With y = f(x) and the series h of f'(x), m y_m = sum_j j x_j h_{m-j}. Plain
# twin: `replay` of coupling_trace.py over series.


cdef inline real convolved(const real* a, const real* b, int first, int last,
                           int m) noexcept nogil:
    """sum of a_j b_{m-j} for first <= j <= last"""
    # two sums: a product need not wait for the one before
    cdef int j = first
    cdef real total
    cdef real other
    total = 0
    other = 0
    while j < last:
        total += a[j] * b[m - j]
        other += a[j + 1] * b[m - j - 1]
        j += 2
    if j == last:
        total += a[j] * b[m - j]
    return total + other


cdef inline real integrated(const real* x, const real* h, int m) noexcept nogil:
    """Coefficient m > 0 of y with y' = h x'."""
    cdef int j
    cdef real total
    total = 0
    for j in range(1, m + 1):
        total += j * x[j] * h[m - j]
    return total / m


cdef inline double started(int operation, double x, double second) noexcept nogil:
    """Value of an elementary function, whose second argument atan2 alone has."""
    if operation == SQRT:
        return sqrt(x)
    if operation == ATAN2:
        return atan2(x, second)
    if operation == EXP:
        return exp(x)
    if operation == LOG:
        return log(x)
    if operation == ATAN:
        return atan(x)
    if operation == ASIN:
        return asin(x)
    return acos(x)


cdef inline void start_function(int operation, const real* a, const real* b,
                                real* y) noexcept nogil:
    """Coefficient 0 of an elementary function other than sine and cosine, state by state."""
    cdef int state
    for state in range(STATE_COUNT):
        put_value(y, started(operation, value_of(a[0], state), value_of(b[0], state)), state)


cdef inline void instruction(const int* code, real* registers, int n, int m) noexcept nogil:
    """Coefficient m of the result of one instruction."""
    cdef int operation = code[0]
    cdef real* y = registers + n * code[1]
    cdef const real* a = registers + n * code[2]
    cdef const real* b = registers + n * code[3]
    if operation == ADD:
        y[m] = a[m] + b[m]
    elif operation == SUB:
        y[m] = a[m] - b[m]
    elif operation == MUL:
        y[m] = convolved(a, b, 0, m, m)
    elif operation == DIV:
        y[m] = (a[m] - convolved(y, b, 0, m - 1, m)) / b[0]
    elif operation == NEG:
        y[m] = -a[m]
    elif operation == SHIFT:
        y[m] = a[m]
        if m == 0:
            y[0] = a[0] + b[0]
    elif operation == SCALE:
        y[m] = b[0] * a[m]
    elif operation == PER:
        y[m] = a[m] / b[0]
    elif operation == OVER:
        if m == 0:
            y[0] = b[0] / a[0]
        else:
            y[m] = -convolved(y, a, 0, m - 1, m) / a[0]
    elif operation == SINCOS:
        # the cosine is the next register
        if m == 0:
            sincos_real(a[0], y, y + n)
        else:
            y[m], y[n + m] = integrated(a, y + n, m), -integrated(a, y, m)
    elif m == 0:
        start_function(operation, a, b, y)
    elif operation == SQRT:
        y[m] = (a[m] - convolved(y, y, 1, m - 1, m)) / (2 * y[0])
    elif operation == ATAN2:
        y[m] = (integrated(a, registers + n * code[4], m)
                + integrated(b, registers + n * code[5], m))
    else:
        y[m] = integrated(a, y if operation == EXP else b, m)


cdef inline void run(Programs t, const Program* p, Wanted wanted, int n, int m,
                     real* registers) noexcept nogil:
    cdef int i
    for i in range(p.counts[<int> wanted]):
        instruction(t.indices + p.instructions + 6 * i, registers, n, m)


cdef inline void start(Programs t, const Program* p, int n, int m,
                       real* registers) noexcept nogil:
    """Coefficient m of the constants."""
    cdef int i
    for i in range(p.constants):
        registers[n * i + m] = t.numbers[p.first_constant + i] if m == 0 else 0


cdef void run_series(Programs t, const Program* p, const double* q, const double* qdot, int nv,
                     int n, int m, double* registers, double* out) noexcept nogil:
    cdef int i, iv
    cdef real* x
    cdef real* numbers = <real*> registers
    start(t, p, n, m, numbers)
    for i in range(p.inputs):
        x = numbers + n * (p.constants + i)
        if m == 0:
            x[0] = (<const real*> q)[t.indices[p.first_input + i]]
        else:
            iv = t.indices[p.first_input + p.inputs + i]
            x[m] = (<const real*> qdot)[(m - 1) * nv + iv] / m
    run(t, p, JACOBIANS, n, m, numbers)
    for i in range(p.parts[0] + (p.parts[1] if m == 0 else 0)):
        (<real*> out)[i] = numbers[n * t.indices[p.first_output + i] + m]
