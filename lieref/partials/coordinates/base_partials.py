"""Partial derivatives in the other representations of a base's velocity, from the body ones.

Of a free joint on the world, x its six components, T that of `lieref.dynamics.shared.base_change`:

    v_body = T v,    a_body = T a + b(v_body),    tau = T^T tau_body.

Moving q by a right perturbation along coordinate j of the joint turns T into T + G_j T, with
constant matrices G_j, because T is made of the inverses of the body's pose or rotation. With
T' v = G(v_body) v_body, b is a quadratic form. So while the components v, a are constant, q_j moves

    v_body by V_j = G_j v_body,    a_body by A_j = G_j T a + D V_j,    D = db/dv_body,

and all that is left is the chain rule, in which nothing but the six columns of the joint differs
from the identity.

Forces are the same in a frame that moves at the velocity u that the root's origin has now, constant
in space (Galileo). There v loses u, and a of base "spatial" gains w x u, which depends on v: with
B v = w x u, T B = E T, so v_body,m moves a_body by E e_m besides. So nothing grows with u. Arrays
of any scalar, numpy's own or objects; first partials also of many states, whose axes go before
all others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.groups.screw_arrays import skew, times
from lieref.dynamics.shared.base_change import BaseChange
from lieref.kinematics.representations import generators
from lieref.partials.results import InverseDynamicsPartials, InverseDynamicsSecondPartials

Array = NDArray[Any]


@dataclass(frozen=True)
class RepresentedBase:
    """A free root whose v and a are given in another representation than "body".

    here: its velocity coordinates; G (6, 6, 6), G[j] of coordinate j; hessian (6, 6, 6): second
    derivative of b. Of every state: T (6, 6); v (6,): v_body without u; lift (6,): T a with E v;
    V, A, D, E (6, 6) as above, V[:, j] = V_j.
    """

    here: slice
    T: Array
    G: Array
    hessian: Array
    v: Array
    lift: Array
    V: Array
    A: Array
    D: Array
    E: Array

    def acceleration(self) -> Array:
        """a_body = T a + b(v_body), b = D v / 2."""
        return np.asarray(self.lift + times(self.D, self.v) / 2)

    def turned(self, f: Array) -> Array:
        """[j, i]: (G_j^T f)_i of wrenches f (..., 6)."""
        return np.tensordot(f, self.G, ([-1], [1]))


def represented_base(
    change: BaseChange, base: str, v: Array, a: Array, moving: bool = True
) -> RepresentedBase:
    """Root of a change of representation; v, a (..., nv) in the representation `base`.

    moving: seen from the frame that moves with u; else u and E are zero.
    """
    T, G = change.T[0], generators(base)
    # b_l = sum G[m, l, n] v_m v_n
    hessian = G.transpose(1, 0, 2) + G.transpose(1, 2, 0)
    rate, lift = times(T, v[..., change.here]), times(T, a[..., change.here])
    E = np.zeros_like(T)
    if moving and base == "spatial":
        E[..., 3:, :3] = -skew(rate[..., 3:])
        lift = lift + times(E, rate)
    if moving:
        rate[..., 3:] = 0 * rate[..., 3:]
    D = np.tensordot(rate, hessian, ([-1], [2]))
    V, A = (np.tensordot(x, G, ([-1], [2])).swapaxes(-1, -2) for x in (rate, lift))
    return RepresentedBase(change.here, T, G, hessian, rate, lift, V, A + D @ V, D, E)


def first_partials(
    root: RepresentedBase, body: InverseDynamicsPartials, f: Array
) -> InverseDynamicsPartials:
    """First partials at constant components of the root, from those at constant body ones.

    f (..., 6): wrench on the root, dual to its body twist.
    """
    here, T = root.here, root.T
    moved, rated = _along_body(root, body)
    moved[..., here, here] += root.turned(f).swapaxes(-1, -2)
    for matrix in (moved, rated):
        matrix[..., here, :] = T.swapaxes(-1, -2) @ matrix[..., here, :]
    rated[..., here] = rated[..., here] @ T
    inertia = body.dtau_da.copy()
    _congruence(here, T, inertia)
    return InverseDynamicsPartials(moved, rated, inertia)


def second_partials(
    root: RepresentedBase,
    first: InverseDynamicsPartials,
    second: InverseDynamicsSecondPartials,
    f: Array,
) -> InverseDynamicsSecondPartials:
    """Second partials at constant components of the root, from those at constant body ones.

    first: first partials of the body representation; f (6,): as in `first_partials`. The arrays
    of `second` are changed and returned.
    """
    here, T = root.here, root.T
    qq, vv, qv, aq = second
    # in this order: the first two read the others as they came
    _move_twice(root, first, second, f)
    _move_and_rate(root, first, second)
    # D is linear in v
    vv[:, here, here] += _applied(first.dtau_da[:, here], root.hessian)
    # H -> H + G_k^T H + H G_k
    turned = np.tensordot(first.dtau_da[:, here], root.G, ([1], [1])).transpose(0, 2, 1)
    aq[:, here, here] += turned
    aq[here, :, here] += turned.swapaxes(0, 1)
    # In inertial axes a linear velocity or acceleration of the base causes a force by the mass
    # alone, whatever q is: far away rounding errors of these zeros would be multiplied by p^2.
    linear = slice(here.stop - 3, here.stop)
    qv[linear, :, linear] = aq[linear, linear] = 0
    for tensor in (qq, qv, vv):
        tensor[here] = np.tensordot(T.T, tensor[here], 1)
    qv[:, :, here] = qv[:, :, here] @ T
    _congruence(here, T, vv)
    _congruence(here, T, aq.transpose(2, 0, 1))
    return second


def _along_body(root: RepresentedBase, body: InverseDynamicsPartials) -> tuple[Array, Array]:
    """Derivatives of tau_body along q and along v_body, the other two constant."""
    here = root.here
    by_v, by_a = body.dtau_dv[..., here], body.dtau_da[..., here]
    moved, rated = body.dtau_dq.copy(), body.dtau_dv.copy()
    moved[..., here] += by_v @ root.V + by_a @ root.A
    rated[..., here] += by_a @ (root.D + root.E)
    return moved, rated


def _move_twice(
    root: RepresentedBase,
    first: InverseDynamicsPartials,
    second: InverseDynamicsSecondPartials,
    f: Array,
) -> None:
    """d2tau_dq_dq becomes T^-T times the derivative along q_j, then q_k."""
    here, G, V, A, D = root.here, root.G, root.V, root.A, root.D
    out = second.d2tau_dq_dq
    # tau_{q_j} by V_k and A_k, and tau_{q_k} by V_j and A_j
    across = second.d2tau_dq_dv[:, :, here] @ V
    across = across + second.d2tau_da_dq[:, here, :].swapaxes(1, 2) @ A
    out[:, :, here] += across
    out[:, here, :] += across.swapaxes(1, 2)
    out[:, here, here] += V.T @ second.d2tau_dv_dv[:, here, here] @ V
    # V_j moves by G_j V_k, A_j by G_j G_k T a + hessian(V_j, V_k) + D G_j V_k
    again = _applied(G, V).transpose(1, 0, 2)
    curved = np.tensordot(V.T, root.hessian @ V, ([1], [1])).transpose(1, 0, 2)
    lifted = _applied(G, (G @ root.lift).T).transpose(1, 0, 2)
    out[:, here, here] += _applied(first.dtau_dv[:, here], again)
    out[:, here, here] += _applied(first.dtau_da[:, here], lifted + curved + _applied(D, again))
    # T moves too: G_k^T of the derivative along j, G_j^T of that along k, G_k^T G_j^T of tau
    moved, _ = _along_body(root, first)
    turned = np.tensordot(G, moved[here], ([1], [0])).transpose(1, 2, 0)
    out[here, :, here] += turned
    out[here, here, :] += turned.swapaxes(1, 2)
    out[here, here, here] += np.tensordot(G, (f @ G).T, ([1], [0])).transpose(1, 2, 0)


def _move_and_rate(
    root: RepresentedBase, first: InverseDynamicsPartials, second: InverseDynamicsSecondPartials
) -> None:
    """d2tau_dq_dv becomes T^-T times the derivative along q_j, then v_body,m."""
    here, G, V, D, E = root.here, root.G, root.V, root.D, root.E
    out = second.d2tau_dq_dv
    out[:, :, here] += second.d2tau_da_dq[:, here, :].swapaxes(1, 2) @ (D + E)
    out[:, here, :] += V.T @ second.d2tau_dv_dv[:, here, :]
    # V_j moves by G_j e_m, A_j by hessian(V_j, e_m) + D G_j e_m + G_j E e_m
    step = G.transpose(1, 0, 2)
    curved = np.tensordot(V.T, root.hessian, ([1], [1])).transpose(1, 0, 2)
    out[:, here, here] += _applied(first.dtau_dv[:, here], step)
    moved_a = curved + _applied(D, step) + (G @ E).transpose(1, 0, 2)
    out[:, here, here] += _applied(first.dtau_da[:, here], moved_a)
    _, rated = _along_body(root, first)
    out[here, here, :] += np.tensordot(G, rated[here], ([1], [0])).transpose(1, 0, 2)


def _applied(matrix: Array, tensor: Array) -> Array:
    """[i, j, k]: sum_l matrix[..., i, l] tensor[l, j, k]."""
    return np.tensordot(matrix, tensor, 1)


def _congruence(here: slice, T: Array, X: Array) -> None:
    """X becomes T^T X T on its last two axes, of symmetric matrices; symmetric to the last bit."""
    columns = X[..., here] @ T
    square = T.swapaxes(-1, -2) @ columns[..., here, :]
    columns[..., here, :] = (square + square.swapaxes(-1, -2)) / 2
    X[..., here] = columns
    X[..., here, :] = columns.swapaxes(-1, -2)
