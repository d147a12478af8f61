"""The catalogue's mechanisms against their closed forms: motions, forces, published numbers."""

import numpy as np
import pytest

import lieref
from lieref.errors import ConfigurationError, SingularError
from lieref.model.mechanisms import catalogue
from verification.subjects.definitions import andrews_equations as equations

EPS = np.finfo(float).eps


def state(model, y, v):
    """Tree configuration by joint name, G's columns likewise, and the constraint state."""
    found = lieref.loops.constraint_state(model, np.atleast_1d(y), np.atleast_1d(v))
    q = dict(zip(model.joint_names, found.q, strict=True))
    G = dict(zip(model.joint_names, found.G, strict=True))
    g = dict(zip(model.joint_names, found.g, strict=True))
    return q, G, g


# ---------------------------------------------------------------------------------------- four-bars


def test_the_default_crank_turns_around_and_a_non_grashof_crank_does_not():
    model = catalogue.four_bar()
    y = model.neutral()
    q = lieref.loops.expand(model, y + 2 * np.pi)
    once = q - model.assembly
    # crank and coupler have turned once against each other, the rocker is back
    assert np.abs(once - 2 * np.pi * np.array([1, -1, 0])).max() <= 64 * EPS
    rocking = catalogue.four_bar(0.4, 0.3, 0.35, 0.6)
    with pytest.raises(ConfigurationError, match="closing"):
        lieref.loops.expand(rocking, [np.pi])


def test_a_flat_parallelogram_is_singular():
    model = catalogue.parallelogram()
    with pytest.raises(SingularError, match="closing"):
        lieref.loops.constraint_state(model, np.zeros(3), [1.0])


@pytest.mark.parametrize("build", [catalogue.four_bar_chain, catalogue.planar_ladder])
def test_bars_of_chains_and_ladders_meet(build):
    model = build(3)
    rng = np.random.default_rng(22)
    y = model.neutral() + rng.uniform(-0.2, 0.2, 3)
    q = dict(zip(model.joint_names, lieref.loops.expand(model, y), strict=True))
    left, right = np.zeros(2), np.array([0.22, 0.0])
    turned = {"left": np.pi / 2, "right": np.pi / 2, "rung": 0.0}

    def bar(angle, length):
        return length * np.array([np.cos(angle), np.sin(angle)])

    for i in range(3):
        for side in ("left", "right"):
            turned[side] += q[f"{side}{i}_joint"]
        left, right = left + bar(turned["left"], 0.3), right + bar(turned["right"], 0.28)
        rung = turned["left"] - np.pi / 2 + q[f"rung{i}_joint"]
        assert np.abs(left + bar(rung, 0.2) - right).max() <= 64 * EPS
        if build is catalogue.four_bar_chain:
            # the next four-bar stands on this rung
            turned = {"left": rung + np.pi / 2, "right": rung + np.pi / 2}
            right = left + bar(rung, 0.22)


# ------------------------------------------------------------------------------------- slider-crank


def test_slider_crank_has_its_closed_form():
    a, b, h = 0.1, 0.3, 0.02
    model = catalogue.slider_crank(a, b, h)
    for crank in np.linspace(-3.0, 3.0, 9):
        q, G, g = state(model, crank, 1.7)
        # x = a cos + sqrt(b^2 - (h - a sin)^2), and its derivatives by the angle
        s, c = np.sin(crank), np.cos(crank)
        root = np.sqrt(b * b - (h - a * s) ** 2)
        slope = (h - a * s) * a * c / root
        bend = (-((a * c) ** 2) - (h - a * s) * a * s - slope**2) / root
        assert abs(q["slider_joint"] - (a * c + root - a - b)) <= 16 * EPS * (a + b)
        assert abs(G["slider_joint"][0] - (-a * s + slope)) <= 64 * EPS * a
        assert abs(g["slider_joint"] - 1.7**2 * (-a * c + bend)) <= 256 * EPS * a
        assert abs(G["rod_joint"][0] - (-a * c / root - 1)) <= 64 * EPS


# ------------------------------------------------------------------------------------------ spatial


def rotated(axis, angle, x):
    """Rodrigues' formula for a unit axis."""
    across = np.cross(axis, x)
    return x + np.sin(angle) * across + (1 - np.cos(angle)) * np.cross(axis, across)


