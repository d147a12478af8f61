"""Motions in closed form, by Jacobi's elliptic functions at 30 digits: a free body, a heavy top.

Whittaker, A Treatise on the Analytical Dynamics of Particles and Rigid Bodies, sections 69 to 72.
Each function returns a model and its motion: (q, v) as a function of the time in s, every number
rounded once. Needs mpmath, the extra ``lieref[oracle]``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mpmath
import numpy as np
from numpy.typing import NDArray

from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Spherical
from lieref.model.model import Model

Array = NDArray[np.float64]
Motion = Callable[[float], tuple[Array, Array]]
MP = mpmath.mp.clone()
MP.dps = 30


def _pose(phi: Any, theta: Any, psi: Any) -> tuple[Any, Array]:
    """Rz(phi) Rx(theta) Rz(psi) as a matrix of 30 digits and as a rounded quaternion."""
    turns = []
    for angle in (phi, psi):
        c, s = MP.cos(angle), MP.sin(angle)
        turns.append(MP.matrix([[c, -s, 0], [s, c, 0], [0, 0, 1]]))
    c, s = MP.cos(theta), MP.sin(theta)
    tilt = MP.matrix([[1, 0, 0], [0, c, -s], [0, s, c]])
    less, more = (phi - psi) / 2, (phi + psi) / 2
    c, s = MP.cos(theta / 2), MP.sin(theta / 2)
    quaternion = [s * MP.cos(less), s * MP.sin(less), c * MP.sin(more), c * MP.cos(more)]
    return turns[0] * tilt * turns[1], np.array([float(x) for x in quaternion])


def _amplitude(u: Any, m: Any) -> tuple[Any, Any, Any, Any]:
    """am u, sn u, cn u, dn u."""
    sn, cn, dn = (MP.ellipfun(name, u, m=m) for name in ("sn", "cn", "dn"))
    angle = MP.atan2(sn, cn)
    # the branch of am next to 2 pi u / (4 K), from which it differs by less than pi / 2
    turns = MP.nint(u / (4 * MP.ellipk(m)) - angle / (2 * MP.pi))
    return angle + 2 * MP.pi * turns, sn, cn, dn


def free_body() -> tuple[Model, Motion]:
    """An asymmetric body, its center of mass off the origin of its frame, without weight."""
    A, B, C = (MP.mpf(x) for x in (0.4, 0.7, 0.9))
    com, drift = [0.3, -0.2, 0.1], [0.5, 0.25, -0.75]
    b = ModelBuilder(gravity=(0.0, 0.0, 0.0))
    inertia = np.diag([float(A), float(B), float(C)])
    b.add_body("body", None, Free(), None, 1.5, com, inertia)
    a1, a3 = MP.mpf("0.75"), MP.mpf("1.25")
    twice_energy = A * a1**2 + C * a3**2
    L = MP.sqrt((A * a1) ** 2 + (C * a3) ** 2)
    pace = MP.sqrt((C - B) * (L**2 - twice_energy * A) / (A * B * C))
    m = (B - A) * (twice_energy * C - L**2) / ((C - B) * (L**2 - twice_energy * A))
    a2 = MP.sqrt((twice_energy * C - L**2) / (B * (C - B)))
    n = -((C * a3) ** 2) * m / (A * a1) ** 2

    def motion(t: float) -> tuple[Array, Array]:
        am, sn, cn, dn = _amplitude(pace * MP.mpf(t), m)
        w = [a1 * cn, a2 * sn, a3 * dn]
        turned = MP.ellippi(n, am, m) / pace
        phi = L / C * t + L * (twice_energy - L**2 / C) / (A * a1) ** 2 * turned
        psi = MP.atan2(A * w[0], B * w[1])
        R, quaternion = _pose(phi, MP.acos(C * w[2] / L), psi)
        place = MP.matrix(drift) * t - R * MP.matrix(com)
        moved = R.T * MP.matrix(drift)
        about = [w[1] * com[2] - w[2] * com[1], w[2] * com[0] - w[0] * com[2]]
        about.append(w[0] * com[1] - w[1] * com[0])
        twist = [*w, *(x - y for x, y in zip(moved, about, strict=True))]
        q = np.concatenate([[float(x) for x in place], quaternion])
        return q, np.array([float(x) for x in twist])

    return b.build_tree(), motion


def heavy_top() -> tuple[Model, Motion]:
    """A symmetric top on a spherical joint, from its largest angle to the vertical on."""
    mass, length, g = 0.5, 0.25, 9.81
    across, along = 0.125, 0.1
    b = ModelBuilder(gravity=(0.0, 0.0, -g))
    inertia = np.diag([across, across, along])
    b.add_body("top", None, Spherical(), None, mass, (0.0, 0.0, length), inertia)
    A = MP.mpf(across) + MP.mpf(mass) * MP.mpf(length) ** 2
    C, lift = MP.mpf(along), MP.mpf(mass) * MP.mpf(g) * MP.mpf(length)
    theta0, precession, spin = MP.mpf("1.25"), MP.mpf(2), MP.mpf(8)
    u1 = MP.cos(theta0)
    a, beta = C * spin / A, 2 * lift / A
    b_phi = precession * MP.sin(theta0) ** 2 + a * u1
    alpha = (1 - u1**2) * precession**2 + beta * u1
    # beta (u - u1) (u2 - u) (u3 - u) = (1 - u^2) (alpha - beta u) - (b - a u)^2
    total = (alpha + a * a) / beta
    # u2 + u3 and u2 u3 from the coefficients of u^2 and u
    s, p = total - u1, (2 * a * b_phi / beta - 1) - u1 * (total - u1)
    root = MP.sqrt(s * s / 4 - p)
    u2, u3 = s / 2 - root, s / 2 + root
    pace, m = MP.sqrt(beta * (u3 - u1)) / 2, (u2 - u1) / (u3 - u1)

    def motion(t: float) -> tuple[Array, Array]:
        am, sn, cn, dn = _amplitude(pace * MP.mpf(t), m)
        u = u1 + (u2 - u1) * sn**2
        up = (b_phi - a) / (1 - u1) * MP.ellippi((u2 - u1) / (1 - u1), am, m) / (2 * pace)
        down = (b_phi + a) / (1 + u1) * MP.ellippi(-(u2 - u1) / (1 + u1), am, m) / (2 * pace)
        phi, psi, theta = up + down, (spin - a) * t - up + down, MP.acos(u)
        rate = (b_phi - a * u) / (1 - u * u)
        nutation = -2 * (u2 - u1) * pace * sn * cn * dn / MP.sin(theta)
        w = (
            rate * MP.sin(theta) * MP.sin(psi) + nutation * MP.cos(psi),
            rate * MP.sin(theta) * MP.cos(psi) - nutation * MP.sin(psi),
            spin,
        )
        return _pose(phi, theta, psi)[1], np.array([float(x) for x in w])

    return b.build_tree(), motion
