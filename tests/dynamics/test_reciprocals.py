"""The tables of reciprocals.h, number by number: 1 / k and 1 / k! in two parts, and k!."""

import re
from fractions import Fraction
from importlib import resources
from math import factorial

import pytest

TEXT = (
    resources.files("lieref").joinpath("algebra/scalars/reciprocals.h").read_text(encoding="utf-8")
)
NUMBER = re.compile(r"-?0x[0-9a-f.]+p[+-]?\d+|\d+\.|(?<=[{ ])0(?=[,}])")


def table(name):
    """The numbers of a constant array, each as a fraction."""
    body = re.search(rf"static const double {name}\[.*?\{{(.*?)\}};", TEXT, re.S)[1]
    words = NUMBER.findall(body)
    return [Fraction(float.fromhex(w) if "0x" in w else float(w)) for w in words]


def length(name):
    return int(re.search(rf"#define {name} (\d+)", TEXT)[1]) + 1


@pytest.mark.parametrize(
    "name, count, value, first",
    [
        ("reciprocal", "RECIPROCALS", lambda k: Fraction(1, k), 1),
        ("factorial_reciprocal", "FACTORIAL_RECIPROCALS", lambda k: Fraction(1, factorial(k)), 0),
    ],
)
def test_two_parts_are_the_nearest_double_and_the_rest(name, count, value, first):
    numbers = table(name)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    assert len(pairs) == length(count)
    for k, (high, low) in enumerate(pairs[first:], first):
        exact = value(k)
        assert high == Fraction(float(exact)), k
        assert low == Fraction(float(exact - high)), k


def test_factorials():
    assert table("small_factorial") == [factorial(k) for k in range(length("RECIPROCALS"))]
