"""Directions of the directional forms, and weights of contractions.

What is refused by every public function alike is tested in tests/sweep/test_arguments.py.
"""

import re

import numpy as np
import pytest
from support.partials.partial_cases import motion

from lieref.errors import ShapeError
from lieref.partials.products.products import (
    inverse_dynamics_contraction,
    inverse_dynamics_jvp,
    inverse_dynamics_vjp,
)
from lieref.partials.products.products_forward import (
    forward_dynamics_contraction,
    forward_dynamics_jvp,
    forward_dynamics_vjp,
)

# Each with the names of its arguments after v.
ENTRIES = {
    inverse_dynamics_jvp: ("a", "dq", "dv", "da"),
    inverse_dynamics_vjp: ("a", "w"),
    inverse_dynamics_contraction: ("a", "w"),
    forward_dynamics_jvp: ("tau", "dq", "dv", "dtau"),
    forward_dynamics_vjp: ("tau", "w"),
    forward_dynamics_contraction: ("tau", "w"),
}
# The kernel's own way, and the one by other representations.
WAYS = ({}, {"base": "hybrid", "wrench_axes": "inertial"})


@pytest.fixture(params=ENTRIES, ids=lambda entry: entry.__name__)
def entry(request):
    return request.param


@pytest.fixture(params=WAYS, ids=("body", "hybrid"))
def case(request, entry):
    model, q, v, a, wrenches = motion("every_joint_free", "generic")
    rows = np.random.default_rng(2).standard_normal((4, model.nv))
    named = dict(zip(ENTRIES[entry], (a, *rows), strict=False))
    return {"model": model, "q": q, "v": v, "wrenches": wrenches, **named, **request.param}


def test_directions_that_do_not_belong_together(entry, case):
    first, *others = [key for key in case if key in ("dq", "dv", "da", "dtau")] or [None]
    for key in others:
        expected = re.escape(f"{key} has shape (1, 33), expected (33,), that of {first}")
        with pytest.raises(ShapeError, match=f"^{expected}$"):
            entry(**{**case, key: case[key][None]})


def test_a_contraction_takes_one_vector(entry, case):
    """One w to a state: more of them are a batch."""
    if "contraction" in entry.__name__:
        assert np.shape(entry(**{**case, "w": case["w"][None]})[0])[0] == 1
