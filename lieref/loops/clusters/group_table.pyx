# cython: language_level=3
"""Tables of a mechanism's clusters for the compiled recursions."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lieref.loops.clusters.cluster_groups import kernel_groups
from lieref.model.loops.clusters import Cluster
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model


cdef class GroupTable:
    """The clusters of a tree, compiled; the packed G holds the blocks of constrained clusters.

    Parameters
    ----------
    model : Model
        The spanning tree.
    clusters : sequence of Cluster
        Parents first.
    columns : sequence of sequences of int
        For each cluster the places in y of its independent coordinates, increasing.
    singles : {"joint", "group"}
        "joint": an unconstrained joint by itself is eliminated as in the open tree; "group": it is
        a cluster like any other.

    Attributes
    ----------
    places : tuple of int
        Of each cluster: where its block, rows of its velocities by its columns, begins in the
        packed G; -1 where no constraint makes it other than the unit matrix.
    packed : int
        Length of the packed G.
    group_clusters : tuple of tuples of int
        The clusters of each group that a kernel takes as one.
    """

    model: Model
    nv: int
    ngroups: int
    packed: int
    places: tuple[int, ...]
    clusters: tuple[Cluster, ...]
    coordinates: tuple[tuple[int, ...], ...]
    group_clusters: tuple[tuple[int, ...], ...]

    def __cinit__(
        self, Model model not None, clusters: Sequence[Cluster], columns: Sequence[Sequence[int]],
        singles: Literal["joint", "group"] = "joint",
    ):
        cdef int[:, ::1] group_view, row_view
        cdef int[::1] order_view, column_view
        self.model = model
        self.clusters = tuple(clusters)
        self.coordinates = tuple(tuple(own) for own in columns)
        self.nv = sum(len(own) for own in columns)
        self._place(columns)
        groups = kernel_groups(self.clusters)
        self.group_clusters = tuple(group.clusters for group in groups)
        rows = np.zeros((max(1, model.nbodies), 6), np.intc)
        table, order, places = [], [], []
        offset = 0
        for group in groups:
            own, column = [], 0
            for k in group.clusters:
                self._rows_of(k, columns[k], column, rows)
                own += list(columns[k])
                column += len(columns[k])
            single = (singles == "joint" and len(group.bodies) == 1
                      and self.places[group.clusters[0]] < 0)
            for spot, i in enumerate(group.bodies):
                rows[i, 3:5] = spot, len(table)
            size = _scratch_of(len(group.bodies), len(own))
            table.append([len(order), len(group.bodies), group.output, len(places), len(own),
                          int(single), offset])
            offset += 0 if single else size
            order += group.bodies
            places += own
        self._mark_needed(groups, rows)
        self.scratch = offset
        self.deepest = _deepest(groups, table, rows)
        self.ngroups = len(groups)
        self._groups = np.array(table, np.intc).reshape(-1, 7)
        self._rows = rows
        self._order = np.array(order or [0], np.intc)
        self._columns = np.array(places or [0], np.intc)
        order_view, column_view, row_view = self._order, self._columns, self._rows
        self.order = &order_view[0]
        self.columns = &column_view[0]
        self.rows = <const Rows*> &row_view[0, 0]
        if self.ngroups:
            group_view = self._groups
            self.groups = <const Group*> &group_view[0, 0]

    def _place(self, columns):
        """Where the blocks of the packed G are."""
        places, length = [], 0
        for cluster, own in zip(self.clusters, columns, strict=True):
            if cluster.constrained:
                places.append(length)
                length += len(cluster.velocities) * len(own)
            else:
                places.append(-1)
        self.places, self.packed = tuple(places), length

    def _rows_of(self, k, own, column, rows):
        """Rows of G of the bodies of cluster k, whose columns begin at `column` of the group."""
        cluster = self.clusters[k]
        for i in cluster.bodies:
            row = cluster.velocities.index(int(self.model.idx_v[i]))
            if self.places[k] < 0:
                # several bodies that nothing ties: those below are tied
                rows[i, :3] = -1, self.model.joints[i].nv, column + row
            else:
                rows[i, :3] = self.places[k] + row * len(own), len(own), column

    def _mark_needed(self, groups, rows):
        """Bodies whose acceleration another group needs."""
        for group in groups:
            i = group.output
            while i >= 0 and not rows[i, 5]:
                rows[i, 5] = 1
                i = self.model.parents[i]

    def pack(self, G: ArrayLike) -> NDArray[np.float64]:
        """The packed G of a dense one, (tree.nv, nv) with the coordinates y as columns."""
        G = np.asarray(G, np.float64)
        packed = np.zeros(max(1, self.packed))
        for k, (cluster, place) in enumerate(zip(self.clusters, self.places, strict=True)):
            if place >= 0:
                block = G[np.ix_(list(cluster.velocities), self.coordinates[k])]
                packed[place:place + block.size] = block.ravel()
        return packed


cdef int require_sizes(GroupTable table, const double[::1] q, const double[::1] G) except -1:
    if q.shape[0] != table.model.nq or G.shape[0] < table.packed:
        raise ValueError("q or G of another mechanism")
    return 0


def group_table(model: LoopModel, singles: Literal["joint", "group"] = "joint") -> GroupTable:
    """Return the compiled table of the model's clusters, made once per model."""
    key = "recursions of " + singles
    if key not in model.tables:
        model.tables[key] = GroupTable(
            model.tree, model.clusters, model.cluster_independent, singles
        )
    return model.tables[key]


def _scratch_of(count, free):
    """Reals of a group: V, F of each body, U, D^-1 U^T, D, and seven rows of numbers."""
    wide = 8 * free
    return (2 * count * wide + 2 * wide + free * free + 7 * free + 7) // 8 * 8 + 8


def _deepest(groups, table, rows):
    """Reals of the longest path of an end: w_o, P, y of each group on it."""
    lengths = []
    for group, entry in zip(groups, table, strict=True):
        above = lengths[rows[group.output, 4]] if group.output >= 0 else 0
        lengths.append(above + 6 * (8 + 2 * entry[4]))
    return max(lengths, default=0)
