"""Batches that tests draw from: states of one robot, of every kind and in any number."""

import numpy as np
from robots import STATES, draw

from lieref.model.model import Model

# Neither a multiple of any number of lanes nor smaller than the widest.
COUNT = 19


def batch(robot: str, r: int, count: int = COUNT) -> tuple[Model, np.ndarray, np.ndarray]:
    """Return a model with q (count, nq) and v (count, r + 2, nv), the kinds of states in turn."""
    kinds = [kind for kind in STATES if kind != "fast"]
    model, _, _ = draw(robot, "generic", r)
    drawn = [draw(robot, kinds[i % len(kinds)], r, seed=i + 1)[1:] for i in range(min(count, 60))]
    q, v = (np.array(rows) for rows in zip(*drawn, strict=True))
    repeats = -(-count // len(drawn))
    return model, np.tile(q, (repeats, 1))[:count], np.tile(v, (repeats, 1, 1))[:count]


def loads(model: Model, r: int, count: int = COUNT) -> dict[str, np.ndarray]:
    """Return wrenches and forces on the joints, of every state its own."""
    rng = np.random.default_rng(r)
    return {
        "wrenches": rng.standard_normal((count, r + 1, model.nbodies, 6)),
        "tau_ext": rng.standard_normal((count, r + 1, model.nv)),
    }
