"""The error metrics against hand-worked numbers, at every precision of the reference."""

import math
from decimal import Decimal
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest

from lieref.check import metrics
from lieref.errors import ShapeError

VALUES = [[1.0, -4.0], [0.5, 12.0]]
REFERENCE = [[1.5, -2.0], [0.5, 10.0]]
EPS = 2.0**-52


def test_each_metric_is_the_formula_of_the_paper():
    # errors 1/2, 2, 0, 2 and denominators max(|ref|, 1) = 3/2, 2, 1, 10
    assert metrics.mae(VALUES, REFERENCE) == 2.0
    assert abs(metrics.rmsae(VALUES, REFERENCE) - math.sqrt((0.25 + 4 + 4) / 4)) <= 4 * EPS
    assert metrics.mre(VALUES, REFERENCE) == 1.0
    expected = math.sqrt((1 / 9 + 1 + 0.04) / 4)
    assert abs(metrics.rmsre(VALUES, REFERENCE) - expected) <= 4 * EPS
    assert metrics.relative_max_norm(VALUES, REFERENCE) == 0.2
    assert abs(metrics.digits(VALUES, REFERENCE) - math.log10(5)) <= 4 * EPS


def test_small_references_are_not_divided_by():
    assert metrics.mre([1e-3], [0.0]) == 1e-3
    assert metrics.relative_max_norm([1e-3], [0.0]) == math.inf
    assert metrics.relative_max_norm([0.0], [0.0]) == 0.0


@pytest.mark.parametrize("kind", ["mpf", "decimal", "fraction", "arb"])
def test_the_error_is_formed_before_the_reference_is_rounded(kind):
    tiny = Fraction(1, 10**30)
    mp = mpmath.MPContext()
    mp.dps = 60
    flint.ctx.prec, before = 300, flint.ctx.prec
    try:
        reference = {
            "mpf": mp.mpf(1) + mp.mpf(10) ** -30,
            "decimal": Decimal("1.000000000000000000000000000001"),
            "fraction": 1 + tiny,
            "arb": flint.arb(1) + flint.arb(10) ** -30,
        }[kind]
        error = metrics.mae([1.0], [reference])
        assert abs(error - 1e-30) <= 1e-45
        assert metrics.mae([reference], [1.0]) == error
        assert metrics.mae([reference], [reference]) == 0.0
    finally:
        flint.ctx.prec = before


def test_exact_keeps_sign_and_exponent():
    for x in (-0.75, 0.0, -3e-300, 5e300, 2.0**-1074):
        for same in (mpmath.mpf(x), flint.arb(x), Decimal(x), np.float64(x)):
            assert metrics.exact(same) == Fraction(x)
    assert metrics.exact(-7) == metrics.exact(np.int32(-7)) == -7


def test_values_that_are_not_finite_are_infinitely_wrong():
    for bad in (math.nan, math.inf, -math.inf, mpmath.mpf("nan"), mpmath.mpf("-inf")):
        found = metrics.summarize([bad, 1.0], [1.0, 1.0])
        assert found.mae == found.rmsae == found.mre == found.rmsre == math.inf
        assert found.relative == math.inf and found.digits == -math.inf


def test_a_reference_that_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="NaN"):
        metrics.mae([1.0], [math.nan])
    with pytest.raises(ValueError, match="not finite"):
        metrics.mae([1.0], [mpmath.mpf("inf")])
    with pytest.raises(ValueError, match="not finite"):
        metrics.mae([1.0], [flint.arb("nan")])


def test_shapes_and_types_are_checked():
    with pytest.raises(ShapeError, match=r"\(2,\).*\(3,\)"):
        metrics.mae([1.0, 2.0], [1.0, 2.0, 3.0])
    with pytest.raises(TypeError, match="real"):
        metrics.mae([1j], [1.0])


def test_digits_are_capped():
    assert metrics.digits([1.0], [1.0]) == metrics.MAX_DIGITS == 17
    assert metrics.digits([1.0], [1 + Fraction(1, 10**40)]) == 17
    assert metrics.digits([100.0], [1.0]) < 0


def test_squares_neither_overflow_nor_vanish():
    assert abs(metrics.rmsae([3e200, 4e200], [0, 0]) / 1e200 - math.sqrt(12.5)) <= 1e-14
    assert abs(metrics.rmsae([3e-200, 4e-200], [0, 0]) * 1e200 - math.sqrt(12.5)) <= 1e-14


