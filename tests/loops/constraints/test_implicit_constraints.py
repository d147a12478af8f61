"""Implicit constraints phi(q) = 0: against loops, couplings, the twin and the oracle."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from support.mechanisms import implicit_robots as robots
from support.mechanisms.motion_checks import assert_follows

import lieref
from lieref import loops, oracle

EPS = float(np.finfo(float).eps)
# Two paths through the same equations of a well-conditioned mechanism, by the largest number.
SAME = 1e3 * EPS
# Derivatives of order k grow, and with them what is lost from order to order.
ORDER = 1e5 * EPS


def near(found, expected, tolerance):
    found, expected = np.asarray(found), np.asarray(expected)
    assert found.shape == expected.shape
    error = np.abs(found - expected).max(initial=0.0)
    assert error <= tolerance * np.abs(expected).max(initial=0.0), error


@pytest.fixture(scope="module", params=["four_bar", "lever", "branching"])
def pair(request):
    """The same mechanism with an implicit constraint, and with what it stands for."""
    if request.param == "four_bar":
        return robots.four_bars()
    equation, branching, coupling = robots.levers()
    return (equation if request.param == "lever" else branching), coupling


def test_dynamics_of_any_order_are_those_of_the_loop_or_coupling(pair):
    mine, other = pair
    q = loops.expand(other, other.neutral() + 0.3)
    near(loops.expand(mine, q[mine.independent_q]), q, SAME)
    rng = np.random.default_rng(7)
    v, tau = rng.uniform(-1, 1, (7, mine.nv)), rng.uniform(-1, 1, (6, mine.nv))
    for order in range(6):
        rows, forces = v[: order + 2], tau[: order + 1]
        for call, given in (
            (lieref.inverse_dynamics, (q, rows)),
            (lieref.forward_dynamics, (q, v[0], forces)),
        ):
            near(call(mine, *given), call(other, *given), SAME if order == 0 else ORDER)


@pytest.mark.parametrize("build", [lambda: robots.four_bars()[0], robots.distance, robots.ladder])
def test_many_states_are_each_of_them(build):
    model, rng = build(), np.random.default_rng(9)
    y = np.asarray(model.assembly)[model.independent_q] + rng.uniform(-0.1, 0.1, (7, 1))
    q = np.array([loops.expand(model, one) for one in y])
    v, tau = rng.uniform(-1, 1, (7, 4, model.nv)), rng.uniform(-1, 1, (7, 3, model.nv))
    forces = lieref.inverse_dynamics(model, q, v)
    rates = lieref.forward_dynamics(model, q, v[:, 0], tau)
    H = lieref.joint_space_inertia(model, q)
    for k in range(7):
        near(forces[k], lieref.inverse_dynamics(model, q[k], v[k]), ORDER)
        near(rates[k], lieref.forward_dynamics(model, q[k], v[k, 0], tau[k]), ORDER)
        near(H[k], lieref.joint_space_inertia(model, q[k]), SAME)
    q[3, 0] += 0.01
    with pytest.raises(lieref.ConfigurationError, match="3"):
        lieref.inverse_dynamics(model, q, v)


def test_partials_are_those_of_the_loop_or_coupling(pair):
    mine, other = pair
    q = loops.expand(other, other.neutral() - 0.2)
    rng = np.random.default_rng(8)
    v, a, w = rng.uniform(-1, 1, (3, mine.nv))
    rows = rng.uniform(-1, 1, (4, mine.nv))
    for call, given in (
        (lieref.inverse_dynamics_partials, (q, v, a)),
        (lieref.forward_dynamics_partials, (q, v, a)),
        (lieref.inverse_dynamics_second_partials, (q, v, a)),
        (lieref.forward_dynamics_second_partials, (q, v, a)),
        (lieref.inverse_dynamics_order_partials, (q, rows)),
        (lieref.forward_dynamics_order_partials, (q, v, rows[:3])),
        (lieref.inverse_dynamics_contraction, (q, v, a, w)),
    ):
        for one, two in zip(call(mine, *given), call(other, *given), strict=True):
            near(one, two, ORDER)


def test_other_functions_are_those_of_the_loop_or_coupling(pair):
    mine, other = pair
    q = loops.expand(other, other.neutral() + 0.1)
    rng = np.random.default_rng(9)
    v, a = rng.uniform(-1, 1, (2, mine.nv))
    for call, given in (
        (lieref.joint_space_inertia, (q,)),
        (lieref.coriolis_matrix, (q, v)),
        (lieref.christoffel_symbols, (q,)),
        (lieref.bias_forces, (q, v)),
        (lieref.momentum, (q, [v])),
        (lieref.inverse_dynamics_regressor, (q, v, a)),
        (lieref.jacobian, (q, 2)),
    ):
        near(call(mine, *given), call(other, *given), ORDER)
    # of constraints, which are opened, at least that of couplings, which are not
    bound, least = (lieref.conditioning_bound(x, q, v, [a], samples=16) for x in (mine, other))
    print(bound, least)
    assert np.all((least / 5 < bound) & (bound < 50 * least))
    near(loops.project(mine, q + 1e-3), loops.project(other, q + 1e-3), 1e-5)
    one, two = (loops.constraint_forces(x, q, v, a) for x in (mine, other))
    near(one.torques, two.torques, ORDER)
    near(one.couplings + 0 * two.torques, two.torques, ORDER)


@pytest.mark.parametrize("make", [lambda: robots.four_bars()[0], robots.distance])
def test_the_oracle_and_the_twin(make):
    model = make()
    q = loops.expand(model, model.neutral() + 0.2)
    assert np.abs(loops.loop_residual(model, q)).max() <= 4 * EPS
    assert_follows(model, q)
    rng = np.random.default_rng(5)
    v, tau = rng.uniform(-1, 1, (5, model.nv)), rng.uniform(-1, 1, (4, model.nv))
    y = q[model.independent_q].tolist()

    def doubles(rows):
        return np.array([[float(x) for x in row] for row in rows])

    near(
        lieref.inverse_dynamics(model, q, v),
        doubles(oracle.loop_inverse_dynamics(model, y, v, near=q, digits=40)),
        ORDER,
    )
    near(
        lieref.forward_dynamics(model, q, v[0], tau),
        doubles(oracle.loop_forward_dynamics(model, y, v[0], tau, near=q, digits=40)),
        ORDER,
    )


def test_a_coupling_drives_a_constrained_joint():
    model = robots.distance()
    q = model.assembly
    assert (model.tree.nv, model.nv) == (4, 2)
    assert q[1] == robots.belt(q[:1], np)[0]
    assert abs(robots.rod_length(q[1:3], np)[0]) <= 4 * EPS
    forces = loops.constraint_forces(model, q, [0.3, -0.2], [0.5, 0.1])
    K = loops.loop_jacobian(model, q)
    # the torques are in the rows' space, and the arm feels none
    left = forces.torques - K.T @ np.linalg.lstsq(K.T, forces.torques, rcond=None)[0]
    assert np.abs(left).max() <= SAME * np.abs(forces.torques).max()
    near(forces.couplings, forces.torques, SAME)


def test_a_ladder_falls_as_it_does_on_paper():
    model = robots.ladder()
    # z = sqrt(25 - x^2): (1 + 2 z'^2) a + 2 z' z'' v^2 + 2 g z' = 0
    x, z, v = 3.0, 4.0, 0.5
    slope, bend = -x / z, -25 / z**3
    a = -(2 * slope * bend * v**2 + 2 * 9.81 * slope) / (1 + 2 * slope**2)
    near(lieref.forward_dynamics(model, [3.0, 4.0], [v], [[0.0]]), [[a]], SAME)


def test_motions_stay_on_the_constraint():
    model = robots.four_bars()[0]
    times = np.linspace(0, 0.5, 6)
    found = lieref.simulate.simulate(model, model.assembly, [1.0], times)
    for q in found.q:
        assert np.abs(loops.loop_residual(model, q)).max() <= 1e-13
    energies = [
        sum(lieref.energy(model, q, [v[model.independent]]))[0]
        for q, v in zip(found.q, found.v, strict=True)
    ]
    assert np.ptp(energies) <= 1e-6 * max(map(abs, energies))


def test_motions_pass_the_toggles_of_a_single_equation():
    model = robots.ladder()
    # the head falls through z = 0, where the foot turns back
    near_toggle = loops.project(model, [5.0, 1e-3])
    assert loops.toggle_measure(model, near_toggle)[0] <= 1e-3
    found = lieref.simulate.simulate(model, model.assembly, [0.1], np.linspace(0, 2, 9))
    assert found.q[:, 1].min() < -4 and np.abs(np.diff(np.sign(found.q[:, 1]))).sum() >= 2
    energies = [
        sum(lieref.energy(model.tree, q, v[None]))[0] for q, v in zip(found.q, found.v, strict=True)
    ]
    assert np.ptp(energies) <= 1e-6 * max(map(abs, energies))


def test_an_open_constraint_is_named():
    model = robots.four_bars()[0]
    q = model.assembly + [0.0, 0.0, 1e-6]
    with pytest.raises(lieref.ConfigurationError, match="constraint of crank_joint.* is open by"):
        lieref.inverse_dynamics(model, q, np.ones((2, 1)))
    with pytest.raises(lieref.ConfigurationError, match="constraint .* does not close beyond"):
        loops.expand(robots.ladder(), [6.0])


def test_models_are_pickled_and_told_apart():
    model = robots.distance()
    again = pickle.loads(pickle.dumps(model))
    assert again.constraints[0].function is robots.rod_length
    assert again == model == robots.distance() and hash(again) == hash(model)
    assert again.loops == model.loops and again.couplings == model.couplings
    for other in (model.with_gravity((0, 0, -1)), robots.ladder(), model.tree):
        assert model != other
    both = robots.four_bars()
    assert both[0] != both[1] and both[1] == robots.four_bars()[1] != both[1].with_loops([])
    assert "1 constraints" in repr(model)
    assert model.untraced == () and robots.levers()[1].untraced != ()


def unpacks(y, m):
    one, two = y
    return [one - two]


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ((["bar_joint", "none"], robots.rod_length), lieref.ModelError, "unknown joint 'none'"),
        ((["bar_joint"] * 2, robots.rod_length), lieref.ModelError, "named more than once"),
        ((["bar_joint"], 3), lieref.ModelError, "cannot be called"),
        ((["ball_joint"], robots.belt), lieref.ModelError, "expected one degree of freedom"),
        ((["bar_joint"], robots.belt, "c", 2), lieref.ModelError, r"2 number\(s\), one for each"),
        ((["bar_joint"], robots.belt, "c", 0), lieref.ArgumentError, "size is 0"),
        ((["bar_joint"], robots.belt, "c", 1, -1), lieref.ArgumentError, "unit is -1"),
        (
            (["bar_joint"], lambda y, m: [y[0] ** 2 + 1], "c"),
            lieref.ModelError,
            "constraint 'c' by",
        ),
        ((["bar_joint"], lambda y, m: [m.log(-1)], "c"), lieref.ModelError, "'c' has no finite"),
        ((["bar_joint"], unpacks, "c"), lieref.ModelError, "'c' has no .*: ValueError: not enough"),
        # its derivative is zero wherever it holds
        (
            (["bar_joint"], lambda y, m: [y[0] ** 2], "c"),
            lieref.SingularError,
            "'c': closed at the assembly, but it cannot move",
        ),
    ],
)
def test_what_is_wrong_is_named(arguments, error, text):
    b = lieref.ModelBuilder()
    b.add_body("bar", None, lieref.Revolute(robots.Z), None, 1.0, (0.25, 0, 0), robots.INERTIA)
    b.add_body("ball", None, lieref.Spherical(), None, 1.0, (0.25, 0, 0), robots.INERTIA)
    with pytest.raises(error, match=text):
        b.constrain(*arguments)
        b.build()


def test_a_driven_joint_may_be_independent():
    def geared(function, **given):
        b = lieref.ModelBuilder()
        b.add_body("motor", None, lieref.Revolute(robots.Z), None, 1.0, (0, 0, 0), robots.INERTIA)
        b.add_body("link", None, lieref.Revolute(robots.Z), None, 1.0, (0.3, 0, 0), robots.INERTIA)
        if function:
            b.couple("link_joint", "motor_joint", function=robots.belt)
        else:
            b.couple("link_joint", "motor_joint", 0.1, 0.2)
        return b.build(**given)

    for function in (False, True):
        motor, link = geared(function), geared(function, independent=["link_joint"])
        assert link.independent.tolist() == [1]
        q = loops.expand(motor, [0.7])
        near(loops.expand(link, q[1:], q), q, SAME)
        G = loops.constraint_state(motor, q, [1.0]).G[:, 0]
        tau = lieref.inverse_dynamics(motor, q, [[0.3], [0.5]])
        v = G[1] * 0.3
        a = loops.expand_motion(motor, q, [[0.3], [0.5]])[0][1, 1]
        near(lieref.inverse_dynamics(link, q, [[v], [a]]), tau / G[1], SAME)
        v, tau = [[v], [a], [0.2]], [[0.4], [-0.3]]
        for found, reference in (
            (lieref.inverse_dynamics(link, q, v), oracle.loop_inverse_dynamics(link, q, v)),
            (
                lieref.forward_dynamics(link, q, v[0], tau),
                oracle.loop_forward_dynamics(link, q, v[0], tau),
            ),
        ):
            near(found, [[float(x) for x in row] for row in reference], SAME)
        with pytest.raises(lieref.ModelError, match="independent"):
            geared(function, independent=["link_joint", "motor_joint"])


def test_an_assembly_by_sources_holds_if_a_driven_joint_is_independent():
    b = lieref.ModelBuilder()
    robots.linkage(b)
    b.add_body("motor", None, lieref.Revolute(robots.Z), None, 1.0, (0, 0, 0), robots.INERTIA)
    b.couple("motor_joint", "crank_joint", 5.0, 0.2)
    b.add_loop("hinge", "coupler", "rocker", lieref.Revolute(robots.HINGE),
               robots.along_x(0.5), robots.along_x(0.4))  # fmt: skip
    usual = b.build(independent=["crank_joint"], assembly=robots.START)
    named = dict(zip(robots.JOINTS, usual.assembly, strict=False))
    by_motor = b.build(independent=["motor_joint"], assembly=named)
    near(by_motor.assembly, usual.assembly, SAME)
