"""Arguments of the groups that are no rotations, no poses and no quaternions, and numbers.

What is refused by every public function alike is tested in tests/sweep/test_arguments.py.
"""

import numpy as np
import pytest
from support.trees.algebra_samples import EPS

from lieref.algebra import SE3, SO3
from lieref.algebra.arguments import UNIT_TOLERANCE
from lieref.errors import ConfigurationError

C, R, Q = np.eye(4), np.eye(3), np.array([0.0, 0.0, 0.0, 1.0])


def test_integers_booleans_and_small_floats_are_accepted():
    for dtype in (bool, np.int8, np.int64, np.uint32, np.float16, np.float32):
        assert np.array_equal(SE3.exp(np.ones(6, dtype=dtype)), SE3.exp(np.ones(6)))
        assert np.array_equal(SE3.log(np.eye(4, dtype=dtype)), np.zeros(6))


@pytest.mark.parametrize("factor", [1.0 + 0.6 * UNIT_TOLERANCE, -1.0, 0.0, 1e300])
def test_not_a_rotation(factor):
    rotations = np.stack([R, R, factor * R])
    poses = np.stack([C, C, np.diag([factor, factor, factor, 1.0])])
    for function in (SO3.log, SO3.to_quaternion):
        with pytest.raises(ConfigurationError, match=r"R at index \(2,\)"):
            function(rotations)
    for function in (SE3.log, SE3.inverse, SE3.Ad, SE3.Ad_t):
        with pytest.raises(ConfigurationError, match=r"C at index \(2,\)"):
            function(poses)


def test_within_the_tolerance_is_accepted():
    near = R + 0.4 * UNIT_TOLERANCE * np.ones((3, 3))
    # its nearest rotation is I; sums of entries of 4e-10 that cancel, fused or not
    assert abs(SO3.log(near)).max() <= 4 * EPS * UNIT_TOLERANCE


def test_last_row_quaternion_and_skewness():
    bad = C.copy()
    bad[3, 0] = 1e-8
    with pytest.raises(ConfigurationError, match=r"last row .* 1e-08"):
        SE3.log(bad)
    for factor in (0.0, 1.0 + 2 * UNIT_TOLERANCE, 1e300):
        for function in (SO3.from_quaternion, SO3.log_quaternion):
            with pytest.raises(ConfigurationError, match=r"q at index \(1,\): the norm"):
                function([Q, factor * Q])
    with pytest.raises(ConfigurationError, match="W at index .* W \\+ W"):
        SO3.vee(R)
