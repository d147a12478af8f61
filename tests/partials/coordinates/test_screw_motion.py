"""How a joint moves when its screw does: against power series of exp and log at 60 digits."""

import numpy as np
import pytest
from support.references.tolerances import EPS

from lieref.algebra import SE3
from lieref.algebra.groups import se3_twin
from lieref.model.joints.joints import Helical, Prismatic, Revolute
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.coordinates.screw_motion import joint_screw, screw_motion

K = Arb(60)
TURN = Revolute((0.48, 0.6, -0.64), (0.2, -0.4, 0.7))
BOLT = Helical((0.48, -0.6, 0.64), 0.3, (0.2, 0.4, 0.1))
SLIDE = Prismatic((0.48, 0.64, -0.6))
# Angles of every branch of the coefficients: tiny, in the series, and more than a turn.
CASES = ((TURN, -2.9), (BOLT, 1e-3), (BOLT, 2.1), (BOLT, 9.3), (SLIDE, 0.7))
# Sums of a few terms, max norms. Found: 1.1 eps.
CLOSED = 6 * EPS


def log_of_displacement(X, change, q, back):
    """log exp((X + change) q) back of a small change, (6,), to third order; back: exp(-X q)."""
    moved = [(x + y) * q for x, y in zip(X, change, strict=True)]
    E = se3_twin.matmul(se3_twin.exp_series(K, moved), back)
    D = np.array(E, object) - np.array(se3_twin.identity(K, 4), object)
    log = D - D @ D / 2 + D @ D @ D / 3
    return np.array([log[2, 1], log[0, 2], log[1, 0], *log[:3, 3]])


@pytest.mark.parametrize(("joint", "q"), CASES, ids=lambda x: getattr(x, "kind", str(x)))
def test_displacement_to_second_order(joint, q):
    found = screw_motion(joint, q)
    with K.working():
        X, h, angle = [K(float(x)) for x in joint_screw(joint)], K(10) ** -15, K(q)
        back = se3_twin.exp_series(K, [-x * angle for x in X])

        def moved(sign, *places):
            change = [h * (sign if k in places else 0) for k in range(6)]
            return log_of_displacement(X, change, angle, back)

        def doubles(row):
            return np.array([K.to_float(x) for x in row])

        up, down = ([moved(sign, j) for j in range(6)] for sign in (1, -1))
        first = np.stack([doubles((x - y) / (2 * h)) for x, y in zip(up, down, strict=True)], 1)
        # where nothing moves, the log is zero; along two it has the terms of each as well
        bent = [x + y for x, y in zip(up, down, strict=True)]
        second = np.zeros((6, 6, 6))
        for j in range(6):
            second[:, j, j] = doubles(bent[j] / (h * h))
            for k in range(j):
                both = moved(1, j, k) + moved(-1, j, k) - bent[j] - bent[k]
                second[:, j, k] = second[:, k, j] = doubles(both / (2 * h * h))
    assert abs(found.moved - first).max() <= CLOSED * abs(first).max()
    assert abs(found.curvature - second).max() <= CLOSED * abs(second).max()


@pytest.mark.parametrize("joint", (TURN, BOLT, SLIDE), ids=lambda joint: joint.kind)
def test_rates_are_derivatives_of_the_rate(joint):
    # r = Ad_exp(X q), and E^-1 dE/dq = r Y makes dL/dq = r
    q, step = 0.7, 1e-5
    X, found = joint_screw(joint), screw_motion(joint, q)
    ends = [screw_motion(joint, q + x) for x in (step, -step)]
    assert abs(found.rate - SE3.Ad(SE3.exp(X * q))).max() == 0
    for mine, name in ((found.rate, "moved"), (found.bend, "rate"), (found.bend_rate, "bend")):
        up, down = (getattr(end, name) for end in ends)
        # central differences in doubles: step^2 of a third derivative, eps / step of rounding
        assert abs((up - down) / (2 * step) - mine).max() <= 1e-9 * (1 + abs(mine).max())
