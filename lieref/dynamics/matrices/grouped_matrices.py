"""The recursions of Ali et al. as matrices of the whole tree: Table 2, Proposition 1, Lemma 1.

The literal, dense form: O(N^2) blocks of 6 x 6, an independent witness of the recursions, over
numpy's floats or, given a scalar field K (`lieref.oracle.Mp` and its like), at any precision.
Everything is in the paper's spatial representation, resolved in the shifted frame of
`lieref.kinematics.forward_kinematics_twin`: fixed, inertial axes, its origin where the root body's
origin is now. So S of a free base with base="spatial" is not 1 but the constant shift of the
inertial origin to this one, and its derivatives are zero as the paper's are.

Two formulas differ from the text (docs/errata.md): (7) has Sdot in place of ad_V S, since Sdot of
the base block is zero, and App. B each body's own Pi_I in place of their sums.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import factorial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.algebra.arguments import items
from lieref.algebra.groups import se3_twin
from lieref.algebra.groups.inertia import spatial_inertia
from lieref.algebra.groups.screw_arrays import Ad, ad, times
from lieref.documentation import described
from lieref.dynamics.laws.joint_torques import torque_rows
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics.forward_kinematics import BASES
from lieref.kinematics.forward_kinematics_twin import Motion, adjoint, motions
from lieref.kinematics.jacobian_series import joint_screws
from lieref.kinematics.posture import posture
from lieref.kinematics.system_factors import diagonal
from lieref.model.arguments import real_array, real_numbers, require_finite, require_in_range
from lieref.model.model import Model
from lieref.model.tree.configuration import checked_configuration, require_tree
from lieref.model.tree.exact import apply, cross, exact_model, multiply, transpose

Array = NDArray[Any]


@dataclass(frozen=True)
class GroupedMatrices:
    """Table 2 of Ali et al.: the tree's matrices, blocks in the order of the bodies.

    G_p (6N, 6N): block (i, j) is 1 where j is i or on its way to the root; G_c = G_p^T.
    S, Sdot, Sddot (6N, nv): motion subspaces and their derivatives. M, ad_V, ad_Vdot (6N, 6N): of
    the bodies' inertias and twists, block diagonal. Ad_C (6N, 6N): of the poses. G (6N,): (0, g)
    for each body. v, vdot, vddot (nv,): the motion; zero where it was not given, which
    is from row `orders` on. joints (2, nv): what the joints do themselves, armature included, and
    its time derivative (docs/joint-physics.md); the matrices are of the bodies alone.
    """

    G_p: Array
    S: Array
    Sdot: Array
    Sddot: Array
    M: Array
    ad_V: Array
    ad_Vdot: Array
    Ad_C: Array
    G: Array
    v: Array
    vdot: Array
    vddot: Array
    orders: int
    joints: Array

    @property
    def G_c(self) -> Array:
        """G_p^T"""
        return self.G_p.T

    @cached_property
    def V(self) -> Array:
        """V = G_p S v"""
        return np.asarray(self.G_p @ (self.S @ self.v))

    @cached_property
    def Vdot(self) -> Array:
        """V' = G_p (S v' + S' v)   [Ali, App. B]"""
        return np.asarray(self.G_p @ (self.S @ self.vdot + self.Sdot @ self.v))

    @cached_property
    def Vddot(self) -> Array:
        """V'' = G_p (S v'' + 2 S' v' + S'' v)   [Ali, App. B, corrected]"""
        terms = self.S @ self.vddot + 2 * (self.Sdot @ self.vdot) + self.Sddot @ self.v
        return np.asarray(self.G_p @ terms)

    @cached_property
    def joint_space_inertia(self) -> Array:
        """S^T G_c M G_p S   [Ali, (5)]"""
        J = self.G_p @ self.S
        return np.asarray(J.T @ self.M @ J)

    @cached_property
    def coriolis_matrix(self) -> Array:
        """S^T G_c M G_p S' - S^T G_c ad_V^T M G_p S   [Ali, (8)]"""
        J = self.G_p @ self.S
        turned = self.M @ (self.G_p @ self.Sdot) - self.ad_V.T @ (self.M @ J)
        return np.asarray(J.T @ turned)


class ClosedForm(NamedTuple):
    """Terms of H vdot + h + g + tau_ext = tau, [Ali, (4) and (5)], or of its derivative, (6), (7).

    inertia: H vdot, or H vddot; bias: h, or h_bar' = H' vdot + h'; gravity: g or g'; external:
    tau_ext or its derivative; joints: of `GroupedMatrices`; each (nv,).
    """

    inertia: Array
    bias: Array
    gravity: Array
    external: Array
    joints: Array

    @property
    def total(self) -> Array:
        """tau, or tau'"""
        return np.asarray(self.inertia + self.bias + self.gravity + self.external + self.joints)


