# Clusters of several bodies in the C-ABA [Chignoli, Alg. 1]: what bodies.pxi does for one
# joint. Plain twin: c_aba_twin.py. Everything is in kernel frames, x, y, z in lanes, as there.
#
# A group is a cluster with one output body. No 6 n_b x 6 n_b matrix is formed: I^A of the paper is
# block diagonal here, so that S, U = I^A S and D = S^T U are sums over the bodies, and what the
# group hands on is 6 x 6, about the output body.
# Symbols besides those of layout.pxi:
#   V      columns of S_k: acceleration of the body for a unit acceleration of each coordinate of y
#   F      I^A V of the body, then of all that hangs from it inside the group
#   above  U in the axes of the output body, and D^-1 U^T
#   c      acceleration of the body when the output body has none and yddot = 0

from lieref.loops.clusters.group_table cimport GroupTable, Group, Rows
from lieref.loops.clusters.c_aba.c_aba cimport ClusterCall
from lieref.model.tree.widths cimport width


# A pivot must exceed this part of what the bodies may at most oppose; compiled.link_constants.
cdef double LEAST_SHARE = 1e-13
# What is left of a motion that cancels is trusted down to this part of it, squared.
cdef double CANCELLED = 1e-11


cdef inline real* pair_of(const real* pairs, int j) noexcept nogil:
    """The j-th twist or wrench of several, two triples each."""
    return <real*> pairs + 2 * TRIPLE * j


cdef inline real* motions(real* scratch, const Group* group, int index) noexcept nogil:
    """V of the body with that number in the group; its columns are two triples each."""
    return pair_of(scratch, group.free * index)


cdef inline real* forces(real* scratch, const Group* group, int index) noexcept nogil:
    """F of a body; behind the last one's U above, and behind it D^-1 U^T"""
    return pair_of(scratch, group.free * (group.count + index))


cdef inline real* output_forces(real* scratch, const Group* group) noexcept nogil:
    return forces(scratch, group, group.count)


cdef inline real* solved_rows(real* scratch, const Group* group) noexcept nogil:
    return forces(scratch, group, group.count + 1)


cdef inline real* opposing(real* scratch, const Group* group) noexcept nogil:
    """D, then the factor L"""
    return forces(scratch, group, group.count + 2)


cdef inline real* numbers_of(real* scratch, const Group* group, int index) noexcept nogil:
    """Rows of numbers: 0 reciprocal pivots, 1 u, 2 D^-1 u, 3 and 4 what errors in D may be,
    5 and 6 the largest squares of V, angular and linear.
    """
    return opposing(scratch, group) + group.free * (group.free + index)


cdef inline void to_child(const Link* link, int kind, real* block, real* multi, const real* A,
                          real* out, const Pass* at) noexcept nogil:
    """out = X A of two triples"""
    cdef int b
    cdef real[3] point
    if LANES == 1:
        copy(A + TRIPLE, point, 3)
        lever_cross(link, kind, multi, -1, A, point, at)
    for b in range(SPAN):
        put_lane(out, b, times_transposed(block, DOWN, UP, A, b, at))
        if LANES == 1:
            put_lane(linear(out), b, times_transposed(block, DOWN, UP, point, b, at))
        else:
            put_lane(linear(out), b, times_transposed(block, DOWN, UP, A + TRIPLE, b, at)
                     + times(single(block, LOWER, at), TRIPLE, A, b))


cdef inline real square_of(const real* x) noexcept nogil:
    """x . x of a triple"""
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2]


cdef inline real entry(const ClusterCall* call, const Rows* rows, int r, int j) noexcept nogil:
    """Entry of G in row r of the body's joint and column j of its group."""
    cdef int c = j - rows.column
    if c < 0 or c >= rows.width:
        return 0
    if rows.offset < 0:
        return c == r
    return (<const real*> call.G)[rows.offset + r * rows.width + c]


cdef inline void move_joint(int kind, double pitch, const real* rates, int stride, real* multi,
                            real* out, const Pass* at) noexcept nogil:
    """out += S x of two triples; rates: x, a stride apart"""
    cdef int i, r
    cdef const real* S
    if kind == PRISMATIC:
        linear(out)[2] = linear(out)[2] + rates[0]
        return
    if kind < SPHERICAL:
        out[2] = out[2] + rates[0]
        if kind == HELICAL:
            linear(out)[2] = linear(out)[2] + pitch * rates[0]
        return
    for r in range(3 if kind == SPHERICAL else 6):
        S = multi_number(multi, SUBSPACE, at) + 6 * r
        for i in range(6):
            out[in_triples(i)] += rates[stride * r] * S[i]


cdef inline void motion_columns(Model model, const Group* group, const Rows* rows, int i,
                                const ClusterCall* call, const real* above, real* V, real* multi,
                                const Pass* at, const Pass* shared) noexcept nogil:
    """V = X V_p + S G of body i; above: V_p, or NULL where the output body is the parent."""
    cdef int j, r
    cdef int kind = model.kind[i]
    cdef real[6] rates
    cdef real* out
    for j in range(group.free):
        out = pair_of(V, j)
        if above == NULL:
            clear_series(out, 2 * TRIPLE)
        else:
            to_child(&model.links[i], kind, at.body + i * at.size, multi, pair_of(above, j), out,
                     at)
        for r in range(width(kind)):
            rates[r] = entry(call, rows, r, j)
        move_joint(kind, model.bodies[i].pitch, rates, 1, multi, out, shared)


