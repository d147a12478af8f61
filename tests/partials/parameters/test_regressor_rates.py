"""Time derivatives of the regressor: against the oracle's torques, their twin, linearity, calls."""

import numpy as np
import pytest
from support.partials.partial_cases import floats
from support.partials.sensitivity_cases import unit_parameter
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, with_physics
from support.trees.spatial_robots import BASES

import lieref
from lieref.model.tree.exact import exact_model
from lieref.oracle.scalars.scalars import Arb
from lieref.oracle.tree.inverse_dynamics import torques
from lieref.partials.parameters.regressor_rates_twin import regressor_derivatives as twin

K = Arb(60)
DIGITS = 1e-45
# Each order by its largest entry. Found: 4 eps.
KERNEL = 32 * EPS
# Y p against inverse dynamics, by the sum of the moduli of its terms. Found: 62 eps (quadruped,
# order 3, "mixed").
LINEAR = 256 * EPS
ALL = ("inertia", "armature", "damping", "friction", "stiffness")
regressors = lieref.inverse_dynamics_regressor_derivatives


@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_torque_of_unit_parameters(name):
    model = random_tree(name, seed=11)
    q, v, _, _ = random_state(model, 2, seed=12)
    with K.working():
        found = twin(model, q, v, K)
        exact = exact_model(model, K)
        at, motion = [K(x) for x in q], [[K(x) for x in row] for row in v]
        for i in range(model.nbodies):
            own = None
            for c in range(10):
                unit = unit_parameter(K, exact, i, c)
                tau = torques(K, unit, at, motion, "body", None, "body", None)
                tau = np.array(tau, dtype=object)
                own = tau if c == 0 else own
                expected = tau - own if 1 <= c <= 3 else tau
                for mine, theirs in zip(found[:, :, 10 * i + c], expected, strict=True):
                    size = max(1.0, *(abs(K.to_float(x)) for x in theirs))
                    assert max(abs(K.to_float(x)) for x in mine - theirs) <= DIGITS * size


@pytest.mark.parametrize("r", [0, 1, 4])
@pytest.mark.parametrize("name", TREES)
def test_kernels_against_twin(name, r):
    model = random_tree(name, seed=11)
    q, v, _, _ = random_state(model, r, seed=12)
    with K.working():
        expected = floats(K, list(twin(model, q, v, K)))
    for mine, theirs in zip(regressors(model, q, v), expected, strict=True):
        assert abs(mine - theirs).max() <= KERNEL * abs(theirs).max()


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("friction", ["smooth", "sign"])
@pytest.mark.parametrize("robot", ["arm", "every_joint_free", "quadruped"])
def test_linear_in_the_parameters(robot, friction, base):
    plain, q, v = draw(robot, "generic", 3)
    model = with_physics(plain, 1, friction)
    p = lieref.inertial_parameters(model, ALL)
    found = regressors(model, q, v, base, ALL)
    for Y, tau in zip(found, lieref.inverse_dynamics(model, q, v, base), strict=True):
        assert abs(Y @ p - tau).max() <= LINEAR * (abs(Y) @ abs(p)).max()
    first = lieref.inverse_dynamics_regressor(model, q, *v[:2], base, ALL)
    assert abs(found[0] - first).max() <= KERNEL * abs(first).max()
