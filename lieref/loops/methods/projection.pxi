# G^T H G of a mechanism, its factor, and the accelerations of the projection method
# [Chignoli, Sec. II-D]. Everything is in the body representation of free bases.
# Symbols:
#   n, nv  coordinates of the tree, independent ones
#   H      joint-space inertia of the tree, or of the independent tree
#   B      H G, then scratch
#   G      full matrix (n, nv), packed matrices of the clusters
#   Hy     G^T H G, then its factor; its coordinates are y, or y in the order of the clusters

from libc.math cimport cos, sin
from libc.string cimport memset

from lieref.dynamics.shared.calls cimport ClosedFormsCall as InertiaCall
from lieref.dynamics.shared.calls cimport InverseCall as TorqueCall
from lieref.dynamics.inverse_dynamics cimport run_inverse_dynamics, workspace_size
from lieref.loops.constraints.loop_tables cimport is_rounding
from lieref.loops.methods.projection_table cimport Block, ProjectionTable
from lieref.loops.methods.projections cimport (
    APPROXIMATE, DENSE, FULL, SPARSE, TorquesCall, Method, MultiplierCall, ProjectedEnds,
    ProjectionCall,
)
from lieref.model.model cimport FREE, HELICAL, PRISMATIC, SPHERICAL, Body, Model


cdef inline size_t lines(size_t count) noexcept nogil:
    """Reals that hold so many numbers, in whole cache lines."""
    return (count + 7) // 8 * 8


cdef inline size_t tree_scratch(Model tree) noexcept nogil:
    """Scratch of the recursions over the open tree."""
    cdef size_t torques = workspace_size(tree, 0, True)
    cdef size_t inertia = inertia_workspace(tree, 1, False)
    return lines(torques if torques > inertia else inertia)


# Where the arrays of one run are.
cdef struct Arrays:
    double* rates       # (2, n) velocity and acceleration of the tree
    double* torques     # (n,)
    double* H           # (n, n)
    double* B           # (n, nv)
    double* G           # (n, nv)
    double* Hy          # (nv, nv)
    double* x           # (nv,)
    double* diagonal    # (n,)
    double* end         # behind all


cdef size_t projection_workspace(ProjectionTable table) noexcept nogil:
    """Number of doubles that `run_projection` needs."""
    cdef size_t n = table.tree.nv
    cdef size_t nv = table.nv
    return (tree_scratch(table.tree) + lines(2 * n) + 2 * lines(n) + lines(n * n)
            + 2 * lines(n * nv) + lines(nv * nv) + lines(nv))


cdef inline void lay_out(ProjectionTable table, void* workspace, Arrays* at) noexcept nogil:
    cdef size_t n = table.tree.nv
    cdef size_t nv = table.nv
    at.rates = <double*> workspace + tree_scratch(table.tree)
    at.torques = at.rates + lines(2 * n)
    at.H = at.torques + lines(n)
    at.B = at.H + lines(n * n)
    at.G = at.B + lines(n * nv)
    at.Hy = at.G + lines(n * nv)
    at.x = at.Hy + lines(nv * nv)
    at.diagonal = at.x + lines(nv)
    at.end = at.diagonal + lines(n)


cdef inline void zero(double* x, size_t count) noexcept nogil:
    memset(x, 0, count * sizeof(double))


cdef inline void inertia_of(Model tree, const double* q, double* H, void* scratch) noexcept nogil:
    """H of an open tree, both triangles"""
    cdef InertiaCall call
    zero(H, <size_t> tree.nv * tree.nv)
    call.n = 1
    call.q = q
    call.v = NULL
    call.H = H
    call.A = NULL
    call.first = NULL
    call.workspace = scratch
    run_inertia(tree, &call)


cdef inline void torques_of(Model tree, const double* q, const double* rates,
                            const double* wrenches, bint inertial, int base, double* out,
                            void* scratch) noexcept nogil:
    """Forces that a motion of an open tree takes, order 0"""
    cdef TorqueCall call
    call.r = 0
    call.base = base
    call.q = q
    call.v = rates
    call.wrenches = wrenches
    call.inertial_wrenches = inertial
    call.tau_ext = NULL
    call.tau = out
    call.workspace = scratch
    run_inverse_dynamics(tree, &call)


