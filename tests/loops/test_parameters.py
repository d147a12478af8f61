"""Regressors of mechanisms: what they multiply, and models with other parameters."""

import numpy as np
import pytest
from support.mechanisms.tree_checks import ROBOTS, assert_near, state

import lieref
from lieref import oracle
from lieref.errors import ShapeError

BASES = ("spatial", "hybrid", "mixed")
ALL = ("inertia", "armature", "damping", "friction", "stiffness")


@pytest.mark.parametrize("robot", ROBOTS)
def test_regressor_times_parameters_are_the_forces(robot):
    model, q, v, _ = state(robot, 4)
    exact = oracle.loop_inverse_dynamics(model, q, v, digits=30)
    exact = np.array([[float(x) for x in row] for row in exact])
    Y = lieref.inverse_dynamics_regressor_derivatives(model, q, v)
    p = lieref.inertial_parameters(model)
    for k in range(3):
        assert_near(Y[k] @ p, exact[k])
    assert_near(lieref.inverse_dynamics_regressor(model, q, v[0], v[1]), Y[0])


def test_joint_physics_and_representations_of_the_base():
    model, q, v, rng = state("four_bar_free", 3)
    some = rng.uniform(0.1, 0.5, model.tree.nv) * (np.arange(model.tree.nv) > 5)
    rough = model.with_joint_physics(some, some[::1] / 2, None, None, some / 3, None)
    kinds = ("inertia", "armature", "damping", "stiffness")
    p = lieref.inertial_parameters(rough, kinds)
    for base in BASES:
        Y = lieref.inverse_dynamics_regressor(rough, q, v[0], v[1], base, kinds)
        assert_near(Y @ p, lieref.inverse_dynamics(rough, q, v[:2], base)[0])


def moved(model, body, step):
    """The model with the ten parameters of a body moved by `step`."""
    tree = model.tree
    i = tree.names.index(body)
    m, c = tree.masses[i], tree.coms[i]
    J = tree.inertias[i] + m * (c @ c * np.eye(3) - np.outer(c, c))
    m, h = m + step[0], m * c + step[1:4]
    J[(0, 1, 2, 0, 0, 1, 1, 2, 2), (0, 1, 2, 1, 2, 2, 0, 0, 1)] += step[[4, 5, 6, 7, 8, 9, 7, 8, 9]]
    c = h / m
    return model.with_inertia(body, m, c, J - m * (c @ c * np.eye(3) - np.outer(c, c)))


@pytest.mark.parametrize("robot", ROBOTS)
def test_accelerations_of_models_with_other_parameters(robot):
    model, q, v, rng = state(robot)
    body = model.names[int(rng.choice(np.flatnonzero(model.tree.masses)))]
    i, tau = model.names.index(body), v[1]
    loads = {"wrenches": rng.uniform(-1, 1, (model.nbodies, 6)), "wrench_axes": "inertial"}
    found = lieref.forward_dynamics_regressor(model, q, v[0], tau, **loads)
    step = rng.uniform(-1, 1, 10) * 1e-5 * model.tree.masses[i]
    loads["wrenches"] = loads["wrenches"][None]
    ahead, behind = (
        lieref.forward_dynamics(moved(model, body, s * step), q, v[0], [tau], **loads)[0]
        for s in (1, -1)
    )
    expected = (ahead - behind) / 2
    assert_near(found[:, 10 * i : 10 * i + 10] @ step, expected, 1e-6)


def test_wrong_arguments():
    model, q, v, _ = state("cam")
    with pytest.raises(ShapeError, match="came before"):
        lieref.inverse_dynamics_regressor(model, q, v[0], v[1], parameters=("inertia", "inertia"))
