# Inverse operational-space inertia by projection [Chignoli, Sec. II-E with G on both sides]:
# Omega = J G (G^T H G)^-1 G^T J^T, and of the independent tree J (H + armature)^-1 J^T.
# Symbols besides those of projection.pxi:
#   R, p   axes and origin of an end in the kernel frame of a body on its way to the world
#   J      J^T (n, 6 m): rows of coordinates of the tree, columns (angular, linear) of the ends
#   X      G^T J^T (nv, 6 m), then L^-T or L^-1 of it

from libc.string cimport memcpy

from lieref.algebra.groups.so3 cimport quaternion_to_matrix


cdef inline void by_columns(const double* R, const double* x, double* out) noexcept nogil:
    """out = R^T x"""
    cdef int i
    for i in range(3):
        out[i] = R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2]


cdef inline void end_in_kernel_frame(const Body* body, const double* frame, double* R,
                                     double* p) noexcept nogil:
    """An end given in body axes, seen from the kernel frame"""
    cdef int i, j, c
    cdef double[3] arm
    for i in range(3):
        arm[i] = frame[9 + i] - body.k[i]
    by_columns(body.K, arm, p)
    for i in range(3):
        for j in range(3):
            R[3 * i + j] = 0
            for c in range(3):
                R[3 * i + j] += body.K[3 * c + i] * frame[3 * c + j]


cdef inline void joint_column(const double* S, const double* R, const double* p,
                              double* out) noexcept nogil:
    """Twist of the end, in its axes, for the velocity S of the kernel frame"""
    cdef double[3] at
    at[0] = S[3] + S[1] * p[2] - S[2] * p[1]
    at[1] = S[4] + S[2] * p[0] - S[0] * p[2]
    at[2] = S[5] + S[0] * p[1] - S[1] * p[0]
    by_columns(R, S, out)
    by_columns(R, at, out + 3)


cdef inline void joint_columns(Model model, int i, const double* R, const double* p, double* J,
                               int stride) noexcept nogil:
    """Rows of J of one joint"""
    cdef int c
    cdef int kind = model.kind[i]
    cdef double[6] S
    for c in range(6):
        S[c] = 0
    if kind >= SPHERICAL:
        for c in range(6 if kind == FREE else 3):
            S[c] = 1
            joint_column(S, R, p, J + c * stride)
            S[c] = 0
        return
    S[5 if kind == PRISMATIC else 2] = 1
    if kind == HELICAL:
        S[5] = model.bodies[i].pitch
    joint_column(S, R, p, J)


cdef inline void step_to_parent(Model model, int i, const double* q, double* R,
                                double* p) noexcept nogil:
    """R, p in the kernel frame of the parent"""
    cdef int a, b, c
    cdef int kind = model.kind[i]
    cdef const Body* body = &model.bodies[i]
    cdef const double* at = q + model.iq[i]
    cdef double[9] turn, both, moved
    cdef double[3] arm
    if kind == SPHERICAL:
        quaternion_to_matrix(at, turn)
    else:
        for a in range(9):
            turn[a] = a % 4 == 0
        if kind != PRISMATIC:
            turn[0] = turn[4] = cos(at[0])
            turn[3] = sin(at[0])
            turn[1] = -turn[3]
    for a in range(3):
        arm[a] = turn[3 * a] * p[0] + turn[3 * a + 1] * p[1] + turn[3 * a + 2] * p[2]
    if kind == PRISMATIC:
        arm[2] += at[0]
    elif kind == HELICAL:
        arm[2] += body.pitch * at[0]
    # x_parent = r + E^T (turn x + slide)
    by_columns(body.E, arm, p)
    for a in range(3):
        p[a] += body.r[a]
        for b in range(3):
            both[3 * a + b] = 0
            for c in range(3):
                both[3 * a + b] += body.E[3 * c + a] * turn[3 * c + b]
    for a in range(3):
        for b in range(3):
            moved[3 * a + b] = 0
            for c in range(3):
                moved[3 * a + b] += both[3 * a + c] * R[3 * c + b]
    memcpy(R, moved, sizeof(moved))


cdef inline void ends_jacobian(Model model, const ProjectedEnds* call, double* J) noexcept nogil:
    """J^T of all ends"""
    cdef int e, i
    cdef int wide = 6 * call.count
    cdef double[9] R
    cdef double[3] p
    zero(J, <size_t> model.nv * wide)
    for e in range(call.count):
        i = call.bodies[e]
        end_in_kernel_frame(&model.bodies[i], call.frames + 12 * e, R, p)
        while i >= 0:
            joint_columns(model, i, R, p, J + <size_t> wide * model.iv[i] + 6 * e, wide)
            if model.parent[i] >= 0:
                step_to_parent(model, i, call.q, R, p)
            i = model.parent[i]


cdef size_t projected_ends_workspace(ProjectionTable table, int count) noexcept nogil:
    """Number of doubles that `run_projected_ends` needs."""
    cdef size_t wide = 6 * count
    return (projection_workspace(table) + lines(table.tree.nv * wide)
            + 2 * lines(table.nv * wide))


cdef inline void to_independent(ProjectionTable table, const ProjectedEnds* call,
                                const Arrays* at, const double* J, double* X) noexcept nogil:
    """X = G^T J^T, or the rows of the independent tree"""
    cdef int i, j
    cdef int nv = table.nv
    cdef int wide = 6 * call.count
    if call.method == SPARSE:
        gather(table, call.G, J, wide, X)
        return
    if call.method == DENSE:
        zero(X, <size_t> nv * wide)
        for i in range(table.tree.nv):
            for j in range(nv):
                subtract_row(X + <size_t> j * wide, J + <size_t> i * wide,
                             -at.G[<size_t> i * nv + j], wide)
        return
    for j in range(nv):
        memcpy(X + <size_t> j * wide, J + <size_t> table.independent[j] * wide,
               wide * sizeof(double))


cdef int run_projected_ends(ProjectionTable table, const ProjectedEnds* call) noexcept nogil:
    """Omega = X^T X; -1 or the index in y of a lost pivot."""
    cdef Arrays at
    cdef int i, j, a, lost
    cdef int nv = table.nv
    cdef int wide = 6 * call.count
    cdef double* J
    cdef double* X
    cdef double* row
    lay_out(table, call.workspace, &at)
    J = at.end
    X = J + lines(<size_t> table.tree.nv * wide)
    lost = factorise(table, call.method, call.q if call.method < APPROXIMATE else call.q_kept,
                     call.G, &at, call.workspace)
    if lost >= 0:
        return lost
    ends_jacobian(table.tree, call, J)
    to_independent(table, call, &at, J, X)
    if call.method == DENSE:
        cholesky_half(at.Hy, nv, X, wide)
    else:
        # in the order of the clusters
        row = X + lines(<size_t> nv * wide)
        for i in range(nv):
            memcpy(row + <size_t> i * wide, X + <size_t> table.order[i] * wide,
                   wide * sizeof(double))
        X = row
        branch_half(at.Hy, nv, table.up, X, wide)
    zero(call.inertia, <size_t> wide * wide)
    for i in range(nv):
        row = X + <size_t> i * wide
        for a in range(wide):
            subtract_row(call.inertia + <size_t> a * wide, row, -row[a], a + 1)
    for a in range(wide):
        for j in range(a):
            call.inertia[<size_t> j * wide + a] = call.inertia[<size_t> a * wide + j]
    return -1
