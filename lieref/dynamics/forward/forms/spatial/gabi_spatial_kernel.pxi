# The passes of [Ali, Algorithms 3 and 4] in order, and the module's entry points: capsules of `run`
# and `workspace`. Places: blocks of the bodies as in h_grne_spatial.pxi, the world's behind them,
# then scratch, joints of several degrees, applied wrenches, poses, fixed numbers of the bodies.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/kinematics/forward/joint_pose.pxi"
include "lieref/kinematics/forward/poses.pxi"
include "lieref/algebra/series/convolutions.pxi"
include "lieref/kinematics/forward/forward_kinematics.pxi"
include "lieref/algebra/series/lane_vectors.pxi"
include "lieref/dynamics/inverse/forms/spatial/h_grne_spatial.pxi"
include "lieref/dynamics/inverse/forms/spatial/h_grne_spatial_applied.pxi"
include "lieref/dynamics/shared/joint_physics.pxi"
include "lieref/dynamics/forward/forms/column_elimination.pxi"
include "lieref/dynamics/forward/forms/inertia_shifts.pxi"
include "lieref/dynamics/forward/forms/spatial/h_gabi_spatial.pxi"
include "lieref/dynamics/forward/forms/spatial/h_gabi_spatial_orders.pxi"

from cpython.pycapsule cimport PyCapsule_New

# Series of scratch for the subspace of a base.
cdef enum:
    BASE_SCRATCH = 3


cdef size_t several(Model model) noexcept nogil:
    """Number of spherical and free joints."""
    cdef size_t count = 0
    cdef int i
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            count += 1
    return count


cdef size_t workspace(Model model, int r, bint inertial_wrenches) noexcept nogil:
    """Number of reals that `run` needs at order r, whatever the wrenches."""
    cdef size_t bodies = model.nbodies
    cdef size_t size = ((bodies + 1) * BLOCK + BASE_SCRATCH + several(model) * MULTI
                        + bodies * APPLIED_SCRATCH)
    return size * (r + 2) + bodies * (POSES + FIXED)


# Where the parts of the workspace begin.
cdef struct Parts:
    Pass at
    real* applied       # (nbodies, APPLIED_SCRATCH) series
    real* fixed         # (nbodies, FIXED)


cdef inline Parts parts(Model model, const Call* call) noexcept nogil:
    cdef Parts its
    cdef size_t bodies = model.nbodies
    its.at.n = 1
    its.at.blocks = call.r + 2
    its.at.W = call.r + 2
    its.at.size = BLOCK
    its.at.body = <real*> call.workspace
    its.at.scratch = its.at.body + (bodies + 1) * BLOCK * its.at.W
    its.at.multi = its.at.scratch + BASE_SCRATCH * its.at.W
    its.applied = its.at.multi + several(model) * MULTI * its.at.W
    its.at.pose = its.applied + bodies * APPLIED_SCRATCH * its.at.W
    its.fixed = its.at.pose + bodies * POSES
    return its


cdef inline Joint joint(Model model, const Call* call, const Parts* its, int i,
                        real* multi) noexcept nogil:
    """Body i and its joint; multi: the block of a joint of several degrees."""
    cdef Joint j = joint_of(model, call, i, its.fixed)
    j.block = its.at.body + <size_t> i * BLOCK * its.at.W
    j.multi = multi
    return j


cdef inline real* of_parent(Model model, const Parts* its, int i) noexcept nogil:
    """Fixed numbers of body i's parent; NULL for the world."""
    return its.fixed + <size_t> model.parent[i] * FIXED if model.parent[i] >= 0 else NULL


cdef inline const real* place(const Parts* its, int i) noexcept nogil:
    """x of body i"""
    return its.at.pose + <size_t> i * POSES + C + 9


cdef inline void lever(Model model, const Parts* its, int i, real* d) noexcept nogil:
    """x of body i from its parent's; of a root from the shifted frame's origin."""
    cdef int c
    for c in range(3):
        d[c] = place(its, i)[c]
        if model.parent[i] >= 0:
            d[c] = d[c] - place(its, model.parent[i])[c]


cdef int articulated_inertias(Model model, const Call* call, Parts* its) noexcept nogil:
    """M, T, U and D of every joint; -1, or the body whose joint has no pivot."""
    cdef int i
    cdef int W = its.at.W
    cdef real* multi = its.at.multi
    cdef real* pose
    cdef real[3] d
    cdef Joint j
    for i in range(model.nbodies):
        j = joint(model, call, its, i, multi)
        pose = its.at.pose + <size_t> i * POSES
        own_inertia(&model.rigid[i], pose, j.block, &its.at)
        body_inertia(&model.rigid[i], pose + C, &j, W)
        clear(j.fixed + NOISE, 36)
        columns(&j, place(its, i), W)
        if j.kind >= SPHERICAL:
            multi += MULTI * W
    for i in range(model.nbodies - 1, -1, -1):
        if model.kind[i] >= SPHERICAL:
            multi -= MULTI * W
        j = joint(model, call, its, i, multi)
        lever(model, its, i, d)
        if not articulate(&j, d, of_parent(model, its, i)):
            return i
    return -1


