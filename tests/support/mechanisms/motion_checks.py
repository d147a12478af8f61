"""What tests of constraints along a motion share: the compiled coefficients against the twin's."""

import numpy as np
from support.mechanisms.closed_chains import seed_of

from lieref.loops.constraints.any_scalar import motion_series
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.loops.constraints.state import motion_coefficients
from lieref.oracle import Mp

EPS = float(np.finfo(float).eps)
# Coefficients against the twin on the same doubles, relative to the largest: some ten roundings on
# each path for each order, times the inverse of the scaled pivots; found below 60 eps.
SERIES = 256 * EPS
ORDERS = 6


def coefficients(K, model, q, y):
    """qdot (n, tree.nv) and the packed G (n, n_G) by the twin."""
    rates = [[K(x) for x in row] for row in y.T.tolist()]
    qdot, matrices = motion_series(K, model, [K(x) for x in q.tolist()], rates)
    G = np.zeros((len(y), loop_tables(model).n_G))
    for (place, n_tree, n_ind), block in zip(loop_tables(model).shapes, matrices, strict=True):
        if place >= 0:
            entries = [[float(x) for x in entry] for row in block for entry in row]
            G[:, place : place + n_tree * n_ind] = np.array(entries).T
    return np.array([[float(x) for x in row] for row in qdot]).T, G


def assert_follows(model, q):
    """The motion of random coefficients is the twin's, with no digit lost from order to order."""
    rng = np.random.default_rng(seed_of(model.name, "series"))
    y = rng.uniform(-1, 1, (ORDERS, model.nv))
    found = motion_coefficients(model, q, y)
    for a, b in zip(found, coefficients(Mp(50), model, q, y), strict=True):
        sizes = np.maximum.accumulate(np.abs(b).max(axis=1))
        assert np.all(np.abs(a - b).max(axis=1) <= SERIES * sizes)
