"""The checkout that the tests come from: read as text, never imported."""

import platform
import subprocess
from pathlib import Path

import build_variants
from lieref._builds import LEVELS

ROOT = Path(__file__).resolve().parents[3]
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
    """The builds of the kernels that `build_kernels.py` lists: all, or each for this machine."""
    if not X86:
        return list(build_variants.variants(build_variants.BASELINE))
    # a wheel of LIEREF_LEVELS=native has one level of each kernel, AVX2 at most
    native = all(len(levels) == 1 for levels in LEVELS.values())
    best = build_variants.V3
    if not any("v3" in levels for levels in LEVELS.values()):
        best = build_variants.BASELINE
    return list(build_variants.variants(best if native else build_variants.V4, best=native))
