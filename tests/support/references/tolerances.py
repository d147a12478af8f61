"""Tolerances of tests/dynamics: factors of eps and of a scale that each test takes from its data.

An error is the max norm of one order's difference by the max norm of that order's reference, unless
the test says otherwise; orders r >= 1 have r + 1 times the tolerance of order 0, because their
products of series are sums of r + 1 terms. The factors are about four times the worst error that
was found on the robots x states x bases of tests/support/trees.
"""

import numpy as np

EPS = float(np.finfo(float).eps)

# Production kernel against the oracle: constants right to the last bit, a few roundings in each
# pass. Found: 3.2 eps (r + 1) (every_joint_free), 1.2 eps (r + 1) at order 20.
KERNEL = 16 * EPS
# Kernel against its twin in doubles, which computes the model's constants in doubles as well.
# Found: 16 eps (r + 1) (serial_20_free).
TWIN = 64 * EPS
# Two computations by the compiled text that differ in roundings: unrolled and general loops, fused
# multiply-adds of the AVX2 build. Found: 8 to 16 eps (r + 1), in the fast states.
BUILDS = 48 * EPS
# A batch against its states one by one: as BUILDS, over all states but the fast ones.
# Found: 6.5 eps (r + 1) (every_joint, near pi).
BATCHES = 16 * EPS
# Twin and oracle at 50 digits: what the cancellations of orders up to 2 leave of them.
DIGITS_50 = 1e-45
# Pinocchio's rnea at order 0: both round, by other algorithms.
PINOCCHIO = 1e-13
# Identities of doubles (power balance, linearity, symmetry of H), relative to the sum of the
# moduli of the terms that cancel: each term carries the kernel's own error. Found: below 4 eps.
IDENTITY = 16 * EPS
# Complex step, Im f(x + i h) / h: nothing cancels, but the product rule doubles the terms of every
# product. Found: 4 to 8 eps (r + 1).
COMPLEX_STEP = 32 * EPS
# Closed forms (H, C and their derivatives, energy, momentum) against the oracle and among each
# other: H about ten roundings on the longest way to the root, C and h twice that. Found: below
# 12 eps (every_joint_free, Hdot against C + C^T).
CLOSED_FORMS = 48 * EPS
