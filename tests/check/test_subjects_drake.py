"""Drake as a subject: every kind of joint, derivatives by AutoDiffXd, and what is refused."""

from importlib import util

import numpy as np
import pytest

import lieref
from lieref.algebra import SO3
from lieref.check import audit
from lieref.check.exchange.wire import SubjectError
from lieref.check.subjects import resolve

needs_drake = pytest.mark.skipif(util.find_spec("pydrake") is None, reason="Drake: extra drake")


@needs_drake
@pytest.mark.parametrize("kinds, base", [
    # the free ones between two bodies, and on the world with a placement
    (("spherical", "revolute", "free", "prismatic", "helical"), "free"),
    # massless bodies
    (("universal", "cylindrical"), "fixed"),
])  # fmt: skip
def test_every_joint_passes(kinds, base):
    model = lieref.catalogue.random_tree(len(kinds), 3, kinds, base)
    report = audit("drake", model)
    assert report.exit_status == 0
    assert {x.status for x in report.results} == {"pass"}
    assert len(report.results) == 4 * 9
    assert report.subject.startswith("drake 1.") and report.base == "hybrid"


@needs_drake
def test_singularity_of_ball_joints_is_refused_for_derivatives_alone():
    model = lieref.catalogue.random_tree(1, 0, ("spherical",), "fixed")
    drake = resolve("drake", model)
    q = SO3.to_quaternion(SO3.exp([0.0, np.pi / 2, 0.0]))
    v, a = np.array([[0.3, -0.2, 0.5], [0.1, 0.7, -0.4]])
    tau = drake.answer("inverse_dynamics", q=q, v=v, a=a)
    expected = lieref.inverse_dynamics(model, q, [v, a])[0]
    np.testing.assert_allclose(tau, expected, rtol=0, atol=64 * 2.0**-52 * abs(expected).max())
    with pytest.raises(SubjectError, match="refused: a ball joint of Drake is at a pitch of 90"):
        drake.answer("inverse_dynamics_partials", q=q, v=v, a=a)


@needs_drake
def test_orders_and_second_partials_are_not_offered():
    drake = resolve("drake", lieref.catalogue.serial_chain(1))
    assert drake.answer("inverse_dynamics_orders", q=np.zeros(1), v=np.zeros((2, 1))) is None
