"""``python -m lieref.check.worker SUBJECT``: a Python subject behind the lines of the protocol."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from lieref.check import client
from lieref.check.model_table import from_table
from lieref.check.quantities import QUANTITIES
from lieref.check.subjects import Answering, resolve, resolve_own


def with_arrays(answer: Callable[..., Any]) -> Callable[..., Any]:
    """A function that is given arrays where the protocol has lists."""
    of_frames = client.takes_frame(answer)

    def answered(quantity: str, **given: Any) -> Any:
        asked = QUANTITIES[quantity]
        if asked.kinematic and not of_frames:
            return None
        arrays = {name: np.array(given[name], dtype=float) for name in asked.inputs}
        named = {"frame": given["frame"]} if asked.kinematic else {}
        value = answer(quantity, **arrays, **named)
        if value is None or isinstance(value, Mapping):
            return value
        # a list of lists of different lengths is refused here, with the reason
        return np.asarray(value)

    return answered


def main(words: list[str]) -> int:
    """Answer until standard input ends."""

    def subject(hello: dict[str, Any]) -> Answering:
        if "own_model" in hello:
            made = resolve_own(words[0], hello["own_model"])
        else:
            made = resolve(words[0], from_table(hello["model"]))
        return replace(made, answer=with_arrays(made.answer))

    client.serve(subject)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
