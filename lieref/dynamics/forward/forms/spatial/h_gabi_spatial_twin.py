"""Plain twin of spatial forward and hybrid dynamics: [Ali, Algorithms 3 and 4] over any field K.

The paper's own form, in Taylor coefficients x^(k)/k! and resolved in the shifted frame of
`lieref.kinematics.forward_kinematics_twin`. Order k of the wrench that joint j transmits is

    W_j,k = M^A_j A_j,k + W^A_j,k                                       [Ali, Lemma 2]

with A = V' and an articulated inertia M^A that is the same at every order. Algorithm 1 cannot run
first, for it needs the accelerations: each order runs it on the coefficients known so far, then
tip to base, then base to tip.

Series are in the shifted frame. M^A, W^A, A and what a joint makes of them are in its axes, but
about the body's origin x of now: about one point for all bodies the pivot of a body of small mass
far from it would be a small difference of the squares of the distance.

How a joint's columns are eliminated, and the symbols of that: `column_elimination_twin.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import factorial
from typing import TYPE_CHECKING, Any

from lieref.dynamics.forward.articulated_inertia_twin import own_inertia, times, to_parent_inertia
from lieref.dynamics.forward.forms.column_elimination_twin import (
    Joint,
    accelerate,
    articulate,
    joint_columns,
    resist,
    unlevered,
)
from lieref.dynamics.inverse.forms.spatial.spatial_twin import (
    body_wrench,
    inertial_wrench,
    required_wrench,
    spatial_inertia,
)
from lieref.dynamics.shared.convolutions_twin import add, inner, scaled
from lieref.errors import SingularError
from lieref.kinematics.forward_kinematics_twin import Motion, motions
from lieref.model.tree.exact import ExactModel, Vector, apply, cross, exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model


def _column(motion: Motion, c: int, m: int) -> Vector:
    """Coefficient m of column c of S."""
    return tuple(x[m] for x in motion.S[c])


def _wrench_at(d: Vector, W: Vector) -> Vector:
    """A wrench about the point that is d away from its own: (n - d x f, f)"""
    return (*(a - b for a, b in zip(W[:3], cross(d, W[3:]), strict=True)), *W[3:])


def _twist_at(d: Vector, V: Vector) -> Vector:
    """A twist about the point that is d away from its own: (w, v - d x w)"""
    return (*V[:3], *(a - b for a, b in zip(V[3:], cross(d, V[:3]), strict=True)))


def _lever(bodies: list[Motion], i: int, parent: int) -> Vector:
    """x of body i from its parent's; the world's is at the shifted frame's origin."""
    x = bodies[i].C[1]
    return tuple(a - b for a, b in zip(x, bodies[parent].C[1], strict=True)) if parent >= 0 else x


def _rigid_inertia(K: Any, motion: Motion) -> list[list[Any]]:
    """M = [[J - m c~ c~, m c~], [-m c~, m 1]] of the body alone, c from its origin   (E1)"""
    M = spatial_inertia(motion)
    c = apply(motion.C[0], motion.com)
    # -c~ c~ = |c|^2 1 - c c^T
    about = [
        [J[0] + M.m * ((inner(c, c) if i == j else K(0)) - c[i] * c[j]) for j, J in enumerate(row)]
        for i, row in enumerate(M.J)
    ]
    return own_inertia(K, M.m, scaled(M.m, c), about)


def articulated(
    K: Any, exact: ExactModel, bodies: list[Motion], prescribed: list[bool]
) -> list[Joint]:
    """M^A, U and D of every joint   [Ali, Alg. 3 and 4], M^A_p = M_p + sum M^A - U U^T / D.

    SingularError with the body's number where a pivot D is lost in rounding errors.
    """
    joints = []
    for motion, body in zip(bodies, exact.bodies, strict=True):
        S = [_twist_at(motion.C[1], _column(motion, c, 0)) for c in range(len(motion.S))]
        motion_given = prescribed[body.iv : body.iv + len(S)]
        joints.append(joint_columns(S, motion_given, _rigid_inertia(K, motion)))
    parents = [body.parent for body in exact.bodies]
    unit = tuple(tuple(K(int(i == j)) for j in range(3)) for i in range(3))

    def to_parent(i: int, M: Any) -> Any:
        # all in inertial axes: only the origin changes
        return to_parent_inertia(M, unit, _lever(bodies, i, parents[i]))

    singular = articulate(K, joints, parents, to_parent)
    if singular >= 0:
        raise SingularError(singular)
    return joints


