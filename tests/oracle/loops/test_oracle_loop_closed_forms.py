"""The oracle of loops against mechanisms that are solved by hand or in print."""

import numpy as np
import pytest
from support.mechanisms.oracle_loop_robots import Z, four_bar, freudenstein, planar_bar, shift

from lieref import oracle
from lieref.errors import ConfigurationError, ModelError, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Helical, Planar, Prismatic, Revolute, Spherical

K = oracle.Mp(50)
MP = K.context
#: Derivatives by differences at three times the digits are accurate to all of these.
CLOSE = 1e-42
DOWN = (0.0, -9.81, 0.0)


def derivatives(function, order, at=0):
    """f and its derivatives at a point, by mpmath with digits to spare."""
    wide = oracle.Mp(400).context
    taylor = wide.taylor(lambda t: function(wide, t), wide.mpf(at), order)
    return [K(x) * wide.factorial(k) for k, x in enumerate(taylor)]


def far(got, expected):
    """Largest difference, relative to the expected vector's max norm."""
    scale = max(abs(x) for x in expected)
    return max(abs(g - e) for g, e in zip(got, expected, strict=True)) / (scale or 1)


def path(m, t):
    """An arbitrary motion theta(t), and its derivatives at t = 0: 0.8, 1.25, -0.5, 0.75."""
    return m.mpf(0.8) + m.mpf(1.25) * t - m.mpf(0.25) * t**2 + m.mpf(0.125) * t**3


RATES = [[1.25], [-0.5], [0.75], [0.0]]


def test_four_bar_moves_as_freudenstein_says():
    lengths = (1.0, 3.0, 2.5, 3.5)
    model = four_bar(lengths)

    def angles(m, t):
        exact = tuple(m.mpf(x) for x in lengths)
        return freudenstein(exact, path(m, t), -1, m.sqrt, m.atan2, m.cos, m.sin)

    q = oracle.loop_configuration(model, [0.8], field=K)
    v = oracle.loop_motion(model, q, RATES[:3], field=K)
    for j in (1, 2):
        expected = derivatives(lambda m, t, j=j: angles(m, t)[j - 1], 3)
        assert far([q[j], *(row[j] for row in v)], expected) < CLOSE
    G = oracle.loop_velocity_map(model, q, field=K)
    assert far([row[0] for row in G], [x / K(1.25) for x in v[0]]) < CLOSE
    balls = oracle.Arb(50)
    with balls.working():
        enclosed = oracle.loop_configuration(model, [0.8], field=balls)
        assert all(x.contains(balls(y)) for x, y in zip(enclosed, q, strict=True))
        # a fair multiple of the last digit
        assert max(balls.radius(x) for x in enclosed) < 1e-46


def test_four_bar_returns_its_motion_to_the_second_derivative():
    model = four_bar((1.0, 3.0, 2.5, 3.5))
    tau = oracle.loop_inverse_dynamics(model, [0.8], RATES, field=K)
    got = oracle.loop_forward_dynamics(model, [0.8], RATES[0], tau, field=K)
    assert far([row[0] for row in got], [K(x) for (x,) in RATES[1:]]) < CLOSE


def test_four_bar_follows_its_crank_to_the_other_side():
    lengths = (1.0, 3.0, 2.5, 3.5)
    model = four_bar(lengths)
    for angle in (2.5, -2.0, 7.0):
        q = oracle.loop_configuration(model, [angle], digits=30)
        coupler, rocker = freudenstein(lengths, angle, -1)
        apart = np.array([float(x) for x in q[1:]]) - [coupler, rocker]
        turns = apart / (2 * np.pi)
        assert np.abs(turns - np.round(turns)).max() < 1e-12


