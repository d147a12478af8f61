"""What other tables need of the constants of bodies in sums of three doubles."""

from lieref.model.tree.triple cimport Triple

# The rotation nearest to an almost orthogonal matrix, in place.
cdef void nearest_rotation(Triple* R) noexcept
