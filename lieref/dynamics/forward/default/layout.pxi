# Where the numbers of a body and of its joint are in memory, and the products of a body's matrices
# with vectors.
#
# Everything is resolved in kernel frames (origin on the joint axis, z along it), in Taylor
# coefficients, one order k after the other; x, y, z of a vector are neighbors ("triples", lanes).
# Symbols of the whole recursion:
#   w, Om      angular velocity, [w][w]
#   dw, a      derivative of w, classical acceleration of the frame's origin minus gravity
#   n, f       moment about the origin and force that the joint transmits
#   IA, Ia     articulated inertia before and after the elimination of the joint: angular A,
#              coupling B (n = A dw + B a), its transpose BT (f = BT dw + M a), linear M; columns
#   R          child's axes -> parent's now; UP columns of R^T, DOWN columns of R
#   T          the turn of the joint since now, T_0 = 1: the child's axes -> parent's are R T. Of a
#              one-degree joint the plane rotation by c and s, of another three rows (`multi`)
#   lever, L   place of the origin in the parent, r + p, and the columns of [lever]
#   dw_above   R^T dw of the parent
#   point      acceleration of the parent's point at the origin, both in the child's axes of now
#   X          maps accelerations of the parent to this body's origin, (R^T dw, R^T (a + dw x l))
#              with l the lever; its transpose maps wrenches back, (R n + l x R f, R f). Lanes do
#              it by the matrices LIFT = [l] R and its transpose LOWER, the shorter way; single
#              numbers take l itself, the smaller work. above: X A of the parent
#   bias       (dw, a) without the parent's share
#   wrench     p + Ia bias: the part of the wrench of order k that does not depend on the
#              acceleration of order k
#   u          bias-corrected force of a coordinate, tau - S^T p
#   D          its articulated inertia S^T IA S
# Of a joint that shifts or has several degrees besides:
#   p          shift of the origin in the parent's axes, so that lever = r + p(0)
#   turn, u    angular and linear velocity of the joint in body axes; of a base as `base` says
#   S          columns of the motion subspace, six numbers each

from lieref.model.model cimport param


# Offsets in a body's block. First come series: in units of n triples.
cdef enum SeriesOffset:
    OMEGA = 0
    SERIES = 1
# Then x and y of two triples each, all that a joint about an axis turns; in units of n quads. A
# joint of several degrees has the triples themselves, in its multi-DoF block.
cdef enum QuadOffset:
    MOTIONS = 0         # of dw_above and point; of the current order first what is known of it
    WRENCHES = 1        # of n and f
    QUADS = 2
# Then single triples, of the current order or of the configuration: first those of the passes to
# the tips, then those of all passes, last those that lanes alone use. ANGULAR to LINEAR are cleared
# at once.
cdef enum SingleOffset:
    SQUARE = 0
    ANGULAR = 3
    COUPLING = 6
    LINEAR = 9
    GAIN = 12           # U / D
    BIAS = 14           # and then `above`
    ACCELERATION = 16
    WRENCH = 18         # and then (n, f)
    DOWN = 20
    ALONE = 23          # all that single numbers have
    GAIN_ABOVE = 23     # X^T U / D
    LIFT = 25
    UP = 28
    LOWER = 31
    BACK = 34
    SCALARS = 37
# Then plain numbers, the last three in units of n numbers, and padding to whole cache lines.
cdef enum NumberOffset:
    TORQUE = 0
    COMPLIANCE = 1
    ROUNDED = 2         # two: size of what rounding errors in IA were made on, angular and linear
    NUMBERS_FIRST = 4
    RATE = 0
    COS = 1
    SIN = 2


# Offsets in the multi-DoF block of such a joint, in units of n triples.
cdef enum MultiSeries:
    SHIFT = 0
    SHIFT_RATE = 1
    PARENT_FORCE = 2    # R T f
    PARENT_SQUARE = 3   # Om of the parent
    TURN = 6
    SLIDE = 7
    CURL = 8            # turn x u of a free joint
    VIEW = 9            # rows of the rotation body axes -> inertial axes of a free base
    POSITION = 12       # of a free base, inertial frame
    POSITION_RATE = 13
    TURN_RATE = 14      # derivative of turn in inertial axes
    FALL = 15           # acceleration of the origin minus gravity, inertial axes
    WEIGHT = 16         # gravity in body axes
    TURN_ROWS = 17      # of a joint of several degrees rows of T, and what T turns
    DW_ABOVE = 20
    POINT = 21
    MOMENT = 22
    FORCE = 23
    PARENT_OMEGA = 24   # w less turn: that of the parent, of a joint between bodies
    MULTI = 25
# Then plain numbers.
cdef enum MultiNumber:
    LEVER = 0
    LEVER_CROSS = 4
    SUBSPACE = 16
    IA_MATRIX = 52
    U_COLUMNS = 88         # U = IA S of the free coordinates
    TRIANGLE = 124      # unit lower triangle L of D = L diag(pivots) L^T
    PIVOT = 160         # their reciprocals
    U_FORCES = 166      # generalized forces u of the free coordinates
    LOWER_ORDERS = 172  # generalized force of lower orders
    KNOWN_FALL = 178    # part of p'' - g that the acceleration of the order adds nothing to
    NUMBERS = 184


cdef struct Pass:
    int n           # coefficients, r + 1
    int T           # reals from one series of triples to the next, TRIPLE n
    int size        # reals to a body's block
    int more        # reals to the multi-DoF block of a joint that is not revolute
    bint acting     # has any joint physics of its own?
    real* body      # (nbodies + 1) blocks; the last is the world
    real* multi   # one to each joint that is not revolute, in body order
    real* attitude  # 3 series of triples a body, only for wrenches in inertial axes
    real* sines     # of the joint angles, one to each body
    real* cosines


