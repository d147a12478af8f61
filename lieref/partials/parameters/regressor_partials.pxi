# First partials of the regressor by the motion. Included by regressor_kernel.pxi, whose symbols
# these are, v the velocity of the body's origin. Plain twin: regressor_partials_twin.py.
#
# A coordinate k between the body and its root moves, seen from the body, [Singh, (12), (13)],
#   q_k   w by psi_d_w,  dw by psi_dd_w - w x psi_d_w,             a by psi_dd_u + 2 psi_d_w x v
#   v_k   w by e,        dw by (psi_d + s_d)_w - w x e,            a by (psi_d + s_d)_u + 2 e x v
#   a_k   w by 0,        dw by e,                                  a by u
# and q_k turns the columns j of the joints before its own by s_j x s_k. Changes w', dw', a' make of
# the entries of column j
#   m       u . a'
#   h       a' x e + u x dw' + w (u . w') + w' (u . w) - 2 (w . w') u
#   J       e . J dw' + (e x w') . J w + (e x w) . J w'

# Rows of a body, one slot to each coordinate of its path: screws in its frame, and what they do.
cdef enum MovedRow:
    SCREW = 0               # e, u
    Q_W = 6
    Q_DW = 9
    Q_A = 12
    V_DW = 15
    V_A = 18
    HEIGHT = 21

# Of column j: its screw, z = e x w and lean = u . w.
cdef struct Screw:
    real[3] e
    real[3] u
    real[3] z
    real lean


cdef inline void lane_cross(const lane* a, const lane* b, lane* out) noexcept nogil:
    """out = a x b"""
    out[0] = a[1] * b[2] - a[2] * b[1]
    out[1] = a[2] * b[0] - a[0] * b[2]
    out[2] = a[0] * b[1] - a[1] * b[0]


cdef inline void find_moves(const Local* p, const Path* path, int m, real* rows) noexcept nogil:
    """The rows of LANES coordinates from slot m on"""
    cdef int i, j, k
    cdef int L = path.stride
    cdef real* out = rows + m
    cdef const real* column = path.rows + m
    cdef lane[3] e, u, turn_w, turn_u, lift_w, lift_u, push_w, push_u
    to_body(p, column, L, e, u)
    to_body(p, column + PSI_D * L, L, turn_w, turn_u)
    to_body(p, column + PSI_DD * L, L, lift_w, lift_u)
    to_body(p, column + SUM_D * L, L, push_w, push_u)
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        store(out + (SCREW + i) * L, e[i])
        store(out + (SCREW + 3 + i) * L, u[i])
        store(out + (Q_W + i) * L, turn_w[i])
        store(out + (Q_DW + i) * L, lift_w[i] - (p.w[j] * turn_w[k] - p.w[k] * turn_w[j]))
        store(out + (Q_A + i) * L, lift_u[i] + 2 * (turn_w[j] * p.v[k] - turn_w[k] * p.v[j]))
        store(out + (V_DW + i) * L, push_w[i] - (p.w[j] * e[k] - p.w[k] * e[j]))
        store(out + (V_A + i) * L, push_u[i] + 2 * (e[j] * p.v[k] - e[k] * p.v[j]))


cdef inline void column_at(const Local* p, const real* rows, int L, int slot,
                           Screw* s) noexcept nogil:
    cdef int i
    for i in range(3):
        s.e[i] = rows[(SCREW + i) * L + slot]
        s.u[i] = rows[(SCREW + 3 + i) * L + slot]
    cross(s.e, p.w, s.z)
    s.lean = dot(s.u, p.w)


cdef inline void changed_entries(const Local* p, const Screw* s, const real* w_row,
                                 const real* dw_row, const real* a_row, int L,
                                 real* found) noexcept nogil:
    """The ten entries of a column for LANES changes of w, dw and a; w_row NULL: no change of w"""
    cdef int i, j, k
    cdef lane spin, lean
    cdef lane[3] w, dw, a, zeta
    for i in range(3):
        w[i] = zero_lane() if w_row == NULL else load(w_row + i * L)
        dw[i] = load(dw_row + i * L)
        a[i] = load(a_row + i * L)
    spin = 2 * (p.w[0] * w[0] + p.w[1] * w[1] + p.w[2] * w[2])
    lean = s.u[0] * w[0] + s.u[1] * w[1] + s.u[2] * w[2]
    store(found, s.u[0] * a[0] + s.u[1] * a[1] + s.u[2] * a[2])
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        zeta[i] = s.e[j] * w[k] - s.e[k] * w[j]
        store(found + (1 + i) * LANES, (a[j] * s.e[k] - a[k] * s.e[j])
              + (s.u[j] * dw[k] - s.u[k] * dw[j])
              + (p.w[i] * lean + s.lean * w[i] - s.u[i] * spin))
    for i in range(3):
        store(found + (4 + i) * LANES, s.e[i] * dw[i] + zeta[i] * p.w[i] + s.z[i] * w[i])
    # xy, xz, yz
    for i in range(2):
        for j in range(i + 1, 3):
            store(found + (6 + i + j) * LANES, (s.e[i] * dw[j] + s.e[j] * dw[i])
                  + (zeta[i] * p.w[j] + zeta[j] * p.w[i]) + (s.z[i] * w[j] + s.z[j] * w[i]))


