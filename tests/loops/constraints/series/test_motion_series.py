"""Constraints along a motion: coefficients against the twin at 50 digits, dynamics of order r."""

from math import comb

import numpy as np
import pytest
from support.mechanisms.closed_chains import LOOP_JOINTS, chains_model
from support.mechanisms.loop_robots import LOOP_ROBOTS, draw
from support.mechanisms.motion_checks import assert_follows

import lieref
from lieref import loops

EPS = float(np.finfo(float).eps)


@pytest.mark.parametrize("kind", [*LOOP_JOINTS, "coupled", "shifts"])
def test_coefficients_against_the_twin_at_fifty_digits(kind):
    model = chains_model(kind)
    assert_follows(model, model.assembly)


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_coefficients_of_mechanisms(name):
    model, q = draw(name)[:2]
    assert_follows(model, q)


def test_a_normal_that_is_off_in_its_ninth_digit_is_followed():
    """The shifts of a planar joint are then not at right angles to its axis: a term by 1e-9."""
    b = lieref.ModelBuilder(name="sheet")
    b.add_body("sheet", None, lieref.Free(), None, 1.0, (0, 0, 0), np.eye(3))
    long = tuple(x * (1 + 8e-10) for x in (0.48, 0.6, 0.64))
    b.add_loop("table", None, "sheet", lieref.Planar(long))
    model = b.build()
    assert_follows(model, model.random_configuration(np.random.default_rng(2)))


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


@pytest.mark.parametrize("name", LOOP_ROBOTS)
def test_forces_of_order_five_against_the_oracle(name):
    model, q, v, rng = draw(name)
    motion = np.concatenate([[v], rng.standard_normal((6, model.nv))])
    exact = lieref.oracle.loop_inverse_dynamics(model, q, motion, digits=30)
    reference = np.array([[float(x) for x in row] for row in exact])
    found = loops.inverse_dynamics(model, q, motion)
    # as the claim c_rnea of order 0
    assert np.all(np.abs(found - reference).max(axis=1) <= 1e-13 * np.abs(reference).max(axis=1))


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
