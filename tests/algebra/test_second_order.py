"""Second-order numbers: hyper-dual against jets, bicomplex against pairs of complex numbers."""

import mpmath
import numpy as np
import pytest
from support.trees.algebra_samples import EPS

from lieref.algebra.scalars import _bicomplex, _hyper_dual
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.scalars import Mp

K = Mp(60)
# holds the square of the smallest step beside one, where bicomplex parts are found by cancellation
WIDE = mpmath.mp.clone()
WIDE.dps = 400
# Sums of products of parts, beside a bound of the largest product. Found: 0.5 eps.
ROUNDING = 2 * EPS
BUILDS = {"hyper_dual": (_hyper_dual, 0.0), "bicomplex": (_bicomplex, -1.0)}
OPERATORS = ("x + y", "x - y", "-x", "k x", "x k", "x / k", "x y", "x / y", "k / y")
UNITS = np.eye(4)


def _arithmetic(build, x, y, k=1.0):
    """Results by the names of the operators, an array each."""
    found = BUILDS[build][0].arithmetic(x, y, k)
    return {name: np.array(rows) for name, rows in found.items()}


def _sine_and_cosine(build, x):
    return np.array(BUILDS[build][0].sine_and_cosine(x))


def _bicomplex_pair(parts):
    """The two complex numbers that behave like a + b e1 + c e2 + d e1 e2: e2 = -e1, e2 = e1."""
    a, b, c, d = map(WIDE.mpf, parts)
    return WIDE.mpc(a + d, b - c), WIDE.mpc(a - d, b + c)


def _bicomplex_parts(pair):
    p, m = pair
    return [(p.real + m.real) / 2, (p.imag + m.imag) / 2, (m.imag - p.imag) / 2,
            (p.real - m.real) / 2]  # fmt: skip


def _jet_parts(jet):
    u, y, w = (slopes[0] if slopes else K(0) for slopes in (jet.u, jet.y, jet.w))
    return [jet.x, u, y, w]


def _exact(build, operation, *numbers):
    """Parts of the result of an operation on numbers, exact for all purposes."""
    if build == "bicomplex":
        pairs = zip(*map(_bicomplex_pair, numbers), strict=True)
        return [float(x) for x in _bicomplex_parts([operation(WIDE, *pair) for pair in pairs])]
    with K.working():
        jets = [Jet(K(x[0]), [K(x[1])], [K(x[2])], [K(x[3])]) for x in map(list, numbers)]
        return [K.to_float(x) for x in _jet_parts(operation(Jets(K), *jets))]


def _numbers(build, step, seed):
    """x, y and weights: parts of the sizes 1, h, h, h^2, the value of y at least 3."""
    rng = np.random.default_rng(seed)
    weights = np.array([1.0, step, step, step * step])
    x, y = rng.uniform(-1.0, 1.0, (2, BUILDS[build][0].PAIRS, 4)) * weights
    y[:, 0] += 4.0
    return x, y, weights


def _assert_parts(found, expected, weights, size):
    assert (abs(found - expected) <= ROUNDING * size * weights).all()


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("step", [1.0, 1e-8, 1e-20, 1e-150])
@pytest.mark.parametrize("build", BUILDS)
def test_operators_against_longer_numbers(build, step, seed):
    x, y, weights = _numbers(build, step, seed)
    k = 1.7
    found = _arithmetic(build, x, y, k)
    assert tuple(found) == OPERATORS
    for name, parts in found.items():
        for lane, (a, b) in enumerate(zip(x, y, strict=True)):
            expected = _exact(build, lambda _, x, y, name=name: _applied(name, x, y, k), a, b)
            _assert_parts(parts[lane], expected, weights, 20.0)


def _applied(name, x, y, k):
    return {
        "x + y": lambda: x + y,
        "x - y": lambda: x - y,
        "-x": lambda: -x,
        "k x": lambda: x * k,
        "x k": lambda: x * k,
        "x / k": lambda: x / k,
        "x y": lambda: x * y,
        "x / y": lambda: x / y,
        "k / y": lambda: 1 / y * k,
    }[name]()


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("step", [1.0, 1e-8, 1e-20, 1e-150])
@pytest.mark.parametrize("build", BUILDS)
def test_sine_and_cosine_against_longer_numbers(build, step, seed):
    x, _, weights = _numbers(build, step, seed)
    found = _sine_and_cosine(build, x)
    for name, parts in zip(("sin", "cos"), found, strict=True):
        for lane, a in enumerate(x):
            expected = _exact(build, lambda F, x, name=name: getattr(F, name)(x), a)
            _assert_parts(parts[lane], expected, weights, 4.0)


@pytest.mark.parametrize("build", BUILDS)
def test_units(build):
    module, sigma = BUILDS[build]
    one, e1, e2, both = (np.tile(unit, (module.PAIRS, 1)) for unit in UNITS)

    def product(x, y):
        return _arithmetic(build, x, y)["x y"]

    assert (product(e1, e1) == sigma * one).all()
    assert (product(e2, e2) == sigma * one).all()
    assert (product(e1, e2) == both).all()
    assert (product(e2, e1) == both).all()
    assert (product(both, both) == sigma**2 * one).all()


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("build", BUILDS)
def test_identities(build, seed):
    x, y, weights = _numbers(build, 1.0, seed)
    quotient = _arithmetic(build, x, y)["x / y"]
    _assert_parts(_arithmetic(build, quotient, y)["x y"], x, weights, 20.0)
    squares = sum(_arithmetic(build, z, z)["x y"] for z in _sine_and_cosine(build, x))
    _assert_parts(squares, np.tile(UNITS[0], (len(x), 1)), weights, 8.0)


@pytest.mark.parametrize("build", BUILDS)
def test_pairs_do_not_mix(build):
    count = BUILDS[build][0].PAIRS
    x, y = np.random.default_rng(5).uniform(1.0, 2.0, (2, count, 4))
    alone = _arithmetic(build, *(np.tile(z[1], (count, 1)) for z in (x, y)), 2.0)
    together = _arithmetic(build, x, y, 2.0)
    for name in OPERATORS:
        assert (together[name][1] == alone[name][0]).all(), name
