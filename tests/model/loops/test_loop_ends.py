"""Loops between frames that are fixed to bodies or to the world."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import BOX, LENGTHS, START, Z, shift, turned

import lieref
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute, Spherical
from lieref.model.loops.loop_assembly import close
from lieref.model.loops.loops import Loop


def with_frames():
    """The four-bar of `loop_builders` without its loop, and frames on it."""
    a, length, c, d = LENGTHS
    b = ModelBuilder()
    b.add_body("crank", None, Revolute(Z), None, 1.0, (0.5, 0, 0), BOX)
    b.add_body("coupler", "crank", Revolute(Z), shift(a), 1.0, (1, 0, 0), BOX)
    b.add_body("rocker", None, Revolute(Z), shift(d), 1.0, (0.7, 0, 0), BOX)
    b.add_frame("tip", "coupler", turned(2, 0.4, (length, 0, 0)))
    b.add_frame("end", "rocker", shift(c, 0.2))
    b.add_frame("ground", None, shift(d + c))
    return b


def test_frames_stand_for_their_bodies():
    b = with_frames()
    b.add_loop("close", "tip", "end", Revolute(Z), np.eye(4), shift(0, -0.2))
    model = b.build(["crank_joint"], START)
    (loop,) = model.loops
    assert (loop.predecessor, loop.successor) == ("coupler", "rocker")
    other = with_frames()
    other.add_loop("close", "coupler", "rocker", Revolute(Z), shift(LENGTHS[1]), shift(LENGTHS[2]))
    plain = other.build(["crank_joint"], START)
    v = [[1.3], [0.4]]
    np.testing.assert_allclose(model.assembly, plain.assembly, rtol=0, atol=1e-14)
    wanted = lieref.inverse_dynamics(plain, plain.assembly, v)
    found = lieref.inverse_dynamics(model, plain.assembly, v)
    np.testing.assert_allclose(found, wanted, rtol=1e-13)


def test_a_loop_between_frames_that_closes_at_zero():
    b = with_frames()
    b.add_loop("close", "ground", "end", Revolute(Z, (-LENGTHS[2], 0, 0)))
    # the rocker turns about its own axis all the same
    assert b.build().nv == 3


def test_contacts_at_frames():
    b = ModelBuilder()
    b.add_body("shank", None, lieref.Free(), None, 1.0, (0, 0, 0), BOX)
    b.add_frame("foot", "shank", shift(0.1))
    b.add_frame("earth", None, shift(0.1))
    tree = b.build()
    for predecessor, frame in ((None, shift(0.1)), ("earth", np.eye(4))):
        model = close(tree, [Loop("c", predecessor, "foot", Spherical(), frame, np.eye(4))])
        assert model.nv == 3 and model.loops[0].predecessor is None
        again = model.with_loops([]).with_loops(
            [Loop("d", None, "foot", Spherical(), frame, np.eye(4))]
        )
        assert again.nv == 3


@pytest.mark.parametrize(
    ("ends", "text"),
    [
        (("tip", "nothing"), "loop 'c': unknown body 'nothing'"),
        (("tip", "ground"), "loop 'c': successor 'ground' is fixed to the world"),
        (("tip", "coupler"), "loop 'c': joins body 'coupler' to itself"),
    ],
)
def test_ends_that_cannot_be(ends, text):
    with pytest.raises(lieref.ModelError, match=text):
        close(with_frames().build(), [Loop("c", *ends, Spherical(), np.eye(4), np.eye(4))])
