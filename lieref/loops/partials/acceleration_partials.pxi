# First partials of the accelerations from those of the forces [Singh, (45)]:
#
#     da/dq = -H^-1 dtau/dq,   da/dv = -H^-1 dtau/dv,   da/dtau = H^-1,   H = dtau/da = L D L^T
#
# Plain Python: `solved` of `lieref.loops.partials.chain_rule`, by the factors of numpy.


cdef void acceleration_partials(int n, const AccelerationPartialsCall* s) noexcept nogil:
    """In place; H becomes L below its diagonal, and D^-1 on it."""
    cdef int i, j, k
    cdef real* H = <real*> s.H
    cdef real* dq = <real*> s.dq
    cdef real* dv = <real*> s.dv
    cdef real* inverse = <real*> s.inverse
    cdef real total, unit
    unit = 1
    for i in range(n):
        # row i of L D, then of L
        for j in range(i):
            total = H[i * n + j]
            for k in range(j):
                total -= H[i * n + k] * H[j * n + k]
            H[i * n + j] = total
        total = H[i * n + i]
        for j in range(i):
            H[j * n + i] = H[i * n + j]
            H[i * n + j] = H[i * n + j] * H[j * n + j]
            total -= H[i * n + j] * H[j * n + i]
        H[i * n + i] = unit / total
    for i in range(n):
        for k in range(n):
            dq[i * n + k], dv[i * n + k] = -dq[i * n + k], -dv[i * n + k]
            inverse[i * n + k] = 0
        inverse[i * n + i] = 1
        for j in range(i):
            total = -H[i * n + j]
            add_row(dq + j * n, total, n, dq + i * n)
            add_row(dv + j * n, total, n, dv + i * n)
            add_row(inverse + j * n, total, j + 1, inverse + i * n)
    for i in range(n):
        for k in range(n):
            dq[i * n + k] = dq[i * n + k] * H[i * n + i]
            dv[i * n + k] = dv[i * n + k] * H[i * n + i]
            inverse[i * n + k] = inverse[i * n + k] * H[i * n + i]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            total = -H[j * n + i]
            add_row(dq + j * n, total, n, dq + i * n)
            add_row(dv + j * n, total, n, dv + i * n)
            add_row(inverse + j * n, total, n, inverse + i * n)
    for i in range(n):
        for k in range(i):
            total = (inverse[i * n + k] + inverse[k * n + i]) / 2
            inverse[i * n + k] = inverse[k * n + i] = total
