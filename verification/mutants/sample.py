"""Which mutants there are of the files of lieref, a sample of them, and those that change nothing.

A sample takes lines at random, and of each line one mutant.
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

from verification.mutants.operators import Mutant, mutants
from verification.mutants.texts import language

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
KINDS = {"kernels": (".pyx", ".pxi", ".pxd", ".h"), "python": (".py",)}


@dataclass(frozen=True)
class Site:
    """A mutant in a file.

    file : path relative to the checkout; before, after : its line, without and with the fault
    key : hash of all of it and of the file's text
    """

    file: str
    mutant: Mutant
    before: str
    after: str
    key: str

    @property
    def name(self) -> str:
        """File, line, operator and what becomes of the line."""
        return (
            f"{self.file}:{self.mutant.line} {self.mutant.operator}: "
            f"`{self.before}` -> `{self.after}`"
        )


def source(path: Path) -> str:
    """Return the text of a file."""
    return path.read_text(encoding="utf-8")


def site(file: str, mutant: Mutant, text: str) -> Site:
    """Return a mutant of a file with this text."""
    before, after = _shown(text, mutant), _shown(mutant.text(text), mutant)
    words = (file, str(mutant.line), mutant.operator, str(mutant.start), mutant.new, text)
    return Site(file, mutant, before, after, hashlib.sha256("\0".join(words).encode()).hexdigest())


def _shown(text: str, mutant: Mutant) -> str:
    """Return the line of the mutant, and those after it that it changes, in one."""
    lines = text.split("\n")[mutant.line - 1 :]
    return " ".join(" ".join(lines[: mutant.new.count("\n") + 1]).split())


def sites(kind: str = "", only: str = "", root: Path = ROOT) -> list[Site]:
    """Return all mutants of lieref; of one kind of files, and with `only` in the path."""
    endings = KINDS[kind] if kind else tuple(x for every in KINDS.values() for x in every)
    found = []
    for path in sorted((root / "lieref").rglob("*")):
        file = path.relative_to(root).as_posix()
        if path.suffix in endings and only in file:
            text = source(path)
            found += [site(file, mutant, text) for mutant in mutants(text, language(path))]
    return found


def sampled(every: Sequence[Site], number: int, seed: int) -> list[Site]:
    """Return one mutant each of `number` lines at random; a larger sample starts with a smaller."""
    order = random.Random(seed)
    lines: dict[tuple[str, int], list[Site]] = {}
    for one in every:
        lines.setdefault((one.file, one.mutant.line), []).append(one)
    drawn = order.sample(sorted(lines), len(lines))[:number]
    # what is chosen of a line does not hang on other lines
    return [random.Random(f"{seed} {line}").choice(lines[line]) for line in drawn]


def equivalent(path: Path = EQUIVALENT) -> dict[tuple[str, str, str], str]:
    """Return the reason why a mutant changes no result, by file, line before and line after."""
    rows = tomllib.loads(source(path)).get("mutant", [])
    return {(row["file"], row["before"], row["after"]): row["reason"] for row in rows}


def interval(killed: int, number: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval of a share, of 95 % confidence as it stands."""
    if not number:
        return 0.0, 1.0
    share, square = killed / number, z * z / number
    middle = (share + square / 2) / (1 + square)
    half = z * sqrt(share * (1 - share) / number + square / (4 * number)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def packages(files: Iterable[str]) -> list[str]:
    """Return the subpackages of files of lieref, each once, in order."""
    return list(dict.fromkeys(file.split("/")[1] for file in files if file.count("/") > 1))
