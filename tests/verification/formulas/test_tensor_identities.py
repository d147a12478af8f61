"""M1 to M27 and K1 to K16 of Singh et al. hold, and what they are easily taken for does not."""

import numpy as np
import pytest

from verification.measurements.formulas.tensor_identities import (
    IDENTITIES,
    PROPERTIES,
    SYMMETRIC,
    VARIANTS,
    draw,
    evaluate,
)

# at 55 digits; found: below 3e-51, the radius of the balls
HOLDS = 1e-45
# a wrong formula is off by a good part of what it gives
REFUTED = 0.1


def difference(name, reading, seed=1):
    return evaluate({"name": name, "seed": seed, "bodies": 5, "as": reading})["difference"]


@pytest.mark.parametrize("name", [*PROPERTIES, *IDENTITIES])
def test_holds_as_printed(name):
    assert difference(name, "printed") < HOLDS
    assert difference(name, "negated") > REFUTED


@pytest.mark.parametrize("name", [*SYMMETRIC, *VARIANTS])
def test_misreadings_are_refuted(name):
    assert difference(name, "misread") > REFUTED


@pytest.mark.parametrize("name", sorted(set(PROPERTIES) - set(SYMMETRIC)))
def test_the_other_properties_need_no_symmetry(name):
    assert difference(name, "misread", seed=2) < HOLDS


def test_every_property_and_identity_of_the_paper_is_there():
    assert list(PROPERTIES) == [f"M{i}" for i in range(1, 28)]
    assert list(IDENTITIES) == [f"K{i}" for i in range(1, 17)]
    assert set(VARIANTS) <= set(IDENTITIES)


def test_arguments_differ_in_their_shapes():
    arguments = draw(seed=3, symmetric=True)
    assert len({arguments.U.shape, arguments.V.shape, arguments.W.shape, arguments.F.shape}) == 4
    assert np.array_equal(arguments.inertia, arguments.inertia.T)
    unsymmetric = draw(seed=3, symmetric=False).inertia
    assert not np.array_equal(unsymmetric, unsymmetric.T)
