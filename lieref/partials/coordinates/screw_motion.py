"""A joint of one degree whose screw changes: the motion that stands in front of the joint's own.

exp((X + Y) q) = E(Y) exp(X q), with Y any screw. E is the displacement of a virtual joint:

    E^-1 dE/dq = r Y,   r = Ad_exp(X q),   dr/dq = ad_X r,   without an error of higher order;
    log E = L Y + K(Y, Y) / 2 + ...,   L = q dexp_{X q},   K(Y, Z) = sym of int [L Y, r Z] dq,

the last from Magnus' expansion of the first. The integral, for a unit angular axis, is that of a
turn about an axis e through the origin,

    K = k1 (z J y' + z' J y) / 2 + k2 (z y' + z' y) / 2 + k3 (y . y') e,
    k1 = q sin q - 2 (1 - cos q),   k2 = q - 2 sin q + q cos q,   k3 = q - sin q,

z = e . Y, y = Y - z e, J = e x, over dual numbers: e is the line of the axis, and with a pitch h
the angle is q (1 + eps h) and dq its part 1 - eps h.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lieref.algebra import SE3
from lieref.algebra.groups import coefficients

Array = NDArray[np.float64]


class ScrewMotion(NamedTuple):
    """Of a joint at its coordinate q: L, r, dr/dq and d^2r/dq^2, (6, 6) each; K (6, 6, 6).

    K[:, j, k] is the second derivative of log E along units j and k of the screw.
    """

    moved: Array
    rate: Array
    bend: Array
    bend_rate: Array
    curvature: Array


def joint_screw(joint: Any) -> Array:
    """X (6,) of a joint of one degree: (e, p x e + pitch e), or (0, e)."""
    e = np.array(joint.axis)
    e = e / np.linalg.norm(e)
    if joint.kind == "prismatic":
        return np.concatenate([np.zeros(3), e])
    return np.concatenate([e, np.cross(joint.point, e) + joint.pitch * e])


def screw_motion(joint: Any, q: float) -> ScrewMotion:
    """How a joint of one degree moves when its screw does."""
    X = joint_screw(joint)
    moved, rate, bend = screw_rates(X, np.array(q))
    return ScrewMotion(moved, rate, bend, SE3.ad(X) @ bend, _curvature(joint, X, q))


def screw_rates(X: Array, q: Array) -> tuple[Array, Array, Array]:
    """L, r and dr/dq (..., 6, 6) of joints with the screws X (..., 6) at q (...)."""
    x = X * q[..., None]
    rate = SE3.Ad(SE3.exp(x))
    return SE3.dexp(x) * q[..., None, None], rate, SE3.ad(X) @ rate


def _curvature(joint: Any, X: Array, q: float) -> Array:
    """K (6, 6, 6)"""
    unit = np.eye(6)
    if joint.kind == "prismatic":
        out = np.zeros((6, 6, 6))
        # -q^3 / 12 ((e x w) x w' + (e x w') x w), of the angular parts
        e, turn = X[3:], np.eye(3)
        pairs = np.multiply.outer(turn, e)
        square = np.multiply.outer(e, turn)
        out[3:, :3, :3] = -(q**3) / 12 * (pairs + pairs.swapaxes(1, 2) - 2 * square)
        return out
    pitch = X[:3] @ X[3:]
    line = np.concatenate([X[:3], X[3:] - pitch * X[:3]])
    # z, y and J y of each unit screw: dual numbers in two parts, and columns
    along = line[:3] @ unit[:3], line[:3] @ unit[3:] + line[3:] @ unit[:3]
    across = unit - _times(along, np.tile(line[:, None], (1, 6)))
    turned = SE3.ad(line)
    products = across[:3].T @ across[:3], across[:3].T @ across[3:] + across[3:].T @ across[:3]
    out = np.zeros((6, 6, 6))
    for (k, slope), columns in zip(_weights(q)[:2], (turned, across), strict=True):
        # k (1 - 2 eps h) at the dual angle
        weight = k, pitch * (slope - 2 * k)
        half = _times(weight, _times((along[0][:, None], along[1][:, None]), columns[:, None]) / 2)
        out += half + half.swapaxes(1, 2)
    k, slope = _weights(q)[2]
    weight = k, pitch * (slope - 2 * k)
    return out + _times(weight, _times(products, line[:, None, None]))


def _weights(q: float) -> list[tuple[Any, Any]]:
    """k and q dk/dq of k1, k2, k3"""
    one, two, three = coefficients.exp_1(q), coefficients.exp_2(q), coefficients.exp_3(q)
    one_slope, two_slope = coefficients.exp_1_slope(q), coefficients.exp_2_slope(q)
    return [
        (q**4 * two_slope, q**4 * one_slope),
        (q**3 * (three + one_slope), q**3 * (two - one)),
        (q**3 * three, q**3 * two),
    ]


def _times(number: tuple[Any, Any], screw: Array) -> Array:
    """(s + eps t) (w, v) = (s w, s v + t w), along the first axis."""
    s, t = number
    return np.concatenate([s * screw[:3], s * screw[3:] + t * screw[:3]])