cdef inline void unpack(ProjectionTable table, const double* packed, double* G) noexcept nogil:
    """G (n, nv) from the matrices of the clusters"""
    cdef int k, a, j
    cdef int nv = table.nv
    cdef const Block* block
    cdef double* row
    zero(G, <size_t> table.tree.nv * nv)
    for k in range(table.nclusters):
        block = table.blocks + k
        for a in range(block.n_tree):
            row = G + <size_t> nv * table.listed[block.first_velocity + a]
            if block.offset < 0:
                row[table.listed[block.first_ind + a]] = 1
                continue
            for j in range(block.n_ind):
                row[table.listed[block.first_ind + j]] = packed[block.offset + a * block.n_ind + j]


cdef inline void project_full(int n, int nv, const double* H, const double* G, double* B,
                              double* Hy) noexcept nogil:
    """Lower triangle of G^T H G    [Chignoli, Sec. II-D]"""
    cdef int i, j
    zero(B, <size_t> n * nv)
    zero(Hy, <size_t> nv * nv)
    for i in range(n):
        for j in range(n):
            subtract_row(B + <size_t> i * nv, G + <size_t> j * nv, -H[<size_t> i * n + j], nv)
    for i in range(n):
        for j in range(nv):
            subtract_row(Hy + <size_t> j * nv, B + <size_t> i * nv, -G[<size_t> i * nv + j], j + 1)


cdef inline void project_block(ProjectionTable table, const double* H, const double* packed,
                               const Block* one, const Block* other, double* B,
                               double* Hy) noexcept nogil:
    """Hy of two clusters, G_k^T H_kl G_l, in the order of the clusters"""
    cdef int a, b, i, j
    cdef int n = table.tree.nv
    cdef const int* rows = table.listed + one.first_velocity
    cdef const int* columns = table.listed + other.first_velocity
    cdef double* out
    cdef double total
    for i in range(one.n_ind):
        # B = G_k^T H_kl of one row
        for b in range(other.n_tree):
            if one.offset < 0:
                B[b] = H[<size_t> rows[i] * n + columns[b]]
                continue
            total = 0
            for a in range(one.n_tree):
                total += (packed[one.offset + a * one.n_ind + i]
                          * H[<size_t> rows[a] * n + columns[b]])
            B[b] = total
        out = Hy + <size_t> (one.position + i) * table.nv + other.position
        for j in range(other.n_ind):
            out[j] = B[j] if other.offset < 0 else 0
        if other.offset >= 0:
            for b in range(other.n_tree):
                subtract_row(out, packed + other.offset + b * other.n_ind, -B[b], other.n_ind)


cdef inline void project_branches(ProjectionTable table, const double* H, const double* packed,
                                  double* B, double* Hy) noexcept nogil:
    """G^T H G where it is not zero: between a cluster and those on its path to the world"""
    cdef int k, m
    for k in range(table.nclusters):
        m = k
        while m >= 0:
            project_block(table, H, packed, table.blocks + k, table.blocks + m, B, Hy)
            m = table.blocks[m].parent


cdef inline int factorise(ProjectionTable table, Method method, const double* q,
                          const double* packed, const Arrays* at, void* scratch) noexcept nogil:
    """Factor of the inertia of y; -1, or the index in y of a lost pivot."""
    cdef int lost
    cdef int nv = table.nv
    if method == DENSE:
        inertia_of(table.tree, q, at.H, scratch)
        unpack(table, packed, at.G)
        project_full(table.tree.nv, nv, at.H, at.G, at.B, at.Hy)
        return cholesky(at.Hy, nv)
    if method == SPARSE:
        inertia_of(table.tree, q, at.H, scratch)
        project_branches(table, at.H, packed, at.B, at.Hy)
    else:
        inertia_of(table.kept, q, at.H, scratch)
        approximate_inertia(table, method, at.H, packed, at.Hy)
    lost = branch_factor(at.Hy, nv, table.up, at.diagonal)
    return lost if lost < 0 else table.order[lost]


