"""The group operations against the algebra room, matrices and their own definitions."""

from fractions import Fraction

import numpy as np
import pytest
from support.references.tolerances import EPS
from support.trees.robots import ROBOTS, draw

from lieref.algebra import SE3, SO3
from lieref.errors import ArgumentError, NonFiniteError, ShapeError
from lieref.integrate import Group, IntegrationError
from lieref.integrate.group import CHARTS
from lieref.simulate import model_group

# A pose or a rate is a product of two or three 3 x 3 matrices: found below 3 eps.
PRODUCT = 12 * EPS
EXPONENTIAL, CAYLEY = CHARTS["exponential"], CHARTS["cayley"]
BLOCKS = {"SO3": 3, "SE3": 6}


def hat(X):
    """4 x 4 matrix of a twist; a rotation vector has no linear part."""
    matrix = np.zeros((4, 4))
    matrix[:3, :3] = SO3.hat(X[:3])
    matrix[:3, 3] = X[3:] if len(X) == 6 else 0.0
    return matrix


def pose(q):
    """4 x 4 pose of a point of SO3 or SE3."""
    matrix = np.eye(4)
    matrix[:3, :3] = SO3.from_quaternion(q[-4:])
    matrix[:3, 3] = q[:-4] if len(q) == 7 else 0.0
    return matrix


def random_point(factor, rng):
    quaternion = rng.standard_normal(4)
    quaternion /= np.linalg.norm(quaternion)
    return quaternion if factor == "SO3" else np.concatenate([rng.standard_normal(3), quaternion])


@pytest.mark.parametrize("robot", ROBOTS)
def test_exponential_is_the_model_s(robot):
    model, q, v = draw(robot, "generic", 0)
    group = model_group(model)
    assert (group.nq, group.nv) == (model.nq, model.nv)
    X = 0.5 * v[0]
    moved, _ = group.advance(q, np.zeros(group.nq), X, EXPONENTIAL)
    assert abs(moved - model.integrate(q, X)).max() <= PRODUCT * max(1.0, abs(moved).max())
    assert abs(group.difference(q, moved) - X).max() <= PRODUCT * (1 + abs(X).max())


@pytest.mark.parametrize("factor", BLOCKS)
@pytest.mark.parametrize("seed", range(4))
def test_cayley_map_is_its_definition(factor, seed):
    rng = np.random.default_rng(seed)
    group = Group([factor])
    q, X = random_point(factor, rng), rng.standard_normal(group.nv)
    moved, _ = group.advance(q, np.zeros(group.nq), X, CAYLEY)
    A = hat(X) / 2
    expected = pose(q) @ np.linalg.solve(np.eye(4) - A, np.eye(4) + A)
    assert abs(pose(moved) - expected).max() <= PRODUCT * abs(expected).max()


@pytest.mark.parametrize("factor", BLOCKS)
@pytest.mark.parametrize("seed", range(4))
def test_rates_are_those_of_the_charts(factor, seed):
    rng = np.random.default_rng(seed)
    group, room = Group(["R", factor]), {"SO3": SO3, "SE3": SE3}[factor]
    X, V = rng.standard_normal((2, group.nv))
    exponential, cayley = group.rate(X, V, EXPONENTIAL), group.rate(X, V, CAYLEY)
    assert exponential[0] == cayley[0] == V[0]
    expected = room.dexp_inv(-X[1:]) @ V[1:]
    assert abs(exponential[1:] - expected).max() <= PRODUCT * abs(expected).max()
    # C^-1 Cdot = (I + A)^-1 [Xdot] (I - A)^-1, A = [X] / 2
    A = hat(X[1:]) / 2
    left = np.linalg.solve(np.eye(4) + A, hat(cayley[1:]))
    body = left @ np.linalg.inv(np.eye(4) - A)
    assert abs(body - hat(V[1:])).max() <= 4 * PRODUCT * abs(cayley).max()


@pytest.mark.parametrize("seed", range(4))
def test_equation_89_mended(seed):
    """Mueller, (89): V^s = Ad_{C_0} dexp_X X' and V^b = dexp_-X X' of C = C_0 exp X."""
    rng = np.random.default_rng(seed)
    group = Group(["SE3"])
    q, X, V = random_point("SE3", rng), 0.5 * rng.standard_normal(6), rng.standard_normal(6)
    rate = group.rate(X, V, EXPONENTIAL)
    body = SE3.dexp(-X) @ rate
    assert abs(body - V).max() <= 4 * PRODUCT * abs(V).max()
    moved, _ = group.advance(q, np.zeros(7), X, EXPONENTIAL)
    spatial = SE3.Ad_mul(pose(moved), V)
    corrected = SE3.Ad_mul(pose(q), SE3.dexp(X) @ rate)
    assert abs(corrected - spatial).max() <= 8 * PRODUCT * abs(spatial).max()
    assert abs(SE3.dexp(X) @ rate - spatial).max() > 1e-3 * abs(spatial).max()


