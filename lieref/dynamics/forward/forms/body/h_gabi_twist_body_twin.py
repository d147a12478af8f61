"""Plain twin of body-fixed forward and hybrid dynamics: by twists in body frames, any field K.

[Ali, Algorithms 3 and 4] in the representation of [Müller, (65)-(67)], in Taylor coefficients
x^(k)/k! and kernel frames (`joint_frames_twin.py`). Order k of the wrench that joint j transmits is

    W_j,k = M^A_j A_j,k + W^A_j,k                                       [Ali, Lemma 2]

with A = V' - g, the componentwise derivative of the body twist with gravity against it, and an
articulated inertia M^A that is the same at every order. A is transmitted as A_j = Ad A_p + b + S
v', W as Ad^T W; what coefficients below k have to say of order k is the bias b and joins W^A.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import VectorSeries
from lieref.dynamics.forward.articulated_inertia_twin import own_inertia, to_parent_inertia
from lieref.dynamics.forward.forms.column_elimination_twin import Joint
from lieref.dynamics.forward.forms.order_arguments_twin import OrderArguments
from lieref.dynamics.forward.forms.twist_orders_twin import (
    Link,
    TwistForm,
    acceleration_above,
    articulated_joints,
    at,
    bias_for_parent,
    follow,
)
from lieref.dynamics.inverse.forms.body.body_twin import (
    body_wrench,
    bracket,
    joint_twist,
    to_child,
    to_parent,
)
from lieref.dynamics.shared.base_change import BaseChange
from lieref.dynamics.shared.convolutions_twin import add, scaled
from lieref.dynamics.shared.joint_frames_twin import (
    JointFrame,
    attitudes,
    base_changes,
    body_coordinates,
    joint_frames,
    moved_wrench,
)
from lieref.model.tree.exact import ExactModel

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Body(Link):
    """One body at one order k: its frame and its twist V with coefficients to k."""

    V: VectorSeries = field(default_factory=list)


def _unknown(K: Any, series: VectorSeries) -> VectorSeries:
    """The series with zero for the coefficient that is to be found."""
    return [[*x, K(0)] for x in series]


def _columns(frame: JointFrame, changes: list[BaseChange]) -> list[VectorSeries]:
    """S: constant in the body, but for a free root whose velocity is represented otherwise."""
    n = len(frame.rates[0])
    for change in changes:
        if change.here.start == frame.iv:
            return [[list(change.T[:, i, c]) for i in range(6)] for c in range(6)]
    return [[taylor.constant(x, n) for x in column] for column in frame.X]


def _bodies(
    K: Any,
    model: Model,
    exact: ExactModel,
    q: list[Any],
    given: OrderArguments,
    base: str,
    earlier: list[tuple[VectorSeries, VectorSeries]],
) -> list[Body]:
    """What an order begins with; earlier: A and W of every body."""
    k = len(earlier[0][0][0])
    padded, motion = given.padded_rates(), given.given_motion(k)
    # the coefficient that is not known yet enters no pose and no S of this order
    changes = base_changes(K, model, exact, q, padded, base)
    found = []
    frames = joint_frames(K, exact, q, body_coordinates(changes, padded))
    for frame, (A, W) in zip(frames, earlier, strict=True):
        S = _columns(frame, changes)
        here = slice(frame.iv, frame.iv + len(S))
        short = replace(
            frame,
            Q=[[x[: k + 1] for x in row] for row in frame.Q],
            p=[x[: k + 1] for x in frame.p],
            rates=[x[: k + 1] for x in frame.rates],
        )
        found.append(Body(short, S, given.rates[here], motion[here], A, W))
    return found


def _above(
    K: Any, gravity: Any, bodies: list[Body], parent: int, k: int
) -> tuple[VectorSeries, VectorSeries]:
    """V of the parent and what is known of its A; the world rests, A = (0, -g)."""
    if parent >= 0:
        return bodies[parent].V, _unknown(K, bodies[parent].A)
    nothing = taylor.constant(K(0), k + 1)
    fall = [taylor.constant(-g if k > 0 else K(0), k + 1) for g in gravity]
    return [nothing] * 6, [nothing] * 3 + fall


def _biases(
    K: Any, gravity: Any, bodies: list[Body], given: OrderArguments, axes: str, k: int
) -> None:
    """b and W^A of every body, what its children's lower orders transmit still without."""
    rotations = attitudes(K, [body.frame for body in bodies])
    for i, body in enumerate(bodies):
        frame = body.frame
        V, A = _above(K, gravity, bodies, frame.parent, k)
        screw = joint_twist(frame, frame.rates)
        body.V = taylor.vadd(to_child(frame, V), screw)
        # A = Ad A_p + [V, S v] + (S v)'   [Müller, (66c)], the parent's A_k and v'_k unknown
        body.b = at(taylor.vadd(to_child(frame, A), bracket(body.V, screw)), k)
        for c, rate in enumerate(body.rates):
            for m in range(1, k + 2):
                body.b = add(body.b, scaled((k + 1) * rate[k + 1 - m], body.column(c, m)))
            body.b = add(body.b, scaled(body.given[c], body.column(c, 0)))
        # W = M A - ad_V^T M V - W_app   [Müller, (67a)]
        body.bias_wrench = at(body_wrench(frame, body.V, _unknown(K, body.A)), k)
        wrench = given.wrench(i, k)
        if wrench is not None:
            moment, force = wrench[:3], wrench[3:]
            if axes == "inertial":
                back = taylor.transpose(rotations[i])
                # in kernel axes, where moved_wrench wants those of the body
                moment, force = (
                    taylor.apply_constant(frame.K, taylor.apply(back, x)) for x in (moment, force)
                )
            applied = moved_wrench(frame, moment, force)
            body.bias_wrench = add(body.bias_wrench, scaled(-1, at(applied, k)))


