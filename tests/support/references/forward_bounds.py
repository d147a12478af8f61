"""What the tests of forward dynamics share: loads, and errors held against conditioning bounds."""

import numpy as np
from support.references.gabi_spatial_entry import bounds
from support.trees.spatial_robots import EPS, relative

__all__ = ["BOUNDS", "ROUNDINGS", "assert_close", "bounds", "loads"]

# So many conditioning bounds are allowed.
BOUNDS = 30.0
# Beside the bound, which is zero for what no input decides: order 0 of the kernel, times r + 1.
# Found: below 8 eps (r + 1).
ROUNDINGS = 32 * EPS


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
