# Both ends of a loop and the twists of the joints on the way there. A `real` is any scalar that
# depends on the configuration: a double, or a number that carries derivatives; what the model
# holds are doubles.
# Plain twin: lieref/model/loops/loop_closure.py. Symbols; kernel frames (z along the joint's axis),
# places relative to the anchor of their path (lieref/model/loops/loop_frames.py):
#   pose     axes R (9, row by row, to the ancestor's axes) and place x (3) of a body on a path
#   column   twist (w, v) of a unit velocity, at and in the predecessor's loop frame
#   frame    of a loop: axes of the predecessor's and of the successor's loop frame (9 each), and
#            the place of the latter from the former (3), all in the ancestor's axes

from lieref.model.tree.widths cimport width as columns_of

cdef enum Scratch:
    POSE = 12
    COLUMN = 6
    FRAME = 24
    PLACE = 9
    OTHER = 9
    OFFSET = 18

cdef inline void spread(const double* x, int count, real* out) noexcept nogil:
    """Constants as reals."""
    cdef int i
    for i in range(count):
        out[i] = x[i]


cdef inline void times(const real* a, const real* b, real* out) noexcept nogil:
    """a b, 3 x 3"""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]


cdef inline void times_back(const real* a, const double* b, real* out) noexcept nogil:
    """a b^T, 3 x 3"""
    cdef int i, j
    for i in range(3):
        for j in range(3):
            out[3 * i + j] = (a[3 * i] * b[3 * j] + a[3 * i + 1] * b[3 * j + 1]
                              + a[3 * i + 2] * b[3 * j + 2])


cdef inline void back_times(const real* a, const real* b, int first, real* out) noexcept nogil:
    """a^T b, 3 x 3, its columns from the first that is wanted on"""
    cdef int i, j
    for i in range(3):
        for j in range(first, 3):
            out[3 * i + j] = a[i] * b[j] + a[3 + i] * b[3 + j] + a[6 + i] * b[6 + j]


cdef inline void turned(const real* a, const real* x, real* out) noexcept nogil:
    """a x"""
    cdef int i
    for i in range(3):
        out[i] = a[3 * i] * x[0] + a[3 * i + 1] * x[1] + a[3 * i + 2] * x[2]


cdef inline void turned_back(const real* a, const real* x, real* out) noexcept nogil:
    """a^T x"""
    cdef int i
    for i in range(3):
        out[i] = a[i] * x[0] + a[3 + i] * x[1] + a[6 + i] * x[2]


cdef inline void joint_step(const Body* body, int kind, const real* q, const real* home,
                            real* R, real* slide) noexcept nogil:
    """R = home turn, slide = home shift of one joint; home: axes at q = 0."""
    cdef int i
    cdef real c, s, advance
    cdef real[9] Q
    if kind == SPHERICAL or kind == FREE:
        quaternion_rotation(q + 3 if kind == FREE else q, Q, 1)
        times(home, Q, R)
        for i in range(3):
            slide[i] = 0
        if kind == FREE:
            turned(home, q, slide)
        return
    if kind == PRISMATIC:
        for i in range(9):
            R[i] = home[i]
        for i in range(3):
            slide[i] = home[3 * i + 2] * q[0]
        return
    sincos_real(q[0], &s, &c)
    advance = body.pitch * q[0]
    for i in range(3):
        R[3 * i] = home[3 * i] * c + home[3 * i + 1] * s
        R[3 * i + 1] = home[3 * i + 1] * c - home[3 * i] * s
        R[3 * i + 2] = home[3 * i + 2]
        slide[i] = home[3 * i + 2] * advance


