"""MuJoCo's derivatives: differences, measured to the error of their step."""

import numpy as np
import pytest

import lieref
from lieref.check import audit

pytest.importorskip("mujoco", reason="MuJoCo: extra interop")
PARTIALS = ("inverse_dynamics_partials", "forward_dynamics_partials")


def robot():
    """A free base with a placement, and joints of every kind that MuJoCo has."""
    return lieref.catalogue.random_tree(4, 3, ("spherical", "revolute", "prismatic"), "free")


def test_derivatives_are_right_to_their_step():
    report = audit("mujoco", robot(), PARTIALS, ["generic"])
    assert report.exit_status == 0
    found = {x.output: x for x in report.results}
    of_step = {name for name, x in found.items() if x.status == "pass to step"}
    # da_dtau is solved for, not differenced
    assert of_step == set(found) - {"da_dtau"} == set(report.differences)
    assert str(report.differences["dtau_dq"]) == "forward differences, step 1e-06"
    assert str(report.differences["da_dq"]) == "central differences, step 1e-06"
    # and that is what they are worth
    assert 4 < found["dtau_dq"].judgement.errors.digits < 9


@pytest.mark.parametrize("joint, text", [
    (lieref.Helical((0, 0, 1), 0.1), "joint 'b_joint': MuJoCo has no helical joint at all"),
    (lieref.Free(), "joint 'b_joint': MuJoCo has no free joint between two bodies"),
    # the body between its two axes has no mass
    (lieref.Universal((1, 0, 0), (0, 1, 0)), "MuJoCo cannot compile the model: "),
])  # fmt: skip
def test_model_that_mujoco_cannot_have_is_refused(joint, text):
    builder = lieref.ModelBuilder()
    for name, parent, moving in (("a", None, lieref.Revolute((1, 0, 0))), ("b", "a", joint)):
        builder.add_body(name, parent, moving, mass=1.0, com=(0.1, 0.2, 0.3), inertia=np.eye(3))
    report = audit("mujoco", builder.build())
    assert report.exit_status == 2
    assert [x.status for x in report.results] == ["refused"]
    assert text in report.results[0].text
