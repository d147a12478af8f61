"""The chain rule as a method of the first partials.

What is refused by every public function alike is tested in tests/sweep/test_arguments.py.
"""

import pytest
from support.partials.partial_cases import motion

from lieref.partials.chain_rule import chain_rule
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials


@pytest.mark.parametrize("options", [{}, {"base": "hybrid", "wrench_axes": "inertial"}])
@pytest.mark.parametrize("entry", [inverse_dynamics_partials, forward_dynamics_partials])
def test_the_chain_rule_is_a_method(entry, options):
    *state, wrenches = motion("every_joint_free", "generic")
    options = {**options, "wrenches": wrenches}
    found = entry(*state, **options, method="chain_rule")
    reference = getattr(chain_rule, entry.__name__)(*state, **options)
    for x, y, ours in zip(found, reference, entry(*state, **options), strict=True):
        assert (x == y).all()
        assert (x != ours).any()
