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
from lieref.dynamics.inverse.forms.hybrid.hybrid_twin import (
    Body,
    applied_wrench,
    body_wrench,
    motions,
)
from lieref.dynamics.shared.base_change import BaseChange
from lieref.dynamics.shared.convolutions_twin import add, scaled
from lieref.dynamics.shared.joint_frames_twin import (
    JointFrame,
    base_changes,
    body_coordinates,
    joint_frames,
)
from lieref.model.tree.exact import ExactModel, apply, cross, multiply, transpose

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class HybridLink(Link):
    """One body at one order k: attitude and lever of k + 2 coefficients, twist of k + 1."""

    body: Body = field(kw_only=True)


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
) -> list[HybridLink]:
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
        known = replace(body, w=[x[:-1] for x in body.w], v=[x[:-1] for x in body.v])
        found.append(HybridLink(frame, S, given.rates[here], motion[here], A, W, body=known))
    return found


def _biases(
    K: Any, gravity: Any, links: list[HybridLink], given: OrderArguments, axes: str, k: int
) -> None:
    """b and W^A of every body, what its children's lower orders transmit still without."""
    for i, link in enumerate(links):
        body, parent = link.body, link.frame.parent
        link.b = (K(0),) * 6
        if parent >= 0:
            # (w_p x l)' = (k + 1) (w_p x l)_{k+1}, w_p of k + 1 not known
            w = [[*x, K(0)] for x in links[parent].body.w]
            link.b = (K(0),) * 3 + scaled(k + 1, at(taylor.cross(w, body.lever), k + 1))
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
        link.bias_wrench = at(required, k)
        wrench = given.wrench(i, k)
        if wrench is not None:
            applied = applied_wrench(link.frame, body, wrench, axes)
            link.bias_wrench = add(link.bias_wrench, scaled(-1, at(applied, k)))


def _rigid_inertia(K: Any, link: HybridLink) -> list[list[Any]]:
    """M of the body alone in inertial axes: R h, R J R^T"""
    frame = link.frame
    R = tuple(tuple(x[0] for x in row) for row in link.body.R)
    return own_inertia(K, frame.m, apply(R, frame.h), multiply(multiply(R, frame.J), transpose(R)))


def _articulate(
    K: Any, links: list[HybridLink], prescribed: list[bool], names: tuple[str, ...]
) -> list[Joint]:
    """M^A of every body and its factors, tip to base: once, for every order   [Ali, Lemma 2]."""
    unit = tuple(tuple(K(int(i == j)) for j in range(3)) for i in range(3))

    def to_parent(i: int, M: Any) -> Any:
        # all in inertial axes: only the origin changes
        return to_parent_inertia(M, unit, at(links[i].body.lever, 0))

    def rigid_inertia(link: HybridLink) -> list[list[Any]]:
        return _rigid_inertia(K, link)

    return articulated_joints(K, links, prescribed, names, rigid_inertia, to_parent)


def _tip_to_base(
    K: Any, links: list[HybridLink], joints: list[Joint], Q: list[Any], k: int
) -> None:
    """y of every joint, and the bias wrench for its parent."""
    for i in reversed(range(len(links))):
        link = links[i]
        bias_for_parent(link, joints[i], Q, k)
        if link.frame.parent >= 0:
            # W_p += (n + l x f, f), order k of l x f from orders below k and from what is
            # transmitted
            force = [[*x, y] for x, y in zip(link.W[3:], link.parent_bias[3:], strict=True)]
            lever = [x[: k + 1] for x in link.body.lever]
            moment = add(link.parent_bias[:3], at(taylor.cross(lever, force), k))
            parent = links[link.frame.parent]
            parent.bias_wrench = add(parent.bias_wrench, moment + link.parent_bias[3:])


def _base_to_tip(
    K: Any,
    gravity: Any,
    links: list[HybridLink],
    joints: list[Joint],
    given: OrderArguments,
    k: int,
) -> None:
    """A, W and v' of every body and joint, and the generalized forces where v' is prescribed."""
    for link, joint in zip(links, joints, strict=True):
        above = acceleration_above(K, gravity, links, link.frame.parent, k)
        if link.frame.parent >= 0:
            # Ad A_p = (w', v' + w' x l)
            above = above[:3] + add(above[3:], cross(above[:3], at(link.body.lever, 0)))
        follow(link, joint, above, given, k)


_form = TwistForm(_links, _articulate, _biases, _tip_to_base, _base_to_tip)
hybrid_dynamics = _form.hybrid_dynamics
forward_dynamics = _form.forward_dynamics
