"""Batches that tests draw from: states of one robot, of every kind and in any number."""

from functools import cache

import numpy as np
from support.trees.robots import STATES, draw

from lieref.model.model import Model

# Neither a multiple of any number of lanes nor smaller than the widest.
COUNT = 19
# Lower orders have the first rows of what is drawn for this one.
ORDER = 9


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
