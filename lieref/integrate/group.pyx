"""Products of lines, rotations and rigid motions: the spaces that the integrators move in.

A point q holds (x), a unit quaternion (x, y, z, w), or a position and a quaternion for each
factor "R", "SO3", "SE3"; a tangent vector 1, 3 or 6 numbers in body axes, angular part first.
A point moves as q -> q * chart(X); two charts are offered, with C = chart(X) and the body
velocity [V] = C^-1 Cdot:

- exponential: V = dexp(-X) Xdot                                    [Mueller, (89), second form]
- Cayley: C = (I - [X]/2)^-1 (I + [X]/2), [Xdot] = (I + [X]/2) [V] (I - [X]/2)

No point is ever projected onto the group. Each coordinate of a point carries what rounding cut
off from it (`low`), increments lie on the unit sphere to 1e-31 and products are summed in
double-double, so that a quaternion stays of unit norm to its own rounding after any number of
steps.
"""
from libc.math cimport M_PI, isfinite, sqrt
cimport numpy as cnp

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.arguments import choice, integer, items
from lieref.errors import IntegrationError, NonFiniteError, ShapeError
from lieref.model.arguments import real_array

cnp.import_array()

Array = NDArray[np.float64]

include "charts.pxi"

KINDS: dict[str, int] = {"R": <int> LINE, "SO3": <int> ROTATION, "SE3": <int> MOTION}
CHARTS: dict[str, int] = {"exponential": <int> EXPONENTIAL, "cayley": <int> CAYLEY}
cdef int MOST_CHART = max(CHARTS.values())
SIZES = ((1, 1), (4, 3), (7, 6))


cdef inline void copy(const double[::1] values, double[::1] to) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(values.shape[0]):
        to[i] = values[i]


cdef const double[::1] _row(str what, object value, Py_ssize_t count):
    """So many finite doubles, as they are or converted; or an error."""
    cdef const double[::1] x
    cdef Py_ssize_t i
    if not (cnp.PyArray_CheckExact(value) and cnp.PyArray_NDIM(value) == 1
            and cnp.PyArray_TYPE(value) == cnp.NPY_DOUBLE and cnp.PyArray_ISCARRAY_RO(value)):
        value = real_array(what, value, (count,))
    x = value
    if x.shape[0] != count:
        raise ShapeError(f"{what} has {x.shape[0]} entries, expected {count}")
    for i in range(count):
        if not isfinite(x[i]):
            raise NonFiniteError(f"{what}[{i}] is {x[i]}, expected a finite number")
    return x


cdef double[:, ::1] _stages(object value, int columns):
    """The memory of a step's stages, of so many columns."""
    if not (cnp.PyArray_CheckExact(value) and cnp.PyArray_NDIM(value) == 2
            and cnp.PyArray_TYPE(value) == cnp.NPY_DOUBLE and cnp.PyArray_ISCARRAY(value)):
        raise ShapeError(f"stages is a {type(value).__name__}, expected a writable contiguous "
                         f"array of doubles, (s, {columns})")
    if (<cnp.ndarray> value).shape[1] != columns:
        raise ShapeError(f"a row of stages has {(<cnp.ndarray> value).shape[1]} entries, "
                         f"expected {columns}")
    return value


cdef inline int _whole(str what, object value, int least, int most) except -1:
    """An integer from least to most, both from 0; or an error."""
    if type(value) is int and least <= value <= most:
        return value
    return integer(what, value, least, most)


cdef inline double _length(object h) except? -1:
    """A finite step; or an error."""
    if isinstance(h, float) and isfinite(<double> h):
        return h
    return float(real_array("h", h, ()))


cdef int _require_range(str what, const double[::1] found) except -1:
    """A result of finite numbers; or an error."""
    cdef Py_ssize_t i
    for i in range(found.shape[0]):
        if not isfinite(found[i]):
            raise NonFiniteError(f"{what}[{i}] is {found[i]}, beyond the range of double")
    return 0


