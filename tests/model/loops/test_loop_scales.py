"""What a loop counts lengths in: a length of its own, never the rounding of a difference."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import BOX, X, Z, shift

import lieref
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Fixed, Prismatic, Revolute, Spherical
from lieref.model.loops.loop_assembly import structure
from lieref.model.loops.loop_newton import Closer
from lieref.model.loops.loops import Loop
from lieref.model.mechanisms import catalogue

#: The two sums differ by 5.6e-17.
SUM = 0.1 + 0.2


def carriages(second, far=0.0):
    """Two arms that turn on carriages, tied at q = 0."""
    b = ModelBuilder()
    for name, x in (("a", far + SUM), ("b", far + second)):
        b.add_body(f"{name}_slide", None, Prismatic(X), shift(x), 0.0)
        arm = {"mass": 1.0, "com": (0.1, 0, 0), "inertia": 0.01 * np.eye(3)}
        b.add_body(name, f"{name}_slide", Revolute(Z), None, **arm)
    b.add_loop("tie", "a", "b", Fixed())
    return b.build()


@pytest.mark.parametrize(
    ("second", "far"), [(SUM, 0), (0.3, 0), (0.3 + 1e-12, 0), (0.3, 1e3), (0.3, 1e5)]
)
def test_axes_that_coincide_up_to_rounding_turn_together(second, far):
    model = carriages(second, far)
    assert (model.nv, model.rank) == (2, (2,))
    still = np.zeros(model.nv)
    G = lieref.loops.constraint_state(model, model.assembly, still).G
    found = lieref.forward_dynamics(model, model.assembly, still, [G.T @ [0, 1.0, 0, 0]])
    # two arms of m c^2 + I = 0.02 in all about their common axis, whose carriage gives way
    np.testing.assert_allclose(G @ found[0], [0, 25, 0, 25], atol=1e-6)


@pytest.mark.parametrize("apart", [1e-8, 1e-3])
def test_axes_that_are_apart_do_not_turn(apart):
    model = carriages(0.3 + apart)
    assert (model.nv, model.rank) == (1, (3,))


def test_a_loop_of_no_length_closes():
    b = ModelBuilder()
    for name, y in (("a", SUM), ("b", 0.3)):
        b.add_body(name, None, Prismatic(Z), shift(0, y), 1.0, (0, 0, 0), BOX)
    b.add_loop("tie", "a", "b", Spherical(), np.eye(4), np.eye(4))
    assert b.build().nv == 1


def test_points_on_axes_are_subtracted_too():
    # the tip of the loop and the axis of its body are at 0.3 and at 0.1 + 0.2
    b = ModelBuilder()
    for name, y in (("a", SUM), ("b", 0.3)):
        b.add_body(name, None, Revolute(Z, (0, y, 0)), None, 1.0, (0.1, 0, 0), BOX)
    b.add_loop("tie", "a", "b", Fixed(), shift(0, 0.3), shift(0, SUM))
    model = b.build()
    assert (model.nv, model.rank) == (1, (1,))


def test_a_loop_without_length_takes_that_of_its_cluster():
    b = ModelBuilder()
    for name, x in (("a", 1e-3 * SUM), ("b", 1e-3 * 0.3)):
        b.add_body(name, None, Revolute(Z), shift(x), 1.0, (0.1, 0, 0), BOX)
        b.add_body(f"{name}_tip", name, Revolute(Z), shift(4e-3), 1.0, (0.1, 0, 0), BOX)
    long = Loop("long", "a_tip", "b_tip", Revolute(Z), shift(1e-3), shift(1e-3))
    short = Loop("short", "a", "b", Revolute(Z), np.eye(4), np.eye(4))
    closure = Closer(structure(b.build_tree(), [short, long], [])).closure
    assert [loop.length for loop in closure.loops] == [2.0**-7, 2.0**-7]


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "stewart_platform"])
def test_lengths_of_loops_are_those_of_their_parts(name):
    model = getattr(catalogue, name)()
    for loop in Closer(model).closure.loops:
        parts = [*loop.p, loop.gap]
        parts += [
            np.array(Closer(model).closure.bodies[i].r) for path in loop.paths for i in path[1:]
        ]
        total = sum(np.linalg.norm(np.array(part, float)) for part in parts)
        assert 2**-0.5 <= loop.length / total <= 2**0.5
