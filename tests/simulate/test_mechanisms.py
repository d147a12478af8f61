"""Motions of mechanisms: closed throughout, other integrators, toggles, loads, what is refused."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from support.mechanisms.simulated import MECHANISMS, energies, start
from support.references.tolerances import EPS

import lieref
from lieref import loops
from lieref.integrate import Solution, adaptive
from lieref.integrate.step import State
from lieref.integrate.tableaus import DORMAND_PRINCE
from lieref.loops.constraints.constraints import close_dependents
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.mechanisms import catalogue
from lieref.simulate import simulate

TIGHT = {"rtol": 1e-12, "atol": 1e-12}
ORDERS = {"rkmk1": 1, "rkmk2": 2, "rkmk3": 3, "rkmk4": 4}


def openings(model, found):
    """Largest residual of the loops in their units, and rate of it by the largest velocity."""
    units = loop_tables(model).row_units
    worst = [0.0, 0.0]
    for q, v in zip(found.q, found.v, strict=True):
        rate = loops.loop_jacobian(model, q) @ v / max(1.0, abs(v).max())
        for i, x in enumerate((loops.loop_residual(model, q), rate)):
            worst[i] = max(worst[i], (abs(x) / units).max(initial=0.0))
    return worst


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("method", ["rkmk54", "rkmk4"])
def test_closed_throughout_and_energy_kept(name, method):
    model = MECHANISMS[name]()
    times = np.linspace(0.0, 0.3, 7)
    found = simulate(model, *start(model), times, method=method, step=2e-3, rtol=1e-10, atol=1e-10)
    assert found.q.shape == (7, model.tree.nq) and found.v.shape == (7, model.tree.nv)
    assert max(openings(model, found)) <= 1e-13
    # in 300 steps of the tolerance, or of 2 ms to the fourth power
    limit = 1e-8 if method == "rkmk54" else 1e-4
    assert np.ptp(energies(model, found)) <= limit * abs(energies(model, found)).max()


@pytest.mark.parametrize("name", ["slider_crank", "stewart"])
def test_scipy_comes_to_the_same_place(name):
    """Independent coordinates alone, closed at each evaluation, under a feedback and wrenches."""
    model = MECHANISMS[name]()
    q0, v0 = start(model)
    rng = np.random.default_rng(1)
    push = rng.standard_normal((model.nbodies, 6))
    times = np.array([0.0, 0.1, 0.25])

    def torque(t, q, v):
        # of the tree's state, on the independent coordinates
        return np.sin(5 * t) + 0.3 * q[model.independent_q] - 0.2 * v[model.independent]

    def rate(t, y):
        q = loops.expand(model, y[: model.nv], q0)
        v = loops.constraint_state(model, q, y[model.nv :]).v
        tau = torque(t, q, v)[None]
        a = loops.forward_dynamics(
            model, q, y[model.nv :], tau, wrenches=np.cos(t) * push[None], wrench_axes="inertial"
        )
        return np.concatenate([y[model.nv :], a[0]])

    y0 = np.concatenate([q0[model.independent_q], v0])
    reference = solve_ivp(rate, (0.0, 0.25), y0, "DOP853", times, rtol=1e-12, atol=1e-12).y.T
    found = simulate(
        model,
        q0,
        v0,
        times,
        torque,
        wrenches=lambda t, q, v: np.cos(t) * push,
        wrench_axes="inertial",
        **TIGHT,
    )
    own = np.hstack([found.q[:, model.independent_q], found.v[:, model.independent]])
    assert abs(own - reference).max() <= 1e-9 * max(1.0, abs(reference).max())


@pytest.mark.parametrize("method", ORDERS)
@pytest.mark.parametrize("name", ["rssr", "slider_crank"])
def test_orders_are_those_of_the_methods(name, method):
    model = MECHANISMS[name]()
    q, v = start(model)
    counts = np.array([20, 40, 80])
    exact = simulate(model, q, v, [0.0, 0.2], **TIGHT)
    errors = []
    for count in counts:
        found = simulate(model, q, v, [0.0, 0.2], method=method, step=0.2 / count)
        errors.append(abs(model.difference(exact.q[-1], found.q[-1])).max())
    slope = -np.polyfit(np.log(counts), np.log(errors), 1)[0]
    assert slope == pytest.approx(ORDERS[method], abs=0.25)


#: With which all rods fall, rad/s.
RATE = -1.1


def pendulum(n, times):
    """Angle and rate of the rods, which stay parallel, and when they lie flat."""
    inertia, weight = (n + 1) / 3 + n, ((n + 1) / 2 + n) * 9.81
    found = solve_ivp(
        lambda t, y: [y[1], -weight / inertia * np.cos(y[0])],
        (0.0, times[-1]),
        [np.pi / 2, RATE],
        "DOP853",
        times,
        events=lambda t, y: np.sin(y[0]),
        rtol=1e-12,
        atol=1e-12,
    )
    return found.y.T, found.t_events[0]


@pytest.mark.parametrize("n", [1, 2])
def test_parallelograms_pass_flat_as_a_pendulum_does(n):
    """Where every choice of coordinates fails; the rods stay parallel."""
    model, times = catalogue.n_four_bar(n), np.linspace(0.0, 3.0, 61)
    expected, flat = pendulum(n, times)
    assert len(flat) >= 3
    found = simulate(model, model.assembly, [RATE], times, rtol=1e-11, atol=1e-11)
    for i in range(n + 1):
        rod = model.joint_names.index(f"rod{i}_joint")
        # some digits go at each of them
        assert abs(found.q[:, rod] - expected[:, 0]).max() <= 1e-7
        assert abs(found.v[:, rod] - expected[:, 1]).max() <= 1e-7
    assert max(openings(model, found)) <= 1e-13


@pytest.mark.parametrize("ahead", np.linspace(0.01, 2.5, 250))
def test_a_moment_of_lost_rank_lies_between_two_stages(ahead):
    line = SimpleNamespace(start=lambda q, v: None, crossing=lambda q, v, h: ahead)
    share = adaptive._share(line, State(0.0, *np.zeros((4, 1))), 1.0)
    assert 0.0 < share <= 1.0
    assert abs(ahead / share - np.array(DORMAND_PRINCE.c)).min() >= 0.149


def test_a_result_at_the_moment_of_lost_rank_is_refused():
    model = catalogue.n_four_bar(1)
    flat = pendulum(1, [0.0, 1.0])[1][0]
    with pytest.raises(lieref.IntegrationError, match=r"at t = 0\..*'closing0'.*lose rank"):
        simulate(model, model.assembly, [RATE], [0.0, flat, 1.0])
    near = simulate(model, model.assembly, [RATE], [0.0, flat - 1e-3])
    with pytest.raises(
        lieref.IntegrationError, match=r"step from t = 0\.0 .*'closing0'.*lose rank"
    ):
        # the second of two steps begins there
        simulate(model, near.q[-1], near.v[-1], [-1e-3, 0.0, 1e-3], method="rkmk2")


def test_independent_coordinates_are_chosen_again_at_a_toggle():
    """The crank turns around, so that the rocker stands still twice in a turn."""
    model = catalogue.four_bar()
    q, v = model.assembly, [6.0]
    other = loops.close(model.tree, model.loops, (), ["rocker_joint"], q)
    assert other.independent.tolist() != model.independent.tolist()
    times = np.linspace(0.0, 2.0, 9)
    found = simulate(model, q, v, times, **TIGHT)
    same = simulate(other, q, found.v[0], times, **TIGHT)
    assert found.q[-1, 0] - q[0] > 2 * np.pi
    assert abs(same.q - found.q).max() <= 1e-9 and abs(same.v - found.v).max() <= 1e-8
    # where its own coordinate is at a standstill, the tree's velocity says how it moves
    turning = np.linspace(found.q[0, 0], found.q[0, 0] + 2 * np.pi, 721)
    measures = [loops.toggle_measure(other, loops.expand(model, [x], q))[0] for x in turning]
    near = loops.expand(model, [turning[int(np.argmin(measures))]], q)
    motion = simulate(other, near, loops.constraint_state(model, near, [6.0]).v, times)
    assert max(openings(other, motion)) <= 1e-13


@pytest.mark.parametrize("method", ["rkmk54", "variational"])
def test_a_flat_parallelogram_names_its_loop(method):
    model = catalogue.parallelogram()
    with pytest.raises(lieref.SingularError, match="'closing'.*rank-deficient"):
        simulate(model, np.zeros(3), [1.0, -1.0, 1.0], [0.0, 0.1], method=method)


@pytest.mark.parametrize(
    ("method", "step", "said"),
    [
        ("rkmk1", 0.1, r"of 0\.1 s: loop 'closing': a toggle.*rkmk54"),
        ("variational", 0.2, r"of 0\.2 s: .*rkmk54"),
    ],
)
def test_a_step_that_is_too_long_to_close_says_time_loop_and_remedy(method, step, said):
    model = catalogue.four_bar()
    with pytest.raises(lieref.IntegrationError, match=said):
        simulate(model, model.assembly, [9.0], np.arange(0, 2.01, step), method=method)


def test_only_the_nearest_branch_is_closed():
    """Newton's method alone would come to the crank's other position for this rocker."""
    model = catalogue.four_bar()
    other = loops.close(model.tree, model.loops, (), ["rocker_joint"], model.assembly)
    tables = loop_tables(other)
    q = loops.expand(model, model.assembly[:1] + 5.629, model.assembly)
    moving = loops.constraint_state(model, q, [1.0]).v * [1.0, 1.0, 0.0]
    near, far = q + 0.01 * moving, q - 0.2 * moving
    assert close_dependents(other, tables, near) == -1
    assert abs(near - q).max() <= 64 * EPS
    assert close_dependents(other, tables, far) == 0
    assert abs(far - q).max() > 0.3 and abs(loops.loop_residual(other, far)).max() <= 64 * EPS


def test_forms_of_a_torque():
    model = catalogue.five_bar()
    q, v = start(model)
    times = np.array([0.0, 0.05, 0.1])
    on_tree = np.zeros(model.tree.nv)
    on_tree[model.independent] = [0.4, -0.2]

    def last(torque, **options):
        found = simulate(model, q, v, times, torque, **options)
        return np.concatenate([found.q[-1], found.v[-1]])

    same = last([0.4, -0.2])
    for other in (
        on_tree,
        np.tile([0.4, -0.2], (3, 1)),
        np.tile(on_tree, (3, 1)),
        lambda t, q, v: [0.4, -0.2],
        lambda t, q, v: on_tree,
    ):
        assert abs(last(other) - same).max() <= 64 * EPS * abs(same).max()
    assert abs(last(None, tau_ext=[0.4, -0.2]) - same).max() <= 64 * EPS * abs(same).max()
    assert abs(last(None) - same).max() > 1e-4
    for wrong in (np.zeros(3), np.zeros((2, 2)), lambda t, q, v: np.zeros(5)):
        with pytest.raises(lieref.ShapeError, match="torque.*expected .* independent"):
            last(wrong)


def test_callbacks_get_closed_states_that_they_may_keep():
    model, seen = catalogue.slider_crank(), []

    def torque(t, q, v):
        seen.append((q, v))
        return np.zeros(1)

    simulate(model, *start(model), [0.0, 0.1], torque, "rkmk4", step=0.02)
    found = Solution(np.arange(21.0), *map(np.array, zip(*seen, strict=True)), 0, 0, 0, None)
    assert max(openings(model, found)) <= 1e-13


@pytest.mark.parametrize("method", ["rkmk54", "rkmk4", "variational"])
def test_damping_of_the_joints_is_a_torque_on_the_tree(method):
    model = catalogue.four_bar()
    damping = np.array([0.05, 0.02, 0.03])
    damped = model.with_joint_physics(damping=damping)
    options = {"method": method, "step": 1e-3}
    times = [0.0, 0.2, 0.4]
    found = simulate(damped, model.assembly, [3.0], times, **options)
    other = simulate(model, model.assembly, [3.0], times, lambda t, q, v: -damping * v, **options)
    limit = 1e-12 if method == "variational" else 1e-9
    assert abs(found.q - other.q).max() <= limit and abs(found.v - other.v).max() <= 10 * limit
    assert np.ptp(energies(model, found)) > 1e-3


def test_wrenches_carry_the_weight():
    model = catalogue.slider_crank()
    lift = np.zeros((model.nbodies, 6))
    lift[:, 3:] = -model.tree.masses[:, None] * model.gravity

    def wrenches(t, q, v):
        # in inertial axes, at the centers of mass
        poses = lieref.forward_kinematics(model.tree, q, v[None])[0]
        arms = np.einsum("nij,nj->ni", poses[:, :3, :3], model.tree.coms)
        return np.hstack([np.cross(arms, lift[:, 3:]), lift[:, 3:]])

    times = [0.0, 0.2]
    options = {"wrenches": wrenches, "wrench_axes": "inertial", **TIGHT}
    found = simulate(model, model.assembly, [3.0], times, **options)
    floating = simulate(model.with_gravity((0, 0, 0)), model.assembly, [3.0], times, **TIGHT)
    assert abs(found.q - floating.q).max() <= 1e-10


@pytest.mark.parametrize(
    ("name", "options", "limit"),
    [("rssr", TIGHT, 1e-10), ("slider_crank", {"method": "variational", "step": 0.01}, 1e-11)],
)
def test_there_and_back(name, options, limit):
    model = MECHANISMS[name]()
    q, v = start(model)
    there = simulate(model, q, v, [0.0, 0.3], **options)
    back = simulate(model, there.q[-1], there.v[-1], [0.3, 0.0], **options)
    assert abs(model.difference(q, back.q[-1])).max() <= limit
    assert abs(back.v[-1] - there.v[0]).max() <= 10 * limit


@pytest.mark.parametrize("base", ["hybrid", "spatial", "mixed"])
def test_other_representations_of_the_base(base):
    model = catalogue.four_bar(base="free")
    q, v = start(model)
    at = model.tree.joint_names.index("base_joint")
    iv = int(model.tree.idx_v[at])
    pose = lieref.forward_kinematics(model.tree, q, np.zeros((1, model.tree.nv)))[0][at]
    body = simulate(model, q, v, [0.0, 0.2], **TIGHT)
    given = body.v[0].copy()
    given[iv : iv + 6] = lieref.convert_twists(given[iv : iv + 6], pose, "body", base)
    found = simulate(model, q, given, [0.0, 0.2], base=base, **TIGHT)
    assert abs(found.q - body.q).max() <= 1e-10
    end = lieref.forward_kinematics(model.tree, body.q[-1], body.v[-1:])[0][at]
    expected = lieref.convert_twists(body.v[-1, iv : iv + 6], end, "body", base)
    assert abs(found.v[-1, iv : iv + 6] - expected).max() <= 1e-9
    with pytest.raises(lieref.ShapeError, match="base is .*, expected 'body': a loop goes through"):
        platform = catalogue.stewart_platform()
        simulate(platform, *start(platform), [0.0, 0.1], base=base)


FOUR_BAR = catalogue.four_bar()
CLOSED = FOUR_BAR.assembly


@pytest.mark.parametrize(
    ("changed", "kind", "message"),
    [
        ({"q0": np.zeros(2)}, lieref.ShapeError, r"q0: shape \(2,\), expected \(1,\) .* \(3,\)"),
        ({"q0": CLOSED + [0, 0, 0.1]}, lieref.ConfigurationError, "'closing'"),
        ({"v0": np.zeros(2)}, lieref.ShapeError, r"v0: shape \(2,\), expected \(1,\) .* \(3,\)"),
        ({"v0": [1.0, 1.0, 1.0]}, lieref.ConfigurationError, "v0: loop 'closing' is broken"),
    ],
)
def test_refused(changed, kind, message):
    arguments = {"q0": CLOSED, "v0": [1.0], "times": [0.0, 0.1]} | changed
    with pytest.raises(kind, match=message):
        simulate(FOUR_BAR, **arguments)


def test_independent_coordinates_are_closed_next_to_the_assembly():
    found = simulate(FOUR_BAR, CLOSED[:1], [1.0], [0.0, 0.1])
    same = simulate(FOUR_BAR, CLOSED, [1.0], [0.0, 0.1])
    assert abs(found.q - same.q).max() <= 64 * EPS
