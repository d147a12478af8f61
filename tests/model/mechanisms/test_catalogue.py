"""The catalogue: the numbers of Table 3 of Ali et al., and generic trees that stay the same."""

import numpy as np
import pytest

from lieref.errors import ModelError
from lieref.model.joints.joints import Free, Revolute
from lieref.model.mechanisms import catalogue

B, C, D = 0.10, 0.18, 0.06


def test_aerial_manipulator_is_that_of_table_3():
    model = catalogue.aerial_manipulator()
    assert model.names == tuple(f"B{j}" for j in range(1, 8))
    assert model.joint_names == tuple(f"q{j}" for j in range(1, 8))
    assert model.parents.tolist() == [-1, 0, 1, 2, 0, 4, 5]
    assert model.masses.tolist() == [2.5] + [0.25] * 6
    assert not model.coms.any() and model.gravity.tolist() == [0, 0, -9.81]
    assert np.array_equal(model.inertias[0], np.diag([0.03, 0.03, 0.05]))
    assert (model.inertias[1:] == np.diag([0.002, 0.002, 0.001])).all()
    y, x, z = (0, 1, 0), (1, 0, 0), (0, 0, 1)
    assert model.joints == (Free(), *(Revolute(axis, (0, 0, D)) for axis in (y, x, z) * 2))
    assert (model.placements[:, :3, :3] == np.eye(3)).all()
    # A_i = T_z(-b - d) T_x((-1)^i c / 2) for i = 2, 5 and T_z(-2 d) else
    below = (0, 0, -2 * D)
    assert model.placements[:, :3, 3].tolist() == [
        [0, 0, 0],
        [C / 2, 0, -B - D],
        [*below],
        [*below],
        [-C / 2, 0, -B - D],
        [*below],
        [*below],
    ]


def test_aerial_manipulator_of_table_4():
    model = catalogue.aerial_manipulator(5, 20)
    assert model.nbodies == 101 and model.nv == 106
    first = model.parents == 0
    at = model.placements[first][:, :3, 3]
    assert first.sum() == 5 and (at[:, 2] == -B - D).all()
    turn = np.exp(2j * np.pi * np.arange(5) / 5) * C / 2
    assert np.abs(at[:, 0] + 1j * at[:, 1] - turn).max() <= 1e-16
    axes = [joint.axis for joint in model.joints[1:21]]
    assert axes == [(0, 1, 0), (1, 0, 0), (0, 0, 1)] * 6 + [(0, 1, 0), (1, 0, 0)]


def test_branches_at_the_quarters_are_exact():
    at = catalogue.aerial_manipulator(4, 1).placements[1:, :2, 3]
    assert at.tolist() == [[C / 2, 0], [0, C / 2], [-C / 2, 0], [0, -C / 2]]


def test_sizes_of_table_4():
    for links in (1, 2, 40):
        assert catalogue.aerial_manipulator(5, links).nbodies == 1 + 5 * links
    assert catalogue.aerial_manipulator(0, 3).nbodies == 1
    assert catalogue.aerial_manipulator(3, 0).nbodies == 1


@pytest.mark.parametrize("make", [catalogue.serial_chain, catalogue.binary_tree])
def test_chains_and_trees(make):
    short, long = make(6), make(40)
    assert short.nv == 6 and make(6, "free").nv == 11
    parents = [i - 1 if make is catalogue.serial_chain else (i - 1) // 2 for i in range(40)]
    assert long.parents.tolist() == parents
    # a smaller one is the beginning of a larger one
    assert long.joints[:6] == short.joints and np.array_equal(long.inertias[:6], short.inertias)
    assert np.array_equal(make(40).placements, long.placements)
    assert make(6, gravity=(1, 2, 3)).gravity.tolist() == [1, 2, 3]


@pytest.mark.parametrize(
    "model",
    [
        catalogue.serial_chain(300),
        catalogue.binary_tree(300, "free"),
        catalogue.random_tree(300, 1),
    ],
    ids=lambda model: model.name,
)
def test_bodies_are_generic_and_can_exist(model):
    heavy = model.masses > 0
    assert model.masses[heavy].min() >= 0.5 and model.masses.max() < 1.5
    moments = np.linalg.eigvalsh(model.inertias[heavy])
    assert (moments[:, 0] > 1e-4).all()
    # the second moments of a cloud of masses are positive: triangle inequality
    assert (moments[:, 0] + moments[:, 1] > moments[:, 2]).all()
    assert len(np.unique(model.masses[heavy])) == heavy.sum()
    off = np.abs(model.inertias[heavy][:, [0, 0, 1], [1, 2, 2]])
    assert (off.max(axis=1) > 0).all()
    steps = np.linalg.norm(model.placements[heavy][:, :3, 3], axis=1)
    assert steps.max() <= catalogue.LINK_LENGTH * (1 + 1e-15)


def test_random_trees_have_every_joint_inside():
    model = catalogue.random_tree(30, 7)
    kinds = [joint.kind for joint in model.joints]
    carried = set(model.parents.tolist())
    for kind in ("revolute", "prismatic", "helical", "spherical", "free"):
        assert any(kinds[i] == kind and i in carried and model.parents[i] >= 0 for i in range(30))
    again, other = catalogue.random_tree(30, 7), catalogue.random_tree(30, 6)
    assert again.joints == model.joints and np.array_equal(again.placements, model.placements)
    assert other.joints != model.joints
    rng = np.random.default_rng(7)
    assert catalogue.random_tree(30, rng).joints == model.joints


def test_random_tree_options():
    free = catalogue.random_tree(4, 1, ("spherical",), "free", gravity=(0, 0, 0))
    assert [joint.kind for joint in free.joints] == ["free"] + ["spherical"] * 3
    assert not free.gravity.any()
    every = ("euler", "planar", "cylindrical", "universal")
    assert catalogue.random_tree(4, 1, every).nv == 3 + 3 + 2 + 2


@pytest.mark.parametrize("n", [0, -1, 2.0, "3", None, True])
def test_sizes_must_be_counts(n):
    for make in (
        catalogue.serial_chain,
        catalogue.binary_tree,
        lambda n: catalogue.random_tree(n, 1),
        lambda n: catalogue.aerial_manipulator(2, -1 if n == 0 else n),
        lambda n: catalogue.aerial_manipulator(-1 if n == 0 else n, 2),
    ):
        with pytest.raises(ModelError, match="expected an integer"):
            make(n)


def test_kinds_of_joints_that_are_none():
    for kinds in ((), ("ball",)):
        with pytest.raises(ModelError, match="kinds"):
            catalogue.random_tree(2, 1, kinds)
