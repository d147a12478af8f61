# The forces of a motion as linear functions of ten inertial parameters to each body: the regressor
# (see regressor.py). Included after subtrees.pxi and paths.pxi. Plain twin: regressor_twin.py.
#
# A body's parameters are constant in its own frame, so its wrench is taken there. With e, u the
# twist of the body while one coordinate moves at unit rate, w its angular velocity, a the
# acceleration of its origin minus gravity and Xi = [dw] + [w][w]:
#   force   m a + Xi h
#   moment  h x a + J dw + w x J w
# and the generalized force of the coordinate is u . force + e . moment:
#   m       u . a
#   h       a x e + Xi^T u
#   J       e . J dw + z . J w,  z = e x w

include "lieref/algebra/scalars/lanes.pxi"
include "lieref/algebra/series/series.pxi"
include "lieref/partials/idsva/spatial_vectors.pxi"
include "lieref/partials/idsva/subtrees.pxi"
include "lieref/partials/idsva/paths.pxi"

from cpython.pycapsule cimport PyCapsule_New

from lieref.partials.sensitivities cimport Call

# parameters of a body, and the size of an array of as many results of as many lanes as there
# may be
cdef enum:
    PARAMETERS = 10
    FOUND = 40


cdef struct Local:
    real[9] R               # body axes -> inertial ones, row by row
    real[3] x               # the body's origin
    real[3] v
    real[3] w
    real[3] dw
    real[3] a
    real[9] Xi


cdef inline void localise(const Body* body, const real* block, Local* p) noexcept nogil:
    """R = R_k K^T, x = x_k - R k;  v = u + w x x and a = u' + w' x x + w x v, in body axes"""
    cdef int i, j
    cdef const real* v = block + VELOCITY
    cdef const real* rate = block + ACCELERATION
    cdef real square
    cdef real[3] moved, a
    times_constant_back(block + ROTATION, body.K, p.R)
    for i in range(3):
        p.x[i] = block[ORIGIN + i] - dot(p.R + 3 * i, body.k)
    copy(v + 3, moved, 3)
    add_cross(v, p.x, moved)
    copy(rate + 3, a, 3)
    add_cross(rate, p.x, a)
    add_cross(v, moved, a)
    turn_back(p.R, moved, p.v)
    turn_back(p.R, v, p.w)
    turn_back(p.R, rate, p.dw)
    turn_back(p.R, a, p.a)
    # Xi = [dw] + w w^T - |w|^2 1
    square = dot(p.w, p.w)
    for i in range(3):
        for j in range(3):
            p.Xi[3 * i + j] = p.w[i] * p.w[j]
        p.Xi[4 * i] = p.Xi[4 * i] - square
    for i in range(3):
        j = (i + 1) % 3
        p.Xi[3 * i + j] = p.Xi[3 * i + j] - p.dw[(i + 2) % 3]
        p.Xi[3 * j + i] = p.Xi[3 * j + i] + p.dw[(i + 2) % 3]


cdef inline void to_body(const Local* p, const real* row, int L, lane* e, lane* u) noexcept nogil:
    """e = R^T s_w and u = R^T (s_u + s_w x x) of LANES screws, whose rows are L apart"""
    cdef int i, j, k
    cdef lane[3] s, moved
    for i in range(3):
        s[i] = load(row + i * L)
    # velocity of the body's origin: u + e x x
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        moved[i] = load(row + (3 + i) * L) + (s[j] * p.x[k] - s[k] * p.x[j])
    for i in range(3):
        e[i] = p.R[i] * s[0] + p.R[3 + i] * s[1] + p.R[6 + i] * s[2]
        u[i] = p.R[i] * moved[0] + p.R[3 + i] * moved[1] + p.R[6 + i] * moved[2]


cdef inline void lane_entries(const Local* p, const lane* e, const lane* u,
                              lane* found) noexcept nogil:
    """The ten entries of LANES coordinates, whose screws in the body's frame are e, u"""
    cdef int i, j, k
    cdef lane[3] z
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        z[i] = e[j] * p.w[k] - e[k] * p.w[j]
    found[0] = u[0] * p.a[0] + u[1] * p.a[1] + u[2] * p.a[2]
    for i in range(3):
        j = (i + 1) % 3
        k = (i + 2) % 3
        # (a x e)_i + (Xi^T u)_i
        found[1 + i] = (e[k] * p.a[j] - e[j] * p.a[k]
                        + (u[0] * p.Xi[i] + u[1] * p.Xi[3 + i] + u[2] * p.Xi[6 + i]))
        found[4 + i] = e[i] * p.dw[i] + z[i] * p.w[i]
    # xy, xz, yz
    for i in range(2):
        for j in range(i + 1, 3):
            found[6 + i + j] = ((e[i] * p.dw[j] + e[j] * p.dw[i])
                                + (z[i] * p.w[j] + z[j] * p.w[i]))


cdef size_t workspace(Model model) noexcept nogil:
    """Number of reals that a run needs."""
    return sweep_size(model) + path_size(model, COLUMN)


cdef void run(Model model, const Call* call) noexcept nogil:
    """The regressor, zeroed before; every pointer valid, every number finite."""
    cdef int i, b, c, m, slot
    cdef Local p
    cdef lane[3] e, u
    cdef lane[PARAMETERS] found
    cdef real[FOUND] entries
    cdef real* out
    cdef real* memory = <real*> call.workspace
    cdef Sweep at = sweep_at(model, memory)
    cdef Path path = path_at(model, memory + sweep_size(model), COLUMN)
    cdef size_t columns = <size_t> PARAMETERS * model.nbodies
    sweep(model, <const real*> call.q, <const real*> call.v, <const real*> call.a, NULL, &at)
    for i in range(model.nbodies - 1, -1, -1):
        enter(model, i, at.columns, COLUMN, &path)
        localise(&model.bodies[i], at.bodies + i * BLOCK, &p)
        for b in range((path.length + LANES - 1) // LANES):
            m = b * LANES
            to_body(&p, path.rows + m, path.stride, e, u)
            lane_entries(&p, e, u, found)
            for c in range(<int> PARAMETERS):
                store(entries + c * LANES, found[c])
            for slot in range(min(path.length - m, <int> LANES)):
                out = (<real*> call.regressor + path.coordinate[m + slot] * columns
                       + PARAMETERS * i)
                for c in range(<int> PARAMETERS):
                    out[c] = entries[c * LANES + slot]


RUN = PyCapsule_New(<void*> run, "lieref.sensitivity_run", NULL)
WORKSPACE = PyCapsule_New(<void*> workspace, "lieref.sensitivity_workspace", NULL)


include "lieref/partials/parameters/regressor_partials.pxi"
