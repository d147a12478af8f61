"""Sensitivities to every parameter against the complex step through the shipped kernels' text.

H-GRNE and H-GABI, compiled for constants that are complex: the derivative by a parameter is the
imaginary part that one tiny imaginary part of it leaves, without cancellation.
"""

import numpy as np
import pytest
from support.partials.partial_cases import interleaved, motion
from support.partials.sensitivity_cases import with_body
from support.references.tolerances import EPS

from lieref.dynamics.forward_dynamics import forward_dynamics
from lieref.dynamics.inverse_dynamics import inverse_dynamics
from lieref.dynamics.shared.moved_constants import forward_dynamics_moved, inverse_dynamics_moved
from lieref.errors import (
    ArgumentError,
    ConfigurationError,
    NonFiniteError,
    ShapeError,
    SingularError,
)
from lieref.model.tree.exact import ComplexField, exact_model
from lieref.oracle.tree.moved_models import moved_model, run_faster
from lieref.partials.coordinates.geometric_partials import (
    forward_dynamics_geometric_partials,
    forward_dynamics_screw_partials,
    inverse_dynamics_geometric_partials,
    inverse_dynamics_screw_partials,
)
from lieref.partials.parameters.parameters import WIDTHS
from lieref.partials.parameters.regressor import (
    forward_dynamics_regressor,
    inverse_dynamics_regressor,
)

K = ComplexField()
STEP = 1e-30
# Required of geometry and inertia. Found: 6e-15 (inverse, arm) and
# 3e-14 (forward, quadruped).
DEMANDED = 1e-13
ROBOTS = ("arm", "quadruped", "interleaved")
INVERSE = {
    "placement": inverse_dynamics_geometric_partials,
    "screw": inverse_dynamics_screw_partials,
    "inertia": inverse_dynamics_regressor,
}
FORWARD = {
    "placement": forward_dynamics_geometric_partials,
    "screw": forward_dynamics_screw_partials,
    "inertia": forward_dynamics_regressor,
}


def steps(model, kind, bodies, run):
    """(nv, columns) by the complex step; NaN where a screw has none.

    A slide that begins to turn does so about an axis at 1 / i h: such screws are left to the
    models of 210 digits.
    """
    exact, width = exact_model(model, K), WIDTHS[kind]
    out = np.full((model.nv, width * model.nbodies), np.nan)
    for i in bodies:
        joint = model.joints[i]
        for c in range(width):
            slides = joint.kind == "prismatic" and c < 3
            if kind == "screw" and (slides or joint.nv > 1):
                continue
            moved, rates = moved_model(K, exact, [(kind, i, c, 1j * STEP)])
            out[:, width * i + c] = run(moved, rates).imag / STEP
    return out


def assert_close(found, reference):
    known = np.isfinite(reference).all(0)
    assert known.any()
    assert abs(found - reference)[:, known].max() <= DEMANDED * abs(reference[:, known]).max()


def case(robot):
    if robot == "interleaved":
        # every kind of joint, and no body without mass
        model, rng = interleaved(), np.random.default_rng(9)
        q = model.random_configuration(rng)
        v, last = rng.standard_normal((2, model.nv))
        wrenches = rng.standard_normal((model.nbodies, 6))
    else:
        model, q, v, last, wrenches = motion(robot, "generic")
    bodies = (0, model.nbodies // 3, model.nbodies // 2, model.nbodies - 1)
    return model, q, v, last, wrenches, bodies


@pytest.mark.parametrize(("base", "axes"), [("body", "body"), ("hybrid", "inertial")])
@pytest.mark.parametrize("kind", WIDTHS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_inverse_dynamics(robot, kind, base, axes):
    model, q, v, a, wrenches, bodies = case(robot)

    def run(exact, rates):
        state = run_faster(exact, rates, q, v, a)
        out = inverse_dynamics_moved(model, exact, *state, base, wrenches, axes)
        # power: tau q' = tau_unit |w| q'
        return np.array(run_faster(exact, rates, q, out)[1])

    loads = () if kind == "inertia" else (wrenches, axes)
    found = INVERSE[kind](model, q, v, a, *named(kind, base), *loads)
    assert_close(found, steps(model, kind, bodies, run))


@pytest.mark.parametrize(("base", "axes"), [("body", "inertial"), ("mixed", "body")])
@pytest.mark.parametrize("kind", WIDTHS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_forward_dynamics(robot, kind, base, axes):
    model, q, v, tau, wrenches, bodies = case(robot)

    def run(exact, rates):
        moved = run_faster(exact, rates, q, v)
        # tau q' = tau_unit |w| q', and the unit screw accelerates |w| times as fast
        slower = {i: 1 / rate for i, rate in rates.items()}
        force = run_faster(exact, slower, q, tau)[1]
        out = forward_dynamics_moved(model, exact, *moved, force, base, wrenches, axes)
        return np.array(run_faster(exact, slower, q, out)[1])

    found = FORWARD[kind](model, q, v, tau, *named(kind, base), wrenches, axes)
    assert_close(found, steps(model, kind, bodies, run))


def named(kind, base):
    """Arguments after the state: a placement has a side."""
    return ("right", base) if kind == "placement" else (base,)


@pytest.mark.parametrize("base", ["body", "spatial", "hybrid", "mixed"])
def test_the_model_itself_gives_the_plain_result(base):
    for model, q, v, last, wrenches in (motion("every_joint_free", "generic"),):
        exact = exact_model(model, K)
        loads = (base, wrenches, "inertial")
        tau = inverse_dynamics_moved(model, exact, q, v, last, *loads)
        plain = inverse_dynamics(model, q, np.stack([v, last]), base, wrenches[None], "inertial")
        assert abs(tau - plain[0]).max() <= 32 * EPS * abs(plain).max()
        a = forward_dynamics_moved(model, exact, q, v, last, *loads)
        plain = forward_dynamics(model, q, v, last[None], base, wrenches[None], "inertial")
        # 170 without fused products (sanitizers)
        assert abs(a - plain[0]).max() <= 256 * EPS * abs(plain).max()


def test_wrong_arguments_are_named():
    model, q, v, last, _ = motion("quadruped", "generic")
    exact, other = exact_model(model, K), exact_model(interleaved(), K)
    for entry in (inverse_dynamics_moved, forward_dynamics_moved):
        with pytest.raises(ShapeError, match="exact has 12 bodies"):
            entry(model, other, q, v, last)
        with pytest.raises(ShapeError, match="v has shape"):
            entry(model, exact, q, v[None], last)
        with pytest.raises(ArgumentError, match="base is 'world'"):
            entry(model, exact, q, v, last, "world")
        with pytest.raises(NonFiniteError, match="q\\[0\\] is"):
            entry(model, exact, np.full_like(q, np.nan), v, last)
    with pytest.raises(ConfigurationError, match="quaternion"):
        inverse_dynamics_moved(model, exact, 1.1 * q, v, last)


def test_a_joint_without_inertia_is_named():
    model, q, v, tau, _ = motion("arm", "generic")
    none, still = (0j,) * 3, ((0j,) * 3,) * 3
    bare = with_body(exact_model(model, K), model.nbodies - 1, mass=0j, com=none, inertia=still)
    with pytest.raises(SingularError, match="singular articulated inertia"):
        forward_dynamics_moved(model, bare, q, v, tau)
