"""What is no model with loops, or no model at all, is told by name at every public function."""

import inspect

import numpy as np
import pytest

import lieref
from lieref import catalogue, loops, oracle


def _entries(room):
    """Functions whose first argument is a model, how many others they need, and which models."""
    for name in room.__all__:
        function = getattr(room, name)
        if inspect.isfunction(function):
            first, *others = inspect.signature(function).parameters.values()
            if first.name == "model":
                needed = sum(x.default is x.empty for x in others)
                yield pytest.param(function, needed, first.annotation, id=f"{room.__name__}.{name}")


ENTRIES = [*_entries(loops), *_entries(oracle)]


@pytest.mark.parametrize("function, needed, models", ENTRIES)
def test_models_that_are_none(function, needed, models):
    with pytest.raises(TypeError, match="model.* got NoneType"):
        function(None, *[np.zeros(3)] * needed)
    if models == "LoopModel":
        with pytest.raises(TypeError, match="model.LoopModel, got Model"):
            function(catalogue.serial_chain(3), *[np.zeros(3)] * needed)


def test_numbers_other_than_doubles_are_told_where_to_go():
    model = catalogue.four_bar()
    q, v = model.assembly, np.ones(1)
    for call, given in (
        (lieref.forward_dynamics, (q, v, [v])),
        (lieref.hybrid_dynamics, (q, v, [v], [v], [True])),
    ):
        with pytest.raises(lieref.ShapeError, match=r"digits is 31.*oracle\.loop_forward_dynamics"):
            call(model, *given, digits=31)
    with pytest.raises(lieref.ShapeError, match="q has dtype complex128, expected real"):
        lieref.inverse_dynamics(model, q + 1e-30j, [v, v])


def test_every_entry_is_one_of_three():
    assert {entry.values[2] for entry in ENTRIES} == {"Model", "LoopModel", "LoopModel | Model"}
