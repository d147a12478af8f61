"""Orders of convergence on motions in closed form: a free body and a heavy top."""

from fractions import Fraction

import numpy as np
import pytest

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.integrate import Group, solve
from lieref.integrate.group import CHARTS
from lieref.integrate.munthe_kaas import State, System
from lieref.integrate.tableaus import DORMAND_PRINCE, DORMAND_PRINCE_ERROR, Tableau
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic
from lieref.oracle.loops.closed_motions import free_body, heavy_top
from lieref.simulate import model_group, simulate

MOTIONS = {"free_body": free_body, "heavy_top": heavy_top}
# Orders as documented: fitted slope within 0.1.
SLOPE = 0.1
FOURTH = Tableau(4, DORMAND_PRINCE.A, DORMAND_PRINCE.b - DORMAND_PRINCE_ERROR, DORMAND_PRINCE.c)


def error(model, q, v, reference) -> float:
    """Largest difference of a state from the reference value, rad, m and per s."""
    return max(abs(model.difference(reference[0], q)).max(), abs(v - reference[1]).max())


def slope(counts, errors) -> float:
    return -np.polyfit(np.log(counts), np.log(errors), 1)[0]


@pytest.mark.parametrize("coordinates", CHARTS)
@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("name", MOTIONS)
def test_order_of_the_munthe_kaas_methods(name, order, coordinates):
    model, motion = MOTIONS[name]()
    counts = np.array([400, 800, 1600] if order == 1 else [100, 200, 400])
    found = [
        simulate(
            model, *motion(0.0), [0.0, 1.0], None, f"rkmk{order}", coordinates, step=1.0 / count
        )
        for count in counts
    ]
    assert [solution.steps for solution in found] == counts.tolist()
    assert [solution.evaluations for solution in found] == (order * counts).tolist()
    errors = [error(model, s.q[-1], s.v[-1], motion(1.0)) for s in found]
    assert abs(slope(counts, errors) - order) <= SLOPE


@pytest.mark.parametrize("coordinates", CHARTS)
@pytest.mark.parametrize("tableau", [DORMAND_PRINCE, FOURTH], ids=["5", "4"])
@pytest.mark.parametrize("name", MOTIONS)
def test_orders_of_the_embedded_pair(name, tableau, coordinates):
    model, motion = MOTIONS[name]()

    def acceleration(t, q, v):
        return forward_dynamics(model, q, v, np.zeros((1, model.nv)))[0]

    system = System(model_group(model), acceleration, CHARTS[coordinates])
    # steps of 1/40 to 1/160 s, and of 1/160 to 1/360 s: above rounding, and small enough
    counts, errors = np.array([20, 40, 80] if name == "free_body" else [80, 120, 180]), []
    for count in counts:
        q, v = motion(0.0)
        state = State(0.0, q, np.zeros_like(q), v, np.zeros_like(v))
        for _ in range(count):
            state, _ = system.step(tableau, state, 0.5 / count)
        errors.append(error(model, state.q, state.v, motion(0.5)))
    assert abs(slope(counts, errors) - tableau.order) <= SLOPE


@pytest.mark.parametrize("name", MOTIONS)
def test_order_of_the_variational_method(name):
    model, motion = MOTIONS[name]()
    counts = np.array([100, 200, 400])
    found = [
        simulate(model, *motion(0.0), [0.0, 1.0], None, "variational", step=1.0 / count)
        for count in counts
    ]
    errors = [error(model, s.q[-1], s.v[-1], motion(1.0)) for s in found]
    assert abs(slope(counts, errors) - 2) <= SLOPE


@pytest.mark.parametrize(("method", "order"), [("rkmk2", 2), ("rkmk4", 4), ("variational", 2)])
def test_order_under_a_torque_of_time(method, order):
    """A cart under the force cos 3t: x = v0 t + (1 - cos 3t) / 9."""
    b = ModelBuilder(gravity=(0.0, 0.0, 0.0))
    b.add_body("cart", None, Prismatic((1.0, 0.0, 0.0)), None, 1.0)
    model, counts, errors = b.build(), np.array([5, 10, 20]), []
    for count in counts:
        found = simulate(
            model, [0.0], [0.5], [0.0, 1.0], lambda t, q, v: [np.cos(3 * t)], method, step=1 / count
        )
        reference = np.array([0.5 + (1 - np.cos(3.0)) / 9]), np.array([0.5 + np.sin(3.0) / 3])
        errors.append(error(model, found.q[-1], found.v[-1], reference))
    assert abs(slope(counts, errors) - order) <= SLOPE


def test_velocities_are_summed_with_compensation():
    step, count, push = 2.0**-7, 10_000, 0.1
    found = solve(
        Group(["R"]), lambda t, q, v: [push], [0.0], [1.0], [0.0, step * count], "rkmk1", step=step
    )
    # one rounding of the sum of so many doubles
    assert found.v[-1, 0] == float(1 + count * Fraction(step) * Fraction(push))


@pytest.mark.parametrize("first", [None, 1.0])
@pytest.mark.parametrize("coordinates", CHARTS)
@pytest.mark.parametrize("name", MOTIONS)
def test_adaptive_steps_keep_the_tolerance(name, coordinates, first):
    model, motion = MOTIONS[name]()
    times = np.array([0.0, 0.3, 1.0])
    for tolerance in (1e-5, 1e-8, 1e-11):
        found = simulate(
            model,
            *motion(0.0),
            times,
            None,
            "rkmk54",
            coordinates,
            step=first,
            rtol=tolerance,
            atol=tolerance,
        )
        worst = max(
            error(model, q, v, motion(t)) for t, q, v in zip(times, found.q, found.v, strict=True)
        )
        # an error per step, not of the whole motion, which multiplies it: found, up to 60 times
        assert worst <= 250 * tolerance
        assert first is None or found.rejected > 0
        # the guess of a first step takes one more
        least = 2 if first is None else 1
        assert found.evaluations <= least + 6 * (found.steps + found.rejected)
        assert found.evaluations >= 1 + 6 * found.steps
    # five more digits cost ten times the steps, not a hundred thousand
    assert 20 < found.steps < 1500
