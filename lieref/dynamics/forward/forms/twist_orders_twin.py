"""Forward and hybrid dynamics by twists, one order after the other: plain twin, any field K.

What the body and the hybrid form of [Ali, Algorithms 3 and 4] have in common: the steps of one
order at one joint, in whatever frame, and the orders one after the other. Poses, twists, and what
goes from a body to its parent and back are their own, and so are the passes over the bodies.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor import Series, VectorSeries
from lieref.dynamics.forward.articulated_inertia_twin import times
from lieref.dynamics.forward.forms.column_elimination_twin import (
    Joint,
    accelerate,
    articulate,
    joint_columns,
    resist,
    unlevered,
)
from lieref.dynamics.forward.forms.order_arguments_twin import OrderArguments, Rows
from lieref.dynamics.shared.convolutions_twin import add, inner
from lieref.dynamics.shared.joint_frames_twin import JointFrame
from lieref.errors import SingularError
from lieref.model.tree.exact import Vector, exact_model

if TYPE_CHECKING:
    from lieref.model.model import Model


@dataclass
class Link:
    """One body and its joint at one order k.

    S: a list to each column, of six series of k + 2 coefficients. given: coefficient k of v' where
    it is prescribed. A, W grow with each order.
    """

    frame: JointFrame
    S: list[VectorSeries]
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
        return at(self.S[c], m)


def at(series: VectorSeries, k: int) -> Vector:
    """Coefficient k of each series."""
    return tuple(x[k] for x in series)


def articulated_joints(
    K: Any,
    links: list[Any],
    prescribed: list[bool],
    names: tuple[str, ...],
    rigid_inertia: Callable[[Any], list[list[Any]]],
    to_parent: Callable[[int, Any], Any],
) -> list[Joint]:
    """M^A of every body and its factors, tip to base: once, for every order   [Ali, Lemma 2].

    rigid_inertia: M of a body alone; to_parent: M^A of body i about its parent's origin.
    """
    joints = []
    for link in links:
        S = [link.column(c, 0) for c in range(len(link.S))]
        motion_given = prescribed[link.frame.iv : link.frame.iv + len(S)]
        joints.append(joint_columns(S, motion_given, rigid_inertia(link)))
    singular = articulate(K, joints, [link.frame.parent for link in links], to_parent)
    if singular >= 0:
        raise SingularError(f"joint {names[singular]!r}: singular articulated inertia")
    return joints


def bias_for_parent(link: Link, joint: Joint, Q: list[list[Any]], k: int) -> None:
    """y of a joint, and the bias wrench that it transmits."""
    left = {}
    for c in joint.free:
        # Q_k - sum_m S_m . W_{k-m}, m > 0: tau~ of (9) taken off
        done = sum(inner(link.column(c, m), at(link.W, k - m)) for m in range(1, k + 1))
        left[c] = Q[link.frame.iv + c][k] - done
    rest = add(link.bias_wrench, times(joint.M, link.b))
    link.y, link.parent_bias = resist(joint, rest, unlevered(joint, left))


def acceleration_above(K: Any, gravity: Any, links: list[Any], parent: int, k: int) -> Vector:
    """A of a parent; the world rests, A_0 = (0, -g)."""
    if parent >= 0:
        return at(links[parent].A, k)
    return (K(0), K(0), K(0), *(-g if k == 0 else K(0) for g in gravity))


def follow(link: Link, joint: Joint, above: Vector, given: OrderArguments, k: int) -> None:
    """A, W and v' of body and joint, and the generalized forces where v' is prescribed.

    above: A of the parent at this body's place.
    """
    first = link.frame.iv
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
        Q = sum(inner(link.column(c, m), at(link.W, k - m)) for m in range(k + 1))
        given.Q[first + c].append(Q)


@dataclass(frozen=True)
class TwistForm:
    """The passes of one representation, and with them forward and hybrid dynamics.

    Attributes
    ----------
    links : callable
        What an order begins with, from A and W of the orders before it.
    articulate : callable
        The articulated inertias and their factors.
    biases, tip_to_base, base_to_tip : callables
        The passes of one order.
    """

    links: Callable[..., list[Any]]
    articulate: Callable[..., list[Joint]]
    biases: Callable[..., None]
    tip_to_base: Callable[..., None]
    base_to_tip: Callable[..., None]

    def hybrid_dynamics(
        self,
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
        velocities and r + 1 of forces. Nothing is checked: this is the kernel's twin, not an
        interface. SingularError, with the name of the joint, if an articulated inertia has no
        inverse.
        """
        exact = exact_model(model, K)
        q = [K(x) for x in q]
        given = OrderArguments(K, v, vdot, tau, prescribed, wrenches, tau_ext)
        earlier: list[tuple[VectorSeries, VectorSeries]] = [
            ([[] for _ in range(6)], [[] for _ in range(6)]) for _ in range(model.nbodies)
        ]
        joints: list[Joint] = []
        for k in range(len(tau)):
            links = self.links(K, model, exact, q, given, base, earlier)
            if k == 0:
                joints = self.articulate(K, links, given.prescribed, model.joint_names)
            self.biases(K, exact.gravity, links, given, wrench_axes, k)
            self.tip_to_base(K, links, joints, given.Q, k)
            self.base_to_tip(K, exact.gravity, links, joints, given, k)
        return given.results()

    def forward_dynamics(
        self,
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
        """Accelerations and their time derivatives, [Ali, Algorithm 3] over K: r + 1 rows of nv."""
        loads = (base, wrenches, wrench_axes, tau_ext)
        rows, _ = self.hybrid_dynamics(model, q, v, None, tau, [False] * model.nv, K, *loads)
        return rows[1:]
