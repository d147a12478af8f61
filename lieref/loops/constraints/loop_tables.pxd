"""What kernels see of a model with loops: its clusters, loop joints and couplings as C arrays."""

from lieref.loops.constraints.couplings.programs cimport Programs
from lieref.model.model cimport Model

# One cluster; `first_*` are places in LoopTables.indices, else counts or places named there.
cdef struct ClusterTable:
    int parent          # cluster that the outputs lie in, -1 the world
    int bodies          # number of its bodies
    int first_body      # where they are listed, increasing; their outputs follow at first_output
    int first_output
    int n_tree          # its velocity coordinates
    int first_velocity  # where these coordinates of the tree are listed, increasing
    int first_configuration     # where their configuration coordinates are listed, -1 if several
    int n_free          # coordinates that no coupling drives: dependent, then independent ones
    int first_free      # where their places among the cluster's velocity coordinates are listed
    int n_dep           # those that the loops determine
    int n_ind           # independent ones
    int first_ind       # where their places in y are listed
    int n_ind_bodies    # joints of the independent coordinates, each once
    int first_ind_body  # where their bodies are listed
    int first_loop      # its loops in LoopTables.loops
    int n_loops
    int n_implicit      # equations of its implicit constraints
    int implicit_scales     # place in LoopTables.numbers of the scales of their rows
    int n_rows          # rows of K: of the loops, then of the constraints
    int G               # place of its matrix in the packed G, -1 if it is the identity
    int gamma           # place of Gamma in LoopTables.numbers if it is constant, else -1
    int driven          # place of Gamma and so on among the values of functions, or -1
    int work            # doubles of scratch for its loops
    int series          # vector series of its loops, see loop_series.pxi
    int scales          # place in LoopTables.numbers of the scales of its dependent columns
    double shift        # scale of the rows that resist shifts, 1/m

# One loop joint; see lieref.model.loops.loop_frames.LoopFrame. Two of a kind: predecessor,
# successor.
cdef struct LoopTable:
    int rows            # bits of what it resists: tx ty tz fx fy fz
    int joint           # LoopKind
    int[2] first_path   # where the bodies of the paths are listed, root first
    int[2] n_path
    double[18] R        # axes of the loop frames in the kernel frames of the tips
    double[6] p         # their origins, m
    double[3] gap       # successor's anchor minus the predecessor's, m
    double pitch        # of a helical joint, m/rad
    double cosine       # between the axes of a universal joint
    double[3] normal    # to the shifts of a planar joint, predecessor's loop frame

cdef enum LoopKind:
    PLAIN = 0
    UNIVERSAL = 1
    TWISTED = 2
    PLANE = 3


cdef class LoopTables:
    cdef readonly Model tree
    cdef readonly Programs programs     # of the couplings' functions
    cdef readonly int n_clusters, nv, n_G, n_driven, n_work, n_closing
    cdef readonly int n_independent_q       # -1: there are no independent configurations
    cdef object _indices, _numbers, _local, _units, _independent_q, _assembly, _clusters, _loops
    cdef readonly tuple shapes, free_orders, owners, row_ranges
    cdef readonly object tree_units, row_units
    cdef ClusterTable* clusters     # (n_clusters,)
    cdef LoopTable* loops           # all loops, by clusters
    cdef const int* indices
    cdef const double* numbers
    cdef const int* independent_q   # (n_independent_q,) places in the tree's configuration
    cdef const double* assembly     # (tree.nq,)
    cdef const int* local           # (tree.nv,) place of a velocity coordinate in its cluster
    cdef const double* units        # (tree.nv,) of the tree's velocity coordinates, 1 rad or m
    cdef void _spread(self, const double* packed, double unit, double* G) noexcept nogil


# Behind Gamma (n_tree, n_free), where kernels find it, a cluster has K of its implicit constraints
# (n_implicit, n_tree), gamma (n_tree,), phi (n_implicit,), Gamma' (n_tree, n_free, n_free) and
# phi'' (n_implicit, n_tree, n_tree).

cdef inline int implicit_rows_at(const ClusterTable* cluster) noexcept nogil:
    """Where K of the implicit constraints is."""
    return cluster.n_tree * cluster.n_free


cdef inline int driven_values_at(const ClusterTable* cluster) noexcept nogil:
    """Where gamma is."""
    return implicit_rows_at(cluster) + cluster.n_implicit * cluster.n_tree


cdef inline int implicit_values_at(const ClusterTable* cluster) noexcept nogil:
    """Where phi is."""
    return driven_values_at(cluster) + cluster.n_tree


cdef inline int driven_hessian_at(const ClusterTable* cluster) noexcept nogil:
    """Where Gamma' is."""
    return implicit_values_at(cluster) + cluster.n_implicit


cdef inline int implicit_hessian_at(const ClusterTable* cluster) noexcept nogil:
    """Where phi'' is."""
    return driven_hessian_at(cluster) + cluster.n_tree * cluster.n_free * cluster.n_free


# The rank of loops is decided in rad and lengths of the loop, where the terms of an entry are as
# large as 1: masses, units and the directions of the axes do not matter. A pivot is compared with
# the size of the terms that were added up, never with their sum: terms that cancel leave a sum of
# roundings, which is not small beside itself. The bound is 128 roundings, enough for chains of some
# 100 terms. Plain implementation: any_scalar.py; singular values: row_space.py.
cdef inline bint is_rounding(double pivot, double size) noexcept nogil:
    """Whether a pivot is no more than rounding of terms of that size; NaN is."""
    return not pivot > 2.0 ** -45 * size


cpdef LoopTables loop_tables(object model)