def _articulate(
    K: Any, bodies: list[Body], prescribed: list[bool], names: tuple[str, ...]
) -> list[Joint]:
    """M^A of every body and its factors, tip to base: once, for every order   [Ali, Lemma 2]."""

    def rigid_inertia(body: Body) -> list[list[Any]]:
        return own_inertia(K, body.frame.m, body.frame.h, body.frame.J)

    def inertia_to_parent(i: int, M: Any) -> Any:
        # Ad^T M Ad
        frame = bodies[i].frame
        R = [[x[0] for x in row] for row in frame.Q]
        return to_parent_inertia(M, R, [x[0] for x in frame.p])

    return articulated_joints(K, bodies, prescribed, names, rigid_inertia, inertia_to_parent)


def _now(frame: JointFrame) -> JointFrame:
    """The frame with its pose of now alone."""
    return replace(frame, Q=[[x[:1] for x in row] for row in frame.Q], p=[x[:1] for x in frame.p])


def _tip_to_base(
    K: Any, bodies: list[Body], joints: list[Joint], Q: list[list[Any]], k: int
) -> None:
    """y of every joint, and the bias wrench for its parent."""
    for i in reversed(range(len(bodies))):
        body = bodies[i]
        bias_for_parent(body, joints[i], Q, k)
        if body.frame.parent >= 0:
            parent = bodies[body.frame.parent]
            # W_p += Ad^T W, order k of it from orders below k and from what is transmitted
            earlier = at(to_parent(body.frame, _unknown(K, body.W)), k)
            moved = at(to_parent(_now(body.frame), [[x] for x in body.parent_bias]), 0)
            parent.bias_wrench = add(parent.bias_wrench, earlier, moved)


def _base_to_tip(
    K: Any, gravity: Any, bodies: list[Body], joints: list[Joint], given: OrderArguments, k: int
) -> None:
    """A, W and v' of every body and joint, and the generalized forces where v' is prescribed."""
    for body, joint in zip(bodies, joints, strict=True):
        above = acceleration_above(K, gravity, bodies, body.frame.parent, k)
        transmitted = at(to_child(_now(body.frame), [[x] for x in above]), 0)
        follow(body, joint, transmitted, given, k)


_form = TwistForm(_bodies, _articulate, _biases, _tip_to_base, _base_to_tip)
hybrid_dynamics = _form.hybrid_dynamics
forward_dynamics = _form.forward_dynamics
