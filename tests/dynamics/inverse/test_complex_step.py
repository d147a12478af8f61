"""Complex step through the compiled kernel, against the twin at 50 digits, oracle and kernel."""

import numpy as np
import pytest
from support.references.complex_steps import STEP, K, imaginary, moved, scalars
from support.references.inverse_forms import LIMITS, TWINS
from support.references.tolerances import COMPLEX_STEP, KERNEL
from support.trees.robots import ROBOTS, draw
from support.trees.spatial_robots import BASES, bases, floats, relative

from lieref import oracle
from lieref.dynamics.inverse_dynamics import inverse_dynamics, inverse_dynamics_complex

ONE_DEGREE = ("two_link", "serial_5", "binary_tree", "arm")


def _growing(rows):
    return COMPLEX_STEP * np.arange(1, rows + 1)


@pytest.mark.parametrize("r", [0, 1, 3, 6])
@pytest.mark.parametrize("robot", ONE_DEGREE)
def test_along_the_motion_it_is_the_next_order(robot, r):
    model, q, v = draw(robot, "generic", r + 1)
    rng = np.random.default_rng(3)
    wrenches = rng.standard_normal((r + 2, model.nbodies, 6))
    tau_ext = rng.standard_normal((r + 2, model.nv))
    reference = inverse_dynamics(model, q, v, "body", wrenches, "inertial", tau_ext)
    stepped = inverse_dynamics_complex(
        model,
        moved(q, v[0]),
        moved(v[:-1], v[1:]),
        "body",
        moved(wrenches[:-1], wrenches[1:]),
        "inertial",
        moved(tau_ext[:-1], tau_ext[1:]),
    )
    assert (relative(stepped.imag / STEP, reference[1:]) <= _growing(r + 1)).all()
    assert (relative(stepped.real, reference[:-1]) <= _growing(r + 1)).all()


@pytest.mark.parametrize(
    ("robot", "form"),
    [
        *((robot, "default") for robot in ROBOTS),
        *((robot, form) for robot in ("arm", "every_joint_free") for form in LIMITS),
    ],
)
def test_in_any_direction_it_is_the_twins(robot, form):
    r = 2
    model, q, v = draw(robot, "generic", r)
    rng = np.random.default_rng(4)
    # q moves off the unit quaternions too: both mean the rotation of q / |q|
    stepped_q = moved(q, rng.standard_normal(q.shape))
    stepped_v = moved(v, rng.standard_normal(v.shape))
    wrenches = moved(*rng.standard_normal((2, r + 1, model.nbodies, 6)))
    every_base = robot in ("every_joint_free", "aerial_manipulator")
    for base in bases(model) if every_base else ("body",):
        exact = TWINS[form].inverse_dynamics(
            model,
            scalars(stepped_q.tolist()),
            scalars(stepped_v.tolist()),
            K,
            base,
            wrenches=scalars(wrenches.tolist()),
            wrench_axes="inertial",
        )
        found = inverse_dynamics_complex(
            model, stepped_q, stepped_v, base, wrenches, "inertial", form=form
        )
        limit = _growing(r + 1) if form == "default" else LIMITS[form][0]
        assert (relative(found.imag / STEP, imaginary(exact)) <= limit).all(), base


@pytest.mark.parametrize("base", BASES)
def test_against_differences_of_the_oracle(base):
    """A central difference of the oracle at 60 digits, along v: its own error is h^2 = 1e-40."""
    model, q, v = draw("every_joint_free", "generic", r=1)
    field = oracle.Mp(60)
    direction = np.random.default_rng(5).standard_normal(v.shape)
    h = field(1) / 10**20
    rows = []
    for sign in (1, -1):
        shifted = [
            [field(x) + sign * h * field(d) for x, d in zip(*pair, strict=True)]
            for pair in zip(v.tolist(), direction.tolist(), strict=True)
        ]
        rows.append(oracle.inverse_dynamics(model, q, shifted, base, field=field))
    reference = floats(
        [
            [(a - b) / (2 * h) for a, b in zip(*pair, strict=True)]
            for pair in zip(*rows, strict=True)
        ]
    )
    found = inverse_dynamics_complex(model, q, moved(v, direction), base)
    assert (relative(found.imag / STEP, reference) <= _growing(2)).all()


@pytest.mark.parametrize(
    ("robot", "form"),
    [("serial_20_free", "default"), *(("every_joint_free", form) for form in TWINS)],
)
def test_real_arguments_give_the_real_result(robot, form):
    for r in (0, 1, 5, 9):
        model, q, v = draw(robot, "generic", r)
        for base in bases(model):
            found = inverse_dynamics_complex(model, q, v, base, form=form)
            assert not found.imag.any()
            expected = inverse_dynamics(model, q, v, base, form=form)
            limit = 2 * KERNEL * np.arange(1, r + 2) if form == "default" else LIMITS[form][1]
            assert (relative(found.real, expected) <= limit).all()
