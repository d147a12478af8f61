# The passes of forward and hybrid dynamics by hybrid twists in order, and the module's entry
# points: capsules of `run` and `workspace`. Places: blocks of the bodies, the world's behind them,
# fixed numbers.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/kinematics/forward/joint_pose.pxi"
include "lieref/algebra/series/convolutions.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/forward/forms/column_elimination.pxi"
include "lieref/dynamics/forward/forms/inertia_shifts.pxi"
include "lieref/dynamics/forward/forms/hybrid/h_gabi_hybrid.pxi"
include "lieref/dynamics/forward/forms/joint_orders.pxi"

from cpython.pycapsule cimport PyCapsule_New


cdef size_t workspace(Model model, int r, bint inertial_wrenches) noexcept nogil:
    """Number of reals that `run` needs at order r, whatever the wrenches."""
    cdef size_t bodies = model.nbodies
    return (bodies + 1) * BLOCK * (r + 2) + bodies * FIXED


# Where the parts of the workspace begin.
cdef struct Parts:
    int W           # coefficients to a series
    real* body      # (nbodies + 1) blocks; the last is the world
    real* fixed     # (nbodies, FIXED)


cdef inline Parts parts(Model model, const Call* call) noexcept nogil:
    cdef Parts its
    its.W = call.r + 2
    its.body = <real*> call.workspace
    its.fixed = its.body + (<size_t> model.nbodies + 1) * BLOCK * its.W
    return its


cdef inline Joint joint(Model model, const Call* call, const Parts* its, int i) noexcept nogil:
    """Body i and its joint."""
    cdef Joint j = joint_of(model, call, i, its.fixed)
    j.block = its.body + <size_t> i * BLOCK * its.W
    return j


cdef inline real* above(Model model, const Parts* its, int i) noexcept nogil:
    """Block of body i's parent, which may be the world."""
    cdef int parent = model.parent[i] if model.parent[i] >= 0 else model.nbodies
    return its.body + <size_t> parent * BLOCK * its.W


cdef inline real* of_parent(Model model, const Parts* its, int i) noexcept nogil:
    """Fixed numbers of body i's parent; NULL for the world."""
    return its.fixed + <size_t> model.parent[i] * FIXED if model.parent[i] >= 0 else NULL


cdef void begin(Model model, const Call* call, Parts* its) noexcept nogil:
    """Poses, velocities and inertias of now; the world rests, A_0 = (0, -g)."""
    cdef int i, c
    cdef int W = its.W
    cdef real[12] pose
    cdef real* world = its.body + <size_t> model.nbodies * BLOCK * W
    cdef Joint j
    clear(world, BLOCK * W)
    for i in range(3):
        world[(ATTITUDE + 4 * i) * W] = 1
        world[(A + 3 + i) * W] = -model.g[i]
    for i in range(model.nbodies):
        j = joint(model, call, its, i)
        joint_pose(&model.bodies[i], j.kind, <const real*> call.q + model.iq[i], pose, pose + 9)
        place(&j, above(model, its, i), pose, W)
        for c in range(j.count):
            j.block[(RATES + c) * W] = (<const real*> call.v)[j.iv + c]
        inertial_body(&model.links[i], &j, W)
        clear(j.fixed + NOISE, 36)
        columns(&model.bodies[i], &j, W)


cdef int articulated_inertias(Model model, const Call* call, Parts* its) noexcept nogil:
    """M, T, U and D of every joint; -1, or the body whose joint has no pivot."""
    cdef int i
    cdef real[3] l
    cdef Joint j
    for i in range(model.nbodies - 1, -1, -1):
        j = joint(model, call, its, i)
        read_vector(j.block + ARM * its.W, 3, 0, its.W, l)
        if not articulate(&j, l, of_parent(model, its, i)):
            return i
    return -1


cdef void biases(Model model, const Call* call, Parts* its, int k) noexcept nogil:
    """Base to tip: twists of order k, bias acceleration and bias wrench of every body."""
    cdef int i
    cdef int W = its.W
    cdef const real* parent
    cdef Joint j
    for i in range(model.nbodies):
        j = joint(model, call, its, i)
        parent = above(model, its, i)
        twist_order(&model.bodies[i], &model.links[i], &j, parent, k, W)
        spin_order(&model.links[i], &j, k, W)
        bias_acceleration(&j, parent, k, W)
        given_rates(model, call, &model.bodies[i], &j, k, W)
        bias_wrench(&j, k, W)
        if call.wrenches != NULL:
            subtract_applied(
                &model.bodies[i], &j,
                <const real*> call.wrenches + 6 * (<size_t> k * model.nbodies + i),
                call.inertial_wrenches, k, W)


cdef void tip_to_base(Model model, const Call* call, Parts* its, int k) noexcept nogil:
    """Bias wrenches are transmitted to the parents."""
    cdef int i
    cdef real[6] left
    cdef Joint j
    for i in range(model.nbodies - 1, -1, -1):
        j = joint(model, call, its, i)
        torques_left(model, call, &model.bodies[i], &j, k, its.W, left)
        resist(&j, left)
        if model.parent[i] >= 0:
            to_parent(&j, of_parent(model, its, i), k, its.W)


cdef void base_to_tip(Model model, const Call* call, Parts* its, int k) noexcept nogil:
    """Accelerations of joints and bodies, generalized forces where the motion is prescribed."""
    cdef int i
    cdef real[6] found
    cdef Joint j
    for i in range(model.nbodies):
        j = joint(model, call, its, i)
        from_parent(&j, above(model, its, i), k, its.W)
        accelerate(&j, found)
        transmit(&j, k, its.W)
        found_rates(model, call, &model.bodies[i], &j, found, k, its.W)


cdef int run(Model model, const Call* call) noexcept nogil:
    """Forward or hybrid dynamics of order call.r; every pointer valid, every number finite.

    -1, or the number of the body with a singular joint.
    """
    cdef int k, singular
    cdef Parts its = parts(model, call)
    begin(model, call, &its)
    singular = articulated_inertias(model, call, &its)
    if singular >= 0:
        return singular
    for k in range(call.r + 1):
        biases(model, call, &its, k)
        tip_to_base(model, call, &its, k)
        base_to_tip(model, call, &its, k)
    return -1


RUN = PyCapsule_New(<void*> run, "lieref.forward_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.forward_workspace", NULL)
