"""Arguments that functions of the oracle cannot use are named, with the index of what is wrong."""

import math

import numpy as np
import pytest
from support.mechanisms.oracle_loop_robots import four_bar
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError

TREE = random_tree("free_root", seed=351)
Q, V, WRENCHES, TAU = random_state(TREE, 1, seed=352)
MOVES = np.arange(TREE.nv) < 7
MECHANISM = four_bar((1.0, 3.0, 2.5, 3.5))
PARTIALS = ("partials", "second_partials")
OF_TREE = {"model": TREE, "q": Q, "wrenches": WRENCHES[0], "field": oracle.Arb(30)}
OF_LOOP = {"model": MECHANISM, "q": MECHANISM.assembly, "wrenches": np.ones((3, 6)), "digits": 20}
ROWS = OF_TREE | {"v": V[0], "tau": TAU, "wrenches": WRENCHES, "tau_ext": TAU}
# What each function takes.
GIVEN = {
    "forward_dynamics": ROWS,
    "hybrid_dynamics": ROWS | {"vdot": V[1:], "prescribed": MOVES},
    "loop_inverse_dynamics": OF_LOOP
    | {"v": np.ones((2, 1)), "wrenches": np.ones((1, 3, 6)), "tau_ext": np.ones((1, 1))},
}
for _kind, _last in (("inverse", "a"), ("forward", "tau")):
    for _order in PARTIALS:
        GIVEN[f"{_kind}_dynamics_{_order}"] = OF_TREE | {"v": V[0], _last: V[1]}
        GIVEN[f"loop_{_kind}_dynamics_{_order}"] = OF_LOOP | {"v": np.ones(1), _last: np.ones(1)}
ARRAYS = [
    (function, name)
    for function, given in GIVEN.items()
    for name, value in given.items()
    if isinstance(value, np.ndarray) and value.dtype == float
]


def changed(array, index, value):
    out = np.array(array, dtype=object)
    out[index] = value
    return out


def refused(function, error, match, **change):
    with pytest.raises(error, match=match):
        getattr(oracle, function)(**GIVEN[function] | change)


@pytest.mark.parametrize(("function", "name"), ARRAYS)
def test_arrays_that_do_not_fit_or_are_not_finite(function, name):
    right = GIVEN[function][name]
    # vdot is read where it is prescribed, tau where it is not
    last = (*(n - 1 for n in right.shape[:-1]), 6 if name == "vdot" else right.shape[-1] - 1)
    where = ", ".join(map(str, last))
    refused(function, ShapeError, rf"^{name}(\[[\d, ]+\])?: got", **{name: right[..., :-1]})
    refused(function, ShapeError, rf"^{name}(\[[\d, ]+\])?: ", **{name: right[None]})
    for value in (math.nan, math.inf):
        bad = changed(right, last, value)
        refused(function, NonFiniteError, rf"^{name}\[{where}\]", **{name: bad})
    if right.ndim > 1 and name != "v":
        refused(function, ShapeError, f"^{name}: got", **{name: right[:0]})


@pytest.mark.parametrize("function", GIVEN)
def test_words_and_configurations(function):
    refused(function, ArgumentError, "base", base="world")
    refused(function, ArgumentError, "wrench_axes", wrench_axes="spatial")
    if function.startswith("loop"):
        open_loop = MECHANISM.assembly + [0, 0, 0.1]
        refused(function, ConfigurationError, "tip.*open by", q=open_loop)
        refused(function, ShapeError, "q: got 2 entries, expected 3", q=[0.8, 0.1])
        refused(function, ShapeError, "got 1", q=[0.8], near=[0.8])
    else:
        refused(function, ConfigurationError, "quaternion", q=changed(Q, 3, 2.0))


@pytest.mark.parametrize("wrong", [MOVES[1:], MOVES.astype(int), True])
def test_what_is_prescribed_is_said_by_booleans(wrong):
    refused("hybrid_dynamics", ShapeError, "prescribed", prescribed=wrong)


def test_rows_of_a_motion():
    refused("loop_inverse_dynamics", ShapeError, "v: got 1", v=[[1.0]])
    refused("hybrid_dynamics", ShapeError, "vdot: got 1 entries, expected 2", vdot=V[:1])
    refused("forward_dynamics", ShapeError, "tau_ext: got 1", tau_ext=TAU[:1])
