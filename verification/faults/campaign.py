"""Faults planted in copies of the source, one at a time in each, and what came of them."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from rich.console import Console

from verification.faults.builds import rebuilt
from verification.faults.places import COPIED, ROOT, Fault, FaultError, faulty_text, located, source

LEFT = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__", ".hypothesis")
SEEN = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.M)
# A fault that makes a test endless is seen as well; long, as the machine may have other work.
TIMEOUT = 3600


@dataclass(frozen=True)
class Outcome:
    """What became of a fault: the first test that turned red, empty if none did."""

    key: str
    name: str
    caught_by: str
    seconds: float


def key(fault: Fault, root: Path = ROOT) -> str:
    """Return what an outcome is kept by: the fault, its file, and the tests that are to see it."""
    test = root / fault.target.partition("::")[0]
    read = [source(root / located(fault, root)), source(test) if test.is_file() else ""]
    return hashlib.sha256("\0".join([*read, *asdict(fault).values()]).encode()).hexdigest()


class Copy:
    """A copy of the source in a folder of its own, where faults are planted one at a time."""

    def __init__(self, folder: Path, original: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (original / name).is_dir():
                shutil.copytree(original / name, folder / name, ignore=LEFT)
            elif (original / name).is_file():
                shutil.copy2(original / name, folder / name)

    def _run(
        self, *words: str, limit: float | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        given = {**os.environ, "PYTHONPATH": str(self.folder), **environment}
        return subprocess.run(
            [sys.executable, *words],
            cwd=self.folder,
            env={
                **given,
                "LIEREF_DEBUG": "1",
                "LIEREF_LEVELS": "native",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
        )

    def build(self, *modules: Path) -> None:
        """Build these modules in place, or all."""
        only = ",".join(map(str, modules))
        run = self._run("setup.py", "-q", "build_ext", "--inplace", "--force", LIEREF_ONLY=only)
        if run.returncode:
            raise FaultError(
                f"{only or 'the copy'} does not build:\n{run.stdout}{run.stderr}"[-4000:]
            )

    def red(self, targets: Sequence[str], jobs: int) -> list[str]:
        """Run tests, long ones too, and return the names of those that fail."""
        words = ("-m", "pytest", "--full", "-q", "-p", "no:cacheprovider", "-n", str(jobs))
        run = self._run(*words, *targets, limit=TIMEOUT * len(targets))
        if run.returncode not in (0, 1):
            raise FaultError(f"pytest cannot run {targets}:\n{run.stdout}{run.stderr}"[-4000:])
        return SEEN.findall(run.stdout)

    def tests(self, *targets: str) -> str:
        """Run tests, long ones too, up to the first that fails; return its name, if one does."""
        words = ("-m", "pytest", "--full", "-x", "-q", "-p", "no:cacheprovider", *targets)
        try:
            run = self._run(*words, limit=TIMEOUT * len(targets))
        except subprocess.TimeoutExpired:
            return f"no end within {TIMEOUT} s of each target"
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
        original = source(path)
        modules, others = rebuilt(file, self.folder)
        kept = {
            library: library.read_bytes()
            for module in (*modules, *others)
            for library in (self.folder / module).parent.glob(f"{module.stem}.*.so")
        }
        path.write_text(faulty_text(fault, original), encoding="utf-8")
        try:
            if modules:
                self.build(*modules)
            caught = self.tests(fault.target)
            if not caught and others:
                self.build(*others)
                caught = self.tests(fault.target)
            return caught
        finally:
            path.write_text(original, encoding="utf-8")
            for library, content in kept.items():
                # a new file: a library that is written over may still be mapped
                library.unlink(missing_ok=True)
                library.write_bytes(content)
                library.chmod(0o755)


def finished(path: Path) -> dict[str, Outcome]:
    """Return the outcomes of earlier runs by key; a last line cut short by a kill is dropped."""
    found = {}
    for line in source(path).splitlines() if path.exists() else []:
        try:
            outcome = Outcome(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[outcome.key] = outcome
    return found


def run_campaign(faults: Sequence[Fault], jobs: int, record: Path, console: Console) -> None:
    """Plant the faults, each in one of `jobs` copies, and append each outcome to `record`."""
    with tempfile.TemporaryDirectory(prefix="faults_") as folder:
        started = time.perf_counter()
        first = Copy(Path(folder) / "0", ROOT)
        first.build()
        console.print(f"copy built in {time.perf_counter() - started:.0f} s")
        red = first.red(sorted({fault.target for fault in faults}), jobs)
        for test in red:
            console.print(f"RED WITHOUT A FAULT: {test}", markup=False)
        # what such a test says of a fault is worth nothing
        faults = [x for x in faults if not any(test.startswith(x.target) for test in red)]
        console.print(f"original tested after {time.perf_counter() - started:.0f} s")
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
            return Outcome(key(fault), fault.name, caught, seconds)

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
