"""Forward and hybrid dynamics with digits=, and the conditioning bound: against the oracle."""

import numpy as np
import pytest
from support.references.forward_bounds import loads
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, floats, relative

import lieref
from lieref import oracle
from lieref.dynamics.forward import extended
from lieref.dynamics.forward_dynamics import (
    conditioning_bound,
    forward_dynamics,
    hybrid_dynamics,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ShapeError

# Required at every order to r = 10.
EXTENDED = 1e-14


def _doubles(rows):
    """Balls of the oracle, rounded."""
    return np.array([[float(x.mid()) for x in row] for row in rows])


@pytest.mark.parametrize("base", ["body", "mixed"])
def test_correctly_rounded_up_to_order_ten(base):
    model, q, v = draw("aerial_manipulator", "generic", r=10)
    given = (base, *loads(model, 11, "inertial"))
    tau = inverse_dynamics(model, q, v, *given)
    found = forward_dynamics(model, q, v[0], tau, *given, digits=60)
    reference = _doubles(
        oracle.forward_dynamics(model, q, v[0], tau, *given, field=oracle.Arb(220))
    )
    assert np.array_equal(found, reference)
    # fewer digits than the orders cost, but more than the error that is asked for
    for digits in (31, 40):
        found = forward_dynamics(model, q, v[0], tau, *given, digits=digits)
        assert (relative(found, reference) <= EXTENDED).all()


@pytest.mark.parametrize("base", BASES)
def test_hybrid_dynamics_is_correctly_rounded(base):
    model, q, v = draw("every_joint_free", "generic", r=2)
    given = (base, *loads(model, 3, "inertial"))
    prescribed = np.random.default_rng(6).random(model.nv) < 0.5
    tau = inverse_dynamics(model, q, v, *given)
    vdot = v[1:].copy()
    vdot[:, ~prescribed], tau[:, prescribed] = np.nan, np.nan
    before = vdot.copy(), tau.copy()
    found = hybrid_dynamics(model, q, v[0], vdot, tau, prescribed, *given, digits=50)
    reference = oracle.hybrid_dynamics(
        model, q, v[0], vdot, tau, prescribed, *given, field=oracle.Arb(90)
    )
    assert all(np.array_equal(x, _doubles(rows)) for x, rows in zip(found, reference, strict=True))
    assert np.array_equal(before, (vdot, tau), equal_nan=True)


@pytest.mark.parametrize("robot", ["two_link", "arm", "every_joint_free"])
def test_bound_is_of_the_size_of_the_oracles(robot):
    model, q, v = draw(robot, "generic", r=3)
    given = ("body", *loads(model, 4, "inertial"))
    tau = inverse_dynamics(model, q, v, *given)
    reference = oracle.conditioning_bound(
        model, q, v[0], tau, *given, samples=6, field=oracle.Arb(90)
    )
    found = conditioning_bound(model, q, v[0], tau, *given, samples=6, seed=3)
    assert found.shape == (4,) and (found > 0).all()
    assert (found <= 20 * np.array(reference)).all() and (reference <= 20 * found).all()
    again = conditioning_bound(model, q, v[0], tau, *given, samples=6, seed=3)
    more = conditioning_bound(model, q, v[0], tau, *given, samples=7, seed=3)
    assert np.array_equal(found, again) and (more >= found).all()


@pytest.mark.parametrize("robot", ["arm", "aerial_manipulator", "quadruped"])
@pytest.mark.parametrize("state", ["generic", "fast"])
def test_certain_double_doubles_are_the_rounded_reference(robot, state, monkeypatch):
    def never(*arguments):
        raise AssertionError("arbitrary precision was not needed")

    model, q, v = draw(robot, state, r=3)
    given = ("body", *loads(model, 4, "inertial"))
    tau = inverse_dynamics(model, q, v, *given)
    prescribed = np.arange(model.nv) % 3 == 0
    reference = oracle.hybrid_dynamics(
        model, q, v[0], v[1:], tau, prescribed, *given, field=oracle.Arb(70)
    )
    monkeypatch.setattr(extended, "hybrid_dynamics", never)
    found = hybrid_dynamics(model, q, v[0], v[1:], tau, prescribed, *given, digits=40)
    for rows, expected in zip(found, reference, strict=True):
        assert np.array_equal(rows, _doubles(expected))
    expected = oracle.forward_dynamics(model, q, v[0], tau, *given, field=oracle.Arb(70))
    found = forward_dynamics(model, q, v[0], tau, *given, digits=40)
    assert np.array_equal(found, _doubles(expected))


def test_factorials_that_are_no_doubles():
    model, q, v = draw("aerial_manipulator", "generic", r=30)
    tau = inverse_dynamics(model, q, v)
    found = forward_dynamics(model, q, v[0], tau, digits=31)
    expected = oracle.forward_dynamics(model, q, v[0], tau, field=oracle.Arb(300))
    assert (relative(found, _doubles(expected)) <= EXTENDED).all()


def test_uncertain_double_doubles_are_left(monkeypatch):
    """Numbers that vanish have no digits; a light body that carries a heavy one loses them."""
    asked = []

    def counted(*arguments):
        asked.append(arguments[-1])
        return solve(*arguments)

    solve = extended.hybrid_dynamics
    monkeypatch.setattr(extended, "hybrid_dynamics", counted)
    model, q, v = draw("arm", "generic", r=2)
    at_rest = np.zeros((3, model.nv))
    tau = inverse_dynamics(model, q, [v[0], *at_rest])
    forward_dynamics(model, q, v[0], tau, digits=40)
    assert asked and asked[0] == 40
    asked.clear()
    b = lieref.ModelBuilder()
    for i, mass in enumerate((1e-9, 1e9, 1e-9, 1e9)):
        inertia = mass * np.diag([0.02, 0.03, 0.04])
        b.add_body(f"b{i}", f"b{i - 1}" if i else None, lieref.Revolute(np.eye(3)[i % 3]), None,
                   mass, (0.1, 0.2, 0.3), inertia)  # fmt: skip
    model, v = b.build(), np.ones(4)
    found = forward_dynamics(model, 0.3 * v, v, np.ones((2, 4)), digits=60)
    expected = oracle.forward_dynamics(model, 0.3 * v, v, np.ones((2, 4)), field=oracle.Arb(120))
    assert np.array_equal(found, _doubles(expected))


@pytest.mark.parametrize("robot", ["arm", "every_joint_free"])
@pytest.mark.parametrize("acting", [(), ("wrenches",), ("tau_ext",), ("wrenches", "tau_ext")])
def test_bound_in_double_doubles_is_that_of_arbitrary_precision(robot, acting, monkeypatch):
    model, q, v = draw(robot, "generic", r=2)
    wrenches, axes, tau_ext = loads(model, 3, "inertial")
    loaded = {"wrenches": wrenches, "tau_ext": tau_ext}
    given = {"base": "hybrid", "wrench_axes": axes, **{name: loaded[name] for name in acting}}
    tau = inverse_dynamics(model, q, v, **given)
    with monkeypatch.context() as patch:
        patch.setattr(extended, "_settled", None)
        found = conditioning_bound(model, q, v[0], tau, **given, samples=2)
    # nothing is resolved, so that the same moves are solved by the plain Python implementation
    monkeypatch.setattr(extended, "RESOLVED", -1.0)
    expected = conditioning_bound(model, q, v[0], tau, **given, samples=2)
    assert (found > 0).all() and np.abs(found / expected - 1).max() < 1e-8
    # not of the same memory: two moves differ
    assert not np.array_equal(found, conditioning_bound(model, q, v[0], tau, **given, samples=1))


def test_bound_knows_every_argument():
    """Of a slide, whose acceleration is (tau + tau_ext + force) / m: half an ulp of each."""
    model, q, v = draw("two_link", "zero", r=0)
    zeros = np.zeros((1, 2))
    assert conditioning_bound(model, q, v[0], zeros).shape == (1,)
    big, small = np.array([[1.0, 1.0]]), np.array([[1e-3, 1e-3]])
    alone = conditioning_bound(model, q, v[0], small, samples=30)[0]
    # large forces that cancel move the result by their own ulps
    both = conditioning_bound(model, q, v[0], 1e9 * big + small, tau_ext=-1e9 * big, samples=30)[0]
    assert both > 1e5 * alone
    wrenches = np.zeros((1, 2, 6))
    wrenches[0, 1, 3:] = 1e9
    third = conditioning_bound(
        model, q, v[0], -floats(oracle.inverse_dynamics(
            model, q, zeros.repeat(2, 0), wrenches=-wrenches)), wrenches=wrenches, samples=30
    )[0]  # fmt: skip
    assert third > 0
    for samples in (0, -1, 2.0, True, "4"):
        with pytest.raises(ShapeError, match="samples is"):
            conditioning_bound(model, q, v[0], small, samples=samples)


def test_bound_of_what_loses_many_digits_is_the_oracles():
    """A rod that hardly resists about its own axis: its motion is so fast that 40 digits cancel."""
    axis = np.array([0.48, 0.6, 0.64])
    J = 0.01 * (np.eye(3) - np.outer(axis, axis)) + 1e-14 * np.eye(3)
    b = lieref.ModelBuilder(name="thin")
    b.add_body("rod", None, lieref.Spherical(), None, 1.0, 0.2 * axis, (J + J.T) / 2)
    model = b.build()
    rng = np.random.default_rng(3)
    q, v, tau = model.random_configuration(rng), np.ones(3), rng.standard_normal((3, 3))
    reference = np.array(oracle.conditioning_bound(model, q, v, tau, samples=6, digits=120), float)
    found = conditioning_bound(model, q, v, tau, samples=6)
    assert (found <= 20 * reference).all() and (reference <= 20 * found).all()


@pytest.mark.parametrize("seed", [-1, 2.5, "x", True, None])
def test_the_seed_of_the_bound_is_an_int(seed):
    model, q, v = draw("two_link", "generic", r=0)
    with pytest.raises(ShapeError, match="^seed is"):
        conditioning_bound(model, q, v[0], v[1:], seed=seed)
