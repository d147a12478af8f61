"""The coefficient functions against their definitions at 140 digits; their Taylor series."""

from fractions import Fraction
from math import factorial, nextafter

import numpy as np
import pytest
from support.trees.algebra_samples import ANGLES, COEFFICIENT_LIMIT, EPS

from lieref.algebra.groups import coefficients
from lieref.algebra.groups.se3_twin import COEFFICIENTS
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError
from lieref.oracle.scalars.scalars import Mp

K = Mp(140)

RATIONALS = {
    "EXP_1": lambda k: Fraction((-1) ** k, factorial(2 * k + 1)),
    "EXP_1_SLOPE": lambda k: Fraction((-1) ** (k + 1) * 2 * (k + 1), factorial(2 * k + 3)),
    "EXP_3": lambda k: Fraction((-1) ** k, factorial(2 * k + 3)),
    "EXP_3_SLOPE": lambda k: Fraction((-1) ** (k + 1) * 2 * (k + 1), factorial(2 * k + 5)),
    "COT_RESIDUE": lambda k: Fraction((-1) ** k * (k + 1), 2 * factorial(2 * k + 6)),
}

AT_ZERO = {
    "exp_1": 1.0,
    "exp_2": 1 / 2,
    "exp_3": 1 / 6,
    "exp_1_slope": -1 / 3,
    "exp_2_slope": -1 / 12,
    "exp_3_slope": -1 / 60,
    "dexp_inv_2": 1 / 12,
    "dexp_inv_2_slope": 1 / 360,
    "half_sinc": 1 / 2,
}


def worst(name, angles):
    """Largest relative error of a coefficient over the angles."""
    errors = []
    for t, value in zip(angles, getattr(coefficients, name)(angles), strict=True):
        reference = COEFFICIENTS[name](K, K(float(t)))
        errors.append(abs((K(float(value)) - reference) / reference))
    return float(max(errors))


@pytest.mark.parametrize("kind", [kind for kind in ANGLES if kind != "huge"])
@pytest.mark.parametrize("name", COEFFICIENTS)
def test_relative_error_of_a_coefficient(name, kind):
    if name == "exp_1_slope" and kind in ("around 4.5", "pi to 2 pi"):
        # it has a zero at 4.49: there the error is measured against 1 / t^2, its size elsewhere
        angles = ANGLES[kind](np.random.default_rng(11), 100)
        for t in angles:
            reference = COEFFICIENTS[name](K, K(float(t)))
            assert (
                abs(K(float(coefficients.exp_1_slope(t))) - reference) <= COEFFICIENT_LIMIT / t**2
            )
        return
    assert worst(name, ANGLES[kind](np.random.default_rng(11), 100)) <= COEFFICIENT_LIMIT


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_both_sides_of_every_switch(name):
    assert coefficients.switch_angles() == [2.0, 4.5]
    for switch in coefficients.switch_angles():
        if name == "exp_1_slope" and switch > 4:
            continue
        below, above = nextafter(switch, 0.0), nextafter(switch, 9.0)
        assert worst(name, np.array([below, switch, above])) <= COEFFICIENT_LIMIT


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_zero_sign_and_shape(name):
    function = getattr(coefficients, name)
    assert function(0.0) == AT_ZERO[name] and function(1e-200) == AT_ZERO[name]
    t = np.linspace(-3.0, 3.0, 12).reshape(3, 4)
    assert function(t).shape == (3, 4)
    assert np.array_equal(function(t), function(-t))
    assert function(t)[1, 2] == function(t[1, 2]) == function(float(t[1, 2]))


def test_log_ratio():
    rng = np.random.default_rng(5)
    half = ANGLES["log-uniform"](rng, 300) / 2
    norm = rng.uniform(0.5, 4.0, 300)
    s, c = norm * np.sin(half), norm * np.cos(half)
    for x, y, value in zip(s, c, coefficients.log_ratio(s, c), strict=True):
        exact_s, exact_c = K(float(x)), K(float(y))
        reference = 2 * K.context.atan2(exact_s, exact_c) / exact_s
        assert abs(K(float(value)) - reference) <= COEFFICIENT_LIMIT * reference
    assert coefficients.log_ratio(0.0, 0.25) == 8.0
    assert coefficients.log_ratio(1e-160, 1.0) == 2.0
    assert abs(coefficients.log_ratio(1.0, 0.0) - np.pi) <= EPS * np.pi
    for bad in ((-1.0, 1.0), (0.0, 0.0), (0.0, -1.0)):
        with pytest.raises(ConfigurationError, match="log_ratio"):
            coefficients.log_ratio(*bad)


@pytest.mark.parametrize("name", RATIONALS)
def test_taylor_coefficients_are_the_rationals(name):
    high, low = coefficients.taylor_series()[name]
    for k, value in enumerate(high):
        exact = RATIONALS[name](k)
        assert value == float(exact)
        if k < len(low):
            assert low[k] == float(exact - Fraction(value))


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_bad_angles(name):
    function = getattr(coefficients, name)
    with pytest.raises(NonFiniteError, match=r"t: nan at index \(1,\)"):
        function([0.0, np.nan])
    with pytest.raises(ShapeError, match="complex128"):
        function(1j)


@pytest.mark.parametrize("name", RATIONALS)
def test_truncation_is_as_small_as_the_switch_points_claim(name):
    high, low = coefficients.taylor_series()[name]
    near, far = (Fraction(t) ** 2 for t in coefficients.switch_angles())
    # EXP_1 and its slope serve t up to 2, and t/2 up to 4.5 / 2
    x = far if len(high) == 18 else max(near, far / 4)
    terms = [abs(RATIONALS[name](k)) * x**k for k in range(len(high) + 1)]
    total = abs(sum(RATIONALS[name](k) * x**k for k in range(40)))
    assert terms[-1] < Fraction(1, 10**20) * total
    assert terms[len(low)] < Fraction(1, 10**5) * total
