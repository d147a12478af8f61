"""The place where tests draw robots and states: every draw is what its name says, and repeats."""

import numpy as np
import pytest
from support.trees.robots import ROBOTS, STATES, draw

from lieref.model.joints.joints import Free


@pytest.mark.parametrize("robot", ["every_joint", "every_joint_free"])
def test_every_kind_of_joint_stands_inside_the_tree(robot):
    model = ROBOTS[robot]()
    carried = set(model.parents.tolist())
    inside = {
        joint.kind for i, joint in enumerate(model.joints) if i in carried and model.parents[i] >= 0
    }
    assert inside == {"revolute", "prismatic", "helical", "spherical", "free"}
    assert (model.joints[0] == Free()) == (robot == "every_joint_free")
    assert any(":" in name for name in model.names)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("robot", ROBOTS)
def test_draws_have_their_shapes_and_repeat(robot, state, capsys):
    model, q, v = draw(robot, state, r=3, seed=5)
    assert capsys.readouterr().out == f"draw({robot!r}, {state!r}, r=3, seed=5)\n"
    assert q.shape == (model.nq,) and v.shape == (5, model.nv)
    assert np.isfinite(q).all() and np.isfinite(v).all()
    _, again_q, again_v = draw(robot, state, r=3, seed=5)
    assert np.array_equal(q, again_q) and np.array_equal(v, again_v)
    if state != "zero":
        _, other_q, other_v = draw(robot, state, r=3, seed=6)
        assert not np.array_equal(q, other_q) and not np.array_equal(v, other_v)


def test_states_are_what_they_are_called():
    model, q, v = draw("serial_5", "zero")
    assert not q.any() and not v.any()
    _, q, v = draw("serial_5", "near_pi")
    assert (np.abs(q) < np.pi).all() and (np.abs(q) >= np.pi - 0.1).all()
    _, _, v = draw("serial_5", "fast", r=1)
    assert (np.abs(v).max(axis=1) > 0.1 * 100.0 ** np.arange(1, 4)).all()
    tiny = np.array([draw("arm", "tiny", seed=seed)[2] for seed in range(30)])
    assert np.abs(tiny).min() < 1e-8 and np.abs(tiny).max() > 0.5
    assert np.abs(np.log10(np.abs(tiny)).mean() + 4.5) < 0.5
    _, q, _ = draw("quadruped", "far")
    assert abs(np.linalg.norm(q[:3]) - 1e3) < 2.0
