"""The checkout that the tests come from: read as text, never imported."""

import platform
import runpy
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
X86 = platform.machine() in ("x86_64", "AMD64")


def sources(*suffixes: str) -> list[Path]:
    """Files of the package with one of these endings; folders of tools are left out."""
    return sorted(
        path
        for path in (ROOT / "lieref").rglob("*")
        if path.name.endswith(suffixes)
        and path.is_file()
        and not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    )


def table() -> list:
    """The builds of the kernels that `build_variants.py` lists for this processor."""
    listed = runpy.run_path(str(ROOT / "build_variants.py"))
    return list(listed["variants"](listed["V4"] if X86 else listed["BASELINE"]))
