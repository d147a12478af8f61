"""The call of the second partials of forward dynamics: what it takes, what it refuses."""

import re

import numpy as np
import pytest
from support.partials.partial_cases import motion
from support.trees.robots import translation

from lieref.errors import (
    ArgumentError,
    ConfigurationError,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Free, Prismatic, Revolute
from lieref.partials.forward_dynamics_second_partials import (
    choose,
    forward_dynamics_second_partials,
)

ARRAYS = ("q", "v", "tau", "wrenches")
# The kernel's own way, the one by other representations, and the other method.
CASES = ({}, {"base": "hybrid", "wrench_axes": "inertial"}, {"method": "chain_rule"})


@pytest.fixture(params=CASES, ids=("body", "hybrid", "chain_rule"))
def case(request):
    model, q, v, tau, wrenches = motion("aerial_manipulator", "generic")
    arrays = {"q": q, "v": v, "tau": tau, "wrenches": wrenches}
    return {"model": model, **arrays, **request.param}


@pytest.mark.parametrize("name", ARRAYS)
def test_whatever_numpy_reads_as_numbers(case, name):
    reference = forward_dynamics_second_partials(**case)
    for given in (
        case[name].tolist(),
        np.asfortranarray(case[name]),
        np.repeat(case[name], 2, axis=0)[::2],
        case[name].astype(">f8"),
    ):
        for x, y in zip(
            forward_dynamics_second_partials(**{**case, name: given}), reference, strict=True
        ):
            assert (x == y).all()


@pytest.mark.parametrize("name", ARRAYS)
def test_wrong_shapes(case, name):
    for given in (case[name][:-1], case[name][None], 1.0):
        with pytest.raises(ShapeError, match=f"^{name} has shape"):
            forward_dynamics_second_partials(**{**case, name: given})
    with pytest.raises(ShapeError, match=f"^{name} has dtype complex128"):
        forward_dynamics_second_partials(**{**case, name: case[name] * 1j})


@pytest.mark.parametrize("value", [np.nan, np.inf])
@pytest.mark.parametrize("name", ARRAYS)
def test_numbers_that_are_none(case, name, value):
    spoilt = case[name].copy()
    spoilt[(1,) * spoilt.ndim] = value
    index = ", ".join(["1"] * spoilt.ndim)
    with pytest.raises(NonFiniteError, match=re.escape(f"{name}[{index}] is {value}")):
        forward_dynamics_second_partials(**{**case, name: spoilt})


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("base", "'body', 'spatial', 'hybrid', 'mixed'"),
        ("wrench_axes", "'body', 'inertial'"),
        ("method", "'fdsva_so', 'chain_rule'"),
        ("inner", "'dtm', 'idfoza', 'auto'"),
        ("outer", "'dtm', 'aza', 'auto'"),
    ],
)
def test_options_that_do_not_exist(case, option, words):
    message = f"{option} is 'local', expected one of {words}"
    with pytest.raises(ArgumentError, match="^" + re.escape(message)):
        forward_dynamics_second_partials(**{**case, option: "local"})


def test_options_of_choose_that_do_not_exist(case):
    with pytest.raises(ArgumentError, match="^inner is 'aza'"):
        choose(case["model"], inner="aza")
    with pytest.raises(ArgumentError, match="^outer is 1"):
        choose(case["model"], outer=1)


def test_quaternions_off_the_sphere(case):
    q = case["q"].copy()
    q[3:7] *= 1 + 1e-6
    with pytest.raises(ConfigurationError, match="norm"):
        forward_dynamics_second_partials(**{**case, "q": q})


def test_results_beyond_the_range_of_double(case):
    with pytest.raises(NonFiniteError, match="beyond the range of double"):
        forward_dynamics_second_partials(**{**case, "v": np.full(case["model"].nv, 1e200)})
    found = forward_dynamics_second_partials(**{**case, "v": np.full(case["model"].nv, 1e150)})
    assert all(np.isfinite(x).all() for x in found)


def test_tensors_beyond_the_range_of_double():
    """The accelerations, and the first partials, are within it still."""
    model, q, v, tau, _ = motion("aerial_manipulator", "generic")
    with pytest.raises(NonFiniteError, match=r"^d2a_dq_dq\[.*beyond the range of double"):
        forward_dynamics_second_partials(model, q, np.full(model.nv, 4e153), tau)


def test_the_model_is_a_model():
    with pytest.raises(TypeError):
        forward_dynamics_second_partials(None, [], [], [])


@pytest.mark.parametrize("method", ["fdsva_so", "chain_rule"])
@pytest.mark.parametrize("base", ["body", "hybrid"])
def test_a_joint_that_nothing_opposes_is_named(base, method):
    b = ModelBuilder()
    b.add_body("cart", None, Prismatic((1, 0, 0)), None, 1.0)
    b.add_body("needle", "cart", Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    still = np.zeros(2)
    with pytest.raises(SingularError, match="needle"):
        forward_dynamics_second_partials(b.build(), still, still, still, method=method)
    b = ModelBuilder()
    b.add_body("trunk", None, Free(), None, 1.0, inertia=np.eye(3))
    b.add_body("needle", "trunk", Revolute((0, 0, 1)), translation(0, 0, 1), 0.5)
    model = b.build()
    still = np.zeros(model.nv)
    with pytest.raises(SingularError, match="needle"):
        forward_dynamics_second_partials(model, model.neutral(), still, still, base, method=method)
