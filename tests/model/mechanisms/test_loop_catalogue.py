"""The mechanisms and robots with loops of the catalogue: sizes, couplings, published numbers."""

import math
import pickle

import numpy as np
import pytest

import lieref
from lieref.errors import ModelError, ShapeError
from lieref.kinematics.forward_kinematics import forward_kinematics
from lieref.model.joints.joints import Prismatic
from lieref.model.mechanisms import catalogue
from verification.subjects.definitions import andrews_equations as equations

EPS = np.finfo(float).eps
# bodies, nv, loops, couplings, clusters, largest cluster
SIZES = {
    "geared_motor": (2, 1, 0, 1, 1, 2),
    "geared_chain": (24, 12, 0, 12, 12, 2),
    "belt_transmission": (4, 2, 0, 1, 1, 4),
    "belt_chain": (24, 12, 0, 6, 6, 4),
    "differential": (4, 2, 0, 1, 1, 4),
    "four_bar": (3, 1, 1, 0, 1, 3),
    "parallelogram": (3, 1, 1, 0, 1, 3),
    "n_four_bar": (5, 1, 2, 0, 1, 5),
    "slider_crank": (3, 1, 1, 0, 1, 3),
    "rssr": (4, 1, 1, 0, 1, 4),
    "spatial_loop": (6, 1, 1, 0, 1, 6),
    "four_bar_chain": (6, 2, 2, 0, 2, 3),
    "planar_ladder": (6, 2, 2, 0, 1, 6),
    "five_bar": (4, 2, 1, 0, 1, 4),
    "planar_3rrr": (7, 3, 2, 0, 1, 7),
    "stewart_platform": (19, 6, 6, 0, 1, 19),
    "delta_robot": (16, 3, 6, 0, 1, 16),
    "bennett": (3, 1, 1, 0, 1, 3),
    "excavator": (12, 4, 4, 0, 4, 5),
    "andrews": (7, 1, 3, 0, 1, 7),
    "mini_cheetah_like": (25, 18, 0, 12, 13, 2),
    "mit_humanoid_leg_like": (10, 5, 0, 4, 4, 4),
    "mit_humanoid_like": (37, 24, 0, 16, 17, 4),
    "tello_like": (37, 24, 0, 14, 15, 4),
    "jvrc1_like": (65, 38, 0, 32, 33, 2),
}


