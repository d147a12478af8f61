# H by composite bodies: its run, and the capsule that holds it. Included after
# composite_bodies.pxi.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/dynamics/matrices/composite_bodies.pxi"

from cpython.pycapsule cimport PyCapsule_New


cdef inline size_t angle_size(Model model) noexcept nogil:
    """Size of an array of one number for each body and one vector more, in whole cache lines."""
    return (<size_t> model.nbodies + 15) // 8 * 8


cdef inline void add_armature(Model model, const Table* table) noexcept nogil:
    """H += diag(armature)"""
    cdef int c
    cdef Py_ssize_t at
    if model.physics == NULL or table.H == NULL:
        return
    for c in range(model.nv):
        at = <Py_ssize_t> c * (model.nv + 1)
        table.H[at] = table.H[at] + model.physics[c].armature


cdef size_t inertia_workspace(Model model, int n) noexcept nogil:
    """Number of reals that H with n coefficients needs."""
    return (<size_t> model.nbodies * BLOCK + SCRATCH_SERIES) * n + 3 * angle_size(model)


cdef inline void composite_passes(Model model, const Call* call, int n) noexcept nogil:
    cdef real* blocks = <real*> call.workspace
    cdef real* scratch = blocks + <size_t> model.nbodies * BLOCK * n
    cdef Table table
    table.H = <real*> call.H
    table.nv = model.nv
    base_to_tip(model, call, blocks, scratch, scratch + SCRATCH_SERIES * n, n)
    tip_to_base(model, call, &table, blocks, scratch, n)
    add_armature(model, &table)


cdef void run_inertia(Model model, const Call* call) noexcept nogil:
    """H, and A and first moments where wanted; every pointer valid, every number finite."""
    # a literal, so that the compiler drops the loops over coefficients
    if call.n == 1:
        composite_passes(model, call, 1)
    else:
        composite_passes(model, call, call.n)


INERTIA = PyCapsule_New(<void*> run_inertia, "lieref.run", NULL)
INERTIA_WORKSPACE = PyCapsule_New(<void*> inertia_workspace, "lieref.inertia_workspace", NULL)
