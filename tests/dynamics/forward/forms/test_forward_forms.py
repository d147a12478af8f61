"""The compiled forms of forward and hybrid dynamics: against twins, the oracle, and inverse."""

import numpy as np
import pytest
from support.references.forward_bounds import loads
from support.references.forward_forms import (
    TWINS,
    forward,
    limit,
    solve,
    solve_by_build,
    spatial_bases_far_away,
)
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import BASES, bases, floats, relative, two_trees

from lieref import machine, oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue

K = oracle.Double()
# Those of the papers; the default form is beside them where the test is the same.
PRINTED = ("spatial", "body", "hybrid")
# Generalized forces of a prescribed motion, those of inverse dynamics: up to order 5.
TORQUE = 1e-13

each_form = pytest.mark.parametrize("form", TWINS)
each_printed_form = pytest.mark.parametrize("form", PRINTED)


def _splits(model, prescribed, *acting, form):
    """Motion and forces of a split, as a function of q, v, vdot and tau."""
    return lambda *given: np.concatenate(solve(model, *given, prescribed, *acting, form=form))


@each_printed_form
@pytest.mark.parametrize("robot", ROBOTS)
def test_agrees_with_the_twin_in_doubles(robot, form):
    model, q, v = draw(robot, "generic", r=2)
    tau = inverse_dynamics(model, q, v)
    for base in bases(model):
        for axes in ("body", "inertial"):
            wrenches, _, tau_ext = loads(model, 3)
            call = forward(form, model, base, wrenches, axes, tau_ext)
            given = (q.tolist(), v[0].tolist(), tau.tolist(), K, base)
            expected = TWINS[form].forward_dynamics(
                model, *given, wrenches.tolist(), axes, tau_ext.tolist()
            )
            error = relative(call(q, v[0], tau), floats(expected))
            assert (error <= limit(form, call, q, v[0], tau)).all(), (base, axes)


@each_printed_form
@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ["free_body", "arm", "aerial_manipulator", "every_joint_free"])
def test_undoes_inverse_dynamics(robot, state, form):
    model, q, v = draw(robot, state, r=3)
    for base in bases(model):
        if (base, state) == ("spatial", "far"):
            continue  # the inputs' own rounding leaves nothing of the higher orders
        for axes in ("body", "inertial"):
            acting = (base, *loads(model, 4, axes))
            tau = inverse_dynamics(model, q, v, *acting)
            call = forward(form, model, *acting)
            error = relative(call(q, v[0], tau), v[1:])
            allowed = limit(form, call, q, v[0], tau) if state != "zero" else 1e-8
            assert (error <= allowed).all(), (base, axes)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("robot", ["aerial_manipulator", "quadruped"])
def test_against_the_oracle_up_to_order_five(robot, base):
    model, q, v = draw(robot, "generic", r=5)
    tau = inverse_dynamics(model, q, v, base)
    reference = floats(oracle.forward_dynamics(model, q, v[0], tau, base, digits=40))
    for form in PRINTED:
        call = forward(form, model, base)
        error = relative(call(q, v[0], tau), reference)
        assert (error <= limit(form, call, q, v[0], tau)).all(), form


@each_form
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "robot", ["arm", "quadruped", "every_joint_free", "every_joint", "aerial_manipulator_5x4"]
)
def test_any_split_returns_motion_and_forces(robot, seed, form):
    """By coordinate, also inside spherical and free joints; the call hides what is not given."""
    model, q, v = draw(robot, "generic", r=2, seed=seed + 1)
    rng = np.random.default_rng(seed)
    for base in bases(model):
        prescribed = rng.random(model.nv) < rng.random()
        for axes in ("body", "inertial"):
            acting = (base, *loads(model, 3, axes))
            tau = inverse_dynamics(model, q, v, *acting)
            call = _splits(model, prescribed, *acting, form=form)
            arguments = (q, v[0], v[1:], tau)
            error = relative(call(*arguments), np.concatenate([v[1:], tau]))
            assert (error <= limit(form, call, *arguments)).all(), (base, axes, prescribed)


