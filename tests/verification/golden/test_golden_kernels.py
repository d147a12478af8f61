"""lieref's kernels hold the golden data in double precision."""

import json

import numpy as np
import pytest

import lieref
from lieref import loops
from lieref.algebra import SE3, SO3
from verification.golden import descriptions, files
from verification.golden.confirmation import numbers
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
    # the errors of the arguments' own rounding are none: they are doubles
    "groups": 16 * EPS,
}
CASES = {
    name: json.loads((files.FOLDER / files.place(name)).read_text(encoding="utf-8"))
    for name in files.CASES
}
ROWS = ("tau", "vdot", "v_all", "tau_all")


def arrays(given):
    return {
        key: np.array(x, float) if isinstance(x, list) and key != "prescribed" else x
        for key, x in given.items()
    }


def computed(model, given, quantity):
    """What lieref says, by the names of the tables."""
    q, v, tau = (np.array(given[key]) for key in ("q", "v", "tau"))
    of_all, first = arrays(loads(given, len(tau))), arrays(of_first_order(given))
    if quantity == "inverse_dynamics":
        return {"tau": lieref.inverse_dynamics(model, q, v, **of_all)}
    if quantity == "forward_dynamics":
        return {"vdot": lieref.forward_dynamics(model, q, v[0], tau, **of_all)}
    if quantity == "hybrid_dynamics":
        chosen = np.array(given["prescribed"])
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
    last = v[1] if quantity.startswith("inverse") else tau[0]
    return getattr(lieref, quantity)(model, q, v[0], last, **first)._asdict()


def error(found, table, by_rows):
    """Largest relative error over blocks; a block that may be zero has the size of the others."""
    reference = np.array(descriptions.doubles(table["values"]))
    if not by_rows:
        return abs(found - reference).max() / (abs(reference).max() or 1.0)
    assert found.shape == reference.shape
    gaps, sizes = abs(found - reference).max(1), abs(reference).max(1)
    return max(gaps / np.where(sizes > 0, sizes, 1) / np.arange(1, len(reference) + 1))


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "model" in case])
def test_dynamics(name):
    case = CASES[name]
    model, given = descriptions.build(case["model"]), numbers(case["inputs"])
    tested = 0
    for quantity, tables in case["references"].items():
        if quantity == "loop_configuration":
            continue
        found = computed(model, given, quantity)
        for key, table in tables.items():
            assert error(np.asarray(found[key]), table, key in ROWS) <= LIMITS[quantity], key
            tested += 1
    assert tested >= 2


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "group" in case])
def test_groups(name):
    group = {"SE3": SE3, "SO3": SO3}[CASES[name]["group"]]
    function = getattr(group, CASES[name]["function"])
    for sample in CASES[name]["samples"]:
        found = function(np.array(descriptions.doubles(sample["argument"])))
        assert error(found, sample["value"], False) <= LIMITS["groups"], sample["angle"]
