"""Every build of the kernels that this processor runs gives the same numbers."""

import pickle

import numpy as np
import pytest
from support.programs.build_cases import CASES
from support.programs.build_outputs import output
from support.programs.scaled_cases import every_case, scales_of
from support.references.rounding_scale import excess, surely_within

from lieref import machine

ULPS = 4


def of_build(build, name):
    """What one build computes of a name of `support.programs.build_cases`."""
    script = f"from support.programs.build_cases import dump; dump({name!r})"
    ((found,),) = output(build, script)
    return pickle.loads(bytes.fromhex(found))


@pytest.mark.parametrize("name", CASES)
def test_builds_agree(name):
    first, *others = machine.available()
    expected = of_build(first, name)
    assert expected
    for build in others:
        for mine, theirs in zip(expected, of_build(build, name), strict=True):
            case, values, limits = mine
            assert case == theirs[0]
            for x, y, *limit in zip(values, theirs[1], limits, theirs[2], strict=True):
                assert (abs(x - y) <= np.maximum(*limit)).all(), (build, case)


def test_builds_agree_to_four_ulp_of_the_scale():
    first, *others = machine.available()
    expected = of_build(first, "scaled")
    found = {build: of_build(build, "scaled") for build in others}
    for case, model, function, q, rest in every_case():
        apart = others
        if case[-1] != "forward_dynamics_partials":  # which have a scale of their own
            apart = [x for x in others if not surely_within(ULPS, found[x][case], expected[case])]
        if not apart:
            continue
        sizes = scales_of(case[-1], model, function, q, rest)
        for build in apart:
            ulps = excess(found[build][case], expected[case], sizes)
            assert ulps <= ULPS, (build, case, ulps)