cdef inline void add_turned(const Local* p, const Screw* s, const real* screws, int L, int begin,
                            real* found) noexcept nogil:
    """The entries of s_j x s_k to those of LANES coordinates k, from slot `begin` on"""
    cdef int i, j, k, slot
    cdef lane[3] e, u, turned, moved
    cdef lane[PARAMETERS] rows
    cdef real[FOUND] entries
    for i in range(3):
        e[i] = load(screws + i * L)
        u[i] = load(screws + (3 + i) * L)
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        turned[i] = s.e[j] * e[k] - s.e[k] * e[j]
        moved[i] = (s.u[j] * e[k] - s.u[k] * e[j]) + (s.e[j] * u[k] - s.e[k] * u[j])
    lane_entries(p, turned, moved, rows)
    for i in range(<int> PARAMETERS):
        store(entries + i * LANES, rows[i])
        for slot in range(begin, <int> LANES):
            found[i * LANES + slot] += entries[i * LANES + slot]


cdef inline void write_entries(const real* found, const Path* path, int m, int nv,
                               real* out) noexcept nogil:
    """Ten rows of an array, in the columns of LANES coordinates from slot m on"""
    cdef int c, slot
    cdef real* to
    for slot in range(min(path.length - m, <int> LANES)):
        to = out + path.coordinate[m + slot]
        for c in range(<int> PARAMETERS):
            to[<size_t> c * nv] = found[c * LANES + slot]


cdef inline void body_partials(const Local* p, const Path* path, int nv, size_t columns, int first,
                               const int* after, real* rows, const Call* call) noexcept nogil:
    """The partials of the ten columns from `first` on; after: slot of the next joint, by slot"""
    cdef int slot, b, m
    cdef int L = path.stride
    cdef int blocks = (path.length + LANES - 1) // LANES
    cdef size_t index
    cdef Screw s
    cdef real[FOUND] found
    for b in range(blocks):
        find_moves(p, path, b * LANES, rows)
    for slot in range(path.length):
        column_at(p, rows, L, slot, &s)
        index = (path.coordinate[slot] * columns + first) * nv
        for b in range(blocks):
            m = b * LANES
            changed_entries(p, &s, rows + Q_W * L + m, rows + Q_DW * L + m, rows + Q_A * L + m, L,
                            found)
            if m + LANES > after[slot]:
                add_turned(p, &s, rows + m, L, max(after[slot] - m, 0), found)
            write_entries(found, path, m, nv, (<real*> call.dq) + index)
            changed_entries(p, &s, rows + m, rows + V_DW * L + m, rows + V_A * L + m, L, found)
            write_entries(found, path, m, nv, (<real*> call.dv) + index)
            changed_entries(p, &s, NULL, rows + m, rows + 3 * L + m, L, found)
            write_entries(found, path, m, nv, (<real*> call.da) + index)


cdef size_t partials_workspace(Model model) noexcept nogil:
    """Number of reals that a run of the partials needs."""
    cdef size_t slots = (<size_t> model.nv + 7) // 8 * 8
    return sweep_size(model) + path_size(model, COLUMN) + (HEIGHT + 1) * slots


cdef void partials_run(Model model, const Call* call) noexcept nogil:
    """dq, dv, da (nv, 10 count, nv), zeroed before, of `count` bodies; every number finite."""
    cdef int b, i, j, c
    cdef Local p
    cdef real* memory = <real*> call.workspace
    cdef real* rows = memory + sweep_size(model) + path_size(model, COLUMN)
    cdef Sweep at = sweep_at(model, memory)
    cdef Path path = path_at(model, memory + sweep_size(model), COLUMN)
    cdef int* after = <int*> (rows + HEIGHT * path.stride)
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a, NULL, &at)
    for b in range(call.count):
        i = call.bodies[b]
        enter(model, i, at.columns, COLUMN, &path)
        localise(&model.bodies[i], at.bodies + i * BLOCK, &p)
        j = i
        while j >= 0:
            for c in range(width(model.kind[j])):
                after[path.start[j] + c] = path.start[j] + width(model.kind[j])
            j = model.parent[j]
        body_partials(&p, &path, model.nv, <size_t> PARAMETERS * call.count, PARAMETERS * b, after,
                      rows, call)


PARTIALS_RUN = PyCapsule_New(<void*> partials_run, "lieref.sensitivity_run", NULL)
PARTIALS_WORKSPACE = PyCapsule_New(<void*> partials_workspace, "lieref.sensitivity_workspace", NULL)
