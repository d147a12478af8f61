"""Arguments of inverse, forward and hybrid dynamics, of doubles and of complex numbers.

What is refused by every public function alike is tested in tests/sweep/test_arguments.py.
"""

import re

import numpy as np
import pytest
from support.references.tolerances import KERNEL
from support.trees.robots import draw, massless_tip, slide

import lieref
from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    forward_dynamics_complex,
    hybrid_dynamics,
    hybrid_dynamics_complex,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex
from lieref.errors import NonFiniteError, ShapeError

R = 2
# Taylor coefficients of the motion go up to x^(r + 1) / (r + 1)!, and 170! is the last double.
LAST = 169
ORDERS = f"with an order r from 0 to {LAST}"
INVERSE = (inverse_dynamics, inverse_dynamics_complex)
FORWARD = (forward_dynamics, forward_dynamics_complex)
HYBRID = (hybrid_dynamics, hybrid_dynamics_complex)
FORMS = ("default", "spatial", "body", "hybrid")
every_form = pytest.mark.parametrize("form", FORMS)


@pytest.fixture(scope="module")
def case():
    """every_joint_free with all arguments of order R; every third coordinate prescribed."""
    model, q, v = draw("every_joint_free", "generic", R)
    rng = np.random.default_rng(6)
    return {
        "model": model,
        "q": q,
        "v": v[0],
        "vdot": v[1:],
        "tau": inverse_dynamics(model, q, v),
        "prescribed": np.arange(model.nv) % 3 == 0,
        "wrenches": rng.standard_normal((R + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((R + 1, model.nv)),
    }


def refuses_every_place(calls, name, rows):
    """Real and complex calls name each place of rows that is not finite."""
    call, complex_call = calls
    for place in np.ndindex(rows.shape):
        where = rf"^{name}\[{place[0]}, {place[1]}\] is "
        spoilt = rows.copy()
        spoilt[place] = -np.inf
        with pytest.raises(NonFiniteError, match=f"{where}-inf"):
            call(spoilt)
        imaginary = rows + 0j
        imaginary.imag[place] = -np.inf
        with pytest.raises(NonFiniteError, match=where):
            complex_call(imaginary)


@every_form
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint", "massless_tip"])
def test_every_number_of_the_motion_is_checked(robot, form):
    """The highest derivatives by the result alone, which even a massless body's are in."""
    if robot == "massless_tip":
        model = massless_tip()
        q, v = np.array([0.3, 0.5]), np.arange(1.0, 2 * R + 5).reshape(R + 2, 2)
    else:
        model, q, v = draw(robot, "generic", R)
    calls = [lambda x, f=f: f(model, q, x, form=form) for f in INVERSE]
    refuses_every_place(calls, "v", v)


@every_form
@pytest.mark.parametrize("robot", ["aerial_manipulator", "every_joint"])
def test_every_torque_is_checked(robot, form):
    """By the result alone, in forward dynamics."""
    model, q, v = draw(robot, "generic", R)
    calls = [lambda x, f=f: f(model, q, v[0], x, form=form) for f in FORWARD]
    refuses_every_place(calls, "tau", inverse_dynamics(model, q, v))


@every_form
def test_velocities_that_turn_nothing_are_checked(form):
    """They are in no generalized force, and not every form computes with them."""
    model, q, v = draw("free_body", "generic", R)
    cases = [(slide(), np.zeros(1), np.array([[np.nan], [1.0]]), "body", 0)]
    for base in ("spatial", "hybrid", "mixed"):
        for place in range(model.nv):
            spoilt = v.copy()
            spoilt[0, place] = np.nan
            cases.append((model, q, spoilt, base, place))
    for robot, at, moving, base, place in cases:
        for entry in INVERSE:
            with pytest.raises(NonFiniteError, match=re.escape(f"v[0, {place}] is")):
                entry(robot, at, moving, base, form=form)


@every_form
def test_numbers_that_are_not_read_may_be_anything(case, form):
    """And those that are read, of either kind of coordinate, may not."""
    prescribed = case["prescribed"]
    for entry in HYBRID:
        expected = entry(**case, form=form)
        for value in (np.nan, np.inf, 1e308):
            vdot, tau = case["vdot"].copy(), case["tau"].copy()
            vdot[:, ~prescribed], tau[:, prescribed] = value, value
            before = vdot.copy(), tau.copy()
            found = entry(**{**case, "vdot": vdot, "tau": tau}, form=form)
            assert all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))
            assert np.array_equal(before, (vdot, tau), equal_nan=True)
        for name, read in (("vdot", prescribed), ("tau", ~prescribed)):
            for row, column in zip(range(R + 1), np.flatnonzero(read)[::4], strict=False):
                spoilt = np.ma.array(case[name], copy=True)
                spoilt[row, column] = np.ma.masked if row == 0 else np.inf
                with pytest.raises(NonFiniteError, match=rf"{name}\[{row}, {column}\] is "):
                    entry(**{**case, name: spoilt}, form=form)


