# Partial derivatives of the columns of a Jacobian, base "body": the formulas are in
# jacobian_partials.py, the plain implementation is jacobian_partials_twin.py. After the columns of
# jacobian.pyx. Symbols:
#
#   m        columns of the joints that move the frame, root first
#   X        these columns, (m, 6), one after the other: order 0
#   D_k      derivatives of order k, (m, ..., m, 6) with k + 1 axes j, a1, ..., ak

cdef enum:
    # of a derivative of order jacobian_partials.MOST_ORDER
    MOST_AXES = 31

# Columns that move a frame: number and body of each.
cdef struct Moving:
    int count
    int* coordinate
    int* joint


cdef inline int degrees(int kind) noexcept nogil:
    """How many velocity coordinates a joint has."""
    return 6 if kind == FREE else 3 if kind == SPHERICAL else 1


cdef void moving(Model model, int body, Moving* at) noexcept nogil:
    """The columns of all joints from the root to a body; there is room for every coordinate."""
    cdef int i, j
    cdef int left = 0
    i = body
    while i >= 0:
        left += degrees(model.kind[i])
        i = model.parent[i]
    at.count = left
    i = body
    while i >= 0:
        left -= degrees(model.kind[i])
        for j in range(degrees(model.kind[i])):
            at.coordinate[left + j] = model.iv[i] + j
            at.joint[left + j] = i
        i = model.parent[i]


cdef void gather(const double* J, int nv, const Moving* at, double* X) noexcept nogil:
    """X of J (6, nv)"""
    cdef int c, i
    for c in range(at.count):
        for i in range(6):
            X[6 * c + i] = J[i * nv + at.coordinate[c]]


cdef inline void add_derivative(const double* X, const double* Y, int representation, bint beyond,
                                double* out) noexcept nogil:
    """out += what X changes by along Y, of a joint beyond that of X or not   [(5), (15), (25)]"""
    if representation == HYBRID:
        if beyond:
            # [X, Yv], Yv = (0, v)
            add_cross_at(X, 1, Y + 3, 1, out + 3)
        else:
            # [Yw, X], Yw = (w, 0)
            add_cross_at(Y, 1, X, 1, out)
            add_cross_at(Y, 1, X + 3, 1, out + 3)
    elif beyond:
        # [X, Y]
        add_cross_at(X, 1, Y, 1, out)
        add_cross_at(X + 3, 1, Y, 1, out + 3)
        add_cross_at(X, 1, Y + 3, 1, out + 3)
    else:
        # [Y, X]
        add_cross_at(Y, 1, X, 1, out)
        add_cross_at(Y + 3, 1, X, 1, out + 3)
        add_cross_at(Y, 1, X + 3, 1, out + 3)


cdef inline bint changes(int representation, bint beyond) noexcept nogil:
    """Does a joint change a column? Not one before it in body axes, nor one beyond in "spatial"."""
    return representation == HYBRID or beyond == (representation == IN_BODY)


cdef inline void count_up(int* a, int n, int m) noexcept nogil:
    """The next of the indices a (n + 1,), the last one first; the first has no limit."""
    cdef int axis = n
    a[axis] += 1
    while axis > 0 and a[axis] == m:
        a[axis] = 0
        axis -= 1
        a[axis] += 1


cdef void next_order(double** D, const Moving* at, int n, int representation) noexcept nogil:
    """D_n from the lower ones: the derivatives along a2 .. an of dX_j/dq_a1 by the product rule"""
    cdef int axis, size
    cdef Py_ssize_t left, right, part, first
    cdef int m = at.count
    cdef bint beyond
    cdef int[MOST_AXES] a
    cdef double* out = D[n]
    cdef const double* end = D[n + 1]
    for axis in range(n + 1):
        a[axis] = 0
    while out < end:
        clear(out, 6)
        beyond = at.joint[a[0]] < at.joint[a[1]]
        if changes(representation, beyond):
            for part in range((<Py_ssize_t> 1) << (n - 1)):
                # the derivatives of the first factor; the others are of the second one
                left = a[0]
                right = a[1]
                size = 0
                for axis in range(2, n + 1):
                    first = (part >> (axis - 2)) & 1
                    if first:
                        left = left * m + a[axis]
                        size += 1
                    else:
                        right = right * m + a[axis]
                add_derivative(D[size] + 6 * left, D[n - 1 - size] + 6 * right, representation,
                               beyond, out)
        out += 6
        count_up(a, n, m)


cdef void spread(const double* D, const Moving* at, int n, int nv, int first, int last,
                 double* out) noexcept nogil:
    """Components first .. last - 1 of D_n to their entries of out (6, nv, ..., nv)."""
    cdef int axis, i
    cdef Py_ssize_t offset
    cdef Py_ssize_t size = nv
    cdef int[MOST_AXES] a
    for axis in range(n + 1):
        a[axis] = 0
    for axis in range(n):
        size *= nv
    while a[0] < at.count:
        offset = 0
        for axis in range(n + 1):
            offset = offset * nv + at.coordinate[a[axis]]
        for i in range(first, last):
            out[i * size + offset] = D[i]
        D += 6
        count_up(a, n, at.count)


