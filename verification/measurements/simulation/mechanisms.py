"""Mechanisms in motion: what they keep over a long time, and the N-four-bar against a closed form.

Motions are those of `lieref.simulate.simulate`, with the adaptive method if nothing else is said.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import lieref
from lieref import loops
from lieref.integrate import Solution
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.loops.loop_model import LoopModel
from lieref.simulate import simulate
from verification.subjects.definitions import n_four_bar_motion as closed_form

Array = NDArray[np.float64]
#: States of a motion that are looked at.
LOOKS = 240


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Run one of the studies.

    Parameters
    ----------
    params : mapping
        ``study`` and what belongs to it: "kept" (``name`` in the catalogue, ``seconds``,
        ``speed`` of every independent coordinate at the start, and ``tolerance``, or ``step`` in s
        of the variational method), "n_four_bar" (``n``, ``tolerance``, ``seconds``).

    Returns
    -------
    dict
        See `_kept`, `_n_four_bar`.
    """
    return STUDIES[params["study"]](params)


def _kept(params: Mapping[str, Any]) -> dict[str, Any]:
    """``energy``: largest change by the largest kinetic energy; ``drift``: of its mean, second half
    to first; ``opening``: largest residual of a loop in rad or lengths of the loop; ``rate``: of
    K v, by the largest velocity; ``steps``.
    """
    model: LoopModel = getattr(lieref.catalogue, params["name"])()
    times = np.linspace(0.0, params["seconds"], LOOKS + 1)
    speeds = np.full(model.nv, params["speed"])
    options: dict[str, Any] = {"method": "variational", "step": params.get("step")}
    if "tolerance" in params:
        options = {"rtol": params["tolerance"], "atol": params["tolerance"]}
    found = simulate(model, model.assembly, speeds, times, **options)
    states = zip(found.q, found.v, strict=True)
    parts = np.array([[x[0] for x in lieref.energy(model.tree, q, v[None])] for q, v in states])
    total, kinetic = parts.sum(axis=1), parts[:, 0].max()
    opening, rate = _openings(model, found)
    return {
        "energy": float(np.abs(total - total[0]).max() / kinetic),
        "drift": float(abs(total[LOOKS // 2 :].mean() - total[: LOOKS // 2].mean()) / kinetic),
        "opening": opening,
        "rate": rate,
        "steps": found.steps,
    }


def _openings(model: LoopModel, found: Solution) -> tuple[float, float]:
    """Largest residual of a loop, and largest rate of one."""
    units = loop_tables(model).row_units
    opening = rate = 0.0
    for q, v in zip(found.q, found.v, strict=True):
        opening = max(opening, float(np.abs(loops.loop_residual(model, q) / units).max()))
        broken = np.abs(loops.loop_jacobian(model, q) @ v / units).max()
        rate = max(rate, float(broken / max(1.0, np.abs(v).max())))
    return opening, rate


def _n_four_bar(params: Mapping[str, Any]) -> dict[str, Any]:
    """Of the first rod's end, largest errors in m and m/s at any time against the closed form:
    ``error``, and ``radau`` of scipy's Radau on the equation of the pendulum at the same tolerance.
    ``parallel``: largest angle between two rods, rad; ``opening`` as above; ``flat``: how often
    the rods lay flat. After 10 s of two parallelograms, by the step of the published numbers:
    ``published``, their errors, and ``extrapolated``, that of the last two, extrapolated in their
    step with order 2.
    """
    n, tolerance, seconds = params["n"], params["tolerance"], params["seconds"]
    model = lieref.catalogue.n_four_bar(n)
    # 0.13 s: no time is within 1e-4 s of a rod that lies flat
    times = np.arange(0.0, seconds, 0.13)
    found = simulate(model, model.assembly, [-1.0], times, rtol=tolerance, atol=tolerance)
    exact = np.array([closed_form.end_of_rods(n, t) for t in times])
    inertia, weight = map(float, closed_form.constants(n))
    radau = solve_ivp(
        lambda t, y: [y[1], -weight / inertia * np.cos(y[0])],
        (0.0, times[-1]),
        [math.pi / 2, -1.0],
        "Radau",
        times,
        rtol=tolerance,
        atol=tolerance,
    )
    rods = [model.joint_names.index(f"rod{i}_joint") for i in range(n + 1)]
    angles = found.q[:, rods]
    end = closed_form.end_of_rods(2, 10.0)
    published = {h: np.array(x) for h, x in closed_form.PUBLISHED.items()}
    coarse, fine = (published[h] for h in sorted(published, reverse=True)[-2:])
    return {
        "error": _largest_error(angles[:, 0], found.v[:, rods[0]], exact),
        "radau": _largest_error(radau.y[0], radau.y[1], exact),
        "parallel": float(np.abs(angles - angles[:, :1]).max()),
        "opening": _openings(model, found)[0],
        "flat": int((np.diff(np.sign(exact[:, 1])) != 0).sum()),
        "published": [float(np.abs(x - end).max()) for x in published.values()],
        "extrapolated": float(np.abs((4 * fine - coarse) / 3 - end).max()),
    }


def _largest_error(angle: Array, rate: Array, exact: Array) -> float:
    """Of place and velocity of the rods' ends, m and m/s."""
    x, z = np.cos(angle), np.sin(angle)
    return float(np.abs(np.array([x, z, -z * rate, x * rate]).T - exact).max())


STUDIES = {"kept": _kept, "n_four_bar": _n_four_bar}


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 0.3 * float(params["seconds"])
