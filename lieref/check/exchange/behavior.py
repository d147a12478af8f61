"""What a Python subject does beside its numbers: to its arguments, its results, and in threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lieref.check import client
from lieref.check.exchange.wire import CHANGED, OVERWRITTEN, UNSAFE
from lieref.check.judging import difference
from lieref.check.quantities import QUANTITIES

Array = NDArray[Any]
#: So many times two threads call at once.
TOGETHER = 4


class Watched:
    """A function that answers, given arrays where the protocol has lists, and watched.

    remarks : what was wrong about the last call, in words, by kind

    Parameters
    ----------
    answer : as of `lieref.check.subjects.Answering`
    threads : whether it says that two threads may call it at once
    """

    def __init__(self, answer: Callable[..., Any], threads: bool = False):
        self._answer, self._threads = answer, threads
        self._of_frames = client.takes_frame(answer)
        self._before: tuple[dict[str, Any], Any, dict[str, Array]] | None = None
        self.remarks: dict[str, str] = {}

    def __call__(self, quantity: str, **given: Any) -> Any:
        """Return an array or a mapping of arrays, None for what is not offered."""
        asked = QUANTITIES[quantity]
        if asked.kinematic and not self._of_frames:
            return None
        numbers = {name: np.array(given[name], dtype=float) for name in asked.inputs}
        named = {"frame": given["frame"]} if asked.kinematic else {}
        handed = {name: x.copy() for name, x in numbers.items()}
        self.remarks = {}
        value = self._answer(quantity, **handed, **named)
        if text := _change(handed, numbers):
            self.remarks[CHANGED] = text
        if self._before is not None:
            text = _change(_arrays(self._before[1]), self._before[2])
            if text:
                self.remarks[OVERWRITTEN] = f"of the call before, {text}"
        if value is None:
            return None
        known = {name: x.copy() for name, x in _arrays(value).items()}
        call = {"quantity": quantity} | numbers | named
        if self._threads and self._before is not None:
            self._call_at_once((call, known), (self._before[0], self._before[2]))
        self._before = call, value, known
        # a list of lists of different lengths is refused here, with the reason
        return value if isinstance(value, Mapping) else np.asarray(value)

    def _call_at_once(self, *calls: tuple[dict[str, Any], dict[str, Array]]) -> None:
        """Ask again for two results, from two threads."""

        def again(call: dict[str, Any], known: dict[str, Array]) -> str:
            given = {name: x.copy() if isinstance(x, np.ndarray) else x for name, x in call.items()}
            return difference(known, _arrays(self._answer(given.pop("quantity"), **given)))

        with ThreadPoolExecutor(2) as pool:
            for _ in range(TOGETHER):
                for text in [f.result() for f in [pool.submit(again, *x) for x in calls]]:
                    if text:
                        self.remarks[UNSAFE] = text


def _arrays(value: Any) -> dict[str, Array]:
    """Results by name, as they are, not copied; those alone that are numbers."""
    named = value if isinstance(value, Mapping) else {"": value}
    found = {str(name): np.asarray(x) for name, x in named.items() if x is not None}
    return {name: x for name, x in found.items() if x.dtype.kind in "fiub"}


def _change(now: dict[str, Array], before: dict[str, Array]) -> str:
    """The first number that is another one now."""
    for name, old in before.items():
        new = now.get(name)
        if new is None:
            return f"{name} is gone"
        if not np.array_equal(new, old, equal_nan=True):
            if new.shape != old.shape:
                return f"{name} has shape {new.shape} after {old.shape}"
            at = np.argwhere(new != old)[0].tolist()
            return f"{name}{at} is {new[tuple(at)]:.17g}, was {old[tuple(at)]:.17g}"
    return ""
