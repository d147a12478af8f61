"""Coordinates depth first: those of every subtree stand side by side."""

import numpy as np
import pytest

import lieref
from lieref.model.tree.depth_first import depth_first


@pytest.mark.parametrize("seed", range(5))
def test_subtrees_are_not_divided(seed):
    model = lieref.catalogue.random_tree(12, seed, base=("fixed", "free")[seed % 2])
    parents, widths = model.parents.tolist(), [joint.nv for joint in model.joints]
    first, counts = depth_first(parents, widths)
    own = [set(range(i, i + n)) for i, n in zip(first, widths, strict=True)]
    # every coordinate once
    assert sorted(x for each in own for x in each) == list(range(model.nv))
    subtree = [set(x) for x in own]
    for i in reversed(range(model.nbodies)):
        if parents[i] >= 0:
            subtree[parents[i]] |= subtree[i]
    assert subtree == [set(range(i, i + n)) for i, n in zip(first, counts, strict=True)]


def test_joints_numbered_breadth_first():
    """Two arms whose joints take turns."""
    first, counts = depth_first([-1, 0, 0, 1, 2], [1, 1, 1, 1, 1])
    assert first.tolist() == [0, 1, 3, 2, 4]
    assert counts.tolist() == [5, 2, 2, 1, 1]


def test_inertia_does_not_depend_on_the_order_of_bodies():
    model = lieref.catalogue.binary_tree(15)
    q = model.random_configuration(np.random.default_rng(2))
    H = lieref.joint_space_inertia(model, q)
    columns = [lieref.inverse_dynamics(model.with_gravity((0, 0, 0)), q, [0 * q, e])[0]
               for e in np.eye(model.nv)]  # fmt: skip
    # each is accurate to 3e-15 of its largest entry (reports/inverse_dynamics)
    np.testing.assert_allclose(H, np.array(columns).T, rtol=0, atol=6e-15 * abs(H).max())
