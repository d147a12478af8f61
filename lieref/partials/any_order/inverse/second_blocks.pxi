# From the series of second partials to blocks by q, v, v', ...: docs/order-partials.md, (14) to
# (16). Included after series_products_kernel.pxi. Plain twin: contraction_twin.py.

# Coefficients of QQ, VQ, AQ, their transposed, and VV, (n, nv, nv) each, zeroed; and of what one
# change of the motion makes of the gradients by xi, dv, da.
cdef struct SecondSeries:
    int nv
    size_t square               # nv nv
    real* QQ
    real* VQ
    real* AQ
    real* QV
    real* VV
    real* QA
    real* of_xi
    real* of_dv
    real* of_da


cdef real* series_at(Model model, int n, real* memory, SecondSeries* to) noexcept nogil:
    """Where the series are, zeroed, in 9 whole(n nv nv) reals; returns what is behind them."""
    cdef size_t step
    to.nv = model.nv
    to.square = <size_t> model.nv * model.nv
    step = whole(n * to.square)
    to.QQ = memory
    to.VQ = memory + step
    to.AQ = memory + 2 * step
    to.QV = memory + 3 * step
    to.VV = memory + 4 * step
    to.QA = memory + 5 * step
    to.of_xi = memory + 6 * step
    to.of_dv = memory + 7 * step
    to.of_da = memory + 8 * step
    memset(memory, 0, 6 * step * sizeof(real))
    return memory + 9 * step


cdef inline void add_shifted(const real* x, int shift, double c, size_t square, int n,
                             real* out) noexcept nogil:
    """out += c t^shift x, series of matrices"""
    if shift < n:
        add_scaled(x, c, out + shift * square, <int> ((n - shift) * square))


cdef inline void add_columns(const real* A, int nv, int iv, int count, const real* x,
                             real* out) noexcept nogil:
    """Columns of a joint: out += A x of a matrix x, six numbers to a row"""
    cdef int t, d, e
    cdef real total
    for t in range(nv):
        for e in range(count):
            total = A[t * nv + iv] * x[e]
            for d in range(1, count):
                total = total + A[t * nv + iv + d] * x[6 * d + e]
            out[t * nv + iv + e] += total


cdef inline void add_rows(const real* A, int nv, int iv, int count, const real* x, double c,
                          real* out) noexcept nogil:
    """Rows of a joint: out += c x^T A"""
    cdef int t, d
    for t in range(count):
        for d in range(count):
            add_scaled(A + (iv + d) * nv, c * x[6 * d + t], out + (iv + t) * nv, nv)


cdef void joint_changes(const real* spin, int count, int m, int n, real* xi) noexcept nogil:
    """xi (n, 6, count) of a start for m < 0, else of dv = t^m, by (4)"""
    cdef int i, c
    clear(xi, 36 * n)
    if m + 1 >= n:
        return
    for c in range(count):
        xi[36 * (m + 1) + 7 * c] = divided(<real> 1, max(m + 1, 1))
    for i in range(m + 1, n - 1):
        deviation_order(spin, count, i, xi)


cdef inline void add_dual_at(const real* v, const real* f, real* out) noexcept nogil:
    """out += v x* f = (w x n + u x l, w x l)"""
    add_cross_at(v, 1, f, 1, out)
    add_cross_at(v + 3, 1, f + 3, 1, out)
    add_cross_at(v, 1, f + 3, 1, out + 3)


cdef void late_steps(const real* spin, const real* of_xi, int nv, int count, int n,
                     real* steps) noexcept nogil:
    """steps (n, 6): x_{i+1} / (i + 1), x_j -= ad_{v_{i-j}}^T step_i of the gradient by xi   (16)

    of_xi (n, nv): coefficients in the reversed order, of the joint.
    """
    cdef int i, j, c
    cdef real* x
    cdef const real* w
    clear(steps, 6 * n)
    # x_{i+1} is kept where step_i will be
    for i in range(n - 1):
        for c in range(count):
            steps[6 * i + c] = of_xi[(n - 2 - i) * nv + c]
    for i in range(n - 2, -1, -1):
        for c in range(6):
            steps[6 * i + c] = divided(steps[6 * i + c], i + 1)
        for j in range(1, i + 1):
            x = steps + 6 * (j - 1)
            w = spin + 6 * (i - j)
            # ad_v^T f = -v x* f
            add_dual_at(w, steps + 6 * i, x)


cdef void add_late(const SecondSeries* at, const real* steps, int iv, int count, int m,
                   int n) noexcept nogil:
    """What dv = t^m in ad_v of the rows' xi gives to the gradient by xi   (16)"""
    cdef int i, c, d
    cdef real[6] unit, turned
    cdef real* out
    for i in range(m, n):
        out = at.of_xi + (n - 1 - i + m) * at.square
        for c in range(count):
            clear(unit, 6)
            clear(turned, 6)
            unit[c] = 1
            add_dual_at(unit, steps + 6 * i, turned)
            for d in range(count):
                out[(iv + d) * at.nv + iv + c] += turned[d]


