"""Functions of couplings and constraints as straight-line programs: traced once, then compiled.

A function is called with symbols for its joints' coordinates and a field of symbols for its
elementary functions. What it does to them is written down, one node to an operation: constants are
folded, what was computed before is shared. The composed values and derivatives of a cluster's
couplings are traced alike, since `coupling_functions` works on any scalar. A function that asks for
the value of a symbol, to branch on it or to hand it to another library, cannot be traced.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lieref.algebra.series.taylor_scalar import Functions
from lieref.model.loops.coupling_functions import coordinate_of, evaluate

if TYPE_CHECKING:
    from lieref.model.loops.implicit import ImplicitConstraint
    from lieref.model.loops.loop_structure import LoopStructure
    from lieref.model.loops.loops import Coupling

#: What a node may be; numbers of the compiled interpreter,
#: lieref/loops/constraints/couplings/programs.pyx.
OPERATIONS = (
    "add", "sub", "mul", "div", "neg", "shift", "scale", "per", "over",
    "sqrt", "exp", "sincos", "log", "atan", "asin", "acos", "atan2",
)  # fmt: skip
#: The cosine of the node before, which is a sine; no operation of its own.
SECOND = "second"
#: A function and its twin may differ by this part of the larger, at the assembly.
AGREE = 2.0**-40
Node = tuple[Any, ...]


class UntraceableError(Exception):
    """A function asked for the value of a symbol."""


class Symbol:
    """A number that is not known yet: a node of a trace."""

    __slots__ = ("place", "trace")

    def __init__(self, trace: Trace, place: int):
        self.trace = trace
        self.place = place

    def __add__(self, other: Any) -> Any:
        return self.trace.add(self, other)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self.trace.sub(self, other)

    def __rsub__(self, other: Any) -> Any:
        return self.trace.sub(other, self)

    def __mul__(self, other: Any) -> Any:
        return self.trace.mul(self, other)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self.trace.div(self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return self.trace.div(other, self)

    def __neg__(self) -> Any:
        return self.trace.neg(self)

    def __pos__(self) -> Symbol:
        return self

    def __pow__(self, exponent: Any) -> Any:
        if not isinstance(exponent, int):
            return NotImplemented
        power: Any = 1.0
        for _ in range(abs(exponent)):
            power = self * power
        return power if exponent >= 0 else 1 / power

    def _unknown(self, *_: Any) -> Any:
        raise UntraceableError("the value of a symbol was asked for")

    __bool__ = __float__ = __int__ = __index__ = __complex__ = __abs__ = _unknown
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _unknown
    __round__ = __mod__ = __floordiv__ = _unknown
    __hash__ = None  # type: ignore[assignment]


def is_number(x: Any) -> bool:
    """Whether x is a number, of Python or of numpy."""
    return isinstance(x, int | float) or (
        # an array is none: it multiplies its entries
        hasattr(x, "__float__")
        and not isinstance(x, Symbol)
        and hasattr(x, "dtype")
        and not getattr(x, "shape", ())
    )


class Trace:
    """A field of symbols and plain floats that writes down what is done to the symbols.

    Nodes are operations on nodes before them, by place, and on floats.
    """

    digits = 15

    def __init__(self, inputs: int):
        self.nodes: list[Node] = [("input", i) for i in range(inputs)]
        self.inputs = [Symbol(self, i) for i in range(inputs)]
        self._known: dict[Node, int] = {}

    def __call__(self, x: Any) -> Any:
        return x if isinstance(x, Symbol) else float(x)

    def _node(self, *node: Any) -> Symbol:
        """The node, which is written down when it is met first."""
        found = self._known.get(node)
        if found is None:
            found = self._known[node] = len(self.nodes)
            self.nodes.append(node)
        return Symbol(self, found)

    def add(self, a: Any, b: Any) -> Any:
        """A + b, one of them a symbol."""
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            for x, y in ((a, b), (b, a)):
                op, *rest = self.nodes[y.place]
                if op == "neg":
                    return self.sub(x, Symbol(self, rest[0]))
            return self._node("add", *sorted((a.place, b.place)))
        if isinstance(b, Symbol):
            a, b = b, a
        if not is_number(b):
            return NotImplemented
        return a if b == 0 else self._node("shift", a.place, float(b))

    def sub(self, a: Any, b: Any) -> Any:
        """A - b."""
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return 0.0 if a.place == b.place else self._node("sub", a.place, b.place)
        if isinstance(a, Symbol):
            return self.add(a, -b) if is_number(b) else NotImplemented
        return self.add(self.neg(b), a) if is_number(a) else NotImplemented

    def mul(self, a: Any, b: Any) -> Any:
        """A b."""
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return self._node("mul", *sorted((a.place, b.place)))
        if isinstance(b, Symbol):
            a, b = b, a
        if not is_number(b):
            return NotImplemented
        if b == 0:
            return 0.0
        if b in (1, -1):
            return a if b == 1 else self.neg(a)
        return self._node("scale", a.place, float(b))

    def div(self, a: Any, b: Any) -> Any:
        """A / b."""
        if isinstance(a, Symbol) and isinstance(b, Symbol):
            return self._node("div", a.place, b.place)
        if isinstance(a, Symbol):
            if not is_number(b):
                return NotImplemented
            return a if b == 1 else self._node("per", a.place, float(b))
        if not is_number(a):
            return NotImplemented
        return 0.0 if a == 0 else self._node("over", b.place, float(a))

    def neg(self, a: Symbol) -> Symbol:
        """-a."""
        op, *rest = self.nodes[a.place]
        return Symbol(self, rest[0]) if op == "neg" else self._node("neg", a.place)

    def sqrt(self, x: Any) -> Any:
        """Square root."""
        return self._node("sqrt", x.place) if isinstance(x, Symbol) else math.sqrt(x)

    def exp(self, x: Any) -> Any:
        """Exponential function."""
        return self._node("exp", x.place) if isinstance(x, Symbol) else math.exp(x)

    def sin(self, x: Any) -> Any:
        """Sine; its cosine is the next node."""
        if not isinstance(x, Symbol):
            return math.sin(x)
        sine = self._node("sincos", x.place)
        self._node(SECOND, sine.place)
        return sine

    def cos(self, x: Any) -> Any:
        """Cosine."""
        return self._node(SECOND, self.sin(x).place) if isinstance(x, Symbol) else math.cos(x)

    # Beside its argument each of these has its derivative, from which its series follow.

    def log(self, x: Any) -> Any:
        """Natural logarithm."""
        if not isinstance(x, Symbol):
            return math.log(x)
        return self._node("log", x.place, (1 / x).place)

    def atan(self, x: Any) -> Any:
        """Arc tangent."""
        if not isinstance(x, Symbol):
            return math.atan(x)
        return self._node("atan", x.place, (1 / (1 + x * x)).place)

    def asin(self, x: Any) -> Any:
        """Arc sine."""
        if not isinstance(x, Symbol):
            return math.asin(x)
        return self._node("asin", x.place, (1 / self.sqrt(1 - x * x)).place)

    def acos(self, x: Any) -> Any:
        """Arc cosine."""
        if not isinstance(x, Symbol):
            return math.acos(x)
        return self._node("acos", x.place, (-1 / self.sqrt(1 - x * x)).place)

    def atan2(self, y: Any, x: Any) -> Any:
        """Angle of the direction (x, y); one of the two may be a number."""
        if not isinstance(x, Symbol) and not isinstance(y, Symbol):
            return math.atan2(y, x)
        # a number as a symbol of no value of its own
        y, x = self._symbol(y, x), self._symbol(x, y)
        square = x * x + y * y
        return self._node("atan2", y.place, x.place, (x / square).place, (-y / square).place)

    def _symbol(self, x: Any, other: Any) -> Symbol:
        if isinstance(x, Symbol):
            return x
        return self._node("shift", self._node("sub", other.place, other.place).place, float(x))


@dataclass(frozen=True)
class Program:
    """A straight-line program: constants, inputs and results of instructions are its registers.

    Attributes
    ----------
    constants : tuple of float
        The first registers; the inputs follow.
    inputs : int
    code : tuple of (operation, result, up to four registers)
        A sine is followed by the register of its cosine.
    counts : tuple of int
        How many instructions the first group of outputs takes, the first two groups, and so on.
    outputs : tuple of tuples of int
        Registers, group by group.
    registers : int
    """

    constants: tuple[float, ...]
    inputs: int
    code: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    outputs: tuple[tuple[int, ...], ...]
    registers: int


def program(trace: Trace, groups: Sequence[Sequence[Any]]) -> Program:
    """The instructions that groups of outputs take, symbols or numbers; the first group's first."""
    constants: dict[float, int] = {}
    for x in (x for group in groups for x in group if not isinstance(x, Symbol)):
        constants.setdefault(float(x), len(constants))
    order: list[int] = []
    counts, seen = [], set(range(len(trace.inputs)))
    for group in groups:
        wanted = _needed(trace, (x.place for x in group if isinstance(x, Symbol)), seen)
        order += wanted
        counts.append(sum(trace.nodes[i][0] != SECOND for i in order))
    for i in order:
        for x in trace.nodes[i][1:]:
            if isinstance(x, float):
                constants.setdefault(x, len(constants))
    first = len(constants)
    places = {i: first + i for i in range(len(trace.inputs))}
    places.update({i: first + len(trace.inputs) + n for n, i in enumerate(order)})
    code = []
    for i in order:
        op, *rest = trace.nodes[i]
        if op != SECOND:
            operands = [constants[x] if isinstance(x, float) else places[x] for x in rest]
            operands += [0] * (4 - len(operands))
            code.append((OPERATIONS.index(op), places[i], *operands))
    outputs = tuple(
        tuple(places[x.place] if isinstance(x, Symbol) else constants[float(x)] for x in group)
        for group in groups
    )
    return Program(
        tuple(constants),
        len(trace.inputs),
        tuple(code),
        tuple(counts),
        outputs,
        first + len(trace.inputs) + len(order),
    )


