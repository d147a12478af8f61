"""Double-doubles of the kernels against longer numbers."""

import mpmath
import numpy as np
import pytest

from lieref.algebra import _fine

WIDE = mpmath.mp.clone()
WIDE.dps = 60
# What double_double.h says of its operators, and of sines and cosines beside 1 or the angle.
SUM, PRODUCT, TURN = 2.0**-103, 2.0**-102, 2.0**-103


def _wide(pair):
    return WIDE.mpf(pair[0]) + WIDE.mpf(pair[1])


def _pair(x):
    return float(x), float(x - WIDE.mpf(float(x)))


def _draw(rng):
    """A number of any size with digits in both parts."""
    x = WIDE.mpf(rng.uniform(-1, 1)) + WIDE.mpf(rng.uniform(-1, 1)) * WIDE.mpf(2) ** -54
    return _pair(x * WIDE.mpf(2) ** int(rng.integers(-40, 40)))


def _error(found, exact, scale):
    assert found[0] + found[1] == found[0]
    return abs(_wide(found) - exact) / abs(scale)


@pytest.mark.parametrize("seed", range(200))
def test_operators(seed):
    rng = np.random.default_rng(seed)
    p, q, k = _draw(rng), _draw(rng), rng.uniform(1, 3)
    x, y, w = _wide(p), _wide(q), WIDE.mpf(k)
    found = _fine.arithmetic(p, q, k)
    sums = {"x + y": x + y, "x - y": x - y}
    others = {"-x": -x, "k x": w * x, "x k": w * x, "x / k": x / w, "x y": x * y, "x / y": x / y,
              "k / y": w / y}  # fmt: skip
    assert found.keys() == {**sums, **others}.keys()
    for name, exact in sums.items():
        assert _error(found[name], exact, abs(x) + abs(y)) <= SUM, name
    for name, exact in others.items():
        assert _error(found[name], exact, exact) <= PRODUCT, name


def test_cancellation_leaves_the_second_parts():
    found = _fine.arithmetic((1.0, 2.0**-80), (1.0, 2.0**-90), 1.0)["x - y"]
    assert found == (2.0**-80 - 2.0**-90, 0.0)


@pytest.mark.parametrize("size", [1e-9, 0.1, 0.7, 3.0, 100.0, 1e6, 1e9])
def test_sines_and_cosines(size):
    rng = np.random.default_rng(4)
    for angle in (*rng.uniform(-size, size, 30), 0.0, size):
        x = (angle, angle * 2.0**-55)
        for found, exact in zip(
            _fine.sine_and_cosine(x), (WIDE.sin(_wide(x)), WIDE.cos(_wide(x))), strict=True
        ):
            assert abs(_wide(found) - exact) <= TURN * max(1.0, size)


def test_sines_and_cosines_next_to_the_corners():
    for count in (*range(-9, 10), 12345, 10**8):
        angle = float(count * WIDE.pi / 2)
        sine, cosine = _fine.sine_and_cosine((angle, 0.0))
        limit = TURN * max(1.0, abs(angle))
        assert abs(_wide(sine) - WIDE.sin(WIDE.mpf(angle))) <= limit
        assert abs(_wide(cosine) - WIDE.cos(WIDE.mpf(angle))) <= limit


def test_of_angles_far_away_a_double_is_left():
    for angle in (1e10, -3e15, 1e300):
        sine, cosine = _fine.sine_and_cosine((angle, 0.0))
        assert sine[1] == cosine[1] == 0.0
        assert abs(sine[0] - float(WIDE.sin(WIDE.mpf(angle)))) <= 2.0**-52
        assert abs(cosine[0] - float(WIDE.cos(WIDE.mpf(angle)))) <= 2.0**-52
