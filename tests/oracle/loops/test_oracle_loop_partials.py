"""Partial derivatives through loops against differences at 210 digits, and what they must be."""

import functools
import importlib

import numpy as np
import pytest
from support.mechanisms.loop_robots import robot
from support.mechanisms.oracle_loop_robots import (
    closed_chain,
    closed_state,
    four_bar,
    geared_cam,
    propped,
    tethered,
)
from support.references.oracle_slopes import (
    FINE,
    STEP,
    along,
    along_both,
    assert_enclosed,
    assert_indices,
    directions,
    displaced,
    first_difference,
    relative,
    second_difference,
    stepped,
)
from support.references.trajectories import state_at

from lieref import catalogue, oracle
from lieref.errors import LierefError, SingularError

# balls: what is asserted of them is proven of every number in them
K = oracle.Arb(60)
KINDS = ("inverse", "forward")
FUNCTIONS = [
    f"loop_{kind}_dynamics_{order}" for kind in KINDS for order in ("partials", "second_partials")
]
MECHANISMS = {
    "planar_four_bar": lambda: four_bar((1.0, 3.0, 2.5, 3.5)),
    "rssr": catalogue.rssr,
    "geared_cam": lambda: geared_cam(301),
    "rod_drive": lambda: robot("rod_drive"),
    "free_four_bar": lambda: robot("four_bar_free"),
    "propped_plane": lambda: propped("planar", 301),
    "tethered_universal": lambda: tethered("universal", 301),
    "tethered_cylinder": lambda: tethered("cylindrical", 301),
    "tethered_ball": lambda: tethered("spherical", 301),
    "closed_chain": lambda: closed_chain("screw", 301, on_world=True),
}
CASES = [
    ("planar_four_bar", "body", "body"),
    ("rssr", "body", "inertial"),
    ("geared_cam", "body", "body"),
    ("free_four_bar", "body", "inertial"),
    ("free_four_bar", "mixed", "body"),
    ("free_four_bar", "hybrid", "inertial"),
    ("propped_plane", "body", "inertial"),
    ("tethered_universal", "spatial", "inertial"),
    ("tethered_cylinder", "hybrid", "body"),
    ("tethered_ball", "mixed", "inertial"),
]
#: Forward dynamics follows from inverse dynamics by equations that the mechanism has no part in.
FIRST = [*((case, "inverse") for case in CASES), *((case, "forward") for case in CASES[2::3])]
#: Redundant equations, all in space, couplings, a base outside of the loop, and one that is held.
SECOND = [
    *((CASES[i], "inverse") for i in (0, 1, 2, 4, 7, 8)),
    *((CASES[i], "forward") for i in (1, 2)),
]
#: Mechanisms of which first derivatives alone are taken.
LARGE = [
    (("rod_drive", "spatial", "body"), "forward"),
    (("closed_chain", "mixed", "inertial"), "inverse"),
]


@pytest.fixture(autouse=True)
def _fine():
    with FINE.working():
        yield


@functools.cache
def _model(name):
    return MECHANISMS[name]()


@functools.cache
def _state(name):
    """Configuration that is closed to the last digit of doubles, rows of v and tau, wrenches."""
    model = _model(name)
    q, v, wrenches, tau = closed_state(model, 0, seed=302, field=K, reach=0.2)
    return np.array([K.to_float(x) for x in q]), v, wrenches[0], tau[0]


@functools.cache
def _closed(name):
    return oracle.loop_configuration(_model(name), _state(name)[0], field=FINE)


def _partials(case, kind, order="partials", field=K):
    name, base, axes = case
    q, v, wrenches, tau = _state(name)
    loads = {"base": base, "wrenches": wrenches, "wrench_axes": axes, "field": field}
    last = v[1] if kind == "inverse" else tau
    return getattr(oracle, f"loop_{kind}_dynamics_{order}")(_model(name), q, v[0], last, **loads)


_cached = functools.cache(_partials)


def _moved(model, q, direction, steps):
    """q along the independent coordinates; where these are whole joints, the loops are left open.

    Along joints that are independent in part, the series of a motion through the loops.
    """
    direction = [float(x) for x in direction]
    if model.nq is not None:
        whole = np.zeros(model.tree.nv)
        whole[model.independent] = direction
        return displaced(model.tree, q, whole, steps)
    if not any(direction) or not steps:
        return q
    # what the series leaves out is of the order of STEP^4
    rows = [direction, *np.zeros((2, model.nv))]
    motion = oracle.loop_motion(model, q, rows, field=FINE)
    return state_at(model.tree, FINE, q, motion, "body", steps * STEP)[0]


