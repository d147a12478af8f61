"""What kernels see of a model: contiguous C arrays of constants, parents first."""

from lieref.model.tree.constants cimport (
    FREE, HELICAL, PRISMATIC, REVOLUTE, SPHERICAL, Body, Coordinate, Kind, Link, Rigid, param)


cdef class Model:
    cdef readonly str name
    cdef readonly tuple names, joint_names, joints, mimics
    cdef readonly int nbodies, nq, nv
    cdef readonly object parents, idx_q, idx_v, gravity, placements, masses, coms, inertias
    cdef readonly object lower, upper, joint_physics, drive_limits
    cdef object _own_frames, _frames, _places, _hash
    cdef object _kernel_table, _link_table, _index_table, _physics_table, _tables, _arguments
    cdef int* parent    # (nbodies,) -1 for the world
    cdef int* kind      # (nbodies,) Kind
    cdef int* iq        # (nbodies,) first configuration coordinate
    cdef int* iv        # (nbodies,) first velocity coordinate
    # of velocity coordinates depth first, see depth_first.py: of each body the first one's index,
    # and how many its subtree has; whose coordinate each one is, (nv,); whether iv has that order
    cdef int* subtree_start
    cdef int* subtree_nv
    cdef int* depth_first
    cdef bint in_depth_first
    cdef const Body* bodies
    cdef const Rigid* rigid
    cdef const Link* links
    cdef const Coordinate* physics  # (nv,) or NULL: no joint has any
    cdef double[3] g    # gravity, inertial axes, m/s^2
    cdef Model fine     # for builds over double-doubles: its bodies and links are of such numbers
    cdef Model _balls

    # for builds over balls: its bodies and links are of such numbers
    cdef Model in_balls(self)
    cdef Model _of_pairs(self, object bodies, object links)
    cdef int _bind(self) except -1
    cdef int _bind_tables(self, object tables) except -1
    cdef int _point(self, object bodies, object links) except -1
