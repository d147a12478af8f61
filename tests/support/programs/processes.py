"""Processes that a program under test has left behind, by their numbers."""

import time
from pathlib import Path


def alive(number: int) -> bool:
    """Whether a process is neither gone nor waiting for whoever inherited it to notice."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(condition, patience: float = 60.0) -> bool:
    """Whether something becomes true: a busy machine lets a process wait before it runs."""
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def ended(number: int) -> bool:
    """Whether a process that was killed ends."""
    return until(lambda: not alive(number))
