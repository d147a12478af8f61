# What every body does in each pass of one order: its motion and the wrench on its way to the tips,
# the wrench to its parent on the way to the base, its acceleration. The formulas for a revolute
# joint; what others add is in the texts that are included at the end. Plain twin:
# forward_dynamics_generic.py.

include "lieref/dynamics/forward/default/layout.pxi"
include "lieref/dynamics/forward/default/articulated_inertia.pxi"

from lieref.dynamics.shared.calls cimport ForwardCall as Call
from lieref.model.model cimport FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Link, Model, param


cdef inline bint on_world(Model model, int i) noexcept nogil:
    """A free joint on the world?"""
    return model.kind[i] == FREE and model.parent[i] < 0


cdef inline bint released(const Call* call, const int* iv, int i) noexcept nogil:
    """A free joint on the world none of whose coordinates is prescribed?"""
    cdef int j
    if call.prescribed != NULL:
        for j in range(6):
            if call.prescribed[iv[i] + j]:
                return False
    return True


cdef inline bint shifts(int kind) noexcept nogil:
    """Does the joint move the origin in its parent?"""
    return kind != REVOLUTE and kind != SPHERICAL


cdef inline void body_pose(Model model, const Call* call, int i, real* block, real* parent,
                           real* multi, Pass* at, Pass* shared) noexcept nogil:
    """Pose and velocity of a body now, and its inertia alone."""
    cdef int j, b, m
    cdef int kind = model.kind[i]
    cdef const real* q = <const real*> call.q + model.iq[i]
    cdef const real* rates = <const real*> call.v + model.iv[i]
    cdef real* w = series(block, OMEGA, 0, at)
    cdef lane spin
    own_inertia(&model.links[i], block, at)
    if on_world(model, i):
        place_base(&model.bodies[i], call.base, model.g, q, rates, block, multi, shared)
        if not released(call, model.iv, i):
            base_subspace(call.base, multi, shared)
        return
    if kind < SPHERICAL:
        number_series(block, RATE, at)[0] = rates[0]
        number_series(block, COS, at)[0] = 1
        number_series(block, SIN, at)[0] = 0
        turn_of_joint(&model.links[i], 1 if kind == PRISMATIC else at.cosines[i],
                      0 if kind == PRISMATIC else at.sines[i], block, at)
        if kind != REVOLUTE:
            place_shift(&model.bodies[i], kind, q[0], multi, shared)
    else:
        # zeros beside the numbers that are written one by one
        clear_series(single(block, DOWN, at), 3 * TRIPLE)
        clear_series(multi_series(multi, TURN, 0, at), TRIPLE)
        place_multi(&model.bodies[i], kind, q, block, multi, shared)
        for j in range(3):
            multi_series(multi, TURN, 0, at)[j] = rates[j]
            if kind == FREE:
                multi_series(multi, SLIDE, 0, at)[j] = rates[3 + j]
    if LANES > 1:
        transpose_triples(single(block, DOWN, at), TRIPLE, single(block, UP, at), TRIPLE)
    # w = R^T w_p + turn
    for b in range(SPAN):
        m = b * LANES
        spin = times_transposed(block, DOWN, UP, series(parent, OMEGA, 0, at), b, at)
        if kind == REVOLUTE or kind == HELICAL:
            spin = spin + rates[0] * constant(unit_triples + 2 * PADDED + m)
        elif kind != PRISMATIC:
            put_lane(multi_series(multi, PARENT_OMEGA, 0, at), b, spin)
            spin = spin + lane_of(multi_series(multi, TURN, 0, at), b)
        put_lane(w, b, spin)


