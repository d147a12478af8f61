"""Loops that decimals leave open: both ends are moved by half of the least gap."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import lieref
from lieref.algebra import SE3
from lieref.errors import ModelError, ModelWarning
from lieref.loops import close
from lieref.model.loops.loop_newton import CLOSED, Closer

#: With loops in a plane, several of them, and with no more constraints than space has.
MECHANISMS = ("four_bar", "slider_crank", "planar_ladder", "delta_robot", "rssr")
STEP = 1e-7


def shaken(model, rng):
    """The loops with the successor's frames moved by a small shift each."""
    shifts = [np.append(np.zeros(3), STEP * rng.standard_normal(3)) for _ in model.loops]
    return [
        replace(x, successor_frame=x.successor_frame @ SE3.exp(shift))
        for x, shift in zip(model.loops, shifts, strict=True)
    ]


def again(model, loops, tolerance):
    """The mechanism with other loops, and what was said."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = close(model.tree, loops, model.couplings, None, model.assembly, (), tolerance)
    return found, [str(x.message) for x in caught if x.category is ModelWarning]


@pytest.mark.parametrize("name", MECHANISMS)
def test_what_was_shaken_closes(name):
    model = getattr(lieref.catalogue, name)()
    loops = shaken(model, np.random.default_rng(3))
    found, said = again(model, loops, 1e-5)
    assert found.nv == model.nv
    closer = Closer(found)
    for k in range(len(found.clusters)):
        assert np.abs(closer.residual(k, found.assembly)).max(initial=0.0) < CLOSED
    for before, after in zip(loops, found.loops, strict=True):
        moved = [
            SE3.log(SE3.inverse(getattr(before, end)) @ getattr(after, end))
            for end in ("predecessor_frame", "successor_frame")
        ]
        assert np.abs(moved).max() < 20 * STEP
        told = [x for x in said if x.startswith(f"loop {before.name!r}: its ends are ")]
        if np.abs(moved).max() > 1e-3 * STEP:
            assert len(told) == 1
            # one half each
            sizes = [np.linalg.norm(x) for x in moved]
            assert sizes[0] == pytest.approx(sizes[1], rel=1e-3)


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "planar_ladder"])
def test_without_a_tolerance_it_is_an_error(name):
    model = getattr(lieref.catalogue, name)()
    loops = shaken(model, np.random.default_rng(3))
    with pytest.raises(ModelError, match="not closed, .*, or a closure_tolerance"):
        again(model, loops, 0.0)
    with pytest.raises(ModelError, match="m and .* rad apart, closure_tolerance is 1e-12"):
        again(model, loops, 1e-12)


def test_the_least_change_is_the_one_that_no_motion_takes():
    """A gap along the plane of a four-bar is closed by its joints, one across it by its ends."""
    model = lieref.catalogue.four_bar()
    (loop,) = model.loops
    across = np.eye(4)
    across[:3, 3] = 2e-8 * np.array(loop.joint.axis)
    along = np.eye(4)
    along[:3, 3] = 1e-4 * np.cross(loop.joint.axis, (0.6, 0.2, 0.7))
    moved = replace(loop, successor_frame=loop.successor_frame @ across @ along)
    found, (said,) = again(model, [moved], 1e-7)
    assert "its ends are 2e-08 m and " in said
    (after,) = found.loops
    gap = SE3.log(SE3.inverse(moved.successor_frame) @ after.successor_frame)[3:]
    assert np.abs(np.cross(gap, loop.joint.axis)).max() < 1e-13


def test_what_is_closed_is_left_alone():
    model = lieref.catalogue.four_bar()
    found, said = again(model, model.loops, 1e-3)
    assert said == [] and all(x is y for x, y in zip(found.loops, model.loops, strict=True))
    for tolerance in ("x", [1.0], np.nan):
        with pytest.raises(lieref.LierefError, match="closure_tolerance"):
            again(model, model.loops, tolerance)
