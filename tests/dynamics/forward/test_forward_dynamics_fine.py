"""Forward and hybrid dynamics in double-doubles, digits=31; and what doubles keep by themselves."""

import warnings

import numpy as np
import pytest
from support.references.forward_bounds import loads
from support.references.tolerances import EPS
from support.trees.robots import draw, translation
from support.trees.spatial_robots import bases, relative

from lieref.dynamics.forward_dynamics import forward_dynamics, hybrid_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.errors import ModelWarning, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Revolute, Spherical
from lieref.model.mechanisms import catalogue

# A row whose largest number is rounded correctly is in error by half of this, and one that is
# computed to 31 digits by hardly more, even when some are lost.
DOUBLES, FINE, REFERENCE = 16, 31, 60
FREE, BALL = Free(), Spherical()


def _chain(*masses, first=FREE, fourth=BALL):
    """Five links on revolute joints, but for two of them."""
    b, parent = ModelBuilder(name="chain"), None
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


def _unlike():
    """Light links between heavy ones: articulated inertias are small differences of large ones."""
    return _chain(1.0, 1e-3, 50.0, 1e-3, 50.0)


def _state(model, r, seed=1):
    rng = np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal(model.nv)
    return q, v, rng.standard_normal((r + 1, model.nv))


@pytest.mark.parametrize("r", [0, 3])
def test_light_links_between_heavy_ones(r):
    model = _unlike()
    q, v, tau = _state(model, r)
    for base in bases(model):
        given = (base, *loads(model, r + 1, "inertial"))
        reference = forward_dynamics(model, q, v, tau, *given, digits=REFERENCE)
        doubles = forward_dynamics(model, q, v, tau, *given)
        assert relative(doubles, reference).max() > 20 * EPS
        for states in (q, np.repeat(q[None], 3, axis=0)):
            found = forward_dynamics(model, states, v, tau, *given, digits=FINE)
            for rows in found.reshape(-1, r + 1, model.nv):
                assert (relative(rows, reference) <= EPS).all()


@pytest.mark.parametrize("robot", ["two_link", "every_joint_free", "aerial_manipulator"])
def test_doubles_are_the_default_everywhere(robot):
    model, q, v = draw(robot, "generic", r=0)
    tau = np.random.default_rng(2).standard_normal((4, model.nv))
    for states in (q, q[None]):
        found = forward_dynamics(model, states, v[0], tau)
        assert np.array_equal(found, forward_dynamics(model, states, v[0], tau, digits=DOUBLES))
        fine = forward_dynamics(model, states, v[0], tau, digits=FINE)
        assert not np.array_equal(found, fine)


@pytest.mark.parametrize("size", [1e5, 1e8])
def test_torques_that_cancel(size):
    model, q, v = draw("arm", "generic", r=1)
    wrenches = size * np.random.default_rng(2).standard_normal((2, model.nbodies, 6))
    for large in ([True], [True, True], [True, False], [False, True]):
        held = wrenches[: len(large)] * np.array(large)[:, None, None]
        tau = inverse_dynamics(model, q, v[: len(large) + 1], wrenches=held)
        found = forward_dynamics(model, q, v[0], tau, wrenches=held, digits=FINE)
        reference = forward_dynamics(model, q, v[0], tau, wrenches=held, digits=REFERENCE)
        doubles = forward_dynamics(model, q, v[0], tau, wrenches=held)
        assert (relative(found, reference) <= EPS).all()
        assert relative(doubles, reference).max() > 1e-4 * size * EPS


@pytest.mark.parametrize("robot", ["every_joint", "every_joint_free", "free_body"])
def test_every_joint_to_31_digits(robot):
    model, q, v = draw(robot, "generic", r=4)
    for base in bases(model):
        for axes in ("body", "inertial"):
            given = (base, *loads(model, 5, axes))
            tau = inverse_dynamics(model, q, v, *given)[:5]
            reference = forward_dynamics(model, q, v[0], tau, *given, digits=REFERENCE)
            found = forward_dynamics(model, q, v[0], tau, *given, digits=FINE)
            assert (relative(found, reference) <= EPS).all(), (base, axes)


def test_hybrid_dynamics():
    model = _unlike()
    q, v, tau = _state(model, 2)
    vdot = np.random.default_rng(3).standard_normal((3, model.nv))
    mask = np.random.default_rng(4).random(model.nv) < 0.4
    given = ("mixed", *loads(model, 3, "inertial"))
    before = vdot.copy(), tau.copy()
    found = hybrid_dynamics(model, q, v, vdot, tau, mask, *given, digits=FINE)
    reference = hybrid_dynamics(model, q, v, vdot, tau, mask, *given, digits=REFERENCE)
    for x, y in zip(found, reference, strict=True):
        assert (relative(x, y) <= EPS).all()
    assert np.array_equal(before, (vdot, tau))


