"""Plain twin of hybrid-twist forward and hybrid dynamics: resolved in inertial axes, any field K.

[Ali, Algorithms 3 and 4] in the representation of [Müller, (72)-(76)], in Taylor coefficients
x^(k)/k!: V = (w, v) with v the velocity of the origin of the body's kernel frame, inertial axes.
Order k of the wrench that joint j transmits is

    W_j,k = M^A_j A_j,k + W^A_j,k                                       [Ali, Lemma 2]

with A = (w', v' - g) and the articulated inertia M^A of now, turned into inertial axes. Derivatives
are next coefficients: of V_j = V_p + (0, w_p x l) + X q', of (J w)' and of (w x h)'.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import Series, VectorSeries
from lieref.dynamics.forward.articulated_columns_twin import (
    Joint,
    accelerate,
    articulate,
    joint_columns,
    resist,
    unlevered,
)
from lieref.dynamics.forward.articulated_twin import own_inertia, times, to_parent_inertia
from lieref.dynamics.forward.order_arguments_twin import OrderArguments, Rows
from lieref.dynamics.inverse.hybrid.hybrid_twin import Body, applied_wrench, body_wrench, motions
from lieref.dynamics.shared.base_change import BaseChange
from lieref.dynamics.shared.convolutions_twin import add, inner, scaled
from lieref.dynamics.shared.joint_frames_twin import (
    JointFrame,
    base_changes,
    body_coordinates,
    joint_frames,
)
from lieref.errors import SingularError
from lieref.model.tree.exact import (
    ExactModel,
    Vector,
    apply,
    cross,
    exact_model,
    multiply,
    transpose,
)

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Link:
    """One body and its joint at one order k.

    body: attitude, lever and S of k + 2 coefficients, twist of k + 1. A, W grow with each order.
    """

    frame: JointFrame
    body: Body
    rates: list[Series]
    given: list[Any]
    A: VectorSeries
    W: VectorSeries
    b: Vector = ()
    bias_wrench: Vector = ()
    y: dict[int, Any] = field(default_factory=dict)
    parent_bias: Vector = ()

    def column(self, c: int, m: int) -> Vector:
        """Coefficient m of column c of S."""
        return tuple(x[m] for x in self.body.X[c])


def _at(series: VectorSeries, k: int) -> Vector:
    return tuple(x[k] for x in series)


def _columns(frame: JointFrame, body: Body, changes: list[BaseChange]) -> list[VectorSeries]:
    """S: the joint's screws, of a free root those of the coordinates its velocity has."""
    for change in changes:
        if change.here.start == frame.iv:
            # S = X T with v_body = T v_base
            return [
                [
                    taylor.dot([X[i] for X in body.X], [list(x) for x in change.T[:, :, c].T])
                    for i in range(6)
                ]
                for c in range(6)
            ]
    return body.X


def _links(
    K: Any,
    model: Model,
    exact: ExactModel,
    q: list[Any],
    given: OrderArguments,
    base: str,
    earlier: list[tuple[VectorSeries, VectorSeries]],
) -> list[Link]:
    """What an order begins with; earlier: A and W of every body."""
    k = len(earlier[0][0][0])
    padded, motion = given.padded_rates(), given.given_motion(k)
    # the coefficient that is not known yet enters no attitude, lever or S of this order
    changes = base_changes(K, model, exact, q, padded, base)
    frames = joint_frames(K, exact, q, body_coordinates(changes, padded))
    found = []
    for frame, body, (A, W) in zip(frames, motions(K, frames), earlier, strict=True):
        S = _columns(frame, body, changes)
        here = slice(frame.iv, frame.iv + len(S))
        known = replace(body, X=S, w=[x[:-1] for x in body.w], v=[x[:-1] for x in body.v])
        found.append(Link(frame, known, given.rates[here], motion[here], A, W))
    return found


def _biases(
    K: Any, gravity: Any, links: list[Link], given: OrderArguments, axes: str, k: int
) -> None:
    """b and W^A of every body, what its children's lower orders transmit still without."""
    for i, link in enumerate(links):
        body, parent = link.body, link.frame.parent
        link.b = (K(0),) * 6
        if parent >= 0:
            # (w_p x l)' = (k + 1) (w_p x l)_{k+1}, w_p of k + 1 not known
            w = [[*x, K(0)] for x in links[parent].body.w]
            link.b = (K(0),) * 3 + scaled(k + 1, _at(taylor.cross(w, body.lever), k + 1))
        for c, rate in enumerate(link.rates):
            # (X q')', q'' not known
            for m in range(1, k + 2):
                link.b = add(link.b, scaled((k + 1) * rate[k + 1 - m], link.column(c, m)))
            link.b = add(link.b, scaled(link.given[c], link.column(c, 0)))
        # [Müller, (76a)] with A_k = 0: no w' and v' - g = 0 of this order
        w, v = ([[*x, K(0)] for x in series] for series in (body.w, body.v))
        if k == 0:
            v = [[x[0], g] for x, g in zip(body.v, gravity, strict=True)]
        required = body_wrench(link.frame, replace(body, w=w, v=v), gravity)
        link.bias_wrench = _at(required, k)
        wrench = given.wrench(i, k)
        if wrench is not None:
            applied = applied_wrench(link.frame, body, wrench, axes)
            link.bias_wrench = add(link.bias_wrench, scaled(-1, _at(applied, k)))


