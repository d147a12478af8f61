"""Partials of inverse dynamics of any order: against the definition and each other."""

from math import comb

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, related
from support.references.tolerances import EPS
from support.trees.oracle_robots import TREES, random_state, random_tree
from support.trees.robots import draw, with_physics
from support.trees.spatial_robots import BASES

import lieref
from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics_complex
from lieref.oracle.scalars.scalars import Arb, Double
from lieref.partials.orders.order_partials_twin import order_partials

K = Arb(40)
# Each block relative to its largest entry. Found: 1.5e-14 of r <= 5.
KERNEL = 64 * EPS


def error(found, expected):
    """Max norm of the difference by that of what is expected; scalars of K, or doubles."""
    with K.working():
        values = [[x if isinstance(x, float) else K.to_float(x) for x in row] for row in expected]
    values = np.array(values)
    return abs(found - values).max() / max(abs(values).max(), 1e-300)


def assert_blocks(found, dq, dv, limit=KERNEL):
    for k, block in enumerate(found.dtau_dq):
        assert error(block, dq[k]) <= limit, k
        for j in range(k + 2):
            assert error(found.dtau_dv[k, j], dv[k][j]) <= limit, (k, j)
        assert not found.dtau_dv[k, k + 2 :].any()


@pytest.mark.parametrize("r", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("name", TREES)
def test_kernel_against_twin(name, r):
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    found = lieref.inverse_dynamics_order_partials(model, q, v)
    with K.working():
        assert_blocks(found, *order_partials(model, q, v, K))


@pytest.mark.parametrize("base", BASES)
def test_representations_against_the_oracle(base):
    model = random_tree("free_base", seed=3)
    q, v, _, _ = random_state(model, 2, seed=4)
    found = lieref.inverse_dynamics_order_partials(model, q, v, base)
    assert_blocks(found, *oracle.inverse_dynamics_order_partials(model, q, v, base, field=K))


@pytest.mark.parametrize("r", [1, 2, 4])
@pytest.mark.parametrize("seed", range(2))
def test_any_numbering(seed, r):
    model, rng = interleaved(), np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal((r + 2, model.nv))
    found = lieref.inverse_dynamics_order_partials(model, q, v)
    dq, dv = order_partials(model, q, v, Double())
    assert_blocks(found, dq.astype(float), dv.astype(float))
    for block in (*found.dtau_dq, *found.dtau_dv.reshape(-1, model.nv, model.nv)):
        assert not block[~related(model)].any()


@pytest.mark.parametrize("robot", ["arm", "quadruped"])
def test_complex_step(robot):
    model, q, v = draw(robot, "generic", 3)
    found = lieref.inverse_dynamics_order_partials(model, q, v)
    step = 1e-100
    for j in range(len(v)):
        for c in range(model.nv):
            moved = v.astype(complex)
            moved[j, c] += 1j * step
            column = inverse_dynamics_complex(model, q, moved).imag / step
            for k in range(max(j - 1, 0), 4):
                size = abs(found.dtau_dv[k, j]).max()
                assert abs(found.dtau_dv[k, j][:, c] - column[k]).max() <= KERNEL * size


@pytest.mark.parametrize("friction", ["smooth", "sign"])
@pytest.mark.parametrize("robot", ["arm", "every_joint_free"])
def test_joint_physics(robot, friction):
    plain, q, v = draw(robot, "generic", 2)
    model = with_physics(plain, 1, friction)
    found = lieref.inverse_dynamics_order_partials(model, q, v)
    assert_blocks(found, *oracle.inverse_dynamics_order_partials(model, q, v, field=K))


def test_the_binomial_theorem_of_a_chain():
    # joints of one degree: d tau^(k) / d v^(j) from three series, whatever k
    model = lieref.catalogue.serial_chain(4)
    rng = np.random.default_rng(5)
    q, v = model.random_configuration(rng), rng.standard_normal((5, 4))
    dq, dv = lieref.inverse_dynamics_order_partials(model, q, v)
    A = dq
    # from the blocks of v^(0) and v^(1): B^(k) and H^(k)
    B = [dv[k, 0] - (A[k - 1] * k if k else 0) for k in range(4)]
    H = [dv[k, 1] - k * B[k - 1] - comb(k, 2) * A[k - 2] if k else dv[0, 1] for k in range(4)]
    for k in range(2, 4):
        for j in range(2, k + 1):
            expected = comb(k, j) * B[k - j] + comb(k, j - 1) * H[k - j + 1]
            if j < k:
                expected = expected + comb(k, j + 1) * A[k - j - 1]
            assert abs(dv[k, j] - expected).max() <= 1e3 * EPS * abs(dv[k]).max()


def test_a_state_of_a_batch_that_fails_is_named():
    model, q, v = draw("quadruped", "generic", 1)
    many = np.stack([v, v, v])
    many[1, 2, 3] = np.nan
    with pytest.raises(lieref.NonFiniteError, match=r"v\[1, 2, 3\]"):
        lieref.inverse_dynamics_order_partials(model, q, many)
    many[1, 2, 3] = 1e300
    many[1, 0, 0] = 1e200
    with pytest.raises(lieref.NonFiniteError, match=r"state \[1\].*beyond the range"):
        lieref.inverse_dynamics_order_partials(model, q, many)
    with pytest.raises(lieref.ShapeError, match=r"workers"):
        lieref.inverse_dynamics_order_partials(model, q, v, workers=0)


@pytest.mark.parametrize("base", ["body", "mixed"])
def test_results_in_given_memory(base):
    model, q, v = draw("every_joint_free", "generic", 1)
    expected = lieref.inverse_dynamics_order_partials(model, q, v, base)
    out = lieref.inverse_dynamics_order_partials(model, q, 2 * v)
    found = lieref.inverse_dynamics_order_partials(model, q, v, base, out=out)
    for x, y, z in zip(found, out, expected, strict=True):
        assert x is y
        assert (x == z).all()
    for wrong in (
        tuple(out),
        out._replace(dtau_dq=out.dtau_dq[:1]),
        out._replace(dtau_dv=out.dtau_dv[..., ::-1]),
        out._replace(dtau_dq=out.dtau_dv[0, :2]),
    ):
        with pytest.raises(lieref.ShapeError, match=r"out"):
            lieref.inverse_dynamics_order_partials(model, q, v, base, out=wrong)


def test_orders_and_motions_beyond_range_are_told():
    model = lieref.catalogue.serial_chain(2)
    q, v = np.zeros(2), np.ones((3, 2))
    with pytest.raises(lieref.ShapeError, match=r"order r from 0 to 169"):
        lieref.inverse_dynamics_order_partials(model, q, v[:1])
    with pytest.raises(lieref.NonFiniteError, match="beyond the range"):
        lieref.inverse_dynamics_order_partials(model, q, 1e200 * v)
