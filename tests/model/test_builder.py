"""The builder: order, expansion of composite joints, and every model that it refuses."""

import math
import pickle
import warnings

import numpy as np
import pytest

from lieref.errors import ModelError, ModelWarning, ShapeError
from lieref.model.body_arguments import MOMENT_ROUNDING
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import (
    Cylindrical,
    EulerAngles,
    Free,
    Mimic,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def one_body(doubtful="error", **arguments):
    b = ModelBuilder(doubtful=doubtful)
    b.add_body("arm", **{"joint": Revolute(Z), "mass": 1.0, **arguments})
    return b.build()


def sheared(row, column):
    """A placement that is off a rotation by 1e-8 in one entry."""
    placement = np.eye(4)
    placement[row, column] = 1e-8
    return placement


def pose(rotation=None, translation=(0, 0, 0)):
    result = np.eye(4)
    result[:3, :3] = np.eye(3) if rotation is None else rotation
    result[:3, 3] = translation
    return result


def test_everything_given_is_in_the_model():
    inertia = np.array([[2.0, 0.1, 0.2], [0.1, 3.0, 0.3], [0.2, 0.3, 4.0]])
    rotation = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    b = ModelBuilder(gravity=[0, 1, -2], name="thing")
    assert b.add_body("base", mass=2, com=(1, 2, 3), inertia=inertia) == "base"
    b.add_body(
        "tool", "base", Prismatic(X), pose(rotation, (4, 5, 6)), 0.5, limits=(-1, 2), joint_name="s"
    )
    model = b.build()
    assert (model.name, model.names, model.joint_names) == (
        "thing",
        ("base", "tool"),
        ("base_joint", "s"),
    )
    assert model.joints == (Free(), Prismatic(X))
    assert (model.nbodies, model.nq, model.nv) == (2, 8, 7)
    assert model.parents.tolist() == [-1, 0]
    assert model.idx_q.tolist() == [0, 7] and model.idx_v.tolist() == [0, 6]
    assert model.gravity.tolist() == [0, 1, -2]
    assert model.masses.tolist() == [2, 0.5]
    assert model.coms.tolist() == [[1, 2, 3], [0, 0, 0]]
    assert np.array_equal(model.inertias, [inertia, np.zeros((3, 3))])
    assert np.array_equal(model.placements, [np.eye(4), pose(rotation, (4, 5, 6))])
    assert model.lower.tolist() == [-math.inf] * 6 + [-1]
    assert model.upper.tolist() == [math.inf] * 6 + [2]
    assert model.mimics == ()
    assert pickle.loads(pickle.dumps(model)).names == model.names


def test_what_was_given_can_change_afterwards():
    placement, com, inertia = np.eye(4), np.ones(3), np.eye(3)
    b = ModelBuilder()
    b.add_body("a", None, Free(), placement, 1.0, com, inertia)
    for array in (placement, com, inertia):
        array[...] = 7.0
    model = b.build()
    assert np.array_equal(model.placements[0], np.eye(4))
    assert model.coms[0].tolist() == [1, 1, 1] and np.array_equal(model.inertias[0], np.eye(3))


def test_parents_first_and_otherwise_in_order_of_addition():
    b = ModelBuilder()
    for name, parent in (("d", "c"), ("b", "a"), ("a", None), ("e", None), ("c", "a")):
        b.add_body(name, parent, Revolute(Z), mass=1.0)
    model = b.build()
    assert model.names == ("a", "b", "e", "c", "d")
    assert model.parents.tolist() == [-1, 0, -1, 0, 3]


def test_order_that_is_parents_first_is_kept():
    b = ModelBuilder()
    for name, parent in (("z", None), ("b", "z"), ("y", None), ("a", "b"), ("x", "z")):
        b.add_body(name, parent, Revolute(Z), mass=1.0)
    assert b.build().names == ("z", "b", "y", "a", "x")


@pytest.mark.parametrize(
    "joint",
    [Universal(X, Z), Cylindrical(Y), Planar(X), EulerAngles("xyz")],
    ids=lambda joint: type(joint).__name__,
)
def test_composite_joint_becomes_a_chain(joint):
    n = len(joint.expand())
    b = ModelBuilder()
    b.add_body("root", None, Revolute(X), mass=1.0)
    b.add_body(
        "end",
        "root",
        joint,
        pose(translation=(1, 2, 3)),
        2.0,
        (0.1, 0, 0),
        np.eye(3),
        "wrist",
        limits=(-np.arange(1.0, n + 1), np.arange(n)),
    )
    b.add_body("leaf", "end:1", Revolute(X), mass=1.0)
    model = b.build()
    between = [f":{k}" for k in range(1, n)]
    assert model.names == ("root", *(f"end{k}" for k in between), "end", "leaf")
    assert model.joint_names == (
        "root_joint",
        *(f"wrist{k}" for k in between),
        "wrist",
        "leaf_joint",
    )
    assert model.joints[1 : n + 1] == joint.expand()
    assert model.parents.tolist() == [-1, *range(n), 1]
    assert model.masses.tolist() == [1.0, *[0.0] * (n - 1), 2.0, 1.0]
    assert not model.inertias[1:n].any() and np.array_equal(model.inertias[n], np.eye(3))
    assert np.array_equal(model.placements[1], pose(translation=(1, 2, 3)))
    assert (model.placements[2 : n + 1] == np.eye(4)).all()
    assert model.lower[1 : n + 1].tolist() == [-k for k in range(1, n + 1)]
    assert model.upper[1 : n + 1].tolist() == list(range(n))


def test_duplicate_names():
    b = ModelBuilder()
    for i, name in enumerate(("a", "b", "a")):
        b.add_body(name, None, Revolute(Z), mass=1.0, joint_name=f"hinge{i}")
    with pytest.raises(ModelError, match=r"body names used more than once: \['a'\]"):
        b.build()
    b = ModelBuilder()
    for _ in range(2):  # whose joints have the same name, too
        b.add_body("a", None, Revolute(Z), mass=1.0)
    with pytest.raises(ModelError, match=r"body names used more than once: \['a'\]"):
        b.build()
    b = ModelBuilder()
    b.add_body("a", None, Revolute(Z), mass=1.0, joint_name="hinge")
    b.add_body("b", None, Revolute(Z), mass=1.0, joint_name="hinge")
    with pytest.raises(ModelError, match=r"joint names used more than once: \['hinge'\]"):
        b.build()
    b = ModelBuilder()
    b.add_body("a", None, Universal(X, Z), mass=1.0)
    b.add_body("a:1", None, Revolute(Z), mass=1.0)
    with pytest.raises(ModelError, match=r"body names used more than once: \['a:1'\]"):
        b.build()


def test_unknown_parent():
    b = ModelBuilder()
    b.add_body("a", "ghost", Revolute(Z), mass=1.0)
    with pytest.raises(ModelError, match="body 'a': unknown parent 'ghost'"):
        b.build()


def test_cycle_is_named_without_what_hangs_from_it():
    b = ModelBuilder()
    for name, parent in (("fine", None), ("leaf", "p"), ("p", "q"), ("q", "r"), ("r", "p")):
        b.add_body(name, parent, Revolute(Z), mass=1.0)
    with pytest.raises(ModelError, match=r"cycle.*\['p', 'q', 'r'\]"):
        b.build()
    b = ModelBuilder()
    b.add_body("self", "self", Revolute(Z), mass=1.0)
    with pytest.raises(ModelError, match=r"cycle.*\['self'\]"):
        b.build()


def test_empty_model():
    with pytest.raises(ModelError, match="no body: nothing of this model moves"):
        ModelBuilder().build()


BAD = [
    ({"mass": -1.0}, ModelError, "body 'arm': mass -1.0"),
    ({"inertia": [[1, 0.1, 0], [0.2, 1, 0], [0, 0, 1]]}, ModelError, "'arm'.*transpose by 0.1"),
    ({"inertia": np.diag([1, 1, -1e-8])}, ModelError, "'arm'.*not positive semidefinite"),
    ({"inertia": [[1, 2, 0], [2, 1, 0], [0, 0, 1]]}, ModelError, "'arm'.*principal moments"),
    ({"placement": np.diag([1, 1, -1, 1])}, ModelError, "'arm'.*reflection"),
    ({"placement": np.diag([1, 1, 1 + 1e-8, 1])}, ModelError, "'arm'.*not orthogonal"),
    ({"placement": sheared(0, 1)}, ModelError, "'arm'.*not orthogonal"),
    ({"placement": sheared(0, 2)}, ModelError, "'arm'.*not orthogonal"),
    ({"placement": sheared(1, 2)}, ModelError, "'arm'.*not orthogonal"),
    ({"placement": np.diag([1e300, 1, 1, 1])}, ModelError, "'arm'.*not orthogonal"),
    ({"placement": np.diag([1, 1, 1, 2])}, ModelError, "'arm'.*last row"),
    ({"joint": None}, ModelError, "joint 'arm_joint': None is no joint"),
    ({"joint": "revolute"}, ModelError, "is no joint"),
    ({"joint_name": ""}, ModelError, "body 'arm': joint_name"),
    ({"parent": 3}, ModelError, "body 'arm': parent"),
    ({"limits": (1, -1)}, ModelError, "joint 'arm_joint': lower limit"),
    ({"limits": (math.inf, math.inf)}, ModelError, "joint 'arm_joint': lower limit"),
    ({"limits": (0, (1, 2))}, ShapeError, "joint 'arm_joint': limits"),
    ({"limits": 3}, ShapeError, "joint 'arm_joint': limits"),
    ({"limits": (0, 1), "joint": Spherical()}, ModelError, "limits of a spherical joint"),
    ({"limits": (0, 1), "joint": Universal(X, Z)}, ShapeError, r"expected \(2,\)"),
]


@pytest.mark.parametrize(("arguments", "error", "message"), BAD)
def test_what_add_body_refuses(arguments, error, message):
    with pytest.raises(error, match=message):
        one_body(**arguments)


@pytest.mark.parametrize("name", ["", None, 7, b"arm"])
def test_names_are_strings(name):
    with pytest.raises(ModelError, match="name of a body"):
        ModelBuilder().add_body(name)


def test_tolerances_let_rounded_numbers_pass():
    inertia = np.diag([1.0, 1.0, -0.9e-9])
    assert np.array_equal(one_body(inertia=inertia).inertias[0], inertia)
    unsymmetric = np.diag([1.0, 1.0, 1.0])
    unsymmetric[0, 1] = 0.8e-9
    assert one_body(inertia=unsymmetric).inertias[0, 1, 0] == 0.4e-9
    # roundings of sums with 1 kg (1 m)^2
    assert one_body(inertia=np.diag([0.0, 0.0, -0.9 * MOMENT_ROUNDING])).masses[0] == 1.0
    with pytest.raises(ModelError, match="semidefinite"):
        one_body(inertia=np.diag([0.0, 0.0, -1.1 * MOMENT_ROUNDING]))
    slanted = np.diag([1.0, 1.0, 1.0 + 0.4e-9, 1.0])
    assert np.array_equal(one_body(placement=slanted).placements[0], slanted)


def test_huge_inertia_does_not_overflow():
    huge = np.full((3, 3), 1e307) + 1e308 * np.eye(3)
    assert np.array_equal(one_body(inertia=huge).inertias[0], huge)
    with pytest.raises(ModelError, match="transpose"):
        one_body(inertia=[[1, 1.7e308, 0], [-1.7e308, 1, 0], [0, 0, 1]])


def test_joint_that_moves_no_mass_is_named():
    def chain(doubtful, last_mass):
        b = ModelBuilder(doubtful=doubtful)
        b.add_body("arm", None, Revolute(Z), mass=1.0)
        b.add_body("hand", "arm", Revolute(Z))
        b.add_body("finger", "hand", Revolute(X), mass=last_mass)
        return b.build()

    assert chain("error", 0.1).nbodies == 3
    with pytest.raises(ModelError, match="joint 'hand_joint', 'finger_joint': moves no mass"):
        chain("error", 0.0)
    with pytest.warns(ModelWarning, match="joint 'hand_joint', 'finger_joint': moves no mass"):
        assert chain("warn", 0.0).nbodies == 3


def test_doubtful_bodies_warn_if_asked_to():
    indefinite = [[1, 2, 0], [2, 1, 0], [0, 0, 1]]
    with pytest.warns(ModelWarning, match="body 'arm'.*semidefinite"):
        assert one_body("warn", inertia=indefinite).inertias[0, 0, 1] == 2
    with pytest.raises(ModelError, match="body 'arm': no mass, but a rotational inertia"):
        one_body(mass=0.0, inertia=np.eye(3))
    with pytest.warns(ModelWarning, match="body 'arm': no mass, but"):
        one_body("warn", mass=0.0, inertia=np.eye(3))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one_body("warn")


def two_joints(*mimics, doubtful="error"):
    b = ModelBuilder(doubtful=doubtful)
    b.add_body("a", None, Revolute(Z), mass=1.0, joint_name="ja")
    b.add_body("b", "a", Prismatic(Z), mass=1.0, joint_name="jb")
    b.add_body("c", "b", Spherical(), mass=1.0, inertia=np.eye(3), joint_name="jc")
    for mimic in mimics:
        b.add_mimic(*mimic)
    return b.build()


def test_mimics_are_carried():
    model = two_joints(("jb", "ja", 0.5, 0.1))
    assert model.mimics == (Mimic("jb", "ja", 0.5, 0.1),)
    assert model.nv == 5


@pytest.mark.parametrize(
    ("mimics", "message"),
    [
        ([("ghost", "ja")], "mimic of joint 'ghost': the model has no such joint"),
        ([("ja", "ghost")], "no joint of the model: {'ja': 'ghost'}"),
        ([("jc", "ja")], "joint 'jc' is spherical"),
        ([("ja", "jc")], "joint 'jc' is spherical"),
        ([("ja", "ja")], r"circle: \['ja'\]"),
        ([("ja", "jb"), ("jb", "ja")], r"circle: \['ja', 'jb'\]"),
        ([("ja", "jb"), ("ja", "jb")], "given twice"),
        ([("", "jb")], "mimic: joint"),
        ([("ja", None)], "source"),
    ],
)
def test_mimics_that_cannot_be(mimics, message):
    with pytest.raises(ModelError, match=message):
        two_joints(*mimics)


def test_mimic_of_an_unknown_source_may_warn():
    with pytest.warns(ModelWarning, match="no joint of the model: {'ja': 'ghost'}"):
        assert two_joints(("ja", "ghost"), doubtful="warn").mimics == (Mimic("ja", "ghost"),)


def test_building_twice_gives_the_same_and_adding_goes_on():
    b = ModelBuilder()
    b.add_body("a", None, Revolute(Z), mass=1.0)
    first = b.build()
    b.add_body("b", "a", Revolute(Z), mass=1.0)
    assert (first.nbodies, b.build().nbodies) == (1, 2)


def test_long_chain_builds_without_recursion():
    b = ModelBuilder()
    for i in reversed(range(1200)):
        b.add_body(f"b{i}", f"b{i - 1}" if i else None, Revolute(Z), mass=1.0)
    assert b.build().parents.tolist() == list(range(-1, 1199))


@pytest.mark.parametrize("name", ["", 3, "half \ud800"])
def test_a_name_is_text(name):
    for given in ({"name": name}, {"name": "a", "joint_name": name}):
        with pytest.raises(ModelError, match=r"expected (a string|text)"):
            ModelBuilder().add_body(joint=Revolute(Z), mass=1.0, **given)
