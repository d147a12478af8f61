# Momenta of joints on their way to the root, LANES at a time; included after
# composite_lanes.pxi.
#
# The momentum of a coordinate is in a *slot*, a column of `rows`, depth first: those of a subtree
# stand side by side, and are transmitted and projected LANES at a time. The lanes at either end of
# a subtree also hold slots of others: those of siblings must not change, and those nearer to the
# root are filled later.

cdef struct Slots:
    int stride              # reals to a row
    real* rows              # (6, stride): n, f
    real* entries           # (6, stride) of H: of the coordinates of the joint that momenta come to
    real* edges             # LANES zeros, ones and zeros
    const int* coordinate   # (nv,) whose momentum it is; NULL: each of the coordinate of its number


# Where H is: full, (nv, nv), or packed: of each coordinate's row those on its way to the root.
cdef struct Table:
    real* H
    Py_ssize_t nv
    const Py_ssize_t* rows      # where each packed row begins, or NULL: H is full
    const int* above            # how many coordinates are above each one


cdef inline void put_pair(const Table* to, int a, int c, real value) noexcept nogil:
    """H_ac = H_ca; a is not below c"""
    if to.rows != NULL:
        to.H[to.rows[c] + to.above[a]] = value
    else:
        to.H[a * to.nv + c] = value
        to.H[c * to.nv + a] = value


cdef inline size_t slot_size(Model model) noexcept nogil:
    """Number of reals that the slots of all coordinates need."""
    return 12 * ((<size_t> model.nv + LANES - 1) // LANES * LANES) + 3 * LANES


cdef inline Slots slots_at(Model model, real* memory) noexcept nogil:
    """The slots of all coordinates, empty."""
    cdef Slots at
    cdef int i
    at.stride = (model.nv + LANES - 1) // LANES * LANES
    at.rows = memory
    at.entries = at.rows + 6 * at.stride
    at.edges = at.entries + 6 * at.stride
    at.coordinate = NULL if model.in_depth_first else model.depth_first
    clear_series(at.rows, 6 * at.stride)
    for i in range(<int> LANES):
        at.edges[i] = 0
        at.edges[LANES + i] = 1
        at.edges[2 * LANES + i] = 0
    return at


cdef inline lane along(const real* R, int a, lane x, lane y, lane z) noexcept nogil:
    """R_a . (x, y, z), R_a a column"""
    return R[a * TRIPLE] * x + R[a * TRIPLE + 1] * y + R[a * TRIPLE + 2] * z


cdef inline lane inside(const Slots* at, int slot, int first, int end) noexcept nogil:
    """1 in lanes of slots from first to end, 0 in others"""
    return (load(at.edges + LANES - max(first - slot, 0))
            * load(at.edges + 2 * LANES - min(end - slot, <int> LANES)))


cdef inline void to_parent(const real* lever, const Body* body, int kind, const real* R, int first,
                           int end, const Slots* at) noexcept nogil:
    """n += lever x f of momenta in slots, and S^T (n, f) of the joint that they come to.

    R: of the body beyond that joint, NULL for a free root, whose axes are the common ones.
    """
    cdef int a
    cdef int slot = first - first % LANES
    cdef int stride = at.stride
    cdef lane x, y, z, u, v, w, mask
    cdef real* n = at.rows
    cdef const real* f = n + 3 * stride
    cdef real* out = at.entries
    while slot < end:
        u = load(f + slot)
        v = load(f + stride + slot)
        w = load(f + 2 * stride + slot)
        x = lever[1] * w - lever[2] * v
        y = lever[2] * u - lever[0] * w
        z = lever[0] * v - lever[1] * u
        if slot < first or slot + <int> LANES > end:
            mask = inside(at, slot, first, end)
            x = mask * x
            y = mask * y
            z = mask * z
        x = load(n + slot) + x
        y = load(n + stride + slot) + y
        z = load(n + 2 * stride + slot) + z
        store(n + slot, x)
        store(n + stride + slot, y)
        store(n + 2 * stride + slot, z)
        if kind == REVOLUTE:
            store(out + slot, along(R, 2, x, y, z))
        elif kind == PRISMATIC:
            store(out + slot, along(R, 2, u, v, w))
        elif kind == HELICAL:
            store(out + slot, along(R, 2, x, y, z) + body.pitch * along(R, 2, u, v, w))
        elif R == NULL:
            put(out + slot, stride, lanes3(x, y, z))
            put(out + 3 * stride + slot, stride, lanes3(u, v, w))
        else:
            for a in range(3):
                store(out + a * stride + slot, along(R, a, x, y, z))
                if kind == FREE:
                    store(out + (3 + a) * stride + slot, along(R, a, u, v, w))
        slot += LANES


cdef inline real share(const real* R, int a, const real* x) noexcept nogil:
    """R_a . x, R_a a column"""
    return R[a * TRIPLE] * x[0] + R[a * TRIPLE + 1] * x[1] + R[a * TRIPLE + 2] * x[2]


cdef inline void start(const real* F, const real* block, const Body* body, int kind,
                       const real* R, int slot, const Slots* at) noexcept nogil:
    """What `to_parent` does to a momentum F in kernel axes, which has not been in its slot."""
    cdef int a, b
    cdef int stride = at.stride
    cdef const real* lever = block + LEVER
    cdef real[2 * PADDED] rotated
    cdef real* n = rotated
    cdef real* f = rotated + TRIPLE
    cdef real* row = at.rows + slot
    cdef real* out = at.entries + slot
    cdef real[3] x
    for b in range(SPAN):
        store(n + b * LANES, times(block + ROTATION, F, b))
        store(f + b * LANES, times(block + ROTATION, F + 3, b))
    x[0] = n[0] + (lever[1] * f[2] - lever[2] * f[1])
    x[1] = n[1] + (lever[2] * f[0] - lever[0] * f[2])
    x[2] = n[2] + (lever[0] * f[1] - lever[1] * f[0])
    for a in range(3):
        row[a * stride] = x[a]
        row[(3 + a) * stride] = f[a]
    if kind == REVOLUTE:
        out[0] = share(R, 2, x)
    elif kind == PRISMATIC:
        out[0] = share(R, 2, f)
    elif kind == HELICAL:
        out[0] = share(R, 2, x) + body.pitch * share(R, 2, f)
    elif R == NULL:
        for a in range(3):
            out[a * stride] = x[a]
            out[(3 + a) * stride] = f[a]
    else:
        for a in range(3):
            out[a * stride] = share(R, a, x)
            if kind == FREE:
                out[(3 + a) * stride] = share(R, a, f)


cdef inline void write_row(int a, const real* entries, int first, int end, const Slots* at,
                           const Table* to) noexcept nogil:
    """H_ac = H_ca of the coordinates c in slots"""
    cdef Py_ssize_t k, c
    cdef Py_ssize_t count = end - first
    cdef const int* coordinate = at.coordinate
    cdef Py_ssize_t nv = to.nv
    cdef real* row = to.H + a * nv
    cdef real* column = to.H + a
    entries += first
    if to.rows != NULL:
        for k in range(count):
            put_pair(to, a, first + k if coordinate == NULL else coordinate[first + k], entries[k])
        return
    if coordinate == NULL:
        row += first
        column += first * nv
        for k in range(count // LANES):
            store(row + k * LANES, load(entries + k * LANES))
        for k in range(count // LANES * LANES, count):
            row[k] = entries[k]
        for k in range(count):
            column[0] = entries[k]
            column += nv
        return
    for k in range(count):
        c = coordinate[first + k]
        row[c] = entries[k]
        column[c * nv] = entries[k]
