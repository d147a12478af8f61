# Second partial derivatives of forward dynamics: FDSVA-SO, [Singh, (46)-(49)], from those of
# inverse dynamics. Included after subtrees.pxi, ltdl.pxi, panels.pxi, outer.pxi and
# inner.pxi. Plain twin: fdsva_so_twin.py. With
# T^x_ijk = sum_m dH_im/dq_j da_m/dx_k:
#
#   H d2a/dq dq = -(d2tau/dq dq + T^q + T^q transposed)    (46)
#   H d2a/dv dv = -d2tau/dv dv                             (47)
#   H d2a/dq dv = -(d2tau/dq dv + T^v)                     (48), (49)
#   H d2a/dtau dq = -T^tau transposed
#
# The parentheses are the inner terms, what H^-1 makes of them the outer ones.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/dynamics/matrices/ltdl.pxi"
include "lieref/partials/fdsva_so/panels.pxi"
include "lieref/partials/fdsva_so/outer.pxi"
include "lieref/partials/fdsva_so/inner.pxi"

from cpython.pycapsule cimport PyCapsule_New


cdef inline void add_both(const real* T, real* to, int nv) noexcept nogil:
    """to += T + T transposed"""
    cdef int j, k
    for j in range(nv):
        to[j * nv + j] += 2 * T[j * nv + j]
        for k in range(j):
            to[j * nv + k] += T[j * nv + k] + T[k * nv + j]
            to[k * nv + j] += T[j * nv + k] + T[k * nv + j]


cdef inline void transpose(real* T, int nv) noexcept nogil:
    cdef int j, k
    cdef real x
    for j in range(nv):
        for k in range(j):
            x = T[j * nv + k]
            T[j * nv + k] = T[k * nv + j]
            T[k * nv + j] = x


cdef inline void mirror(const Tree* tree, real* X, int nv) noexcept nogil:
    """X_kj = X_jk where k is of a later joint than j"""
    cdef int j, k
    for j in range(nv):
        for k in range(tree.last[j] + 1, nv):
            X[k * nv + j] = X[j * nv + k]


cdef void run_inner(Model model, Call* call) noexcept nogil:
    """The inner terms, in the places of the results; `first` and `along` hold da/dx."""
    cdef int i
    cdef int nv = model.nv
    cdef Tree tree
    cdef size_t slice = <size_t> nv * nv
    cdef real* T = <real*> call.dtau_dq
    cdef real* qq = <real*> call.dq_dq
    cdef real* free = tree_at(model, <real*> call.workspace, &tree)
    if call.inner == INNER_IDFOZA:
        free = move_tree(model, <const real*> call.q, &tree, free)
    products(model, call, &tree, 0, False, T, free)
    for i in range(nv):
        add_both(T + i * slice, qq + i * slice, nv)
    products(model, call, &tree, 1, True, <real*> call.dq_dv, free)
    products(model, call, &tree, 2, False, T, free)
    for i in range(nv):
        transpose(T + i * slice, nv)


cdef inline real* prepare(Model model, Call* call, Tree* tree) noexcept nogil:
    """What solving needs; the memory behind it, NULL if something is singular."""
    cdef real* free = tree_at(model, <real*> call.workspace, tree)
    if call.outer == OUTER_AZA:
        return articulate(model, <const real*> call.q, tree, free, &call.lost)
    return factorise(model, <const real*> call.H, tree, free, &call.lost)


cdef void run_first(Model model, Call* call) noexcept nogil:
    """`first` becomes da/dx: H da/dx = -dtau/dx, H da/dtau = 1    (45)"""
    cdef Tree tree
    cdef real* free = prepare(model, call, &tree)
    if free != NULL:
        solve_rows(model, call.outer, &tree, <real*> call.first, 3 * model.nv, 3 * model.nv, free)


cdef void run_outer(Model model, Call* call) noexcept nogil:
    """-H^-1 of the inner terms, in their places."""
    cdef int i, j, first
    cdef int nv = model.nv
    cdef size_t slice = <size_t> nv * nv
    cdef Tree tree
    cdef real* qq = <real*> call.dq_dq
    cdef real* vv = <real*> call.dv_dv
    cdef real* free = prepare(model, call, &tree)
    if free == NULL:
        return
    solve_rows(model, call.outer, &tree, <real*> call.dq_dv, slice, slice, free)
    solve_rows(model, call.outer, &tree, <real*> call.dtau_dq, slice, slice, free)
    if nv <= PANEL * LANES:
        solve_rows(model, call.outer, &tree, qq, slice, slice, free)
        solve_rows(model, call.outer, &tree, vv, slice, slice, free)
        return
    # these two are symmetric but for the pairs of one joint
    for j in range(nv):
        first = tree.joint[j]
        solve_rows(model, call.outer, &tree, qq + j * nv + first, slice, nv - first, free)
        solve_rows(model, call.outer, &tree, vv + j * nv + first, slice, nv - first, free)
    for i in range(nv):
        mirror(&tree, qq + i * slice, nv)
        mirror(&tree, vv + i * slice, nv)


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that any of the runs needs."""
    return tree_size(model) + max(inner_size(model), outer_size(model))


RUN_FIRST = PyCapsule_New(<void*> run_first, "lieref.fdsva_so_run", NULL)
RUN_INNER = PyCapsule_New(<void*> run_inner, "lieref.fdsva_so_run", NULL)
RUN_OUTER = PyCapsule_New(<void*> run_outer, "lieref.fdsva_so_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.fdsva_so_workspace", NULL)
