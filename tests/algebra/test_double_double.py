"""Double-doubles of the kernels against longer numbers."""

import mpmath
import numpy as np
import pytest
from support.programs.scalar_builds import builds

# The build with single numbers, and, where the processor has the registers, that with lanes.
FINE = builds("_fine")
WIDE = mpmath.mp.clone()
WIDE.dps = 60
# What double_double.h says of its operators, and of sines and cosines beside 1 or the angle.
SUM, PRODUCT, QUOTIENT, TURN = 2.0**-102, 2.0**-101, 2.0**-100, 2.0**-103
# The trailing part over the leading one: rounded, and of a product of rounded numbers.
ROUNDED, UNROUNDED = 2.0**-53, 3 * 2.0**-53


def _wide(pair):
    return WIDE.mpf(pair[0]) + WIDE.mpf(pair[1])


def _pair(x):
    return float(x), float(x - WIDE.mpf(float(x)))


def _draw(rng):
    """A number of any size with digits in both parts."""
    x = WIDE.mpf(rng.uniform(-1, 1)) + WIDE.mpf(rng.uniform(-1, 1)) * WIDE.mpf(2) ** -54
    return _pair(x * WIDE.mpf(2) ** int(rng.integers(-40, 40)))


def _error(found, exact, scale, trailing=ROUNDED):
    assert abs(found[1]) <= trailing * abs(found[0])
    return abs(_wide(found) - exact) / abs(scale)


@pytest.fixture(params=FINE)
def fine(request):
    return FINE[request.param]


@pytest.mark.parametrize("seed", range(200))
def test_operators(fine, seed):
    rng = np.random.default_rng(seed)
    p, q, k = _draw(rng), _draw(rng), rng.uniform(1, 3)
    x, y, w = _wide(p), _wide(q), WIDE.mpf(k)
    found = fine.arithmetic(p, q, k)
    sums = {"x + y": x + y, "x - y": x - y}
    products = {"-x": -x, "k x": w * x, "x k": w * x, "x y": x * y}
    quotients = {"x / k": x / w, "x / y": x / y, "k / y": w / y}
    assert found.keys() == {**sums, **products, **quotients}.keys()
    for name, exact in sums.items():
        assert _error(found[name], exact, abs(x) + abs(y)) <= SUM, name
    for name, exact in products.items():
        assert _error(found[name], exact, exact, UNROUNDED) <= PRODUCT, name
    for name, exact in quotients.items():
        assert _error(found[name], exact, exact) <= QUOTIENT, name


@pytest.mark.parametrize("seed", range(20))
def test_lanes_hold_the_bits_of_single_numbers(fine, seed):
    rng = np.random.default_rng(seed)
    x, y = [_draw(rng) for _ in range(4)], [_draw(rng) for _ in range(4)]
    n, k = _draw(rng), rng.uniform(1, 3)
    found = fine.lanes(x, y, n, k)
    width = len(found["x y"])
    assert width == (1 if fine is FINE.get("baseline") else 4)
    single = [fine.arithmetic(p, q, k) for p, q in zip(x, y, strict=True)]
    with_n = {
        "x + n": [fine.arithmetic(p, n, k) for p in x],
        "n x": [fine.arithmetic(n, p, k) for p in x],
    }
    for name, numbers in found.items():
        alike = {"x + n": "x + y", "n x": "x y"}.get(name, name)
        apart = with_n.get(name, single)
        assert numbers == [one[alike] for one in apart[:width]], name


def test_cancellation_leaves_the_second_parts(fine):
    found = fine.arithmetic((1.0, 2.0**-80), (1.0, 2.0**-90), 1.0)["x - y"]
    assert found == (2.0**-80 - 2.0**-90, 0.0)


@pytest.mark.parametrize("size", [1e-9, 0.1, 0.7, 3.0, 100.0, 1e6, 1e9])
def test_sines_and_cosines(fine, size):
    rng = np.random.default_rng(4)
    angles = [(angle, angle * 2.0**-55) for angle in (*rng.uniform(-size, size, 31), 0.0, size)]
    for x, sine, cosine in zip(angles, *fine.sines_and_cosines(angles), strict=True):
        assert abs(_wide(sine) - WIDE.sin(_wide(x))) <= TURN * max(1.0, size)
        assert abs(_wide(cosine) - WIDE.cos(_wide(x))) <= TURN * max(1.0, size)


def test_sines_and_cosines_next_to_the_corners(fine):
    angles = [(float(count * WIDE.pi / 2), 0.0) for count in (*range(-9, 10), 12345, 10**8)]
    for x, sine, cosine in zip(angles, *fine.sines_and_cosines(angles), strict=True):
        limit = TURN * max(1.0, abs(x[0]))
        assert abs(_wide(sine) - WIDE.sin(WIDE.mpf(x[0]))) <= limit
        assert abs(_wide(cosine) - WIDE.cos(WIDE.mpf(x[0]))) <= limit


def test_of_angles_far_away_a_double_is_left(fine):
    # its neighbors keep their digits
    angles = [(1e10, 0.0), (1.0, 0.0), (-3e15, 0.0), (0.5, 2.0**-60), (1e300, 0.0)]
    for x, sine, cosine in zip(angles, *fine.sines_and_cosines(angles), strict=True):
        far = x[0] > 1e9 or x[0] < -1e9
        assert not far or sine[1] == cosine[1] == 0.0
        limit = 2.0**-52 if far else TURN
        assert abs(_wide(sine) - WIDE.sin(_wide(x))) <= limit
        assert abs(_wide(cosine) - WIDE.cos(_wide(x))) <= limit


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_angles_that_are_no_numbers_have_no_sine(fine, bad):
    sines, cosines = fine.sines_and_cosines([(1.0, 0.0), (bad, 0.0)])
    assert sines[1][0] != sines[1][0]
    assert cosines[1][0] != cosines[1][0]
    assert abs(_wide(sines[0]) - WIDE.sin(1)) <= TURN
