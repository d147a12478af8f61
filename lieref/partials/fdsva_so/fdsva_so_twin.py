"""Plain twin of FDSVA-SO: partial derivatives of forward dynamics, [Singh, (45)-(49)].

Over any scalar field K, for base="body" and wrenches (nbodies, 6) in body axes or None, from the
twins of IDSVA and IDSVA-SO and the factor H = L^T D L; never by an inverse of H. Arrays hold
scalars of K. Over balls it gives certified references for robots that are too large for
`lieref.oracle`; see `certified`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from lieref.errors import SingularError
from lieref.partials.idsva import idsva_twin

if TYPE_CHECKING:
    from lieref.model.model import Model

Matrix = Any
Tensor = Any
Result = TypeVar("Result", bound="tuple[Matrix, ...]")

#: Working digits beyond which nothing is certified; chains of 1000 joints need some 2000.
MOST_DIGITS = 1 << 14


class FirstPartials(NamedTuple):
    """(nv, nv) each: acceleration, coordinate."""

    da_dq: Matrix
    da_dv: Matrix
    da_dtau: Matrix


class SecondPartials(NamedTuple):
    """(nv, nv, nv) each: acceleration, then as named."""

    d2a_dq_dq: Tensor
    d2a_dv_dv: Tensor
    d2a_dq_dv: Tensor
    d2a_dtau_dq: Tensor


class Inertia:
    """H = L^T D L in the sparsity of the tree: L and D in one array, D on its diagonal."""

    def __init__(self, model: Model, H: Matrix):
        up = coordinates_up(model)
        self.factor = L = np.tril(H)
        for k in reversed(range(len(L))):
            for i in _path(up, up[k]):
                part = L[k, i] / L[k, k]
                for j in _path(up, i):
                    # H_ij -= L_ki D_k L_kj
                    L[i, j] = L[i, j] - part * L[k, j]
                L[k, i] = part

    def solve(self, b: Matrix) -> Matrix:
        """H^-1 b for b (nv, any number of columns): L^T y = b, then L x = D^-1 y."""
        x = b.copy()
        _solve_up(self.factor, x)
        for i in range(len(x)):
            x[i] = x[i] / self.factor[i, i]
        _solve_down(self.factor, x)
        return x


def _solve_up(L: Matrix, x: Matrix) -> None:
    """x becomes L^-T x, in halves, so that most of the work is products of matrices."""
    half = len(L) // 2
    if half > 0:
        _solve_up(L[half:, half:], x[half:])
        x[:half] -= product(L[half:, :half].T, x[half:])
        _solve_up(L[:half, :half], x[:half])


def _solve_down(L: Matrix, x: Matrix) -> None:
    """x becomes L^-1 x, in halves."""
    half = len(L) // 2
    if half > 0:
        _solve_down(L[:half, :half], x[:half])
        x[half:] -= product(L[half:, :half], x[:half])
        _solve_down(L[half:, half:], x[half:])


def product(a: Matrix, b: Matrix) -> Matrix:
    """a b; of balls by FLINT's product of matrices, which is faster by far."""
    if not hasattr(a[0, 0], "rad"):
        return a @ b
    flint = sys.modules[type(a[0, 0]).__module__.partition(".")[0]]
    left, right = (flint.arb_mat(*x.shape, list(x.flat)) for x in (a, b))
    return np.array((left * right).entries(), dtype=object).reshape(len(a), -1)


def _path(up: list[int], i: int) -> list[int]:
    """i and the coordinates before it, up to the root."""
    path = []
    while i >= 0:
        path.append(i)
        i = up[i]
    return path


def coordinates_up(model: Model) -> list[int]:
    """The velocity coordinate before each one: in its own joint, or the last of the parent's."""
    up = []
    for parent, joint, start in zip(model.parents, model.joints, model.idx_v, strict=True):
        before = int(model.idx_v[parent]) + model.joints[parent].nv - 1 if parent >= 0 else -1
        up += [before, *range(int(start), int(start) + joint.nv - 1)]
    return up


def accelerations(
    model: Model, q: Any, v: Any, tau: Any, H: Inertia, K: Any, wrenches: Any = None
) -> Matrix:
    """a of H a = tau - (C v + g): what is taken off is the generalized forces of a = 0."""
    still = [K(0)] * model.nv
    trees = idsva_twin.subtrees(model, q, v, still, K, wrenches)
    taken = [column.s @ tree.force for tree in trees for column in tree.columns]
    left = [K(x) - y for x, y in zip(tau, taken, strict=True)]
    return H.solve(np.array(left, dtype=object)[:, None])[:, 0]


