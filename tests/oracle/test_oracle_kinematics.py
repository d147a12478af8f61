"""Poses and Jacobians of the oracle against its poses of bodies, differences and kernels."""

import numpy as np
import pytest
from support.references.kinematic_references import POINT, REPRESENTATIONS, poses, state, twists

import lieref
from lieref import oracle

K = oracle.Mp(60)
DIGITS = 1e-50


def framed(root):
    """The robot of all joints with a frame at POINT of the hand, and one on the world."""
    model, q, _ = state(root, 0, 4)
    placement = np.eye(4)
    placement[:3, 3] = POINT
    table = lieref.check.model_table.to_table(model)
    table["frames"] = [
        {"name": "tip", "body": model.names.index("hand"), "placement": placement.tolist()},
        {"name": "ground", "body": -1, "placement": placement.tolist()},
    ]
    return lieref.check.model_table.from_table(table), q


@pytest.mark.parametrize("base", REPRESENTATIONS)
@pytest.mark.parametrize("root", ["free_root", "fixed_root"])
def test_columns_are_twists_at_unit_velocities(root, base):
    model, q = framed(root)
    found = {
        r: np.array(oracle.jacobian(model, q, "tip", r, base, field=K)) for r in REPRESENTATIONS
    }
    hand = model.names.index("hand")
    for j in range(model.nv):
        v = np.zeros((1, model.nv))
        v[0, j] = 1.0
        for r, series in twists(poses(model, q, v, base)[hand], POINT).items():
            for i in range(6):
                assert abs(found[r][i, j] - series[i][0]) <= DIGITS
    assert not np.any(np.array(oracle.jacobian(model, q, "ground", base=base, field=K)) != 0)


def test_poses_are_those_of_the_kernel():
    model, q = framed("free_root")
    still = np.zeros((1, model.nv))
    for name in ("tip", "ground", "hand"):
        expected = lieref.forward_kinematics(model, q, still, frames=[name])[0][0]
        found = np.array(oracle.frame_pose(model, q, name), dtype=float)
        assert abs(found - expected).max() <= 1e-14
        for r in REPRESENTATIONS:
            J = np.array(oracle.jacobian(model, q, name, r), dtype=float)
            assert abs(J - lieref.jacobian(model, q, name, r)).max() <= 1e-14
