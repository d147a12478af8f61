"""Velocities and their derivatives from those of twists: there and back, from the definition."""

from math import comb, factorial

import mpmath
import numpy as np
import pytest
from support.mechanisms.loop_robots import robot as mechanism
from support.references.tolerances import EPS
from support.trees.robots import arm, draw

import lieref
from lieref.errors import ArgumentError, ModelError, NonFiniteError, ShapeError, SingularError

inverse = lieref.inverse_kinematics_derivatives


def error(found, expected):
    """Of each order by its largest number."""
    gap, size = np.abs(np.asarray(found) - expected), np.abs(expected)
    return (gap.max(axis=-1) / size.max(axis=-1)).max()


def bound(model, q, twists, body, representation="body", seed=9):
    """30 times what half an ulp in each number of q and of the twists changes, for each order."""
    rng = np.random.default_rng(seed)
    exact, changes = inverse(model, q, twists, body, representation), []
    for _ in range(8):
        near = [x * (1 + EPS * rng.choice([-0.5, 0.5], x.shape)) for x in (q, twists)]
        changes.append(np.abs(inverse(model, *near, body, representation) - exact).max(axis=-1))
    return 30 * np.max(changes, axis=0)


def six_axes():
    return arm().reduced(locked=[arm().joint_names[-1]])


@pytest.mark.parametrize("representation", ["body", "spatial", "hybrid", "mixed"])
def test_six_axes_give_their_motion_back(representation):
    model = six_axes()
    rng = np.random.default_rng(3)
    q, v = rng.uniform(-1, 1, 6), rng.uniform(-1, 1, (6, 6))
    body = model.names[-1]
    _, twists = lieref.forward_kinematics(model, q, v, "body", representation, [body])
    given = (model, q, twists[:, 0], body, representation)
    assert (np.abs(inverse(*given) - v).max(axis=-1) <= bound(*given)).all()


def test_derivatives_of_a_pose():
    model = six_axes()
    rng = np.random.default_rng(4)
    q, v = rng.uniform(-1, 1, 6), rng.uniform(-1, 1, (4, 6))
    body = model.names[-1]
    poses, twists = lieref.forward_kinematics(model, q, v, frames=[body])
    stack = lieref.pose_derivatives(poses[0], twists[:, 0])
    given = (model, q, lieref.twist_derivatives(stack), body, "spatial")
    assert (np.abs(inverse(*given) - v).max(axis=-1) <= bound(*given)).all()


@pytest.mark.parametrize("base", ["body", "hybrid"])
def test_twists_of_all_bodies_give_the_motion_of_a_tree_back(base):
    """Müller (2018), (11): with more equations than joints, which all can be met."""
    model, q, v = draw("every_joint_free", "generic", 2)
    twists = lieref.forward_kinematics(model, q, v, base, "body")[1]
    found = inverse(model, q, twists, list(model.names), base=base)
    condition = np.linalg.cond(lieref.system_jacobian(model, q, base=base))
    assert error(found, v) <= 256 * EPS * condition


def by_definition(model, q, v, body, solve, n):
    """Derivatives of the minimum at times near 0 of the motion that begins with v, in 40 digits.

    The derivatives are those of the polynomial through 9 values, 1e-6 s apart.
    """
    points, apart = range(-4, 5), 10**6
    K = lieref.oracle.Mp(40)
    with mpmath.workdps(40):
        values = []
        for point in points:
            t = mpmath.mpf(point) / apart
            place = [
                mpmath.mpf(float(q[c]))
                + sum(
                    mpmath.mpf(float(v[k][c])) * t ** (k + 1) / factorial(k + 1) for k in range(n)
                )
                for c in range(model.nv)
            ]
            values.append(list(solve(t, jacobian_of(K, model, place, body))))
        powers = mpmath.matrix([[mpmath.mpf(i) ** k for k in range(9)] for i in points])
        columns = [mpmath.lu_solve(powers, list(column)) for column in zip(*values, strict=True)]
        return np.array(
            [[float(c[k] * factorial(k) * apart**k) for c in columns] for k in range(n)]
        )


