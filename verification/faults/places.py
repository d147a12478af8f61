"""Faults, the lists of them beside the tests, and where in a checkout each is planted."""

from __future__ import annotations

import random
import re
import runpy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What the tests need of a checkout; compiled and translated files of the original stay behind.
COPIED = (
    "lieref", "tests", "verification", "examples", "docs", "golden",
    "setup.py", "build_kernels.py", "build_scalars.py", "build_variants.py", "pyproject.toml",
    "MANIFEST.in", "README.md", "LICENSE",
)  # fmt: skip
# Endings of files in which faults are planted.
PLACES = (".py", ".pyx", ".pxd", ".pxi", ".h", ".hpp", ".js", ".css")


class FaultError(Exception):
    """The campaign itself cannot go on: a fault that does not apply or compile, a red original."""


@dataclass(frozen=True)
class Fault:
    """One planted fault: at `place`, `old` (which occurs once) becomes `new`; `target` sees it."""

    place: str
    old: str
    new: str
    target: str

    @property
    def file(self) -> str:
        """The file of the place: the last parts of its path."""
        return self.place.partition(": ")[0]

    @property
    def function(self) -> str:
        """The function of the place, empty if it is the whole file."""
        return self.place.partition(": ")[2]

    @property
    def name(self) -> str:
        """The place and the text that goes, short enough for a table."""
        text = " ".join(self.old.split())
        return f"{self.place}: {text if len(text) <= 72 else text[:69] + '...'}"


def planted(root: Path = ROOT) -> list[Fault]:
    """Return the faults of every list in the tests, in the order of the files."""
    return [
        Fault(*words)
        for path in sorted((root / "tests").rglob("planted_faults*.py"))
        for words in runpy.run_path(str(path))["FAULTS"]
    ]


def sampled(faults: Sequence[Fault], number: int, seed: int) -> list[Fault]:
    """Return `number` faults at random: one of each compiled file first, then one of each other.

    Further rounds follow in the same order while the files have faults left.
    """
    order = random.Random(seed)
    by_file: dict[str, list[Fault]] = {}
    for fault in order.sample(faults, len(faults)):
        by_file.setdefault(fault.file, []).append(fault)
    files = sorted(order.sample(sorted(by_file), len(by_file)), key=lambda x: x.endswith(".py"))
    rounds = zip_longest(*(by_file[file] for file in files))
    return [fault for turn in rounds for fault in turn if fault is not None][:number]


def faulty_text(fault: Fault, text: str) -> str:
    """Return the text of the fault's file with the fault in it.

    Raises
    ------
    FaultError
        There is no such function or more than one, the text to replace occurs in it not at all or
        more than once, or nothing would change.
    """
    blocks = _blocks(text, fault.function) if fault.function else [(0, len(text))]
    if len(blocks) != 1:
        raise FaultError(f"fault no longer applies ({len(blocks)} such functions): {fault.name}")
    ((start, end),) = blocks
    count = text[start:end].count(fault.old)
    if count != 1 or fault.old == fault.new:
        raise FaultError(f"fault no longer applies ({count} occurrences): {fault.name}")
    return text[:start] + text[start:end].replace(fault.old, fault.new) + text[end:]


def _blocks(text: str, name: str) -> list[tuple[int, int]]:
    """Return where the functions or classes of this name start and end in a text."""
    within, _, last = name.rpartition(".")
    if within:
        return [
            (start + first, start + end)
            for start, stop in _blocks(text, within)
            for first, end in _blocks(text[start:stop], last)
        ]
    found = []
    # as far as lines are indented, or close the head's parentheses
    head_of = rf"^( *)(?:def|class|c?p?def\b[^\n(=]*?)[ *]{last}\b(?=[(:\[])[^\n=]*"
    for head in re.finditer(head_of, text, re.M):
        deeper = re.compile(rf"^(?! {{{len(head[1]) + 1}}}|\s*$|\s*#|\s*[)\]])", re.M)
        end = deeper.search(text, head.end())
        found.append((head.start(), end.start() if end else len(text)))
    return found


@cache
def _paths(root: Path) -> tuple[str, ...]:
    """Return the paths of all files in which faults may be planted, below root."""
    folders = [root / name for name in COPIED if (root / name).is_dir()]
    every = [path for folder in folders for path in folder.rglob("*") if path.suffix in PLACES]
    return tuple(f"/{path.relative_to(root).as_posix()}" for path in [*every, *root.glob("*.py")])


def located(fault: Fault, root: Path = ROOT) -> str:
    """Return the path of the fault's file, relative to root.

    Raises
    ------
    FaultError
        No file, or more than one, has a path that ends so.
    """
    found = [path for path in _paths(root) if path.endswith(f"/{fault.file}")]
    if len(found) != 1:
        raise FaultError(f"{len(found)} files are called {fault.file}")
    return found[0][1:]


def source(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")
