"""Linearized dynamics and directional forms of mechanisms: against neighboring motions."""

import numpy as np
import pytest
from support.mechanisms.tree_checks import (
    ROBOTS,
    SLOPE,
    STEP,
    assert_near,
    displaced,
    slope,
    state,
)

import lieref
from lieref.errors import ShapeError

BASES = ("body", "spatial", "hybrid", "mixed")


def near_motion(model, q, y, h, base):
    """q after the time h at constant components y in a representation of the base."""
    for _ in range(8):
        half = displaced(model, q, in_body(model, q, y, base), h / 16)
        q = displaced(model, q, in_body(model, half, y, base), h / 8)
    return q


def in_body(model, q, y, base):
    """Independent velocities with the base in body form, by the poses of the first body."""
    if base == "body":
        return y
    twist = lieref.forward_kinematics(model, q, [y], base, "body")[1][0, 0]
    out = np.array(y)
    out[:6] = twist
    return out


@pytest.mark.parametrize(
    ("robot", "base"),
    [*((robot, "body") for robot in ROBOTS), *(("four_bar_free", base) for base in BASES[1:])],
)
def test_deviations_of_the_configuration(robot, base):
    model, q, (v, xi, dv), _ = state(robot, 3)
    A = lieref.linearized(model, q, v, 0 * v, base).A
    h = 2.0**-8

    def apart(time, size):
        """xi of the neighbor of this size, after this time."""
        later = near_motion(model, displaced(model, q, xi, size), v + size * dv, time, base)
        now = near_motion(model, q, v, time, base)
        return model.difference(now, later)[model.independent]

    corners = sum(s * t * apart(t * h, s * h) for s in (1, -1) for t in (1, -1)) / (4 * h**2)
    expected = A[: model.nv] @ np.concatenate([xi, dv])
    assert np.abs(corners - expected).max() <= 50 * h**2 * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize("robot", ROBOTS)
def test_slopes_and_rates_of_the_linearized_equations(robot):
    model, q, (v, tau, tau_rate), rng = state(robot, 3)
    loads = rng.uniform(-1, 1, (2, model.nbodies, 6))
    axes = ("body", "inertial")[rng.integers(2)]
    A, B = lieref.linearized(model, q, v, tau, "body", loads[0], axes)
    slopes = lieref.forward_dynamics_partials(model, q, v, tau, "body", loads[0], axes)
    assert np.array_equal(A[model.nv :], np.hstack([slopes.da_dq, slopes.da_dv]))
    assert np.array_equal(B, np.vstack([0 * slopes.da_dtau, slopes.da_dtau]))
    a = lieref.forward_dynamics(model, q, v, [tau], "body", loads[:1], axes)[0]
    rates = lieref.linearized_rates(
        model, q, v, tau, tau_rate, "body", loads[0], axes, wrench_rates=loads[1]
    )

    def ahead(t):
        at = displaced(model, q, v + t / 2 * a, t)
        w = loads[0] + t * loads[1]
        return lieref.linearized(model, at, v + t * a, tau + t * tau_rate, "body", w, axes)

    for found, x, y in zip(rates, ahead(STEP), ahead(-STEP), strict=True):
        expected = (x - y) / (2 * STEP)
        scale = max(1.0, np.abs(expected).max(), np.abs(A).max())
        assert np.abs(found - expected).max() <= 10 * SLOPE * scale


@pytest.mark.parametrize("base", BASES[1:])
def test_rates_in_representations_of_the_base(base):
    model, q, (v, tau, tau_rate), _ = state("four_bar_free", 3)
    a = lieref.forward_dynamics(model, q, v, [tau], base)[0]
    rates = lieref.linearized_rates(model, q, v, tau, tau_rate, base)

    def ahead(t):
        half = displaced(model, q, in_body(model, q, v, base), t / 2)
        at = displaced(model, q, in_body(model, half, v + t / 2 * a, base), t)
        return lieref.linearized(model, at, v + t * a, tau + t * tau_rate, base)

    for found, x, y in zip(rates, ahead(STEP), ahead(-STEP), strict=True):
        expected = (x - y) / (2 * STEP)
        assert np.abs(found - expected).max() <= 10 * SLOPE * max(1.0, np.abs(expected).max())


