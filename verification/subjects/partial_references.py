"""Second partials in balls by matrices of FLINT: the twins' formulas, for a hundred joints.

The twins of IDSVA-SO and FDSVA-SO compute entry by entry, and take a minute for a chain of a
hundred joints. Here all entries of one coordinate p of joint i come from a few products of 6x6
matrices with the columns on the path from i to the root. The claim on algebra proves it against
the oracle.
"""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

import lieref
from lieref.oracle import Arb
from lieref.partials.fdsva_so import fdsva_so_twin
from lieref.partials.idsva import idsva_twin
from lieref.partials.idsva.idsva_twin import Column, SecondPartials, Subtree

Objects = NDArray[Any]


def matrix(x: Objects) -> Any:
    """Return an array of balls as a matrix of FLINT."""
    rows, columns = x.shape
    return flint.arb_mat(rows, columns, list(x.flat))


def array(x: Any) -> Objects:
    """Return a matrix of FLINT as an array of balls."""
    return np.array(x.entries(), dtype=object).reshape(x.nrows(), x.ncols())


class Path:
    """The columns on the path from a body to the root, from the root outwards.

    S, psi_d, psi_dd, moving (psi_d + s_d): (6, m); place, order: (m,) coordinate, and number of
    the body.
    """

    def __init__(self, trees: list[Subtree], i: int):
        bodies = idsva_twin.ancestors(trees, i)[::-1]
        columns = [column for j in bodies for column in trees[j].columns]

        def beside(name: str) -> Any:
            return matrix(np.array([getattr(column, name) for column in columns]).T)

        self.S, self.psi_d, self.psi_dd = beside("s"), beside("psi_d"), beside("psi_dd")
        self.moving = self.psi_d + beside("s_d")
        self.coordinate = np.array([column.coordinate for column in columns])
        self.order = np.array([column.body for column in columns])


def inverse_second(model: lieref.Model, q: Any, v: Any, a: Any, K: Arb) -> list[Objects]:
    """Return the second partials of inverse dynamics [Singh, Algorithm 1]; inside K.working()."""
    trees = idsva_twin.subtrees(model, q, v, a, K)
    out = SecondPartials(*(np.full((model.nv,) * 3, K(0), dtype=object) for _ in range(4)))
    for i, tree in enumerate(trees):
        if tree.columns:
            path = Path(trees, i)
            for p in tree.columns:
                _fill(out, tree, p, path)
    return list(vars(out).values())


def _fill(out: SecondPartials, tree: Subtree, p: Column, path: Path) -> None:
    """Lines 29 to 67 of Algorithm 1 for all t and r, the columns j and k of the path, k <= j."""
    moved = idsva_twin._temporaries(tree, p)
    B, A = matrix(moved.B_s), [matrix(x) for x in moved.A]
    S, psi_d, psi_dd, moving = path.S, path.psi_d, path.psi_dd, path.moving
    u_9 = A[0] * S

    def forms(left: Any, right: Any) -> Objects:
        """left_t . right_r as [t, r]"""
        return array(left.transpose() * right)

    def turned(x: Any) -> Any:
        return x.transpose() * S

    p_1 = forms(turned(B), psi_d)
    p_2 = forms(A[4] * S - B.transpose() * psi_d, psi_d) + forms(u_9, psi_dd)
    qq, vv, qv, aq = out.d2tau_dq_dq, out.d2tau_dv_dv, out.d2tau_dq_dv, out.d2tau_da_dq
    ip, place, order = p.coordinate, path.coordinate, path.order

    def pairs(chosen: NDArray[np.bool_]) -> tuple[Any, Any, Any, Any]:
        t, r = np.nonzero(chosen)
        return t, r, place[t], place[r]

    upward, own = (
        order[:, None] >= order,
        np.broadcast_to(order[:, None] == p.body, (len(place),) * 2),
    )
    same = order[:, None] == order

    t, r, j, k = pairs(upward)
    qq[ip, j, k] = p_2[t, r]
    qv[ip, k, j] = -p_1[t, r]

    t, r, j, k = pairs(upward & ~own)
    x = forms(turned(A[3]), psi_d) + forms(turned(A[1]), psi_dd)
    qq[j, k, ip] = qq[j, ip, k] = x[t, r]
    qv[j, ip, k] = (forms(turned(A[3]), S) + forms(turned(A[1]), moving))[t, r]
    qv[j, k, ip] = p_1[t, r]
    vv[j, k, ip] = vv[j, ip, k] = forms(turned(B), S)[t, r]
    aq[k, j, ip] = aq[j, k, ip] = forms(A[1] * S, S)[t, r]

    t, r, j, k = pairs(same)
    vv[ip, j, k] = -forms(turned(A[1]), S)[t, r]

    apart = upward & ~same
    t, r, j, k = pairs(apart)
    qq[ip, k, j] = p_2[t, r]
    qq[k, ip, j] = forms(A[3] * psi_d + A[1] * psi_dd + A[5] * S, S)[t, r]
    vv[ip, j, k] = vv[ip, k, j] = -forms(turned(B), S)[t, r]
    qv[ip, j, k] = (forms(A[2] * psi_d + A[4] * S, S) + forms(u_9, moving))[t, r]
    qv[k, j, ip] = forms(B * psi_d + A[7] * S, S)[t, r]
    aq[k, ip, j] = aq[ip, k, j] = forms(u_9, S)[t, r]

    t, r, j, k = pairs(apart & own)
    vv[k, j, ip] = forms(A[6] * S, S)[t, r]

    t, r, j, k = pairs(apart & ~own)
    qq[k, j, ip] = qq[k, ip, j]
    qv[k, ip, j] = forms(A[3] * S + A[1] * moving, S)[t, r]
    vv[k, ip, j] = vv[k, j, ip] = forms(B * S, S)[t, r]


def forward_second(model: lieref.Model, q: Any, v: Any, tau: Any, K: Arb) -> list[Objects]:
    """Return the second partials of forward dynamics [Singh, (46)-(49)]; inside K.working()."""
    nv = model.nv
    still = [K(0)] * nv
    inertia = idsva_twin.first_partials(model, q, still, still, K)[2]
    factor = fdsva_so_twin.Inertia(model, inertia)
    a = fdsva_so_twin.accelerations(model, q, v, tau, factor, K)
    dtau_dq, dtau_dv, H = (matrix(x) for x in idsva_twin.first_partials(model, q, v, a, K))
    of_q, of_v, of_a = (-H.solve(x) for x in (dtau_dq, dtau_dv, -matrix(np.eye(nv))))
    qq, vv, qv, aq = inverse_second(model, q, v, a, K)
    # [i, j, m] by [m, k]: dH_im/dq_j times da_m/dx_k
    dH = matrix(np.swapaxes(aq, 1, 2).reshape(nv * nv, nv))
    along_q, along_v, along_tau = (array(dH * x).reshape(nv, nv, nv) for x in (of_q, of_v, of_a))
    inner = (
        qq + along_q + np.swapaxes(along_q, 1, 2),
        vv,
        qv + along_v,
        np.swapaxes(along_tau, 1, 2),
    )
    return [array(-H.solve(matrix(x.reshape(nv, -1)))).reshape(nv, nv, nv) for x in inner]
