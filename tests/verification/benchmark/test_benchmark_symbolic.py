"""CasADi's expressions of inverse and forward dynamics against lieref, order by order."""

from __future__ import annotations

import numpy as np
import pytest

import lieref
from lieref import oracle
from lieref.model.mechanisms import catalogue
from verification.benchmark.dynamics import cases
from verification.subjects import states, symbolic

EPS = np.finfo(float).eps
# The two programs sum some hundred terms in different orders.
AGREEMENT = 200 * EPS
# From forces back to the motion they came from, through the inertia of these small robots.
RETRIEVAL = 1e4 * EPS
MAPS = (symbolic.INVERSE, symbolic.FORWARD, symbolic.FORWARD_LDL)


def tree_of_one_degree_joints(base):
    """A tree with a revolute joint off its origin, a prismatic and a helical joint."""
    builder = lieref.ModelBuilder()
    rng = np.random.default_rng(3)
    joints = {
        "base": lieref.Free() if base == "free" else lieref.Revolute((0.0, 0.6, 0.8)),
        "turn": lieref.Revolute((0.6, 0.0, 0.8), (0.1, -0.2, 0.3)),
        "slide": lieref.Prismatic((0.0, 0.8, 0.6)),
        "screw": lieref.Helical((1.0, 0.0, 0.0), 0.07, (0.0, 0.2, 0.1)),
        "last": lieref.Revolute((0.0, 0.0, 1.0), (0.1, 0.0, 0.0)),
    }
    parent = None
    for name, joint in joints.items():
        placement = np.eye(4)
        placement[:3, :3] = lieref.SO3.exp(rng.normal(size=3))
        placement[:3, 3] = rng.normal(size=3)
        inertia = np.diag(rng.uniform(0.2, 0.3, 3))
        builder.add_body(
            name, parent, joint, placement, mass=1.3, com=rng.normal(size=3), inertia=inertia
        )
        parent = "turn" if name == "slide" else name
    return builder.build()


ROBOTS = {
    "aerial manipulator": catalogue.aerial_manipulator,
    "free base": lambda: tree_of_one_degree_joints("free"),
    "fixed base": lambda: tree_of_one_degree_joints("fixed"),
}


@pytest.mark.parametrize("robot", ROBOTS)
@pytest.mark.parametrize("kind", ["polynomial", "state"])
@pytest.mark.parametrize("eliminate", [False, True])
@pytest.mark.parametrize("of", MAPS, ids=lambda of: of.name)
def test_casadi_expressions_agree_with_lieref(robot, kind, eliminate, of):
    model = ROBOTS[robot]()
    state = states.draw(model, {"seed": 5}, 2)
    tau = lieref.inverse_dynamics(model, state.q, state.v)
    expected, limit = (tau, AGREEMENT) if of is symbolic.INVERSE else (state.v[1:], RETRIEVAL)
    made = symbolic.derivatives(of, model, 2, kind, eliminate)
    for order, function in enumerate(made.functions):
        found = np.array(function(*made.arguments(state.q, state.v, tau))).ravel()
        scale = np.abs(expected[order]).max()
        assert np.abs(found - expected[order]).max() <= limit * scale, order


@pytest.mark.parametrize("of", MAPS, ids=lambda of: of.name)
def test_casadi_refuses_other_joints(of):
    builder = lieref.ModelBuilder()
    builder.add_body("ball", None, lieref.Spherical(), mass=1.0, inertia=np.eye(3))
    with pytest.raises(ValueError, match=r"'.*': no expression for spherical"):
        symbolic.derivatives(of, builder.build(), 0, "state", False)


def test_building_stops_at_its_deadline():
    model = catalogue.aerial_manipulator()
    with pytest.raises(TimeoutError, match="order 0"):
        symbolic.derivatives(symbolic.INVERSE, model, 1, "state", False, cases.deadline(-1.0))


@pytest.mark.parametrize("degree", [1, 2])
@pytest.mark.parametrize("robot", ["free base", "fixed base"])
@pytest.mark.parametrize("of", [symbolic.INVERSE, symbolic.FORWARD_LDL], ids=lambda of: of.name)
def test_casadi_partials_agree_with_the_oracle(of, robot, degree):
    model = ROBOTS[robot]()
    state = states.draw(model, {"seed": 5}, 0)
    tau = lieref.inverse_dynamics(model, state.q, state.v)
    inverse = of is symbolic.INVERSE
    rows = (state.q, state.v[0], state.v[1] if inverse else tau[0])
    limit = AGREEMENT if inverse else RETRIEVAL
    words = "partials" if degree == 1 else "second_partials"
    name = f"{'inverse' if inverse else 'forward'}_dynamics_{words}"
    made = symbolic.partials(of, model, degree, eliminate=inverse)
    packed = np.array(made.function(np.concatenate(rows))).ravel()
    exact = getattr(oracle, name)(model, *rows, field=oracle.Double())
    for found, expected in zip(made.arrays(packed), exact, strict=True):
        expected = np.array(expected, dtype=float)
        assert np.abs(found - expected).max() <= limit * np.abs(expected).max()
    if inverse:
        # what the tree makes zero is not computed
        assert packed.size < sum(np.size(x) for x in exact)


def test_elimination_takes_fewer_operations():
    model = catalogue.aerial_manipulator()
    sizes = [
        symbolic.partials(symbolic.INVERSE, model, 2, eliminate).function.n_instructions()
        for eliminate in (True, False)
    ]
    assert sizes[0] < sizes[1]


def test_differentiating_stops_at_its_deadline():
    model = catalogue.aerial_manipulator()
    with pytest.raises(TimeoutError, match="order 0"):
        symbolic.partials(symbolic.INVERSE, model, 2, True, cases.deadline(-1.0))


def test_a_derivative_takes_the_rows_that_it_depends_on():
    q, v, tau = np.arange(2.0), np.arange(12.0).reshape(4, 3), 100 + np.arange(9.0).reshape(3, 3)
    assert [of.rows(1) for of in MAPS] == [(3,), (2, 2), (2, 2)]
    found = symbolic.INVERSE.argument(1, q, v, tau)
    assert np.array_equal(found, [*q, *v[:3].ravel()])
    found = symbolic.FORWARD.argument(1, q, v, tau)
    assert np.array_equal(found, [*q, *v[:2].ravel(), *tau[:2].ravel()])


def test_the_leaner_solver_takes_fewer_operations():
    model = catalogue.aerial_manipulator()
    sizes = [
        symbolic.derivatives(of, model, 1, "state", True).functions[1].n_instructions()
        for of in (symbolic.FORWARD_LDL, symbolic.FORWARD)
    ]
    assert sizes[0] < sizes[1]
