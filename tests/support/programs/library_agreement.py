"""Whether lieref and another library compute the same through the maps of a LibraryModel."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

import lieref

#: Two computations in doubles, relative to the largest entry of a result: found 3e-15 and less,
#: where the bound of the issue is 1e-12.
SAME = 1e-12
#: Forward dynamics: times the condition number of the inertia matrix; found: 17 eps.
PER_CONDITION = 64 * float(np.finfo(float).eps)


class Library(NamedTuple):
    """What a library computes, in its own coordinates."""

    inverse: Callable[..., Any]
    inertia: Callable[..., Any]
    forward: Callable[..., Any]


def apart(found, expected):
    """Largest difference, relative to the largest entry expected."""
    scale = np.abs(expected).max(initial=0.0)
    return np.abs(found - expected).max(initial=0.0) / (scale or 1.0)


def tree_of(both):
    """The tree, whose coordinates the maps of MuJoCo and Drake have."""
    return both.model.tree if isinstance(both.model, lieref.LoopModel) else both.model


def check(both, library, q, v, a, dynamics=lieref):
    """Assert that all maps and dynamics agree in a state of the library."""
    model = tree_of(both) if dynamics is lieref else both.model
    y, u, b = both.to_lieref_q(q), both.to_lieref_v(q, v), both.to_lieref_a(q, v, a)
    assert apart(both.from_lieref_v(y, u), v) <= SAME
    assert apart(both.from_lieref_a(y, u, b), a) <= SAME
    tau = library.inverse(q, v, a)
    mine = dynamics.inverse_dynamics(model, y, np.stack([u, b]))[0]
    assert apart(both.from_lieref_tau(y, mine), tau) <= SAME
    assert apart(both.to_lieref_tau(q, tau), mine) <= SAME
    H = library.inertia(q)
    if dynamics is lieref:
        T = both.velocity_map(q)
        assert apart(T.T @ lieref.joint_space_inertia(model, y) @ T, H) <= SAME
    vdot = dynamics.forward_dynamics(model, y, u, mine[None])[0]
    tolerance = max(SAME, PER_CONDITION * np.linalg.cond(H))
    assert apart(both.from_lieref_a(y, u, vdot), library.forward(q, v, tau)) <= tolerance
