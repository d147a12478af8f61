# Moves along the configuration space, joint by joint; loops over states run without Python's lock.

from libc.math cimport fabs, sqrt

from lieref.algebra.groups.se3 cimport pose_last_row, rotate, rotate_back, se3_exp, se3_log
from lieref.algebra.groups.so3 cimport (
    quaternion_multiply, quaternion_to_matrix, so3_exp_quaternion, so3_log_quaternion)


# A quaternion farther from unit norm is an error; one within it stands for q / |q|.
cdef double UNIT_NORM = configuration.QUATERNION_TOLERANCE

ctypedef void (*Move)(Model, const double*, const double*, double*) noexcept nogil


cdef cnp.ndarray _rows(str what, object value, int width):
    """`value` as contiguous finite doubles (..., width); itself where it is such an array."""
    if is_stack(value, (width,)):
        return value
    return np.ascontiguousarray(configuration.checked_rows(what, value, width))


cdef cnp.ndarray _configurations(Model model, str what, object value):
    """Such rows (..., nq) with quaternions of unit norm within 1e-9."""
    cdef cnp.ndarray q = _rows(what, value, model.nq)
    cdef const double* x = <const double*> cnp.PyArray_DATA(q)
    cdef const double* turn
    cdef Py_ssize_t k
    cdef int i
    if model.nq == model.nv:
        return q
    for k in range(cnp.PyArray_SIZE(q) // model.nq):
        for i in range(model.nbodies):
            if model.kind[i] >= SPHERICAL:
                turn = x + model.nq * k + _turn(model, i)
                if not fabs(sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]
                                 + turn[3] * turn[3]) - 1) <= UNIT_NORM:
                    configuration.checked_configuration(model, q, what)
    return q


cdef inline int _turn(Model model, int i) noexcept nogil:
    """Where the quaternion of joint i begins in q."""
    return model.iq[i] + (3 if model.kind[i] == FREE else 0)


cdef void _integrate(Model model, const double* q, const double* dv, double* out) noexcept nogil:
    """q * exp(dv); of a free joint R R(w), p + R dexp_w v."""
    cdef double C[16]
    cdef double R[9]
    cdef double here[16]
    cdef int i, j, k, at
    for i in range(model.nbodies):
        j = model.iv[i]
        at = model.iq[i]
        if model.kind[i] < SPHERICAL:
            out[at] = q[at] + dv[j]
            continue
        at = _turn(model, i)
        if model.kind[i] == FREE:
            se3_exp(dv + j, C)
            _rotation(q + at, here)
            for k in range(3):
                R[k] = C[4 * k + 3]
            rotate(here, R, C)
            for k in range(3):
                out[at - 3 + k] = q[at - 3 + k] + C[k]
        so3_exp_quaternion(dv + j, C)
        quaternion_multiply(q + at, C, out + at)


cdef inline void _rotation(const double* turn, double* C) noexcept nogil:
    """The rotation of a quaternion in the first rows of a pose (4, 4)."""
    cdef double R[9]
    cdef int i, j
    quaternion_to_matrix(turn, R)
    for i in range(3):
        for j in range(3):
            C[4 * i + j] = R[3 * i + j]


cdef void _difference(Model model, const double* q0, const double* q1, double* dv) noexcept nogil:
    """log(q0^-1 q1), rotations by at most pi."""
    cdef double C[16]
    cdef double start[16]
    cdef double gap[3]
    cdef double back[4]
    cdef double turn[4]
    cdef double norm
    cdef int i, j, k, at
    for i in range(model.nbodies):
        j = model.iv[i]
        at = model.iq[i]
        if model.kind[i] < SPHERICAL:
            dv[j] = q1[at] - q0[at]
            continue
        at = _turn(model, i)
        for k in range(3):
            back[k] = -q0[at + k]
        back[3] = q0[at + 3]
        quaternion_multiply(back, q1 + at, turn)
        # each factor may be off unit norm by the tolerance, the product by twice as much
        norm = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3])
        for k in range(4):
            turn[k] /= norm
        if model.kind[i] != FREE:
            so3_log_quaternion(turn, dv + j)
            continue
        _rotation(q0 + at, start)
        _rotation(turn, C)
        for k in range(3):
            gap[k] = q1[at - 3 + k] - q0[at - 3 + k]
        rotate_back(start, gap, back)
        for k in range(3):
            C[4 * k + 3] = back[k]
        pose_last_row(C)
        se3_log(C, dv + j)


