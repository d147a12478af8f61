"""`project` of loops that are opened: what it closes, how far it moves, where it gives up."""

import numpy as np
import pytest
from support.mechanisms.loop_builders import shift as shifted

from lieref import loops
from lieref.errors import SingularError
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Prismatic, Revolute
from lieref.model.mechanisms import linkages

Z = (0, 0, 1)
TRIES = 40
# residual in lengths of the loop: roundings of a dozen joints' poses
CLOSED = 64 * np.finfo(float).eps


def parallel_cranks(number, angle=0.7, length=0.5, joint=None):
    """A bar on parallel cranks: every crank beyond the second is redundant."""
    b = ModelBuilder()
    for i in range(number):
        b.add_body(f"c{i}", None, Revolute(Z), shifted(float(i)), 1.0, (0.2, 0, 0), np.eye(3) / 10)
    b.add_body("bar", "c0", Revolute(Z), shifted(length), 1.0, (0.2, 0, 0), np.eye(3) / 10)
    for i in range(1, number):
        b.add_loop(
            f"l{i}", "bar", f"c{i}", joint or Revolute(Z), shifted(float(i)), shifted(length)
        )
    angles = {f"c{i}_joint": angle for i in range(number)}
    return b.build(assembly={**angles, "bar_joint": -angle})


def small_slider():
    """A crank, a rod and a slider whose lengths are far from 1."""
    b = ModelBuilder()
    inertia = np.eye(3) / 1000
    b.add_body("crank", None, Revolute(Z), None, 1.0, (0.005, 0, 0), inertia)
    b.add_body("rod", "crank", Revolute(Z), shifted(0.01), 1.0, (0.01, 0, 0), inertia)
    b.add_body("slider", None, Prismatic((1, 0, 0)), None, 1.0)
    b.add_loop("pin", "rod", "slider", Revolute(Z), shifted(0.02), np.eye(4))
    return b.build(assembly={"crank_joint": 1.0, "rod_joint": -1.5, "slider_joint": 0.02})


MECHANISMS = {
    "two cranks": lambda: parallel_cranks(2),
    "three cranks": lambda: parallel_cranks(3),
    "five cranks": lambda: parallel_cranks(5),
    "three cranks, nearly flat": lambda: parallel_cranks(3, angle=0.05),
    "small slider": small_slider,
    **{
        name: getattr(linkages, name)
        for name in ("four_bar", "slider_crank", "rssr", "spatial_loop", "planar_ladder")
    },
}


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("opening", [1e-6, 0.02])
def test_projection_moves_about_as_far_as_the_loops_were_opened(name, opening):
    model = MECHANISMS[name]()
    units = loop_tables(model).tree_units
    rng = np.random.default_rng(1)
    for _ in range(TRIES):
        d = rng.uniform(-opening, opening, model.tree.nv)
        q = model.tree.integrate(model.assembly, units * d)
        closed = loops.project(model, q)
        assert np.abs(loops.loop_residual(model, closed)).max() < CLOSED
        # the assembly is as far away as d, the nearest closed configuration no farther; the rest
        # is the curvature of the closed configurations, strongest next to the flat ones
        moved = model.tree.difference(q, closed) / units
        assert np.linalg.norm(moved) < 1.2 * np.linalg.norm(d)


@pytest.mark.parametrize("name", ["three cranks", "rssr", "small slider"])
def test_projection_is_orthogonal_to_the_motions_of_the_loops(name):
    model = MECHANISMS[name]()
    d = np.random.default_rng(2).uniform(-1e-5, 1e-5, model.tree.nv)
    q = model.tree.integrate(model.assembly, d)
    closed = loops.project(model, q)
    moved = model.tree.difference(q, closed) / loop_tables(model).tree_units ** 2
    G = loops.constraint_state(model, closed, np.zeros(model.nv)).G
    # second order in the opening
    assert np.abs(G.T @ moved).max() < 1e-3 * np.abs(G).max() * np.abs(moved).max()


def test_a_step_may_be_refused_again_and_again():
    model = MECHANISMS["spatial_loop"]()
    # so far away that the first steps are shortened twice
    d = np.array([-0.9, -0.6, 0.3, 0.1, -0.7, 0.9])
    closed = loops.project(model, model.tree.integrate(model.assembly, d))
    assert np.abs(loops.loop_residual(model, closed)).max() < CLOSED


def test_a_toggle_on_the_way_is_told():
    model = parallel_cranks(3)
    # flat, one crank turned back: nothing that all joints do closes it to first order
    flat = np.array([0.0, 0.0, 0.0, 0.0])
    wide = model.tree.integrate(flat, np.array([0.0, np.pi, 0.0, 0.0]))
    with pytest.raises(SingularError, match=r"loop 'l1', 'l2' cannot be closed.*toggle"):
        loops.project(model, wide)
    assert np.array_equal(loops.project(model, flat), flat)