cdef void path_poses(Model tree, const int* path, int n, const real* q, real* pose,
                     real* shift) noexcept nogil:
    """R_i = R_p E^T turn,  x_i = x_p + R_p (r + E^T slide), and the shift of the anchor."""
    cdef int i, b
    cdef const Body* body
    cdef real[9] home
    cdef real[3] slide, arm, r
    for i in range(3):
        shift[i] = 0
    for b in range(n):
        body = &tree.bodies[path[b]]
        if b == 0:
            for i in range(9):
                home[i] = body.E[3 * (i % 3) + i // 3]
        else:
            times_back(pose - POSE, body.E, home)
        joint_step(body, tree.kind[path[b]], q + tree.iq[path[b]], home, pose, slide)
        if b == 0:
            for i in range(3):
                shift[i] = slide[i]
                pose[PLACE + i] = 0
        else:
            spread(body.r, 3, r)
            turned(pose - POSE, r, arm)
            for i in range(3):
                pose[PLACE + i] = pose[PLACE - POSE + i] + (arm[i] + slide[i])
        pose += POSE


cdef inline void loop_end(const LoopTable* loop, int side, const real* pose, real* axes,
                          real* place) noexcept nogil:
    """Loop frame at the tip of a path: R_tip R and x_tip + R_tip p."""
    cdef int i
    cdef real[9] R
    cdef real[3] p
    if loop.n_path[side] == 0:
        spread(loop.R + 9 * side, 9, axes)
        spread(loop.p + 3 * side, 3, place)
        return
    pose += POSE * (loop.n_path[side] - 1)
    spread(loop.R + 9 * side, 9, R)
    spread(loop.p + 3 * side, 3, p)
    times(pose, R, axes)
    turned(pose, p, place)
    for i in range(3):
        place[i] += pose[PLACE + i]


cdef int path_columns(Model tree, const int* path, int n, const real* pose, const real* axes,
                      const real* here, real* column) noexcept nogil:
    """Columns (w, arm x v): w = R_P^T R e, v = w x R_P^T (here - x); returns their number."""
    cdef int b, i, j, kind, first
    cdef int count = 0
    cdef const Body* body
    cdef real[9] R
    cdef real[3] arm, away
    cdef real* c = column
    for b in range(n):
        body = &tree.bodies[path[b]]
        kind = tree.kind[path[b]]
        for i in range(3):
            away[i] = here[i] - pose[PLACE + i]
        turned_back(axes, away, arm)
        first = 0 if kind == SPHERICAL or kind == FREE else 2
        back_times(axes, pose, first, R)
        for j in range(first, 3):
            for i in range(3):
                c[i] = R[3 * i + j]
                if kind == PRISMATIC:
                    c[i] = 0
                c[3 + i] = R[3 * i + j]
            if kind != PRISMATIC:
                for i in range(3):
                    c[3 + i] = (body.pitch * R[3 * i + j]
                                + (R[3 * ((i + 1) % 3) + j] * arm[(i + 2) % 3]
                                   - R[3 * ((i + 2) % 3) + j] * arm[(i + 1) % 3]))
            c += COLUMN
        if kind == FREE:
            for j in range(3):
                for i in range(3):
                    c[i] = 0
                    c[3 + i] = R[3 * i + j]
                c += COLUMN
        pose += POSE
    count = <int> (c - column) // COLUMN
    return count


cdef int loop_columns(Model tree, const int* indices, const LoopTable* loop, const real* q,
                      real* pose, real* column, real* frame) noexcept nogil:
    """Columns of both paths and the frame of a loop; returns the number of columns."""
    cdef int i, count
    cdef const int* path = indices + loop.first_path[0]
    cdef const int* other = indices + loop.first_path[1]
    cdef real* beyond = pose + POSE * loop.n_path[0]
    cdef real[3] here, there, shift, other_shift
    path_poses(tree, path, loop.n_path[0], q, pose, shift)
    path_poses(tree, other, loop.n_path[1], q, beyond, other_shift)
    loop_end(loop, 0, pose, frame, here)
    loop_end(loop, 1, beyond, frame + OTHER, there)
    count = path_columns(tree, path, loop.n_path[0], pose, frame, here, column)
    for i in range(3):
        # the origin of the predecessor's loop frame from the successor's anchor
        here[i] -= (other_shift[i] - shift[i]) + loop.gap[i]
        frame[OFFSET + i] = there[i] - here[i]
    return count + path_columns(tree, other, loop.n_path[1], beyond, frame, here,
                                column + COLUMN * count)


cdef inline void axis_tilt(const real* frame, real* s) noexcept nogil:
    """s = R e_z: the successor's axis in the predecessor's loop frame."""
    cdef int i
    cdef real[3] axis
    for i in range(3):
        axis[i] = frame[OTHER + 3 * i + 2]
    turned_back(frame, axis, s)


cdef inline void row_place(const LoopTable* loop, const real* frame, real* s) noexcept nogil:
    """What rows depend on: the tilt of a universal joint, the place d in a plane."""
    if loop.joint == UNIVERSAL:
        axis_tilt(frame, s)
    elif loop.joint == PLANE:
        turned_back(frame, frame + OFFSET, s)


cdef inline real along_normal(const LoopTable* loop, const real* v, const real* d,
                              real w) noexcept nogil:
    """m . (v + w e_z x d) of a planar joint."""
    return (loop.normal[0] * (v[0] - w * d[1]) + loop.normal[1] * (v[1] + w * d[0])
            + loop.normal[2] * v[2])


cdef inline int resisted(const LoopTable* loop, const real* s, real* six, real* out,
                         int stride) noexcept nogil:
    """The part of a relative twist, or of a turn and a shift, that a loop joint resists."""
    cdef int i
    cdef int count = 0
    if loop.joint == UNIVERSAL:
        # d(e_z . s) = w . (s x e_z)
        six[0] = s[1] * six[0] - s[0] * six[1]
    elif loop.joint == TWISTED:
        six[5] -= loop.pitch * six[2]
    elif loop.joint == PLANE:
        six[5] = along_normal(loop, six + 3, s, six[2])
    for i in range(6):
        if loop.rows >> i & 1:
            out[stride * count] = six[i]
            count += 1
    return count


cdef void loop_rows(LoopTables t, const ClusterTable* cluster, const LoopTable* loop,
                    const real* column, const real* frame, real* K) noexcept nogil:
    """K of one loop: minus the columns of the predecessor's path, plus the successor's."""
    cdef int side, b, i, j, body, place, nv
    cdef double sign
    cdef real[3] s
    cdef real[6] six
    cdef const int* path
    row_place(loop, frame, s)
    for side in range(2):
        sign = 2 * side - 1
        path = t.indices + loop.first_path[side]
        for b in range(loop.n_path[side]):
            body = path[b]
            place = t.local[t.tree.iv[body]]
            nv = columns_of(t.tree.kind[body])
            for j in range(nv):
                for i in range(6):
                    six[i] = sign * column[i]
                resisted(loop, s, six, K + place + j, cluster.n_tree)
                column += COLUMN


cdef inline int count_rows(int rows) noexcept nogil:
    """Rows of a loop joint."""
    cdef int i
    cdef int count = 0
    for i in range(6):
        count += rows >> i & 1
    return count
