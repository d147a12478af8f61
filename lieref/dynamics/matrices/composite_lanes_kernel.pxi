# H of one state by composite bodies in lanes: its run, and the capsules that hold it.

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/algebra/series/lane_vectors.pxi"
include "lieref/dynamics/matrices/composite_lanes.pxi"
include "lieref/dynamics/matrices/momentum_slots.pxi"

from cpython.pycapsule cimport PyCapsule_New


cdef inline size_t angle_size(Model model) noexcept nogil:
    """Size of an array of one number for each body and one vector more, in whole cache lines."""
    return (<size_t> model.nbodies + 15) // 8 * 8


cdef size_t workspace(Model model, int n, bint motions) noexcept nogil:
    """Number of reals that H needs; the arguments are those of the kernel of all closed forms."""
    return <size_t> model.nbodies * BLOCK + 3 * angle_size(model) + slot_size(model)


cdef void passes(Model model, const Call* call, const Table* to) noexcept nogil:
    cdef int i, c, up, count, first, end
    cdef int n = model.nbodies
    # what the compiler would read again after every store of lanes
    cdef const int* kind = model.kind
    cdef const int* parent = model.parent
    cdef const int* iv = model.iv
    cdef const int* iq = model.iq
    cdef const Body* body = model.bodies
    cdef const Link* link = model.links
    cdef real* blocks = <real*> call.workspace
    cdef real* angles = blocks + <size_t> n * BLOCK
    cdef real* sines = angles + angle_size(model)
    cdef real* cosines = sines + angle_size(model)
    cdef real* block
    cdef real* above
    cdef const real* R
    cdef real[6] local
    cdef const real* q = <const real*> call.q
    cdef Slots at = slots_at(model, cosines + angle_size(model))
    cdef const Slots* shared = &at
    for i in range(n):
        angles[i] = q[iq[i]] if kind[i] < SPHERICAL else 0
    sincos_reals(angles, sines, cosines, n)
    for i in range(n):
        above = blocks + parent[i] * BLOCK if parent[i] >= 0 else NULL
        if kind[i] == REVOLUTE:
            pose_of_body(&body[i], &link[i], REVOLUTE, NULL, sines[i], cosines[i], above,
                         blocks + i * BLOCK)
        else:
            pose_of_other(&body[i], &link[i], kind[i], q + iq[i], sines[i], cosines[i], above,
                          blocks + i * BLOCK)
    for i in range(n - 1, -1, -1):
        up = parent[i]
        block = blocks + i * BLOCK
        above = blocks + up * BLOCK
        R = NULL if up >= 0 and kind[up] == FREE and parent[up] < 0 else above + ROTATION
        first = model.subtree_start[i]
        end = first + model.subtree_nv[i]
        count = width(kind[i])
        if up >= 0:
            if kind[i] == REVOLUTE:
                moments_to_parent(&body[i], &link[i], REVOLUTE, sines[i], cosines[i], block, above)
            else:
                moments_of_other(&body[i], &link[i], kind[i], sines[i], cosines[i], block, above)
            if kind[up] == REVOLUTE:
                to_parent(block + LEVER, NULL, REVOLUTE, above + ROTATION, first + count, end,
                          shared)
            else:
                to_other(block + LEVER, &body[up], kind[up], R, first + count, end, shared)
        for c in range(count):
            if kind[i] == REVOLUTE:
                momentum(&body[i], REVOLUTE, block, 0, local)
                put_pair(to, iv[i], iv[i], local[2])
            else:
                momentum_of_other(&body[i], kind[i], block, c, iv[i], to, local)
            if up < 0:
                continue
            if kind[up] == REVOLUTE:
                start(local, block, NULL, REVOLUTE, above + ROTATION, first + c, shared)
            else:
                start_to_other(local, block, &body[up], kind[up], R, first + c, shared)
        if up >= 0:
            for c in range(width(kind[up])):
                write_row(iv[up] + c, at.entries + c * at.stride, first, end, shared, to)
    if model.physics != NULL:
        for c in range(model.nv):
            to.H[c * (to.nv + 1) if to.rows == NULL else to.rows[c + 1] - 1] += (
                model.physics[c].armature)


cdef void run(Model model, const Call* call) noexcept nogil:
    """H, given as zeros; every pointer valid, every number finite."""
    cdef Table to
    to.H = <real*> call.H
    to.nv = model.nv
    to.rows = NULL
    passes(model, call, &to)


cdef void run_packed(Model model, const Call* call, const Py_ssize_t* rows,
                     const int* above) noexcept nogil:
    """The lower triangle of H alone, packed, see `Table`."""
    cdef Table to
    to.H = <real*> call.H
    to.nv = model.nv
    to.rows = rows
    to.above = above
    passes(model, call, &to)


INERTIA = PyCapsule_New(<void*> run, "lieref.run", NULL)
PACKED_INERTIA = PyCapsule_New(<void*> run_packed, "lieref.run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.workspace", NULL)
