"""Scalars that remember how they were computed: which operations a result needs.

The plain twins are written for reading. They multiply by zeros and ones that the text knows and
compute a thing or two that a call does not use. Counted here are the operations that reach the
result and depend on the motion; nothing counts that

- has a whole number 0, 1 or -1 for an operand and so needs no computing;
- is between constants of the model, which are known before the motion;
- changes a sign.

A constant of the model that happens to be zero counts like any other: the program is for every
model, not for this one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from lieref.oracle.scalars.counting import Count, Counting


class Traced(Count):
    """A float with its past: what made it, of what, and whether the motion decides it.

    whole: made of whole numbers of the text alone.
    """

    __slots__ = ("kind", "known", "operands", "whole")

    def __init__(
        self,
        value: float,
        field: Tracing,
        kind: str = "",
        operands: tuple[Traced, ...] = (),
        known: bool = True,
        whole: bool = False,
    ):
        super().__init__(value, field)
        self.kind, self.operands, self.known, self.whole = kind, operands, known, whole

    def is_whole(self, *values: int) -> bool:
        """Return whether this is one of these numbers, and the text alone makes it so."""
        return self.whole and self.value in values


class Tracing(Counting):
    """The field of `Traced` scalars. Numbers that enter are constants but for `variable`."""

    def variable(self, x: float) -> Traced:
        """Return a number that the motion decides."""
        return Traced(float(x), self, "variable", known=False)

    def _from_float(self, x: float) -> Traced:
        return Traced(float(x), self)

    def _from_int(self, x: float) -> Traced:
        return Traced(float(x), self, whole=True)

    def operation(self, kind: str, value: float, operands: tuple[Any, ...]) -> Any:
        """Return the result of an operation, without one where none is needed."""
        zeros = [x for x in operands if x.is_whole(0)]
        if kind == "additions" and zeros:
            return self.signed(value, operands[1] if operands[0] is zeros[0] else operands[0])
        if kind == "multiplications" and zeros:
            return zeros[0]
        if kind == "multiplications" and operands[0].is_whole(1, -1):
            return self.signed(value, operands[1])
        if kind in ("multiplications", "divisions") and operands[1].is_whole(1, -1):
            return self.signed(value, operands[0])
        if kind == "divisions" and operands[0].is_whole(0):
            return zeros[0]
        known, whole = (all(getattr(x, which) for x in operands) for which in ("known", "whole"))
        return Traced(value, self, kind, operands, known, whole and value.is_integer())

    def signed(self, value: float, operand: Any) -> Any:
        """Return a scalar that differs from its operand by the sign at most."""
        if value == operand.value:
            return operand
        return Traced(value, self, "sign", (operand,), operand.known, operand.whole)


def needed(results: Iterable[Traced]) -> Counter[str]:
    """Return how many operations of each kind these results need; see the module's text."""
    found: Counter[str] = Counter()
    seen: set[int] = set()
    waiting = [x for x in results if not x.known]
    while waiting:
        x = waiting.pop()
        if id(x) in seen:
            continue
        seen.add(id(x))
        if x.kind not in ("variable", "sign"):
            found[x.kind] += 1
        waiting += [y for y in x.operands if not y.known]
    return found
