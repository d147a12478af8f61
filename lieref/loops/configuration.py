"""Configurations of mechanisms: loops are closed by `expand` and `project`, or checked.

`project` is the Levenberg-Marquardt method. Each cluster's residual is phi(q), its Jacobian K, both
in rad and lengths of its loops. A step minimizes |phi + K p|^2 + mu |p|^2 with mu proportional to
|phi|. Where |phi| goes to zero as fast as the distance from the closed configurations, the steps
converge quadratically, whatever the rank of K is [Fan, Yuan, Computing 74 (2005), Thm. 2.1].
Redundant rows have singular values that are as small as the opening. Undamped, they would make
steps of any length.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.documentation import described
from lieref.errors import SingularError
from lieref.loops.constraints import constraints
from lieref.loops.constraints.equations import equations, require_closed
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.arguments import real_array, real_numbers, require_in_range
from lieref.model.loops.loop_model import LoopModel, require_loop_model
from lieref.model.loops.loop_newton import CLOSED
from lieref.model.loops.loop_structure import implicit_names
from lieref.model.tree.configuration import checked_configuration

Array = NDArray[np.float64]

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


@described()
def tree_configuration(model: LoopModel, q: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return the tree configuration that q stands for, closed.

    Parameters
    ----------
    q : (tree.nq,) or (nq,)
        A tree configuration, taken as it is, or independent coordinates, see `expand`.
    near : (tree.nq,) or None
        Where `expand` starts from; None is the assembly.

    Raises
    ------
    ShapeError, NonFiniteError
        q or near of another shape, NaN or infinity.
    ConfigurationError
        A tree configuration that does not close a loop or obey a coupling; names it and its
        residual. Independent coordinates for which the loops do not close.
    """
    if near is None and constraints.is_closed(loop_tables(model), q):
        return np.array(q)
    given = real_numbers("q", q)
    if given.shape != (model.tree.nq,):
        return expand(model, q, near)
    if near is not None:
        # nothing starts from it
        checked_near(model, near)
    at = checked_configuration(model.tree, given)
    require_closed(model, at)
    return at


def checked_near(model: LoopModel, near: ArrayLike) -> Array:
    """Return `near` (tree.nq,) as a checked tree configuration."""
    return checked_configuration(model.tree, real_array("near", near, (model.tree.nq,)), "near")


@described()
def expand(model: LoopModel, y: ArrayLike, near: ArrayLike | None = None) -> Array:
    """Return the tree configuration with the independent coordinates y in which all loops close.

    Newton's method for the dependent coordinates, until a step is rounding. It follows the branch
    of the loops on which `near` lies: where a step is long, the way from there to y is gone in
    parts. [Chignoli et al., Sec. II-B]

    A revolute joint that is more than 100 rad from `near` goes the shorter way round, without its
    whole turns; the dependent coordinates keep the turns that they have in `near`. This holds for
    clusters without helical loop joints in which revolute joints drive only revolute joints, by
    integer ratios. Elsewhere the whole way is gone, of 32768 rad or lengths of the loop at most, or
    less where it takes parts of less than 0.5.

    Two configurations with the same y may be closed, and the way decides which one is returned.
    A way of at most 100 rad is gone whole: joints that turn with the crank have turned with it, and
    a mechanism that closes only after two turns of its crank has changed its branch after one. Of
    longer ways without their whole turns the result is what less than half a turn from `near` leads
    to, after an odd number of turns too. Where this matters, go in steps of at most 100 rad, each
    from the last result as `near`.

    Parameters
    ----------
    y : (nq,)
        Independent coordinates, rad and m, in the order of `model.independent_q`.
    near : (tree.nq,) or None
        A closed tree configuration; None is the assembly.

    Returns
    -------
    (tree.nq,) array

    Raises
    ------
    ShapeError, NonFiniteError
        y or near of another shape, NaN or infinity.
    ConfigurationError
        The model has no independent configurations; a quaternion off unit norm; a `near` that is
        open; loops that cannot be closed at y on this branch, or only at a toggle: names them.

    Examples
    --------
    >>> closed = lieref.loops.expand(model, q[model.independent_q] + 0.1, q)
    >>> bool(abs(lieref.loops.loop_residual(model, closed)).max() < 1e-12)
    True
    """
    require_loop_model(model)
    return constraints.closed_configuration(model, loop_tables(model), y, near)


