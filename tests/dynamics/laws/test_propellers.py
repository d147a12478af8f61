"""Propellers: allocation against forces and lever arms, derivatives, inverse, refusals."""

from math import comb

import numpy as np
import pytest
from support.references.tolerances import EPS

import lieref
from lieref.dynamics.laws.propellers import Propellers, hexarotor, paper_hexarotor
from lieref.errors import ConfigurationError, NonFiniteError, ShapeError, SingularError
from lieref.trajectories import Cosine, paper_times, paper_trajectory

# Six terms, and the condition of the allocation map, which is below 40 in SI units.
SAME = 64 * EPS
ALTERNATING = np.array([1.0, -1.0] * 3)


def generic(n, seed=1):
    """n propellers of generic poses, thrusts and drags."""
    print(f"generic({n}, {seed})")
    rng = np.random.default_rng(seed)
    poses = lieref.SE3.exp(rng.standard_normal((n, 6)))
    return poses, rng.uniform(0.5, 2.0, n), 0.3 * rng.standard_normal(n)


def test_allocation_is_force_and_lever_arm():
    poses, thrust, drag = generic(6)
    allocation = Propellers(poses, thrust, drag).allocation
    for i, C in enumerate(poses):
        axis, place = C[:3, 2], C[:3, 3]
        force = thrust[i] * axis
        torque = drag[i] * axis + np.cross(place, force)
        assert np.abs(allocation[:, i] - np.r_[torque, force]).max() <= 16 * EPS


def test_hexarotor_stands_as_printed():
    """C_i = R_z((2 - i) pi / 3) T_x(a) R_x(alpha_i) R_y(beta_i)"""
    alpha, beta = np.linspace(0.1, 0.6, 6), np.linspace(-0.3, 0.2, 6)
    found = hexarotor(0.4, alpha, beta, 2.0, 0.1).allocation
    for i in range(1, 7):
        C = np.eye(4)
        for X in (
            [0, 0, (2 - i) * np.pi / 3, 0, 0, 0],
            [0, 0, 0, 0.4, 0, 0],
            [alpha[i - 1], 0, 0, 0, 0, 0],
            [0, beta[i - 1], 0, 0, 0, 0],
        ):
            C = C @ lieref.SE3.exp(X)
        column = Propellers([C], 2.0, 0.1).allocation[:, 0]
        assert np.abs(found[:, i - 1] - column).max() <= 16 * EPS


def test_equal_tilts_as_printed_give_three_wrenches_only():
    rng = np.random.default_rng(2)
    for alpha, beta, drag in rng.uniform(-1.0, 1.0, (20, 3)):
        printed = hexarotor(0.4, alpha, beta, 1.0, 0.02 * drag)
        assert printed.rank() == 3
        with pytest.raises(SingularError, match="6 of them give 3 independent wrenches"):
            printed.speeds(np.ones((1, 6)))
    assert hexarotor(0.4, 0.0, 0.0, 1.0, 0.02 * ALTERNATING).rank() == 4
    assert paper_hexarotor().rank() == 6


@pytest.mark.parametrize("scale", [1e-30, 1e-10, 1.0, 1e10, 1e30])
def test_rank_does_not_depend_on_units(scale):
    tilt = 0.5 * ALTERNATING
    assert hexarotor(0.4, tilt, 0.0, 1e-5 * scale, 1e-7 * scale * ALTERNATING).rank() == 6
    assert hexarotor(0.4 * scale, tilt, 0.0, 1.0, 0.1 * scale * ALTERNATING).rank() == 6
    assert hexarotor(0.4 * scale, 0.0, 0.0, 1.0, 0.1 * scale * ALTERNATING).rank() == 4


@pytest.mark.parametrize("r", [0, 1, 4, 8])
def test_derivatives_of_the_wrench(r):
    """Of cosine speeds, whose squares are cosines of twice the frequency."""
    propellers = Propellers(*generic(6))
    t = np.array([0.3, 1.1])
    waves = [Cosine(0.3 + 0.1 * i, 1.0 + 0.2 * i, 0.1 * i, 2.0) for i in range(6)]
    speeds = np.stack([wave.derivatives(t, r) for wave in waves], axis=-1)
    # (m + a cos x)^2 = m^2 + a^2 / 2 + 2 m a cos x + a^2 / 2 cos 2 x
    squares = np.stack(
        [
            (
                Cosine(2 * w.mean * w.amplitude, w.frequency, w.phase, w.mean**2)
                + Cosine(w.amplitude**2 / 2, 2 * w.frequency, 2 * w.phase, w.amplitude**2 / 2)
            ).derivatives(t, r)
            for w in waves
        ],
        axis=-1,
    )
    found = propellers.wrench(speeds)
    assert found.shape == (2, r + 1, 6)
    expected = squares @ propellers.allocation.T
    for k in range(r + 1):
        scale = np.abs(propellers.allocation).max() * np.abs(squares[:, k]).sum(-1).max()
        assert np.abs(found[:, k] - expected[:, k]).max() <= SAME * (k + 1) * scale


