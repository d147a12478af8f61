"""Forward and hybrid dynamics in double-doubles: on request, where doubles are strained, always."""

import warnings

import numpy as np
import pytest
from build_outputs import outputs
from forward_floors import FLOORS, loads
from robots import draw, translation
from spatial_robots import bases, relative

from lieref.dynamics.forward_dynamics import (
    conditioning_floor,
    forward_dynamics,
    hybrid_dynamics,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.prepared import prepare_forward_dynamics
from lieref.errors import ModelWarning, SingularError
from lieref.model import catalogue
from lieref.model.builder import ModelBuilder
from lieref.model.joints import Free, Revolute, Spherical

# A row whose largest number is rounded correctly is in error by half of this, and one that is
# computed to 31 digits by hardly more, even when some are lost.
EPS = 2.0**-52
DOUBLES, FINE, TRUTH = 16, 31, 60
FREE, BALL = Free(), Spherical()


def _chain(*masses, first=FREE, fourth=BALL):
    """Five links on revolute joints, but for two of them."""
    b, parent = ModelBuilder(name="strained"), None
    axes = ((0, 0, 1), (0.6, 0, 0.8), (0, 1, 0), (0.48, 0.64, 0.6), (1, 0, 0))
    for i, (mass, axis) in enumerate(zip(masses, axes, strict=True)):
        joint = {0: first, 3: fourth}.get(i) or Revolute(axis)
        at = translation(0.3, 0.1 * i, 0.2)
        parent = b.add_body(
            f"link{i}",
            parent,
            joint,
            at,
            mass,
            (0.02, 0.1, 0.03),
            mass * np.diag([0.02, 0.03, 0.04]),
        )
    return b.build()


def _strained():
    """Light links between heavy ones, which leave nothing of the digits of what they bear."""
    return _chain(1.0, 1e-3, 50.0, 1e-3, 50.0)


def _state(model, r, seed=1):
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    return q, v, rng.standard_normal((r + 1, model.nv))


@pytest.mark.parametrize("r", [0, 3])
def test_strained_doubles_are_not_what_is_returned(r):
    model = _strained()
    q, v, tau = _state(model, r)
    for base in bases(model):
        given = (base, *loads(model, r + 1, "inertial"))
        truth = forward_dynamics(model, q, v, tau, *given, digits=TRUTH)
        found = forward_dynamics(model, q, v, tau, *given)
        doubles = forward_dynamics(model, q, v, tau, *given, digits=DOUBLES)
        assert (relative(found, truth) <= EPS).all()
        assert np.array_equal(found, forward_dynamics(model, q, v, tau, *given, digits=FINE))
        assert relative(doubles, truth).max() > 20 * EPS


def test_joints_of_one_degree_are_strained_by_themselves():
    model = _chain(1.0, 1.0, 1.0, 1e-3, 100.0, first=None, fourth=None)
    assert {joint.kind for joint in model.joints} == {"revolute"}
    q, v, tau = _state(model, 1, seed=2)
    found = forward_dynamics(model, q, v, tau)
    assert np.array_equal(found, forward_dynamics(model, q, v, tau, digits=FINE))
    assert not np.array_equal(found, forward_dynamics(model, q, v, tau, digits=DOUBLES))


@pytest.mark.parametrize("r, strained", [(0, False), (1, True)])
def test_order_0_by_itself_bears_more(r, strained):
    model = _chain(1.0, 1.0, 1.0, 1.0, 1.0)
    q, v, tau = _state(model, r)
    found = forward_dynamics(model, q, v, tau)
    other = forward_dynamics(model, q, v, tau, digits=FINE if strained else DOUBLES)
    assert np.array_equal(found, other)


@pytest.mark.parametrize("robot", ["two_link", "serial_5", "binary_tree", "aerial_manipulator"])
def test_others_are_as_doubles_have_them(robot):
    model, q, v = draw(robot, "generic", r=0)
    tau = np.random.default_rng(2).standard_normal((4, model.nv))
    found = forward_dynamics(model, q, v[0], tau)
    assert np.array_equal(found, forward_dynamics(model, q, v[0], tau, digits=DOUBLES))
    assert not np.array_equal(found, forward_dynamics(model, q, v[0], tau, digits=FINE))


@pytest.mark.parametrize("size", [1e5, 1e8])
def test_efforts_that_cancel_strain_doubles(size):
    model, q, v = draw("arm", "generic", r=1)
    wrenches = size * np.random.default_rng(2).standard_normal((2, model.nbodies, 6))
    for large in ([True], [True, True], [True, False], [False, True]):
        held = wrenches[: len(large)] * np.array(large)[:, None, None]
        tau = inverse_dynamics(model, q, v[: len(large) + 1], wrenches=held)
        found = forward_dynamics(model, q, v[0], tau, wrenches=held)
        truth = forward_dynamics(model, q, v[0], tau, wrenches=held, digits=TRUTH)
        doubles = forward_dynamics(model, q, v[0], tau, wrenches=held, digits=DOUBLES)
        assert (relative(found, truth) <= EPS).all()
        assert relative(doubles, truth).max() > 1e-4 * size * EPS


@pytest.mark.parametrize("robot", ["every_joint", "every_joint_free", "free_body"])
@pytest.mark.parametrize("form", ["spatial", "production"])
def test_every_joint_to_31_digits(robot, form):
    model, q, v = draw(robot, "generic", r=4)
    for base in bases(model):
        for axes in ("body", "inertial"):
            given = (base, *loads(model, 5, axes))
            tau = inverse_dynamics(model, q, v, *given)[:5]
            truth = forward_dynamics(model, q, v[0], tau, *given, digits=TRUTH)
            more = {"digits": FINE} if form == "production" else {"form": form}
            found = forward_dynamics(model, q, v[0], tau, *given, **more)
            assert (relative(found, truth) <= EPS).all(), (base, axes)


@pytest.mark.parametrize("which", ["strained", "spatial", "digits"])
def test_hybrid_dynamics(which):
    model = draw("every_joint_free", "generic")[0] if which == "spatial" else _strained()
    q, v, tau = _state(model, 2)
    vdot = np.random.default_rng(3).standard_normal((3, model.nv))
    mask = np.random.default_rng(4).random(model.nv) < 0.4
    more = {"spatial": {"form": "spatial"}, "digits": {"digits": FINE}, "strained": {}}[which]
    given = ("mixed", *loads(model, 3, "inertial"))
    before = vdot.copy(), tau.copy()
    found = hybrid_dynamics(model, q, v, vdot, tau, mask, *given, **more)
    truth = hybrid_dynamics(model, q, v, vdot, tau, mask, *given, digits=TRUTH)
    for x, y in zip(found, truth, strict=True):
        assert (relative(x, y) <= EPS).all()
    assert np.array_equal(before, (vdot, tau))


def test_a_prescribed_base_far_away():
    model, q, v = draw("every_joint_free", "generic", r=3)
    q[:3] += 1e3
    mask = np.zeros(model.nv, dtype=bool)
    mask[[1, 4]] = True
    tau = inverse_dynamics(model, q, v, "spatial")
    given = (q, v[0], v[1:], tau, mask, "spatial")
    found = hybrid_dynamics(model, *given)
    truth = hybrid_dynamics(model, *given, digits=TRUTH)
    doubles = hybrid_dynamics(model, *given, digits=DOUBLES)
    for x, y, z in zip(found, truth, doubles, strict=True):
        # which have 2^-50 of the roundings of doubles, and these lose nearly all
        assert (relative(x, y) <= EPS + 2.0**-50 * relative(z, y)).all()
    assert relative(doubles[0], truth[0]).max() > 0.01


@pytest.mark.parametrize("form", ["production", "spatial"])
def test_a_batch_in_which_some_are_strained(form):
    """Lanes of a group are taken one by one; every state has the bits that it has alone."""
    model = _strained()
    rng = np.random.default_rng(5)
    count = 19
    q = np.array([model.random_configuration(rng) for _ in range(count)])
    v, tau = rng.standard_normal((count, model.nv)), rng.standard_normal((count, 2, model.nv))
    wrenches = rng.standard_normal((count, 2, model.nbodies, 6))
    extra = rng.standard_normal((2, model.nv))
    given = {"base": "hybrid", "wrench_axes": "inertial", "tau_ext": extra, "form": form}
    found = forward_dynamics(model, q, v, tau, wrenches=wrenches, workers=2, **given)
    for i in range(count):
        alone = forward_dynamics(model, q[i], v[i], tau[i], wrenches=wrenches[i], **given)
        assert np.array_equal(found[i], alone), i
    mask = rng.random(model.nv) < 0.5
    vdot = rng.standard_normal((count, 2, model.nv))
    found = hybrid_dynamics(model, q, v, vdot, tau, mask, wrenches=wrenches, **given)
    for i in range(count):
        rows = (q[i], v[i], vdot[i], tau[i], mask)
        alone = hybrid_dynamics(model, *rows, wrenches=wrenches[i], **given)
        asked = given | {"form": "production", "digits": FINE}
        fine = hybrid_dynamics(model, *rows, wrenches=wrenches[i], **asked)
        if all(map(np.array_equal, alone, fine)):
            assert all(np.array_equal(x[i], y) for x, y in zip(found, fine, strict=True)), i
        for x, y in zip(found, alone, strict=True):
            # where a coordinate that is prescribed relieves the doubles, lanes round otherwise
            assert (relative(x[i], y) <= 100 * EPS).all(), i


@pytest.mark.parametrize("joint", [Revolute((0, 0, 1)), BALL, FREE])
def test_a_lever_whose_products_overflow_is_no_error_of_the_model(joint):
    b = ModelBuilder(name="long")
    b.add_body("first", None, Revolute((0, 0, 1)), None, 1.0, (0.1, 0, 0), np.eye(3))
    at = translation(1.7e308, 1.7e308, -1.7e308)
    b.add_body("second", "first", joint, at, 1.0, (0.1, 0, 0), np.eye(3))
    assert b.build().nbodies == 2


def test_any_state_of_a_group_may_be_strained():
    model = _chain(1.0, 1e-3, 50.0, 1e-3, 40.0, first=None, fourth=None)
    states = [_state(model, 1, seed) for seed in range(96)]
    found = forward_dynamics(model, *(np.array(rows) for rows in zip(*states, strict=True)))
    strained = 0
    for row, given in zip(found, states, strict=True):
        fine = forward_dynamics(model, *given, digits=FINE)
        if np.array_equal(forward_dynamics(model, *given), fine):
            assert np.array_equal(row, fine)
            strained += 1
    assert 4 <= strained <= 48


def test_prepared_calls_are_strained_alike():
    model = _strained()
    q, v, tau = _state(model, 2)
    call = prepare_forward_dynamics(model, 2)
    expected = forward_dynamics(model, q, v, tau, digits=FINE)
    assert np.array_equal(call(q, v, tau, np.empty_like(tau)), expected)


def test_a_robot_that_is_no_tree_of_several_bodies():
    """One body, and none at all: nothing is eliminated whose errors could be handed on."""
    model, q, v = draw("free_body", "generic")
    found = forward_dynamics(model, q, v[0], v[1:])
    assert np.array_equal(found, forward_dynamics(model, q, v[0], v[1:], digits=DOUBLES))
    with pytest.warns(ModelWarning, match="no body"):
        nothing = ModelBuilder(name="nothing", doubtful="warn").build()
    zeros = np.zeros(0)
    for more in ({}, {"digits": FINE}, {"form": "spatial"}):
        assert forward_dynamics(nothing, zeros, zeros, np.zeros((2, 0)), **more).shape == (2, 0)


@pytest.mark.parametrize("r", [0, 1, 3])
def test_long_chains_are_not_strained(r):
    model = catalogue.serial_chain(101, "free")
    q, v, tau = _state(model, r)
    found = forward_dynamics(model, q, v, tau)
    assert np.array_equal(found, forward_dynamics(model, q, v, tau, digits=DOUBLES))


@pytest.mark.parametrize("r", [0, 1])
def test_long_chains_bear_efforts_of_a_motion(r):
    """Which are far larger than those that they make together; some states bear them even so."""
    model = catalogue.serial_chain(40)
    borne = 0
    for seed in range(6):
        q, *motion = _state(model, r, seed)
        given = q, motion[0], inverse_dynamics(model, q, np.vstack(motion))
        found = forward_dynamics(model, *given)
        borne += np.array_equal(found, forward_dynamics(model, *given, digits=DOUBLES))
    assert borne >= 3


SCRIPT = """
import json
import numpy as np
from robots import draw
from spatial_robots import bases
from lieref.dynamics.forward_dynamics import forward_dynamics
for robot in ("arm", "every_joint_free"):
    for r in (0, 2):
        model, q, v = draw(robot, "generic", r)
        tau = np.random.default_rng(r).standard_normal((r + 1, model.nv))
        for base in bases(model):
            for more in ({"digits": 31}, {"form": "spatial"}):
                print(json.dumps(forward_dynamics(model, q, v[0], tau, base, **more).tolist()))
"""


def test_every_build_gives_the_same_bits():
    first, *others = outputs(SCRIPT).values()
    assert len(first) == 2 * 2 * (1 + 4)
    assert all(other == first for other in others)


def _turning(mass, com, inertia):
    """One body on a vertical axis: v' = tau / J_zz and so on, whatever the motion."""
    b = ModelBuilder(name="turning")
    b.add_body("link", None, Revolute((0, 0, 1)), None, mass, com, inertia)
    return b.build()


def _rotor():
    """Its centre of mass on the axis, and unlike moments across it."""
    c, s = np.cos(0.5), np.sin(0.5)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    J = R @ np.diag([0.01, 0.02, 0.025]) @ R.T
    return _turning(1.0, (0, 0, 0), (J + J.T) / 2)


def _top():
    """A symmetric one on a ball joint; it can turn about its axis alone, which is askew."""
    J = 2.0**-10 * (10 * np.eye(3) + np.outer(ASKEW, ASKEW))
    b = ModelBuilder(name="top")
    b.add_body("link", None, BALL, None, 1.0, (0, 0, 0), J)
    return b.build()


ASKEW = np.array([1.0, 0.0, 2.0])


def _stretched(first, second):
    """Two links in a row, which tears at them along the row; moments of inertia about their z."""
    b = ModelBuilder(name="stretched")
    b.add_body("link", None, Revolute((0, 0, 1)), None, 1.0, (0, 0, 0), first * np.eye(3))
    at, com = translation(0.375, 0.5, 0.0), (0.1875, 0.25, 0.0)
    b.add_body("next", "link", Revolute((0, 0, 1)), at, 1.0, com, second * np.eye(3))
    return b.build()


HEAVY = 1e12
TURNING = {
    "light link": _turning(1e-6, (0.1, 0.05, 0), 1e-8 * np.eye(3)),
    "link": _turning(1.0, (0.1, 0.05, 0), 1e-2 * np.eye(3)),
    "rotor": _rotor(),
    "top": _top(),
    "stretched at the first": _stretched(0.01, 1.0),
    "stretched at the second": _stretched(HEAVY, 0.01),
}
EFFORTS = np.array([[1.0], [0.7], [-0.3], [0.2]])


def _turn(name):
    """The model, how it stands and turns, and the axis of its efforts."""
    axis, q = np.ones(1), [0.3]
    if name == "top":
        axis, q = ASKEW, [0.0, 0.0, 0.0, 1.0]
    elif name.startswith("stretched"):
        axis, q = np.array([1.0, 0.0]), [0.3, 0.0]
    inertia = HEAVY if name == "stretched at the second" else 1.0
    return TURNING[name], np.array(q), 0.5 * axis, inertia * axis


@pytest.mark.parametrize("name", TURNING)
@pytest.mark.parametrize("size", [1.0, 20.0, 30.0, 50.0, 1e4, 1e8])
def test_what_a_fast_turn_takes_cancels(name, size):
    model, q, v, axis = _turn(name)
    tau = size * EFFORTS * axis
    truth = forward_dynamics(model, q, v, tau, digits=TRUTH)
    # half an ulp of the efforts, and of the inertia; two links may take thirty such floors
    limit = FLOORS * EPS / 2 if name.startswith("stretched") else 2 * EPS
    assert (relative(forward_dynamics(model, q, v, tau), truth) <= limit).all()
    assert (relative(forward_dynamics(model, q[None], v, tau)[0], truth) <= limit).all()
    call = prepare_forward_dynamics(model, 3)
    out = np.empty((4, model.nv))
    call(q, v, tau, out)
    assert (relative(out, truth) <= limit).all()
    nothing = np.zeros(model.nv, bool)
    found = hybrid_dynamics(model, q, v, np.zeros((4, model.nv)), tau, nothing)[0]
    assert (relative(found[1:], truth) <= limit).all()


@pytest.mark.parametrize("name", ["light link", "link", "rotor"])
def test_a_turn_about_a_fixed_axis_takes_nothing_in_doubles(name):
    model, q, v, _ = _turn(name)
    for size in (1.0, 1e4, 1e8):
        truth = forward_dynamics(model, q, v, size * EFFORTS, digits=TRUTH)
        for states in (q, q[None]):
            found = forward_dynamics(model, states, v, size * EFFORTS, digits=DOUBLES)
            assert (relative(found.reshape(4, 1), truth) <= 2 * EPS).all()
        # and is not weighed
        doubles = forward_dynamics(model, q, v, size * EFFORTS, digits=DOUBLES)
        assert np.array_equal(doubles, forward_dynamics(model, q, v, size * EFFORTS))


def test_a_constant_torque_has_no_derivatives():
    for name in ("light link", "link", "rotor", "top"):
        model, q, v, axis = _turn(name)
        tau = np.array([[1.0], [0.0], [0.0], [0.0]]) * axis
        for more in ({}, {"digits": FINE}, {"digits": 40}, {"form": "spatial"}):
            vdot = abs(forward_dynamics(model, q, v, tau, **more))
            # noise of double-doubles, for which nobody is refused
            assert (vdot[1:].max(axis=1) <= 1e-30 * vdot[0].max() ** np.arange(2, 5)).all()


@pytest.mark.parametrize("digits", [None, FINE])
def test_a_motion_beyond_double_doubles_names_the_joint(digits):
    with pytest.raises(SingularError, match="'link'"):
        model, q, v, axis = _turn("top")
        forward_dynamics(model, q, v, 1e20 * EFFORTS * axis, digits=digits)


def _ball(seed):
    """A body on a ball joint at some distance, with torques of 100 N m; a state of order 5."""
    rng = np.random.default_rng(seed)
    axes = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    spread = rng.uniform(0.2, 1.0, 3)
    J = 0.01 * axes @ np.diag(spread.sum() - spread) @ axes.T
    b = ModelBuilder(name="ball")
    b.add_body("link", None, BALL, None, 1.0, 0.2 * rng.standard_normal(3), (J + J.T) / 2)
    model = b.build()
    q, v, tau = _state(model, 5, seed)
    return model, q, v, 100 * FACTORIALS * tau


def _flying(seed):
    """Light arms on a flying base."""
    model = catalogue.aerial_manipulator()
    q, v, tau = _state(model, 5, seed)
    return model, q, v, FACTORIALS * tau


FACTORIALS = np.array([[1.0], [1.0], [2.0], [6.0], [24.0], [120.0]])


@pytest.mark.parametrize("carried", [False, True])
def test_fast_turns_of_a_ball_leave_no_roundings(carried):
    """Nearly a sphere: w x J w is small, and the joint's turn by itself takes nothing."""
    b, parent = ModelBuilder(name="ball"), None
    if carried:
        parent = b.add_body(
            "carrier", None, Revolute((0, 0, 1)), None, 100.0, (0, 0, 0), 100 * np.eye(3)
        )
    b.add_body("ball", parent, BALL, None, 1.0, (0, 0, 0), 0.01 * np.diag([1.0, 1.1, 1.2]))
    model = b.build()
    for seed in range(8):
        q, v, tau = _state(model, 5, seed)
        tau *= 100 * FACTORIALS
        truth = forward_dynamics(model, q, v, tau, digits=TRUTH)
        for states in (q, q[None]):
            found = forward_dynamics(model, states, v, tau, digits=DOUBLES).reshape(truth.shape)
            # found: 4, and 108 where the turn by itself takes its roundings
            assert (relative(found, truth) <= 8 * EPS).all()


@pytest.mark.parametrize("spin", [1.0, 1e2, 1e4, 1e6])
def test_fast_spins_about_a_joint_leave_no_roundings(spin):
    """The moment about the joint takes squares of w across it, beside which that along is huge."""
    J = 1e-4 * np.array([[3.0, 0.7, 0.3], [0.7, 4.0, -0.4], [0.3, -0.4, 5.0]])
    b = ModelBuilder(name="spun")
    b.add_body("carrier", None, Revolute((1, 0, 0)), None, 10.0, (0, 0, 0.1), 0.1 * np.eye(3))
    at = translation(0.1, 0.2, 0.3)
    b.add_body("rotor", "carrier", Revolute((0, 0, 1)), at, 0.02, (0.02, 0.03, 0.15), J)
    model = b.build()
    q, v = np.array([0.3, 0.4]), np.array([0.5, spin])
    tau = np.array([[1.0, 1e-3 * spin], [0.7, -2e-3 * spin], [0.3, 0.5], [0.2, 0.1]])
    truth = forward_dynamics(model, q, v, tau, digits=TRUTH)
    for states in (q, q[None]):
        found = forward_dynamics(model, states, v, tau, digits=DOUBLES).reshape(truth.shape)
        # found: 2.5, and 42 where |w|^2 takes its roundings
        assert (relative(found, truth) <= 8 * EPS).all()


# Seeds of states of which doubles lose more.
BEYOND = [
    (_ball, 280),
    (_ball, 516),
    (_ball, 1039),
    (_ball, 2796),
    (_flying, 1),
    (_flying, 45),
    (_flying, 69),
]


@pytest.mark.parametrize("draw_state, seed", BEYOND)
def test_random_efforts_keep_thirty_floors(draw_state, seed):
    model, q, v, tau = draw_state(seed)
    truth = forward_dynamics(model, q, v, tau, digits=TRUTH)
    limit = FLOORS * np.maximum(conditioning_floor(model, q, v, tau, samples=20), EPS / 2)
    doubles = forward_dynamics(model, q, v, tau, digits=DOUBLES)
    assert (relative(doubles, truth) > limit).any()
    for states in (q, q[None]):
        found = forward_dynamics(model, states, v, tau).reshape(truth.shape)
        assert (relative(found, truth) <= limit).all()


def _thin(seed, base, joint):
    """A rod that hardly resists about its own axis, on one body; and a state of order 2."""
    rng = np.random.default_rng(seed)
    axis = rng.standard_normal(3)
    axis /= np.linalg.norm(axis)
    J = 0.01 * (np.eye(3) - np.outer(axis, axis))
    b = ModelBuilder(name="thin")
    b.add_body("base", None, base, None, 1.0, (0, 0, 0), 0.01 * np.eye(3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ModelWarning)
        at = translation(0.3, 0.1, 0.2)
        b.add_body("rod", "base", joint or Revolute(axis), at, 1.0, 0.2 * axis, (J + J.T) / 2)
        model = b.build()
    return model, *_state(model, 2, seed)


def _solved(limit, model, q, v, tau, **more):
    """Is forward dynamics right, and not refused in the rod's name? Nothing else may happen."""
    try:
        found = forward_dynamics(model, q, v, tau, **more)
    except SingularError as error:
        assert "'rod" in str(error)
        return False
    truth = forward_dynamics(model, q[-1], v[-1], tau[-1], digits=120)
    assert (relative(found[-1], truth) <= limit).all()
    return True


@pytest.mark.parametrize("more", [{}, {"form": "spatial"}, {"digits": 40}])
def test_a_body_that_hardly_resists_about_one_axis_is_refused_or_right(more):
    thin = [_thin(seed, FREE, BALL) for seed in range(10)]
    solved = [_solved(EPS, model, *(x[None] for x in state), **more) for model, *state in thin]
    assert sum(solved) <= (5 if "digits" in more else 0)


@pytest.mark.parametrize("count", [1, 3])
def test_production_confirms_the_spatial_form(count):
    """Of tensor components in axes that do not turn with the rod less is left."""
    refused = 0
    for seed in range(20):
        model, q, v, tau = _thin(seed, Revolute((0, 1, 0)), None)
        state = [np.repeat(x[None], count, axis=0) for x in (q, v, 0 * tau)]
        if count > 1:
            state[1][:-1] = 0
        production = _solved(1e-12, model, *state, digits=FINE)
        refused += production and not _solved(1e-13, model, *state, form="spatial")
    assert 3 <= refused <= 15


@pytest.mark.parametrize("digits", [DOUBLES, FINE])
def test_what_a_free_joint_lets_go_may_be_heavy(digits):
    """Nothing of its weight is left for its carrier, not in roundings either."""
    b = ModelBuilder(name="light_carrier", gravity=(3.0, -9.0, 2.0))
    wheel = Revolute((0.6, 0, 0.8))
    b.add_body("carrier", None, wheel, None, 1e-6, (0.1, 0, 0), 1e-6 * np.eye(3))
    at, moments = translation(0.3, 0.1, 0.2), 1e6 * np.diag([2.0, 3.0, 4.0])
    b.add_body("heavy", "carrier", FREE, at, 1e6, (0.1, 0.2, 0.3), moments)
    model = b.build()
    q, v, tau = _state(model, 2)
    tau[:, 1:] = 0
    found = forward_dynamics(model, q, v, tau, digits=digits)
    truth = forward_dynamics(model, q, v, tau, digits=TRUTH)
    assert (abs(found - truth)[:, 0] <= 20 * EPS * abs(truth[:, 0])).all()
