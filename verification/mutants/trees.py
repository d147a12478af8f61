"""A copy of the checkout, built once, in which mutants are put one at a time; and what sees them.

The tests of a mutant are those that a map of coverage names for its line. Where it names none they
are, up to the first that fails or a limit of time: the test folder that mirrors its file's, that of
its subpackage, those of the subpackages with a module that its text enters, and tests/sweep. The
tests are those of the test command, without the long ones.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType

from verification.mutants.builds import rebuilt
from verification.mutants.sample import Site, packages, source

# What the tests need of a checkout; compiled and translated files of the original stay behind.
COPIED = (
    "lieref", "tests", "verification", "examples", "docs", "golden",
    "setup.py", "build_api.py", "build_kernels.py", "build_stubs.py", "build_variants.py",
    "pyproject.toml", "MANIFEST.in", "README.md", "LICENSE",
)  # fmt: skip
BUILT = (".so", ".pyd", ".c", ".cpp", ".pyc")
SEEN = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.M)
# A mutant that makes one test endless is seen as well, after so many seconds.
ENDLESS = 300
# Of pytest: a test failed, collecting failed.
RED = (1, 2)

Coverage = Mapping[str, Mapping[str, Sequence[str]]]


class TreeError(Exception):
    """The tree does not build, or pytest does not run in it, without a mutant."""


class Tree:
    """A copy of the checkout; it is kept, and only what has changed is copied and built again."""

    def __init__(self, folder: Path, original: Path) -> None:
        self.folder, self.original = folder, original
        # names of the tests that were seen green, and red, without a mutant
        self.green: set[str] = set()
        self.red: set[str] = set()
        self._rebuilt: dict[str, tuple[list[Path], list[Path]]] = {}

    def modules(self, file: str) -> tuple[list[Path], list[Path]]:
        """Return the modules that a file enters: for reals, then for other numbers."""
        if file not in self._rebuilt:
            self._rebuilt[file] = rebuilt(file, self.folder)
        return self._rebuilt[file]

    def refresh(self) -> None:
        """Copy what has changed since, and build what it enters."""
        kept = self.folder / "built"
        for name in COPIED:
            self._copy(self.original / name, self.folder / name)
        digest = hashlib.sha256()
        for path in sorted((self.folder / "lieref").rglob("*")):
            if path.suffix in (".pyx", ".pxi", ".pxd", ".h"):
                digest.update(f"{path.relative_to(self.folder)}\0{source(path)}\0".encode())
        for path in sorted(self.folder.glob("*.py")):
            digest.update(source(path).encode())
        if not kept.exists() or kept.read_text(encoding="utf-8") != digest.hexdigest():
            kept.unlink(missing_ok=True)
            if log := self._build():
                raise TreeError(f"the copy does not build:\n{log}")
            kept.write_text(digest.hexdigest(), encoding="utf-8")

    def _copy(self, old: Path, new: Path) -> None:
        if not old.is_dir():
            if old.is_file() and (not new.is_file() or old.read_bytes() != new.read_bytes()):
                new.parent.mkdir(parents=True, exist_ok=True)
                # not its time: what has changed is younger than what was built
                new.write_bytes(old.read_bytes())
            return
        for path in new.rglob("*") if new.is_dir() else ():
            gone = path.is_file() and path.suffix not in BUILT
            if gone and not (old / path.relative_to(new)).exists():
                path.unlink()
        for path in old.rglob("*"):
            if path.is_file() and path.suffix not in BUILT:
                self._copy(path, new / path.relative_to(old))

    def _run(
        self, *words: str, limit: float | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        given = {**os.environ, "PYTHONPATH": str(self.folder), "LIEREF_DEBUG": "1"}
        given |= {"LIEREF_LEVELS": "native", "PYTHONDONTWRITEBYTECODE": "1"}
        given |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **environment}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env=given,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
        )

    def _build(self, *modules: Path) -> str:
        """Build these modules in place, or all that are out of date; return what went wrong."""
        only = ",".join(map(str, modules))
        words = ["setup.py", "-q", "build_ext", "--inplace", *["--force"] * bool(modules)]
        run = self._run(*words, LIEREF_ONLY=only)
        return (run.stdout + run.stderr)[-4000:] if run.returncode else ""

    def tests(self, targets: Sequence[str], limit: float) -> tuple[str, bool]:
        """Run tests up to the first that fails; return its name, and whether time was left."""
        ignored = [f"--deselect={name}" for name in sorted(self.red)]
        words = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *ignored)
        endless = f"faulthandler_timeout={ENDLESS}", "faulthandler_exit_on_timeout=true"
        try:
            run = self._run(*words, "-o", endless[0], "-o", endless[1], *targets, limit=limit)
        except subprocess.TimeoutExpired:
            return "", False
        if run.returncode in (0, 5):
            return "", True
        if "Timeout (" in run.stderr or run.returncode < 0:
            return "a test that crashed or did not end", True
        if run.returncode in RED:
            seen = SEEN.search(run.stdout)
            return seen[1].partition("[")[0] if seen else "pytest, which cannot start", True
        if "found no collectors for" in run.stdout + run.stderr:
            return "a file of tests, which cannot be imported", True
        raise TreeError(f"pytest cannot run {targets}:\n{run.stdout}{run.stderr}"[-4000:])

    def fails_anyway(self, test: str) -> bool:
        """Whether a test is red without a mutant; each is run once."""
        if test not in self.green | self.red and (self.folder / test.split("::")[0]).is_file():
            red = self.tests([test], ENDLESS)[0]
            (self.red if red else self.green).add(test)
        return test in self.red

    def judge(self, site: Site, limit: float, coverage: Coverage) -> tuple[str, str]:
        """Put a mutant in, run its tests, and put everything back; return verdict and witness.

        The verdict is "killed" (by the witness, a test), "survived", "refused" (by a compiler) or
        "same code".
        """
        path = self.folder / site.file
        original = source(path)
        changed = site.mutant.text(original)
        if path.suffix == ".py":
            if verdict := _compiled(original, changed):
                return verdict, ""
        elif not any(self.modules(site.file)):
            return "refused", "no module includes it"
        while True:
            verdict, witness = self._planted(path, original, changed, site, limit, coverage)
            if verdict != "killed" or not self.fails_anyway(witness):
                return verdict, witness

    def _planted(
        self, path: Path, original: str, changed: str, site: Site, limit: float, coverage: Coverage
    ) -> tuple[str, str]:
        groups = [x for x in self.modules(site.file) if x]
        kept = {library: library.read_bytes() for x in groups for library in self._libraries(x)}
        mark = self.folder / "built"
        built = source(mark) if mark.exists() else ""
        if groups:
            # a run that is killed now leaves libraries that do not fit their texts
            mark.unlink(missing_ok=True)
        path.write_text(changed, encoding="utf-8")
        same, ended = bool(groups), True
        try:
            # modules for reals first, which nearly all tests run; those for other numbers then
            for group in groups or [[]]:
                if group and self._build(*group):
                    return "refused", ""
                old = [_code(kept[x]) for x in self._libraries(group)]
                same &= old == [_code(x.read_bytes()) for x in self._libraries(group)]
                if group and same:
                    continue
                witness, ended = self._seen(site, limit, coverage)
                if witness:
                    return "killed", witness
            return ("same code", "") if same else ("survived", "" if ended else "not all were run")
        finally:
            path.write_text(original, encoding="utf-8")
            for library, content in kept.items():
                # a new file: a library that is written over may still be mapped
                library.unlink(missing_ok=True)
                library.write_bytes(content)
                library.chmod(0o755)
            if built:
                mark.write_text(built, encoding="utf-8")

    def _libraries(self, modules: Sequence[Path]) -> list[Path]:
        found = (
            path
            for module in modules
            for path in (self.folder / module).parent.glob(f"{module.stem}.*.so")
        )
        return sorted(found)

    def _seen(self, site: Site, limit: float, coverage: Coverage) -> tuple[str, bool]:
        """Return the first test that sees the mutant in the tree, and whether time was left."""
        end = time.monotonic() + limit
        done: list[str] = []
        for targets in self.targets(site, coverage):
            left = end - time.monotonic()
            # what is in a folder that was tested is not tested again
            ignored = [f"--ignore={x}" for x in done if "::" not in x]
            witness, ended = self.tests([*targets, *ignored], max(left, 1.0))
            if witness or not ended:
                return witness, ended
            done += targets
        return "", True

    def targets(self, site: Site, coverage: Coverage) -> Iterator[list[str]]:
        """Yield the tests of a mutant, group by group, each folder once."""
        lines = coverage.get(site.file, {})
        if named := sorted(filter(None, lines.get(str(site.mutant.line), ()))):
            yield named
            # no other test runs the line
            return
        folder = "tests" + site.file.removeprefix("lieref").rpartition("/")[0]
        while not (self.folder / folder).is_dir():
            folder = folder.rpartition("/")[0]
        entered = [path.as_posix() for x in self.modules(site.file) for path in x]
        others = [f"tests/{name}" for name in packages([site.file, *entered])]
        done: list[str] = []
        for name in [folder, *others, "tests/sweep"]:
            known = any(name == x or name.startswith(f"{x}/") for x in done)
            if name != "tests" and not known and (self.folder / name).is_dir():
                done.append(name)
                yield [name]


def _code(library: bytes) -> bytes:
    """Return a library without what a debugger reads, and without the hash of all of it."""
    gone = ("--strip-debug", "--remove-section=.note.gnu.build-id")
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(library)
        file.flush()
        subprocess.run(["objcopy", *gone, file.name], check=True)
        return Path(file.name).read_bytes()


def _compiled(original: str, changed: str) -> str:
    """Return "refused" or "same code" if Python says so of a changed text."""
    try:
        old, new = (compile(text, "module", "exec") for text in (original, changed))
    except (SyntaxError, ValueError):
        return "refused"
    return "same code" if _instructions(old) == _instructions(new) else ""


def _instructions(code: CodeType) -> tuple[object, ...]:
    """Return what a code object does, without where it stands in its file."""
    inner = [_instructions(x) if isinstance(x, CodeType) else repr(x) for x in code.co_consts]
    return (code.co_code, code.co_names, code.co_varnames, code.co_freevars, *inner)


def copied(tree: Tree, folder: Path) -> Tree:
    """Return a tree that is a copy of another, built as it is."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(tree.folder, folder, copy_function=shutil.copy2)
    return Tree(folder, tree.original)
