"""The golden tables by other ways than those that certified them, in balls as well.

Trees: the recursions' plain twins, which share nothing with the oracle but the exact model, and
for the Christoffel symbols Müller's closed form. Groups: exponentials of matrices by FLINT.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import flint
import numpy as np

from lieref.algebra.groups import se3_twin
from lieref.dynamics.forward.default import forward_dynamics_generic
from lieref.dynamics.inverse.default import inverse_dynamics_twin
from lieref.dynamics.matrices import composite_bodies_twin, coriolis_twin
from lieref.dynamics.matrices.christoffel import symbols
from lieref.model.model import Model
from lieref.model.tree.exact import exact_model, nearest_rotation
from lieref.oracle import Arb
from lieref.oracle.arguments import configuration
from lieref.partials.fdsva_so import fdsva_so_twin
from lieref.partials.idsva import idsva_twin
from verification.golden.enclosures import bound
from verification.golden.tree_references import (
    Inputs,
    body_jacobians,
    loads,
    of_first_order,
    spatial_inertia,
)

Tables = dict[str, Any]


def inverse_dynamics(K: Arb, model: Model, given: Inputs) -> Tables:
    """The body-fixed Taylor recursion's twin."""
    rows = len(given["v"]) - 1
    twin = inverse_dynamics_twin.inverse_dynamics
    return {"tau": twin(model, given["q"], given["v"], K, **loads(given, rows))}


def forward_dynamics(K: Arb, model: Model, given: Inputs) -> Tables:
    """The articulated-body recursion's twin."""
    v, tau = given["v"][0], given["tau"]
    twin = forward_dynamics_generic.forward_dynamics
    return {"vdot": twin(model, given["q"], v, tau, K, **loads(given, len(tau)))}


def hybrid_dynamics(K: Arb, model: Model, given: Inputs) -> Tables:
    """The articulated-body recursion's twin."""
    v, tau = given["v"], given["tau"]
    motion, torque = forward_dynamics_generic.hybrid_dynamics(
        model, given["q"], v[0], v[1:], tau, given["prescribed"], K, **loads(given, len(tau))
    )
    return {"v_all": [[K(x) for x in v[0]], *motion], "tau_all": torque}


def joint_space_inertia(K: Arb, model: Model, given: Inputs) -> Tables:
    """The composite-body recursion's twin."""
    twin = composite_bodies_twin.joint_space_inertia
    return {"H": twin(model, given["q"], [], K, given["base"])[0]}


def coriolis_matrix(K: Arb, model: Model, given: Inputs) -> Tables:
    """The twin of Lemma 1's recursion."""
    twin = coriolis_twin.coriolis_matrix
    return {"C": twin(model, given["q"], given["v"][0], K, given["base"])}


def christoffel_symbols(K: Arb, model: Model, given: Inputs) -> Tables:
    """Brackets of screws, [Müller (86)] with its third term corrected."""
    still = [K(0)] * model.nv
    found = body_jacobians(K, model, configuration(K, model, given["q"]), still, "body")
    owners = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    weights = np.array([spatial_inertia(K, body) for body in exact_model(model, K).bodies])
    return {"Gamma": symbols(np.array([J for J, _ in found]), owners, weights, "screws").tolist()}


def _partials(
    twin: Callable[..., Any], names: tuple[str, ...], third: Callable[[Inputs], Any]
) -> Callable[..., Tables]:
    def compute(K: Arb, model: Model, given: Inputs) -> Tables:
        wrenches = of_first_order(given).get("wrenches")
        q, v = [K(x) for x in given["q"]], [K(x) for x in given["v"][0]]
        found = twin(model, q, v, [K(x) for x in third(given)], K, wrenches)
        tensors = found if isinstance(found, tuple) else [getattr(found, name) for name in names]
        return {name: x.tolist() for name, x in zip(names, tensors, strict=True)}

    return compute


def _acceleration(given: Inputs) -> Any:
    return given["v"][1]


def _force(given: Inputs) -> Any:
    return given["tau"][0]


TREES: dict[str, Callable[[Arb, Model, Inputs], Tables]] = {
    "inverse_dynamics": inverse_dynamics,
    "forward_dynamics": forward_dynamics,
    "hybrid_dynamics": hybrid_dynamics,
    "joint_space_inertia": joint_space_inertia,
    "coriolis_matrix": coriolis_matrix,
    "christoffel_symbols": christoffel_symbols,
    "inverse_dynamics_partials": _partials(
        idsva_twin.first_partials, ("dtau_dq", "dtau_dv", "dtau_da"), _acceleration
    ),
    "inverse_dynamics_second_partials": _partials(
        idsva_twin.second_partials,
        ("d2tau_dq_dq", "d2tau_dv_dv", "d2tau_dq_dv", "d2tau_da_dq"),
        _acceleration,
    ),
    "forward_dynamics_partials": _partials(
        fdsva_so_twin.first_partials, ("da_dq", "da_dv", "da_dtau"), _force
    ),
    "forward_dynamics_second_partials": _partials(
        fdsva_so_twin.second_partials,
        ("d2a_dq_dq", "d2a_dv_dv", "d2a_dq_dv", "d2a_dtau_dq"),
        _force,
    ),
}


def group_function(K: Arb, group: str, function: str, argument: Any) -> Any:
    """Exponentials of matrices; the log by what it must give back, see `log_returns`.

    exp X is that of the matrix of X; sum_k A^k / (k+1)! is the upper right block of
    exp [[A, 1], [0, 0]], A = ad_X or w~; dexp_inv the inverse of that matrix.
    """
    X = [K(x) for x in argument]
    if function == "exp":
        matrix = se3_twin.hat(K, X) if group == "SE3" else se3_twin.hat3(K, X)
        return flint.arb_mat(matrix).exp().tolist()
    left = dexp_matrix(K, se3_twin.ad(K, X) if group == "SE3" else se3_twin.hat3(K, X))
    return (left if function == "dexp" else left.inv()).tolist()


def dexp_matrix(K: Arb, A: Any) -> Any:
    """sum_k A^k / (k+1)! of a square matrix."""
    n = len(A)
    rows = [[*row, *(K(int(i == j)) for j in range(n))] for i, row in enumerate(A)]
    whole = flint.arb_mat(rows + [[K(0)] * (2 * n)] * n).exp().tolist()
    return flint.arb_mat([row[n:] for row in whole[:n]])


def log_returns(K: Arb, argument: Any, table: dict[str, Any]) -> tuple[bool, float]:
    """Exponential of all that a certified log's radius admits: holds the pose, and its radius.

    The log is the only vector within pi of the origin with that exponential.
    """
    radius = K(bound(table, 0))
    w = [K.widen(K(Decimal(text)), radius) for text in table["decimals"]]
    C = [[K(x) for x in row] for row in argument]
    R = nearest_rotation(K, tuple(tuple(row[:3]) for row in C[:3]))
    size = K.sqrt(se3_twin.dot(w[:3], w[:3]))
    matrix = se3_twin.hat(K, w) if len(w) == 6 else se3_twin.hat3(K, w)
    back = flint.arb_mat(matrix).exp().tolist()
    expected = [[*row, *given[3:]] for row, given in zip(R, C, strict=False)]
    pairs = [
        (x, y) for a, b in zip(back, expected, strict=False) for x, y in zip(a, b, strict=True)
    ]
    held = size < flint.arb.pi() and all((x - y).contains(K(0)) for x, y in pairs)
    return bool(held), max(K.radius(x) for x, _ in pairs)
