"""Compiles what is timed, at run time, into a cache folder named by the contents."""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import lieref

TIMERS = Path(__file__).with_name("native.pyx")
FLAGS = ("-O3", "-march=native")


class BuildError(RuntimeError):
    """The compiler failed; says why."""


@dataclass(frozen=True)
class Library:
    """A compiled C file.

    Attributes
    ----------
    path : Path
    seconds : float
        Processor time that compiling took when it was done.
    flags : tuple of str
    """

    path: Path
    seconds: float
    flags: tuple[str, ...]

    def address(self, symbol: str) -> int:
        """Return the address of a function; the library stays loaded."""
        function = getattr(ctypes.CDLL(str(self.path)), symbol)
        return int(ctypes.cast(function, ctypes.c_void_p).value or 0)


@contextmanager
def remembered(note: Path, limit: float) -> Iterator[None]:
    """Keep in a note that something took longer than a limit, and do not try it again with it.

    Raises
    ------
    TimeoutError
        What the block raises, or an earlier block with a limit of as many seconds.
    """
    if note.is_file():
        seconds, _, reason = note.read_text(encoding="utf-8").partition(" ")
        if float(seconds) >= limit:
            raise TimeoutError(f"{reason} (in an earlier run, see {note.name} in the cache)")
    note.parent.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except TimeoutError as error:
        note.write_text(f"{limit!r} {error}", encoding="utf-8")
        raise


def compiler() -> list[str]:
    """Return the words that call the C compiler: CC, else gcc, else cc."""
    return shlex.split(os.environ.get("CC", "")) or ["gcc" if shutil.which("gcc") else "cc"]


def compiler_version() -> str:
    """Return the first line that the compiler says about itself."""
    said = subprocess.run([*compiler(), "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0]


def digest(*parts: bytes | str) -> str:
    """Return a name for contents: 16 hexadecimal digits."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part.encode() if isinstance(part, str) else part)
        found.update(b"\0")
    return found.hexdigest()[:16]


def timers(cache: Path) -> ModuleType:
    """Return the compiled `native` module, built against the installed package if need be.

    Raises
    ------
    BuildError
        If it cannot be compiled.
    """
    package = Path(lieref.__file__).parent
    # the timers rely on the layout of structures and classes
    layouts = [file.read_bytes() for file in sorted(package.rglob("*.pxd"))]
    key = digest(TIMERS.read_bytes(), sys.version, compiler_version(), *layouts)
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    target = cache / f"native_{key}" / f"native{suffix}"
    if not target.is_file():
        _build_timers(target, package.parent)
    spec = importlib.util.spec_from_file_location("native", target)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _build_timers(target: Path, include: Path) -> None:
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        source = Path(scratch) / "native.pyx"
        shutil.copy(TIMERS, source)
        extension = Extension(
            "native", [str(source)], include_dirs=[np.get_include()], extra_compile_args=["-O3"]
        )
        modules: Any = cythonize  # untyped
        found = modules([extension], include_path=[str(include)], quiet=True)
        command = build_ext(Distribution({"ext_modules": found}))
        command.build_lib = command.build_temp = scratch
        command.ensure_finalized()
        command.run()
        os.replace(Path(scratch) / target.name, target)


def c_library(text: str, cache: Path, limit: float, flags: Sequence[str] = FLAGS) -> Library:
    """Compile C text into a shared library, once for the same text, compiler and flags.

    Parameters
    ----------
    text : str
    cache : Path
    limit : float
        Seconds that the compiler may take.
    flags : sequence of str

    Raises
    ------
    BuildError
        If the compiler fails.
    TimeoutError
        If it is stopped at the limit.
    """
    key = digest(text, compiler_version(), " ".join(flags), cpu())
    target = cache / f"c_{key}.so"
    note = target.with_suffix(".seconds")
    if not (target.is_file() and note.is_file()):
        with (
            remembered(target.with_suffix(".stopped"), limit),
            tempfile.TemporaryDirectory(dir=cache) as scratch,
        ):
            source, made = Path(scratch) / "code.c", Path(scratch) / "code.so"
            source.write_text(text, encoding="utf-8")
            words = [*compiler(), *flags, "-fPIC", "-shared", "-o", str(made), str(source), "-lm"]
            note.write_text(repr(_compile(words, limit, [*compiler(), *flags])))
            os.replace(made, target)
    return Library(target, float(note.read_text()), tuple(flags))


def program(
    source: Path, cache: Path, limit: float, words: Sequence[str], includes: Sequence[Path], of: str
) -> Path:
    """Compile a program of one file, once for the same text, compiler, flags and processor.

    Parameters
    ----------
    source : Path
    cache : Path
    limit : float
        Seconds that the compiler may take.
    words : sequence of str
        The compiler and its flags.
    includes : sequence of Path
        Folders of the headers.
    of : str
        Their versions.

    Raises
    ------
    BuildError
        If the compiler fails.
    TimeoutError
        If it is stopped at the limit.
    """
    said = subprocess.run([words[0], "--version"], capture_output=True, text=True, check=True)
    target = cache / f"p_{digest(source.read_bytes(), said.stdout, ' '.join(words), of, cpu())}"
    if not target.is_file():
        folders = [word for folder in includes for word in ("-isystem", str(folder))]
        cache.mkdir(parents=True, exist_ok=True)
        with (
            remembered(target.with_suffix(".stopped"), limit),
            tempfile.TemporaryDirectory(dir=cache) as scratch,
        ):
            made = Path(scratch) / "program"
            _compile([*words, *folders, "-o", str(made), str(source)], limit, words)
            os.replace(made, target)
    return target


def _compile(words: Sequence[str], limit: float, shown: Sequence[str]) -> float:
    """Processor time that compiling took, s; an error shows some of the words."""
    start = _children_seconds()
    # in a session of its own: what the compiler's driver starts must end with it
    with subprocess.Popen(
        words, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            said = process.communicate(timeout=limit)[1]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise TimeoutError(f"{' '.join(shown)}: stopped after {limit:g} s") from None
    if process.returncode:
        raise BuildError(f"{' '.join(shown)}: {said[-2000:]}")
    return _children_seconds() - start


def _children_seconds() -> float:
    """Processor time of the processes that have ended, s: a busy machine does not change it."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def cores() -> int:
    """Return how many processors this process may run on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def cpu() -> str:
    """Return the processor's model and features, what -march=native depends on."""
    table = Path("/proc/cpuinfo")
    lines = table.read_text(errors="replace").splitlines() if table.is_file() else []
    return "\n".join(sorted({x for x in lines if x.startswith(("model name", "flags"))}))
