"""C99 text of a traced function: one file of straight-line code, and its header."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lieref.codegen.c_style import Style
from lieref.codegen.code_blocks import Blocks, in_blocks
from lieref.codegen.graph import ARGUMENTS, needed, operands
from lieref.codegen.tracing import Traced
from lieref.codegen.trigonometry_text import DOUBLE, FLOAT
from lieref.model.loops.coupling_trace import SECOND, Symbol
from lieref.version import __version__

#: Characters of an expression beyond which it gets a name.
LONGEST = 160
SYMBOLS = {"add": "+", "sub": "-", "mul": "*"}
#: What libm computes.
LIBRARY = {"sqrt", "exp", "log", "sin", "cos", "asin", "acos", "atan", "atan2"}


def header(traced: Traced, style: Style) -> str:
    """Text of the header."""
    guard = f"{style.name.upper()}_INCLUDED"
    arrays = [*traced.inputs, *traced.outputs]
    sizes = [("lanes", style.lanes), ("order", traced.order)]
    sizes += [(array.name, len(array.entries)) for array in arrays]
    lines = [
        f"/* {_title(traced, style)}",
        "",
        *(f"   {_in_comment(line)}" for line in _about(traced, style)),
        "*/",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
        "#ifdef __cplusplus",
        'extern "C" {',
        "#endif",
        "",
    ]
    lines += [f"#define {style.name.upper()}_{word.upper()} {size}" for word, size in sizes]
    lines.append("")
    if style.lanes > 1:
        size = style.lanes * (8 if style.scalar == "double" else 4)
        item = 8 if style.scalar == "double" else 4
        lines += [
            f"typedef {style.scalar} {style.real}",
            f"    __attribute__((vector_size({size}), aligned({item}), may_alias));",
            "",
        ]
    words = ", ".join(word for word, _ in sizes)
    lines += [
        f"/* {words} */",
        f"extern const int {style.name}_sizes[{len(sizes)}];",
        "",
        f"{_declaration(traced, style, restrict=False)};",
        "",
        "#ifdef __cplusplus",
        "}",
        "#endif",
        "",
        "#endif",
        "",
    ]
    return "\n".join(lines)


def _title(traced: Traced, style: Style) -> str:
    order = f" of order {traced.order}" if traced.function.orders else ""
    words = traced.function.name.replace("_", " ")
    robot = _in_comment(style.robot)
    return f"{words.capitalize()}{order} of the robot {robot!r}, by lieref {__version__}."


def _in_comment(text: str) -> str:
    """Text with names of the robot, without what begins or ends a comment."""
    return re.sub(r"[^ -~]|\*/|/\*", "_", text)


def _about(traced: Traced, style: Style) -> list[str]:
    lines = [
        f"{array.name}[{len(array.entries)}]: {array.about}"
        + (f" ({array.rows} x {array.columns})" if array.rows > 1 else "")
        for array in (*traced.inputs, *traced.outputs)
    ]
    lines += [
        "SI units, radians; coordinates, frames and signs as in lieref's docs/conventions.md:",
        "quaternions as (x, y, z, w), twists of free joints, angular part first, in body axes",
        f"but for those on the world, which are as of base={traced.variant.base!r}.",
        "Arguments must not overlap. No memory is allocated, nothing is kept between calls.",
    ]
    lines += _status(traced)
    if style.lanes > 1:
        lines.append(f"Every number stands for {style.lanes} states, one to a lane.")
    return lines


def _status(traced: Traced) -> list[str]:
    """What the function returns."""
    symbols = [isinstance(x, Symbol) for x in traced.pivots]
    lines = ["q has to close the loops."] if traced.loops else []
    if not any(symbols) and not traced.norms:
        return [*lines, "Returns 0."]
    lines.append("Returns 0; else the results mean nothing:")
    nv = traced.inputs[1].columns if symbols else 0
    if any(symbols[:nv]):
        lines.append("i + 1 if the inertia across velocity coordinate i is not positive.")
    if any(symbols[nv:]):
        lines.append(f"{nv + 1} + i if the i-th dependent coordinate does not follow: a toggle.")
    if traced.norms:
        lines.append(f"{len(symbols) + 1} + i if the i-th quaternion that is used is zero.")
    return lines


def _declaration(traced: Traced, style: Style, restrict: bool) -> str:
    keyword = "restrict " if restrict else ""
    arguments = [f"const {style.real} *{keyword}{array.name}" for array in traced.inputs]
    arguments += [f"{style.real} *{keyword}{array.name}" for array in traced.outputs]
    return f"int {style.name}({', '.join(arguments)})"


def source(traced: Traced, style: Style) -> str:
    """Text of the C file."""
    body = _Body(traced, style)
    arrays = [*traced.inputs, *traced.outputs]
    sizes = [style.lanes, traced.order, *(len(array.entries) for array in arrays)]
    counts = ", ".join(f"{count} {op}" for op, count in traced.operations.items())
    lines = [
        f"/* {_title(traced, style)}",
        "",
        f"   Operations: {counts or 'none'}. See {style.name}.h for the arguments. */",
        f'#include "{style.name}.h"',
        "",
        *_support(style, body.angles, body.used),
        f"const int {style.name}_sizes[{len(sizes)}] = {{{', '.join(map(str, sizes))}}};",
        "",
    ]
    blocks = in_blocks(body.statements(), "value")
    last = [*body.constants(), "return status[0];" if body.pivots else "return 0;"]
    if blocks.room:
        lines += _functions(traced, style, blocks, body)
        calls = _calls(traced, style, blocks, body)
    else:
        calls = [line for part in blocks.texts for line in part]
    lines += [_declaration(traced, style, restrict=True), "{"]
    text = "\n".join([*body.beginning(), *calls])
    unused = [x.name for x in traced.inputs if not re.search(rf"\b{x.name}\b", text)]
    lines += [f"    (void) {name};" for name in unused]
    lines += [f"    {line}" for line in [*body.beginning(), *calls, *last]]
    return "\n".join([*lines, "}", ""])


def _functions(traced: Traced, style: Style, blocks: Blocks, body: _Body) -> list[str]:
    """Functions of the blocks."""
    lines = [
        "#if defined(__GNUC__)",
        f"#define {style.name.upper()}_BLOCK static __attribute__((noinline)) void",
        "#else",
        f"#define {style.name.upper()}_BLOCK static void",
        "#endif",
        "",
    ]
    arguments = [f"const {style.real} *restrict {array.name}" for array in traced.inputs]
    arguments += [f"{style.real} *restrict {array.name}" for array in traced.outputs]
    if body.angles:
        arguments += [f"const {style.angle} *restrict {word}" for word in ("sine", "cosine")]
    arguments += ["int *restrict status"] if body.pivots else []
    arguments.append("value *restrict w")
    names = [argument.split("*restrict ")[1] for argument in arguments]
    for b, part in enumerate(blocks.texts):
        text = "\n".join(part)
        unused = [x for x in names if not re.search(rf"\b{x}\[", text)]
        lines += [f"{style.name.upper()}_BLOCK {style.name}_block_{b}({', '.join(arguments)})", "{"]
        lines += [f"    (void) {x};" for x in unused]
        lines += [*(f"    {line}" for line in part), "}", ""]
    return lines


def _calls(traced: Traced, style: Style, blocks: Blocks, body: _Body) -> list[str]:
    """Calls of the blocks."""
    names = [array.name for array in (*traced.inputs, *traced.outputs)]
    names += ["sine", "cosine"] if body.angles else []
    names += ["status"] if body.pivots else []
    calls = [f"value w[{blocks.room}];"]
    for b in range(len(blocks.texts)):
        calls.append(f"{style.name}_block_{b}({', '.join([*names, 'w'])});")
    return calls


class _Body:
    """Statements of the function."""

    def __init__(self, traced: Traced, style: Style) -> None:
        self.traced, self.style = traced, style
        self.nodes = traced.graph.nodes
        self.order = needed(traced.graph, traced.results)
        self.uses = [0] * len(self.nodes)
        for i in self.order:
            for x in operands(self.nodes[i]):
                self.uses[x] += 1
                if self.nodes[i][0] == SECOND:
                    # a cosine is written with the angle of the sine
                    self.uses[self.nodes[x][1]] += 1
        for x in traced.results:
            if isinstance(x, Symbol):
                self.uses[x.place] += 1
        self.text: dict[int, str] = {}
        self.named = 0
        first = 0
        for array in traced.inputs:
            for k in range(len(array.entries)):
                self.text[first + k] = f"{array.name}[{k}]"
            first += len(array.entries)
        sines = [i for i in self.order if self.nodes[i][0] == "sincos"]
        sines += [self.nodes[i][1] for i in self.order if self.nodes[i][0] == SECOND]
        # sines of arguments come first and together
        together = sorted(i for i in set(sines) if self.nodes[self.nodes[i][1]][0] == "input")
        self.angles = len(together)
        self.used = self._functions(set(together))
        self.lines: list[str] = []
        self.sines: dict[int, str] = {}
        for k, i in enumerate(together):
            self.lines.append(f"angle[{k}] = {self.text[self.nodes[i][1]]};")
            self.sines |= {i: f"sine[{k}]", i + 1: f"cosine[{k}]"}
        if style.order_lanes == 1:
            self.text |= self.sines
        positive = [*traced.pivots, *traced.norms]
        self.pivots = {x.place: i for i, x in enumerate(positive) if isinstance(x, Symbol)}
        self.cleared = {
            array.name
            for array in traced.outputs
            if 2 * sum(not isinstance(x, Symbol) and x == 0 for x in array.entries)
            > len(array.entries)
        }
        self.stored: dict[int, list[str]] = {}
        for array in traced.outputs:
            for k, x in enumerate(array.entries):
                if isinstance(x, Symbol):
                    self.stored.setdefault(x.place, []).append(f"{array.name}[{k}]")

    def _functions(self, together: set[int]) -> set[str]:
        """Operations, and of sines that do not come first what is used of each."""
        found = {self.nodes[i][0] for i in self.order}
        places = set(self.order)
        for i in self.order:
            if self.nodes[i][0] == "sincos" and i not in together:
                found |= {"cos"} if i + 1 in places else set()
                found |= {"sin"} if self.uses[i] > (i + 1 in places) else set()
        return found

    def beginning(self) -> list[str]:
        """Sines and cosines of arguments, and zeros."""
        lines = ["int status[1] = {0};"] if self.pivots else []
        for array in self.traced.outputs:
            if array.name in self.cleared:
                # thousands of stores keep gcc busy
                size, zero = len(array.entries), self._constant(0.0)
                lines.append(f"for (int k = 0; k < {size}; k++) {{ {array.name}[k] = {zero}; }}")
        if not self.angles:
            return lines
        room = -(-self.angles // 4) * 4
        return [
            *lines,
            f"{self.style.angle} angle[{room}], sine[{room}], cosine[{room}];",
            *self.lines,
            *(f"angle[{k}] = angle[0];" for k in range(self.angles, room)),
            f"{self.style.name}_sincos(angle, sine, cosine);",
        ]

    def statements(self) -> list[str]:
        """What is computed, and what is stored of it."""
        return [line for i in self.order for line in self._node(i)]

    def constants(self) -> list[str]:
        """Results that no argument changes."""
        return [
            f"{array.name}[{k}] = {self._constant(x)};"
            for array in self.traced.outputs
            for k, x in enumerate(array.entries)
            if not isinstance(x, Symbol) and (x != 0 or array.name not in self.cleared)
        ]

    def _constant(self, x: float) -> str:
        """A number as a value."""
        text, lanes = self.style.number(x), self.style.lanes
        return text if lanes == 1 else self._vector([text] * lanes)

    def _vector(self, numbers: Sequence[str]) -> str:
        """Numbers as a value."""
        return f"(value){{{', '.join(numbers)}}}"

    def _lane(self, entry: tuple[int, int] | None) -> str:
        """One lane of a value, or an input."""
        if entry is None:
            return self.style.number(0.0)
        place, lane = entry
        is_input = self.nodes[place][0] == "input"
        return self.text[place] if is_input else f"{self.text[place]}[{lane}]"

    def _node(self, i: int) -> list[str]:
        """Give a node its text: a name, with a statement, or an expression."""
        lines = []
        if i not in self.text:
            text = self._expression(i)
            held = self.nodes[i][0] in ("held", "lane")
            once = self.uses[i] == 1 and i not in self.stored and i not in self.pivots
            if held:
                self.text[i] = text
            elif self.nodes[i][0] == "neg" or (once and len(text) < LONGEST):
                self.text[i] = f"({text})"
            else:
                self.text[i] = f"t{self.named}"
                self.named += 1
                lines.append(f"const value {self.text[i]} = {text};")
        lines += [f"{place} = {self.text[i]};" for place in self.stored.get(i, ())]
        return lines + self._check(i)

    def _check(self, i: int) -> list[str]:
        """Note that a pivot or a norm is not positive; NaN is not."""
        if i not in self.pivots:
            return []
        zero, lanes, text = self.style.number(0.0), self.style.lanes, self.text[i]
        positive = [
            f"({text}{'' if lanes == 1 else f'[{lane}]'} > {zero})" for lane in range(lanes)
        ]
        test = " && ".join(["(status[0] == 0)", f"!({' && '.join(positive)})"])
        return [f"status[0] = ({test}) ? {self.pivots[i] + 1} : status[0];"]

    def _expression(self, i: int) -> str:
        op, *rest = self.nodes[i]
        if i in self.sines:
            return self._vector([self.sines[i]] * self.style.order_lanes)
        if op == "lane":
            return self._lane(*rest)
        if op in ("lanes", "vector"):
            number = self._lane if op == "lanes" else self.style.number
            return self._vector([number(x) for x in rest])
        rest = rest[: ARGUMENTS.get(op)]
        x, *others = [self.style.number(y) if isinstance(y, float) else self.text[y] for y in rest]
        if op in SYMBOLS:
            return f"{x} {SYMBOLS[op]} {others[0]}"
        if op == "scale":
            return f"{others[0]} * {x}"
        if op == "shift":
            return f"{x} + {others[0]}"
        if op == "over":
            return f"{others[0]} / {x}"
        if op == "held":
            return x
        if op == "neg":
            return f"-{x}"
        if op == SECOND:
            return f"{self.style.name}_cos({self.text[self.nodes[rest[0]][1]]})"
        if op == "atan2":
            return f"{self.style.name}_atan2({x}, {others[0]})"
        return f"{self.style.name}_{'sin' if op == 'sincos' else op}({x})"


def _support(style: Style, angles: int, used: set[str]) -> list[str]:
    """Types and functions that the statements use."""
    size = style.width * (8 if style.scalar == "double" else 4)
    kind = "" if style.width == 1 else f" __attribute__((vector_size({size})))"
    lines = [f"typedef {style.scalar} value{kind};", ""]
    suffix = "" if style.scalar == "double" else "f"
    if angles:
        text = DOUBLE if style.scalar == "double" else FLOAT
        count = -(-angles // 4) * 4 * style.lanes
        for word, own in (("COUNT", str(count)), ("NAME", style.name), ("value", style.angle)):
            text = text.replace(word, own)
        lines += text.splitlines()
        lines.append("")
    elif used & LIBRARY:
        lines += ["#include <math.h>", ""]
    if style.width > 1 and used & (LIBRARY | {"sign"}):
        # static functions need no fixed way of passing vectors wider than registers
        lines += ["#if defined(__GNUC__)", '#pragma GCC diagnostic ignored "-Wpsabi"', "#endif", ""]
    for name in sorted(used & LIBRARY):
        call = f"{name}{suffix}({{x}}, {{y}})" if name == "atan2" else f"{name}{suffix}({{x}})"
        lines += _lanewise(style, name, call)
    if "sign" in used:
        lines += _lanewise(style, "sign", f"({style.scalar})(({{x}} > 0) - ({{x}} < 0))")
    return lines


def _lanewise(style: Style, name: str, call: str) -> list[str]:
    """A function of values from one of numbers x, or x and y."""
    two = ", value y" if "{y}" in call else ""
    lines = [f"static value {style.name}_{name}(value x{two})", "{"]
    if style.width == 1:
        lines.append(f"    return {call.format(x='x', y='y')};")
    else:
        lines += [
            f"    for (int i = 0; i < {style.width}; i++) {{",
            f"        x[i] = {call.format(x='x[i]', y='y[i]')};",
            "    }",
            "    return x;",
        ]
    return [*lines, "}", ""]
