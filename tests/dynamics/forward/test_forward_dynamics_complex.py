"""Complex step through the compiled forms of forward and hybrid dynamics: next order, twin, reals.

Each form within its own limit, see `support.references.forward_forms`.
"""

import numpy as np
import pytest
from support.references.complex_steps import STEP, K, imaginary, moved, scalars
from support.references.forward_bounds import loads
from support.references.forward_forms import TWINS, forward, limit
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, bases, relative

from lieref.dynamics.forward_dynamics import forward_dynamics_complex, hybrid_dynamics_complex
from lieref.dynamics.inverse_dynamics import inverse_dynamics

# Of the limits, whose model's own numbers do not move. Found: 4.5 of them, in the debug build.
ALONG, ANY = ({"default": factor} for factor in (4, 16))

each_form = pytest.mark.parametrize("form", TWINS)


@each_form
@pytest.mark.parametrize("r", [0, 2, 5])
@pytest.mark.parametrize("robot", ["two_link", "arm", "binary_tree"])
def test_along_the_motion_it_is_the_next_order(robot, r, form):
    model, q, v = draw(robot, "generic", r + 1)
    wrenches, axes, tau_ext = loads(model, r + 2, "inertial")
    tau = inverse_dynamics(model, q, v, "body", wrenches, axes, tau_ext)

    def step(q, v0, vdot, tau):
        first, applied, extra = (moved(x[:-1], x[1:]) for x in (tau, wrenches, tau_ext))
        return forward_dynamics_complex(
            model, moved(q, v0), moved(v0, vdot), first, "body", applied, axes, extra, form=form
        )

    arguments = (q, v[0], v[1], tau)
    allowed = limit(form, lambda *x: step(*x).imag / STEP, *arguments) * ALONG.get(form, 1)
    found = step(*arguments)
    assert (relative(found.imag / STEP, v[2:]) <= allowed).all()
    assert (relative(found.real, v[1:-1]) <= allowed).all()


@each_form
@pytest.mark.parametrize("base", BASES)
def test_in_any_direction_it_is_the_twins(base, form):
    """Through hybrid dynamics, and off the unit quaternions: both mean the rotation of q / |q|."""
    model, q, v = draw("every_joint_free", "generic", r=1)
    rng = np.random.default_rng(4)
    prescribed = rng.random(model.nv) < 0.4
    wrenches, axes, tau_ext = loads(model, 2, "inertial")
    tau = inverse_dynamics(model, q, v, base, wrenches, axes, tau_ext)
    directions = [rng.standard_normal(np.shape(x)) for x in (q, v[0], v[1:], tau, wrenches)]

    def step(*given):
        pairs = zip((*given, wrenches), directions, strict=True)
        *state, applied = (moved(x, d) for x, d in pairs)
        found = hybrid_dynamics_complex(
            model, *state, prescribed, base, applied, axes, tau_ext, form=form
        )
        # forces that are given come back with the imaginary part that they came with
        return (*state, applied), np.concatenate([found[0][1:], found[1]]).imag / STEP

    arguments = (q, v[0], v[1:], tau)
    (*state, applied), found = step(*arguments)
    rows, forces = TWINS[form].hybrid_dynamics(
        model,
        *(scalars(x.tolist()) for x in state),
        prescribed.tolist(),
        K,
        base,
        scalars(applied.tolist()),
        axes,
        tau_ext.tolist(),
    )
    reference = imaginary([*rows[-len(forces) :], *forces])
    allowed = limit(form, lambda *x: step(*x)[1], *arguments) * ANY.get(form, 1)
    assert (relative(found, reference) <= allowed).all()


@each_form
@pytest.mark.parametrize("robot", ["every_joint_free", "quadruped", "every_joint", "arm"])
def test_real_arguments_give_the_real_result(robot, form):
    for r in (0, 1, 3):
        model, q, v = draw(robot, "generic", r)
        for base in bases(model):
            acting = (base, *loads(model, r + 1, "inertial"))
            tau = inverse_dynamics(model, q, v, *acting)
            found = forward_dynamics_complex(model, q, v[0], tau, *acting, form=form)
            assert found.dtype == complex and not found.imag.any()
            real = forward(form, model, *acting)
            allowed = limit(form, real, q, v[0], tau)
            assert (relative(found.real, real(q, v[0], tau)) <= allowed).all()
            half = np.arange(model.nv) % 2 == 0
            motion, torque = hybrid_dynamics_complex(
                model, q, v[0], v[1:], tau, half, *acting, form=form
            )
            assert not motion.imag.any() and not torque.imag.any()
            assert (relative(motion.real, v) <= 1e-6).all()
