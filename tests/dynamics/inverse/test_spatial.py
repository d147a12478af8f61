"""The compiled spatial recursion: against the default form's, the oracle, and itself far away."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, EPS, bases, floats, relative, two_trees

from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.errors import ArgumentError

# Stated accuracy of the form (the claim `spatial_accuracy`), relative max norm of each
# order up to 5 and up to 10, for positions within 1 m.
LOW, HIGH = 1e-13, 5e-13
# A motion whose Taylor coefficients are of one size: v^(k) grows with k!.
FACTORIALS = np.cumprod([1.0, *range(1, 12)])[:, None]


def _loads(model, rows, seed=5):
    rng = np.random.default_rng(seed)
    return {
        "wrenches": rng.standard_normal((rows, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((rows, model.nv)),
    }


@pytest.mark.parametrize("r", [0, 1, 4])
@pytest.mark.parametrize("robot", ROBOTS)
def test_agrees_with_the_default_form(robot, r):
    model, q, v = draw(robot, "generic", r)
    for base in bases(model):
        for axes in ("body", "inertial"):
            loads = _loads(model, r + 1)
            loaded = [
                inverse_dynamics(model, q, v, base, wrench_axes=axes, form=form, **loads)
                for form in ("spatial", "default")
            ]
            assert (relative(*loaded) < LOW).all()
        free = [inverse_dynamics(model, q, v, base, form=f) for f in ("spatial", "default")]
        assert (relative(*free) < LOW).all()


@pytest.mark.parametrize("state", ["zero", "tiny", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ["every_joint_free", "aerial_manipulator", "arm"])
def test_agrees_in_every_state(robot, state):
    model, q, v = draw(robot, state, r=3)
    spatial, default = (inverse_dynamics(model, q, v, form=f) for f in ("spatial", "default"))
    assert (relative(spatial, default) < LOW).all()


@pytest.mark.parametrize("base", BASES)
def test_against_the_oracle_up_to_order_ten(base):
    for robot in ("aerial_manipulator", "every_joint_free"):
        model, q, v = draw(robot, "generic", r=10)
        v *= FACTORIALS
        reference = floats(oracle.inverse_dynamics(model, q, v, base=base, digits=40))
        error = relative(inverse_dynamics(model, q, v, base, form="spatial"), reference)
        assert (error[:6] < LOW).all() and (error < HIGH).all()


def test_two_trees_have_shifted_frames_of_their_own():
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((5, model.nv))
    q[:3] += 1e5
    for base in ("body", "hybrid", "mixed"):
        loads = _loads(model, 4)
        spatial, default = (
            inverse_dynamics(model, q, v, base, wrench_axes="inertial", form=form, **loads)
            for form in ("spatial", "default")
        )
        assert (relative(spatial, default) < LOW).all()


@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint_free"])
def test_the_distance_changes_no_bit(robot):
    model, q, v = draw(robot, "generic", r=5)
    far = q.copy()
    far[:3] = 6e5, -4.8e5, 6.4e5
    for base in ("body", "hybrid", "mixed"):
        loads = _loads(model, 6)
        near, away = (
            inverse_dynamics(model, x, v, base, wrench_axes="inertial", form="spatial", **loads)
            for x in (q, far)
        )
        assert np.array_equal(near, away)


def test_wrench_and_torque_of_zero_change_nothing():
    model, q, v = draw("every_joint", "generic", r=2)
    free = inverse_dynamics(model, q, v, form="spatial")
    for axes in ("body", "inertial"):
        zeros = np.zeros((3, model.nbodies, 6)), axes, np.zeros((3, model.nv))
        assert np.array_equal(free, inverse_dynamics(model, q, v, "body", *zeros, form="spatial"))


@pytest.mark.parametrize("base", BASES)
def test_complex_build_runs_the_same_text(base):
    model, q, v = draw("every_joint_free", "generic", r=2)
    loads = _loads(model, 3)
    direction = np.random.default_rng(2).standard_normal(v.shape)
    stepped = v + 1e-30j * direction
    spatial, default = (
        inverse_dynamics_complex(model, q, stepped, base, form=form, **loads)
        for form in ("spatial", "default")
    )
    assert (relative(spatial.real, inverse_dynamics(model, q, v, base, **loads)) < LOW).all()
    assert (relative(spatial.imag, default.imag) < LOW).all()


def test_complex_step_through_the_configuration():
    model, q, v = draw("arm", "generic", r=1)
    stepped = q + 1e-30j * np.random.default_rng(2).standard_normal(q.shape)
    spatial, default = (
        inverse_dynamics_complex(model, stepped, v, form=form) for form in ("spatial", "default")
    )
    assert (relative(spatial.imag, default.imag) < LOW).all()


def test_a_resting_free_body_is_held_against_gravity():
    model, q, v = draw("free_body", "zero", r=2)
    tau = inverse_dynamics(model, q, v, "hybrid", form="spatial")
    weight = -model.masses[0] * model.gravity
    arm = model.placements[0, :3, :3] @ model.coms[0]
    assert abs(tau[0, 3:] - weight).max() <= 4 * EPS * abs(weight).max()
    assert abs(tau[0, :3] - np.cross(arm, weight)).max() <= 4 * EPS * abs(weight).max()
    assert not tau[1:].any()


def test_unknown_form_is_refused():
    model, q, v = draw("two_link", "generic")
    with pytest.raises(ArgumentError, match="'default', 'spatial'"):
        inverse_dynamics(model, q, v, form="spatiel")
