"""Projection and multipliers at 55 digits against the twins of C-ABA and C-EFPA, and the oracle."""

import mpmath
import numpy as np
import pytest
from support.mechanisms.cluster_twins import aba, differs, efpa, exact
from support.mechanisms.hand_clusters import MECHANISMS, draw

from lieref import oracle
from lieref.loops.methods import projection_twin

K = oracle.Mp(55)
DIGITS = K(10) ** -45


def equations(given):
    """H and c of the tree, G, g, and K, k that say the same."""
    model = given.mechanism.model
    G, g = exact(K, given.G), exact(K, given.g)
    H = projection_twin.joint_space_inertia(K, model, given.q)
    rates = [list(G @ exact(K, given.yd)), [K(0)] * model.nv]
    c = np.array(oracle.inverse_dynamics(model, given.q, rates, field=K)[0], dtype=object)
    # q_r - G_r y = 0 for the rows r that are not a row of the unit matrix, k = K g
    units = [next(r for r in range(model.nv) if (given.G[r] == e).all()) for e in np.eye(len(G.T))]
    others = [r for r in range(model.nv) if r not in units]
    rows = exact(K, np.eye(model.nv)[others])
    rows[:, units] = -G[others]
    return H, c, G, g, rows, rows @ g, units


@pytest.mark.parametrize("name", MECHANISMS)
def test_forward_dynamics(name):
    given = draw(name)
    made = given.mechanism
    with mpmath.workdps(60):
        H, c, G, g, rows, k, units = equations(given)
        reference = aba(K, given)
        found = projection_twin.projection(H, c, G, g, exact(K, given.tau))
        assert differs(found, reference) < DIGITS
        tau = exact(K, np.zeros(made.model.nv))
        tau[units] = exact(K, given.tau)
        qdd, multipliers = projection_twin.with_multipliers(H, c, rows, k, tau)
        assert differs(qdd, G @ reference + g) < DIGITS
        assert differs(rows @ qdd, k) < DIGITS
        assert differs(H @ qdd + c - tau, rows.T @ multipliers) < DIGITS


@pytest.mark.parametrize("name", MECHANISMS)
def test_operational_inertia(name):
    given = draw(name)
    made = given.mechanism
    pose = np.eye(4)
    pose[:3, :3] = np.eye(3)[[1, 2, 0]]
    pose[:3, 3] = 0.25, -0.5, 0.125
    ends = [(made.model.nbodies - 1, pose), (0, pose)]
    with mpmath.workdps(60):
        H = projection_twin.joint_space_inertia(K, made.model, given.q)
        found = projection_twin.operational_inertia(
            K, made.model, given.q, H, exact(K, given.G), ends
        )
        reference = efpa(K, given, ends)
        assert differs(found, reference) < DIGITS


def test_inertia_of_the_tree():
    given = draw(next(iter(MECHANISMS)))
    model = given.mechanism.model
    with mpmath.workdps(60):
        H = projection_twin.joint_space_inertia(K, model, given.q)
        assert differs(H, oracle.joint_space_inertia(model, given.q, field=K)) < DIGITS
