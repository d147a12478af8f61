"""``python -m verification.faults``: plant each fault in a copy of the source; tests must see it.

The lists stand beside the tests: ``tests/**/planted_faults*.py`` hold FAULTS, tuples of a place,
a text that occurs once in it, what the fault puts there, and the tests that must turn red. A place
is a function, "file: function" or "file: Class.method", or a whole file; of the file's path as many
parts are named as tell it from others, so that a fault stays where a file moves. The
copy is built as a debug build (-O1, bounds checks) and runs one set of kernels; a fault rebuilds
only the modules that its file enters. Finished faults are kept: a run that was interrupted goes
on where it stopped, as long as no source has changed. ``--sample 300 --seed 1`` takes so many at
random, spread over the files in which faults are planted, kernels first.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from verification.tables import Table

ROOT = Path(__file__).resolve().parents[1]
DEFAULT = Path("results/faults")
# What the tests need of a checkout; compiled and translated files of the original stay behind.
COPIED = (
    "lieref", "tests", "verification", "examples", "docs", "golden",
    "setup.py", "build_variants.py", "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE",
)  # fmt: skip
LEFT = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", ".hypothesis")
# The kernels that run in the copy; the tests of builds start the others themselves.
KERNELS = "baseline"
TABLE = "build_variants.py"
# Endings of files in which faults are planted.
PLACES = (".py", ".pyx", ".pxd", ".pxi", ".h", ".js", ".css")
BUILT = re.compile(r"^(?:include|cimport|from)\s+\"?([\w./]+)\"?(.*)$", re.M)
HEADER = re.compile(r'^(?:cdef extern from|#include) "([\w./]+)"', re.M)
SEEN = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.M)
# A fault that makes a test endless is seen as well.
TIMEOUT = 900


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


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: the first test that turned red, empty if none did."""

    key: str
    name: str
    caught_by: str
    seconds: float


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


def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _parts(path: Path, text: str, root: Path) -> Iterator[Path]:
    """Yield the files that the text of a Cython file or a C header takes in directly."""
    for name in HEADER.findall(text):
        yield path.parent / name
    for name, rest in BUILT.findall(text):
        if name.endswith(".pxi"):
            yield path.parent / name
            yield root / name
        elif "cimport" in rest:
            base = root.joinpath(*name.split("."))
            yield base.with_suffix(".pxd")
            for word in re.findall(r"\w+", rest.partition("cimport")[2]):
                yield (base / word).with_suffix(".pxd")
    yield path.with_suffix(".pxd")


def _closure(module: Path, text: str, root: Path) -> set[Path]:
    """Return every file that enters the build of a module with this text."""
    found, todo = {module}, [(module, text)]
    while todo:
        for part in map(Path.resolve, _parts(*todo.pop(), root)):
            if part not in found and part.is_file():
                found.add(part)
                todo.append((part, _source(part)))
    return found


def _modules(root: Path) -> dict[Path, str]:
    """Return the text of every module by its path: of the sources and of the table of builds."""
    found = {path: _source(path) for path in (root / "lieref").rglob("*.pyx")}
    # the table of the copy, not that of this process
    listed = runpy.run_path(str(root / TABLE))
    found |= {root / variant.path: variant.text for variant in listed["variants"]()}
    found[root / f"{listed['LIST']}.pyx"] = listed["list_text"](listed["variants"]())
    return dict(sorted(found.items()))


# Ends of the names of builds for other numbers than reals.
NOT_REAL = ("_complex", "_complex_parameters", "_hyper_dual", "_bicomplex")


def rebuilt(file: str, root: Path) -> list[Path]:
    """Return the .pyx files that must be built again when `file` changes, relative to root.

    Of a kernel that is built several times only the builds in use: not those of other instruction
    sets, but for double-doubles, whose header has a part of its own for them, and which tests of
    the builds compare; and those for other numbers than reals only where no other takes the text.
    """
    if file == TABLE:
        # a fault there is one of the list of levels
        return [Path("lieref/_builds.pyx")]
    if file.endswith(".py"):
        return []
    changed = (root / file).resolve()
    affected = [
        path for path, text in _modules(root).items() if changed in _closure(path, text, root)
    ]
    used = [
        path
        for path in affected
        if not path.stem.endswith(("_v3", "_v4"))
        or (file.endswith(".h") and path.stem.endswith("_fine_v3"))
    ]
    real = [path for path in used if not path.stem.endswith(NOT_REAL)]
    return [path.relative_to(root) for path in real or used or affected]


