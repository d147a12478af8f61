"""Plain twin of the base's conversions: a free joint on the world, in four representations.

The default recursion wants the base's motion as angular velocity w, its derivative dw and the
classical acceleration alpha of the frame's origin, all in body axes; it returns the wrench on the
base in body axes. Here is what that means for `body`, `spatial`, `hybrid` and `mixed`
(docs/conventions.md). Series are Taylor coefficients, see `lieref.algebra.series.taylor`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries


@dataclass
class BaseMotion:
    """w, dw, alpha in body axes, and for the representations other than `body` also

    R (body -> inertial axes) and ddp, the origin's acceleration in the inertial frame, m/s^2;
    p (m, inertial frame) for base="spatial" alone.
    """

    w: VectorSeries
    dw: VectorSeries
    alpha: VectorSeries
    R: MatrixSeries | None = None
    ddp: VectorSeries | None = None
    p: VectorSeries | None = None


def spatial_position(start: Any, w: VectorSeries, v: VectorSeries) -> VectorSeries:
    """Origin p with p' = v + w x p, w and v the two halves of the spatial twist."""
    p: VectorSeries = [[x] for x in start]
    for k in range(len(w[0]) - 1):
        for i in range(3):
            a, b = (i + 1) % 3, (i + 2) % 3
            turn = sum(w[a][j] * p[b][k - j] - w[b][j] * p[a][k - j] for j in range(k + 1))
            p[i].append((v[i][k] + turn) / (k + 1))
    return p


def base_motion(base: str, R0: Any, p0: Any, v: list[Series]) -> BaseMotion:
    """Motion of a free base from its velocity coordinates.

    v: six series of n + 1 coefficients, angular part first, in the representation `base`;
    R0 (3x3), p0 (3): pose of the body frame in the inertial frame now. Returned series have n.
    """
    now = [x[:-1] for x in v]
    then = [taylor.derivative(x) for x in v]
    w, dw, linear, dlinear = now[:3], then[:3], now[3:], then[3:]
    if base == "body":
        return BaseMotion(w, dw, taylor.vadd(dlinear, taylor.cross(w, linear)))
    R = taylor.rotation(R0, w, "body" if base == "mixed" else "inertial")
    to_body = taylor.transpose(R)
    p = None
    if base == "spatial":
        p = spatial_position(p0, w, linear)
        velocity = taylor.vadd(linear, taylor.cross(w, p))
        dlinear = taylor.vadd(dlinear, taylor.cross(dw, p), taylor.cross(w, velocity))
    if base != "mixed":
        w, dw = taylor.apply(to_body, w), taylor.apply(to_body, dw)
    return BaseMotion(w, dw, taylor.apply(to_body, dlinear), R, dlinear, p)


def base_wrench(
    base: str,
    motion: BaseMotion,
    m: Any,
    gravity: Any,
    a: VectorSeries,
    n: VectorSeries,
    f: VectorSeries,
) -> VectorSeries:
    """Moment n and force m a + f on the base as six series dual to the representation `base`.

    n, f, a (acceleration minus gravity) in body axes, m the mass of the whole tree. In inertial
    axes m a is m (p'' - g) as it was given: it does not take the way through the turning body.
    """
    if motion.R is None or motion.ddp is None:
        return n + taylor.vadd([taylor.scale(m, x) for x in a], f)
    fall = [taylor.constant(g, len(n[0])) for g in gravity]
    lump = [taylor.scale(m, x) for x in taylor.vsub(motion.ddp, fall)]
    force = taylor.vadd(lump, taylor.apply(motion.R, f))
    if base == "mixed":
        return n + force
    moment = taylor.apply(motion.R, n)
    if motion.p is not None:
        moment = taylor.vadd(moment, taylor.cross(motion.p, force))
    return moment + force
