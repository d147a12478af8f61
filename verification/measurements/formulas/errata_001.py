"""Formulas of Ali et al. as printed and as corrected, both against derivatives taken numerically.

Self-contained: a random tree moves along polynomials; every derivative of the reference is a
central difference at 240 digits of a quantity computed from its definition.  No recursion of the
paper enters the reference value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from verification.measurements.formulas.articulated_formulas import (
    Instance,
    forward_input,
    hybrid_bias,
    hybrid_wrench,
)
from verification.subjects.definitions.moving_tree import (
    MovingTree,
    ad,
    binomial,
    relative_difference,
    transform_wrench,
)

LAST = 3  # the order to which derivative formulas are followed


def momentum_rate(tree: MovingTree) -> list[Instance]:
    """App. E: Pi' = M V' - ad_V Pi printed, ad_V^T right."""
    found = []
    for j in range(tree.bodies):
        twist, momentum = tree.twist(j), tree.momentum(j)
        inertial = tree.spatial_inertia(j) * tree.rate(tree.along(tree.twist, j))
        reference = tree.rate(tree.along(tree.momentum, j))
        printed = inertial - ad(twist) * momentum
        found.append((printed, inertial - ad(twist).T * momentum, reference))
    return found


def sum_limit(tree: MovingTree) -> list[Instance]:
    """Alg. 1: V_j^(r) = V_p^(r) + sum of binom(r, k) S^(k) q^(r-k+1): to r-1 printed, r right."""
    found = []
    for j in range(1, tree.bodies):
        for r in range(1, LAST + 1):
            screws = [tree.derivative(tree.along(tree.screw, j), k) for k in range(r + 1)]
            terms = [
                screws[k] * (binomial(r, k) * tree.joint_rate(j, r - k + 1)) for k in range(r + 1)
            ]
            parent = tree.derivative(tree.along(tree.twist, tree.parents[j]), r)
            reference = tree.derivative(tree.along(tree.twist, j), r)
            printed = sum(terms[:-1], parent)
            found.append((printed, printed + terms[-1], reference))
    return found


def first_frame(tree: MovingTree) -> list[Instance]:
    """Alg. 1: C_j = F_p exp(Y_j q_j) A_j from F_1 = C_1 printed, C_1 A_1^-1 if A_1 is not 1."""
    found = []
    for j in range(1, tree.bodies):
        reference = tree.pose(j)
        printed = tree.pose_from_home(j, tree.pose(0))
        corrected = tree.pose_from_home(j, tree.pose(0) * tree.home(0) ** -1)
        found.append((printed, corrected, reference))
    return found


def body_wrench(tree: MovingTree) -> list[Instance]:
    """(E5): a wrench constant in body axes has non-zero spatial derivatives."""
    found = []
    for j in range(tree.bodies):
        wrench = tree.constant_wrench(j)

        def spatial(t: Any, j: int = j, wrench: Any = wrench) -> Any:
            return transform_wrench(tree.pose(j, t)) * wrench

        values = [spatial(tree.mp.mpf(0))]
        twists = [tree.derivative(tree.along(tree.twist, j), k) for k in range(LAST)]
        for r in range(1, LAST + 1):
            # (E5) with W_b' = 0
            terms = [ad(twists[k]).T * values[r - 1 - k] * binomial(r - 1, k) for k in range(r)]
            values.append(-sum(terms[1:], terms[0]))
            found.append((tree.zero(6), values[r], tree.derivative(spatial, r)))
    return found


def joint_wrench(tree: MovingTree) -> list[Instance]:
    """App. E: the total wrench of body j has W_p(j) printed, its own joint's W_j right."""
    found = []
    for j in range(1, tree.bodies):
        others = tree.gravity_wrench(j) + tree.applied_wrench(j)
        for child in tree.children(j):
            others = others - tree.transmitted_wrench(child)
        reference = tree.rate(tree.along(tree.momentum, j))
        printed = others + tree.transmitted_wrench(tree.parents[j])
        found.append((printed, others + tree.transmitted_wrench(j), reference))
    return found