cdef inline void square_of_numbers(const real* w, int k, real* Om) noexcept nogil:
    """w w^T of order k, each entry once: what j and k - j make of another is the same."""
    cdef int c, j
    cdef const real* x
    cdef const real* y
    cdef real[3] same, other
    clear(same, 3)
    clear(other, 3)
    for j in range((k + 1) // 2):
        x = w + TRIPLE * j
        y = w + TRIPLE * (k - j)
        for c in range(3):
            same[c] += x[c] * y[c]
            other[c] = (other[c] + x[c] * y[(c + 1) % 3]) + x[(c + 1) % 3] * y[c]
    for c in range(3):
        same[c] += same[c]
    if k % 2 == 0:
        x = w + TRIPLE * (k // 2)
        for c in range(3):
            same[c] += x[c] * x[c]
            other[c] += x[c] * x[(c + 1) % 3]
    for c in range(3):
        Om[c * TRIPLE + c] = same[c]
        Om[max(c, (c + 1) % 3) * TRIPLE + min(c, (c + 1) % 3)] = other[c]


cdef inline void square(real* block, int k, const Pass* at) noexcept nogil:
    """w w^T of order k, of which `centrifugal` makes Om_k."""
    cdef int j, b
    cdef lane x, y, z, wj
    cdef const real* w = series(block, OMEGA, 0, at)
    cdef const real* then
    cdef real* Om = single(block, SQUARE, at)
    if LANES == 1:
        square_of_numbers(w, k, Om)
        return
    for b in range(SPAN):
        wj = lane_of(w, b)
        then = w + TRIPLE * k
        x = then[0] * wj
        y = then[1] * wj
        z = then[2] * wj
        for j in range(1, k + 1):
            wj = lane_of(w + TRIPLE * j, b)
            then = w + TRIPLE * (k - j)
            x = x + then[0] * wj
            y = y + then[1] * wj
            z = z + then[2] * wj
        put_lane(Om, b, x)
        put_lane(Om + TRIPLE, b, y)
        put_lane(Om + 2 * TRIPLE, b, z)


cdef inline void motion_bias(const Link* link, int kind, real* block, real* parent, real* multi,
                             int k, const Pass* at, const Pass* shared) noexcept nogil:
    """A' = (dw_above + bias, R^T (a_p + dw_p x l) + bias) of order k from what is known

    bias: w x turn of order k and sum T_i^T dw_above, R^T known and sum T_i^T point, i > 0
    known: Om_p l, and what a joint that shifts adds
    """
    cdef int b
    cdef lane a
    cdef real[TRIPLE] known
    cdef real* bias = single(block, BIAS, at)
    cdef const real* Om = single(parent, SQUARE, at)
    for b in range(SPAN):
        if shifts(kind):
            put_lane(known, b, symmetric_times(Om, multi_number(multi, LEVER, at), b))
        else:
            put_lane(known, b, symmetric_times_constant(Om, link.lever, b))
    if shifts(kind):
        shift_bias(kind, block, parent, multi, known, k, shared)
    for b in range(SPAN):
        a = times_transposed(block, DOWN, UP, known, b, at)
        put_lane(bias, b, zero_lane())
        put_lane(linear(bias), b, a)
        if kind < SPHERICAL:
            add_quad(quad(block, MOTIONS, k, at), zero_lane(), a, b, False)
        else:
            put_lane(multi_series(multi, POINT, k, at), b, a)
    if kind >= SPHERICAL:
        turn_bias(block, multi, k, shared)
    elif kind != PRISMATIC:
        plane_bias(block, k, at)


cdef inline void gyroscopic(const Link* link, real* block, const Pass* at) noexcept nogil:
    """n = w x J w of order k from w w^T, whose entries apart are smaller than those of Om."""
    cdef int b, m
    cdef lane n
    cdef const real* x = single(block, SQUARE, at)
    cdef const real* y = x + TRIPLE
    cdef const real* z = y + TRIPLE
    cdef real[3] apart
    apart[0] = y[1] - z[2]
    apart[1] = z[2] - x[0]
    apart[2] = x[0] - y[1]
    for b in range(SPAN):
        m = b * LANES
        n = (y[0] * constant(link.spin + m) + z[0] * constant(link.spin + PADDED + m)
             + z[1] * constant(link.spin + 2 * PADDED + m))
        # differences first: a turn about an axis of the frame has no part in that about this axis
        if LANES == 1:
            n = n + apart[b] * constant(link.spin + (3 + b) * PADDED + b)
        else:
            n = n + (apart[0] * constant(link.spin + 3 * PADDED + m)
                     + apart[1] * constant(link.spin + 4 * PADDED + m)
                     + apart[2] * constant(link.spin + 5 * PADDED + m))
        put_lane(single(block, WRENCH, at), b, n)


cdef inline void centrifugal(const Link* link, real* block, const Pass* at) noexcept nogil:
    """Om = w w^T - |w|^2 1 and f = Om h of order k. No entry is a difference."""
    cdef int b, c, m
    cdef real[3] others
    cdef real* Om = single(block, SQUARE, at)
    cdef real* force = single(block, WRENCH, at) + TRIPLE
    for c in range(3):
        others[c] = (Om[(TRIPLE + 1) * ((c + 1) % 3)] + Om[(TRIPLE + 1) * ((c + 2) % 3)])
    for c in range(3):
        if LANES == 1:
            Om[(TRIPLE + 1) * c] = -others[c]
        else:
            for b in range(SPAN):
                m = b * LANES
                put_lane(Om + c * TRIPLE, b,
                         lane_of(Om + c * TRIPLE, b) * constant(others_of_triples + c * PADDED + m)
                         - others[c] * constant(unit_triples + c * PADDED + m))
    for b in range(SPAN):
        put_lane(force, b, symmetric_times_constant(Om, link.first, b))


cdef inline void resist_bias(bint plane, real* block, const Pass* at) noexcept nogil:
    """wrench += Ia bias, where Ia S = 0"""
    cdef int b
    cdef real* bias = single(block, BIAS, at)
    cdef real* wrench = single(block, WRENCH, at)
    for b in range(SPAN):
        put_lane(wrench, b,
                 resisting_moment(plane, lane_of(wrench, b), block, bias, linear(bias), b, at))
        put_lane(linear(wrench), b,
                 resisting_force(plane, linear_lane(wrench, b), block, bias, linear(bias), b, at))


cdef inline void earlier_wrench_to_parent(const Link* link, int kind, real* block, real* parent,
                                          real* multi, int k, const Pass* at,
                                          const Pass* shared) noexcept nogil:
    """p_p += X^T (sum T_i n, sum T_i f) of order k, i > 0"""
    cdef real[2 * TRIPLE] sums
    cdef real* to = single(parent, WRENCH, at)
    if kind >= SPHERICAL:
        turned_wrench(multi, k, sums, shared)
        add_to_parent(link, kind, 3, block, multi, sums, to, at)
    elif kind != PRISMATIC:
        # nothing is left about or along the axis
        plane_wrench(block, k, sums, at)
        add_to_parent(link, kind, 2, block, multi, sums, to, at)


cdef inline lane crossed(const Link* link, int kind, real* multi, const real* x, int b,
                         const Pass* at) noexcept nogil:
    """Lane b of l x x"""
    if shifts(kind):
        return times(multi_number(multi, LEVER_CROSS, at), TRIPLE, x, b)
    return constant_times(link.lever + PADDED, x, b)


cdef inline void lever_cross(const Link* link, int kind, real* multi, double sign, const real* x,
                             real* out, const Pass* at) noexcept nogil:
    """out += sign l x x of single numbers"""
    cdef int i, j, k
    cdef const real* moved
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        if shifts(kind):
            moved = multi_number(multi, LEVER, at)
            out[i] = (out[i] + sign * (moved[j] * x[k])) - sign * (moved[k] * x[j])
        else:
            out[i] = (out[i] + sign * (link.lever[j] * x[k])) - sign * (link.lever[k] * x[j])


cdef inline void add_to_parent(const Link* link, int kind, int rows, real* block, real* multi,
                               real* wrench, real* to, const Pass* at) noexcept nogil:
    """to += X^T (n, f), of which only the first rows of both are not zero"""
    cdef int b
    cdef lane turned
    cdef real[3] force
    cdef const real* down = single(block, DOWN, at)
    cdef const real* lift = single(block, LIFT, at)
    for b in range(SPAN):
        turned = few_times(down, linear(wrench), rows, b)
        if LANES == 1:
            put_lane(force, b, turned)
            put_lane(to, b, few_more_times(lane_of(to, b), down, wrench, rows, b))
        else:
            add_lane(to, b, few_times(down, wrench, rows, b)
                     + few_times(lift, linear(wrench), rows, b))
        add_lane(linear(to), b, turned)
    if LANES == 1:
        lever_cross(link, kind, multi, 1, force, to, at)


cdef inline void from_above(const Link* link, int kind, param pitch, real vd, real* block,
                            real* parent, real* multi, bint in_bias,
                            const Pass* at) noexcept nogil:
    """above = X A of the parent,  A = above + bias + S vd; of single numbers without S vd

    in_bias: `above` is written over the bias.
    """
    cdef int b, m
    cdef lane turned, moved, dw, a, along
    cdef real[3] point
    cdef real* above = single(parent, ACCELERATION, at)
    cdef real* A = single(block, ACCELERATION, at)
    cdef real* bias = single(block, BIAS, at)
    if LANES == 1:
        copy(linear(above), point, 3)
        lever_cross(link, kind, multi, -1, above, point, at)
    for b in range(SPAN):
        m = b * LANES
        turned = times_transposed(block, DOWN, UP, above, b, at)
        if LANES == 1:
            moved = times_transposed(block, DOWN, UP, point, b, at)
        else:
            moved = (times_transposed(block, DOWN, UP, linear(above), b, at)
                     + times(single(block, LOWER, at), TRIPLE, above, b))
        dw = turned + lane_of(bias, b)
        a = moved + linear_lane(bias, b)
        if in_bias:
            put_lane(bias, b, turned)
            put_lane(linear(bias), b, moved)
        if LANES > 1:
            along = vd * constant(unit_triples + 2 * PADDED + m)
            if kind == PRISMATIC:
                a = a + along
            else:
                dw = dw + along
            if kind == HELICAL:
                a = a + pitch * along
        put_lane(A, b, dw)
        put_lane(linear(A), b, a)


cdef inline void transmitted(int kind, bint plane, real* block, real* multi, real u, int k,
                             const Pass* at) noexcept nogil:
    """(n, f)_k = p + U u / D + Ia X A_p with p that holds Ia bias already, and of single numbers
    U u / D; dw_above and point of order k, but for the acceleration of the joint itself. plane: as
    of `inertia_to_parent`.
    """
    cdef int b
    cdef lane moment, force, turned, moved
    cdef real* above = single(block, BIAS, at)
    cdef real* wrench = single(block, WRENCH, at)
    cdef real* U = single(block, GAIN, at)
    for b in range(SPAN):
        moment = lane_of(wrench, b)
        force = linear_lane(wrench, b)
        if LANES > 1:
            moment = moment + u * lane_of(U, b)
            force = force + u * linear_lane(U, b)
        moment = resisting_moment(plane, moment, block, above, linear(above), b, at)
        force = resisting_force(plane, force, block, above, linear(above), b, at)
        put_lane(wrench, b, moment)
        put_lane(linear(wrench), b, force)
        turned = lane_of(above, b)
        moved = linear_lane(above, b)
        if kind < SPHERICAL:
            add_quad(quad(block, MOTIONS, k, at), turned, moved, b, True)
            add_quad(quad(block, WRENCHES, k, at), moment, force, b, False)
        else:
            put_lane(multi_series(multi, DW_ABOVE, k, at), b, turned)
            add_lane(multi_series(multi, POINT, k, at), b, moved)
            put_lane(multi_series(multi, MOMENT, k, at), b, moment)
            put_lane(multi_series(multi, FORCE, k, at), b, force)


cdef inline void next_velocity(real* block, int k, const Pass* at) noexcept nogil:
    """w_{k+1} = dw_k / (k + 1)"""
    cdef int b
    cdef real* A = single(block, ACCELERATION, at)
    for b in range(SPAN):
        put_lane(series(block, OMEGA, k + 1, at), b, divided_lane(lane_of(A, b), k + 1))


include "lieref/dynamics/forward/default/one_dof.pxi"
include "lieref/dynamics/forward/default/shifting_joints.pxi"
include "lieref/dynamics/forward/default/multi_dof.pxi"
include "lieref/dynamics/forward/default/free_base.pxi"
