"""Expression graph of a robot's function: the traces of couplings with signs and factors in order.

Constants are folded and common subexpressions shared by `lieref.model.loops.coupling_trace`. Here
signs leave products and stand before sums, factors of a number merge, and equal terms join, so that
more expressions are the same one. Sums of products are left to the compiler, which makes
multiply-adds of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lieref.model.loops.coupling_trace import SECOND, Symbol, Trace, is_number

#: Operations that cost none: signs of terms, and the cosine beside a sine.
RENAMED = {"scale": "mul", "shift": "add", "sub": "add", "over": "div"}
FREE = ("input", "neg", "held", "vector", "lane", SECOND)
#: Behind their arguments these have their derivatives.
ARGUMENTS = {"log": 1, "atan": 1, "asin": 1, "acos": 1, "atan2": 2}


class Graph(Trace):
    """A field of symbols with the signs and factors of its nodes in one form."""

    def __init__(self, inputs: int) -> None:
        super().__init__(inputs)
        self._turns: dict[int, tuple[float, float]] = {}

    def turn(self, angle: Symbol, cosine: float, sine: float) -> None:
        """From now on `cos` and `sin` of this symbol are those of a larger angle.

        cosine, sine : of what is added. No rounding of a sum, no second sine.
        """
        self._turns[angle.place] = cosine, sine

    def sin(self, x: Any) -> Any:
        """Sine, of the angle that `turn` made of it."""
        return self._turned(x)[1]

    def cos(self, x: Any) -> Any:
        """Cosine, of the angle that `turn` made of it."""
        return self._turned(x)[0]

    def _turned(self, x: Any) -> tuple[Any, Any]:
        cosine, sine = self.unturned(x)
        if not isinstance(x, Symbol):
            return cosine, sine
        c, s = self._turns.get(x.place, (1.0, 0.0))
        return c * cosine - s * sine, s * cosine + c * sine

    def unturned(self, x: Any) -> tuple[Any, Any]:
        """Cosine and sine of an angle as it is given."""
        if not isinstance(x, Symbol):
            return super().cos(x), super().sin(x)
        sine = self._node("sincos", x.place)
        return self._node(SECOND, sine.place), sine

    def add(self, a: Any, b: Any) -> Any:
        """A + b: -a + b = b - a, -a - b = -(a + b), c a + c b = c (a + b)."""
        if not (isinstance(a, Symbol) and isinstance(b, Symbol)):
            return super().add(a, b)
        minus_a, a = self._sign(a)
        minus_b, b = self._sign(b)
        if minus_a != minus_b:
            return self._difference(b, a) if minus_a else self._difference(a, b)
        if a.place == b.place:
            found = self.mul(a, 2.0)
        else:
            c, a, b = self._factor(a, b)
            found = self.mul(self._node("add", *sorted((a.place, b.place))), c)
        return self.neg(found) if minus_a else found

    def sub(self, a: Any, b: Any) -> Any:
        """A - b."""
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return self.add(a, self.neg(b))
        return super().sub(a, b)

    def _difference(self, a: Symbol, b: Symbol) -> Any:
        """A - b of two without signs, the older one first."""
        if a.place == b.place:
            return 0.0
        c, a, b = self._factor(a, b)
        if a.place > b.place:
            return self.neg(self.mul(self._node("sub", b.place, a.place), c))
        return self.mul(self._node("sub", a.place, b.place), c)

    def _factor(self, a: Symbol, b: Symbol) -> tuple[float, Symbol, Symbol]:
        """The factor that both have, and what is left of them."""
        x, y = self.nodes[a.place], self.nodes[b.place]
        if x[0] == y[0] == "scale" and x[2] == y[2]:
            return x[2], Symbol(self, x[1]), Symbol(self, y[1])
        return 1.0, a, b

    def mul(self, a: Any, b: Any) -> Any:
        """A b: signs go outside, numbers merge."""
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            minus_a, a = self._sign(a)
            minus_b, b = self._sign(b)
            found = super().mul(a, b)
            return self.neg(found) if minus_a != minus_b else found
        if isinstance(b, Symbol):
            a, b = b, a
        if not is_number(b) or b == 0:
            return super().mul(a, b)
        minus, a = self._sign(a)
        op, *rest = self.nodes[a.place]
        if op == "scale":
            a, b = Symbol(self, rest[0]), rest[1] * float(b)
        if b < 0:
            minus, b = not minus, -b
        found = super().mul(a, b)
        return self.neg(found) if minus else found

    def div(self, a: Any, b: Any) -> Any:
        """A / b; a number's reciprocal is a factor."""
        if isinstance(a, Symbol) and not isinstance(b, Symbol):
            return self.mul(a, 1.0 / float(b))
        if isinstance(a, Symbol):
            # one division to a denominator
            return self.mul(a, self.div(1.0, b))
        minus, b = self._sign(b)
        found = self.mul(self._node("over", b.place, 1.0), a)
        return self.neg(found) if minus and isinstance(found, Symbol) else found

    def _sign(self, a: Symbol) -> tuple[bool, Symbol]:
        """Whether a symbol has a sign, and the one without."""
        op, *rest = self.nodes[a.place]
        return (True, Symbol(self, rest[0])) if op == "neg" else (False, a)

    def held(self, x: Any) -> Any:
        """The same value without a tangent: a symbol as a node of its own."""
        return self._node("held", x.place) if isinstance(x, Symbol) else x

    def sign(self, x: Any) -> Any:
        """Sign of a number, 0 of 0."""
        if not isinstance(x, Symbol):
            return float((x > 0) - (x < 0))
        return self._node("sign", x.place)


def operands(node: tuple[Any, ...]) -> list[int]:
    """The nodes that a node is made of."""
    if node[0] == "input":
        return []
    if node[0] in ("lanes", "lane"):
        return [entry[0] for entry in node[1:] if entry is not None]
    return [x for x in node[1 : ARGUMENTS.get(node[0], 2) + 1] if not isinstance(x, float)]


def needed(graph: Graph, outputs: Iterable[Any]) -> list[int]:
    """Nodes that outputs need, as the recursion wrote them down: each behind its operands.

    The coefficients of a product of series follow one another, while its factors are at hand.
    """
    left = [x.place for x in outputs if isinstance(x, Symbol)]
    found: set[int] = set()
    while left:
        i = left.pop()
        if i not in found:
            found.add(i)
            left += operands(graph.nodes[i])
    return sorted(found)


def operations(graph: Graph, outputs: Sequence[Any]) -> dict[str, int]:
    """How many operations of each kind outputs take."""
    found: dict[str, int] = {}
    for i in needed(graph, outputs):
        op: str = graph.nodes[i][0]
        if op not in FREE:
            name = RENAMED.get(op, op)
            found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items()))
