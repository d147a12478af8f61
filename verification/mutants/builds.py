"""What has to be built again when a file changes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import build_variants
from verification.mutants.sample import source

BUILT = re.compile(r"^(?:include|cimport|from)\s+\"?([\w./]+)\"?(.*)$", re.M)
HEADER = re.compile(r'^(?:cdef extern from|#include) "([\w./]+)"', re.M)
# Where the compiler looks for headers beside the file that includes them, as setup.py says.
HEADERS = ("lieref/algebra/scalars", "lieref")
# Ends of the names of builds for other numbers than reals.
NOT_REAL = ("_ball", "_single", "_complex", "_complex_parameters", "_hyper_dual", "_bicomplex")


def _parts(path: Path, text: str, root: Path) -> Iterator[Path]:
    """Yield the files that the text of a Cython file or a C header takes in directly."""
    for name in HEADER.findall(text):
        yield path.parent / name
        yield from (root / folder / name for folder in HEADERS)
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
                todo.append((part, source(part)))
    return found


def _modules(root: Path) -> dict[Path, str]:
    """Return the text of every module by its path: of the sources and of the table of builds."""
    found = {path: source(path) for path in (root / "lieref").rglob("*.pyx")}
    listed = build_variants.native()
    found |= {root / variant.path: variant.text for variant in listed}
    found[root / f"{build_variants.LIST}.pyx"] = build_variants.list_text(listed)
    return dict(sorted(found.items()))


def rebuilt(file: str, root: Path) -> tuple[list[Path], list[Path]]:
    """Return the .pyx files that must be built again when `file` changes, relative to root.

    First those for reals, which nearly all tests run, then those for other numbers.
    """
    if file.endswith(".py"):
        return [], []
    changed = (root / file).resolve()
    affected = [
        path.relative_to(root)
        for path, text in _modules(root).items()
        if changed in _closure(path, text, root)
    ]
    others = [path for path in affected if path.stem.removesuffix("_v3").endswith(NOT_REAL)]
    real = [path for path in affected if path not in others]
    return (real, others) if real else (others, [])
