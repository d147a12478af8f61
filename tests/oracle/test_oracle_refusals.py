"""What the oracle refuses beside arguments of wrong shapes, numbers and words.

Those are tests/sweep/test_arguments.py.
"""

import numpy as np
import pytest
from support.mechanisms.oracle_loop_robots import four_bar
from support.trees.oracle_robots import random_state, random_tree

from lieref import oracle
from lieref.errors import ConfigurationError, ShapeError

TREE = random_tree("free_root", seed=351)
Q, V, _, TAU = random_state(TREE, 1, seed=352)
MOVES = np.arange(TREE.nv) < 7
MECHANISM = four_bar((1.0, 3.0, 2.5, 3.5))
OPEN = MECHANISM.assembly + [0, 0, 0.1]
ONE = np.ones(1)


@pytest.mark.parametrize("kind", ["inverse", "forward"])
@pytest.mark.parametrize("order", ["partials", "second_partials"])
def test_configurations_of_mechanisms(kind, order):
    function = getattr(oracle, f"loop_{kind}_dynamics_{order}")
    for q, more, error, match in (
        (OPEN, {}, ConfigurationError, "tip.*open by"),
        ([0.8, 0.1], {}, ShapeError, "q: got 2 entries, expected 3"),
        ([0.8], {"near": [0.8]}, ShapeError, "got 1"),
    ):
        with pytest.raises(error, match=match):
            function(MECHANISM, q, ONE, ONE, digits=20, **more)


@pytest.mark.parametrize("wrong", [MOVES[1:], MOVES.astype(int), True])
def test_what_is_prescribed_is_said_by_booleans(wrong):
    with pytest.raises(ShapeError, match="prescribed"):
        oracle.hybrid_dynamics(TREE, Q, V[0], V[1:], TAU, wrong)


def test_rows_of_a_motion():
    with pytest.raises(ShapeError, match="v: got 1"):
        oracle.loop_inverse_dynamics(MECHANISM, MECHANISM.assembly, [[1.0]])
    with pytest.raises(ShapeError, match="vdot: got 1 entries, expected 2"):
        oracle.hybrid_dynamics(TREE, Q, V[0], V[:1], TAU, MOVES)
    with pytest.raises(ShapeError, match="tau_ext: got 1"):
        oracle.forward_dynamics(TREE, Q, V[0], TAU, tau_ext=TAU[:1])
