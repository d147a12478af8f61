"""Closed-chain robots of the catalogue against what textbooks say of their motion."""

import math

import numpy as np
import pytest

import lieref
from lieref import loops
from lieref.model.mechanisms import catalogue

EPS = np.finfo(float).eps
ROBOTS = ("five_bar", "planar_3rrr", "stewart_platform", "delta_robot", "bennett", "excavator")


def closed(model, rng):
    """A closed configuration near the assembly, and G of v_tree = G y."""
    y = model.assembly[model.independent_q] + 0.15 * rng.uniform(-1, 1, model.nv)
    q = loops.expand(model, y)
    return q, loops.constraint_state(model, q, np.zeros(model.nv)).G


def poses(model, q):
    """Poses of the bodies by name."""
    found = lieref.forward_kinematics(model.tree, q, np.zeros((1, model.tree.nv)))[0]
    return dict(zip(model.names, found, strict=True))


def velocity(model, G, name):
    """Rows of G that are the velocity of a joint."""
    first = model.tree.idx_v[model.joint_names.index(f"{name}_joint")]
    return G[first : first + model.tree.joints[model.joint_names.index(f"{name}_joint")].nv]


def planar(angle_of, *vectors):
    """Vectors of the plane turned by an angle from x to z."""
    c, s = math.cos(angle_of), math.sin(angle_of)
    return [np.array([c * x - s * z, s * x + c * z]) for x, z in vectors]


@pytest.mark.parametrize("name", ROBOTS)
def test_closed_where_it_is_assembled_and_movable(name):
    model = getattr(catalogue, name)()
    rng = np.random.default_rng(1)
    assert np.abs(loops.loop_residual(model, model.assembly)).max() <= 16 * EPS
    q, G = closed(model, rng)
    assert np.abs(loops.loop_residual(model, q)).max() <= 1e-13
    assert np.linalg.matrix_rank(G) == model.nv
    v = rng.standard_normal((2, model.nv))
    tau = lieref.inverse_dynamics(model, q, v)
    a = lieref.forward_dynamics(model, q, v[0], tau)
    assert np.abs(a - v[1]).max() <= 1e-10 * np.abs(v[1]).max()
    # power of the drives is the rate of energy
    h = 1e-5
    moved = [
        lieref.energy(model.tree, at, (loops.constraint_state(model, at, u).G @ u)[None])
        for at, u in (
            (loops.expand(model, q[model.independent_q] + s * h * v[0], q), v[0] + s * h * v[1])
            for s in (-1, 1)
        )
    ]
    totals = [float((x.kinetic + x.potential).ravel()[0]) for x in moved]
    rate = (totals[1] - totals[0]) / (2 * h)
    scale = max(map(abs, totals)) + abs(rate)
    # what a step without v' / 2 h^2 leaves is odd in h and cancels
    assert abs(rate - float(tau[0] @ v[0])) <= 1e-5 * scale


def test_the_platform_of_a_delta_robot_does_not_turn():
    model = catalogue.delta_robot()
    rng = np.random.default_rng(2)
    for _ in range(4):
        q, G = closed(model, rng)
        turn, move = np.vsplit(velocity(model, G, "platform"), 2)
        assert np.abs(turn).max() <= 1e-13 and np.linalg.matrix_rank(move) == 3
        assert np.abs(poses(model, q)["platform"][:3, :3] - np.eye(3)).max() <= 1e-13


def test_sliders_of_a_stewart_platform_follow_its_twist():
    model = catalogue.stewart_platform()
    q, G = closed(model, np.random.default_rng(3))
    at = poses(model, q)
    twist = velocity(model, G, "platform")
    start = poses(model, model.assembly)
    for leg in range(6):
        foot = at[f"cylinder{leg}"][:3, 3]
        # the ball in the frames of rod and platform, which are parallel at q = 0
        cylinder, rod = (start[f"{x}{leg}"][:3, 3] for x in ("cylinder", "rod"))
        ball = 2 * rod - cylinder - start["platform"][:3, 3]
        R, p = at["platform"][:3, :3], at["platform"][:3, 3]
        way = p + R @ ball - foot
        u = R.T @ way / np.linalg.norm(way)
        # u . (v + w x r) in body axes
        rate = u @ twist[3:] + np.cross(ball, u) @ twist[:3]
        assert np.abs(rate - velocity(model, G, f"rod{leg}")[0]).max() <= 1e-13


def test_half_angles_of_bennett_have_a_constant_product():
    first, second = 0.6, 1.1
    model = catalogue.bennett(0.3, first, second)
    ratio = math.sin((second + first) / 2) / math.sin((second - first) / 2)
    rng = np.random.default_rng(4)
    other = 2 * math.atan(ratio / math.tan(0.5))
    for _ in range(4):
        q, _ = closed(model, rng)
        # drawn at an angle of 1 rad, where all coordinates are zero
        assert math.tan((1.0 + q[0]) / 2) * math.tan((other + q[1]) / 2) == pytest.approx(
            ratio, rel=1e-12
        )
        assert q[2] == pytest.approx(-q[0], abs=1e-12)


def test_cranks_of_a_five_bar_hold_equal_bars():
    model = catalogue.five_bar(0.3, 0.25, 0.35)
    q, _ = closed(model, np.random.default_rng(5))
    left, right, tip = -q[0], -q[2], poses(model, q)["left_distal"]
    elbows = [planar(-x, (0.0, 0.25))[0] + (s * 0.15, 0.0) for x, s in ((left, -1), (right, 1))]
    drawn = poses(model, model.assembly)["left_distal"][:3, 3]
    middle = np.array([0.0, 0.25 + math.sqrt(0.35**2 - 0.15**2)])
    point = tip[:3, 3] + tip[:3, :3] @ (np.array([middle[0], 0.0, middle[1]]) - drawn)
    for elbow in elbows:
        assert np.linalg.norm(point[[0, 2]] - elbow) == pytest.approx(0.35, rel=1e-13)


def test_the_boom_of_an_excavator_rises_by_the_law_of_cosines():
    model = catalogue.excavator()
    q, _ = closed(model, np.random.default_rng(6))
    place = dict(zip(model.joint_names, q, strict=True))
    hinge, pin, foot = np.array([0.3, 1.8]), np.array([2.8, 3.6]), np.array([0.9, 1.3])
    raised = hinge + planar(place["boom_joint"], pin - hinge)[0]
    gone = np.linalg.norm(raised - foot) - np.linalg.norm(pin - foot)
    assert place["boom_piston_joint"] == pytest.approx(gone, abs=1e-13)


def test_the_platform_of_a_3rrr_keeps_its_hinges():
    model = catalogue.planar_3rrr()
    q, _ = closed(model, np.random.default_rng(7))
    at, start = poses(model, q), poses(model, model.assembly)
    ends = [0.12 * np.array([math.cos(x), 0, math.sin(x)]) for x in
            (2 * math.pi * i / 3 + math.pi / 2 for i in range(3))]  # fmt: skip
    points = [
        at[f"distal{i}"][:3, 3] + at[f"distal{i}"][:3, :3] @ (end - start[f"distal{i}"][:3, 3])
        for i, end in enumerate(ends)
    ]
    sides = [np.linalg.norm(points[i] - points[i - 1]) for i in range(3)]
    assert sides == pytest.approx([0.12 * math.sqrt(3)] * 3, rel=1e-12)
