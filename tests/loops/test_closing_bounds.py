"""Conditioning bounds of mechanisms see the closing of their loops."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import shift as at

import lieref
from lieref import loops, oracle
from lieref.loops import conditioning
from lieref.oracle.loops import loop_conditioning

Z, BOX = lieref.Revolute((0, 0, 1)), 0.01 * np.eye(3)
V, A, RATE = 1.3, 0.7, 0.2


def parallelogram():
    b = lieref.ModelBuilder(gravity=(0, -9.81, 0))
    for name, parent, x in (("crank", None, 0), ("coupler", "crank", 0.3), ("rocker", None, 0.5)):
        b.add_body(name, parent, Z, at(x), 1.0, (0.1, 0.02, 0.01), BOX)
    b.add_loop("close", "coupler", "rocker", Z, at(0.5), at(0.3))
    return b.build(["crank_joint"], [0.7, -0.7, 0.7])


def forces(angle):
    """Torque on the crank and its rate, by hand: the coupler does not turn."""
    inertia = 2 * (0.01 + 0.1**2 + 0.02**2) + 0.3**2
    c, s = np.cos(angle), np.sin(angle)
    weight = 9.81 * (2 * (0.1 * c - 0.02 * s) + 0.3 * c)
    rate = -9.81 * V * (2 * (0.1 * s + 0.02 * c) + 0.3 * s)
    return [[inertia * A + weight], [inertia * RATE + rate]]


@pytest.mark.parametrize("angle", [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6])
def test_a_parallelogram_that_is_nearly_flat(angle):
    model = parallelogram()
    q, tau = np.array([angle, -angle, angle]), forces(angle)
    found = lieref.forward_dynamics(model, q, [V], tau)[:, 0]
    error = np.abs(found - [A, RATE]) / [A, RATE]
    assert (error <= lieref.conditioning_bound(model, q, [V], tau)).all()


@pytest.mark.parametrize("angle", [1e-2, 1e-4])
def test_the_bound_of_the_oracle_sees_it_too(angle):
    model = parallelogram()
    q, tau = np.array([angle, -angle, angle]), forces(angle)
    found = lieref.conditioning_bound(model, q, [V], tau, samples=8)
    wanted = np.array(
        oracle.loop_conditioning_bound("forward_dynamics", model, q, 8, v=[V], tau=tau)
    )
    # other samples of such moves
    assert ((wanted / 5 < found) & (found < 5 * wanted)).all()
    assert (wanted > 1e-10).all()


def test_without_the_closing_it_is_that_of_the_arguments(monkeypatch):
    for module in (conditioning, loop_conditioning):
        monkeypatch.setattr(module, "OPENING", 0.0)
    model = lieref.catalogue.four_bar()
    q, v = model.random_configuration(1), np.array([0.8])
    # the motion of a fast crank changes with its angle
    tau = lieref.inverse_dynamics(model, q, [10 * v, v, v])
    found = lieref.conditioning_bound(model, q, 10 * v, tau, samples=16)
    wanted = np.array(
        oracle.loop_conditioning_bound("forward_dynamics", model, q, 16, v=10 * v, tau=tau)
    )
    assert ((wanted / 1.5 < found) & (found < 1.5 * wanted)).all()


@pytest.mark.parametrize("name", ["stewart_platform", "planar_3rrr", "bennett", "four_bar"])
def test_errors_are_a_few_bounds_where_it_is_well_conditioned(name):
    """Of the moves of the arguments alone they are up to 83."""
    model = getattr(lieref.catalogue, name)()
    for seed in range(2):
        rng = np.random.default_rng(seed)
        q = model.random_configuration(seed)
        v, *tau = rng.uniform(-1, 1, (3, model.nv))
        found = loops.forward_dynamics(model, q, v, tau)
        exact = np.array(oracle.loop_forward_dynamics(model, q, v, tau, digits=40), float)
        error = np.abs(found - exact).max(axis=1) / np.abs(exact).max(axis=1)
        assert (error <= 16 * lieref.conditioning_bound(model, q, v, tau)).all()


def test_next_to_a_toggle_it_tells_that_nothing_is_known():
    # so flat that the opening reaches the toggle
    model = parallelogram()
    q = np.array([1e-12, -1e-12, 1e-12])
    bound = lieref.conditioning_bound(model, q, [V], forces(1e-12))
    assert (bound > 1e3).all()
