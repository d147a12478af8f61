"""Mechanisms with every loop joint and their states, and how far results are from each other."""

import functools

from support.mechanisms.oracle_loop_robots import LOOP_JOINTS, closed_chain, closed_state

from lieref import oracle

# digits to spare: balls lose ten and more in the elimination of forty equations
K = oracle.Arb(70)
ORDER = 1
KINDS = list(LOOP_JOINTS)
#: Kind, base, axes of the wrenches; loops between two bodies, and on the world for every base.
CASES = [
    ("revolute", False, "body", "body"),
    ("prismatic", False, "body", "inertial"),
    ("helical", True, "spatial", "inertial"),
    ("screw", False, "body", "body"),
    ("spherical", True, "mixed", "inertial"),
    ("universal", False, "spatial", "body"),
    ("cylindrical", True, "hybrid", "body"),
    ("planar", True, "body", "inertial"),
    ("euler", False, "hybrid", "body"),
    ("fixed", True, "mixed", "body"),
]
#: Every base, both axes, and loops between bodies and on the world, for what does not depend on the
#: joint: its motions are all that the equations of a loop know of it.
FEW = [case for case in CASES if case[0] in ("prismatic", "spherical", "universal", "cylindrical")]


@functools.cache
def mechanism(kind, on_world):
    """Model and state of a case, made once."""
    with K.working():
        model = closed_chain(kind, seed=301, on_world=on_world)
        return model, closed_state(model, ORDER, seed=302, field=K)


def size(values):
    """Largest modulus that the balls leave possible."""
    return max((abs(K.to_float(x)) + K.radius(x) for x in values), default=0.0)


def far(got, expected):
    """Largest difference of two tables, relative to the second one's rows."""
    worst = 0.0
    for row, other in zip(got, expected, strict=True):
        difference = size([K(x) - K(y) for x, y in zip(row, other, strict=True)])
        worst = max(worst, difference / (size([K(y) for y in other]) or 1.0))
    return worst
