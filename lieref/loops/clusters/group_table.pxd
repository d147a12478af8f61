"""What the recursions over clusters see of a mechanism: contiguous C arrays, parents first."""

from lieref.model.model cimport Model

# A cluster as a kernel takes it, with one output body.
cdef struct Group:
    int first           # place of its first body in `order`
    int count           # bodies
    int output          # body that all hang from, -1 the world
    int column          # place of its first independent coordinate in `columns`
    int free            # independent coordinates
    int single          # 1: one body, its joint unconstrained
    int offset          # reals before its own in the scratch of the groups

# Where the rows of G of a body's joint are.
cdef struct Rows:
    int offset          # of the first in the packed G; -1: rows of the unit matrix
    int width           # length of a row: independent coordinates of the body's cluster, or joint
    int column          # the first of them among those of its group
    int index           # number of the body in its group
    int group           # number of its group
    int needed          # 1: a body of another group, or on the way to one, hangs from it


cdef class GroupTable:
    cdef readonly Model model
    cdef readonly int nv                # independent coordinates
    cdef readonly int ngroups
    cdef readonly int packed            # numbers of the packed G
    cdef readonly object places         # (nclusters,) first number of each block of G, or -1
    cdef readonly object clusters, coordinates, group_clusters
    cdef object _groups, _rows, _order, _columns
    cdef const Group* groups
    cdef const Rows* rows               # (nbodies,)
    cdef const int* order               # bodies, group by group, parents first
    cdef const int* columns             # places in y, group by group
    cdef int scratch                    # reals of all groups
    cdef int deepest                    # most reals of the path of one end


# ValueError, unless q and the packed G have the sizes of the table's mechanism.
cdef int require_sizes(GroupTable table, const double[::1] q, const double[::1] G) except -1
