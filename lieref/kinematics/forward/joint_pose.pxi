# The pose of one joint now, in kernel frames. Plain twins: forward_kinematics_twin.py and
# joint_frames_twin.py.

from lieref.model.model cimport FREE, HELICAL, PRISMATIC, SPHERICAL, Body, param


cdef void joint_pose(const Body* body, int kind, const real* q, real* Q, real* p) noexcept nogil:
    """Q = E^T exp(X q), p = r + E^T shift: axes of the body -> the parent's, origin   (66a)"""
    cdef int i, k
    cdef real c, s
    cdef const param* E = body.E
    cdef real[9] turn
    cdef real[3] shift
    clear(shift, 3)
    if kind >= SPHERICAL:
        quaternion_rotation(q if kind == SPHERICAL else q + 3, turn, 1)
        if kind == FREE:
            copy(q, shift, 3)
    else:
        c = 1
        s = 0
        if kind != PRISMATIC:
            sincos_real(q[0], &s, &c)
        clear(turn, 9)
        turn[0] = c
        turn[1] = -s
        turn[3] = s
        turn[4] = c
        turn[8] = 1
        shift[2] = lead(body, kind) * q[0]
    for i in range(3):
        for k in range(3):
            Q[3 * i + k] = E[i] * turn[k] + E[3 + i] * turn[3 + k] + E[6 + i] * turn[6 + k]
        p[i] = body.r[i] + (E[i] * shift[0] + E[3 + i] * shift[1] + E[6 + i] * shift[2])


cdef inline param lead(const Body* body, int kind) noexcept nogil:
    """Shift along z to each unit of a one-degree joint's coordinate."""
    return 1 if kind == PRISMATIC else body.pitch if kind == HELICAL else 0
