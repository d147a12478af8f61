"""Straight-line programs of the couplings' functions, over series, without the GIL."""

# The program of one cluster; `first_*` are places in Programs.indices or Programs.numbers.
cdef struct Program:
    int instructions        # place of its first instruction, six indices each; -1: no program
    int[3] counts           # instructions of values, of Jacobians too, of Hessians too
    int registers
    int constants           # the first registers
    int first_constant
    int inputs              # the registers behind them
    int first_input         # configuration coordinates of the inputs, then velocity coordinates
    int outputs             # Jacobians, values and Hessians, in the order of coupling_values
    int[2] parts            # how many of them are of Jacobians, and values
    int first_output        # their registers

# What an instruction computes, in the order of OPERATIONS of coupling_trace.
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

# How far a program goes: gamma and phi, Gamma and K of constraints, Gamma' and phi''.
cdef enum Wanted:
    VALUES = 0
    JACOBIANS = 1
    HESSIANS = 2


cdef class Programs:
    cdef readonly bint complete     # every function has been traced
    cdef readonly int registers     # most of one program
    cdef object _indices, _numbers, _programs
    cdef Program* programs          # one to each cluster
    cdef const int* indices
    cdef const double* numbers


# Values of one program at a tree configuration, in the places of its outputs: Jacobians if more
# than VALUES are wanted. registers: Program.registers numbers.
cdef void run_values(Programs t, const Program* p, const double* q, Wanted wanted,
                     double* registers, double* out) noexcept nogil

# Coefficient m of the Jacobians of one program, and of its values for m = 0, from q and the rates
# qdot (m, nv) of the tree, coefficients too. registers: (Program.registers, n), with those of lower
# orders.
cdef void run_series(Programs t, const Program* p, const double* q, const double* qdot, int nv,
                     int n, int m, double* registers, double* out) noexcept nogil

# All results of one program in second-order numbers of four parts, q (tree.nq, 4) to out (outputs,
# 4); twice: parts of e2 and e1 e2 too, else zeros. registers: three to each of Program.registers.
cdef void run_parts(Programs t, const Program* p, const double* q, bint twice, double* registers,
                    double* out) noexcept nogil
