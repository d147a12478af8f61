# The C-EFPA [Chignoli, Sec. VIII]: inverse operational-space inertia of any number of ends, from
# the articulated inertias of the C-ABA at rest. Plain twin: c_efpa_twin.py.
#
# An end's unit wrenches are carried from group to group towards the base, as six columns w of two
# triples in the kernel frame of the body that they act on. At a group with the output body o
#   P = V^T w,  y = D^-1 P,  w_o = X^T w - U y        the force propagator   (61), (62)
#   Omega_de = P_d^T y_e + w_d^T Omega_o w_e          where the paths of d and e meet   (65)

include "lieref/loops/clusters/c_aba/c_aba_kernel.pxi"

from lieref.loops.clusters.c_efpa.c_efpa cimport EndsCall


cdef inline int segment_size(const Group* group) noexcept nogil:
    """Reals that one group on the path of an end takes: w_o, P, y."""
    return 6 * (2 * TRIPLE + 2 * group.free)


cdef size_t ends_workspace(Model model, GroupTable table, int count) noexcept nogil:
    """Number of reals that `run_ends` needs."""
    cdef size_t zeros = lines(model.nv) + lines(table.nv)
    cdef size_t omegas = <size_t> model.nbodies * (12 * TRIPLE + 1) + table.deepest
    return (workspace(model, table, False) + zeros + omegas + lines(model.nbodies)
            + <size_t> count * table.deepest)


cdef inline void carry_to_output(Model model, GroupTable table, const Group* group,
                                 const Frame* frame, int i, const real* columns, real* to,
                                 const Pass* at) noexcept nogil:
    """w_o, P and y of a group from the columns w on its body i; `to` is their chunk"""
    cdef int c, j, b
    cdef real* scratch = frame.groups + group.offset
    cdef const real* V = motions(scratch, group, table.rows[i].index)
    cdef const real* U = output_forces(scratch, group)
    cdef real* P = to + 12 * TRIPLE
    cdef real* y = P + 6 * group.free
    cdef real[12 * TRIPLE] hop
    for j in range(group.free):
        for c in range(6):
            P[6 * j + c] = pairing(pair_of(V, j), pair_of(columns, c))
    copy(P, y, 6 * group.free)
    for c in range(6):
        solve_group(group, scratch, y + c, 6)
    if group.output < 0:
        clear_series(to, 12 * TRIPLE)
        return
    copy(columns, to, 12 * TRIPLE)
    while i != group.output:
        copy(to, hop, 12 * TRIPLE)
        clear_series(to, 12 * TRIPLE)
        for c in range(6):
            add_to_parent(&model.links[i], model.kind[i], 3, at.body + i * at.size,
                          multi_of(frame, at, i), pair_of(hop, c), pair_of(to, c), at)
        i = model.parent[i]
    for c in range(6):
        for j in range(group.free):
            for b in range(2 * SPAN):
                subtract_from(pair_of(to, c), y[6 * j + c] * load(
                    pair_of(U, j) + b * LANES), b)


cdef inline void meet(const Group* group, const real* d, const real* e, const real* omega,
                      real* out, int stride) noexcept nogil:
    """out = P_d^T y_e + w_d^T Omega_o w_e, 6 x 6; omega: accelerations of o by rows, or NULL"""
    cdef int a, c, j
    cdef const real* P = d + 12 * TRIPLE
    cdef const real* y = e + 12 * TRIPLE + 6 * group.free
    cdef real[2 * TRIPLE] moved
    cdef real x
    for c in range(6):
        if omega != NULL:
            # Omega_o w of column c; Omega is symmetric
            for a in range(6):
                moved[in_triples(a)] = pairing(pair_of(omega, a), pair_of(e, c))
        for a in range(6):
            x = 0
            for j in range(group.free):
                x = x + P[6 * j + a] * y[6 * j + c]
            if omega != NULL:
                x = x + pairing(pair_of(d, a), moved)
            out[a * stride + c] = x


cdef inline void unit_wrenches(const Body* body, const double* frame, real* out) noexcept nogil:
    """Unit wrenches at an end as columns in the kernel frame of its body: n = p x f

    frame: axes of the end -> body axes by rows, the end's origin in the body frame.
    """
    cdef int c, i, j
    cdef real[3] axis, arm
    clear_series(out, 12 * TRIPLE)
    for i in range(3):
        arm[i] = 0
        for j in range(3):
            arm[i] += body.K[3 * j + i] * (frame[9 + j] - body.k[j])
    for c in range(3):
        for i in range(3):
            axis[i] = 0
            for j in range(3):
                axis[i] += body.K[3 * j + i] * frame[3 * j + c]
            pair_of(out, c)[i] = axis[i]
            linear(pair_of(out, 3 + c))[i] = axis[i]
        add_cross(arm, axis, 1, pair_of(out, 3 + c))


cdef inline void unit_columns(real* out) noexcept nogil:
    cdef int i
    clear_series(out, 12 * TRIPLE)
    for i in range(6):
        pair_of(out, i)[in_triples(i)] = 1


# What the passes of the C-EFPA share.
cdef struct EndPaths:
    real* omegas        # (nbodies,) six rows of two triples: Omega of a body, kernel frame
    int* computed       # (nbodies,) 1 where it is there
    real* segments      # of each end, table.deepest apart
    real* scratch       # one segment


cdef inline real* omega_of(const EndPaths* paths, int i) noexcept nogil:
    """Omega of body i"""
    return paths.omegas + 12 * TRIPLE * i


