"""Partial derivatives in jets against differences of the oracle at 200 digits, and their laws."""

import functools
import importlib
import warnings

import numpy as np
import pytest
from support.references.oracle_slopes import (
    FINE,
    along,
    along_both,
    assert_enclosed,
    assert_indices,
    directions,
    displaced,
    first_difference,
    relative,
    second_difference,
    stepped,
)
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.errors import LierefError, ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute

# balls: what is asserted of them is proven of every number in them
K = oracle.Arb(60)
CASES = [
    ("free_root", "body", "inertial"),
    ("free_root", "spatial", "body"),
    ("free_root", "hybrid", "inertial"),
    ("free_root", "mixed", "body"),
    ("free_inside", "body", "body"),
    ("spherical_root", "body", "inertial"),
    ("spherical_leaf", "body", "body"),
    ("one_degree", "body", "inertial"),
]


@pytest.fixture(autouse=True)
def _fine():
    with FINE.working():
        yield


@functools.cache
def _case(name, base, axes):
    """Robot, arguments, and the partials of both kinds at them."""
    model = random_tree(name, seed=301)
    q, v, wrenches, tau = random_state(model, 0, seed=302)
    loads = {"base": base, "wrenches": wrenches[0], "wrench_axes": axes, "field": K}
    results = {
        "inverse": (
            oracle.inverse_dynamics_partials(model, q, *v, **loads),
            oracle.inverse_dynamics_second_partials(model, q, *v, **loads),
        ),
        "forward": (
            oracle.forward_dynamics_partials(model, q, v[0], tau[0], **loads),
            oracle.forward_dynamics_second_partials(model, q, v[0], tau[0], **loads),
        ),
    }
    return model, (q, v[0], {"inverse": v[1], "forward": tau[0]}), loads, results


def _value(kind, case, r, s, x, y):
    """Forces or accelerations, the state moved x steps along r and y along s; s first in q."""
    model, (q, v, last), loads, _ = case
    q = displaced(model, displaced(model, q, s[0], y), r[0], x)
    v, last = stepped((v, last[kind]), r[1:], s[1:], x, y)
    acting = (loads["base"], [loads["wrenches"]], loads["wrench_axes"])
    if kind == "inverse":
        return oracle.inverse_dynamics(model, q, [v, last], *acting, field=FINE)[0]
    return oracle.forward_dynamics(model, q, v, [last], *acting, field=FINE)[0]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["inverse", "forward"])
def test_first_partials_are_slopes(case, kind):
    case = _case(*case)
    model, _, _, results = case
    r, _ = directions(model.nv, 303)
    value = functools.partial(_value, kind, case)
    for i, matrix in enumerate(results[kind][0]):
        alone = np.where(np.arange(3)[:, None] == i, r, 0.0)
        assert relative(along(matrix, r[i]), first_difference(value, alone)) < 1e-40


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("kind", ["inverse", "forward"])
def test_second_partials_are_second_slopes(case, kind):
    case = _case(*case)
    model, _, _, results = case
    r, s = directions(model.nv, 304)
    got = along_both(results[kind][1], r, s)
    assert relative(got, second_difference(functools.partial(_value, kind, case), r, s)) < 1e-40


@pytest.mark.parametrize("kind", ["inverse", "forward"])
@pytest.mark.parametrize(("number", "first", "then"), [(0, 0, 0), (1, 1, 1), (2, 0, 1), (3, 2, 0)])
def test_every_second_partial_has_its_index(kind, number, first, then):
    case = _case("spherical_root", "body", "inertial")
    model, _, _, results = case
    value, direction = functools.partial(_value, kind, case), directions(model.nv, 305)[0][0]
    assert_indices(results[kind][1][number], value, first, then, direction)


@pytest.mark.parametrize("seed", [311])
def test_many_joints_of_every_kind(seed):
    """The contraction of all tensors for two trees of six bodies on one world."""
    model = random_tree("fixed_base", seed=seed)
    q, v, wrenches, tau = random_state(model, 0, seed=seed)
    loads = {"base": "body", "wrenches": wrenches[0], "wrench_axes": "inertial", "field": K}
    second = oracle.forward_dynamics_second_partials(model, q, v[0], tau[0], **loads)
    case = model, (q, v[0], {"forward": tau[0]}), loads, None
    r, s = directions(model.nv, seed)
    expected = second_difference(functools.partial(_value, "forward", case), r, s)
    assert relative(along_both(second, r, s), expected) < 1e-40


def test_place_of_the_base_does_not_matter():
    model = random_tree("free_root", seed=321)
    q, v, _, tau = random_state(model, 0, seed=322)
    q[:3] = 0.0
    far = q + np.where(np.arange(model.nq) < 3, 2.0**20, 0.0)
    near, there = (
        oracle.forward_dynamics_second_partials(model, x, v[0], tau[0], field=K) for x in (q, far)
    )
    for a, b in zip(near, there, strict=True):
        got, expected = ([x for rows in t for row in rows for x in row] for t in (a, b))
        assert relative(got, expected) < 1e-40


@pytest.mark.parametrize("kind", ["inverse", "forward"])
def test_balls_hold_the_reference(kind):
    model = random_tree("spherical_leaf", seed=331)
    q, v, wrenches, tau = random_state(model, 0, seed=332)
    function = getattr(oracle, f"{kind}_dynamics_second_partials")
    last = v[1] if kind == "inverse" else tau[0]
    loads = {"wrenches": wrenches[0], "wrench_axes": "inertial"}
    reference = function(model, q, v[0], last, **loads, digits=90)
    balls = function(model, q, v[0], last, **loads, digits=40, balls=True)
    assert_enclosed(reference, balls)


@pytest.mark.parametrize(
    "name", ["da_dq", "da_dv", "da_dtau", "d2a_dq_dq", "d2a_dv_dv", "d2a_dq_dv", "d2a_dtau_dq"]
)
def test_wrong_results_are_not_certified(name, monkeypatch):
    model = random_tree("spherical_root", seed=341)
    q, v, _, tau = random_state(model, 0, seed=342)
    # the module, which has the name of a function
    module = importlib.import_module("lieref.oracle.tree.forward_dynamics_partials")
    order = "_second" if name.startswith("d2a") else "_first"
    compute = getattr(module, order)

    def wrong(*arguments):
        result = compute(*arguments)
        entry = getattr(result, name)[1]
        while isinstance(entry[2], list):
            entry = entry[2]
        entry[2] = entry[2] + 1e-20
        return result

    monkeypatch.setattr(module, order, wrong)
    with pytest.raises(LierefError, match="does not return"):
        oracle.forward_dynamics_second_partials(model, q, v[0], tau[0], field=K)


def test_singular_inertia_names_its_joint():
    builder = ModelBuilder(doubtful="warn")
    builder.add_body("arm", joint=Revolute((0, 1, 0)), mass=1.0, com=(0.3, 0, 0))
    builder.add_body("leaf", "arm", joint=Prismatic((0, 0, 1)))
    with warnings.catch_warnings(action="ignore", category=ModelWarning):
        model = builder.build()
    for function in (oracle.forward_dynamics_partials, oracle.forward_dynamics_second_partials):
        with pytest.raises(SingularError, match="leaf"):
            function(model, [0.1, 0.2], [0.3, 0.4], [0.5, 0.6], field=K)
