# First partials of inverse dynamics times vectors, [Singh, (12), (13)], without the matrices.
# Included after subtrees.pxi and products_loads.pxi. Plain twin: products_twin.py.
#
# Symbols; B is the 2 B of subtrees.pxi, sums over the path of a body include its own joint:
#   X     angular part of sum psi_d dq + s dv (B asks for no more)
#   Y     sum psi_dd dq + (psi_d + s_d) dv + s da
#   z     sum s dq
#   W     sum s w
#   T, U  sum I s w, and the angular part of sum B^T s w, over the joints beyond
#   G     of inertial wrenches: what the joint and those beyond give by turning

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/partials/idsva/joint_physics_partials.pxi"
include "lieref/partials/products/products_loads.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.calls cimport ProductsCall as Call

# Offsets in a body's share of a jvp: what its own joint adds, the sums of its path, and the force
# that joints beyond it move.
cdef enum MoveOffset:
    OWN = 0                 # X, Y, z
    OWN_Y = 3
    OWN_Z = 9
    PATH = 15               # X, Y, angular part of z
    PATH_Y = 18
    PATH_Z = 24
    BEYOND = 27
    MOVE = 33

# Offsets in a body's share of a vjp.
cdef enum ShareOffset:
    TWIST = 0               # W
    OWN_TWIST = 6
    SUM_T = 12             # T
    SUM_U = 18            # U
    SUM_G = 21             # G
    SHARE = 24


cdef inline void composites(Model model, const Sweep* at) noexcept nogil:
    """Every body with all beyond it."""
    cdef int i
    for i in range(model.nbodies - 1, -1, -1):
        add_to_parent(model, i, at)


cdef inline void prepare(Model model, const Call* call, const Sweep* at) noexcept nogil:
    """The sweep; wrenches in inertial axes are no part of it."""
    cdef const real* wrenches = NULL
    if not call.inertial_wrenches:
        wrenches = <const real*> call.wrenches
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a, wrenches, at)


cdef inline void own_move(int count, const real* columns, const real* dq, const real* dv,
                          const real* da, real* own) noexcept nogil:
    """X, Y, z of the joint's own coordinates."""
    cdef int c, i
    cdef const real* column
    clear(own, PATH - OWN)
    for c in range(count):
        column = columns + c * COLUMN
        for i in range(3):
            own[i] += column[PSI_D + i] * dq[c] + column[S + i] * dv[c]
        for i in range(6):
            own[OWN_Y + i] += (column[PSI_DD + i] * dq[c] + column[SUM_D + i] * dv[c]
                               + column[S + i] * da[c])
            own[OWN_Z + i] += column[S + i] * dq[c]


cdef inline void add_driven(const real* block, const real* move, real* F) noexcept nogil:
    """F += 2 B X + I Y"""
    cdef int i
    cdef real[6] lifted
    times_inertia(block, move + OWN_Y, lifted)
    for i in range(6):
        F[i] += lifted[i]
    add_coriolis(block, move, F)


cdef inline void transmit(const real* block, const real* loads, const real* move,
                          real* F) noexcept nogil:
    """F += 2 B x + I y + z x* f of the joint's own x, y, z: its axes turn, those before it stay"""
    cdef int i
    cdef real[3] moment
    add_driven(block, move + OWN, F)
    add_force_cross(move + OWN_Z, block + FORCE, F)
    if loads != NULL:
        load_moment(loads, move + OWN_Z, moment)
        for i in range(3):
            F[i] -= moment[i]
    for i in range(6):
        F[i] += move[BEYOND + i]


