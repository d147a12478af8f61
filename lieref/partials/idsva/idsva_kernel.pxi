# First partial derivatives of inverse dynamics: IDSVA, [Singh, (12), (13)], from the tips to the
# root. Symbols: subtrees.pxi, force_partials.pxi. Plain twin: idsva_twin.py.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/partials/idsva/force_partials.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/partials/idsva/joint_physics_partials.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.calls cimport PartialsCall as Call

# size of an array of five results of as many lanes as there may be
cdef enum:
    FOUND = 20


cdef inline void own_entries(int iv, int count, const real* columns, int c, const ForcePartials* p,
                             int nv, const Call* call) noexcept nogil:
    """Forces of the joint itself: t . dF_dq_joint, t . dF_dv, t . dF_da for its columns t"""
    cdef int t, at
    cdef real inertia
    cdef const real* s
    for t in range(count):
        s = columns + t * COLUMN + S
        at = (iv + t) * nv + iv + c
        (<real*> call.dq)[at] = dot6(s, p.dF_dq_joint)
        (<real*> call.dv)[at] = dot6(s, p.dF_dv)
        if t <= c:
            inertia = dot6(s, p.dF_da)
            (<real*> call.da)[at] = inertia
            (<real*> call.da)[(iv + c) * nv + iv + t] = inertia


cdef inline void path_entries(const Path* path, int count, int at, const ForcePartials* p, int nv,
                              const Call* call) noexcept nogil:
    """Entries of coordinate `at` with those of the joints before it, in slots below count

    t . dF_dq, t . dF_dv, t . dF_da in its column; in its row, where t moves the whole subtree,
    Bt_s . psi_d + dF_da . psi_dd and Bt_s . t + dF_da . (psi_d + s_d)
    """
    cdef int b, m, k, slot, t
    cdef int L = path.stride
    cdef lane by_q, by_v, by_a, row_q, row_v, s
    cdef real[FOUND] found
    cdef const real* row
    cdef real* dq = <real*> call.dq
    cdef real* dv = <real*> call.dv
    cdef real* da = <real*> call.da
    for b in range((count + LANES - 1) // LANES):
        m = b * LANES
        row = path.rows + m
        s = load(row)
        by_q = p.dF_dq[0] * s
        by_v = p.dF_dv[0] * s
        by_a = p.dF_da[0] * s
        row_v = p.Bt_s[0] * s
        for k in range(1, 6):
            s = load(row + k * L)
            by_q = by_q + p.dF_dq[k] * s
            by_v = by_v + p.dF_dv[k] * s
            by_a = by_a + p.dF_da[k] * s
            if k < 3:
                row_v = row_v + p.Bt_s[k] * s
        row_q = p.Bt_s[0] * load(row + PSI_D * L)
        for k in range(1, 3):
            row_q = row_q + p.Bt_s[k] * load(row + (PSI_D + k) * L)
        for k in range(6):
            row_q = row_q + p.dF_da[k] * load(row + (PSI_DD + k) * L)
            row_v = row_v + p.dF_da[k] * load(row + (SUM_D + k) * L)
        store(found, by_q)
        store(found + LANES, by_v)
        store(found + 2 * LANES, by_a)
        store(found + 3 * LANES, row_q)
        store(found + 4 * LANES, row_v)
        for slot in range(min(count - m, <int> LANES)):
            t = path.coordinate[m + slot]
            dq[t * nv + at] = found[slot]
            dv[t * nv + at] = found[LANES + slot]
            da[t * nv + at] = found[2 * LANES + slot]
            da[at * nv + t] = found[2 * LANES + slot]
            dq[at * nv + t] = found[3 * LANES + slot]
            dv[at * nv + t] = found[4 * LANES + slot]


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs."""
    return sweep_size(model) + path_size(model, COLUMN)


cdef void run(Model model, const Call* call) noexcept nogil:
    """The three matrices, zeroed before; every pointer valid, every number finite."""
    cdef int i, c, iv, count
    cdef ForcePartials p
    cdef const real* columns
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    cdef Path path = path_at(model, memory + sweep_size(model), COLUMN)
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a,
          <const real*> call.wrenches, &at)
    for i in range(model.nbodies - 1, -1, -1):
        iv = model.iv[i]
        count = width(model.kind[i])
        columns = at.columns + iv * COLUMN
        if model.parent[i] >= 0:
            enter(model, model.parent[i], at.columns, COLUMN, &path)
        for c in range(count):
            find_force_partials(at.bodies + i * BLOCK, columns + c * COLUMN, &p)
            own_entries(iv, count, columns, c, &p, model.nv, call)
            path_entries(&path, path.start[i], iv + c, &p, model.nv, call)
        add_to_parent(model, i, &at)
    if model.physics != NULL:
        add_joint_partials(model, <const real*> call.v, <real*> call.dq, <real*> call.dv,
                           <real*> call.da)


RUN = PyCapsule_New(<void*> run, "lieref.partials_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)