def test_slider_crank():
    a, b = 0.5, 1.75
    builder = ModelBuilder(gravity=DOWN, doubtful="warn")
    planar_bar(builder, "crank", None, (0.0, 0.0), 1.0, (0.25, 0.0), 0.125)
    planar_bar(builder, "rod", "crank", (a, 0.0), 1.0, (0.75, 0.0), 0.25)
    builder.add_body("slider", None, Prismatic((1.0, 0.0, 0.0)), shift(a + b), 2.0)
    builder.add_loop("pin", "rod", "slider", Revolute(Z), shift(b))
    model = builder.build(independent=["crank_joint"])

    def place(m, t):
        theta = path(m, t)
        return a * m.cos(theta) + m.sqrt(m.mpf(b) ** 2 - (a * m.sin(theta)) ** 2)

    v = oracle.loop_motion(model, [0.8], RATES, field=K)
    expected = derivatives(place, 4)
    assert far([row[2] for row in v], expected[1:]) < CLOSE
    q = oracle.loop_configuration(model, [0.8], field=K)
    assert abs(q[2] + (a + b) - expected[0]) < CLOSE


@pytest.mark.parametrize("ratio", [-3.0, 120.0])
def test_geared_rotor_adds_the_square_of_its_ratio(ratio):
    builder = ModelBuilder(gravity=(0, 0, 0))
    builder.add_body("link", None, Revolute(Z), None, 1.0, (0, 0, 0), np.diag([0, 0, 0.25]))
    builder.add_body("rotor", None, Revolute(Z), None, 1.0, (0, 0, 0), np.diag([0, 0, 0.125]))
    builder.couple("rotor_joint", "link_joint", ratios=ratio, offsets=0.5)
    model = builder.build()
    inertia = K(0.25) + K(ratio) ** 2 * K(0.125)
    q = oracle.loop_configuration(model, [0.3], field=K)
    assert q[1] == ratio * K(0.3) + K(0.5)
    tau = oracle.loop_inverse_dynamics(model, q, [[2.0], [0.75], [-3.0]], field=K)
    assert far([row[0] for row in tau], [inertia * K(0.75), inertia * K(-3.0)]) < CLOSE
    rates = oracle.loop_forward_dynamics(model, q, [2.0], [[0.75], [3.0]], field=K)
    assert far([row[0] for row in rates], [K(0.75) / inertia, K(3.0) / inertia]) < CLOSE
    forces = oracle.loop_constraint_forces(model, q, [[2.0], [0.75]], field=K)
    assert far(forces.couplings[0][0], [ratio * K(0.125) * K(0.75)]) < CLOSE
    assert forces.unique_couplings == [[True]]


def test_gear_ratio_that_depends_on_the_angle():
    """x = sin y: tau = (J1 + J2 cos^2) y'' - J2 sin cos y'^2."""
    builder = ModelBuilder(gravity=(0, 0, 0))
    builder.add_body("link", None, Revolute(Z), None, 1.0, (0, 0, 0), np.diag([0, 0, 0.25]))
    builder.add_body("cam", None, Revolute(Z), None, 1.0, (0, 0, 0), np.diag([0, 0, 2.0]))
    builder.couple("cam_joint", "link_joint", function=lambda y, m: [m.sin(y[0])])
    model = builder.build(independent=["link_joint"])
    tau = oracle.loop_inverse_dynamics(model, [0.3], [[1.5], [0.75]], field=K)
    s, c = K.sin(K(0.3)), K.cos(K(0.3))
    expected = (K(0.25) + 2 * c * c) * K(0.75) - 2 * s * c * K(1.5) ** 2
    assert far(tau[0], [expected]) < CLOSE


