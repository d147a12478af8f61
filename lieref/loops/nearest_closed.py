"""The closed configuration next to an open one, by the Levenberg-Marquardt method.

Each cluster's residual is phi(q), its Jacobian K, both in rad and lengths of its loops. A step
minimizes |phi + K p|^2 + mu |p|^2 with mu proportional to |phi|. Where |phi| goes to zero as fast
as the distance from the closed configurations, the steps converge quadratically, whatever the
rank of K is [Fan, Yuan, Computing 74 (2005), Thm. 2.1]. Redundant rows have singular values that
are as small as the opening. Undamped, they would make steps of any length.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lieref.errors import SingularError
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.arguments import require_in_range
from lieref.model.loops.loop_newton import CLOSED
from lieref.model.loops.loop_structure import implicit_names

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel

Array = NDArray[np.float64]
Equations = Callable[["LoopModel", Array, Array], tuple[Array, Array, Array]]

#: Most steps, those included that are refused.
STEPS = 100
#: mu over |phi|: at first and at least; with this, no step exceeds 5 sqrt(|phi|).
DAMPING = 0.01
#: A refused step multiplies mu by this, an accepted one divides it.
FACTOR = 8.0
#: Share of the predicted decrease of |phi|^2 that a step has to reach.
GAIN = 0.1
#: Longest way over what the first full step and sqrt(|phi|) say, whichever is less.
#: Kantorovich's theorem: where Newton's method converges, the solution lies within two first steps.
REACH = 4.0


class _Cluster:
    """One cluster on its way: what is at its last accepted place."""

    def __init__(self, model: LoopModel, k: int):
        tree, cluster = model.tree, model.clusters[k]
        tables = loop_tables(model)
        first, rows = tables.row_ranges[k]
        self.name = implicit_names(model, k)
        self.rows = slice(first, first + rows + len(cluster.driven))
        self.rank = model.rank[k] + len(cluster.driven)
        self.velocities = list(cluster.velocities)
        self.places = [
            iq
            for i in cluster.bodies
            for iq in range(tree.idx_q[i], tree.idx_q[i] + tree.joints[i].nq)
        ]
        self.units = tables.tree_units[self.velocities]
        self.row_units = np.array([unit for _, unit in tables.owners[self.rows]])
        self.factor = 1.0
        self.moving = True

    def start(self, phi: Array, K: Array) -> None:
        """Take the place to start from."""
        self._accept(phi[self.rows] / self.row_units, K)
        made, s = (self.U.T @ self.phi)[: self.rank], self.s[: self.rank]
        direct = np.linalg.norm(np.divide(made, s, out=np.full_like(made, np.inf), where=s > 0))
        self.limit = REACH * min(float(direct), self.norm**0.5)

    def _accept(self, phi: Array, K: Array) -> None:
        scaled = K[self.rows][:, self.velocities] / self.row_units[:, None] * self.units
        require_in_range("K", scaled)
        self.phi, self.norm = phi, float(np.linalg.norm(phi))
        self.U, self.s, self.Vt = np.linalg.svd(scaled, full_matrices=False)

    def step(self) -> Array:
        """The step from the last accepted place, in the tree's units."""
        mu = DAMPING * self.factor * self.norm
        made = self.U.T @ self.phi
        squares = self.s**2 + mu
        share = np.divide(self.s, squares, out=np.zeros_like(squares), where=squares > 0)
        # |phi|^2 - |phi + K p|^2 with K p = -s^2 / (s^2 + mu) of phi
        kept = 1 - self.s * share
        self.predicted = float(((1 - kept**2) * made**2).sum())
        move: Array = -(self.Vt.T @ (share * made)) * self.units
        return move

    def judge(self, phi: Array, K: Array, way: Array) -> bool:
        """Take the place that was tried, or refuse it; way leads there from the start."""
        tried = phi[self.rows] / self.row_units
        norm = float(np.linalg.norm(tried))
        if self.norm <= CLOSED and not norm < self.norm / 2:
            # rounding
            self.moving = False
            return False
        far = np.linalg.norm(way[self.velocities] / self.units) > self.limit
        if far or not self.norm**2 - norm**2 > GAIN * self.predicted:
            self.factor *= FACTOR
            return False
        self.factor = max(1.0, self.factor / FACTOR)
        self._accept(tried, K)
        return True

    def refuse_toggle(self) -> None:
        """Raise SingularError if loops are open and small motions do not close them."""
        least = float(self.s[self.rank - 1]) if self.rank else 1.0
        # beyond it the linearized loops do not tell where the closed configurations are
        if not self.norm <= CLOSED and least**2 <= self.norm:
            raise SingularError(
                f"q: {self.name} cannot be closed from here, it is open by {self.norm:.3g} "
                f"(rad, or lengths of the loop) next to a toggle: the smallest singular value is "
                f"{least:.3g}; give a configuration that is nearer to a closed one"
            )


def nearest_closed(model: LoopModel, q: Array, equations: Equations) -> Array:
    """Return q with all clusters closed as far as steps from q close them.

    Parameters
    ----------
    model : LoopModel
    q : (tree.nq,)
    equations : callable
        phi, K and k of all clusters at a configuration and a velocity.

    Raises
    ------
    SingularError
        The way ends at a toggle; names the loops.
    """
    tree = model.tree
    still = np.zeros(tree.nv)
    own = [_Cluster(model, k) for k, c in enumerate(model.clusters) if c.constrained]
    at = q.copy()
    phi, K, _ = equations(model, at, still)
    for cluster in own:
        cluster.start(phi, K)
    for _ in range(STEPS):
        moving = [cluster for cluster in own if cluster.moving]
        if not moving:
            break
        dv = np.zeros(tree.nv)
        for cluster in moving:
            dv[cluster.velocities] = cluster.step()
        there = tree.integrate(at, dv)
        phi, K, _ = equations(model, there, still)
        way = tree.difference(q, there)
        for cluster in moving:
            if cluster.judge(phi, K, way):
                at[cluster.places] = there[cluster.places]
    for cluster in own:
        cluster.refuse_toggle()
    return at
