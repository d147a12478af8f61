"""Loops whose doubles contradict each other by roundings are closed, open ones are refused."""

import numpy as np
import pytest
from support.mechanisms.turned_mechanisms import Plane, rotation, turned

import lieref
from lieref import oracle

PLANAR = ("four_bar", "slider_crank", "planar_ladder")


@pytest.mark.parametrize("name", PLANAR)
def test_planar_loops_close_in_any_plane(name):
    model = turned(getattr(lieref.catalogue, name)(), np.random.default_rng(34))
    q = np.array(oracle.loop_configuration(model, model.assembly, digits=50), float)
    # closed in doubles already, of condition below 100
    assert np.abs(q - model.assembly).max() <= 100 * np.finfo(float).eps


@pytest.mark.parametrize("length", [2.0**-20, 1.0, 2.0**10])
def test_loops_open_by_more_than_rounding_are_refused(length):
    """Out of the plane by 1e-12 of its lengths: no joint closes it."""
    plane = Plane(rotation(np.random.default_rng(42)), length)
    for name, parent, x in (("crank", None, 0), ("coupler", "crank", 0.2), ("rocker", None, 0.5)):
        plane.bar(name, parent, x)
    above = plane.at(0.4)
    above[:3, 3] += plane.R @ [0, 0, 1e-12 * length]
    plane.b.add_loop("loop", "coupler", "rocker", plane.joint(), plane.at(0.5), above)
    model = plane.b.build(["crank_joint"], [1.0, 0.3, 2.0])
    with pytest.raises(lieref.ConfigurationError, match="loop 'loop' cannot be closed"):
        oracle.loop_configuration(model, model.assembly, digits=50)