cdef inline void solve_one(ProjectionTable table, Method method, const Arrays* at,
                           double* x) noexcept nogil:
    """x (nv,) becomes the acceleration that it causes"""
    cdef int i
    if method == DENSE:
        cholesky_half(at.Hy, table.nv, x, 1)
        cholesky_rest(at.Hy, table.nv, x)
        return
    for i in range(table.nv):
        at.x[i] = x[table.order[i]]
    branch_half(at.Hy, table.nv, table.up, at.x, 1)
    branch_rest(at.Hy, table.nv, table.up, at.x)
    for i in range(table.nv):
        x[table.order[i]] = at.x[i]


cdef inline void gather(ProjectionTable table, const double* packed, const double* tau,
                        int count, double* out) noexcept nogil:
    """out (nv, count) = G^T tau, cluster by cluster"""
    cdef int k, a, j, to
    cdef const Block* block
    cdef const double* row
    zero(out, <size_t> table.nv * count)
    for k in range(table.nclusters):
        block = table.blocks + k
        for a in range(block.n_tree):
            row = tau + <size_t> count * table.listed[block.first_velocity + a]
            for j in range(block.n_ind):
                if block.offset < 0 and j != a:
                    continue
                to = table.listed[block.first_ind + j]
                subtract_row(out + <size_t> count * to, row,
                             -1 if block.offset < 0
                             else -packed[block.offset + a * block.n_ind + j],
                             count)


cdef inline void missing_forces(ProjectionTable table, const ProjectionCall* call,
                                const Arrays* at) noexcept nogil:
    """vdot = tau - G^T (c + H g)"""
    cdef int i
    cdef int n = table.tree.nv
    cdef double* out = call.vdot
    for i in range(n):
        at.rates[i] = call.v[i]
        at.rates[n + i] = call.bias[i]
    torques_of(table.tree, call.q, at.rates, call.wrenches, call.inertial_wrenches, 0, at.torques,
               call.workspace)
    if call.method == DENSE:
        # G was unpacked for the factor
        for i in range(table.nv):
            out[i] = call.tau[i]
        for i in range(n):
            subtract_row(out, at.G + <size_t> i * table.nv, at.torques[i], table.nv)
        return
    gather(table, call.G, at.torques, 1, out)
    for i in range(table.nv):
        out[i] = call.tau[i] - out[i]


cdef int run(ProjectionTable table, const ProjectionCall* call) noexcept nogil:
    """yddot = (G^T H G)^-1 G^T (tau - c - H g); -1 or the index in y of a lost pivot."""
    cdef Arrays at
    cdef int i, lost
    lay_out(table, call.workspace, &at)
    lost = factorise(table, call.method, call.q, call.G, &at, call.workspace)
    if lost >= 0:
        return lost
    if call.v == NULL:
        for i in range(table.nv):
            call.vdot[i] = call.tau[i]
    elif call.method < APPROXIMATE:
        missing_forces(table, call, &at)
    else:
        missing_kept_forces(table, call, &at)
    solve_one(table, call.method, &at, call.vdot)
    return -1


cdef void run_projected_torques(ProjectionTable table, const TorquesCall* call) noexcept nogil:
    """tau_y = G^T RNEA(q, G ydot, G yddot + g), or of the independent tree   [II-C]"""
    cdef Arrays at
    cdef int i
    cdef int n = table.tree.nv
    cdef int nv = table.nv
    lay_out(table, call.workspace, &at)
    if call.method >= APPROXIMATE:
        for i in range(nv):
            at.rates[i] = call.v[i]
            at.rates[nv + i] = call.vdot[i]
        torques_of(table.kept, call.q, at.rates, call.wrenches, call.inertial_wrenches, call.base,
                   call.tau, call.workspace)
        add_armature(table, call.method, call.G, call.vdot, call.tau)
        return
    unpack(table, call.G, at.G)
    for i in range(n):
        at.rates[i] = call.v[i]
        at.rates[n + i] = entries(at.G + <size_t> i * nv, call.vdot, nv) + call.bias[i]
    torques_of(table.tree, call.q, at.rates, call.wrenches, call.inertial_wrenches, call.base,
               at.torques, call.workspace)
    zero(call.tau, nv)
    for i in range(n):
        subtract_row(call.tau, at.G + <size_t> i * nv, -at.torques[i], nv)
