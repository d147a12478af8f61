"""Ordering the nodes of a tree that are given in any order, by name."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence

from lieref.errors import ModelError
from lieref.model.joints.joints import Joint

#: Configuration and velocity coordinates of joints that have several.
COORDINATES = {"spherical": (4, 3), "free": (7, 6)}


def refuse_repeated(what: str, names: Sequence[str]) -> None:
    """Raise ModelError if a name occurs twice; `what` says of what kind they are."""
    repeated = [name for name, times in Counter(names).items() if times > 1]
    if repeated:
        raise ModelError(f"{what} names used more than once: {repeated}")


def parents_first(
    names: Sequence[str], parents: Sequence[str | None], what: str = "body"
) -> list[int]:
    """Return the order of the nodes with every parent before its children.

    Among the nodes that may come next, the one given first does; so an order that is parents
    first already is kept.

    Parameters
    ----------
    names : sequence of str
        Of the nodes.
    parents : sequence of str or None
        Name of each node's parent; None is the world.
    what : str
        What the nodes are, for errors.

    Raises
    ------
    ModelError
        A name used twice, an unknown parent, or a cycle; names the nodes.
    """
    refuse_repeated(what, names)
    index = {name: i for i, name in enumerate(names)}
    children: list[list[int]] = [[] for _ in names]
    ready = []
    for i, parent in enumerate(parents):
        if parent is None:
            ready.append(i)
        elif parent in index:
            children[index[parent]].append(i)
        else:
            raise ModelError(f"{what} {names[i]!r}: unknown parent {parent!r}")
    order: list[int] = []
    while ready:
        order.append(heapq.heappop(ready))
        for child in children[order[-1]]:
            heapq.heappush(ready, child)
    if len(order) < len(names):
        up = [-1 if parent is None else index[parent] for parent in parents]
        raise ModelError(
            f"{what} names form a cycle, each the child of the next: "
            f"{_cycle(names, up, set(order))}"
        )
    return order


def require_tree(names: Sequence[str], parents: Sequence[int], joints: Sequence[Joint]) -> None:
    """Raise ModelError where kernels would index beyond their arrays: a tree made without builder.

    A parent is -1 or a body before; a joint has the coordinates of its kind.
    """
    for i, (name, parent, joint) in enumerate(zip(names, parents, joints, strict=True)):
        if not -1 <= parent < i:
            raise ModelError(f"body {name!r}, number {i}: parent {parent}, expected -1 to {i - 1}")
        if (joint.nq, joint.nv) != COORDINATES.get(joint.kind, (1, 1)):
            raise ModelError(
                f"body {name!r}: a {joint.kind} joint of {joint.nq} and {joint.nv} coordinates"
            )


def _cycle(names: Sequence[str], up: Sequence[int], placed: set[int]) -> list[str]:
    """Names on the cycle that the nodes without a place hang from, child before parent."""
    i = next(i for i in range(len(names)) if i not in placed)
    path: dict[int, None] = {}
    while i not in path:
        path[i] = None
        i = up[i]
    nodes = list(path)
    return [names[j] for j in nodes[nodes.index(i) :]]
