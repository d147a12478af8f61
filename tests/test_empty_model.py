"""A model in which nothing moves, as of a URDF whose links are all fixed: every call takes it."""

import warnings

import numpy as np
import pytest
from support.programs.tree_calls import tree_calls
from support.references.rounding_scale import arrays

import lieref

NONE, STACK = np.zeros(0), np.zeros((2, 0))
with warnings.catch_warnings():
    warnings.simplefilter("ignore", lieref.ModelWarning)
    EMPTY = lieref.ModelBuilder(doubtful="warn").build()
CALLS = tree_calls(EMPTY, (NONE, STACK), 0)
# They ask for a body, and there is none.
OF_A_BODY = ("generate", "inverse_kinematics_derivatives", "jacobian", "jacobian_derivatives")
OF_A_BODY += ("jacobian_partial", "jacobian_partials", "solve_pose")
# Their options choose a body.
SECOND = "_parameter_second_partials"


def test_it_is_told():
    with pytest.warns(lieref.ModelWarning, match="nothing of this model moves"):
        lieref.ModelBuilder(doubtful="warn").build()


@pytest.mark.parametrize("name", [name for name in CALLS if name not in OF_A_BODY])
def test_every_call_takes_a_model_in_which_nothing_moves(name):
    function, given, options = CALLS[name]
    if name.startswith("center_of_mass") or "centroidal" in name:
        with pytest.raises(lieref.SingularError, match="no mass, hence no center of mass"):
            function(EMPTY, **given)
        return
    found = function(EMPTY, **given, **({} if name.endswith(SECOND) else options))
    assert found is not None
    if isinstance(found, np.ndarray):
        assert not np.any(found)
    elif hasattr(found, "_fields"):
        assert not any(np.any(x) for x in arrays(found))


@pytest.mark.parametrize("order", ["partials", "second_partials"])
@pytest.mark.parametrize("dynamics", ["inverse", "forward"])
def test_the_chain_rule_takes_it(dynamics, order):
    function = getattr(lieref, f"{dynamics}_dynamics_{order}")
    found = function(EMPTY, NONE, NONE, NONE, method="chain_rule")
    assert {x.shape for x in found} == {(0,) * (2 if order == "partials" else 3)}


def test_its_one_configuration():
    assert EMPTY.neutral().shape == EMPTY.random_configuration(np.random.default_rng(1)).shape
    assert EMPTY.integrate(NONE, NONE).shape == EMPTY.difference(NONE, NONE).shape == (0,)
    assert lieref.conditioning_bound(EMPTY, NONE, NONE, STACK).tolist() == [0.0, 0.0]
    assert lieref.system_jacobian_derivatives(EMPTY, NONE, STACK).shape == (3, 0, 0)
    assert lieref.joint_space_inertia(EMPTY, NONE).shape == (0, 0)
    assert lieref.forward_dynamics(EMPTY, NONE, NONE, STACK, digits=31).shape == (2, 0)
    assert lieref.coriolis_matrix(EMPTY, NONE, NONE).shape == (0, 0)
    assert lieref.energy(EMPTY, NONE, STACK).kinetic.tolist() == [0, 0]
