# The arithmetic of double-doubles exposed one to one, for tests and for curious readers: a number
# is a pair (hi, lo).

cdef extern from "double_double.h":
    # a double as far as Cython is concerned, its operators are emitted verbatim
    ctypedef double number "double_double"
    void sincos_double_double(number x, number* s, number* c)


cdef number _number(x) noexcept:
    cdef number out
    (<double*> &out)[0] = x[0]
    (<double*> &out)[1] = x[1]
    return out


cdef tuple _pair(number x):
    return (<double*> &x)[0], (<double*> &x)[1]


def arithmetic(x, y, double k):
    """Every operator: x + y, x - y, -x, k x, x k, x / k, x y, x / y, k / y."""
    cdef number a = _number(x)
    cdef number b = _number(y)
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


def sine_and_cosine(x):
    """sin x, cos x"""
    cdef number s, c
    sincos_double_double(_number(x), &s, &c)
    return _pair(s), _pair(c)
