"""Forward and hybrid dynamics of any order, solved order by order from inverse dynamics.

The k-th derivative of the forces is affine in the (k + 1)-th of the velocity, whatever k:
tau^(k) = H(q) v^(k+1) + what inverse dynamics gives with v^(k+1) = 0. H comes from the kinetic
energy, the rest from momentum balance: no articulated body, and nothing is propagated along the
tree but poses and forces.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lieref.model.model import Model
from lieref.model.tree.exact import ExactModel
from lieref.oracle.arguments import booleans, configuration, loads, scalars, stack
from lieref.oracle.computation import computed
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.inertia import coordinate_names, factorize, inertia_matrix, solve
from lieref.oracle.tree.inverse_dynamics import torques

Rows = list[list[Any]]


@dataclass(frozen=True)
class Problem:
    """What hybrid dynamics is asked, checked, as scalars of a field.

    prescribed (nv); vdot and tau (r + 1, nv), zero in the columns that are not given; names of
    the coordinates, for errors; the rest as in `hybrid_dynamics`.
    """

    exact: ExactModel
    names: list[str]
    prescribed: list[bool]
    base: str
    axes: str
    q: list[Any]
    v: list[Any]
    vdot: Rows
    tau: Rows
    applied: Any
    external: Any


@computed("tau : (r + 1, nv)", "wrenches : (r + 1, nbodies, 6), optional")
def forward_dynamics(
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> Rows:
    """Accelerations and their time derivatives up to order r, at any precision.

    Source: H vdot = tau - inverse_dynamics(vdot = 0) and its time derivatives, see the module.

    Returns
    -------
    list of r + 1 lists of nv scalars of the field: row k is the (k + 1)-th derivative of v.

    Examples
    --------
    >>> len(lieref.oracle.forward_dynamics(model, q, v, [v, v])[1])
    3
    """
    K = field
    given = forward_problem(K, model, q, v, tau, base, wrenches, wrench_axes, tau_ext)
    return solution(K, given)[0][1:]


@computed(
    "tau : (r + 1, nv), of coordinates that are not prescribed",
    "wrenches : (r + 1, nbodies, 6), optional",
)
def hybrid_dynamics(
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    base: str = "body",
    wrenches: Any = None,
    wrench_axes: str = "body",
    tau_ext: Any = None,
    digits: int = 50,
    field: Any = None,
    balls: bool = False,
) -> tuple[Rows, Rows]:
    """Motion and forces of all coordinates from the motion of some, the forces of the others.

    Source: as of `forward_dynamics`, solved for the coordinates that are not prescribed.

    Returns
    -------
    v_all, tau_all
        r + 2 and r + 1 lists of nv scalars of the field: what `inverse_dynamics` takes and gives.

    Raises
    ------
    SingularError
        The part of H that belongs to the coordinates that are not prescribed is singular; names
        a joint.

    Examples
    --------
    >>> tau, vdot = lieref.oracle.hybrid_dynamics(model, q, v, [v], [v], [True, False, False])
    >>> len(tau[0])
    3
    """
    K = field
    given = hybrid_problem(
        K, model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext
    )
    return solution(K, given)


def forward_problem(
    K: Any,
    model: Model,
    q: Any,
    v: Any,
    tau: Any,
    base: str,
    wrenches: Any,
    wrench_axes: str,
    tau_ext: Any,
) -> Problem:
    """Problem in which nothing is prescribed; the errors of `forward_dynamics`."""
    nv = int(model.nv)
    # no column of vdot is read: its zeros only have to be as many as tau's
    rows = len(stack(K, model, "tau", tau, 1))
    vdot = [[0] * nv] * rows
    prescribed = [False] * nv
    return hybrid_problem(
        K, model, q, v, vdot, tau, prescribed, base, wrenches, wrench_axes, tau_ext
    )


def hybrid_problem(
    K: Any,
    model: Model,
    q: Any,
    v: Any,
    vdot: Any,
    tau: Any,
    prescribed: Any,
    base: str,
    wrenches: Any,
    wrench_axes: str,
    tau_ext: Any,
) -> Problem:
    """Problem from a user's arguments; the errors of `hybrid_dynamics`."""
    nv = int(model.nv)
    moves = booleans("prescribed", prescribed, nv)
    given_tau = stack(K, model, "tau", tau, 1, [not x for x in moves])
    rows = len(given_tau)
    applied, external = loads(K, model, wrenches, tau_ext, rows)
    return Problem(
        exact=exact_model(model, K),
        names=coordinate_names(model),
        prescribed=moves,
        base=base,
        axes=wrench_axes,
        q=configuration(K, model, q),
        v=scalars(K, "v", v, (nv,)),
        vdot=scalars(K, "vdot", vdot, (rows, nv), moves),
        tau=given_tau,
        applied=applied,
        external=external,
    )


def solution(K: Any, given: Problem) -> tuple[Rows, Rows]:
    """v_all and tau_all of a problem; call inside K.working()."""
    nv = len(given.v)
    free = [j for j in range(nv) if not given.prescribed[j]]
    H, sizes = inertia_matrix(K, given.exact, given.q, given.base)
    part = [[H[j][k] for k in free] for j in free]
    L = factorize(K, part, [sizes[j] for j in free], [given.names[j] for j in free])
    v_all, tau_all = [given.v], [list(row) for row in given.tau]
    for k, row in enumerate(tau_all):
        rates = list(given.vdot[k])
        applied = None if given.applied is None else given.applied[: k + 1]
        external = None if given.external is None else given.external[: k + 1]
        # bias: the generalized forces of order k, v^(k+1) of the coordinates to be found being zero
        bias = torques(
            K, given.exact, given.q, [*v_all, rates], given.base, applied, given.axes, external
        )[k]
        # H_ff v_f^(k+1) = tau_f^(k) - bias_f
        found = solve(K, L, [row[j] - bias[j] for j in free])
        for j, x in zip(free, found, strict=True):
            rates[j] = x
        # tau_p^(k) = bias_p + H_pf v_f^(k+1)
        for i in range(nv):
            if given.prescribed[i]:
                row[i] = bias[i]
                for j, x in zip(free, found, strict=True):
                    row[i] = row[i] + H[i][j] * x
        v_all.append(rates)
    return v_all, tau_all
