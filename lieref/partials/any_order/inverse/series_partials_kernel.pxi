# Partials of inverse dynamics of any order: the passes in their order, and the module's entry
# points. Included after blocks.pxi. Plain twin: series_partials_twin.py.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/kinematics/forward/joint_pose.pxi"
include "lieref/kinematics/forward/poses.pxi"
include "lieref/algebra/series/convolutions.pxi"
include "lieref/kinematics/forward/forward_kinematics.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/partials/any_order/inverse/columns.pxi"
include "lieref/partials/idsva/paths.pxi"
include "lieref/partials/any_order/inverse/entries.pxi"
include "lieref/partials/any_order/inverse/joints.pxi"
include "lieref/partials/any_order/inverse/blocks.pxi"

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from lieref.partials.calls cimport OrderPartialsCall as Call


cdef struct Memory:
    real* v                 # (n, nv) derivatives of the velocity, those of the roots zero
    real* columns           # (nv) blocks
    real* path
    real* force_partials
    double* masses          # (nbodies,) of the subtrees
    int* roots              # (nbodies,)
    real* spin              # scratch of the blocks
    size_t size


cdef inline size_t whole(size_t count) noexcept nogil:
    """In whole cache lines."""
    return (count + 7) // 8 * 8


cdef Memory memory_at(Model model, int r, real* start, Pass* at) noexcept nogil:
    """The layout of scratch memory at `start`, and its size; start may be NULL."""
    cdef Memory to
    cdef int i
    cdef size_t used = 0
    cdef size_t nv = model.nv
    cdef size_t multi = 0
    cdef size_t W
    at.n = r + 1
    at.blocks = (at.n + LANES - 1) // LANES
    at.W = at.blocks * LANES
    at.size = BLOCK
    W = at.W
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            multi += MULTI
    at.body = start
    used += whole((<size_t> model.nbodies + 1) * BLOCK * W)
    at.multi = start + used
    used += whole(multi * W)
    at.pose = start + used
    used += whole(<size_t> POSES * model.nbodies)
    at.scratch = start + used
    used += whole(12 * W)
    to.v = start + used
    used += whole(at.n * nv)
    to.columns = start + used
    used += whole(nv * COLUMN * W)
    to.path = start + used
    used += path_size(model, COLUMN * at.W)
    to.force_partials = start + used
    used += whole(FORCE_PARTIALS * W)
    to.masses = <double*> (start + used)
    used += whole(model.nbodies)
    to.roots = <int*> (start + used)
    used += whole(model.nbodies)
    to.spin = start + used
    used += whole(42 * at.n)
    to.size = used
    return to


cdef size_t workspace(Model model, int r) noexcept nogil:
    """Number of reals that a run needs."""
    cdef Pass at
    return memory_at(model, r, NULL, &at).size


cdef void still_roots(Model model, const real* v, Pass* at, Memory* to) noexcept nogil:
    """The motion for forward kinematics, relative to the roots."""
    cdef int i, k, parent
    copy(v, to.v, at.n * model.nv)
    for i in range(model.nbodies):
        parent = model.parent[i]
        to.roots[i] = to.roots[parent] if parent >= 0 else i
        if parent < 0:
            for k in range(at.n):
                clear(to.v + k * model.nv + model.iv[i], width(model.kind[i]))


cdef inline void ground(Model model, const real* columns, int kind, const real* v, real* world,
                        Pass* at) noexcept nogil:
    """Twist zero and gravity as the root body sees it: fall' = -w x fall, w of the root."""
    cdef int i, c, k
    cdef int W = at.W
    cdef int n = at.n
    cdef real* w = at.scratch
    cdef real* fall = at.scratch + 3 * W
    clear(world, BLOCK * W)
    clear(w, 6 * W)
    for c in range(width(kind)):
        for k in range(n):
            for i in range(3):
                # the columns of a root are constant
                w[i * W + k] = w[i * W + k] + columns[(c * COLUMN + i) * W] * taylor(
                    v[k * model.nv + c], k)
    for i in range(3):
        fall[i * W] = -model.g[i]
    fixed_direction(w, W, fall, W, n)
    for i in range(3):
        copy(fall + i * W, world + (LIFT + 6 + 2 * i) * W, n)


