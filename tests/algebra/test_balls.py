"""Balls of the kernels: what an operation returns encloses it, and errors of double-doubles too."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest
from support.programs.scalar_builds import builds

BALLS, FINE = builds("_ball"), builds("_fine")
# What ball.h says: the share of a radius that encloses double-doubles, and what the roundings of
# a radius may take from it.
SHARE, OUTWARD = Fraction(1, 2**47), Fraction(2**20 + 1, 2**20)
OPERATIONS = {
    "x + y": lambda x, y, k: x + y,
    "x - y": lambda x, y, k: x - y,
    "-x": lambda x, y, k: -x,
    "k x": lambda x, y, k: k * x,
    "x k": lambda x, y, k: x * k,
    "x / k": lambda x, y, k: x / k,
    "x y": lambda x, y, k: x * y,
    "x / y": lambda x, y, k: x / y,
    "k / y": lambda x, y, k: k / y,
}
WIDE = mpmath.mp.clone()
WIDE.dps = 60


@pytest.fixture(params=BALLS)
def build(request):
    return request.param


def _draw(rng, largest=300):
    """A ball of any size and any relative radius, some of them without one."""
    middle = rng.uniform(-1, 1) * 2.0 ** int(rng.integers(-largest, largest))
    share = rng.choice([0.0, 2.0**-60, 2.0**-30, 2.0**-3, 0.2])
    return middle, abs(middle) * float(share)


def _ends(ball):
    middle, radius = map(Fraction, ball)
    return middle - radius, middle, middle + radius


@pytest.mark.parametrize("seed", range(300))
def test_results_hold_every_operation_of_numbers_within(build, seed):
    rng = np.random.default_rng(seed)
    x, y, k = _draw(rng), _draw(rng), float(rng.uniform(1, 3))
    if seed % 3 == 0:
        # sums that cancel
        y = (-x[0] * (1 + 2.0**-40), y[1] * 2.0**-20)
    found = BALLS[build].arithmetic(x, y, k)
    assert found.keys() == OPERATIONS.keys()
    for name, operation in OPERATIONS.items():
        if found[name][1] == np.inf:
            # a quotient by what may be zero
            assert y[1] >= abs(y[0]) / 4
            continue
        middle, radius = map(Fraction, found[name])
        for a in _ends(x):
            for b in _ends(y):
                exact = operation(a, b, Fraction(k)) if b or "/ y" not in name else None
                assert exact is None or abs(exact - middle) <= radius * OUTWARD, name


@pytest.mark.parametrize("seed", range(300))
def test_a_share_of_the_radius_holds_double_doubles(build, seed):
    rng = np.random.default_rng(seed)
    x, y, k = _draw(rng), _draw(rng), float(rng.uniform(1, 3))
    if seed % 3 == 0:
        y = (-x[0], y[1])
    balls = BALLS[build].arithmetic(x, y, k)
    # numbers in the balls, and double-doubles that are off by the share of the radius
    exact, fine = [], []
    for middle, radius in (x, y):
        number = Fraction(middle) + Fraction(radius) * Fraction(float(rng.uniform(-1, 1)))
        off = number + SHARE * Fraction(radius) * Fraction(float(rng.choice([-0.99, 0.99])))
        exact.append(number)
        fine.append((float(off), float(off - Fraction(float(off)))))
    found = FINE[build].arithmetic(*fine, k)
    for name, operation in OPERATIONS.items():
        if balls[name][1] == np.inf:
            # a quotient by what may be zero
            continue
        away = abs(operation(*exact, Fraction(k)) - sum(map(Fraction, found[name])))
        assert away <= SHARE * Fraction(balls[name][1]) * OUTWARD, name


def test_quotients_by_what_may_be_zero_have_no_bound(build):
    for divisor in ((1.0, 1.0), (1.0, 0.5), (0.0, 0.0), (-1.0, 2.0)):
        assert BALLS[build].arithmetic((1.0, 0.0), divisor, 1.0)["x / y"][1] == np.inf
    assert BALLS[build].arithmetic((1.0, 0.0), (1.0, 0.25), 1.0)["x / y"][1] < 2


def test_what_leaves_the_range_of_doubles_has_no_bound(build):
    found = BALLS[build].arithmetic((1e200, 0.0), (1e200, 0.0), 1.0)["x y"]
    assert not found[1] < np.inf or not np.isfinite(found[0])
    found = BALLS[build].arithmetic((1e-200, 0.0), (1e-200, 0.0), 1.0)["x y"]
    assert Fraction(found[1]) >= abs(Fraction(1e-200) ** 2 - Fraction(found[0])) > 0
    # a number so small that the share of its own rounding would be none
    tiny, large = 5e-324 * 0x123456789, float.fromhex("0x1.fffffffp600")
    found = BALLS[build].arithmetic((tiny, 0.0), (large, 0.0), large)
    for name in ("x y", "k x", "x k"):
        away = abs(Fraction(tiny) * Fraction(large) - Fraction(found[name][0]))
        assert Fraction(found[name][1]) >= away > 0


@pytest.mark.parametrize("size", [1e-9, 0.1, 3.0, 100.0, 1e6, 9e8])
@pytest.mark.parametrize("radius", [0.0, 1e-12, 0.3, 5.0])
def test_sines_and_cosines(build, size, radius):
    rng = np.random.default_rng(4)
    middles = [*rng.uniform(-size, size, 31), 0.0, size]
    angles = [(float(x), radius) for x in middles]
    found = BALLS[build].sines_and_cosines(angles)
    fine = FINE[build].sines_and_cosines([(float(x), 0.0) for x in middles])
    for x, *both in zip(middles, *found, strict=True):
        for (middle, bound), function in zip(both, (WIDE.sin, WIDE.cos), strict=True):
            for share in (-1, -0.3, 0, 0.7, 1):
                exact = function(WIDE.mpf(float(x)) + WIDE.mpf(radius) * share)
                assert abs(exact - WIDE.mpf(middle)) <= bound
            assert bound <= radius + 2.3e-16 * max(1, size)
    for balls, pairs, function in zip(found, fine, (WIDE.sin, WIDE.cos), strict=True):
        for x, (_, bound), pair in zip(middles, balls, pairs, strict=True):
            away = abs(function(WIDE.mpf(float(x))) - WIDE.mpf(pair[0]) - WIDE.mpf(pair[1]))
            assert away <= bound * 2.0**-47


def test_lanes_hold_the_bits_of_single_numbers(build):
    rng = np.random.default_rng(7)
    x, y = [_draw(rng) for _ in range(4)], [_draw(rng) for _ in range(4)]
    n, k = _draw(rng), float(rng.uniform(1, 3))
    module = BALLS[build]
    for name, numbers in module.lanes(x, y, n, k).items():
        single = {"x + n": "x + y", "n x": "x y"}.get(name, name)
        for a, b, number in zip(x, y, numbers, strict=False):
            pair = {"x + n": (a, n), "n x": (n, a)}.get(name, (a, b))
            assert number == module.arithmetic(*pair, k)[single], name