def test_rssr_has_its_closed_form():
    model = catalogue.rssr()
    foot, end = np.array([0.45, 0.1, 0.0]), np.array([0.45, 0.1, 0.3])
    axis = np.array([0.2, 1.0, 0.1]) / np.linalg.norm([0.2, 1.0, 0.1])
    length = np.linalg.norm(end - (0.1, 0, 0))
    for crank in np.linspace(-1.5, 1.5, 7):
        q, G, _ = state(model, crank, 1.0)
        tip = 0.1 * np.array([np.cos(crank), np.sin(crank), 0.0])
        # |foot + R(psi) arm - tip|^2 = length^2: e cos + f sin = h
        arm, to = end - foot, foot - tip
        lies = arm - axis * (axis @ arm)
        e, f = 2 * to @ lies, 2 * to @ np.cross(axis, lies)
        h = length**2 - to @ to - arm @ arm - 2 * (to @ axis) * (axis @ arm)
        middle, half = np.arctan2(f, e), np.arccos(h / np.hypot(e, f))
        solutions = [
            np.remainder(x + np.pi, 2 * np.pi) - np.pi for x in (middle + half, middle - half)
        ]
        rocker = min(solutions, key=lambda x: abs(x - q["rocker_joint"]))
        assert abs(q["rocker_joint"] - rocker) <= 256 * EPS
        # (ball - tip) . (velocity of ball - velocity of tip) = 0
        ball = foot + rotated(axis, rocker, arm)
        rod = ball - tip
        rate = rod @ np.cross((0, 0, 1), tip) / (rod @ np.cross(axis, ball - foot))
        assert abs(G["rocker_joint"][0] - rate) <= 256 * EPS


def test_the_rod_between_ball_joints_spins_freely():
    model = catalogue.rssr("spherical")
    assert model.nq is None and model.nv == 2
    q = model.random_configuration(23)
    found = lieref.loops.constraint_state(model, q, [0.4, -0.8])
    rod = int(model.tree.idx_v[model.tree.names.index("rod")])
    G = found.G
    # what leaves the crank at rest turns the rod about itself, along its x axis
    crank = int(model.tree.idx_v[model.tree.names.index("crank")])
    free = G @ np.array([-G[crank, 1], G[crank, 0]])
    assert np.abs(np.delete(free, rod)).max() <= 64 * EPS * abs(free[rod])
    twin = catalogue.rssr("universal")
    names = [name for name in twin.joint_names if name in ("crank_joint", "rocker_joint")]
    y = [q[model.tree.idx_q[model.tree.names.index("crank")]]]
    same, _, _ = state(twin, y, 0.0)
    for name in names:
        at = q[model.tree.idx_q[model.tree.joint_names.index(name)]]
        assert abs(same[name] - at) <= 256 * EPS


def test_seven_revolute_joints_have_one_degree_of_freedom():
    model = catalogue.spatial_loop(7)
    assert model.rank == (5,) and model.nv == 1
    q = model.random_configuration(24)
    found = lieref.loops.constraint_state(model, q, [1.0])
    K = lieref.loops.loop_jacobian(model, q)
    assert np.linalg.matrix_rank(K, 1e-9) == 5
    assert np.abs(K @ found.G).max() <= 1024 * EPS * np.abs(K).max() * np.abs(found.G).max()


# ---------------------------------------------------------------------------- gears, belts, rods


def test_a_geared_motor_has_the_armature_of_its_rotor():
    N = 9.0
    model = catalogue.geared_motor(N)
    tree = model.tree
    axis = np.array(tree.joints[0].axis)
    arm = tree.coms[0] - axis * (axis @ tree.coms[0])
    own = axis @ tree.inertias[0] @ axis + tree.masses[0] * (arm @ arm)
    rotor = 0.15 * 0.03**2 / 2
    # on the world the rotor adds N^2 J exactly
    y, ydot, tau = 0.6, 2.0, 0.9
    R = tree.placements[0, :3, :3]
    lever = R @ rotated(axis, y, tree.coms[0])
    gravity = np.cross(lever, (0, 0, -9.81 * tree.masses[0])) @ (R @ axis)
    wanted = (tau + gravity) / (own + N * N * rotor)
    found = lieref.loops.forward_dynamics(model, [y], [ydot], [[tau]])[0, 0]
    assert abs(found - wanted) <= 128 * EPS * (abs(tau) + abs(gravity)) / (own + N * N * rotor)


def test_belts_couple_the_links_inertias():
    belt = catalogue.belt_transmission(2, 6.0, 1.5)
    bare = catalogue.belt_transmission(2, 0.0, 1.5)
    y = np.array([0.4, -0.9])
    at_rest = [lieref.loops.inverse_dynamics(m, y, np.zeros((2, 2)))[0] for m in (belt, bare)]
    H = [
        np.array(
            [lieref.loops.inverse_dynamics(m, y, [np.zeros(2), e])[0] - zero for e in np.eye(2)]
        )
        for m, zero in zip((belt, bare), at_rest, strict=True)
    ]
    # theta = 6 (q1), 6 (q1 + 1.5 q2): both rotors on the world, so the difference is G' J G
    G = np.array([[6.0, 0.0], [6.0, 9.0]])
    rotor = 0.15 * 0.03**2 / 2
    assert np.abs(H[0] - H[1] - rotor * G.T @ G).max() <= 64 * EPS * np.abs(H).max() * 9


