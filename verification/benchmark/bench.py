"""What every case of a benchmark needs: timers, and that what is timed computes the same."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from lieref.check.metrics import FloatArray
from verification.benchmark.timing import Run, interleaved

# Two independent programs in double precision may differ by rounding; more is another function.
AGREEMENT = 1e-10


class DisagreementError(RuntimeError):
    """A peer computes something else than lieref: there is nothing to compare."""


@dataclass(frozen=True)
class Bench:
    """What every case needs: compiled timers, the cache, how long to measure."""

    timers: ModuleType
    cache: Path
    repeats: int
    seconds: float  # for the repeats of one case
    compile_seconds: float
    build_seconds: float

    def time(self, runs: Mapping[str, Run], share: float = 1.0) -> dict[str, Any]:
        """Return the timings of the peers, and the ratio of the first one to each other one."""
        timings = interleaved(runs, self.repeats, share * self.seconds)
        first = next(iter(timings))
        return {
            "timings": {name: asdict(timing) for name, timing in timings.items()},
            "ratios": {
                name: timings[first].best / timing.best
                for name, timing in timings.items()
                if name != first
            },
        }


def require_agreement(
    what: str, found: FloatArray, expected: FloatArray, limit: float = AGREEMENT
) -> float:
    """Return the relative max norm of the difference to the answer that is known.

    Raises
    ------
    DisagreementError
        If it exceeds the limit.
    """
    scale = np.abs(expected).max()
    difference = float(np.abs(found - expected).max() / scale)
    if not difference <= limit:
        raise DisagreementError(
            f"{what}: differs from the answer by {difference:.1e} of the largest entry"
        )
    return difference
