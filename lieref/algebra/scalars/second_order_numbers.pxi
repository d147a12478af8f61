# The arithmetic of second-order numbers exposed one to one, for tests and for curious readers:
# PAIRS numbers are PAIRS rows of their parts a, b, c, d. Included after second_order.pxi.

cdef extern from "second_order.h":
    # a double as far as Cython is concerned, its operators are emitted verbatim
    ctypedef double number "second_order"
    void sincos_second_order(number x, number* s, number* c)


cdef int _read(x, number* out) except -1:
    cdef int lane, part
    for lane in range(WIDTH):
        for part in range(4):
            (<double*> out)[part * WIDTH + lane] = x[lane][part]
    return 0


cdef list _rows(number x):
    cdef const double* parts = <const double*> &x
    cdef int lane, part
    return [[parts[part * WIDTH + lane] for part in range(4)] for lane in range(WIDTH)]


def arithmetic(x, y, double k):
    """Every operator: x + y, x - y, -x, k x, x k, x / k, x y, x / y, k / y."""
    cdef number a, b
    _read(x, &a)
    _read(y, &b)
    return {
        "x + y": _rows(a + b),
        "x - y": _rows(a - b),
        "-x": _rows(-a),
        "k x": _rows(k * a),
        "x k": _rows(a * k),
        "x / k": _rows(a / k),
        "x y": _rows(a * b),
        "x / y": _rows(a / b),
        "k / y": _rows(k / b),
    }


def sine_and_cosine(x):
    """sin x, cos x"""
    cdef number a, s, c
    _read(x, &a)
    sincos_second_order(a, &s, &c)
    return _rows(s), _rows(c)
