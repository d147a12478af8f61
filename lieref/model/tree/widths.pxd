"""How many velocity coordinates a joint has."""
from lieref.model.tree.constants cimport SPHERICAL


cdef inline int width(int kind) noexcept nogil:
    """Velocity coordinates of a joint."""
    if kind < SPHERICAL:
        return 1
    return 3 if kind == SPHERICAL else 6
