"""Partials of inverse and forward dynamics of any order: against the definition and each other."""

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
from lieref.partials.any_order.forward.series_solve_generic import forward_order_partials
from lieref.partials.any_order.inverse.series_partials_twin import order_partials

K = Arb(60)
DIGITS = 1e-45
# Each block relative to its largest entry, of forward dynamics besides by the condition of H, 4e2.
# Found: 1.5e-14 of r <= 5.
KERNEL = {"inverse": 64 * EPS, "forward": 512 * EPS}
# Residual of the equations by the sum of the moduli of their terms. Found: 3e-13.
SOLVED = 1e-11

each_dynamics = pytest.mark.parametrize("dynamics", KERNEL)


def motion(name, r, dynamics, base="body", acting=()):
    """A tree, and a state: with derivatives of the velocity, or of the forces."""
    model = random_tree(name, seed=5)
    q, v, _, _ = random_state(model, r, seed=6)
    return model, q, *of(dynamics, model, q, v, base, *acting)


def of(dynamics, model, q, v, *acting):
    """The arguments after q for a motion."""
    return (v,) if dynamics == "inverse" else (v[0], lieref.inverse_dynamics(model, q, v, *acting))


def kernel(dynamics, *arguments, **options):
    return getattr(lieref, f"{dynamics}_dynamics_order_partials")(*arguments, **options)


def exact(dynamics, *arguments):
    return getattr(oracle, f"{dynamics}_dynamics_order_partials")(*arguments, field=K)


def blocks(partials):
    """Every matrix, those that are zero by causality left out: first by q, those by v, or tau."""
    first, *_, last = partials
    for k in range(len(first)):
        yield from (x[k] for x in partials[:-1])
        yield from list(last[k])[: k + 2 if len(partials) == 2 else k + 1]


def assert_equal(found, expected, limit):
    """Block by block, in scalars of K."""
    with K.working():
        for mine, theirs in zip(blocks(found), blocks(expected), strict=True):
            theirs = np.array([list(row) for row in theirs], dtype=object)
            pairs = zip(np.ravel(mine).tolist(), theirs.flat, strict=True)
            lacking = max(abs(K.to_float(K(x) - K(y))) for x, y in pairs)
            assert lacking <= limit * max(abs(K.to_float(K(x))) for x in theirs.flat)


def twin(dynamics, model, q, *given, base="body"):
    """Plain Python in scalars of K."""
    if dynamics == "inverse":
        with K.working():
            return order_partials(model, q, *given, K, base)
    v, tau = given
    vdot = oracle.forward_dynamics(model, q, v, tau, base, field=K)
    with K.working():
        return forward_order_partials(model, q, [[K(x) for x in v], *vdot], K, base)


@each_dynamics
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("name", TREES)
def test_twin_at_fifty_digits_is_the_oracle(name, base, dynamics):
    arguments = motion(name, 2 if dynamics == "inverse" else 1, dynamics, base)
    expected = exact(dynamics, *arguments, base)
    assert_equal(twin(dynamics, *arguments, base=base), expected, DIGITS)


@each_dynamics
@pytest.mark.parametrize("r", [0, 1, 2, 5])
@pytest.mark.parametrize("name", TREES)
def test_kernel_against_twin(name, r, dynamics):
    arguments = motion(name, r, dynamics)
    found = kernel(dynamics, *arguments)
    assert_equal(found, twin(dynamics, *arguments), KERNEL[dynamics])
    for k in range(r):
        assert not found[-1][k, k + 2 if dynamics == "inverse" else k + 1 :].any()


@each_dynamics
@pytest.mark.parametrize("axes", [None, "body", "inertial"])
@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("r", [0, 2])
def test_representations_and_wrenches_against_the_oracle(r, base, axes, dynamics):
    model = random_tree("free_base", seed=5)
    acting = ()
    if axes:
        acting = (3 * np.random.default_rng(6).standard_normal((r + 1, model.nbodies, 6)), axes)
    arguments = (*motion("free_base", r, dynamics, base, acting), base, *acting)
    assert_equal(kernel(dynamics, *arguments), exact(dynamics, *arguments), KERNEL[dynamics])


@pytest.mark.parametrize("axes", ["body", "inertial"])
def test_wrenches_in_any_numbering(axes):
    model, rng = interleaved(), np.random.default_rng(1)
    q, v = model.random_configuration(rng), rng.standard_normal((4, model.nv))
    given = (model, q, v, "body", rng.standard_normal((3, model.nbodies, 6)), axes)
    assert_equal(kernel("inverse", *given), exact("inverse", *given), KERNEL["inverse"])


@pytest.mark.parametrize("r", [1, 2, 4])
@pytest.mark.parametrize("seed", range(2))
def test_any_numbering(seed, r):
    model, rng = interleaved(), np.random.default_rng(seed)
    q, v = model.random_configuration(rng), rng.standard_normal((r + 2, model.nv))
    found = kernel("inverse", model, q, v)
    expected = [x.astype(float) for x in order_partials(model, q, v, Double())]
    assert_equal(found, expected, KERNEL["inverse"])
    for block in blocks(found):
        assert not block[~related(model)].any()
    assert_undone(model, q, v)