@pytest.mark.parametrize("dynamics", ["inverse", "forward"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_products_are_slopes_along_directions(robot, dynamics):
    model, q, (v, u, dq, dv, du, w), rng = state(robot, 6)
    load = rng.uniform(-1, 1, (model.nbodies, 6))
    more = {"wrenches": load, "wrench_axes": ("body", "inertial")[rng.integers(2)]}
    jvp, vjp, contraction = (
        getattr(lieref, f"{dynamics}_dynamics_{x}") for x in ("jvp", "vjp", "contraction")
    )

    def result(at, y, last):
        rows = ([y, last],) if dynamics == "inverse" else (y, [last])
        found = getattr(lieref, f"{dynamics}_dynamics")
        return found(model, at, *rows, **{**more, "wrenches": load[None]})[0]

    ahead, behind = (
        result(displaced(model, q, dq, h), v + h * dv, u + h * du) for h in (STEP, -STEP)
    )
    expected = (ahead - behind) / (2 * STEP)
    found = jvp(model, q, v, u, dq, dv, du, **more)
    assert np.abs(found - expected).max() <= 10 * SLOPE * max(1.0, np.abs(expected).max())
    gradients = vjp(model, q, v, u, w, **more)
    parts = sum(x @ d for x, d in zip(gradients, (dq, dv, du), strict=True))
    assert_near(parts, w @ found, 1e-11)
    curved = contraction(model, q, v, u, w, **more)
    steps = slope(lambda at: vjp(model, at, v, u, w, **more)[0], model, q, dq)
    scale = max(1.0, np.abs(curved[0]).max())
    assert np.abs(steps - curved[0] @ dq).max() <= 20 * SLOPE * scale


def test_directions_and_states_side_by_side():
    model, q, v, rng = state("four_bar_free", 6)
    W = rng.uniform(-1, 1, (2, 3, model.nv))
    one = [lieref.inverse_dynamics_vjp(model, q, v[0], v[1], w) for w in W[0]]
    several = lieref.inverse_dynamics_vjp(model, q, v[0], v[1], W[0])
    many = lieref.inverse_dynamics_vjp(model, np.array([q, q]), v[0], v[1], W, workers=2)
    for k, x in enumerate(several):
        assert_near(x, np.array([y[k] for y in one]))
        assert_near(many[k][0], x)
    with pytest.raises(ShapeError, match="dv has shape"):
        lieref.inverse_dynamics_jvp(model, q, v[0], v[1], v[2], v[:2], v[3])


@pytest.mark.parametrize(
    ("robot", "base"), [*((robot, "body") for robot in ROBOTS), ("four_bar_free", "hybrid")]
)
def test_partials_of_the_centroidal_momentum_are_slopes(robot, base):
    model, q, (v, a, e), _ = state(robot, 3)
    found = lieref.centroidal_momentum_partials(model, q, v, a, base)

    def momentum(at, dv, da):
        return lieref.centroidal_momentum(model, at, [v + dv * e, a + da * e], base)

    for along, values in (
        ("q", [momentum(displaced(model, q, e, h), 0, 0) for h in (STEP, -STEP)]),
        ("v", [momentum(q, h, 0) for h in (STEP, -STEP)]),
        ("a", [momentum(q, 0, h) for h in (STEP, -STEP)]),
    ):
        rates = (values[0] - values[1]) / (2 * STEP)
        for row, what in enumerate(("h", "hdot")):
            if (what, along) != ("h", "a"):
                slopes = getattr(found, f"d{what}_d{along}")
                scale = max(1.0, np.abs(slopes).max())
                assert np.abs(slopes @ e - rates[row]).max() <= 10 * SLOPE * scale
