"""Batches that tests draw from: states of one robot, of every kind and in any number."""

from functools import cache

import numpy as np
from support.references.rounding_scale import STEP, moved_arguments
from support.references.tolerances import EPS
from support.trees.robots import STATES, draw

from lieref import inverse_dynamics
from lieref.model.model import Model

# Neither a multiple of any number of lanes nor smaller than the widest.
COUNT = 19
# Lower orders have the first rows of what is drawn for this one.
ORDER = 9
# In ulp of the scale of the forces. That counts one rounding to each term, where the passes make
# a few and most cancel. Found: 0.7, in a batch and alone.
ULPS = 2.0


def batch(robot: str, r: int, count: int = COUNT) -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model with q (count, nq) and v (count, r + 2, nv), the kinds of states in turn."""
    model, q, v = _drawn(robot, max(r, ORDER), COUNT if count <= COUNT else 60)
    repeats = -(-count // len(q))
    return model, np.tile(q, (repeats, 1))[:count], np.tile(v[:, : r + 2], (repeats, 1, 1))[:count]


@cache
def _drawn(robot: str, r: int, count: int) -> tuple[Model, np.ndarray, np.ndarray]:
    """A model and states that are not written to; `draw` builds a model for each of them."""
    kinds = [kind for kind in STATES if kind != "fast"]
    models, q, v = zip(
        *(draw(robot, kinds[i % len(kinds)], r, seed=i + 1) for i in range(count)), strict=True
    )
    return models[0], np.array(q), np.array(v)


def loads(model: Model, r: int, count: int = COUNT) -> dict[str, np.ndarray]:
    """Return wrenches and forces on the joints, of every state its own."""
    rng = np.random.default_rng(r)
    return {
        "wrenches": rng.standard_normal((count, r + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((count, r + 1, model.nv)),
    }


def _torques_scale(model, q, motion, base, first, *loads):
    """The scale of the generalized forces `first` of a motion, (r + 1,), as rounding_scale says."""
    wrenches, *others = loads or (np.zeros((len(motion) - 1, model.nbodies, 6)),)
    moves = zip(*moved_arguments(model, q, (motion, wrenches), {}), strict=True)
    places, motions, forces = map(np.array, moves)
    moved = inverse_dynamics(model, places, motions, base, forces, *others)
    return 3 * abs(first).max(axis=1) + abs(moved - first).max(axis=2).sum(axis=0) / STEP


def solved(model, q, v, vdot, tau, base="body", wrenches=None, axes="body", tau_ext=None):
    """The motion of each state has its generalized forces, by inverse dynamics and up to roundings.

    What finds a motion from forces knows it no better than they are known, and no worse: solves
    with symmetric positive definite matrices have small residuals [Higham, theorem 10.3], even
    where the motion itself is lost. The arguments' own bound says nothing of that.
    """
    motions = np.concatenate((v[:, None], vdot), axis=1)
    for i, motion in enumerate(motions):
        loads = () if wrenches is None else (wrenches[i], axes, tau_ext[i])
        first = inverse_dynamics(model, q[i], motion, base, *loads)
        error = abs(first - tau[i]).max(axis=1)
        # most are within the first term of the scale, which the others only add to
        if not (error <= ULPS * EPS * 3 * abs(first).max(axis=1)).all():
            scale = _torques_scale(model, q[i], motion, base, first, *loads)
            assert (error <= ULPS * EPS * scale).all(), i
