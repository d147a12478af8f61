"""The table of public functions: each row has its functions, and names arguments that there are."""

import inspect

import pytest

import lieref
from lieref.api import mechanisms
from lieref.api.operations import AXES, OPERATIONS


@pytest.mark.parametrize("name", OPERATIONS)
def test_rows_name_what_there_is(name):
    row, names = OPERATIONS[name], [*inspect.signature(getattr(lieref, name)).parameters]
    assert names[0] == "model"
    assert {*row.axes, *row.trees_alone} <= {*names}
    assert callable(getattr(mechanisms, name))
    assert (name in mechanisms.IN_LANES) == row.mechanisms.endswith("in lanes")
    # what belongs to a state everywhere is no option here
    if row.mechanisms in ("at once", "in lanes", "by one"):
        assert {*row.axes} == {*names} & {*AXES} - {*row.trees_alone}
