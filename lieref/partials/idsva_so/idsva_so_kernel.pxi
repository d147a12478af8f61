# Second partial derivatives of inverse dynamics: IDSVA-SO, [Singh, Algorithm 1], from the tips to
# the root. Included after scatter.pxi. Plain twin: idsva_twin.py.
#
# Entries are found for a run of coordinates p at once, slot x by slot x of the last one's path, so
# that what lies in memory side by side is written together: rows of entries with all slots y, and
# pieces of a cache line with the coordinates of the run.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/algebra/series/lane_vectors.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/partials/idsva/joint_physics_partials.pxi"
include "lieref/partials/idsva_so/temporaries.pxi"
include "lieref/partials/idsva_so/entries.pxi"
include "lieref/partials/idsva_so/scatter.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.idsva_so.inverse_dynamics_second_partials cimport Call


cdef inline int run_start(Model model, int last) noexcept nogil:
    """The first body of a run that ends at `last`: each one is the parent of the next."""
    cdef int i = last
    cdef int count = width(model.kind[i])
    while i > 0 and model.parent[i] == i - 1 and (
            count + width(model.kind[i - 1]) <= RUN_LENGTH):
        i -= 1
        count += width(model.kind[i])
    return i


cdef inline void start_run(Model model, int last, const real* columns, Run* run) noexcept nogil:
    """An empty run and the path that ends at body `last`"""
    cdef int y
    cdef const int* coordinate = run.path.coordinate
    enter(model, last, columns, COLUMN, &run.path)
    run.count = 0
    run.until[run.path.length - 1] = run.path.length
    for y in range(run.path.length - 2, -1, -1):
        run.until[y] = run.until[y + 1] if coordinate[y + 1] == coordinate[y] + 1 else y + 1


cdef inline void find_A6(const real* block, const real* columns, int c,
                         RunColumn* p) noexcept nogil:
    """A_6 t = s x* (I t) + t x* (I s) for the columns t of p's own joint"""
    cdef int k
    cdef real[6] momentum, own
    cdef const real* s = columns + c * COLUMN + S
    cdef const real* t
    times_inertia(block, s, own)
    for k in range(p.end - p.start):
        t = columns + k * COLUMN + S
        times_inertia(block, t, momentum)
        clear(p.A6 + 6 * k, 6)
        add_force_cross(s, momentum, p.A6 + 6 * k)
        add_force_cross(t, own, p.A6 + 6 * k)


cdef inline void own_joint_vv(const real* s, int step, const RunColumn* p, int L) noexcept nogil:
    """x . A_6 t for the columns t of p's own joint, instead of x . B_s t"""
    cdef int c, k
    cdef real total
    for c in range(p.end - p.start):
        total = 0
        for k in range(6):
            total += s[k * step] * p.A6[6 * c + k]
        p.rows[R_VV * L + p.start + c] = total


cdef inline void add_column(Model model, int i, int c, const Sweep* at, Run* run) noexcept nogil:
    """Coordinate c of body i is added to the run; entries with its own joint are found."""
    cdef int x
    cdef int L = run.stride
    cdef const real* block = at.bodies + <size_t> i * BLOCK
    cdef const real* columns = at.columns + <size_t> model.iv[i] * COLUMN
    cdef Temporaries temporaries
    cdef RunColumn* p = &run.columns[run.count]
    run.count += 1
    p.index = model.iv[i] + c
    p.start = run.path.start[i]
    p.end = p.start + width(model.kind[i])
    find_temporaries(block, columns + c * COLUMN, &temporaries)
    tabulate(&temporaries, &run.path, p.end, L, p.table)
    for x in range(p.start, p.end):
        products_of_slot(run.path.rows + x, run.path.stride, p, p.table + A3_PSI * L,
                         p.table + BS_PSI * L, 0, p.end, L)
        products_of_force(p, x, p.end, run)
        scatter_force(p, x, p.start, p.end, run)
    # s . A_1 s = 0
    run.dv_dv[(p.index * run.nv + p.index) * run.nv + p.index] = 0
    if p.end - p.start > 1:
        find_A6(block, columns, c, p)


cdef inline void entries_of_slot(int x, int start, int end, Run* run) noexcept nogil:
    """All entries of slot x, of a joint from slot `start` to `end`, with the run and its path"""
    cdef int k = 0
    cdef int L = run.stride
    cdef int step = run.path.stride
    cdef const real* s = run.path.rows + x
    cdef RunColumn* p
    while k < run.count and run.columns[k].start > x:
        p = &run.columns[k]
        products_of_slot(s, step, p, p.table + A3_PSI * L, p.table + BS_PSI * L, 0, end, L)
        products_of_slot(s, step, p, p.table + U3 * L, p.table + U6 * L,
                         end, p.end, L)
        if p.end - p.start > 1:
            own_joint_vv(s, step, p, L)
        scatter_first(p, x, end, run)
        products_of_force(p, x, end, run)
        scatter_force(p, x, start, end, run)
        k += 1
    scatter_last(k, x, run)


cdef inline size_t run_slots(Model model) noexcept nogil:
    """Slots of a longest path, and LANES more: rows are written from any slot on."""
    return (<size_t> model.nv + 7) // 8 * 8 + LANES


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs."""
    return (sweep_size(model) + path_size(model, COLUMN)
            + run_slots(model) * (min(RUN_LENGTH, model.nv) * (TABLE + ROWS) + 3))


cdef inline void prepare(Model model, const Call* call, real* memory, Run* run) noexcept nogil:
    """Memory of the path, the tables and the rows; the results"""
    cdef int k
    run.path = path_at(model, memory, COLUMN)
    memory += path_size(model, COLUMN)
    run.until = <int*> memory
    run.stride = run.path.stride + LANES
    run.force_qq = memory + run_slots(model)
    run.force_qv = run.force_qq + run.stride
    memory = run.force_qv + run.stride
    for k in range(min(RUN_LENGTH, model.nv)):
        run.columns[k].table = memory
        run.columns[k].rows = memory + TABLE * run.stride
        memory += (TABLE + ROWS) * run.stride
    run.nv = model.nv
    run.dq_dq = <real*> call.dq_dq
    run.dv_dv = <real*> call.dv_dv
    run.dq_dv = <real*> call.dq_dv
    run.da_dq = <real*> call.da_dq


cdef void run(Model model, const Call* call) noexcept nogil:
    """The four tensors, zeroed before; every pointer valid, every number finite."""
    cdef int i, c, first, x, start, end
    cdef int last = model.nbodies - 1
    cdef Run now
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    prepare(model, call, memory + sweep_size(model), &now)
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a,
          <const real*> call.wrenches, &at)
    while last >= 0:
        first = run_start(model, last)
        start_run(model, last, at.columns, &now)
        for i in range(last, first - 1, -1):
            for c in range(width(model.kind[i]) - 1, -1, -1):
                add_column(model, i, c, &at, &now)
            add_to_parent(model, i, &at)
        i = model.parent[last]
        while i >= 0:
            start = now.path.start[i]
            end = start + width(model.kind[i])
            for x in range(start, end):
                entries_of_slot(x, start, end, &now)
            i = model.parent[i]
        last = first - 1
    if model.physics != NULL:
        for c in range(model.nv):
            (<real*> call.dv_dv)[(<size_t> c * model.nv + c) * model.nv + c] += friction_slope(
                model.physics + c, (<const real*> call.v)[c], True)


RUN = PyCapsule_New(<void*> run, "lieref.second_partials_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.second_partials_workspace", NULL)
