"""Generalized momentum of a tree and the force of its Lagrangian, L(q, v) = v^T H v / 2 - U(q).

One pass from base to tip and one back, in body frames. With the twist V_i of body i, the part
Y_i = Ad^-1 V_p of it that the parent causes, and the momentum P_i and the weight G_i of body i
and all beyond it, about the origin of body i:

    V_i = Y_i + S_i v_i
    dL/dv_i = S_i^T P_i
    dL/dq_i = S_i^T (ad_{Y_i}^T P_i + G_i)

Its energies come from the first pass, with u_i = -g . p_i of the origins:

    2 T = sum_i V_i . P_i,    U = sum_i (m_i u_i - h_i . g_i),    u_i = u_p - g_p . p_{p,i}
    -dU/dt = sum_i V_i . G_i

The derivative of L by q holds because a right perturbation S eps of joint i changes V_i by
-ad_{S eps} Y_i = ad_{Y_i} S eps, and every twist beyond it as the transport of this.
"""
from lieref.algebra.groups.se3 cimport (
    rotate_back, se3_Ad_inv_mul, se3_Ad_inv_t_mul, se3_Ad_t_mul, se3_ad_t_mul, se3_compose,
    se3_exp,
)
from lieref.algebra.groups.so3 cimport cross, quaternion_to_matrix
from lieref.model.model cimport FREE, SPHERICAL, Model

import numpy as np
from numpy.typing import NDArray

from lieref.errors import NonFiniteError, ShapeError
from lieref.model.tree.exact import DecimalField, exact_model

Array = NDArray[np.float64]

# Constants of one body, body frame.
cdef struct Constants:
    double[16] T        # pose in the parent's frame at q = 0
    double[6] S         # screw of a one-degree joint
    double m            # mass, kg
    double[3] h         # first moment, kg m
    double[9] I         # inertia about the origin, kg m^2

# What the passes keep of one body, all resolved in its frame.
cdef struct State:
    double[16] C        # pose in the parent's frame
    double[6] V         # twist
    double[6] Y         # twist without the joint's own
    double[6] P         # momentum of the body and all beyond it
    double[6] G         # their weight, (moment, force)
    double[3] g         # acceleration of gravity
    double u            # potential of a unit mass in the origin, J/kg


