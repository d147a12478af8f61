"""Partials through loops of any order against differences at 210 digits, and each other."""

import functools
import importlib

import numpy as np
import pytest
from support.mechanisms.loop_robots import robot
from support.mechanisms.oracle_loop_robots import closed_state, four_bar, propped, tethered
from support.references.oracle_slopes import FINE, STEP, along, displaced, relative

from lieref import oracle
from lieref.errors import LierefError

K = oracle.Arb(60)
ORDER = 2
MECHANISMS = {
    "planar_four_bar": lambda: four_bar((1.0, 3.0, 2.5, 3.5)),
    "free_four_bar": lambda: robot("four_bar_free"),
    "propped_plane": lambda: propped("planar", 301),
    "tethered_universal": lambda: tethered("universal", 301),
}
CASES = [
    ("planar_four_bar", "body", "body"),
    ("free_four_bar", "mixed", "inertial"),
    ("propped_plane", "body", "inertial"),
    ("tethered_universal", "spatial", "body"),
]


@functools.cache
def state(name):
    """A mechanism, a configuration that closes to the last digit of doubles, v, wrenches, tau."""
    model = MECHANISMS[name]()
    q, v, wrenches, tau = closed_state(model, ORDER, seed=302, field=K, reach=0.2)
    return model, np.array([K.to_float(x) for x in q]), v, wrenches, tau


def forces(case, dq, dv, steps):
    """Forces and derivatives of a motion that is moved by so many steps along dq and dv."""
    name, base, axes = case
    model, q, v, wrenches, _ = state(name)
    whole = np.zeros(model.tree.nv)
    whole[model.independent] = dq
    with FINE.working():
        closed = oracle.loop_configuration(model, q, field=FINE)
        moved = displaced(model.tree, closed, whole, steps)
        rows = [
            [FINE(float(x)) + STEP * steps * FINE(float(y)) for x, y in zip(*z, strict=True)]
            for z in zip(v, dv, strict=True)
        ]
        return oracle.loop_inverse_dynamics(model, moved, rows, base, wrenches, axes, field=FINE)


@pytest.mark.parametrize("case", CASES)
def test_partials_are_slopes(case):
    name, base, axes = case
    model, q, v, wrenches, _ = state(name)
    dq, *dv = np.random.default_rng(303).uniform(-1, 1, (ORDER + 3, model.nv)).tolist()
    found = oracle.loop_inverse_dynamics_order_partials(model, q, v, base, wrenches, axes, field=K)
    ahead, behind = (forces(case, dq, dv, steps) for steps in (1, -1))
    with FINE.working():
        for k in range(ORDER + 1):
            pairs = [(found.dtau_dq[k], dq), *zip(found.dtau_dv[k], dv, strict=True)]
            got = [sum(x) for x in zip(*(along(*pair) for pair in pairs), strict=True)]
            slope = [(a - b) / (2 * STEP) for a, b in zip(ahead[k], behind[k], strict=True)]
            assert relative(got, slope) < 1e-40


@pytest.mark.parametrize("case", CASES[:2])
def test_forward_and_inverse_are_each_others(case):
    name, base, axes = case
    model, q, v, wrenches, tau = state(name)
    loads = (base, wrenches, axes)
    found = oracle.loop_forward_dynamics_order_partials(model, q, v[0], tau, *loads, field=K)
    a = oracle.loop_forward_dynamics(model, q, v[0], tau, *loads, field=K)
    with K.working():
        rows = [[K(float(x)) for x in v[0]], *a]
        first = oracle.loop_inverse_dynamics_order_partials(model, q, rows, *loads, field=K)
        Q, D = np.array(first.dtau_dq), np.array(first.dtau_dv)
        moved = [np.array(x) for x in (found.da_dq, found.da_dv)]
        moved += list(np.array(found.da_dtau).swapaxes(0, 1))
        starts = [Q, D[:, 0], *[0 * Q] * (ORDER + 1)]
        for number, (start, da) in enumerate(zip(starts, moved, strict=True)):
            for k in range(ORDER + 1):
                left = start[k] + sum(D[k, j + 1] @ da[j] for j in range(k + 1))
                left = left - np.eye(model.nv, dtype=int) * int(number == k + 2)
                assert max(abs(K.to_float(x)) for x in left.flat) < 1e-40


def test_wrong_results_are_not_certified(monkeypatch):
    # the module has the name of no function
    module = importlib.import_module("lieref.oracle.loops.loop_order_partials")
    compute = module._inverse

    def wrong(*given):
        found = compute(*given)
        found.dtau_dq[1][0][0] = found.dtau_dq[1][0][0] + 1e-20
        return found

    monkeypatch.setattr(module, "_inverse", wrong)
    model, q, v, _, tau = state("planar_four_bar")
    with pytest.raises(LierefError, match=r"does not return the change of tau\^\(1\)"):
        oracle.loop_forward_dynamics_order_partials(model, q, v[0], tau, field=K)
