"""Closed forms of Ali et al. in double precision: against the oracle, and the laws that hold."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from typing import Any

import numpy as np

import lieref
from lieref.check import metrics
from lieref.check.metrics import FloatArray
from lieref.dynamics.closed_forms import coriolis_matrix, joint_space_inertia
from lieref.dynamics.laws.energy import energy
from lieref.dynamics.laws.generalized_forces import external_forces
from lieref.dynamics.laws.momentum import centroidal_momentum
from lieref.dynamics.matrices import composite_bodies_twin, coriolis_twin
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
from lieref.oracle import Mp, momentum
from lieref.oracle import energy as true_energy
from lieref.oracle import joint_space_inertia as true_inertia
from verification.subjects import robots, states

DIGITS = 50


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the closed forms on one robot in one state.

    Parameters
    ----------
    params : mapping
        ``robot`` (see `robots.build`), ``state`` (see `states.draw`, with wrenches), ``order``
        (of the derivatives of energy and momentum).

    Returns
    -------
    dict
        ``inertia``: H against the oracle, relative max norm. ``momentum``: centroidal momentum for
        each order likewise. ``energy``: error of kinetic energy for each order by the sum of the
        moduli of its terms, as its derivatives pass through zero. ``passivity``: |H' - C - C^T| by
        |H| |v|, max norms, and ``passivity_twin``: the same at 50 digits. ``power``:
        |dE/dt - v . (tau - tau_ext)| by the sum of the moduli of its terms.
    """
    model = robots.build(params["robot"])
    state = states.draw(model, params["state"], params["order"] - 1)
    q, v = state.q, state.v
    base: Any = state.base
    K = Mp(DIGITS)
    H, C = joint_space_inertia(model, q, base), coriolis_matrix(model, q, v[0], base)
    rates = joint_space_inertia_derivatives(model, q, v[:-1], base)
    found = energy(model, q, v, base)
    reference = true_energy(model, q, v, base, field=K).kinetic
    about_com = momentum(model, q, v, base, field=K).about_com
    centroidal = centroidal_momentum(model, q, v, base)
    return {
        "inertia": metrics.relative_max_norm(H, true_inertia(model, q, base, field=K)),
        "energy": [
            float(abs(x - exact)) / size
            for x, exact, size in zip(
                found.kinetic, reference, _energy_sizes(rates, v), strict=True
            )
        ],
        "momentum": [
            metrics.relative_max_norm(x, row) for x, row in zip(centroidal, about_com, strict=True)
        ],
        "passivity": float(abs(rates[1] - C - C.T).max() / (abs(H).max() * abs(v[0]).max())),
        "passivity_twin": _passivity_at_fifty_digits(model, q, v[0], base, K),
        "power": _power(model, state, sum(x[1] for x in found)),
    }


def _energy_sizes(H: FloatArray, v: FloatArray) -> list[float]:
    """Return the sums of the moduli of the terms v_j . p_i that make a derivative of v . H v / 2.

    H and v by derivatives, (r + 1, nv, nv) and (r + 1, nv); p_i those of the momentum H v.
    """

    def products(k: int) -> list[tuple[int, int]]:
        return [(comb(k, j), j) for j in range(k + 1)]

    p = [sum(c * H[j] @ v[k - j] for c, j in products(k)) for k in range(len(v))]
    return [
        float(sum(c * abs(v[j]) @ abs(p[k - j]) for c, j in products(k))) / 2 for k in range(len(v))
    ]


def _passivity_at_fifty_digits(
    model: lieref.Model, q: FloatArray, v: FloatArray, base: str, K: Mp
) -> float:
    """Return max |H' - C - C^T| by max |C|, from the twins."""
    x, y = q.tolist(), v.tolist()
    rate = composite_bodies_twin.joint_space_inertia(model, x, [y], K, base)[1]
    C = coriolis_twin.coriolis_matrix(model, x, y, K, base)
    n = range(model.nv)
    worst = max(abs(rate[i][j] - C[i][j] - C[j][i]) for i in n for j in n)
    return float(worst / max(abs(c) for row in C for c in row))


def _power(model: lieref.Model, state: states.State, rate: float) -> float:
    """Return |dE/dt - v . (tau - tau_ext)| by |v| . (|tau| + |tau_ext|)."""
    v = state.v[:2]
    base: Any = state.base
    if state.wrenches is None:
        given: dict[str, Any] = {}
        outer = np.zeros(model.nv)
    else:
        given = {"wrenches": state.wrenches[:1], "wrench_axes": state.wrench_axes}
        axes: Any = state.wrench_axes
        outer = external_forces(model, state.q, state.wrenches[0], base, axes)
    tau = lieref.inverse_dynamics(model, state.q, v, base, **given)[0]
    power = v[0] @ (tau - outer)
    return float(abs(rate - power) / (abs(v[0]) @ (abs(tau) + abs(outer))))


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    bodies = robots.bodies_of(params)
    return 4e-3 * bodies * bodies
