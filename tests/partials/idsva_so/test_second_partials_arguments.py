"""Memory for the second partials, and results that no memory or no double holds.

What is refused by every public function alike is tested in tests/sweep/test_arguments.py.
"""

import numpy as np
import pytest
from support.partials.partial_cases import motion

from lieref.errors import NonFiniteError, ShapeError
from lieref.partials.inverse_dynamics_second_partials import inverse_dynamics_second_partials

# The kernel's own way, the one by other representations, the one by the chain rule.
WAYS = (
    {},
    {"base": "hybrid", "wrench_axes": "inertial"},
    {"method": "chain_rule"},
)


@pytest.fixture(params=WAYS, ids=("idsva_so", "hybrid", "chain_rule"))
def case(request):
    model, q, v, a, wrenches = motion("quadruped", "generic")
    return {"model": model, "q": q, "v": v, "a": a, "wrenches": wrenches, **request.param}


def call(case):
    return inverse_dynamics_second_partials(**case)


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
