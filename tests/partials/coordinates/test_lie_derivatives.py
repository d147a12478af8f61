"""Derivatives in the nq coordinates against differences of the oracle, and back again."""

import numpy as np
import pytest
from support.partials.lie_derivatives import lie_derivatives
from support.references.oracle_differences import (
    FINE,
    STEP,
    difference,
    evaluate,
    mixed_difference,
)
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_tree

from lieref.errors import ShapeError
from lieref.partials.coordinates.hessian import retraction_hessian
from lieref.partials.coordinates.lie_derivatives import (
    coordinate_partials,
    coordinate_second_partials,
    lie_partials,
    lie_second_partials,
)

# Matrices of the quaternion, rounded, on both sides of a tensor in doubles; max norms. Found:
# below 1.7 eps against differences, below 2.2 eps there and back.
CONVERTED = 9 * EPS
TREES = ("free_root", "free_on_arm", "spherical_leaf")


def case(name, kind="inverse"):
    """Quaternions are not quite of unit norm."""
    return lie_derivatives(name, kind, 6e-10)


def displaced(q, steps):
    """q + steps STEP, coordinate by coordinate: quaternions leave the sphere."""
    return [FINE(float(x)) + FINE(float(d)) * STEP for x, d in zip(q, steps, strict=True)]


@pytest.mark.parametrize(
    ("name", "kind"),
    [("free_root", "inverse"), ("free_on_arm", "inverse"), ("spherical_leaf", "forward")],
)
def test_they_are_derivatives_of_the_normalised_configuration(name, kind):
    model, (q, v, last), first, second = case(name, kind)
    r, s = np.random.default_rng(83).integers(-4, 5, (2, model.nq)) / 4.0
    slopes = coordinate_partials(model, q, first[0])
    tensor = coordinate_second_partials(model, q, first[0], second[0])
    assert slopes.shape == (model.nv, model.nq)
    assert tensor.shape == (model.nv, model.nq, model.nq)
    with FINE.working():

        def f(place):
            return evaluate(kind, model, place, v, last)

        once = difference(f, lambda x: displaced(q, x * r))
        twice = mixed_difference(f, lambda x, y: displaced(q, x * r + y * s))
    assert np.abs(slopes @ r - once).max() <= CONVERTED * np.abs(slopes).max()
    assert np.abs(tensor @ s @ r - twice).max() <= CONVERTED * np.abs(tensor).max()


@pytest.mark.parametrize("name", TREES)
def test_there_and_back(name):
    model, (q, _, _), first, second = case(name)
    slopes = coordinate_partials(model, q, first[0])
    tensor = coordinate_second_partials(model, q, first[0], second[0])
    back = lie_partials(model, q, slopes)
    again = lie_second_partials(model, q, slopes, tensor)
    assert np.abs(back - first[0]).max() <= CONVERTED * np.abs(first[0]).max()
    assert np.abs(again - second[0]).max() <= CONVERTED * np.abs(second[0]).max()


@pytest.mark.parametrize("name", TREES)
def test_constant_along_rays_and_symmetric(name):
    model, (q, _, _), first, second = case(name)
    slopes = coordinate_partials(model, q, first[0])
    tensor = coordinate_second_partials(model, q, first[0], second[0])
    assert np.array_equal(tensor, tensor.swapaxes(1, 2))
    hessian = retraction_hessian(model, second[0])
    other = coordinate_second_partials(model, q, first[0], hessian)
    assert np.abs(other - tensor).max() <= CONVERTED * np.abs(tensor).max()
    for joint, iq in zip(model.joints, model.idx_q, strict=True):
        if joint.nv == 1:
            continue
        Q = slice(iq + joint.nq - 4, iq + joint.nq)
        ray = np.zeros(model.nq)
        ray[Q] = q[Q]
        assert np.abs(slopes @ ray).max() <= CONVERTED * np.abs(slopes).max()
        # homogeneous of degree 0: the gradient is so of degree -1
        along = np.zeros_like(slopes)
        along[:, Q] = -slopes[:, Q]
        assert np.abs(tensor @ ray - along).max() <= CONVERTED * np.abs(tensor).max()


def test_any_continuation_leads_back():
    """What a continuation adds along rays is not seen: here f of |Q| and of Q Q^T."""
    model, (q, _, _), first, second = case("free_root")
    slopes = coordinate_partials(model, q, first[0])
    tensor = coordinate_second_partials(model, q, first[0], second[0])
    # f + (|Q|^2 - c)^2 g(q): gradient 4 (|Q|^2 - c) Q g, here with c = |Q|^2 and g = 1
    Q = slice(3, 7)
    tensor[:, Q, Q] += 8 * q[Q, None] * q[Q]
    again = lie_second_partials(model, q, slopes, tensor)
    assert np.abs(again - second[0]).max() <= CONVERTED * np.abs(tensor).max()


def test_axis_of_mixed_tensors():
    model, (q, _, _), _, second = case("free_root")
    mixed, inertia = second[2], second[3]
    found = coordinate_partials(model, q, mixed, axis=1)
    assert found.shape == (model.nv, model.nq, model.nv)
    for k in range(model.nv):
        assert np.array_equal(found[:, :, k], coordinate_partials(model, q, mixed[:, :, k]))
    assert coordinate_partials(model, q, inertia).shape == (model.nv, model.nv, model.nq)
    back = lie_partials(model, q, found, axis=1)
    assert np.abs(back - mixed).max() <= CONVERTED * np.abs(mixed).max()


def test_of_contractions():
    model, (q, _, _), first, second = case("free_root")
    w = np.random.default_rng(84).uniform(-1, 1, model.nv)
    slopes, tensor = w @ first[0], np.tensordot(w, second[0], 1)
    once = coordinate_partials(model, q, slopes)
    twice = coordinate_second_partials(model, q, slopes, tensor)
    whole = coordinate_second_partials(model, q, first[0], second[0])
    assert once.shape == (model.nq,) and twice.shape == (model.nq, model.nq)
    assert np.abs(twice - np.tensordot(w, whole, 1)).max() <= CONVERTED * np.abs(whole).sum(0).max()
    back = lie_second_partials(model, q, once, twice)
    assert np.abs(back - tensor).max() <= CONVERTED * np.abs(second[0]).sum(0).max()


def test_one_degree_coordinates_are_velocity_coordinates():
    model, rng = random_tree("one_degree", seed=85), np.random.default_rng(86)
    n = model.nv
    q, first = rng.uniform(-1, 1, n), rng.uniform(-1, 1, (n, n))
    half = rng.integers(-9, 10, (n, n, n))
    second = half + half.swapaxes(1, 2)
    assert np.array_equal(coordinate_partials(model, q, first), first)
    assert np.array_equal(coordinate_second_partials(model, q, first, second), second)


def test_tensors_of_other_lengths_are_refused():
    model, (q, _, _), first, second = case("free_root")
    with pytest.raises(ShapeError, match="expected 10 entries along axis -1"):
        coordinate_partials(model, q, first[0][:, 1:])
    with pytest.raises(ShapeError, match="along axis 3"):
        coordinate_partials(model, q, first[0], axis=3)
    with pytest.raises(ShapeError, match="expected 12 entries"):
        lie_partials(model, q, first[0])
    with pytest.raises(ShapeError, match="beside first"):
        coordinate_second_partials(model, q, first[0][0], second[0])
