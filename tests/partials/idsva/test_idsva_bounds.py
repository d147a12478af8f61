"""Bounds of first partials: they hold the exact result, are tight, and are refused by name."""

import numpy as np
import pytest
from support.references.enclosed import outside, random_tree, ratios
from support.trees.robots import ROBOTS, draw, with_physics

import lieref
from lieref import oracle
from lieref.errors import ArgumentError, ShapeError
from lieref.model.tree.compiled import balls, compile_model, fine_tables
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

K = oracle.Arb(60)


def compared(found, given, **loads):
    """Radii over errors of the three matrices; none is outside."""
    reference = oracle.inverse_dynamics_partials(*given, **loads, field=K)
    sizes = []
    for value, radius, right in zip(*found, reference, strict=True):
        with K.working():
            assert outside((value, radius), right) == 0
            sizes.extend(ratios((value, radius), right))
        assert np.isfinite(radius).all()
    return sizes


@pytest.mark.parametrize("robot", ROBOTS)
def test_bounds_hold_the_exact_result_and_are_tight(robot):
    model, q, v = draw(robot, "generic", r=0)
    sizes = compared(inverse_dynamics_partials(model, q, *v, bounds=True), (model, q, *v))
    assert not sizes or np.median(sizes) <= 30


@pytest.mark.parametrize("seed", range(60))
def test_random_trees_and_sizes(seed):
    model, q = random_tree(seed)
    rng = np.random.default_rng(seed)
    v, a = rng.uniform(-1, 1, (2, model.nv)) * 10.0 ** rng.integers(-100, 8)
    loads = {}
    if seed % 3 == 0:
        loads["wrenches"] = rng.standard_normal((model.nbodies, 6))
    found = inverse_dynamics_partials(model, q, v, a, **loads, bounds=True)
    compared(found, (model, q, v, a), **loads)


@pytest.mark.parametrize("seed", range(6))
def test_balls_of_the_constants_hold_both_doubles(seed):
    fine = fine_tables(compile_model(random_tree(seed)[0]))
    for pairs, found in zip(fine, balls(random_tree(seed)[0], *fine), strict=True):
        assert (found[..., 0] == pairs[..., 0]).all()
        assert (found[..., 1] >= abs(pairs[..., 1]) + 2.0**-53 * abs(pairs[..., 0])).all()
        assert (found[..., 1] <= 2.0**-51 * (abs(pairs[..., 0]) + 1e-3)).all()


@pytest.mark.parametrize("friction", ["sign", "smooth"])
def test_joint_physics(friction):
    model = with_physics(ROBOTS["every_joint_free"](), 1, friction)
    rng = np.random.default_rng(1)
    q, (v, a) = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    compared(inverse_dynamics_partials(model, q, v, a, bounds=True), (model, q, v, a))


@pytest.mark.parametrize("seed", range(4))
def test_every_motion_within_the_radius_is_within_the_bounds(seed):
    model, q, v = draw("arm", "generic", r=0, seed=seed)
    rng = np.random.default_rng(seed)
    radius = 10.0 ** rng.uniform(-12, -2)
    found = inverse_dynamics_partials(model, q, *v, bounds=True, input_radius=radius)
    for _ in range(3):
        moved = [x + 0.999999 * radius * np.sign(rng.uniform(-1, 1, x.shape)) for x in (q, *v)]
        compared(found, (model, *moved))
    assert found[1].dtau_dq.max() < 1e4 * radius * (1 + abs(found[0].dtau_dq).max())


def test_radii_of_one_argument():
    model, q, v = draw("arm", "generic", r=0)
    _, none = inverse_dynamics_partials(model, q, *v, bounds=True, input_radius={})
    _, of_a = inverse_dynamics_partials(model, q, *v, bounds=True, input_radius={"a": 1e-3})
    assert (of_a.dtau_da == none.dtau_da).all() and (of_a.dtau_dv == none.dtau_dv).all()
    assert of_a.dtau_dq.max() > 1e3 * none.dtau_dq.max()


def test_what_has_no_bounds_is_refused():
    model, q, v = draw("every_joint_free", "generic", r=0)
    given = (model, q, *v)
    with pytest.raises(ArgumentError, match="bounds = 1, expected True or False"):
        inverse_dynamics_partials(*given, bounds=1)
    with pytest.raises(ArgumentError, match="input_radius needs bounds=True"):
        inverse_dynamics_partials(*given, input_radius=1e-3)
    with pytest.raises(ArgumentError, match="method = 'chain_rule', expected \"idsva\""):
        inverse_dynamics_partials(*given, method="chain_rule", bounds=True)
    with pytest.raises(ArgumentError, match="base = 'mixed' and wrench_axes = 'body', expected"):
        inverse_dynamics_partials(*given, base="mixed", bounds=True)
    with pytest.raises(ArgumentError, match="not LoopModel: bounds are of trees; `model.tree`"):
        inverse_dynamics_partials(lieref.catalogue.four_bar(), q, *v, bounds=True)
    with pytest.raises(ShapeError, match="takes one state"):
        inverse_dynamics_partials(model, q[None], *v, bounds=True)
