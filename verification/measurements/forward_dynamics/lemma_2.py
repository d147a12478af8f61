"""Lemma 2 of Ali et al.: one articulated inertia at every order, from three sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lieref import oracle
from lieref.dynamics.forward.forms.spatial import h_gabi_spatial_twin
from lieref.kinematics.forward_kinematics_twin import motions
from lieref.model.tree.exact import exact_model
from lieref.oracle import Mp
from lieref.oracle.tree.inertia import factorize, solve
from verification.subjects import tasks
from verification.subjects.tasks import Rows, Task

DIGITS = 50
BASE = 6  # coordinates of the base


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Measure the base's articulated inertia M^A on one task, at 50 digits.

    Parameters
    ----------
    params : mapping
        A task with a free base in the spatial representation, where a change of V^(k+1) is one of
        the base's twist; see `tasks.draw`.

    Returns
    -------
    dict
        ``orders``: for each order k, the relative max norm by which dW^(k) / dV^(k+1), from the
        oracle's hybrid dynamics with the base prescribed, differs from that of order 0;
        ``inertia``: by which it differs at order 0 from H_bb - H_bj H_jj^-1 H_jb;
        ``recursion``: by which the recursion of Lemma 2 differs from the latter.
    """
    task = tasks.draw(params)
    K = Mp(DIGITS)
    with K.working():
        schur = _schur(K, task)
        changes = _changes(K, task)
        return {
            "orders": [_difference(K, change, changes[0]) for change in changes],
            "inertia": _difference(K, changes[0], schur),
            "recursion": _difference(K, _recursion(K, task), schur),
        }


def _difference(K: Mp, a: Rows, b: Rows) -> float:
    """Relative max norm of a - b."""
    error = max(abs(x - y) for rows in zip(a, b, strict=True) for x, y in zip(*rows, strict=True))
    return K.to_float(error / max(abs(x) for row in b for x in row))


def _schur(K: Mp, task: Task) -> Rows:
    """H_bb - H_bj H_jj^-1 H_jb from the oracle's H"""
    H = oracle.joint_space_inertia(task.model, task.state.q, task.state.base, field=K)
    joints = range(BASE, task.model.nv)
    names = [str(j) for j in joints]
    factors = factorize(K, [[H[i][j] for j in joints] for i in joints],
                        [H[j][j] for j in joints], names)  # fmt: skip
    found = []
    for a in range(BASE):
        x = solve(K, factors, [H[j][a] for j in joints])
        found.append(
            [
                H[a][b] - sum(H[b][j] * y for j, y in zip(joints, x, strict=True))
                for b in range(BASE)
            ]
        )
    return found


def _changes(K: Mp, task: Task) -> list[Rows]:
    """For each order k the matrix dW^(k) / dV^(k+1): affine, so that a unit step gives it."""
    options = {**task.state.arguments(), "field": K}
    prescribed = [j < BASE for j in range(task.model.nv)]
    q, v = task.state.q, task.state.v[0]

    def base_wrench(vdot: Any) -> Rows:
        rows = len(vdot)
        _, tau = oracle.hybrid_dynamics(task.model, q, v, vdot, task.tau[:rows], prescribed,
                                        **_cut(options, rows))  # fmt: skip
        return [row[:BASE] for row in tau]

    found = []
    for k in range(len(task.tau)):
        rest = base_wrench(task.vdot[: k + 1])[k]
        columns = []
        for c in range(BASE):
            moved = task.vdot[: k + 1].copy()
            moved[k, c] += 1.0
            step = K(float(moved[k, c])) - K(float(task.vdot[k, c]))
            pairs = zip(base_wrench(moved)[k], rest, strict=True)
            columns.append([(x - y) / step for x, y in pairs])
        found.append([list(row) for row in zip(*columns, strict=True)])
    return found


def _cut(options: dict[str, Any], rows: int) -> dict[str, Any]:
    """The options with loads of the first orders only."""
    loads = ("wrenches", "tau_ext")
    return {key: x[:rows] if key in loads and x is not None else x for key, x in options.items()}


def _recursion(K: Mp, task: Task) -> Rows:
    """M^A of Lemma 2, carried to the inertial frame from the twin's, which is at the base."""
    exact = exact_model(task.model, K)
    q = [K(float(x)) for x in task.state.q]
    rates = [[K(float(x)), K(0)] for x in task.state.v[0]]
    bodies = motions(K, exact, q, rates, task.state.base)
    M = h_gabi_spatial_twin.articulated(K, exact, bodies, [False] * task.model.nv)[0].M
    pose = oracle.body_poses(task.model, task.state.q, task.state.v[:1], task.state.base, field=K)
    x, y, z = (row[3] for row in pose[0][0][:3])
    # a twist there is Ad V with Ad = [1, 0; -[x], 1]
    one, nil = K(1), K(0)
    shift = [[one if i == j else nil for j in range(6)] for i in range(6)]
    for i, row in enumerate(((nil, z, -y), (-z, nil, x), (y, -x, nil))):
        shift[3 + i][:3] = row
    half = [[K.dot(M[i], [shift[m][j] for m in range(6)]) for j in range(6)] for i in range(6)]
    return [
        [K.dot([shift[m][i] for m in range(6)], [half[m][j] for m in range(6)]) for j in range(6)]
        for i in range(6)
    ]


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds, from the sizes alone."""
    return 8 * tasks.seconds(params) * float(params["order"] + 1)