def base_screw_rate(tree: MovingTree) -> list[Instance]:
    """(7): V'' = Gp(S nu'' + 2 S' nu' + S'' nu) with S' = ad_V S printed, S_1' = 0 right."""
    twist, rate = tree.twist(0), tree.rate(tree.along(tree.twist, 0))
    corrected = {0: tree.derivative(tree.along(tree.twist, 0), 2)}
    base_second = ad(rate) + ad(twist) * ad(twist)
    printed_base = corrected[0] + ad(twist) * rate * 2 + base_second * twist
    found = [(printed_base, corrected[0], corrected[0])]
    for j in range(1, tree.bodies):
        twist, rate, S = tree.twist(j), tree.rate(tree.along(tree.twist, j)), tree.screw(j)
        first = ad(twist) * S
        second = ad(rate) * S + ad(twist) * first
        q1, q2, q3 = (tree.joint_rate(j, k) for k in (1, 2, 3))
        own = S * q3 + first * (2 * q2) + second * q1
        corrected[j] = corrected[tree.parents[j]] + own
        wrong = corrected[j] - corrected[0] + printed_base
        found.append((wrong, corrected[j], tree.derivative(tree.along(tree.twist, j), 2)))
    return found


def aggregated_momentum(tree: MovingTree) -> list[Instance]:
    """App. B: Gc Pi'' from Gc Pi and Gc Pi' printed, from each body's own Pi and Pi' right.

    Pi'' = M (V'' - ad_V V') - 2 ad_V^T Pi' - (ad_V' + ad_V^2)^T Pi, summed over subtrees by Gc.
    """
    bodies = range(tree.bodies)
    momentum = [[tree.derivative(tree.along(tree.momentum, j), k) for j in bodies] for k in (0, 1)]
    twists = [[tree.derivative(tree.along(tree.twist, j), k) for j in bodies] for k in range(3)]
    found = []
    for j in bodies:
        below = tree.subtree(j)
        reference = printed = corrected = tree.zero(6)
        for i in below:
            V, rate, second = (twist[i] for twist in twists)
            inertial = tree.spatial_inertia(i) * (second - ad(V) * rate)
            turn = (ad(rate) + ad(V) * ad(V)).T
            own = [row[i] for row in momentum]
            subtree = [sum((row[k] for k in tree.subtree(i)), tree.zero(6)) for row in momentum]
            corrected = corrected + inertial - ad(V).T * own[1] * 2 - turn * own[0]
            printed = printed + inertial - ad(V).T * subtree[1] * 2 - turn * subtree[0]
            reference = reference + tree.derivative(tree.along(tree.momentum, i), 2)
        found.append((printed, corrected, reference))
    return found


def first_order_torque(tree: MovingTree) -> list[Instance]:
    """(7): the whole of tau'. S^T ad_V^T stands for S'^T and ad_V S for S'; S_1' = 0 right.

    tau_j' = S_j'^T W_j + S_j^T W_j', W_j summed over the subtree by Gc; constant body wrenches.
    """
    bodies = range(tree.bodies)
    twists = [[tree.derivative(tree.along(tree.twist, j), k) for j in bodies] for k in range(3)]
    printed_base = twists[2][0] + ad(twists[0][0]) * twists[1][0]
    found = []
    for j in bodies:
        W = printed = right = reference = tree.zero(6)
        for i in tree.subtree(j):
            V, rate, second = (twist[i] for twist in twists)
            M, applied, weight = (f(i) for f in (
                tree.spatial_inertia, tree.applied_wrench, tree.gravity_wrench
            ))  # fmt: skip
            own = M * rate - ad(V).T * (M * V)
            W = W + own - weight - applied
            # g' and tau_ext' of (7) beyond their S'^T
            loads = M * ad(V) * tree.gravity + ad(V).T * (weight + applied)
            turned = ad(V).T * own * 2 + (ad(rate) + ad(V) * ad(V)).T * (M * V)
            wrong = second - twists[2][0] + printed_base
            right = right + M * (second - ad(V) * rate) - turned + loads
            printed = printed + M * (wrong - ad(V) * rate) - turned + loads
            reference = reference + tree.derivative(tree.along(tree.momentum, i), 2)
            reference = reference - tree.rate(tree.along(tree.gravity_wrench, i))
            reference = reference - tree.rate(tree.along(tree.applied_wrench, i))
        S, S_rate = tree.screw(j), tree.rate(tree.along(tree.screw, j))
        if j == 0:
            S, S_rate = tree.mp.eye(6), tree.mp.zeros(6)
        turned_S = (ad(twists[0][j]) * S).T
        corrected = (tree.mp.zeros(6) if j == 0 else turned_S) * W + S.T * right
        found.append((turned_S * W + S.T * printed, corrected, S_rate.T * W + S.T * reference))
    return found


