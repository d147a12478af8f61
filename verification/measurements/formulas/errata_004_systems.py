"""Equations (65)-(89) of Müller: recursions, closed forms and kinematic reconstruction.

The reference of forces is Lagrange's: derivatives of the kinetic energy of point masses, less the
work of the applied wrenches. Each check returns (printed, corrected, reference value).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from verification.measurements.formulas.errata_004_kinematics import (
    Instances,
    a_matrix,
    body_factor,
    relative,
    same,
)
from verification.subjects.definitions.moving_chain import MovingChain, relative_difference
from verification.subjects.definitions.screw_matrices import (
    Ad_pose,
    Ad_R,
    Ad_r,
    Array,
    ad,
    ad_v,
    ad_w,
    bracket,
    diagonal,
    hat,
    identity,
    inverse,
    vee,
    w_part,
)

Wrenches = list[Array]


def body_recursion(c: MovingChain) -> Instances:
    """(65), (66): the three forms of the acceleration in body axes."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(1, c.bodies):
        X, V, reference = c.screws[i], c.V("body", i), c.V("body", i, 1)
        turn = Ad_pose(relative(c, i, i - 1))
        before = turn @ c.V("body", i - 1)
        common = turn @ c.V("body", i - 1, 1) + X * q2[i]
        yield same(before + X * q1[i], V)
        for last in (bracket(before, X * q1[i]), bracket(before, V), bracket(V, X * q1[i])):
            yield same(common + last, reference)
        yield same(common - q1[i] * ad(X) @ V, reference)


def _own(c: MovingChain, i: int) -> Array:
    """0X_i^i = Ad_{R_i} X_i"""
    return np.asarray(Ad_R(c.R(i)) @ c.screws[i])


def _spatial_screw(c: MovingChain, i: int) -> Array:
    """J_i^s"""
    return np.asarray(c.J("spatial", c.bodies - 1)[i])


def spatial_recursion(c: MovingChain) -> Instances:
    """(68), (69) first form, (70): the acceleration in the inertial frame."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(c.bodies):
        V, J, reference = c.V("spatial", i), _spatial_screw(c, i), c.V("spatial", i, 1)
        back = Ad_pose(c.C(i) @ inverse(c.home(i)))
        yield same(Ad_pose(c.C(i)) @ c.screws[i], J)
        yield same(back @ Ad_pose(c.home(i)) @ c.screws[i], J)
        yield same(c.V("spatial", i - 1) + J * q1[i], V)
        before = c.V("spatial", i - 1, 1) + J * q2[i]
        yield same(before + bracket(V, J) * q1[i], reference)
        yield same(before + bracket(c.V("spatial", i - 1), V), reference)


def spatial_second_form(c: MovingChain) -> Instances:
    """(69), second form: without J_i q_i'' printed."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(c.bodies):
        J = _spatial_screw(c, i)
        printed = c.V("spatial", i - 1, 1) + bracket(c.V("spatial", i), J) * q1[i]
        yield printed, printed + J * q2[i], c.V("spatial", i, 1)


