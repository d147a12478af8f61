"""A finding's script, run by itself: whether it shows what it states."""

from __future__ import annotations

import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from verification.subjects.peers.findings import FINDINGS

SECONDS = 120
LINE = re.compile(
    r"^(?P<entry>\S.*\]) returned (?P<returned>\S+) \| (?P<who>.+?) (?P<witness>\S+) "
    r"\| reference (?P<reference>\S+) \| error (?P<error>\S+)$",
    re.MULTILINE,
)
WITNESSES = {
    "own": "central differences of the library's own function, or its nonLinearEffects",
    "series": "a power series or a formula, evaluated in doubles",
    "formula": "a formula, evaluated in doubles",
}
PACKAGES = {
    "pinocchio": ("pin", "numpy"),
    "mujoco": ("mujoco", "numpy"),
    "jaxlie": ("jaxlie", "jax", "numpy"),
}


def run(text: str) -> tuple[int, str]:
    """Return exit status and output of a script, run alone in an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reproducer.py"
        path.write_text(text, encoding="utf-8")
        environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
        # only what is installed: neither this checkout nor lieref in place
        environment.pop("PYTHONPATH", None)
        done = subprocess.run(
            [sys.executable, "-P", str(path)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            cwd=folder,
            env=environment,
            check=False,
        )
    return done.returncode, done.stdout + done.stderr


def evaluate(params: Mapping[str, Any]) -> dict[str, Any]:
    """Write the script of a finding with fresh reference values and run it.

    Parameters
    ----------
    params : mapping
        ``finding`` (a key of `findings.FINDINGS`).

    Returns
    -------
    dict
        script, printed, confirmed (whether it ended with 0 and printed entries), rows (what it
        printed of each entry), witness, radius (proven bound of its reference values), versions.
    """
    finding = FINDINGS[params["finding"]]
    text, radius = finding.script()
    status, printed = run(text)
    rows = [match.groupdict() for match in LINE.finditer(printed)]
    return {
        "script": text,
        "printed": printed,
        "confirmed": status == 0 and bool(rows),
        "rows": rows,
        "witness": WITNESSES.get(rows[0]["who"] if rows else "", "none"),
        "radius": f"{radius:.0e}",
        "versions": ", ".join(
            [
                *(f"{name} {metadata.version(name)}" for name in PACKAGES[finding.library]),
                f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
            ]
        ),
    }


def cost(params: Mapping[str, Any]) -> float:
    """Return rough seconds."""
    return 3.0
