# The passes of the spatial recursion in order, and the module's entry points, as those of the
# default recursion.

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
include "lieref/dynamics/shared/joint_torques.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.dynamics.shared.calls cimport InverseCall as Call


cdef size_t workspace(Model model, int r, bint attitudes) noexcept nogil:
    """Number of reals that `run` needs at order r; `attitudes` is for the default form."""
    cdef size_t W = LANES * ((r + 1 + LANES) // LANES)
    cdef size_t size = (model.nbodies + 1) * BLOCK + APPLIED_SCRATCH
    cdef int i
    for i in range(model.nbodies):
        if model.kind[i] == SPHERICAL or model.kind[i] == FREE:
            size += MULTI
    return size * W + <size_t> POSES * model.nbodies


cdef inline void tip_to_base(Model model, const Call* call, Pass* at) noexcept nogil:
    """Generalized forces of the joints; wrenches are transmitted to the parents."""
    cdef int i
    cdef int W = at.W
    cdef real* block
    cdef real* multi = at.multi
    for i in range(model.nbodies):
        if model.kind[i] >= SPHERICAL:
            multi += MULTI * W
    for i in range(model.nbodies - 1, -1, -1):
        block = at.body + i * BLOCK * W
        if model.kind[i] >= SPHERICAL:
            multi -= MULTI * W
        joint_torques(model.kind[i], call.base if model.parent[i] < 0 else IN_BODY, block, multi,
                      <real*> call.tau + model.iv[i], model.nv, at)
        if model.parent[i] >= 0:
            to_parent(block, at.body + model.parent[i] * BLOCK * W, at)


cdef void run(Model model, const Call* call) noexcept nogil:
    """Inverse dynamics of order call.r; every pointer valid, every number finite."""
    cdef int i
    cdef Pass at
    cdef real* block
    cdef real* tau = <real*> call.tau
    cdef const real* tau_ext = <const real*> call.tau_ext
    # the twist needs one coefficient more than the generalized force
    at.n = call.r + 2
    at.blocks = (at.n + LANES - 1) // LANES
    at.W = at.blocks * LANES
    at.size = BLOCK
    at.body = <real*> call.workspace
    at.scratch = at.body + (model.nbodies + 1) * BLOCK * at.W
    at.multi = at.scratch + APPLIED_SCRATCH * at.W
    at.pose = at.body + workspace(model, call.r, False) - POSES * model.nbodies
    base_to_tip(model, call.base, <const real*> call.q, <const real*> call.v, &at)
    for i in range(model.nbodies):
        block = at.body + i * BLOCK * at.W
        own_inertia(&model.rigid[i], at.pose + i * POSES, block, &at)
        centre_series(block + V * at.W, block + CENTRE * at.W, block + CENTRE_RATE * at.W, &at)
        inertia_series(block + V * at.W, block + INERTIA * at.W, &at)
        body_wrench(model.rigid[i].m, model.g, block, &at)
        if call.wrenches != NULL:
            applied_wrench(<const real*> call.wrenches + 6 * i, 6 * model.nbodies,
                           call.inertial_wrenches, at.pose + i * POSES, block, &at)
    tip_to_base(model, call, &at)
    if model.physics != NULL:
        (<Torques> apart(<void*> add_joint_torques))(model, call)
    if tau_ext != NULL:
        for i in range((call.r + 1) * model.nv):
            tau[i] -= tau_ext[i]


RUN = PyCapsule_New(<void*> run, "lieref.run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.workspace", NULL)
