"""The twins of C-RNEA, C-ABA and C-EFPA at 50 digits and more against the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lieref import oracle
from lieref.loops.clusters.c_aba import c_aba_twin
from lieref.loops.clusters.c_efpa import c_efpa_twin
from lieref.loops.clusters.c_rnea import c_rnea_twin
from lieref.loops.constraints import any_scalar
from lieref.oracle import Mp
from verification.subjects import mechanisms
from verification.subjects.mechanisms import Point

DIGITS = 60


@dataclass
class Exact:
    """A state at high precision: q closed, G cluster by cluster, g, and what a twin wants."""

    K: Mp
    point: Point
    q: list[Any]
    G: list[Any]
    g: list[Any]

    @property
    def arguments(self) -> tuple[Any, Any, Any]:
        """Tree, clusters and columns, as every twin begins."""
        model = self.point.model
        return model.tree, model.clusters, model.cluster_independent

    def ends(self, seed: int) -> list[tuple[str, Any]]:
        """The end frames of `mechanisms.ends`."""
        return mechanisms.ends(self.point.model, seed)


def exact(params: Mapping[str, Any], digits: int = DIGITS) -> Exact:
    """Return the state of `mechanisms.draw` closed at high precision."""
    K, point = Mp(digits), mechanisms.draw(params)
    q = oracle.loop_configuration(point.model, point.q, field=K)
    with K.working():
        rates = [K(float(x)) for x in point.motion[0]]
        G, g, _ = any_scalar.constraint_state(K, point.model, q, rates)
    return Exact(K, point, q, G, g)


def inverse(at: Exact, printed: tuple[str, ...] = ()) -> c_rnea_twin.InverseDynamics:
    """C-RNEA."""
    yd, ydd = at.point.motion
    return c_rnea_twin.inverse_dynamics(*at.arguments, at.q, yd, ydd, at.G, at.g, at.K, printed)


def forward(at: Exact, printed: tuple[str, ...] = ()) -> list[Any]:
    """C-ABA."""
    yd, tau = at.point.motion[0], at.point.tau[0]
    return c_aba_twin.forward_dynamics(*at.arguments, at.q, yd, tau, at.G, at.g, at.K, printed)


def ends(at: Exact, seed: int) -> Any:
    """C-EFPA."""
    names = at.point.model.names
    places = [(names.index(body), pose) for body, pose in at.ends(seed)]
    return c_efpa_twin.inverse_operational_inertia(*at.arguments, at.q, at.G, places, at.K)


def inverse_reference(at: Exact) -> list[Any]:
    """tau by d'Alembert's principle."""
    found: list[Any] = oracle.loop_inverse_dynamics(
        at.point.model, at.q, at.point.motion, field=at.K
    )[0]
    return found


def forward_reference(at: Exact, **loads: Any) -> list[Any]:
    """yddot by the equations with multipliers."""
    found: list[Any] = oracle.loop_forward_dynamics(
        at.point.model, at.q, at.point.motion[0], at.point.tau, field=at.K, **loads
    )[0]
    return found


def ends_reference(at: Exact, seed: int) -> Any:
    """What unit wrenches on the ends do, by the equations with multipliers."""
    return oracle.loop_inverse_operational_inertia(at.point.model, at.q, at.ends(seed), field=at.K)


def apart(found: Any, reference: Any) -> float:
    """Largest difference, relative to the largest entry of the reference value."""
    got, want = (np.ravel(np.array(x, dtype=object)) for x in (found, reference))
    largest = max(abs(x) for x in want)
    return float(max(abs(x - y) for x, y in zip(got, want, strict=True)) / largest)


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the twins are from the oracle, relative max norm.

    params: ``robot`` and ``state`` (`mechanisms.draw`).
    """
    at, seed = exact(params), int(params["state"]["seed"])
    with at.K.working():
        return {
            "C-RNEA": apart(inverse(at).tau, inverse_reference(at)),
            "C-ABA": apart(forward(at), forward_reference(at)),
            "C-EFPA": apart(ends(at, seed), ends_reference(at, seed)),
        }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 3.0