cdef inline void jvp(Model model, const Sweep* at, const real* loads, real* moves,
                     const real* dq, const real* dv, const real* da, real* tau) noexcept nogil:
    """One direction; loads: of wrenches in inertial axes, or NULL."""
    cdef int i, c, k, parent, count, iv
    cdef real* move
    cdef const real* block
    cdef const real* load = NULL
    cdef real[6] F
    for i in range(model.nbodies):
        parent = model.parent[i]
        iv = model.iv[i]
        move = moves + i * MOVE
        own_move(width(model.kind[i]), at.columns + iv * COLUMN, dq + iv, dv + iv, da + iv, move)
        for k in range(BEYOND - PATH):
            move[PATH + k] = move[OWN + k] + (moves[parent * MOVE + PATH + k] if parent >= 0
                                              else 0)
        clear(move + BEYOND, 6)
    for i in range(model.nbodies - 1, -1, -1):
        parent = model.parent[i]
        iv = model.iv[i]
        count = width(model.kind[i])
        move = moves + i * MOVE
        block = at.bodies + i * BLOCK
        if loads != NULL:
            load = loads + i * LOAD
        copy(move + BEYOND, F, 6)
        add_driven(block, move + PATH, F)
        if load != NULL:
            subtract_turned_load(load, move + PATH_Z, F)
        for c in range(count):
            tau[iv + c] = dot6(at.columns + (iv + c) * COLUMN + S, F)
        if parent >= 0:
            transmit(block, load, move, moves + parent * MOVE + BEYOND)


cdef inline void path_twists(Model model, const real* columns, const real* w, real* shares,
                             int step) noexcept nogil:
    """W of every body, and what its own joint adds to it behind."""
    cdef int i, c, k, iv, parent
    cdef real* share
    for i in range(model.nbodies):
        iv = model.iv[i]
        parent = model.parent[i]
        share = shares + i * step
        clear(share + OWN_TWIST, 6)
        for c in range(width(model.kind[i])):
            for k in range(6):
                share[OWN_TWIST + k] += columns[(iv + c) * COLUMN + S + k] * w[iv + c]
        for k in range(6):
            share[TWIST + k] = share[OWN_TWIST + k] + (shares[parent * step + TWIST + k]
                                                       if parent >= 0 else 0)


cdef inline void weighted(const real* block, const real* twist, const real* beyond, real* momentum,
                          real* drag) noexcept nogil:
    """momentum = I W + T,  drag = angular part of 2 B^T W + U"""
    cdef int i
    times_inertia(block, twist, momentum)
    coriolis_back(block, twist, drag)
    for i in range(6):
        momentum[i] += beyond[i]
    for i in range(3):
        drag[i] += beyond[6 + i]


cdef inline real own_share(const real* block, const real* load, const real* column,
                           const real* above, real* gain) noexcept nogil:
    """W_p . (s x* f), W_p of the predecessor; of inertial wrenches n x s_w + moment joins gain."""
    cdef int i
    cdef real[6] turned
    cdef real[3] moment
    clear(turned, 6)
    add_force_cross(column + S, block + FORCE, turned)
    if load != NULL:
        load_moment(load, column + S, moment)
        for i in range(3):
            turned[i] -= moment[i]
            gain[i] = moment[i]
        add_cross(column + S, load + TORQUE, gain)
    return dot6(above, turned)


