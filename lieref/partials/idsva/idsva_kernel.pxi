# First partial derivatives of inverse dynamics: IDSVA, [Singh, (12), (13)], from the tips to the
# root. Included after subtrees.pxi, effects.pxi, whose symbols these are, and paths.pxi. Plain
# twin: idsva_twin.py.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/partials/idsva/effects.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/partials/idsva/joint_physics_partials.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.calls cimport PartialsCall as Call

# size of an array of five results of as many lanes as there may be
cdef enum:
    FOUND = 20


cdef inline void own_entries(int iv, int count, const real* columns, int c, const Effects* p,
                             int nv, const Call* call) noexcept nogil:
    """Forces of the joint itself: t . own, t . pushed, t . raised for its columns t"""
    cdef int t, at
    cdef real raised
    cdef const real* s
    for t in range(count):
        s = columns + t * COLUMN + S
        at = (iv + t) * nv + iv + c
        (<real*> call.dq)[at] = dot6(s, p.own)
        (<real*> call.dv)[at] = dot6(s, p.pushed)
        if t <= c:
            raised = dot6(s, p.raised)
            (<real*> call.da)[at] = raised
            (<real*> call.da)[(iv + c) * nv + iv + t] = raised


cdef inline void path_entries(const Path* path, int count, int at, const Effects* p, int nv,
                              const Call* call) noexcept nogil:
    """Entries of coordinate `at` with those of the joints before it, in slots below count

    t . turned, t . pushed, t . raised in its column; in its row, where t moves the whole subtree,
    below . psi_d + raised . psi_dd and below . t + raised . (psi_d + s_d)
    """
    cdef int b, m, k, slot, t
    cdef int L = path.stride
    cdef lane turned, pushed, raised, moved, swept, s
    cdef real[FOUND] found
    cdef const real* row
    cdef real* dq = <real*> call.dq
    cdef real* dv = <real*> call.dv
    cdef real* da = <real*> call.da
    for b in range((count + LANES - 1) // LANES):
        m = b * LANES
        row = path.rows + m
        s = load(row)
        turned = p.turned[0] * s
        pushed = p.pushed[0] * s
        raised = p.raised[0] * s
        swept = p.below[0] * s
        for k in range(1, 6):
            s = load(row + k * L)
            turned = turned + p.turned[k] * s
            pushed = pushed + p.pushed[k] * s
            raised = raised + p.raised[k] * s
            if k < 3:
                swept = swept + p.below[k] * s
        moved = p.below[0] * load(row + PSI_D * L)
        for k in range(1, 3):
            moved = moved + p.below[k] * load(row + (PSI_D + k) * L)
        for k in range(6):
            moved = moved + p.raised[k] * load(row + (PSI_DD + k) * L)
            swept = swept + p.raised[k] * load(row + (SUM_D + k) * L)
        store(found, turned)
        store(found + LANES, pushed)
        store(found + 2 * LANES, raised)
        store(found + 3 * LANES, moved)
        store(found + 4 * LANES, swept)
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
    return sweep_places(model) + path_places(model, COLUMN)


cdef void run(Model model, const Call* call) noexcept nogil:
    """The three matrices, zeroed before; every pointer valid, every number finite."""
    cdef int i, c, iv, count
    cdef Effects p
    cdef const real* columns
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    cdef Path path = path_at(model, memory + sweep_places(model), COLUMN)
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a,
          <const real*> call.wrenches, &at)
    for i in range(model.nbodies - 1, -1, -1):
        iv = model.iv[i]
        count = width(model.kind[i])
        columns = at.columns + iv * COLUMN
        if model.parent[i] >= 0:
            enter(model, model.parent[i], at.columns, COLUMN, &path)
        for c in range(count):
            find_effects(at.bodies + i * BLOCK, columns + c * COLUMN, &p)
            own_entries(iv, count, columns, c, &p, model.nv, call)
            path_entries(&path, path.start[i], iv + c, &p, model.nv, call)
        add_to_parent(model, i, &at)
    if model.physics != NULL:
        add_joint_partials(model, <const real*> call.v, <real*> call.dq, <real*> call.dv,
                           <real*> call.da)


RUN = PyCapsule_New(<void*> run, "lieref.partials_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)
