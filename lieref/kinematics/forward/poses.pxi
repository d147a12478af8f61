# Poses of the bodies, link by link: G = G_p B exp(X q), the product of exponentials with the joint
# screws X in body axes; they have no derivatives. Plain twin: forward_kinematics_twin.py. Symbols,
# all resolved in the shifted frame:
#   C       pose of the body now: R row by row, then the position x, 12 reals
#   G       the same of its kernel frame, whose z axis is the joint's
#   o       origin of the shifted frame in the inertial frame

from lieref.model.model cimport PRISMATIC, Body, Model

# Reals to a body's poses: G, C, and o.
cdef enum PoseOffset:
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


cdef inline void joint_screw(const Body* body, int kind, const real* G, real* S,
                             int stride) noexcept nogil:
    """S = Ad_G X = (e, x x e + pitch e), or (0, e), of a joint of one degree"""
    cdef int i, j, k
    cdef param along = lead(body, kind)
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        S[i * stride] = G[3 * i + 2]
        S[(3 + i) * stride] = (G[9 + j] * G[3 * k + 2] - G[9 + k] * G[3 * j + 2]
                               + along * G[3 * i + 2])
        if kind == PRISMATIC:
            S[i * stride] = 0
            S[(3 + i) * stride] = G[3 * i + 2]


cdef void body_pose(const Body* body, int kind, const real* q, const real* parent,
                    real* pose) noexcept nogil:
    """G = G_p B exp(X q), C = G (K, k)^-1; a root stands at the shifted frame's origin."""
    cdef int i, j
    cdef real[12] motion
    cdef real[3] arm
    joint_pose(body, kind, q, motion, motion + 9)
    if parent == NULL:
        copy(motion, pose, 12)
    else:
        compose(parent, motion, pose)
    for i in range(3):
        for j in range(3):
            pose[C + 3 * i + j] = (pose[3 * i] * body.K[3 * j] + pose[3 * i + 1] * body.K[3 * j + 1]
                                   + pose[3 * i + 2] * body.K[3 * j + 2])
    for i in range(3):
        arm[i] = (pose[C + 3 * i] * body.k[0] + pose[C + 3 * i + 1] * body.k[1]
                  + pose[C + 3 * i + 2] * body.k[2])
        if parent == NULL:
            pose[ORIGIN + i] = pose[9 + i] - arm[i]
            pose[9 + i] = arm[i]
            pose[C + 9 + i] = 0
        else:
            pose[ORIGIN + i] = parent[ORIGIN + i]
            pose[C + 9 + i] = pose[9 + i] - arm[i]
