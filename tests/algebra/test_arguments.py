"""Arguments that are checked alike everywhere."""

import numpy as np
import pytest

from lieref.algebra.arguments import generator
from lieref.errors import ShapeError


def test_seeds_have_128_bits():
    most = 2**128 - 1
    expected = np.random.default_rng(most).random()
    assert generator("rng", most).random() == expected
    with pytest.raises(ShapeError, match="rng is"):
        generator("rng", most + 1)