@pytest.mark.parametrize("name", SIZES)
def test_sizes_and_the_same_on_every_call(name):
    model = getattr(catalogue, name)()
    largest = max(len(cluster.bodies) for cluster in model.clusters)
    counts = (len(model.loops), len(model.couplings), len(model.clusters), largest)
    assert (model.nbodies, model.nv, *counts) == SIZES[name]
    again = pickle.loads(pickle.dumps(getattr(catalogue, name)()))
    for attribute in ("masses", "coms", "inertias", "placements"):
        assert np.array_equal(getattr(model.tree, attribute), getattr(again.tree, attribute))
    assert np.array_equal(model.assembly, again.assembly)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("geared_chain", (2, 6.0, "free")),
        ("belt_chain", (3, 2, 6.0, 1.5, "free")),
        ("belt_transmission", (2, 6.0, 1.5, "free")),
        ("differential", ("explicit", 0.0, "free")),
        ("differential", ("implicit", 0.1, "free")),
        ("four_bar", (0.2, 0.5, 0.4, 0.45, "free")),
        ("parallelogram", (0.2, 0.5, "free")),
        ("n_four_bar", (3, "free")),
        ("slider_crank", (0.1, 0.3, 0.02, "free")),
        ("rssr", ("universal", "free")),
        ("five_bar", (0.3, 0.25, 0.35, "free")),
        ("planar_3rrr", (0.5, 0.3, 0.35, 0.12, "free")),
        ("stewart_platform", (1.0, 0.6, 1.0, "free")),
        ("delta_robot", (0.2, 0.25, 0.5, 0.06, "free")),
        ("bennett", (0.3, 0.6, 1.1, "free")),
        ("excavator", ("free",)),
    ],
)
def test_a_free_base_adds_six_degrees(name, arguments):
    model = getattr(catalogue, name)(*arguments)
    fixed = getattr(catalogue, name)(*arguments[:-1])
    assert model.nv == fixed.nv + 6 and model.nbodies == fixed.nbodies + 1
    assert model.names[0] == "base" and model.gravity.tolist() == [0, 0, -9.81]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: catalogue.geared_chain(0), "n: 0, expected an integer, at least 1"),
        (lambda: catalogue.belt_chain(2, 0), "length: 0"),
        (lambda: catalogue.belt_transmission(True), "n: True"),
        (lambda: catalogue.differential("explicit", 0.1), "rod_mass: 0.1"),
        (lambda: catalogue.differential("implicit", -0.1), "negative|mass"),
        (lambda: catalogue.four_bar(crank=0.0), "crank: 0.0, expected a length above zero"),
        (lambda: catalogue.four_bar(1.0, 0.2, 0.2, 0.3), "no quadrilateral"),
        (lambda: catalogue.parallelogram(-1.0), "crank: -1.0"),
        (lambda: catalogue.slider_crank(0.5, 0.1), "rod: 0.1 m does not reach"),
        (lambda: catalogue.spatial_loop(6), "n: 6, expected an integer, at least 7"),
        (lambda: catalogue.four_bar_chain(0), "n: 0"),
        (lambda: catalogue.planar_ladder(1.0), "n: 1.0"),
        (lambda: catalogue.n_four_bar(0), "n: 0"),
        (lambda: catalogue.five_bar(distal=0.1), "distal bars: bars of 0.1 and 0.1 m do not meet"),
        (lambda: catalogue.planar_3rrr(distal=0.0), "distal: 0.0"),
        (lambda: catalogue.stewart_platform(height=-1.0), "height: -1.0"),
        (lambda: catalogue.delta_robot(forearm=0.3), "forearm: 0.3 m does not reach"),
        (lambda: catalogue.bennett(twist=0.7, other_twist=0.7), "0.7 and 0.7, expected different"),
    ],
)
def test_what_cannot_be_built(call, message):
    with pytest.raises(ModelError, match=message):
        call()


def test_a_chain_is_the_beginning_of_a_longer_one():
    for short, long in (
        (catalogue.geared_chain(3), catalogue.geared_chain(5)),
        (catalogue.belt_chain(4), catalogue.belt_chain(6)),
        (catalogue.four_bar_chain(2), catalogue.four_bar_chain(3)),
        (catalogue.planar_ladder(2), catalogue.planar_ladder(3)),
    ):
        n = short.nbodies
        assert long.names[:n] == short.names
        assert np.array_equal(long.tree.placements[:n], short.tree.placements)
        assert np.array_equal(long.tree.inertias[:n], short.tree.inertias)


def test_rotors_are_balanced_discs_on_the_axis_of_their_link():
    model = catalogue.geared_chain(4, 7.0)
    tree = model.tree
    for i in range(4):
        link, rotor = (tree.names.index(f"{what}{i}") for what in ("body", "rotor"))
        assert tree.parents[link] == tree.parents[rotor] and not tree.coms[rotor].any()
        axes = [tree.placements[j, :3, :3] @ tree.joints[j].axis for j in (link, rotor)]
        assert np.array_equal(*axes)
        axis = np.array(tree.joints[rotor].axis)
        # m r^2 / 2 along, m (3 r^2 + r^2) / 12 across
        along, across = 0.15 * 0.03**2 / 2, 0.15 * 0.03**2 / 3
        wanted = across * np.eye(3) + (along - across) * np.outer(axis, axis)
        assert np.abs(tree.inertias[rotor] - wanted).max() <= 8 * EPS * along
    y = np.array([0.3, -0.2, 0.5, 1.1])
    q = lieref.loops.expand(model, y)
    assert np.abs(q[1::2] - 7.0 * y).max() <= 8 * EPS * 7.7