def _needed(trace: Trace, places: Iterable[int], seen: set[int]) -> list[int]:
    """Nodes that some nodes need and that were not seen, in their order; a sine with its cosine."""
    found: set[int] = set()
    left = list(places)
    while left:
        i = left.pop()
        if i in seen or i in found:
            continue
        found.add(i)
        op, *rest = trace.nodes[i]
        left += [x for x in rest if not isinstance(x, float)]
        if op == "sincos":
            left.append(i + 1)
    seen |= found
    return sorted(found)


def untraced_functions(structure: LoopStructure, assembly: Sequence[float]) -> tuple[str, ...]:
    """Names of the couplings and constraints whose functions cannot be traced.

    See `LoopModel.untraced`.
    """
    given: list[Coupling | ImplicitConstraint] = [*structure.couplings, *structure.constraints]
    sources = [bodies for _, bodies in structure.coupling_ends]
    return tuple(
        one.name
        for one, bodies in zip(given, [*sources, *structure.constraint_ends], strict=True)
        if one.function is not None and not _traced(structure, one, bodies, assembly)
    )


def _traced(
    structure: LoopStructure, coupling: Any, sources: Sequence[int], assembly: Sequence[float]
) -> bool:
    """Whether a function can be traced, and does what its trace does at the assembly."""
    q = [float(assembly[coordinate_of(structure, body)[0]]) for body in sources]
    trace, numbers = Trace(len(sources)), Functions(float)
    try:
        values = evaluate(Functions(trace), coupling, list(trace.inputs))
        played = replay(trace, numbers, q)
        mine = [played[x.place] if isinstance(x, Symbol) else x for x in values]
        given = evaluate(numbers, coupling, q)
    except Exception:
        # whatever a user's function raises of symbols, it works on numbers
        return False
    pairs = zip(mine, given, strict=True)
    return all(abs(x - y) <= AGREE * max(1.0, abs(x), abs(y)) for x, y in pairs)


def replay(trace: Trace, K: Any, inputs: Sequence[Any]) -> list[Any]:
    """The value of each node for inputs of any scalars, K their `Functions`.

    Plain twin of lieref/loops/constraints/couplings/programs.pyx.
    """
    values: list[Any] = []
    for op, *rest in trace.nodes:
        if op == "input":
            values.append(inputs[rest[0]])
            continue
        x, *others = [z if isinstance(z, float) else values[z] for z in rest]
        if op == SECOND:
            values.append(K.cos(values[trace.nodes[rest[0]][1]]))
        elif op in ("add", "shift"):
            values.append(x + others[0])
        elif op == "sub":
            values.append(x - others[0])
        elif op in ("mul", "scale"):
            values.append(x * others[0])
        elif op in ("div", "per"):
            values.append(x / others[0])
        elif op == "over":
            values.append(others[0] / x)
        elif op == "neg":
            values.append(-x)
        elif op == "atan2":
            values.append(K.atan2(x, others[0]))
        else:
            values.append(getattr(K, "sin" if op == "sincos" else op)(x))
    return values