def test_prescribed_are_booleans_in_any_sequence(case):
    good = case["prescribed"]
    expected = hybrid_dynamics(**case)
    for value in (good.tolist(), tuple(good.tolist()), np.repeat(good, 2)[::2]):
        found = hybrid_dynamics(**{**case, "prescribed": value})
        assert all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))


@pytest.mark.parametrize("form", ["default", "spatial"])
def test_orders_whose_factorials_no_double_holds(form):
    model, q, speeds = draw("two_link", "generic")
    # at rest but for the last derivative: tau^(r) is H v^(r + 1)
    v = np.zeros((LAST + 2, model.nv))
    v[-1] = 0.7, -1.1
    for entry in INVERSE:
        tau = entry(model, q, v, form=form)
        pulled, held = (entry(model, q, [v[0], x], form=form)[0] for x in (v[-1], v[0]))
        assert abs(tau[-1] - (pulled - held)).max() <= KERNEL * (LAST + 1) * abs(pulled).max()
        for rows in (LAST + 3, LAST + 4, 300):
            with pytest.raises(ShapeError, match=f"^v has shape .{rows}, 2.*{ORDERS}$"):
                entry(model, q, np.zeros((rows, model.nv)), form=form)
    for rows in (LAST + 2, 300):
        none = np.zeros((rows, 2))
        for entry in FORWARD:
            with pytest.raises(ShapeError, match=f"^tau has shape .{rows}, 2.*0 to {LAST}$"):
                entry(model, q, speeds[0], none, form=form)
        for entry in HYBRID:
            with pytest.raises(ShapeError, match="^tau has shape"):
                entry(model, q, speeds[0], none, none, [True, False], form=form)


def test_the_last_order_of_a_torque_moves_alone():
    model, q, _ = draw("two_link", "generic")
    # at rest without gravity nothing but the last order moves
    held = inverse_dynamics(model, q, np.zeros((2, 2)))[0]
    tau = np.zeros((LAST + 1, 2))
    tau[0], tau[-1] = held, (0.7, -1.1)
    found = forward_dynamics(model, q, np.zeros(2), tau)
    pushed = forward_dynamics(model, q, np.zeros(2), [held + tau[-1]])[0]
    assert abs(found[-1] - pushed).max() <= 1e-12 * abs(pushed).max()


def test_finite_numbers_whose_sum_is_not(case):
    """Arguments and results near the end of the range, of one sign and of both."""
    model, q, v = draw("every_joint_free", "generic", R)
    huge = np.full_like(case["tau_ext"], 1.5e308)
    for sign in (1, np.where(np.arange(huge.shape[1]) < 20, 1, -1)):
        for entry in INVERSE:
            found = entry(model, q, v, wrenches=case["wrenches"], tau_ext=sign * huge)
            assert np.array_equal(found, -sign * huge)
    huge[1, 3] = np.nan
    for entry in INVERSE:
        with pytest.raises(NonFiniteError, match=re.escape("tau_ext[1, 3] is")):
            entry(model, q, v, tau_ext=huge)


def test_arrays_without_numbers_cost_nothing_whatever_their_length():
    with pytest.warns(lieref.errors.ModelWarning):
        model = lieref.ModelBuilder(doubtful="warn").build()
    for rows in (0, 10**6, 2**31 + 1, 2**32 + 4):
        for entry in INVERSE:
            with pytest.raises(ShapeError, match=ORDERS):
                entry(model, [], np.zeros((rows, 0)))
        with pytest.raises(ShapeError, match="tau has shape"):
            forward_dynamics(model, [], [], np.zeros((rows, 0)))


def test_narrow_numbers_mean_their_value():
    model, q, v = draw("arm", "generic", R)
    for dtype in ("f4", "f2", "i8", "i4", "i2", "i1"):
        narrow_q, narrow_v = (10 * q).astype(dtype), (10 * v).astype(dtype)
        expected = inverse_dynamics(model, narrow_q.astype(float), narrow_v.astype(float))
        assert np.array_equal(inverse_dynamics(model, narrow_q, narrow_v), expected), dtype
    unsigned = abs(10 * v).astype("u2")
    expected = inverse_dynamics(model, q, unsigned.astype(float))
    assert np.array_equal(inverse_dynamics(model, q, unsigned), expected)


def test_arguments_may_be_one_another():
    model, _, _ = draw("arm", "generic", r=1)
    square = np.random.default_rng(8).standard_normal((3, model.nv))
    half = np.arange(model.nv) % 2 == 0
    x, y, z = (square.copy() for _ in range(3))
    found = inverse_dynamics(model, square[0], square, tau_ext=square[:2])
    assert np.array_equal(found, inverse_dynamics(model, x[0], y, tau_ext=z[:2]))
    expected = hybrid_dynamics(model, x[0], x[1], y, z, half, tau_ext=square.copy())
    found = hybrid_dynamics(model, square[0], square[1], square, square, half, tau_ext=square)
    assert all(np.array_equal(x, y) for x, y in zip(found, expected, strict=True))
