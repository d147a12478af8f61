# The default recursion for forward and hybrid dynamics of order r in body frames: H-GABI and
# H-GHYB of [Ali, Alg. 3 and 4] in another representation. Order by order three passes, base_to_tip,
# tip_to_base, accelerations; the module's entry point is a capsule that holds the run function. One
# text for every scalar. Symbols: layout.pxi. Plain twin: forward_dynamics_generic.py.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/forward/default/bodies.pxi"
include "lieref/dynamics/forward/default/applied_wrenches.pxi"
include "lieref/dynamics/forward/default/base_to_tip.pxi"
include "lieref/dynamics/forward/default/tip_to_base.pxi"
include "lieref/dynamics/forward/default/accelerations.pxi"

from cpython.pycapsule cimport PyCapsule_New


cdef inline size_t lines(size_t count) noexcept nogil:
    """Size of an array of so many numbers and one vector more, in whole cache lines."""
    return (count + 15) // 8 * 8


cdef inline int multi_size(int n) noexcept nogil:
    return MULTI * TRIPLE * n + NUMBERS


cdef size_t workspace(Model model, int r, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs at order r."""
    cdef int n = r + 1
    cdef int i
    cdef size_t size = <size_t> (model.nbodies + 1) * block_size(n)
    for i in range(model.nbodies):
        if model.kind[i] != REVOLUTE:
            size += multi_size(n)
        if attitudes:
            size += 3 * TRIPLE * n
    return size + 3 * lines(model.nbodies)


# Bodies that are settled at one order and prepared for the next before the following ones are:
# a few, so that what was settled is still in the nearest cache. Few bodies stay there anyway.
cdef enum:
    CHUNK = 6


cdef inline int passes(Model model, const Call* call, int n, bint acting) noexcept nogil:
    # two copies: the address of `at` is passed to inlined code alone, so that the compiler knows
    # its members where n is a literal
    cdef Pass at, shared
    cdef int i, k, singular, end, chunk
    cdef real* world
    cdef real* solved
    cdef real* moved
    at.n = n
    at.acting = acting
    at.T = TRIPLE * n
    at.size = block_size(n)
    at.more = multi_size(n)
    at.body = <real*> call.workspace
    world = at.body + model.nbodies * at.size
    at.sines = world + at.size
    at.cosines = at.sines + lines(model.nbodies)
    at.attitude = at.cosines + 2 * lines(model.nbodies)
    at.multi = at.attitude
    if call.wrenches != NULL and call.inertial_wrenches:
        at.multi += 3 * model.nbodies * at.T
    shared = at
    # the array of angles stands behind that of the cosines
    for i in range(model.nbodies):
        at.cosines[lines(model.nbodies) + i] = (
            (<const real*> call.q)[model.iq[i]] if model.kind[i] < SPHERICAL else 0)
    sincos_reals(at.cosines + lines(model.nbodies), at.sines, at.cosines, model.nbodies)
    # the world as a parent: it rests, but for a = -g at order 0
    clear_series(world, at.size)
    for i in range(3):
        single(world, ACCELERATION, &at)[TRIPLE + i] = -model.g[i]
    chunk = model.nbodies if model.nbodies <= 2 * CHUNK else CHUNK
    for k in range(n + 1):
        solved = at.multi
        moved = at.multi
        end = 0
        while end < model.nbodies:
            i = end
            end = min(i + chunk, model.nbodies)
            if k > 0:
                solved = solve_pass(model, call, k - 1, i, end, solved, &at, &shared)
            if k < n:
                moved = base_to_tip(model, call, k, i, end, moved, &at, &shared)
        if k == n:
            break
        if k == 1:
            clear(single(world, ACCELERATION, &at), 2 * TRIPLE)
        if call.wrenches != NULL:
            applied_wrenches(model, call, k, &shared)
        singular = tip_to_base(model, call, k, &at, &shared)
        if singular != DONE:
            return singular
    return DONE


ctypedef int (*Run)(Model, const Call*) noexcept nogil


cdef int run_acting(Model model, const Call* call) noexcept nogil:
    """`run` of joints with physics of their own."""
    return passes(model, call, call.r + 1, True)


cdef int run(Model model, const Call* call) noexcept nogil:
    """Forward or hybrid dynamics of order call.r; the body whose joint is singular, else DONE."""
    # literal orders, so that the compiler knows every offset
    cdef int n = call.r + 1
    if model.physics != NULL:
        return (<Run> apart(<void*> run_acting))(model, call)
    if n == 1:
        return passes(model, call, 1, False)
    if UNROLLED and n == 2:
        return passes(model, call, 2, False)
    if UNROLLED and n == 3:
        return passes(model, call, 3, False)
    if UNROLLED and n == 4:
        return passes(model, call, 4, False)
    if UNROLLED and n == 5:
        return passes(model, call, 5, False)
    if UNROLLED and n == 6:
        return passes(model, call, 6, False)
    return passes(model, call, n, False)


RUN = PyCapsule_New(<void*> run, "lieref.forward_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.forward_workspace", NULL)
