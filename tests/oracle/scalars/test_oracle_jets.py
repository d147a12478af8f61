"""Jets carry the derivatives of what is computed with them."""

import pytest

from lieref import oracle
from lieref.oracle.scalars.jets import Jet, Jets

FINE = oracle.Mp(200)
STEP = FINE(10) ** -50


def _function(K, x, y):
    """Every operation, with ints, scalars and jets on either side."""
    two = K(2)
    mixed = K.dot([x, y, two, x], [y, two, x, x])
    return (
        K.sin(x * y + 2) / (K.cos(x) + 3) - K.sqrt(x + y) * mixed / y + 1 / x + (two - x) / 5
    ) * (3 - y) - (-x) / y


@pytest.mark.parametrize("make", [oracle.Mp, oracle.Arb])
def test_slopes_are_derivatives(make):
    scalars = make(50)
    K = Jets(scalars)
    with K.working():
        x, y = scalars(0.75), scalars(1.25)
        # e_0 moves y, e_1 moves x, e_2 moves y twice as fast; d moves y
        one, zero = scalars(1), scalars(0)
        jet = _function(K, Jet(x, [zero, one]), Jet(y, [one, zero, 2 * one], [one]))
        got = [FINE(u) for u in map(_exact, [jet.x, *jet.u, *jet.y, *jet.w])]

    def at(a, b):
        return _function(FINE, FINE(0.75) + a * STEP, FINE(1.25) + b * STEP)

    f_x, f_y = (at(1, 0) - at(-1, 0)) / (2 * STEP), (at(0, 1) - at(0, -1)) / (2 * STEP)
    f_xy = (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * STEP**2)
    f_yy = (at(0, 1) - 2 * at(0, 0) + at(0, -1)) / STEP**2
    expected = [at(0, 0), f_y, f_x, 2 * f_y, f_y, f_yy, f_xy, 2 * f_yy]
    assert max(abs(g - e) for g, e in zip(got, expected, strict=True)) < 1e-46


def _exact(x):
    return x.mid() if hasattr(x, "mid") else x


def test_what_does_not_depend_has_no_slopes():
    K = Jets(oracle.Double())
    x, y = Jet(3.0, [1.0]), Jet(5.0, [0.0, 1.0], [1.0])
    assert isinstance(K(0.5), float) and isinstance(K.dot([1.0, 2.0], [3.0, 4.0]), float)
    assert K.cos(0.0) == 1.0 and K.sqrt(4.0) == 2.0 and K.sin(0.0) == 0.0
    assert not (x * x).y and not (x * x).w and (x * x).u == [6.0]
    product = K.dot([x], [y])
    assert (product.x, product.u, product.y, product.w) == (15.0, [5.0, 3.0], [3.0], [1.0])
    assert K(x) is x and K.owns(x) and K.owns(1.0) and not K.owns("1")
    assert K.to_float(x) == 3.0 and K.to_float(0.5) == 0.5
    assert K.is_finite(y) and not K.is_finite(Jet(1.0, [1.0], [], [float("nan")]))
    assert K.is_finite(1.0) and not K.is_finite(float("inf"))


@pytest.mark.parametrize("make", [oracle.Double, oracle.Mp, oracle.Arb])
def test_matrices_of_jets_are_jets(make):
    """Products, sums and transposes, entry by entry; directions at which some have no slope."""
    scalars = make()
    J = Jets(scalars)
    with scalars.working():
        numbers = iter(scalars(x) / 7 for x in range(1, 200))

        def jet(u, y):
            slopes = [next(numbers) for _ in range(u)], [next(numbers) for _ in range(y)]
            return Jet(next(numbers), [scalars(0), *slopes[0]], slopes[1], [next(numbers)] * y)

        a = [jet(1, 0), jet(0, 1), next(numbers), jet(2, 1), jet(1, 1), jet(0, 0)]
        b = [jet(0, 1), jet(2, 0), jet(1, 1), next(numbers), jet(0, 1), jet(1, 0)]
        A, B, C = J.matrix(2, 3, a), J.matrix(3, 2, b), scalars.matrix(2, 2, [scalars(3)] * 4)
        got = J.entries(
            (J.times(A, B) * 2 + C - _first_columns(J, a) - C * 3 + (C - J.times(A, B))).transpose()
        )
        # 2 A B + C - A' - 3 C + C - A B, transposed; A' the first two columns of A
        expected = [
            J.dot(a[3 * i : 3 * i + 3], b[j::2]) - a[3 * i + j] - 3
            for j in range(2)
            for i in range(2)
        ]
        for x, y in zip(got, expected, strict=True):
            for name in ("u", "y", "w"):
                slopes = [list(getattr(z, name)) for z in (x, y)]
                size = max(map(len, slopes))
                for left, right in zip(
                    *(z + [scalars(0)] * (size - len(z)) for z in slopes), strict=True
                ):
                    assert abs(scalars.to_float(left - right)) < 1e-13 * 700
            assert abs(scalars.to_float(x.x - y.x)) < 1e-13 * 700
        assert not isinstance(J.matrix(1, 1, [scalars(2)]), type(A))


def _first_columns(J, a):
    """The first two columns of A."""
    return J.matrix(2, 2, [a[0], a[1], a[3], a[4]])


def test_a_slope_that_may_be_zero_is_kept():
    scalars = oracle.Arb()
    J = Jets(scalars)
    with scalars.working():
        unknown = scalars.widen(scalars(0), 1)
        (got,) = J.entries(J.matrix(1, 1, [Jet(scalars(1), [scalars(0), unknown])]))
        assert scalars.radius(got.u[1]) >= 1
