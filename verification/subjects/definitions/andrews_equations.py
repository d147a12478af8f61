"""Andrews' squeezing mechanism by the Test Set's own equations, in extended precision.

Source: Test Set for IVP Solvers, "andrews"; Hairer & Wanner, Solving Ordinary Differential
Equations II, (7.8) to (7.11) of Sec. VII.7. Coordinates are beta, theta, gamma, phi, delta, omega,
epsilon. No code of lieref: masses and loops are written out by hand, so that the two can be
compared. Numbers are numpy's longdouble, which has 64 bits on x86 and 113 on some others; on the
rest it is a double, and `EPS` says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Extended = NDArray[np.longdouble]
NAMES = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")
EPS = float(np.finfo(np.longdouble).eps)


def _numbers(words: str) -> tuple[np.longdouble, ...]:
    return tuple(np.longdouble(word) for word in words.split())


M1, M2, M3, M4, M5, M6, M7 = _numbers("0.04325 0.00365 0.02373 0.00706 0.07050 0.00706 0.05498")
I1, I2, I3, I4, I5, I6, I7 = _numbers(
    "2.194e-6 4.410e-7 5.255e-6 5.667e-7 1.169e-5 5.667e-7 1.912e-5"
)
XA, YA, XB, YB, XC, YC = _numbers("-0.06934 -0.00227 -0.03635 0.03273 0.014 0.072")
D, DA, E, EA, RR, RA = _numbers("0.028 0.0115 0.02 0.01421 0.007 0.00092")
SS, SA, SB, SC, SD, TA, TB = _numbers("0.035 0.01874 0.01043 0.018 0.02 0.02308 0.00916")
U, UA, UB, ZF, ZT, FA = _numbers("0.04 0.01228 0.00449 0.02 0.04 0.01421")
MOMENT, C0, L0 = _numbers("0.033 4530 0.07785")
START = np.array(
    _numbers(
        "-0.0617138900142764496358948458001 0 0.455279819163070380255912382449 "
        "0.222668390165885884674473185609 0.487364979543842550225598953530 "
        "-0.222668390165885884674473185609 1.23054744454982119249735015568"
    )
)
# Numbers of midpoints of the extrapolated steps: order 16.
COUNTS = (2, 4, 6, 8, 10, 12, 14, 16)


def mass_matrix(q: Any) -> Extended:
    """M(q), (7, 7), kg m^2."""
    _, theta, _, phi, _, omega, _ = q
    M = np.zeros((7, 7), np.longdouble)
    M[0, 0] = M1 * RA**2 + M2 * (RR**2 - 2 * DA * RR * np.cos(theta) + DA**2) + I1 + I2
    M[0, 1] = M[1, 0] = M2 * (DA**2 - DA * RR * np.cos(theta)) + I2
    M[1, 1] = M2 * DA**2 + I2
    M[2, 2] = M3 * (SA**2 + SB**2) + I3
    M[3, 3] = M4 * (E - EA) ** 2 + I4
    M[3, 4] = M[4, 3] = M4 * ((E - EA) ** 2 + ZT * (E - EA) * np.sin(phi)) + I4
    M[4, 4] = M4 * (ZT**2 + 2 * ZT * (E - EA) * np.sin(phi) + (E - EA) ** 2) + I4
    M[4, 4] += M5 * (TA**2 + TB**2) + I5
    M[5, 5] = M6 * (ZF - FA) ** 2 + I6
    M[5, 6] = M[6, 5] = M6 * ((ZF - FA) ** 2 - U * (ZF - FA) * np.sin(omega)) + I6
    M[6, 6] = M6 * ((ZF - FA) ** 2 - 2 * U * (ZF - FA) * np.sin(omega) + U**2) + I6
    M[6, 6] += M7 * (UA**2 + UB**2) + I7
    return M


def spring_torque(gamma: Any) -> Any:
    """Torque of the spring on gamma, N m."""
    x = SD * np.cos(gamma) + SC * np.sin(gamma) + XB
    y = SD * np.sin(gamma) - SC * np.cos(gamma) + YB
    length = np.sqrt((x - XC) ** 2 + (y - YC) ** 2)
    fx, fy = (-C0 * (length - L0) / length * to for to in (x - XC, y - YC))
    by_gamma = (SC * np.cos(gamma) - SD * np.sin(gamma), SD * np.cos(gamma) + SC * np.sin(gamma))
    return fx * by_gamma[0] + fy * by_gamma[1]


def forces(q: Any, v: Any) -> Extended:
    """f(q, q'), (7,): drive, spring, and the terms of second order in the velocities, N m."""
    _, theta, gamma, phi, _, omega, _ = q
    rb, rt, _, rp, rd, ro, re = v
    return np.array(
        [
            MOMENT - M2 * DA * RR * rt * (rt + 2 * rb) * np.sin(theta),
            M2 * DA * RR * rb**2 * np.sin(theta),
            spring_torque(gamma),
            M4 * ZT * (E - EA) * rd**2 * np.cos(phi),
            -M4 * ZT * (E - EA) * rp * (rp + 2 * rd) * np.cos(phi),
            -M6 * U * (ZF - FA) * re**2 * np.cos(omega),
            M6 * U * (ZF - FA) * ro * (ro + 2 * re) * np.cos(omega),
        ]
    )


def gaps(q: Any) -> Extended:
    """g(q), (6,): from the ends of K3, K4 and K6 to that of K2, m."""
    beta, theta, gamma, phi, delta, omega, epsilon = q
    x = RR * np.cos(beta) - D * np.cos(beta + theta)
    y = RR * np.sin(beta) - D * np.sin(beta + theta)
    return np.array(
        [
            x - SS * np.sin(gamma) - XB,
            y + SS * np.cos(gamma) - YB,
            x - E * np.sin(phi + delta) - ZT * np.cos(delta) - XA,
            y + E * np.cos(phi + delta) - ZT * np.sin(delta) - YA,
            x - ZF * np.cos(omega + epsilon) - U * np.sin(epsilon) - XA,
            y - ZF * np.sin(omega + epsilon) + U * np.cos(epsilon) - YA,
        ]
    )


def _along(length: Any, angle: Any) -> tuple[Any, Any]:
    return length * np.cos(angle), length * np.sin(angle)


def _across(length: Any, angle: Any) -> tuple[Any, Any]:
    return length * np.sin(angle), -length * np.cos(angle)


def gap_rates(q: Any, v: Any) -> tuple[Extended, Extended]:
    """G(q) = dg/dq (6, 7), and G' q' (6,)."""
    beta, theta, gamma, phi, delta, omega, epsilon = q
    rb, rt, rg, rp, rd, ro, re = v
    # bars of each pair of rows: the coordinates that turn them, and themselves
    bars = [
        *((k, (0,), _along(RR, beta)) for k in range(3)),
        *((k, (0, 1), _along(-D, beta + theta)) for k in range(3)),
        (0, (2,), _across(-SS, gamma)),
        (1, (3, 4), _across(-E, phi + delta)),
        (1, (4,), _along(-ZT, delta)),
        (2, (5, 6), _along(-ZF, omega + epsilon)),
        (2, (6,), _across(-U, epsilon)),
    ]
    G, bends = np.zeros((6, 7), np.longdouble), np.zeros(6, np.longdouble)
    for k, turning, (x, y) in bars:
        rate = sum(v[j] for j in turning)
        for j in turning:
            G[2 * k, j] -= y
            G[2 * k + 1, j] += x
        bends[2 * k] -= x * rate**2
        bends[2 * k + 1] -= y * rate**2
    return G, bends


def accelerations(q: Any, v: Any) -> tuple[Extended, Extended]:
    """q'' (7,) and the multipliers (6,) of M q'' + G^T lambda = f, G q'' = -G' q'."""
    G, bends = gap_rates(q, v)
    A = np.zeros((13, 13), np.longdouble)
    A[:7, :7], A[:7, 7:], A[7:, :7] = mass_matrix(q), G.T, G
    solution = _solved(A, np.concatenate([forces(q, v), -bends]))
    return solution[:7], solution[7:]


def _solved(A: Extended, b: Extended) -> Extended:
    """Gauss with partial pivoting: numpy has no solver beyond double."""
    A, x = A.copy(), b.copy()
    n = len(x)
    for k in range(n):
        pivot = k + int(np.argmax(np.abs(A[k:, k])))
        A[[k, pivot]], x[[k, pivot]] = A[[pivot, k]], x[[pivot, k]]
        factors = A[k + 1 :, k] / A[k, k]
        A[k + 1 :, k:] -= factors[:, None] * A[k, k:]
        x[k + 1 :] -= factors * x[k]
    for k in reversed(range(n)):
        x[k] = (x[k] - A[k, k + 1 :] @ x[k + 1 :]) / A[k, k]
    return x


def motion(end: str = "0.03", steps: int = 300) -> tuple[Extended, Extended]:
    """Positions (7,) and velocities (7,) from rest to the time `end` in s.

    The midpoint rule extrapolated to order 16, in even steps.
    """
    state = np.concatenate([START, np.zeros(7, np.longdouble)])
    h = np.longdouble(end) / steps
    for _ in range(steps):
        state = _extrapolated(state, h)
    return state[:7], state[7:]


def _rate(state: Extended) -> Extended:
    return np.concatenate([state[7:], accelerations(state[:7], state[7:])[0]])


def _extrapolated(state: Extended, step: np.longdouble) -> Extended:
    """One step of the extrapolated midpoint rule (Gragg, Bulirsch, Stoer), by Neville's scheme."""
    first = _rate(state)
    rows: list[list[Extended]] = []
    for j, count in enumerate(COUNTS):
        h = step / count
        before, here = state, state + h * first
        for _ in range(count - 1):
            before, here = here, before + 2 * h * _rate(here)
        row = [here]
        for k in range(j):
            factor = (np.longdouble(count) / COUNTS[j - k - 1]) ** 2 - 1
            row.append(row[k] + (row[k] - rows[-1][k]) / factor)
        rows.append(row)
    return rows[-1][-1]
