"""Mutants of small texts: each operator, and nothing in what does not compute."""

import pytest

from verification.mutants.operators import mutants
from verification.mutants.texts import statements


def _lines(text, language="python"):
    """Return operator and changed line of every mutant."""
    found = []
    for mutant in mutants(text, language):
        changed = mutant.text(text)
        assert changed.count("\n") == text.count("\n")
        found.append((mutant.operator, changed.split("\n")[mutant.line - 1].strip()))
    return found


@pytest.mark.parametrize(
    "line, operator, changed",
    [
        ("x = a + b", "arithmetic", "x = a - b"),
        ("x = a @ b", "sign", "x = -(a @ b)"),
        ("x = a * b", "arithmetic", "x = a / b"),
        ("x = a - b * c + d", "term", "x = a + d"),
        ("x = f(a) - -b", "term", "x = f(a)"),
        ("x = -a", "sign", "x = a"),
        ("return a * b", "sign", "return -(a * b)"),
        ("y[0] = x[1]", "index", "y[1] = x[1]"),
        ("y[0] = x[1]", "index", "y[0] = x[0]"),
        ("y = x[a, b]", "arguments", "y = x[b, a]"),
        ("y = w[X] + w[Y]", "index", "y = w[Y] + w[Y]"),
        ("for k in range(n): pass", "bounds", "for k in range(n - 1): pass"),
        ("for k in range(1, n): pass", "bounds", "for k in range(1, n - 1): pass"),
        ("if a < b: pass", "comparison", "if a <= b: pass"),
        ("if a == b: pass", "comparison", "if a != b: pass"),
        ("if a is None and b: pass", "comparison", "if a is not None and b: pass"),
        ("if a and not b: pass", "comparison", "if a or not b: pass"),
        ("if a and not b: pass", "comparison", "if a and b: pass"),
        ("x += a", "assignment", "x -= a"),
        ("x += a", "assignment", "x = a"),
        ("x += a", "statement", "pass"),
        ("x[k] = a", "statement", "pass"),
        ("fill(x)", "statement", "pass"),
        ("x = f(a + b, c)", "arguments", "x = f(c, a + b)"),
        ("y = x.T @ x", "transpose", "y = x @ x"),
        ("y = 0.5", "constant", "y = 1.0"),
        ("y = True", "constant", "y = False"),
        ("return turned(x, y)", "value", "return x"),
    ],
)
def test_each_operator(line, operator, changed):
    assert (operator, changed) in _lines(line + "\n")


def test_an_index_becomes_another_in_scope():
    text = "def f(x):\n    for i in range(3):\n        for j in range(3):\n            x[i] = 1\n"
    assert ("index", "x[j] = 1") in _lines(text)
    assert ("index", "x[k] = 1") not in _lines(text)


def test_a_stale_value_is_kept_where_there_is_one():
    text = "def f(x):\n    y = x\n    y = g(y)\n    return y\n\n\ndef h(x):\n    y = x\n"
    found = [m.line for m in mutants(text, "python") if m.operator == "statement"]
    assert found == [3]


def test_an_inverse_takes_the_place_of_what_the_text_names():
    text = "cdef void f(x) noexcept:\n    y = rotated(E, x)\n    z = rotated_back(E, y)\n"
    found = [line for kind, line in _lines(text, "cython") if kind == "transpose"]
    assert found == ["y = rotated_back(E, x)", "z = rotated(E, y)"]


QUIET = '''"""A + b, x[0]."""
from __future__ import annotations
import a.b
from lieref cimport c
__all__ = ["a", "b"]
Axes = Literal["a", "b"]
Pair: tuple[int, str]
Pairs = list[tuple[int, str]]
if TYPE_CHECKING:
    from a import b
    x = 1 + 2
# a comment: a + b


@decorated(1, 2)
def f(a: dict[int, str], b=1 + 1, *c) -> tuple[int, int]:
    """Return a + b."""
    raise ValueError("a + b", a + 1)
    warnings.warn("a" + 1, stacklevel=2)
    text = "a + b" f"{a + b}" 'x < y'


cdef extern from "header.h":
    double fused(double a, double b[1 + 2]) nogil
    int ONE = 1

cdef struct Pass:
    double x[3]

ctypedef double real
cdef double *x, **y
cdef inline int g(const double *a, double b[3]) noexcept nogil:
    cdef int i, j
    cdef double block[3 * 4]
'''


def test_what_does_not_compute_is_left_alone():
    assert _lines(QUIET, "cython") == []


def test_types_of_casts_are_not_compared():
    found = _lines("cdef double* x = <double*> malloc(n)\ny = <double> a < b\n", "cython")
    assert [line for kind, line in found if kind == "comparison"] == ["y = <double> a <= b"]
    assert not [line for kind, line in found if kind == "arithmetic"]


HEADER = """#ifndef A_H
#define A_H (1 + 2) \\
    + 3
/* a + b;
   x[0] = 1; */
typedef double lane __attribute__((vector_size(4 * 8)));
struct pair { double x, y; };
enum { ONE = 1, TWO = 1 + 1 };
static const double TABLE[2] = {1.5, 2.5};
extern double known(double x, double *y);
"""
BODY = """static inline double f(const double *x, int n) {
    double *y, z;
    const double *p = x + 1; // a + b
    for (int i = 0; i < n; i++) { z += x[i]; }
    if (!z) return p[0] * vector<double>(z);
    return -z;
}
"""


def test_headers_compute_in_the_bodies_of_functions():
    assert _lines(HEADER, "c") == []
    found = _lines(HEADER + BODY, "c")
    for wanted in (
        ("arithmetic", "const double *p = x - 1; // a + b"),
        ("comparison", "for (int i = 0; i <= n; i++) { z += x[i]; }"),
        ("assignment", "for (int i = 0; i < n; i++) { z -= x[i]; }"),
        ("statement", "for (int i = 0; i < n; i++) { ; }"),
        ("comparison", "if (z) return p[0] * vector<double>(z);"),
        ("index", "if (!z) return p[1] * vector<double>(z);"),
        ("sign", "return z;"),
    ):
        assert wanted in found
    assert not any("<=double" in line or "double *y, z" in line for _, line in found)


def test_strings_over_lines_are_one_word():
    text = 'x = """a\nb + c"""\ny = """d "" e""" + other\n'
    words = [[x.text for x in line.tokens] for line in statements(text, "python")]
    assert words[0] == ["x", "=", '"""a\nb + c"""']
    assert _lines(text) == []


def test_a_mutant_of_several_lines_keeps_their_number():
    found = _lines("x += f(\n    a,\n    b,\n)\n")
    assert ("statement", "pass") in found
    assert ("arguments", "b, a") in found