def first_partials(
    model: Model, q: Any, v: Any, tau: Any, K: Any, wrenches: Any = None
) -> FirstPartials:
    """da/dq, da/dv, da/dtau   [Singh, (45)]"""
    return _first(*_solved(model, q, v, tau, K, wrenches)[1:])


def second_partials(
    model: Model, q: Any, v: Any, tau: Any, K: Any, wrenches: Any = None
) -> SecondPartials:
    """All second partials of forward dynamics   [Singh, (46)-(49)]"""
    a, H, dtau_dq, dtau_dv = _solved(model, q, v, tau, K, wrenches)
    first = _first(H, dtau_dq, dtau_dv)
    return compose(idsva_twin.second_partials(model, q, v, a, K, wrenches), first, H)


def certified(
    compute: Callable[[Any], Result], balls: Callable[[int], Any], nv: int, digits: int = 50
) -> Result:
    """compute(K) in balls that are known to so many digits: at most 10^-digits max(1, |x|) wide.

    balls: `lieref.oracle.Arb`; K = balls(working digits). Radii grow with each joint on the way to
    the root, up to 10^(7 nv / 4) of chains in all, so that much more than `digits` are needed.

    Raises
    ------
    SingularError
        `MOST_DIGITS` do not suffice: what is computed may not exist.
    """
    working = digits + 2 * nv
    while working <= MOST_DIGITS:
        K = balls(working)
        with K.working():
            found = compute(K)
            widest = max(
                K.radius(K(x)) / max(1.0, abs(K.to_float(K(x)))) for y in found for x in y.flat
            )
        if widest <= 10.0**-digits:
            return found
        working *= 2
    raise SingularError(
        f"not certified with {MOST_DIGITS} digits: the widest ball is {widest:.1e} wide, expected "
        f"{10.0**-digits:.1e}"
    )


def _solved(
    model: Model, q: Any, v: Any, tau: Any, K: Any, wrenches: Any
) -> tuple[Matrix, Inertia, Matrix, Matrix]:
    """a, the factor of H, and dtau/dq, dtau/dv at that a."""
    still = [K(0)] * model.nv
    H = Inertia(model, idsva_twin.first_partials(model, q, still, still, K)[2])
    a = accelerations(model, q, v, tau, H, K, wrenches)
    dtau_dq, dtau_dv, _ = idsva_twin.first_partials(model, q, v, a, K, wrenches)
    return a, H, dtau_dq, dtau_dv


def _first(H: Inertia, dtau_dq: Matrix, dtau_dv: Matrix) -> FirstPartials:
    """H da/dx = -dtau/dx, H da/dtau = 1   [Singh, (45)]"""
    # a zero and a one of the field
    zero, one = dtau_dq[0, 0] * 0, dtau_dq[0, 0] * 0 + 1
    nv = len(dtau_dq)
    unit = np.array([[one if i == j else zero for j in range(nv)] for i in range(nv)], dtype=object)
    return FirstPartials(-H.solve(dtau_dq), -H.solve(dtau_dv), H.solve(unit))


def compose(of_tau: Any, first: FirstPartials, H: Inertia) -> SecondPartials:
    """The inner terms and what H^-1 makes of them, T^x_ijk = sum_m d2tau_i/da_m dq_j da_m/dx_k:

    H d2a/dq dq = -(d2tau/dq dq + T^q + T^q transposed)    [Singh, (46)]
    H d2a/dv dv = -d2tau/dv dv                             [Singh, (47)]
    H d2a/dq dv = -(d2tau/dq dv + T^v)                     [Singh, (48), (49)]
    H d2a/dtau dq = -T^tau transposed
    """
    nv = len(H.factor)
    # rows (i, j), columns m
    dH = np.swapaxes(of_tau.d2tau_da_dq, 1, 2).reshape(nv * nv, nv)
    along_q, along_v, along_tau = (product(dH, x).reshape(nv, nv, nv) for x in first)
    inner = (
        of_tau.d2tau_dq_dq + along_q + np.swapaxes(along_q, 1, 2),
        of_tau.d2tau_dv_dv,
        of_tau.d2tau_dq_dv + along_v,
        np.swapaxes(along_tau, 1, 2),
    )
    return SecondPartials(*(-H.solve(x.reshape(nv, nv * nv)).reshape(nv, nv, nv) for x in inner))
