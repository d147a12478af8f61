"""Series that behave like numbers: mpmath's Taylor coefficients at 50 digits, nested too."""

import math

import pytest

from lieref.algebra.series.taylor_scalar import Functions, Taylor
from lieref.oracle import Arb, Double, Mp

K = Mp(50)
F = Functions(K)
# mpmath differentiates numerically, with as many digits more as it takes
DIGITS_50 = 1e-45
CASES = {
    "sum": lambda x, m: 3 + x - 2 - (1 - x) + (-x) + (+x),
    "product": lambda x, m: (x * x) * 3 * (x + 1),
    "quotient": lambda x, m: (x - 2) / (x * x + 1) + 2 / x + x / 7,
    "powers": lambda x, m: x**3 - x**-2 + x**0,
    "sine": lambda x, m: m.sin(x * x) + m.cos(1 / x),
    "tan": lambda x, m: m.tan(x),
    "sqrt": lambda x, m: m.sqrt(1 + x * x),
    "exp": lambda x, m: m.exp(x * x),
    "log": lambda x, m: m.log(2 + x),
    "atan": lambda x, m: m.atan(x),
    "asin": lambda x, m: m.asin(x),
    "acos": lambda x, m: m.acos(x),
    "atan2": lambda x, m: m.atan2(x * x - 2, x - 1),
    "abs": lambda x, m: abs(x - 3) + abs(x),
    "pi": lambda x, m: x * m.pi,
}
POINT = K(7) / 10


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


def test_coefficients_are_those_of_mpmath(case):
    found = case(F.series([POINT, K(1), *[K(0)] * 4]), F)
    reference = K.context.taylor(lambda x: case(x, K.context), POINT, 5)
    for k, (a, b) in enumerate(zip(found.c, reference, strict=True)):
        assert abs(a - b) < DIGITS_50, k


def test_a_series_of_series_is_a_derivative_of_a_derivative(case):
    outer = Functions(F)
    inner = F.series([POINT, K(1), K(0), K(0)])
    moved = outer.series([inner, F.series([K(1), K(0), K(0), K(0)])])
    found = case(moved, outer).c[1]
    reference = case(F.series([POINT, K(1), K(0), K(0), K(0)]), F)
    for k, x in enumerate(found.c):
        assert abs(x - (k + 1) * reference.c[k + 1]) < DIGITS_50


def test_a_lower_series_is_a_constant_of_a_higher_one():
    outer = Functions(F)
    a, b = F.series([K(2), K(3)]), outer.series([K(5), K(7)])
    for found, value, slope in (
        (a + b, a + 5, K(7)),
        (b - a, 5 - a, K(7)),
        (a - b, a - 5, K(-7)),
        (a * b, a * 5, a * 7),
        (a / b, a / 5, a * 7 / -25),
        (b / a, 5 / a, 7 / a),
        (outer.atan2(b, a), outer.atan2(5 + 0 * a, a), a * 7 / (25 + a * a)),
    ):
        assert found.level == 2
        for x, y in ((found.c[0], value), (found.c[1], slope)):
            difference = x - y
            coefficients = difference.c if isinstance(difference, Taylor) else [difference]
            assert max(map(abs, coefficients)) < DIGITS_50


def test_comparisons_look_at_the_value():
    x = F.series([K(2), K(-9)])
    assert x > 1 and x >= 2 and x < 3 and x <= 2
    assert x < F.series([K(3), K(0)]) and not x > F.series([K(3), K(0)])
    assert repr(Taylor([1.0, 2.0])) == "Taylor([1.0, 2.0])"


@pytest.mark.parametrize("field", [float, Double()], ids=["float", "Double"])
def test_doubles_and_their_functions(field):
    m = Functions(field)
    assert m.pi == math.pi
    for name in ("sin", "cos", "tan", "asin", "acos", "atan", "sqrt", "exp", "log"):
        assert abs(getattr(m, name)(0.3) - getattr(math, name)(0.3)) < 4e-16
    assert m.atan2(0.3, -0.4) == math.atan2(0.3, -0.4)
    assert m(2) == 2.0 and isinstance(m(2), float)


def test_complex_numbers_and_balls():
    assert abs(Functions(complex).sin(0.3 + 1e-20j).imag - 1e-20 * math.cos(0.3)) < 1e-35
    field = Arb(30)
    with field.working():
        m = Functions(field)
        assert m.pi.contains(math.pi) or abs(float(m.pi) - math.pi) < 1e-15
        x = m.series([field(0.3), field(1)])
        for name in ("sin", "tan", "asin", "atan", "sqrt", "exp", "log"):
            assert abs(float(getattr(m, name)(x).c[0]) - getattr(math, name)(0.3)) < 1e-15
        assert abs(float(m.atan2(x, x + 1).c[0]) - math.atan2(0.3, 1.3)) < 1e-15


def test_a_power_that_is_no_integer_is_refused():
    with pytest.raises(TypeError):
        Taylor([1.0, 2.0]) ** 0.5
