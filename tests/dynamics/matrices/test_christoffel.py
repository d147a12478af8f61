"""Christoffel symbols: against derivatives of the oracle's H, the second partials, identities."""

import numpy as np
import pytest
from support.references.oracle_differences import FINE, STEP, moved
from support.references.tolerances import DIGITS_50, EPS
from support.trees.exact_inertias import exact_inertias
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS, draw

from lieref import oracle
from lieref.dynamics.matrices.christoffel import FORMS, christoffel_symbols, inertias, symbols
from lieref.kinematics.jacobian_columns import columns
from lieref.kinematics.posture import posture_over
from lieref.model.tree.exact import exact_model
from lieref.oracle.scalars.scalars import Arb
from lieref.partials.idsva_so.inverse_dynamics_second_partials import (
    inverse_dynamics_second_partials,
)

K = Arb(50)
# Max norms. Found: 11 eps (every_joint_free).
SYMBOLS = 48 * EPS


def inertia_slopes(model, q):
    """dH_ij/dq_k (nv, nv, nv) of the oracle's H, in doubles."""
    nv = model.nv
    out = np.zeros((nv, nv, nv))
    with FINE.working():
        for k, direction in enumerate(np.eye(nv)):
            up, down = (
                oracle.joint_space_inertia(model, moved(model, q, direction, s), field=FINE)
                for s in (1, -1)
            )
            for i in range(nv):
                for j in range(nv):
                    out[i, j, k] = FINE.to_float((up[i][j] - down[i][j]) / (2 * STEP))
    return out


@pytest.mark.parametrize("form", FORMS)
def test_against_the_definition(form):
    model = random_tree("one_degree", seed=51)
    q, *_ = random_state(model, 0, seed=52)
    D = inertia_slopes(model, q)
    # (dH_ik/dq_j + dH_ij/dq_k - dH_jk/dq_i) / 2
    reference = (D.transpose(0, 2, 1) + D - D.transpose(2, 0, 1)) / 2
    found = christoffel_symbols(model, q, form)
    assert abs(found - reference).max() <= SYMBOLS * abs(reference).max()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["free_inside", "spherical_root", "spherical_leaf"])
def test_half_of_the_second_partials_at_fifty_digits(name, form):
    model = random_tree(name, seed=53)
    q, (v, a), _, _ = random_state(model, 0, seed=54)
    owners = np.repeat(np.arange(model.nbodies), [joint.nv for joint in model.joints])
    with K.working():
        at = posture_over(K, model, q, np.zeros((0, model.nv)))
        arms = np.array([[K(0)] * 3] * model.nbodies)
        J = columns(at, np.arange(model.nbodies), arms, "body").swapaxes(1, 2)
        found = symbols(J, owners, exact_inertias(exact_model(model, K), form), form)
        second = oracle.inverse_dynamics_second_partials(model, q, v, a, field=K)
        rest = 2 * found - np.array(second.d2tau_dv_dv)
        assert max(abs(K.to_float(x)) for x in rest.ravel()) <= DIGITS_50


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("state", ["generic", "near_pi", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_half_of_the_second_partials(robot, state, form):
    model, q, v = draw(robot, state, r=0)
    reference = inverse_dynamics_second_partials(model, q, *v).d2tau_dv_dv / 2
    found = christoffel_symbols(model, q, form)
    assert abs(found - reference).max() <= SYMBOLS * abs(reference).max()
    assert (found == found.swapaxes(1, 2)).all()


def test_a_massless_model_without_joints_has_none():
    J, weights = np.zeros((1, 6, 0)), np.zeros((1, 4, 4))
    assert symbols(J, np.zeros(0, int), weights, "pseudo_inertia").shape == (0, 0, 0)


def test_pseudo_inertia_holds_the_inertia():
    model, *_ = draw("quadruped", "generic", r=0)
    E, M = inertias(model, "pseudo_inertia"), inertias(model, "screws")
    second = E[:, :3, :3]
    trace = np.trace(second, axis1=1, axis2=2)[:, None, None] * np.eye(3)
    assert abs(trace - second - M[:, :3, :3]).max() <= 8 * EPS * abs(M[:, :3, :3]).max()
