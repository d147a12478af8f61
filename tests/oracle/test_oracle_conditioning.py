"""The conditioning bound is the change by half an ulp of every input, and of nothing else."""

import math

import numpy as np
import pytest
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.errors import SingularError
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute


def _half_ulp(x):
    return math.ulp(x) / 2


def test_pendulum_adds_the_changes_of_all_its_inputs():
    builder = ModelBuilder(gravity=(0, 0, -9.75))
    inertia = np.diag([0.0625, 0.25, 0.1875])
    builder.add_body("bob", joint=Revolute((0, 1, 0)), mass=2.0, com=(0.5, 0, 0), inertia=inertia)
    q, v = 0.3, 0.7
    tau, tau_ext = [0.9, -2.1], [0.3, 0.65]
    wrenches = np.zeros((2, 1, 6))
    wrenches[:, 0, 1] = 0.77, 1.7
    # of 2^5 combinations of signs that matter to a row two are the worst, and among 96 samples
    got = oracle.conditioning_bound(
        builder.build(),
        [q],
        [v],
        np.transpose([tau]),
        wrenches=wrenches,
        tau_ext=np.transpose([tau_ext]),
        samples=96,
        seed=1,
    )
    J, weight = 0.75, 9.75
    sine, cosine = math.sin(q), math.cos(q)
    forces = [sum(_half_ulp(f[k]) for f in (tau, tau_ext, wrenches[:, 0, 1])) for k in (0, 1)]
    # J q'' = f + weight cos q and its derivative
    rows = (
        (tau[0] + tau_ext[0] + 0.77 + weight * cosine) / J,
        (tau[1] + tau_ext[1] + 1.7 - weight * sine * v) / J,
    )
    changes = (
        (forces[0] + weight * abs(sine) * _half_ulp(q)) / J,
        (forces[1] + weight * (cosine * v * _half_ulp(q) + abs(sine) * _half_ulp(v))) / J,
    )
    for bound, row, change in zip(got, rows, changes, strict=True):
        assert abs(bound - change / abs(row)) < 1e-12 * bound


def test_zero_inputs_stay_zero_and_zero_rows_have_no_bound():
    builder = ModelBuilder(gravity=(0, 0, 0))
    builder.add_body("slider", joint=Prismatic((1, 0, 0)), mass=2.0)
    got = oracle.conditioning_bound(builder.build(), [0.0], [0.0], [[3.0], [0.0]])
    assert got == [_half_ulp(3.0) / 3.0, 0.0]


def test_bound_follows_its_seed_in_any_field():
    model = random_tree("free_base", seed=161)
    q, v, wrenches, tau = random_state(model, 2, seed=162)
    arguments = (model, q, v[0], tau, "spatial", wrenches)
    first = oracle.conditioning_bound(*arguments, samples=2, seed=5)
    again = oracle.conditioning_bound(*arguments, samples=2, seed=5, field=oracle.Arb(60))
    assert len(first) == 3 and all(1e-17 < x < 1e-11 for x in first)
    assert all(abs(a - b) < 1e-10 * a for a, b in zip(first, again, strict=True))
    with pytest.raises(SingularError, match="do not suffice"):
        oracle.conditioning_bound(*arguments, samples=1, field=oracle.Arb(24))
    assert first != oracle.conditioning_bound(*arguments, samples=2, seed=6)


@pytest.mark.parametrize("name", ["free_base", "one_degree"])
def test_hybrid_bound_reads_what_hybrid_dynamics_reads(name):
    model = random_tree(name, seed=171)
    q, v, _, tau = random_state(model, 1, seed=172)
    prescribed = np.arange(model.nv) % 2 == 0
    vdot = np.where(prescribed, v[1:], math.nan)
    forces = np.where(prescribed, math.nan, tau)
    bounds = oracle.hybrid_conditioning_bound(
        model, q, v[0], vdot, forces, prescribed, samples=3, field=oracle.Arb(50)
    )
    assert [len(bound) for bound in bounds] == [3, 2]
    assert all(1e-17 < x < 1e-12 for bound in bounds for x in bound)
    # v itself is an input: half an ulp of its largest entry at most
    assert bounds[0][0] <= 2.0**-53
    none = [False] * model.nv
    whole, _ = oracle.hybrid_conditioning_bound(model, q, v[0], vdot, tau, none, samples=3, seed=7)
    assert whole[1:] == oracle.conditioning_bound(model, q, v[0], tau, samples=3, seed=7)
