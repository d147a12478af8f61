"""Whether bounds hold the exact result, for the tests of bounds."""

from fractions import Fraction

import numpy as np
from support.trees.robots import ALL_KINDS

import lieref


def missed(found, reference):
    """Entries whose exact value is farther from the value than the bound, and errors of all.

    found: values and radii (rows, columns); reference: a `Certified` result.
    """
    values, radii = found
    errors = np.zeros(values.shape)
    count = 0
    for k, row in enumerate(reference.midpoints):
        for i, exact in enumerate(row):
            away = abs(Fraction(exact) - Fraction(float(values[k, i])))
            errors[k, i] = float(away)
            if np.isfinite(radii[k, i]):
                # the reference value is known to that
                own = Fraction(reference.radii[k][i])
                count += away > Fraction(float(radii[k, i])) + own
    return count, errors


def assert_certified(result, reference, K):
    """A `Certified` result of 30 digits, begun with 20, holds reference values of a fine field."""
    assert result.digits > 20 and result.relative_radius <= 1e-30
    scales = [max(abs(x) for x in row) for row in reference]
    for mids, radii, row in zip(result.midpoints, result.radii, reference, strict=True):
        for mid, radius, x in zip(mids, radii, row, strict=True):
            assert abs(K(mid) - x) <= radius
    relative = max(max(radii) / scale for radii, scale in zip(result.radii, scales, strict=True))
    assert abs(result.relative_radius / float(relative) - 1) < 1e-6


def outside(found, exact):
    """How many entries of the balls `exact` are certainly farther from the value than the radius.

    found: values and radii, arrays; exact: balls of python-flint, in the same shape.
    """
    values, radii = (np.asarray(x) for x in found)
    exact = np.asarray(exact, dtype=object)
    assert values.shape == radii.shape == exact.shape
    return sum(
        bool(abs(x - value) > radius)
        for x, value, radius in zip(
            exact.flat, values.ravel().tolist(), radii.ravel().tolist(), strict=True
        )
    )


def ratios(found, exact):
    """Radii over the errors that they bound, of entries that are no doubles."""
    values, radii = (np.asarray(x).ravel() for x in found)
    pairs = zip(np.asarray(exact).flat, values.tolist(), strict=True)
    errors = np.array([abs(float((x - value).mid())) for x, value in pairs])
    wrong = errors > 1e-19 * abs(values).max(initial=0.0)
    return radii[wrong] / errors[wrong]


def random_tree(seed):
    """A tree of one to six bodies of all joint types, on a free or a fixed base, and a q of it."""
    print(f"random_tree({seed})")
    rng = np.random.default_rng(seed)
    start = seed % len(ALL_KINDS)
    model = lieref.catalogue.random_tree(
        int(rng.integers(1, 7)), seed, ALL_KINDS[start:] + ALL_KINDS[:start],
        "free" if seed % 2 else "fixed",
    )  # fmt: skip
    return model, model.random_configuration(rng)