def _rigid_inertia(K: Any, link: Link) -> list[list[Any]]:
    """M of the body alone in inertial axes: R h, R J R^T"""
    frame = link.frame
    R = tuple(tuple(x[0] for x in row) for row in link.body.R)
    return own_inertia(K, frame.m, apply(R, frame.h), multiply(multiply(R, frame.J), transpose(R)))


def _articulate(
    K: Any, links: list[Link], prescribed: list[bool], names: tuple[str, ...]
) -> list[Joint]:
    """M^A of every body and its factors, tip to base: once, for every order   [Ali, Lemma 2]."""
    joints = []
    for link in links:
        S = [link.column(c, 0) for c in range(len(link.rates))]
        held = prescribed[link.frame.iv : link.frame.iv + len(S)]
        joints.append(joint_columns(S, held, _rigid_inertia(K, link)))
    unit = tuple(tuple(K(int(i == j)) for j in range(3)) for i in range(3))

    def to_parent(i: int, M: Any) -> Any:
        # all in inertial axes: only the origin changes
        return to_parent_inertia(M, unit, _at(links[i].body.lever, 0))

    singular = articulate(K, joints, [link.frame.parent for link in links], to_parent)
    if singular >= 0:
        raise SingularError(f"joint {names[singular]!r}: singular articulated inertia")
    return joints


def _tip_to_base(K: Any, links: list[Link], joints: list[Joint], Q: list[Any], k: int) -> None:
    """y of every joint, and the bias wrench for its parent."""
    for i in reversed(range(len(links))):
        link, joint, left = links[i], joints[i], {}
        for c in joint.free:
            # Q_k - sum_m S_m . W_{k-m}, m > 0: tau~ of (9) taken off
            done = sum(inner(link.column(c, m), _at(link.W, k - m)) for m in range(1, k + 1))
            left[c] = Q[link.frame.iv + c][k] - done
        rest = add(link.bias_wrench, times(joint.M, link.b))
        link.y, link.parent_bias = resist(joint, rest, unlevered(joint, left))
        if link.frame.parent >= 0:
            # W_p += (n + l x f, f), order k of l x f from orders below k and from what is
            # transmitted
            force = [[*x, y] for x, y in zip(link.W[3:], link.parent_bias[3:], strict=True)]
            lever = [x[: k + 1] for x in link.body.lever]
            moment = add(link.parent_bias[:3], _at(taylor.cross(lever, force), k))
            parent = links[link.frame.parent]
            parent.bias_wrench = add(parent.bias_wrench, moment + link.parent_bias[3:])


def _base_to_tip(
    K: Any, gravity: Any, links: list[Link], joints: list[Joint], given: OrderArguments, k: int
) -> None:
    """A, W and v' of every body and joint, and the generalized forces where v' is prescribed."""
    for link, joint in zip(links, joints, strict=True):
        parent, first = link.frame.parent, link.frame.iv
        if parent >= 0:
            above = _at(links[parent].A, k)
            # Ad A_p = (w', v' + w' x l)
            lever = _at(link.body.lever, 0)
            above = above[:3] + add(above[3:], cross(above[:3], lever))
        else:
            above = (K(0), K(0), K(0), *(-g if k == 0 else K(0) for g in gravity))
        found, A = accelerate(joint, link.y, above)
        A = add(A, link.b)
        W = link.parent_bias if joint.whole else add(times(joint.M, A), link.bias_wrench)
        for series, x in zip(link.A + link.W, A + W, strict=True):
            series.append(x)
        for c, x in found.items():
            given.rates[first + c].append(x / (k + 1))
        for c in joint.given:
            given.rates[first + c].append(link.given[c] / (k + 1))
            # Q_k = sum_m S_m . W_{k-m}   [Ali, Alg. 4]
            Q = sum(inner(link.column(c, m), _at(link.W, k - m)) for m in range(k + 1))
            given.Q[first + c].append(Q)


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
) -> tuple[Rows, Rows]:
    """Motion and generalized forces where some of each are given, [Ali, Algorithm 4] over K.

    Arguments as in `lieref.hybrid_dynamics`, entries convertible by K; returns r + 2 rows of
    velocities and r + 1 of forces. Nothing is checked: this is the kernel's twin, not an interface.
    SingularError, with the name of the joint, if an articulated inertia has no inverse.
    """
    exact = exact_model(model, K)
    q = [K(x) for x in q]
    given = OrderArguments(K, v, vdot, tau, prescribed, wrenches, tau_ext)
    earlier: list[tuple[VectorSeries, VectorSeries]] = [
        ([[] for _ in range(6)], [[] for _ in range(6)]) for _ in range(model.nbodies)
    ]
    joints: list[Joint] = []
    for k in range(len(tau)):
        links = _links(K, model, exact, q, given, base, earlier)
        if k == 0:
            joints = _articulate(K, links, given.prescribed, model.joint_names)
        _biases(K, exact.gravity, links, given, wrench_axes, k)
        _tip_to_base(K, links, joints, given.Q, k)
        _base_to_tip(K, exact.gravity, links, joints, given, k)
    return given.results()


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
) -> Rows:
    """Accelerations and their time derivatives, [Ali, Algorithm 3] over K: (r + 1) rows of nv."""
    loads = (base, wrenches, wrench_axes, tau_ext)
    rows, _ = hybrid_dynamics(model, q, v, None, tau, [False] * model.nv, K, *loads)
    return rows[1:]
