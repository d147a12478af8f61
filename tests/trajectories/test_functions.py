"""Functions of time: series against derivatives that mpmath finds from closed forms."""

from fractions import Fraction
from math import comb

import mpmath
import numpy as np
import pytest
from support.references.tolerances import EPS

from lieref.errors import NonFiniteError, ShapeError
from lieref.oracle import Mp
from lieref.trajectories import BSpline, Constant, Cosine, HalfCosine, Polynomial, Sine
from lieref.trajectories.fields import ARRAYS, pi

DIGITS = 50
ORDER = 8
TIMES = (0.0, 0.37, 1.0, 2.9, 3.0)
# What numerical differentiation of order 8 at 100 digits leaves is far below.
AGREE = mpmath.mpf(10) ** -44
NOISE = 1e-80
mp = mpmath.MPContext()
mp.dps = 100

COEFFICIENTS = [mp.mpf(0.1), mp.mpf(-0.7), mp.mpf(1) / 3, mp.mpf(2), mp.mpf(0.25)]
FUNCTIONS = {
    "constant": (Constant(0.3), lambda t: mp.mpf(0.3) + 0 * t),
    "polynomial": (
        Polynomial([0.1, -0.7, Fraction(1, 3), 2, 0.25], origin=0.5),
        lambda t: sum(c * (t - 0.5) ** k for k, c in enumerate(COEFFICIENTS)),
    ),
    "cosine": (Cosine(0.4, 1.7, 0.2, -0.1), lambda t: -0.1 + 0.4 * mp.cos(mp.mpf(1.7) * t + 0.2)),
    "sine": (Sine(0.4, 1.7, 0.2, -0.1), lambda t: -0.1 + 0.4 * mp.sin(mp.mpf(1.7) * t + 0.2)),
    "half-cosine": (
        HalfCosine(0.2, 1.1, 3.0),
        lambda t: 0.2 + mp.mpf(1.1) / 2 * (1 - mp.cos(mp.pi * t / 3)),
    ),
    "sum and product": (
        2 * Cosine(0.4, 1.7) * Polynomial([0.0, 1.0]) + Sine(1.0, 0.5) + 0.25,
        lambda t: 2 * mp.mpf(0.4) * mp.cos(mp.mpf(1.7) * t) * t + mp.sin(t / 2) + mp.mpf(0.25),
    ),
}


def reference(function, t, k):
    return mp.diff(function, mp.mpf(t), k) if k else function(mp.mpf(t))


def size(closed, t, k):
    """Largest modulus over the times near t: an error of the argument moves along the function."""
    values = [abs(reference(closed, s, k)) for s in (t - 0.3, t, t + 0.3)]
    return float(max(values))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_fifty_digits(name):
    function, closed = FUNCTIONS[name]
    K = Mp(DIGITS)
    for t in TIMES:
        series = function.series(K, K(t), ORDER + 1)
        assert len(series) == ORDER + 1
        for k, x in enumerate(series):
            error = abs(mp.make_mpf(x._mpf_) * mp.factorial(k) - reference(closed, t, k))
            assert error <= AGREE * max(1, abs(reference(closed, t, k))), (t, k)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_doubles_of_many_times(name):
    function, closed = FUNCTIONS[name]
    found = function.derivatives(np.array(TIMES).reshape(5, 1), ORDER)
    assert found.shape == (5, 1, ORDER + 1)
    for t, row in zip(TIMES, found[:, 0], strict=True):
        for k, x in enumerate(row):
            error = abs(float(mp.mpf(float(x)) - reference(closed, t, k)))
            # NOISE: what numerical differentiation leaves of a zero
            assert error <= 16 * (k + 1) * EPS * size(closed, t, k) + NOISE, (t, k)


def test_numbers_of_numpy_are_numbers():
    made = np.float64(2.0) * Constant(1.5) + np.float64(0.25)
    assert made.derivatives(0.0).tolist() == [3.25]
    with pytest.raises(ShapeError, match="factor: got array"):
        np.ones(2) * Constant(1.5)


def test_one_time_gives_one_row():
    assert Polynomial([1.0, 2.0]).derivatives(3.0, 2).tolist() == [7.0, 2.0, 0.0]
    assert Constant(2.0).derivatives(3.0).tolist() == [2.0]


