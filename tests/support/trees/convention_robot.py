"""A robot that the converters between conventions are tried on, and what counts as close."""

import numpy as np
from support.references.tolerances import EPS

import lieref

# A converter is a 6 x 6 product, as are the few operations of a library's kinematics.
TURNED = 32 * EPS
# Dynamics and their derivatives by two libraries, relative to the largest entry.
DYNAMICS = 256 * EPS
MASSES = ((2.0, (0.1, 0.2, 0.3), (0.3, 0.4, 0.5)), (1.0, (0.1, 0.0, 0.4), (0.1, 0.2, 0.25)))
SEED = 5


def robot():
    """A free body, and one hinged to it half a metre above its origin."""
    builder = lieref.ModelBuilder()
    lift = np.eye(4)
    lift[2, 3] = 0.5
    rest = ((None, lieref.Free(), np.eye(4)), ("base", lieref.Revolute((0, 1, 0)), lift))
    for name, given, place in zip(("base", "arm"), MASSES, rest, strict=True):
        mass, com, moments = given
        parent, joint, placement = place
        builder.add_body(
            name, parent, joint, placement, mass=mass, com=com, inertia=np.diag(moments)
        )
    return builder.build()


def state(seed=SEED):
    """q, v, a of the robot, base in body form."""
    rng = np.random.default_rng(seed)
    q = rng.normal(size=8)
    q[3:7] /= np.linalg.norm(q[3:7])
    return q, rng.normal(size=7), rng.normal(size=7)


def close(found, expected, bound=TURNED):
    size = max(1.0, abs(np.asarray(expected)).max())
    np.testing.assert_allclose(found, expected, rtol=0, atol=bound * size)