@pytest.mark.parametrize("robot", ["arm", "quadruped"])
def test_complex_step(robot):
    model, q, v = draw(robot, "generic", 3)
    found = kernel("inverse", model, q, v)
    step = 1e-100
    for j in range(len(v)):
        for c in range(model.nv):
            moved = v.astype(complex)
            moved[j, c] += 1j * step
            column = inverse_dynamics_complex(model, q, moved).imag / step
            for k in range(max(j - 1, 0), 4):
                size = abs(found.dtau_dv[k, j]).max()
                assert abs(found.dtau_dv[k, j][:, c] - column[k]).max() <= KERNEL["inverse"] * size


@pytest.mark.parametrize("friction", ["smooth", "sign"])
@pytest.mark.parametrize("robot", ["arm", "every_joint_free"])
def test_joint_physics(robot, friction):
    plain, q, v = draw(robot, "generic", 2)
    model = with_physics(plain, 1, friction)
    found = kernel("inverse", model, q, v)
    assert_equal(found, exact("inverse", model, q, v), KERNEL["inverse"])


def test_the_binomial_theorem_of_a_chain():
    # joints of one degree: d tau^(k) / d v^(j) from three series, whatever k
    model = lieref.catalogue.serial_chain(4)
    rng = np.random.default_rng(5)
    q, v = model.random_configuration(rng), rng.standard_normal((5, 4))
    A, dv = kernel("inverse", model, q, v)
    # from the blocks of v^(0) and v^(1): B^(k) and H^(k)
    B = [dv[k, 0] - (A[k - 1] * k if k else 0) for k in range(4)]
    H = [dv[k, 1] - k * B[k - 1] - comb(k, 2) * A[k - 2] if k else dv[0, 1] for k in range(4)]
    for k in range(2, 4):
        for j in range(2, k + 1):
            expected = comb(k, j) * B[k - j] + comb(k, j - 1) * H[k - j + 1]
            if j < k:
                expected = expected + comb(k, j + 1) * A[k - j - 1]
            assert abs(dv[k, j] - expected).max() <= 1e3 * EPS * abs(dv[k]).max()


def assert_undone(model, q, v):
    """Inverse dynamics along the solutions gives the forces that were asked for."""
    dq, dv = kernel("inverse", model, q, v)
    a = kernel("forward", model, q, *of("forward", model, q, v))
    unit, zero = np.eye(model.nv), np.zeros((model.nv, model.nv))
    for k in range(len(v) - 1):
        cases = [(dq[k], a.da_dq, zero), (dv[k, 0], a.da_dv, zero)]
        cases += [(zero, a.da_dtau[:, m], unit * (m == k)) for m in range(k + 1)]
        for start, moved, expected in cases:
            terms = [dv[k, j] @ moved[j - 1] for j in range(1, k + 2)]
            size = sum(abs(dv[k, j]) @ abs(moved[j - 1]) for j in range(1, k + 2)).max()
            assert abs(start + sum(terms) - expected).max() <= SOLVED * size


@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "arm"])
def test_forward_dynamics_undoes_inverse_dynamics(robot):
    assert_undone(*draw(robot, "generic", 3))


@pytest.mark.parametrize("axes", ["body", "inertial"])
def test_order_zero_is_that_of_the_first_partials(axes):
    model, q, v = draw("quadruped", "generic", 0)
    wrenches = np.random.default_rng(1).standard_normal((1, model.nbodies, 6))
    found = kernel("inverse", model, q, v, "hybrid", wrenches, axes)
    first = lieref.inverse_dynamics_partials(model, q, *v, "hybrid", wrenches[0], axes)
    for mine, theirs in zip((found.dtau_dq[0], *found.dtau_dv[0]), first, strict=True):
        assert abs(mine - theirs).max() <= KERNEL["inverse"] * abs(theirs).max()


@pytest.mark.parametrize("base", ["body", "mixed"])
def test_results_in_given_memory(base):
    model, q, v = draw("every_joint_free", "generic", 1)
    expected = kernel("inverse", model, q, v, base)
    out = kernel("inverse", model, q, 2 * v)
    found = kernel("inverse", model, q, v, base, out=out)
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
            kernel("inverse", model, q, v, base, out=wrong)


@each_dynamics
def test_orders_that_are_none_and_a_state_beyond_range_are_told(dynamics):
    model = lieref.catalogue.serial_chain(2)
    q, v = np.zeros(2), np.ones((3, 2))
    first, last = ((), v) if dynamics == "inverse" else ((v[0],), v[1:])
    for rows in (last[: dynamics == "inverse"], np.ones((2, 300, 2))):
        with pytest.raises(lieref.ShapeError, match="order r from 0"):
            kernel(dynamics, model, q, *first, rows)
    many = np.stack([v, v, v])
    many[1, 0] = 1e200
    with pytest.raises(lieref.NonFiniteError, match=r"state \[1\].*beyond the range"):
        kernel(dynamics, model, q, *((many,) if dynamics == "inverse" else (many[:, 0], last)))
    # of one state and of many, whether there are wrenches or not
    for at in (q, q[None]):
        for wrenches in (np.zeros((2, model.nbodies, 6)), None):
            with pytest.raises(lieref.ArgumentError, match="wrench_axes"):
                kernel(dynamics, model, at, *first, last, wrenches=wrenches, wrench_axes="world")
