"""Regressor and virtual joints for Cython elsewhere: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct Call:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6) in body axes, or NULL; the regressor knows none
    void* regressor             # (nv, 10 nbodies), zeroed, written where the tree's pattern is
    void* dq                    # (nv, 6 nbodies), of virtual joints, zeroed likewise
    void* dv
    void* da
    void* torques               # (6 nbodies,) of virtual joints
    void* workspace             # the scalars that the kernel's own workspace function counts

cdef size_t regressor_workspace_size(Model model) noexcept nogil
cdef void run_regressor(Model model, const Call* call) noexcept nogil
cdef size_t virtual_joints_workspace_size(Model model) noexcept nogil
cdef void run_virtual_joints(Model model, const Call* call) noexcept nogil
