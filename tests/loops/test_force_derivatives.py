"""Forces in loops and couplings with time derivatives: oracle, and differences along a motion."""

from math import comb

import numpy as np
import pytest
from support.mechanisms.closed_chains import LOOP_JOINTS, chains_model, coupled_chains
from support.mechanisms.tree_checks import STEP, assert_near, displaced, state

import lieref
from lieref import SE3, loops, oracle
from lieref.model.loops.loop_assembly import close
from lieref.model.mechanisms import catalogue

CATALOGUE = ("four_bar", "bennett", "planar_3rrr", "stewart_platform", "tello_like")
# Central differences of order 0 by the largest number of its order.
SLOPE = 1000 * STEP**2


def coupled():
    structure, q = coupled_chains()
    return close(structure.tree, structure.loops, structure.couplings, None, q)


def mechanism(name):
    """Loops with any joint, planar ones with redundant rows, couplings, free bases."""
    if name in CATALOGUE:
        model = getattr(catalogue, name)()
        return model, model.assembly
    if name == "coupled":
        model = coupled()
        return model, model.assembly
    if name in LOOP_JOINTS:
        model = chains_model(name)
        return model, model.assembly
    model, q, *_ = state(name)
    return model, q


MECHANISMS = (
    *CATALOGUE,
    "coupled",
    *LOOP_JOINTS,
    "four_bar_free",
    "belted_leg_free",
    "cam",
    "rods",
)


@pytest.mark.parametrize("name", MECHANISMS)
def test_derivatives_are_those_of_the_forces_along_the_motion(name):
    model, q = mechanism(name)
    rng = np.random.default_rng([5, len(name)])
    v = rng.uniform(-1, 1, model.nv)
    tau, other = rng.uniform(-1, 1, (2, model.nv)), rng.uniform(-1, 1, (2, model.tree.nv))
    wrenches = rng.uniform(-1, 1, (2, model.nbodies, 6))
    axes = ("body", "inertial")[len(name) % 2]
    found = loops.constraint_forces(model, q, v, tau, "body", wrenches, axes, other)
    now = loops.constraint_forces(model, q, v, tau[0], "body", wrenches[0], axes, other[0])

    def ahead(t):
        a = now.vdot
        half = v + t / 2 * a
        at = displaced(model, q, half, t)
        loads = (tau[0] + t * tau[1], "body", wrenches[0] + t * wrenches[1], axes)
        return loops.constraint_forces(model, at, v + t * a, *loads, other[0] + t * other[1])

    after, before = ahead(STEP), ahead(-STEP)
    for part in ("loops", "couplings", "torques", "vdot"):
        values = getattr(found, part)
        assert_near(values[0], getattr(now, part), 1e-9)
        rate = (getattr(after, part) - getattr(before, part)) / (2 * STEP)
        scale = max(1.0, np.abs(rate).max(initial=0), np.abs(values[0]).max(initial=0))
        assert np.abs(values[1] - rate).max(initial=0) <= SLOPE * scale, part


def test_second_derivatives_of_forces_that_redundant_rows_share():
    model, q = mechanism("bennett")
    rng = np.random.default_rng(8)
    v, tau = rng.uniform(-1, 1, model.nv), rng.uniform(-1, 1, (3, model.nv))
    found = loops.constraint_forces(model, q, v, tau)
    a, jerk = found.vdot[:2]

    def ahead(t):
        at = displaced(model, q, v + t / 2 * a, t)
        rows = [tau[0] + t * tau[1] + t**2 / 2 * tau[2], tau[1] + t * tau[2]]
        return loops.constraint_forces(model, at, v + t * a + t**2 / 2 * jerk, rows).loops[1]

    rate = (ahead(STEP) - ahead(-STEP)) / (2 * STEP)
    assert np.abs(found.loops[2] - rate).max() <= SLOPE * np.abs(rate).max()


