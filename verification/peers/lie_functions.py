"""exp and log of SO(3) and SE(3) of a library at many angles, against balls."""

from __future__ import annotations

import json
import math
import subprocess
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from lieref.check.metrics import FloatArray
from lieref.oracle import Arb
from verification.peers.environments import ADAPTERS, python, variables
from verification.peers.table import Peer
from verification.subjects.peers.group_functions import FUNCTIONS
from verification.subjects.peers.group_samples import DIGITS, arguments, drawn, reference

NAMES = ("exp3", "log3", "exp6", "log6")
EACH = 3
#: Angles of each band: decades of small ones, ordinary ones, and distances from pi.
BANDS: dict[str, tuple[float, ...]] = {
    "below 1e-3": tuple(10.0 ** (-k / 2) for k in range(6, 25)),
    "1e-3 to 3": tuple(float(x) for x in np.geomspace(1.01e-3, 3.0, 19)),
    "near pi": tuple(math.pi - 10.0 ** (-k / 2) for k in range(4, 19)),
}
TWISTS = {f"{name}, {band}": (name, band) for name in NAMES for band in BANDS}


@dataclass(frozen=True)
class Worst:
    """The worst of a band: largest error of a block over its largest entry, and where.

    error : 0.0 to inf (not finite, or an exception)
    angle : rad, from pi where the band is near pi
    failed : how many of `asked` raised or were not finite
    """

    peer: str
    function: str
    band: str
    error: float
    angle: float
    failed: int
    asked: int
    text: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the fields for JSON; an infinite error becomes None."""
        found = asdict(self)
        return found | {"error": self.error if math.isfinite(self.error) else None}


def measure(folder: Path, peer: Peer, clients: Path) -> list[Worst]:
    """Return the worst of each function and band that a library offers."""
    process = subprocess.Popen(
        [str(python(folder, peer)), str(ADAPTERS / "lie_groups.py"), peer.functions],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=variables(clients),
    )
    try:
        rows = [_band(process, peer, *key) for key in TWISTS.values()]
    finally:
        process.kill()
        process.communicate()
    return [row for row in rows if row is not None]


def _band(process: Any, peer: Peer, function: str, band: str) -> Worst | None:
    """Ask for one function at the angles of a band; None if it is not offered."""
    K = Arb(DIGITS)
    rng = np.random.default_rng(zlib.crc32(f"{function} {band}".encode()))
    worst, where, failed, asked, text = 0.0, 0.0, 0, 0, ""
    for angle in np.repeat(BANDS[band], EACH):
        with K.working():
            given, X = arguments(K, function, "matrix", np.float64, drawn(float(angle), rng))
            blocks = reference(K, function, X)
        answer = _asked(process, function, given)
        if "not_offered" in answer:
            return None
        asked += 1
        if "error" in answer or answer["not_finite"]:
            failed, text = failed + 1, answer.get("error", text)
            continue
        error = block_error(K, function, np.array(answer["value"], float), blocks)
        if error > worst:
            worst = error
            where = math.pi - float(angle) if band == "near pi" else float(angle)
    return Worst(peer.name, function, band, worst, where, failed, asked, text)


def _asked(process: Any, function: str, given: FloatArray) -> dict[str, Any]:
    """The answer of a process; a process that ended is an error."""
    if given.shape == (3, 4):
        given = np.vstack([given, [0.0, 0.0, 0.0, 1.0]])
    process.stdin.write(json.dumps({"function": function, "argument": given.tolist()}) + "\n")
    process.stdin.flush()
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{function}: the process ended with {process.wait()}")
    found: dict[str, Any] = json.loads(line)
    return found


def block_error(K: Arb, function: str, value: FloatArray, blocks: list[Any]) -> float:
    """Return the largest error of a block over its largest entry; inf for another shape."""
    _, name, _ = FUNCTIONS[function]
    if name == "exp":
        parts = [value[:3, :3], value[:3, 3]] if len(blocks) == 2 else [value]
    else:
        parts = [value.ravel()[:3], value.ravel()[3:]] if len(blocks) == 2 else [value.ravel()]
    worst = 0.0
    with K.working():
        for part, block in zip(parts, blocks, strict=True):
            exact = [x for row in block for x in (row if isinstance(row, list | tuple) else [row])]
            if part.size != len(exact):
                return math.inf
            gaps = [abs(K(float(x)) - y) for x, y in zip(part.ravel(), exact, strict=True)]
            size = max(K.to_float(abs(x)) for x in exact)
            worst = max(worst, max(K.to_float(x) for x in gaps) / size)
    return worst
