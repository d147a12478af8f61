"""Compiled forward and hybrid dynamics by body and hybrid twists: against twins and oracle."""

import numpy as np
import pytest
from support.references.gabi_spatial_entry import bounds, solve, solve_by_build
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, EPS, bases, floats, relative, two_trees

from lieref import machine, oracle
from lieref.dynamics.forward.body import h_gabi_twist_body_twin
from lieref.dynamics.forward.hybrid import h_gabi_hybrid_twin
from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.model.mechanisms import catalogue

K = oracle.Double()
TWINS = {"body": h_gabi_twist_body_twin, "hybrid": h_gabi_hybrid_twin}
# Errors against what half an ulp in the inputs costs. Found: 0.6 at the median, 8 at the most.
BOUNDS = 40
# Rows that vanish, or whose inputs do: relative to one.
ABSOLUTE = 4e-12
# A limit above this says nothing.
LOOSEST = 0.03
# Generalized forces of a prescribed motion, those of inverse dynamics: up to order 5.
TORQUE = 1e-13


@pytest.fixture(params=TWINS)
def form(request):
    """Each form in turn."""
    return request.param


def _loads(model, rows, seed=5):
    rng = np.random.default_rng(seed)
    return rng.standard_normal((rows, model.nbodies, 6)), rng.standard_normal((rows, model.nv))


def _limit(function, *arguments):
    limit = BOUNDS * bounds(function, arguments) + ABSOLUTE
    assert (limit < LOOSEST).all()
    return limit


def _forward(form, model, base="body", wrenches=None, axes="body", tau_ext=None):
    """vdot as a function of q, v and tau."""
    loads = (base, wrenches, axes, tau_ext)
    return lambda q, v, tau: forward_dynamics(model, q, v, tau, *loads, form=form)


@pytest.mark.parametrize("robot", ROBOTS)
def test_agrees_with_the_twin_in_doubles(robot, form):
    model, q, v = draw(robot, "generic", r=2)
    wrenches, tau_ext = _loads(model, 3)
    tau = inverse_dynamics(model, q, v)
    for base in bases(model)[-2:]:
        for axes in ("body", "inertial"):
            forward = _forward(form, model, base, wrenches, axes, tau_ext)
            loads = (base, wrenches.tolist(), axes, tau_ext.tolist())
            given = (q.tolist(), v[0].tolist(), tau.tolist(), K, *loads)
            expected = TWINS[form].forward_dynamics(model, *given)
            error = relative(forward(q, v[0], tau), floats(expected))
            assert (error <= _limit(forward, q, v[0], tau)).all(), (base, axes)


@pytest.mark.parametrize("state", ["generic", "zero", "tiny", "near_pi", "fast", "far"])
@pytest.mark.parametrize("robot", ["free_body", "arm", "aerial_manipulator", "every_joint_free"])
def test_undoes_inverse_dynamics(robot, state, form):
    model, q, v = draw(robot, state, r=3)
    wrenches, tau_ext = _loads(model, 4)
    for base in bases(model):
        if (base, state) == ("spatial", "far"):
            continue  # the inputs' own rounding leaves nothing of the higher orders
        for axes in ("body", "inertial"):
            loads = (base, wrenches, axes, tau_ext)
            tau = inverse_dynamics(model, q, v, *loads)
            forward = _forward(form, model, *loads)
            error = relative(forward(q, v[0], tau), v[1:])
            limit = _limit(forward, q, v[0], tau) if state != "zero" else 1e-8
            assert (error <= limit).all(), (base, axes)


@pytest.mark.parametrize("base", BASES)
def test_against_the_oracle_up_to_order_five(base):
    model, q, v = draw("aerial_manipulator", "generic", r=5)
    tau = inverse_dynamics(model, q, v, base)
    reference = floats(oracle.forward_dynamics(model, q, v[0], tau, base, digits=40))
    for form in TWINS:
        forward = _forward(form, model, base)
        error = relative(forward(q, v[0], tau), reference)
        assert (error <= _limit(forward, q, v[0], tau)).all(), form


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("robot", ["arm", "quadruped", "every_joint_free"])
def test_any_split_returns_motion_and_forces(robot, seed, form):
    """By coordinate, also inside spherical and free joints; the call hides what is not given."""
    model, q, v = draw(robot, "generic", r=2, seed=seed + 1)
    wrenches, tau_ext = _loads(model, 3)
    rng = np.random.default_rng(seed)
    for base in bases(model):
        prescribed = rng.random(model.nv) < rng.random()
        for axes in ("body", "inertial"):
            loads = (base, wrenches, axes, tau_ext)
            tau = inverse_dynamics(model, q, v, *loads)

            def hybrid(q, v, vdot, tau, prescribed=prescribed, loads=loads):
                return np.concatenate(solve(model, q, v, vdot, tau, prescribed, *loads, form=form))

            arguments = (q, v[0], v[1:], tau)
            error = relative(hybrid(*arguments), np.concatenate([v[1:], tau]))
            assert (error <= _limit(hybrid, *arguments)).all(), (base, axes, prescribed)


