"""The calls of the directional forms: what they take, what they refuse, in which words."""

import re

import numpy as np
import pytest
from support.partials.partial_cases import motion

from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError
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


def arrays(found):
    return found if isinstance(found, tuple) else (found,)


def numbers(case):
    return [key for key, value in case.items() if isinstance(value, np.ndarray)]


def test_whatever_numpy_reads_as_numbers(entry, case):
    reference = arrays(entry(**case))
    for key in numbers(case):
        repeated = np.repeat(case[key], 2, axis=0)[::2]
        for given in (case[key].tolist(), repeated, case[key].astype(">f8")):
            for x, y in zip(arrays(entry(**{**case, key: given})), reference, strict=True):
                assert (x == y).all()


def test_wrong_shapes(entry, case):
    for key in numbers(case):
        for given in (case[key][:-1], case[key][..., None, None], 1.0):
            with pytest.raises(ShapeError, match=f"^{key} has shape"):
                entry(**{**case, key: given})
        with pytest.raises(ShapeError, match=f"^{key} has dtype complex128"):
            entry(**{**case, key: case[key] * 1j})


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


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_none(entry, case, value):
    for key in numbers(case):
        spoilt = case[key].copy()
        spoilt[(1,) * spoilt.ndim] = value
        index = ", ".join(["1"] * spoilt.ndim)
        with pytest.raises(NonFiniteError, match=re.escape(f"{key}[{index}] is {value}")):
            entry(**{**case, key: spoilt})


def test_options_that_do_not_exist(entry, case):
    for option, words in (("base", "'mixed'"), ("wrench_axes", "'inertial'")):
        with pytest.raises(ArgumentError, match=f"^{option} is 'local', expected one of .*{words}"):
            entry(**{**case, option: "local"})


def test_quaternions_off_the_sphere(entry, case):
    q = case["q"].copy()
    q[3:7] *= 1 + 1e-6
    with pytest.raises(ConfigurationError, match="norm"):
        entry(**{**case, "q": q})


def test_results_beyond_the_range_of_double(entry, case):
    with pytest.raises(NonFiniteError, match="beyond the range of double"):
        entry(**{**case, "v": np.full(case["model"].nv, 1e200)})


def test_the_model_is_a_model(entry):
    with pytest.raises(TypeError):
        entry(None, *[[]] * (2 + len(ENTRIES[entry])))
