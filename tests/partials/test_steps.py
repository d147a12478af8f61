"""Derivatives by steps against the chain rule: accuracy, orders of truncation, the retraction."""

import numpy as np
import pytest
from support.references.tolerances import EPS
from support.trees.oracle_robots import random_state, random_tree

from lieref.errors import ArgumentError, LierefError
from lieref.model.mechanisms import catalogue
from lieref.partials import steps
from lieref.partials.second_order_numbers import chain_rule
from lieref.partials.second_order_numbers.displaced import Number, composed, summed

DYNAMICS = ("inverse", "forward")
# Beside the largest entry of each matrix or tensor. Found: of inverse dynamics 3.2 eps, of forward
# dynamics 12 eps.
LIMITS = {"inverse": 16 * EPS, "forward": 48 * EPS}
CASES = [
    ("free_root", "body", "inertial"),
    ("free_root", "mixed", "body"),
    ("fixed_base", "body", "inertial"),
    ("spherical_leaf", "body", "body"),
]
# Errors of about the default steps beside the largest entry; of a wrong formula parts of one.
# Found: 1.0e-9 and 1.04e-6.
FIRST_DIFFERENCE, SECOND_DIFFERENCE = 4e-9, 4e-6


def case(dynamics, tree="free_inside", base="body", axes="inertial", seed=3):
    """State of a step method, and the exact first and second partials there."""
    model = random_tree(tree, seed=seed)
    q, (v, u), (wrenches,), _ = random_state(model, 0, seed=seed + 1)
    arguments = (model, q, v, u, base, wrenches, axes)
    at = getattr(steps, f"{dynamics}_state")(*arguments)
    exact = [
        getattr(chain_rule, f"{dynamics}_dynamics_{name}")(*arguments)
        for name in ("partials", "second_partials")
    ]
    return at, *exact


def error(found, exact):
    """Largest error, each array beside its largest entry."""
    assert type(found) is type(exact)
    sizes = [abs(y).max() for y in exact]
    pairs = zip(found, exact, sizes, strict=True)
    return max(abs(x - y).max() / size for x, y, size in pairs)


def symmetric_half(H, at):
    """(H + H^T) / 2 within a joint, H elsewhere"""
    joint = np.repeat(np.arange(at.model.nbodies), [joint.nv for joint in at.model.joints])
    return np.where(joint[:, None] == joint, (H + H.transpose(0, 2, 1)) / 2, H)


@pytest.mark.parametrize(("tree", "base", "axes"), CASES)
@pytest.mark.parametrize("dynamics", DYNAMICS)
def test_complex_step(dynamics, tree, base, axes):
    at, first, _ = case(dynamics, tree, base, axes)
    assert error(steps.complex_step(at), first) <= LIMITS[dynamics]
    assert error(steps.complex_step(at, 1e-100), first) <= LIMITS[dynamics]


@pytest.mark.parametrize(("tree", "base", "axes"), CASES)
@pytest.mark.parametrize("dynamics", DYNAMICS)
def test_bicomplex_step(dynamics, tree, base, axes):
    at, _, second = case(dynamics, tree, base, axes)
    assert error(steps.bicomplex_step(at), second) <= LIMITS[dynamics]


@pytest.mark.parametrize("dynamics", DYNAMICS)
def test_bicomplex_step_is_flat_until_its_square_underflows(dynamics):
    at, _, second = case(dynamics)
    for step in (1e-8, 1e-40, 1e-150):
        assert error(steps.bicomplex_step(at, step), second) <= LIMITS[dynamics]
    for step, least in ((1e-156, 1e-12), (1e-158, 1e-8), (1e-162, 0.5)):
        assert error(steps.bicomplex_step(at, step), second) > least


@pytest.mark.parametrize("dynamics", DYNAMICS)
def test_truncation_errors_are_of_second_order(dynamics):
    at, first, second = case(dynamics)
    methods = [
        (steps.complex_step, first, 1e-3, 2e-3),
        (steps.bicomplex_step, second, 1e-3, 2e-3),
        (steps.finite_diff_1, second, (4e-3, 4e-3), (8e-3, 8e-3)),
        (steps.finite_diff_2, second, 4e-3, 8e-3),
    ]
    for method, exact, fine, coarse in methods:
        ratio = error(method(at, coarse), exact) / error(method(at, fine), exact)
        assert 3.5 < ratio < 4.5, method


