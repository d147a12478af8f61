"""Second partials of forward dynamics for other people's Cython: fill a Call, run its stages."""

from lieref.model.model cimport Model

cdef enum Inner:
    INNER_DTM = 0
    INNER_IDFOZA = 1

cdef enum Outer:
    OUTER_DTM = 0
    OUTER_AZA = 1

# One call: memory of doubles, nothing is checked. Rows, the first index of everything, are those of
# base = "body"; the other indices may belong to any representation of a base. The tensors are
# indexed in the order of their names.
cdef struct Call:
    int inner                   # Inner
    int outer                   # Outer
    const void* q               # (nq,)
    const void* H               # (nv, nv) joint-space inertia
    const void* dH              # (nv, nv, nv) d2tau_da_dq
    # (nv,) 1 for the coordinates of bases that are represented otherwise: H depends on their moves
    const unsigned char* varies
    void* first                 # (nv, 3 nv): in dtau_dq, dtau_dv, -1, out da_dq, da_dv, da_dtau
    # (nv, 3 nv): `first`, but with accelerations in the components of the body
    const void* along
    void* dq_dq                 # (nv, nv, nv), in: of the forces, out: of the accelerations
    void* dv_dv
    void* dq_dv
    void* dtau_dq               # (nv, nv, nv), zeroed, out
    int lost                    # out: -1, or a singular coordinate
    void* workspace             # workspace(...) doubles, at a cache line

cdef size_t fdsva_so_workspace_size(Model model) noexcept nogil
# `first` becomes da/dx; then the inner terms take the places of the results; then -H^-1 of these
cdef void run_first(Model model, Call* call) noexcept nogil
cdef void run_inner(Model model, Call* call) noexcept nogil
cdef void run_outer(Model model, Call* call) noexcept nogil
