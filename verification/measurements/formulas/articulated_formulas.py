"""Formulas of Algorithms 3 and 4 of Ali et al., orders 0 and 1, as printed and as corrected.

Instances for `errata_001`: the recursions run on a tree whose motion is known, so that the wrench
each joint transmits is known too, from momentum alone.  What a joint's force is follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from verification.subjects.definitions.moving_tree import MovingTree, ad

# A formula in one instance: as printed, as corrected, the reference value.
Instance = tuple[Any, Any, Any]
ORDERS = (0, 1)


@dataclass(frozen=True)
class Joint:
    """What the recursion takes of body j: entry k of a list belongs to order k."""

    S: list[Any]  # S_j and its derivatives
    M: Any
    V: list[Any]
    bias: list[Any]  # V_bias^(k+1) = V_j^(k+1) - V_p^(k+1) - S_j q_j^(k+2)
    own: list[Any]  # Pi_bias^(k+1) - W_app^(k) - W_grav^(k)
    W: list[Any]  # the transmitted wrench, from momentum
    rates: list[Any]  # q_j^(k+2)


@dataclass(frozen=True)
class Articulated:
    """M^A of each body, W^A to each order and body, and q~ to each order and body."""

    M: list[Any]
    W: list[list[Any]]
    tilde: list[list[Any]]


def _loads(tree: MovingTree, j: int) -> list[Any]:
    """The derivatives of the weight of body j and of the wrench applied to it."""
    return [
        tree.derivative(tree.along(tree.gravity_wrench, j), k)
        + tree.derivative(tree.along(tree.applied_wrench, j), k)
        for k in ORDERS
    ]


def _joints(tree: MovingTree) -> list[Joint]:
    bodies = range(tree.bodies)
    loads = [_loads(tree, j) for j in bodies]
    # momentum balance of each body, and of what joint j carries
    balance = [
        [tree.derivative(tree.along(tree.momentum, j), k + 1) - loads[j][k] for k in ORDERS]
        for j in bodies
    ]
    found = []
    for j in bodies:
        V = [tree.derivative(tree.along(tree.twist, j), k) for k in range(3)]
        first = ad(V[0]) * tree.screw(j)
        # the base has no screw here: it is solved for as a whole
        S = [tree.screw(j), first, ad(V[1]) * tree.screw(j) + ad(V[0]) * first]
        q = [tree.joint_rate(j, k) for k in range(4)]
        M = [tree.derivative(tree.along(tree.spatial_inertia, j), k) for k in range(3)]
        found.append(
            Joint(
                S=S,
                M=M[0],
                V=V,
                bias=[S[1] * q[1], S[1] * (2 * q[2]) + S[2] * q[1]],
                # Pi' = M V' + M' V,  Pi'' = M V'' + 2 M' V' + M'' V
                own=[
                    M[1] * V[0] - loads[j][0],
                    M[1] * V[1] * 2 + M[2] * V[0] - loads[j][1],
                ],
                W=[sum((balance[i][k] for i in tree.subtree(j)), tree.zero(6)) for k in ORDERS],
                rates=q[2:],
            )
        )
    return found


def _recursion(
    tree: MovingTree, joints: list[Joint], prescribed: set[int], slip: bool
) -> Articulated:
    """Algorithm 4, tip to base; slip: q-bar as printed in the sum over J_tau, not q-tilde."""
    n = range(tree.bodies)
    M = [joint.M for joint in joints]
    W = [[joint.own[k] for joint in joints] for k in ORDERS]
    tilde = [[tree.mp.mpf(0) for _ in n] for _ in ORDERS]
    for i in reversed(n[1:]):
        joint, p = joints[i], tree.parents[i]
        U = M[i] * joint.S[0]
        D = (joint.S[0].T * U)[0]
        for k in ORDERS:
            # tau^(k) - tau~^(k): of the product rule of S^T W only S^T W^(k) is left
            left = (joint.S[0].T * (joint.W[k] - M[i] * joint.bias[k] - W[k][i]))[0]
            tilde[k][i] = left / D
            given = i in prescribed or slip
            motion = joint.S[0] * (joint.rates[k] if given else tilde[k][i])
            W[k][p] = W[k][p] + W[k][i] + M[i] * (motion + joint.bias[k])
        M[p] = M[p] + (M[i] if i in prescribed else M[i] - U * U.T / D)
    return Articulated(M, W, tilde)


def _prescribed(tree: MovingTree) -> set[int]:
    return set(range(1, tree.bodies, 2))


def hybrid_bias(tree: MovingTree) -> list[Instance]:
    """Alg. 4: W_j^(k) = M_j^A V_j^(k+1) + (W_j^A)^(k), with q-bar printed and q-tilde right."""
    joints = _joints(tree)
    printed, corrected = (
        _recursion(tree, joints, _prescribed(tree), slip) for slip in (True, False)
    )
    return [
        (
            printed.M[j] * joint.V[k + 1] + printed.W[k][j],
            corrected.M[j] * joint.V[k + 1] + corrected.W[k][j],
            joint.W[k],
        )
        for j, joint in enumerate(joints)
        for k in ORDERS
    ]


def hybrid_wrench(tree: MovingTree) -> list[Instance]:
    """Alg. 4: Q_j' = S'^T W + S^T W' has a W_j that is nowhere assigned; W_j^A is not it."""
    joints, prescribed = _joints(tree), _prescribed(tree)
    found = _recursion(tree, joints, prescribed, False)
    instances = []
    for j in sorted(prescribed):
        joint = joints[j]
        turn, S = joint.S[1].T, joint.S[0].T
        kept = [found.M[j] * joint.V[k + 1] + found.W[k][j] for k in ORDERS]
        reference = turn * joint.W[0] + S * joint.W[1]
        printed = turn * found.W[0][j] + S * found.W[1][j]
        instances.append((printed, turn * kept[0] + S * kept[1], reference))
    return instances


def forward_input(tree: MovingTree) -> list[Instance]:
    """Alg. 3: V_bias'' = 2 S' q'' + S'' q' needs q'' and V' of order 0, which Alg. 1 cannot have.

    Printed: Alg. 1 runs first, on accelerations that are not there yet (zero).  Right: it goes on
    by one order after each forward pass.
    """
    joints = _joints(tree)
    found = _recursion(tree, joints, set(), False)
    # base to tip at order 0
    V = [tree.mp.lu_solve(found.M[0], joints[0].W[0] - found.W[0][0])]
    guess = [tree.zero(6)]
    instances = []
    for j in range(1, tree.bodies):
        joint, p = joints[j], tree.parents[j]
        S, turn, U = joint.S[0], joint.S[1], found.M[j] * joint.S[0]
        acceleration = found.tilde[0][j] - (U.T * V[p])[0] / (S.T * U)[0]
        V.append(V[p] + S * acceleration + joint.bias[0])
        guess.append(guess[p] + joint.bias[0])
        rate = tree.joint_rate(j, 1)
        printed = (ad(guess[j]) * S + ad(joint.V[0]) * turn) * rate
        corrected = turn * (2 * acceleration) + (ad(V[j]) * S + ad(joint.V[0]) * turn) * rate
        reference = joint.V[2] - joints[p].V[2] - S * joint.rates[1]
        instances.append((printed, corrected, reference))
    return instances
