# cython: language_level=3
"""Straight-line programs over Taylor coefficients, see `coupling_trace`, and their runs."""

from libc.math cimport acos, asin, atan, atan2, exp, log, sqrt

from collections.abc import Sequence

import numpy as np

from lieref.model.loops import coupling_trace
from lieref.model.loops.coupling_trace import OPERATIONS

cdef extern from "lanes.h" nogil:
    ctypedef double real
    void sincos_real(real q, real* s, real* c)

cdef extern from "loops/constraints/per_state.h" nogil:
    enum: STATE_COUNT
    double value_of(real x, int state)
    void put_value(real* to, double value, int state)

include "instructions.pxi"

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

    complete: bool
    registers: int

    def __cinit__(
        self,
        programs: Sequence[tuple[coupling_trace.Program, Sequence[int], Sequence[int]] | None],
        complete: bool,
    ):
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
    """Members of one Program; its lists are appended to those of all programs."""
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
    values, jacobians, hessians = program.outputs
    row["first_output"] = len(indices)
    indices += [*jacobians, *values, *hessians]
    row["outputs"] = len(jacobians) + len(values) + len(hessians)
    row["parts"] = [len(jacobians), len(values)]
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


cdef void run_values(Programs t, const Program* p, const double* q, Wanted wanted,
                     double* registers, double* out) noexcept nogil:
    cdef int i
    cdef int first = p.parts[0] if wanted == VALUES else 0
    cdef int last = p.outputs if wanted == HESSIANS else p.parts[0] + p.parts[1]
    start(t, p, 1, 0, registers)
    for i in range(p.inputs):
        registers[p.constants + i] = q[t.indices[p.first_input + i]]
    run(t, p, wanted, 1, 0, registers)
    for i in range(first, last):
        out[i] = registers[t.indices[p.first_output + i]]


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
        run(t, p, HESSIANS, n, m, registers)


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