def test_belts_go_from_pulley_to_pulley():
    model = catalogue.belt_transmission(3, 6.0, 1.5)
    y = np.array([0.4, -0.7, 0.9])
    q = dict(zip(model.joint_names, lieref.loops.expand(model, y), strict=True))
    for k in range(3):
        # from the last pulley, which is fixed to link k, back to the rotor
        pulley = y[k]
        for joint in range(k - 1, -1, -1):
            pulley = y[joint] + 1.5 * pulley
        assert abs(q[f"rotor{k}_joint"] - 6.0 * pulley) <= 16 * EPS * 6 * 4
    rotors = {f"rotor{k}" for k in range(3)}
    assert {name for name, p in zip(model.names, model.tree.parents, strict=True) if p < 0} == (
        rotors | {"body0"}
    )

    chain = catalogue.belt_chain(4)
    parents = dict(zip(chain.names, chain.tree.parents.tolist(), strict=True))
    for k, carrier in enumerate((-1, -1, chain.names.index("body1"), chain.names.index("body1"))):
        assert parents[f"rotor{k}"] == carrier


@pytest.mark.parametrize(
    ("lengths", "middle"),
    [
        # the crank's end is 0.25 to 0.65 m from the rocker's hinge, 0.2 to 0.65 m if it rocks
        ((0.2, 0.5, 0.4, 0.45), 0.45),
        ((0.4, 0.3, 0.35, 0.6), 0.425),
    ],
)
def test_the_four_bar_is_assembled_in_the_middle_of_its_range(lengths, middle):
    a, b, c, d = lengths
    model = catalogue.four_bar(a, b, c, d)
    crank, coupler, rocker = model.assembly
    end, foot = a * np.array([np.cos(crank), np.sin(crank)]), np.array([d, 0.0])
    assert abs(np.linalg.norm(end - foot) - middle) <= 16 * EPS
    corner = foot + c * np.array([np.cos(rocker), np.sin(rocker)])
    bar = b * np.array([np.cos(crank + coupler), np.sin(crank + coupler)])
    assert np.abs(end + bar - corner).max() <= 16 * EPS
    (x, y), (u, v) = foot - end, corner - end
    assert x * v - y * u > 0


def turn(axis, angle):
    """Rotation about a coordinate axis."""
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix = np.eye(3)
    matrix[[i, i, j, j], [i, j, i, j]] = np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)
    return matrix


def test_rods_of_the_differential_keep_their_length():
    model = catalogue.differential()
    curve = model.couplings[0].function
    rng = np.random.default_rng(11)
    for _ in range(10):
        y = rng.uniform(-0.5, 0.5, 2)
        cranks = lieref.loops.expand(model, y)[2:]
        for side, angle in zip((curve.width, -curve.width), cranks, strict=True):
            centre = (curve.arm - curve.lever, side, curve.height)
            tip = centre + turn(1, angle) @ (curve.lever, 0, 0)
            hook = turn(0, y[0]) @ turn(1, y[1]) @ (curve.arm, side, 0)
            length = np.linalg.norm(tip - hook)
            # acos of a sum of squares of 0.3 m over 2 lever * 0.3 m
            assert abs(length - curve.height) <= 64 * EPS * curve.height
    assert np.abs(lieref.loops.expand(model, [0.0, 0.0])).max() <= 32 * EPS


def test_rod_of_the_knee_and_ankle_keeps_its_length():
    curve = catalogue.KneeAnkleDifferential(lever=0.04, arm=0.05, height=0.26, ratio=6.0)
    rng = np.random.default_rng(12)
    length = np.hypot(curve.height, curve.arm - curve.lever)
    for knee, ankle in rng.uniform(-0.5, 0.5, (10, 2)):
        one, other = curve([knee, ankle], math)
        assert abs((one + other) / 12 - knee) <= 16 * EPS
        crank = (one - other) / 12
        tip = turn(1, crank) @ (curve.lever, 0, 0)
        hook = np.array([0, 0, -curve.height]) + turn(1, ankle) @ (curve.arm, 0, 0)
        assert abs(np.linalg.norm(tip - hook) - length) <= 64 * EPS * length


# ------------------------------------------------------------------------------- Andrews' mechanism


