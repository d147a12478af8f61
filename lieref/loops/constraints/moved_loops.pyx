# cython: language_level=3
"""Tables of a model whose loops' frames lie elsewhere: those of the model, but for these frames.

The formulas of `lieref.model.loops.loop_frames`, in the sums of three doubles that the constants of
bodies are computed in: each number is rounded once, as decimals of 40 digits are. Clusters, paths
and scratch stay what they are, and so do all scales unless the length of a cluster's loops changes.
"""

from libc.math cimport fabs, sqrt
from libc.string cimport memcpy

from lieref.loops.constraints.loop_tables cimport LoopTable, LoopTables
from lieref.model.model cimport Model
from lieref.model.tree.body_triples cimport nearest_rotation
from lieref.model.tree.triple cimport (
    Triple, add_multiple, add_vectors, apply, apply_transposed, multiply, multiply_transposed,
    triple)

from collections.abc import Iterable

import numpy as np

from lieref.model.loops.loop_frames import (
    loop_length, loop_paths, predecessor_frame, size, successor_frame)
from lieref.model.loops.loop_model import LoopModel
from lieref.model.tree.compiled import LARGEST as _LARGEST, SMALLEST as _SMALLEST
from lieref.model.tree.exact import DecimalField

cdef double LARGEST = _LARGEST, SMALLEST = _SMALLEST

# Places in the constants of a body, see `compiled.body_constants`: r, axes of the kernel frame in
# the body, its origin.
cdef enum:
    SHIFT = 9
    AXES = 23
    ORIGIN = 32


