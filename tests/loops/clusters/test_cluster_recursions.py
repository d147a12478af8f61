"""C-RNEA, C-ABA and C-EFPA in double against their twins at 50 digits, for any G and g."""

from dataclasses import replace

import numpy as np
import pytest
from support.mechanisms.cluster_twins import aba, efpa, random_pose, rnea
from support.mechanisms.hand_clusters import MECHANISMS, draw, mechanism

from lieref.loops.clusters.c_aba.c_aba import c_aba_accelerations
from lieref.loops.clusters.c_efpa.c_efpa import c_efpa_inertia
from lieref.loops.clusters.c_rnea.c_rnea import c_rnea, independent_forces, tree_rates
from lieref.loops.clusters.group_table import GroupTable
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute
from lieref.oracle import Mp

K = Mp(50)
EPS = np.finfo(float).eps


def table_of(made, singles="joint"):
    return GroupTable(made.model, made.clusters, made.columns, singles)


def close(found, reference, errors):
    """Largest error at most so many units of the largest entry."""
    reference = np.array(reference, dtype=float)
    assert np.max(np.abs(found - reference)) <= errors * EPS * np.max(np.abs(reference))


def ends_of(model, rng):
    bodies = np.array([model.nbodies - 1, 0, model.nbodies // 2], np.intc)
    poses = [random_pose(rng) for _ in bodies]
    frames = np.array([[*pose[:3, :3].ravel(), *pose[:3, 3]] for pose in poses])
    return bodies, poses, frames


@pytest.mark.parametrize("name", MECHANISMS)
def test_inverse_dynamics(name):
    given = draw(name)
    made = given.mechanism
    table = table_of(made)
    packed = table.pack(given.G)
    rates = np.array([given.G @ given.yd, given.G @ given.ydd + given.g])
    found = c_rnea(table, 0, given.q, rates, packed)
    reference = rnea(K, given)
    close(found, reference.tau, 200)


@pytest.mark.parametrize("name", MECHANISMS)
def test_forward_dynamics(name):
    given = draw(name)
    made = given.mechanism
    reference = aba(K, given)
    for singles in ("joint", "group"):
        close(accelerations(given, table_of(made, singles)), reference, 2e4)


@pytest.mark.parametrize("name", MECHANISMS)
def test_armature(name):
    """The kernel adds armature to D alone; its caller subtracts G^T armature g, which is 0 here."""
    given = draw(name, rotors=True)
    given = replace(given, g=0 * given.g)
    made = given.mechanism
    reference = aba(K, given)
    for singles in ("joint", "group"):
        close(accelerations(given, table_of(made, singles)), reference, 2e4)


def accelerations(given, table):
    made = given.mechanism
    found, singular = c_aba_accelerations(
        table,
        0,
        given.q,
        given.G @ given.yd,
        table.pack(given.G),
        given.g,
        given.tau,
        made.model.gravity,
    )
    assert singular == -1
    return found


@pytest.mark.parametrize("name", MECHANISMS)
def test_operational_inertia(name):
    given = draw(name)
    made = given.mechanism
    table = table_of(made, "group")
    bodies, poses, frames = ends_of(made.model, np.random.default_rng(5))
    found, singular = c_efpa_inertia(table, given.q, table.pack(given.G), bodies, frames)
    assert singular == -1
    reference = efpa(K, given, list(zip(bodies.tolist(), poses, strict=True)))
    close(found, reference, 2e4)
    assert np.array_equal(found, found.T)


def test_forces_and_rates_of_the_tree():
    given = draw("belt_chain_free")
    table = table_of(given.mechanism)
    packed = table.pack(given.G)
    rng = np.random.default_rng(1)
    tau = rng.standard_normal(given.mechanism.model.nv)
    close(independent_forces(table, packed, tau), given.G.T @ tau, 8)
    close(tree_rates(table, packed, given.yd), given.G @ given.yd, 8)


def test_a_joint_without_inertia_is_reported():
    given = draw("geared_chain")
    made = given.mechanism
    table = table_of(made)
    G = given.G.copy()
    # the second link and its rotor do not move at all, or little beside the first
    for share in (0.0, 1e-6):
        block = np.ix_(list(made.clusters[1].velocities), made.columns[1])
        G[block] = share
        _, singular = c_aba_accelerations(
            table, 0, given.q, G @ given.yd, table.pack(G), given.g, given.tau, made.model.gravity
        )
        assert singular == (1 if share == 0.0 else -1)


def test_an_inertia_lost_beside_another_is_reported():
    """Two coordinates of one group that move it alike to the last digits."""
    given = draw("belt_chain")
    made = given.mechanism
    table = table_of(made)
    G = given.G.copy()
    block = np.ix_(list(made.clusters[0].velocities), made.columns[0])
    for apart, lost in ((1e-3, False), (3e-8, True), (1e-9, True)):
        columns = given.G[block].copy()
        columns[:, 1] = columns[:, 0] * (1 + apart) + apart * np.arange(len(columns))
        G[block] = columns
        _, singular = c_aba_accelerations(
            table, 0, given.q, G @ given.yd, table.pack(G), given.g, given.tau, made.model.gravity
        )
        assert (singular == 0) == lost


def test_a_motion_that_cancels_is_reported():
    """The second and third joint turn back what the first turns: bodies without mass move."""
    b = ModelBuilder()
    axis = np.array([0.36, 0.48, 0.8])
    b.add_body("upper", None, Revolute(axis), mass=0.0)
    b.add_body("middle", "upper", Revolute(axis), None, 0.0)
    b.add_body("heavy", "middle", Revolute(axis), None, 1.0, (0.1, 0.2, 0.0), np.eye(3))
    model = b.build_tree()
    made = mechanism(model, [], [([1, 2], [0])], [1, 2])
    table = table_of(made)
    still = np.zeros(3)
    for left, lost in ((0.0, True), (1e-3, False)):
        G = np.array([[1.0], [-0.7], [-0.3 + left]])
        q = np.array([0.3, 0.4, 0.5])
        _, singular = c_aba_accelerations(
            table, 0, q, still, table.pack(G), still, np.ones(1), model.gravity
        )
        assert (singular == 0) == lost
