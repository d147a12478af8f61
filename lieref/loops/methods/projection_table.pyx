# cython: language_level=3
"""Tables of a mechanism for the methods that the recursions over clusters are compared with."""

import numpy as np
from numpy.typing import NDArray

from lieref.errors import ModelError
from lieref.loops.methods.independent_tree import independent_tree
from lieref.loops.constraints.loop_tables import loop_tables
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model


cdef class ProjectionTable:
    """Clusters as matrices of the packed G, and the independent tree where there is one.

    Parameters
    ----------
    model : LoopModel

    Attributes
    ----------
    tree, kept : Model
        The spanning tree; the independent tree or None.
    kept_bodies, kept_q : (n,) int arrays or None
        Bodies and configuration coordinates of the tree that the independent tree has.
    without_approximation : str or None
        Why there is no independent tree.
    """

    tree: Model
    kept: Model
    nv: int
    nclusters: int
    nrotors: int
    rank: int
    without_approximation: str | None
    kept_bodies: NDArray[np.intp]
    kept_q: NDArray[np.intp]

    def __cinit__(self, model: LoopModel):
        cdef int[:, ::1] block_view
        cdef int[::1] listed_view, order_view, up_view, tree_view, independent_view
        cdef double[::1] row_view, column_view
        self.tree = model.tree
        self.nv, self.nclusters = model.nv, len(model.clusters)
        self.rank = model.tree.nv - model.nv
        rows, listed, positions, order = [], [], [], []
        tables = loop_tables(model)
        first_row = 0
        for k, (cluster, own) in enumerate(zip(model.clusters, model.cluster_independent,
                                               strict=True)):
            positions.append(len(order))
            n_loop_rows = tables.row_ranges[k][1]
            n_driven = len(cluster.driven)
            rows.append([cluster.parent, tables.shapes[k][0], len(cluster.velocities), len(listed),
                         len(own), len(listed) + len(cluster.velocities), len(order), first_row,
                         n_loop_rows + n_driven, n_loop_rows,
                         len(cluster.velocities) - len(own)])
            first_row += n_loop_rows + n_driven
            listed += [*cluster.velocities, *own]
            order += own
        self._blocks = np.array(rows, np.intc).reshape(-1, 11)
        self._listed = np.array(listed + [0], np.intc)
        self._order = np.array(order + [0], np.intc)
        self._up = np.array(_up(model.clusters, model.cluster_independent) + [0], np.intc)
        self._tree_up = np.array(_tree_up(model.tree) + [0], np.intc)
        self._independent = np.array([*model.independent, 0], np.intc)
        listed_view, order_view, up_view = self._listed, self._order, self._up
        tree_view, independent_view = self._tree_up, self._independent
        self.listed, self.order, self.up = &listed_view[0], &order_view[0], &up_view[0]
        self.tree_up, self.independent = &tree_view[0], &independent_view[0]
        self._row_scales = np.array([1 / unit for _, unit in tables.owners] + [0.0])
        self._column_units = np.append(tables.tree_units, 0.0)
        row_view, column_view = self._row_scales, self._column_units
        self.row_scales, self.column_units = &row_view[0], &column_view[0]
        if self.nclusters:
            block_view = self._blocks
            self.blocks = <const Block*> &block_view[0, 0]
        try:
            self._keep(model, positions, independent_tree(model))
        except ModelError as error:
            self.without_approximation = str(error)

    def _keep(self, model, positions, found):
        """The independent tree and its armatures."""
        cdef Armature* armature
        cdef double[::1] view
        self.kept, self.kept_q = found.tree, found.q
        self.kept_bodies = np.array(found.bodies, np.intp)
        self._armatures = np.zeros(len(found.rotors) * sizeof(Armature) // sizeof(double) + 1)
        view = self._armatures
        self.armatures = <const Armature*> &view[0]
        armature = <Armature*> &view[0]
        self.nrotors = len(found.rotors)
        for n, (body, inertia) in enumerate(found.rotors):
            k = next(k for k, cluster in enumerate(model.clusters) if body in cluster.bodies)
            row = model.clusters[k].velocities.index(int(model.tree.idx_v[body]))
            place, _, width = loop_tables(model).shapes[k]
            armature[n].offset = place + row * width
            armature[n].n_ind = width
            armature[n].position = positions[k]
            armature[n].inertia = inertia

    def __reduce__(self):
        raise TypeError("tables of a model are made again, not pickled: pickle the model")


def _up(clusters, columns):
    """The position before each one in the order of the clusters, -1 at a root."""
    up, last = [], []
    for cluster, own in zip(clusters, columns, strict=True):
        above = last[cluster.parent] if cluster.parent >= 0 else -1
        for _ in own:
            up.append(above)
            above = len(up) - 1
        last.append(above)
    return up


def _tree_up(tree):
    """The same for the coordinates of a tree, one body to a cluster."""
    up, last = [], []
    for i in range(tree.nbodies):
        above = last[tree.parents[i]] if tree.parents[i] >= 0 else -1
        for _ in range(tree.joints[i].nv):
            up.append(above)
            above = len(up) - 1
        last.append(above)
    return up


def projection_table(model: LoopModel) -> ProjectionTable:
    """The table of a LoopModel, made at the first call."""
    table = model.tables.get("projections")
    if table is None:
        table = model.tables["projections"] = ProjectionTable(model)
    return table
