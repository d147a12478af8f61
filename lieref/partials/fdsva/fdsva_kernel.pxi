# First partial derivatives of forward dynamics from those of inverse dynamics: FDSVA,
# [Singh, (45)], da/du = -H^-1 dtau/du, column by column by the factor of H, never by its inverse.
# Included after branch_factor.pxi. Plain twin: fdsva_so_twin.py.
#
# The columns of dtau/dq, dtau/dv and of the unit forces stand in one row, LANES to a lane; a strip
# of STRIPS lanes is copied to scratch and solved at once.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/fdsva/branch_factor.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.calls cimport Solve

cdef enum:
    MATRICES = 3

cdef struct Columns:
    int nv
    real* matrix[MATRICES]
    double sign[MATRICES]       # -1 of changes of the motion, 1 of changes of the forces


cdef inline real* entry(const Columns* columns, int i, int c) noexcept nogil:
    """Row i of column c of the row of matrices."""
    cdef int which = c // columns.nv
    return columns.matrix[which] + <size_t> i * columns.nv + c - which * columns.nv


cdef inline void read_lane(const Columns* columns, int c, real* X, int W) noexcept nogil:
    """Columns c .. c + LANES - 1 to X, W a row; beyond the last column zeros."""
    cdef int i, k
    cdef int nv = columns.nv
    if c % nv + LANES <= nv:
        for i in range(nv):
            store(X + i * W, load(entry(columns, i, c)))
        return
    for k in range(LANES):
        for i in range(nv):
            X[i * W + k] = entry(columns, i, c + k)[0] if c + k < MATRICES * nv else 0


cdef inline void write_lane(const Columns* columns, int c, const real* X, int W) noexcept nogil:
    """Columns c .. c + LANES - 1 from X, with their signs."""
    cdef int i, k
    cdef int nv = columns.nv
    cdef double sign
    if c % nv + LANES <= nv:
        sign = columns.sign[c // nv]
        for i in range(nv):
            store(entry(columns, i, c), sign * load(X + i * W))
        return
    for k in range(min(MATRICES * nv - c, <int> LANES)):
        sign = columns.sign[(c + k) // nv]
        for i in range(nv):
            entry(columns, i, c + k)[0] = sign * X[i * W + k]


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs."""
    return branch_size(model) + <size_t> model.nv * STRIPS * LANES


cdef int run(Model model, const Solve* call) noexcept nogil:
    """da_dq, da_dv from dtau_dq, dtau_dv in their places; -1, or the coordinate of a lost pivot."""
    cdef int i, m, W, lost, first
    cdef int nv = model.nv
    cdef int lanes = (MATRICES * nv + LANES - 1) // LANES
    cdef int count
    cdef real* memory = <real*> call.workspace
    cdef real* X = memory + branch_size(model)
    cdef Branches at = branches_at(model, memory)
    cdef Columns columns
    lost = factorise(<const real*> call.H, &at)
    if lost >= 0:
        return lost
    columns.nv = nv
    columns.matrix = [<real*> call.dq, <real*> call.dv, <real*> call.da_dtau]
    columns.sign = [-1, -1, 1]
    for i in range(nv):
        columns.matrix[2][<size_t> i * (nv + 1)] = 1
    first = 0
    while first < lanes:
        count = min(lanes - first, <int> STRIPS)
        W = count * LANES
        for m in range(count):
            read_lane(&columns, (first + m) * LANES, X + m * LANES, W)
        solve_lanes(&at, X, count)
        for m in range(count):
            write_lane(&columns, (first + m) * LANES, X + m * LANES, W)
        first += count
    return -1


RUN = PyCapsule_New(<void*> run, "lieref.solve_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.partials_workspace", NULL)
