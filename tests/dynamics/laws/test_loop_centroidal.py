"""Centroidal momentum matrices of mechanisms: oracle, momenta along a motion, errors."""

from math import comb

import numpy as np
import pytest
from support.mechanisms import loop_robots

import lieref
from lieref import loops, oracle
from lieref.errors import ArgumentError, ConfigurationError

ROBOTS = ("four_bar_free", "belted_leg_free", "cam")
# Sums over the bodies and the solution of the loops, each order by its largest entry; worst seen:
# 3.6 eps.
EPS = float(np.finfo(float).eps)
ORACLE = 20 * EPS


def state(robot):
    """Model, closed configuration and two rows of an independent velocity."""
    model, q, v, rng = loop_robots.draw(robot)
    return model, q, np.array([v, rng.uniform(-1, 1, model.nv)])


@pytest.mark.parametrize("robot", ROBOTS)
def test_against_the_oracle(robot):
    model, q, v = state(robot)
    exact = oracle.loop_centroidal_momentum_matrix_derivatives(model, q, v, digits=30)
    expected = np.array([[[float(x) for x in row] for row in rows] for rows in exact])
    found = loops.centroidal_momentum_matrix_derivatives(model, q, v)
    assert found.shape == expected.shape == (3, 6, model.nv)
    for k in range(3):
        assert abs(found[k] - expected[k]).max() <= ORACLE * abs(expected[k]).max()
    now = loops.centroidal_momentum_matrix(model, q)
    assert abs(now - expected[0]).max() <= ORACLE * abs(expected[0]).max()
    none = loops.centroidal_momentum_matrix_derivatives(model, q, v[:0])
    assert none.shape == (1, 6, model.nv)
    assert abs(none[0] - now).max() <= ORACLE * abs(now).max()


@pytest.mark.parametrize("robot", ROBOTS)
def test_times_the_velocity_it_is_the_momentum_of_the_tree(robot):
    model, q, v = state(robot)
    rates, _ = loops.expand_motion(model, q, v)
    h = lieref.centroidal_momentum(model.tree, q, rates)
    A = loops.centroidal_momentum_matrix_derivatives(model, q, v[:1])
    for k in range(2):
        terms = [comb(k, j) * A[j] @ v[k - j] for j in range(k + 1)]
        assert abs(sum(terms) - h[k]).max() <= ORACLE * max(abs(x).max() for x in terms)


def test_trees_and_open_loops_are_refused():
    model, q, v = state("four_bar_free")
    opened = q + np.linspace(0.0, 0.3, len(q)) * (np.arange(len(q)) > 6)
    for call, more in (
        (loops.centroidal_momentum_matrix, ()),
        (loops.centroidal_momentum_matrix_derivatives, (v,)),
    ):
        with pytest.raises(ArgumentError, match="model"):
            call(model.tree, q, *more)
        with pytest.raises(ConfigurationError, match="loop"):
            call(model, opened, *more)