def test_a_prescribed_base_far_away():
    model, q, v = draw("every_joint_free", "generic", r=3)
    q[:3] += 1e3
    mask = np.zeros(model.nv, dtype=bool)
    mask[[1, 4]] = True
    tau = inverse_dynamics(model, q, v, "spatial")
    given = (q, v[0], v[1:], tau, mask, "spatial")
    found = hybrid_dynamics(model, *given, digits=FINE)
    reference = hybrid_dynamics(model, *given, digits=REFERENCE)
    doubles = hybrid_dynamics(model, *given)
    for x, y, z in zip(found, reference, doubles, strict=True):
        # which have 2^-50 of the roundings of doubles, and these lose nearly all
        assert (relative(x, y) <= EPS + 2.0**-50 * relative(z, y)).all()
    assert relative(doubles[0], reference[0]).max() > 0.01


@pytest.mark.parametrize("count", [3, 19])
def test_a_batch_in_lanes(count):
    """Full groups and a rest; lanes sum in another order, so that the last bit may differ."""
    model = draw("every_joint_free", "generic")[0]
    rng = np.random.default_rng(5)
    q = np.array([model.random_configuration(rng) for _ in range(count)])
    v, tau = rng.standard_normal((count, model.nv)), rng.standard_normal((count, 2, model.nv))
    wrenches = rng.standard_normal((count, 2, model.nbodies, 6))
    extra = rng.standard_normal((2, model.nv))
    given = {"base": "hybrid", "wrench_axes": "inertial", "tau_ext": extra, "digits": FINE}
    found = forward_dynamics(model, q, v, tau, wrenches=wrenches, workers=2, **given)
    mask = rng.random(model.nv) < 0.5
    vdot = rng.standard_normal((count, 2, model.nv))
    both = hybrid_dynamics(model, q, v, vdot, tau, mask, wrenches=wrenches, **given)
    for i in range(count):
        alone = forward_dynamics(model, q[i], v[i], tau[i], wrenches=wrenches[i], **given)
        assert (relative(found[i], alone) <= EPS).all(), i
        rows = (q[i], v[i], vdot[i], tau[i], mask)
        for x, y in zip(
            both, hybrid_dynamics(model, *rows, wrenches=wrenches[i], **given), strict=True
        ):
            assert (relative(x[i], y) <= EPS).all(), i


def test_angles_of_many_turns_in_lanes():
    """Quarter turns are taken away; beyond what doubles hold of an angle it is its double's."""
    model = catalogue.serial_chain(3)
    q = np.array([[0.5, -2.0, 3.0], [10.0, -100.0, 1e5], [-7.5, 4.7, 1e8], [1e12, 3.0, -1e30]])
    v, tau = np.array([0.1, -0.2, 0.3]), np.array([[0.3, 0.2, -0.1], [0.2, 0.5, 0.7]])
    found = forward_dynamics(model, q, v, tau, digits=FINE)
    for row, angles in zip(found, q, strict=True):
        assert (relative(row, forward_dynamics(model, angles, v, tau, digits=FINE)) <= EPS).all()


@pytest.mark.parametrize("joint", [Revolute((0, 0, 1)), BALL, FREE])
def test_a_lever_whose_products_overflow_is_no_error_of_the_model(joint):
    b = ModelBuilder(name="long")
    b.add_body("first", None, Revolute((0, 0, 1)), None, 1.0, (0.1, 0, 0), np.eye(3))
    at = translation(1.7e308, 1.7e308, -1.7e308)
    b.add_body("second", "first", joint, at, 1.0, (0.1, 0, 0), np.eye(3))
    assert b.build().nbodies == 2


def test_a_robot_of_one_body():
    """Nothing is eliminated whose errors could be handed on."""
    model, q, v = draw("free_body", "generic")
    found = forward_dynamics(model, q, v[0], v[1:])
    assert np.array_equal(found, forward_dynamics(model, q, v[0], v[1:], digits=DOUBLES))


def _turning(mass, com, inertia):
    """One body on a vertical axis: v' = tau / J_zz and so on, whatever the motion."""
    b = ModelBuilder(name="turning")
    b.add_body("link", None, Revolute((0, 0, 1)), None, mass, com, inertia)
    return b.build()


def _rotor():
    """Its center of mass on the axis, and unlike moments across it."""
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
TORQUES = np.array([[1.0], [0.7], [-0.3], [0.2]])


def _turn(name):
    """The model, how it stands and turns, and the axis of its generalized forces."""
    axis, q = np.ones(1), [0.3]
    if name == "top":
        axis, q = ASKEW, [0.0, 0.0, 0.0, 1.0]
    elif name.startswith("stretched"):
        axis, q = np.array([1.0, 0.0]), [0.3, 0.0]
    inertia = HEAVY if name == "stretched at the second" else 1.0
    return TURNING[name], np.array(q), 0.5 * axis, inertia * axis