def test_differential_shares_the_inertia_of_its_carrier():
    builder = ModelBuilder(gravity=(0, 0, 0))
    for name, inertia in (("left", 0.5), ("right", 0.75), ("carrier", 3.0)):
        builder.add_body(name, None, Revolute(Z), None, 1.0, (0, 0, 0), np.diag([0, 0, inertia]))
    builder.couple("carrier_joint", ("left_joint", "right_joint"), ratios=[[0.5, 0.5]])
    model = builder.build()
    rates = oracle.loop_forward_dynamics(model, [0.1, 0.2], [1.0, 2.0], [[1.0, 0.0]], field=K)
    # [1/2 + 3/4, 3/4; 3/4, 3/4 + 3/4] a = (1, 0)
    det = K(1.25) * K(1.5) - K(0.75) ** 2
    assert far(rates[0], [K(1.5) / det, -K(0.75) / det]) < CLOSE


def test_parallelogram_swings_as_a_pendulum_and_names_the_flat_position():
    builder = ModelBuilder(gravity=DOWN, doubtful="warn")
    planar_bar(builder, "left", None, (0.0, 0.0), 1.0, (0.0, 0.0), 0.5)
    planar_bar(builder, "table", "left", (1.0, 0.0), 2.0, (0.75, 0.25), 7.0)
    planar_bar(builder, "right", None, (1.5, 0.0), 1.0, (0.0, 0.0), 0.25)
    builder.add_loop("hinge", "table", "right", Revolute(Z), shift(1.5), shift(1.0))
    start = [0.75, -0.75, 0.75]
    model = builder.build(independent=["left_joint"], assembly=start)
    v = oracle.loop_motion(model, start, [[1.0], [0.5]], field=K)
    assert far([x for row in v for x in row], [K(x) for x in (1, -1, 1, 0.5, -0.5, 0.5)]) < CLOSE
    # the table translates on a circle of radius 1: (0.5 + 0.25 + 2) theta'' = -2 g cos theta
    got = oracle.loop_forward_dynamics(model, start, [3.0], [[0.0]], field=K)
    assert far(got[0], [-2 * K(9.81) * K.cos(K(0.75)) / K(2.75)]) < CLOSE
    with pytest.raises(SingularError, match="hinge"):
        oracle.loop_motion(model, [0.0, 0.0, 0.0], [[1.0], [0.5]], field=K)


def test_bead_on_a_hoop_in_three_coordinates():
    """A body with a planar joint, held to a circle by a revolute loop: a pendulum, and its pull."""
    mass, inertia, radius, g = 2.0, 0.125, 0.75, K(9.81)
    builder = ModelBuilder(gravity=DOWN)
    builder.add_body("bob", None, Planar(Z), None, mass, (0, 0, 0), inertia * np.eye(3))
    builder.add_loop("hoop", None, "bob", Revolute(Z), None, shift(0.0, radius))
    theta, rate = 0.625, 1.5
    start = [radius * np.sin(theta), -radius * np.cos(theta), theta]
    model = builder.build(independent=["bob_joint"], assembly=start)
    q = oracle.loop_configuration(model, [theta], field=K)
    sine, cosine = K.sin(K(theta)), K.cos(K(theta))
    assert far(q, [radius * sine, -radius * cosine, K(theta)]) < CLOSE
    total = K(inertia) + mass * K(radius) ** 2
    moment = -mass * g * radius * sine
    got = oracle.loop_forward_dynamics(model, q, [rate], [[0.0], [0.0]], field=K)
    expected = [moment / total, -mass * g * radius * cosine * K(rate) / total]
    assert far([row[0] for row in got], expected) < CLOSE
    # held by hand: the force on the bob in its own axes points along its y axis to the center
    forces = oracle.loop_constraint_forces(model, q, [[rate], [0.0]], field=K)
    pull = mass * (radius * K(rate) ** 2 + g * cosine)
    sideways = mass * g * sine
    assert far(forces.loops[0][0][3:5], [sideways, pull]) < CLOSE
    assert forces.unique_loops[0] == [False, False, True, True, True, False]
    assert all(abs(forces.loops[0][0][i]) < CLOSE for i in (0, 1, 2, 5))