def test_prescribing_nothing_or_everything(form):
    for robot in ("arm", "every_joint_free", "aerial_manipulator"):
        model, q, v = draw(robot, "generic", r=5)
        for base in bases(model):
            tau = inverse_dynamics(model, q, v, base, form=form)
            nothing = solve(model, q, v[0], None, tau, None, base, form=form)
            assert np.array_equal(nothing[0], _forward(form, model, base)(q, v[0], tau))
            assert np.array_equal(nothing[1], tau)
            vdot, found = solve(model, q, v[0], v[1:], tau, np.ones(model.nv), base, form=form)
            assert np.array_equal(vdot, v[1:])
            assert (relative(found, tau) <= TORQUE).all()


@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint_free"])
def test_the_distance_changes_no_bit(robot, form):
    model, q, v = draw(robot, "generic", r=5)
    far = q.copy()
    far[:3] = 6e5, -4.8e5, 6.4e5
    wrenches, tau_ext = _loads(model, 6)
    for base in ("body", "hybrid", "mixed"):
        tau = inverse_dynamics(model, q, v, base)
        forward = _forward(form, model, base, wrenches, "inertial", tau_ext)
        assert np.array_equal(forward(q, v[0], tau), forward(far, v[0], tau))


def test_far_away_a_spatial_base_keeps_the_digits_of_its_inputs(form):
    """Its coordinates refer to the inertial origin: order 0 loses what the lever takes, no more."""
    model, q, near = draw("aerial_manipulator", "generic", r=0)
    for distance in (1e2, 1e4, 1e6):
        q[:3] = distance * np.array([0.6, -0.48, 0.64])
        v = near.copy()
        # u of the body's origin p becomes u - w x p of the point at the inertial origin
        v[0, 3:6] -= np.cross(v[0, :3], q[:3])
        v[1, 3:6] -= np.cross(v[1, :3], q[:3]) + np.cross(v[0, :3], near[0, 3:6])
        tau = inverse_dynamics(model, q, v, "spatial")
        for given in ((0, 0, 0), (0, 1, 0), (1, 1, 0)):
            prescribed = np.zeros(model.nv)
            prescribed[:3] = given

            def hybrid(q, v, vdot, tau, prescribed=prescribed):
                return solve(model, q, v, vdot, tau, prescribed, "spatial", form=form)[0]

            arguments = (q, v[0], v[1:], tau)
            error = relative(hybrid(*arguments), v[1:])
            assert (error <= _limit(hybrid, *arguments)).all(), (distance, given)


def test_two_trees_do_not_meet(form):
    model = two_trees()
    rng = np.random.default_rng(3)
    q, v = model.random_configuration(rng), rng.standard_normal((5, model.nv))
    q[:3] += 1e5
    wrenches, tau_ext = _loads(model, 4)
    for base in ("body", "hybrid", "mixed"):
        loads = (base, wrenches, "inertial", tau_ext)
        tau = inverse_dynamics(model, q, v, *loads)
        forward = _forward(form, model, *loads)
        error = relative(forward(q, v[0], tau), v[1:])
        assert (error <= _limit(forward, q, v[0], tau)).all()


def test_wrench_and_torque_of_zero_change_nothing(form):
    model, q, v = draw("every_joint", "generic", r=2)
    tau = inverse_dynamics(model, q, v)
    for axes in ("body", "inertial"):
        zeros = np.zeros((3, model.nbodies, 6)), axes, np.zeros((3, model.nv))
        found = _forward(form, model, "body", *zeros)(q, v[0], tau)
        assert np.array_equal(found, _forward(form, model)(q, v[0], tau))


@pytest.mark.parametrize(
    "build",
    [x for x in machine.available() if x in machine.builds_of("_gabi_body_scalar")],
)
def test_every_build_of_the_kernel(build, form):
    name = "scalar" if build == "baseline" else "scalar_" + build
    for robot in ("arm", "every_joint_free"):
        for r in (0, 2):
            model, q, v = draw(robot, "generic", r)
            wrenches, _ = _loads(model, r + 1)
            for base in bases(model):
                for axes in ("body", "inertial"):
                    loads = (base, wrenches, axes)
                    tau = inverse_dynamics(model, q, v, *loads)
                    forward = _forward(form, model, *loads)
                    found = solve_by_build(name, model, q, v[0], tau, *loads, form)
                    limit = _limit(forward, q, v[0], tau)
                    assert (relative(found, v[1:]) <= limit).all(), (robot, base, axes)


def test_a_free_body_falls(form):
    model, q, _ = draw("free_body", "zero")
    vdot = _forward(form, model, "hybrid")(q, np.zeros(6), np.zeros((3, 6)))
    # torque-free and at rest: every point has the acceleration of gravity
    g = abs(model.gravity).max()
    assert abs(vdot[0] - [0, 0, 0, *model.gravity]).max() <= 16 * EPS * g
    # order 2 has the moment v' x m v' of parallel vectors, by the least moment of inertia
    least = np.linalg.eigvalsh(model.inertias[0])[0]
    assert abs(vdot[1:]).max() <= 16 * EPS * model.masses[0] * g**2 / least


def test_rounding_errors_do_not_add_up_along_a_chain(form):
    for base in ("fixed", "free"):
        model = catalogue.serial_chain(200, base)
        rng = np.random.default_rng(1)
        q, v = model.random_configuration(rng), rng.standard_normal((2, model.nv))
        tau = inverse_dynamics(model, q, v)
        error = relative(_forward(form, model)(q, v[0], tau), v[1:])
        assert (error <= _limit(_forward(form, model), q, v[0], tau)).all()
