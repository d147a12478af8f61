# Panels: PANEL lanes of neighboring columns of a matrix, row after row, so that the inner loops of
# FDSVA-SO run over columns in lanes. And the tree of velocity coordinates as lists.

from lieref.dynamics.matrices.inertia_factor cimport Factor
from lieref.partials.fdsva_so.forward_dynamics_second_partials cimport (
    INNER_DTM, INNER_IDFOZA, OUTER_AZA, OUTER_DTM, Call
)

cdef enum:
    # lanes of a panel, which has PANEL * LANES columns
    PANEL = 4

# Coordinates as a tree: those before a coordinate (in its own joint and towards the root) and those
# beyond it; coordinate c has the entries start[c] .. start[c + 1] - 1 of a list. The nearest come
# last, so that a solution is used as long after it was found as possible.
cdef struct Tree:
    int* up                 # (nv,) the coordinate before each, -1 at a root
    int* body               # (nv,)
    int* joint              # (nv,) first coordinate of the same joint
    int* last               # (nv,) last coordinate of the same joint
    int* before_start       # (nv + 1,)
    int* before
    int* beyond_start       # (nv + 1,)
    int* beyond
    real* L_before          # L_ci of the factor, i before c, in the order of the list
    real* L_beyond          # L_ic, i beyond c
    real* inverse           # (nv,) reciprocals of the pivots
    real* axes              # (nv, 6) columns s of the motion subspaces
    real* gain              # (nv, 6) U / D of articulated bodies
    real* own               # (nbodies, COMPOSITE) mass, first moment and inertia of each body
    real* composite         # (nbodies, COMPOSITE) those of its subtree
    real* dF_da             # (nv, 6) I s, I of the subtree


cdef inline size_t whole_lines(size_t count) noexcept nogil:
    """So many numbers in whole cache lines."""
    return (count + 7) // 8 * 8


cdef inline size_t pairs(Model model) noexcept nogil:
    """At least the number of pairs of a coordinate and one before it."""
    return <size_t> model.nv * (model.nv + 1) // 2


cdef inline size_t panels(size_t count) noexcept nogil:
    """Number of panels for so many columns."""
    return (count + PANEL * LANES - 1) // (PANEL * LANES)


cdef inline size_t tree_size(Model model) noexcept nogil:
    """Number of reals that a Tree's lists need."""
    return whole_lines(6 * (<size_t> model.nv + 1) + 2 * pairs(model))


cdef inline real* tree_at(Model model, real* memory, Tree* tree) noexcept nogil:
    """The lists of the tree; returns the memory behind them."""
    cdef int i, c, e, k, count
    cdef int nv = model.nv
    cdef int* free = <int*> memory
    tree.up = free
    tree.body = free + nv
    tree.joint = free + 2 * nv
    tree.last = free + 3 * nv
    tree.before_start = free + 4 * nv
    tree.beyond_start = free + 5 * nv + 1
    tree.before = free + 6 * nv + 2
    tree.beyond = tree.before + pairs(model)
    # filled by what a run does need
    tree.L_before = tree.L_beyond = tree.inverse = NULL
    tree.axes = tree.gain = tree.own = tree.composite = tree.dF_da = NULL
    coordinates_up(model, tree.up)
    for i in range(model.nbodies):
        for c in range(model.iv[i], model.iv[i] + width(model.kind[i])):
            tree.body[c] = i
            tree.joint[c] = model.iv[i]
            tree.last[c] = model.iv[i] + width(model.kind[i]) - 1
    for c in range(nv + 1):
        tree.beyond_start[c] = 0
    tree.before_start[0] = 0
    for c in range(nv):
        e = tree.before_start[c]
        i = tree.up[c]
        tree.before_start[c + 1] = e
        if i >= 0:
            count = tree.before_start[i + 1] - tree.before_start[i]
            for k in range(count):
                tree.before[e + k] = tree.before[tree.before_start[i] + k]
            tree.before[e + count] = i
            tree.before_start[c + 1] = e + count + 1
        for k in range(e, tree.before_start[c + 1]):
            tree.beyond_start[tree.before[k]] += 1
    # numbers to ends; filling from the back turns these into starts
    for c in range(nv):
        tree.beyond_start[c + 1] += tree.beyond_start[c]
    for c in range(nv):
        for e in range(tree.before_start[c], tree.before_start[c + 1]):
            i = tree.before[e]
            tree.beyond_start[i] -= 1
            tree.beyond[tree.beyond_start[i]] = c
    return memory + tree_size(model)


cdef inline void gather(const real* rows, size_t stride, int nv, int count,
                        real* panel) noexcept nogil:
    """`count` columns of a matrix become a panel, filled up with zeros."""
    cdef int i, b, c
    cdef const real* row
    for i in range(nv):
        row = rows + i * stride
        if count == PANEL * LANES:
            for b in range(PANEL):
                store(panel + b * LANES, load(row + b * LANES))
        else:
            for c in range(PANEL * LANES):
                panel[c] = row[c] if c < count else 0
        panel += PANEL * LANES


cdef inline void put(const real* row, int count, bint adds, real* to) noexcept nogil:
    """to = row, or to += row, of a panel's row with `count` columns"""
    cdef int b, c
    if count < PANEL * LANES:
        for c in range(count):
            to[c] = row[c] + to[c] if adds else row[c]
        return
    for b in range(PANEL):
        if adds:
            add_to(to + b * LANES, load(row + b * LANES), 0)
        else:
            store(to + b * LANES, load(row + b * LANES))


cdef inline void still(real* rows, int count) noexcept nogil:
    """`count` rows of panels become zero."""
    cdef int b
    for b in range(count * PANEL):
        store(rows + b * LANES, zero_lane())