def test_numbers_beyond_double_are_infinite_not_an_error():
    assert metrics.mae([1.0], [Fraction(10) ** 400]) == math.inf


def test_summary_agrees_with_the_single_metrics():
    found = metrics.summarize(VALUES, REFERENCE)
    for name, attribute in [
        ("MAE", found.mae),
        ("RMSAE", found.rmsae),
        ("MRE", found.mre),
        ("RMSRE", found.rmsre),
        ("relative max norm", found.relative),
        ("digits", found.digits),
    ]:
        assert attribute == metrics.METRICS[name](VALUES, REFERENCE)
    assert found.entries == 4


def test_numpy_arrays_of_any_layout():
    values = np.arange(12.0).reshape(3, 4)
    assert metrics.mae(values.T[::-1], values.T[::-1]) == 0.0
    assert metrics.mae(values.astype(np.float32), values) == 0.0
    assert metrics.absolute_errors(values, values + 1).shape == (3, 4)


def test_rows_by_base_joints_and_kind():
    rows = metrics.row_blocks(
        ["free", "revolute", "spherical", "free"], [0, 6, 7, 10], [6, 1, 3, 6], [-1, 0, 1, 2]
    )
    assert rows["base"] == list(range(6))
    assert rows["joints"] == list(range(6, 16))
    assert rows["free"] == [*range(6), *range(10, 16)]
    assert rows["revolute"] == [6] and rows["spherical"] == [7, 8, 9]
    assert "base" not in metrics.row_blocks(["revolute"], [0], [1], [-1])


def test_blocks_keep_their_own_scale():
    reference = np.array([[1e6, 1.0], [2e6, 2.0]])
    values = reference + np.array([[0.0, 1e-3], [0.0, 0.0]])
    blocks = metrics.dynamics_blocks({"base": [0], "joints": [1]}, 2)
    found = metrics.by_block(values, reference, blocks)
    assert found["base"].mae == 0.0
    assert abs(found["joints"].relative - 5e-4) <= 1e-12
    assert abs(found["order 0"].relative - 1e-9) <= 1e-15
    assert abs(found["joints, order 0"].relative - 1e-3) <= 1e-12
    assert found["joints, order 1"].mae == 0.0
    assert set(blocks) == {
        "order 0", "order 1", "base", "base, order 0", "base, order 1",
        "joints", "joints, order 0", "joints, order 1",
    }  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_errors_from_a_pair_are_the_exact_ones(seed):
    rng = np.random.default_rng(seed)
    exact_values = [
        Fraction(x) + Fraction(y) / 3**35 for x, y in rng.normal(size=(200, 2)).tolist()
    ]
    high = np.array([float(x) for x in exact_values])
    low = np.array(
        [float(x - Fraction(h)) for x, h in zip(exact_values, high.tolist(), strict=True)]
    )
    # equal, a few spacings away, far away, of the other sign
    values = high * np.array([1.0, 1 + 3 * EPS, 1.7, -2.0])[np.arange(200) % 4]
    expected = metrics.absolute_errors(values, exact_values)
    found = metrics.absolute_errors_from_pair(values, high, low)
    assert np.all(np.abs(found - expected) <= EPS * expected + EPS**2 * np.abs(high))
    summary, exact = (
        metrics.summarize_pair(values, high, low),
        metrics.summarize(values, exact_values),
    )
    for name in ("mae", "rmsae", "mre", "rmsre", "relative"):
        assert abs(getattr(summary, name) - getattr(exact, name)) <= 8 * EPS * getattr(exact, name)
    assert summary.entries == 200


def test_the_low_half_of_a_pair_counts():
    assert metrics.absolute_errors_from_pair([1.0], [1.0], [3e-20])[0] == 3e-20
    assert metrics.absolute_errors_from_pair([1.0 + EPS], [1.0], [EPS / 4])[0] == 0.75 * EPS


def test_a_pair_refuses_what_is_no_reference():
    for bad in (math.nan, math.inf):
        assert metrics.absolute_errors_from_pair([bad], [1.0], [0.0])[0] == math.inf
        with pytest.raises(ValueError, match="the reference is not finite"):
            metrics.absolute_errors_from_pair([1.0], [bad], [0.0])
        with pytest.raises(ValueError, match="the reference is not finite"):
            metrics.absolute_errors_from_pair([1.0], [1.0], [bad])
    with pytest.raises(ShapeError, match=r"shape \(2,\), the reference \(1,\) and \(1,\)"):
        metrics.absolute_errors_from_pair([1.0, 2.0], [1.0], [0.0])