cdef class LoopGeometry:
    """What the frames of a model's loops are computed from, wherever these are.

    Parameters
    ----------
    model : LoopModel
        Of numbers that need no decimals, see `tabulated`.
    """

    cdef const double[:, :, ::1] bodies     # (n, 35, 3)
    cdef list ends      # of each loop (tip, first body) of both paths, -1 the world or no body
    cdef list joints    # of each loop its joint's frames in both loop frames, (2, 12, 3)
    cdef list sizes     # of each loop: of the other vectors of its length, and of kernel origins

    def __cinit__(self, model: LoopModel):
        cdef Model tree = model.tree
        constants = np.ascontiguousarray(tree._tables.sums[0])
        self.bodies = constants
        r, origins = constants[:, SHIFT:SHIFT + 3, 0], constants[:, ORIGIN:ORIGIN + 3, 0]
        self.ends, self.joints, self.sizes = [], [], []
        parents = tree.parents.tolist()
        K = DecimalField(40)
        for loop, ends in zip(model.loops, model.loop_ends):
            paths, common = loop_paths(parents, ends)
            self.ends.append([(end, path[0] if path else -1) for end, path in zip(ends, paths)])
            with K.working():
                frames = predecessor_frame(K, loop.joint), successor_frame(K, loop.joint)
                self.joints.append(np.array([_sums(K, *frame) for frame in frames]))
            self.sizes.append((
                size(r[i].tolist() for path in paths for i in path[1:]),
                size(origins[i].tolist() for i in (*paths[0], *paths[1], *common)),
            ))

    cdef double place(self, int at, object loop, LoopTable* to) except? -1:
        """Enter the frames of one loop in its table; its length, NaN if it takes decimals."""
        cdef Triple[9] R
        cdef Triple[9] turned
        cdef Triple[3] p
        cdef Triple[3] origin
        cdef Triple[6] anchors
        cdef const double[:, ::1] pose
        cdef const double[:, :, ::1] joints = self.joints[at]
        cdef const Triple* joint
        cdef const Triple* body
        cdef double arms, origins
        cdef int side, i, tip, first
        given = loop.predecessor_frame, loop.successor_frame
        arms, origins = self.sizes[at]
        for side in range(2):
            pose = given[side]
            tip, first = self.ends[at][side]
            for i in range(12):
                if pose[i // 4, i % 4] != 0.0 and not (
                        SMALLEST <= fabs(pose[i // 4, i % 4]) <= LARGEST):
                    return float("nan")
            for i in range(9):
                R[i] = triple(pose[i // 3, i % 3])
            nearest_rotation(R)
            # the joint's frame in the body's: p + R p_joint,  R R_joint
            joint = <const Triple*> &joints[side, 0, 0]
            apply(R, joint + 9, origin)
            for i in range(3):
                p[i] = triple(pose[i, 3])
            add_vectors(p, origin, origin)
            multiply(R, joint, turned)
            if tip >= 0:
                # and in its kernel frame
                body = <const Triple*> &self.bodies[tip, 0, 0]
                add_multiple(origin, triple(-1.0), body + ORIGIN, origin)
                apply_transposed(body + AXES, origin, p)
                multiply_transposed(body + AXES, turned, R)
            else:
                memcpy(p, origin, sizeof(p))
                memcpy(R, turned, sizeof(R))
            for i in range(9):
                to.R[9 * side + i] = R[i].hi
            for i in range(3):
                # an empty path has its anchor at the frame
                to.p[3 * side + i] = p[i].hi if first >= 0 else 0.0
                anchors[3 * side + i] = p[i] if first < 0 else (
                    <const Triple*> &self.bodies[first, SHIFT + i, 0])[0]
            arms += _norm(to.p[3 * side], to.p[3 * side + 1], to.p[3 * side + 2])
            origins += _norm(anchors[3 * side].hi, anchors[3 * side + 1].hi,
                             anchors[3 * side + 2].hi)
        add_multiple(anchors + 3, triple(-1.0), anchors, origin)
        for i in range(3):
            to.gap[i] = origin[i].hi
        return loop_length(arms + _norm(to.gap[0], to.gap[1], to.gap[2]), origins)


cdef inline double _norm(double x, double y, double z) noexcept:
    return sqrt(x * x + y * y + z * z)


def tabulated(model: LoopModel) -> bool:
    """Whether the constants of the model's bodies are such sums: no number is extreme."""
    cdef Model tree = model.tree
    return tree.nbodies > 0 and tree._tables.sums is not None


def own_lengths(model: LoopModel, LoopGeometry geometry not None) -> list[float]:
    """`loop_length` of each loop."""
    cdef LoopTable unused
    return [geometry.place(at, loop, &unused) for at, loop in enumerate(model.loops)]


def moved_tables(
    LoopTables kept not None, model: LoopModel, LoopGeometry geometry not None,
    lengths: list[float], changed: Iterable[int],
) -> LoopTables | None:
    """Tables of a model in which some loops have other frames.

    Parameters
    ----------
    kept : LoopTables
        Those with the frames before.
    model : LoopModel
        With the new frames and assembly.
    geometry : LoopGeometry
    lengths : list of float
        Of the loops before; becomes those of this model.
    changed : iterable of int

    Returns
    -------
    LoopTables or None
        None where a scale has changed, or numbers are extreme: they have to be made again.
    """
    cdef LoopTables made = LoopTables.__new__(LoopTables, None)
    cdef LoopTable* loops
    cdef double[::1] view
    before = [_longest(lengths, cluster) for cluster in model.clusters]
    made._loops = kept._loops.copy()
    view = made._loops
    loops = made.loops = <LoopTable*> &view[0]
    slot = {at: n for n, at in enumerate([at for c in model.clusters for at in c.loops])}
    for at in changed:
        lengths[at] = geometry.place(at, model.loops[at], &loops[<int> slot[at]])
    after = [_longest(lengths, cluster) for cluster in model.clusters]
    if before != after or any(x != x for x in lengths):
        return None
    made.tree, made.programs, made.n_clusters, made.nv = (
        kept.tree, kept.programs, kept.n_clusters, kept.nv)
    made.n_G, made.n_driven, made.n_work = kept.n_G, kept.n_driven, kept.n_work
    made.n_closing, made.shapes, made.free_orders = kept.n_closing, kept.shapes, kept.free_orders
    made.owners, made.row_ranges = kept.owners, kept.row_ranges
    made.tree_units, made.row_units = kept.tree_units, kept.row_units
    made._indices, made._numbers, made._local = kept._indices, kept._numbers, kept._local
    made._units, made._clusters = kept._units, kept._clusters
    made.clusters, made.indices, made.numbers = kept.clusters, kept.indices, kept.numbers
    made.local, made.units = kept.local, kept.units
    made.bind_configurations(model)
    return made


def _longest(lengths, cluster):
    """The length of a cluster's loops, see `LoopClosure.length`."""
    return max([lengths[at] for at in cluster.loops], default=0.0) or 1.0


def _sums(K, axes, origin):
    """Numbers of a frame, axes row by row, as sums of three doubles each."""
    rows = []
    for x in [y for row in axes for y in row] + list(origin):
        high = float(x)
        middle = float(x - K(high))
        rows.append((high, middle, float(x - K(high) - K(middle))))
    return rows