@described()
def grouped_matrices(model: Model, q: ArrayLike, v: ArrayLike, K: Any = None) -> GroupedMatrices:
    """Return the matrices of Table 2 for a motion.

    Source: Ali et al., Table 2; G_p, S, Sdot, M and ad_V of (4) to (8).

    Parameters
    ----------
    v : (nv,) or (n, nv), n from 1 to 3
        Velocity and its derivatives, that of free joints on the world as a spatial twist.
    K : scalar field, optional
        Where to compute; Python's floats when none is given. q and v stay doubles.

    Returns
    -------
    GroupedMatrices
        Arrays of floats, or of objects of K.

    Examples
    --------
    >>> lieref.grouped_matrices(model, q, [v, v]).M.shape
    (18, 18)
    """
    require_tree(
        model,
        "the groups are those of the bodies of a tree; `joint_space_inertia` and "
        "`coriolis_matrix` are those of a mechanism",
    )
    configuration = checked_configuration(model, q)
    if configuration.ndim != 1:
        raise ShapeError(f"q has shape {configuration.shape}, expected ({model.nq},)")
    stack = real_numbers("v", v)
    rows = stack.shape
    stack = real_array("v", stack, (model.nv,) if len(rows) == 1 else ("n", model.nv))
    stack = stack[None] if len(rows) == 1 else stack
    if not 1 <= len(stack) <= 3:
        raise ShapeError(f"v has shape {rows}, expected (n, {model.nv}) with n from 1 to 3")
    padded = np.zeros((3, model.nv))
    padded[: len(stack)] = stack
    if K is None:
        return _in_doubles(model, configuration, padded, len(stack))
    if not all(callable(getattr(K, name, None)) for name in ("__call__", "cos", "sin", "sqrt")):
        raise ArgumentError(f"K is {K!r}, expected a scalar field such as `lieref.oracle.Mp`")
    exact = exact_model(model, K)
    series = [[K(x) / factorial(k) for k, x in enumerate(row)] for row in padded.T]
    bodies = motions(K, exact, [K(x) for x in configuration], series, "spatial")
    joints = torque_rows(
        model, [K(x) for x in configuration], [[K(x) for x in row] for row in padded], K, K.sqrt
    )
    return _assemble(K, model, exact, bodies, padded, len(stack), joints)


def _in_doubles(model: Model, q: Array, v: Array, orders: int) -> GroupedMatrices:
    """The matrices in doubles, of the compiled recursion; `_assemble` is the plain twin."""
    n, nv = model.nbodies, model.nv
    with np.errstate(over="ignore", invalid="ignore"):
        at = posture(model, q, v, "spatial")
        S = np.zeros((3, n, 6, nv))
        screws = joint_screws(model, q, v[:2], BASES["spatial"])
        S[:, at.joint, :, np.arange(nv)] = screws.transpose(2, 0, 1)
        M = spatial_inertia(
            model.masses,
            times(at.R, model.coms) + at.d,
            at.R @ model.inertias @ at.R.swapaxes(1, 2),
        )
        blocks = {"M": M, "ad_V": ad(at.V[0]), "ad_Vdot": ad(at.V[1]), "Ad_C": Ad(at.R, at.d)}
    G_p = np.zeros((n, 6, n, 6))
    for i in range(6):
        G_p[:, i, :, i] = at.moves
    for name, found in (*zip(("S", "Sdot", "Sddot"), S, strict=True), *blocks.items()):
        require_in_range(name, found)
    now, rate, second = S.reshape(3, 6 * n, nv)
    return GroupedMatrices(
        G_p=G_p.reshape(6 * n, 6 * n),
        S=now,
        Sdot=rate,
        Sddot=second,
        **{name: diagonal(found) for name, found in blocks.items()},
        G=np.tile(np.concatenate([np.zeros(3), model.gravity]), n),
        v=v[0],
        vdot=v[1],
        vddot=v[2],
        orders=orders,
        joints=np.array(torque_rows(model, q.tolist(), v.tolist())).reshape(2, nv),
    )


