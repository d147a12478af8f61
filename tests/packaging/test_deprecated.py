"""Old names and words still work, with a warning that names the new ones."""

from importlib import import_module

import numpy as np
import pytest

import lieref
from lieref import ArgumentError, deprecated

OLD = [(module, *pair) for module, names in deprecated.NAMES.items() for pair in names.items()]


@pytest.mark.parametrize(("module", "old", "new"), OLD)
def test_old_names(module, old, new):
    owner = import_module(module)
    place, _, member = (new if "." in new else f"{module}.{new}").rpartition(".")
    told = f"{old} is deprecated .* use {place}.{member}"
    with pytest.warns(DeprecationWarning, match=told) as got:
        assert getattr(owner, old) is getattr(import_module(place), member)
    assert got[0].filename == __file__
    assert old not in owner.__all__


def test_other_names_are_still_errors():
    for module in map(import_module, deprecated.NAMES):
        with pytest.raises(AttributeError, match="has no attribute 'conditioning'"):
            _ = module.conditioning


def test_the_old_form():
    model = lieref.catalogue.serial_chain(3)
    q, v = np.full(model.nq, 0.3), np.ones((2, model.nv))
    for function, given in (
        (lieref.inverse_dynamics, (q, v)),
        (lieref.forward_dynamics, (q, v[0], v[1:])),
        (lieref.inverse_dynamics, (np.stack([q, q]), v)),
    ):
        told = "form='production' is .* use form='default'"
        with pytest.warns(DeprecationWarning, match=told) as got:
            found = function(model, *given, form="production")
        assert got[0].filename == __file__
        assert (found == function(model, *given)).all()
    with pytest.raises(
        ArgumentError, match="form is 'spatiel', expected one of 'default', 'spatial'"
    ):
        lieref.inverse_dynamics(model, q, v, form="spatiel")