@pytest.mark.parametrize("name", ["rods", "spherical", "four_bar_free"])
def test_of_any_order_they_are_the_oracles(name):
    model, q = mechanism(name)
    rng = np.random.default_rng(7)
    v = rng.uniform(-1, 1, (5, model.nv))
    tau = np.array(
        [[float(x) for x in row] for row in oracle.loop_inverse_dynamics(model, q, v, digits=30)]
    )
    found = loops.constraint_forces(model, q, v[0], tau)
    assert_near(found.vdot, v[1:], 1e-9)
    # K^T lambda of the oracle's multipliers is not told; that of the tree is
    rates = [[float(x) for x in row] for row in oracle.loop_motion(model, q, v, digits=30)]
    exact = oracle.inverse_dynamics(model.tree, q, rates, digits=30)
    held = np.array([[float(x) for x in row] for row in exact])
    held[:, model.independent] -= tau
    assert_near(found.torques, held, 1e-9)
    # wrenches at the successors' frames do the work that the forces on the joints do
    for k, row in enumerate(work(model, q, found.loops, rates)):
        assert_near(row, found.torques[k], 1e-9)


def work(model, q, wrenches, rates):
    """Forces on the joints of wrenches of loop joints, with derivatives, by Jacobians."""
    n = len(wrenches)
    out = np.zeros((n, model.tree.nv))
    poses, twists = lieref.forward_kinematics(model.tree, q, rates[:n], "body", "body")
    for loop, rows in zip(model.loops, wrenches.swapaxes(0, 1), strict=True):
        end = model.names.index(loop.successor)
        in_body = rows @ SE3.Ad(SE3.inverse(loop.successor_frame))
        # about the origin the predecessor feels the opposite
        load = lieref.convert_wrenches(in_body, poses[end], "body", "spatial", twists[:, end])
        ends = [(end, 1.0)]
        if loop.predecessor is not None:
            ends.append((model.names.index(loop.predecessor), -1.0))
        for body, sign in ends:
            J = lieref.jacobian_derivatives(model.tree, q, rates[: n - 1], body, "spatial")
            for k in range(n):
                terms = [comb(k, j) * J[j].T @ load[k - j] for j in range(k + 1)]
                out[k] += sign * sum(terms)
    return out


@pytest.mark.parametrize(
    ("name", "base"),
    [*((name, "body") for name in MECHANISMS), ("four_bar_free", "hybrid")],
)
def test_partials_of_forces_are_slopes(name, base):
    model, q = mechanism(name)
    rng = np.random.default_rng([6, len(name)])
    v, tau, e = rng.uniform(-1, 1, (3, model.nv))
    loads = {
        "base": base,
        "wrenches": rng.uniform(-1, 1, (model.nbodies, 6)),
        "wrench_axes": ("body", "inertial")[len(name) % 2],
        "tau_ext": rng.uniform(-1, 1, (model.nv, model.tree.nv)[len(name) % 3 == 0]),
    }
    found = loops.constraint_force_partials(model, q, v, tau, **loads)

    def at(dq, dv, dtau):
        place = displaced(model, q, e, dq) if dq else q
        return loops.constraint_forces(model, place, v + dv * e, tau + dtau * e, **loads)

    for part in ("loops", "couplings", "torques"):
        for along, step in (("q", (STEP, 0, 0)), ("v", (0, STEP, 0)), ("tau", (0, 0, STEP))):
            slopes = getattr(found, f"d{part}_d{along}")
            after, before = (getattr(at(*(s * x for x in step)), part) for s in (1, -1))
            expected = (after - before) / (2 * STEP)
            scale = max(1.0, np.abs(slopes).max(initial=0))
            error = np.abs(slopes @ e - expected).max(initial=0)
            assert error <= SLOPE * scale, (part, along)


@pytest.mark.parametrize("restitution", [0.0, 0.4])
@pytest.mark.parametrize("name", MECHANISMS)
def test_partials_of_impacts_are_slopes(name, restitution):
    model, q = mechanism(name)
    rng = np.random.default_rng([7, len(name)])
    v, w = rng.uniform(-1, 1, (2, model.tree.nv))
    e = rng.uniform(-1, 1, model.nv)
    found = loops.impact_partials(model, q, v, restitution)
    for part in ("v", "loops", "couplings", "torques", "lost"):
        for along, direction in (("q", e), ("v", w)):
            values = []
            for h in (STEP, -STEP):
                place = displaced(model, q, e, h) if along == "q" else q
                before = v + h * w if along == "v" else v
                hit = loops.impact(model, place, before, restitution)
                values.append(np.array(getattr(hit, part)))
            slopes = getattr(found, f"d{part}_d{along}")
            expected = (values[0] - values[1]) / (2 * STEP)
            scale = max(1.0, np.abs(slopes).max(initial=0))
            error = np.abs(slopes @ direction - expected).max(initial=0)
            assert error <= SLOPE * scale, (part, along)