@pytest.mark.parametrize("factor", BLOCKS)
def test_differentials_are_the_algebra_room_s(factor):
    rng = np.random.default_rng(5)
    group, room = Group([factor, "R"]), {"SO3": SO3, "SE3": SE3}[factor]
    X, W = rng.standard_normal((2, group.nv))
    for got, matrix in (
        (group.velocity(X, W), room.dexp(-X[:-1])),
        (group.dexp_t(X, W), room.dexp(X[:-1]).T),
        (group.dexp_inv_t(X, W), room.dexp_inv(X[:-1]).T),
    ):
        assert abs(got[:-1] - matrix @ W[:-1]).max() <= PRODUCT * abs(got).max()
        assert got[-1] == W[-1]


@pytest.mark.parametrize("chart", [EXPONENTIAL, CAYLEY])
def test_stage_is_a_weighted_sum_in_the_chart(chart):
    rng = np.random.default_rng(6)
    group = Group(["SE3", "R", "SO3"])
    q = np.concatenate([random_point("SE3", rng), [0.3], random_point("SO3", rng)])
    low = EPS / 4 * rng.standard_normal(group.nq)
    v, h, weights = rng.standard_normal(group.nv), 0.1, np.array([0.5, -0.25, 9.0, 9.0])
    stages = rng.standard_normal((4, 2 * group.nv))
    increment = h * (weights[:2] @ stages[:2])
    given = stages.copy()
    point, velocity = group.stage(q, low, v, weights, stages, 2, h, chart)
    X, faster = increment[: group.nv], v + increment[group.nv :]
    assert abs(point - group.advance(q, low, X, chart)[0]).max() <= PRODUCT
    assert abs(velocity - faster).max() <= PRODUCT * abs(faster).max()
    rates = group.rate(X, faster, chart)
    assert abs(stages[2, : group.nv] - rates).max() <= PRODUCT * abs(rates).max()
    given[2, : group.nv] = stages[2, : group.nv]
    assert np.array_equal(stages, given)


@pytest.mark.parametrize(("chart", "steps"), [(EXPONENTIAL, 100_000), (CAYLEY, 20_000)])
def test_poses_stay_poses_without_projection(chart, steps):
    """The same increment again and again, so that its rounding never averages out."""
    group = Group(["SE3", "R"])
    rng = np.random.default_rng(7)
    q = np.concatenate([random_point("SE3", rng), [0.0]])
    low, X = np.zeros(group.nq), np.array([0.013, -0.021, 0.017, 0.0, 0.0, 0.0, 0.1])
    worst = 0.0
    for step in range(steps):
        q, low = group.advance(q, low, X, chart)
        if step % 100 == 0:
            worst = max(worst, abs(np.linalg.norm(q[3:7]) - 1.0))
    # the rounding of four coordinates and of the norm itself
    assert worst <= 2 * EPS
    # so many times the double 0.1, correctly rounded
    assert q[-1] == float(steps * Fraction(0.1))


def test_half_a_turn_is_the_longest_exponential():
    group = Group(["R", "SO3"])
    q, X = np.array([0.0, 0.0, 0.0, 0.0, 1.0]), np.array([9.0, 0.0, 3.2, 0.0])
    with pytest.raises(IntegrationError, match=r"factor 1 \(SO3\) turns by 3.2 rad"):
        group.advance(q, np.zeros(5), X, EXPONENTIAL)
    assert group.advance(q, np.zeros(5), X, CAYLEY)[0][0] == 9.0
    with pytest.raises(NonFiniteError, match=r"X\[0\] is nan"):
        group.advance(q, np.zeros(5), X * np.nan, EXPONENTIAL)


def test_results_out_of_range():
    group = Group(["R", "SE3"])
    huge = np.full(7, 1e200)
    for name, more in (("rate", (EXPONENTIAL,)), ("velocity", ()), ("dexp_t", ()),
                       ("dexp_inv_t", ())):  # fmt: skip
        with pytest.raises(NonFiniteError, match="range of double"):
            getattr(group, name)(huge, huge, *more)
    assert not group.accept(np.ma.masked_equal(np.zeros(7), 0.0), np.zeros((2, 14)), 0)


def test_unknown_factors_and_stages():
    """Other wrong arguments are in tests/sweep/test_arguments.py."""
    with pytest.raises(ArgumentError, match=r"factors\[1\] is 'SE2', expected one of"):
        Group(["R", "SE2"])
    group = Group(["SO3"])
    q, low, X = np.array([0.0, 0.0, 0.0, 1.0]), np.zeros(4), np.zeros(3)
    stages = np.zeros((2, 6))
    for bad, i in ((stages, 0), (stages, 2), (stages[:, :5], 1)):
        with pytest.raises(ShapeError, match="stage"):
            group.stage(q, low, X, np.zeros(2), np.ascontiguousarray(bad), i, 0.1, EXPONENTIAL)
