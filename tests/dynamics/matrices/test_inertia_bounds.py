"""Bounds of the joint-space inertia: they hold the exact result, are tight, and are refused."""

import numpy as np
import pytest
from support.references.enclosed import outside, random_tree, ratios
from support.trees.robots import ROBOTS, draw, with_physics
from support.trees.spatial_robots import bases

import lieref
from lieref import oracle
from lieref.dynamics.closed_forms import joint_space_inertia
from lieref.errors import ArgumentError, ShapeError

DIGITS = 60


def exact(model, q, base="body"):
    return oracle.joint_space_inertia(model, q, base, DIGITS, balls=True)


@pytest.mark.parametrize("robot", ROBOTS)
def test_bounds_hold_the_exact_result_and_are_tight(robot):
    model, q, _ = draw(robot, "generic", r=0)
    for base in bases(model):
        found = joint_space_inertia(model, q, base, bounds=True)
        reference = exact(model, q, base)
        assert outside(found, reference) == 0, base
        assert np.isfinite(found[1]).all()
        assert (found[0] == found[0].T).all() and (found[1] == found[1].T).all()
        sizes = ratios(found, reference)
        # zeros and doubles have no error
        if sizes.size:
            assert np.median(sizes) <= 30


@pytest.mark.parametrize("seed", range(60))
def test_random_tree(seed):
    model, q = random_tree(seed)
    assert outside(joint_space_inertia(model, q, bounds=True), exact(model, q)) == 0


@pytest.mark.parametrize("friction", ["sign", "smooth"])
def test_armature_is_in_it_and_springs_are_not(friction):
    model = with_physics(ROBOTS["every_joint_free"](), 1, friction)
    q = model.random_configuration(np.random.default_rng(1))
    found = joint_space_inertia(model, q, bounds=True)
    assert outside(found, exact(model, q)) == 0
    # weight and springs would widen the radii of uncertain angles
    _, plain = joint_space_inertia(model, q, bounds=True, input_radius=1e-6)
    _, none = joint_space_inertia(
        model.with_gravity((0, 0, 0)).with_joint_physics(armature=model.armature),
        q, bounds=True, input_radius=1e-6,
    )  # fmt: skip
    assert (plain == none).all()


@pytest.mark.parametrize("seed", range(6))
def test_every_configuration_within_the_radius_is_within_the_bounds(seed):
    model, q, _ = draw("arm", "generic", r=0, seed=seed)
    rng = np.random.default_rng(seed)
    radius = 10.0 ** rng.uniform(-12, -2)
    middle, radii = joint_space_inertia(model, q, bounds=True, input_radius=radius)
    for _ in range(6):
        inside = q + 0.999999 * radius * np.sign(rng.uniform(-1, 1, q.shape))
        assert outside((middle, radii), exact(model, inside)) == 0
    assert radii.max() < 1e4 * radius


def test_without_bodies_it_is_empty():
    with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
        model = lieref.ModelBuilder(doubtful="warn").build()
    H, radius = joint_space_inertia(model, [], bounds=True)
    assert H.shape == radius.shape == (0, 0)


def test_what_has_no_bounds_is_refused():
    model, q, _ = draw("arm", "generic", r=0)
    with pytest.raises(ArgumentError, match="bounds = 1, expected True or False"):
        joint_space_inertia(model, q, bounds=1)
    with pytest.raises(ArgumentError, match="input_radius needs bounds=True"):
        joint_space_inertia(model, q, input_radius=1e-3)
    with pytest.raises(ArgumentError, match="input_radius has 'v', expected \"q\""):
        joint_space_inertia(model, q, bounds=True, input_radius={"v": 1e-3})
    with pytest.raises(ArgumentError, match="method = 'definition', expected \"composite\""):
        joint_space_inertia(model, q, method="definition", bounds=True)
    with pytest.raises(ArgumentError, match="not LoopModel: bounds are of trees; `model.tree`"):
        joint_space_inertia(lieref.catalogue.four_bar(), q, bounds=True)
    with pytest.raises(ShapeError, match="takes one state"):
        joint_space_inertia(model, q[None], bounds=True)
