"""The sparse factor of H: what it multiplies to, what it solves, and what it refuses."""

import re

import numpy as np
import pytest
from support.partials.partial_cases import related
from support.references.tolerances import CLOSED_FORMS, COMPLEX_STEP
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import bases, floats

import lieref
from lieref import oracle
from lieref.dynamics.closed_forms import joint_space_inertia, joint_space_inertia_complex
from lieref.dynamics.matrices.inertia_factor import inertia_factor
from lieref.dynamics.matrices.joint_space_inertia import inverse_inertia_times
from lieref.errors import ModelError, ModelWarning, ShapeError, SingularError

STEP = 1e-100


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_the_factor_multiplies_to_H(robot, state):
    model, q, v = draw(robot, state)
    for base in bases(model):
        H = joint_space_inertia(model, q, base)
        factor = inertia_factor(model, H)
        L, D = factor.L, factor.D
        assert np.array_equal(L, np.tril(L)) and (np.diag(L) == 1).all() and (D > 0).all()
        # nothing fills in
        assert not L[~related(model)].any()
        scale = np.sqrt(np.outer(np.diag(H), np.diag(H)))
        assert (abs(L.T * D @ L - H) <= CLOSED_FORMS * scale).all(), base
        b = np.stack([v[0], v[1], v[0] - 2 * v[1]], axis=1)
        product = factor.multiply(b)
        assert abs(product - H @ b).max() <= CLOSED_FORMS * (abs(H) @ abs(b)).max()
        assert np.array_equal(factor.multiply(v[0]), product[:, 0])
        assert solves(factor, H, factor.solve(b), b), base
        assert solves(factor, H, factor.solve(v[0])[:, None], b[:, :1]), base


def solves(factor, H, x, b):
    """Backward stable: a residual of roundings of |L^T| D |L| |x|."""
    L, D = factor.L, factor.D
    work = abs(L.T) @ (D[:, None] * (abs(L) @ abs(x)))
    return (abs(H @ x - b) <= 2 * CLOSED_FORMS * work).all()


def test_every_one_of_many_columns_is_solved():
    model, q, _ = draw("quadruped", "generic")
    H = joint_space_inertia(model, q)
    factor = inertia_factor(model, H)
    b = np.random.default_rng(4).standard_normal((model.nv, 37))
    assert solves(factor, H, factor.solve(b), b)


def conditioned(H):
    """How much the relative error of an entry can grow in H^-1 b, units equalised."""
    unit = np.sqrt(np.diag(H))
    return np.linalg.cond(H / np.outer(unit, unit))


@pytest.mark.parametrize("state", ["generic", "far"])
@pytest.mark.parametrize("robot", ["quadruped", "every_joint_free", "aerial_manipulator"])
def test_accelerations_from_rest_against_exact_arithmetic(robot, state):
    """H^-1 b for all representations, also a kilometre from the origin."""
    K = oracle.Mp(50)
    model, q, v = draw(robot, state)
    limit = CLOSED_FORMS * conditioned(joint_space_inertia(model, q))
    for base in bases(model):
        H = K.context.matrix(oracle.joint_space_inertia(model, q, base, field=K))
        reference = floats(K.context.lu_solve(H, K.context.matrix(v[0].tolist())).tolist())[:, 0]
        found = inverse_inertia_times(model, q, v[0], base)
        # b itself is turned by levers of a kilometre in the spatial representation
        far = 1e3 if state == "far" and base == "spatial" else 1
        assert abs(found - reference).max() <= limit * far * abs(reference).max(), base


def test_complex_step_through_the_factor():
    """d(H^-1 b) = -H^-1 dH H^-1 b"""
    model, q, v = draw("arm", "generic")
    H = joint_space_inertia_complex(model, q + 1j * STEP * v[0])
    x = inertia_factor(model, H).solve(v[1].astype(complex))
    real = inertia_factor(model, H.real)
    rest = real.solve(v[1])
    expected = -real.solve(H.imag / STEP @ rest)
    limit = COMPLEX_STEP * conditioned(H.real) * abs(expected).max()
    assert abs(x.imag / STEP - expected).max() <= limit
    assert abs(x.real - rest).max() <= COMPLEX_STEP * conditioned(H.real) * abs(rest).max()


def massless_leaf():
    """A chain of three whose last body has neither mass nor inertia."""
    b = lieref.ModelBuilder(doubtful="warn")
    at = np.eye(4)
    at[:3, 3] = 0.1, 0.0, 0.4
    b.add_body("first", None, lieref.Revolute((0, 0, 1)), None, 1.0, inertia=np.eye(3))
    b.add_body("second", "first", lieref.Spherical(), at, 1.0, inertia=np.eye(3))
    b.add_body("leaf", "second", lieref.Revolute((0, 1, 0)), at, 0.0, inertia=np.zeros((3, 3)))
    with pytest.warns(ModelWarning):
        return b.build()


def test_singular_inertia_names_the_joint():
    model = massless_leaf()
    name = re.escape(repr(model.joint_names[2]))
    q = model.neutral()
    with pytest.raises(SingularError, match=f"joint {name}: coordinate 0 moves an inertia of 0 "):
        inertia_factor(model, joint_space_inertia(model, q))
    with pytest.raises(SingularError, match=name):
        inverse_inertia_times(model, q, np.ones(model.nv))


def test_a_pivot_that_is_rounding_error_is_refused():
    model, q, _ = draw("serial_5", "generic")
    H = joint_space_inertia(model, q)
    L, D = inertia_factor(model, H).L, inertia_factor(model, H).D
    # not the last: its entry of H is its pivot, however small
    for k in range(model.nv - 1):
        for least, error in ((1e-16, SingularError), (-1.0, ModelError), (1e-10, None)):
            pivots = D.copy()
            pivots[k] = least * (H[k, k] - D[k])
            spoilt = L.T * pivots @ L
            if error:
                name = re.escape(repr(model.joint_names[k]))
                told = name if error is SingularError else f"^H is not positive definite: row {k},"
                with pytest.raises(error, match=told):
                    inertia_factor(model, spoilt)
            else:
                inertia_factor(model, spoilt)


def test_a_coordinate_inside_a_joint_is_named():
    model, q, _ = draw("every_joint_free", "generic")
    H = joint_space_inertia(model, q)
    L, D = inertia_factor(model, H).L, inertia_factor(model, H).D
    D[4] = 1e-17
    H = L.T * D @ L
    with pytest.raises(SingularError, match=f"joint {model.joint_names[0]!r}: coordinate 4 "):
        inertia_factor(model, H)


def test_branches_that_are_tied_are_no_tree():
    model, q, _ = draw("quadruped", "generic")
    H = joint_space_inertia(model, q)
    apart = np.tril(~(related(model) | related(model).T))
    for i, j in (np.argwhere(apart)[0], np.argwhere(apart)[-1]):
        linked = H.copy()
        linked[i, j] = linked[j, i] = 1e-3
        with pytest.raises(ShapeError, match=rf"^H\[{i}, {j}\] is 0.001, expected 0: neither"):
            inertia_factor(model, linked)
        with pytest.raises(ShapeError, match=rf"^H\[{i}, {j}\] is .*0.001j.*, expected 0"):
            inertia_factor(model, H + 1j * (linked - H))
