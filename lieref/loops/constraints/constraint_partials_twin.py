"""Plain Python twin of the derivatives of G and g along the independent coordinates.

X_j, the motion whose independent velocity is the unit vector j, is a field on the closed
configurations: q' = G e_j. Its derivatives of a function f are parts of f at displaced
configurations, in dual numbers e1 e1 = e2 e2 = 0:

    q_1 = q + e1 X_k(q),    f(q_1) = f + e1 X_k f
    q_2 = q_1 + e2 X_j(q_1),    f(q_2) = f(q_1) + e2 X_j f + e1 e2 X_k X_j f

so that X_k X_j f is the derivative along k of that along j.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lieref.algebra.series.taylor_scalar import Functions, Taylor
from lieref.loops.constraints.any_scalar import cluster_state, configuration_series
from lieref.model.loops.loop_closure import LoopClosure, Rows

if TYPE_CHECKING:
    from lieref.model.loops.loop_model import LoopModel


class Derivatives(NamedTuple):
    """Of one cluster: of its G (n_tree, n_ind) and its g (n_tree,), independent velocities held.

    dG, dg along coordinate k; ddG, ddg the derivatives along k of those along j.
    """

    dG: Rows
    dg: list[Any]
    ddG: Rows
    ddg: list[Any]


def constraint_partials(
    K: Any, model: LoopModel, cluster: int, q: list[Any], ydot: list[Any], j: int, k: int
) -> Derivatives:
    """First and second derivatives of G and g of a cluster along two of its coordinates.

    Parameters
    ----------
    K, model, q, ydot
        See `lieref.loops.constraints.any_scalar.constraint_state`.
    cluster : int
    j, k : int
        Places among the cluster's independent coordinates: X_k and X_k X_j are returned.

    Raises
    ------
    SingularError
        As `constraint_state`.
    """
    zero = K(0)
    F1 = Functions(K, level=1)
    F2 = Functions(F1)
    G = cluster_state(LoopClosure(K, model), model, cluster, q, ydot)[0]
    q1 = _moved(model, cluster, q, [row[k] for row in G], F1, zero)
    G1, g1, _ = cluster_state(LoopClosure(F1, model), model, cluster, q1, ydot)
    q2 = _moved(model, cluster, q1, [row[j] for row in G1], F2, zero)
    G2, g2, _ = cluster_state(LoopClosure(F2, model), model, cluster, q2, ydot)
    return Derivatives(_part(G1, 1), _part(g1, 1), _part(_part(G2, 2), 1), _part(_part(g2, 2), 1))


def _moved(
    model: LoopModel, cluster: int, q: list[Any], rates: list[Any], F: Functions, zero: Any
) -> list[Any]:
    """q + e q' for velocities of a cluster, e the variable of F."""
    qdot = [[zero] for _ in range(model.tree.nv)]
    for iv, x in zip(model.clusters[cluster].velocities, rates, strict=True):
        qdot[iv] = [x]
    return [F.series(x) for x in configuration_series(model, q, qdot, zero)]


def _part(x: Any, level: int) -> Any:
    """The factor of e in numbers and nested lists of them; constants have none."""
    if isinstance(x, list):
        return [_part(y, level) for y in x]
    if isinstance(x, Taylor) and x.level == level:
        return x.c[1]
    return x * 0