def hybrid_recursion(c: MovingChain) -> Instances:
    """(72)-(74), (75c), (75d): the three forms of the hybrid acceleration."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(1, c.bodies):
        X, V, before = _own(c, i), c.V("hybrid", i), c.V("hybrid", i - 1)
        shift = Ad_r(c.r(i - 1) - c.r(i))
        moved, last = ad_v(c.r(i, 1)), ad_v(c.r(i - 1, 1))
        yield same(shift @ before + X * q1[i], V)
        common = shift @ c.V("hybrid", i - 1, 1) + X * q2[i]
        first = (last - moved) @ before + ad_w(V[:3]) @ X * q1[i]
        second = last @ before - moved @ V + ad(V) @ X * q1[i]
        third = (last - moved) @ V + (ad(V) - last) @ X * q1[i]
        for terms in (first, second, third):
            yield same(common + terms, c.V("hybrid", i, 1))


def hybrid_screw(c: MovingChain) -> Instances:
    """(75b): 0X_i^i = Ad_{-r_i} Y_i printed, Ad_{-r_i} J_i^s right."""
    for i in range(c.bodies):
        shift, home = Ad_r(-c.r(i)), Ad_pose(c.home(i)) @ c.screws[i]
        yield shift @ home, shift @ _spatial_screw(c, i), _own(c, i)


def _backward(
    c: MovingChain, own: Wrenches, applied: Wrenches, shifts: list[Array], screws: list[Array]
) -> Iterator[tuple[int, int, Array]]:
    """The backward recursion from W_n and from W_{n-1} alone, with each sign of W^app."""
    for first, sign in ((c.bodies - 1, 1), (c.bodies - 2, -1), (c.bodies - 1, -1)):
        W, forces = np.zeros(6, object), np.zeros(c.bodies, object)
        for i in range(first, -1, -1):
            if i < first:
                W = shifts[i].T @ W
            W = W + own[i] + sign * applied[i]
            forces[i] = screws[i] @ W
        yield first, sign, forces


def _readings(
    c: MovingChain, own: Wrenches, applied: Wrenches, shifts: list[Array], screws: list[Array]
) -> Instances:
    """Each of the two slips alone, of which the smaller refutes, and the corrected recursion."""
    reference = c.forces() - c.applied()
    *slips, (_, _, corrected) = _backward(c, own, applied, shifts, screws)
    printed = min((forces for *_, forces in slips), key=lambda x: relative_difference(x, reference))
    yield printed, corrected, reference


def body_forces(c: MovingChain) -> Instances:
    """(67): i = n-1 ... 1 and + W^app printed, i = n ... 1 and - W^app right."""
    n = range(c.bodies)
    own = []
    for i in n:
        M, V = c.inertia(i), c.V("body", i)
        own.append(M @ c.V("body", i, 1) - ad(V).T @ M @ V)
    shifts = [Ad_pose(relative(c, i + 1, i)) for i in n[:-1]]
    yield from _readings(c, own, c.wrenches, shifts, c.screws)


def spatial_forces(c: MovingChain) -> Instances:
    """(71): the same in the inertial frame."""
    n = range(c.bodies)
    own, applied = [], []
    for i in n:
        back, V = Ad_pose(inverse(c.C(i))), c.V("spatial", i)
        M = back.T @ c.inertia(i) @ back
        own.append(M @ c.V("spatial", i, 1) - ad(V).T @ M @ V)
        applied.append(back.T @ c.wrenches[i])
    screws = list(c.J("spatial", c.bodies - 1))
    yield from _readings(c, own, applied, [identity(6)] * (c.bodies - 1), screws)


def hybrid_forces(c: MovingChain) -> Instances:
    """(76): the same with hybrid twists."""
    n = range(c.bodies)
    own, applied = [], []
    for i in n:
        turn, V = Ad_R(c.R(i)), c.V("hybrid", i)
        M = turn @ c.inertia(i) @ turn.T
        own.append(M @ c.V("hybrid", i, 1) + ad_w(V[:3]) @ M @ w_part(V))
        applied.append(turn @ c.wrenches[i])
    shifts = [Ad_r(c.r(i) - c.r(i + 1)) for i in n[:-1]]
    yield from _readings(c, own, applied, shifts, [_own(c, i) for i in n])


def _inertias(c: MovingChain) -> Array:
    return diagonal([c.inertia(i) for i in range(c.bodies)])


def projection(c: MovingChain) -> Instances:
    """(77)-(79): Newton-Euler equations of all bodies, projected on the joints."""
    n = range(c.bodies)
    b = diagonal([ad(c.V("body", i)) for i in n])
    M, V = _inertias(c), c.twists("body")
    rest = M @ c.twists("body", 1) - b.T @ M @ V - np.concatenate(c.wrenches)
    reference = c.forces() - c.applied()
    yield same(c.system("body").T @ rest, reference)
    rows = []
    for i in n:
        applied = Ad_pose(inverse(c.C(i))).T @ c.wrenches[i]
        rows.append(c.derivative(partial(c.momentum, i)) - applied)
    yield same(c.system("spatial").T @ np.concatenate(rows), reference)


def _coriolis(c: MovingChain) -> dict[str, Array]:
    """The C of (83), of (84), and J^T M J' + J^T (M b - b^T M) J."""
    A, a, M, J = body_factor(c), a_matrix(c), _inertias(c), c.system("body")
    b = diagonal([ad(c.V("body", i)) for i in range(c.bodies)])
    X = diagonal(c.screws)
    return {
        "(83)": -J.T @ ((M @ A @ a).T + M @ A @ a) @ J - (M @ A @ b @ X).T @ J,
        "(83) second": -(a @ J + b @ X).T @ A.T @ M @ J - J.T @ M @ A @ a @ J,
        "(84)": -J.T @ (M @ A @ a + b.T @ M) @ J,
        "skew": J.T @ M @ c.system("body", 1) + J.T @ (M @ b - b.T @ M) @ J,
    }


