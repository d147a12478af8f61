"""The default kernel against its twin, the oracle and itself, on every robot and state."""

import numpy as np
import pytest
from support.references.tolerances import BUILDS, DIGITS_50, KERNEL, TWIN
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import BASES, bases, floats, largest, motion, relative

from lieref import oracle
from lieref.dynamics.inverse.default import inverse_dynamics_twin as twin
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex

# A motion whose Taylor coefficients are of one size: v^(k) grows with k!.
FACTORIALS = np.cumprod([1.0, *range(1, 22)])[:, None]
# Orders about which the lanes of two and of four coefficients and the unrolled copies change.
ORDERS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 16, 20)
DOUBLE = oracle.Double()
# A free base, joints of every kind, and a state near the switch points of none.
FREE = "every_joint_free"


def loads(model, rows, seed=5):
    """Applied wrenches and joint forces of order one, with derivatives that grow with k!."""
    rng = np.random.default_rng(seed)
    growth = FACTORIALS[:rows]
    return {
        "wrenches": rng.standard_normal((rows, model.nbodies, 6)) * growth[:, None],
        "tau_ext": rng.standard_normal((rows, model.nv)) * growth,
    }


def growing(tolerance, rows):
    """A tolerance of order 0, times r + 1 for order r."""
    return tolerance * np.arange(1, rows + 1)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_agrees_with_its_twin(robot, state):
    # the coefficients of a series do not depend on how many follow: one twin serves every order
    model, q, v = draw(robot, state, r=7)
    for base in bases(model):
        top = 7 if base == "body" else 3
        arguments = (model, q.tolist(), v[: top + 2].tolist(), DOUBLE, base)
        expected = np.array(twin.inverse_dynamics(*arguments))
        for r in range(top + 1):
            found = inverse_dynamics(model, q, v[: r + 2], base)
            assert (relative(found, expected[: r + 1]) <= growing(TWIN, r + 1)).all(), (base, r)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("robot", [FREE, "every_joint", "aerial_manipulator", "arm"])
def test_loads_agree_with_the_twin(robot, axes):
    model, q, v = draw(robot, "generic", r=7)
    given = loads(model, 8)
    for base in bases(model):
        for name in ("wrenches", "tau_ext"):
            arguments = (model, q.tolist(), v.tolist(), DOUBLE, base)
            lists = {name: given[name].tolist()}
            expected = np.array(twin.inverse_dynamics(*arguments, wrench_axes=axes, **lists))
            for r in range(8):
                now = {name: given[name][: r + 1]}
                found = inverse_dynamics(model, q, v[: r + 2], base, wrench_axes=axes, **now)
                error = relative(found, expected[: r + 1])
                assert (error <= growing(TWIN, r + 1)).all(), (base, name, r)


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_twin_at_fifty_digits_is_the_oracle(robot, axes):
    K = oracle.Mp(50)
    model, q, v = draw(robot, "generic", r=2)
    given = {name: x.tolist() for name, x in loads(model, 3).items()}
    every_base = robot in (FREE, "aerial_manipulator")
    for base in bases(model) if every_base else ("body",):
        found = twin.inverse_dynamics(
            model, q.tolist(), v.tolist(), K, base, wrench_axes=axes, **given
        )
        reference = oracle.inverse_dynamics(model, q, v, base, wrench_axes=axes, field=K, **given)
        for row, expected in zip(found, reference, strict=True):
            difference = [x - y for x, y in zip(row, expected, strict=True)]
            assert largest(difference) <= DIGITS_50 * largest(expected), base


@pytest.mark.parametrize("state", ["generic", "tiny", "near_pi", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_the_oracle(robot, state):
    model, q, v = draw(robot, state, r=3)
    reference = floats(oracle.inverse_dynamics(model, q, v, digits=30))
    assert (relative(inverse_dynamics(model, q, v), reference) <= growing(KERNEL, 4)).all()


@pytest.mark.parametrize("exponent", [-300, -20, -9, -4, -1, 0, 1, 3, 5, 8, 12, 16, 22, 100, 300])
def test_angles_of_every_size(exponent):
    model, q, v = draw("arm", "generic", r=1)
    rng = np.random.default_rng(abs(exponent))
    # next to multiples of pi/2 in the second draw: there one of sine and cosine is tiny
    around = rng.uniform(1, 9, q.shape) * rng.choice([-1, 1], q.shape) * 10.0**exponent
    quarters = np.round(around / (np.pi / 2)) * (np.pi / 2)
    for angles in (around, quarters):
        # the seventh joint slides
        q = np.array([*angles[:6], 0.02])
        reference = floats(oracle.inverse_dynamics(model, q, v, digits=40 + 2 * max(exponent, 0)))
        assert (relative(inverse_dynamics(model, q, v), reference) <= growing(KERNEL, 2)).all(), q


@pytest.mark.parametrize("base", BASES)
def test_bases_and_inertial_loads_against_the_oracle(base):
    for model, q, v in (
        draw(FREE, "generic", 4),
        draw("aerial_manipulator", "near_pi", 4),
        motion("two_trees", 6),
    ):
        given = loads(model, 5)
        for axes in ("body", "inertial"):
            reference = oracle.inverse_dynamics(
                model, q, v, base, wrench_axes=axes, digits=30, **given
            )
            found = inverse_dynamics(model, q, v, base, wrench_axes=axes, **given)
            assert (relative(found, floats(reference)) <= growing(KERNEL, 5)).all(), axes


@pytest.mark.parametrize("robot", [FREE, "aerial_manipulator", "arm"])
def test_every_order_against_the_oracle(robot):
    model, q, v = draw(robot, "generic", max(ORDERS))
    v *= FACTORIALS
    given = loads(model, max(ORDERS) + 1)
    reference = floats(oracle.inverse_dynamics(model, q, v, digits=40, **given))
    for r in ORDERS:
        now = {name: x[: r + 1] for name, x in given.items()}
        found = inverse_dynamics(model, q, v[: r + 2], **now)
        assert found.shape == (r + 1, model.nv)
        assert (relative(found, reference[: r + 1]) <= growing(KERNEL, r + 1)).all(), r
        complex_found = inverse_dynamics_complex(model, q, v[: r + 2], **now)
        assert not complex_found.imag.any()
        assert (relative(complex_found.real, reference[: r + 1]) <= growing(KERNEL, r + 1)).all(), r


@pytest.mark.parametrize("axes", ["body", "inertial"])
@pytest.mark.parametrize("base", BASES)
def test_an_order_does_not_depend_on_those_above(base, axes):
    model, q, v = draw(FREE, "generic", max(ORDERS))
    v *= FACTORIALS
    given = loads(model, max(ORDERS) + 1)
    whole = inverse_dynamics(model, q, v, base, wrench_axes=axes, **given)
    for r in ORDERS:
        now = {name: x[: r + 1] for name, x in given.items()}
        found = inverse_dynamics(model, q, v[: r + 2], base, wrench_axes=axes, **now)
        assert (relative(found, whole[: r + 1]) <= growing(BUILDS, r + 1)).all(), r