def test_half_cosine_keeps_its_digits_at_rest():
    t = 1e-9
    found = float(HalfCosine(0.0, 1.0, 30.0).derivatives(t)[0])
    exact = float((1 - mp.cos(mp.pi * mp.mpf(t) / 30)) / 2)
    assert found == pytest.approx(exact, rel=8 * EPS, abs=0.0)


def test_pi_to_every_digit():
    assert pi(ARRAYS) == np.pi
    for digits in (15, 50, 90):
        K = Mp(digits)
        assert abs(mp.make_mpf(pi(K)._mpf_) - mp.pi) <= mp.mpf(10) ** (1 - digits)


def test_pi_of_balls_holds_pi():
    flint = pytest.importorskip("flint")
    from lieref.oracle import Arb

    K = Arb(40)
    with K.working():
        ball = pi(K)
        assert ball.contains(flint.arb.pi())
        assert K.radius(ball) < 1e-36


# B-splines against the recursion of Cox and de Boor, in fractions.
SPLINES = {
    "degree 0": ([0, 1, 2, 3], [1, -2, 4], 0),
    "degree 1": ([0, 0, 1, 2, 2], [1, -2, 4], 1),
    "degree 1, a jump at the end": ([0, 1, 3, 3, 4], [1, -2, 4], 1),
    "cubic, uneven": ([0, 0, 0, 0, 1, Fraction(5, 2), 3, 3, 3, 3], [1, -2, 4, 0, 3, 2], 3),
    "cubic, double knot": ([0, 0, 0, 0, 1, 1, 3, 3, 3, 3], [1, -2, 4, 0, 3, 2], 3),
    "quintic, not clamped": (list(range(-5, 9)), [1, -2, 4, 0, 3, 2, 5, -1], 5),
}


def basis(knots, i, p, t):
    if p == 0:
        return Fraction(int(knots[i] <= t < knots[i + 1]))
    left = right = Fraction(0)
    if knots[i + p] > knots[i]:
        left = (t - knots[i]) / (knots[i + p] - knots[i]) * basis(knots, i, p - 1, t)
    if knots[i + p + 1] > knots[i + 1]:
        share = (knots[i + p + 1] - t) / (knots[i + p + 1] - knots[i + 1])
        right = share * basis(knots, i + 1, p - 1, t)
    return left + right


def piece(spline, t, start, end):
    """Derivatives at t of the polynomial that the spline is between two knots, by interpolation."""
    knots, c, p = spline
    points = [start + (end - start) * Fraction(j, p + 1) for j in range(p + 1)]
    values = [
        sum(x * basis([Fraction(u) for u in knots], i, p, s) for i, x in enumerate(c))
        for s in points
    ]
    total = [Fraction(0)] * (p + 1)
    for j, value in enumerate(values):
        term, scale = [value], Fraction(1)
        for m, s in enumerate(points):
            if m != j:
                # times (u + t - s), u = time - t
                term = [a + (t - s) * b for a, b in zip([0, *term], [*term, 0], strict=True)]
                scale *= points[j] - s
        total = [a + b / scale for a, b in zip(total, term, strict=True)]
    return total


@pytest.mark.parametrize("name", SPLINES)
def test_splines_are_their_definition(name):
    spline = knots, c, p = SPLINES[name]
    made = BSpline(knots, c, p)
    K = Mp(DIGITS)
    first, last = made.domain
    at = sorted({u for u in knots if first <= u < last})
    for start, end in zip(at, [*at[1:], last], strict=True):
        for t in (Fraction(start), (Fraction(start) + 2 * Fraction(end)) / 3):
            exact = piece(spline, t, Fraction(start), Fraction(end)) + [Fraction(0)] * 2
            found = made.series(K, K(t), p + 3)
            rows = made.derivatives(np.array([float(t), float(t)]), p + 2)
            for k, x in enumerate(exact):
                assert abs(found[k] - K(x)) <= K(10) ** (3 - DIGITS)
                plain = float(x) * float(mpmath.factorial(k))
                scale = max(1.0, *(abs(float(y)) for y in exact)) * float(mpmath.factorial(k))
                assert abs(rows[0, k] - plain) <= 64 * EPS * scale
    assert np.array_equal(rows[0], rows[1])


