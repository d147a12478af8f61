"""What the functions say of a flattened parallelogram, whose loop has lost rank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import lieref
from lieref import catalogue, loops


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return for each call 1 if it refuses and names the loop and the rank, else 0.

    params: ``crank`` and ``ground``, lengths in m.
    """
    model = catalogue.parallelogram(params["crank"], params["ground"])
    q, tree, own = np.zeros(3), np.ones((1, 3)), np.ones((1, 1))
    calls: dict[str, Callable[[], Any]] = {
        "inverse dynamics": lambda: loops.inverse_dynamics(model, q, np.ones((2, 1))),
        "forward dynamics": lambda: loops.forward_dynamics(model, q, [1.0], own),
        "tree coordinates": lambda: loops.forward_dynamics(
            model, q, np.zeros(3), tree, coordinates="tree"
        ),
        "inverse inertia": lambda: loops.inverse_operational_inertia(model, q, [("rocker", None)]),
    }
    return {name: _refuses(call) for name, call in calls.items()}


def _refuses(call: Callable[[], Any]) -> float:
    try:
        call()
    except lieref.SingularError as error:
        return float("'closing'" in str(error) and "rank-deficient" in str(error))
    return 0.0


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.1
