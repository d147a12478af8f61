"""The table of every function's time has a call of each that works."""

import pytest

import lieref
from verification.benchmark.speed.every_function import UNIT, functions, is_timed

CALLS = functions(lieref.catalogue.serial_chain(3), 1)


def test_every_public_function_is_there():
    names = {name.split(",")[0] for name in CALLS}
    assert next(iter(CALLS)) == UNIT
    assert {name for name in lieref.__all__ if is_timed(name)} <= names


@pytest.mark.parametrize("name", CALLS)
def test_it_runs(name):
    CALLS[name]()
