"""Threads that start at one moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def together(workers: int, work: Callable[[int], Any]) -> list[Any]:
    """Run work(number) in several threads that start at one moment; their results."""
    barrier = threading.Barrier(workers)

    def run(number: int) -> Any:
        barrier.wait(timeout=60)
        return work(number)

    with ThreadPoolExecutor(workers) as pool:
        return [future.result() for future in [pool.submit(run, i) for i in range(workers)]]
