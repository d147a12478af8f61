# cython: language_level=3
"""Tables of a model with loops, compiled once: constants at 40 digits, each rounded once."""

from lieref.loops.constraints.couplings.programs cimport HESSIANS, Programs, run_parts, run_values

from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.algebra.series.taylor_scalar import Functions
from lieref.loops.constraints.couplings.cluster_programs import cluster_programs
from lieref.model.loops.coupling_functions import derivatives, driven_values, without_functions
from lieref.model.tree.exact import DecimalField, exact_model
from lieref.model.loops.loop_closure import LoopClosure
from lieref.model.loops.loop_frames import body_frames, loop_frames
from lieref.model.loops.loop_model import LoopModel
from lieref.model.model import Model

KINDS = {"universal": UNIVERSAL, "helical": TWISTED, "planar": PLANE}
# Doubles of scratch for one body on a path, one velocity coordinate on it, and one loop.
POSE, COLUMN, FRAME = 12, 6, 24
# Vector series of one body on a path, two more for each of its axes, and of one loop.
BODY_SERIES, LOOP_SERIES = 3, 10


cdef class LoopTables:
    """The clusters, loop joints and couplings of one model; `loop_tables` keeps one per model.

    Attributes
    ----------
    tree : Model
    n_clusters, nv : int
        Clusters, independent velocity coordinates.
    n_G, n_driven, n_work : int
        Doubles of the packed G, of the values of couplings' functions, of scratch.
    n_closing : int
        Rows of all residuals: loops and constraints, then driven coordinates.
    shapes : tuple of (place, n_tree, n_ind)
        Of each cluster's matrix in the packed G; place -1 for the identity.
    free_orders : tuple of lists
        For each cluster the places of its dependent, then its independent coordinates in `free`.
    owners : tuple of (str, float)
        For each row of the residuals: whose it is, and its unit, 1 rad or m, a length in m, or that
        of a constraint.
    row_units : array
        The units of `owners`.
    row_ranges : tuple of (first, rows)
        Rows of the loops and constraints of each cluster among the residuals.
    programs : Programs
        The couplings' and constraints' functions in compiled code.
    tree_units : (tree.nv,) array
        Units of the tree's velocity coordinates: 1 rad, or a length of their cluster, m.
    """

    tree: Model
    n_clusters: int
    nv: int
    n_G: int
    n_driven: int
    n_work: int
    n_closing: int
    shapes: tuple[tuple[int, int, int], ...]
    free_orders: tuple[list[int], ...]
    owners: tuple[tuple[str, float], ...]
    row_ranges: tuple[tuple[int, int], ...]
    tree_units: NDArray[np.float64]
    row_units: NDArray[np.float64]
    programs: Programs
    n_independent_q: int

    def __cinit__(self, model: LoopModel | None):
        if model is None:
            # filled in by moved_loops.pyx
            return
        closure = _closure(model)
        indices, numbers = [], []
        rows, loops, shapes = [], [], []
        local = np.zeros(model.tree.nv, dtype=np.intc)
        units = np.ones(model.tree.nv)
        orders, owners, ranges = [], [], []
        n_G = n_driven = n_work = n_closing = 0
        for k, cluster in enumerate(model.clusters):
            row, work = _cluster(model, closure, k, indices, numbers, loops)
            for place, iv in enumerate(cluster.velocities):
                local[iv] = place
                units[iv] = closure.unit(k, iv)
            orders.append(_order(model, k))
            ranges.append((n_closing, row["n_rows"]))
            owners += _owners(model, closure, k)
            n_tree, n_ind = row["n_tree"], row["n_ind"]
            row["G"] = row["driven"] = -1
            if cluster.constrained:
                row["G"] = n_G
                n_G += n_tree * n_ind
            if not without_functions(model, k):
                row["driven"] = n_driven
                n_driven += (n_tree * (1 + row["n_free"] * (1 + row["n_free"]))
                             + row["n_implicit"] * (1 + n_tree * (1 + n_tree)))
            shapes.append((row["G"], n_tree, n_ind))
            rows.append(row)
            n_work = max(n_work, work)
            n_closing += row["n_rows"] + len(cluster.driven)
        self._bind(model.tree, rows, loops, indices, numbers, local, units)
        self.bind_configurations(model)
        self.n_clusters, self.nv, self.shapes = len(rows), model.nv, tuple(shapes)
        self.n_G, self.n_driven, self.n_work = n_G, n_driven, n_work
        self.n_closing, self.tree_units = n_closing, units
        self.row_units = np.array([unit for _, unit in owners])
        self.free_orders, self.owners, self.row_ranges = map(tuple, (orders, owners, ranges))
        self.programs = Programs(cluster_programs(model, orders), not model.untraced)

    def _bind(self, Model tree not None, rows, loops, indices, numbers, local, units):
        """Point the C members at tables that this object keeps alive."""
        cdef int i
        self.tree = tree
        self._indices = np.array(indices + [0], dtype=np.intc)
        self._numbers = np.array(numbers + [0.0])
        self._local, self._units = local, units
        self._clusters = np.zeros(len(rows) * sizeof(ClusterTable) // 8 + 1)
        self._loops = np.zeros(len(loops) * sizeof(LoopTable) // 8 + 1)
        cdef const int[::1] index_view = self._indices
        cdef const double[::1] number_view = self._numbers
        cdef const int[::1] local_view = self._local
        cdef const double[::1] unit_view = self._units
        cdef double[::1] cluster_view = self._clusters
        cdef double[::1] loop_view = self._loops
        self.indices = &index_view[0]
        self.numbers = &number_view[0]
        self.local = &local_view[0]
        self.units = &unit_view[0]
        self.clusters = <ClusterTable*> &cluster_view[0]
        self.loops = <LoopTable*> &loop_view[0]
        for i, row in enumerate(rows):
            self.clusters[i] = row
        for i, loop in enumerate(loops):
            self.loops[i] = loop

    def bind_configurations(self, model: LoopModel) -> None:
        """Where the independent configuration is in the tree's, and the assembly."""
        cdef const int[::1] place_view
        cdef const double[::1] assembly_view
        self.n_independent_q = -1 if model.nq is None else model.nq
        places = [] if model.nq is None else model.independent_q.tolist()
        self._independent_q = np.array(places + [0], dtype=np.intc)
        self._assembly = np.array(model.assembly.tolist() + [0.0])
        place_view, assembly_view = self._independent_q, self._assembly
        self.independent_q = &place_view[0]
        self.assembly = &assembly_view[0]

    def coupling_values(self, const double[::1] q: NDArray[np.float64]) -> NDArray[np.float64]:
        """Values of the functions of all clusters that have some, by their programs."""
        out, registers = np.empty(self.n_driven), np.empty(self.programs.registers + 1)
        cdef double[::1] values = out
        cdef double[::1] scratch = registers
        cdef int k
        for k in range(self.n_clusters):
            if self.clusters[k].driven >= 0:
                run_values(self.programs, &self.programs.programs[k], &q[0], HESSIANS, &scratch[0],
                           &values[self.clusters[k].driven])
        return out

    def coupling_parts(
        self, const double[:, :, ::1] q: NDArray[np.float64], bint twice,
    ) -> NDArray[np.float64]:
        """The same for configurations (n, tree.nq, 4) in second-order numbers: (n, n_driven, 4).

        twice: whether something moves along e2.
        """
        out = np.empty((q.shape[0], self.n_driven, 4))
        registers = np.empty(3 * self.programs.registers + 1)
        cdef double[:, :, ::1] values = out
        cdef double[::1] scratch = registers
        cdef Py_ssize_t i
        cdef int k
        for i in range(q.shape[0]):
            for k in range(self.n_clusters):
                if self.clusters[k].driven >= 0:
                    run_parts(self.programs, &self.programs.programs[k], &q[i, 0, 0], twice,
                              &scratch[0], &values[i, self.clusters[k].driven, 0])
        return out

    def dense(
        self, const double[::1] packed: NDArray[np.float64], double unit=1.0,
    ) -> NDArray[np.float64]:
        """G (tree.nv, nv) from its packed blocks, and `unit` where it is the identity."""
        out = np.zeros((self.tree.nv, self.nv))
        cdef double[::1] G = out.reshape(-1)
        if G.shape[0]:
            self._spread(&packed[0] if self.n_G else NULL, unit, &G[0])
        return out

    def dense_series(self, packed: NDArray[np.float64]) -> NDArray[np.float64]:
        """G and its derivatives (..., n, tree.nv, nv) from their packed blocks (..., n, n_G)."""
        cdef const double[::1] blocks = np.ascontiguousarray(packed).reshape(-1)
        cdef Py_ssize_t entries = self.tree.nv * self.nv
        cdef Py_ssize_t n = packed.shape[packed.ndim - 2]
        cdef Py_ssize_t row
        out = np.zeros((*packed.shape[:-1], self.tree.nv, self.nv))
        cdef double[::1] G = out.reshape(-1)
        for row in range(G.shape[0] // entries if entries else 0):
            self._spread(&blocks[row * self.n_G] if self.n_G else NULL, row % n == 0,
                         &G[row * entries])
        return out

    cdef void _spread(self, const double* packed, double unit, double* G) noexcept nogil:
        """Fill in G, given as zeros."""
        cdef const ClusterTable* cluster
        cdef const int* rows
        cdef const int* columns
        cdef int k, a, j
        for k in range(self.n_clusters):
            cluster = &self.clusters[k]
            rows = self.indices + cluster.first_velocity
            columns = self.indices + cluster.first_ind
            for a in range(cluster.n_tree):
                if cluster.G < 0:
                    G[rows[a] * self.nv + columns[a]] = unit
                else:
                    for j in range(cluster.n_ind):
                        G[rows[a] * self.nv + columns[j]] = packed[
                            cluster.G + a * cluster.n_ind + j]

    def __reduce__(self):
        raise TypeError("tables of a model are made again, not pickled: pickle the model")


cpdef LoopTables loop_tables(object model: LoopModel):
    """The tables of a LoopModel, made at the first call."""
    tables = model.tables.get("constraints")
    if tables is None:
        tables = model.tables["constraints"] = LoopTables(model)
    return tables


def _closure(model):
    """Frames of the loops, with 40 digits."""
    K = DecimalField(40)
    with K.working():
        return closure_over(K, model, "decimals")


def closure_over(K: Any, model: LoopModel, key: str) -> LoopClosure:
    """The constraints over a field, called `key`; constants of the tree's bodies are kept."""
    field = K if isinstance(K, Functions) else Functions(K)
    known = model.tables.setdefault("bodies", {})
    if key not in known:
        known[key] = body_frames(field, exact_model(model.tree, field))
    bodies, kernels = known[key]
    return LoopClosure(field, model, (bodies, loop_frames(field, model, bodies, kernels)))


def _flat(*parts):
    """Nested tuples of scalars as a list of doubles."""
    out = []
    for part in parts:
        if isinstance(part, (tuple, list)):
            out += _flat(*part)
        else:
            out.append(float(part))
    return out


def _listed(indices, values):
    """Append values to the indices and return their place."""
    place = len(indices)
    indices += [int(x) for x in values]
    return place


def _cluster(model, closure, k, indices, numbers, loops):
    """Members of one ClusterTable but the places in outputs; and its scratch."""
    cluster = model.clusters[k]
    order = _order(model, k)
    n_ind = len(model.cluster_independent[k])
    n_dep = len(order) - n_ind
    n_implicit = sum(model.constraints[c].size for c in cluster.constraints)
    first_loop, n_rows, columns, steps, series = len(loops), n_implicit, 0, 0, 0
    for at in cluster.loops:
        frame = closure.loops[at]
        loops.append(_loop(frame, indices))
        n_rows += frame.rows.bit_count()
        bodies = [i for path in frame.paths for i in path]
        steps += len(bodies)
        columns += sum(model.tree.joints[i].nv for i in bodies)
        series += LOOP_SERIES + sum(
            BODY_SERIES + 2 * min(3, model.tree.joints[i].nv) for i in bodies
        )
    gamma = scales = implicit_scales = -1
    if cluster.constrained:
        values = _gamma(model, closure, k)
        if cluster.couplings and without_functions(model, k):
            gamma = len(numbers)
            numbers += [float(row[j]) for row in values for j in order]
            numbers += _offsets(model, closure, k)
        column_scales = closure.scales(k, values)[1]
        scales = len(numbers)
        numbers += [column_scales[j] for j in order]
        implicit_scales = len(numbers)
        numbers += closure.row_scales(k)[n_rows - n_implicit:]
    n_tree, n_free = len(cluster.velocities), len(cluster.free)
    own = {int(model.independent[at]) for at in model.cluster_independent[k]}
    driving = [i for i in cluster.bodies if int(model.tree.idx_v[i]) in own]
    row = dict(
        parent=cluster.parent,
        bodies=len(cluster.bodies),
        first_body=_listed(indices, cluster.bodies),
        first_output=_listed(indices, cluster.outputs),
        n_tree=n_tree,
        first_velocity=_listed(indices, cluster.velocities),
        first_configuration=_listed(
            indices, [_configuration(model, iv) for iv in cluster.velocities]
        ),
        n_free=n_free,
        first_free=_listed(
            indices, [cluster.velocities.index(cluster.free[j]) for j in order]
        ),
        n_dep=n_dep,
        n_ind=n_ind,
        first_ind=_listed(indices, model.cluster_independent[k]),
        n_ind_bodies=len(driving),
        first_ind_body=_listed(indices, driving),
        first_loop=first_loop,
        n_loops=len(cluster.loops),
        n_implicit=n_implicit,
        implicit_scales=implicit_scales,
        n_rows=n_rows,
        gamma=gamma,
        scales=scales,
        shift=1.0 / closure.length(k),
        series=series,
    )
    # `Scratch` of explicit_constraints.pxi: poses, columns, K, rates and accelerations
    work = (POSE * steps + COLUMN * columns + FRAME * len(cluster.loops)
            + n_rows * (n_tree + n_free + 2) + 2 * n_free + n_tree * (n_free + 3))
    row["work"] = work
    return row, work


def _order(model, k):
    """Places in a cluster's free coordinates: the dependent ones, then the independent ones."""
    free = model.clusters[k].free
    independent = [int(model.independent[at]) for at in model.cluster_independent[k]]
    dependent = [iv for iv in free if iv not in independent]
    return [free.index(iv) for iv in dependent + independent]


def _owners(model, closure, k):
    """Name and unit of each residual of a cluster."""
    cluster = model.clusters[k]
    out = []
    for at in cluster.loops:
        frame, name = closure.loops[at], f"loop {model.loops[at].name!r}"
        out += [(name, 1.0 if i < 3 else closure.length(k)) for i in range(6)
                if frame.rows >> i & 1]
    for c in cluster.constraints:
        given = model.constraints[c]
        out += [(f"constraint {given.name!r}", given.unit)] * given.size
    names = {int(model.tree.idx_v[i]): name for i, name in enumerate(model.joint_names)}
    return out + [(f"coupled joint {names[iv]!r}", 1.0) for iv in cluster.driven]


def _configuration(model, iv):
    """Configuration coordinate of a one-degree joint's velocity coordinate, else -1."""
    body = model.tree.idx_v.searchsorted(iv, "right") - 1
    return model.tree.idx_q[body] if model.tree.joints[body].nv == 1 else -1


def _offsets(model, closure, k):
    """What constant couplings add to Gamma z, for each velocity coordinate of a cluster."""
    K = closure.K.scalars
    with K.working():
        values = driven_values(closure.K, model, k, [K(0)] * model.tree.nq)
        at = {int(iv): int(iq) for iv, iq in zip(model.tree.idx_v, model.tree.idx_q)}
        return [float(values.get(at.get(iv), 0)) for iv in model.clusters[k].velocities]


def _gamma(model, closure, k):
    """Gamma of a cluster at the assembly: exact if it is constant."""
    if without_functions(model, k):
        K = closure.K.scalars
        with K.working():
            return closure.coupling_derivatives(k, [K(float(x)) for x in model.assembly])[0]
    return derivatives(Functions(float), model, k, [float(x) for x in model.assembly])[0]


def _loop(frame, indices):
    """Members of one LoopTable."""
    return dict(
        rows=frame.rows,
        joint=KINDS.get(frame.kind, PLAIN),
        first_path=[_listed(indices, path) for path in frame.paths],
        n_path=[len(path) for path in frame.paths],
        R=_flat(frame.R),
        p=_flat(frame.p),
        gap=_flat(frame.gap),
        pitch=float(frame.pitch),
        cosine=float(frame.cosine),
        normal=_flat(frame.normal),
    )
