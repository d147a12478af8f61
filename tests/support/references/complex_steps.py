"""Complex step: the imaginary part of f(x + i h d) / h is the derivative of f along d."""

import numpy as np

from lieref import oracle

# Any step will do whose square vanishes against 1.
STEP = 1e-100
K = oracle.Mp(50)


def moved(x, direction):
    """x + i STEP direction."""
    return x + 1j * STEP * direction


def scalars(rows):
    """Nested lists of Python complex numbers in the field K, each exactly."""
    return [scalars(x) if isinstance(x, list) else K(x) for x in rows]


def imaginary(rows):
    """Directional derivatives in nested lists of mpmath numbers, as doubles."""
    return np.array([[float(K.context.im(x) / K(STEP)) for x in row] for row in rows])