@pytest.mark.parametrize("name", SPLINES)
def test_the_last_time_belongs_to_the_last_piece(name):
    spline = knots, c, p = SPLINES[name]
    made = BSpline(knots, c, p)
    last = Fraction(made.domain[1])
    before = max(Fraction(u) for u in knots if u < last)
    exact = piece(spline, last, before, last)
    K = Mp(DIGITS)
    for x, y in zip(made.series(K, K(last), p + 1), exact, strict=True):
        assert abs(x - K(y)) <= K(10) ** (3 - DIGITS)
    scale = float(max(abs(y) for y in exact))
    assert abs(made.derivatives(float(last))[0] - float(exact[0])) <= 64 * EPS * scale


def test_clamped_splines_start_and_end_at_their_coefficients():
    made = BSpline.clamped([0.5, 2.0, -1.0, 0.25, 3.0], 3, start=-1.0, end=2.0)
    assert made.domain == (-1.0, 2.0)
    ends = made.derivatives([-1.0, 2.0], 1)
    assert ends[:, 0].tolist() == [0.5, 3.0]
    # rate at an end: degree times the slope of the first leg, whose knots are 1.5 s apart
    assert ends[0, 1] == pytest.approx(3 * (2.0 - 0.5) / 1.5, rel=8 * EPS)


def test_leibniz():
    a, b = Cosine(0.4, 1.7), Sine(2.0, 0.3, 0.1)
    x, y, z = (f.derivatives(1.3, 6) for f in (a, b, a * b))
    for k in range(7):
        terms = [comb(k, j) * x[j] * y[k - j] for j in range(k + 1)]
        assert abs(z[k] - sum(terms)) <= 8 * (k + 1) * EPS * sum(map(abs, terms))


@pytest.mark.parametrize(
    "make, error, message",
    [
        (lambda: Cosine(1.0, True), ShapeError, "frequency: got True"),
        (lambda: HalfCosine(0.0, 1.0, 0.0), ShapeError, "duration: got 0.0, expected a number ab"),
        (lambda: HalfCosine([], 1.0, 1.0), ShapeError, "start"),
        (lambda: Polynomial([]), ShapeError, "coefficients: got 0 numbers, expected at least 1"),
        (lambda: Polynomial(3.0), ShapeError, "coefficients: got 3.0, expected a sequence"),
        (lambda: Sine(1.0, 10**400), NonFiniteError, "frequency"),
        (lambda: Sine(1.0, 1.0) + "x", ShapeError, "summand: got 'x'"),
        (lambda: Sine(1.0, 1.0) * np.nan, NonFiniteError, "factor"),
        (lambda: Sine(1.0, 1.0).derivatives(0.0, -1), ShapeError, "r: got -1, expected an integer"),
        (lambda: Sine(1.0, 1.0).derivatives(0.0, 169), ShapeError, "r: got 169.*0 to 168"),
        (lambda: Sine(1.0, 1.0).derivatives(0.0, 1.0), ShapeError, "r: got 1.0"),
        (lambda: Sine(1.0, 1.0).derivatives(0.0, True), ShapeError, "r: got True"),
        (
            lambda: HalfCosine(0, 1, 1e-300).derivatives(0.0, 2),
            NonFiniteError,
            r"index \(2,\): too large",
        ),
        (lambda: BSpline([0, 1], [1.0], -1), ShapeError, "degree: got -1"),
        (lambda: BSpline([0, 1, 2], [1.0], 0), ShapeError, "knots: got 3, expected 2 for 1 coeff"),
        (lambda: BSpline([0, 1, 2, 3], [1.0], 1), ShapeError, "coefficients: got 1 .*at least 2"),
        (lambda: BSpline([0, 0, 2, 1], [1.0, 2.0], 1), ShapeError, r"knots\[3\] is 1, below"),
        (lambda: BSpline([0, 0, 0, 1, 1], [1.0, 2.0, 3.0], 1), ShapeError, "0 occurs more than"),
        (lambda: BSpline([0, 1, 1, 2], [1.0, 2.0], 1), ShapeError, "begins and ends at 1"),
        (lambda: BSpline([0, 1], [1.0], 0).derivatives(1.5), ShapeError, "t: 1.5 is outside the"),
        (lambda: BSpline([0, 1], [1.0], 0).derivatives([0, -1]), ShapeError, "t: -1.0 is outside"),
        (lambda: BSpline.clamped([1.0], 0, 1, 1), ShapeError, "end: got 1, expected a time after"),
        (lambda: BSpline([0, 1], [1.0], 0).series(Mp(20), Mp(20)(2), 1), ShapeError, "is outside"),
    ],
)
def test_what_is_no_function_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