def _assemble(
    K: Any,
    model: Model,
    exact: Any,
    bodies: Sequence[Motion],
    v: Array,
    orders: int,
    joints: Sequence[Sequence[Any]],
) -> GroupedMatrices:
    """Blocks to matrices; `bodies` with series of three coefficients."""
    n, nv, dtype = model.nbodies, model.nv, object

    def diagonal(blocks: list[Any]) -> Array:
        out = np.full((6 * n, 6 * n), K(0), dtype)
        for i, block in enumerate(blocks):
            out[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
        return out

    G_p = np.full((6 * n, 6 * n), K(0), dtype)
    subspaces = [np.full((6 * n, nv), K(0), dtype) for _ in range(3)]
    for i, (body, constants) in enumerate(zip(bodies, exact.bodies, strict=True)):
        here = slice(6 * i, 6 * i + 6)
        for k, S in enumerate(subspaces):
            for c, column in enumerate(body.S):
                S[here, constants.iv + c] = [factorial(k) * x[k] for x in column]
        if constants.parent >= 0:
            up = 6 * constants.parent
            G_p[here] = G_p[up : up + 6]
        G_p[here, here] = se3_twin.identity(K, 6)
    V, rate = ([[x[k] for x in body.V] for body in bodies] for k in (0, 1))
    units = se3_twin.identity(K, 6)
    v_K = np.array([[K(x) for x in row] for row in v], dtype).reshape(3, nv)
    gravity = [K(0)] * 3 + list(exact.gravity)
    S, Sdot, Sddot = subspaces
    return GroupedMatrices(
        G_p=G_p,
        S=S,
        Sdot=Sdot,
        Sddot=Sddot,
        M=diagonal([_inertia(K, body) for body in bodies]),
        ad_V=diagonal([se3_twin.ad(K, x) for x in V]),
        ad_Vdot=diagonal([se3_twin.ad(K, x) for x in rate]),
        Ad_C=diagonal(
            [se3_twin.transpose([list(adjoint(b.C, tuple(e))) for e in units]) for b in bodies]
        ),
        G=np.array(gravity * n, dtype),
        v=v_K[0],
        vdot=v_K[1],
        vddot=v_K[2],
        orders=orders,
        joints=np.array(joints, dtype).reshape(2, nv),
    )


def _inertia(K: Any, body: Motion) -> list[list[Any]]:
    """M_j = Ad_{C^-1}^T M_b Ad_{C^-1}   [Ali, (E1)], from its parts: [[J, h~], [-h~, m 1]]."""
    R, x = body.C
    c = tuple(a + b for a, b in zip(apply(R, body.com), x, strict=True))
    arm = se3_twin.hat3(K, [body.m * a for a in c])
    turned = multiply(R, multiply(body.inertia, transpose(R)))
    # J = R I R^T + m (|c|^2 1 - c c^T), column by column m c x (e x c)
    lever = [cross(c, cross(tuple(e), c)) for e in se3_twin.identity(K, 3)]
    rows = []
    for i in range(3):
        J = [turned[i][j] + body.m * lever[j][i] for j in range(3)]
        rows.append(J + arm[i])
    for i in range(3):
        rows.append([-a for a in arm[i]] + [body.m if i == j else K(0) for j in range(3)])
    return rows


def closed_form(matrices: GroupedMatrices, wrenches: Any = None) -> ClosedForm:
    """Return the terms of inverse dynamics of order 0.

    Source: Ali et al., Proposition 1, (4) and (5).

    Parameters
    ----------
    matrices : GroupedMatrices
        Of a motion v, vdot.
    wrenches : (nbodies, 6), optional
        W_I^b: moment and force on each body at its frame's origin, body axes, N m and N.

    Returns
    -------
    ClosedForm
        `total` is tau of `inverse_dynamics` with base="spatial".

    Raises
    ------
    ArgumentError, ShapeError, NonFiniteError
        Matrices that are no `GroupedMatrices`, wrenches that are no such array.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> matrices = lieref.grouped_matrices(model, q, [v, v])
    >>> lieref.closed_form(matrices).total.shape
    (3,)
    """
    g = _checked(matrices)
    St = g.S.T
    bias = St @ (g.G_c @ (g.M @ (g.G_p @ (g.Sdot @ g.v)) - g.ad_V.T @ (g.M @ g.V)))
    gravity = -(St @ (g.G_c @ (g.M @ g.G)))
    external = -(St @ (g.G_c @ _applied(g, wrenches)))
    return ClosedForm(g.joint_space_inertia @ g.vdot, bias, gravity, external, g.joints[0])


def closed_form_rate(matrices: GroupedMatrices, wrenches: Any = None) -> ClosedForm:
    """Return the terms of the first time derivative of inverse dynamics.

    Source: Ali et al., Proposition 1, (6) and (7), corrected as the module's text says: every
    S^T ad_V^T that stands for the derivative of S^T is Sdot^T, and

        Pi'' = M (V'' - ad_V V') - 2 ad_V^T Pi' - (ad_V' + ad_V^2)^T Pi    of each body.

    Parameters
    ----------
    matrices : GroupedMatrices
        Of a motion v, vdot, vddot.
    wrenches : (2, nbodies, 6), optional
        W_I^b and its time derivative, body axes.

    Returns
    -------
    ClosedForm
        `total` is the derivative of tau of `inverse_dynamics` with base="spatial".

    Raises
    ------
    ArgumentError
        Matrices that are no `GroupedMatrices`.
    ShapeError, NonFiniteError
        Matrices of a motion without its jerk vddot; wrenches that are no such arrays.

    Examples
    --------
    >>> import lieref, numpy as np
    >>> model, q, v = lieref.catalogue.serial_chain(3), np.zeros(3), np.ones(3)
    >>> matrices = lieref.grouped_matrices(model, q, [v, v, v])
    >>> lieref.closed_form_rate(matrices).total.shape
    (3,)
    """
    g = _checked(matrices)
    if g.orders < 3:
        raise ShapeError(f"matrices of a motion with {g.orders} rows of v, expected 3: the jerk")
    Pi = g.M @ g.V
    Pi_rate = g.M @ g.Vdot - g.ad_V.T @ Pi
    # (ad_V' + ad_V^2)^T Pi
    twice = g.ad_Vdot.T @ Pi + g.ad_V.T @ (g.ad_V.T @ Pi)
    inertial = g.M @ (g.G_p @ (g.S @ g.vddot))
    Pi_second = g.M @ (g.Vddot - g.ad_V @ g.Vdot) - 2 * (g.ad_V.T @ Pi_rate) - twice
    bias = g.Sdot.T @ (g.G_c @ Pi_rate) + g.S.T @ (g.G_c @ (Pi_second - inertial))
    turned = g.M @ (g.ad_V @ g.G) + g.ad_V.T @ (g.M @ g.G)
    gravity = g.S.T @ (g.G_c @ turned) - g.Sdot.T @ (g.G_c @ (g.M @ g.G))
    now, rate = (None, None) if wrenches is None else _rows(wrenches)
    W = _applied(g, now)
    external = g.S.T @ (g.G_c @ (g.ad_V.T @ W - _applied(g, rate))) - g.Sdot.T @ (g.G_c @ W)
    return ClosedForm(g.S.T @ (g.G_c @ inertial), bias, gravity, external, g.joints[1])


def _checked(matrices: Any) -> GroupedMatrices:
    """The matrices, or ArgumentError for what is none of them."""
    if not isinstance(matrices, GroupedMatrices):
        raise ArgumentError(f"matrices is {matrices!r}, expected the result of `grouped_matrices`")
    return matrices


def _rows(wrenches: Any) -> tuple[Any, ...]:
    """Wrenches and their derivatives, or ShapeError."""
    pair = items("wrenches", wrenches)
    if len(pair) != 2:
        raise ShapeError(f"wrenches have {len(pair)} rows, expected 2: the derivative is the other")
    return pair


def _applied(g: GroupedMatrices, wrenches: Any) -> Array:
    """Ad_{C^-1}^T W_I^b   (5)"""
    if wrenches is None:
        return g.G * 0
    if g.G.dtype == np.float64:
        given = real_numbers("wrenches", wrenches)
        require_finite("wrenches", given)
    else:
        given = np.array(wrenches, dtype=object)
    if given.size != g.G.size:
        raise ShapeError(
            f"wrenches have {given.size} components, expected {g.G.size}: (nbodies, 6)"
        )
    given = given.reshape(-1)
    # Ad_C^T W = W^b, six rows a body, by the inverse of each block: Ad_{C^-1}
    out = g.G * 0
    for i in range(len(out) // 6):
        here = slice(6 * i, 6 * i + 6)
        out[here] = _adjoint_inverse(g.Ad_C[here, here]).T @ given[here]
    return out


def _adjoint_inverse(A: Array) -> Array:
    """[[R^T, 0], [L^T, R^T]] of [[R, 0], [L, R]]; L = x~ R, so L^T = -R^T x~."""
    out = A * 0
    out[:3, :3] = out[3:, 3:] = A[:3, :3].T
    out[3:, :3] = A[3:, :3].T
    return out
