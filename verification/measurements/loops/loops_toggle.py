"""Forward dynamics of a four-bar linkage on its way into a toggle of its crank."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import catalogue, loops, oracle
from lieref.oracle import Mp

Array = NDArray[np.float64]
DIGITS = 60
# Crank, coupler, rocker and ground, m: the crank turns back where coupler and rocker are aligned.
LENGTHS = (0.35, 0.2, 0.25, 0.4)


def linkage() -> lieref.LoopModel:
    """Return the linkage with the crank's angle as its independent coordinate."""
    return catalogue.four_bar(*LENGTHS)


def configuration(bend: float) -> Array:
    """Return (crank, coupler, rocker), rounded once, when coupler and rocker are bent by `bend`.

    bend: angle (rad) between coupler and rocker's prolongation; the toggle is at zero.
    """
    a, b, c, d = LENGTHS
    with mpmath.workdps(DIGITS):
        a, b, c, d = (mpmath.mpf(x) for x in LENGTHS)
        turn = mpmath.mpf(bend)
        # triangle of crank, ground and the diagonal from the crank's end to the rocker's hinge
        diagonal = mpmath.sqrt(b * b + c * c + 2 * b * c * mpmath.cos(turn))
        crank = mpmath.acos((a * a + d * d - diagonal * diagonal) / (2 * a * d))
        at_hinge = mpmath.atan2(a * mpmath.sin(crank), a * mpmath.cos(crank) - d)
        # rocker's end seen from its hinge: the diagonal turned by the triangle's angle there
        rocker = at_hinge - mpmath.atan2(b * mpmath.sin(turn), c + b * mpmath.cos(turn))
        coupler = mpmath.atan2(
            c * mpmath.sin(rocker) - a * mpmath.sin(crank),
            d + c * mpmath.cos(rocker) - a * mpmath.cos(crank),
        )
        return np.array([float(crank), float(coupler - crank), float(rocker)])


def _error(found: Array, reference: Any) -> float:
    with mpmath.workdps(DIGITS):
        largest = max(abs(x) for x in reference)
        worst = max(abs(mpmath.mpf(float(x)) - y) for x, y in zip(found, reference, strict=True))
        return float(worst / largest)


def _or_refused(compute: Callable[[], Array], reference: Callable[[], Any]) -> dict[str, Any]:
    """The error, or that the function refused and why."""
    try:
        found = compute()
    except lieref.LierefError as error:
        return {"error": 0.0, "refused": f"{type(error).__name__}: {error}"}
    return {"error": _error(found, reference()), "refused": ""}


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the errors of forward dynamics at one distance from the toggle.

    Parameters
    ----------
    params : mapping
        ``distance``: bend of coupler and rocker, rad; ``seed`` of forces and speed.

    Returns
    -------
    dict
        ``tree``: in tree coordinates, free motions chosen at the configuration; ``crank``: with
        the crank independent, its own acceleration; each with ``error`` and ``refused`` (why, or
        empty). ``measure``: toggle measure of the crank; ``bound``: of ``tree``.
    """
    model, rng = linkage(), np.random.default_rng(params["seed"])
    q = configuration(params["distance"])
    K = Mp(DIGITS)
    # a speed along the only motion that the loop allows
    N = np.array(loops.choose_independent(model, q, method="null space"), np.float64)
    v, tau = N[:, 0] * rng.uniform(0.5, 1.5), rng.standard_normal((1, 3))

    def reference() -> Any:
        return oracle.loop_forward_dynamics(model, q, v, tau, coordinates="tree", field=K)[0]

    alone = tau * np.array([1.0, 0.0, 0.0])

    def by_crank() -> Any:
        # the same forces and speed; the crank's angle does not determine the rest any more
        return oracle.loop_forward_dynamics(model, q, v, alone, coordinates="tree", field=K)[0][:1]

    bound = oracle.loop_conditioning_bound(
        "forward_dynamics", model, q, samples=4, field=K, v=v, tau=tau, coordinates="tree"
    )
    return {
        "measure": float(np.min(loops.toggle_measure(model, q))),
        "bound": max(bound),
        "tree": _or_refused(
            lambda: loops.forward_dynamics(model, q, v, tau, coordinates="tree")[0], reference
        ),
        "crank": _or_refused(
            lambda: loops.forward_dynamics(model, q, v[:1], tau[:, :1])[0], by_crank
        ),
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 3.0
