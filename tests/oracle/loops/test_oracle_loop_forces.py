"""Forces in loops, inertia at end frames, conditioning through loops, and what is refused."""

import math
import random

import numpy as np
import pytest
from support.mechanisms.oracle_loop_cases import CASES, FEW, K, far, mechanism, size
from support.mechanisms.oracle_loop_robots import four_bar, freudenstein

from lieref import oracle
from lieref.errors import ArgumentError, ShapeError, SingularError
from lieref.model.loops.loops import Coupling
from lieref.model.mechanisms import catalogue
from lieref.oracle.loops import loop_conditioning
from lieref.oracle.loops.loop_closures import CouplingClosure


@pytest.mark.parametrize(("kind", "on_world", "base", "axes"), FEW)
def test_cut_open_the_loop_forces_do_its_work(kind, on_world, base, axes):
    """Without the loop, the tree moves alike under its wrench on one body, less it on the other."""
    model, (q, v, wrenches, _) = mechanism(kind, on_world)
    tree, loop = model.tree, model.loops[0]
    with K.working():
        rows = oracle.loop_motion(model, q, v[:2], base, field=K)
        forces = oracle.loop_constraint_forces(model, q, v[:2], base, wrenches[:1], axes, field=K)
        tau = oracle.loop_inverse_dynamics(model, q, v[:2], base, wrenches[:1], axes, field=K)[0]
        poses = oracle.body_poses(tree, q, rows, base, field=K)[0]
        total = [[K(x) for x in wrench] for wrench in wrenches[0]]

        def frame(i, on_body):
            R = [K.dot(poses[i][r][:3], [K(float(x)) for x in c]) for r in range(3)
                 for c in zip(*(row[:3] for row in on_body[:3]), strict=True)]  # fmt: skip
            p = [
                K.dot(poses[i][r], [*(K(float(row[3])) for row in on_body[:3]), K(1)])
                for r in range(3)
            ]
            return [R[:3], R[3:6], R[6:]], p

        i = tree.names.index(loop.successor)
        R, p = frame(i, loop.successor_frame)
        torque, force = (
            [K.dot(row, x) for row in R] for x in (forces.loops[0][0][:3], forces.loops[0][0][3:])
        )
        ends = [(i, 1)]
        if loop.predecessor is not None:
            ends.append((tree.names.index(loop.predecessor), -1))
        for i, sign in ends:
            pose = poses[i]
            arm = [x - row[3] for x, row in zip(p, pose[:3], strict=True)]
            about = [arm[a] * force[b] - arm[b] * force[a] for a, b in ((1, 2), (2, 0), (0, 1))]
            acting = [x + y for x, y in zip(torque, about, strict=True)], force
            for part, x in enumerate(acting):
                if axes == "body":
                    x = [K.dot([pose[r][c] for r in range(3)], x) for c in range(3)]
                for c in range(3):
                    total[i][3 * part + c] = total[i][3 * part + c] + sign * x[c]
        left = oracle.inverse_dynamics(tree, q, rows, base, [total], axes, field=K)[0]
        expected = [K(0)] * tree.nv
        for j, x in zip(model.independent, tau, strict=True):
            expected[j] = x
        pull = forces.couplings[0][0][0]
        joints = {name: int(tree.idx_v[k]) for k, name in enumerate(tree.joint_names)}
        G = oracle.loop_velocity_map(model, q, base, field=K)
        a, b = joints["b7_joint"], joints["b6_joint"]
        # the driven joint feels the coupling's force, its source the force times -dgamma/dy
        slope = next(G[a][k] / G[b][k] for k in range(model.nv) if abs(K.to_float(G[b][k])) > 0.1)
        expected[a], expected[b] = expected[a] + pull, expected[b] - slope * pull
        # frames are rotations to 1e-16 here
        assert far([left], [expected]) < 1e-13
        assert forces.unique_loops == [[True] * 6] and forces.unique_couplings == [[True]]


