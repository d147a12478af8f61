"""Complex step through the forms of forward dynamics by twists: next order, twin, reals."""

import numpy as np
import pytest
from support.references.gabi_spatial_entry import bounds, solve
from support.trees.robots import draw
from support.trees.spatial_robots import BASES, bases, relative

from lieref import oracle
from lieref.dynamics.forward.body import h_gabi_twist_body_twin
from lieref.dynamics.forward.hybrid import h_gabi_hybrid_twin
from lieref.dynamics.forward.spatial import h_gabi_spatial_twin
from lieref.dynamics.forward_dynamics import forward_dynamics, forward_dynamics_complex
from lieref.dynamics.inverse_dynamics import inverse_dynamics

TWINS = {
    "body": h_gabi_twist_body_twin,
    "hybrid": h_gabi_hybrid_twin,
    "spatial": h_gabi_spatial_twin,
}
# Any step will do whose square vanishes against 1.
STEP = 1e-100
K = oracle.Mp(50)
# Errors against what half an ulp in the inputs costs the derivative, as in test_h_gabi_twists.py
# and test_h_gabi_spatial.py.
BOUNDS = {"body": 40, "hybrid": 40, "spatial": 400}
ABSOLUTE = 4e-12
LOOSEST = 0.03


@pytest.fixture(params=TWINS)
def form(request):
    """Each form in turn."""
    return request.param


def _moved(x, direction):
    return x + 1j * STEP * direction


def _limit(form, function, *arguments):
    limit = BOUNDS[form] * bounds(function, arguments) + ABSOLUTE
    assert (limit < LOOSEST).all()
    return limit


def _scalars(rows):
    """Nested lists of Python complex numbers in the twin's field, each exactly."""
    return [_scalars(x) if isinstance(x, list) else K(x) for x in rows]


def _complex(form, model, q, v, tau, *loads):
    return forward_dynamics_complex(model, q, v, tau, *loads, form=form)


@pytest.mark.parametrize("robot", ["two_link", "arm", "binary_tree"])
def test_along_the_motion_it_is_the_next_order(robot, form):
    model, q, v = draw(robot, "generic", r=3)
    tau = inverse_dynamics(model, q, v)

    def step(q, v0, vdot, tau):
        moved = _moved(q, v0), _moved(v0, vdot), _moved(tau[:-1], tau[1:])
        return _complex(form, model, *moved).imag / STEP

    arguments = (q, v[0], v[1], tau)
    assert (relative(step(*arguments), v[2:]) <= _limit(form, step, *arguments)).all()


@pytest.mark.parametrize("base", BASES)
def test_in_any_direction_it_is_the_twins(base, form):
    """Through hybrid dynamics, with wrenches, and off the unit quaternions."""
    model, q, v = draw("every_joint_free", "generic", r=1)
    rng = np.random.default_rng(4)
    tau = inverse_dynamics(model, q, v, base)
    prescribed = rng.random(model.nv) < 0.5
    wrenches, turn = rng.standard_normal((2, 2, model.nbodies, 6))
    directions = [rng.standard_normal(x.shape) for x in (q, v[0], v[1:], tau)]

    def step(q, v, vdot, tau):
        moved = [_moved(*pair) for pair in zip((q, v, vdot, tau), directions, strict=True)]
        loads = (base, _moved(wrenches, turn), "body")
        return np.concatenate(solve(model, *moved, prescribed, *loads, form=form)).imag / STEP

    arguments = (q, v[0], v[1:], tau)
    moved = [_moved(*pair) for pair in zip(arguments, directions, strict=True)]
    rows, forces = TWINS[form].hybrid_dynamics(
        model,
        *(_scalars(x.tolist()) for x in moved),
        prescribed.tolist(),
        K,
        base,
        _scalars(_moved(wrenches, turn).tolist()),
    )
    reference = [[float(K.context.im(x) / K(STEP)) for x in row] for row in rows[1:] + forces]
    # forces that are given come back with the imaginary part that they came with
    assert (relative(step(*arguments), np.array(reference)) <= _limit(form, step, *arguments)).all()


def test_real_arguments_give_the_real_result(form):
    for robot in ("every_joint_free", "arm"):
        model, q, v = draw(robot, "generic", r=2)
        for base in bases(model):
            tau = inverse_dynamics(model, q, v, base)
            found = _complex(form, model, q, v[0], tau, base)
            assert not found.imag.any()

            def forward(q, v, tau, model=model, base=base):
                return forward_dynamics(model, q, v, tau, base, form=form)

            expected = forward(q, v[0], tau)
            limit = _limit(form, forward, q, v[0], tau)
            assert (relative(found.real, expected) <= limit).all()