def test_andrews_has_the_published_masses_and_loops():
    model = catalogue.andrews()
    order = [model.joint_names.index(name) for name in equations.NAMES]
    rng = np.random.default_rng(13)
    for _ in range(5):
        q = rng.uniform(-3, 3, 7)
        M, g = equations.mass_matrix(q[order]), equations.gaps(q[order])
        H = lieref.joint_space_inertia(model.tree, q)[np.ix_(order, order)]
        assert np.abs(H - M).max() <= 16 * EPS * np.abs(M).max()
        poses = forward_kinematics(model.tree, q, np.zeros((1, 7)))[0]
        ends = [
            poses[k] @ (loop.predecessor_frame if side == 0 else loop.successor_frame)[:, 3]
            for loop, pair in zip(model.loops, model.loop_ends, strict=True)
            for side, k in enumerate(pair)
        ]
        gaps = [(one - two)[:2] for one, two in zip(ends[::2], ends[1::2], strict=True)]
        assert np.abs(np.ravel(gaps) - g).max() <= 16 * EPS * 0.1
        wrenches = catalogue.andrews_spring(model, q)
        k = model.names.index("K3")
        way = np.array([0.014, 0.072, 0.0]) - (poses[k] @ (0.02, -0.018, 0.0, 1.0))[:3]
        length = np.linalg.norm(way)
        pull = 4530.0 * (length - 0.07785) / length * way
        force = poses[k, :3, :3] @ wrenches[0, k, 3:]
        assert np.abs(force - pull).max() <= 64 * EPS * 4530 * 0.1
        none = lieref.inverse_dynamics(model.tree, q, np.zeros((2, 7)))
        spring = none - lieref.inverse_dynamics(model.tree, q, np.zeros((2, 7)), wrenches=wrenches)
        wanted = np.zeros(7)
        wanted[model.joint_names.index("gamma")] = equations.spring_torque(q[order][2])
        # 4530 N/m on some 0.1 m, with arms of 0.03 m
        assert np.abs(spring[0] - wanted).max() <= 64 * EPS * 4530 * 0.1 * 0.03
    assert not model.gravity.any()


def test_andrews_starts_closed_where_it_was_published():
    model = catalogue.andrews()
    start = [catalogue.ANDREWS_START[name] for name in model.joint_names]
    assert np.abs(model.assembly - start).max() <= 8 * EPS
    assert [model.joint_names[i] for i in model.independent] == ["beta"]
    with pytest.raises(TypeError):
        catalogue.ANDREWS_START["beta"] = 0.0


def test_the_spring_wants_andrews_mechanism():
    with pytest.raises(ModelError, match="no joint 'gamma'"):
        catalogue.andrews_spring(catalogue.four_bar(), np.zeros(3))
    with pytest.raises(ShapeError, match="q"):
        catalogue.andrews_spring(catalogue.andrews(), np.zeros(3))


# ------------------------------------------------------------------------------------------- robots


@pytest.mark.parametrize(
    ("name", "mass"),
    [
        ("mini_cheetah_like", 3.3 + 4 * (0.54 + 0.63 + 0.16 + 3 * 0.09)),
        (
            "mit_humanoid_like",
            8.5 + 2 * (0.85 + 1.0 + 1.8 + 0.7 + 0.35 + 3 * 0.2 + 2 * 0.25 + 2.4 + 4 * 0.12),
        ),
        ("tello_like", 8.0 + 2 * (0.85 + 0.4 + 1.8 + 0.7 + 0.35 + 5 * 0.2 + 2.4 + 4 * 0.12)),
        ("jvrc1_like", 61.45),
    ],
)
def test_masses_of_robots(name, mass):
    model = getattr(catalogue, name)()
    assert abs(model.tree.masses.sum() - mass) <= 64 * EPS * mass
    assert model.tree.joints[0].kind == "free" and model.independent[:6].tolist() == list(range(6))