cdef int _require_step(const double[::1] X, const double[::1] v, const double[:, ::1] stages,
                       int rows) except -1:
    """A step of finite numbers; or the error of a stage that it is made of, or of their size."""
    cdef Py_ssize_t i, j
    cdef bint good = True
    for i in range(X.shape[0]):
        good = good and isfinite(X[i]) and isfinite(v[i])
    if good:
        return 0
    for i in range(rows):
        for j in range(stages.shape[1]):
            if not isfinite(stages[i, j]):
                raise NonFiniteError(f"stages[{i}, {j}] is {stages[i, j]}, expected a finite "
                                     "number")
    return _require_motion(X) + _require_motion(v)


cdef int _require_motion(const double[::1] found) except -1:
    """Finite numbers of a step; or an error."""
    cdef Py_ssize_t i
    for i in range(found.shape[0]):
        if not isfinite(found[i]):
            raise IntegrationError("the motion is beyond the range of double")
    return 0


cdef Py_ssize_t _at_least(object value, Py_ssize_t count):
    """Length of a plain row, but no less than `count`."""
    if cnp.PyArray_CheckExact(value) and cnp.PyArray_NDIM(value) == 1:
        return max(count, (<cnp.ndarray> value).shape[0])
    return count


cdef class Group:
    """A product of the factors "R", "SO3" and "SE3", in this order.

    Parameters
    ----------
    factors : sequence of str
        "R" (1 and 1 coordinates of point and tangent vector), "SO3" (4 and 3) or "SE3" (7 and 6).

    Attributes
    ----------
    factors : tuple of str
    nq, nv : int
        Coordinates of a point and of a tangent vector.

    Raises
    ------
    ArgumentError
        Another name.
    ShapeError, NonFiniteError
        From the methods: an array of another length, NaN or infinity, or a result beyond the range
        of double.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> isinstance(lieref.simulate.model_group(model), lieref.integrate.Group)
    True
    """

    cdef readonly tuple factors
    cdef readonly int nq, nv
    cdef int[:, ::1] table
    cdef int count
    factors: tuple[str, ...]
    nq: int
    nv: int

    def __cinit__(self, factors: Iterable[str]):
        cdef int i
        self.factors = items("factors", factors)
        for i, name in enumerate(self.factors):
            choice(f"factors[{i}]", name, KINDS)
        kinds = [KINDS[name] for name in self.factors]
        sizes = np.array([SIZES[kind] for kind in kinds], dtype=np.intc).reshape(-1, 2)
        starts = np.cumsum(sizes, axis=0, dtype=np.intc) - sizes
        self.nq, self.nv = sizes.sum(axis=0)
        self.count = len(kinds)
        self.table = np.array([kinds, *starts.T], dtype=np.intc).reshape(3, -1)

    def __reduce__(self):
        return Group, (self.factors,)

    cdef int _advance(self, const double *X, int chart, double *q, double *low) except -1:
        # q + low <- (q + low) * chart(X)
        cdef int f, at
        cdef double square
        for f in range(self.count):
            at = self.table[2, f]
            if self.table[0, f] != LINE and chart == EXPONENTIAL:
                square = X[at] * X[at] + X[at + 1] * X[at + 1] + X[at + 2] * X[at + 2]
                if not square <= M_PI * M_PI:
                    raise IntegrationError(
                        f"factor {f} ({self.factors[f]}) turns by {sqrt(square):.3g} rad in one "
                        "step, more than half a turn: shorten the step"
                    )
            advance_factor(self.table[0, f], chart, X + at, q + self.table[1, f],
                           low + self.table[1, f])
        return 0

    cdef void _rate(self, const double *X, const double *V, int chart, double *out) noexcept nogil:
        cdef double D[36]
        cdef double minus[6]
        cdef int f, i, at, n
        for f in range(self.count):
            at = self.table[2, f]
            n = 3 * self.table[0, f]
            if n == 0:
                out[at] = V[at]
            elif chart == CAYLEY:
                cayley_rate(self.table[0, f], X + at, V + at, out + at)
            else:
                for i in range(n):
                    minus[i] = -X[at + i]
                differential(self.table[0, f], True, minus, D)
                apply(D, n, False, V + at, out + at)

    def advance(self, q: Array, low: Array, X: Array, chart: int) -> tuple[Array, Array]:
        """q * chart(X) and its rounding residue `low`, two fresh (nq,) arrays.

        Raises IntegrationError where an exponential turns by more than half a turn: the charts
        of one step are not made for that, and dexp^-1 has a pole at a whole turn.
        """
        cdef const double[::1] tangent = _row("X", X, self.nv)
        cdef int which = _whole("chart", chart, 0, MOST_CHART)
        moved, residue = np.empty(self.nq), np.empty(self.nq)
        cdef double[::1] point = moved
        cdef double[::1] rest = residue
        copy(_row("q", q, self.nq), point)
        copy(_row("low", low, self.nq), rest)
        if self.count:
            self._advance(&tangent[0], which, &point[0], &rest[0])
        _require_range("q", point)
        return moved, residue

    def rate(self, X: Array, V: Array, chart: int) -> Array:
        """Xdot of q * chart(X) that has the body velocity V, (nv,)."""
        cdef const double[::1] tangent = _row("X", X, self.nv)
        cdef const double[::1] velocity = _row("V", V, self.nv)
        cdef int which = _whole("chart", chart, 0, MOST_CHART)
        rates = np.empty(self.nv)
        cdef double[::1] out = rates
        if self.count:
            self._rate(&tangent[0], &velocity[0], which, &out[0])
        _require_range("Xdot", out)
        return rates

    def stage(
        self, q: Array, low: Array, v: Array, weights: Array, stages: Array, i: int, h: float,
        chart: int,
    ) -> tuple[Array, Array]:
        """Point and velocity of stage i of a Runge-Kutta step from (q, v), two fresh arrays.

        (X, dv) = h sum_{j < i} weights_j stages_j; the point is q * chart(X), the velocity v + dv.
        stages (s, 2 nv): rows (Xdot, acceleration); the first half of row i is written here.
        Raises IntegrationError as `advance` does.
        """
        cdef int n = self.nv, j, k
        cdef double[:, ::1] rows = _stages(stages, 2 * n)
        cdef int at = _whole("stage", i, 1, <int> rows.shape[0] - 1)
        cdef int which = _whole("chart", chart, 0, MOST_CHART)
        cdef double step = _length(h)
        cdef const double[::1] shares = _row("weights", weights, _at_least(weights, at))
        cdef const double[::1] start = _row("v", v, n)
        point, velocity = np.empty(self.nq), np.empty(n)
        cdef double[::1] moved = point
        cdef double[::1] faster = velocity
        cdef double[::1] X = np.empty(n)
        cdef double[::1] rest = np.empty(self.nq)
        copy(_row("q", q, self.nq), moved)
        copy(_row("low", low, self.nq), rest)
        for k in range(n):
            X[k] = 0.0
            faster[k] = 0.0
            for j in range(at):
                X[k] += shares[j] * rows[j, k]
                faster[k] += shares[j] * rows[j, n + k]
            X[k] *= step
            faster[k] = start[k] + step * faster[k]
        _require_step(X, faster, rows, at)
        if self.count:
            self._advance(&X[0], which, &moved[0], &rest[0])
            self._rate(&X[0], &faster[0], which, &rows[at, 0])
        _require_motion(moved)
        _require_motion(rows[at, :n])
        return point, velocity

    def accept(self, values: object, stages: Array, i: int) -> bool:
        """Write the accelerations of stage i; False if they are no nv finite doubles."""
        cdef const double[::1] a
        cdef int n = self.nv, k
        cdef double[:, ::1] rows = _stages(stages, 2 * n)
        cdef int at = _whole("stage", i, 0, <int> rows.shape[0] - 1)
        try:
            a = _row("values", values, n)
        except (ShapeError, NonFiniteError):
            return False
        for k in range(n):
            rows[at, n + k] = a[k]
        return True

    def finish(
        self, q: Array, q_low: Array, v: Array, v_low: Array, weights: Array, stages: Array,
        h: float, chart: int,
    ) -> tuple[Array, Array, Array, Array]:
        """End of a Runge-Kutta step from (q, v), with what rounding cuts off: q, low, v, low.

        (X, dv) = h sum_j weights_j stages_j. Raises IntegrationError as `advance` does, and where
        the end is beyond the range of double.
        """
        cdef int n = self.nv, j, k
        cdef double change
        cdef double[:, ::1] rows = _stages(stages, 2 * n)
        cdef const double[::1] shares = _row("weights", weights, rows.shape[0])
        cdef int which = _whole("chart", chart, 0, MOST_CHART)
        cdef double step = _length(h)
        point, point_low = np.empty(self.nq), np.empty(self.nq)
        velocity, velocity_low = np.empty(n), np.empty(n)
        cdef double[::1] X = np.empty(n)
        cdef double[::1] moved = point
        cdef double[::1] rest = point_low
        cdef double[::1] faster = velocity
        cdef double[::1] faster_low = velocity_low
        copy(_row("q", q, self.nq), moved)
        copy(_row("q_low", q_low, self.nq), rest)
        copy(_row("v", v, n), faster)
        copy(_row("v_low", v_low, n), faster_low)
        for k in range(n):
            X[k] = 0.0
            change = 0.0
            for j in range(rows.shape[0]):
                X[k] += shares[j] * rows[j, k]
                change += shares[j] * rows[j, n + k]
            X[k] *= step
            add(&faster[k], &faster_low[k], step * change)
        _require_step(X, faster, rows, <int> rows.shape[0])
        if self.count:
            self._advance(&X[0], which, &moved[0], &rest[0])
        _require_motion(moved)
        return point, point_low, velocity, velocity_low

    def velocity(self, X: Array, Xdot: Array) -> Array:
        """Body velocity dexp(-X) Xdot of q * exp(X), (nv,)."""
        minus = np.negative(_row("X", X, self.nv))
        return self._differential("V", minus, "Xdot", Xdot, False, False)

    def dexp_t(self, X: Array, W: Array) -> Array:
        """dexp_X^T W, (nv,): block by block, W itself for lines."""
        return self._differential("dexp_X^T W", X, "W", W, False, True)

    def dexp_inv_t(self, X: Array, W: Array) -> Array:
        """dexp_X^-T W, (nv,)."""
        return self._differential("dexp_X^-T W", X, "W", W, True, True)

    cdef _differential(self, str what, object tangent, str name, object vector, bint inverse,
                       bint transposed):
        cdef const double[::1] X = _row("X", tangent, self.nv)
        cdef const double[::1] x = _row(name, vector, self.nv)
        cdef double D[36]
        product = np.empty(self.nv)
        cdef double[::1] out = product
        copy(x, out)
        cdef int f, at, n
        for f in range(self.count):
            at = self.table[2, f]
            n = 3 * self.table[0, f]
            if n:
                differential(self.table[0, f], inverse, &X[at], D)
                apply(D, n, transposed, &x[at], &out[at])
        _require_range(what, out)
        return product

    def difference(self, q0: Array, q1: Array) -> Array:
        """The shortest X with q0 * exp(X) = q1, (nv,)."""
        cdef const double[::1] start = _row("q0", q0, self.nq)
        cdef const double[::1] end = _row("q1", q1, self.nq)
        cdef double back[4]
        cdef double turned[4]
        cdef double C[16]
        cdef double D[9]
        cdef double gap[3]
        cdef double local[3]
        tangent = np.empty(self.nv)
        cdef double[::1] X = tangent
        cdef int f, i, at, to
        for f in range(self.count):
            at, to = self.table[1, f], self.table[2, f]
            if self.table[0, f] == LINE:
                X[to] = end[at] - start[at]
                continue
            if self.table[0, f] == MOTION:
                pose_of(&start[at], C)
                for i in range(3):
                    gap[i] = end[at + i] - start[at + i]
                rotate_back(C, gap, local)
                at += 3
            for i in range(3):
                back[i] = -start[at + i]
            back[3] = start[at + 3]
            quaternion_multiply(back, &end[at], turned)
            so3_log_quaternion(turned, &X[to])
            if self.table[0, f] == MOTION:
                # v = dexp_omega^-1 p
                so3_dexp_inv(&X[to], D)
                apply3(D, local, &X[to + 3])
        _require_range("X", X)
        return tangent