cdef void change_gradients(const SecondSeries* at, int m, int n) noexcept nogil:
    """of_xi = QQ xi + QV dv + QA da, of_dv = VQ xi + VV dv, of_da = AQ xi

    of a start xi = 1 for m < 0, else of dv = t^m, in joints of one degree.
    """
    cdef size_t square = at.square
    cdef double c = 1.0 / max(m + 1, 1)
    memset(at.of_xi, 0, n * square * sizeof(real))
    memset(at.of_dv, 0, n * square * sizeof(real))
    memset(at.of_da, 0, n * square * sizeof(real))
    add_shifted(at.QQ, m + 1, c, square, n, at.of_xi)
    add_shifted(at.VQ, m + 1, c, square, n, at.of_dv)
    add_shifted(at.AQ, m + 1, c, square, n, at.of_da)
    if m >= 0:
        add_shifted(at.QV, m, 1, square, n, at.of_xi)
        add_shifted(at.VV, m, 1, square, n, at.of_dv)
    if m > 0:
        add_shifted(at.QA, m - 1, m, square, n, at.of_xi)


cdef void change_joint(const SecondSeries* at, int iv, int count, const real* xi, int m,
                       int n) noexcept nogil:
    """What xi of a joint of several degrees has beside its first coefficient."""
    cdef int i, k
    cdef size_t here, there
    for i in range(m + 2, n):
        for k in range(n - i):
            here = k * at.square
            there = (k + i) * at.square
            add_columns(at.QQ + here, at.nv, iv, count, xi + 36 * i, at.of_xi + there)
            add_columns(at.VQ + here, at.nv, iv, count, xi + 36 * i, at.of_dv + there)
            add_columns(at.AQ + here, at.nv, iv, count, xi + 36 * i, at.of_da + there)


cdef void one_degree_rows(const SecondSeries* at, int j, int n, double c,
                          real* out) noexcept nogil:
    """out = c times the last coefficient of xi^T of_xi + dv^T of_dv + da^T of_da, dv = t^j"""
    cdef int r = n - 1
    cdef int square = <int> at.square
    if j < 0:
        scaled(at.of_xi + r * at.square, c, out, square)
        return
    scaled(at.of_dv + (r - j) * at.square, c, out, square)
    if j < r:
        add_scaled(at.of_xi + (r - j - 1) * at.square, c / (j + 1), out, square)
    if j > 0:
        add_scaled(at.of_da + (r - j + 1) * at.square, c * j, out, square)


cdef inline size_t joint_size(int n) noexcept nogil:
    """Number of reals of a joint of several degrees: its `joint_changes`, n + 2, and steps."""
    return 36 * <size_t> n * (n + 2) + 6 * n


cdef size_t blocks_workspace(Model model, int n) noexcept nogil:
    """Number of reals that `write_second_blocks` needs."""
    cdef int i
    cdef size_t size = 6 * n
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            size += joint_size(n)
    return size


cdef void write_second_block(Model model, const SecondSeries* at, int j, int m, int n,
                             const real* joints, real* out) noexcept nogil:
    """Block of a start or v^(j), and of what `change_gradients` was made for."""
    cdef int i, k
    cdef double c = 1 / factorial(max(j, 0)) / factorial(max(m, 0))
    if j >= 0 and j + m >= n:
        memset(out, 0, at.square * sizeof(real))
        return
    one_degree_rows(at, j, n, c, out)
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            for k in range(j + 2, n):
                add_rows(at.of_xi + (n - 1 - k) * at.square, at.nv, model.iv[i],
                         width(model.kind[i]), joints + 36 * ((j + 1) * n + k), c, out)
            joints += joint_size(n)


cdef void find_joints(Model model, const real* v, const real* of_xi, int n,
                      real* memory) noexcept nogil:
    """Of every joint of several degrees its changes and steps, behind 6 n of scratch."""
    cdef int i, m, count
    cdef real* joint = memory + 6 * n
    for i in range(model.nbodies):
        if model.kind[i] < SPHERICAL:
            continue
        count = width(model.kind[i])
        spin_series(v + model.iv[i], model.nv, count, n, memory)
        for m in range(-1, n + 1):
            joint_changes(memory, count, m, n, joint + 36 * (m + 1) * n)
        joint += joint_size(n)
        late_steps(memory, of_xi + model.iv[i], model.nv, count, n, joint - 6 * n)


cdef void write_second_blocks(Model model, const SecondSeries* at, const real* v,
                              const real* of_xi, int n, real* memory,
                              const Products* call) noexcept nogil:
    """All blocks; of_xi (n, nv): the series w^T A, of joints of several degrees at least."""
    cdef int i, j, m, count
    cdef const real* joint
    find_joints(model, v, of_xi, n, memory)
    for m in range(-1, n + 1):
        change_gradients(at, m, n)
        joint = memory + 6 * n
        for i in range(model.nbodies):
            if model.kind[i] < SPHERICAL:
                continue
            count = width(model.kind[i])
            change_joint(at, model.iv[i], count, joint + 36 * (m + 1) * n, m, n)
            joint += joint_size(n)
            if m >= 0:
                add_late(at, joint - 6 * n, model.iv[i], count, m, n)
        if m < 0:
            write_second_block(model, at, -1, m, n, memory + 6 * n, <real*> call.dq_dq)
            continue
        write_second_block(model, at, -1, m, n, memory + 6 * n,
                           <real*> call.dq_dv + m * at.square)
        for j in range(n + 1):
            write_second_block(model, at, j, m, n, memory + 6 * n,
                               <real*> call.dv_dv + (j * (n + 1) + m) * at.square)
