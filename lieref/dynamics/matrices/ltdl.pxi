# L^T D L of a joint-space inertia in its branch-induced sparsity, Featherstone's LTDL, in place.
# Symbols: L unit lower triangular; D diagonal, in the diagonal's place; up the coordinate before
# each one in the tree of velocity coordinates, -1 at a root: L_ij is zero unless j is on the way
# up from i. A right-hand side has `count` columns, row by row.

from libc.float cimport DBL_EPSILON

from lieref.dynamics.matrices.inertia_factor cimport Factor

cdef extern from * nogil:
    """
    #if defined(LIEREF_COMPLEX)
    #define real_part(x) creal(x)
    #else
    #define real_part(x) (x)
    #endif
    """
    double real_part(real x)


# Columns of a right-hand side that are solved side by side.
cdef enum:
    COLUMNS = 16


cdef void coordinates_up(Model model, int* up) noexcept nogil:
    """The coordinate before each one: in its own joint, or the last of the parent's."""
    cdef int i, c, parent
    for i in range(model.nbodies):
        parent = model.parent[i]
        up[model.iv[i]] = model.iv[parent] + width(model.kind[parent]) - 1 if parent >= 0 else -1
        for c in range(1, width(model.kind[i])):
            up[model.iv[i] + c] = model.iv[i] + c - 1


cdef void run_factorise(Model model, const Factor* call) noexcept nogil:
    """H = L^T D L; call.lost becomes -1, or the coordinate whose pivot is rounding error alone.

    A pivot is lost below 8 + nv roundings of its diagonal entry, from which up to nv terms of its
    size were subtracted.
    """
    cdef int i, j, k
    cdef int nv = model.nv
    cdef int* up = call.up
    cdef real* H = <real*> call.H
    cdef real* diagonal = <real*> call.b
    cdef real part
    coordinates_up(model, up)
    for k in range(nv):
        diagonal[k] = H[k * nv + k]
    for k in range(nv - 1, -1, -1):
        if not real_part(H[k * nv + k]) > (8 + nv) * DBL_EPSILON * real_part(diagonal[k]):
            call.lost[0] = k
            return
        i = up[k]
        while i >= 0:
            # H_ij -= L_ki D_k L_kj for every j on the way up from i
            part = H[k * nv + i] / H[k * nv + k]
            j = i
            while j >= 0:
                H[i * nv + j] = H[i * nv + j] - part * H[k * nv + j]
                j = up[j]
            H[k * nv + i] = part
            i = up[i]
    call.lost[0] = -1


cdef inline void solve_columns(const Factor* call, int nv, real* b, int width) noexcept nogil:
    """The solution of at most COLUMNS columns from b on, which stay near the processor."""
    cdef int i, j, c
    cdef int count = call.count
    cdef real part
    cdef real[COLUMNS] x
    cdef const real* L = <const real*> call.H
    for i in range(nv - 1, -1, -1):
        for c in range(width):
            x[c] = b[i * count + c]
        j = call.up[i]
        while j >= 0:
            part = L[i * nv + j]
            for c in range(width):
                b[j * count + c] = b[j * count + c] - part * x[c]
            j = call.up[j]
    for i in range(nv):
        for c in range(width):
            x[c] = b[i * count + c] / L[i * nv + i]
        j = call.up[i]
        while j >= 0:
            part = L[i * nv + j]
            for c in range(width):
                x[c] = x[c] - part * b[j * count + c]
            j = call.up[j]
        for c in range(width):
            b[i * count + c] = x[c]


cdef void run_solve(Model model, const Factor* call) noexcept nogil:
    """b becomes H^-1 b: y with L^T y = b, then D^-1 y, then x with L x = D^-1 y."""
    cdef int k
    cdef int whole = call.count // COLUMNS
    cdef real* b = <real*> call.b
    for k in range(whole):
        # a width that the compiler knows
        solve_columns(call, model.nv, b + k * COLUMNS, COLUMNS)
    solve_columns(call, model.nv, b + whole * COLUMNS, call.count - whole * COLUMNS)


cdef void run_multiply(Model model, const Factor* call) noexcept nogil:
    """b becomes H b = L^T D L b."""
    cdef int i, j, c
    cdef int nv = model.nv
    cdef int count = call.count
    cdef const real* L = <const real*> call.H
    cdef real* b = <real*> call.b
    for i in range(nv - 1, -1, -1):
        j = call.up[i]
        while j >= 0:
            for c in range(count):
                b[i * count + c] = b[i * count + c] + L[i * nv + j] * b[j * count + c]
            j = call.up[j]
    for i in range(nv):
        for c in range(count):
            b[i * count + c] = b[i * count + c] * L[i * nv + i]
        j = call.up[i]
        while j >= 0:
            for c in range(count):
                b[j * count + c] = b[j * count + c] + L[i * nv + j] * b[i * count + c]
            j = call.up[j]