@described()
def project(model: LoopModel, q: ArrayLike) -> Array:
    """Return the closed configuration next to q: damped least-norm corrections of all coordinates.

    The Levenberg-Marquardt method. To first order in the opening the result is the nearest closed
    configuration. Redundant and over-constrained loops close as others do.

    Parameters
    ----------
    q : (tree.nq,)
        A tree configuration near one that closes the loops, as integration leaves it.

    Returns
    -------
    (tree.nq,) array
        Closed to rounding. Corrections are least in rad and lengths of the loop. No cluster of
        loops moves farther than four times its first least-norm correction, nor than four times
        the square root of its residual.

    Raises
    ------
    ShapeError, NonFiniteError
        q of another shape, NaN or infinity.
    ConfigurationError
        A quaternion off unit norm; loops that do not close from there: names the worst.
    SingularError
        Loops that do not close because a toggle lies on the way; names them.

    Examples
    --------
    >>> closed = lieref.loops.project(model, q + 0.01)
    >>> bool(abs(lieref.loops.loop_residual(model, closed)).max() < 1e-12)
    True
    """
    require_loop_model(model)
    at = checked_configuration(model.tree, real_array("q", q, (model.tree.nq,)))
    at = _nearest_closed(model, at)
    constraints.impose_couplings(model, loop_tables(model), at)
    require_closed(model, at, "no closed configuration was found from there")
    return at


class _Cluster:
    """One cluster on its way: what is at its last accepted configuration."""

    def __init__(self, model: LoopModel, k: int):
        tree, cluster = model.tree, model.clusters[k]
        tables = loop_tables(model)
        first, rows = tables.row_ranges[k]
        self.name = implicit_names(model, k)
        self.rows = slice(first, first + rows + len(cluster.driven))
        self.rank = model.rank[k] + len(cluster.driven)
        self.velocities = list(cluster.velocities)
        self.indices = [
            iq
            for i in cluster.bodies
            for iq in range(tree.idx_q[i], tree.idx_q[i] + tree.joints[i].nq)
        ]
        self.units = tables.tree_units[self.velocities]
        self.row_units = np.array([unit for _, unit in tables.owners[self.rows]])
        self.factor = 1.0
        self.moving = True

    def start(self, phi: Array, K: Array) -> None:
        """Take the configuration to start from."""
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
        """The step from the last accepted configuration, in the tree's units."""
        mu = DAMPING * self.factor * self.norm
        made = self.U.T @ self.phi
        squares = self.s**2 + mu
        share = np.divide(self.s, squares, out=np.zeros_like(squares), where=squares > 0)
        # |phi|^2 - |phi + K p|^2 with K p = -s^2 / (s^2 + mu) of phi
        kept = 1 - self.s * share
        self.predicted = float(((1 - kept**2) * made**2).sum())
        move: Array = -(self.Vt.T @ (share * made)) * self.units
        return move

    def accept_or_refuse(self, phi: Array, K: Array, way: Array) -> bool:
        """Accept the configuration that was tried, or refuse it; way: shift from the start."""
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


def _nearest_closed(model: LoopModel, q: Array) -> Array:
    """Return q with all clusters closed as far as steps from q close them.

    SingularError, if the way ends at a toggle, names the loops.
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
            if cluster.accept_or_refuse(phi, K, way):
                at[cluster.indices] = there[cluster.indices]
    for cluster in own:
        cluster.refuse_toggle()
    return at