cdef inline real* series(real* block, int offset, int k, const Pass* at) noexcept nogil:
    """Coefficient k of the series at an offset in a block."""
    return block + offset * at.T + TRIPLE * k


cdef inline real* quad(real* block, int offset, int k, const Pass* at) noexcept nogil:
    return block + SERIES * at.T + QUAD * (offset * at.n + k)


cdef inline real* single(real* block, int offset, const Pass* at) noexcept nogil:
    return quad(block, QUADS, 0, at) + TRIPLE * offset


cdef inline real* number(real* block, int offset, const Pass* at) noexcept nogil:
    return single(block, ALONE if LANES == 1 else SCALARS, at) + offset


cdef inline real* number_series(real* block, int offset, const Pass* at) noexcept nogil:
    return number(block, NUMBERS_FIRST, at) + offset * at.n


cdef inline real* multi_series(real* multi, int offset, int k, const Pass* at) noexcept nogil:
    return multi + offset * at.T + TRIPLE * k


cdef inline real* multi_number(real* multi, int offset, const Pass* at) noexcept nogil:
    return multi + MULTI * at.T + offset


cdef inline int block_size(int n) noexcept nogil:
    """Reals to a body's block; in whole cache lines, of eight doubles."""
    cdef int singles = ALONE if LANES == 1 else SCALARS
    cdef int count = (SERIES * n + singles) * TRIPLE + QUADS * n * QUAD + NUMBERS_FIRST + 3 * n
    return (count + 7) // 8 * 8 if LANES > 1 else count


cdef inline int in_triples(int i) noexcept nogil:
    """Where number i of six stands in two triples."""
    return i if i < 3 else i - 3 + TRIPLE


cdef inline real* linear(real* pair) noexcept nogil:
    """The second, linear triple of two."""
    return pair + TRIPLE


cdef inline lane lane_of(const real* x, int b) noexcept nogil:
    """Lane b of a triple or quad; where a lane is one number, the b-th number."""
    return load(x + b * LANES)


cdef inline lane linear_lane(const real* pair, int b) noexcept nogil:
    return load(pair + TRIPLE + b * LANES)


cdef inline void put_lane(real* x, int b, lane value) noexcept nogil:
    store(x + b * LANES, value)


cdef inline void add_lane(real* x, int b, lane value) noexcept nogil:
    put_lane(x, b, lane_of(x, b) + value)


cdef inline lane times_transposed(real* block, int offset, int transposed, const real* x, int b,
                                  const Pass* at) noexcept nogil:
    """Lane b of M^T x; M at `offset`, and its transpose, which single numbers do without."""
    cdef const real* column
    if LANES == 1:
        column = single(block, offset + b, at)
        return x[0] * load(column) + x[1] * load(column + 1) + x[2] * load(column + 2)
    return times(single(block, transposed, at), TRIPLE, x, b)


cdef inline lane times(const real* M, int stride, const real* x, int b) noexcept nogil:
    """Lane b of M x; M: three columns, a stride apart."""
    cdef const real* column = M + b * LANES
    return x[0] * load(column) + x[1] * load(column + stride) + x[2] * load(column + 2 * stride)


cdef inline bint repeats(int row, int column) noexcept nogil:
    """Is it the second of two entries of a symmetric matrix, which single numbers do without?"""
    return LANES == 1 and row > column


cdef inline lane part(const real* M, int column, int b) noexcept nogil:
    """Lane b of a column of a symmetric matrix."""
    if repeats(b, column):
        return load(M + TRIPLE * b + column)
    return load(M + TRIPLE * column + b * LANES)


cdef inline real mirrored(const real* M, int row, int column) noexcept nogil:
    """An entry of a symmetric matrix of three triples."""
    return M[TRIPLE * max(row, column) + min(row, column)]


cdef inline lane symmetric_times(const real* M, const real* x, int b) noexcept nogil:
    """Lane b of M x"""
    return x[0] * part(M, 0, b) + x[1] * part(M, 1, b) + x[2] * part(M, 2, b)


cdef inline lane symmetric_times_constant(const real* M, const param* x, int b) noexcept nogil:
    """Lane b of M x for a constant x."""
    return x[0] * part(M, 0, b) + x[1] * part(M, 1, b) + x[2] * part(M, 2, b)


cdef inline lane few_times(const real* M, const real* x, int rows, int b) noexcept nogil:
    """Lane b of M x; x: zero beyond its first 2 or 3 rows."""
    cdef const real* column = M + b * LANES
    cdef lane sum = x[0] * load(column) + x[1] * load(column + TRIPLE)
    return sum + x[2] * load(column + 2 * TRIPLE) if rows == 3 else sum


cdef inline lane few_more_times(lane sum, const real* M, const real* x, int rows,
                                int b) noexcept nogil:
    """sum and lane b of M x, one after the other: for single numbers, whose sums overlap."""
    cdef const real* column = M + b * LANES
    sum = (sum + x[0] * load(column)) + x[1] * load(column + TRIPLE)
    return sum + x[2] * load(column + 2 * TRIPLE) if rows == 3 else sum


cdef inline lane constant_times(const param* M, const real* x, int b) noexcept nogil:
    """Lane b of M x for constant columns."""
    cdef const param* column = M + b * LANES
    return (x[0] * constant(column) + x[1] * constant(column + PADDED)
            + x[2] * constant(column + 2 * PADDED))
