"""Time derivatives of the sensitivity to placements: against moved models at 210 digits."""

import numpy as np
import pytest
from support.partials.sensitivity_cases import scalars
from support.references.oracle_differences import FINE, STEP, small_tree
from support.trees.oracle_robots import random_state
from support.trees.robots import draw

import lieref
from lieref.model.tree.exact import exact_model
from lieref.oracle.tree.inverse_dynamics import torques
from lieref.oracle.tree.moved_models import displaced

# By the largest entry of each order. Found: 3e-15, and 4e-14 in other representations.
LIMIT = 1e-12
# Required of the partials themselves; found: 5 eps.
DEMANDED = 1e-13
TREES = ("free_root", "free_inside", "spherical_root", "spherical_leaf", "free_on_arm")
BASES = ("spatial", "hybrid", "mixed")


def state(name, r):
    model = small_tree(name, seed=21)
    q, v, _, _ = random_state(model, r, seed=22)
    wrenches = np.random.default_rng(25).standard_normal((r + 1, model.nbodies, 6))
    return model, model.normalize(q), v, wrenches


def differences(model, q, v, side, base="body", wrenches=None, axes="body"):
    """The same by central differences of the oracle's forces."""
    out = np.zeros((len(v) - 1, model.nv, 6 * model.nbodies))
    with FINE.working():
        exact, rows = exact_model(model, FINE), [scalars(row) for row in v]
        loads = None
        if wrenches is not None:
            loads = [[scalars(x) for x in bodies] for bodies in wrenches]
        for i in range(model.nbodies):
            for c in range(6):
                up, down = (
                    torques(
                        FINE, displaced(exact, i, c, x, side), scalars(q), rows, base, loads, axes,
                        None,
                    )
                    for x in (STEP, -STEP)
                )  # fmt: skip
                for k, pair in enumerate(zip(up, down, strict=True)):
                    slopes = [(x - y) / (2 * STEP) for x, y in zip(*pair, strict=True)]
                    out[k, :, 6 * i + c] = [FINE.to_float(x) for x in slopes]
    return out


def assert_close(found, expected):
    for x, y in zip(found, expected, strict=True):
        assert abs(x - y).max() <= LIMIT * abs(y).max()


@pytest.mark.parametrize("side", ["right", "left"])
@pytest.mark.parametrize("name", TREES)
def test_against_moved_models(name, side):
    model, q, v, _ = state(name, 2)
    expected = differences(model, q, v, side)
    assert_close(lieref.inverse_dynamics_geometric_derivatives(model, q, v, side), expected)
    first = lieref.inverse_dynamics_geometric_partials(model, q, *v[:2], side)
    assert abs(first - expected[0]).max() <= DEMANDED * abs(expected[0]).max()


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("base", BASES)
def test_wrenches_and_representations(base, axes):
    model, q, v, wrenches = state("free_root", 1)
    found = lieref.inverse_dynamics_geometric_derivatives(
        model, q, v, base=base, wrenches=wrenches, wrench_axes=axes
    )
    assert_close(found, differences(model, q, v, "right", base, wrenches, axes))


@pytest.mark.parametrize("robot", ["every_joint", "every_joint_free", "quadruped"])
def test_order_zero_are_the_partials(robot):
    model, q, v = draw(robot, "generic", 0)
    found = lieref.inverse_dynamics_geometric_derivatives(model, q, v, "left")
    expected = lieref.inverse_dynamics_geometric_partials(model, q, *v, "left")
    assert_close(found, expected[None])
