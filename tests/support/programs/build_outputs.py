"""What a script prints in each build of the kernels that this processor runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from lieref import machine

# Says the build that the script will run.
PREFACE = "import json\nfrom lieref import machine\nprint(json.dumps(machine.chosen()))\n"
# Long for any of them on a slow machine: one that hangs ends as an error.
SECONDS = 600


def run(build: str, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a script with the tests' modules that asks for a build."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    environment[machine.ENVIRONMENT] = build
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
    )


def output(build: str, script: str) -> list[Any]:
    """The lists and texts that a script prints as JSON, each in a line of its own.

    Other lines are passed over: drawing a robot says the seed.
    """
    done = run(build, PREFACE + script)
    assert done.returncode == 0, done.stderr
    lines = [line for line in done.stdout.splitlines() if line.startswith(("[", '"'))]
    chosen, *found = map(json.loads, lines)
    assert chosen == build
    assert found, "the script printed nothing"
    return found


def outputs(script: str) -> dict[str, list[Any]]:
    """The same of every build, by its name."""
    return {build: output(build, script) for build in machine.available()}
