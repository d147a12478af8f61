"""Bounds of poses and twists: they hold the exact result, are tight, and are refused by name."""

import numpy as np
import pytest
from support.references.enclosed import outside, random_tree, ratios
from support.references.kinematic_references import exact_motions
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import bases

import lieref
from lieref import oracle
from lieref.errors import ArgumentError, ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics

K = oracle.Arb(60)


def exact(model, q, v, base="body", representation="spatial"):
    """Poses (N, 4, 4) and twists (n, N, 6) in balls of 60 digits."""
    return exact_motions(model, q, v, base, representation, K)


def compared(found, reference):
    """How many entries are outside; and radii over errors."""
    sizes = []
    for value, radius, right in zip(*found, reference, strict=True):
        with K.working():
            assert outside((value, radius), right) == 0
            sizes.extend(ratios((value, radius), right))
        assert np.isfinite(radius).all()
    return sizes


@pytest.mark.parametrize("representation", ["spatial", "body", "hybrid", "mixed"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_bounds_hold_the_exact_result_and_are_tight(robot, representation):
    model, q, v = draw(robot, "generic", r=2)
    for base in bases(model):
        found = forward_kinematics(model, q, v, base, representation, bounds=True)
        sizes = compared(found, exact(model, q, v, base, representation))
        assert not sizes or np.median(sizes) <= 30


@pytest.mark.parametrize("seed", range(40))
def test_random_trees_and_sizes(seed):
    model, q = random_tree(seed)
    rng = np.random.default_rng(seed)
    v = rng.uniform(-1, 1, (seed % 6 + 1, model.nv)) * 10.0 ** rng.integers(-100, 8)
    found = forward_kinematics(model, q, v, representation=("spatial", "body")[seed % 2],
                               bounds=True)  # fmt: skip
    compared(found, exact(model, q, v, representation=("spatial", "body")[seed % 2]))


@pytest.mark.parametrize("seed", range(6))
def test_every_motion_within_the_radius_is_within_the_bounds(seed):
    model, q, v = draw("arm", "generic", r=1, seed=seed)
    rng = np.random.default_rng(seed)
    radius = 10.0 ** rng.uniform(-12, -2)
    middle, radii = forward_kinematics(model, q, v, bounds=True, input_radius=radius)
    for _ in range(4):
        inside = [x + 0.999999 * radius * np.sign(rng.uniform(-1, 1, x.shape)) for x in (q, v)]
        compared((middle, radii), exact(model, *inside))
    assert radii[1].max() < 1e4 * radius * (1 + abs(middle[1]).max())


def test_radii_of_one_argument():
    model, q, v = draw("arm", "generic", r=0)
    _, none = forward_kinematics(model, q, v, bounds=True, input_radius={})
    _, of_v = forward_kinematics(model, q, v, bounds=True, input_radius={"v": 1e-3})
    # where a body is does not hang on how fast it is
    assert (of_v[0] == none[0]).all() and of_v[1].max() > 1e3 * none[1].max()


def test_far_from_the_origin():
    model, q, v = draw("every_joint_free", "generic", r=1)
    q[:3] += 1e6
    compared(forward_kinematics(model, q, v, bounds=True), exact(model, q, v))


def test_nothing_is_proven_of_angles_that_are_not_reduced():
    model, q, v = draw("arm", "generic", r=0)
    (_, values), (_, radii) = forward_kinematics(model, q + 1e12, v, bounds=True)
    assert np.isfinite(values).all() and np.isinf(radii).any()


def test_what_has_no_bounds_is_refused():
    model, q, v = draw("arm", "generic", r=0)
    with pytest.raises(ArgumentError, match="bounds = 1, expected True or False"):
        forward_kinematics(model, q, v, bounds=1)
    with pytest.raises(ArgumentError, match="input_radius needs bounds=True"):
        forward_kinematics(model, q, v, input_radius=1e-3)
    with pytest.raises(ArgumentError, match="frames = .*, expected None with bounds=True"):
        forward_kinematics(model, q, v, frames=[0], bounds=True)
    with pytest.raises(ArgumentError, match="not LoopModel: bounds are of trees; `model.tree`"):
        forward_kinematics(lieref.catalogue.four_bar(), q, v, bounds=True)
    with pytest.raises(ShapeError, match="takes one state"):
        forward_kinematics(model, q[None], v[None], bounds=True)
    with pytest.raises(ShapeError, match="v has 23 rows, expected at most 22 with bounds=True"):
        forward_kinematics(model, q, np.zeros((23, model.nv)), bounds=True)
