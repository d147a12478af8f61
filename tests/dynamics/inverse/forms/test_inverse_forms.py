"""The compiled forms of inverse dynamics: against their twins, the default form and the oracle."""

import numpy as np
import pytest
from support.references.inverse_forms import LIMITS, TWINS
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, bases, floats, largest, relative, two_trees

from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics

# What the twins' recursions leave of 50 digits against the oracle's.
DIGITS = 1e-40
K = oracle.Mp(50)
DOUBLE = oracle.Double()
# A motion whose Taylor coefficients are of one size: v^(k) grows with k!.
FACTORIALS = np.cumprod([1.0, *range(1, 12)])[:, None]

each_form = pytest.mark.parametrize("form", LIMITS)


def _assert_close(form, found, expected):
    low, high = LIMITS[form]
    limit = np.where(np.arange(len(expected)) <= 5, low, high)
    assert (relative(found, expected) < limit).all()


def _loads(model, rows, axes, seed=5):
    rng = np.random.default_rng(seed)
    return {
        "wrenches": rng.standard_normal((rows, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((rows, model.nv)),
        "wrench_axes": axes,
    }


def _agree_with_the_oracle(model, q, v, base, axes):
    """The twins of all forms, and that of the default form."""
    given = _loads(model, len(v) - 1, axes)
    given |= {name: given[name].tolist() for name in ("wrenches", "tau_ext")}
    reference = oracle.inverse_dynamics(model, q, v, base, field=K, **given)
    for twin in TWINS.values():
        found = twin.inverse_dynamics(model, q.tolist(), v.tolist(), K, base, **given)
        for row, expected in zip(found, reference, strict=True):
            difference = [x - y for x, y in zip(row, expected, strict=True)]
            assert largest(difference) <= DIGITS * largest(expected), (twin, base, axes)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("robot", ["every_joint_free", "every_joint"])
def test_twins_are_the_oracle_for_every_joint(robot, axes):
    model, q, v = draw(robot, "generic", r=2)
    for base in bases(model):
        _agree_with_the_oracle(model, q, v, base, axes)


@pytest.mark.parametrize("base", BASES)
def test_twins_are_the_oracle_up_to_order_five(base):
    model = two_trees()
    rng = np.random.default_rng(4)
    q, v = model.random_configuration(rng), rng.standard_normal((7, model.nv))
    _agree_with_the_oracle(model, q, v, base, "body" if base == "mixed" else "inertial")


@each_form
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_agrees_with_its_twin(robot, form):
    # the coefficients of a series do not depend on how many follow: one twin serves every order
    model, q, v = draw(robot, "generic", r=3)
    for base in bases(model):
        arguments = (model, q.tolist(), v.tolist(), DOUBLE, base)
        expected = np.array(TWINS[form].inverse_dynamics(*arguments))
        for r in range(4):
            found = inverse_dynamics(model, q, v[: r + 2], base, form=form)
            _assert_close(form, found, expected[: r + 1])


@each_form
@pytest.mark.parametrize("r", [0, 1, 2, 3, 5, 7])
@pytest.mark.parametrize("robot", ROBOTS)
def test_agrees_with_the_default_form(robot, r, form):
    model, q, v = draw(robot, "generic", r)
    for base in bases(model):
        for loads in ({}, _loads(model, r + 1, "body"), _loads(model, r + 1, "inertial")):
            found = inverse_dynamics(model, q, v, base, form=form, **loads)
            _assert_close(form, found, inverse_dynamics(model, q, v, base, **loads))


@each_form
@pytest.mark.parametrize("state", ["zero", "tiny", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ["every_joint_free", "aerial_manipulator", "arm"])
def test_agrees_in_every_state(robot, state, form):
    model, q, v = draw(robot, state, r=3)
    found, default = (inverse_dynamics(model, q, v, form=f) for f in (form, "default"))
    assert (relative(found, default) < 1e-13).all()


@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint_free"])
@pytest.mark.parametrize("base", BASES)
def test_against_the_oracle_up_to_order_ten(base, robot):
    model, q, v = draw(robot, "generic", r=10)
    v *= FACTORIALS
    reference = floats(oracle.inverse_dynamics(model, q, v, base=base, digits=40))
    for form in LIMITS:
        error = relative(inverse_dynamics(model, q, v, base, form=form), reference)
        assert (error[:6] < LIMITS[form][0]).all() and (error < 5e-13).all(), form


@each_form
def test_two_trees_do_not_meet(form):
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((5, model.nv))
    for far in (0.0, 1e5):
        q[:3] += far
        for base in BASES if not far else ("body", "hybrid", "mixed"):
            loads = _loads(model, 4, "inertial")
            found, default = (
                inverse_dynamics(model, q, v, base, form=f, **loads) for f in (form, "default")
            )
            _assert_close(form, found, default)


@each_form
@pytest.mark.parametrize("robot", ["every_joint_free", "two_link"])
def test_what_was_in_the_scratch_memory_does_not_matter(robot, form):
    for r in (0, 1, 2, 3, 6):
        model, q, v = draw(robot, "generic", r)
        for axes in ("body", "inertial"):
            loads = _loads(model, r + 1, axes)
            first = inverse_dynamics(model, q, v, form=form, **loads)
            inverse_dynamics(model, q, 1e30 * v, form=form, **loads)
            assert np.array_equal(first, inverse_dynamics(model, q, v, form=form, **loads))