cdef inline void oppose(const Group* group, real* block, real* scratch, const real* V, real* F,
                        const Pass* at) noexcept nogil:
    """F = IA V;  D += V^T F,  u -= V^T W of one body, and bounds of what D's errors may be"""
    cdef int i, j, b
    cdef real* D = opposing(scratch, group)
    cdef real* u = numbers_of(scratch, group, 1)
    cdef real* squares = numbers_of(scratch, group, 3)
    cdef real* bounds = numbers_of(scratch, group, 4)
    cdef real* turns = numbers_of(scratch, group, 5)
    cdef real* slides = numbers_of(scratch, group, 6)
    cdef const real* column
    cdef const real* size = number(block, ROUNDED, at)
    cdef real turn, slide
    for j in range(group.free):
        column = pair_of(V, j)
        for b in range(SPAN):
            store(pair_of(F, j) + b * LANES,
                  resisting_moment(False, zero_lane(), block, column, column + TRIPLE, b, at))
            store(linear(pair_of(F, j)) + b * LANES,
                  resisting_force(False, zero_lane(), block, column, column + TRIPLE, b, at))
        u[j] = u[j] - pairing(column, single(block, WRENCH, at))
        for i in range(j + 1):
            D[group.free * j + i] = D[group.free * j + i] + pairing(pair_of(V, i), pair_of(F, j))
        turn = square_of(column)
        slide = square_of(column + TRIPLE)
        squares[j] = squares[j] + turn * size[0] + slide * size[1]
        # the inertia of the body in any direction; bodies come parents first, so that the largest
        # motion is that which this one may have canceled
        turns[j] = larger(turns[j], turn)
        slides[j] = larger(slides[j], slide)
        bounds[j] = (bounds[j] + larger(turn, CANCELLED * turns[j]) * trace(block, ANGULAR, at)
                     + larger(slide, CANCELLED * slides[j]) * trace(block, LINEAR, at))


cdef inline void add_rotors(Model model, GroupTable table, const Group* group,
                            const ClusterCall* call, real* scratch) noexcept nogil:
    """D += G^T diag(armature) G of the joints of a group"""
    cdef int a, c, i, j, r
    cdef double armature
    cdef const Rows* rows
    cdef real* D = opposing(scratch, group)
    cdef real turned
    for a in range(group.count):
        i = table.order[group.first + a]
        rows = table.rows + i
        for r in range(width(model.kind[i])):
            armature = model.physics[model.iv[i] + r].armature
            if armature == 0:
                continue
            for j in range(group.free):
                turned = armature * entry(call, rows, r, j)
                for c in range(j + 1):
                    D[group.free * j + c] = (D[group.free * j + c]
                                             + turned * entry(call, rows, r, c))


cdef inline real trace(real* block, int offset, const Pass* at) noexcept nogil:
    cdef const real* M = single(block, offset, at)
    return M[0] + M[TRIPLE + 1] + M[2 * TRIPLE + 2]


cdef inline bint factor_group(const Group* group, real* scratch) noexcept nogil:
    """D = L diag(pivots) L^T in place, reciprocals of the pivots; False if one may be noise."""
    cdef int i, j, c
    cdef int n = group.free
    cdef real* D = opposing(scratch, group)
    cdef real* pivots = numbers_of(scratch, group, 0)
    cdef const real* squares = numbers_of(scratch, group, 3)
    cdef const real* bounds = numbers_of(scratch, group, 4)
    cdef real* row
    cdef real x, pivot
    for i in range(n):
        row = D + n * i
        for j in range(i):
            for c in range(j):
                row[j] = row[j] - row[c] * D[n * j + c]
        pivot = row[i]
        for j in range(i):
            x = row[j]
            row[j] = x * pivots[j]
            pivot = pivot - x * row[j]
        # NaN is refused as well
        if not exceeds(pivot, larger(TRUSTED * squares[i], LEAST_SHARE * bounds[i])):
            return False
        pivots[i] = 1 / pivot
    return True


cdef inline void solve_group(const Group* group, real* scratch, real* x, int step) noexcept nogil:
    """x = D^-1 x; its entries are a step apart"""
    cdef int i, j
    cdef int n = group.free
    cdef const real* L = opposing(scratch, group)
    cdef const real* pivots = numbers_of(scratch, group, 0)
    for i in range(n):
        for j in range(i):
            x[i * step] = x[i * step] - L[n * i + j] * x[j * step]
    for i in range(n):
        x[i * step] = x[i * step] * pivots[i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i * step] = x[i * step] - L[n * j + i] * x[j * step]


cdef inline void articulate_output(const Group* group, real* scratch, real* block,
                                   const Pass* at) noexcept nogil:
    """IA -= U D^-1 U^T,  p += U D^-1 u of the output body"""
    cdef int i, j, c, b, m
    cdef const real* u = numbers_of(scratch, group, 2)
    cdef const real* n
    cdef real* row
    cdef real* rows = solved_rows(scratch, group)
    cdef real* wrench = single(block, WRENCH, at)
    cdef real* A = single(block, ANGULAR, at)
    cdef real* B = single(block, COUPLING, at)
    cdef real* M = single(block, LINEAR, at)
    cdef lane moment, force
    copy(output_forces(scratch, group), rows, 2 * TRIPLE * group.free)
    for i in range(6):
        solve_group(group, scratch, rows + in_triples(i), 2 * TRIPLE)
    for j in range(group.free):
        n = pair_of(output_forces(scratch, group), j)
        for b in range(SPAN):
            m = b * LANES
            moment = load(n + m)
            force = load(n + TRIPLE + m)
            add_to(wrench + m, u[j] * moment, 0)
            add_to(wrench + TRIPLE + m, u[j] * force, 0)
            row = pair_of(rows, j)
            for c in range(3):
                subtract_from(A + c * TRIPLE + m, row[c] * moment, 0)
                subtract_from(B + c * TRIPLE + m, linear(row)[c] * moment, 0)
                subtract_from(M + c * TRIPLE + m, linear(row)[c] * force, 0)