def _constants(model):
    """The rows of Constants; every number rounded once from the exact model."""
    K = DecimalField(40)
    rows = []
    with K.working():
        for body in exact_model(model, K).bodies:
            pose = [x for i in range(3) for x in (*body.R[i], body.p[i])] + [0, 0, 0, 1]
            screw = [0] * 6
            if body.axis is not None and body.kind == "prismatic":
                screw = [0, 0, 0, *body.axis]
            elif body.axis is not None:
                (ex, ey, ez), (px, py, pz) = body.axis, body.point
                moment = (py * ez - pz * ey, pz * ex - px * ez, px * ey - py * ex)
                pairs = zip(moment, body.axis, strict=True)
                screw = [*body.axis, *(a + body.pitch * e for a, e in pairs)]
            c, m = body.com, body.mass
            square = c[0] * c[0] + c[1] * c[1] + c[2] * c[2]
            inertia = [
                body.inertia[i][j] + m * ((square if i == j else 0) - c[i] * c[j])
                for i in range(3)
                for j in range(3)
            ]
            rows.append([float(x) for x in (*pose, *screw, m, *(m * x for x in c), *inertia)])
    return np.array(rows).reshape(-1, sizeof(Constants) // sizeof(double))


cdef class TreeMomentum:
    """dL/dv and dL/dq of a model, on scratch memory of its own: one to a thread.

    Parameters
    ----------
    model : Model
    """

    cdef readonly Model model
    cdef double[:, ::1] table
    cdef double[:, ::1] scratch
    model: Model

    def __cinit__(self, Model model not None):
        self.model = model
        self.table = _constants(model)
        self.scratch = np.zeros((model.nbodies, sizeof(State) // sizeof(double)))

    def __call__(
        self, const double[::1] q: Array, const double[::1] v: Array,
    ) -> tuple[Array, Array]:
        """Return dL/dv and dL/dq, body perturbations; two (nv,) arrays.

        Parameters
        ----------
        q : (nq,)
            Configuration, m and rad.
        v : (nv,)
            Velocity, body representation; SI units.

        Raises
        ------
        ShapeError
            An array of another length.
        NonFiniteError
            A result beyond the range of double, or NaN or infinity in q or v.
        """
        self._require_shapes(q, v)
        momentum, force = np.empty(self.model.nv), np.empty(self.model.nv)
        if self.model.nbodies:
            self._base_to_tip(&q[0], &v[0])
            self._tip_to_base(momentum, force)
        if not (np.isfinite(momentum).all() and np.isfinite(force).all()):
            raise NonFiniteError("momentum or force of the tree: beyond the range of double")
        return momentum, force

    def energies(
        self, const double[::1] q: Array, const double[::1] v: Array,
    ) -> tuple[float, float, float]:
        """Return the kinetic and the potential energy, J, and the weight's power -dU/dt, W.

        Infinity or NaN beyond the range of double.

        Parameters and ShapeError as of a call.
        """
        cdef double kinetic = 0.0
        cdef double potential = 0.0
        cdef double power = 0.0
        cdef const Constants *body
        cdef const State *state
        cdef int i, k
        self._require_shapes(q, v)
        if self.model.nbodies:
            self._base_to_tip(&q[0], &v[0])
        # P and G are those of the body alone before the second pass
        for i in range(self.model.nbodies):
            body = <const Constants*> &self.table[i, 0]
            state = <const State*> &self.scratch[i, 0]
            for k in range(6):
                kinetic += state.V[k] * state.P[k]
                power += state.V[k] * state.G[k]
            potential += body.m * state.u
            for k in range(3):
                potential -= body.h[k] * state.g[k]
        return kinetic / 2, potential, power

    cdef int _require_shapes(self, const double[::1] q, const double[::1] v) except -1:
        if q.shape[0] != self.model.nq or v.shape[0] != self.model.nv:
            raise ShapeError(
                f"q has {q.shape[0]} and v {v.shape[0]} entries, expected {self.model.nq} and "
                f"{self.model.nv}"
            )
        return 0

    def to_world(self, int i, const double[::1] q: Array, const double[::1] W: Array) -> Array:
        """Ad_C^-T W (6,): the wrench or momentum W of root body i about the inertial origin."""
        return self._carried(i, q, W, True)

    def to_body(self, int i, const double[::1] q: Array, const double[::1] W: Array) -> Array:
        """Ad_C^T W (6,): the wrench or momentum W about the inertial origin, in root body i."""
        return self._carried(i, q, W, False)

    def _carried(self, int i, const double[::1] q, const double[::1] W, bint outwards):
        if q.shape[0] != self.model.nq or W.shape[0] != 6 or not 0 <= i < self.model.nbodies:
            raise ShapeError(f"body {i}: q has {q.shape[0]} and W {W.shape[0]} entries")
        cdef double[16] C
        carried = np.empty(6)
        cdef double[::1] out = carried
        cdef const Constants *body = <const Constants*> &self.table[i, 0]
        joint_pose(body, self.model.kind[i], &q[self.model.iq[i]], C)
        if outwards:
            se3_Ad_inv_t_mul(C, &W[0], &out[0])
        else:
            se3_Ad_t_mul(C, &W[0], &out[0])
        return carried

    cdef void _base_to_tip(self, const double *q, const double *v) noexcept nogil:
        cdef const Constants *body
        cdef State *state
        cdef const double *parent_twist
        cdef const double *gravity
        cdef double[6] rest
        cdef double height
        cdef int i, k
        for k in range(6):
            rest[k] = 0.0
        for i in range(self.model.nbodies):
            body = <const Constants*> &self.table[i, 0]
            state = <State*> &self.scratch[i, 0]
            parent_twist, gravity, height = rest, self.model.g, 0.0
            if self.model.parent[i] >= 0:
                parent_twist = (<State*> &self.scratch[self.model.parent[i], 0]).V
                gravity = (<State*> &self.scratch[self.model.parent[i], 0]).g
                height = (<State*> &self.scratch[self.model.parent[i], 0]).u
            joint_pose(body, self.model.kind[i], q + self.model.iq[i], state.C)
            rotate_back(state.C, gravity, state.g)
            for k in range(3):
                height -= gravity[k] * state.C[4 * k + 3]
            state.u = height
            # V = Ad_C^-1 V_p + S v
            se3_Ad_inv_mul(state.C, parent_twist, state.Y)
            for k in range(6):
                state.V[k] = state.Y[k]
            if self.model.kind[i] == FREE or self.model.kind[i] == SPHERICAL:
                for k in range(6 if self.model.kind[i] == FREE else 3):
                    state.V[k] += v[self.model.iv[i] + k]
            else:
                for k in range(6):
                    state.V[k] += body.S[k] * v[self.model.iv[i]]
            body_momentum(body, state)

    cdef void _tip_to_base(self, double[::1] momentum, double[::1] force) noexcept nogil:
        cdef const Constants *body
        cdef State *state
        cdef State *parent
        cdef double[6] total
        cdef double[6] handed
        cdef int i, k, at
        for i in range(self.model.nbodies - 1, -1, -1):
            body = <const Constants*> &self.table[i, 0]
            state = <State*> &self.scratch[i, 0]
            at = self.model.iv[i]
            # ad_Y^T P + G
            se3_ad_t_mul(state.Y, state.P, total)
            for k in range(6):
                total[k] += state.G[k]
            if self.model.kind[i] == FREE or self.model.kind[i] == SPHERICAL:
                for k in range(6 if self.model.kind[i] == FREE else 3):
                    momentum[at + k] = state.P[k]
                    force[at + k] = total[k]
            else:
                momentum[at] = 0.0
                force[at] = 0.0
                for k in range(6):
                    momentum[at] += body.S[k] * state.P[k]
                    force[at] += body.S[k] * total[k]
            if self.model.parent[i] < 0:
                continue
            parent = <State*> &self.scratch[self.model.parent[i], 0]
            se3_Ad_inv_t_mul(state.C, state.P, handed)
            for k in range(6):
                parent.P[k] += handed[k]
            se3_Ad_inv_t_mul(state.C, state.G, handed)
            for k in range(6):
                parent.G[k] += handed[k]


cdef inline void joint_pose(const Constants *body, int kind, const double *q,
                            double *C) noexcept nogil:
    # C = T exp(S q), or T [[R, p], [0, 1]]
    cdef double[16] moved
    cdef double[9] R
    cdef double[6] X
    cdef int i, j
    if kind != FREE and kind != SPHERICAL:
        for i in range(6):
            X[i] = body.S[i] * q[0]
        se3_exp(X, moved)
    else:
        quaternion_to_matrix(q + (3 if kind == FREE else 0), R)
        for i in range(3):
            for j in range(3):
                moved[4 * i + j] = R[3 * i + j]
            moved[4 * i + 3] = q[i] if kind == FREE else 0.0
    se3_compose(body.T, moved, C)


cdef inline void body_momentum(const Constants *body, State *state) noexcept nogil:
    # P = (I omega + h x v, m v - h x omega), G = (h x g, m g)
    cdef double[3] a
    cdef double[3] b
    cdef int i
    cross(body.h, state.V + 3, a)
    cross(body.h, state.V, b)
    cross(body.h, state.g, state.G)
    for i in range(3):
        state.P[i] = a[i] + (body.I[3 * i] * state.V[0] + body.I[3 * i + 1] * state.V[1]
                             + body.I[3 * i + 2] * state.V[2])
        state.P[i + 3] = body.m * state.V[i + 3] - b[i]
        state.G[i + 3] = body.m * state.g[i]