@pytest.mark.parametrize(("tree", "base", "axes"), CASES)
@pytest.mark.parametrize("dynamics", DYNAMICS)
def test_finite_differences(dynamics, tree, base, axes):
    at, _, second = case(dynamics, tree, base, axes)
    assert error(steps.finite_diff_1(at), second) <= SECOND_DIFFERENCE
    assert error(steps.finite_diff_1(at, (1e-3, 5e-4)), second) <= SECOND_DIFFERENCE
    assert error(steps.finite_diff_2(at), second) <= FIRST_DIFFERENCE


@pytest.mark.parametrize("tree", ["free_root", "fixed_base"])
@pytest.mark.parametrize("dynamics", DYNAMICS)
def test_along_the_retraction(dynamics, tree):
    at, _, second = case(dynamics, tree)
    H = second[0]
    half, size = symmetric_half(H, at), abs(H).max()
    assert abs(half - H).max() > 1e-2 * size
    for step in (1e-8, 1e-20, 1e-150):
        found = steps.bicomplex_step_along_retraction(at, step)
        assert abs(found - half).max() <= LIMITS[dynamics] * size
    errors = [
        abs(steps.bicomplex_step_along_retraction(at, step) - half).max() for step in (1e-2, 2e-2)
    ]
    assert 3.5 < errors[1] / errors[0] < 4.5
    found = steps.finite_diff_1_along_retraction(at)
    assert abs(found - half).max() <= SECOND_DIFFERENCE * size


@pytest.mark.parametrize("move", [composed, summed])
def test_long_moves_stay_configurations(move):
    # unit quaternions and levers of fixed length, in every part of these numbers
    at, _, _ = case("inverse", "free_root")
    q, h = at.q[:7], 0.8
    number = Number("bicomplex", h)
    for j in range(6):
        for k in range(6):
            parts = move(q, number, j, k)
            assert_square(parts[3:], 1.0)
            if j >= 3 > k and move is composed:
                assert_square(parts[:3] - np.outer(q[:3], [1, 0, 0, 0]), -h * h)


def assert_square(parts, square):
    """x . x of bicomplex vectors (n, 4) is this real number."""
    a, b, c, d = parts.T
    assert abs(a @ a - b @ b - c @ c + d @ d - square) <= 16 * EPS
    for rest in (a @ b - c @ d, a @ c - b @ d, a @ d + b @ c):
        assert abs(rest) <= 16 * EPS


def test_searched_step():
    at, _, second = case("inverse")

    def wrong(found):
        return error(found, second)

    tried = [1e-3, 1e-5, 1e-9]
    best = steps.searched_step(lambda h: steps.finite_diff_2(at, h), wrong, tried)
    assert best.step == 1e-5
    assert best.error == min(best.errors) == wrong(steps.finite_diff_2(at, 1e-5))
    assert best.errors == [wrong(steps.finite_diff_2(at, h)) for h in tried]
    ties = steps.searched_step(lambda h: h, lambda h: h * 0.0, [np.inf, 2.0, 1.0])
    assert (ties.step, ties.error, ties.errors) == (2.0, 0.0, [np.inf, 0.0, 0.0])
    with pytest.raises(ValueError, match="no steps"):
        steps.searched_step(abs, abs, [])


@pytest.mark.parametrize(
    "method, step",
    [
        (steps.complex_step, 0.0),
        (steps.complex_step, np.inf),
        (steps.bicomplex_step, -1e-20),
        (steps.bicomplex_step_along_retraction, "x"),
        (steps.finite_diff_1, (1e-4, 0.0)),
        (steps.finite_diff_1, 1e-4),
        (steps.finite_diff_1_along_retraction, (1e-4, 1e-4, 1e-4)),
        (steps.finite_diff_2, None),
    ],
)
def test_steps_and_states_are_checked(method, step):
    model = catalogue.serial_chain(2)
    at = steps.inverse_state(model, *np.full((3, 2), 0.3))
    with pytest.raises(LierefError, match="step"):
        method(at, step)
    with pytest.raises(ArgumentError, match="expected a State"):
        method(model)