@dataclass
class Loads:
    """What acts: Taylor coefficients of joint forces tau + tau_ext and of applied wrenches.

    Q: one series to each velocity coordinate, empty where it is prescribed. wrenches: six series to
    each body, or None. axes: "body" or "inertial". gravity: m/s^2, inertial axes.
    """

    Q: list[list[Any]]
    wrenches: list[list[list[Any]]] | None
    axes: str
    gravity: Vector


def _bias_wrench(K: Any, motion: Motion, loads: Loads, i: int, k: int) -> Vector:
    """Coefficient k of Pi_bias' - W_app - W_grav of the body alone   [Ali, Alg. 3]"""
    # what the known twists give: V_{k+1} = 0
    known = [[*x[:-1], K(0)] for x in motion.V]
    required = required_wrench(spatial_inertia(replace(motion, V=known)), known, loads.gravity)
    bias = tuple(x[k] for x in required)
    if loads.wrenches is None:
        return bias
    given = [x[: k + 1] for x in loads.wrenches[i]]
    inertial = loads.axes == "inertial"
    applied = inertial_wrench(motion, given) if inertial else body_wrench(K, motion, given)
    return add(bias, tuple(-x[k] for x in applied))


def _bias_acceleration(motion: Motion, joint: Joint, rates: Any, given: Any, k: int) -> Vector:
    """Coefficient k of V_bias' = sum of S_m v_{k+1-m}, m > 0, and S v' where v' is prescribed."""
    total = (motion.V[0][0] * 0,) * 6
    for c, rate in enumerate(rates):
        for m in range(1, k + 2):
            total = add(total, scaled((k + 1) * rate[k + 1 - m], _column(motion, c, m)))
    for c in joint.given:
        total = add(total, scaled(given[c], _column(motion, c, 0)))
    return total


def _torques(motion: Motion, joint: Joint, W: Any, Q: Any, k: int) -> dict[int, Any]:
    """Q_k - sum_m S_m . W_{k-m}, m > 0, of the free coordinates: tau~ of (9) taken off."""
    left = {}
    for c in joint.free:
        done = sum(inner(_column(motion, c, m), W[k - m]) for m in range(1, k + 1))
        left[c] = Q[c][k] - done
    return unlevered(joint, left)


@dataclass
class Order:
    """One body at one order: bias wrench W^A, bias acceleration b, y = q~ of (9)."""

    wrench: Vector
    b: Vector
    y: dict[int, Any] = field(default_factory=dict)


