"""What the tests of forward dynamics share: loads, and errors held against conditioning bounds."""

import numpy as np
from support.references.forward_forms import FACTORS, ROUNDINGS, bounds
from support.trees.spatial_robots import relative

__all__ = ["BOUNDS", "ROUNDINGS", "assert_close", "bounds", "loads"]

# So many conditioning bounds are allowed.
BOUNDS = FACTORS["default"]


def loads(model, rows, axes="body", seed=5):
    """Wrenches, their axes and tau_ext, as the arguments come."""
    rng = np.random.default_rng(seed)
    wrenches = rng.standard_normal((rows, model.nbodies, 6))
    return wrenches, axes, rng.standard_normal((rows, model.nv))


def assert_close(found, reference, bound, factor=BOUNDS):
    """Each order within its bound, which half an ulp in the arguments costs in any case."""
    error = relative(found, reference)
    limit = factor * np.asarray(bound) + ROUNDINGS * np.arange(1, len(error) + 1)
    assert (error <= limit).all(), (error / limit).max()
