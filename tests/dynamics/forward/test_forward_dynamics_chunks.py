"""Large trees are swept in chunks: a body moves as if there were no others beside its tree."""

import numpy as np
import pytest

from lieref.dynamics.forward_dynamics import forward_dynamics, hybrid_dynamics
from lieref.model.builder import ModelBuilder
from lieref.model.mechanisms import catalogue

# The kernel begins to sweep in chunks beyond 24 bodies.
COPIES = 3
ORDER = 4
# Doubles alone: where they lose accuracy depends on how many bodies there are.
DOUBLES = {"digits": 16}


def _side_by_side(model, copies):
    """Return a model of the same fixed tree several times, one copy after the other."""
    builder = ModelBuilder(model.gravity)
    for copy in range(copies):
        for i, name in enumerate(model.names):
            parent = model.parents[i]
            builder.add_body(
                f"{copy} {name}",
                None if parent < 0 else f"{copy} {model.names[parent]}",
                model.joints[i],
                model.placements[i],
                model.masses[i],
                model.coms[i],
                model.inertias[i],
            )
    return builder.build()


def _trees():
    yield "revolute", catalogue.serial_chain(20)
    yield "every joint", catalogue.random_tree(20, 5)


TREES = dict(_trees())


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("copies", [COPIES, 2 * COPIES])
def test_copies_of_a_tree_move_alike_to_the_last_bit(tree, copies):
    model = TREES[tree]
    assert model.nbodies <= 24 < copies * model.nbodies
    rng = np.random.default_rng(8)
    q, v = model.random_configuration(rng), rng.uniform(-1, 1, model.nv)
    tau = rng.uniform(-1, 1, (ORDER + 1, model.nv))
    alone = forward_dynamics(model, q, v, tau, **DOUBLES)
    many = _side_by_side(model, copies)
    rows = (np.tile(x, copies) for x in (q, v, tau))
    together = forward_dynamics(many, *rows, **DOUBLES)
    assert np.isfinite(alone).all()
    np.testing.assert_array_equal(together, np.tile(alone, copies))


def test_copies_with_prescribed_joints_move_alike_to_the_last_bit():
    model = TREES["every joint"]
    rng = np.random.default_rng(9)
    q, v = model.random_configuration(rng), rng.uniform(-1, 1, model.nv)
    vdot, tau = rng.uniform(-1, 1, (2, ORDER + 1, model.nv))
    prescribed = rng.random(model.nv) < 0.4
    alone = hybrid_dynamics(model, q, v, vdot, tau, prescribed, **DOUBLES)
    rows = (np.tile(x, COPIES) for x in (q, v, vdot, tau, prescribed))
    together = hybrid_dynamics(_side_by_side(model, COPIES), *rows, **DOUBLES)
    for few, all_of_them in zip(alone, together, strict=True):
        np.testing.assert_array_equal(all_of_them, np.tile(few, COPIES))