@pytest.mark.parametrize(("kind", "on_world", "base", "axes"), CASES[3::6])
def test_inverse_inertia_at_end_frames(kind, on_world, base, axes):
    """J G (G^T H G)^-1 G^T J^T, its factors one by one, against the accelerations of wrenches."""
    model, (q, _, _, _) = mechanism(kind, on_world)
    point = np.array([0.1, -0.2, 0.3])
    ends = [("b3", point), ("b7", np.eye(4))]
    with K.working():
        rows = oracle.loop_inverse_operational_inertia(model, q, ends, field=K)
        largest = size([x for row in rows for x in row])
        rest = np.zeros((1, model.nv))
        still = oracle.loop_forward_dynamics(model, q, rest[0], rest, field=K)[0]
        for column, (body, c) in ((1, ("b3", 1)), (5, ("b3", 5)), (9, ("b7", 3))):
            wrench = np.zeros((1, model.nbodies, 6))
            i = model.names.index(body)
            wrench[0, i, c] = 1.0
            if body == "b3" and c >= 3:
                wrench[0, i, :3] = np.cross(point, wrench[0, i, 3:])
            moved = oracle.loop_forward_dynamics(model, q, rest[0], rest, wrenches=wrench, field=K)[
                0
            ]
            a = [x - y for x, y in zip(moved, still, strict=True)]
            # at rest the acceleration is that of a body twist: read it off the poses
            velocity = oracle.loop_motion(model, q, [a], field=K)
            twist = []
            for name, at in (("b3", point), ("b7", np.zeros(3))):
                p, rate = (stack[model.names.index(name)] for stack in
                           oracle.body_poses(model.tree, q, velocity, field=K))  # fmt: skip
                R = [[row[k] for row in p[:3]] for k in range(3)]
                dR = [[row[k] for row in rate[:3]] for k in range(3)]
                twist += [K.dot(R[x], dR[y]) for x, y in ((2, 1), (0, 2), (1, 0))]
                v = [K.dot(row, [*map(K, at), K(1)]) for row in rate[:3]]
                twist += [K.dot(line, v) for line in R]
            assert (
                size([row[column] - x for row, x in zip(rows, twist, strict=True)])
                < 1e-38 * largest
            )
        pairs = ((rows[i][j], rows[j][i]) for i in range(12) for j in range(i))
        assert size([x - y for x, y in pairs]) < 1e-38 * largest


@pytest.mark.parametrize("base", ["spatial", "hybrid", "mixed"])
def test_end_twists_of_another_base_are_transformed(base):
    """A = X B X^T, with X from the poses of the end frames."""
    model, (q, _, _, _) = mechanism("planar", True)
    ends = [("b3", (0.1, -0.2, 0.3)), ("b5", (0.0, 0.0, 0.0))]
    with K.working():
        body = oracle.loop_inverse_operational_inertia(model, q, ends, field=K)
        got = oracle.loop_inverse_operational_inertia(model, q, ends, base, field=K)
        poses = oracle.body_poses(model.tree, q, np.zeros((1, model.tree.nv)), field=K)[0]
        X = np.zeros((12, 12))
        for e, (name, at) in enumerate(ends):
            pose = np.array([[K.to_float(x) for x in r] for r in poses[model.names.index(name)]])
            R, p = pose[:3, :3], pose[:3, :3] @ at + pose[:3, 3]
            p_cross = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
            block = X[6 * e : 6 * e + 6, 6 * e : 6 * e + 6]
            block[:3, :3] = np.eye(3) if base == "mixed" else R
            block[3:, 3:] = R
            if base == "spatial":
                block[3:, :3] = p_cross @ R
        B, A = (np.array([[K.to_float(x) for x in row] for row in M]) for M in (body, got))
        assert np.abs(X @ B @ X.T - A).max() < 1e-13 * np.abs(A).max()


def test_rounding_inputs_moves_the_results_by_no_more_than_its_conditioning(monkeypatch):
    monkeypatch.setattr(loop_conditioning, "OPENING", 0.0)
    model = four_bar((1.0, 3.0, 2.5, 3.5))
    q, v, tau = model.assembly, [0.7], [[0.3], [0.2]]
    field = oracle.Arb(60)
    arguments = {"v": v, "tau": tau, "samples": 4}
    bounds = oracle.loop_conditioning_bound("forward_dynamics", model, q, **arguments, field=field)
    assert len(bounds) == 2 and all(1e-18 < x < 1e-13 for x in bounds)
    again = oracle.loop_conditioning_bound("forward_dynamics", model, q, **arguments, digits=40)
    assert all(abs(x - y) < 1e-8 * x for x, y in zip(bounds, again, strict=True))
    # with the crank's angle alone the bound is that of the crank's angle: G is dq_d / dq
    (by_crank,) = oracle.loop_conditioning_bound(
        "velocity_map", model, [0.8], samples=2, field=field
    )
    h = math.ulp(0.8) / 2
    G = [
        [float(x[0]) for x in oracle.loop_velocity_map(model, [angle])]
        for angle in (0.8, 0.8 + 1e-6)
    ]
    slope = np.abs(np.subtract(*G)).max() / 1e-6
    assert abs(by_crank - slope * h / np.abs(G[0]).max()) < 1e-4 * by_crank
    with pytest.raises(SingularError, match="do not suffice"):
        oracle.loop_conditioning_bound("motion", model, q, v=[v], samples=1, field=oracle.Arb(22))