def _solve_order(
    K: Any,
    exact: ExactModel,
    bodies: list[Motion],
    joints: list[Joint],
    rates: list[list[Any]],
    given: list[Any],
    W: list[list[Vector]],
    loads: Loads,
) -> None:
    """Append one coefficient to rates, to W and to the forces of prescribed coordinates.

    given: coefficient k of v' where it is prescribed.
    """
    k, zero = len(rates[0]) - 1 if rates else 0, K(0)
    spans = [slice(b.iv, b.iv + len(m.S)) for b, m in zip(exact.bodies, bodies, strict=True)]
    orders = [
        Order(
            _wrench_at(motion.C[1], _bias_wrench(K, motion, loads, i, k)),
            _twist_at(motion.C[1], _bias_acceleration(motion, joint, rates[span], given[span], k)),
        )
        for i, (motion, joint, span) in enumerate(zip(bodies, joints, spans, strict=True))
    ]
    parent_bias: list[Vector] = [()] * len(bodies)
    for i in reversed(range(len(bodies))):
        left = _torques(bodies[i], joints[i], W[i], loads.Q[spans[i]], k)
        rest = add(orders[i].wrench, times(joints[i].M, orders[i].b))
        orders[i].y, parent_bias[i] = resist(joints[i], rest, left)
        parent = exact.bodies[i].parent
        if parent >= 0:
            back = scaled(-1, _lever(bodies, i, parent))
            orders[parent].wrench = add(orders[parent].wrench, _wrench_at(back, parent_bias[i]))
    A: list[Vector] = []
    for i, (motion, joint) in enumerate(zip(bodies, joints, strict=True)):
        parent, first = exact.bodies[i].parent, spans[i].start
        above = _twist_at(_lever(bodies, i, parent), A[parent] if parent >= 0 else (zero,) * 6)
        found, now = accelerate(joint, orders[i].y, above)
        now = add(now, orders[i].b)
        A.append(now)
        transmitted = add(times(joint.M, now), orders[i].wrench)
        wrench = parent_bias[i] if joint.whole else transmitted
        W[i].append(_wrench_at(scaled(-1, motion.C[1]), wrench))
        for c, x in found.items():
            rates[first + c].append(x / (k + 1))
        for c in joint.given:
            # Q_k = sum_m S_m . W_{k-m}   [Ali, Alg. 4]
            rates[first + c].append(given[first + c] / (k + 1))
            Q = sum(inner(_column(motion, c, m), W[i][k - m]) for m in range(k + 1))
            loads.Q[first + c].append(Q)


def hybrid_dynamics(
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    K: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
) -> tuple[list[list[Any]], list[list[Any]]]:
    """Motion and generalized forces where some of each are given, [Ali, Algorithm 4] over K.

    Arguments as in `lieref.hybrid_dynamics`, entries convertible by K; returns r + 2 rows of
    velocities and r + 1 of forces. Nothing is checked: this is the kernel's twin, not an interface.
    SingularError, with the name of the joint, if an articulated inertia has no inverse.
    """
    exact = exact_model(model, K)
    zero, n, nv = K(0), len(tau), model.nv
    prescribed = [bool(x) for x in prescribed]
    q = [K(x) for x in q]
    rates = [[K(x)] for x in v]

    def external(k: int, i: int) -> Any:
        return zero if tau_ext is None else K(tau_ext[k][i])

    Q = [
        [] if prescribed[i] else [(K(tau[k][i]) + external(k, i)) / factorial(k) for k in range(n)]
        for i in range(nv)
    ]
    applied = None
    if wrenches is not None:
        applied = [
            [[K(wrenches[k][i][c]) / factorial(k) for k in range(n)] for c in range(6)]
            for i in range(model.nbodies)
        ]
    loads = Loads(Q, applied, wrench_axes, exact.gravity)
    W: list[list[Vector]] = [[] for _ in range(model.nbodies)]
    joints: list[Joint] = []
    for k in range(n):
        # the coefficient that is not known yet enters no S and no M of this order
        bodies = motions(K, exact, q, [[*x, zero] for x in rates], base)
        if k == 0:
            try:
                joints = articulated(K, exact, bodies, prescribed)
            except SingularError as error:
                name = model.joint_names[error.args[0]]
                raise SingularError(f"joint {name!r}: singular articulated inertia") from None
        given = [K(vdot[k][i]) / factorial(k) if prescribed[i] else zero for i in range(nv)]
        _solve_order(K, exact, bodies, joints, rates, given, W, loads)
    motion = [[x[k] * factorial(k) for x in rates] for k in range(n + 1)]
    forces = [
        [
            Q[i][k] * factorial(k) - external(k, i) if prescribed[i] else K(tau[k][i])
            for i in range(nv)
        ]
        for k in range(n)
    ]
    return motion, forces


def forward_dynamics(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    K: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
) -> list[list[Any]]:
    """Accelerations and their time derivatives, [Ali, Algorithm 3] over K: (r + 1) rows of nv."""
    loads = (base, wrenches, wrench_axes, tau_ext)
    rows, _ = hybrid_dynamics(model, q, v, None, tau, [False] * model.nv, K, *loads)
    return rows[1:]
