"""The public functions of the first partials: what they take, what they refuse, in which words."""

import re

import numpy as np
import pytest
from support.partials.partial_cases import motion

from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError
from lieref.partials.chain_rule import chain_rule
from lieref.partials.forward_dynamics_partials import forward_dynamics_partials
from lieref.partials.inverse_dynamics_partials import inverse_dynamics_partials

ENTRIES = (inverse_dynamics_partials, forward_dynamics_partials)
DRAWN = ("every_joint_free", "generic")
# The kernel's own way, and the one by other representations.
WAYS = ({}, {"base": "hybrid", "wrench_axes": "inertial"})


@pytest.fixture(params=ENTRIES, ids=lambda entry: entry.__name__)
def entry(request):
    return request.param


@pytest.fixture(scope="module")
def given():
    return dict(zip(("model", "q", "v", "last", "wrenches"), motion(*DRAWN), strict=True))


@pytest.fixture(params=WAYS, ids=("body", "hybrid"))
def case(given, request):
    return {**given, **request.param}


def call(entry, case):
    rest = {key: case[key] for key in ("base", "wrenches", "wrench_axes") if key in case}
    return entry(case["model"], case["q"], case["v"], case["last"], **rest)


def name(entry, key):
    return (
        {inverse_dynamics_partials: "a", forward_dynamics_partials: "tau"}[entry]
        if (key == "last")
        else key
    )


@pytest.mark.parametrize("key", ["q", "v", "last", "wrenches"])
def test_whatever_numpy_reads_as_numbers(entry, case, key):
    reference = call(entry, case)
    for given in (
        case[key].tolist(),
        np.asfortranarray(case[key]),
        np.repeat(case[key], 2, axis=0)[::2],
        case[key].astype(">f8"),
    ):
        for x, y in zip(call(entry, {**case, key: given}), reference, strict=True):
            assert (x == y).all()


@pytest.mark.parametrize("key", ["q", "v", "last", "wrenches"])
def test_wrong_shapes(entry, case, key):
    what = re.escape(name(entry, key))
    for given in (case[key][:-1], case[key][..., None], 1.0):
        with pytest.raises(ShapeError, match=f"^{what} has shape"):
            call(entry, {**case, key: given})
    with pytest.raises(ShapeError, match=f"^{what} has dtype complex128"):
        call(entry, {**case, key: case[key] * 1j})


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("key", ["q", "v", "last", "wrenches"])
def test_numbers_that_are_none(entry, case, key, value):
    spoilt = case[key].copy()
    spoilt[(1,) * spoilt.ndim] = value
    index = ", ".join(["1"] * spoilt.ndim)
    with pytest.raises(NonFiniteError, match=re.escape(f"{name(entry, key)}[{index}] is {value}")):
        call(entry, {**case, key: spoilt})


def test_options_that_do_not_exist(entry, case):
    for option, words in (("base", "'mixed'"), ("wrench_axes", "'inertial'")):
        with pytest.raises(ArgumentError, match=f"^{option} is 'local', expected one of .*{words}"):
            call(entry, {**case, option: "local"})


def test_quaternions_off_the_sphere(entry, case):
    q = case["q"].copy()
    q[3:7] *= 1 + 1e-6
    with pytest.raises(ConfigurationError, match="norm"):
        call(entry, {**case, "q": q})


def test_results_beyond_the_range_of_double(entry, case):
    with pytest.raises(NonFiniteError, match="beyond the range of double"):
        call(entry, {**case, "v": np.full(case["model"].nv, 1e200)})


def test_the_model_is_a_model(entry):
    with pytest.raises(TypeError):
        entry(None, [], [], [])


def test_the_chain_rule_is_a_method(entry, case):
    rest = {key: case[key] for key in ("base", "wrenches", "wrench_axes") if key in case}
    arguments = case["model"], case["q"], case["v"], case["last"]
    found = entry(*arguments, **rest, method="chain_rule")
    reference = getattr(chain_rule, entry.__name__)(*arguments, **rest)
    for x, y, ours in zip(found, reference, entry(*arguments, **rest), strict=True):
        assert (x == y).all()
        assert (x != ours).any()


def test_a_method_that_does_not_exist(entry, case):
    with pytest.raises(ArgumentError, match=r"method is 'newton', expected one of .*'chain_rule'"):
        entry(case["model"], case["q"], case["v"], case["last"], method="newton")
