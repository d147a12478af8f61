"""Clusters as the kernels take them: each with one output body.

The bodies of a cluster may hang from different bodies of its parent cluster [Chignoli et al.,
Fig. 5]. Such a cluster and its parent are one to a kernel: what a cluster hands on is then the
wrench on one body, 6 numbers, and an inertia of 6 x 6, however many bodies it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lieref.model.loops.clusters import Cluster


@dataclass(frozen=True)
class Group:
    """Clusters that a kernel takes as one: their numbers, bodies (increasing), output body."""

    clusters: tuple[int, ...]
    bodies: tuple[int, ...]
    output: int


def kernel_groups(clusters: Sequence[Cluster]) -> tuple[Group, ...]:
    """Return the groups, parents first; every cluster is in one of them."""
    group_of = list(range(len(clusters)))
    # from the tips: a cluster that joins its parent may leave the parent with several outputs
    for k in reversed(range(len(clusters))):
        if len(set(clusters[k].outputs)) > 1:
            group_of[k] = clusters[k].parent
    members: dict[int, list[int]] = {}
    for k in range(len(clusters)):
        group_of[k] = group_of[group_of[k]]
        members.setdefault(group_of[k], []).append(k)
    return tuple(
        Group(
            tuple(numbers),
            tuple(sorted(i for k in numbers for i in clusters[k].bodies)),
            clusters[root].outputs[0],
        )
        for root, numbers in sorted(members.items())
    )
