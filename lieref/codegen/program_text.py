"""C text of a program that tests a generated function against certified reference values."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from lieref.codegen.c_style import Style
from lieref.codegen.references import Case, FloatArray
from lieref.codegen.tracing import Traced

PER_LINE = 3


def test_program(traced: Traced, style: Style, cases: Sequence[Case]) -> str:
    """Text of the program; it prints the largest error over its tolerance, and returns 0 or 1."""
    count, lanes = len(cases), style.lanes
    lines = [
        f"/* Tests {style.name} at {count} states: reference values of lieref's",
        "   oracle, proven to 30 digits where python-flint was there, and tolerances from the",
        "   conditioning of each state, as of lieref check. Returns 0 if all are within. */",
        f'#include "{style.name}.h"',
        "#include <math.h>",
        "#include <stdio.h>",
        "",
        f"#define STATES {count}",
        f"#define LANES {lanes}",
        "",
    ]
    for i, array in enumerate(traced.inputs):
        lines += _table(style, f"{array.name}_given", [case.arguments[i] for case in cases])
    for array in traced.outputs:
        for kind, of in (("exact", "results"), ("allowed", "tolerances")):
            rows = [getattr(case, of)[array.name] for case in cases]
            lines += _table(style, f"{array.name}_{kind}", rows, "double")
    every = (*traced.inputs, *traced.outputs)
    lines += _checks(style)
    lines += ["int main(void)", "{", "    double worst = 0.0;"]
    lines += [f"    static {style.real} {x.name}[{len(x.entries)}];" for x in every]
    lines.append("    for (int state = 0; state < STATES; state++) {")
    at = "[(state + lane) % STATES][i]"
    for x in traced.inputs:
        lines += _each(f"set({x.name}, i, lane, {x.name}_given{at});", len(x.entries))
    lines += [
        f"        if ({style.name}({', '.join(x.name for x in every)}) != 0) {{",
        '            puts("FAILED: singular");',
        "            return 1;",
        "        }",
    ]
    for x in traced.outputs:
        ratio = f"ratio(get({x.name}, i, lane), {x.name}_exact{at}, {x.name}_allowed{at})"
        lines += _each(f"worst = larger(worst, {ratio});", len(x.entries))
    lines += [
        "    }",
        f'    printf("%s {style.name}: largest error is %.3g of its tolerance\\n",',
        '           (worst <= 1.0) ? "ok" : "FAILED", worst);',
        "    return (worst <= 1.0) ? 0 : 1;",
        "}",
        "",
    ]
    return "\n".join(lines)


def _each(statement: str, count: int) -> list[str]:
    return [
        f"        for (int i = 0; i < {count}; i++) {{",
        "            for (int lane = 0; lane < LANES; lane++) {",
        f"                {statement}",
        "            }",
        "        }",
    ]


def _checks(style: Style) -> list[str]:
    """Functions of the program."""
    entry = "x[i]" if style.lanes == 1 else "x[i][lane]"
    unused = ["    (void) lane;"] if style.lanes == 1 else []
    return [
        f"static void set({style.real} *x, int i, int lane, {style.scalar} value)",
        "{",
        *unused,
        f"    {entry} = value;",
        "}",
        "",
        f"static double get(const {style.real} *x, int i, int lane)",
        "{",
        *unused,
        f"    return (double) {entry};",
        "}",
        "",
        "/* NaN is no number within any tolerance */",
        "static double ratio(double found, double exact, double allowed)",
        "{",
        "    const double error = fabs(found - exact);",
        "    return (error == 0.0) ? 0.0 : (error / allowed >= 0.0) ? error / allowed : INFINITY;",
        "}",
        "",
        "static double larger(double a, double b)",
        "{",
        "    return (a > b) ? a : b;",
        "}",
        "",
    ]


def _table(style: Style, name: str, rows: Sequence[FloatArray], scalar: str = "") -> list[str]:
    """A constant array, a row to each state."""
    kind = scalar or style.scalar
    suffix = "f" if kind == "float" else ""
    flat = [np.asarray(row, float).ravel().tolist() for row in rows]
    lines = [f"static const {kind} {name}[STATES][{len(flat[0])}] = {{"]
    for row in flat:
        lines.append("    {")
        for k in range(0, len(row), PER_LINE):
            numbers = ", ".join(f"{x!r}{suffix}" for x in row[k : k + PER_LINE])
            lines.append(f"        {numbers},")
        lines.append("    },")
    return [*lines, "};", ""]
