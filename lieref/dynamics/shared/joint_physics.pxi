# Torques of the joints themselves, order by order: armature vdot + damping v + friction s(v)
# + stiffness (q - rest), s the sign or v / sqrt(v^2 + width^2); see JointPhysics of tree_model.py.
# Included after lanes.pxi. Derivatives are plain ones, not Taylor coefficients.

from lieref.model.model cimport Coordinate, Model

cdef extern from "roots.h" nogil:
    real sign_of(real x)
    real rough_inverse_root(real x)

cdef extern from *:
    """
    /* The address of a function, of which the compiler then knows nothing: what few models need is
       kept out of the code of all others. */
    static inline void *apart(void *function)
    {
        __asm__("" : "+r"(function));
        return function;
    }
    """
    void* apart(void* function) nogil

ctypedef real (*JointTorque)(Model, const real*, const real*, const real*, int, int) noexcept nogil

# Coefficients of the longest series; as MOST_ORDERS of the arguments.
cdef enum:
    LONGEST = 171


cdef inline real coordinate_rate(const real* v, const real* vdot, int nv, int column,
                                 int k) noexcept nogil:
    """v^(k) of a coordinate; vdot[k] is v^(k + 1)."""
    return v[column] if k == 0 else vdot[(k - 1) * nv + column]


cdef real inverse_root(real x) noexcept nogil:
    """1 / sqrt(x) by Newton's steps, which carry whatever a real has beside its first double."""
    cdef int i
    cdef real y = rough_inverse_root(x)
    for i in range(3):
        y = y + 0.5 * y * (1 - x * y * y)
    return y


cdef real friction_order(const Coordinate* at, const real* v, const real* vdot, int nv, int column,
                         int k) noexcept nogil:
    """k-th derivative of s(v); a sign is constant, at v = 0 as well.

    y = (v^2 + width^2)^(-1/2), y_j = -sum_m (m / 2 + j - m) (v^2)_m y_{j-m} / (j (v^2)_0), m > 0
    """
    cdef int j, m
    cdef real sum
    cdef real wide = at.width
    cdef real[LONGEST] rate, square, y
    if at.width == 0:
        if k > 0:
            return 0
        return sign_of(v[column])
    for j in range(k + 1):
        rate[j] = taylor(coordinate_rate(v, vdot, nv, column, j), j)
        sum = rate[0] * rate[j]
        for m in range(1, j + 1):
            sum = sum + rate[m] * rate[j - m]
        square[j] = sum
    square[0] = square[0] + wide * wide
    y[0] = inverse_root(square[0])
    for j in range(1, k + 1):
        sum = (-0.5 * j) * square[j] * y[0]
        for m in range(1, j):
            sum = sum - (j - 0.5 * m) * square[m] * y[j - m]
        y[j] = sum / ((<double> j) * square[0])
    sum = rate[0] * y[k]
    for j in range(1, k + 1):
        sum = sum + rate[j] * y[k - j]
    return times_factorial(sum, k)


cdef real known_torque(Model model, const real* q, const real* v, const real* vdot, int column,
                       int k) noexcept nogil:
    """k-th derivative of all but the armature's part: what v^(k) and lower orders determine."""
    cdef const Coordinate* at = model.physics + column
    cdef real torque = at.damping * coordinate_rate(v, vdot, model.nv, column, k)
    if at.friction != 0:
        torque = torque + at.friction * friction_order(at, v, vdot, model.nv, column, k)
    if at.stiffness != 0:
        if k == 0:
            torque = torque + at.stiffness * (q[at.place] - at.rest)
        else:
            torque = torque + at.stiffness * coordinate_rate(v, vdot, model.nv, column, k - 1)
    return torque


cdef real joint_torque(Model model, const real* q, const real* v, const real* vdot, int column,
                       int k) noexcept nogil:
    """k-th derivative of the torque of a coordinate's own physics."""
    return (known_torque(model, q, v, vdot, column, k)
            + model.physics[column].armature * vdot[k * model.nv + column])
