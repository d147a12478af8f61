"""Loops that constrain nothing more: a sole on many points, a door on two hinges."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import shift as at

import lieref
from lieref import loops, oracle

EPS = np.finfo(float).eps
Z = lieref.Revolute((0, 0, 1))
BOX = np.diag([0.01, 0.02, 0.03])


def sole(points):
    """A robot that stands on points of its foot."""
    b = lieref.ModelBuilder()
    b.add_body("base", None, lieref.Free(), None, 1.0, (0.1, 0.2, 0.3), BOX)
    b.add_body("leg", "base", lieref.Spherical(), at(0.1), 1.0, (0, 0.1, 0.2), BOX)
    b.add_body("foot", "leg", lieref.Spherical(), at(0.1), 1.0, (0, 0, 0), BOX)
    for i in range(points):
        x, y = 0.1 * np.cos(1 + 2 * i), 0.1 * np.sin(1 + 2 * i)
        b.add_loop(f"point{i}", None, "foot", lieref.Spherical(), at(0.2 + x, y), at(x, y))
    return b.build()


def door(hinges):
    """A door on its tree joint and further hinges, with a handle."""
    b = lieref.ModelBuilder(gravity=(1, 2, 3))
    b.add_body("door", None, Z, at(0.3, 0.2, 0.1), 2.0, (0.4, 0, 0.5), BOX)
    b.add_body("handle", "door", lieref.Revolute((1, 0, 0)), at(0.8, 0, 0.5), 0.1, (0, 0.1, 0), BOX)
    for i in range(hinges):
        b.add_loop(f"hinge{i}", None, "door", Z, at(0.3, 0.2, 0.5 + i), at(0, 0, 0.4 + i))
    return b.build()


def four_bar(more):
    """A four-bar whose pin is there twice, and whose rocker is kept in its plane besides."""
    b = lieref.ModelBuilder(gravity=(0, -9.81, 0))
    for name, parent, x in (("crank", None, 0), ("coupler", "crank", 0.2), ("rocker", None, 0.45)):
        b.add_body(name, parent, Z, at(x), 1.0, (0.1, 0.02, 0.01), BOX)
    b.add_loop("pin", "coupler", "rocker", Z, at(0.5), at(0.4))
    if more:
        b.add_loop("again", "coupler", "rocker", Z, at(0.5), at(0.4))
        b.add_loop("plane", None, "rocker", lieref.Planar((0, 0, 1)))
    return b.build(["crank_joint"], {"crank_joint": 1.0})


# What is redundant, and the same without.
PAIRS = {
    "sole on four points": (lambda: sole(4), lambda: sole(3)),
    "sole on six points": (lambda: sole(6), lambda: sole(3)),
    "door on two hinges": (lambda: door(1), lambda: door(0)),
    "door on three hinges": (lambda: door(2), lambda: door(0)),
    "pin twice": (lambda: four_bar(True), lambda: four_bar(False)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_nothing_is_lost_or_added(name):
    model, plain = (make() for make in PAIRS[name])
    assert model.nv == plain.nv
    rng = np.random.default_rng(5)
    q = model.random_configuration(rng)
    v, tau = rng.standard_normal((2, model.nv)), rng.standard_normal((2, model.nv))
    needed = lieref.inverse_dynamics(model, q, v)
    plainly = lieref.inverse_dynamics(plain, q, v)
    np.testing.assert_allclose(needed, plainly, rtol=0, atol=16 * EPS * np.abs(plainly).max())
    exact = np.array(oracle.loop_inverse_dynamics(model, q, v, digits=30), float)
    assert np.abs(needed - exact).max() <= 16 * EPS * np.abs(exact).max()
    moved = lieref.forward_dynamics(model, q, v[0], tau)
    exact = np.array(oracle.loop_forward_dynamics(model, q, v[0], tau, digits=30), float)
    assert np.abs(moved - exact).max() <= 256 * EPS * np.abs(exact).max()
    for method in ("multipliers", "projection", "projection_sparse"):
        found = loops.forward_dynamics(model, q, v[0], tau[:1], method=method)[0]
        assert np.abs(found - moved[0]).max() <= 1e4 * EPS * np.abs(moved[0]).max()
    of, plainly = (lieref.forward_dynamics_partials(m, q, v[0], tau[0]) for m in (model, plain))
    for what in ("da_dq", "da_dv", "da_dtau"):
        wanted = getattr(plainly, what)
        np.testing.assert_allclose(
            getattr(of, what), wanted, rtol=0, atol=1e3 * EPS * np.abs(wanted).max()
        )


@pytest.mark.parametrize("name", PAIRS)
def test_forces_are_shared(name):
    model, plain = (make() for make in PAIRS[name])
    rng = np.random.default_rng(6)
    v, tau = rng.standard_normal(model.nv), rng.standard_normal(model.nv)
    q = model.assembly
    held = loops.constraint_forces(model, q, v, tau)
    scale = np.abs(lieref.inverse_dynamics(model.tree, q, np.zeros((2, model.tree.nv)))).max() + 1
    if plain.nv < model.tree.nv:
        wanted = loops.constraint_forces(plain, q, v, tau).torques
        np.testing.assert_allclose(held.torques, wanted, rtol=0, atol=1e3 * EPS * scale)
    else:
        assert np.abs(held.torques).max() <= 1e3 * EPS * scale
    assert np.isfinite(held.loops).all()
    assert np.isfinite(loops.impact(model, q, rng.standard_normal(model.tree.nv)).v).all()
    moved = loops.project(model, model.integrate(q, 1e-3 * rng.standard_normal(model.tree.nv)))
    assert np.abs(loops.loop_residual(model, moved)).max() <= 1e-12
    # a cluster of which nothing depends on anything is far from every toggle
    assert (loops.toggle_measure(model, q) > 0.1).all()


def test_a_door_whose_hinges_do_not_align_is_locked():
    b = lieref.ModelBuilder()
    b.add_body("door", None, Z, None, 2.0, (0.4, 0, 0.5), BOX)
    b.add_loop("hinge", None, "door", Z, at(1e-3, 0, 1.0))
    with pytest.raises(lieref.ModelError, match="'hinge': over-constrained"):
        b.build()
