"""Closed forms of the whole system against the recursions, and what their matrices are."""

import numpy as np
import pytest
from support.references.tolerances import DIGITS_50, EPS
from support.trees.exact_inertias import exact_inertias
from support.trees.oracle_robots import random_state, random_tree
from support.trees.robots import ROBOTS, STATES, draw

from lieref import oracle
from lieref.algebra.groups.screw_arrays import ad
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.laws.generalized_forces import bias_forces
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives
from lieref.dynamics.matrices.system_forms import (
    euler_jourdain,
    lagrange_matrices,
    matrices,
    momentum_jourdain,
    of_jacobians,
)
from lieref.errors import NonFiniteError
from lieref.kinematics.posture import posture_over
from lieref.kinematics.system_factors import diagonal, factors
from lieref.model.tree.exact import exact_model
from lieref.oracle.scalars.scalars import Arb

K = Arb(50)
# Dense sums against the recursions, max norms. Found: 21 eps (binary_tree, fast).
FORCES = 84 * EPS
# Matrices: H by |H|, the others by |H| |v|, velocity forces by |H| |v|^2, max norms, which leave
# out how many terms were summed. Found: 49 eps (every_joint_free, fast).
MATRICES = 200 * EPS


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_euler_jourdain_is_inverse_dynamics(robot, state):
    model, q, v = draw(robot, state, r=0)
    wrenches = np.random.default_rng(1).standard_normal((model.nbodies, 6))
    tau = inverse_dynamics(model, q, v, wrenches=wrenches[None])[0]
    found = euler_jourdain(model, q, *v, wrenches)
    assert abs(found - tau).max() <= FORCES * abs(tau).max()


@pytest.mark.parametrize("state", ["generic", "near_pi", "fast"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_momentum_form_is_inverse_dynamics(robot, state):
    model, q, v = draw(robot, state, r=0)
    tau = inverse_dynamics(model, q, v)[0]
    assert abs(momentum_jourdain(model, q, *v) - tau).max() <= FORCES * abs(tau).max()


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_lagrange_matrices(robot, state):
    model, q, v = draw(robot, state, r=0)
    rate = v[0]
    found = lagrange_matrices(model, q, rate)
    H, Hdot = joint_space_inertia_derivatives(model, q, rate[None])
    size, speed = abs(H).max(), abs(rate).max()
    assert abs(found.H - H).max() <= MATRICES * size
    assert (found.H == found.H.T).all()
    h = bias_forces(model, q, rate)
    for C in (found.C_factored, found.C_skew):
        assert abs(C @ rate - h).max() <= MATRICES * size * speed**2
    skew = Hdot - 2 * found.C_skew
    assert abs(skew + skew.T).max() <= MATRICES * size * speed


@pytest.mark.parametrize("name", ["free_inside", "spherical_root", "spherical_leaf"])
def test_lagrange_matrices_at_fifty_digits(name):
    model = random_tree(name, seed=55)
    q, (v, a), _, _ = random_state(model, 0, seed=56)
    nv, still = model.nv, np.zeros(model.nv)
    with K.working():
        at, home = (posture_over(K, model, x, np.zeros((0, nv))) for x in (q, model.neutral()))
        found = factors(at, home, model.parents, "body")
        inertias = exact_inertias(exact_model(model, K), "screws")
        rate, slope = (np.array([K(float(x)) for x in row]) for row in (v, a))
        H, *both = matrices(found.A, found.X, inertias, rate)
        # by Jacobians and their rates, as in doubles
        J, a_X = found.A @ found.X, diagonal(ad((found.X @ rate).reshape(-1, 6)))
        turned = -found.A @ (a_X @ (J - found.X))
        shape = (model.nbodies, 6, nv)
        others = of_jacobians(J.reshape(shape), turned.reshape(shape), inertias, rate)
        for one, other in zip((H, *both), others, strict=True):
            assert max(abs(K.to_float(x)) for x in (one - other).ravel()) <= DIGITS_50
        weight = np.array(oracle.inverse_dynamics(model, q, [still, still], field=K)[0])
        tau = np.array(oracle.inverse_dynamics(model, q, [v, a], field=K)[0])
        for C in both:
            rest = H @ slope + C @ rate + weight - tau
            assert max(abs(K.to_float(x)) for x in rest) <= DIGITS_50


def test_the_printed_factors_are_not_skew():
    model, q, v = draw("arm", "generic", r=0)
    found = lagrange_matrices(model, q, v[0])
    Hdot = joint_space_inertia_derivatives(model, q, v[:1])[1]
    rest = Hdot - 2 * found.C_factored
    assert abs(rest + rest.T).max() > 1e-3 * abs(Hdot).max()


def test_products_beyond_range_are_told():
    model, q, _ = draw("every_joint_free", "generic", r=0)
    with pytest.raises(NonFiniteError):
        lagrange_matrices(model, q, np.full(model.nv, 1e308))
