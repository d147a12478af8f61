"""Long straight-line code in blocks: compilers take time with the square of a function's length.

A block ends where few values pass. They go through an array of the caller; a place in it is used
again when its value is no longer needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

#: Statements of a function in one piece.
WHOLE = 200
#: Statements of a block. Below it gcc's register allocation takes time in proportion to the length,
#: and what it makes of long functions is not faster.
LONGEST = 60
NAME = re.compile(r"\bt(\d+)\b")
DEFINED = re.compile(r"const \w+ t(\d+) = ")


@dataclass(frozen=True)
class Blocks:
    """Statements in blocks, and how many values go through the array `w`."""

    texts: list[list[str]]
    room: int


def in_blocks(
    statements: Sequence[str], kind: str, whole: int = WHOLE, longest: int = LONGEST
) -> Blocks:
    """Split what is longer than `whole`; kind: the type of values.

    One block has no values for others.
    """
    if len(statements) <= whole:
        return Blocks([list(statements)], 0)
    cuts = _cuts(statements, longest)
    parts = [list(statements[i:j]) for i, j in zip([0, *cuts], [*cuts, None], strict=True)]
    defined, last = {}, {}
    for b, part in enumerate(parts):
        for line in part:
            if made := DEFINED.match(line):
                defined[made[1]] = b
            for name in NAME.findall(line):
                last[name] = b
    places, room = _places(len(parts), defined, last)
    return Blocks([_passed(part, b, defined, places, kind) for b, part in enumerate(parts)], room)


def _cuts(statements: Sequence[str], longest: int) -> list[int]:
    """Where blocks end: between half the length and the length, where the fewest values pass."""
    last: dict[str, int] = {}
    for i, line in enumerate(statements):
        for name in NAME.findall(line):
            last[name] = i
    alive, passing = 0, []
    ended = [0] * len(statements)
    for i, line in enumerate(statements):
        passing.append(alive)
        if made := DEFINED.match(line):
            alive += 1
            ended[last[made[1]]] += 1
        alive -= ended[i]
    cuts, first = [], 0
    while len(statements) - first > longest:
        first = min(range(first + longest, first + longest // 2, -1), key=lambda i: passing[i])
        cuts.append(first)
    return cuts


def _places(
    count: int, defined: dict[str, int], last: dict[str, int]
) -> tuple[dict[str, int], int]:
    """Place in the array of each value that leaves its block, and the length of the array."""
    passed = [name for name, b in defined.items() if last[name] > b]
    made: list[list[str]] = [[] for _ in range(count)]
    ended: list[list[str]] = [[] for _ in range(count)]
    for name in passed:
        made[defined[name]].append(name)
        ended[last[name]].append(name)
    places: dict[str, int] = {}
    free: list[int] = []
    room = 0
    for b in range(count):
        for name in made[b]:
            if not free:
                free.append(room)
                room += 1
            places[name] = free.pop()
        free += [places[name] for name in ended[b]]
    return places, room


def _passed(
    part: list[str], b: int, defined: dict[str, int], places: dict[str, int], kind: str
) -> list[str]:
    """The statements of a block that takes values from the array and leaves some there."""
    lines: list[str] = []
    here: set[str] = set()
    for line in part:
        for name in NAME.findall(line):
            if defined[name] != b and name not in here:
                here.add(name)
                lines.append(f"const {kind} t{name} = w[{places[name]}];")
        lines.append(line)
        made = DEFINED.match(line)
        if made and made[1] in places:
            lines.append(f"w[{places[made[1]]}] = t{made[1]};")
    return lines
