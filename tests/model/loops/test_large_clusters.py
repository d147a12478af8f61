"""Clusters of many joints: what is computed grows with them, and no faster."""

from collections import Counter

import numpy as np
import pytest
from support.mechanisms.loop_builders import BOX, Y, shift

from lieref.algebra.series.taylor_scalar import Functions
from lieref.model.builder import ModelBuilder
from lieref.model.joints.joints import Revolute, Spherical
from lieref.model.loops.coupling_functions import derivatives
from lieref.model.loops.loop_closure import LoopClosure
from lieref.model.loops.loop_newton import Closer, pivots
from lieref.model.mechanisms import catalogue

BENT = 0.15


def paired(k, curved=False):
    """A chain of 2 k hinges, nearly straight, coupled in pairs; its tip is held."""
    b = ModelBuilder()
    for i in range(2 * k):
        parent = f"l{i - 1}" if i else None
        b.add_body(f"l{i}", parent, Revolute(Y), shift(0.1), 1.0, (0.05, 0, 0), BOX)
        if i % 2 and curved:
            b.couple(f"l{i}_joint", f"l{i - 1}_joint", function=lambda y, m: [m.sin(y[0])])
        elif i % 2:
            b.couple(f"l{i}_joint", f"l{i - 1}_joint", 1.0)
    b.add_loop(
        "tip", None, f"l{2 * k - 1}", Spherical(), shift(0.1 * (2 * k + 1) - 0.02), shift(0.1)
    )
    bent = {f"l{2 * i}_joint": BENT * (-1) ** i for i in range(k)}
    return b, bent


@pytest.mark.parametrize("k", [6, 12, 24])
def test_a_chain_that_is_nearly_straight_is_no_toggle(k):
    b, bent = paired(k)
    model = b.build(assembly=bent)
    assert model.nv == k - 2 and len(model.clusters) == 1


def test_every_joint_is_computed_once(monkeypatch):
    model = catalogue.planar_ladder(8)
    closer, counted = Closer(model), Counter()
    plain = LoopClosure._joint

    def counting(self, i, home, q):
        counted[i] += 1
        return plain(self, i, home, q)

    monkeypatch.setattr(LoopClosure, "_joint", counting)
    for what in (closer.residual, closer.free_jacobian):
        counted.clear()
        what(0, model.assembly)
        assert set(counted) == set(range(model.nbodies)) and max(counted.values()) == 1


def test_derivatives_of_couplings_in_a_row():
    """Each driven joint depends on one free joint alone, by the chain rule."""
    b = ModelBuilder()
    for i in range(4):
        b.add_body(f"l{i}", None, Revolute(Y), None, 1.0, (0.05, 0, 0), BOX)
    b.couple("l1_joint", "l0_joint", function=lambda y, m: [m.sin(y[0])])
    b.couple("l2_joint", "l1_joint", 3.0)
    model = b.build()
    y = 0.4
    k = model.clusters.index(next(c for c in model.clusters if c.couplings))
    first, second = derivatives(Functions(float), model, k, [y, np.sin(y), 3 * np.sin(y), 0.0])
    np.testing.assert_allclose(np.ravel(first), [1, np.cos(y), 3 * np.cos(y)], rtol=1e-15)
    np.testing.assert_allclose(np.ravel(second), [0, -np.sin(y), -3 * np.sin(y)], rtol=1e-15)


def test_pivots_are_the_largest_entries_that_are_left():
    J = np.array([[1.0, 4.0, 0.0], [2.0, 8.0, 1.0], [0.0, 0.0, 3.0]])
    assert pivots(J, range(3), 1e-12) == [1, 2]
    assert pivots(J, [0, 2], 1e-12) == [2, 0]
    assert pivots(J, [0], 1e-12, [1, 2]) == [0, 2]
    # of equal entries the last
    assert pivots(np.ones((2, 3)), range(3), 1e-12) == [2]
    assert pivots(J, range(3), 9.0) == []
