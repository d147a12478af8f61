# What wrenches that are constant in inertial axes add to the first partials of y = J^T W.
# Included after lanes.pxi, series.pxi and poses.pxi. Plain twin: inertial_wrenches_twin.py, which
# has the formulas.
#
#   S, w, u  unit velocity of a coordinate and its halves, (nv, 6)
#   n, f     moment and force on all that a body carries, f at the origin, (nbodies, 6)
#   L        sum x_b f_b^T of that, (nbodies, 9) row by row
#   Z        sum xi f^T of a coordinate and all that it carries, 9

from lieref.model.tree.widths cimport width

# Reals to a body: wrench and L.
cdef enum LoadOffset:
    L = 6
    LOAD = 15

cdef struct Sweep:
    int nv
    int length          # coordinates of the path that is worked on
    real* S             # (nv, 6)
    real* load          # (nbodies, LOAD)
    real* product       # (nv, 3): K w_b of the path
    real* entry         # (nv, nv): w_a . K w_b of the path
    int* path           # (nv,) its coordinates, the joint's own first, the root's last
    int* joint          # (nv,) their joints


cdef void joint_axes(const Body* body, int kind, const real* pose, real* S) noexcept nogil:
    """S = Ad_G X of one degree, else the columns (R e, x x R e) and (0, R e) of Ad_C."""
    cdef int i, j, k, c
    cdef const real* R = pose + C
    cdef const real* x = pose + C + 9
    if kind < SPHERICAL:
        joint_screw(body, kind, pose, S, 1)
        return
    for c in range(3):
        for i in range(3):
            j = (i + 1) % 3
            k = (i + 2) % 3
            S[6 * c + i] = R[3 * i + c]
            S[6 * c + 3 + i] = x[j] * R[3 * k + c] - x[k] * R[3 * j + c]
            if kind == FREE:
                S[18 + 6 * c + i] = 0
                S[18 + 6 * c + 3 + i] = R[3 * i + c]


cdef void tip_to_base(Model model, const real* q, const real* wrenches, real* poses,
                      Sweep* at) noexcept nogil:
    """S of every coordinate, then the loads of all subtrees."""
    cdef int i, j, k, up
    cdef real* pose
    cdef real* load
    for i in range(model.nbodies):
        up = model.parent[i]
        pose = poses + i * POSES
        load = at.load + i * LOAD
        body_pose(&model.bodies[i], model.kind[i], q + model.iq[i],
                  poses + up * POSES if up >= 0 else NULL, pose)
        joint_axes(&model.bodies[i], model.kind[i], pose, at.S + 6 * model.iv[i])
        for j in range(6):
            load[j] = wrenches[6 * i + j]
        for j in range(3):
            for k in range(3):
                load[L + 3 * j + k] = pose[C + 9 + j] * load[3 + k]
    for i in range(model.nbodies - 1, -1, -1):
        up = model.parent[i]
        if up >= 0:
            for j in range(<int> LOAD):
                at.load[up * LOAD + j] += at.load[i * LOAD + j]


cdef void enter(Model model, int i, Sweep* at) noexcept nogil:
    """The path becomes that of joint i."""
    cdef int c
    at.length = 0
    while i >= 0:
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            at.path[at.length] = c
            at.joint[at.length] = i
            at.length += 1
        i = model.parent[i]


cdef inline void spread(const real* S, const real* load, real* Z) noexcept nogil:
    """Z = u f^T + w~ L"""
    cdef int a, b, i, j
    for a in range(3):
        i = (a + 1) % 3
        j = (a + 2) % 3
        for b in range(3):
            Z[3 * a + b] = (S[3 + a] * load[3 + b] + (S[i] * load[L + 3 * j + b]
                                                      - S[j] * load[L + 3 * i + b]))


cdef void first_order(int d, int i, const real* load, Sweep* at, real* out) noexcept nogil:
    """Row and column of coordinate d of joint i: w_j . (sum xi x f + w x n), w_j . sum xi x f"""
    cdef int a, b, c, j
    cdef real[9] Z
    cdef real[3] turning, own
    cdef const real* w = at.S + 6 * d
    spread(w, load, Z)
    for c in range(3):
        a = (c + 1) % 3
        b = (c + 2) % 3
        turning[c] = Z[3 * a + b] - Z[3 * b + a]
        own[c] = turning[c] + (w[a] * load[b] - w[b] * load[a])
    for a in range(at.length):
        j = at.path[a]
        w = at.S + 6 * j
        out[d * at.nv + j] = w[0] * own[0] + w[1] * own[1] + w[2] * own[2]
        if at.joint[a] != i:
            out[j * at.nv + d] = w[0] * turning[0] + w[1] * turning[1] + w[2] * turning[2]


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs; the indices behind them go into as many more."""
    cdef size_t nv = model.nv
    return <size_t> model.nbodies * (<int> POSES + <int> LOAD) + (6 + 3 + nv + 1) * nv


cdef Sweep sweep_at(Model model, real* memory) noexcept nogil:
    """The places in a workspace, behind the poses."""
    cdef Sweep at
    cdef size_t nv = model.nv
    at.nv = model.nv
    at.load = memory + POSES * model.nbodies
    at.S = at.load + LOAD * model.nbodies
    at.product = at.S + 6 * nv
    at.entry = at.product + 3 * nv
    at.path = <int*> (at.entry + nv * nv)
    at.joint = at.path + nv
    return at


cdef void run_first(Model model, const real* q, const real* wrenches, real* memory,
                    real* out) noexcept nogil:
    """dy/dq to out (nv, nv), given as zeros."""
    cdef int i, d
    cdef Sweep at = sweep_at(model, memory)
    tip_to_base(model, q, wrenches, memory, &at)
    for i in range(model.nbodies):
        enter(model, i, &at)
        for d in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            first_order(d, i, at.load + i * LOAD, &at, out)
