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

import numpy as np

from lieref.algebra.arguments import items
from lieref.errors import ShapeError
from lieref.errors import IntegrationError

include "charts.pxi"

KINDS = {"R": <int> LINE, "SO3": <int> ROTATION, "SE3": <int> MOTION}
CHARTS = {"exponential": <int> EXPONENTIAL, "cayley": <int> CAYLEY}
SIZES = ((1, 1), (4, 3), (7, 6))


cdef inline void copy(const double[::1] values, double[::1] to) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(values.shape[0]):
        to[i] = values[i]


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
    ShapeError
        Another name; from the methods: an array of another length.
    """

    cdef readonly tuple factors
    cdef readonly int nq, nv
    cdef int[:, ::1] table
    cdef int count

    def __init__(self, factors):
        cdef int i
        self.factors = items("factors", factors)
        for i, name in enumerate(self.factors):
            if not isinstance(name, str) or name not in KINDS:
                raise ShapeError(f"factors[{i}] is {name!r}, expected one of 'R', 'SO3', 'SE3'")
        kinds = [KINDS[name] for name in self.factors]
        sizes = np.array([SIZES[kind] for kind in kinds], dtype=np.intc).reshape(-1, 2)
        starts = np.cumsum(sizes, axis=0, dtype=np.intc) - sizes
        self.nq, self.nv = sizes.sum(axis=0)
        self.count = len(kinds)
        self.table = np.array([kinds, *starts.T], dtype=np.intc).reshape(3, -1)

    cdef int _require(self, str what, Py_ssize_t length, int expected) except -1:
        if length != expected:
            raise ShapeError(f"{what} has {length} entries, expected {expected}")
        return 0

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

    def advance(self, const double[::1] q, const double[::1] low, const double[::1] X, int chart):
        """q * chart(X) and its rounding residue `low`, two fresh (nq,) arrays.

        Raises IntegrationError where an exponential turns by more than half a turn: the charts
        of one step are not made for that, and dexp^-1 has a pole at a whole turn.
        """
        self._require("q", q.shape[0], self.nq)
        self._require("low", low.shape[0], self.nq)
        self._require("X", X.shape[0], self.nv)
        moved, residue = np.empty(self.nq), np.empty(self.nq)
        cdef double[::1] point = moved
        cdef double[::1] rest = residue
        copy(q, point)
        copy(low, rest)
        if self.count:
            self._advance(&X[0], chart, &point[0], &rest[0])
        return moved, residue

    def rate(self, const double[::1] X, const double[::1] V, int chart):
        """Xdot of q * chart(X) that has the body velocity V, (nv,)."""
        self._require("X", X.shape[0], self.nv)
        self._require("V", V.shape[0], self.nv)
        rates = np.empty(self.nv)
        cdef double[::1] out = rates
        if self.count:
            self._rate(&X[0], &V[0], chart, &out[0])
        return rates

    def stage(self, const double[::1] q, const double[::1] low, const double[::1] v,
              const double[::1] weights, double[:, ::1] stages, int i, double h, int chart):
        """Point and velocity of stage i of a Runge-Kutta step from (q, v), two fresh arrays.

        (X, dv) = h sum_{j < i} weights_j stages_j; the point is q * chart(X), the velocity v + dv.
        stages (s, 2 nv): rows (Xdot, acceleration); the first half of row i is written here.
        Raises IntegrationError as `advance` does.
        """
        cdef int n = self.nv, j, k
        self._require("q", q.shape[0], self.nq)
        self._require("low", low.shape[0], self.nq)
        self._require("v", v.shape[0], n)
        self._require("a row of stages", stages.shape[1], 2 * n)
        if not 0 < i < stages.shape[0] or weights.shape[0] < i:
            raise ShapeError(f"stage {i} of {stages.shape[0]} with {weights.shape[0]} weights")
        point, velocity = np.empty(self.nq), np.empty(n)
        cdef double[::1] moved = point
        cdef double[::1] faster = velocity
        cdef double[::1] X = np.empty(n)
        cdef double[::1] rest = np.empty(self.nq)
        copy(q, moved)
        copy(low, rest)
        for k in range(n):
            X[k] = 0.0
            faster[k] = 0.0
            for j in range(i):
                X[k] += weights[j] * stages[j, k]
                faster[k] += weights[j] * stages[j, n + k]
            X[k] *= h
            faster[k] = v[k] + h * faster[k]
        if self.count:
            self._advance(&X[0], chart, &moved[0], &rest[0])
            self._rate(&X[0], &faster[0], chart, &stages[i, 0])
        return point, velocity

    def accept(self, object values, double[:, ::1] stages, int i):
        """Write the accelerations of stage i; False if they are no nv finite doubles."""
        cdef const double[::1] a
        cdef int n = self.nv, k
        self._require("a row of stages", stages.shape[1], 2 * n)
        if not 0 <= i < stages.shape[0]:
            raise ShapeError(f"stage {i} of {stages.shape[0]}")
        try:
            a = values
        except (TypeError, ValueError):
            return False
        if a.shape[0] != n:
            return False
        for k in range(n):
            if not isfinite(a[k]):
                return False
            stages[i, n + k] = a[k]
        return True

    def finish(self, const double[::1] q, const double[::1] q_low, const double[::1] v,
               const double[::1] v_low, const double[::1] weights, const double[:, ::1] stages,
               double h, int chart):
        """End of a Runge-Kutta step from (q, v), with what rounding cuts off: q, low, v, low.

        (X, dv) = h sum_j weights_j stages_j. Raises IntegrationError as `advance` does, and where
        the end is beyond the range of double.
        """
        cdef int n = self.nv, j, k
        cdef double change
        self._require("q", q.shape[0], self.nq)
        self._require("q_low", q_low.shape[0], self.nq)
        self._require("v", v.shape[0], n)
        self._require("v_low", v_low.shape[0], n)
        self._require("a row of stages", stages.shape[1], 2 * n)
        self._require("weights", weights.shape[0], stages.shape[0])
        point, point_low = np.empty(self.nq), np.empty(self.nq)
        velocity, velocity_low = np.empty(n), np.empty(n)
        cdef double[::1] X = np.empty(n)
        cdef double[::1] moved = point
        cdef double[::1] rest = point_low
        cdef double[::1] faster = velocity
        cdef double[::1] faster_low = velocity_low
        cdef bint finite = True
        copy(q, moved)
        copy(q_low, rest)
        copy(v, faster)
        copy(v_low, faster_low)
        for k in range(n):
            X[k] = 0.0
            change = 0.0
            for j in range(stages.shape[0]):
                X[k] += weights[j] * stages[j, k]
                change += weights[j] * stages[j, n + k]
            X[k] *= h
            add(&faster[k], &faster_low[k], h * change)
            finite = finite and isfinite(X[k]) and isfinite(faster[k])
        if not finite:
            raise IntegrationError("the motion is beyond the range of double")
        if self.count:
            self._advance(&X[0], chart, &moved[0], &rest[0])
        return point, point_low, velocity, velocity_low

    def velocity(self, const double[::1] X, const double[::1] Xdot):
        """Body velocity dexp(-X) Xdot of q * exp(X), (nv,)."""
        return self._differential(np.negative(X), Xdot, False, False)

    def dexp_t(self, const double[::1] X, const double[::1] W):
        """dexp_X^T W, (nv,): block by block, W itself for lines."""
        return self._differential(X, W, False, True)

    def dexp_inv_t(self, const double[::1] X, const double[::1] W):
        """dexp_X^-T W, (nv,)."""
        return self._differential(X, W, True, True)

    def _differential(self, const double[::1] X, const double[::1] x, bint inverse,
                      bint transposed):
        self._require("X", X.shape[0], self.nv)
        self._require("vector", x.shape[0], self.nv)
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
        return product

    def difference(self, const double[::1] q0, const double[::1] q1):
        """The shortest X with q0 * exp(X) = q1, (nv,)."""
        self._require("q0", q0.shape[0], self.nq)
        self._require("q1", q1.shape[0], self.nq)
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
                X[to] = q1[at] - q0[at]
                continue
            if self.table[0, f] == MOTION:
                pose_of(&q0[at], C)
                for i in range(3):
                    gap[i] = q1[at + i] - q0[at + i]
                rotate_back(C, gap, local)
                at += 3
            for i in range(3):
                back[i] = -q0[at + i]
            back[3] = q0[at + 3]
            quaternion_multiply(back, &q1[at], turned)
            so3_log_quaternion(turned, &X[to])
            if self.table[0, f] == MOTION:
                # v = dexp_omega^-1 p
                so3_dexp_inv(&X[to], D)
                apply3(D, local, &X[to + 3])
        return tangent
