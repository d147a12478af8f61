"""Forward and hybrid dynamics in body frames: the twin is the oracle, the kernel is the twin."""

import numpy as np
import pytest
from support.references.forward_bounds import assert_close, bounds, loads
from support.references.forward_forms import spatial_bases_far_away
from support.references.tolerances import EPS
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import BASES, bases, floats, relative

from lieref import oracle
from lieref.dynamics.forward_dynamics import (
    conditioning_bound,
    forward_dynamics,
    hybrid_dynamics,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics

# Allowed: 1e-12, fifteen times as much with each order.
ORDER_0, EACH_ORDER = 1e-12, 15.0
FREE = "every_joint_free"
# Scaled condition of the joint-space inertia up to which ORDER_0 is meant.
WELL = 1e4


def solver(model, base="body", *given, form="default"):
    """vdot as a function of q, v and tau."""
    return lambda q, v, tau: forward_dynamics(model, q, v, tau, base, *given, form=form)


def condition(model, q, base):
    """Scaled condition of the joint-space inertia."""
    rest = np.zeros(model.nv)
    columns = [inverse_dynamics(model, q, np.stack([rest, e]), base)[0] for e in np.eye(model.nv)]
    H = np.array(columns) - inverse_dynamics(model, q, np.stack([rest, rest]), base)[0]
    scale = np.sqrt(np.diag(H))
    return np.linalg.cond(H / np.outer(scale, scale))


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_within_its_bound(robot, state):
    # the twin in arbitrary precision stands for the oracle; the orders do not depend on those above
    model, q, v = draw(robot, state, r=2)
    for base in bases(model):
        if (base, state) == ("spatial", "far"):
            continue  # see test_a_spatial_base_far_away
        given = loads(model, 3, "inertial")
        tau = inverse_dynamics(model, q, v, base, *given)
        if state == "zero":  # else the motion would be zero, and its bound infinite
            tau = np.random.default_rng(4).standard_normal(tau.shape)
        solve = solver(model, base, *given)
        reference = forward_dynamics(model, q, v[0], tau, base, *given, digits=40)
        bound = bounds(solve, (q, v[0], tau))
        assert_close(solve(q, v[0], tau), reference, bound)
        if state == "generic" and condition(model, q, base) < WELL:
            # serial_20_free: the bound of order 2 alone is above
            limit = np.maximum(ORDER_0 * EACH_ORDER ** np.arange(3), 3 * bound)
            assert (relative(solve(q, v[0], tau), reference) <= limit).all()


@pytest.mark.parametrize("robot", ["arm", FREE, "aerial_manipulator"])
def test_every_order_within_its_bound(robot):
    """Literal orders 0 to 5, general ones beyond; each with all loads."""
    model, q, v = draw(robot, "generic", r=12)
    v *= np.cumprod([1.0, *range(1, 14)])[:, None]
    wrenches, axes, tau_ext = loads(model, 13, "inertial")
    tau = inverse_dynamics(model, q, v, "body", wrenches, axes, tau_ext)
    whole = (wrenches, axes, tau_ext)
    reference = forward_dynamics(model, q, v[0], tau, "body", *whole, digits=60)
    bound = bounds(solver(model, "body", *whole), (q, v[0], tau))
    for n in (1, 2, 3, 4, 5, 6, 7, 8, 13):
        for form in ("body", "inertial"):
            if form == "body" and n not in (1, 4, 7):
                continue
            expected, given = reference, (wrenches[:n], form, tau_ext[:n])
            if form == "body":
                expected = forward_dynamics(model, q, v[0], tau[:n], "body", *given, digits=60)
            found = forward_dynamics(model, q, v[0], tau[:n], "body", *given)
            assert found.shape == (n, model.nv)
            assert_close(found, expected[:n], bound[:n])


@pytest.mark.parametrize(
    ("robot", "base"),
    [("quadruped", "body"), (FREE, "spatial"), ("quadruped", "hybrid"), (FREE, "mixed")],
)
def test_kernel_against_the_oracle_and_its_bound(robot, base):
    model, q, v = draw(robot, "generic", r=3)
    given = (base, *loads(model, 4, "inertial"))
    tau = inverse_dynamics(model, q, v, *given)
    K = oracle.Arb(90)
    reference = floats([[x.mid() for x in row] for row in oracle.forward_dynamics(
        model, q, v[0], tau, *given, field=K)])  # fmt: skip
    bound = oracle.conditioning_bound(model, q, v[0], tau, *given, field=K, samples=4)
    found = forward_dynamics(model, q, v[0], tau, *given)
    assert_close(found, reference, bound)
    if condition(model, q, base) < WELL:
        assert (relative(found, reference) <= ORDER_0 * EACH_ORDER ** np.arange(4)).all()
    # the bounds of the package, of the oracle, and that of long steps through the kernel
    ours = conditioning_bound(model, q, v[0], tau, *given, samples=4)
    steps = bounds(solver(model, *given), (q, v[0], tau))
    for other in (ours, steps):
        assert (other <= 20 * np.array(bound)).all() and (bound <= 20 * other).all()


@pytest.mark.parametrize("coordinates", [*range(6), (0, 3), (1, 2, 4, 5), (3, 4, 5), (0, 1, 2)])
def test_splits_inside_the_base(coordinates):
    model, q, v = draw("aerial_manipulator", "generic", r=2)
    prescribed = np.zeros(model.nv, bool)
    prescribed[np.array(coordinates)] = True
    for base in BASES:
        tau = inverse_dynamics(model, q, v, base)
        expected = hybrid_dynamics(model, q, v[0], v[1:], tau, prescribed, base, digits=40)
        found = hybrid_dynamics(model, q, v[0], v[1:], tau, prescribed, base)

        def solve(q, v, vdot, tau, base=base):
            return hybrid_dynamics(model, q, v, vdot, tau, prescribed, base)[0]

        bound = bounds(solve, (q, v[0], v[1:], tau))
        assert_close(found[0], expected[0], bound)
        assert_close(found[1], expected[1], bound[1:] + 4 * EPS)


def test_a_spatial_base_far_away():
    """Its coordinates speak of the inertial origin: the rounding of the arguments counts as far."""
    for _, model, q, v in spatial_bases_far_away():
        tau = inverse_dynamics(model, q, v, "spatial")
        reference = forward_dynamics(model, q, v[0], tau, "spatial", digits=60)
        bound = conditioning_bound(model, q, v[0], tau, "spatial")
        assert_close(forward_dynamics(model, q, v[0], tau, "spatial"), reference, bound)
