# Wrenches that act on the bodies, one order after the other; plain twin: `_applied_wrench` of
# forward_dynamics_generic.py. axes: the inertial axes in kernel axes, three series of triples.

from lieref.model.model cimport Body


cdef void first_attitude(real* block, const real* parent, real* axes,
                         const Pass* at) noexcept nogil:
    """axes = R^T of the parent's, or of the inertial axes themselves."""
    cdef int i, j
    cdef const real* above
    cdef const real* down
    for i in range(3):
        for j in range(3):
            if parent == NULL:
                axes[i * at.T + j] = single(block, DOWN + j, at)[i]
            else:
                above = parent + i * at.T
                down = single(block, DOWN + j, at)
                axes[i * at.T + j] = above[0] * down[0] + above[1] * down[1] + above[2] * down[2]


cdef void next_attitude(real* block, real* axes, int k, const Pass* at) noexcept nogil:
    """Order k of x' = x x w for each axis x."""
    cdef int i, j
    cdef real* to
    for i in range(3):
        to = axes + i * at.T + TRIPLE * k
        clear(to, 3)
        for j in range(k):
            add_cross(axes + i * at.T + TRIPLE * j, series(block, OMEGA, k - 1 - j, at), 1, to)
        for j in range(3):
            to[j] = divided(to[j], k)


cdef void subtract_wrench(const Body* body, const real* given, int stride, real* block,
                          const real* axes, int k, const Pass* at) noexcept nogil:
    """p -= (moment - off x force, force); given at the body's origin; ours is at `off`.

    given: six numbers, their j-th derivatives j stride multi; axes NULL: in body axes.
    """
    cdef int i, j, c
    cdef real[3] moment, force, off
    cdef real x, y
    cdef const real* axis
    cdef real* wrench = single(block, WRENCH, at)
    clear(moment, 3)
    clear(force, 3)
    if axes == NULL:
        for c in range(3):
            x = taylor(given[k * stride + c], k)
            y = taylor(given[k * stride + 3 + c], k)
            for i in range(3):
                moment[i] += body.K[3 * c + i] * x
                force[i] += body.K[3 * c + i] * y
    else:
        for j in range(k + 1):
            for c in range(3):
                axis = axes + c * at.T + TRIPLE * (k - j)
                x = taylor(given[j * stride + c], j)
                y = taylor(given[j * stride + 3 + c], j)
                for i in range(3):
                    moment[i] += axis[i] * x
                    force[i] += axis[i] * y
    for i in range(3):
        off[i] = body.K[i] * body.k[0] + body.K[3 + i] * body.k[1] + body.K[6 + i] * body.k[2]
    add_cross(off, force, -1, moment)
    for i in range(3):
        wrench[i] -= moment[i]
        wrench[TRIPLE + i] -= force[i]
