# Joint physics in inverse dynamics. Included after joint_physics.pxi, before a run.

from lieref.dynamics.shared.calls cimport InverseCall

ctypedef void (*Torques)(Model, const InverseCall*) noexcept nogil


cdef void add_joint_torques(Model model, const InverseCall* call) noexcept nogil:
    """tau (r + 1, nv) += the torques of the joints themselves"""
    cdef int k, c
    cdef const real* q = <const real*> call.q
    cdef const real* v = <const real*> call.v
    cdef real* tau = <real*> call.tau
    for k in range(call.r + 1):
        for c in range(model.nv):
            tau[k * model.nv + c] = tau[k * model.nv + c] + joint_torque(
                model, q, v, v + model.nv, c, k)