cdef int _normalize(Model model, double* q) noexcept nogil:
    """Scale the quaternions to unit norm; the joint of one that is zero, or -1."""
    cdef double* turn
    cdef double largest, norm
    cdef int i, k
    for i in range(model.nbodies):
        if model.kind[i] < SPHERICAL:
            continue
        turn = q + _turn(model, i)
        largest = max(fabs(turn[0]), fabs(turn[1]), fabs(turn[2]), fabs(turn[3]))
        if largest == 0:
            return i
        # by the largest entry first: no square over- or underflows
        for k in range(4):
            turn[k] /= largest
        norm = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] + turn[3] * turn[3])
        for k in range(4):
            turn[k] /= norm
    return -1


cdef object _moved(Model model, Move move, str names, cnp.ndarray a, cnp.ndarray b, int width):
    """What `move` makes of rows of a and b, as rows of `width` numbers."""
    cdef Py_ssize_t k, wide_a, wide_b
    cdef const double* x = <const double*> cnp.PyArray_DATA(a)
    cdef const double* y = <const double*> cnp.PyArray_DATA(b)
    lead, other = (<object> a).shape[:a.ndim - 1], (<object> b).shape[:b.ndim - 1]
    if lead != other:
        first, second = names.split()
        raise ShapeError(f"{first} has batch shape {lead} and {second} {other}, expected the same")
    result = np.empty((*lead, width))
    cdef double* out = <double*> cnp.PyArray_DATA(result)
    wide_a = a.shape[cnp.PyArray_NDIM(a) - 1]
    wide_b = b.shape[cnp.PyArray_NDIM(b) - 1]
    with nogil:
        for k in range(cnp.PyArray_SIZE(a) // wide_a if wide_a else 0):
            move(model, x + wide_a * k, y + wide_b * k, out + width * k)
    require_in_range(names.replace(" ", ", "), result)
    return result


def integrate(Model self not None, q: ArrayLike, dv: ArrayLike) -> NDArray[np.float64]:
    """Return the configuration q * exp(dv).

    Addition for one-degree joints; of spherical and free joints the right perturbation, dv in
    body axes.

    Parameters
    ----------
    q : (..., nq) array_like
        Configuration, rad and m.
    dv : (..., nv) array_like
        Tangent vector, rad and m: a velocity times a time.

    Returns
    -------
    (..., nq) array

    Raises
    ------
    ShapeError, NonFiniteError
        Arguments of other shapes or types, NaN or infinity.
    ConfigurationError
        A quaternion that is not of unit norm within 1e-9; names the joint.
    """
    return _moved(self, _integrate, "q dv", _configurations(self, "q", q),
                  _rows("dv", dv, self.nv), self.nq)


def difference(Model self not None, q0: ArrayLike, q1: ArrayLike) -> NDArray[np.float64]:
    """Return the shortest tangent vector dv with integrate(q0, dv) = q1.

    Parameters
    ----------
    q0, q1 : (..., nq) array_like
        Configurations, rad and m.

    Returns
    -------
    (..., nv) array
        In body axes, rad and m; rotations of spherical and free joints by at most pi.

    Raises
    ------
    ShapeError, NonFiniteError, ConfigurationError
        As `integrate`.
    """
    return _moved(self, _difference, "q0 q1", _configurations(self, "q0", q0),
                  _configurations(self, "q1", q1), self.nv)


def normalize(Model self not None, q: ArrayLike) -> NDArray[np.float64]:
    """Return q with its quaternions scaled to unit norm.

    Parameters
    ----------
    q : (..., nq) array_like
        Configuration, rad and m, with quaternions of any norm but zero.

    Returns
    -------
    (..., nq) array

    Raises
    ------
    ShapeError, NonFiniteError
        q of another shape or type, NaN or infinity.
    ConfigurationError
        A quaternion that is zero; names the joint.
    """
    cdef cnp.ndarray out = _rows("q", q, self.nq).copy()
    cdef double* x = <double*> cnp.PyArray_DATA(out)
    cdef Py_ssize_t k
    cdef int zero
    for k in range(cnp.PyArray_SIZE(out) // self.nq if self.nq else 0):
        zero = _normalize(self, x + self.nq * k)
        if zero >= 0:
            raise ConfigurationError(
                f"q: quaternion of joint {self.joint_names[zero]!r} is zero, no rotation")
    return out
