"""Regressor, its partials, virtual joints and the partials of the centroidal momentum for Cython
elsewhere: fill a Call, run it without the GIL."""

from lieref.model.model cimport Model

# One call: memory of doubles, nothing is checked. Everything is for base = "body".
cdef struct Call:
    const void* q               # (nq,)
    const void* v               # (nv,)
    const void* a               # (nv,)
    const void* wrenches        # (nbodies, 6) in body axes, or NULL; virtual joints alone
    void* regressor             # (nv, 10 nbodies), zeroed, written where the tree's pattern is
    void* dq                    # (nv, 6 nbodies) of virtual joints, (nv, 10 count, nv) of the
    void* dv                    # regressor, zeroed likewise; (6, nv) of the momentum's rate
    void* da
    void* moved                 # (6, nv) of the momentum, by q
    void* torques               # (6 nbodies,) of virtual joints
    int count                   # bodies of the regressor's partials, and their numbers
    const int* bodies
    void* workspace             # the scalars that the kernel's own workspace function counts

cdef size_t regressor_workspace_size(Model model) noexcept nogil
cdef void run_regressor(Model model, const Call* call) noexcept nogil
cdef size_t regressor_partials_workspace_size(Model model) noexcept nogil
cdef void run_regressor_partials(Model model, const Call* call) noexcept nogil
cdef size_t virtual_joints_workspace_size(Model model) noexcept nogil
cdef void run_virtual_joints(Model model, const Call* call) noexcept nogil
cdef size_t centroidal_workspace_size(Model model) noexcept nogil
cdef void run_centroidal(Model model, const Call* call) noexcept nogil
