"""Joint-space inertia: kernel, twin, definition, oracle and inverse dynamics agree on it."""

import numpy as np
import pytest
from support.partials.partial_cases import related
from support.references.tolerances import (
    BUILDS,
    CLOSED_FORMS,
    COMPLEX_STEP,
    DIGITS_50,
    IDENTITY,
    TWIN,
)
from support.trees.robots import ROBOTS, STATES, draw
from support.trees.spatial_robots import BASES, bases, floats, motion, relative

from lieref import oracle
from lieref.dynamics.closed_forms import joint_space_inertia, joint_space_inertia_complex
from lieref.dynamics.matrices import composite_bodies_twin as twin
from lieref.dynamics.matrices.joint_space_inertia import joint_space_inertia_derivatives

DOUBLE = oracle.Double()
STEP = 1e-100
FREE = "every_joint_free"
FACTORIALS = np.cumprod([1.0, *range(1, 9)])[:, None]


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_agrees_with_its_twin(robot, state):
    model, q, v = draw(robot, state, r=2)
    for base in bases(model):
        rows = v[:3].tolist() if base == "body" else v[:1].tolist()
        expected = np.array(twin.joint_space_inertia(model, q.tolist(), rows, DOUBLE, base))
        found = joint_space_inertia_derivatives(model, q, rows, base)
        # where the products of lower orders cancel, as for tiny angles, their size is the scale
        sizes = np.maximum.accumulate(abs(expected).max((1, 2)))
        growing = TWIN * np.arange(1, len(rows) + 2) * sizes
        assert (abs(found - expected).max((1, 2)) <= growing).all(), base
        assert relative(joint_space_inertia(model, q, base)[None], expected[:1])[0] <= TWIN
        for r in range(len(rows)):
            lower = joint_space_inertia_derivatives(model, q, v[:r], base)
            error = abs(lower - found[: r + 1]).max((1, 2))
            assert (error <= BUILDS * np.arange(1, r + 2) * sizes[: r + 1]).all(), base


@pytest.mark.parametrize("robot", ROBOTS)
def test_twin_at_fifty_digits_is_the_oracle(robot):
    # of which serial_20_free loses some
    K = oracle.Arb(60)
    model, q, _ = draw(robot, "generic")
    for base in bases(model):
        with K.working():
            found = np.array(twin.joint_space_inertia(model, q.tolist(), [], K, base)[0])
            reference = np.array(oracle.joint_space_inertia(model, q, base, field=K))
            # every ball, surely: the largest of balls may be another one's
            assert (abs(found - reference) <= DIGITS_50 * abs(reference).max()).all(), base


@pytest.mark.parametrize("state", ["generic", "tiny", "near_pi", "far"])
@pytest.mark.parametrize("robot", ROBOTS)
def test_kernel_against_the_oracle(robot, state):
    model, q, _ = draw(robot, state)
    reference = floats(oracle.joint_space_inertia(model, q, field=oracle.Arb(30)))
    H = joint_space_inertia(model, q)
    assert relative(H[None], reference[None])[0] <= CLOSED_FORMS
    # entry by entry: what Cauchy and Schwarz allow an entry to be is its scale
    diagonal = np.sqrt(np.diag(reference))
    assert (abs(H - reference) <= CLOSED_FORMS * np.outer(diagonal, diagonal)).all()


@pytest.mark.parametrize("base", BASES)
def test_bases_against_the_oracle(base):
    for model, q, v in (
        draw(FREE, "generic"),
        draw("aerial_manipulator", "near_pi"),
        motion("two_trees", 2),
    ):
        reference = floats(oracle.joint_space_inertia(model, q, base, field=oracle.Arb(30)))
        assert (
            relative(joint_space_inertia(model, q, base)[None], reference[None])[0] <= CLOSED_FORMS
        )
        stack = joint_space_inertia_derivatives(model, q, v[:2], base)
        assert not stack[:, ~related(model)].any()