def test_inputs_of_zeros_do_not_move(monkeypatch):
    """Zeros stay; that rounded lengths leave the loops open is the part of the closing alone."""
    model = catalogue.planar_3rrr()
    q = model.tree.neutral()
    assert not q.any() and float(oracle.loop_configuration(model, q, hold="least_norm")[0]) != 0

    def bound():
        return oracle.loop_conditioning_bound(
            "forward_dynamics", model, q, 2, v=np.zeros(3), tau=np.zeros((1, 3)),
            field=oracle.Arb(50),
        )[0]  # fmt: skip

    assert 1e-17 < bound() < 1e-15
    monkeypatch.setattr(loop_conditioning, "OPENING", 0.0)
    assert bound() < 1e-40


def test_frames_of_loops_and_constraints_are_moved_by_an_ulp():
    model = catalogue.planar_3rrr()
    other = loop_conditioning._opened(model, random.Random(3))
    length = 2.0 ** round(
        math.log2(max(np.abs(x.successor_frame[:3, 3]).max() for x in model.loops))
    )
    for one, two in zip(model.loops, other.loops, strict=True):
        move = np.linalg.inv(one.successor_frame) @ two.successor_frame - np.eye(4)
        assert 0 < np.abs(move[:3, :3]).max() <= 4 * 2.0**-52
        assert 0 < np.abs(move[:3, 3]).max() <= 8 * length * 2.0**-52
    ladder = catalogue.geared_motor()
    assert loop_conditioning._opened(ladder, random.Random(3)).couplings == ladder.couplings


@pytest.mark.parametrize("of", ["motion", "inverse_dynamics", "inverse_operational_inertia"])
def test_every_function_has_a_bound(of):
    model = four_bar((1.0, 3.0, 2.5, 3.5))
    arguments = {"ends": [("rocker", (0.5, 0, 0))]}
    if of != "inverse_operational_inertia":
        arguments = {"v": [[0.5], [0.25]]}
    got = oracle.loop_conditioning_bound(
        of, model, model.assembly, samples=2, field=oracle.Arb(50), **arguments
    )
    assert len(got) == {"motion": 2}.get(of, 1) and all(1e-19 < x < 1e-13 for x in got)


def test_near_a_toggle_the_pivots_choose():
    """A billionth of a radian from the toggle of the rocker: the tree's coordinates do not mind."""
    lengths = (1.0, 2.5, 2.0, 2.5)
    model = four_bar(lengths, independent=("rocker_joint",))
    # crank and coupler in one line: c^2 = d^2 + (a + b)^2 - 2 d (a + b) cos theta
    crank = math.acos((2.5**2 + 3.5**2 - 2.0**2) / (2 * 2.5 * 3.5)) - 1e-9
    start = [crank, *freudenstein(lengths, crank, branch=-1)]
    q = oracle.loop_configuration(model, start, hold="tree", digits=60)
    G = [row[0] for row in oracle.loop_velocity_map(model, q, digits=60)]
    assert max(map(abs, G)) > 1e9
    v = [x / max(map(abs, G)) for x in G]
    rough = [float(x) for x in v]
    asked = {"tau": [[0.5, 0.0, 0.0]], "coordinates": "tree"}
    doubles = [float(x) for x in q]
    exact = oracle.loop_forward_dynamics(model, q, v, **asked, digits=60)[0]
    got = oracle.loop_forward_dynamics(model, doubles, rough, **asked)[0]
    # half an ulp in the crank's angle is all that rounding does
    scale = max(map(abs, exact))
    assert max(abs(float(x) - float(y)) for x, y in zip(got, exact, strict=True)) < 1e-14 * scale
    # and with the rocker held, half an ulp of it moves the crank by sqrt(eps)
    held = oracle.loop_configuration(model, doubles, digits=60)
    assert abs(held[0] - q[0]) > 1e-10


MODEL = four_bar((1.0, 3.0, 2.5, 3.5))


def test_bad_words_and_ends_are_refused():
    q = MODEL.assembly
    with pytest.raises(ArgumentError, match="hold"):
        oracle.loop_configuration(MODEL, q, hold="mine")
    with pytest.raises(ArgumentError, match="coordinates"):
        oracle.loop_forward_dynamics(MODEL, q, [1.0], [[0.0]], coordinates="joint")
    with pytest.raises(ShapeError, match=r"tau: got 0"):
        oracle.loop_forward_dynamics(MODEL, q, [1.0], [])
    with pytest.raises(ShapeError, match=r"ends\[1\]"):
        oracle.loop_inverse_operational_inertia(MODEL, q, [("rocker", (0, 0, 0)), ("x", (0, 0, 0))])
    with pytest.raises(ArgumentError, match="^of is 'energy'"):
        oracle.loop_conditioning_bound("energy", MODEL, q)


def test_function_of_a_coupling_must_return_its_coordinates():
    wrong = CouplingClosure(
        "bad", Coupling("bad", ("a",), ("b",), function=lambda y, m: []), [(0, 0)], [(1, 1)]
    )
    with pytest.raises(ShapeError, match="bad"):
        wrong.equations(oracle.Double(), [0.1, 0.2], [], "body")