cdef inline void base_to_tip_columns(Model model, const real* v, Pass* at,
                                     Memory* to) noexcept nogil:
    """Columns of every joint; inertia, Coriolis matrix and force of every body alone."""
    cdef int i, c, k, b, kind, parent
    cdef int W = at.W
    cdef real* block
    cdef real* above
    cdef real* root
    cdef real* columns
    cdef real* multi = at.multi
    for i in range(model.nbodies):
        kind = model.kind[i]
        parent = model.parent[i]
        block = at.body + i * BLOCK * W
        root = at.body + to.roots[i] * BLOCK * W
        columns = to.columns + model.iv[i] * COLUMN * W
        clear_series(block + MOTION * W, (BLOCK - MOTION) * W)
        if parent < 0:
            above = at.body + model.nbodies * BLOCK * W
            for c in range(width(kind)):
                read_column(kind, c, block, multi, columns + c * COLUMN * W, W)
            ground(model, columns, kind, v + model.iv[i], above, at)
        else:
            above = at.body + parent * BLOCK * W
            for k in range(6):
                for b in range(at.blocks):
                    store(block + (TWIST + 2 * k) * W + b * LANES,
                          load(block + (V + 2 * k) * W + b * LANES)
                          + load(root + (TWIST + 2 * k) * W + b * LANES))
        move_body(kind, parent < 0, v + model.iv[i], model.nv, above, block, multi, columns, at)
        to.masses[i] = model.links[i].m
        link_inertia(&model.links[i], at.pose + i * POSES, block, W)
        inertia_series(model.links[i].m, block, at)
        own_force(model.links[i].m, block, at)
        if kind >= SPHERICAL:
            multi += MULTI * W


cdef inline void add_subtree(Model model, int i, Pass* at, Memory* to) noexcept nogil:
    """Body i, with all beyond it, becomes part of its parent."""
    cdef int k
    cdef int W = at.W
    cdef const real* block = at.body + (i * BLOCK + COMPOSITE) * W
    cdef real* parent = at.body + (model.parent[i] * BLOCK + COMPOSITE) * W
    to.masses[model.parent[i]] += to.masses[i]
    for k in range((BLOCK - COMPOSITE) * at.blocks):
        add_to(parent, load(block + k * LANES), k)


cdef inline void tip_to_base_entries(Model model, const Slopes* slopes, Pass* at,
                                     Memory* to) noexcept nogil:
    """Entries of A, B, H, while bodies are added to their parents."""
    cdef int i, c, iv, count
    cdef int W = at.W
    cdef int height = COLUMN * W
    cdef const real* columns
    cdef Path path = path_at(model, to.path, height)
    clear(to.force_partials, FORCE_PARTIALS * W)
    for i in range(model.nbodies - 1, -1, -1):
        iv = model.iv[i]
        count = width(model.kind[i])
        columns = to.columns + iv * height
        if model.parent[i] >= 0:
            enter(model, model.parent[i], to.columns, height, &path)
        for c in range(count):
            find_force_partials(to.masses[i], at.body + i * BLOCK * W, columns + c * height,
                                to.force_partials, at)
            own_entries(iv, count, columns, c, to.force_partials, at, slopes)
            path_entries(&path, path.start[i], iv + c, to.force_partials, at, slopes)
        if model.parent[i] >= 0:
            add_subtree(model, i, at, to)


cdef void clear_slopes(const Slopes* at, int n) noexcept nogil:
    """Entries beyond the tree's pattern are zero."""
    cdef int k
    memset(at.dq, 0, n * at.square * sizeof(real))
    for k in range(n):
        memset(at.dv + k * at.rows, 0, 2 * at.square * sizeof(real))


cdef inline void passes(Model model, const Call* call, int n, int blocks) noexcept nogil:
    """All blocks, or the series they are made of; n coefficients of a series in so many lanes."""
    # two copies: the address of `at` is passed to code that is inlined for every n
    cdef Pass at, shared
    cdef Slopes slopes
    cdef const real* v = <const real*> call.v
    cdef Memory to = memory_at(model, n - 1, <real*> call.workspace, &shared)
    at.n = n
    at.blocks = blocks
    at.W = blocks * LANES
    at.size = BLOCK
    at.body = shared.body
    at.multi = shared.multi
    at.pose = shared.pose
    at.scratch = shared.scratch
    slopes.nv = model.nv
    slopes.square = <size_t> model.nv * model.nv
    slopes.rows = (2 if call.series else n + 1) * slopes.square
    slopes.dq = <real*> call.dq
    slopes.dv = <real*> call.dv
    slopes.da = slopes.dv + slopes.square
    clear_slopes(&slopes, n)
    still_roots(model, v, &shared, &to)
    base_to_tip(model, IN_BODY, <const real*> call.q, to.v, &shared)
    base_to_tip_columns(model, v, &at, &to)
    tip_to_base_entries(model, &slopes, &at, &to)
    if model.physics != NULL:
        add_joint_series(model, v, n, &slopes)
    if not call.series:
        write_blocks(model, &slopes, v, n, to.spin)


cdef void run(Model model, const Call* call) noexcept nogil:
    """All blocks of orders up to call.r; every pointer valid, every number finite."""
    cdef int n = call.r + 1
    # literal orders, so that the compiler unrolls the short loops over coefficients
    if UNROLLED and n == 2:
        passes(model, call, 2, (1 + LANES) // LANES)
    elif UNROLLED and n == 3:
        passes(model, call, 3, (2 + LANES) // LANES)
    else:
        passes(model, call, n, (n + LANES - 1) // LANES)


RUN = PyCapsule_New(<void*> run, "lieref.order_partials_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.order_partials_workspace", NULL)