def base_wrench(tree: MovingTree) -> list[Instance]:
    """Sec. 3.2: W_1 "equals zero" printed; it is the wrench that moves the whole tree."""
    reference = tree.zero(6)
    for j in range(tree.bodies):
        rate = tree.rate(tree.along(tree.momentum, j))
        reference = reference + rate - tree.gravity_wrench(j) - tree.applied_wrench(j)
    return [(tree.zero(6), tree.transmitted_wrench(0), reference)]


def pose_derivatives(tree: MovingTree) -> list[Instance]:
    """Remark 1: C^(r) = sum of binom(r-1, k) [V^(k)] C^(r-1-k); holds as printed."""
    found = []
    for j in range(tree.bodies):
        twists = [tree.derivative(tree.along(tree.twist, j), k) for k in range(LAST)]
        poses = [tree.pose(j)]
        for r in range(1, LAST + 1):
            terms = [tree.hat(twists[k]) * poses[r - 1 - k] * binomial(r - 1, k) for k in range(r)]
            poses.append(sum(terms[1:], terms[0]))
            reference = tree.derivative(tree.along(tree.pose, j), r)
            found.append((poses[r], poses[r], reference))
    return found


def inertia_derivatives(tree: MovingTree) -> list[Instance]:
    """(E2), the derivatives of the spatial inertia; holds as printed."""
    found = []
    for j in range(tree.bodies):
        twists = [tree.derivative(tree.along(tree.twist, j), k) for k in range(LAST)]
        inertias = [tree.spatial_inertia(j)]
        for r in range(1, LAST + 1):
            terms = []
            for k in range(r):
                product = inertias[r - 1 - k] * ad(twists[k])
                terms.append((product + product.T) * binomial(r - 1, k))
            inertias.append(-sum(terms[1:], terms[0]))
            reference = tree.derivative(tree.along(tree.spatial_inertia, j), r)
            found.append((inertias[r], inertias[r], reference))
    return found


CHECKS: Mapping[str, Callable[[MovingTree], list[Instance]]] = {
    check.__name__: check
    for check in (
        momentum_rate,
        sum_limit,
        first_frame,
        body_wrench,
        joint_wrench,
        base_screw_rate,
        aggregated_momentum,
        first_order_torque,
        base_wrench,
        forward_input,
        hybrid_bias,
        hybrid_wrench,
        pose_derivatives,
        inertia_derivatives,
    )
}


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return how far the printed and the corrected formula are from the reference value.

    Parameters
    ----------
    params : mapping
        ``check`` (a name in `CHECKS`), ``bodies``, ``seed``.

    Returns
    -------
    dict
        ``printed``: the largest relative difference over the tree (one wrong instance refutes a
        formula), ``corrected``: the largest likewise; max norm, relative to the reference value.
    """
    tree = MovingTree(params["bodies"], params["seed"])
    instances = CHECKS[params["check"]](tree)
    return {
        "printed": max(relative_difference(a, reference) for a, _, reference in instances),
        "corrected": max(relative_difference(b, reference) for _, b, reference in instances),
        "instances": len(instances),
    }
