"""Sines and cosines of the kernels against exact values."""

from math import pi

import mpmath
import numpy as np
import pytest

from lieref.algebra.scalars import trigonometry
from lieref.errors import NonFiniteError, ShapeError

# fdlibm's polynomials and reduction stay below 1 ulp; 0.75 is what 46,000 angles have shown.
ULP = 0.8
SEED = 20


def _angles() -> np.ndarray:
    rng = np.random.default_rng(SEED)
    sign = rng.choice((-1.0, 1.0), 2000)
    return np.concatenate(
        [
            rng.uniform(-pi, pi, 2000),
            sign * 10 ** rng.uniform(-12, 5, 2000),
            np.arange(-300, 301) * (pi / 4),
            np.nextafter(np.arange(1, 50) * (pi / 2), 0),
            [0.0, -0.0, 5e-324, 99999.0, 100001.0, 1e8, 1e22, 1e300],
        ]
    )


def test_sines_and_cosines_are_right_to_a_fraction_of_an_ulp():
    context = mpmath.MPContext()
    context.dps = 360  # the reduction of 1e300 takes 300 digits
    angles = _angles()
    for found, function in zip(
        trigonometry.sincos(angles), (context.sin, context.cos), strict=True
    ):
        for x, y in zip(angles.tolist(), found.tolist(), strict=True):
            reference = function(context.mpf(x))
            if reference == 0:
                assert y == 0
                continue
            error = abs(context.mpf(y) - reference) / context.mpf(np.spacing(abs(float(reference))))
            assert error <= ULP, f"seed {SEED}: angle {x!r} is wrong by {float(error):.3f} ulp"


@pytest.mark.parametrize("count", range(10))
def test_any_number_of_angles(count):
    angles = np.linspace(-3.0, 3.0, count)
    sines, cosines = trigonometry.sincos(angles)
    assert sines.shape == cosines.shape == (count,)
    # one ulp more for numpy's own error
    assert np.all(np.abs(sines - np.sin(angles)) <= 2 * np.spacing(1.0))
    assert np.all(np.abs(cosines - np.cos(angles)) <= 2 * np.spacing(1.0))


def test_bad_angles_are_refused():
    with pytest.raises(NonFiniteError):
        trigonometry.sincos([0.0, np.nan])
    with pytest.raises(ShapeError):
        trigonometry.sincos(["a"])
