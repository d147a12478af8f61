"""``python -m lieref.check.exchange.worker SUBJECT``: a Python subject behind the protocol."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import Any

from lieref.check import client
from lieref.check.exchange.behavior import Watched
from lieref.check.model_table import from_table
from lieref.check.subjects import Answering, resolve, resolve_own


def main(words: list[str]) -> int:
    """Answer until standard input ends."""

    def subject(hello: dict[str, Any]) -> Answering:
        if "own_model" in hello:
            made = resolve_own(words[0], hello["own_model"])
        else:
            made = resolve(words[0], from_table(hello["model"]))
        return replace(made, answer=Watched(made.answer, made.threads))

    client.serve(subject)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
