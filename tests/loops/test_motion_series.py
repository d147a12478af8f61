"""Constraints along a motion: coefficients against the twin at 50 digits, dynamics of order r."""

from math import comb

import numpy as np
import pytest
from closed_chains import LOOP_JOINTS, chains_model, four_bar, seed_of
from loop_robots import LOOP_ROBOTS, draw

import lieref
from lieref import loops
from lieref.loops.constraints.constraint_state import motion_coefficients
from lieref.loops.constraints.constraint_twin import motion_series
from lieref.loops.constraints.loop_tables import loop_tables
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


@pytest.mark.parametrize("kind", [*LOOP_JOINTS, "coupled", "shifts"])
def test_coefficients_against_the_twin_at_fifty_digits(kind):
    model = chains_model(kind)
    assert_follows(model, model.assembly)


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_coefficients_of_mechanisms(name):
    model, q = draw(name)[:2]
    assert_follows(model, q)


def options_of(model, rng, r, axes, ext):
    wide = model.nv if ext == "independent" else model.tree.nv
    return {
        "wrenches": rng.standard_normal((r + 1, model.nbodies, 6)),
        "wrench_axes": axes,
        "tau_ext": rng.standard_normal((r + 1, wide)),
    }


@pytest.mark.parametrize(
    ("base", "axes", "ext"),
    [("body", "body", "tree"), ("hybrid", "inertial", "independent")],
)
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_a_call_of_order_three_is_its_pieces(name, base, axes, ext):
    """Leibniz' rule for G^T of the tree's forces, from the public functions."""
    model, q, v, rng = draw(name)
    motion = np.concatenate([[v], rng.standard_normal((4, model.nv))])
    options = options_of(model, rng, 3, axes, ext)
    other = options["tau_ext"]
    rates, G = loops.expand_motion(model, q, motion)
    on_tree = {**options, "tau_ext": other if ext == "tree" else None}
    torques = lieref.inverse_dynamics(model.tree, q, rates, base, **on_tree)
    reference = np.array(
        [sum(comb(k, j) * G[j].T @ torques[k - j] for j in range(k + 1)) for k in range(4)]
    )
    size = np.abs(reference).max(axis=1) + np.abs(torques).max()
    if ext == "independent":
        reference -= other
    found = loops.inverse_dynamics(model, q, motion, base, **options)
    assert np.all(np.abs(found - reference).max(axis=1) <= 64 * EPS * np.maximum.accumulate(size))
    first = loops.inverse_dynamics(
        model,
        q,
        motion[:2],
        base,
        **{k: x if k == "wrench_axes" else x[:1] for k, x in options.items()},
    )
    assert np.abs(found[0] - first[0]).max() <= 64 * EPS * size[0]


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("ext", ["independent", "tree"])
@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_forces_of_order_five_give_the_motion_back(name, ext, axes):
    model, q, v, rng = draw(name)
    motion = np.concatenate([[v], rng.standard_normal((6, model.nv))])
    options = options_of(model, rng, 5, axes, ext)
    tau = loops.inverse_dynamics(model, q, motion, **options)
    back = loops.forward_dynamics(model, q, v, tau, **options)
    # rounding of the forces, by the inverse of an inertia of some 1e-3 kg m^2
    size = np.maximum.accumulate(np.abs(tau).max(axis=1))
    assert np.all(np.abs(back - motion[1:]).max(axis=1) <= 1e5 * EPS * size)
    assert np.abs(motion).max() < size[-1]


def test_other_methods_give_the_same_derivatives():
    model, q, v, rng = draw("four_bar_free")
    tau = rng.standard_normal((3, model.nv))
    options = options_of(model, rng, 2, "inertial", "tree")
    usual = loops.forward_dynamics(model, q, v, tau, **options)
    for method in ("projection", "projection_sparse", "multipliers"):
        found = loops.forward_dynamics(model, q, v, tau, method=method, **options)
        assert np.abs(found - usual).max() <= 1e5 * EPS * np.abs(usual).max()
    motion = np.concatenate([[v], usual])
    found = loops.inverse_dynamics(model, q, motion, method="projected")
    assert np.array_equal(found, loops.inverse_dynamics(model, q, motion))


def test_what_is_refused_at_order_zero_is_refused_at_order_one():
    model = four_bar()
    q = model.assembly
    with pytest.raises(lieref.ConfigurationError, match="is open by"):
        loops.inverse_dynamics(model, q + 1e-3, np.ones((3, 1)))
    with pytest.raises(lieref.ConfigurationError, match="is open by"):
        loops.forward_dynamics(model, q + 1e-3, [1.0], np.ones((2, 1)))
    for rows in (172, 400):
        with pytest.raises(lieref.ShapeError, match=r"\(r \+ 2, 1\) with an order r from 0 to 169"):
            loops.inverse_dynamics(model, q, np.ones((rows, 1)))
        with pytest.raises(lieref.ShapeError, match=r"\(r \+ 1, 1\) with an order r from 0 to 169"):
            loops.forward_dynamics(model, q, [1.0], np.ones((rows, 1)))
    with pytest.raises(lieref.NonFiniteError, match="tau"):
        loops.inverse_dynamics(model, q, np.full((4, 1), 1e200))