@pytest.mark.parametrize("robot", ROBOTS)
def test_the_definition_is_a_second_way(robot):
    model, q, _ = draw(robot, "generic")
    for base in bases(model):
        other = joint_space_inertia(model, q, base, method="definition")
        assert relative(joint_space_inertia(model, q, base)[None], other[None])[0] <= CLOSED_FORMS
        assert np.array_equal(other, other.T)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_symmetric_positive_and_sparse(robot, state):
    model, q, v = draw(robot, state, r=1)
    together = related(model)
    for base in bases(model):
        stack = joint_space_inertia_derivatives(model, q, v[:2], base)
        assert np.array_equal(stack, stack.swapaxes(1, 2))
        assert not stack[:, ~together].any()
    np.linalg.cholesky(joint_space_inertia(model, q))


@pytest.mark.parametrize("robot", ROBOTS)
def test_complex_step_is_the_rate(robot):
    """q moves along q': the position of a free joint by R u, its quaternion by q (w, 0) / 2."""
    model, q, v = draw(robot, "generic")
    step = np.zeros(model.nq)
    for joint, iq, iv in zip(model.joints, model.idx_q, model.idx_v, strict=True):
        rate = v[0, iv : iv + joint.nv]
        if joint.nv == 1:
            step[iq] = rate[0]
            continue
        x, w = q[iq + joint.nq - 4 : iq + joint.nq - 1], q[iq + joint.nq - 1]
        turn = np.append(w * rate[:3] + np.cross(x, rate[:3]), -x @ rate[:3]) / 2
        step[iq + joint.nq - 4 : iq + joint.nq] = turn
        if joint.kind == "free":
            twice = 2 * np.cross(x, rate[3:])
            step[iq : iq + 3] = rate[3:] + w * twice + np.cross(x, twice)
    found = joint_space_inertia_complex(model, q + 1j * STEP * step)
    expected = joint_space_inertia_derivatives(model, q, v[:1])
    scale = abs(expected[0]).max() * abs(v[0]).max()
    assert abs(found.imag / STEP - expected[1]).max() <= COMPLEX_STEP * scale
    assert relative(found.real[None], expected[:1])[0] <= CLOSED_FORMS


@pytest.mark.parametrize("base", BASES)
def test_high_orders_against_the_twin(base):
    """v^(k) grows with k!, so that the Taylor coefficients of all orders are of one size."""
    model, q, v = draw(FREE, "generic", r=6)
    v = v[:7] * FACTORIALS[:7]
    K = oracle.Arb(40)
    with K.working():
        reference = floats(twin.joint_space_inertia(model, q.tolist(), v.tolist(), K, base))
    found = joint_space_inertia_derivatives(model, q, v, base)
    assert (relative(found, reference) <= CLOSED_FORMS * np.arange(1, 9)).all()


def test_in_the_body_the_attitude_changes_no_bit():
    model, q, v = draw("quadruped", "generic", r=2)
    turned = model.integrate(q, np.append([0.3, -1.1, 0.6], np.zeros(model.nv - 3)))
    near, other = (joint_space_inertia_derivatives(model, x, v[:2]) for x in (q, turned))
    assert np.array_equal(near, other)


def test_the_derivatives_are_those_of_kinetic_energy():
    """d^k/dt^k of v^T H v / 2 for a constant v, against the oracle's sum over the bodies."""
    for robot in ("every_joint", FREE):
        model, q, v = draw(robot, "generic", r=2)
        motion = np.vstack([v[:1], np.zeros((3, model.nv))])
        for base in bases(model):
            stack = joint_space_inertia_derivatives(model, q, motion[:3], base)
            found = np.array([v[0] @ H @ v[0] / 2 for H in stack])
            reference = oracle.energy(model, q, motion, base, digits=30).kinetic
            scale = np.array([abs(v[0]) @ abs(H) @ abs(v[0]) / 2 for H in stack])
            assert (abs(found - floats([reference])[0]) <= IDENTITY * scale).all(), base
