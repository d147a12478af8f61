"""Long straight-line code in blocks: compilers take time with the square of a function's length.

Values that a later block needs go through an array of the caller; a place in it is used again when
its value is no longer needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

#: Statements of a function in one piece: gcc makes vectors of it, and half a minute of it.
WHOLE = 2000
#: Statements of a block. Below it gcc's register allocation takes time in proportion to the length.
LONGEST = 600
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
    count = -(-len(statements) // longest)
    length = -(-len(statements) // count)
    parts = [list(statements[i : i + length]) for i in range(0, len(statements), length)]
    defined, last = {}, {}
    for b, part in enumerate(parts):
        for line in part:
            if made := DEFINED.match(line):
                defined[made[1]] = b
            for name in NAME.findall(line):
                last[name] = b
    places, room = _places(len(parts), defined, last)
    return Blocks([_passed(part, b, defined, places, kind) for b, part in enumerate(parts)], room)


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
