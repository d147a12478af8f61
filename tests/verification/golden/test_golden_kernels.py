"""lieref's kernels hold the golden data in double precision."""

import numpy as np
import pytest

import lieref
from lieref import errors, golden, loops
from lieref.algebra import SE3, SO3
from verification.golden import failures, files
from verification.golden.tree_references import loads, of_first_order

EPS = float(np.finfo(float).eps)
# Largest error of a block, max norm by that of the reference; of order r by r + 1. Four times the
# worst that was found over all cases (in brackets), as the next power of two, at least 16 eps.
LIMITS = {
    "inverse_dynamics": 16 * EPS,  # 1.4
    "forward_dynamics": 64 * EPS,  # 8.7
    "hybrid_dynamics": 32 * EPS,  # 4.4
    "joint_space_inertia": 16 * EPS,  # 1.9
    "coriolis_matrix": 16 * EPS,  # 3.0
    "christoffel_symbols": 64 * EPS,  # 8.5
    "inverse_dynamics_partials": 32 * EPS,  # 6.1
    "inverse_dynamics_second_partials": 64 * EPS,  # 11.3
    "forward_dynamics_partials": 128 * EPS,  # 21.8
    "forward_dynamics_second_partials": 128 * EPS,  # 21.8
    # the spatial loop is close to its toggle: 71 and 110, all others below 10
    "loop_inverse_dynamics": 512 * EPS,
    "loop_forward_dynamics": 512 * EPS,
    "loop_inverse_dynamics_partials": 256 * EPS,  # 38.5
    "loop_inverse_dynamics_second_partials": 256 * EPS,  # 49.0
    "loop_forward_dynamics_partials": 2048 * EPS,  # 290.9, 35 without the spatial loop
    "loop_forward_dynamics_second_partials": 256 * EPS,  # 49.4
    # the errors of the arguments' own rounding are none: they are doubles
    "groups": 16 * EPS,
}
CASES = {name: golden.load(name, files.FOLDER) for name in golden.names(source=files.FOLDER)}
ROWS = ("tau", "vdot", "v_all", "tau_all")


def of_type(kind):
    return [name for name, case in CASES.items() if isinstance(case, kind)]


def computed(model, given, quantity):
    """What lieref says, by the names of the tables."""
    q, v, tau = (given[key] for key in ("q", "v", "tau"))
    of_all, first = loads(given, len(tau)), of_first_order(given)
    if quantity == "inverse_dynamics":
        return {"tau": lieref.inverse_dynamics(model, q, v, **of_all)}
    if quantity == "forward_dynamics":
        return {"vdot": lieref.forward_dynamics(model, q, v[0], tau, **of_all)}
    if quantity == "hybrid_dynamics":
        chosen = given["prescribed"]
        found = lieref.hybrid_dynamics(model, q, v[0], v[1:], tau, chosen, **of_all)
        return dict(zip(("v_all", "tau_all"), found, strict=True))
    if quantity == "joint_space_inertia":
        return {"H": lieref.joint_space_inertia(model, q, given["base"])}
    if quantity == "coriolis_matrix":
        return {"C": lieref.coriolis_matrix(model, q, v[0], given["base"])}
    if quantity == "christoffel_symbols":
        return {"Gamma": lieref.christoffel_symbols(model, q)}
    if quantity == "loop_inverse_dynamics":
        return {"tau": loops.inverse_dynamics(model, q, v)}
    if quantity == "loop_forward_dynamics":
        return {"vdot": loops.forward_dynamics(model, q, v[0], tau)}
    last = tau[0] if "forward" in quantity else v[1]
    if quantity.startswith("loop"):
        return getattr(loops, quantity.removeprefix("loop_"))(model, q, v[0], last)._asdict()
    return getattr(lieref, quantity)(model, q, v[0], last, **first)._asdict()


def error(found, reference, by_rows):
    """Largest relative error over blocks; a block that may be zero has the size of the others."""
    values = reference.values
    if not by_rows:
        return abs(found - values).max() / (abs(values).max() or 1.0)
    assert found.shape == values.shape
    gaps, sizes = abs(found - values).max(1), abs(values).max(1)
    return max(gaps / np.where(sizes > 0, sizes, 1) / np.arange(1, len(values) + 1))


@pytest.mark.parametrize("name", of_type(golden.MechanismCase))
def test_dynamics(name):
    case = CASES[name]
    tested = 0
    for quantity, tables in case.references.items():
        if quantity == "loop_configuration":
            continue
        found = computed(case.model, case.inputs, quantity)
        for key, reference in tables.items():
            assert error(np.asarray(found[key]), reference, key in ROWS) <= LIMITS[quantity], key
            tested += 1
    assert tested >= 2


@pytest.mark.parametrize("name", of_type(golden.GroupCase))
def test_groups(name):
    case = CASES[name]
    function = getattr({"SE3": SE3, "SO3": SO3}[case.group], case.function)
    for sample in case.samples:
        found = function(sample.argument)
        assert error(found, sample.value, False) <= LIMITS["groups"], sample.angle


@pytest.mark.parametrize("name", of_type(golden.FailureCase))
def test_failures(name):
    case = CASES[name]
    with pytest.raises(getattr(errors, case.exception)) as told:
        failures.called(case)
    assert case.names in str(told.value)
