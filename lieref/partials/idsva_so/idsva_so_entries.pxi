# Lines 29 to 67 of [Singh, Algorithm 1] as products of matrices: for a coordinate p and a slot x of
# its path the entries with every slot y of that path. Included after idsva_so_moved.pxi.
#
# r, t, p of the paper are here x and y in the order of the path. Where y lies beyond the joint of
# x, x is r and y is t; else x is t and y is r, and both formulas are one but for A_5 and A_7:
#   carried   x . (A_3 psi_d + A_1 psi_dd [+ A_5 y])      d2 tau_x / dq_p dq_y
#   pushed    x . (A_3 y + A_1 (psi_d + s_d))             d2 tau_x / dq_p dv_y
#   dragged   x . (B_s psi_d [+ A_7 y])                   d2 tau_x / dq_y dv_p
#   raised    x . A_1 y                                   d2 tau_x / da_y dq_p
#   turned    x . A_0 y                                   d2 tau_x / da_p dq_y, y beyond x
#   spun      x . B_s y = raised + turned                 d2 tau_x / dv_p dv_y

# Rows of slot x: one number for each slot y.
cdef enum Row:
    R_CARRIED = 0
    R_PUSHED = 1
    R_DRAGGED = 2
    R_RAISED = 3
    R_TURNED = 4
    R_SPUN = 5
    ROWS = 6

# Coordinates that are worked on together, one beyond the other: a cache line of entries that are
# neighbors in the last index. No joint has more.
cdef enum:
    RUN_LENGTH = 8

# One coordinate p of a run.
cdef struct Member:
    int place               # the velocity coordinate
    int start               # first slot of its joint, and the slot after its last one
    int end
    real* table             # (TABLE, stride)
    real* rows              # (ROWS, stride) of the current x
    real[36] spun           # A_6 t for the columns t of its joint, if there are several

cdef struct Run:
    int count
    int stride
    Member[RUN_LENGTH] members  # from the tip on: each beyond the next, which is its neighbor
    Path path               # of the first member
    int* until              # (path.stride,) end of the slots whose coordinates are neighbors
    real* bent              # (stride,) rows of the force of p itself
    real* swayed
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


cdef void products_of_slot(const real* s, int step, const Member* p, const real* carried,
                           const real* dragged, int begin, int end, int L) noexcept nogil:
    """The six rows of a slot x in the slots y from begin to end; s the axis of x."""
    cdef int y = begin
    cdef lane raised, turned, side
    cdef const real* table = p.table
    cdef real* rows = p.rows
    cdef Axis x = axis_of(s, step)
    while y < end:
        store(rows + R_CARRIED * L + y, product6(x, carried + y, L))
        store(rows + R_DRAGGED * L + y, product6(x, dragged + y, L))
        store(rows + R_PUSHED * L + y, product6(x, table + PUSHED * L + y, L))
        side = linear(x, table + SIDE * L + y, L)
        raised = angular(x, table + RAISED * L + y, L) + side
        turned = angular(x, table + TURNED * L + y, L) + side
        store(rows + R_RAISED * L + y, raised)
        store(rows + R_TURNED * L + y, turned)
        store(rows + R_SPUN * L + y, raised + turned)
        y += LANES


cdef void products_of_force(const Member* p, int slot, int end, const Run* run) noexcept nogil:
    """Rows of the force of p itself with slot x = `slot` and the slots y before `end`:
    bent = x . bent_y - psi_d_x . dragged_y,  swayed = y_w . swayed_x + sum_d_y . A_0 x
    """
    cdef int y = 0
    cdef int L = run.stride
    cdef int step = run.path.stride
    cdef const real* table = p.table
    cdef const real* axes = run.path.rows
    cdef Axis x = axis_of(axes + slot, step)
    cdef Axis psi_d = axis_of(axes + PSI_D * step + slot, step)
    cdef Axis turned = axis_of(table + TURNED * L + slot, L)
    cdef Axis swayed = axis_of(table + SWAYED * L + slot, L)
    while y < end:
        store(run.bent + y, product6(x, table + BENT * L + y, L)
              - product6(psi_d, table + DRAGGED * L + y, L))
        y += LANES
    y = 0
    while y < end:
        store(run.swayed + y, angular(swayed, axes + S * step + y, step)
              + product6(turned, axes + SUM_D * step + y, step))
        y += LANES
