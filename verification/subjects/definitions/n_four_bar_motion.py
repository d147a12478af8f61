"""The N-four-bar in closed form: its rods stay parallel, so that they move as one pendulum.

No code of lieref. With theta the angle of the rods above the x axis, n + 1 rods turn and n bars
shift: I theta'' = -W cos theta, I = (n + 1) / 3 + n in kg m^2, W = ((n + 1) / 2 + n) g in N m. From
upright with the rate -w, half the angle from there is an amplitude of Jacobi's elliptic functions:
theta = -pi / 2 - 2 am(c t - K(m), m), c^2 = w^2 / 4 + W / I, m = W / (I c^2).
"""

from __future__ import annotations

import mpmath
import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
#: Gravity of the benchmark, m/s^2, and its initial velocity of the rods' ends, m/s.
GRAVITY, SPEED = "9.81", 1
#: EXUDYN, TestModels/fourBarMechanismIftomm.py (J. Gerstmayr, 2021): place and velocity of the
#: first rod's end after 10 s in m and m/s, for n = 2, by its step in s; its method is of order 2.
PUBLISHED = {
    1e-3: (0.3284112372, 0.9445348375, 1.422958522, -0.4947565894),
    5e-4: (0.3284465114, 0.9445225721, 1.423028497, -0.494841072),
    2.5e-4: (0.3284552113, 0.9445195467, 1.423045728, -0.4948619021),
    1.25e-4: (0.3284573768, 0.9445187937, 1.423050003, -0.4948670827),
}


def constants(n: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """I in kg m^2 and W in N m."""
    return mpmath.mpf(n + 1) / 3 + n, (mpmath.mpf(n + 1) / 2 + n) * mpmath.mpf(GRAVITY)


def end_of_rods(n: int, t: float) -> Array:
    """Place (x, z) and velocity of the rods' ends from their hinges, (4,), in m and m/s."""
    with mpmath.workdps(30):
        inertia, weight = constants(n)
        c = mpmath.sqrt(mpmath.mpf(SPEED) ** 2 / 4 + weight / inertia)
        m = weight / inertia / c**2
        u = c * mpmath.mpf(t) - mpmath.ellipk(m)
        sn, cn, dn = (mpmath.ellipfun(name, u, m=m) for name in ("sn", "cn", "dn"))
        x, z, rate = -2 * sn * cn, 2 * sn**2 - 1, -2 * c * dn
        return np.array([float(y) for y in (x, z, -z * rate, x * rate)])