def test_nut_on_a_screw_through_a_helical_loop():
    """A free nut held by a helical loop advances by the pitch, turns beyond a whole one too."""
    pitch = 0.125
    builder = ModelBuilder(gravity=(0, 0, -9.81))
    builder.add_body("slide", None, Prismatic(Z), None, 1.5)
    inertia = np.diag([0.5, 0.5, 0.25])
    builder.add_body("nut", "slide", Revolute(Z), None, 1.0, (0, 0, 0), inertia)
    builder.add_loop("thread", None, "nut", Helical(Z, pitch))
    model = builder.build(independent=["nut_joint"])
    for angle in (0.5, 9.0, -20.0):
        q = oracle.loop_configuration(model, [angle], field=K)
        assert far(q, [pitch * K(angle), K(angle)]) < CLOSE
        tau = oracle.loop_inverse_dynamics(model, q, [[0.0], [2.0]], field=K)
        total = K(0.25) + 2.5 * K(pitch) ** 2
        assert far(tau[0], [total * 2 + 2.5 * pitch * K(9.81)]) < CLOSE


def test_ball_on_a_string_of_two_balls():
    """A rod between two ball joints keeps its length, and its spin is a freedom of its own."""
    builder = ModelBuilder(gravity=(0, 0, -9.81), doubtful="warn")
    builder.add_body("slider", None, Prismatic(Z), None, 2.0)
    builder.add_body("rod", "slider", Spherical(), None, 1.0, (0.5, 0, 0), 0.1 * np.eye(3))
    builder.add_body("cart", None, Prismatic((1.0, 0.0, 0.0)), None, 1.0)
    builder.add_loop("ball", "cart", "rod", Spherical(), shift(1.0), shift(1.0))
    tilt = 0.5
    start = [-np.sin(tilt), 0.0, -np.sin(tilt / 2), 0.0, np.cos(tilt / 2), np.cos(tilt) - 1]
    model = builder.build(assembly=start)
    assert model.nv == 2
    q = oracle.loop_configuration(model, start, hold="least_norm", field=K)
    # slider at (0, 0, q0), cart's ball at (1 + q5, 0, 0): the distance is 1
    assert abs(q[0] ** 2 + (1 + q[5]) ** 2 - 1) < CLOSE
    v = oracle.loop_motion(model, q, [[0.3, -0.7]], field=K)[0]
    assert abs(q[0] * v[0] + (1 + q[5]) * v[4]) < CLOSE


def squeezer():
    """Andrews' squeezing mechanism [Schiehlen 1990; Hairer & Wanner, Solving ODE II, VII.7]."""
    builder = ModelBuilder(gravity=(0, 0, 0), doubtful="warn")
    A, B = (-0.06934, -0.00227), (-0.03635, 0.03273)
    planar_bar(builder, "K1", None, (0.0, 0.0), 0.04325, (0.00092, 0.0), 2.194e-6)
    planar_bar(builder, "K2", "K1", (0.007, 0.0), 0.00365, (-0.0115, 0.0), 4.410e-7)
    planar_bar(builder, "K3", None, B, 0.02373, (0.01874, 0.01043), 5.255e-6)
    planar_bar(builder, "K5", None, A, 0.07050, (0.02308, 0.00916), 1.169e-5)
    planar_bar(builder, "K4", "K5", (0.04, 0.0), 0.00706, (0.0, -(0.02 - 0.01421)), 5.667e-7)
    planar_bar(builder, "K7", None, A, 0.05498, (0.01228, 0.00449), 1.912e-5)
    planar_bar(builder, "K6", "K7", (0.0, -0.04), 0.00706, (0.02 - 0.01421, 0.0), 5.667e-7)
    tip = shift(-0.028)
    builder.add_loop("E3", "K2", "K3", Revolute(Z), tip, shift(0.0, -0.035))
    builder.add_loop("E4", "K2", "K4", Revolute(Z), tip, shift(0.0, -0.02))
    builder.add_loop("E6", "K2", "K6", Revolute(Z), tip, shift(0.02))
    start = {
        "K1": "-0.0617138900142764496358948458001",
        "K2": "0",
        "K3": "0.455279819163070380255912382449",
        "K4": "0.222668390165885884674473185609",
        "K5": "0.487364979543842550225598953530",
        "K6": "-0.222668390165885884674473185609",
        "K7": "1.23054744454982119249735015568",
    }
    names = ("K1", "K2", "K3", "K5", "K4", "K7", "K6")
    q = [MP.mpf(start[name]) for name in names]
    return builder.build(independent=["K1_joint"], assembly=[float(x) for x in q]), q


