# The columns of the joints between a body and its root, side by side: one row for each of the
# `height` numbers of a coordinate, one slot for each coordinate, the root's first, so that LANES
# ancestors are worked on at once. Included after subtrees.pxi.

cdef struct Path:
    int stride              # slots to a row, a multiple of LANES
    int length              # slots in use
    real* rows              # (height, stride)
    int* coordinate         # (stride,) the velocity coordinate in a slot
    int* start              # (nbodies,) slot of a body's first coordinate


cdef inline size_t path_size(Model model, size_t height) noexcept nogil:
    """Number of reals that a Path needs, in whole cache lines."""
    cdef size_t slots = (<size_t> model.nv + 7) // 8 * 8
    return (height + 1) * slots + (<size_t> model.nbodies + 7) // 8 * 8


cdef inline Path path_at(Model model, real* memory, size_t height) noexcept nogil:
    cdef Path path
    cdef int i, parent
    cdef int longest = 0
    cdef size_t slots = (<size_t> model.nv + 7) // 8 * 8
    path.rows = memory
    path.coordinate = <int*> (memory + height * slots)
    path.start = <int*> (memory + (height + 1) * slots)
    path.length = 0
    for i in range(model.nbodies):
        parent = model.parent[i]
        path.start[i] = path.start[parent] + width(model.kind[parent]) if parent >= 0 else 0
        longest = max(longest, path.start[i] + width(model.kind[i]))
    path.stride = (longest + LANES - 1) // LANES * LANES
    if LANES > 1:
        # lanes reach beyond the last slot: what memory held before may be slow numbers
        clear_series(memory, <int> height * path.stride)
    return path


cdef inline void enter(Model model, int i, const real* columns, int height,
                       Path* path) noexcept nogil:
    """The path becomes that of body i; what it shares with the last one stays where it is.

    Each column is copied once if the bodies come in the reverse of a depth-first order.
    """
    cdef int c, k, slot
    cdef int last = path.length
    cdef const real* column
    path.length = path.start[i] + width(model.kind[i])
    while i >= 0:
        slot = path.start[i]
        if slot < last and path.coordinate[slot] == model.iv[i]:
            return
        for c in range(width(model.kind[i])):
            column = columns + (model.iv[i] + c) * height
            path.coordinate[slot + c] = model.iv[i] + c
            for k in range(height):
                path.rows[k * path.stride + slot + c] = column[k]
        i = model.parent[i]