cdef inline void handle_inertia(Model model, GroupTable table, const Frame* frame,
                                const EndPaths* paths, int i, const Pass* at) noexcept nogil:
    """Omega of a body that a group hangs from, when that of its own group's output is known."""
    cdef const Group* group = table.groups + table.rows[i].group
    cdef real[12 * TRIPLE] columns
    cdef real[36] found
    cdef int a, c
    cdef real* out = omega_of(paths, i)
    unit_columns(columns)
    carry_to_output(model, table, group, frame, i, columns, paths.scratch, at)
    meet(group, paths.scratch, paths.scratch,
         NULL if group.output < 0 else omega_of(paths, group.output), found, 6)
    clear_series(out, 12 * TRIPLE)
    for a in range(6):
        for c in range(6):
            pair_of(out, a)[in_triples(c)] = found[6 * a + c]
    paths.computed[i] = 1


cdef inline void ends_to_base(Model model, GroupTable table, const EndsCall* call,
                              const Frame* frame, const EndPaths* paths,
                              const Pass* at) noexcept nogil:
    """Segments of every end, and Omega of the bodies that the groups on their paths hang from."""
    cdef int e, i, k
    cdef const Group* group
    cdef real* to
    cdef real[12 * TRIPLE] columns
    for i in range(model.nbodies):
        paths.computed[i] = 0
    for e in range(call.count):
        i = call.bodies[e]
        to = paths.segments + <size_t> e * table.deepest
        unit_wrenches(&model.bodies[i], call.frames + 12 * e, columns)
        while i >= 0:
            group = table.groups + table.rows[i].group
            carry_to_output(model, table, group, frame, i, columns, to, at)
            copy(to, columns, 12 * TRIPLE)
            to += segment_size(group)
            i = group.output
            if i >= 0:
                # wanted; see below
                paths.computed[i] = -1
    for k in range(table.ngroups):
        i = table.groups[k].output
        if i >= 0 and paths.computed[i] < 0:
            handle_inertia(model, table, frame, paths, i, at)


cdef inline void pair_of_ends(GroupTable table, const EndsCall* call, const EndPaths* paths, int d,
                              int e, real* out) noexcept nogil:
    """Omega_de from the lowest group on both paths; zeros if the ends are in different trees."""
    cdef const real* one = paths.segments + <size_t> d * table.deepest
    cdef const real* other = paths.segments + <size_t> e * table.deepest
    cdef int k = table.rows[call.bodies[d]].group
    cdef int other_group = table.rows[call.bodies[e]].group
    cdef int a
    cdef const Group* group
    while k != other_group and k >= 0 and other_group >= 0:
        # groups count parents first: the larger number is not above the other
        if k > other_group:
            one += segment_size(table.groups + k)
            a = table.groups[k].output
            k = -1 if a < 0 else table.rows[a].group
        else:
            other += segment_size(table.groups + other_group)
            a = table.groups[other_group].output
            other_group = -1 if a < 0 else table.rows[a].group
    if k != other_group or k < 0:
        for a in range(6):
            clear(out + a * 6 * call.count, 6)
        return
    group = table.groups + k
    meet(group, one, other,
         NULL if group.output < 0 else omega_of(paths, group.output), out,
         6 * call.count)


cdef int run_ends(Model model, GroupTable table, const EndsCall* call) noexcept nogil:
    """C-EFPA; the table takes every joint as a group. The singular group, else -1."""
    cdef Pass at, shared
    cdef Frame frame
    cdef EndPaths paths
    cdef ClusterCall rest
    cdef real* zeros
    cdef real* out
    cdef int d, e, a, c, singular
    cdef int wide = 6 * call.count
    zeros = <real*> call.workspace
    clear(zeros, <int> (lines(model.nv) + lines(table.nv)))
    rest.base = BODY
    rest.q = call.q
    rest.G = call.G
    rest.v = rest.bias = zeros
    rest.gravity = zeros
    rest.tau = zeros + lines(model.nv)
    rest.wrenches = NULL
    rest.inertial_wrenches = False
    rest.vdot = NULL
    rest.workspace = zeros + lines(model.nv) + lines(table.nv)
    begin(model, table, &rest, &frame, &at)
    at.n = 1
    at.T = TRIPLE
    shared = at
    paths.omegas = <real*> rest.workspace + workspace(model, table, False)
    paths.computed = <int*> (paths.omegas + 12 * TRIPLE * model.nbodies)
    paths.scratch = paths.omegas + 12 * TRIPLE * model.nbodies + lines(model.nbodies)
    paths.segments = paths.scratch + table.deepest
    base_to_tip(model, table, &rest, &frame, &at, &shared)
    singular = tip_to_base(model, table, &rest, &frame, &at, &shared)
    if singular >= 0:
        return singular
    ends_to_base(model, table, call, &frame, &paths, &at)
    for d in range(call.count):
        for e in range(d + 1):
            out = call.inertia + 6 * (d * wide + e)
            pair_of_ends(table, call, &paths, d, e, out)
            for a in range(6):
                for c in range(6):
                    call.inertia[(6 * e + c) * wide + 6 * d + a] = out[a * wide + c]
    return -1


ENDS = PyCapsule_New(<void*> run_ends, "lieref.ends_run", NULL)
ENDS_WORKSPACE = PyCapsule_New(<void*> ends_workspace, "lieref.ends_workspace", NULL)
