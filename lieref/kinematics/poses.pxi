# Poses of the bodies by the product of exponentials, [Ali, Algorithm 1]; they have no derivatives.
# Plain twin: forward_kinematics_twin.py. Symbols, all resolved in the shifted frame:
#   A, C    pose of the body at home and now: R row by row, then the position x, 12 reals
#   F       C A^-1, the motion from home
#   Y       joint screw at home (e, m)
#   o       origin of the shifted frame in the inertial frame

from lieref.model.model cimport FREE, PRISMATIC, SPHERICAL, Body, Home, Model

# Reals to a body's poses: F, C, and o.
cdef enum PosePlace:
    C = 12
    ORIGIN = 24
    POSES = 27


cdef inline void compose(const real* a, const real* b, real* out) noexcept nogil:
    """Pose out = a b"""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            out[3 * i + j] = (a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j])
        out[9 + i] = (a[3 * i] * b[9] + a[3 * i + 1] * b[10] + a[3 * i + 2] * b[11]) + a[9 + i]


cdef inline void screw_motion(const double* Y, double pitch, int kind, real q,
                              real* out) noexcept nogil:
    """exp(Y q): R = c 1 + s e~ + (1 - c) e e^T, x = (1 - R) (e x m) + e pitch q, Y = (e, m)"""
    cdef int i, j, k
    cdef real c, s, shift
    cdef real[3] point
    if kind == PRISMATIC:
        c = 1
        s = 0
    else:
        sincos_real(q, &s, &c)
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        out[4 * i] = c + (1 - c) * Y[i] * Y[i]
        out[3 * i + j] = (1 - c) * Y[i] * Y[j] - s * Y[k]
        out[3 * i + k] = (1 - c) * Y[i] * Y[k] + s * Y[j]
        point[i] = Y[j] * Y[3 + k] - Y[k] * Y[3 + j]
        if kind == PRISMATIC:
            out[9 + i] = Y[3 + i] * q
    if kind == PRISMATIC:
        return
    # not (e . m) q: rounding leaves a revolute joint some pitch, by which many turns would shift it
    shift = pitch * q
    for i in range(3):
        out[9 + i] = (point[i] - (out[3 * i] * point[0] + out[3 * i + 1] * point[1]
                                  + out[3 * i + 2] * point[2])) + shift * Y[i]


cdef inline void home_pose(const Home* home, real* out) noexcept nogil:
    """A as reals"""
    cdef int i
    for i in range(9):
        out[i] = home.R[i]
    for i in range(3):
        out[9 + i] = home.p[i]


cdef inline void joint_motion(const real* A, int kind, const real* q, real* out) noexcept nogil:
    """A T A^-1 with T the pose (position, quaternion) of a spherical or free joint"""
    cdef int i, j
    cdef real[12] T, moved
    quaternion_rotation(q if kind == SPHERICAL else q + 3, T, 1)
    for i in range(3):
        T[9 + i] = 0 if kind == SPHERICAL else q[i]
    compose(A, T, moved)
    for i in range(3):
        for j in range(3):
            out[3 * i + j] = (moved[3 * i] * A[3 * j] + moved[3 * i + 1] * A[3 * j + 1]
                              + moved[3 * i + 2] * A[3 * j + 2])
    for i in range(3):
        out[9 + i] = moved[9 + i] - (out[3 * i] * A[9] + out[3 * i + 1] * A[10]
                                     + out[3 * i + 2] * A[11])


cdef void body_pose(const Home* home, const Body* body, int kind, const real* q,
                    const real* parent, real* pose) noexcept nogil:
    """F = F_p exp(Y q), C = F A   [Ali, Alg. 1]; a root stands at the shifted frame's origin."""
    cdef int i
    cdef double offset
    cdef real[12] A, motion
    home_pose(home, A)
    if kind < SPHERICAL:
        screw_motion(home.Y, body.pitch, kind, q[0], motion)
    else:
        joint_motion(A, kind, q, motion)
    if parent == NULL:
        copy(motion, pose, 9)
        for i in range(3):
            # o = placement + x; the placement is r - R k with k the kernel frame's origin
            offset = (home.R[3 * i] * body.k[0] + home.R[3 * i + 1] * body.k[1]
                      + home.R[3 * i + 2] * body.k[2])
            pose[ORIGIN + i] = (body.r[i] - offset) + motion[9 + i]
            pose[9 + i] = 0
    else:
        compose(parent, motion, pose)
        copy(parent + ORIGIN, pose + ORIGIN, 3)
    compose(pose, A, pose + C)