def spring_on_K3(q):
    """Wrench of the spring from C to the point D of K3, about B in inertial axes."""
    gamma = q[2]
    arm = (
        0.02 * MP.cos(gamma) + 0.018 * MP.sin(gamma),
        0.02 * MP.sin(gamma) - 0.018 * MP.cos(gamma),
    )
    x, y = arm[0] - 0.03635 - 0.014, arm[1] + 0.03273 - 0.072
    length = MP.sqrt(x * x + y * y)
    pull = -4530 * (length - 0.07785) / length
    fx, fy = pull * x, pull * y
    return [0, 0, arm[0] * fy - arm[1] * fx, fx, fy, 0]


def test_squeezer_starts_with_the_published_accelerations():
    model, start = squeezer()
    # the parameters are decimals that doubles hold to 1e-16
    q = oracle.loop_configuration(model, start, field=K)
    assert max(abs(x - y) for x, y in zip(q, start, strict=True)) < 1e-14
    zero = [0] * 6
    wrenches = [[zero, zero, spring_on_K3(q), zero, zero, zero, zero]]
    tau = [[0.033] + [0] * 6]
    got = oracle.loop_forward_dynamics(
        model, q, [0] * 7, tau, "body", wrenches, "inertial", coordinates="tree", field=K
    )[0]
    beta, theta = 14222.4439199541138705911625887, -10666.8329399655854029433719415
    assert abs(got[0] - beta) < 1e-12 * beta and abs(got[1] - theta) < 1e-12 * beta
    # zero at the dead center that the decimals make, within their rounding
    assert max(abs(x) for x in got[2:]) < 1e-9
    again = oracle.loop_forward_dynamics(
        model, q, [0], [[0.033]], "body", wrenches, "inertial", field=K
    )
    assert abs(again[0][0] - got[0]) < 1e-40 * beta
    # published multipliers of the first loop: the force on K3, in inertial axes
    forces = oracle.loop_constraint_forces(
        model, q, [[0], again[0]], "body", wrenches, "inertial", field=K
    )
    fx, fy = forces.loops[0][0][3:5]
    c, s = MP.cos(q[2]), MP.sin(q[2])
    assert abs(c * fx - s * fy - 98.5668703962410896057654982170) < 1e-9
    assert abs(s * fx + c * fy + 6.12268834425566265503114393122) < 1e-9
    assert max(abs(x) for loop in forces.loops[0][1:] for x in loop) < 1e-9


def test_open_and_impossible_loops_are_named():
    model = four_bar((1.0, 3.0, 2.5, 3.5))
    with pytest.raises(ConfigurationError, match=r"tip.*open by"):
        oracle.loop_motion(model, model.assembly + 0.01, [[1.0]], field=K)
    closed = oracle.loop_configuration(model, model.assembly + 0.01, most_open=1.0, field=K)
    assert abs(closed[0] - K(model.assembly[0] + 0.01)) == 0
    # a crank that cannot turn to 180 degrees
    short = four_bar((2.0, 1.5, 1.5, 2.5), start=0.3)
    with pytest.raises((ConfigurationError, SingularError), match="tip"):
        oracle.loop_configuration(short, [3.0], field=K)
    with pytest.raises(ModelError):
        four_bar((1.0, 3.0, 2.5, 3.5), independent=("nobody",))