cdef inline void vjp(Model model, const Sweep* at, const real* loads, real* shares,
                     const real* w, real* dq, real* dv, real* da) noexcept nogil:
    """One direction; loads: of wrenches in inertial axes, or NULL."""
    cdef int i, c, k, p, parent
    cdef real* share
    cdef real* up
    cdef const real* block
    cdef const real* column
    cdef const real* load = NULL
    cdef real[6] momentum, above
    cdef real[9] own
    cdef real[18] gains
    cdef real[3] drag
    path_twists(model, at.columns, w, shares, SHARE)
    for i in range(model.nbodies):
        clear(shares + i * SHARE + SUM_T, SHARE - SUM_T)
    for i in range(model.nbodies - 1, -1, -1):
        parent = model.parent[i]
        share = shares + i * SHARE
        block = at.bodies + i * BLOCK
        if loads != NULL:
            load = loads + i * LOAD
        clear(above, 6)
        if parent >= 0:
            copy(shares + parent * SHARE + TWIST, above, 6)
        weighted(block, share + TWIST, share + SUM_T, momentum, drag)
        for c in range(width(model.kind[i])):
            p = model.iv[i] + c
            column = at.columns + p * COLUMN
            dq[p] = (own_share(block, load, column, above, gains + 3 * c)
                     + dot(drag, column + PSI_D) + dot6(momentum, column + PSI_DD))
            dv[p] = dot(drag, column + S) + dot6(momentum, column + SUM_D)
            da[p] = dot6(momentum, column + S)
            if load != NULL:
                for k in range(3):
                    share[SUM_G + k] += w[p] * gains[3 * c + k]
        if load != NULL:
            for c in range(width(model.kind[i])):
                p = model.iv[i] + c
                dq[p] -= dot(share + SUM_G, at.columns + p * COLUMN + S)
        if parent >= 0:
            up = shares + parent * SHARE
            times_inertia(block, share + OWN_TWIST, own)
            coriolis_back(block, share + OWN_TWIST, own + 6)
            for k in range(9):
                up[SUM_T + k] += share[SUM_T + k] + own[k]
            for k in range(3):
                up[SUM_G + k] += share[SUM_G + k]


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that one direction after the other needs."""
    return sweep_size(model) + <size_t> model.nbodies * (MOVE + LOAD)


cdef real* find_loads(Model model, const Call* call, const Sweep* at, const real* twists,
                      int step, real* memory) noexcept nogil:
    """The sums of inertial wrenches, or NULL if there are none."""
    if call.wrenches == NULL or not call.inertial_wrenches:
        return NULL
    sum_loads(model, at.bodies, <const real*> call.wrenches, twists, step, memory)
    return memory


cdef void run_forward(Model model, const Call* call) noexcept nogil:
    """tau = dtau/dq dq + dtau/dv dv + dtau/da da for every direction."""
    cdef int k
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    cdef real* moves = memory + sweep_size(model)
    cdef real* loads
    prepare(model, call, &at)
    loads = find_loads(model, call, &at, NULL, 0, moves + model.nbodies * MOVE)
    composites(model, &at)
    for k in range(call.count):
        jvp(model, &at, loads, moves, <const real*> call.along_q + k * model.nv,
            <const real*> call.along_v + k * model.nv, <const real*> call.along_a + k * model.nv,
            <real*> call.tau + k * model.nv)
        if model.physics != NULL:
            add_joint_change(model, <const real*> call.v, <const real*> call.along_q + k * model.nv,
                             <const real*> call.along_v + k * model.nv,
                             <const real*> call.along_a + k * model.nv,
                             <real*> call.tau + k * model.nv)


cdef void run_back(Model model, const Call* call) noexcept nogil:
    """dq, dv, da = w^T dtau/dq, w^T dtau/dv, w^T dtau/da for every w."""
    cdef int k
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    cdef real* shares = memory + sweep_size(model)
    cdef real* loads
    prepare(model, call, &at)
    loads = find_loads(model, call, &at, NULL, 0, shares + model.nbodies * MOVE)
    composites(model, &at)
    for k in range(call.count):
        vjp(model, &at, loads, shares, <const real*> call.w + k * model.nv,
            <real*> call.dq + k * model.nv, <real*> call.dv + k * model.nv,
            <real*> call.da + k * model.nv)
        if model.physics != NULL:
            add_joint_gradients(model, <const real*> call.v, <const real*> call.w + k * model.nv,
                                <real*> call.dq + k * model.nv, <real*> call.dv + k * model.nv,
                                <real*> call.da + k * model.nv)


JVP = PyCapsule_New(<void*> run_forward, "lieref.products_run", NULL)
VJP = PyCapsule_New(<void*> run_back, "lieref.products_run", NULL)
PRODUCTS_WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)


include "lieref/partials/products/contraction.pxi"