@each_form
def test_prescribing_nothing_or_everything(form):
    for robot in ("arm", "every_joint_free", "aerial_manipulator"):
        r = 3 if form == "default" else 5
        model, q, v = draw(robot, "generic", r)
        for base in bases(model):
            acting = (base, *loads(model, r + 1, "inertial"))
            tau = inverse_dynamics(model, q, v, *acting, form=form)
            nothing = solve(model, q, v[0], None, tau, None, *acting, form=form)
            alone = forward(form, model, *acting)
            error = relative(nothing[0], alone(q, v[0], tau))
            # of the default form each has its own recursion, and its own digits
            allowed = limit(form, alone, q, v[0], tau) if form == "default" else 0.0
            assert (error <= allowed).all()
            assert np.array_equal(nothing[1], tau)
            vdot, found = solve(model, q, v[0], v[1:], tau, np.ones(model.nv), *acting, form=form)
            assert np.array_equal(vdot, v[1:])
            assert (relative(found, tau) <= TORQUE).all()


@each_printed_form
def test_far_away_a_spatial_base_keeps_the_digits_of_its_inputs(form):
    """Its coordinates refer to the inertial origin: order 0 loses what the lever takes, no more."""
    for distance, model, q, v in spatial_bases_far_away():
        tau = inverse_dynamics(model, q, v, "spatial")
        for given in ((0, 0, 0), (0, 1, 0), (1, 1, 0)):
            prescribed = np.zeros(model.nv)
            prescribed[:3] = given

            def motion(q, v, vdot, tau, model=model, prescribed=prescribed):
                return solve(model, q, v, vdot, tau, prescribed, "spatial", form=form)[0]

            arguments = (q, v[0], v[1:], tau)
            error = relative(motion(*arguments), v[1:])
            assert (error <= limit(form, motion, *arguments)).all(), (distance, given)


@each_form
def test_two_trees_do_not_meet(form):
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((5, model.nv))
    for distance in (0.0, 1e5):
        q[:3] += distance
        for base in BASES:
            if distance and base == "spatial":
                continue  # the inputs' own rounding
            for axes in ("body", "inertial"):
                acting = (base, *loads(model, 4, axes))
                tau = inverse_dynamics(model, q, v, *acting)
                call = forward(form, model, *acting)
                error = relative(call(q, v[0], tau), v[1:])
                assert (error <= limit(form, call, q, v[0], tau)).all(), (distance, base, axes)


@pytest.mark.parametrize(
    "build",
    [x for x in machine.available() if x in machine.builds_of("_gabi_body_scalar")],
)
@pytest.mark.parametrize("form", ["body", "hybrid"])
def test_every_build_of_the_kernel(build, form):
    name = "scalar" if build == "baseline" else "scalar_" + build
    for robot in ("arm", "every_joint_free"):
        for r in (0, 2):
            model, q, v = draw(robot, "generic", r)
            wrenches, _, _ = loads(model, r + 1)
            for base in bases(model):
                for axes in ("body", "inertial"):
                    acting = (base, wrenches, axes)
                    tau = inverse_dynamics(model, q, v, *acting)
                    found = solve_by_build(name, model, q, v[0], tau, *acting, form)
                    allowed = limit(form, forward(form, model, *acting), q, v[0], tau)
                    assert (relative(found, v[1:]) <= allowed).all(), (robot, base, axes)


@each_form
@pytest.mark.parametrize("base", ["fixed", "free"])
def test_rounding_errors_do_not_add_up_along_a_chain(base, form):
    model = catalogue.serial_chain(200, base)
    rng = np.random.default_rng(1)
    q, v = model.random_configuration(rng), rng.standard_normal((2, model.nv))
    tau = inverse_dynamics(model, q, v)
    call = forward(form, model)
    error = relative(call(q, v[0], tau), v[1:])
    assert (error <= limit(form, call, q, v[0], tau)).all()
