"""Equations (91)-(120) of Müller: poses, twists, Jacobians and the algebra of screws.

Each check returns (printed, corrected, reference value).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from verification.measurements.formulas.errata_004_kinematics import (
    Instances,
    body_factor,
    relative,
    same,
)
from verification.subjects.definitions.moving_chain import MovingChain
from verification.subjects.definitions.screw_matrices import (
    Ad_pose,
    Ad_R,
    Ad_r,
    ad,
    bracket,
    diagonal,
    hat,
    identity,
    inverse,
    skew,
    vee,
)


def exponentials(c: MovingChain) -> Instances:
    """(91)-(97): both products of exponentials, Ad, and the parts of the twists."""
    product = identity(4)
    for i in range(c.bodies):
        home, X = c.home(i), c.screws[i]
        Y = Ad_pose(home) @ X
        yield same(Y, vee(home @ hat(X) @ inverse(home)))
        product = product @ c.exp(Y * c.q[i])
        yield same(product @ home, c.C(i))
        # a joint frame S_ii on the body, and the screw seen from it
        S = c.exp(c.vector(6))
        Z = vee(inverse(S) @ hat(X) @ S)
        turned = c.homes[i] @ S @ c.exp(Z * c.q[i]) @ inverse(S)
        yield same(c.pose(i - 1, c.q) @ turned, c.C(i))
        yield same(Ad_pose(S) @ Z, X)
        yield same(Ad_pose(c.C(i) @ S) @ Z, c.J("spatial", i)[i])
        yield same(Ad_r(c.r(i)) @ Ad_R(c.R(i)), Ad_pose(c.C(i)))
        body, spatial, r, rate = c.V("body", i), c.V("spatial", i), c.r(i), c.r(i, 1)
        yield same(body[3:], c.R(i).T @ rate)
        yield same(spatial[3:], rate + skew(r) @ spatial[:3])


def changes(c: MovingChain) -> Instances:
    """(98), (99) but its third form, (100): changes between the representations."""
    zero, one = np.zeros((3, 3), object), identity(3)
    for i in range(c.bodies):
        R, r = c.R(i), c.r(i)
        body, spatial, hybrid, mixed = (
            c.V(name, i) for name in ("body", "spatial", "hybrid", "mixed")
        )
        yield same(Ad_R(R) @ body, hybrid)
        yield same(Ad_pose(c.C(i)) @ body, spatial)
        yield same(np.block([[one, zero], [zero, R]]) @ body, mixed)
        yield same(np.block([[R.T, zero], [zero, one]]) @ hybrid, mixed)
        yield same(np.block([[R.T, zero], [-skew(r), one]]) @ spatial, mixed)


def to_spatial(c: MovingChain) -> Instances:
    """(99): V^s = Ad_C Ad_R^-1 V^b = Ad_r V^b printed, V^h right."""
    for i in range(c.bodies):
        body, hybrid, reference = (c.V(name, i) for name in ("body", "hybrid", "spatial"))
        shift = Ad_pose(c.C(i)) @ Ad_R(c.R(i)).T
        yield shift @ body, shift @ hybrid, reference
        yield Ad_r(c.r(i)) @ body, Ad_r(c.r(i)) @ hybrid, reference


def jacobians(c: MovingChain) -> Instances:
    """(101)-(106): twists from Jacobians, their columns, and their changes."""
    q1 = c.rate(1)
    for i in range(c.bodies):
        for name in ("body", "spatial", "hybrid", "mixed"):
            yield same(c.J(name, i).T @ q1, c.V(name, i))
        for j in range(i + 1):
            X, home = c.screws[j], c.home(j)
            Y = Ad_pose(home) @ X
            body, spatial, hybrid = (c.J(name, i)[j] for name in ("body", "spatial", "hybrid"))
            yield same(Ad_pose(relative(c, i, j)) @ X, body)
            yield same(Ad_pose(relative(c, i, j) @ inverse(home)) @ Y, body)
            yield same(Ad_pose(c.C(j)) @ X, spatial)
            yield same(Ad_pose(c.C(j) @ inverse(home)) @ Y, spatial)
            yield same(Ad_r(c.r(j) - c.r(i)) @ Ad_R(c.R(j)) @ X, hybrid)
            yield same(Ad_r(c.r(i)) @ hybrid, spatial)
            yield same(Ad_pose(c.C(i)) @ body, spatial)
            yield same(Ad_R(c.R(i)) @ body, hybrid)


def hybrid_screw_home(c: MovingChain) -> Instances:
    """(107): Y_j = Ad_{r_j} 0X_j^j printed, J_j^s = Ad_{r_j} 0X_j^j right."""
    for j in range(c.bodies):
        found = Ad_r(c.r(j)) @ Ad_R(c.R(j)) @ c.screws[j]
        home = Ad_pose(c.home(j)) @ c.screws[j]
        # Y_j is what the equation gives; the printed reading takes the screw at home for it
        yield home, c.J("spatial", c.bodies - 1)[j], found


def recursions(c: MovingChain) -> Instances:
    """(108)-(112): twists from the body before, and of all bodies at once."""
    q1, n = c.rate(1), range(c.bodies)
    for i in n[1:]:
        X = c.screws[i]
        before = Ad_pose(relative(c, i, i - 1)) @ c.V("body", i - 1)
        yield same(before + X * q1[i], c.V("body", i))
        yield same(c.V("spatial", i - 1) + Ad_pose(c.C(i)) @ X * q1[i], c.V("spatial", i))
        shifted = Ad_r(c.r(i - 1) - c.r(i)) @ c.V("hybrid", i - 1)
        yield same(shifted + Ad_R(c.R(i)) @ X * q1[i], c.V("hybrid", i))
    X = diagonal(c.screws)
    lower = [[int(j <= i) for j in n] for i in n]
    spatial = np.block([[Ad_pose(c.C(j)) * lower[i][j] for j in n] for i in n])
    hybrid = np.block([[Ad_r(c.r(j) - c.r(i)) * lower[i][j] for j in n] for i in n])
    own = diagonal([Ad_R(c.R(j)) @ c.screws[j] for j in n])
    factors = {"body": body_factor(c) @ X, "spatial": spatial @ X, "hybrid": hybrid @ own}
    for name, J in factors.items():
        yield same(J, c.system(name))
        yield same(J @ q1, c.twists(name))


def screw_algebra(c: MovingChain) -> Instances:
    """(113)-(117), (120): brackets, the derivative in a moving frame, and wrenches."""
    X, Y, Z = (c.vector(6) for _ in range(3))
    yield same(bracket(X, Y), vee(hat(X) @ hat(Y) - hat(Y) @ hat(X)))
    yield same(ad(X) @ Y, vee(hat(X) @ hat(Y) - hat(Y) @ hat(X)))
    jacobi = bracket(X, bracket(Y, Z)) + bracket(Y, bracket(Z, X)) + bracket(Z, bracket(X, Y))
    yield same(jacobi, np.zeros(6, object))
    i = c.bodies - 1
    moved = c.derivative(lambda t: Ad_pose(c.pose(i, c.at(t))) @ (X + Y * t))
    yield same(Y + bracket(c.V("body", i), X), Ad_pose(inverse(c.C(i))) @ moved)
    # the same force at a point, seen from two frames
    S, place, f = c.exp(Z), c.vector(3), c.vector(3)
    local = S[:3, :3].T @ (place - S[:3, 3])
    turned = S[:3, :3].T @ f
    first = np.concatenate([skew(place) @ f, f])
    yield same(Ad_pose(S).T @ first, np.concatenate([skew(local) @ turned, turned]))


CHECKS: Mapping[str, Callable[[MovingChain], Any]] = {
    check.__name__: check
    for check in (
        exponentials, changes, to_spatial, jacobians, hybrid_screw_home, recursions, screw_algebra,
    )
}  # fmt: skip
