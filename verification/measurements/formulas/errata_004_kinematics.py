"""Equations (3)-(33) of Müller: accelerations, jerks and partial derivatives of Jacobians.

Each check returns (printed, corrected, reference); of an equation that holds the first two are one.
Bodies are counted from 0, so that "body" j - 1 of the first joint is the ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, reduce
from itertools import combinations_with_replacement as ascending
from typing import Any

import numpy as np

from verification.subjects.definitions.moving_chain import MovingChain
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
    v_part,
    w_part,
)

Instance = tuple[Array, Array, Array]
Instances = Iterator[Instance]
ZERO = np.zeros(6, object)


def same(found: Array, reference: Array) -> Instance:
    """An equation that holds as printed."""
    return found, found, reference


def _seen(c: MovingChain, i: int, j: int, q: Array) -> Array:
    """C_i^-1 C_j at q"""
    return np.asarray(inverse(c.pose(i, q)) @ c.pose(j, q))


def relative(c: MovingChain, i: int, j: int) -> Array:
    """C_ij = C_i^-1 C_j"""
    return _seen(c, i, j, c.q)


def body_factor(c: MovingChain) -> Array:
    """A^b, lower triangular with Ad_{C_ij}   [(112)]"""
    n = range(c.bodies)
    blocks = [[Ad_pose(relative(c, i, j)) * int(j <= i) for j in n] for i in n]
    return np.block(blocks)


def a_matrix(c: MovingChain) -> Array:
    """a^b = diag(q_i' ad_{X_i})   [(9)]"""
    return diagonal([ad(X) * x for X, x in zip(c.screws, c.rate(1), strict=True)])


def relative_pose(c: MovingChain) -> Instances:
    """(3): d(C_i^-1 C_j)/dq_k = -J^_ik C_i^-1 C_j, printed for j <= k <= i."""
    i = c.bodies - 1
    J = c.J("body", i)
    for j in range(i + 1):
        for k in range(j, i + 1):
            reference = c.partial(partial(_seen, c, i, j), k)
            printed = -hat(J[k]) @ relative(c, i, j)
            yield printed, printed * int(j < k), reference


def inverse_relative_pose(c: MovingChain) -> Instances:
    """(4): d(C_j^-1 C_i)/dq_k = C_j^-1 C_i J^_ij printed, J^_ik right, for j < k <= i."""
    i = c.bodies - 1
    J = c.J("body", i)
    for j in range(i + 1):
        for k in range(j + 1, i + 1):
            reference = c.partial(partial(_seen, c, j, i), k)
            back = relative(c, j, i)
            yield back @ hat(J[j]), back @ hat(J[k]), reference


def body_first(c: MovingChain) -> Instances:
    """(2), (5), (7) and (6): dJ_ij/dq_k = [J_ij, J_ik] for j < k <= i, else 0."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(c.bodies):
        J = c.J("body", i)
        total = summed = J.T @ q2
        for k in range(i + 1):
            reference = c.partial(partial(c.jacobian, "body", i), k)
            summed = summed + reference.T @ q1 * q1[k]
            for j in range(i + 1):
                yield same(bracket(J[j], J[k]) if j < k else ZERO, reference[j])
                if j < k:
                    carried = bracket(c.J("body", k)[j], c.screws[k])
                    yield same(Ad_pose(relative(c, i, k)) @ carried, reference[j])
                    total = total + bracket(J[j], J[k]) * q1[j] * q1[k]
        yield same(summed, c.V("body", i, 1))
        yield same(total, c.V("body", i, 1))


def body_system(c: MovingChain) -> Instances:
    """(8), (10), (11): J' = -A a J, V' = J q'' - A a V, and its solution for q''."""
    A, a = body_factor(c), a_matrix(c)
    q1, q2 = c.rate(1), c.rate(2)
    X = diagonal(c.screws)
    V, rate = c.twists("body"), c.twists("body", 1)
    yield same(-A @ a @ A @ X, c.system("body", 1))
    yield same(-A @ a @ c.system("body"), c.system("body", 1))
    yield same(c.system("body") @ q2 - A @ a @ V, rate)
    # I - D: Ad_{C_i,i-1} below the diagonal
    n = range(c.bodies)
    below = [
        [
            identity(6) if i == j else -Ad_pose(relative(c, i, j)) * int(j == i - 1)
            for j in n
        ]
        for i in n
    ]  # fmt: skip
    square = np.array([x @ x for x in c.screws])
    yield same(X.T @ (np.block(below) @ rate + a @ V) / square, q2)
    for i in n:
        x, before = c.screws[i], Ad_pose(relative(c, i, i - 1)) @ c.V("body", i - 1, 1)
        own = c.V("body", i, 1) - before + q1[i] * bracket(x, c.V("body", i))
        yield same(np.array([x @ own / (x @ x)]), q2[i : i + 1])


def body_higher(c: MovingChain) -> Instances:
    """(12), (14): nested brackets with the indices in ascending order, orders 2 and 3."""
    i = c.bodies - 1
    J = c.J("body", i)
    for order in (2, 3):
        for indices in ascending(range(i + 1), order):
            reference = c.partial(lambda q: c.jacobian("body", i, q), *indices)
            for j in range(i + 1):
                nested = reduce(bracket, (J[k] for k in indices), J[j])
                yield same(nested if j < indices[0] else ZERO, reference[j])


def body_jerk(c: MovingChain) -> Instances:
    """(13): the triple sum over j < k <= r twice printed; once for k = r, right."""
    q1, q2, q3 = (c.rate(k) for k in (1, 2, 3))
    for i in range(c.bodies):
        J = c.J("body", i)
        printed = corrected = sum((J[j] * q3[j] for j in range(i + 1)), ZERO)
        for j in range(i + 1):
            for k in range(j + 1, i + 1):
                once = bracket(J[j], J[k])
                terms = once * (2 * q2[j] * q1[k] + q1[j] * q2[k])
                printed, corrected = printed + terms, corrected + terms
                for r in range(k, i + 1):
                    twice = bracket(once, J[r]) * q1[j] * q1[k] * q1[r]
                    printed = printed + 2 * twice
                    corrected = corrected + (1 if k == r else 2) * twice
        yield printed, corrected, c.V("body", i, 2)


def spatial_first(c: MovingChain) -> Instances:
    """(15)-(18): dJ_j/dq_k = [J_k, J_j] for k < j, J_j' = [V_j, J_j], both forms of V'."""
    q1, q2 = c.rate(1), c.rate(2)
    n = c.bodies
    J = c.J("spatial", n - 1)
    for j in range(n):
        for k in range(n):
            reference = c.partial(lambda q: c.jacobian("spatial", n - 1, q), k)[j]
            yield same(bracket(J[k], J[j]) if k < j else ZERO, reference)
        yield same(bracket(c.V("spatial", j), J[j]), c.J("spatial", n - 1, 1)[j])
    for i in range(n):
        first = second = ZERO
        for j in range(i + 1):
            first = first + J[j] * q2[j]
            first = sum((bracket(J[k], J[j]) * q1[j] * q1[k] for k in range(j)), first)
            second = second + J[j] * q2[j] + bracket(c.V("spatial", j), J[j]) * q1[j]
        yield same(first, c.V("spatial", i, 1))
        yield same(second, c.V("spatial", i, 1))
    lower = np.block([[identity(6) * int(j <= i) for j in range(n)] for i in range(n)])
    b = diagonal([ad(c.V("spatial", i)) for i in range(n)])
    found = c.system("spatial") @ q2 + lower @ b @ diagonal(list(J)) @ q1
    yield same(found, c.twists("spatial", 1))


def spatial_higher(c: MovingChain) -> Instances:
    """(20), (23): nested brackets with the smallest index outermost, orders 2 and 3."""
    n = c.bodies
    J = c.J("spatial", n - 1)
    for order in (2, 3):
        for indices in ascending(range(n), order):
            reference = c.partial(lambda q: c.jacobian("spatial", n - 1, q), *indices)
            for i in range(n):
                nested = reduce(lambda x, k: bracket(J[k], x), indices[::-1], J[i])
                yield same(nested if indices[-1] < i else ZERO, reference[i])


def spatial_jerk(c: MovingChain) -> Instances:
    """(21), (22), with q''' and q'' where their dots are lost."""
    q1, q2, q3 = (c.rate(k) for k in (1, 2, 3))
    V = [c.V("spatial", i) for i in range(c.bodies)]
    J = c.J("spatial", c.bodies - 1)
    for i in range(c.bodies):
        first = second = ZERO
        for j in range(i + 1):
            before = V[j - 1] if j else ZERO
            turned = bracket(V[j], J[j])
            common = J[j] * q3[j] + 2 * turned * q2[j]
            sums = sum((J[k] * q2[k] for k in range(j + 1)), ZERO)
            first = first + common + bracket(sums, J[j]) * q1[j]
            first = first + bracket(before + V[j] - V[i], turned) * q1[j]
            second = second + common + bracket(turned, V[i] - 2 * V[j]) * q1[j]
            second = second + bracket(sums + turned * q1[j], J[j]) * q1[j]
        yield same(first, c.V("spatial", i, 2))
        yield same(second, c.V("spatial", i, 2))


def _hybrid_partials(c: MovingChain) -> Iterator[tuple[int, int, Array, Array]]:
    i = c.bodies - 1
    for k in range(i + 1):
        reference = c.partial(lambda q: c.jacobian("hybrid", i, q), k)
        for j in range(i + 1):
            yield j, k, c.J("hybrid", i), reference[j]


def hybrid_partial(c: MovingChain) -> Instances:
    """(25): [J_ij, Jv_ik] for j <= k and nothing else printed; for k < j [Jw_ik, J_ij]."""
    for j, k, J, reference in _hybrid_partials(c):
        if j <= k:
            yield same(bracket(J[j], v_part(J[k])), reference)
        else:
            yield ZERO, bracket(w_part(J[k]), J[j]), reference


def hybrid_later(c: MovingChain) -> Instances:
    """(24): dJ_ij/dq_k = [Jw_ik, J_ij] + [J_ij, J_ik] = [J_ij, J_ik - Jw_ik] for j <= k."""
    for j, k, J, reference in _hybrid_partials(c):
        if j <= k:
            yield same(bracket(w_part(J[k]), J[j]) + bracket(J[j], J[k]), reference)
            yield same(bracket(J[j], J[k] - w_part(J[k])), reference)


def hybrid_rate(c: MovingChain) -> Instances:
    """(26): J_ij' = [J_ij, dV^v_{j-1,i}] printed; [omega_{j-1}, J_ij] is missing."""
    for i in range(c.bodies):
        J, reference = c.J("hybrid", i), c.J("hybrid", i, 1)
        for j in range(i + 1):
            before = c.V("hybrid", j - 1)
            shift = Ad_r((c.r(j - 1) if j else 0 * c.r(0)) - c.r(i))
            printed = bracket(J[j], v_part(c.V("hybrid", i) - shift @ before))
            yield printed, printed + bracket(w_part(before), J[j]), reference[j]


def _own(c: MovingChain, j: int) -> Array:
    """0X_j^j = Ad_{R_j} X_j"""
    return np.asarray(Ad_R(c.R(j)) @ c.screws[j])


def hybrid_rate_direct(c: MovingChain) -> Instances:
    """(27): Ad_{r_i,j-1} and ad_{V_j^s} printed, Ad_{r_ij} and ad_{V_j^h} right."""
    for i in range(c.bodies):
        for j in range(1, i + 1):
            reference, X = c.J("hybrid", i, 1)[j], _own(c, j)
            rates = ad_v(c.r(j, 1) - c.r(i, 1))
            turn = ad_w(c.V("spatial", j)[:3])
            own, before = Ad_r(c.r(j) - c.r(i)), Ad_r(c.r(j - 1) - c.r(i))
            yield (rates + before @ turn) @ X, (rates + own @ turn) @ X, reference
            yield before @ (rates + turn) @ X, own @ (rates + turn) @ X, reference
            printed = before @ (ad(c.V("spatial", j)) - ad_v(c.r(i, 1))) @ X
            yield printed, own @ (ad(c.V("hybrid", j)) - ad_v(c.r(i, 1))) @ X, reference


def hybrid_acceleration(c: MovingChain) -> Instances:
    """(28): the sum over j <= k <= i printed; [Jw_ik, J_ij] for k < j is missing."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(c.bodies):
        J = c.J("hybrid", i)
        printed = sum((J[j] * q2[j] for j in range(i + 1)), ZERO)
        missing = ZERO
        for j in range(i + 1):
            for k in range(i + 1):
                if j <= k:
                    printed = printed + bracket(J[j], v_part(J[k])) * q1[j] * q1[k]
                else:
                    missing = missing + bracket(w_part(J[k]), J[j]) * q1[j] * q1[k]
        yield printed, printed + missing, c.V("hybrid", i, 1)


def _second(c: MovingChain, i: int, j: int) -> Array:
    """The right-hand side of (30)."""
    w, rate = c.V("hybrid", j)[:3], c.V("hybrid", j, 1)[:3]
    moved = ad_v(c.r(j, 2) - c.r(i, 2)) + 2 * ad_v(c.r(j, 1) - c.r(i, 1)) @ ad_w(w)
    turned = Ad_r(c.r(j) - c.r(i)) @ (ad_w(rate) + ad_w(w) @ ad_w(w))
    return np.asarray((moved + turned) @ _own(c, j))


def hybrid_direct(c: MovingChain) -> Instances:
    """(29), (30): V' and J'' with ad of the relative velocities and Ad_{r_ij}."""
    q1, q2 = c.rate(1), c.rate(2)
    for i in range(c.bodies):
        total = ZERO
        for j in range(i + 1):
            turn = Ad_r(c.r(j) - c.r(i)) @ ad_w(c.V("spatial", j)[:3])
            first = (ad_v(c.r(j, 1) - c.r(i, 1)) + turn) @ _own(c, j)
            total = total + c.J("hybrid", i)[j] * q2[j] + first * q1[j]
            yield same(_second(c, i, j), c.J("hybrid", i, 2)[j])
        yield same(total, c.V("hybrid", i, 1))


def hybrid_jerk(c: MovingChain) -> Instances:
    """(31)-(32): brackets misplaced in print, a dot granted; J q''' + 2 J' q'' + J'' q' right."""
    q1, q2, q3 = (c.rate(k) for k in (1, 2, 3))
    for i in range(c.bodies):
        J, first = c.J("hybrid", i), c.J("hybrid", i, 1)
        printed = corrected = ZERO
        for j in range(i + 1):
            w, rate = ad_w(c.V("hybrid", j)[:3]), ad_w(c.V("hybrid", j, 1)[:3])
            moved, second = ad_v(c.r(j, 1) - c.r(i, 1)), ad_v(c.r(j, 2) - c.r(i, 2))
            terms = 2 * moved * q2[j] + (second + 2 * moved @ w) * q1[j]
            turns = Ad_r(c.r(j) - c.r(i)) @ (2 * w * q2[j] + rate + w @ w) * q1[j]
            printed = printed + J[j] * q3[j] + (terms + turns) @ _own(c, j)
            corrected = corrected + J[j] * q3[j] + 2 * first[j] * q2[j]
            corrected = corrected + _second(c, i, j) * q1[j]
        yield printed, corrected, c.V("hybrid", i, 2)


def _to_mixed(c: MovingChain, i: int, X: Array) -> Array:
    """diag(R_i^T, 1) X"""
    return np.concatenate([c.R(i).T @ X[:3], X[3:]])


def mixed_rates(c: MovingChain) -> Instances:
    """(33): J'^m and V''^m without the rate of R^T in diag(R^T, 1) printed."""
    for i in range(c.bodies):
        w = ad_w(c.V("hybrid", i)[:3])
        rates = zip(c.J("hybrid", i), c.J("hybrid", i, 1), c.J("mixed", i, 1), strict=True)
        for J, rate, reference in rates:
            turned = _to_mixed(c, i, rate - w @ w_part(J))
            yield _to_mixed(c, i, rate), turned, reference
        rate, second = c.V("hybrid", i, 1), c.V("hybrid", i, 2)
        turned = _to_mixed(c, i, second - w @ w_part(rate))
        yield _to_mixed(c, i, second), turned, c.V("mixed", i, 2)


def mixed_acceleration(c: MovingChain) -> Instances:
    """(33): V'^m = diag(R^T, 1) V'^h."""
    for i in range(c.bodies):
        yield same(_to_mixed(c, i, c.V("hybrid", i, 1)), c.V("mixed", i, 1))


CHECKS: Mapping[str, Callable[[MovingChain], Any]] = {
    check.__name__: check
    for check in (
        relative_pose, inverse_relative_pose, body_first, body_system, body_higher, body_jerk,
        spatial_first, spatial_higher, spatial_jerk, hybrid_partial, hybrid_later, hybrid_rate,
        hybrid_rate_direct, hybrid_acceleration, hybrid_direct, hybrid_jerk, mixed_rates,
        mixed_acceleration,
    )
}  # fmt: skip
