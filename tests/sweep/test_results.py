"""Every public function leaves its arguments as they are, and its results are its caller's own."""

from __future__ import annotations

import copy
import warnings
from fnmatch import fnmatchcase
from typing import Any

import numpy as np
import public_calls
import pytest

# Made to write into an argument, or to give another result each time.
WRITES = ("out", "stages", "values", "rng")
CALLS = {
    call.name: call
    for call in public_calls.calls()
    if not call.name.startswith(public_calls.SLOW) and not call.arguments.keys() & {*WRITES}
}
# Views of arguments by their names; models, states and matrices hold what they were given.
VIEWS = ("tensor_algebra.*", "steps.*_state", "closed_form*", "loops.close", "LoopModel.*")


def arrays(values: Any) -> list[np.ndarray]:
    """The arrays of numbers among arguments."""
    return [x for x in values if isinstance(x, np.ndarray)]


@pytest.mark.parametrize("name", CALLS)
def test_arguments_stay_and_results_are_new(name: str) -> None:
    call = CALLS[name]
    given = arrays(call.arguments.values())
    before = copy.deepcopy(given)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        first = list(public_calls.numbers_of(call.function(**call.arguments)))
        kept = copy.deepcopy(first)
        second = list(public_calls.numbers_of(call.function(**call.arguments)))
    assert all(np.array_equal(x, y) for x, y in zip(given, before, strict=True))
    for x, y, z in zip(first, second, kept, strict=True):
        assert np.array_equal(x, y) and np.array_equal(x, z)
        if any(fnmatchcase(name, views) for views in VIEWS):
            continue
        assert not np.shares_memory(x, y)
        assert not any(np.shares_memory(x, argument) for argument in given)
