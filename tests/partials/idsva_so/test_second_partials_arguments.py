"""The public function of the second partials: what it takes, what it refuses, in which words."""

import re

import numpy as np
import pytest
from support.partials.partial_cases import motion

from lieref.errors import ArgumentError, ConfigurationError, NonFiniteError, ShapeError
from lieref.partials.inverse_dynamics_second_partials import inverse_dynamics_second_partials

# The kernel's own way, the one by other representations, the one by the chain rule.
WAYS = (
    {},
    {"base": "hybrid", "wrench_axes": "inertial"},
    {"method": "chain_rule"},
)
KEYS = ("q", "v", "a", "wrenches")


@pytest.fixture(params=WAYS, ids=("idsva_so", "hybrid", "chain_rule"))
def case(request):
    model, q, v, a, wrenches = motion("quadruped", "generic")
    return {"model": model, "q": q, "v": v, "a": a, "wrenches": wrenches, **request.param}


def call(case):
    return inverse_dynamics_second_partials(**case)


@pytest.mark.parametrize("key", KEYS)
def test_whatever_numpy_reads_as_numbers(case, key):
    reference = call(case)
    for given in (
        case[key].tolist(),
        np.asfortranarray(case[key]),
        np.repeat(case[key], 2, axis=0)[::2],
        case[key].astype(">f8"),
    ):
        for x, y in zip(call({**case, key: given}), reference, strict=True):
            assert (x == y).all()


@pytest.mark.parametrize("key", KEYS)
def test_wrong_shapes(case, key):
    for given in (case[key][:-1], case[key][None], 1.0):
        with pytest.raises(ShapeError, match=f"^{key} has shape"):
            call({**case, key: given})
    with pytest.raises(ShapeError, match=f"^{key} has dtype complex128"):
        call({**case, key: case[key] * 1j})


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("key", KEYS)
def test_numbers_that_are_none(case, key, value):
    spoilt = case[key].copy()
    spoilt[(1,) * spoilt.ndim] = value
    index = ", ".join(["1"] * spoilt.ndim)
    with pytest.raises(NonFiniteError, match=re.escape(f"{key}[{index}] is {value}")):
        call({**case, key: spoilt})


def test_options_that_do_not_exist(case):
    words = {"base": "'mixed'", "wrench_axes": "'inertial'", "method": "'chain_rule'"}
    for option, name in words.items():
        with pytest.raises(ArgumentError, match=f"^{option} is 'local', expected one of .*{name}"):
            call({**case, option: "local"})


def test_quaternions_off_the_sphere(case):
    q = case["q"].copy()
    q[3:7] *= 1 + 1e-6
    with pytest.raises(ConfigurationError, match="norm"):
        call({**case, "q": q})


@pytest.mark.filterwarnings("ignore:.* encountered in matmul:RuntimeWarning")
def test_results_beyond_the_range_of_double(case):
    with pytest.raises(NonFiniteError, match="beyond the range of double"):
        call({**case, "v": np.full(case["model"].nv, 1e200)})


@pytest.mark.parametrize("robot", ["quadruped", "aerial_manipulator_5x4", "serial_20_free"])
def test_no_entry_beyond_the_range_of_double_is_missed(robot):
    model, q, v, a, _ = motion(robot, "generic")
    refused = 0
    # the largest entries leave the range first
    for factor in np.geomspace(1e152, 1e156, 80):
        try:
            found = inverse_dynamics_second_partials(model, q, factor * v, a)
        except NonFiniteError as error:
            refused += "beyond the range of double" in str(error)
        else:
            assert all(np.isfinite(x).all() for x in found)
    assert 0 < refused < 80


def test_memory_for_the_result_must_fit(case):
    good = call(case)
    frozen = good.d2tau_dv_dv.copy()
    frozen.flags.writeable = False
    for bad in (
        good.d2tau_dv_dv[:-1],
        good.d2tau_dv_dv.astype(np.float32),
        good.d2tau_dv_dv.transpose(),
        good.d2tau_dv_dv.tolist(),
        frozen,
    ):
        with pytest.raises(ShapeError, match=r"^out\.d2tau_dv_dv is no writeable contiguous"):
            call({**case, "out": good._replace(d2tau_dv_dv=bad)})
    with pytest.raises(ShapeError, match="^out is tuple"):
        call({**case, "out": tuple(good)})


@pytest.mark.parametrize("error", [MemoryError("no room"), ValueError("array is too big")])
def test_tensors_that_do_not_fit(monkeypatch, error):
    model, *state = motion("quadruped", "generic")[:4]

    def refuse(shape):
        raise error

    monkeypatch.setattr(np, "zeros", refuse)
    with pytest.raises(MemoryError, match=r"^four tensors of 18\^3 numbers do not fit$"):
        inverse_dynamics_second_partials(model, *state)


def test_the_model_is_a_model():
    with pytest.raises(TypeError):
        inverse_dynamics_second_partials(None, [], [], [])
