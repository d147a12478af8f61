"""Whether bounds hold the exact result, for the tests of bounds."""

from fractions import Fraction

import numpy as np


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