@pytest.mark.parametrize(
    "name", ["mini_cheetah_like", "mit_humanoid_like", "tello_like", "jvrc1_like"]
)
def test_robots_are_symmetric(name):
    model = getattr(catalogue, name)()
    tree = model.tree
    mirror = np.array([1.0, -1.0, 1.0])
    poses = forward_kinematics(tree, tree.neutral(), np.zeros((1, tree.nv)))[0]
    limbs = [i for i, body in enumerate(tree.names) if "left_" in body]
    assert limbs
    for i in limbs:
        j = tree.names.index(tree.names[i].replace("left_", "right_"))
        assert tree.masses[i] == tree.masses[j] and tree.joints[i] == tree.joints[j]
        assert np.array_equal(tree.inertias[i], tree.inertias[j])
        assert np.array_equal(tree.coms[i], mirror * tree.coms[j])
        if not tree.names[i].endswith("_rotor"):
            at = [poses[k, :3, 3] for k in (i, j)]
            assert np.abs(at[0] - mirror * at[1]).max() <= 8 * EPS


def test_the_leg_is_the_left_one_of_the_humanoid():
    leg, robot = catalogue.mit_humanoid_leg_like(), catalogue.mit_humanoid_like()
    here = [robot.names.index(name) for name in leg.names]
    for attribute in ("masses", "coms", "inertias", "placements"):
        own, whole = getattr(leg.tree, attribute), getattr(robot.tree, attribute)
        assert np.array_equal(own, whole[here])
    ratios = {c.driven: c.ratios.tolist() for c in robot.couplings}
    belts = ratios[("left_shank_rotor_joint", "left_foot_rotor_joint")]
    assert belts == [[12.0, 0.0], [6.0, 6.0]]


def test_the_trunk_is_a_solid_box():
    # m / 12 (b^2 + c^2) about the axis across the edges b and c
    wanted = 3.3 / 12 * np.diag([0.2**2 + 0.1**2, 0.38**2 + 0.1**2, 0.38**2 + 0.2**2])
    inertia = catalogue.mini_cheetah_like().tree.inertias[0]
    assert np.abs(inertia - wanted).max() <= 8 * EPS * wanted.max()


def test_gears_of_robots():
    quadruped = catalogue.mini_cheetah_like()
    ratios = {c.sources[0]: c.ratios[0, 0] for c in quadruped.couplings}
    assert len(ratios) == 12
    for joint, ratio in ratios.items():
        assert ratio == (6.0 * 1.55 if "shank" in joint else 6.0)
    humanoid = {c.sources[0]: c.ratios[0, 0] for c in catalogue.jvrc1_like().couplings}
    assert sorted(humanoid.values()) == [80.0] * 17 + [100.0] * 15


def test_both_rotors_of_a_differential_are_on_the_body_before():
    model = catalogue.tello_like()
    tree = model.tree
    for limb in ("left_", "right_"):
        for first, second in (("gimbal", "thigh"), ("shank", "foot")):
            one, two = (tree.names.index(limb + name) for name in (first, second))
            rotors = [tree.names.index(f"{limb}{name}_rotor") for name in (first, second)]
            assert tree.parents[two] == one
            assert {tree.parents[k] for k in rotors} == {tree.parents[one]}
            assert tree.upper[tree.idx_v[one]] == 0.5 and tree.lower[tree.idx_v[two]] == -0.5


def test_ladder_and_chain_share_their_first_four_bar():
    chain, ladder = catalogue.four_bar_chain(1), catalogue.planar_ladder(1)
    assert chain.names == ladder.names
    assert np.array_equal(chain.tree.placements, ladder.tree.placements)
    assert np.array_equal(chain.assembly, ladder.assembly)
    parents = {}
    for build in (catalogue.four_bar_chain, catalogue.planar_ladder):
        tree = build(2).tree
        on = {name: tree.names[k] for name, k in zip(tree.names, tree.parents, strict=True)}
        parents[build] = [on[name] for name in ("left1", "right1", "rung1")]
    assert parents[catalogue.four_bar_chain] == ["rung0", "rung0", "left1"]
    assert parents[catalogue.planar_ladder] == ["left0", "right0", "left1"]


def test_the_slider_slides_along_x():
    tree = catalogue.slider_crank(0.1, 0.3, 0.02).tree
    slider = tree.names.index("slider")
    assert tree.joints[slider] == Prismatic((1.0, 0.0, 0.0))
    assert tree.placements[slider, :3, 3].tolist() == [0.1 + 0.3, 0.0, 0.02]
