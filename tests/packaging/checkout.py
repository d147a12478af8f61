"""The checkout that the tests come from: read as text, never imported."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def sources(*suffixes: str) -> list[Path]:
    """Files of the package with one of these endings; folders of tools are left out."""
    return sorted(
        path
        for path in (ROOT / "lieref").rglob("*")
        if path.name.endswith(suffixes)
        and path.is_file()
        and not any(part.startswith(".") or part == "__pycache__" for part in path.parts)
    )