def closed_forms(c: MovingChain) -> Instances:
    """(80), (81), (83), (84): the mass matrix, momenta, and C q'."""
    q1, q2, q = c.rate(1), c.rate(2), c.q
    M = c.mass_matrix(q)
    J, inertias = c.system("body"), _inertias(c)
    yield same(J.T @ inertias @ J, M)
    yield same(J.T @ inertias @ c.twists("body"), M @ q1)
    found = _coriolis(c)
    for C in found.values():
        yield same(M @ q2 + C @ q1, c.forces())
    # (84) is (83), simplified
    yield same(found["(84)"], found["(83)"])


def skewness(c: MovingChain) -> Instances:
    """(84): M' - 2 C is not skew with it, but with J^T M J' + J^T (M b - b^T M) J."""
    rate = c.derivative(lambda t: c.mass_matrix(c.at(t)))
    found = _coriolis(c)
    printed, corrected = (found[k] + found[k].T for k in ("(84)", "skew"))
    yield printed, corrected, rate


def _christoffel(c: MovingChain) -> Array:
    """Gamma_ijk = (dM_ik/dq_j + dM_ij/dq_k - dM_jk/dq_i) / 2 by central differences."""
    n = range(c.bodies)
    D = np.array([c.partial(c.mass_matrix, j) for j in n])  # j, i, k
    return np.asarray(D.transpose(1, 0, 2) + D.transpose(1, 2, 0) - D) / 2


def christoffel_sums(c: MovingChain) -> Instances:
    """(85): M q'' + Gamma q' q' are the forces."""
    gamma, q1 = _christoffel(c), c.rate(1)
    yield same(c.mass_matrix(c.q) @ c.rate(2) + gamma @ q1 @ q1, c.forces())


def _columns(c: MovingChain) -> list[Array]:
    return [c.J("body", i) for i in range(c.bodies)]


def christoffel_brackets(c: MovingChain) -> Instances:
    """(86): third term J_i^T M [J_s, J_r] with r = max(i, j), s = min(i, j) printed."""
    reference, J, n = _christoffel(c), _columns(c), range(c.bodies)
    for i in n:
        for k in n:
            for j in range(k + 1):
                r, s = max(i, j), min(i, j)
                printed = corrected = c.mp.mpf(0)
                for l in range(max(i, k), c.bodies):  # noqa: E741
                    x, M = J[l], c.inertia(l)
                    common = x[k] @ M @ bracket(x[i], x[j]) + x[j] @ M @ bracket(x[i], x[k])
                    printed += (common + x[i] @ M @ bracket(x[s], x[r])) / 2
                    corrected += (common + x[i] @ M @ bracket(x[j], x[k])) / 2
                if not (i < j <= k or j <= i < k):
                    # of these the print says nothing
                    printed = corrected
                pair = np.array([printed]), np.array([corrected])
                yield *pair, reference[i, j, k : k + 1]


