"""The compiled body-fixed and hybrid recursions: against their twins, default and the oracle."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, EPS, bases, floats, largest, relative, two_trees

from lieref import oracle
from lieref.dynamics.inverse.body import body_twin
from lieref.dynamics.inverse.hybrid import hybrid_twin
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex

TWINS = {"body": body_twin, "hybrid": hybrid_twin}
# Relative max norm of each order up to 7 on the robots of the tests, about four times the
# worst that was found: 9.3e-14 (free_body: products with the base's velocity cancel in W) and
# 4.2e-14 (arm). Up to order 5 against the oracle it is 1e-14 for both.
LIMITS = {"body": 4e-13, "hybrid": 2e-13}
# What the twins' recursions leave of 50 digits against the oracle's.
DIGITS = 1e-40
K = oracle.Mp(50)
DOUBLE = oracle.Double()
# A motion whose Taylor coefficients are of one size: v^(k) grows with k!.
FACTORIALS = np.cumprod([1.0, *range(1, 12)])[:, None]

each_form = pytest.mark.parametrize("form", TWINS)
each_axes = pytest.mark.parametrize("axes", ["body", "inertial"])


def _loads(model, rows, seed=5):
    rng = np.random.default_rng(seed)
    return {
        "wrenches": rng.standard_normal((rows, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((rows, model.nv)),
    }


def _agrees_with_the_oracle(form, model, q, v, base, axes):
    given = {name: x.tolist() for name, x in _loads(model, len(v) - 1).items()}
    found = TWINS[form].inverse_dynamics(
        model, q.tolist(), v.tolist(), K, base, wrench_axes=axes, **given
    )
    reference = oracle.inverse_dynamics(model, q, v, base, wrench_axes=axes, field=K, **given)
    for row, expected in zip(found, reference, strict=True):
        difference = [x - y for x, y in zip(row, expected, strict=True)]
        assert largest(difference) <= DIGITS * largest(expected), (base, axes)


@each_axes
@each_form
@pytest.mark.parametrize("robot", ["every_joint_free", "every_joint"])
def test_twin_is_the_oracle_for_every_joint(robot, form, axes):
    model, q, v = draw(robot, "generic", r=1)
    for base in bases(model):
        _agrees_with_the_oracle(form, model, q, v, base, axes)


@each_form
@pytest.mark.parametrize("base", BASES)
def test_twin_is_the_oracle_up_to_order_five(base, form):
    model = two_trees()
    rng = np.random.default_rng(4)
    q, v = model.random_configuration(rng), rng.standard_normal((7, model.nv))
    _agrees_with_the_oracle(form, model, q, v, base, "body" if base == "mixed" else "inertial")


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
            assert (relative(found, expected[: r + 1]) < LIMITS[form]).all(), (base, r)


@each_form
@pytest.mark.parametrize("r", [0, 1, 2, 3, 5, 7])
@pytest.mark.parametrize("robot", ROBOTS)
def test_agrees_with_the_default_form(robot, r, form):
    model, q, v = draw(robot, "generic", r)
    given = _loads(model, r + 1)
    for base in bases(model):
        for loads in (
            {},
            {**given, "wrench_axes": "body"},
            {**given, "wrench_axes": "inertial"},
        ):
            found = inverse_dynamics(model, q, v, base, form=form, **loads)
            expected = inverse_dynamics(model, q, v, base, **loads)
            assert (relative(found, expected) < LIMITS[form]).all(), (base, loads.keys())


@each_form
@pytest.mark.parametrize("state", ["zero", "tiny", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ["every_joint_free", "aerial_manipulator", "arm"])
def test_agrees_in_every_state(robot, state, form):
    model, q, v = draw(robot, state, r=3)
    found, default = (inverse_dynamics(model, q, v, form=f) for f in (form, "default"))
    assert (relative(found, default) < 1e-13).all()


@each_form
@pytest.mark.parametrize("base", BASES)
def test_against_the_oracle_up_to_order_ten(base, form):
    model, q, v = draw("aerial_manipulator", "generic", r=10)
    v *= FACTORIALS
    reference = floats(oracle.inverse_dynamics(model, q, v, base=base, digits=40))
    error = relative(inverse_dynamics(model, q, v, base, form=form), reference)
    assert (error < 5e-13).all()


@each_form
def test_two_trees(form):
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((5, model.nv))
    for base in BASES:
        loads = _loads(model, 4)
        found, default = (
            inverse_dynamics(model, q, v, base, wrench_axes="inertial", form=f, **loads)
            for f in (form, "default")
        )
        assert (relative(found, default) < LIMITS[form]).all()


@each_form
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint_free"])
def test_the_distance_changes_no_bit(robot, form):
    model, q, v = draw(robot, "generic", r=5)
    far = q.copy()
    far[:3] = 6e5, -4.8e5, 6.4e5
    for base in ("body", "hybrid", "mixed"):
        loads = _loads(model, 6)
        near, away = (
            inverse_dynamics(model, x, v, base, wrench_axes="inertial", form=form, **loads)
            for x in (q, far)
        )
        assert np.array_equal(near, away)


@each_form
@pytest.mark.parametrize("robot", ["every_joint_free", "two_link"])
def test_what_was_in_the_scratch_memory_does_not_matter(robot, form):
    for r in (0, 1, 2, 3, 6):
        model, q, v = draw(robot, "generic", r)
        loads = _loads(model, r + 1)
        for axes in ("body", "inertial"):
            first = inverse_dynamics(model, q, v, wrench_axes=axes, form=form, **loads)
            inverse_dynamics(model, q, 1e30 * v, wrench_axes=axes, form=form, **loads)
            again = inverse_dynamics(model, q, v, wrench_axes=axes, form=form, **loads)
            assert np.array_equal(first, again)


@each_form
def test_wrench_and_torque_of_zero_change_nothing(form):
    model, q, v = draw("every_joint", "generic", r=2)
    free = inverse_dynamics(model, q, v, form=form)
    for axes in ("body", "inertial"):
        zeros = np.zeros((3, model.nbodies, 6)), axes, np.zeros((3, model.nv))
        assert np.array_equal(free, inverse_dynamics(model, q, v, "body", *zeros, form=form))


@each_form
@pytest.mark.parametrize("base", BASES)
def test_complex_step_along_the_motion(base, form):
    model, q, v = draw("every_joint_free", "generic", r=2)
    direction = np.random.default_rng(2).standard_normal(v.shape)
    stepped = v + 1e-30j * direction
    for axes in ("body", "inertial"):
        loads = {**_loads(model, 3), "wrench_axes": axes}
        found, default = (
            inverse_dynamics_complex(model, q, stepped, base, form=f, **loads)
            for f in (form, "default")
        )
        real = inverse_dynamics(model, q, v, base, **loads)
        assert (relative(found.real, real) < LIMITS[form]).all()
        assert (relative(found.imag, default.imag) < LIMITS[form]).all()


@each_form
def test_complex_step_through_the_configuration(form):
    model, q, v = draw("arm", "generic", r=1)
    stepped = q + 1e-30j * np.random.default_rng(2).standard_normal(q.shape)
    found, default = (
        inverse_dynamics_complex(model, stepped, v, form=f) for f in (form, "default")
    )
    assert (relative(found.imag, default.imag) < LIMITS[form]).all()


@each_form
def test_a_resting_free_body_is_held_against_gravity(form):
    model, q, v = draw("free_body", "zero", r=2)
    tau = inverse_dynamics(model, q, v, "hybrid", form=form)
    weight = -model.masses[0] * model.gravity
    arm = model.placements[0, :3, :3] @ model.coms[0]
    assert abs(tau[0, 3:] - weight).max() <= 4 * EPS * abs(weight).max()
    assert abs(tau[0, :3] - np.cross(arm, weight)).max() <= 4 * EPS * abs(weight).max()
    assert not tau[1:].any()
