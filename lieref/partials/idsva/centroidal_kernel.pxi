# First partials of the momentum of all bodies about their center of mass, and of its rate, which
# is the force across no joint: force_partials.pxi of the world. Plain twin: centroidal_twin.py.
#
# About the origin o of a tree, h the momentum of a subtree and f its rate, without gravity:
#   dh/dq   s x* h + I psi_d,   dh/dv = df/da   I s = dF_da
#   df/dq   dF_dq,              df/dv           dF_dv
# About the center of mass c of all, p and p' the linear momentum of all and its rate:
#   dh + (o - c) x dp - dc x p,  df + (o - c) x dp' - dc x p',  dc/dq = (dp/dv) / m, dc/dv = 0

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/force_partials.pxi"

from cpython.pycapsule cimport PyCapsule_New
from libc.string cimport memset

from lieref.partials.sensitivities cimport Call


cdef struct Sums:
    real mass
    real[3] origin          # of the first tree, inertial frame
    real[3] center          # of mass, seen from there
    real[3] p
    real[3] p_rate


cdef inline void tree_origin(Model model, int i, const real* q, const Sweep* at,
                             real* out) noexcept nogil:
    """Where the origin of the root body i is, inertial frame"""
    cdef real[BLOCK] block
    pose_of_body(&model.bodies[i], model.kind[i], False, q + model.iq[i], at.sines[i],
                 at.cosines[i], at.bodies + model.nbodies * BLOCK, block)
    copy(block + ORIGIN, out, 3)


cdef inline void add_tree(Model model, int i, const real* q, const Sweep* at, real* lever,
                          Sums* all_trees) noexcept nogil:
    """The tree of root i to the sums; its lever is its origin seen from that of the first tree."""
    cdef int k
    cdef const real* block = at.bodies + i * BLOCK
    tree_origin(model, i, q, at, lever)
    if i == 0:
        copy(lever, all_trees.origin, 3)
    for k in range(3):
        lever[k] = lever[k] - all_trees.origin[k]
        all_trees.center[k] += block[FIRST + k] + block[<int> MASS] * lever[k]
        all_trees.p[k] += block[MOMENTUM + k] / 2
        all_trees.p_rate[k] += block[FORCE + 3 + k]
    all_trees.mass += block[<int> MASS]


cdef inline void write_column(const real* column, int j, int nv, void* out) noexcept nogil:
    """Column j of a matrix (6, nv)"""
    cdef int k
    for k in range(6):
        (<real*> out)[k * nv + j] = column[k]


cdef inline void momentum_effects(const real* block, const real* spin, const real* s, int j,
                                  int nv, const Call* call) noexcept nogil:
    """Column j of the four matrices, about the origin of its tree; spin: angular part of h"""
    cdef int k
    cdef ForcePartials p
    cdef real[6] h, moved
    find_force_partials(block, s, &p)
    copy(spin, h, 3)
    for k in range(3):
        h[3 + k] = block[MOMENTUM + k] / 2
    times_inertia(block, s + PSI_D, moved)
    add_force_cross(s, h, moved)
    write_column(moved, j, nv, call.moved)
    write_column(p.dF_dq, j, nv, call.dq)
    write_column(p.dF_dv, j, nv, call.dv)
    write_column(p.dF_da, j, nv, call.da)


cdef inline void about_center(int j, int nv, const real* arm, const Sums* of,
                              const Call* call) noexcept nogil:
    """Column j about the center of mass, `arm` off the origin of its tree: o - c"""
    cdef int k, m
    cdef real[3] step, angular, linear
    cdef real* out
    cdef real* matrices[4]
    matrices[0] = <real*> call.moved
    matrices[1] = <real*> call.dq
    matrices[2] = <real*> call.dv
    matrices[3] = <real*> call.da
    for k in range(3):
        step[k] = -(<real*> call.da)[(3 + k) * nv + j] / of.mass
    for m in range(4):
        out = matrices[m] + j
        for k in range(3):
            angular[k] = out[k * nv]
            linear[k] = out[(3 + k) * nv]
        add_cross(arm, linear, angular)
        if m == 0:
            add_cross(step, of.p, angular)
        elif m == 1:
            add_cross(step, of.p_rate, angular)
        for k in range(3):
            out[k * nv] = angular[k]


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs."""
    return sweep_size(model) + <size_t> 6 * model.nbodies


cdef void run(Model model, const Call* call) noexcept nogil:
    """moved = dh/dq, dq = dh'/dq, dv = dh'/dv, da = dh'/da (6, nv); some mass, finite numbers."""
    cdef int i, c, k
    cdef Sums of
    cdef real[6] h
    cdef real[3] arm
    cdef const real* block
    cdef real* memory = <real*> call.workspace
    cdef real* spins = memory + sweep_size(model)
    cdef real* levers = spins + 3 * model.nbodies
    cdef Sweep at = sweep_at(model, memory)
    rest(model, &at)
    sweep_bodies(model, <const real*> call.q, <const real*> call.v, <const real*> call.a, NULL,
                 False, &at)
    for i in range(model.nbodies):
        block = at.bodies + i * BLOCK
        times_inertia(block, block + VELOCITY, h)
        copy(h, spins + 3 * i, 3)
    for i in range(model.nbodies - 1, -1, -1):
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            momentum_effects(at.bodies + i * BLOCK, spins + 3 * i, at.columns + c * COLUMN, c,
                             model.nv, call)
        add_to_parent(model, i, &at)
        if model.parent[i] >= 0:
            for k in range(3):
                spins[3 * model.parent[i] + k] += spins[3 * i + k]
    memset(&of, 0, sizeof(of))
    for i in range(model.nbodies):
        if model.parent[i] < 0:
            add_tree(model, i, <const real*> call.q, &at, levers + 3 * i, &of)
        else:
            copy(levers + 3 * model.parent[i], levers + 3 * i, 3)
    for i in range(model.nbodies):
        for k in range(3):
            arm[k] = levers[3 * i + k] - of.center[k] / of.mass
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            about_center(c, model.nv, arm, &of, call)


RUN = PyCapsule_New(<void*> run, "lieref.sensitivity_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.sensitivity_workspace", NULL)
