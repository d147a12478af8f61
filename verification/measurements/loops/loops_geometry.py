"""Sensitivities of mechanisms to their geometry, and conditioning bounds, against the oracle.

The judge of sensitivities is the oracle on moved mechanisms, closed again with the independent
coordinates held: joints shifted by multiples of a power of two, which doubles hold exactly, and
central differences extrapolated from three steps, which err by far less than doubles do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

import lieref
from lieref import loops, oracle
from verification.subjects import mechanisms

Array = NDArray[np.float64]
DIGITS = 60
#: Grid of all lengths of a model that is moved, and steps along integers times 1 / 64.
GRID, STEPS = 2.0**-26, (2.0**-18, 2.0**-19, 2.0**-20)
#: Random moves of the bounds, in doubles and by the oracle.
SAMPLES, ORACLE_SAMPLES = 64, 6


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure one mechanism in one state.

    Parameters
    ----------
    params : mapping
        ``robot`` and ``state``, see `mechanisms.draw`.

    Returns
    -------
    dict
        ``placement``, ``screw``: error of the derivative of inverse dynamics as all placements, or
        screws, move, relative max norm; ``bound``: the factor between the conditioning bounds of
        forward dynamics of order 1, the worst order.
    """
    point = mechanisms.draw(params)
    rng = np.random.default_rng(params["state"]["seed"])
    model = on_grid(point.model)
    q = loops.project(model, point.q)
    d = rng.integers(-64, 65, (model.nbodies, 3)) / 64
    found = {}
    for kind, (moved, columns, function) in KINDS.items():
        # y is held exactly, as the oracle holds it
        y = q[model.independent_q]
        own = function(model, loops.expand(model, y, q), *point.motion, columns(model, d))
        expected = _slope(partial(moved, model, d), y, q, point.motion)
        size = np.abs(expected).max()
        found[kind] = float(np.abs(own[:, 0] - expected).max() / size)
    v, tau = point.motion[0], rng.standard_normal((2, model.nv))
    bound = lieref.conditioning_bound(point.model, point.q, v, tau, samples=SAMPLES)
    reference = oracle.loop_conditioning_bound(
        "forward_dynamics", point.model, point.q, ORACLE_SAMPLES, field=oracle.Arb(DIGITS),
        v=v, tau=tau,
    )  # fmt: skip
    ratios = bound / np.array(reference)
    return found | {"bound": float(max(ratios.max(), (1 / ratios).max())), "nv": model.nv}


def with_tree(model: lieref.LoopModel, placements: Array, joints: Any) -> lieref.LoopModel:
    """The mechanism on a tree with other placements and joints."""
    tree = model.tree
    moved = lieref.Model(
        tree.name, tree.names, tree.joint_names, joints, tree.parents, placements, tree.masses,
        tree.coms, tree.inertias, tree.gravity, tree.lower, tree.upper,
    )  # fmt: skip
    return replace(model, tree=moved, tables={})


def _with_points(joint: Any, move: Callable[[Array], Array]) -> Any:
    """The joint with its point moved, if it has one."""
    if not isinstance(joint, lieref.Revolute | lieref.Helical):
        return joint
    return replace(joint, point=tuple(move(np.array(joint.point)).tolist()))


def on_grid(model: lieref.LoopModel) -> lieref.LoopModel:
    """The mechanism with all placements' positions and joints' points on the grid."""

    def rounded(x: Array) -> Array:
        return np.asarray(np.round(x / GRID) * GRID)

    T = model.tree.placements.copy()
    T[:, :3, 3] = rounded(T[:, :3, 3])
    return with_tree(model, T, [_with_points(joint, rounded) for joint in model.tree.joints])


def _placed(model: lieref.LoopModel, d: Array, h: float) -> lieref.LoopModel:
    T = model.tree.placements.copy()
    T[:, :3, 3] += h * d
    return with_tree(model, T, model.tree.joints)


def _screwed(model: lieref.LoopModel, d: Array, h: float) -> lieref.LoopModel:
    joints = [
        _with_points(joint, partial(np.add, shift))
        for joint, shift in zip(model.tree.joints, h * d, strict=True)
    ]
    return with_tree(model, model.tree.placements, joints)


def _of_placements(_: lieref.LoopModel, d: Array) -> Array:
    """Column of changes on the left: exp(U) T shifts T by U."""
    return np.hstack([np.zeros_like(d), d]).reshape(-1, 1)


def _of_screws(model: lieref.LoopModel, d: Array) -> Array:
    """Column of changes of screws (w, p x w)."""
    out = np.zeros((model.nbodies, 6))
    for i, joint in enumerate(model.tree.joints):
        if isinstance(joint, lieref.Revolute | lieref.Helical):
            out[i, 3:] = np.cross(d[i], joint.axis)
    return out.reshape(-1, 1)


def _by_placements(model: Any, q: Array, v: Array, a: Array, along: Array) -> Array:
    return lieref.inverse_dynamics_geometric_partials(model, q, v, a, "left", directions=along)


def _by_screws(model: Any, q: Array, v: Array, a: Array, along: Array) -> Array:
    return lieref.inverse_dynamics_screw_partials(model, q, v, a, directions=along)


KINDS: dict[str, tuple[Callable[..., Any], Callable[..., Array], Callable[..., Array]]] = {
    "placement": (_placed, _of_placements, _by_placements),
    "screw": (_screwed, _of_screws, _by_screws),
}


def _slope(moved: Callable[[float], lieref.LoopModel], y: Array, near: Array, v: Array) -> Array:
    """Derivative of the forces by h at 0, by Neville's extrapolation in h^2."""
    K = oracle.Arb(DIGITS)

    def forces(h: float) -> list[Any]:
        model = moved(h)
        at = loops.expand(model, y, near)
        found = oracle.loop_inverse_dynamics(model, y, v, near=at, field=K)
        return list(found[0])

    with K.working():
        table = [
            [(x - z) / K(2 * h) for x, z in zip(forces(h), forces(-h), strict=True)] for h in STEPS
        ]
        for level in range(1, len(STEPS)):
            factor = K(4.0**level)
            table = [
                [(factor * x - z) / (factor - 1) for x, z in zip(fine, coarse, strict=True)]
                for coarse, fine in zip(table, table[1:], strict=False)
            ]
        return np.array([K.to_float(x) for x in table[0]])


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 10.0
