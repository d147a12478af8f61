"""The retraction Hessian is that of tau(q exp(x)); it and the Lie derivative give each other."""

import numpy as np
import pytest
from support.partials.lie_derivatives import lie_derivatives
from support.references.oracle_differences import (
    FINE,
    evaluate,
    mixed_difference,
    moved,
)
from support.references.tolerances import EPS

from lieref.errors import ShapeError
from lieref.partials.coordinates.hessian import (
    commutator,
    lie_second_derivative,
    retraction_hessian,
)

# Numbers rounded to doubles once, sums of two, contracted with two directions; against the sum of
# the moduli. Found: below 1 eps.
ROUNDED = 4 * EPS
TREES = ("free_on_arm", "spherical_leaf")


def case(name, kind):
    """Model, state, first and second Lie derivatives along q."""
    model, state, first, second = lie_derivatives(name, kind)
    return model, state, first[0], second[0]


def joints(model):
    """Of each velocity coordinate its joint."""
    return np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])


@pytest.mark.parametrize("kind", ["inverse", "forward"])
@pytest.mark.parametrize("name", TREES)
def test_both_are_what_they_say(name, kind):
    """d^2/dx dy of f(q exp(r x + s y)) and of f(q exp(s y) exp(r x)), by differences."""
    model, (q, v, last), _, second = case(name, kind)
    r, s = np.random.default_rng(73).integers(-4, 5, (2, model.nv)) / 4.0
    hessian = retraction_hessian(model, second)
    with FINE.working():

        def f(place):
            return evaluate(kind, model, place, v, last)

        together = mixed_difference(f, lambda x, y: moved(model, q, x * r + y * s))
        in_turn = mixed_difference(f, lambda x, y: moved(model, moved(model, q, s, y), r, x))
    size = np.abs(second) @ np.abs(s) @ np.abs(r)
    assert np.all(np.abs(hessian @ s @ r - together) <= ROUNDED * size)
    assert np.all(np.abs(second @ s @ r - in_turn) <= ROUNDED * size)
    assert np.abs(together - in_turn).max() > 1e-3 * size.max()


@pytest.mark.parametrize("kind", ["inverse", "forward"])
@pytest.mark.parametrize("name", TREES)
def test_back_again(name, kind):
    model, _, first, second = case(name, kind)
    back = lie_second_derivative(model, retraction_hessian(model, second), first)
    assert np.abs(back - second).max() <= ROUNDED * np.abs(second).max()
    # the law itself, which is zero between two joints
    law = second - second.swapaxes(1, 2)
    assert np.abs(commutator(model, first) - law).max() <= ROUNDED * np.abs(second).max()


def test_only_blocks_of_one_joint_change():
    model, _, first, second = case("free_on_arm", "inverse")
    marked = second + 1e-3 * np.triu(np.ones((model.nv, model.nv)))
    found = retraction_hessian(model, marked)
    same = joints(model)[:, None] == joints(model)[None, :]
    assert np.array_equal(found[:, ~same], marked[:, ~same])
    assert np.array_equal(found[:, same], found.swapaxes(1, 2)[:, same])
    assert not np.array_equal(found[:, same], marked[:, same])
    assert not commutator(model, first)[:, ~same].any()


@pytest.mark.parametrize("name", TREES)
def test_of_contractions(name):
    """w^T of the tensors goes through the same functions."""
    model, _, first, second = case(name, "forward")
    w = np.random.default_rng(74).uniform(-1, 1, model.nv)
    contracted = np.tensordot(w, second, 1)
    found = retraction_hessian(model, contracted)
    expected = np.tensordot(w, retraction_hessian(model, second), 1)
    size = np.abs(second).sum()
    assert np.abs(found - expected).max() <= ROUNDED * size
    back = lie_second_derivative(model, found, w @ first)
    assert back.shape == (model.nv, model.nv)
    assert np.abs(back - contracted).max() <= ROUNDED * size


def test_tensors_of_unlike_sizes_are_refused():
    model, _, first, second = case("free_on_arm", "inverse")
    with pytest.raises(ShapeError, match="lie_second"):
        retraction_hessian(model, first[0])
    with pytest.raises(ShapeError, match="first has shape"):
        commutator(model, first[:, 1:])
    with pytest.raises(ShapeError, match="beside a hessian"):
        lie_second_derivative(model, second, first[0])
