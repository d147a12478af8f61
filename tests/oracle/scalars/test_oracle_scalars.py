"""Every scalar field computes the same numbers, each with what it promises."""

import math
from decimal import Decimal
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from support.references.enclosed import assert_certified
from support.trees.oracle_robots import random_state, random_tree, relative_error

from lieref import oracle
from lieref.errors import SingularError

FIELDS = [oracle.Double, oracle.ComplexDouble, oracle.Mp, oracle.Arb, oracle.Counting]


@pytest.mark.parametrize("make", FIELDS)
def test_conversion_is_exact_and_functions_are_right(make):
    K = make()
    with K.working():
        for x in (3, 0.1, np.float32(0.1), np.int64(7), Fraction(3, 8), Decimal("0.375")):
            assert K.to_float(K(x)) == float(x)
            assert Fraction(K.to_float(K(x))) == Fraction(x.item() if hasattr(x, "item") else x)
        x = K(0.5)
        for function, expected in ((K.sin, math.sin), (K.cos, math.cos), (K.sqrt, math.sqrt)):
            assert abs(K.to_float(function(x)) - expected(0.5)) <= 1e-16
        assert K.to_float(2 - x) == 1.5 and K.to_float(1 / x) == 2.0
        assert K.to_float(-x * 3 + 1) == -0.5 and K.to_float(K.dot([x, x], [K(1), K(2)])) == 1.5
        assert K.is_finite(x) and not K.is_finite(K(math.nan)) and not K.is_finite(K(math.inf))
        assert float(K.to_string(x)) == 0.5 and K.owns(x) and K(x) is x
        with pytest.raises(TypeError):
            K("0.5")


def test_mp_keeps_a_context_of_its_own_and_foreign_digits():
    before = mpmath.mp.dps
    K = oracle.Mp(40)
    third = oracle.Mp(60)(1) / 3
    assert mpmath.mp.dps == before and K.context.dps == 40
    assert abs(K(third) * 3 - 1) < 1e-39 and K(third)._mpf_ == third._mpf_
    assert oracle.Arb(60)(third).is_exact()
    with pytest.raises(TypeError, match="midpoint"):
        K(oracle.Arb(30)(Fraction(1, 3)))


def test_ball_precision_is_restored_and_radius_is_a_bound():
    import flint

    before, K = flint.ctx.prec, oracle.Arb(80)
    with K.working():
        third = K(1) / 3
        assert flint.ctx.prec == K.bits
        tiny = Fraction(1, 10**400)
        assert K.radius(third) < 1e-79 and K.widen(K(0), tiny).contains(K(tiny))
        assert K.radius(K.widen(third, 1e-20)) >= 1e-20 and K.radius(K(1)) == 0.0
    assert flint.ctx.prec == before


@pytest.mark.parametrize("name", ["free_base", "fixed_base"])
def test_all_fields_agree(name):
    model = random_tree(name, seed=61)
    state = random_state(model, 2, seed=62)
    q, v, wrenches, tau_ext = state
    reference = oracle.inverse_dynamics(model, q, v, "hybrid", wrenches, "body", tau_ext)
    K = oracle.Mp(50)
    for make in FIELDS:
        field = make()
        got = oracle.inverse_dynamics(model, q, v, "hybrid", wrenches, "body", tau_ext, field=field)
        rows = [[field.to_float(x) for x in row] for row in got]
        assert relative_error(rows, reference) < 1e-13
    assert all(field.counts[kind] > 0 for kind in ("additions", "multiplications", "sin", "cos"))
    balls = oracle.inverse_dynamics(
        model, q, v, "hybrid", wrenches, "body", tau_ext, digits=45, balls=True
    )
    arb = oracle.Arb(45)
    for row, true_row in zip(balls, reference, strict=True):
        for ball, x in zip(row, true_row, strict=True):
            assert abs(K(arb.midpoint(ball)) - x) <= arb.radius(ball) < 1e-38


def test_complex_step_of_the_oracle_is_its_derivative():
    model = random_tree("one_degree", seed=71)
    q, v, _, _ = random_state(model, 1, seed=72)
    fine = oracle.Mp(120)
    step = fine(10) ** -30
    K = oracle.Mp(50)
    tiny = K(10) ** -60
    for j in range(model.nq):
        moved = [complex(x) for x in q]
        moved[j] += 1e-40j
        got = oracle.inverse_dynamics(model, moved, v, field=oracle.ComplexDouble())
        ends = []
        for sign in (1, -1):
            shifted = [fine(x) for x in q]
            shifted[j] = shifted[j] + sign * step
            ends.append(oracle.inverse_dynamics(model, shifted, v, field=fine))
        moved = [K(x) for x in q]
        moved[j] = K.context.mpc(moved[j], tiny)
        precise = oracle.inverse_dynamics(model, moved, v, field=K)
        slope = [
            [(a - b) / (2 * step) for a, b in zip(*rows, strict=True)]
            for rows in zip(*ends, strict=True)
        ]
        scale = max(abs(x) for row in slope for x in row)
        for row, precise_row, expected in zip(got, precise, slope, strict=True):
            for x, z, y in zip(row, precise_row, expected, strict=True):
                assert abs(x.imag / 1e-40 - y) < 1e-13 * scale
                assert abs(fine(z.imag / tiny) - y) < 1e-40 * scale


def test_certified_bounds_hold_and_are_as_small_as_asked():
    model = random_tree("free_base", seed=81)
    q, v, wrenches, tau_ext = random_state(model, 3, seed=82)
    arguments = (model, q, v, "spatial", wrenches, "inertial", tau_ext)
    K = oracle.Mp(120)
    reference = oracle.inverse_dynamics(*arguments, field=K)
    # too few digits to start with: the precision must be raised
    result = oracle.certified_inverse_dynamics(*arguments, digits=20)
    assert_certified(result, reference, K)
    # what is missing is added at once
    precise = oracle.certified_inverse_dynamics(*arguments, digits=20, accuracy=300)
    assert 310 < precise.digits < 340
    with pytest.raises(SingularError, match="digits"):
        oracle.certified_inverse_dynamics(*arguments, digits=20, most_digits=25)


def test_certified_zero_stays_zero():
    model = random_tree("one_degree", seed=91)
    q, v, _, _ = random_state(model, 1, seed=92)
    result = oracle.certified_inverse_dynamics(model, q, 0 * v)
    assert all(x == 0 for x in result.midpoints[1]) and result.radii[1] == [0.0] * model.nv