def jacobian_of(K, model, q, body):
    """Body Jacobian from the poses of the oracle: (R^T R')^v and R^T p' at unit velocities."""
    columns = []
    for c in range(model.nv):
        rate = [1 if i == c else 0 for i in range(model.nv)]
        before, after = (x[body] for x in lieref.oracle.body_poses(model, q, [rate], field=K))
        R0, R1 = before, after
        p1 = [row[3] for row in after[:3]]
        W = [[sum(R0[a][i] * R1[a][j] for a in range(3)) for j in range(3)] for i in range(3)]
        linear = [sum(R0[a][i] * p1[a] for a in range(3)) for i in range(3)]
        columns.append([W[2][1], W[0][2], W[1][0], *linear])
    return mpmath.matrix(columns).T


CASES = {
    "redundant": {},
    "weights and a secondary motion": {"W": True, "z": True},
    "three components": {"Q": [0, 0, 0, 1, 2, 0.5], "z": True},
    "more components than joints": {"Q": [1, 2, 3, 1, 0.5, 1], "joints": 4},
    "damped": {"Q": [1, 2, 3, 1, 0.5, 1], "W": True, "z": True, "d": 0.3},
    "damped, more components": {"joints": 4, "d": 0.2},
}


@pytest.mark.parametrize("case", CASES)
def test_the_minimum_moves_as_its_derivatives_say(case):
    given = CASES[case]
    nv, n = given.get("joints", 7), 4
    model = lieref.catalogue.serial_chain(nv)
    rng = np.random.default_rng(5)
    q, twists, z = rng.uniform(-1, 1, nv), rng.uniform(-1, 1, (n, 6)), np.zeros((n, nv))
    if given.get("z"):
        z = rng.uniform(-1, 1, (n, nv))
    Q, d, W = np.array(given.get("Q", np.ones(6))), given.get("d", 0.0), np.eye(nv)
    if given.get("W"):
        W = lieref.joint_space_inertia(model, q) + 0.1 * np.eye(nv)
    found = inverse(
        model, q, twists, nv - 1, task_weights=Q, joint_weights=W, secondary=z, damping=d
    )
    asked = [i for i in range(6) if Q[i]]
    Wm = mpmath.matrix(W.tolist())
    Qm = mpmath.diag([mpmath.mpf(float(Q[i])) for i in asked])

    def at(rows, t):
        return mpmath.matrix(
            [
                sum(mpmath.mpf(float(rows[k, i])) * t**k / factorial(k) for k in range(n))
                for i in range(rows.shape[1])
            ]
        )

    def solve(t, J):
        J = mpmath.matrix([[J[i, c] for c in range(nv)] for i in asked])
        V, rest = at(twists[:, asked], t), at(z, t)
        if d:
            A = J.T * Qm * J + mpmath.mpf(d) ** 2 * Wm
            return mpmath.lu_solve(A, J.T * Qm * V + mpmath.mpf(d) ** 2 * Wm * rest)
        if len(asked) > nv:
            return mpmath.lu_solve(J.T * Qm * J, J.T * Qm * V)
        back = Wm**-1 * J.T
        return rest + back * mpmath.lu_solve(J * back, V - J * rest)

    expected = by_definition(model, q, found, nv - 1, solve, n)
    # conditions of J and W, twice where equations of the minimum multiply them
    assert error(found, expected) <= 1e-10
    if not d and len(asked) <= nv:
        again = lieref.forward_kinematics(model, q, found, representation="body")[1][:, -1]
        J = np.abs(lieref.jacobian_derivatives(model, q, found[:-1], nv - 1))
        terms = [
            sum(comb(k, j) * J[j] @ np.abs(found[k - j]) for j in range(k + 1)) for k in range(n)
        ]
        assert (np.abs(again - twists)[:, asked] <= 256 * EPS * np.array(terms)[:, asked]).all()


