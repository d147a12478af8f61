"""One motion told in four base representations: same poses, forces dual to the velocities."""

import numpy as np
import pytest
from support.trees.oracle_robots import random_state, random_tree, relative_error

from lieref import oracle
from lieref.oracle.scalars import series as ts

ORDER = 3
K = oracle.Mp(50)


def _stacked(columns):
    return [list(row) for row in zip(*(ts.plain(c) for c in columns), strict=True)]


def _base_series(model, q, v):
    """R, p of body 0 and its velocity halves in body axes, as series."""
    poses = oracle.body_poses(model, q, v, field=K)
    C = [[ts.taylor([row[0][i][j] for row in poses]) for j in range(4)] for i in range(3)]
    columns = [ts.taylor([K(x) for x in v[:, i]]) for i in range(6)]
    return [row[:3] for row in C], [row[3] for row in C], columns[:3], columns[3:]


def _velocity(base, R, p, w, u):
    """(w, u) of a body twist in the named representation."""
    w_space, u_space = ts.apply(K, R, w), ts.apply(K, R, u)
    if base == "spatial":
        return w_space + ts.vector_add(u_space, ts.cross(K, p, w_space))
    return (w if base == "mixed" else w_space) + u_space


def _torque(base, R, p, n, f):
    """(torque, force) of a body wrench in the representation dual to the named one."""
    n_space, f_space = ts.apply(K, R, n), ts.apply(K, R, f)
    if base == "spatial":
        return ts.vector_add(n_space, ts.cross(K, p, f_space)) + f_space
    return (n if base == "mixed" else n_space) + f_space


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
def test_same_motion_same_poses_and_dual_torques(base):
    model = random_tree("free_base", seed=41)
    q, v, wrenches, _ = random_state(model, ORDER, seed=42)
    R, p, w, u = _base_series(model, q, v)
    told = [[K(x) for x in row] for row in v]
    for row, first in zip(told, _stacked(_velocity(base, R, p, w, u)), strict=True):
        row[:6] = first
    reference = oracle.body_poses(model, q, v, field=K)
    poses = oracle.body_poses(model, q, told, base, field=K)
    flat = [[x for C in row for line in C for x in line] for row in reference]
    assert relative_error([[x for C in r for line in C for x in line] for r in poses], flat) < 1e-40

    body = oracle.inverse_dynamics(model, q, v, wrenches=wrenches, field=K)
    columns = [ts.taylor([row[i] for row in body]) for i in range(6)]
    expected = [row[6:] for row in body]
    dual = _stacked(_torque(base, R, p, columns[:3], columns[3:]))
    expected = [a + b for a, b in zip(dual, expected, strict=True)]
    got = oracle.inverse_dynamics(model, q, told, base, wrenches, field=K)
    assert relative_error(got, expected) < 1e-40


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("name", ["free_base", "fixed_base"])
def test_each_torque_of_a_wrench_is_its_power_at_unit_velocity(name, axes):
    model = random_tree(name, seed=51)
    q, _, wrenches, tau_ext = random_state(model, 0, seed=52)
    for j in range(model.nv):
        v = np.zeros((2, model.nv))
        v[0, j] = 1.0
        poses = oracle.body_poses(model, q, v[:1], field=K)
        power = K(float(tau_ext[0, j]))
        for C, rate, W in zip(poses[0], poses[1], wrenches[0], strict=True):
            spin = [
                sum((rate[a][c] * C[b][c] for c in range(3)), K(0))
                for a, b in ((2, 1), (0, 2), (1, 0))
            ]
            twist = spin + [row[3] for row in rate[:3]]
            if axes == "body":
                twist = [
                    sum((C[a][b] * half[a] for a in range(3)), K(0))
                    for half in (twist[:3], twist[3:])
                    for b in range(3)
                ]
            power = power + sum((K(float(x)) * y for x, y in zip(W, twist, strict=True)), K(0))
        free = oracle.inverse_dynamics(model, q, v, field=K)[0][j]
        relieved = oracle.inverse_dynamics(model, q, v, "body", wrenches, axes, tau_ext, field=K)
        assert abs(free - relieved[0][j] - power) < 1e-40
