"""Models from screws in the home position: the same as from frames, the same screws read out."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS

import lieref
from lieref.errors import ConfigurationError, ModelError, ShapeError

EPS = float(np.finfo(float).eps)


def screws_of(model):
    """Spatial screws, centers of mass and inertias at q = 0, and the home poses."""
    rest = np.zeros(model.nv)
    poses = lieref.forward_kinematics(model, model.neutral(), rest[None])[0]
    J = lieref.system_jacobian(model, model.neutral(), "spatial").reshape(-1, 6, model.nv)
    Y = np.array([J[i, :, i] for i in range(model.nbodies)])
    R, p = poses[:, :3, :3], poses[:, :3, 3]
    coms = np.einsum("nij,nj->ni", R, model.coms) + p
    return Y, coms, R @ model.inertias @ R.swapaxes(1, 2), poses


def drawn():
    kinds = ("revolute", "prismatic", "helical")
    return lieref.catalogue.random_tree(9, 2, kinds)


@pytest.mark.parametrize("placed", [False, True])
def test_dynamics_are_those_of_the_model_of_frames(placed):
    model = drawn()
    Y, coms, inertias, poses = screws_of(model)
    built = lieref.from_home_screws(
        Y,
        list(model.parents),
        model.masses,
        coms,
        inertias,
        poses if placed else None,
        model.names,
        model.gravity,
    )
    assert built.names == model.names
    assert [x.kind for x in built.joints] == [x.kind for x in model.joints]
    rng = np.random.default_rng(1)
    q, v = rng.uniform(-1, 1, model.nq), rng.uniform(-1, 1, (4, model.nv))
    tau = lieref.inverse_dynamics(model, q, v)
    # inertias about a far origin
    scale = 1e4 * EPS * np.abs(tau).max(axis=1, keepdims=True)
    assert (np.abs(lieref.inverse_dynamics(built, q, v) - tau) <= scale).all()
    found = lieref.forward_kinematics(built, q, v[:1])[0]
    expected = lieref.forward_kinematics(model, q, v[:1])[0]
    if not placed:
        expected = expected @ np.linalg.inv(poses)
        np.testing.assert_allclose(built.placements, np.broadcast_to(np.eye(4), (9, 4, 4)), 0, 0)
    assert np.abs(found - expected).max() <= 256 * EPS * np.abs(expected).max()
    again = screws_of(built)[0]
    assert np.abs(again - Y).max() <= 64 * EPS * np.abs(Y).max()


def test_rounded_screws_are_revolute():
    model = ROBOTS["arm"]()
    Y, coms, inertias, _ = screws_of(model)
    built = lieref.from_home_screws(Y, list(model.parents), model.masses, coms, inertias)
    assert [x.kind for x in built.joints] == ["revolute"] * 6 + ["prismatic"]
    Y[0, 3:] += 0.01 * Y[0, :3]
    built = lieref.from_home_screws(Y, list(model.parents), model.masses, coms, inertias)
    assert built.joints[0].kind == "helical"
    assert abs(built.joints[0].pitch - 0.01) <= EPS


def test_bodies_come_in_any_order():
    Y = np.array([[0, 0, 1, 0, -0.5, 0], [0, 0, 1, 0, 0, 0]], float)
    coms, inertias = [[0.75, 0, 0], [0.25, 0, 0]], [0.02 * np.eye(3)] * 2
    built = lieref.from_home_screws(Y, [1, -1], [1.0, 2.0], coms, inertias)
    assert built.names == ("body1", "body0")
    assert list(built.masses) == [2.0, 1.0]


def test_bad_arguments():
    Y, eye = np.array([[0, 0, 1.0, 0, 0, 0]]), np.eye(3)[None]
    good = {"screws": Y, "parents": [-1], "masses": [1.0], "coms": [[0, 0, 0.1]], "inertias": eye}
    for error, message, change in (
        (ModelError, "norm 2.0, expected 1", {"screws": 2 * Y}),
        (ModelError, r"parents\[0\] is 0, expected another body", {"parents": [0]}),
        (ModelError, r"parents\[0\] is 1.5", {"parents": [1.5]}),
        (ShapeError, "parents: 2 of them", {"parents": [-1, 0]}),
        (ShapeError, "names: 2 of them", {"names": ["a", "b"]}),
        (ModelError, "mass -1.0", {"masses": [-1.0]}),
        (ConfigurationError, "poses", {"poses": 2 * np.eye(4)[None]}),
    ):
        with pytest.raises(error, match=message):
            lieref.from_home_screws(**{**good, **change})
