"""Second partials of forward dynamics of large numbers, and of joints that are singular.

What is refused by every public function alike is tested in tests/sweep/test_arguments.py.
"""

import numpy as np
import pytest
from support.partials.partial_cases import motion
from support.trees.robots import translation

from lieref.errors import ArgumentError, NonFiniteError, SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Prismatic, Revolute
from lieref.partials.forward_dynamics_second_partials import forward_dynamics_second_partials


def test_the_methods_inside_list_the_known_ones():
    model, q, v, tau, _ = motion("aerial_manipulator", "generic")
    for option, words in (("inner", "'dtm', 'idfoza', 'auto'"), ("outer", "'dtm', 'aza', 'auto'")):
        message = f"^{option} is 'local', expected one of {words}"
        with pytest.raises(ArgumentError, match=message):
            forward_dynamics_second_partials(model, q, v, tau, **{option: "local"})


def test_large_results_within_the_range_of_double():
    model, q, v, tau, _ = motion("aerial_manipulator", "generic")
    found = forward_dynamics_second_partials(model, q, np.full(model.nv, 1e150), tau)
    assert all(np.isfinite(x).all() for x in found)


def test_tensors_beyond_the_range_of_double():
    """The accelerations, and the first partials, are within it still."""
    model, q, v, tau, _ = motion("aerial_manipulator", "generic")
    with pytest.raises(NonFiniteError, match=r"^d2a_dq_dq\[.*beyond the range of double"):
        forward_dynamics_second_partials(model, q, np.full(model.nv, 4e153), tau)


@pytest.mark.parametrize("method", ["fdsva_so", "chain_rule"])
@pytest.mark.parametrize("base", ["body", "hybrid"])
def test_a_joint_that_nothing_opposes_is_named(base, method):
    b = ModelBuilder()
    b.add_body("cart", None, Prismatic((1, 0, 0)), None, 1.0)
    b.add_body("needle", "cart", Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    still = np.zeros(2)
    with pytest.raises(SingularError, match="needle"):
        forward_dynamics_second_partials(b.build(), still, still, still, method=method)
    b = ModelBuilder()
    b.add_body("trunk", None, Free(), None, 1.0, inertia=np.eye(3))
    b.add_body("needle", "trunk", Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    model = b.build()
    still = np.zeros(model.nv)
    with pytest.raises(SingularError, match="needle"):
        forward_dynamics_second_partials(model, model.neutral(), still, still, base, method=method)