def test_singular_directions_are_refused_or_damped():
    model = lieref.catalogue.serial_chain(7)
    planar = lieref.ModelBuilder()
    for i in range(7):
        planar.add_body(
            f"link{i}",
            f"link{i - 1}" if i else None,
            lieref.Revolute((0, 0, 1)),
            lieref.SE3.exp(np.array([0, 0, 0, 0.3 * (i > 0), 0, 0])),
            1.0,
        )
    model = planar.build()
    q, twists = np.linspace(0.1, 0.7, 7), np.zeros((3, 6))
    twists[:, 3] = twists[:, 2] = 1.0
    with pytest.raises(SingularError, match=r"'link6' at batch index 0 .* of the task is lost"):
        inverse(model, q, twists, "link6")
    # what the arm can do is done, also by the damped one but for a share of d^2
    v = inverse(model, q, twists, "link6", task_weights=[0, 0, 1, 1, 1, 0])
    again = lieref.forward_kinematics(model, q, v, representation="body")[1][:, -1]
    assert error(again, twists) <= 1e-12
    damped = inverse(model, q, twists, "link6", damping=1e-3)
    assert 0 < error(damped, v) <= 1e-3
    stretched = np.zeros(7)
    with pytest.raises(SingularError, match="the direction"):
        inverse(model, stretched, twists, "link6", task_weights=[0, 0, 1, 1, 1, 0])
    # nearly so: what is lost is lost to rounding
    nearly = 1e-12 * np.arange(7)
    with pytest.raises(SingularError, match="the direction"):
        inverse(model, nearly, twists, "link6", task_weights=[0, 0, 1, 1, 1, 0])
    assert np.isfinite(inverse(model, stretched, twists, "link6", damping=0.1)).all()


def test_too_few_joints_that_move_nothing_are_named():
    b = lieref.ModelBuilder()
    b.add_body("a", None, lieref.Revolute((0, 0, 1)), mass=1.0)
    b.add_body("b", "a", lieref.Revolute((0, 0, 1)), mass=1.0)
    with pytest.raises(
        SingularError, match=r"\((0.707, -0.707|-0.707, 0.707)\) of the joint velocities is lost"
    ):
        inverse(b.build(), np.zeros(2), np.ones((1, 6)), "b")


@pytest.mark.parametrize("name", ["four_bar", "belted_leg_free"])
def test_mechanisms_give_their_motion_back(name):
    model = mechanism(name)
    rng = np.random.default_rng(7)
    v = rng.uniform(-1, 1, (4, model.nv))
    q = np.asarray(model.assembly)
    motion, _ = lieref.loops.expand_motion(model, q, v)
    _, twists = lieref.forward_kinematics(model.tree, q, motion, representation="hybrid")
    found = lieref.loops.inverse_kinematics_derivatives(
        model, q, twists, list(range(model.tree.nbodies)), "hybrid"
    )
    assert error(found, v) <= 1e-11
    every = list(range(model.tree.nbodies))
    again = inverse(model, q, np.array([twists, twists]), every, "hybrid")
    assert np.array_equal(again[1], found)


def test_bad_arguments():
    model = lieref.catalogue.serial_chain(7)
    q, V = np.full(7, 0.3), np.ones((2, 6))
    for error_type, message, change in (
        (ShapeError, r"expected \(n, 2, 6\) or a batch", {"body": [0, 1]}),
        (ShapeError, "at least one body", {"body": []}),
        (ModelError, "numbers >= 0, not all 0", {"task_weights": np.zeros(6)}),
        (ModelError, "numbers >= 0, not all 0", {"task_weights": [1, 1, 1, 1, 1, -1]}),
        (
            ModelError,
            r"joint_weights\[2\]: 0.0, expected above 0",
            {"joint_weights": [1, 1, 0, 1, 1, 1, 1]},
        ),
        (ModelError, "expected a symmetric", {"joint_weights": np.triu(np.ones((7, 7)))}),
        (ModelError, "expected a positive definite", {"joint_weights": -np.eye(7)}),
        (ShapeError, "secondary has shape", {"secondary": np.ones((1, 7))}),
        (ArgumentError, "damping is -1.0", {"damping": -1.0}),
        (ArgumentError, "body is 'tool', expected one of", {"body": "tool"}),
        (ShapeError, "a batch of 3 twists", {"twists": np.ones((3, 2, 6)), "q": np.ones((2, 7))}),
        (NonFiniteError, "beyond the range", {"twists": V * 1e200}),
    ):
        with pytest.raises(error_type, match=message):
            inverse(**{"model": model, "q": q, "twists": V, "body": 6, **change})