def source_digest(root: Path) -> str:
    """Return a digest of everything that decides whether a test sees a fault."""
    total = hashlib.sha256()
    for folder in ("lieref", "tests"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".py", ".pyx", ".pxd", ".pxi", ".h", ".json"):
                total.update(str(path.relative_to(root)).encode() + b"\0" + path.read_bytes())
    for name in ("setup.py", "build_variants.py"):
        if (root / name).is_file():
            total.update((root / name).read_bytes())
    return total.hexdigest()


def _key(fault: Fault, digest: str) -> str:
    return hashlib.sha256("\0".join([digest, *asdict(fault).values()]).encode()).hexdigest()


class Copy:
    """A copy of the source in a folder of its own, where faults are planted one at a time."""

    def __init__(self, folder: Path, original: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (original / name).is_dir():
                shutil.copytree(original / name, folder / name, ignore=LEFT)
            elif (original / name).is_file():
                shutil.copy2(original / name, folder / name)

    def _run(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        given = {**os.environ, "PYTHONPATH": str(self.folder), "LIEREF_DEBUG": "1", **environment}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={**given, "LIEREF_KERNELS": KERNELS, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=TIMEOUT,
        )

    def build(self, only: str = "") -> None:
        """Build all extensions in place, or those whose path contains `only`."""
        run = self._run("setup.py", "-q", "build_ext", "--inplace", "--force", LIEREF_ONLY=only)
        if run.returncode:
            raise FaultError(
                f"{only or 'the copy'} does not build:\n{run.stdout}{run.stderr}"[-4000:]
            )

    def tests(self, *targets: str) -> str:
        """Run tests up to the first that fails; return its name, empty if all are green."""
        words = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *targets)
        try:
            run = self._run(*words)
        except subprocess.TimeoutExpired:
            return f"no end within {TIMEOUT} s"
        if run.returncode == 0:
            return ""
        if run.returncode not in (1, 2):
            if run.returncode > 0:
                raise FaultError(f"pytest cannot run {targets}:\n{run.stdout}{run.stderr}"[-4000:])
            return f"crash, signal {-run.returncode}"
        seen = SEEN.search(run.stdout)
        return seen[1] if seen else "unknown test"

    def plant(self, fault: Fault) -> str:
        """Plant the fault, run its tests, and put everything back; return what saw it."""
        file = located(fault, self.folder)
        path = self.folder / file
        original = _source(path)
        modules = rebuilt(file, self.folder)
        kept = {
            library: library.read_bytes()
            for module in modules
            for library in (self.folder / module).parent.glob(f"{module.stem}.*.so")
        }
        path.write_text(faulty_text(fault, original), encoding="utf-8")
        try:
            for module in modules:
                self.build(str(module))
            return self.tests(fault.target)
        finally:
            path.write_text(original, encoding="utf-8")
            for library, content in kept.items():
                # a new file: a library that is written over may still be mapped
                library.unlink(missing_ok=True)
                library.write_bytes(content)
                library.chmod(0o755)


def _finished(path: Path) -> dict[str, Outcome]:
    """Return the outcomes of earlier runs by key; a last line cut short by a kill is dropped."""
    found = {}
    for line in _source(path).splitlines() if path.exists() else []:
        try:
            outcome = Outcome(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[outcome.key] = outcome
    return found


def run_campaign(
    faults: Sequence[Fault], digest: str, jobs: int, record: Path, console: Console
) -> None:
    """Plant the faults, each in one of `jobs` copies, and append each outcome to `record`."""
    with tempfile.TemporaryDirectory(prefix="faults_") as folder:
        started = time.perf_counter()
        first = Copy(Path(folder) / "0", ROOT)
        first.build()
        console.print(f"copy built in {time.perf_counter() - started:.0f} s")
        red = first.tests(*sorted({fault.target for fault in faults}))
        if red:
            raise FaultError(f"the original is not green: {red}")
        console.print(f"original green after {time.perf_counter() - started:.0f} s")
        copies: SimpleQueue[Copy] = SimpleQueue()
        copies.put(first)
        for number in range(1, min(jobs, len(faults))):
            twin = Copy.__new__(Copy)
            twin.folder = Path(folder) / str(number)
            shutil.copytree(first.folder, twin.folder, copy_function=shutil.copy2)
            copies.put(twin)

        def plant(fault: Fault) -> Outcome:
            copy = copies.get()
            begun = time.perf_counter()
            try:
                caught = copy.plant(fault)
            finally:
                copies.put(copy)
            seconds = round(time.perf_counter() - begun, 1)
            return Outcome(_key(fault, digest), fault.name, caught, seconds)

        with ThreadPoolExecutor(jobs) as pool, record.open("a", encoding="utf-8") as out:
            waiting = [pool.submit(plant, fault) for fault in faults]
            try:
                for number, done in enumerate(as_completed(waiting), 1):
                    outcome = done.result()
                    out.write(json.dumps(asdict(outcome)) + "\n")
                    out.flush()
                    verdict = outcome.caught_by or "SURVIVED"
                    count = f"{number}/{len(faults)} {outcome.seconds:5.1f} s "
                    line = f"{count} {outcome.name}: {verdict}"
                    console.print(line, markup=False, highlight=False)
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise


def table(outcomes: Iterable[Outcome]) -> Table:
    """Return the outcomes as a table of the report."""
    # here and in `main`, not above: the report's modules want a lieref that is built
    from verification.tables import Table

    rows = [[x.name, x.caught_by or "survived", x.seconds] for x in outcomes]
    caption = "Planted faults: the first test that turned red, and the time to build and to see it."
    return Table("faults", caption, ("Fault", "Caught by", "Seconds"), rows)


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m verification.faults", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="faults with TEXT in their name")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of them, at random")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the sample (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="copies at work at once")
    parser.add_argument(
        "--list", action="store_true", help="list the faults, and whether they apply"
    )
    parser.add_argument("--out", type=Path, default=DEFAULT, metavar="FOLDER", help=f"({DEFAULT})")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Run the campaign; return 0 if every fault is seen, 1 if one survives, 2 if it cannot run."""
    options = _arguments(words)
    console = Console(soft_wrap=True)
    faults = [fault for fault in planted() if options.only in f"{fault.name} {fault.target}"]
    if options.sample is not None:
        faults = sampled(faults, options.sample, options.seed)
    try:
        for fault in faults:
            faulty_text(fault, _source(ROOT / located(fault)))
            if options.list:
                console.print(f"{fault.name} -> {fault.target}", markup=False, highlight=False)
        if options.list:
            console.print(f"{len(faults)} faults, each applies")
            return 0
        options.out.mkdir(parents=True, exist_ok=True)
        record = options.out / "results.jsonl"
        digest = source_digest(ROOT)
        known = _finished(record)
        missing = [fault for fault in faults if _key(fault, digest) not in known]
        console.print(f"{len(faults)} faults, {len(faults) - len(missing)} finished before")
        if missing:
            run_campaign(missing, digest, options.jobs, record, console)
    except FaultError as error:
        console.print(f"error: {error}", markup=False)
        return 2
    from verification.formats import WRITERS

    known = _finished(record)
    outcomes = [known[_key(fault, digest)] for fault in faults]
    for suffix, write in WRITERS.items():
        (options.out / f"faults.{suffix}").write_text(write(table(outcomes)), encoding="utf-8")
    survivors = [outcome for outcome in outcomes if not outcome.caught_by]
    for outcome in survivors:
        console.print(f"SURVIVED: {outcome.name}", markup=False)
    console.print(f"{len(outcomes) - len(survivors)} of {len(outcomes)} faults seen")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
