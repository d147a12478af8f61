# What rounding errors in the articulated inertias amount to, which the pivot D of a joint must
# exceed: docs/singular-joints.md derives it. Plain twin: articulated_inertia_twin.RoundedSize.

cdef inline real rounded_size(param pitch, bint turns, real* block, const Pass* at) noexcept nogil:
    """Size of rounding errors in the inertia about, or along, an axis of the joint."""
    cdef real about = number(block, ROUNDED, at)[0]
    cdef real along = number(block, ROUNDED, at)[1]
    return about + (pitch * pitch) * along if turns else along


cdef inline real least_pivot(const Link* link, bint turns, real size) noexcept nogil:
    """Least inertia about, or along, an axis of the joint beyond its rounding errors."""
    return larger(link.least[0 if turns else 1], TRUSTED * size)


cdef inline void remember_size(real* block, const Pass* at) noexcept nogil:
    """Eliminating a joint makes rounding errors of the size of the traces of IA."""
    cdef real* size = number(block, ROUNDED, at)
    cdef const real* A = single(block, ANGULAR, at)
    cdef const real* M = single(block, LINEAR, at)
    size[0] = larger(size[0], A[0] + A[TRIPLE + 1] + A[2 * TRIPLE + 2])
    size[1] = larger(size[1], M[0] + M[TRIPLE + 1] + M[2 * TRIPLE + 2])


cdef inline void size_to_parent(const Link* link, int kind, real* block, real* parent,
                                real* multi, const Pass* at) noexcept nogil:
    """Errors in A, B, M become errors in A' = A - B' [l] + [l] B^T; no elimination removes them."""
    cdef const real* size = number(block, ROUNDED, at)
    cdef real* to = number(parent, ROUNDED, at)
    cdef int i
    cdef real x
    cdef real square = 0
    for i in range(3):
        if shifts(kind):
            x = multi_number(multi, LEVER, at)[i]
        else:
            x = link.lever[i]
        square += x * x
    to[0] = larger(to[0], size[0] + square * size[1])
    to[1] = larger(to[1], size[1])
