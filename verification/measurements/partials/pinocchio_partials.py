"""First partials against Pinocchio's derivatives on a robot read from its URDF file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from lieref.check import metrics
from lieref.check.metrics import FloatArray
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.errors import ModelError, SingularError
from verification.subjects import partial_methods, partials, robots
from verification.subjects.peers.pinocchio_partials import Partials

#: An array that is this small beside its terms is zero but for rounding.
NOTHING = 1e-14
#: Where the libraries differ by more, each is compared with the reference value.
APART = 1e-12


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Compare first partials in some random states.

    Parameters
    ----------
    params : mapping
        ``robot`` (a URDF one, see `robots.build`), ``seed``, ``states`` (how many), ``dynamics``.

    Returns
    -------
    dict
        ``nv``; ``singular``: the error of lieref, if the articulated inertia of a joint is singular
        or a body has a negative moment of inertia, with ``finite``:
        whether Pinocchio gives numbers, and nothing else.
        ``condition``: of forward dynamics the largest condition number of H scaled to a unit
        diagonal, D^-1/2 H D^-1/2, ``unscaled`` of H as it is, in its units;
        ``plain``: for each array the largest relative max norm of the difference;
        ``scaled``: of forward dynamics the same in scaled coordinates, D^1/2 da/dx and
        D^1/2 da/dtau D^1/2, by the condition number; ``ours``, ``chain_rule``, ``theirs``: where
        the libraries differ by more than APART, the largest error of the analytic method, of the
        chain rule and of Pinocchio against 50 digits.
    """
    robot, dynamics = params["robot"], params["dynamics"]
    model = robots.build(robot)
    peer = Partials(robots.urdf_location(robot["path"]), model, robot["base"])
    names = partials.NAMES[dynamics, 1]
    found: dict[str, Any] = {"nv": model.nv, "condition": 1.0, "plain": dict.fromkeys(names, 0.0)}
    if dynamics == "forward":
        found |= {"unscaled": 1.0, "scaled": dict.fromkeys(names, 0.0)}
    for k in range(params["states"] if model.nv else 0):
        point = partials.draw({"robot": robot, "state": {"seed": [params["seed"], k]}})
        theirs = getattr(peer, f"{dynamics}_dynamics_partials")(*point.arguments(dynamics)[1:])
        try:
            mine = partial_methods.analytic(point, dynamics, 1)
            chained = partial_methods.METHODS[dynamics, 1][partial_methods.CHAIN_RULE](point)
        except (SingularError, ModelError) as error:
            finite = all(bool(np.isfinite(x).all()) for x in theirs)
            return {"nv": model.nv, "singular": str(error), "finite": finite}
        sizes, apart = _sizes(point, dynamics, theirs), False
        for name, a, c, b, size in zip(names, mine, chained, theirs, sizes, strict=True):
            difference = _difference(a, b) / size
            found["plain"][name] = max(found["plain"][name], difference)
            apart = apart or max(difference, _difference(c, b) / size) > APART
        if apart:
            arrays = {"ours": mine, "chain_rule": chained, "theirs": theirs}
            _compare_with_reference(found, point, dynamics, arrays)
        if dynamics == "forward":
            _compare_scaled(found, point, mine, theirs, sizes)
    return found


def _difference(a: FloatArray, b: FloatArray) -> float:
    """max |a - b| of doubles"""
    return float(metrics.absolute_errors_from_pair(a, b, np.zeros_like(b)).max(initial=0.0))


def _sizes(point: partials.Point, dynamics: str, theirs: Any) -> list[float]:
    """Return max |x| of each array; of one that is nothing but rounding, what its terms are.

    A rotor on a fixed base has dtau/dv = 0; H |v| is the size of the terms that cancel.
    """
    of_q, of_v, matrix = (float(np.abs(x).max()) for x in theirs)
    terms = matrix if dynamics == "inverse" else 1.0
    q_terms, v_terms = (terms * float(np.abs(x).max()) for x in (point.a, point.v))
    return [
        size if size > NOTHING * rest else rest
        for size, rest in ((of_q, q_terms), (of_v, v_terms), (matrix, matrix))
    ]


def _compare_with_reference(
    found: dict[str, Any], point: partials.Point, dynamics: str, results: Mapping[str, Any]
) -> None:
    """Add the largest relative max norm, over the arrays, of the error of each result."""
    exact = partials.reference(point, dynamics, 1).pairs
    for key, arrays in results.items():
        pairs = zip(arrays, exact, strict=True)
        worst = max(metrics.summarize_pair(x, *pair).relative for x, pair in pairs)
        found[key] = max(found.get(key, 0.0), worst)


def _compare_scaled(
    found: dict[str, Any], point: partials.Point, mine: Any, theirs: Any, sizes: Sequence[float]
) -> None:
    """Add the differences in scaled coordinates by the condition number, and that number."""
    H = joint_space_inertia(point.model, point.q)
    root = np.sqrt(np.diag(H))
    condition = float(np.linalg.cond(H / root / root[:, None]))
    found["condition"] = max(found["condition"], condition)
    found["unscaled"] = max(found["unscaled"], float(np.linalg.cond(H)))
    for name, a, b, size in zip(found["scaled"], mine, theirs, sizes, strict=True):
        weight = root[:, None] * (root if name == "da_dtau" else 1.0)
        # an array that is only rounding has the size of its terms, in these coordinates too
        nothing = size > float(np.abs(b).max())
        largest = size * float(root.max()) if nothing else float(np.abs(weight * b).max())
        difference = _difference(weight * a, weight * b) / largest / condition
        found["scaled"][name] = max(found["scaled"][name], difference)


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.002 * float(params["states"])
