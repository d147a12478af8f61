"""Plain twin of the wrenches applied in inertial axes: their generalized forces on the joints.

They are summed up from the tips to the base in inertial axes. In the axes of a body that turns
fast the same wrench has large high derivatives, which would cancel where the sum leaves the body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lieref.algebra.series import taylor
from lieref.algebra.series.taylor import MatrixSeries, Series, VectorSeries
from lieref.model.tree.exact import apply as apply_matrix

if TYPE_CHECKING:
    from lieref.dynamics.inverse.default.bodies_twin import Body


def inertial_torques(
    bodies: list[Body],
    attitudes: list[MatrixSeries],
    wrenches: list[list[Series]],
    base: str,
) -> list[list[Series]]:
    """Generalized force of each body's joint that balances the wrenches on its subtree.

    Force F = sum f_app, moment about the origin of the kernel frame
    N = n_app - k x f_app + sum (N_c + (r + p) x F_c) over the children c, all in inertial axes.

    attitudes: R, kernel axes -> inertial ones; wrenches: moment and force on each body at its
    body frame's origin, k off the kernel frame's.
    """
    sums = []
    for body, R, wrench in zip(bodies, attitudes, wrenches, strict=True):
        moment, force = wrench[:3], wrench[3:]
        k = _fixed(R, apply_matrix(taylor.transpose(body.K), body.k))
        sums.append((taylor.vsub(moment, taylor.cross(k, force)), force))
    torques: list[list[Series]] = [[] for _ in bodies]
    for i in range(len(bodies) - 1, -1, -1):
        body, (moment, force) = bodies[i], sums[i]
        torques[i] = _torque(body, attitudes[i], moment, force, base)
        if body.parent < 0:
            continue
        R = attitudes[body.parent]
        lever = _fixed(R, body.r)
        if body.p is not None:
            lever = taylor.vadd(lever, taylor.apply(R, body.p))
        N, F = sums[body.parent]
        sums[body.parent] = (
            taylor.vadd(N, moment, taylor.cross(lever, force)),
            taylor.vadd(F, force),
        )
    return torques


def _fixed(R: MatrixSeries, x: Any) -> VectorSeries:
    """R x for a constant x"""
    return [taylor.apply_constant([x], row)[0] for row in R]


def _torque(
    body: Body, R: MatrixSeries, moment: VectorSeries, force: VectorSeries, base: str
) -> list[Series]:
    """Minus the wrench on the subtree, seen by the body's joint."""
    to_body = taylor.transpose(R)
    z = to_body[2]
    if body.kind == "revolute":
        found = [taylor.dot(z, moment)]
    elif body.kind == "prismatic":
        found = [taylor.dot(z, force)]
    elif body.kind == "helical":
        found = [taylor.add(taylor.dot(z, moment), taylor.scale(body.pitch, taylor.dot(z, force)))]
    elif body.base is None or base == "body":
        found = taylor.apply(to_body, moment)
        if body.kind == "free":
            found = found + taylor.apply(to_body, force)
    elif base == "mixed":
        found = taylor.apply(to_body, moment) + force
    else:
        if body.base.p is not None:
            moment = taylor.vadd(moment, taylor.cross(body.base.p, force))
        found = moment + force
    return [taylor.scale(-1, x) for x in found]
