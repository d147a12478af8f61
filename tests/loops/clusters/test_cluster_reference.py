"""Dynamics of mechanisms and inertias at their ends against the oracle, by every exact method."""

from functools import cache

import numpy as np
import pytest
from support.mechanisms.cluster_twins import random_pose
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw
from support.references.tolerances import EPS

from lieref import loops, oracle

METHODS = {
    "inverse_dynamics": ("clusters", "projected"),
    "forward_dynamics": ("clusters", "projection", "projection_sparse", "multipliers"),
    "inverse_operational_inertia": ("clusters", "projected", "projected_sparse"),
}
FUNCTIONS = ("inverse_dynamics", "forward_dynamics")
# What an order may lose of its largest number: q closes the loops to rounding only, and forward
# dynamics loses a digit with each order. Found at order 0: below 1e-15 but by the recursions.
ERRORS = np.array([1e4, 1e6, 1e8]) * EPS
PROMISED = 1e-13


@cache
def case(name, function):
    """The model, configuration, arguments, and what the oracle finds of each order."""
    model, q, v, rng = draw(name, 1)
    if function == "inverse_operational_inertia":
        places = [None, rng.standard_normal(3), random_pose(rng), None, rng.standard_normal(3)]
        bodies = [model.names[-1], 0, model.names[model.nbodies // 2], 0, model.nbodies - 2]
        names = [x if isinstance(x, str) else model.names[x] for x in bodies]
        posed = [np.eye(4) if place is None else place for place in places]
        ends = list(zip(names, posed, strict=True))
        found = oracle.loop_inverse_operational_inertia(model, q, ends, digits=30)
        return model, q, list(zip(bodies, places, strict=True)), np.array(found, dtype=float)
    rows, wrenches = rng.standard_normal((3, model.nv)), rng.standard_normal((3, model.nbodies, 6))
    given = v, rows, wrenches
    found = getattr(oracle, f"loop_{function}")(model, q, *arguments(function, given), digits=30)
    return model, q, given, np.array(found, dtype=float)


def arguments(function, given, n=3):
    """Of so many rows, with wrenches in inertial axes."""
    v, rows, wrenches = given
    first = (np.array([v, *rows[:n]]),) if function == "inverse_dynamics" else (v, rows[:n])
    return *first, "body", wrenches[:n], "inertial"


@pytest.mark.parametrize("method", METHODS["inverse_operational_inertia"])
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_inertia_at_ends(name, method):
    model, q, ends, expected = case(name, "inverse_operational_inertia")
    found = loops.inverse_operational_inertia(model, q, ends, method=method)
    error = ERRORS[0] if method == "clusters" else PROMISED
    assert np.array_equal(found, found.T)
    assert abs(found - expected).max() <= error * abs(expected).max()


@pytest.mark.parametrize(
    ("function", "method"), [(name, x) for name in FUNCTIONS for x in METHODS[name]]
)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_dynamics_of_any_order(name, function, method):
    model, q, given, expected = case(name, function)
    errors = [ERRORS[0] if method == "clusters" else PROMISED, *ERRORS[1:]]
    # order 0 alone is computed by other code
    for n in (1, 3):
        found = getattr(loops, function)(model, q, *arguments(function, given, n), method=method)
        assert len(found) == n
        for row, right, error in zip(found, expected, errors, strict=False):
            assert abs(row - right).max() <= error * abs(right).max()
