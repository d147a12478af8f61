"""H^-1 b by forward dynamics, without H.

Accelerations at rest are affine in the forces: H^-1 b = (a(s b) - a(0)) / s. s is a power of two
so large that a(0), the fall, is lost in the rounding of a(s b): nothing cancels. And H, whose
rounding errors its inverse would magnify, is never formed.
"""

from libc.math cimport fabs, frexp, ldexp
from libc.string cimport memset
cimport numpy as cnp

from lieref.calls cimport release, take
from lieref.algebra.scalars.state_groups cimport MOST_WIDTH
from lieref.dynamics.forward_dynamics cimport Call, forward_workspace_size, run_forward_dynamics
from lieref.model.model cimport Model

import numpy as np
from numpy.typing import NDArray

from lieref.dynamics.shared.singular_cause import refuse_other_causes
from lieref.errors import ShapeError, SingularError

cnp.import_array()

# Binary exponent of the largest force.
cdef enum:
    LARGE = 300


cdef int _exponent(const double* b, int count, int width) noexcept nogil:
    """Of the power of two that scales b; its numbers lie `width` apart."""
    cdef int i, found
    cdef double largest = 0
    for i in range(count):
        largest = max(largest, fabs(b[i * width]))
    frexp(largest, &found)
    return <int> LARGE - found


cdef size_t solve_scratch(int nv) noexcept nogil:
    # whole cache lines: the workspace stands behind them
    return (3 * <size_t> nv + 7) // 8 * 8


cdef int solve_each(ForwardRun run, void* model, Call* call, const double* b, int count, int nv,
                    int width, double* memory, double* out) noexcept nogil:
    """H^-1 b of `count` rows b, in lanes of `width`; -1, or what the run says of a singular joint.

    call: q and base, the rest is filled in.
    """
    cdef int i, k, lane, singular
    cdef int[MOST_WIDTH] exponent
    cdef size_t numbers = <size_t> nv * width
    cdef size_t at
    cdef double* rest = memory
    cdef double* force = memory + numbers
    cdef double* fall = memory + 2 * numbers
    memset(memory, 0, 2 * numbers * sizeof(double))
    call.v = rest
    call.tau = force
    call.vdot = fall
    call.workspace = memory + solve_scratch(nv) * width
    singular = run(model, call)
    for k in range(count):
        if singular >= 0:
            return singular
        at = k * numbers
        for lane in range(width):
            exponent[lane] = _exponent(b + at + lane, nv, width)
        for i in range(nv):
            for lane in range(width):
                force[i * width + lane] = ldexp(b[at + i * width + lane], exponent[lane])
        call.vdot = out + at
        singular = run(model, call)
        for i in range(nv):
            for lane in range(width):
                out[at + i * width + lane] = ldexp(
                    out[at + i * width + lane] - fall[i * width + lane], -exponent[lane])
    return singular


cdef int _require_plain(str what, cnp.ndarray array, int columns) except -1:
    """A plain array of doubles, one row of `columns` or several?"""
    cdef int ndim = cnp.PyArray_NDIM(array)
    if not (cnp.PyArray_TYPE(array) == cnp.NPY_DOUBLE and cnp.PyArray_ISCARRAY_RO(array)
            and 1 <= ndim <= 2 and array.shape[ndim - 1] == columns):
        raise ShapeError(f"{what} is a {array.dtype} array of {ndim} axes, expected contiguous "
                         f"doubles, {columns} in a row")
    return 0


def solve_rows(
    Model model not None, cnp.ndarray q not None: NDArray[np.float64],
    cnp.ndarray b not None: NDArray[np.float64], int base,
) -> NDArray[np.float64]:
    """H^-1 b for b (nv,), or for each row of b (k, nv), of H in a base's representation.

    base: the number of a Call. The numbers are not checked, but that they are there.
    """
    cdef Call call
    cdef int singular
    _require_plain("q", q, model.nq)
    _require_plain("b", b, model.nv)
    cdef int count = <int> b.shape[0] if cnp.PyArray_NDIM(b) == 2 else 1
    cdef cnp.ndarray out = cnp.PyArray_EMPTY(cnp.PyArray_NDIM(b), cnp.PyArray_DIMS(b),
                                             cnp.NPY_DOUBLE, 0)
    cdef double* memory = <double*> take(
        NULL, solve_scratch(model.nv) + forward_workspace_size(model, 0, False))
    memset(&call, 0, sizeof(call))
    call.base = base
    call.q = cnp.PyArray_DATA(q)
    with nogil:
        singular = solve_each(<ForwardRun> run_forward_dynamics, <void*> model, &call,
                              <const double*> cnp.PyArray_DATA(b), count, model.nv, 1, memory,
                              <double*> cnp.PyArray_DATA(out))
    release(memory, NULL)
    if singular >= 0:
        refuse_other_causes(model, q)
        raise SingularError(f"joint {model.joint_names[singular]!r}: no inertia is left across it")
    return out