@pytest.mark.parametrize("n", [6, 4, 1])
def test_speeds_come_back_from_their_wrench(n):
    propellers = Propellers(*generic(n, seed=3))
    rng = np.random.default_rng(n)
    speeds = rng.standard_normal((3, 6, n))
    speeds[:, 0] = rng.uniform(1.0, 2.0, (3, n))
    found = propellers.speeds(propellers.wrench(speeds))
    assert found.shape == speeds.shape
    condition = np.linalg.cond(propellers.allocation)
    # an error of order j comes back in order k as often as Leibniz has it
    for k in range(6):
        scale = sum(comb(k, j) * np.abs(speeds[:, j]).max() for j in range(k + 1))
        assert np.abs(found[:, k] - speeds[:, k]).max() <= 256 * 2**k * EPS * condition * scale


def test_more_than_six_meet_the_wrench_with_the_least_squared_speeds():
    poses, thrust, drag = generic(8, seed=5)
    propellers = Propellers(poses, thrust, drag)
    speeds = np.full((1, 8), 1.5)
    wrench = propellers.wrench(speeds)
    found = propellers.speeds(wrench)
    scale = np.abs(wrench).max() * np.linalg.cond(propellers.allocation)
    assert np.abs(propellers.wrench(found) - wrench).max() <= SAME * scale
    null = np.linalg.svd(propellers.allocation)[2][6:]
    assert np.abs(null @ found[0] ** 2).max() <= SAME * scale


def test_fewer_than_six_come_as_close_as_least_squares():
    propellers = Propellers(*generic(4, seed=3))
    wrench = propellers.wrench(np.full((1, 4), 2.0)) + 0.05
    residual = propellers.wrench(propellers.speeds(wrench)) - wrench
    assert np.abs(residual).max() > 1e-3
    scale = np.abs(wrench).max() * np.linalg.cond(propellers.allocation)
    assert np.abs(residual @ propellers.allocation).max() <= SAME * scale


def test_hover_of_the_paper():
    weight = 4.0 * 9.81
    speeds = paper_hexarotor().speeds([[0, 0, 0, 0, 0, weight]])
    expected = np.sqrt(weight / (6 * 1e-5 * np.cos(np.deg2rad(35.0))))
    assert np.abs(speeds - expected).max() <= SAME * expected


def test_rotor_speeds_of_table_3():
    """The base wrench of inverse dynamics is what the propellers give, at every order."""
    trajectory = paper_trajectory()
    q, v = trajectory.state(paper_times()[::300], 3)
    torques = [
        lieref.inverse_dynamics(trajectory.model, *state) for state in zip(q, v, strict=True)
    ]
    wrench = np.array(torques)[..., :6]
    propellers = paper_hexarotor()
    speeds = propellers.speeds(wrench)
    assert (speeds[:, 0] > 0).all()
    back = propellers.wrench(speeds)
    for k in range(4):
        scale = np.abs(wrench[:, k]).max() * np.linalg.cond(propellers.allocation)
        assert np.abs(back[:, k] - wrench[:, k]).max() <= SAME * scale


def test_allocation_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        paper_hexarotor().allocation[0, 0] = 1.0


@pytest.mark.parametrize(
    "make, error, message",
    [
        (lambda: Propellers(np.eye(4), 1, 1), ShapeError, r"\(n, 4, 4\) with n >= 1"),
        (lambda: Propellers(np.empty((0, 4, 4)), 1, 1), ShapeError, "n >= 1"),
        (lambda: Propellers([2 * np.eye(4)], 1, 1), ConfigurationError, "poses"),
        (lambda: Propellers([np.eye(4)], 0, 1), ShapeError, r"thrust\[0\]: 0.0, expected above"),
        (lambda: Propellers([np.eye(4)] * 2, [1, -1], 1), ShapeError, r"thrust\[1\]: -1.0"),
        (lambda: Propellers([np.eye(4)], [1, 1], 1), ShapeError, r"thrust: shape \(2,\) came, \(1"),
        (lambda: hexarotor(np.inf, 0, 0, 1, 1), NonFiniteError, "arm"),
        (lambda: hexarotor(1, [0, 0], 0, 1, 1), ShapeError, r"alpha: shape \(2,\)"),
        (lambda: paper_hexarotor().wrench(np.ones(6)), ShapeError, r"speeds: .*\(..., r \+ 1, 6\)"),
        (lambda: paper_hexarotor().wrench(np.empty((0, 6))), ShapeError, "speeds"),
        (lambda: paper_hexarotor().wrench(np.full((1, 6), 1e200)), NonFiniteError, "speeds"),
        (lambda: paper_hexarotor().speeds(np.full((1, 6), 1e308)), NonFiniteError, "wrench"),
        (lambda: paper_hexarotor().speeds(np.ones(6)), ShapeError, "wrench"),
        (
            lambda: paper_hexarotor().speeds(-np.eye(6)[5:]),
            SingularError,
            r"propeller 0: squared speed -.* rad\^2/s\^2, expected above zero",
        ),
        (
            lambda: Propellers(*generic(1)).speeds(np.zeros((1, 6))),
            SingularError,
            "propeller 0: squared speed 0 ",
        ),
        (
            lambda: paper_hexarotor().speeds([np.eye(6)[5:], -np.eye(6)[5:]]),
            SingularError,
            r"propeller 0 at batch index \(1,\)",
        ),
    ],
)
def test_what_cannot_be_is_refused(make, error, message):
    with pytest.raises(error, match=message):
        make()
