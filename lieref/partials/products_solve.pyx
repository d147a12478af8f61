"""H^-1 b by forward dynamics, without H.

Accelerations at rest are affine in the forces: H^-1 b = (a(s b) - a(0)) / s. s is a power of two
so large that a(0), the fall, is lost in the rounding of a(s b): nothing cancels. And H, whose
rounding errors its inverse would magnify, is never formed.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.math cimport fabs, frexp, ldexp
from libc.string cimport memset
cimport numpy as cnp

from lieref.dynamics.forward_dynamics cimport Call, forward_workspace_size, run_forward_dynamics
from lieref.model.model cimport Model

from lieref.errors import SingularError

cnp.import_array()

# Binary exponent of the largest force; the bytes of a cache line.
cdef enum:
    LARGE = 300
    LINE = 64


cdef int _exponent(const double* b, int count) noexcept nogil:
    """Of the power of two that scales b."""
    cdef int i, found
    cdef double largest = 0
    for i in range(count):
        largest = max(largest, fabs(b[i]))
    frexp(largest, &found)
    return <int> LARGE - found


cdef int _solve(Model model, Call* call, const double* b, int count, double* memory,
                double* out) noexcept nogil:
    """Every row; -1, or the number of the body at whose joint nothing is left to solve."""
    cdef int i, k, singular, exponent
    cdef int nv = model.nv
    cdef double* rest = memory
    cdef double* force = memory + nv
    cdef double* fall = memory + 2 * nv
    for i in range(nv):
        rest[i] = 0
        force[i] = 0
    call.v = rest
    call.tau = force
    call.vdot = fall
    singular = run_forward_dynamics(model, call)
    for k in range(count):
        if singular >= 0:
            return singular
        exponent = _exponent(b + <size_t> k * nv, nv)
        for i in range(nv):
            force[i] = ldexp(b[<size_t> k * nv + i], exponent)
        call.vdot = out + <size_t> k * nv
        singular = run_forward_dynamics(model, call)
        for i in range(nv):
            out[<size_t> k * nv + i] = ldexp(out[<size_t> k * nv + i] - fall[i], -exponent)
    return singular


def solve_rows(Model model not None, cnp.ndarray q, cnp.ndarray b, int base):
    """H^-1 b for b (nv,), or for each row of b (k, nv), of H in a base's representation.

    Nothing is checked; q and b are plain arrays of doubles, base the number of a Call.
    """
    cdef Call call
    cdef int singular
    cdef int count = <int> b.shape[0] if cnp.PyArray_NDIM(b) == 2 else 1
    cdef cnp.ndarray out = cnp.PyArray_EMPTY(cnp.PyArray_NDIM(b), cnp.PyArray_DIMS(b),
                                             cnp.NPY_DOUBLE, 0)
    cdef size_t rows = 3 * <size_t> model.nv
    cdef size_t free
    cdef void* memory = PyMem_RawMalloc(
        LINE + sizeof(double) * (rows + forward_workspace_size(model, 0, False)))
    if memory == NULL:
        raise MemoryError("workspace of forward dynamics")
    memset(&call, 0, sizeof(call))
    call.base = base
    call.q = cnp.PyArray_DATA(q)
    free = <size_t> (<double*> memory + rows)
    # the next cache line
    call.workspace = <void*> ((free + LINE - 1) & ~(<size_t> LINE - 1))
    with nogil:
        singular = _solve(model, &call, <const double*> cnp.PyArray_DATA(b), count,
                          <double*> memory, <double*> cnp.PyArray_DATA(out))
    PyMem_RawFree(memory)
    if singular >= 0:
        raise SingularError(f"joint {model.joint_names[singular]!r}: no inertia is left across it")
    return out