cdef void applied_order(Model model, const Call* call, Parts* its, const Joint* j, int i,
                        int k) noexcept nogil:
    """W^A -= W_app   [Ali, Alg. 3]"""
    cdef int c
    cdef int W = its.at.W
    cdef const real* pose = its.at.pose + <size_t> i * POSES
    cdef real* series = its.applied + <size_t> i * APPLIED_SCRATCH * W
    if k == 0:
        for c in range(6):
            taylor_series(<const real*> call.wrenches + 6 * i + c, 6 * model.nbodies,
                          series + (GIVEN + c) * W, call.r + 1)
    if call.inertial_wrenches:
        inertial_axes_order(pose, j.block + V * W, series, k, W)
    else:
        body_axes_order(pose, j.block + V * W, series, k, W)
    for c in range(6):
        j.fixed[BIAS_WRENCH + c] -= series[(APPLIED + c) * W + k]


cdef void biases(Model model, const Call* call, Parts* its, int k) noexcept nogil:
    """Subspaces and inertias of order k + 1, bias wrench and bias acceleration of every body."""
    cdef int i
    cdef param mass
    cdef real* multi = its.at.multi
    cdef const real* vdot = <const real*> call.vdot + <size_t> k * model.nv
    cdef Joint j
    for i in range(model.nbodies):
        j = joint(model, call, its, i, multi)
        mass = model.rigid[i].m
        extend_subspace(&j, its.at.pose + <size_t> i * POSES, k, &its.at)
        extend_inertia(&j, k, &its.at)
        bias_wrench(mass, model.g, &j, k, &its.at)
        if call.wrenches != NULL:
            applied_order(model, call, its, &j, i, k)
        add_moment(-1, place(its, i), j.fixed + BIAS_WRENCH + 3, j.fixed + BIAS_WRENCH)
        bias_acceleration(&j, place(its, i), vdot + j.iv, k, &its.at)
        if j.kind >= SPHERICAL:
            multi += MULTI * its.at.W


cdef void tip_to_base(Model model, const Call* call, Parts* its, int k) noexcept nogil:
    """Bias wrenches are transmitted to the parents."""
    cdef int i
    cdef size_t row = <size_t> k * model.nv
    cdef real* multi = its.at.multi + several(model) * MULTI * its.at.W
    cdef const real* tau = <const real*> call.tau + row
    cdef const real* tau_ext = <const real*> call.tau_ext
    cdef real[6] left
    cdef real[3] d
    cdef real* parent
    cdef Joint j
    for i in range(model.nbodies - 1, -1, -1):
        if model.kind[i] >= SPHERICAL:
            multi -= MULTI * its.at.W
        j = joint(model, call, its, i, multi)
        torques_left(&j, tau + j.iv, tau_ext + row + j.iv if tau_ext != NULL else NULL, k,
                     its.at.W, left)
        if j.physics != NULL:
            keep_joint_torques(model, call, &j, k, left)
        resist(&j, left)
        parent = of_parent(model, its, i)
        if parent != NULL:
            lever(model, its, i, d)
            add_scaled(1, j.fixed + PARENT_BIAS, parent + BIAS_WRENCH)
            add_moment(1, d, j.fixed + PARENT_BIAS + 3, parent + BIAS_WRENCH)


cdef void base_to_tip_order(Model model, const Call* call, Parts* its, int k) noexcept nogil:
    """Accelerations of joints and bodies, generalized forces where the motion is prescribed."""
    cdef int i, c
    cdef int W = its.at.W
    cdef size_t row = <size_t> k * model.nv
    cdef real* multi = its.at.multi
    cdef real* vdot
    cdef real* tau
    cdef real* parent
    cdef real[6] found
    cdef real[3] d
    cdef Joint j
    for i in range(model.nbodies):
        j = joint(model, call, its, i, multi)
        parent = of_parent(model, its, i)
        vdot = <real*> call.vdot + row + j.iv
        tau = <real*> call.tau + row + j.iv
        if parent == NULL:
            clear(j.fixed + ACCELERATION, 6)
        else:
            lever(model, its, i, d)
            copy(parent + ACCELERATION, j.fixed + ACCELERATION, 6)
            add_moment(-1, d, parent + ACCELERATION, j.fixed + ACCELERATION + 3)
        accelerate(&j, found)
        transmit(&j, place(its, i), k, W)
        for c in range(j.count):
            if given(&j, c):
                found[c] = taylor(vdot[c], k)
                # Q_k = sum_m S_m . W_{k-m}   [Ali, Alg. 4]
                tau[c] = times_factorial(torque_sum(&j, c, 0, k, W), k)
                if call.tau_ext != NULL:
                    tau[c] -= (<const real*> call.tau_ext)[row + j.iv + c]
                if j.physics != NULL:
                    tau[c] += joint_torque(model, <const real*> call.q, <const real*> call.v,
                                           <const real*> call.vdot, j.iv + c, k)
            else:
                vdot[c] = times_factorial(found[c], k)
            (<real*> velocity(&j, c, W))[k + 1] = divided(found[c], k + 1)
        if j.kind >= SPHERICAL:
            multi += MULTI * W


cdef int run(Model model, const Call* call) noexcept nogil:
    """Forward or hybrid dynamics of order call.r; every pointer valid, every number finite.

    -1, or the number of the body with a singular joint.
    """
    cdef int k, singular
    cdef Parts its = parts(model, call)
    base_to_tip(model, call.base, <const real*> call.q, <const real*> call.v, &its.at)
    singular = articulated_inertias(model, call, &its)
    if singular >= 0:
        return singular
    for k in range(call.r + 1):
        biases(model, call, &its, k)
        tip_to_base(model, call, &its, k)
        base_to_tip_order(model, call, &its, k)
    return -1


RUN = PyCapsule_New(<void*> run, "lieref.forward_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.forward_workspace", NULL)
