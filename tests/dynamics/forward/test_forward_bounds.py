"""Bounds of forward dynamics hold the exact result, are tight at low orders, or are refused."""

import numpy as np
import pytest
from support.references.enclosed import missed, random_tree
from support.trees.robots import draw

import lieref
from lieref import oracle
from lieref.dynamics.forward import bounds
from lieref.dynamics.forward_dynamics import forward_dynamics, hybrid_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import SingularError


def compared(found, given, **arguments):
    """As `missed`, by the certified oracle."""
    return missed(found, oracle.certified_forward_dynamics(*given, **arguments))


@pytest.mark.parametrize("corrections", [0, 1])
def test_an_answer_that_is_not_corrected_has_larger_bounds(corrections, monkeypatch):
    monkeypatch.setattr(bounds, "CORRECTIONS", corrections)
    model, q, v = draw("every_joint_free", "generic", r=2)
    tau = inverse_dynamics(model, q, v)
    found = forward_dynamics(model, q, v[0], tau, bounds=True)
    assert compared(found, (model, q, v[0], tau))[0] == 0


def test_an_inertia_that_is_not_proven_regular_is_refused():
    model = lieref.catalogue.serial_chain(2, "fixed")
    light = model.with_inertia(model.names[1], 1e-30, (0, 0, 0), np.eye(3) * 1e-30)
    q, v, tau = np.zeros(2), np.zeros(2), np.ones((1, 2))
    with pytest.raises(SingularError):
        forward_dynamics(light, q, v, tau, bounds=True)


@pytest.mark.parametrize("seed", range(40))
def test_hybrid_dynamics(seed):
    model, q = random_tree(seed)
    rng = np.random.default_rng(seed)
    r = seed % 4
    v = rng.uniform(-2, 2, (r + 2, model.nv))
    tau = inverse_dynamics(model, q, v)
    prescribed = rng.random(model.nv) < (0.0, 0.3, 0.7, 1.0)[seed // 4 % 4]
    given = (model, q, v[0], v[1:], tau, prescribed, "body")
    loads = {}
    if seed % 3 == 0:
        loads["wrenches"] = rng.standard_normal((r + 1, model.nbodies, 6))
    values, radii = hybrid_dynamics(*given, **loads, bounds=True)
    for found, right in zip(
        zip(values, radii, strict=True),
        oracle.certified_hybrid_dynamics(*given, **loads),
        strict=True,
    ):
        count, _ = missed(found, right)
        assert count == 0
        assert np.isfinite(found[1]).all()
    # what is given is exact, what is found is tight at low orders
    assert (values[0][0] == v[0]).all() and not radii[0][0].any()
    assert (values[0][1:, prescribed] == v[1:, prescribed]).all()
    assert not radii[0][1:, prescribed].any() and not radii[1][:, ~prescribed].any()
    for value, radius in ((values[0][1], radii[0][1]), (values[1][0], radii[1][0])):
        assert radius.max() <= 1e-15 * max(1.0, abs(value).max())


def single(mass, com, moment, gravity):
    """One body on a hinge along x."""
    b = lieref.ModelBuilder(gravity=gravity)
    b.add_body(
        "a", None, lieref.Revolute((1, 0, 0)), mass=mass, com=com, inertia=moment * np.eye(3)
    )
    return b.build()


def test_a_body_at_rest_has_bounds_of_its_size():
    model = single(1000.0, (0, 0, 0), 1000.0, (0, 0, -9.81))
    found, radius = forward_dynamics(model, [0.1], [0.0], [[0.0]] * 3, bounds=True)
    np.testing.assert_array_equal(found, 0)
    assert (radius < 1e-300).all()


@pytest.mark.parametrize("rows", [1, 2, 3, 4])
@pytest.mark.parametrize("size", [1e120, 1e152, 1e200])
@pytest.mark.parametrize("hybrid", [False, True])
def test_beyond_the_range_of_double_bounds_are_infinite_or_refused(size, hybrid, rows):
    model = single(2.0, (0, 1, 0), 1.0, (0, 0, 0))
    tau, vdot = [[0.0]] * rows, [[size]] * rows
    try:
        if hybrid:
            given = model, [0.1], [size], vdot, tau, [True]
            (_, found), (_, radius) = hybrid_dynamics(*given, bounds=True)
        else:
            given = model, [0.1], [size], tau
            found, radius = forward_dynamics(*given, bounds=True)
    except lieref.NonFiniteError:
        return
    # about the hinge: 1 kg m^2 + 2 kg (1 m)^2, and nothing else
    exact = 3 * size if hybrid else 0.0
    assert np.isfinite(found).all() and not np.isnan(radius).any()
    assert (abs(found - exact) <= radius).all()
