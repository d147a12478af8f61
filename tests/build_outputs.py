"""What a script prints in each build of the kernels that this processor runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from lieref import machine


def run(build: str, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script that asks for a build."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environment[machine.ENVIRONMENT] = build
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def outputs(script: str) -> dict[str, list[Any]]:
    """Lines of JSON, lists and texts, by build; the first has to be the build's name.

    Other lines are passed over: drawing a robot says the seed.
    """
    found: dict[str, list[Any]] = {}
    for build in machine.available():
        done = run(build, script)
        assert done.returncode == 0, done.stderr
        lines = [line for line in done.stdout.splitlines() if line.startswith(("[", '"'))]
        chosen, *found[build] = map(json.loads, lines)
        assert chosen == build
    return found