@pytest.mark.parametrize("base", ["fixed", "free"])
def test_explicit_and_implicit_differential_are_one(base):
    explicit, implicit = (catalogue.differential(v, base=base) for v in ("explicit", "implicit"))
    rng = np.random.default_rng(25)
    for _ in range(5):
        y = np.concatenate([explicit.neutral()[:-2], rng.uniform(-0.5, 0.5, 2)])
        v = rng.standard_normal((4, explicit.nv))
        one, two = (lieref.loops.inverse_dynamics(m, y, v) for m in (explicit, implicit))
        assert (
            np.abs(one - two).max(axis=1).tolist() <= (512 * EPS * np.abs(one).max(axis=1)).tolist()
        )
        one, two = (lieref.loops.forward_dynamics(m, y, v[0], v[1:]) for m in (explicit, implicit))
        # forces become accelerations through an inertia with a condition of some hundreds
        assert np.abs(one - two).max() <= 1e5 * EPS * np.abs(one).max()
        G = [lieref.loops.constraint_state(m, y, v[0]).G for m in (explicit, implicit)]
        names = [m.tree.names.index(f"crank{k}") for m in (explicit, implicit) for k in (0, 1)]
        rows = [explicit.tree.idx_v[names[:2]], implicit.tree.idx_v[names[2:]]]
        assert np.abs(G[0][rows[0]] - G[1][rows[1]]).max() <= 256 * EPS


def test_the_differential_s_ratios_change():
    model = catalogue.differential()
    G = [lieref.loops.constraint_state(model, y, [0, 0]).G[2:] for y in ([0, 0], [0.3, -0.4])]
    # at rest: the crank of 0.06 m goes up by 0.05 m times the pitch less 0.04 m times the roll
    wanted = np.array([[-0.04, 0.05], [0.04, 0.05]]) / 0.06
    assert np.abs(G[0] - wanted).max() <= 64 * EPS
    assert np.abs(G[1] - G[0]).max() > 0.01


# ------------------------------------------------------------------------------- Andrews' mechanism


def test_andrews_published_accelerations_and_multipliers():
    model = catalogue.andrews()
    q = model.assembly
    wrenches = catalogue.andrews_spring(model, q)
    drive = [[catalogue.ANDREWS_TORQUE]]
    bend = lieref.loops.forward_dynamics(model, q, [0.0], drive, wrenches=wrenches)
    rates = lieref.loops.constraint_state(model, q, [0.0]).G @ bend[0]
    a = dict(zip(model.joint_names, rates, strict=True))
    beta, theta = 14222.4439199541138705911625887, -10666.8329399655854029433719415
    assert abs(a["beta"] - beta) <= 64 * EPS * beta
    assert abs(a["theta"] - theta) <= 64 * EPS * beta
    assert max(abs(a[k]) for k in a if k not in ("beta", "theta")) <= 64 * EPS * beta
    # M q'' = f - K^T lambda, lambda the forces on the pins in the Test Set's order
    missing = -lieref.inverse_dynamics(model.tree, q, [np.zeros(7), rates], wrenches=wrenches)[0]
    missing[model.independent[0]] += catalogue.ANDREWS_TORQUE
    order = [model.joint_names.index(name) for name in equations.NAMES]
    K, _ = equations.gap_rates(q[order], np.zeros(7))
    multipliers = np.linalg.lstsq(K.T.astype(float), missing[order], rcond=None)[0]
    published = [98.5668703962410896057654982170, -6.12268834425566265503114393122, 0, 0, 0, 0]
    # torques of 4530 N/m * 0.08 m * 0.02 m are balanced by arms of 0.007 m and more
    assert np.abs(multipliers - published).max() <= 1024 * EPS * 98.6


def test_andrews_moves_by_the_published_equations():
    model = catalogue.andrews()
    order = [model.joint_names.index(name) for name in equations.NAMES]
    for beta in (0.5, 3.0, -2.0, 7.0):
        q = lieref.loops.expand(model, [beta])
        found = lieref.loops.constraint_state(model, q, [900.0])
        wrenches = catalogue.andrews_spring(model, q)
        drive = [[catalogue.ANDREWS_TORQUE]]
        bend = lieref.loops.forward_dynamics(model, q, [900.0], drive, wrenches=wrenches)[0]
        a = found.G @ bend + found.g
        wanted = equations.accelerations(q[order], found.v[order])[0].astype(float)
        # K_d is worse conditioned than 30 at none of these angles
        assert np.abs(a[order] - wanted).max() <= 4096 * EPS * np.abs(wanted).max()
