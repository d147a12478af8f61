# The arithmetic of double-doubles and of balls exposed one to one, for tests and for curious
# readers: a number is a pair, (hi, lo) or (mid, rad).

include "lanes.pxi"

import numpy as np


cdef real _number(x) noexcept:
    cdef real out
    (<double*> &out)[0] = x[0]
    (<double*> &out)[1] = x[1]
    return out


cdef tuple _pair(real x):
    return (<double*> &x)[0], (<double*> &x)[1]


def arithmetic(x, y, double k):
    """Every operator: x + y, x - y, -x, k x, x k, x / k, x y, x / y, k / y."""
    cdef real a = _number(x)
    cdef real b = _number(y)
    return {
        "x + y": _pair(a + b),
        "x - y": _pair(a - b),
        "-x": _pair(-a),
        "k x": _pair(k * a),
        "x k": _pair(a * k),
        "x / k": _pair(a / k),
        "x y": _pair(a * b),
        "x / y": _pair(a / b),
        "k / y": _pair(k / b),
    }


cdef list _neighbours(lane x):
    cdef real[LANES] out
    store(out, x)
    return [_pair(out[i]) for i in range(LANES)]


def lanes(x, y, n, double k):
    """Every operator of so many numbers side by side as a lane holds, of which x and y begin with
    the first; n is a single number, k a double.
    """
    cdef real[LANES] first, second
    cdef lane a, b
    cdef real single = _number(n)
    cdef int i
    for i in range(LANES):
        first[i] = _number(x[i])
        second[i] = _number(y[i])
    a = load(first)
    b = load(second)
    return {
        "x + y": _neighbours(a + b),
        "x - y": _neighbours(a - b),
        "-x": _neighbours(-a),
        "k x": _neighbours(k * a),
        "x k": _neighbours(a * k),
        "x / k": _neighbours(a / k),
        "x y": _neighbours(a * b),
        "x / y": _neighbours(a / b),
        "x + n": _neighbours(a + single),
        "n x": _neighbours(single * a),
    }


def sines_and_cosines(x):
    """sin x, cos x of any number of angles"""
    cdef int count = len(x)
    # a pair is one number; the arrays are longer by one vector
    cdef double[:, :, ::1] rows = np.zeros((3, count + 4, 2))
    cdef int i
    for i in range(count):
        (<real*> &rows[0, 0, 0])[i] = _number(x[i])
    sincos_reals(<real*> &rows[0, 0, 0], <real*> &rows[1, 0, 0], <real*> &rows[2, 0, 0], count)
    return [[tuple(pair) for pair in row[:count]] for row in np.asarray(rows)[1:].tolist()]