@pytest.mark.parametrize("name", TURNING)
@pytest.mark.parametrize("size", [1.0, 50.0, 1e8])
def test_what_a_fast_turn_takes_cancels(name, size):
    model, q, v, axis = _turn(name)
    tau = size * TORQUES * axis
    reference = forward_dynamics(model, q, v, tau, digits=REFERENCE)
    for states in (q, q[None]):
        found = forward_dynamics(model, states, v, tau, digits=FINE)
        assert (relative(found.reshape(4, model.nv), reference) <= 2 * EPS).all()
    nothing = np.zeros(model.nv, bool)
    found = hybrid_dynamics(model, q, v, np.zeros((4, model.nv)), tau, nothing, digits=FINE)[0]
    assert (relative(found[1:], reference) <= 2 * EPS).all()


@pytest.mark.parametrize("name", ["light link", "link", "rotor"])
def test_a_turn_about_a_fixed_axis_takes_nothing_in_doubles(name):
    model, q, v, _ = _turn(name)
    for size in (1.0, 1e4, 1e8):
        reference = forward_dynamics(model, q, v, size * TORQUES, digits=REFERENCE)
        for states in (q, q[None]):
            found = forward_dynamics(model, states, v, size * TORQUES, digits=DOUBLES)
            assert (relative(found.reshape(4, 1), reference) <= 2 * EPS).all()


def test_a_constant_torque_has_no_derivatives():
    for name in ("light link", "link", "rotor", "top"):
        model, q, v, axis = _turn(name)
        tau = np.array([[1.0], [0.0], [0.0], [0.0]]) * axis
        for digits in (FINE, 40):
            vdot = abs(forward_dynamics(model, q, v, tau, digits=digits))
            # rounding errors of double-doubles
            assert (vdot[1:].max(axis=1) <= 1e-30 * vdot[0].max() ** np.arange(2, 5)).all()


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
        reference = forward_dynamics(model, q, v, tau, digits=REFERENCE)
        for states in (q, q[None]):
            found = forward_dynamics(model, states, v, tau, digits=DOUBLES).reshape(reference.shape)
            # found: 4, and 108 where the turn by itself takes its roundings
            assert (relative(found, reference) <= 8 * EPS).all()


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
    reference = forward_dynamics(model, q, v, tau, digits=REFERENCE)
    for states in (q, q[None]):
        found = forward_dynamics(model, states, v, tau, digits=DOUBLES).reshape(reference.shape)
        # found: 9, and 42 where |w|^2 takes its roundings
        assert (relative(found, reference) <= 16 * EPS).all()


# Seeds of states of which doubles lose more.
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
    reference = forward_dynamics(model, q[-1], v[-1], tau[-1], digits=120)
    assert (relative(found[-1], reference) <= limit).all()
    return True


@pytest.mark.parametrize("more", [{}, {"form": "spatial"}, {"digits": FINE}, {"digits": 40}])
def test_a_body_that_hardly_resists_about_one_axis_is_refused_or_right(more):
    # to order 1: each order takes some 16 digits, and 31 have no more
    thin = [_thin(seed, FREE, BALL) for seed in range(10)]
    solved = [_solved(2 * EPS, m, q[None], v[None], tau[None, :2], **more) for m, q, v, tau in thin]
    assert "digits" in more or not any(solved)


@pytest.mark.parametrize(
    ("options", "limit"),
    [
        ({"digits": DOUBLES}, 20 * EPS),
        ({"digits": FINE}, 20 * EPS),
        *(({"form": form}, 1e-13) for form in ("spatial", "body", "hybrid")),
    ],
)
def test_what_a_free_joint_lets_go_may_be_heavy(options, limit):
    """Nothing of its weight is left for its carrier, not in roundings either."""
    b = ModelBuilder(name="light_carrier", gravity=(3.0, -9.0, 2.0))
    wheel = Revolute((0.6, 0, 0.8))
    b.add_body("carrier", None, wheel, None, 1e-6, (0.1, 0, 0), 1e-6 * np.eye(3))
    at, moments = translation(0.3, 0.1, 0.2), 1e6 * np.diag([2.0, 3.0, 4.0])
    b.add_body("heavy", "carrier", FREE, at, 1e6, (0.1, 0.2, 0.3), moments)
    model = b.build()
    q, v, tau = _state(model, 2 if "digits" in options else 1)
    tau[:, 1:] = 0
    found = forward_dynamics(model, q, v, tau, **options)
    reference = forward_dynamics(model, q, v, tau, digits=REFERENCE)
    assert (abs(found - reference)[:, 0] <= limit * abs(reference[:, 0])).all()
