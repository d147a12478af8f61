"""Series as scalars against derivatives by differences, in every field, and series of series."""

import cmath
import math

import pytest

from lieref import oracle
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.taylor_scalars import Functions, Taylor, TaylorField

LENGTH = 6
START = [0.3, 0.7, -0.4, 0.25, 1.5, -0.75]
K = oracle.Mp(50)
EXPRESSIONS = {
    "sin": lambda x, m: m.sin(x),
    "cos": lambda x, m: m.cos(x),
    "tan": lambda x, m: m.tan(x),
    "asin": lambda x, m: m.asin(x),
    "acos": lambda x, m: m.acos(x),
    "atan": lambda x, m: m.atan(x),
    "atan2": lambda x, m: m.atan2(x + 1, x * x - 2),
    "sqrt": lambda x, m: m.sqrt(x + 2),
    "exp": lambda x, m: m.exp(x),
    "log": lambda x, m: m.log(x + 0.5),
    "quotient": lambda x, m: (1 - x) / (x * x + 2) - 3 / x,
    "powers": lambda x, m: x**3 + 2 * x**-2 + (x + 1) ** 0.5 - x / 4,
    "pi": lambda x, m: m.pi * x - m.sin(m.pi / 3) + m.sqrt(2) * x,
}


def polynomial(m, t):
    return sum(m.mpf(c) * t**k for k, c in enumerate(START))


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_functions_of_series(name):
    f = EXPRESSIONS[name]
    T = TaylorField(K, LENGTH)
    got = f(Taylor(T, [K(c) for c in START]), Functions(T))
    wide = oracle.Mp(600).context
    expected = wide.taylor(lambda t: f(polynomial(wide, t), wide), 0, LENGTH - 1)
    scale = max(abs(x) for x in expected)
    assert len(got.x) == LENGTH
    assert max(abs(K(e) - g) for g, e in zip(got.x, expected, strict=True)) < 1e-47 * scale
    # balls hold the same numbers, doubles and complex ones are near them
    A = oracle.Arb(50)
    with A.working():
        TA = TaylorField(A, LENGTH)
        balls = f(Taylor(TA, [A(c) for c in START]), Functions(TA))
        fine = [A(K(x)) + (A(0).union(A(1e-40)) - A(0).union(A(1e-40))) for x in got.x]
        assert all(x.overlaps(y) for x, y in zip(balls.x, fine, strict=True))
        assert max(A.radius(x) for x in balls.x) < 1e-44 * float(scale)
    for field in (oracle.Double(), oracle.ComplexDouble()):
        if name == "atan2" and isinstance(field, oracle.ComplexDouble):
            continue
        TD = TaylorField(field, LENGTH)
        rough = f(Taylor(TD, [field(c) for c in START]), Functions(TD))
        assert max(abs(x - float(y)) for x, y in zip(rough.x, got.x, strict=True)) < 1e-13 * scale


@pytest.mark.parametrize("name", EXPRESSIONS)
@pytest.mark.parametrize("start", START[1:3])
def test_functions_of_jets(name, start):
    """f(x + e + d) of one coefficient: its jet holds f, f' twice, and f''."""
    f = EXPRESSIONS[name]
    T, K3 = TaylorField(Jets(K), 1), TaylorField(K, 3)
    (got,) = f(Taylor(T, [Jet(K(start), [K(1)], [K(1)])]), Functions(T)).x
    value, first, half_second = f(Taylor(K3, [K(start), K(1), K(0)]), Functions(K3)).x
    expected = [value, first, first, 2 * half_second]
    for x, y in zip([got.x, *got.u, *got.y, *([*got.w] or [K(0)])], expected, strict=True):
        assert abs(x - y) < 1e-46 * max(map(abs, expected))


@pytest.mark.parametrize("name", ["sin", "atan2", "sqrt", "quotient", "log"])
def test_series_of_series_are_mixed_derivatives(name):
    """f(x(t) + s): the coefficient of s is the series of f'(x(t)), by the difference in s."""
    f = EXPRESSIONS[name]
    inner = TaylorField(K, LENGTH)
    outer = TaylorField(inner, 2)
    x = Taylor(inner, [K(c) for c in START])
    got = f(Taylor(outer, [x, inner(1)]), Functions(outer))
    fine = oracle.Mp(120)
    W = TaylorField(fine, LENGTH)
    step = fine(1) / 10**35
    moved = [
        f(Taylor(W, [fine(START[0]) + s, *map(fine, START[1:])]), Functions(W))
        for s in (step, -step)
    ]
    for k in range(LENGTH):
        slope = (moved[0].x[k] - moved[1].x[k]) / (2 * step)
        assert abs(K(slope) - got.x[1].x[k]) < 1e-44 * (1 + abs(slope))
    # an inner series is a constant of the outer one, on either side
    for mixed in (x * got - got * x, (x + got) - (got + x), (x - got) + (got - x)):
        assert all(abs(c) < 1e-45 for part in mixed.x for c in part.x)


def test_functions_of_plain_scalars():
    double, rotation = Functions(oracle.Double()), Functions(oracle.ComplexDouble())
    assert double.atan2(1, -1) == math.atan2(1, -1) and double.pi == math.pi
    assert rotation.exp(1j) == cmath.exp(1j)
    assert Functions(K).log(2) == K.context.log(2)
    with pytest.raises(TypeError, match="Counting"):
        Functions(oracle.Counting())


def test_series_and_jets_compare_by_their_values():
    """A coupling's function may branch on its argument, or take its modulus."""
    T = TaylorField(TaylorField(K, 2), 2)
    for x in (T(K(-0.5)), Jet(K(-0.5), [K(1)])):
        assert x < 0 and x <= -0.5 and not x > 0 and not x >= x + 1 and 1 > x
        assert abs(x) > 0.25 and max(x, 2 * x) is x
    slope = abs(Jet(K(-0.5), [K(1)])).u
    assert slope == [-1]
    assert abs(Taylor(TaylorField(K, 2), [K(-2), K(3)])).x == [2, -3]
