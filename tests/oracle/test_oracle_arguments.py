"""Bad input gives the documented error, with the argument and the index."""

import math

import numpy as np
import pytest
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError

MODEL = random_tree("free_base", seed=1)
Q, V, WRENCHES, TAU_EXT = random_state(MODEL, 1, seed=2)


def _changed(array, index, value):
    out = np.array(array, dtype=object)
    out[index] = value
    return out


@pytest.mark.parametrize(
    ("change", "error", "match"),
    [
        ({"q": Q[:-1]}, ShapeError, "q: got"),
        ({"q": 3.0}, ShapeError, "q: got a float"),
        ({"q": "x" * len(Q)}, ShapeError, "q"),
        ({"q": _changed(Q, 2, math.nan)}, NonFiniteError, r"q\[2\]"),
        ({"q": _changed(Q, 2, None)}, ShapeError, r"q\[2\]"),
        ({"q": _changed(Q, 2, 1j)}, ShapeError, r"q\[2\]"),
        ({"q": _changed(Q, 3, 2.0)}, ConfigurationError, "quaternion"),
        ({"v": V[:1]}, ShapeError, "v: got 1 rows"),
        ({"v": V[0]}, ShapeError, r"v\[0\]"),
        ({"v": V[:, 1:]}, ShapeError, r"v\[0\]: got"),
        ({"v": _changed(V, (1, 4), math.inf)}, NonFiniteError, r"v\[1, 4\]"),
        ({"base": "world"}, ArgumentError, "base"),
        ({"wrench_axes": "spatial"}, ArgumentError, "wrench_axes"),
        ({"wrenches": WRENCHES[:1]}, ShapeError, "wrenches: got 1"),
        ({"wrenches": WRENCHES[..., :5]}, ShapeError, r"wrenches\[0, 0\]"),
        ({"wrenches": _changed(WRENCHES, (1, 0, 5), math.nan)}, NonFiniteError, "1, 0, 5"),
        ({"tau_ext": TAU_EXT[0]}, ShapeError, "tau_ext"),
        ({"tau_ext": _changed(TAU_EXT, (0, 1), -math.inf)}, NonFiniteError, r"tau_ext\[0, 1\]"),
    ],
)
def test_bad_arguments_are_refused(change, error, match):
    field = oracle.Arb(30)
    with pytest.raises(error, match=match):
        oracle.inverse_dynamics(**{"model": MODEL, "q": Q, "v": V, "field": field, **change})


@pytest.mark.parametrize("digits", [0, 15, True, 1e30, 10**30, "50", None])
def test_digits_are_an_integer_of_some_size(digits):
    with pytest.raises(ShapeError, match="^digits is .*, expected an integer from 16 to 100000"):
        oracle.inverse_dynamics(MODEL, Q, V, digits=digits)


@pytest.mark.parametrize(
    "call", [oracle.inverse_dynamics, oracle.forward_dynamics, oracle.energy, oracle.momentum]
)
def test_what_is_no_model_is_told(call):
    with pytest.raises(TypeError, match="model.*NoneType"):
        call(None, *(Q, V[0], V) if call is oracle.forward_dynamics else (Q, V))


def test_body_poses_refuses_what_it_cannot_read():
    with pytest.raises(ShapeError, match="v: got 0 rows"):
        oracle.body_poses(MODEL, Q, V[:0])
    with pytest.raises(ArgumentError, match="base"):
        oracle.body_poses(MODEL, Q, V, base="left")


def test_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "flint", None)
    with pytest.raises(ImportError, match=r"python-flint.*lieref\[oracle\]"):
        oracle.Arb(30)