cdef void turned_column(const double* x, const double* const* others, int beyond, int n,
                        int representation, double* out) noexcept nogil:
    """The derivative of a column along n others, farthest from the root first   [(14), (23)]

    The first `beyond` of them are of joints beyond its own.
    """
    cdef int i, k
    cdef double[6] inner
    cdef double[3] step
    copy(x, out, 6)
    if representation != HYBRID:
        # from the inside: in body axes the joints nearest to the root, else the farthest
        for k in range(n):
            copy(out, inner, 6)
            clear(out, 6)
            add_derivative(inner, others[n - 1 - k if representation == IN_BODY else k],
                           representation, representation == IN_BODY, out)
        return
    if beyond:
        # the point of the column moves by w_bm x (... x (w_b2 x v_b1))
        copy(others[0] + 3, step, 3)
        for k in range(1, beyond):
            copy(step, inner, 3)
            cross_at(others[k], 1, inner, 1, step)
        clear(out, 3)
        cross_at(x, 1, step, 1, out + 3)
    for k in range(beyond, n):
        # joints up to its own turn it
        copy(out, inner, 6)
        for i in range(0, 6, 3):
            cross_at(others[k], 1, inner + i, 1, out + i)


cdef void along(const double* X, const Moving* at, const int* order, int n, int nv,
                int representation, int first, int last, const double** others,
                double* out) noexcept nogil:
    """Components first .. last - 1 of the derivative along the columns `order` into out (6, nv)."""
    cdef int c, i, k, beyond
    cdef double[6] column
    for k in range(n):
        others[k] = X + 6 * order[k]
    for c in range(at.count):
        beyond = 0
        while beyond < n and at.joint[order[beyond]] > at.joint[c]:
            beyond += 1
        if (representation == IN_BODY and beyond < n) or (representation == SPATIAL and beyond):
            continue
        turned_column(X + 6 * c, others, beyond, n, representation, column)
        for i in range(first, last):
            out[i * nv + at.coordinate[c]] = column[i]


cdef int _of_order(Model model, const JacobianFrame* frame, const double* J, Py_ssize_t count,
                   int order, int first, int last, double* out) except -1:
    """Rows first .. last - 1 of all derivatives of one order of `count` Jacobians J (6, nv)."""
    cdef Moving at
    cdef Py_ssize_t state, size
    cdef size_t room = 0
    cdef size_t columns = 6
    cdef double* D[MOST_AXES]
    cdef int n
    cdef int nv = model.nv
    at.coordinate = <int*> take(NULL, nv)
    at.joint = at.coordinate + nv
    moving(model, frame.body, &at)
    size = 6
    for n in range(order + 1):
        columns *= at.count
        room += columns
        size *= nv
    try:
        D[0] = <double*> take(NULL, room)
    except MemoryError:
        release(at.coordinate, NULL)
        raise
    columns = 6
    for n in range(order + 1):
        columns *= at.count
        D[n + 1] = D[n] + columns
    with nogil:
        for state in range(count):
            gather(J + state * 6 * nv, nv, &at, D[0])
            for n in range(1, order + 1):
                next_order(D, &at, n, frame.representation)
            spread(D[order], &at, order, nv, first, last, out + state * size)
    release(D[0], NULL)
    release(at.coordinate, NULL)
    return 0


cdef int _along(Model model, const JacobianFrame* frame, const double* J, Py_ssize_t count,
                const long long[::1] coordinates, int first, int last, double* out) except -1:
    """Rows first .. last - 1 of the derivative of `count` Jacobians J (6, nv) along coordinates."""
    cdef Moving at
    cdef Py_ssize_t state
    cdef int c, k, j
    cdef int nv = model.nv
    cdef int n = <int> coordinates.shape[0]
    cdef size_t doubles = <size_t> nv * 6
    # columns, pointers, and numbers, two of them to a double
    cdef double* memory = <double*> take(NULL, doubles + n + (2 * nv + n + 1) // 2)
    cdef int* order
    at.coordinate = <int*> (memory + doubles + n)
    at.joint = at.coordinate + nv
    order = at.joint + nv
    moving(model, frame.body, &at)
    for k in range(n):
        c = 0
        while c < at.count and at.coordinate[c] != coordinates[k]:
            c += 1
        if c == at.count:
            # a joint that does not move the frame
            release(memory, NULL)
            return 0
        # farthest from the root first, of one joint as they came
        j = k
        while j > 0 and at.joint[order[j - 1]] < at.joint[c]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = c
    with nogil:
        for state in range(count):
            gather(J + state * 6 * nv, nv, &at, memory)
            along(memory, &at, order, n, nv, frame.representation, first, last,
                  <const double**> (memory + doubles), out + state * 6 * nv)
    release(memory, NULL)
    return 0
