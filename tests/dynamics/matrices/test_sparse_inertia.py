"""The packed lower triangle of H: the numbers of the full one, in the pattern of the tree."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import bases

import lieref
from lieref import joint_space_inertia, sparse_joint_space_inertia


def full(H):
    """The symmetric matrix."""
    n = len(H.indptr) - 1
    rows = np.repeat(np.arange(n), np.diff(H.indptr))
    found = np.zeros((n, n))
    found[rows, H.indices] = found[H.indices, rows] = H.data
    return found


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_numbers_of_the_full_matrix(robot):
    model, q, _ = draw(robot, "generic")
    for base in bases(model):
        H = sparse_joint_space_inertia(model, q, base)
        expected = joint_space_inertia(model, q, base)
        if base == "body":
            assert (full(H) == expected).all()
        np.testing.assert_allclose(full(H), expected, rtol=0, atol=1e-15 * abs(expected).max())


@pytest.mark.parametrize("robot", ["binary_tree", "every_joint_free"])
def test_rows_are_the_ways_to_the_root(robot):
    model, q, _ = draw(robot, "generic")
    H = sparse_joint_space_inertia(model, q)
    owner = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    for i in range(model.nv):
        way, body = [owner[i]], owner[i]
        while (body := model.parents[body]) >= 0:
            way.append(body)
        expected = [j for j in range(i + 1) if owner[j] in way]
        assert H.indices[H.indptr[i] : H.indptr[i + 1]].tolist() == expected


def test_armature():
    model = lieref.catalogue.binary_tree(7)
    q, plain = np.ones(7), sparse_joint_space_inertia(model, np.ones(7))
    armature = np.arange(1.0, 8.0)
    H = sparse_joint_space_inertia(model.with_joint_physics(armature=armature), q)
    np.testing.assert_allclose(full(H) - full(plain), np.diag(armature), rtol=0, atol=1e-12)


def test_two_trees_of_which_one_is_free():
    b = lieref.ModelBuilder()
    for name, parent, joint in (
        ("a", None, lieref.Revolute((0, 0, 1))),
        ("b", None, lieref.Free()),
        ("c", "b", lieref.Revolute((0, 1, 0))),
        ("d", "a", lieref.Revolute((1, 0, 0))),
    ):
        b.add_body(name, parent, joint, None, 1.0, (0.1, 0.2, 0.3), np.eye(3))
    model = b.build()
    q = model.random_configuration(np.random.default_rng(3))
    H = sparse_joint_space_inertia(model, q, "spatial")
    expected = joint_space_inertia(model, q, "spatial")
    np.testing.assert_allclose(full(H), expected, rtol=0, atol=1e-15 * abs(expected).max())
    assert len(H.data) == 1 + 21 + 7 + 2


def test_scipy_takes_it():
    sparse = pytest.importorskip("scipy.sparse")
    model, q, _ = draw("quadruped", "generic")
    L = sparse.csr_array(tuple(sparse_joint_space_inertia(model, q)), (model.nv, model.nv))
    assert L.has_canonical_format
    found = (L + sparse.tril(L, -1).T).toarray()
    assert (found == joint_space_inertia(model, q)).all()


def test_many_bodies():
    model = lieref.catalogue.binary_tree(4095)
    q = model.random_configuration(np.random.default_rng(1))
    H = sparse_joint_space_inertia(model, q)
    assert len(H.data) == sum(2**level * (level + 1) for level in range(12))
    v = np.random.default_rng(2).standard_normal(model.nv)
    rows = np.repeat(np.arange(model.nv), np.diff(H.indptr))
    found = np.bincount(rows, H.data * v[H.indices], model.nv)
    off = rows != H.indices
    found += np.bincount(H.indices[off], (H.data * v[rows])[off], model.nv)
    still = np.zeros(model.nv)
    resting = model.with_gravity((0, 0, 0))
    expected = lieref.inverse_dynamics(resting, q, [still, v])[0]
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-12 * abs(expected).max())


def test_a_lever_beyond_range_is_told():
    model = lieref.catalogue.serial_chain(2, "free")
    far = model.neutral()
    far[0] = 1e200
    with pytest.raises(lieref.NonFiniteError, match="range of double"):
        sparse_joint_space_inertia(model, far, "spatial")
