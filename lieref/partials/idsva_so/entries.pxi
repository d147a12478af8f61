# Lines 29 to 67 of [Singh, Algorithm 1] as products of matrices: for a coordinate p and a slot x of
# its path the entries with every slot y of that path. Included after temporaries.pxi.
#
# r, t, p of the paper are here x and y in the order of the path. Where y lies beyond the joint of
# x, x is r and y is t; else x is t and y is r, and both formulas are one but for A_5 and A_7. Rows,
# derivatives of tau_x by p and by y:
#   QQ   x . (A_3 psi_d + A_1 psi_dd [+ A_5 y])      d2 tau_x / dq_p dq_y
#   QV   x . (A_3 y + A_1 (psi_d + s_d))             d2 tau_x / dq_p dv_y
#   VQ   x . (B_s psi_d [+ A_7 y])                   d2 tau_x / dv_p dq_y
#   QA   x . A_1 y                                   d2 tau_x / dq_p da_y
#   AQ   x . A_0 y                                   d2 tau_x / da_p dq_y, y beyond x
#   VV   x . B_s y = QA + AQ                         d2 tau_x / dv_p dv_y

# Rows of slot x: one number for each slot y.
cdef enum Row:
    R_QQ = 0
    R_QV = 1
    R_VQ = 2
    R_QA = 3
    R_AQ = 4
    R_VV = 5
    ROWS = 6

# Coordinates that are worked on together, one beyond the other: a cache line of entries that are
# neighbors in the last index. No joint has more.
cdef enum:
    RUN_LENGTH = 8

# One coordinate p of a run.
cdef struct RunColumn:
    int index               # the velocity coordinate
    int start               # first slot of its joint, and the slot after its last one
    int end
    real* table             # (TABLE, stride)
    real* rows              # (ROWS, stride) of the current x
    real[36] A6             # A_6 t for the columns t of its joint, if there are several

cdef struct Run:
    int count
    int stride
    RunColumn[RUN_LENGTH] columns  # from the tip on: each beyond the next, which is its neighbor
    Path path               # of the first column
    int* until              # (path.stride,) end of the slots whose coordinates are neighbors
    real* force_qq          # (stride,) rows of the force of p itself
    real* force_qv
    size_t nv
    real* dq_dq             # (nv, nv, nv), the results
    real* dv_dv
    real* dq_dv
    real* da_dq


# A 6-vector that many slots are multiplied with.
cdef struct Axis:
    real w0
    real w1
    real w2
    real u0
    real u1
    real u2


cdef inline Axis axis_of(const real* s, int step) noexcept nogil:
    cdef Axis out
    out.w0 = s[0]
    out.w1 = s[step]
    out.w2 = s[2 * step]
    out.u0 = s[3 * step]
    out.u1 = s[4 * step]
    out.u2 = s[5 * step]
    return out


cdef inline lane angular(Axis x, const real* rows, int L) noexcept nogil:
    return x.w0 * load(rows) + x.w1 * load(rows + L) + x.w2 * load(rows + 2 * L)


cdef inline lane linear(Axis x, const real* rows, int L) noexcept nogil:
    return x.u0 * load(rows) + x.u1 * load(rows + L) + x.u2 * load(rows + 2 * L)


cdef inline lane product6(Axis x, const real* rows, int L) noexcept nogil:
    return angular(x, rows, L) + linear(x, rows + 3 * L, L)


cdef void products_of_slot(const real* s, int step, const RunColumn* p, const real* u3,
                           const real* u6, int begin, int end, int L) noexcept nogil:
    """The six rows of a slot x in the slots y from begin to end; s the axis of x."""
    cdef int y = begin
    cdef lane qa, aq, along
    cdef const real* table = p.table
    cdef real* rows = p.rows
    cdef Axis x = axis_of(s, step)
    while y < end:
        store(rows + R_QQ * L + y, product6(x, u3 + y, L))
        store(rows + R_VQ * L + y, product6(x, u6 + y, L))
        store(rows + R_QV * L + y, product6(x, table + U7 * L + y, L))
        along = linear(x, table + U_LINEAR * L + y, L)
        qa = angular(x, table + U12 * L + y, L) + along
        aq = angular(x, table + U9 * L + y, L) + along
        store(rows + R_QA * L + y, qa)
        store(rows + R_AQ * L + y, aq)
        store(rows + R_VV * L + y, qa + aq)
        y += LANES


cdef void products_of_force(const RunColumn* p, int slot, int end, const Run* run) noexcept nogil:
    """Rows of the force of p itself with slot x = `slot` and the slots y before `end`:
    QQ = -x . (A_4 psi_d + A_0 psi_dd)_y - psi_d_x . B_s psi_d_y,
    QV = y_w . u_5 + sum_d_y . u_9, both of x
    """
    cdef int y = 0
    cdef int L = run.stride
    cdef int step = run.path.stride
    cdef const real* table = p.table
    cdef const real* axes = run.path.rows
    cdef Axis x = axis_of(axes + slot, step)
    cdef Axis psi_d = axis_of(axes + PSI_D * step + slot, step)
    cdef Axis u9 = axis_of(table + U9 * L + slot, L)
    cdef Axis u5 = axis_of(table + U5 * L + slot, L)
    while y < end:
        store(run.force_qq + y, product6(x, table + A4_PSI * L + y, L)
              - product6(psi_d, table + BS_PSI * L + y, L))
        y += LANES
    y = 0
    while y < end:
        store(run.force_qv + y, angular(u5, axes + S * step + y, step)
              + product6(u9, axes + SUM_D * step + y, step))
        y += LANES
