"""Second partials of any order, contracted with weights: against the definition and each other."""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, with_physics

import lieref
from lieref.oracle.scalars.jets import Jet, Jets
from lieref.oracle.scalars.scalars import Arb, Double
from lieref.oracle.tree.exact_models import exact_model
from lieref.oracle.tree.inverse_dynamics import torques
from lieref.oracle.tree.perturbations import displaced, unit_slopes
from lieref.partials.any_order.inverse.contraction_twin import order_contraction

K = Arb(40)
DIGITS = 1e-30
# By the largest of the rows. Found: 6e-15.
LIMIT = 1e-13
# Of a difference of gradients with the step STEP, by the largest. Found: 3e-8.
STEP = 2.0**-16
SLOPE = 1e-6


def state(model, r, q, v, seed=1):
    """Weights, and a direction of q and of v and its derivatives."""
    rng = np.random.default_rng(seed)
    return (
        rng.standard_normal((r + 1, model.nv)),
        rng.standard_normal(model.nv),
        rng.standard_normal((r + 2, model.nv)),
    )


def along(found, dq, dv):
    """The second partials times a direction: of the gradient by q and by v."""
    by_q = found.d2tau_dq_dq @ dq + np.einsum("jcd,jd->c", found.d2tau_dq_dv, dv)
    by_v = np.einsum("jdc,d->jc", found.d2tau_dq_dv, dq)
    return by_q, by_v + np.einsum("jmcd,md->jc", found.d2tau_dv_dv, dv)


def by_jets(model, q, v, w, dq, dv):
    """The same of inverse dynamics in numbers with mixed second derivatives."""
    J, n, zero = Jets(K), model.nv, K(0)
    exact, every = exact_model(model, K), unit_slopes(K, range(n))
    start = displaced(
        J, exact.bodies, [K(float(x)) for x in q], [Jet(zero, y=[K(float(x))]) for x in dq]
    )
    rows = [
        [Jet(K(float(x)), y=[K(float(y))]) for x, y in zip(*pair, strict=True)]
        for pair in zip(v, dv, strict=True)
    ]

    def weighted(at, rows):
        forces = torques(J, exact, at, rows, "body", None, "body", None)
        out = np.full(n, zero)
        for weights, row in zip(w, forces, strict=True):
            for weight, x in zip(weights, row, strict=True):
                slopes = x.w if isinstance(x, Jet) else []
                out[: len(slopes)] += np.array([K(float(weight)) * y for y in slopes])
        return out

    moves = [Jet(zero, u=every[c]) for c in range(n)]
    by_v = []
    for j, row in enumerate(rows):
        moved = [x + move for x, move in zip(row, moves, strict=True)]
        by_v.append(weighted(start, [*rows[:j], moved, *rows[j + 1 :]]))
    return weighted(displaced(J, exact.bodies, start, moves), rows), np.array(by_v)


def doubles(x):
    return np.vectorize(K.to_float, otypes=[float])(x)


def blocks(x):
    return x.reshape(-1, *x.shape[-2:])


def assert_close(found, expected, limit=LIMIT):
    for x, y in zip(found, expected, strict=True):
        for row, other in zip(np.atleast_2d(x), np.atleast_2d(y), strict=True):
            assert abs(row - other).max() <= limit * max(abs(other).max(), 1e-300)


@pytest.mark.parametrize("r", [0, 1, 2])
@pytest.mark.parametrize("name", TREES)
def test_against_the_oracle(name, r):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    w, dq, dv = state(model, r, q, v)
    found = along(lieref.inverse_dynamics_order_contraction(model, q, v, w), dq, dv)
    with K.working():
        expected = [doubles(x) for x in by_jets(model, q, v, w, dq, dv)]
    assert_close(found, expected)


@pytest.mark.parametrize("name", TREES)
def test_twin_at_forty_digits_is_the_oracle(name):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, 1, seed=6)
    w, *direction = state(model, 1, q, v)
    with K.working():
        twin = lieref.InverseDynamicsOrderContraction(*order_contraction(model, q, v, w, K))
        found = along(twin, *(np.vectorize(K)(x) for x in direction))
        expected = by_jets(model, q, v, w, *direction)
        for x, y in zip(found, expected, strict=True):
            assert abs(doubles(x - y)).max() <= DIGITS * abs(doubles(y)).max()


@pytest.mark.parametrize(("robot", "r"), [("interleaved", 1), ("free_base", 2), ("one_degree", 5)])
def test_kernel_against_twin(robot, r):
    model = interleaved() if robot == "interleaved" else random_tree(robot, seed=5)
    rng = np.random.default_rng(7)
    q, v = model.random_configuration(rng), rng.standard_normal((r + 2, model.nv))
    w = rng.standard_normal((r + 1, model.nv))
    found = lieref.inverse_dynamics_order_contraction(model, q, v, w)
    twin = order_contraction(model, q, v, w, Double())
    for x, y in zip(found, twin, strict=True):
        for block, other in zip(blocks(x), blocks(y.astype(float)), strict=True):
            assert abs(block - other).max() <= LIMIT * abs(other).max()


@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "arm"])
def test_order_zero_is_the_contraction(robot):
    model, q, v = draw(robot, "generic", 0)
    w = state(model, 0, q, v)[0]
    found = lieref.inverse_dynamics_order_contraction(model, q, v, w)
    old = lieref.inverse_dynamics_contraction(model, q, *v, w[0])
    pairs = [(found.d2tau_dq_dq, old.d2tau_dq_dq), (found.d2tau_dv_dv[0, 0], old.d2tau_dv_dv)]
    pairs += [(found.d2tau_dq_dv[0], old.d2tau_dq_dv), (found.d2tau_dq_dv[1].T, old.d2tau_da_dq)]
    for x, y in pairs:
        assert abs(x - y).max() <= LIMIT * abs(y).max()
    assert not found.d2tau_dv_dv[1].any()


@pytest.mark.parametrize("r", [1, 5])
@pytest.mark.parametrize("robot", ["every_joint_free", "arm"])
def test_differences_of_gradients(robot, r):
    plain, q, v = draw(robot, "generic", r)
    model = with_physics(plain, 1, "smooth")
    w, dq, dv = state(model, r, q, v)
    found = lieref.inverse_dynamics_order_contraction(model, q, v, w)
    ahead, behind = (
        lieref.inverse_dynamics_order_vjp(
            model, model.integrate(q, s * STEP * dq), v + s * STEP * dv, w
        )
        for s in (1, -1)
    )
    slopes = [(x - y) / (2 * STEP) for x, y in zip(ahead, behind, strict=True)]
    assert_close(along(found, dq, dv), slopes, SLOPE)
    turned = found.d2tau_dv_dv.transpose(1, 0, 3, 2)
    assert abs(found.d2tau_dv_dv - turned).max() <= LIMIT * abs(turned).max()
