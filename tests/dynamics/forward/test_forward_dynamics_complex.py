"""Complex step through the compiled forward and hybrid dynamics: next order, twin, real ones."""

import numpy as np
import pytest
from support.references.forward_bounds import assert_close, bounds, loads
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, bases, relative

from lieref import oracle
from lieref.dynamics.forward.default import forward_dynamics_twin as twin
from lieref.dynamics.forward_dynamics import (
    forward_dynamics,
    forward_dynamics_complex,
    hybrid_dynamics_complex,
)
from lieref.dynamics.inverse_dynamics import inverse_dynamics

# Any step will do whose square vanishes against 1.
STEP = 1e-100
K = oracle.Mp(50)


def _moved(x, direction):
    return x + 1j * STEP * direction


def _scalars(rows):
    """Nested lists of Python complex numbers in the twin's field, each exactly."""
    return [_scalars(x) if isinstance(x, list) else K(x) for x in rows]


def _imaginary(rows):
    return np.array([[float(K.context.im(x) / K(STEP)) for x in row] for row in rows])


@pytest.mark.parametrize("r", [0, 2, 5])
@pytest.mark.parametrize("robot", ["two_link", "arm", "binary_tree"])
def test_along_the_motion_it_is_the_next_order(robot, r):
    model, q, v = draw(robot, "generic", r + 1)
    wrenches, axes, tau_ext = loads(model, r + 2, "inertial")
    tau = inverse_dynamics(model, q, v, "body", wrenches, axes, tau_ext)

    def step(q, v0, vdot, tau):
        moved = (_moved(x[:-1], x[1:]) for x in (tau, wrenches, tau_ext))
        first, applied, extra = moved
        return forward_dynamics_complex(
            model, _moved(q, v0), _moved(v0, vdot), first, "body", applied, axes, extra
        )

    arguments = (q, v[0], v[1], tau)
    bound = bounds(lambda *x: step(*x).imag / STEP, arguments)
    found = step(*arguments)
    assert_close(found.imag / STEP, v[2:], 4 * bound)
    assert_close(found.real, v[1:-1], 4 * bound)


@pytest.mark.parametrize("base", BASES)
def test_in_any_direction_it_is_the_twins(base):
    """Off the unit quaternions too: both mean the rotation of q / |q|."""
    model, q, v = draw("every_joint_free", "generic", r=1)
    rng = np.random.default_rng(4)
    prescribed = rng.random(model.nv) < 0.4
    wrenches, axes, tau_ext = loads(model, 2, "inertial")
    tau = inverse_dynamics(model, q, v, base, wrenches, axes, tau_ext)
    directions = [rng.standard_normal(np.shape(x)) for x in (q, v[0], v[1:], tau, wrenches)]

    def step(q, v0, vdot, tau):
        moved = [
            _moved(x, d) for x, d in zip((q, v0, vdot, tau, wrenches), directions, strict=True)
        ]
        found = hybrid_dynamics_complex(
            model, *moved[:4], prescribed, base, moved[4], axes, tau_ext
        )
        return moved, np.concatenate([found[0][1:], found[1]]).imag / STEP

    arguments = (q, v[0], v[1:], tau)
    moved, found = step(*arguments)
    lists = [_scalars(x.tolist()) for x in moved]
    exact = twin.hybrid_dynamics(
        model, *lists[:4], prescribed, K, base, lists[4], axes, tau_ext.tolist()
    )
    reference = np.concatenate([_imaginary(rows) for rows in exact])
    # the model's own numbers do not move in these bounds. Found: 134 of them, in the debug build
    assert_close(found, reference, 16 * bounds(lambda *x: step(*x)[1], arguments))


@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "every_joint"])
def test_real_arguments_give_the_real_result(robot):
    for r in (0, 1, 3):
        model, q, v = draw(robot, "generic", r)
        for base in bases(model):
            given = (base, *loads(model, r + 1, "inertial"))
            tau = inverse_dynamics(model, q, v, *given)
            found = forward_dynamics_complex(model, q, v[0], tau, *given)
            assert found.dtype == complex and not found.imag.any()
            expected = forward_dynamics(model, q, v[0], tau, *given)
            bound = bounds(lambda *x, g=given, m=model: forward_dynamics(m, *x, *g), (q, v[0], tau))
            assert_close(found.real, expected, bound)
            half = np.arange(model.nv) % 2 == 0
            motion, torque = hybrid_dynamics_complex(model, q, v[0], v[1:], tau, half, *given)
            assert not motion.imag.any() and not torque.imag.any()
            assert (relative(motion.real, v) <= 1e-6).all()
