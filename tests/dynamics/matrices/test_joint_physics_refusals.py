"""Closed forms that know bodies alone refuse a model whose joints have physics of their own."""

import numpy as np
import pytest
from robots import ROBOTS, with_physics

import lieref
from lieref.errors import ModelError

REFUSING = {
    "euler_jourdain": 3,
    "momentum_jourdain": 3,
    "lagrange_matrices": 2,
    "grouped_matrices": 2,
}


@pytest.mark.parametrize("name", REFUSING)
def test_they_name_themselves_and_the_way_out(name):
    model = with_physics(ROBOTS["arm"]())
    state = (model.neutral(), np.ones(model.nv), np.ones(model.nv))[: REFUSING[name]]
    function = getattr(lieref, name)
    with pytest.raises(ModelError, match=rf"^{name}: .*model\.without_joint_physics\(\)"):
        function(model, *state)
    function(model.without_joint_physics(), *state)
