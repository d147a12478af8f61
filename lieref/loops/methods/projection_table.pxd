"""What the projections see of a mechanism: its clusters as blocks of G, its independent tree."""

from lieref.model.model cimport Model

# A cluster as the projections take it; `first_*` are places in `listed`.
cdef struct Block:
    int parent          # cluster that its output bodies lie in, -1 the world
    int offset          # of its matrix in the packed G, -1: the identity
    int n_tree          # its velocity coordinates
    int first_velocity  # where they are listed
    int n_ind           # its independent coordinates
    int first_ind       # where their places in y are listed
    int position        # of the first of them in the order of the factor
    int first_row       # of its rows in K
    int n_rows          # those of its loops, then those of its couplings
    int n_loop_rows
    int rank            # of all these rows

# A rotor that the approximations replace by an armature.
cdef struct Armature:
    int offset          # of its row in the packed G
    int n_ind           # entries of the row
    int position        # of the first of them in the order of the factor
    double inertia      # about or along its joint, kg m^2 or kg

cdef class ProjectionTable:
    cdef readonly Model tree
    cdef readonly Model kept            # the independent tree, None where there is none
    cdef readonly int nv, nclusters, nrotors
    cdef readonly int rank              # of K: coordinates of the tree that are not independent
    cdef readonly object without_approximation   # why there is no independent tree, or None
    cdef readonly object kept_bodies, kept_q     # of the tree, in the independent tree
    cdef object _blocks, _listed, _order, _up, _tree_up, _armatures, _independent
    cdef object _row_scales, _column_units
    cdef const Block* blocks
    cdef const Armature* armatures
    cdef const int* listed
    cdef const int* order               # (nv,) places in y, clusters parents first
    cdef const int* up                  # (nv,) position in that order before each, -1 at a root
    cdef const int* tree_up             # (tree.nv,) the same for coordinates of the tree
    cdef const int* independent         # (nv,) coordinates of the tree
    cdef const double* row_scales       # (rows of K,) 1 / units of its rows: 1 rad or a length
    cdef const double* column_units     # (tree.nv,) of velocity coordinates: 1 rad or a length
