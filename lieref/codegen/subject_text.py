"""Python text of a program that offers generated code to ``lieref check``; without dependencies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lieref.check.quantities import QUANTITIES
from lieref.codegen.c_style import Style
from lieref.codegen.tracing import Traced

if TYPE_CHECKING:
    from lieref.model.model import Model

TEXT = '''\
"""Compiles {name}.c and answers ``lieref check``:

    lieref check 'program:python {name}_subject.py' --model MODEL --order {order} \\\\
        --quantities {quantities}

CC and CFLAGS choose the compiler and its options.
"""

import ctypes
import json
import os
import shlex
import subprocess
import sys
import tempfile

NAME, PRECISION, LANES, BASE = "{name}", "{precision}", {lanes}, "{base}"
# name and number of entries of each argument and result; shapes of the results by quantity
ARGUMENTS = {arguments}
RESULTS = {results}
QUANTITIES = {offered}


def compiled():
    """The C function."""
    here = os.path.dirname(os.path.abspath(__file__))
    flags = shlex.split(os.environ.get("CFLAGS", "-std=c99 -O2 -ffp-contract=fast"))
    words = shlex.split(os.environ.get("CC", "cc")) + flags
    source = os.path.join(here, NAME + ".c")
    with tempfile.TemporaryDirectory() as scratch:
        library = os.path.join(scratch, NAME + ".so")
        subprocess.run([*words, "-fPIC", "-shared", source, "-o", library, "-lm"], check=True)
        return getattr(ctypes.CDLL(library), NAME)


def flat(x):
    """Entries of lists in lists."""
    return [y for row in x for y in flat(row)] if isinstance(x, list) else [x]


def nested(values, shape):
    """A list of entries as lists in lists."""
    if len(shape) < 2:
        return values
    step = len(values) // shape[0]
    return [nested(values[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def answer(function, asked):
    """What is said to a question."""
    if asked["quantity"] not in QUANTITIES:
        return {{"not_offered": True}}
    if "a" in asked and "a" not in dict(ARGUMENTS):
        asked["v"] = [asked["v"], asked["a"]]
    real = ctypes.c_double if PRECISION == "float64" else ctypes.c_float
    arrays = []
    for name, size in ARGUMENTS:
        given = flat(asked[name])
        if len(given) != size:
            return {{"not_offered": True}}
        arrays.append((real * (size * LANES))(*(x for x in given for _ in range(LANES))))
    out = [(real * (size * LANES))() for _, size in RESULTS]
    if function(*arrays, *out) != 0:
        return {{"error": "singular"}}
    shapes = QUANTITIES[asked["quantity"]]
    return {{
        "result": {{
            name: nested([array[i * LANES] for i in range(size)], shape)
            for (name, size), array, shape in zip(RESULTS, out, shapes)
        }}
    }}


def main():
    """Answer until standard input ends."""
    sys.stdin.readline()
    function = compiled()
    ready = {{"ready": 1, "name": NAME, "base": BASE, "precision": PRECISION}}
    print(json.dumps(ready), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({{"id": asked["id"], **answer(function, asked)}}), flush=True)


main()
'''


def subject_program(model: Model, traced: Traced, style: Style) -> str:
    """Text of the program."""
    function, order = traced.function, traced.order
    quantity, nv = QUANTITIES[function.quantity], model.nv
    offered = {quantity.name: [quantity.shape(x.name, nv, order) for x in traced.outputs]}
    if function.orders and order == 0:
        offered[function.name] = [(nv,)]
    return TEXT.format(
        name=style.name,
        order=order,
        quantities=",".join(offered),
        precision="float64" if style.scalar == "double" else "float32",
        lanes=style.lanes,
        base=traced.variant.base,
        arguments=[(x.name, len(x.entries)) for x in traced.inputs],
        results=[(x.name, len(x.entries)) for x in traced.outputs],
        offered=offered,
    )
