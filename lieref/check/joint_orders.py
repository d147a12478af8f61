"""Orders in which another program may have the joints of a model."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from lieref.model.model import Model

Indices = NDArray[np.intp]
#: Up to so many joints, every exchange of two is tried.
EXCHANGED = 16


def joint_orders(model: Model) -> Iterator[tuple[str, Indices, Indices]]:
    """Yield text and indices of other orders: their coordinate n is ours[indices[n]], of q and v.

    Reversed, breadth first, depth first, by the names of joints, of bodies, the base last, and
    two joints exchanged.
    """
    n = model.nbodies
    seen = {tuple(range(n))}
    for text, order in _candidates(model):
        if order not in seen:
            seen.add(order)
            yield (
                text,
                _indices(model.idx_q, model, "nq", order),
                _indices(model.idx_v, model, "nv", order),
            )


def _candidates(model: Model) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Texts and orders of joints, some of them perhaps the model's own."""
    n = model.nbodies
    names, bodies = model.joint_names, model.names
    yield "from the last joint to the first", tuple(reversed(range(n)))
    depth = [0] * n
    paths: list[tuple[int, ...]] = []
    for i, parent in enumerate(model.parents):
        depth[i] = depth[parent] + 1 if parent >= 0 else 0
        paths.append((*(paths[parent] if parent >= 0 else ()), i))
    yield "breadth first", tuple(sorted(range(n), key=lambda i: (depth[i], i)))
    yield "depth first", tuple(sorted(range(n), key=lambda i: paths[i]))
    yield "by the names of the joints", tuple(sorted(range(n), key=lambda i: names[i]))
    yield "by the names of the bodies", tuple(sorted(range(n), key=lambda i: bodies[i]))
    yield "the first joint last", (*range(1, n), 0)
    if n <= EXCHANGED:
        for i, j in itertools.combinations(range(n), 2):
            order = list(range(n))
            order[i], order[j] = j, i
            yield f"joints {names[i]!r} and {names[j]!r} exchanged", tuple(order)


def _indices(starts: Iterable[int], model: Model, size: str, order: tuple[int, ...]) -> Indices:
    """Coordinates of the joints in an order."""
    spans = [
        np.arange(int(start), int(start) + getattr(joint, size))
        for start, joint in zip(starts, model.joints, strict=True)
    ]
    return np.concatenate([spans[i] for i in order])
