"""Forces and their derivatives by virtual work, against the momentum balance run in jets."""

import numpy as np
import pytest
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.model.joints.joints import Free
from lieref.oracle.tree.inverse_dynamics_partials import first_partials
from lieref.oracle.tree.perturbations import perturbed_torques, state
from lieref.oracle.tree.torque_derivatives import torque_derivatives
from lieref.oracle.tree.transforms import second_moments

K = oracle.Arb(60)
CASES = [
    ("free_root", "body", "inertial"),
    ("free_root", "spatial", "body"),
    ("free_root", "hybrid", "inertial"),
    ("free_root", "mixed", "body"),
    ("free_inside", "body", "body"),
    ("spherical_root", "body", "inertial"),
    ("one_degree", "body", "inertial"),
]
KINDS = ("q", "v", "a")


def _state(field, name, base, axes, distance=0.0):
    model = random_tree(name, seed=311)
    q, v, wrenches, _ = random_state(model, 0, seed=312)
    q = np.array(q, dtype=float)
    if isinstance(model.joints[0], Free):
        q[:3] += distance
    return state(field, model, q, *v, base, wrenches[0], axes)


def _apart(got, expected):
    """Largest difference over the largest modulus."""
    x, y = np.array(got, object), np.array(expected, object)
    size = max(abs(float(c)) for c in y.flat)
    return max(abs(float(a - b)) for a, b in zip(x.flat, y.flat, strict=True)) / size


@pytest.mark.parametrize("case", CASES)
def test_torques_and_first_derivatives_are_those_of_jets(case):
    with K.working():
        at = _state(K, *case)
        found = torque_derivatives(K, at)
        torques = [x.x for x in perturbed_torques(K, at, {}, {})]
        assert _apart(found[""], torques) < 1e-50
        for kind, expected in zip(KINDS, first_partials(K, at), strict=True):
            assert _apart(found[kind], expected) < 1e-50


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("pair", ["qq", "vv", "vq", "aq"])
def test_second_derivatives_are_those_of_jets(case, pair):
    first, second = pair
    with K.working():
        at = _state(K, *case)
        found = torque_derivatives(K, at)[pair]
        n = len(at.v)
        rng = np.random.default_rng(313)
        r, s = ([K(int(x)) / 1024 for x in row] for row in rng.integers(-999, 999, (2, n)))
        along = perturbed_torques(
            K,
            at,
            {first: {j: [x] for j, x in enumerate(r)}},
            {second: {j: [x] for j, x in enumerate(s)}},
        )
        expected = [x.w[0] if len(x.w) else K(0) for x in along]
        got = [K.dot(r, [K.dot(list(row), s) for row in rows]) for rows in found]
        assert _apart(got, expected) < 1e-45


@pytest.mark.parametrize("base", ["body", "hybrid", "mixed"])
def test_no_digits_are_lost_far_from_the_origin(base):
    near, far = (
        torque_derivatives(oracle.Mp(40), _state(oracle.Mp(40), "free_root", base, "body", x))
        for x in (0.0, 1e6)
    )
    for kind, expected in near.items():
        assert _apart(far[kind], expected) < 1e-36


def test_fields_of_balls_and_of_floats_say_the_same():
    with K.working():
        proven = torque_derivatives(K, _state(K, "free_root", "body", "body"))
    rough = torque_derivatives(
        oracle.Double(), _state(oracle.Double(), "free_root", "body", "body")
    )
    for kind, expected in proven.items():
        # sums of some hundred terms
        assert _apart(rough[kind], expected) < 1e3 * np.finfo(float).eps


def test_second_moments_are_those_of_mass_points():
    rng = np.random.default_rng(314)
    points, masses = rng.standard_normal((7, 3)), rng.uniform(0.5, 2.0, 7)
    mass, com = masses.sum(), masses @ points / masses.sum()
    arms = points - com
    inertia = sum(
        m * (x @ x * np.eye(3) - np.outer(x, x)) for m, x in zip(masses, arms, strict=True)
    )

    class Body:
        pass

    body = Body()
    body.mass, body.com, body.inertia = mass, tuple(com), tuple(map(tuple, inertia))
    whole = np.column_stack([points, np.ones(7)])
    expected = (whole.T * masses) @ whole
    got = second_moments(oracle.Double(), body).astype(float)
    assert np.abs(got - expected).max() < 100 * np.finfo(float).eps * np.abs(expected).max()
