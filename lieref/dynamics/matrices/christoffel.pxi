# Christoffel symbols of the first kind by pseudo-inertias, (87) of Mueller (2018), corrected: see
# christoffel.py, which is the plain implementation. Of coordinates j before k, with the moments m,
# f, Q of the bodies beyond the last joint of the three (body_sums.pxi) and the screws (w, v),
#
#   Gamma_ijk = w_k . G w_j - (w_j . w_k) tr G + g . (w_j x v_k),  G = w_i~ Q + v_i f^T,
#                                                                  g = w_i x f + m v_i;
#
# of one joint, which has no order, it is the mean of both.

# Reals to a coordinate: its screw, G and g.
cdef enum Column:
    SCREW = 0
    TURN = 6
    SHIFT = 15
    COLUMNS = 18


cdef void screws(Model model, Scratch* at) noexcept nogil:
    """The screws of all coordinates now, base "body"."""
    cdef int b, j, kind
    cdef int W = at.motion.W
    cdef const real* multi = at.motion.multi
    cdef real* column
    for b in range(model.nbodies):
        kind = model.kind[b]
        column = at.columns + model.iv[b] * COLUMNS
        if kind < SPHERICAL:
            read_vector(at.motion.body + (b * MOTION + S) * W, 6, 0, W, column)
            continue
        for j in range(3):
            read_vector(multi + (B + j) * W, 6, 0, 3 * W, column + j * COLUMNS)
            if kind == FREE:
                clear(column + (3 + j) * COLUMNS, 3)
                read_vector(multi + (B + j) * W, 3, 0, 3 * W, column + (3 + j) * COLUMNS + 3)
        multi += MULTI * W


cdef void weigh(double m, const real* f, int W, real* column) noexcept nogil:
    """G and g of one screw"""
    cdef int a, c
    cdef const real* w = column
    cdef const real* v = column + 3
    cdef real[3] turned
    for c in range(3):
        cross_at(w, 1, f + (SECOND + c) * W, 3 * W, turned)
        for a in range(3):
            column[TURN + 3 * a + c] = turned[a] + v[a] * f[c * W]
    for a in range(3):
        column[SHIFT + a] = m * v[a]
    add_cross_at(w, 1, f, W, column + SHIFT)


cdef inline double symbol(const real* i, const real* j, const real* k) noexcept nogil:
    """Gamma_ijk of j before k"""
    cdef int a
    cdef const real* G = i + TURN
    cdef const real* g = i + SHIFT
    cdef double total = 0
    cdef real[3] swing
    for a in range(3):
        total += k[a] * (G[3 * a] * j[0] + G[3 * a + 1] * j[1] + G[3 * a + 2] * j[2])
    total -= (j[0] * k[0] + j[1] * k[1] + j[2] * k[2]) * (G[0] + G[4] + G[8])
    cross_at(j, 1, k + 3, 1, swing)
    return total + (g[0] * swing[0] + g[1] * swing[1] + g[2] * swing[2])


cdef inline int coordinates(Model model, int b) noexcept nogil:
    """How many a body's joint has."""
    return 6 if model.kind[b] == FREE else 3 if model.kind[b] == SPHERICAL else 1


cdef void christoffel(Model model, double* out, Scratch* at) noexcept nogil:
    """Gamma (nv, nv, nv), given as zeros; each triple at the last of its joints."""
    cdef int b, i, i_body, k_body
    cdef const real* f
    screws(model, at)
    sum_subtrees(model, at)
    for b in range(model.nbodies):
        f = at.moments + b * MOMENTS * at.motion.W
        i_body = b
        while i_body >= 0:
            for i in range(model.iv[i_body], model.iv[i_body] + coordinates(model, i_body)):
                weigh(at.below[b], f, at.motion.W, at.columns + i * COLUMNS)
                # k is of this joint, or any above it where i is
                k_body = b
                while k_body >= 0:
                    pairs(model, i, k_body, out, at)
                    k_body = model.parent[k_body] if i_body == b else -1
            i_body = model.parent[i_body]


cdef void pairs(Model model, int i, int k_body, double* out, Scratch* at) noexcept nogil:
    """Gamma_ijk of all k of one joint and j of it and those on its way to the root."""
    cdef int j, k
    cdef int j_body = k_body
    cdef Py_ssize_t nv = model.nv
    cdef double value
    cdef const real* column = at.columns + i * COLUMNS
    cdef double* symbols = out + i * nv * nv
    while j_body >= 0:
        for j in range(model.iv[j_body], model.iv[j_body] + coordinates(model, j_body)):
            for k in range(model.iv[k_body], model.iv[k_body] + coordinates(model, k_body)):
                value = symbol(column, at.columns + j * COLUMNS, at.columns + k * COLUMNS)
                if j_body == k_body:
                    value = (value + symbol(column, at.columns + k * COLUMNS,
                                            at.columns + j * COLUMNS)) / 2
                symbols[j * nv + k] = value
                symbols[k * nv + j] = value
        j_body = model.parent[j_body]
