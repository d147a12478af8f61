"""Clusters of bodies: the tree that is left when the bodies of each loop are taken together.

Pure topology [Chignoli et al., Sec. IV]. The bodies on both paths from the ends of a loop up to
their nearest common ancestor, without it, are one cluster, and so are the bodies that the driven
and the source joints of a coupling, or the joints of an implicit constraint, move. Clusters that
share a body are one. What is left need not be a tree yet (the paper does not say so); then clusters
are merged:

- clusters that are ancestors of each other become one;
- if the output bodies of a cluster lie in two clusters on different branches, these two become one;
- if they lie in a cluster and one of its ancestors (the world is everybody's), the cluster becomes
  one with the lower of the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cluster:
    """Bodies that are constrained together, and the constraints.

    Attributes
    ----------
    bodies : tuple of int
        Bodies of the tree, increasing.
    parent : int
        The cluster that all output bodies lie in, -1 for the world.
    outputs : tuple of int
        For each body the nearest body that supports it outside the cluster, -1 for the world.
    velocities : tuple of int
        Velocity coordinates of the tree that belong to its joints, increasing.
    driven, free : tuple of int
        The part of `velocities` that couplings drive, and the rest.
    loops, constraints, couplings : tuple of int
        Indices of the loops, of the implicit constraints, and of the couplings in an order in
        which they can be evaluated: what drives a source comes first.
    """

    bodies: tuple[int, ...]
    parent: int
    outputs: tuple[int, ...]
    velocities: tuple[int, ...]
    driven: tuple[int, ...]
    free: tuple[int, ...]
    loops: tuple[int, ...]
    constraints: tuple[int, ...]
    couplings: tuple[int, ...]

    @property
    def implicit(self) -> bool:
        """Whether equations have to be solved for coordinates: of loops or constraints."""
        return bool(self.loops or self.constraints)

    @property
    def constrained(self) -> bool:
        """Whether anything constrains the bodies."""
        return self.implicit or bool(self.couplings)


def cluster_tree(
    parents: Sequence[int],
    velocities: Sequence[Sequence[int]],
    loops: Sequence[tuple[int, int]],
    couplings: Sequence[tuple[Sequence[int], Sequence[int]]],
    constraints: Sequence[Sequence[int]] = (),
) -> tuple[Cluster, ...]:
    """Return the clusters, parents first and else by their first body.

    Parameters
    ----------
    parents : (nbodies,)
        Parent of each body, smaller than its own number, -1 for the world.
    velocities : (nbodies,) sequences
        Velocity coordinates of the joint of each body.
    loops : sequence of (predecessor, successor)
        Bodies that each loop joins, -1 for the world.
    couplings : sequence of (driven, sources)
        Bodies moved by the joints of each coupling, in an order in which they can be evaluated.
    constraints : sequence of sequences of int
        Bodies moved by the joints of each implicit constraint.
    """
    parents = [int(p) for p in parents]
    sets = _Sets(len(parents))
    loop_bodies = [between_ends(parents, *ends) for ends in loops]
    coupling_bodies = [[*driven, *sources] for driven, sources in couplings]
    for bodies in (*loop_bodies, *constraints, *coupling_bodies):
        sets.unite(bodies)
    while _merge(parents, sets):
        pass
    driven = [list(bodies) for bodies, _ in couplings]
    return _ordered(parents, sets, velocities, loop_bodies, constraints, driven)


class _Sets:
    """Disjoint sets of bodies; a set is known by its smallest body."""

    def __init__(self, n: int):
        self.root = list(range(n))

    def find(self, i: int) -> int:
        """The set of body i; -1, the world, is a set of its own."""
        while i >= 0 and self.root[i] != i:
            i = self.root[i]
        return i

    def unite(self, bodies: Iterable[int]) -> None:
        """Make one set of the sets of the given bodies."""
        roots = {self.find(i) for i in bodies}
        for root in roots:
            self.root[root] = min(roots)


def ancestors(parents: Sequence[int], body: int) -> list[int]:
    """The body and all that support it, the body first, without the world."""
    path = []
    while body >= 0:
        path.append(body)
        body = parents[body]
    return path


def between_ends(parents: Sequence[int], predecessor: int, successor: int) -> list[int]:
    """Bodies on the two paths up to the nearest common ancestor, without it."""
    one, other = ancestors(parents, predecessor), ancestors(parents, successor)
    return sorted(set(one) ^ set(other))


def _merge(parents: Sequence[int], sets: _Sets) -> bool:
    """Unite sets once where the clusters are no tree; False if they are one."""
    up: dict[int, set[int]] = {}
    for i, parent in enumerate(parents):
        here, above = sets.find(i), sets.find(parent)
        up.setdefault(here, set())
        if above != here:
            up[here].add(above)
    order = _parents_first(up)
    if len(order) < len(up):
        # clusters that are their own ancestors
        here = next(k for k in up if k not in order and k in _above(up, k))
        sets.unite([here, *(k for k in _above(up, here) if k >= 0 and here in _above(up, k))])
        return True
    # output bodies in two clusters; from the tips, so that what this makes above is seen after
    for here in reversed(order):
        outputs = sorted(up[here])
        if len(outputs) < 2:
            continue
        for upper in outputs:
            below = [k for k in outputs if k >= 0 and (upper < 0 or upper in _above(up, k))]
            if below:
                sets.unite([here, *below])
                return True
        sets.unite(outputs)
        return True
    return False


def _parents_first(up: dict[int, set[int]]) -> list[int]:
    """Clusters after all clusters above them; those on a circle, and below it, are left out."""
    below: dict[int, list[int]] = {}
    for here, above in up.items():
        for k in above:
            below.setdefault(k, []).append(here)
    missing = {here: len(above - {-1}) for here, above in up.items()}
    order = [here for here, n in missing.items() if n == 0]
    for here in order:
        for k in below.get(here, ()):
            missing[k] -= 1
            if missing[k] == 0:
                order.append(k)
    return order


def _above(up: dict[int, set[int]], start: int) -> set[int]:
    """Clusters above a cluster; itself is among them if it is its own ancestor."""
    seen: set[int] = set()
    stack = list(up[start])
    while stack:
        k = stack.pop()
        if k not in seen:
            seen.add(k)
            stack.extend(up.get(k, ()))
    return seen


def _ordered(
    parents: Sequence[int],
    sets: _Sets,
    velocities: Sequence[Sequence[int]],
    loop_bodies: Sequence[Sequence[int]],
    constraint_bodies: Sequence[Sequence[int]],
    driven_bodies: Sequence[Sequence[int]],
) -> tuple[Cluster, ...]:
    """Number the clusters, parents first."""
    members: dict[int, list[int]] = {}
    for i in range(len(parents)):
        members.setdefault(sets.find(i), []).append(i)
    above: dict[int, int] = {}
    for root, bodies in members.items():
        outside = {sets.find(parents[i]) for i in bodies} - {root}
        (above[root],) = outside
    index = {-1: -1}
    waiting = list(members)
    while waiting:
        root = next(k for k in waiting if above[k] in index)
        waiting.remove(root)
        index[root] = len(index) - 1
    driven_all = {i for bodies in driven_bodies for i in bodies}
    clusters = []
    for root in list(index)[1:]:
        bodies = members[root]
        coordinates = sorted(k for i in bodies for k in velocities[i])
        driven = sorted(k for i in bodies if i in driven_all for k in velocities[i])
        outputs = [
            next((j for j in ancestors(parents, i) if sets.find(j) != root), -1) for i in bodies
        ]
        clusters.append(
            Cluster(
                bodies=tuple(bodies),
                parent=index[above[root]],
                outputs=tuple(outputs),
                velocities=tuple(coordinates),
                driven=tuple(driven),
                free=tuple(k for k in coordinates if k not in driven),
                loops=tuple(k for k, b in enumerate(loop_bodies) if sets.find(b[0]) == root),
                constraints=tuple(
                    k for k, b in enumerate(constraint_bodies) if sets.find(b[0]) == root
                ),
                couplings=tuple(k for k, b in enumerate(driven_bodies) if sets.find(b[0]) == root),
            )
        )
    return tuple(clusters)