def _binet(c: MovingChain, i: int) -> Array:
    """M of body i with Binet's tensor tr(Theta) / 2 - Theta about the center of mass."""
    _, d = c.centre(i)
    S = identity(4)
    S[:3, 3] = d
    M, back = c.inertia(i, S), Ad_pose(inverse(S))
    M[:3, :3] = np.trace(M[:3, :3]) / 2 * identity(3) - M[:3, :3]
    return np.asarray(back.T @ M @ back)


def christoffel_binet(c: MovingChain) -> Instances:
    """(87): sum of J_j^T M ad_{J_k} J_i / 2 with Binet's tensor printed; the traces right.

    The accent on J_k is read as none and as its angular part, each with the half and without; the
    reading nearest to the reference value counts.
    """
    reference, J, n = _christoffel(c), _columns(c), range(c.bodies)
    readings = [(part, factor) for part in (lambda x: x, w_part) for factor in (1, 2)]
    found: list[list[Any]] = [[] for _ in readings]
    corrected, right = [], []
    for i in n:
        for k in n:
            for j in range(k + 1):
                sums = [c.mp.mpf(0)] * len(readings)
                traces = c.mp.mpf(0)
                for l in range(max(i, k), c.bodies):  # noqa: E741
                    x, M = J[l], _binet(c, l)
                    for at, (part, factor) in enumerate(readings):
                        sums[at] += factor * (x[j] @ M @ bracket(part(x[k]), x[i])) / 2
                    E, (a, b, d) = c.pseudo_inertia(l), (hat(x[m]) for m in (i, j, k))
                    traces += np.trace(a @ E @ (b @ d).T)
                corrected.append(traces)
                right.append(reference[i, j, k])
                says = i < j <= k or j <= i < k
                for row, value in zip(found, sums, strict=True):
                    row.append(value if says else traces)
    target = np.array(right)
    rows = [np.array(row) for row in found]
    yield min(rows, key=lambda x: relative_difference(x, target)), np.array(corrected), target


def _reconstruction(c: MovingChain) -> tuple[Array, Array, Array, Array]:
    """X, X', C_{k-1} and the motion C(t) = C_{k-1} exp X(t) at t = 0: C and dC/dt."""
    start, X, rate = c.exp(c.vector(6)), c.vector(6), c.vector(6)
    moved = c.derivative(lambda t: start @ c.exp(X + rate * t))
    return X, rate, start, moved


def _dexp(X: Array, Y: Array) -> Array:
    """dexp_X Y = sum of ad_X^k Y / (k + 1)!"""
    total, term, k = Y, Y, 1
    while np.abs(term).max() > 1e-150:
        k += 1
        term = bracket(X, term) / k
        total = total + term
    return total


def body_reconstruction(c: MovingChain) -> Instances:
    """(89): V^b = dexp_-X X'."""
    X, rate, start, moved = _reconstruction(c)
    yield same(_dexp(-X, rate), vee(inverse(start @ c.exp(X)) @ moved))


def spatial_reconstruction(c: MovingChain) -> Instances:
    """(89): V^s = dexp_X X' printed, Ad_{C_{k-1}} dexp_X X' right."""
    X, rate, start, moved = _reconstruction(c)
    printed = _dexp(X, rate)
    yield printed, Ad_pose(start) @ printed, vee(moved @ inverse(start @ c.exp(X)))


CHECKS: Mapping[str, Callable[[MovingChain], Any]] = {
    check.__name__: check
    for check in (
        body_recursion, spatial_recursion, spatial_second_form, hybrid_recursion, hybrid_screw,
        body_forces, spatial_forces, hybrid_forces, projection, closed_forms, skewness,
        christoffel_sums, christoffel_brackets, christoffel_binet, body_reconstruction,
        spatial_reconstruction,
    )
}  # fmt: skip