def _value(kind, case, r, s, x, y):
    """Forces or accelerations, the state moved x steps along r and y along s; s first in q."""
    name, base, axes = case
    model, (_, v, wrenches, tau) = _model(name), _state(name)
    q = _moved(model, _moved(model, _closed(name), s[0], y), r[0], x)
    last = v[1] if kind == "inverse" else tau
    v, last = stepped((v[0], last), r[1:], s[1:], x, y)
    if kind == "inverse":
        return oracle.loop_inverse_dynamics(
            model, q, [v, last], base, [wrenches], axes, field=FINE
        )[0]
    return oracle.loop_forward_dynamics(model, q, v, [last], base, [wrenches], axes, field=FINE)[0]


@pytest.mark.parametrize(("case", "kind"), FIRST + LARGE)
def test_first_partials_are_slopes(case, kind):
    r, _ = directions(_model(case[0]).nv, 303)
    matrices = _cached(case, kind)
    got = [sum(x) for x in zip(*map(along, matrices, r), strict=True)]
    assert relative(got, first_difference(functools.partial(_value, kind, case), r)) < 1e-40


@pytest.mark.parametrize(("case", "kind"), SECOND)
def test_second_partials_are_second_slopes(case, kind):
    r, s = directions(_model(case[0]).nv, 304)
    got = along_both(_cached(case, kind, "second_partials"), r, s)
    assert relative(got, second_difference(functools.partial(_value, kind, case), r, s)) < 1e-40


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("number", "first", "then"), [(0, 0, 0), (1, 1, 1), (2, 0, 1), (3, 2, 0)])
def test_every_second_partial_has_its_index(kind, number, first, then):
    case = ("geared_cam", "body", "body")
    tensor = _cached(case, kind, "second_partials")[number]
    value = functools.partial(_value, kind, case)
    assert_indices(tensor, value, first, then, directions(len(tensor), 305)[0][0])


# the last function solves with the numbers of all others
@pytest.mark.parametrize(
    ("case", "function"),
    [
        *((("geared_cam", "body", "inertial"), function) for function in FUNCTIONS),
        (("tethered_cylinder", "mixed", "body"), FUNCTIONS[0]),
        (("tethered_cylinder", "mixed", "body"), FUNCTIONS[3]),
    ],
)
def test_balls_hold_the_reference(case, function):
    kind, order = function[5:].split("_dynamics_")
    # numbers without radii once; finer balls, which take a fraction of the time, prove no less
    finer = oracle.Mp(90) if function == FUNCTIONS[0] else oracle.Arb(90)
    reference = _partials(case, kind, order, finer)
    name, base, axes = case
    q, v, wrenches, tau = _state(name)
    last = v[1] if kind == "inverse" else tau
    loads = (base, wrenches, axes)
    balls = getattr(oracle, function)(_model(name), q, v[0], last, *loads, digits=50, balls=True)
    assert_enclosed(reference, balls)


def test_near_says_which_assembly_is_meant():
    model = _model("planar_four_bar")
    mirrored = oracle.loop_configuration(model, [0.8, 2.0, -1.0], most_open=10.0, digits=20)
    other = np.array([float(x) for x in mirrored])
    assert np.abs(other - model.assembly).max() > 0.5
    results = [
        function(model, q, [1.0], [0.5], near=near, field=K)[0][0][0]
        for function in (
            oracle.loop_inverse_dynamics_partials,
            oracle.loop_forward_dynamics_partials,
        )
        for q, near in (([0.8], other), ([0.8, *other[1:]], None), ([0.8], None))
    ]
    for by_near, whole, by_assembly in (results[:3], results[3:]):
        assert abs(by_near - whole) < 1e-40
        assert abs(by_near - by_assembly) > 1e-3


@pytest.mark.parametrize("kind", ["q", "v", "a", "qq", "vv", "vq", "aq"])
def test_wrong_results_are_not_certified(kind, monkeypatch):
    # the module, which has the name of a function
    module = importlib.import_module("lieref.oracle.loops.loop_forward_dynamics_partials")
    order = "second_derivatives" if len(kind) == 2 else "first_derivatives"
    compute = getattr(module, order)

    def wrong(*arguments):
        found = compute(*arguments)
        found[kind].flat[-2] = found[kind].flat[-2] + 1e-20
        return found

    monkeypatch.setattr(module, order, wrong)
    name = "second_partials" if len(kind) == 2 else "partials"
    with pytest.raises(LierefError, match="does not return"):
        _partials(("geared_cam", "body", "body"), "forward", name)


@pytest.mark.parametrize("function", FUNCTIONS)
def test_toggles_are_named(function):
    with pytest.raises(SingularError, match="closing.*rocker"):
        getattr(oracle, function)(catalogue.parallelogram(), [0, 0, 0], [1.0], [0.5], digits=20)
