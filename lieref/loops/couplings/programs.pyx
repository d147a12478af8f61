# cython: language_level=3
"""The interpreter of straight-line programs over Taylor coefficients; see `coupling_trace`.

A register holds a series; an instruction computes the coefficient m of its result from those up to
m of its arguments. With y = f(x) and the series h of f'(x), m y_m = sum_j j x_j h_{m-j}. Plain
twin: `replay` over series.
"""

from libc.math cimport acos, asin, atan, atan2, cos, exp, log, sin, sqrt

import numpy as np

from lieref.model.loops.coupling_trace import OPERATIONS

cdef enum Operation:
    ADD
    SUB
    MUL
    DIV
    NEG
    SHIFT
    SCALE
    PER
    OVER
    SQRT
    EXP
    SINCOS
    LOG
    ATAN
    ASIN
    ACOS
    ATAN2

if len(OPERATIONS) != ATAN2 + 1:
    raise ImportError("operations of traces and of programs differ")


cdef class Programs:
    """Programs of the clusters of one model, of those that have one.

    Parameters
    ----------
    programs : sequence of (Program, configuration, velocities) or None
        Of `lieref.model.loops.coupling_trace.program` with the groups of `composed`,
        and where its inputs are among the tree's coordinates; None of clusters without functions.
    complete : bool
        Whether every function has been traced; there is no program if not.
    """

    def __cinit__(self, programs, complete):
        cdef int k
        cdef const int[::1] index_view
        cdef const double[::1] number_view
        cdef double[::1] program_view
        indices, numbers, rows = [], [], []
        for entry in programs:
            rows.append(dict(instructions=-1) if entry is None or not complete
                        else _row(*entry, indices, numbers))
        self.complete = complete
        self.registers = max([row.get("registers", 0) for row in rows], default=0)
        self._indices = np.array(indices + [0], dtype=np.intc)
        self._numbers = np.array(numbers + [0.0])
        self._programs = np.zeros(len(rows) * sizeof(Program) // 8 + 1)
        index_view, number_view, program_view = self._indices, self._numbers, self._programs
        self.indices = &index_view[0]
        self.numbers = &number_view[0]
        self.programs = <Program*> &program_view[0]
        for k, row in enumerate(rows):
            _fill(&self.programs[k], row)


def _row(program, configuration, velocities, list indices, list numbers):
    """Members of one Program, whose lists are appended."""
    row = dict(
        instructions=len(indices),
        counts=list(program.counts),
        registers=program.registers,
        constants=len(program.constants),
        first_constant=len(numbers),
        inputs=program.inputs,
    )
    for instruction in program.code:
        indices += instruction
    row["first_input"] = len(indices)
    indices += [*configuration, *velocities]
    values, slopes, bends = program.outputs
    row["first_output"] = len(indices)
    indices += [*slopes, *values, *bends]
    row["outputs"] = len(slopes) + len(values) + len(bends)
    row["parts"] = [len(slopes), len(values)]
    numbers += program.constants
    return row


cdef int _fill(Program* program, dict row) except -1:
    cdef int i
    program.instructions = row["instructions"]
    if program.instructions < 0:
        return 0
    program.registers, program.constants = row["registers"], row["constants"]
    program.first_constant, program.inputs = row["first_constant"], row["inputs"]
    program.first_input, program.first_output = row["first_input"], row["first_output"]
    program.outputs = row["outputs"]
    for i in range(3):
        program.counts[i] = row["counts"][i]
    for i in range(2):
        program.parts[i] = row["parts"][i]
    return 0


cdef inline double convolved(const double* a, const double* b, int first, int last,
                             int m) noexcept nogil:
    """sum of a_j b_{m-j} for first <= j <= last"""
    # two sums: a product need not wait for the one before
    cdef int j = first
    cdef double total = 0
    cdef double other = 0
    while j < last:
        total += a[j] * b[m - j]
        other += a[j + 1] * b[m - j - 1]
        j += 2
    if j == last:
        total += a[j] * b[m - j]
    return total + other


cdef inline double integrated(const double* x, const double* h, int m) noexcept nogil:
    """Coefficient m > 0 of y with y' = h x'."""
    cdef int j
    cdef double total = 0
    for j in range(1, m + 1):
        total += j * x[j] * h[m - j]
    return total / m


cdef inline double started(int operation, double x) noexcept nogil:
    """Value of an elementary function of one argument."""
    if operation == EXP:
        return exp(x)
    if operation == LOG:
        return log(x)
    if operation == ATAN:
        return atan(x)
    if operation == ASIN:
        return asin(x)
    return acos(x)


cdef inline void instruction(const int* code, double* registers, int n, int m) noexcept nogil:
    """Coefficient m of the result of one instruction."""
    cdef int operation = code[0]
    cdef double* y = registers + n * code[1]
    cdef const double* a = registers + n * code[2]
    cdef const double* b = registers + n * code[3]
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
        y[m] = a[m] + b[0] if m == 0 else a[m]
    elif operation == SCALE:
        y[m] = b[0] * a[m]
    elif operation == PER:
        y[m] = a[m] / b[0]
    elif operation == OVER:
        y[m] = b[0] / a[0] if m == 0 else -convolved(y, a, 0, m - 1, m) / a[0]
    elif operation == SQRT:
        y[m] = sqrt(a[0]) if m == 0 else (a[m] - convolved(y, y, 1, m - 1, m)) / (2 * y[0])
    elif operation == SINCOS:
        # the cosine is the next register
        if m == 0:
            y[0], y[n] = sin(a[0]), cos(a[0])
        else:
            y[m], y[n + m] = integrated(a, y + n, m), -integrated(a, y, m)
    elif operation == ATAN2:
        if m == 0:
            y[0] = atan2(a[0], b[0])
        else:
            y[m] = (integrated(a, registers + n * code[4], m)
                    + integrated(b, registers + n * code[5], m))
    elif m == 0:
        y[0] = started(operation, a[0])
    else:
        y[m] = integrated(a, y if operation == EXP else b, m)


cdef inline void run(Programs t, const Program* p, Wanted wanted, int n, int m,
                     double* registers) noexcept nogil:
    cdef int i
    for i in range(p.counts[<int> wanted]):
        instruction(t.indices + p.instructions + 6 * i, registers, n, m)


cdef inline void start(Programs t, const Program* p, int n, int m,
                       double* registers) noexcept nogil:
    """Coefficient m of the constants."""
    cdef int i
    for i in range(p.constants):
        registers[n * i + m] = t.numbers[p.first_constant + i] if m == 0 else 0


cdef void run_values(Programs t, const Program* p, const double* q, Wanted wanted,
                     double* registers, double* out) noexcept nogil:
    cdef int i
    cdef int first = p.parts[0] if wanted == VALUES else 0
    cdef int last = p.outputs if wanted == BENDS else p.parts[0] + p.parts[1]
    start(t, p, 1, 0, registers)
    for i in range(p.inputs):
        registers[p.constants + i] = q[t.indices[p.first_input + i]]
    run(t, p, wanted, 1, 0, registers)
    for i in range(first, last):
        out[i] = registers[t.indices[p.first_output + i]]


cdef void run_series(Programs t, const Program* p, const double* q, const double* qdot, int nv,
                     int n, int m, double* registers, double* out) noexcept nogil:
    cdef int i
    cdef double* x
    start(t, p, n, m, registers)
    for i in range(p.inputs):
        x = registers + n * (p.constants + i)
        if m == 0:
            x[0] = q[t.indices[p.first_input + i]]
        else:
            x[m] = qdot[(m - 1) * nv + t.indices[p.first_input + p.inputs + i]] / m
    run(t, p, SLOPES, n, m, registers)
    for i in range(p.parts[0] + (p.parts[1] if m == 0 else 0)):
        out[i] = registers[n * t.indices[p.first_output + i] + m]


cdef void along(Programs t, const Program* p, const double* q, double one, double two, double both,
                int n, double* registers) noexcept nogil:
    """Series of all results for inputs q + (one e1 + two e2) t + both e1 e2 t^2, q by parts."""
    cdef int i, m
    cdef double* x
    cdef const double* parts
    for m in range(n):
        start(t, p, n, m, registers)
        for i in range(p.inputs):
            x = registers + n * (p.constants + i)
            parts = q + 4 * t.indices[p.first_input + i]
            x[m] = (parts[0] if m == 0 else one * parts[1] + two * parts[2] if m == 1
                    else both * parts[3])
        run(t, p, BENDS, n, m, registers)


cdef void run_parts(Programs t, const Program* p, const double* q, bint twice, double* registers,
                    double* out) noexcept nogil:
    cdef int i, n, pass_
    cdef double* to
    # f'' x y + f' z is half the difference of f'' (x + y)^2 / 2 + f' z and f'' (x - y)^2 / 2 - f' z
    for pass_ in range(4 if twice else 1):
        if pass_ == 0:
            along(t, p, q, 1, 0, 0, 2, registers)
        elif pass_ == 1:
            along(t, p, q, 0, 1, 0, 2, registers)
        else:
            along(t, p, q, 1, 1 if pass_ == 2 else -1, 1 if pass_ == 2 else -1, 3, registers)
        for i in range(p.outputs):
            to = out + 4 * i
            n = t.indices[p.first_output + i]
            if pass_ == 0:
                to[0], to[1] = registers[2 * n], registers[2 * n + 1]
                to[2] = to[3] = 0
            elif pass_ == 1:
                to[2] = registers[2 * n + 1]
            elif pass_ == 2:
                to[3] = registers[3 * n + 2] / 2
            else:
                to[3] -= registers[3 * n + 2] / 2
