"""The variational method on mechanisms: closed, of order 2, without drift, symmetric in time."""

import numpy as np
import pytest
from support.mechanisms.simulated import MECHANISMS, energies, start
from support.references.tolerances import EPS

import lieref
from lieref import loops
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.mechanisms import catalogue
from lieref.simulate import simulate

STILL = (0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", [name for name in MECHANISMS if name != "ladder"])
def test_order_two_and_closed(name):
    model = MECHANISMS[name]()
    q, v = start(model)
    times = [0.0, 0.1]
    exact = simulate(model, q, v, times, rtol=1e-11, atol=1e-11)
    errors = []
    for step in (4e-3, 2e-3, 1e-3):
        found = simulate(model, q, v, times, None, "variational", step=step)
        opening = loops.loop_residual(model, found.q[-1]) / loop_tables(model).row_units
        rate = loops.loop_jacobian(model, found.q[-1]) @ found.v[-1]
        assert abs(opening).max() <= 1e-13
        assert abs(rate).max() <= 1e-12 * max(1.0, abs(found.v[-1]).max())
        errors.append(
            [abs(model.difference(exact.q[-1], found.q[-1])).max(),
             abs(exact.v[-1] - found.v[-1]).max()]
        )  # fmt: skip
    orders = -np.diff(np.log2(errors), axis=0)
    assert abs(orders - 2).max() <= 0.15


@pytest.mark.parametrize("far", [1e2, 1e4, 1e6])
def test_steps_end_far_from_the_origin(far):
    """Corrections there never fall below the rounding of positions."""
    model = catalogue.four_bar(base="free")
    q, v = start(model)
    there = q.copy()
    there[:3] += far
    near, found = (
        simulate(model, x, v, [0, 0.02], None, "variational", step=1e-3) for x in (q, there)
    )
    assert abs(found.q[-1] - near.q[-1])[:3].max() == pytest.approx(far, rel=1e-12)
    assert abs(found.q[-1] - near.q[-1])[3:].max() <= 1e2 * EPS * far
    # no more iterations than what is rounded less
    assert found.evaluations <= near.evaluations


def test_energy_does_not_drift_while_the_crank_turns_around():
    model = catalogue.four_bar()
    times = np.linspace(0.0, 10.0, 401)
    found = simulate(model, model.assembly, [2.0], times, None, "variational", step=5e-3)
    total = energies(model, found)
    early, late = total[:200].mean(), total[201:].mean()
    swing = np.ptp(total)
    # the swing is of the second order of the step; the mean stays
    assert found.q[-1, 0] - found.q[0, 0] > 10 * np.pi
    assert 1e-6 * total[0] < swing < 2e-2 * total[0]
    assert abs(late - early) <= 0.1 * swing


def test_momentum_of_a_floating_four_bar_is_kept():
    model = catalogue.four_bar(base="free", gravity=STILL)
    q, v = start(model)

    def torque(t, q, v):
        # between bodies alone
        return np.concatenate([np.zeros(6), np.cos(t) - 0.2 * v[6:]])

    times = np.linspace(0.0, 2.0, 11)
    found = simulate(model, q, v, times, torque, "variational", step=0.01)
    momenta = np.array(
        [lieref.momentum(model.tree, q, v[None])[0] for q, v in zip(found.q, found.v, strict=True)]
    )
    scale = abs(momenta).max() * (1 + abs(found.q[:, :3]).max())
    assert abs(momenta - momenta[0]).max() <= 64 * EPS * scale
