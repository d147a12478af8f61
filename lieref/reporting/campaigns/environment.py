"""What a number depends on besides its parameters: versions, processor, build, source, commit."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from lieref.reporting.campaigns.store import StoreError

ENVIRONMENT = "environment.json"

PACKAGES = (
    "lieref",
    "numpy",
    "mpmath",
    "python-flint",
    "pin",
    "mujoco",
    "drake",
    "jax",
    "jaxlie",
    "example-robot-data",
    "casadi",
    "joblib",
    "matplotlib",
)
# What does not change a result: a resumed campaign may differ in it.
INCIDENTAL = ("date", "commit", "plan", "only", "grid", "cluster")
# Packages whose text decides a number, those of a checkout where it is on the path; claims and
# report writer only choose and show numbers.
MEASURED = ("lieref", "verification.measurements", "verification.subjects")
SOURCES = (".py", ".pyx", ".pxd", ".so", ".pyd")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _processor() -> dict[str, Any]:
    """Return model and vector extensions of the processor, as far as the system tells."""
    found: dict[str, Any] = {
        "machine": platform.machine(),
        "model": platform.processor() or "unknown",
        "cores": os.cpu_count(),
        "features": [],
    }
    table = Path("/proc/cpuinfo")
    if table.is_file():
        told: dict[str, str] = {}
        for line in table.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            told.setdefault(key.strip(), value.strip())
        if "model name" in told:
            # virtual machines tell no more than a maker's brand
            numbers = [f"{x.split()[-1]} {told[x]}" for x in ("cpu family", "model") if x in told]
            found["model"] = " ".join([told["model name"], *numbers])
        flags = set(told.get("flags", "").split())
        found["features"] = sorted(flags & {"sse4_2", "avx2", "fma", "avx512f"})
    return found


def _folder(package: str) -> Path | None:
    """Return where a package is installed, None if it is not."""
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        return None
    places = spec and spec.submodule_search_locations
    return Path(places[0]) if places else None


def _source(root: Path) -> str:
    """Return a digest of a package's sources and compiled modules."""
    total = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in SOURCES and path.is_file():
            total.update(str(path.relative_to(root)).encode())
            total.update(path.read_bytes())
    return total.hexdigest()[:16]


def _commit() -> str:
    """Return the commit of the checkout on the path; "-dirty" says it was changed since.

    Without one "unknown": an installed package may lie in somebody else's checkout.
    """
    here = _folder(MEASURED[-1])
    if here is None:
        return "unknown"
    try:
        text = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
            cwd=here,
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return text.strip() or "unknown"


def _build() -> dict[str, Any]:
    """Return which build of the kernels this processor runs."""
    from lieref import machine

    return {"kernels": machine.chosen(), "available": list(machine.available())}


def describe() -> dict[str, Any]:
    """Return the environment; no host name and no path, so that it can be published."""
    folders = {name: _folder(name) for name in MEASURED}
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.libc_ver()[0]} {platform.libc_ver()[1]}".strip(),
        "processor": _processor(),
        "packages": {name: _version(name) for name in PACKAGES},
        "build": _build(),
        "source": {name: _source(folder) for name, folder in folders.items() if folder},
        "commit": _commit(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }


@lru_cache(maxsize=1)
def decisive() -> dict[str, Any]:
    """Return what another process must share, so that its results may stand beside ours.

    The processor may be another one, as long as it runs the same build of the kernels.
    """
    found = describe()
    return {key: found[key] for key in ("python", "packages", "build", "source")}


def differences(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """Return the keys in which two environments differ in a way that can change a result."""
    keys = sorted((old.keys() | new.keys()) - set(INCIDENTAL))
    return [key for key in keys if old.get(key) != new.get(key)]


def write(folder: Path, environment: dict[str, Any]) -> None:
    """Write environment.json whole or not at all."""
    temporary = folder / (ENVIRONMENT + ".new")
    text = json.dumps(environment, indent=2, sort_keys=True) + "\n"
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, folder / ENVIRONMENT)


def read(folder: Path) -> dict[str, Any] | None:
    """Return the environment of a folder, None if it has none; a damaged one is a StoreError."""
    path = folder / ENVIRONMENT
    if not path.is_file():
        return None
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, TypeError) as error:
        raise StoreError(
            f"{ENVIRONMENT} of {folder.name} is damaged: {error}; without the file, earlier "
            "results are moved aside and their cases computed again"
        ) from error
