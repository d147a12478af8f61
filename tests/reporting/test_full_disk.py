"""A full disk ends a command with one line that says so."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lieref.reporting import drawing

FULL = Path("/dev/full")
if not FULL.exists():
    pytest.skip("a system without /dev/full", allow_module_level=True)
ROBOT = ["--model", "serial_chain:2"]


@pytest.mark.parametrize("suffix", ["pdf", "png", "svg"])
def test_while_drawing(suffix, tmp_path):
    (tmp_path / f"line.{suffix}").symlink_to(FULL)
    # more than the buffer of a file holds
    points = np.random.default_rng(0).standard_normal(10_000)
    plot = drawing.Plot("line", "A line.", "A line.", lambda axes: axes.plot(points))
    with pytest.raises(OSError, match="No space left on device"):
        drawing.write(plot, tmp_path)


@pytest.mark.parametrize("command, status", [
    (["check", "lieref", *ROBOT, "--states", "zero", "--quantities", "inverse_dynamics"], 3),
    (["report", *ROBOT, "--quantities", "inverse_dynamics", "--states", "1", "--no-times"], 2),
    (["generate", *ROBOT, "--states", "0", "--no-check"], 2),
    (["--json"], 2),
])  # fmt: skip
def test_standard_output(command, status, tmp_path):
    output = [] if command[0] in ("check", "--json") else ["--output", str(tmp_path / "out")]
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "lieref", *command, *output],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    *_, said = done.stderr.splitlines()
    assert done.returncode == status
    assert said.startswith("lieref") and said.endswith("No space left on device")
    assert "Traceback" not in done.stderr
