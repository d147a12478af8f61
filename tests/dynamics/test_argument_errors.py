"""Errors that name their cause: models of the wrong kind, results beyond the range of double."""

import subprocess
import sys

import numpy as np
import pytest

import lieref
from lieref import ArgumentError, LierefError, ModelError, NonFiniteError, ShapeError, loops

HUGE = 1e200


@pytest.fixture(scope="module")
def arm():
    return lieref.catalogue.serial_chain(3)


@pytest.fixture(scope="module")
def four_bar():
    return lieref.catalogue.four_bar()


def test_argument_error_is_a_type_error():
    assert issubclass(ArgumentError, LierefError) and issubclass(ArgumentError, TypeError)


@pytest.mark.parametrize(
    "name", ["lagrange_matrices", "system_jacobian", "grouped_matrices", "forward_kinematics"]
)
def test_a_model_with_loops_is_sent_to_lieref_loops(four_bar, name):
    arguments = ([0.0],) if name == "system_jacobian" else ([0.0], [0.0])
    with pytest.raises(ArgumentError, match=r"got LoopModel\): .*lieref\.loops"):
        getattr(lieref, name)(four_bar, *arguments)


def test_a_tree_is_sent_to_lieref(arm):
    with pytest.raises(ArgumentError, match=r"got Model\): .*lieref itself"):
        loops.constraint_state(arm, np.zeros(3), np.zeros(3))


def test_a_foreign_object_gets_no_hint():
    with pytest.raises(ArgumentError, match=r"got int\)$"):
        lieref.forward_kinematics(3, [0.0], [[0.0]])
    with pytest.raises(ArgumentError, match=r"got int\)$"):
        loops.loop_residual(3, [0.0])


@pytest.mark.parametrize(
    "call",
    [
        lambda m, q, v: lieref.forward_kinematics(m, q, v, "spatial"),
        lambda m, q, v: lieref.jacobian_derivatives(m, q, v, 2),
        lambda m, q, v: lieref.system_jacobian_derivatives(m, q, v),
        lieref.grouped_matrices,
        lambda m, q, v: lieref.pose_derivatives(np.eye(4), np.full((3, 6), HUGE)),
    ],
)
def test_kinematics_beyond_the_range_of_double(arm, call):
    with pytest.raises(NonFiniteError):
        call(arm, np.full(arm.nq, 0.3), np.full((3, arm.nv), HUGE))


def test_loops_beyond_the_range_of_double(four_bar):
    q = four_bar.neutral() if hasattr(four_bar, "neutral") else four_bar.assembly
    closed = loops.expand(four_bar, np.asarray(q)[:1])
    with pytest.raises(NonFiniteError):
        loops.constraint_state(four_bar, closed, [HUGE])
    with pytest.raises(NonFiniteError):
        loops.expand_motion(four_bar, closed, [[HUGE], [HUGE], [HUGE]])
    with pytest.raises(NonFiniteError):
        loops.loop_bias(four_bar, closed, np.array([HUGE, -HUGE, HUGE]))


def test_newton_euler_refuses_a_negative_mass_and_unused_rotations():
    rest = (np.zeros(3), np.eye(3), np.zeros(6), np.zeros(6))
    with pytest.raises(ModelError, match=r"mass is -1\.0"):
        lieref.newton_euler_components(-1.0, *rest)
    with pytest.raises(ShapeError, match="rotations"):
        lieref.newton_euler_components(1.0, *rest, rotations="x")


def test_closed_form_rate_needs_the_jerk(arm):
    v = np.ones((3, arm.nv))
    assert np.isfinite(
        lieref.closed_form_rate(lieref.grouped_matrices(arm, np.ones(arm.nq), v)).total
    ).all()
    with pytest.raises(ShapeError, match="2 rows of v, expected 3"):
        lieref.closed_form_rate(lieref.grouped_matrices(arm, np.ones(arm.nq), v[:2]))


@pytest.mark.parametrize("kind", [complex, np.complex128, np.complex64])
def test_splines_refuse_complex_knots(kind):
    with pytest.raises(ShapeError, match=r"knots\[1\].*real"):
        lieref.trajectories.BSpline([0.0, kind(1 + 1j)], [1.0], 0)


def test_modules_are_reachable_and_imported_only_when_asked_for():
    code = (
        "import sys, lieref; assert 'lieref.check' not in sys.modules; "
        "assert 'lieref.partials.steps' not in sys.modules; "
        "lieref.partials.steps.__doc__; lieref.check.__doc__"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        lieref.nothing  # noqa: B018
