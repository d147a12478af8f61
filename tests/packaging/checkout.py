"""The checkout that the tests come from: read as text, never imported."""

import platform
import runpy
import subprocess
from pathlib import Path

from lieref._builds import LEVELS

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


def tracked() -> list[Path]:
    """Files of the checkout that git tracks, relative to it; none where there is no git."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return []
    return [Path(name) for name in listed.stdout.split("\0") if name]


def table() -> list:
    """The builds of the kernels that `build_variants.py` lists: all, or each for this machine."""
    listed = runpy.run_path(str(ROOT / "build_variants.py"))
    if not X86:
        return list(listed["variants"](listed["BASELINE"]))
    # a wheel of LIEREF_LEVELS=native has one level of each kernel, AVX2 at most
    native = all(len(levels) == 1 for levels in LEVELS.values())
    level = "V3" if any("v3" in levels for levels in LEVELS.values()) else "BASELINE"
    return list(listed["variants"](listed[level if native else "V4"], best=native))
